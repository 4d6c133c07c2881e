#include "tenon_c/module.h"

#include "capi/callback.h"
#include "capi/handle.h"
#include "tenon/nn/containers.h"
#include "tenon/nn/registry.h"

using namespace tenon;
using namespace tenon::capi;

namespace {

nn::Module& look_at(tenon_module* handle) {
  return *static_cast<nn::Module*>(checked(handle, Tag::kModule, "module").object);
}

/// The host callback of a custom module; null for other modules.
HostCallback* find_callback(nn::Module& module) {
  auto* custom = dynamic_cast<nn::CustomModule*>(&module);
  return custom == nullptr ? nullptr : dynamic_cast<HostCallback*>(&custom->callback());
}

bool holds_modules(const Value& items) {
  for (const Value& item : items.as_sequence().items) {
    if (item.kind() != ValueKind::kModule)
      return false;
  }
  return true;
}

Ref<nn::Module> create(std::string_view type_name, const Value& options) {
  if (!options.is_sequence())
    return nn::create(type_name, Value(), options);
  // Containers are made of modules, by position, as in Python.
  if (options.count() > 0 && holds_modules(options)) {
    Ref<nn::Module> module = nn::create(type_name);
    if (auto* sequence = dynamic_cast<nn::ModuleSequence*>(module.get())) {
      for (const Value& item : options.as_sequence().items)
        sequence->append(nn::as_module(item));
      return module;
    }
  }
  Value args = options;
  if (args.kind() == ValueKind::kList)
    args = Value::tuple(args.as_sequence().items);
  return nn::create(type_name, args, Value());
}

nn::ListOptions list_options(const Value& value) {
  const Options options(value, {"prefix", "recurse", "remove_duplicate"});
  return {options.text("prefix"), options.flag("recurse", true),
          options.flag("remove_duplicate", true)};
}

/// Hands out a list that the body makes of the module and the options.
template <class Walk>
tenon_status give_list(const char* function, tenon_module* module, tenon_value* options,
                       tenon_list** out_list, Walk&& walk) {
  return guard(function, [&] {
    TENON_OUT(out_list);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    const Value chosen = entry.value_or_none(options, "options");
    *out_list = give(make<NameList>(target->context(), walk(*target, chosen)));
  });
}

/// Runs a body that changes the module.
template <class Change>
tenon_status change(const char* function, tenon_module* module, Change&& body) {
  return guard(function, [&] {
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    body(entry, *target);
  });
}

}  // namespace

tenon_status tenon_module_create(tenon_context* context, const char* type_name,
                                 tenon_value* options, tenon_module** out_module) {
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    entry.context(context);
    const std::string_view name = text_argument(type_name, "type_name");
    *out_module = give(create(name, entry.value_or_none(options, "options")));
  });
}

tenon_status tenon_module_create_custom(tenon_context* context, const char* type_name,
                                        tenon_callback fn, void* user_data,
                                        tenon_destroy_fn destroy, tenon_module** out_module) {
  HostData data(user_data, destroy);
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    Context& target = entry.context(context);
    const std::string_view name = text_argument(type_name, "type_name");
    *out_module = give(make<nn::CustomModule>(name, host_callback(target, fn, std::move(data))));
  });
}

tenon_status tenon_module_deepcopy(tenon_module* module, tenon_module** out_module) {
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    *out_module = give(entry.module(module)->deepcopy());
  });
}

void* tenon_module_user_data(tenon_module* module) {
  return look(static_cast<void*>(nullptr), [&] {
    const HostCallback* callback = find_callback(look_at(module));
    return callback == nullptr ? nullptr : callback->user_data();
  });
}

int32_t tenon_module_has_callback(tenon_module* module, tenon_callback fn) {
  return look(-1, [&] {
    const HostCallback* callback = find_callback(look_at(module));
    return callback != nullptr && callback->fn() == fn ? 1 : 0;
  });
}

void tenon_module_retain(tenon_module* module) {
  retain_handle(module, Tag::kModule);
}
void tenon_module_release(tenon_module* module) {
  release_handle(module, Tag::kModule);
}

const char* tenon_module_type_name(tenon_module* module) {
  return look(static_cast<const char*>(nullptr),
              [&] { return look_at(module).type_name().c_str(); });
}

tenon_status tenon_module_options(tenon_module* module, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    const nn::LayerInfo* info = target->layer_info();
    *out_value = give_value(info != nullptr ? Value(info->options_of(*target)) : Value());
  });
}

tenon_status tenon_module_describe(tenon_module* module, tenon_string** out_string) {
  return guard(__func__, [&] {
    TENON_OUT(out_string);
    Entry entry;
    *out_string = give_text(entry.module(module)->repr());
  });
}

tenon_status tenon_module_register_parameter(tenon_module* module, const char* name,
                                             tenon_tensor* tensor) {
  return change(__func__, module, [&](Entry& entry, nn::Module& target) {
    target.register_parameter(text_argument(name, "name"), entry.tensor_or_null(tensor));
  });
}

tenon_status tenon_module_register_buffer(tenon_module* module, const char* name,
                                          tenon_tensor* tensor, int32_t persistent) {
  return change(__func__, module, [&](Entry& entry, nn::Module& target) {
    target.register_buffer(text_argument(name, "name"), entry.tensor_or_null(tensor),
                           persistent != 0);
  });
}

tenon_status tenon_module_add_module(tenon_module* module, const char* name, tenon_module* child) {
  return change(__func__, module, [&](Entry& entry, nn::Module& target) {
    target.add_module(text_argument(name, "name"), entry.module_or_null(child, "child"));
  });
}

tenon_status tenon_module_set_attribute(tenon_module* module, const char* name,
                                        tenon_value* value) {
  return change(__func__, module, [&](Entry& entry, nn::Module& target) {
    target.set_attribute(text_argument(name, "name"), entry.value_or_none(value));
  });
}

tenon_status tenon_module_get_attribute(tenon_module* module, const char* name,
                                        tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    *out_value = give_value(target->get_attribute(text_argument(name, "name")));
  });
}

tenon_status tenon_module_delete_attribute(tenon_module* module, const char* name) {
  return change(__func__, module, [&](Entry&, nn::Module& target) {
    target.delete_attribute(text_argument(name, "name"));
  });
}

tenon_status tenon_module_get_submodule(tenon_module* module, const char* path,
                                        tenon_module** out_module) {
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    *out_module = give(target->get_submodule(text_argument(path, "path")));
  });
}

tenon_status tenon_module_set_submodule(tenon_module* module, const char* path, tenon_module* child,
                                        int32_t strict) {
  return change(__func__, module, [&](Entry& entry, nn::Module& target) {
    target.set_submodule(text_argument(path, "path"), entry.module(child, "child"), strict != 0);
  });
}

tenon_status tenon_module_get_parameter(tenon_module* module, const char* path,
                                        tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    *out_tensor = give(target->get_parameter(text_argument(path, "path")));
  });
}

tenon_status tenon_module_get_buffer(tenon_module* module, const char* path,
                                     tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    *out_tensor = give(target->get_buffer(text_argument(path, "path")));
  });
}

int32_t tenon_module_has(tenon_module* module, const char* path) {
  return look(-1, [&] { return look_at(module).has(text_argument(path, "path")) ? 1 : 0; });
}

tenon_status tenon_module_named_parameters(tenon_module* module, tenon_value* options,
                                           tenon_list** out_list) {
  return give_list(__func__, module, options, out_list, [](nn::Module& m, const Value& chosen) {
    return m.named_parameters(list_options(chosen));
  });
}

tenon_status tenon_module_named_buffers(tenon_module* module, tenon_value* options,
                                        tenon_list** out_list) {
  return give_list(__func__, module, options, out_list, [](nn::Module& m, const Value& chosen) {
    return m.named_buffers(list_options(chosen));
  });
}

tenon_status tenon_module_named_modules(tenon_module* module, tenon_value* options,
                                        tenon_list** out_list) {
  return give_list(__func__, module, options, out_list, [](nn::Module& m, const Value& value) {
    const Options chosen(value, {"prefix", "remove_duplicate"});
    nn::ListOptions list;
    list.prefix = chosen.text("prefix");
    list.remove_duplicate = chosen.flag("remove_duplicate", true);
    return m.named_modules(list);
  });
}

tenon_status tenon_module_named_children(tenon_module* module, tenon_list** out_list) {
  return give_list(__func__, module, nullptr, out_list,
                   [](nn::Module& m, const Value&) { return m.named_children(); });
}

tenon_status tenon_module_apply(tenon_module* module, tenon_callback fn, void* user_data,
                                tenon_destroy_fn destroy) {
  HostData data(user_data, destroy);
  return change(__func__, module, [&](Entry&, nn::Module& target) {
    // Closed on every way out: the host's data goes before this function returns.
    struct Closing {
      Ref<HostCallback> callback;
      ~Closing() { callback->close(); }
    } const closing{host_callback(target.context(), fn, std::move(data))};
    target.apply([&](nn::Module& each) {
      nn::Call call(nn::CallKind::kApply, &each);
      closing.callback->invoke(call);
    });
  });
}

tenon_status tenon_module_train(tenon_module* module, int32_t mode) {
  return change(__func__, module, [&](Entry&, nn::Module& target) { target.train(mode != 0); });
}

tenon_status tenon_module_eval(tenon_module* module) {
  return change(__func__, module, [](Entry&, nn::Module& target) { target.eval(); });
}

int32_t tenon_module_is_training(tenon_module* module) {
  return look(-1, [&] { return look_at(module).is_training() ? 1 : 0; });
}

tenon_status tenon_module_to(tenon_module* module, int32_t dtype) {
  return change(__func__, module,
                [&](Entry&, nn::Module& target) { target.to(dtype_argument(dtype)); });
}

tenon_status tenon_module_half(tenon_module* module) {
  return change(__func__, module, [](Entry&, nn::Module& target) { target.half(); });
}

tenon_status tenon_module_bfloat16(tenon_module* module) {
  return change(__func__, module, [](Entry&, nn::Module& target) { target.bfloat16(); });
}

tenon_status tenon_module_float(tenon_module* module) {
  return change(__func__, module, [](Entry&, nn::Module& target) { target.float32(); });
}

tenon_status tenon_module_double(tenon_module* module) {
  return change(__func__, module, [](Entry&, nn::Module& target) { target.float64(); });
}

tenon_status tenon_module_requires_grad(tenon_module* module, int32_t flag) {
  return change(__func__, module,
                [&](Entry&, nn::Module& target) { target.requires_grad_(flag != 0); });
}

tenon_status tenon_module_zero_grad(tenon_module* module, int32_t set_to_none) {
  return change(__func__, module,
                [&](Entry&, nn::Module& target) { target.zero_grad(set_to_none != 0); });
}

tenon_status tenon_module_initialize(tenon_module* module) {
  return change(__func__, module, [](Entry&, nn::Module& target) { target.initialize(); });
}

tenon_status tenon_module_state_dict(tenon_module* module, tenon_value* options,
                                     tenon_state_dict** out_state_dict) {
  return guard(__func__, [&] {
    TENON_OUT(out_state_dict);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    const Options chosen(entry.value_or_none(options, "options"), {"prefix", "keep_vars"});
    *out_state_dict =
        give(target->state_dict({chosen.text("prefix"), chosen.flag("keep_vars", false)}));
  });
}

tenon_status tenon_module_load_state_dict(tenon_module* module, tenon_state_dict* state_dict,
                                          tenon_value* options, tenon_report** out_report) {
  return guard(__func__, [&] {
    if (out_report != nullptr)
      *out_report = nullptr;
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    const Ref<nn::StateDict> source = entry.state_dict(state_dict);
    const Options chosen(entry.value_or_none(options, "options"),
                         {"strict", "assign", "partial", "strict_dtype"});
    nn::LoadOptions load;
    load.strict = chosen.flag("strict", load.strict);
    load.assign = chosen.flag("assign", load.assign);
    load.partial = chosen.flag("partial", load.partial);
    load.strict_dtype = chosen.flag("strict_dtype", load.strict_dtype);
    reserve_handle();
    Ref<nn::LoadReport> report = target->load_state_dict(*source, load);
    if (out_report != nullptr)
      *out_report = give(std::move(report));
  });
}

tenon_status tenon_module_get_extra_state(tenon_module* module, tenon_value** out_value) {
  return guard(__func__, [&] {
    TENON_OUT(out_value);
    Entry entry;
    *out_value = give_value(entry.module(module)->get_extra_state());
  });
}

tenon_status tenon_module_set_extra_state(tenon_module* module, tenon_value* value) {
  return change(__func__, module, [&](Entry& entry, nn::Module& target) {
    target.set_extra_state(entry.value_or_none(value));
  });
}
