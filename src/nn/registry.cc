#include "tenon/nn/registry.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "src/base/spin_lock.h"
#include "src/nn/layers/entry.h"
#include "src/nn/layers/layer_list.h"
#include "tenon/nn/containers.h"

namespace tenon::nn {
namespace {

template <class... L>
constexpr std::array<LayerInfo, sizeof...(L)> entries(LayerList<L...>) {
  return {LayerEntry<L>::info()...};
}

constexpr std::array kLayers = entries(Layers());
static_assert(std::is_sorted(kLayers.begin(), kLayers.end(),
                             [](const LayerInfo& a, const LayerInfo& b) {
                               return a.name < b.name;
                             }),
              "layer_list.h is in the order of names");

/// Classes that a context's host added. Look-ups copy out, so that nothing of the host's runs under
/// the lock.
class HostClasses final : public ContextExtension {
 public:
  struct Entry {
    Ref<Callback> callback;  // a class,
    std::string target;      // or an alias of that one
  };

  /// Null if there are none yet and `make` is false.
  static HostClasses* of(Context& context, bool make) {
    ContextExtension* found = context.extension(Context::Slot::kClasses);
    if (found == nullptr && make) {
      found = &context.install_extension(Context::Slot::kClasses, std::make_unique<HostClasses>());
    }
    return static_cast<HostClasses*>(found);
  }

  bool find(std::string_view name, Entry* out) {
    const std::lock_guard<SpinLock> guard(lock_);
    const auto it = entries_.find(name);
    if (it == entries_.end())
      return false;
    *out = it->second;
    return true;
  }
  void set(std::string_view name, Entry entry) {
    std::string key(name);
    const std::lock_guard<SpinLock> guard(lock_);
    std::swap(entries_[std::move(key)], entry);
  }
  void shutdown() noexcept override {
    Entries gone;
    const std::lock_guard<SpinLock> guard(lock_);
    gone.swap(entries_);
  }

 private:
  using Entries = std::map<std::string, Entry, std::less<>>;
  SpinLock lock_;
  Entries entries_;
};

/// Names under which PyTorch prints a class of another name.
std::string_view printed_class(std::string_view name) {
  return name == "NonDynamicallyQuantizableLinear" ? "Linear" : name;
}

bool is_container(std::string_view name) {
  return name == "Sequential" || name == "ModuleList" || name == "ModuleDict";
}

std::vector<Ref<Module>> modules_of(const Value& items) {
  std::vector<Ref<Module>> modules;
  if (!items.is_none()) {
    for (const Value& item : items.as_sequence().items)
      modules.push_back(as_module(item));
  }
  return modules;
}

/// Of a dict, or of a list of pairs.
Named<Ref<Module>> named_modules_of(const Value& named) {
  Named<Ref<Module>> modules;
  if (named.is_sequence()) {
    for (const Value& pair : named.as_sequence().items) {
      modules.emplace_back(std::string(pair.at(0).as_string()), as_module(pair.at(1)));
    }
    return modules;
  }
  for (const Dict::Entry& entry : named.as_dict().entries()) {
    modules.emplace_back(entry.key, as_module(entry.value));
  }
  return modules;
}

/// Sequential(*modules) or Sequential(dict), ModuleList(list), ModuleDict(dict); all may be empty.
Ref<Module> create_container(std::string_view name, const Value& args, const Value& kwargs) {
  if (!kwargs.is_none() && kwargs.count() != 0) {
    fail(ErrorCode::kType, name, ": unknown option '", kwargs.as_dict().entry(0).key, "'");
  }
  const std::int64_t count = args.is_none() ? 0 : args.count();
  if (name != "Sequential" && count > 1) {
    fail(ErrorCode::kType, name, ": takes 1 argument, got ", count);
  }
  const Value first = count > 0 ? args.at(0) : Value();
  if (name == "Sequential") {
    if (count == 1 && first.is_dict())
      return make<Sequential>(named_modules_of(first));
    return make<Sequential>(modules_of(args));
  }
  if (name == "ModuleList")
    return make<ModuleList>(modules_of(first));
  return count == 0 ? make<ModuleDict>() : make<ModuleDict>(named_modules_of(first));
}

Ref<Module> create_of_host(std::string_view name, const Ref<Callback>& callback, const Value& args,
                           const Value& kwargs) {
  Call call(CallKind::kCreate, nullptr);
  call.provide(CallSlot::kName, Value(name));
  call.provide(CallSlot::kArgs, args.is_none() ? Value::tuple({}) : args);
  call.provide(CallSlot::kKwargs, kwargs.is_none() ? Value::dict() : kwargs);
  if (callback->invoke(call) && call.was_set(CallSlot::kValue)) {
    return as_module(call.get(CallSlot::kValue));
  }
  return make<CustomModule>(name, callback);
}

}  // namespace

std::span<const LayerInfo> layers() {
  return kLayers;
}

const LayerInfo* find_layer(std::string_view name) {
  const auto it = std::lower_bound(
      kLayers.begin(), kLayers.end(), name,
      [](const LayerInfo& info, std::string_view wanted) { return info.name < wanted; });
  return it != kLayers.end() && it->name == name ? &*it : nullptr;
}

Ref<Module> create(std::string_view name, const Value& args, const Value& kwargs, bool initialize) {
  HostClasses* const host = HostClasses::of(Context::current(), false);
  std::string resolved(name);
  HostClasses::Entry entry;
  Ref<Module> module;
  // Aliases lead on; register_alias sees to it that they end.
  while (host != nullptr && host->find(resolved, &entry) && !entry.callback) {
    resolved = entry.target;
  }
  if (entry.callback) {
    return create_of_host(name, entry.callback, args, kwargs);
  }
  resolved = printed_class(resolved);
  if (const LayerInfo* info = find_layer(resolved)) {
    module = info->create(args, kwargs, initialize);
  } else if (is_container(resolved)) {
    module = create_container(resolved, args, kwargs);
  } else {
    fail(ErrorCode::kKey, "create: unknown class '", name, "'");
  }
  if (resolved != name)
    module->set_type_name(name);
  return module;
}

void register_class(Context& context, std::string_view name, Ref<Callback> callback) {
  if (name.empty())
    fail(ErrorCode::kKey, "register_class: the name is empty");
  if (!callback)
    fail(ErrorCode::kValue, "register_class: there is no callback for '", name, "'");
  check_context("register_class", context, *callback);
  HostClasses::of(context, true)->set(name, {std::move(callback), {}});
}

void register_alias(Context& context, std::string_view alias, std::string_view target) {
  if (alias.empty())
    fail(ErrorCode::kKey, "register_alias: the name is empty");
  if (!is_known_class(context, target)) {
    fail(ErrorCode::kKey, "register_alias: unknown class '", target, "'");
  }
  HostClasses* const host = HostClasses::of(context, true);
  HostClasses::Entry entry;
  std::string at(target);
  while (at != alias && host->find(at, &entry) && !entry.callback)
    at = entry.target;
  if (at == alias) {
    fail(ErrorCode::kValue, "register_alias: '", alias, "' would be an alias of itself through '",
         target, "'");
  }
  host->set(alias, {nullptr, std::string(target)});
}

const LayerInfo* find_layer(Context& context, std::string_view name) {
  HostClasses* const host = HostClasses::of(context, false);
  HostClasses::Entry entry;
  std::string resolved(name);
  while (host != nullptr && host->find(resolved, &entry)) {
    if (entry.callback)
      return nullptr;
    resolved = entry.target;
  }
  return find_layer(printed_class(resolved));
}

bool is_known_class(Context& context, std::string_view name) {
  HostClasses* const host = HostClasses::of(context, false);
  HostClasses::Entry entry;
  return (host != nullptr && host->find(name, &entry)) ||
         find_layer(printed_class(name)) != nullptr || is_container(name);
}

}  // namespace tenon::nn
