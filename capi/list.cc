#include "tenon_c/list.h"

#include "capi/handle.h"

using namespace tenon;
using namespace tenon::capi;

namespace {

NameList& look_at(tenon_list* handle) {
  return *static_cast<NameList*>(checked(handle, Tag::kList, "list").object);
}

void require_entry(const NameList& list, std::int64_t index, bool modules) {
  if (list.has_modules() != modules) {
    fail(ErrorCode::kType, "list: it holds ", list.has_modules() ? "modules" : "tensors");
  }
  if (list.name(index) == nullptr) {
    fail(ErrorCode::kIndex, "list: index ", index, " is out of range for ", list.count(),
         " entries");
  }
}

/// The tensor of an entry; null if there is none.
const TensorImpl* find_tensor(tenon_list* handle, std::int64_t index) {
  const NameList& list = look_at(handle);
  if (list.has_modules() || list.name(index) == nullptr)
    return nullptr;
  return list.tensor(index).ref().get();
}

}  // namespace

int64_t tenon_list_count(tenon_list* list) {
  return look(std::int64_t{-1}, [&] { return look_at(list).count(); });
}

const char* tenon_list_name(tenon_list* list, int64_t index) {
  return look(static_cast<const char*>(nullptr), [&] {
    const std::string* name = look_at(list).name(index);
    return name == nullptr ? nullptr : name->c_str();
  });
}

int64_t tenon_list_find(tenon_list* list, const char* name) {
  return look(std::int64_t{-1}, [&] {
    const NameList& names = look_at(list);
    const std::string_view wanted = text_argument(name, "name");
    for (std::int64_t i = 0; i < names.count(); ++i) {
      if (*names.name(i) == wanted)
        return i;
    }
    return std::int64_t{-1};
  });
}

tenon_status tenon_list_tensor(tenon_list* list, int64_t index, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    const Ref<NameList> names = entry.list(list);
    require_entry(*names, index, false);
    *out_tensor = give(names->tensor(index));
  });
}

tenon_status tenon_list_module(tenon_list* list, int64_t index, tenon_module** out_module) {
  return guard(__func__, [&] {
    TENON_OUT(out_module);
    Entry entry;
    const Ref<NameList> names = entry.list(list);
    require_entry(*names, index, true);
    *out_module = give(names->module(index));
  });
}

int32_t tenon_list_dtype(tenon_list* list, int64_t index) {
  return look(0, [&] {
    const TensorImpl* tensor = find_tensor(list, index);
    return tensor == nullptr ? 0 : static_cast<int>(tensor->dtype);
  });
}

int32_t tenon_list_ndim(tenon_list* list, int64_t index) {
  return look(-1, [&] {
    const TensorImpl* tensor = find_tensor(list, index);
    return tensor == nullptr ? -1 : tensor->sizes.ndim();
  });
}

int64_t tenon_list_dim(tenon_list* list, int64_t index, int32_t dim) {
  return look(std::int64_t{-1}, [&]() -> std::int64_t {
    const TensorImpl* tensor = find_tensor(list, index);
    if (tensor == nullptr)
      return -1;
    const int ndim = tensor->sizes.ndim();
    const int at = dim < 0 ? dim + ndim : dim;
    return at < 0 || at >= ndim ? -1 : tensor->sizes[static_cast<std::size_t>(at)];
  });
}

int64_t tenon_list_numel(tenon_list* list, int64_t index) {
  return look(std::int64_t{-1}, [&] {
    const TensorImpl* tensor = find_tensor(list, index);
    return tensor == nullptr ? -1 : tensor->numel;
  });
}

void tenon_list_retain(tenon_list* list) {
  retain_handle(list, Tag::kList);
}
void tenon_list_release(tenon_list* list) {
  release_handle(list, Tag::kList);
}
