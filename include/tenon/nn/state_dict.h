/// StateDict: an ordered map of names to tensors (and extra state), with metadata; LoadReport.
#ifndef TENON_NN_STATE_DICT_H_
#define TENON_NN_STATE_DICT_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tenon/value.h"

namespace tenon::nn {

/// What state_dict() gives and load_state_dict() takes. Order is that of insertion.
class StateDict final : public Object {
 public:
  explicit StateDict(Context& context);

  std::int64_t count() const noexcept { return items_->count(); }
  const std::string& key(std::int64_t i) const { return items_->entry(i).key; }
  const Value& value(std::int64_t i) const { return items_->entry(i).value; }
  /// Null if absent.
  const Value* find(std::string_view key) const noexcept {
    return static_cast<const Dict&>(*items_).find(key);
  }
  /// Throws kKey naming the key.
  const Value& get(std::string_view key) const;
  Tensor tensor(std::string_view key) const { return get(key).as_tensor(); }
  void set(std::string_view key, Value value) { items_->set(key, std::move(value)); }
  bool remove(std::string_view key) { return items_->remove(key); }
  Dict& items() noexcept { return *items_; }
  const Dict& items() const noexcept { return *items_; }

  /// Module path → dict ({"version": 1}); null when the map carries no metadata (R5.8).
  const Ref<Dict>& metadata() const noexcept { return metadata_; }
  void set_metadata(Ref<Dict> metadata) { metadata_ = std::move(metadata); }
  /// Free text pairs of the file it came from or goes to (safetensors' __metadata__).
  Dict& file_metadata() noexcept { return *file_metadata_; }
  const Dict& file_metadata() const noexcept { return *file_metadata_; }

  /// Same tensors, own map (metadata shared by copy).
  Ref<StateDict> copy() const;
  /// Own map and own copies of all tensors: a snapshot that later training does not change.
  Ref<StateDict> clone() const;

 private:
  Ref<Dict> items_;
  Ref<Dict> metadata_;
  Ref<Dict> file_metadata_;
};

/// The numbers are part of the C ABI.
enum class ReportKind : std::int32_t {
  kMissing = 0,
  kUnexpected = 1,
  kMismatched = 2,  ///< Shape or kind differs, or the copy failed: "size mismatch for …".
  kCast = 3,        ///< Loaded with a change of dtype: "key: float64 → float32".
  kTied = 4,        ///< Names of one parameter whose entries differ.
  kAssumed = 5,     ///< What the parser assumed because print hides it.
};
inline constexpr int kReportKindCount = 6;

/// What load_state_dict (and parse) found. Lists are live inside load hooks, which may edit them.
class LoadReport final : public Object {
 public:
  explicit LoadReport(Context& context) : Object(context) {}
  std::vector<std::string>& list(ReportKind kind) { return lists_[static_cast<int>(kind)]; }
  const std::vector<std::string>& list(ReportKind kind) const {
    return lists_[static_cast<int>(kind)];
  }
  bool all_matched() const noexcept {
    return lists_[0].empty() && lists_[1].empty() && lists_[2].empty();
  }
  /// "<All keys matched successfully>" or torch's listing of both key lists.
  std::string to_string() const;

 private:
  std::vector<std::string> lists_[kReportKindCount];
};

struct StateDictOptions {
  std::string prefix;      ///< Put before every key as it is: "foo." gives "foo.weight".
  bool keep_vars = false;  ///< The very parameters and buffers instead of detached tensors.
  /// Filled and returned if given; metadata only if it has some.
  Ref<StateDict> destination = nullptr;
};

struct LoadOptions {
  bool strict = true;         ///< Missing and unexpected keys are an error.
  bool assign = false;        ///< Put the entries themselves into the slots (ties are kept).
  bool partial = false;       ///< Torch's behaviour: keep what was loaded before an error.
  bool strict_dtype = false;  ///< A change of dtype is an error.
  Ref<LoadReport> report;     ///< Filled, also when loading fails; made if null.
};

/// Keys with `prefix` lose it; others stay. Returns how many changed.
std::int64_t strip_prefix(StateDict& state_dict, std::string_view prefix);

}  // namespace tenon::nn

#endif  // TENON_NN_STATE_DICT_H_
