/// Module: tables, call path, hooks, traversal, lookup, conversion, state. Rules R1–R8 of PyTorch's
/// module semantics; docs/differences.md lists where we part.
#ifndef TENON_NN_MODULE_H_
#define TENON_NN_MODULE_H_

#include <atomic>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tenon/nn/call.h"
#include "tenon/nn/state_dict.h"
#include "tenon/value.h"

namespace tenon::nn {

enum class HookStage : int;
class ConstructionHold;
class DeepCopy;
class HookSnapshot;
struct HookTables;
struct LayerInfo;
class ModuleSystem;

template <class T>
using Named = std::vector<std::pair<std::string, T>>;

/// How named_parameters, named_buffers and named_modules walk.
struct ListOptions {
  std::string prefix;
  bool recurse = true;           ///< Not for named_modules.
  bool remove_duplicate = true;  ///< By identity; the first name wins.
};

/// A network or a part of one.
///
/// Invariants: a name is in at most one of the four tables (parameters, buffers, children,
/// attributes); tables keep registration order; a module is never its own descendant.
/// Threads: looking and calling in eval mode are MT-READ; registering, removing, train/eval,
/// loading and converting are MT-EXCLUSIVE; hooks may be added and removed at any time.
class Module : public Object {
 public:
  /// In Context::current(). `type_name` is what repr and messages call it.
  explicit Module(std::string_view type_name);

  const std::string& type_name() const noexcept { return type_name_; }
  /// For classes that go by another name (aliases); layer_info() stays.
  void set_type_name(std::string_view name) { type_name_ = name; }
  /// The registered class this was made of, or null (containers made in C++, custom modules).
  const LayerInfo* layer_info() const noexcept { return layer_info_; }
  void set_layer_info(const LayerInfo* info) noexcept { layer_info_ = info; }
  /// Class version, stored in state-dict metadata (BatchNorm: 2).
  virtual std::int64_t version() const { return 1; }

  // ---- registration (R1.4–R1.15) ----------------------------------------------------------------
  /// A null tensor makes a None slot. Throws kKey (bad or taken name), kType (not a parameter),
  /// kValue (not a leaf).
  void register_parameter(std::string_view name, const Tensor& parameter);
  void register_buffer(std::string_view name, const Tensor& buffer, bool persistent = true);
  /// Refuses a module that contains this one (kValue).
  void add_module(std::string_view name, Ref<Module> module);
  void register_module(std::string_view name, Ref<Module> module) {
    add_module(name, std::move(module));
  }

  // ---- attributes: Python's `m.name = value` by R1's matrix
  // ---------------------------------------
  void set_attribute(std::string_view name, const Value& value);
  /// Parameter, buffer, module or plain value; throws kAttribute.
  Value get_attribute(std::string_view name) const;
  /// Throws kAttribute if absent.
  void delete_attribute(std::string_view name);
  bool has_attribute(std::string_view name) const noexcept;

  // ---- lookup (R3); O(depth)
  // -----------------------------------------------------------------------
  Ref<Module> get_submodule(std::string_view path) const;
  Tensor get_parameter(std::string_view path) const;
  /// Null tensor for a None slot.
  Tensor get_buffer(std::string_view path) const;
  void set_submodule(std::string_view path, Ref<Module> module, bool strict = false);
  /// True if the path names a module, parameter, buffer or attribute (also a None slot). Never
  /// throws.
  bool has(std::string_view path) const noexcept;

  // ---- traversal (R2): snapshots
  // -------------------------------------------------------------------
  /// `memo`: modules in it are skipped with their subtrees; visited ones are added if
  /// deduplicating.
  Named<Ref<Module>> named_modules(const ListOptions& options = {},
                                   std::vector<Module*>* memo = nullptr) const;
  Named<Ref<Module>> named_children() const;
  Named<Tensor> named_parameters(const ListOptions& options = {}) const;
  Named<Tensor> named_buffers(const ListOptions& options = {}) const;
  std::vector<Ref<Module>> modules() const;
  std::vector<Ref<Module>> children() const;
  std::vector<Tensor> parameters(bool recurse = true) const;
  std::vector<Tensor> buffers(bool recurse = true) const;

  // ---- calling (R4) ----------------------------------------------------------------------------
  /// Pre-hooks, forward, hooks. `args`: a tuple (none counts as empty); `kwargs`: a dict or none.
  /// Throws what forward or a hook throws, with the path of the innermost failing module.
  Value call(const Value& args, const Value& kwargs);
  /// One tensor in, any value out; no boxes for the input.
  Value call_one(const Tensor& input);
  /// One tensor in, one tensor out. Throws kType if the output is no tensor.
  Tensor call(const Tensor& input);
  /// Without any hook of this module (children's run): for super-calls.
  Value call_forward(const Value& args, const Value& kwargs);
  Value operator()(const Value& args) { return call(args, Value()); }
  Tensor operator()(const Tensor& input) { return call(input); }

  // ---- hooks (R4.1–R4.24, R5.11–12, R5.28–29)
  // ----------------------------------------------------------
  HookHandle register_forward_pre_hook(Ref<Callback> hook, std::int32_t flags = 0);
  HookHandle register_forward_hook(Ref<Callback> hook, std::int32_t flags = 0);
  HookHandle register_state_dict_pre_hook(Ref<Callback> hook);
  HookHandle register_state_dict_post_hook(Ref<Callback> hook);
  HookHandle register_load_state_dict_pre_hook(Ref<Callback> hook);
  HookHandle register_load_state_dict_post_hook(Ref<Callback> hook);
  /// Sugar: `hook(module, args, output)`; a returned none leaves the output.
  HookHandle on_forward(std::function<Value(Module&, const Value&, const Value&)> hook,
                        std::int32_t flags = 0);

  // ---- modes, casts, apply (R6, R7)
  // -------------------------------------------------------------------
  bool is_training() const noexcept { return training_; }
  /// This module alone.
  void set_training(bool mode) noexcept { training_ = mode; }
  /// This and all descendants.
  Module& train(bool mode = true);
  Module& eval() { return train(false); }
  /// Floating and complex parameters and buffers with their gradients; objects, ties and
  /// requires_grad are kept; all or nothing. Throws kType for an integer or bool dtype.
  Module& to(DType dtype);
  /// Every tensor, integer buffers too (torch's type()). kRuntime if one that requires grad would
  /// become integer.
  Module& type(DType dtype);
  /// Floating tensors only.
  Module& cast_floating(DType dtype);
  Module& half() { return cast_floating(DType::kFloat16); }
  Module& bfloat16() { return cast_floating(DType::kBFloat16); }
  Module& float32() { return cast_floating(DType::kFloat32); }
  Module& float64() { return cast_floating(DType::kFloat64); }
  Module& requires_grad_(bool flag = true);
  void zero_grad(bool set_to_none = true);
  /// Children first, then this (R7.4).
  Module& apply(const std::function<void(Module&)>& function);
  /// Draws every parameter as PyTorch's constructors do, from the context's generator.
  Module& initialize();

  /// A copy that shares nothing that can change with this: see tenon/nn/deepcopy.h for the rules
  /// and for options. Throws kUnsupported, naming the path, if a module below cannot be copied.
  Ref<Module> deepcopy() const;

  // ---- state (R5)
  // ----------------------------------------------------------------------------------------
  Ref<StateDict> state_dict(const StateDictOptions& options = {}) const;
  /// All or nothing unless options.partial. Throws kRuntime with torch's message structure (R5.24).
  Ref<LoadReport> load_state_dict(const StateDict& state_dict, const LoadOptions& options = {});
  /// Throws kRuntime unless the class overrides it.
  virtual Value get_extra_state() const;
  virtual void set_extra_state(const Value& state);
  /// Whether get_extra_state() and set_extra_state() are overridden; state_dict() and
  /// load_state_dict() ask.
  virtual bool has_extra_state() const { return false; }
  /// The extra state if there is one, by one question; state_dict() uses it.
  virtual bool find_extra_state(Value* state) const;
  virtual bool takes_extra_state() const { return has_extra_state(); }

  // ---- text (R7.5–R7.8)
  // ------------------------------------------------------------------------------------
  /// print(m), as PyTorch 2.15.
  std::string repr() const;
  virtual std::string extra_repr() const { return {}; }
  /// True for ModuleList, whose equal neighbours print as one.
  virtual bool collapses_repeats() const { return false; }

  // ---- the tables, for containers, layers, parser and state code
  // --------------------------------------------
  struct ParameterSlot {
    std::string name;
    Tensor tensor;  ///< Null: a None slot.
  };
  struct BufferSlot {
    std::string name;
    Tensor tensor;
    bool persistent = true;
  };
  struct ChildSlot {
    std::string name;
    Ref<Module> module;
  };
  const std::vector<ParameterSlot>& parameter_slots() const noexcept { return parameters_; }
  const std::vector<BufferSlot>& buffer_slots() const noexcept { return buffers_; }
  const std::vector<ChildSlot>& child_slots() const noexcept { return children_; }
  const Dict& attributes() const noexcept { return *attributes_; }

  /// Own slot's tensor by name, null if the slot is None or absent: what forward() of a layer uses.
  const Tensor& own_parameter(std::string_view name) const noexcept;
  const Tensor& own_buffer(std::string_view name) const noexcept;

  /// For the layer of hooks and state; null if there never was a hook.
  HookTables* hook_tables() const noexcept { return hooks_.load(std::memory_order_acquire); }

  /// After parse(): own tensors are without values; calling before they have some is kRuntime.
  void mark_uninitialized() noexcept;

 protected:
  ~Module() override;

  /// What one overrides. `args`: positional arguments; `kwargs`: a dict or none.
  /// Default: kNotImplemented naming the class.
  virtual Value forward(std::span<const Value> args, const Value& kwargs);
  /// The same for exactly one tensor and no keywords. Default: forward() with it.
  virtual Value forward_one(const Tensor& input);
  /// Draws own parameters as PyTorch's reset_parameters does.
  virtual void reset_parameters() {}
  /// Own keys of an older format, before they are matched and before load hooks (R5.33).
  /// `state_dict` is the loader's own map; `metadata` is null if the map has none for this module;
  /// faults go to the report's kMismatched list.
  virtual void upgrade_state(StateDict& state_dict, const std::string& prefix, const Dict* metadata,
                             LoadReport& report);
  /// For deepcopy(): a new module of the same class and options, whose tables the copy fills. What
  /// it registers by itself is kept, and gets the original's values. The default serves built-in
  /// layers and Module itself; throws kUnsupported for other classes, which override it.
  virtual Ref<Module> clone_shell() const;
  void destroy() noexcept final;

  /// Throws "Class (path): fault", or "Class: fault" at the root of the running call.
  [[noreturn]] void fail_at_path(ErrorCode code, std::string_view fault) const;

  /// Replaces the whole table of children (containers renumber). No hook fires. Checks contexts and
  /// cycles of the modules that are new.
  void set_children(std::vector<ChildSlot> children);
  /// True if `other` is this or a descendant.
  bool contains(const Module& other) const;

 private:
  friend class ModuleSystem;
  friend class StateLoader;
  friend class ConstructionHold;
  friend class DeepCopy;
  friend HookHandle add_hook(Module& module, HookStage stage, Ref<Callback> hook,
                             std::int32_t flags);

  struct Pending;

  Value call_slow(const Tensor* input, const Value& args, const Value& kwargs);
  Value run(Pending& pending);
  void run_pre_hooks(const HookSnapshot& hooks, Pending& pending);
  void run_post_hooks(const HookSnapshot& hooks, std::size_t& started, Pending& pending);
  void run_always_hooks(Pending& pending) noexcept;
  void take_post_hooks(Pending& pending) noexcept;
  void log_swallowed(const char* text) const noexcept;
  void check_callable();
  bool needs_attention() const noexcept;

  void check_slot_name(std::string_view kind, std::string_view name) const;
  void check_new_child(const Module& child, std::string_view name) const;
  void store_parameter(std::string_view name, Tensor parameter);
  void store_buffer(std::string_view name, Tensor buffer, bool persistent);
  void store_child(std::string_view name, Ref<Module> module);
  HookTables& own_hook_tables();
  ParameterSlot* find_parameter(std::string_view name) noexcept;
  BufferSlot* find_buffer(std::string_view name) noexcept;
  ChildSlot* find_child(std::string_view name) noexcept;
  void teardown() noexcept;  // Context::shutdown

  // What a call has to look at before it takes the short way; see needs_attention().
  std::atomic<std::uint32_t> attention_{0};
  bool training_ = true;
  ModuleSystem* system_;
  std::atomic<HookTables*> hooks_{nullptr};  // made at the first registration
  std::string type_name_;
  const LayerInfo* layer_info_ = nullptr;
  std::vector<ParameterSlot> parameters_;
  std::vector<BufferSlot> buffers_;
  std::vector<ChildSlot> children_;
  Ref<Dict> attributes_;
  bool linked_ = false;
  Module* previous_ = nullptr;  // the context's list of live modules
  Module* next_ = nullptr;
};

/// A Value that holds a module; none for null.
Value module_value(const Ref<Module>& module);
/// The module in a Value; throws kType.
Ref<Module> as_module(const Value& value);

/// A layer that takes one tensor and gives one: override `forward(const Tensor&)`.
class UnaryModule : public Module {
 protected:
  using Module::Module;
  virtual Tensor forward(const Tensor& input) = 0;
  /// Throws kType unless there is exactly one positional argument, a tensor, and no keyword.
  Value forward(std::span<const Value> args, const Value& kwargs) final;
  Value forward_one(const Tensor& input) final { return Value(forward(input)); }
};

/// A module whose forward (and optionally extra_repr, extra state, clone) is a callback: the way
/// hosts write their own. Children and parameters are registered from outside, before or after.
class CustomModule final : public Module {
 public:
  CustomModule(std::string_view type_name, Ref<Callback> callback);
  Callback& callback() const noexcept { return *callback_; }
  /// Throws kRuntime if the callback does not answer kGetExtraState (kSetExtraState).
  Value get_extra_state() const override;
  void set_extra_state(const Value& state) override;
  bool has_extra_state() const override;
  bool find_extra_state(Value* state) const override;
  bool takes_extra_state() const override;
  std::string extra_repr() const override;

 protected:
  ~CustomModule() override;
  /// What the callback answers to kClone: a new module, or True for one over the same callback.
  Ref<Module> clone_shell() const override;
  /// kNotImplemented if the callback does not answer; kRuntime if it sets no OUTPUT.
  Value forward(std::span<const Value> args, const Value& kwargs) override;
  Value forward_one(const Tensor& input) override;

 private:
  Value finish(bool answered, Call& call);
  Ref<Callback> callback_;
};

/// A module without forward: what the parser makes of a class it does not know. `arguments` is the
/// printed text between the parentheses, kept for repr.
class UnknownModule final : public Module {
 public:
  UnknownModule(std::string_view type_name, std::string arguments);
  std::string extra_repr() const override { return arguments_; }
  bool collapses_repeats() const override { return collapses_repeats_; }
  /// For a class that prints "(0-2): 3 x …": it derives from ModuleList.
  void set_collapses_repeats(bool collapses) noexcept { collapses_repeats_ = collapses; }

 protected:
  ~UnknownModule() override;
  Ref<Module> clone_shell() const override;
  /// kNotImplemented: "BasicBlock (layer1.0): no forward; export it or register the class".
  Value forward(std::span<const Value> args, const Value& kwargs) override;

 private:
  std::string arguments_;
  bool collapses_repeats_ = false;
};

// ---- context-wide hooks (R4.14, R4.17, R4.46)
// -------------------------------------------------------------
HookHandle register_module_forward_pre_hook(Context& context, Ref<Callback> hook);
HookHandle register_module_forward_hook(Context& context, Ref<Callback> hook,
                                        std::int32_t flags = 0);
HookHandle register_module_parameter_registration_hook(Context& context, Ref<Callback> hook);
HookHandle register_module_buffer_registration_hook(Context& context, Ref<Callback> hook);
HookHandle register_module_module_registration_hook(Context& context, Ref<Callback> hook);
/// Idempotent; unknown ids are ignored.
void remove_hook(Context& context, std::int64_t id);

/// Path of the module whose call is innermost on this thread, relative to the outermost one; "" if
/// none runs. A module that is not below the calling one starts anew.
std::string current_path();

}  // namespace tenon::nn

#endif  // TENON_NN_MODULE_H_
