#include <cstring>
#include <new>

#include "tenon/tensor.h"

namespace tenon {
namespace {

// A storage of ours and its data are one block: the object first, the data on the next cache line.
constexpr std::size_t kDataOffset = (sizeof(Storage) + 63) / 64 * 64;

/// Runs the deleter unless dismissed: the caller's buffer is consumed also when we fail.
class DeleterGuard {
 public:
  DeleterGuard(void* user_data, BufferDeleter deleter) : user_data_(user_data), deleter_(deleter) {}
  DeleterGuard(const DeleterGuard&) = delete;
  DeleterGuard& operator=(const DeleterGuard&) = delete;
  ~DeleterGuard() {
    if (deleter_ != nullptr)
      deleter_(user_data_);
  }
  void dismiss() { deleter_ = nullptr; }

 private:
  void* user_data_;
  BufferDeleter deleter_;
};

}  // namespace

Ref<Storage> Storage::allocate(Context& context, std::int64_t bytes, bool zero) {
  if (bytes < 0 || bytes > INT64_MAX - static_cast<std::int64_t>(kDataOffset)) {
    fail(ErrorCode::kNoMemory, "out of memory: ", bytes, " bytes");
  }
  const std::size_t block_bytes = kDataOffset + static_cast<std::size_t>(bytes);
  char* block = static_cast<char*>(context.allocate_block(block_bytes));
  auto* storage = new (block) Storage(context);
  storage->set_first_reference();
  storage->block_ = block;
  storage->block_bytes_ = block_bytes;
  storage->data_ = block + kDataOffset;
  storage->bytes_ = bytes;
  if (zero && bytes > 0)
    std::memset(storage->data_, 0, static_cast<std::size_t>(bytes));
  return Ref<Storage>::adopt(storage);
}

Ref<Storage> Storage::wrap(Context& context, void* data, std::int64_t bytes, bool read_only,
                           void* user_data, BufferDeleter deleter) {
  DeleterGuard guard(user_data, deleter);
  if (bytes < 0)
    fail(ErrorCode::kValue, "storage: ", bytes, " bytes");
  if (data == nullptr && bytes > 0)
    fail(ErrorCode::kValue, "storage: data is null");
  void* block = context.allocate_block(sizeof(Storage));
  Ref<Storage> storage(new (block) Storage(context));
  storage->block_ = block;
  storage->block_bytes_ = sizeof(Storage);
  storage->data_ = data;
  storage->bytes_ = bytes;
  storage->read_only_ = read_only;
  storage->user_data_ = user_data;
  storage->deleter_ = deleter;
  guard.dismiss();
  return storage;
}

Storage::~Storage() {
  if (deleter_ != nullptr)
    deleter_(user_data_);
}

void Storage::destroy() noexcept {
  Context& context = this->context();
  void* block = block_;
  const std::size_t block_bytes = block_bytes_;
  this->~Storage();
  context.free_block(block, block_bytes);
}

}  // namespace tenon
