#include "tenon/nn/containers.h"

#include <algorithm>

namespace tenon::nn {
namespace {

void add_numbered(Module& container, std::span<const Ref<Module>> modules) {
  std::size_t index = 0;
  for (const Ref<Module>& module : modules)
    container.add_module(concat(index++), module);
}

void add_named(Module& container, const Named<Ref<Module>>& modules) {
  for (const auto& entry : modules)
    container.add_module(entry.first, entry.second);
}

std::vector<std::int64_t> slice_positions(std::int64_t begin, std::int64_t end, std::int64_t step,
                                          std::int64_t count) {
  if (step == 0)
    fail(ErrorCode::kValue, "slice: the step is 0");
  const auto clamp = [&](std::int64_t i) {
    if (i < 0)
      i = i < -count ? -1 : i + count;
    return step > 0 ? std::clamp<std::int64_t>(i, 0, count)
                    : std::clamp<std::int64_t>(i, -1, count - 1);
  };
  // With a negative step INT64_MIN means "down to the first".
  const std::int64_t from = clamp(begin);
  const std::int64_t to = step < 0 && end == INT64_MIN ? -1 : clamp(end);
  std::vector<std::int64_t> positions;
  for (std::int64_t i = from; step > 0 ? i < to : i > to; i += step) {
    positions.push_back(i);
    if (step > count || step < -count)
      break;
  }
  return positions;
}

/// An empty container that goes by the same name, which may be an alias.
template <class Container>
Ref<Module> empty_like(const Container& container) {
  Ref<Module> made = make<Container>();
  made->set_type_name(container.type_name());
  return made;
}

}  // namespace

// ---- ModuleSequence -----------------------------------------------------------------------------

std::size_t ModuleSequence::position(std::int64_t index) const {
  const std::int64_t size = count();
  if (index < -size || index >= size)
    fail(ErrorCode::kIndex, type_name(), ": index ", index, " is out of range for ", size);
  return static_cast<std::size_t>(index < 0 ? index + size : index);
}

Ref<Module> ModuleSequence::get_item(std::int64_t index) const {
  return child_slots()[position(index)].module;
}

void ModuleSequence::set_item(std::int64_t index, Ref<Module> module) {
  const std::string name = child_slots()[position(index)].name;
  add_module(name, std::move(module));
}

void ModuleSequence::renumber(std::vector<ChildSlot> slots) {
  std::size_t index = 0;
  for (ChildSlot& slot : slots)
    slot.name = concat(index++);
  set_children(std::move(slots));
}

void ModuleSequence::delete_item(std::int64_t index) {
  std::vector<ChildSlot> slots = child_slots();
  slots.erase(slots.begin() + static_cast<std::ptrdiff_t>(position(index)));
  renumber(std::move(slots));
}

void ModuleSequence::delete_slice(std::int64_t begin, std::int64_t end, std::int64_t step) {
  std::vector<bool> dropped(child_slots().size());
  for (const std::int64_t i : slice_positions(begin, end, step, count()))
    dropped[static_cast<std::size_t>(i)] = true;
  std::vector<ChildSlot> slots;
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    if (!dropped[i])
      slots.push_back(child_slots()[i]);
  }
  renumber(std::move(slots));
}

Ref<Module> ModuleSequence::pop(std::int64_t index) {
  Ref<Module> module = get_item(index);
  delete_item(index);
  return module;
}

void ModuleSequence::append(Ref<Module> module) {
  // The first free number from the length on: after slicing, "len" may be taken.
  std::int64_t index = count();
  while (has_attribute(concat(index)))
    ++index;
  add_module(concat(index), std::move(module));
}

void ModuleSequence::extend(const std::vector<Ref<Module>>& modules) {
  std::vector<ChildSlot> before = child_slots();
  try {
    for (const Ref<Module>& module : modules)
      append(module);
  } catch (...) {
    set_children(std::move(before));  // all or nothing; these are known, so nothing can fail
    throw;
  }
}

void ModuleSequence::insert_at(std::size_t at, Ref<Module> module) {
  std::vector<ChildSlot> slots = child_slots();
  slots.insert(slots.begin() + static_cast<std::ptrdiff_t>(at),
               ChildSlot{std::string(), std::move(module)});
  renumber(std::move(slots));
}

void ModuleSequence::clear() {
  set_children({});
}

// ---- Sequential ---------------------------------------------------------------------------------

Sequential::Sequential(std::initializer_list<Ref<Module>> modules) : ModuleSequence("Sequential") {
  add_numbered(*this, {modules.begin(), modules.size()});
}

Sequential::Sequential(const std::vector<Ref<Module>>& modules) : ModuleSequence("Sequential") {
  add_numbered(*this, modules);
}

Sequential::Sequential(const Named<Ref<Module>>& modules) : ModuleSequence("Sequential") {
  add_named(*this, modules);
}

Ref<Sequential> Sequential::slice(std::int64_t begin, std::int64_t end, std::int64_t step) const {
  Named<Ref<Module>> picked;
  for (const std::int64_t i : slice_positions(begin, end, step, count())) {
    const ChildSlot& slot = child_slots()[static_cast<std::size_t>(i)];
    picked.emplace_back(slot.name, slot.module);
  }
  return make<Sequential>(picked);
}

void Sequential::insert(std::int64_t index, Ref<Module> module) {
  if (!module)
    fail(ErrorCode::kAssertion, type_name(), ": insert: a module is needed, got none");
  const std::int64_t size = count();
  if (index < -size || index > size)
    fail(ErrorCode::kIndex, type_name(), ": insert: index ", index, " is out of range for ", size);
  insert_at(static_cast<std::size_t>(index < 0 ? index + size : index), std::move(module));
}

Ref<Sequential> Sequential::plus(const Sequential& other) const {
  std::vector<Ref<Module>> all;
  for (const ChildSlot& slot : child_slots())
    all.push_back(slot.module);
  for (const ChildSlot& slot : other.child_slots())
    all.push_back(slot.module);
  return make<Sequential>(all);
}

void Sequential::add_all(const Sequential& other) {
  std::vector<Ref<Module>> added;
  for (const ChildSlot& slot : other.child_slots())
    added.push_back(slot.module);
  extend(added);
}

Ref<Sequential> Sequential::times(std::int64_t times) const {
  if (times <= 0)
    fail(ErrorCode::kValue, type_name(), ": only positive repetitions make sense, not ", times);
  std::vector<Ref<Module>> all;
  for (std::int64_t i = 0; i < times; ++i) {
    for (const ChildSlot& slot : child_slots())
      all.push_back(slot.module);
  }
  return make<Sequential>(all);
}

Ref<Module> Sequential::clone_shell() const {
  return empty_like(*this);
}

Value Sequential::run_from(std::size_t index, Value value) {
  // A child is held while it runs and the table is read anew: hooks may change it.
  while (index < child_slots().size()) {
    const Ref<Module> child = child_slots()[index++].module;
    if (!child)
      fail(ErrorCode::kType, type_name(), ": child ", index - 1, " is none: nothing to call");
    if (value.is_tensor()) {
      const Tensor input = value.take_tensor();
      value = child->call_one(input);
    } else {
      value = child->call(Value::tuple({std::move(value)}), Value());
    }
  }
  return value;
}

Value Sequential::forward(std::span<const Value> args, const Value& kwargs) {
  if (args.size() != 1)
    fail(ErrorCode::kType, type_name(), ": forward takes 1 positional argument, got ", args.size());
  if (kwargs.count() > 0) {
    fail(ErrorCode::kType, type_name(), ": forward got an unexpected keyword argument '",
         kwargs.as_dict().entry(0).key, "'");
  }
  return run_from(0, args[0]);
}

Value Sequential::forward_one(const Tensor& input) {
  return run_from(0, Value(input));
}

// ---- ModuleList ---------------------------------------------------------------------------------

ModuleList::ModuleList(const std::vector<Ref<Module>>& modules) : ModuleSequence("ModuleList") {
  add_numbered(*this, modules);
}

Ref<ModuleList> ModuleList::slice(std::int64_t begin, std::int64_t end, std::int64_t step) const {
  std::vector<Ref<Module>> picked;
  for (const std::int64_t i : slice_positions(begin, end, step, count()))
    picked.push_back(child_slots()[static_cast<std::size_t>(i)].module);
  return make<ModuleList>(picked);
}

void ModuleList::insert(std::int64_t index, Ref<Module> module) {
  const std::int64_t size = count();
  if (index < 0)
    index = index < -size ? 0 : index + size;
  insert_at(static_cast<std::size_t>(std::min(index, size)), std::move(module));
}

Ref<ModuleList> ModuleList::plus(const std::vector<Ref<Module>>& modules) const {
  std::vector<Ref<Module>> all;
  for (const ChildSlot& slot : child_slots())
    all.push_back(slot.module);
  all.insert(all.end(), modules.begin(), modules.end());
  return make<ModuleList>(all);
}

Ref<Module> ModuleList::clone_shell() const {
  return empty_like(*this);
}

// ---- ModuleDict ---------------------------------------------------------------------------------

ModuleDict::ModuleDict(const Named<Ref<Module>>& modules) : Module("ModuleDict") {
  add_named(*this, modules);
}

bool ModuleDict::contains_key(std::string_view key) const noexcept {
  return std::any_of(child_slots().begin(), child_slots().end(),
                     [key](const ChildSlot& slot) { return slot.name == key; });
}

Ref<Module> ModuleDict::get_item(std::string_view key) const {
  for (const ChildSlot& slot : child_slots()) {
    if (slot.name == key)
      return slot.module;
  }
  fail(ErrorCode::kKey, type_name(), ": there is no '", key, "'");
}

void ModuleDict::delete_item(std::string_view key) {
  if (!contains_key(key))
    fail(ErrorCode::kKey, type_name(), ": there is no '", key, "'");
  delete_attribute(key);
}

Ref<Module> ModuleDict::pop(std::string_view key) {
  Ref<Module> module = get_item(key);
  delete_attribute(key);
  return module;
}

std::vector<std::string> ModuleDict::keys() const {
  std::vector<std::string> names;
  names.reserve(child_slots().size());
  for (const ChildSlot& slot : child_slots())
    names.push_back(slot.name);
  return names;
}

void ModuleDict::update(const Named<Ref<Module>>& modules) {
  std::vector<ChildSlot> before = child_slots();
  try {
    for (const auto& entry : modules)
      set_item(entry.first, entry.second);
  } catch (...) {
    set_children(std::move(before));  // all or nothing
    throw;
  }
}

Ref<Module> ModuleDict::clone_shell() const {
  return empty_like(*this);
}

void ModuleDict::clear() {
  set_children({});
}

}  // namespace tenon::nn
