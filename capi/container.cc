#include "tenon_c/container.h"

#include "capi/handle.h"
#include "tenon/nn/containers.h"

using namespace tenon;
using namespace tenon::capi;

namespace {

/// The module as a container of that class; throws kType naming what it is.
template <class Container>
Container& as_container(nn::Module& module, const char* wanted) {
  auto* container = dynamic_cast<Container*>(&module);
  if (container == nullptr) {
    fail(ErrorCode::kType, module.type_name(), ": ", wanted, " is needed");
  }
  return *container;
}

nn::ModuleSequence& as_sequence(nn::Module& module) {
  return as_container<nn::ModuleSequence>(module, "a Sequential or ModuleList");
}

nn::ModuleDict& as_dict(nn::Module& module) {
  return as_container<nn::ModuleDict>(module, "a ModuleDict");
}

bool is_container(const nn::Module& module) {
  return dynamic_cast<const nn::ModuleSequence*>(&module) != nullptr ||
         dynamic_cast<const nn::ModuleDict*>(&module) != nullptr;
}

/// Runs a body on the module.
template <class Body>
tenon_status with_module(const char* function, tenon_module* module, Body&& body) {
  return guard(function, [&] {
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    body(entry, *target);
  });
}

/// Same, and hands out the module that the body gives.
template <class Body>
tenon_status give_module(const char* function, tenon_module* module, tenon_module** out_module,
                         Body&& body) {
  return guard(function, [&] {
    TENON_OUT(out_module);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    reserve_handle();
    *out_module = give(Ref<nn::Module>(body(*target)));
  });
}

}  // namespace

int64_t tenon_module_count(tenon_module* module) {
  return look(std::int64_t{-1}, [&] {
    const auto& target = *static_cast<nn::Module*>(checked(module, Tag::kModule, "module").object);
    return is_container(target) ? static_cast<std::int64_t>(target.child_slots().size()) : -1;
  });
}

tenon_status tenon_module_append(tenon_module* module, tenon_module* child) {
  return with_module(__func__, module, [&](Entry& entry, nn::Module& target) {
    as_sequence(target).append(entry.module(child, "child"));
  });
}

tenon_status tenon_module_extend(tenon_module* module, tenon_module* const* children,
                                 int64_t child_count) {
  return with_module(__func__, module, [&](Entry& entry, nn::Module& target) {
    if (child_count < 0)
      refuse(ErrorCode::kValue, "child_count", "is negative");
    if (children == nullptr && child_count > 0)
      refuse(ErrorCode::kValue, "children", "is NULL");
    std::vector<Ref<nn::Module>> modules;
    modules.reserve(static_cast<std::size_t>(child_count));
    for (std::int64_t i = 0; i < child_count; ++i) {
      modules.push_back(entry.module(children[i], "children"));
    }
    as_sequence(target).extend(modules);
  });
}

tenon_status tenon_module_insert(tenon_module* module, int64_t index, tenon_module* child) {
  return with_module(__func__, module, [&](Entry& entry, nn::Module& target) {
    as_sequence(target).insert(index, entry.module(child, "child"));
  });
}

tenon_status tenon_module_get_item(tenon_module* module, int64_t index, tenon_module** out_module) {
  return give_module(__func__, module, out_module,
                     [&](nn::Module& target) { return as_sequence(target).get_item(index); });
}

tenon_status tenon_module_set_item(tenon_module* module, int64_t index, tenon_module* child) {
  return with_module(__func__, module, [&](Entry& entry, nn::Module& target) {
    as_sequence(target).set_item(index, entry.module(child, "child"));
  });
}

tenon_status tenon_module_delete_item(tenon_module* module, int64_t index) {
  return with_module(__func__, module,
                     [&](Entry&, nn::Module& target) { as_sequence(target).delete_item(index); });
}

tenon_status tenon_module_pop(tenon_module* module, int64_t index, tenon_module** out_module) {
  return give_module(__func__, module, out_module,
                     [&](nn::Module& target) { return as_sequence(target).pop(index); });
}

tenon_status tenon_module_slice(tenon_module* module, int64_t begin, int64_t end, int64_t step,
                                tenon_module** out_module) {
  return give_module(__func__, module, out_module, [&](nn::Module& target) -> Ref<nn::Module> {
    if (step == 0)
      refuse(ErrorCode::kValue, "step", "is zero");
    if (auto* list = dynamic_cast<nn::ModuleList*>(&target))
      return list->slice(begin, end, step);
    return as_container<nn::Sequential>(target, "a Sequential or ModuleList")
        .slice(begin, end, step);
  });
}

tenon_status tenon_module_get_key(tenon_module* module, const char* key,
                                  tenon_module** out_module) {
  return give_module(__func__, module, out_module, [&](nn::Module& target) {
    return as_dict(target).get_item(text_argument(key, "key"));
  });
}

tenon_status tenon_module_set_key(tenon_module* module, const char* key, tenon_module* child) {
  return with_module(__func__, module, [&](Entry& entry, nn::Module& target) {
    as_dict(target).set_item(text_argument(key, "key"), entry.module(child, "child"));
  });
}

tenon_status tenon_module_delete_key(tenon_module* module, const char* key) {
  return with_module(__func__, module, [&](Entry&, nn::Module& target) {
    as_dict(target).delete_item(text_argument(key, "key"));
  });
}

tenon_status tenon_module_pop_key(tenon_module* module, const char* key,
                                  tenon_module** out_module) {
  return give_module(__func__, module, out_module, [&](nn::Module& target) {
    return as_dict(target).pop(text_argument(key, "key"));
  });
}

tenon_status tenon_module_keys(tenon_module* module, tenon_list** out_list) {
  return guard(__func__, [&] {
    TENON_OUT(out_list);
    Entry entry;
    const Ref<nn::Module> target = entry.module(module);
    if (!is_container(*target)) {
      fail(ErrorCode::kType, target->type_name(), ": a container is needed");
    }
    nn::Named<Ref<nn::Module>> entries;
    for (const nn::Module::ChildSlot& slot : target->child_slots()) {
      entries.emplace_back(slot.name, slot.module);
    }
    *out_list = give(make<NameList>(target->context(), std::move(entries)));
  });
}

tenon_status tenon_module_update(tenon_module* module, tenon_value* items) {
  return with_module(__func__, module, [&](Entry& entry, nn::Module& target) {
    nn::ModuleDict& dict = as_dict(target);
    const Value given = entry.value(items, "items");
    nn::Named<Ref<nn::Module>> modules;
    if (given.kind() == ValueKind::kModule) {
      const Ref<nn::Module> other = nn::as_module(given);
      for (const nn::Module::ChildSlot& slot : as_dict(*other).child_slots()) {
        modules.emplace_back(slot.name, slot.module);
      }
    } else {
      for (const Dict::Entry& item : given.as_dict().entries()) {
        modules.emplace_back(item.key, nn::as_module(item.value));
      }
    }
    dict.update(modules);
  });
}

tenon_status tenon_module_clear(tenon_module* module) {
  return with_module(__func__, module, [&](Entry&, nn::Module& target) {
    if (auto* dict = dynamic_cast<nn::ModuleDict*>(&target)) {
      dict->clear();
    } else {
      as_container<nn::ModuleSequence>(target, "a container").clear();
    }
  });
}
