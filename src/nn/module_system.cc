#include "src/nn/module_system.h"

#include <memory>

namespace tenon::nn {
namespace {

// One counter for all contexts, so that an id given to the wrong context hits nothing (R4.1).
constinit std::atomic<std::int64_t> g_last_hook_id{0};

}  // namespace

ModuleSystem& ModuleSystem::of(Context& context) {
  if (context.is_shut_down())
    fail(ErrorCode::kRuntime, "the context was shut down");
  if (ContextExtension* present = context.extension(Context::Slot::kModules))
    return static_cast<ModuleSystem&>(*present);
  return static_cast<ModuleSystem&>(
      context.install_extension(Context::Slot::kModules, std::make_unique<ModuleSystem>()));
}

void ModuleSystem::link(Module& module) {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (shut_down_)
    fail(ErrorCode::kRuntime, module.type_name(), ": the context was shut down");
  module.next_ = modules_;
  if (modules_ != nullptr)
    modules_->previous_ = &module;
  modules_ = &module;
  module.linked_ = true;
}

void ModuleSystem::unlink_locked(Module& module) noexcept {
  if (!module.linked_)
    return;
  module.linked_ = false;
  (module.previous_ != nullptr ? module.previous_->next_ : modules_) = module.next_;
  if (module.next_ != nullptr)
    module.next_->previous_ = module.previous_;
  module.previous_ = module.next_ = nullptr;
}

void ModuleSystem::unlink(Module& module) noexcept {
  const std::lock_guard<std::mutex> guard(mutex_);
  unlink_locked(module);
  if (const HookTables* tables = module.hooks_.load(std::memory_order_acquire))
    forget_ids(*tables);
}

void ModuleSystem::forget_ids(const HookTables& tables) noexcept {
  for (const HookList* list : tables.lists) {
    if (list == nullptr)
      continue;
    for (const HookEntry& entry : list->entries)
      hooks_by_id_.erase(entry.id);
  }
}

void ModuleSystem::link(Callback& callback) {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (shut_down_)
    fail(ErrorCode::kRuntime, "callback: the context was shut down");
  callback.next_ = callbacks_;
  if (callbacks_ != nullptr)
    callbacks_->previous_ = &callback;
  callbacks_ = &callback;
  callback.system_.store(this, std::memory_order_release);
}

void ModuleSystem::unlink(Callback& callback) noexcept {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (callback.system_.load(std::memory_order_relaxed) == nullptr)
    return;
  callback.system_.store(nullptr, std::memory_order_release);
  (callback.previous_ != nullptr ? callback.previous_->next_ : callbacks_) = callback.next_;
  if (callback.next_ != nullptr)
    callback.next_->previous_ = callback.previous_;
  callback.previous_ = callback.next_ = nullptr;
}

std::int64_t ModuleSystem::add_hook(HookTables& tables, HookStage stage, Ref<Callback> callback,
                                    std::int32_t flags) {
  HookList* former = nullptr;
  std::int64_t id = 0;
  // The last reference goes outside the lock, also when there is no memory for the list.
  const Ref<Callback> held = callback;
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (shut_down_)
      fail(ErrorCode::kRuntime, "hook: the context was shut down");
    const HookList* present = tables.lists[static_cast<int>(stage)];
    auto list = std::make_unique<HookList>();
    list->entries.reserve((present == nullptr ? 0 : present->entries.size()) + 1);
    if (present != nullptr)
      list->entries = present->entries;
    id = g_last_hook_id.fetch_add(1, std::memory_order_relaxed) + 1;
    const auto place = (flags & kHookPrepend) != 0 ? list->entries.begin() : list->entries.end();
    list->entries.insert(place, HookEntry{id, flags, std::move(callback)});
    hooks_by_id_.emplace(id, HookPlace{&tables, stage});
    former = tables.exchange(stage, list.release());
  }
  if (former != nullptr)
    former->release();
  return id;
}

void ModuleSystem::copy_hooks(const HookTables& from, HookTables& to,
                              std::vector<std::pair<std::int64_t, std::int64_t>>* ids) {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (shut_down_)
    fail(ErrorCode::kRuntime, "hook: the context was shut down");
  for (int i = 0; i < kHookStageCount; ++i) {
    if (from.lists[i] == nullptr || to.lists[i] != nullptr)
      continue;
    const std::vector<HookEntry>& originals = from.lists[i]->entries;
    auto list = std::make_unique<HookList>();
    list->entries = originals;
    for (HookEntry& entry : list->entries)
      entry.id = g_last_hook_id.fetch_add(1, std::memory_order_relaxed) + 1;
    const HookList& copies = *list;
    // Published first: an id must not outlive the list it is in.
    to.exchange(static_cast<HookStage>(i), list.release());
    for (std::size_t k = 0; k < originals.size(); ++k) {
      hooks_by_id_.emplace(copies.entries[k].id, HookPlace{&to, static_cast<HookStage>(i)});
      if (ids != nullptr)
        ids->emplace_back(originals[k].id, copies.entries[k].id);
    }
  }
}

void ModuleSystem::remove_hook(std::int64_t id) {
  HookList* former = nullptr;
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto found = hooks_by_id_.find(id);
    if (found == hooks_by_id_.end())
      return;
    const HookPlace place = found->second;
    const HookList* present = place.tables->lists[static_cast<int>(place.stage)];
    std::unique_ptr<HookList> list;
    if (present->entries.size() > 1) {
      list = std::make_unique<HookList>();
      list->entries.reserve(present->entries.size() - 1);
      for (const HookEntry& entry : present->entries) {
        if (entry.id != id)
          list->entries.push_back(entry);
      }
    }
    hooks_by_id_.erase(found);
    former = place.tables->exchange(place.stage, list.release());
  }
  former->release();
}

void ModuleSystem::drop_hooks(HookTables& tables) noexcept {
  HookList* former[kHookStageCount];
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    forget_ids(tables);
    for (int i = 0; i < kHookStageCount; ++i)
      former[i] = tables.exchange(static_cast<HookStage>(i), nullptr);
  }
  for (HookList* list : former) {
    if (list != nullptr)
      list->release();
  }
}

void ModuleSystem::shutdown() noexcept {
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    shut_down_ = true;
  }
  drop_hooks(tables_);
  for (;;) {
    Module* module = nullptr;
    bool alive = false;
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      module = modules_;
      if (module == nullptr)
        break;
      unlink_locked(*module);
      alive = module->retain_if_alive();
    }
    if (alive) {
      module->teardown();
      module->release();
    }
  }
  for (;;) {
    Callback* callback = nullptr;
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      callback = callbacks_;
      if (callback == nullptr)
        break;
      callbacks_ = callback->next_;
      if (callbacks_ != nullptr)
        callbacks_->previous_ = nullptr;
      callback->previous_ = callback->next_ = nullptr;
      callback->system_.store(nullptr, std::memory_order_release);
      if (!callback->retain_if_alive())
        callback = nullptr;
    }
    if (callback != nullptr) {
      callback->close();
      callback->release();
    }
  }
}

}  // namespace tenon::nn
