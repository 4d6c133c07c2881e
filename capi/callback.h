/// HostCallback: a host's `fn, user_data, destroy` as one of the library's callbacks.
#ifndef TENON_CAPI_CALLBACK_H_
#define TENON_CAPI_CALLBACK_H_

#include <utility>

#include "capi/handle.h"
#include "tenon/nn/call.h"
#include "tenon_c/base.h"

namespace tenon::capi {

/// `user_data, destroy` as given to a function: destroyed when the function fails, whatever fails,
/// unless somebody took it over.
class HostData {
 public:
  HostData(void* user_data, tenon_destroy_fn destroy) noexcept
      : user_data_(user_data), destroy_(destroy) {}
  HostData(HostData&& other) noexcept
      : user_data_(other.user_data_), destroy_(std::exchange(other.destroy_, nullptr)) {}
  HostData(const HostData&) = delete;
  HostData& operator=(const HostData&) = delete;
  ~HostData() { destroy(); }

  void* user_data() const noexcept { return user_data_; }
  /// Runs the destroy function now, once.
  void destroy() noexcept;
  /// Gives the destroy function away; the data goes with it.
  tenon_destroy_fn take() noexcept { return std::exchange(destroy_, nullptr); }

 private:
  void* user_data_;
  tenon_destroy_fn destroy_;
};

class HostCallback final : public nn::Callback {
 public:
  HostCallback(Context& context, tenon_callback fn, HostData data);

  tenon_callback fn() const noexcept { return fn_; }
  void* user_data() const noexcept { return data_.user_data(); }

 protected:
  ~HostCallback() override;
  bool run(nn::Call& call) override;
  void dispose() noexcept override;

 private:
  HandleSpace& space_;
  tenon_callback fn_;
  HostData data_;
};

/// Throws BadArgument if `fn` is NULL.
Ref<HostCallback> host_callback(Context& context, tenon_callback fn, HostData&& data);

}  // namespace tenon::capi

#endif  // TENON_CAPI_CALLBACK_H_
