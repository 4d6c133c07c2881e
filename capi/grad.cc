#include "tenon_c/grad.h"

#include "capi/callback.h"
#include "capi/handle.h"
#include "tenon/autograd.h"

using namespace tenon;
using namespace tenon::capi;

static_assert(TENON_GRAD_OFF == static_cast<int>(GradMode::kOff));
static_assert(TENON_GRAD_ON == static_cast<int>(GradMode::kOn));
static_assert(TENON_GRAD_INFERENCE == static_cast<int>(GradMode::kInference));

namespace {

TensorImpl& look_at(tenon_tensor* handle) {
  return *static_cast<TensorImpl*>(checked(handle, Tag::kTensor, "tensor").object);
}

/// The tensors of an option; none: nothing was given. An entry that is none is a null tensor.
std::optional<std::vector<Tensor>> tensors_option(const Options& options, std::string_view name) {
  const Value* given = options.find(name);
  if (given == nullptr || given->is_none())
    return std::nullopt;
  if (!given->is_sequence())
    fail(ErrorCode::kType, "options: ", name, " must be a tuple of tensors");
  std::vector<Tensor> tensors;
  for (std::int64_t i = 0; i < given->count(); ++i) {
    const Value& item = given->at(i);
    if (!item.is_tensor() && !item.is_none())
      fail(ErrorCode::kType, "options: ", name, " must be a tuple of tensors");
    tensors.push_back(item.is_tensor() ? item.as_tensor() : Tensor());
  }
  return tensors;
}

BackwardOptions backward_options(const Options& options) {
  BackwardOptions out;
  if (const Value* retain = options.find("retain_graph"); retain != nullptr && !retain->is_none())
    out.retain_graph = options.flag("retain_graph", false);
  out.create_graph = options.flag("create_graph", false);
  return out;
}

std::vector<Tensor> tensors_of(Entry& entry, tenon_tensor* const* handles, std::int64_t count,
                               const char* name) {
  if (count < 0)
    refuse(ErrorCode::kValue, name, "has a negative count");
  if (handles == nullptr && count > 0)
    refuse(ErrorCode::kValue, name, "is NULL");
  std::vector<Tensor> tensors;
  tensors.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i)
    tensors.push_back(entry.tensor(handles[i], name));
  return tensors;
}

/// Registers a hook on a tensor: `add(tensor, callback)` gives its id.
template <class Add>
tenon_status on_tensor(const char* function, tenon_tensor* tensor, tenon_callback fn,
                       void* user_data, tenon_destroy_fn destroy, std::int64_t* out_hook_id,
                       Add&& add) {
  HostData data(user_data, destroy);
  return guard(function, [&] {
    if (out_hook_id != nullptr)
      *out_hook_id = 0;
    Entry entry;
    const Tensor target = entry.tensor(tensor);
    const std::int64_t id = add(target, host_callback(target.context(), fn, std::move(data)));
    if (out_hook_id != nullptr)
      *out_hook_id = id;
  });
}

}  // namespace

tenon_status tenon_grad_mode_set(tenon_context* context, int32_t mode, int32_t* out_flag) {
  return guard(__func__, [&] {
    TENON_OUT(out_flag);
    Entry entry;
    const Context& target = entry.context(context);
    if (mode < TENON_GRAD_OFF || mode > TENON_GRAD_INFERENCE)
      refuse(ErrorCode::kValue, "mode", "is none of the TENON_GRAD_ modes");
    *out_flag = static_cast<std::int32_t>(set_grad_mode(target, static_cast<GradMode>(mode)));
  });
}

int32_t tenon_grad_mode_get(tenon_context* context) {
  return look(-1, [&] {
    Entry entry;
    return static_cast<int>(grad_mode(entry.context(context)));
  });
}

tenon_status tenon_tensor_backward(tenon_tensor* tensor, tenon_tensor* grad, tenon_value* options) {
  return guard(__func__, [&] {
    Entry entry;
    const Tensor target = entry.tensor(tensor);
    const Tensor first = entry.tensor_or_null(grad, "grad");
    const Options chosen(entry.value_or_none(options, "options"),
                         {"retain_graph", "create_graph", "inputs"});
    backward(std::vector<Tensor>{target}, std::vector<Tensor>{first}, backward_options(chosen),
             tensors_option(chosen, "inputs"));
  });
}

tenon_status tenon_grad(tenon_context* context, tenon_tensor* const* outputs, int64_t output_count,
                        tenon_tensor* const* inputs, int64_t input_count, tenon_value* options,
                        tenon_list** out_list) {
  return guard(__func__, [&] {
    TENON_OUT(out_list);
    Entry entry;
    entry.context(context);
    const std::vector<Tensor> from = tensors_of(entry, outputs, output_count, "outputs");
    const std::vector<Tensor> to = tensors_of(entry, inputs, input_count, "inputs");
    const Options chosen(entry.value_or_none(options, "options"),
                         {"grad_outputs", "retain_graph", "create_graph", "allow_unused"});
    const std::vector<Tensor> grads =
        grad(from, to, tensors_option(chosen, "grad_outputs").value_or(std::vector<Tensor>()),
             backward_options(chosen), chosen.flag("allow_unused", false));
    nn::Named<Tensor> named;
    for (const Tensor& one : grads)
      named.emplace_back(std::string(), one);
    *out_list = give(make<NameList>(Context::current(), std::move(named)));
  });
}

tenon_status tenon_tensor_register_hook(tenon_tensor* tensor, tenon_callback fn, void* user_data,
                                        tenon_destroy_fn destroy, int64_t* out_hook_id) {
  return on_tensor(__func__, tensor, fn, user_data, destroy, out_hook_id,
                   [](const Tensor& target, Ref<HostCallback> callback) {
                     return register_hook(target, nn::gradient_hook(std::move(callback)));
                   });
}

tenon_status tenon_tensor_register_post_accumulate_hook(tenon_tensor* tensor, tenon_callback fn,
                                                        void* user_data, tenon_destroy_fn destroy,
                                                        int64_t* out_hook_id) {
  return on_tensor(__func__, tensor, fn, user_data, destroy, out_hook_id,
                   [](const Tensor& target, Ref<HostCallback> callback) {
                     return register_post_accumulate_hook(
                         target, nn::accumulated_hook(std::move(callback)));
                   });
}

tenon_status tenon_tensor_retain_grad(tenon_tensor* tensor) {
  return guard(__func__, [&] {
    Entry entry;
    retain_grad(entry.tensor(tensor));
  });
}

int32_t tenon_tensor_retains_grad(tenon_tensor* tensor) {
  return look(-1, [&] {
    const BorrowedTensor target(look_at(tensor));
    return retains_grad(target.get()) ? 1 : 0;
  });
}

int32_t tenon_tensor_is_leaf(tenon_tensor* tensor) {
  return look(-1, [&] {
    const BorrowedTensor target(look_at(tensor));
    return target.get().is_leaf() ? 1 : 0;
  });
}

int32_t tenon_tensor_is_view(tenon_tensor* tensor) {
  return look(-1, [&] { return look_at(tensor).base ? 1 : 0; });
}

int64_t tenon_tensor_version(tenon_tensor* tensor) {
  return look(std::int64_t{-1},
              [&] { return static_cast<std::int64_t>(look_at(tensor).storage->version()); });
}

int64_t tenon_tensor_offset(tenon_tensor* tensor) {
  return look(std::int64_t{-1}, [&] { return look_at(tensor).offset; });
}
