#include "tenon_c/context.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "capi/callback.h"
#include "tenon/host_memory.h"
#include "tenon/nn/registry.h"
#include "tenon/random.h"

using namespace tenon;
using namespace tenon::capi;

namespace {

// The struct as first shipped; later fields are read only if struct_size reaches them.
constexpr std::int32_t kFirstSize = 72;
constexpr std::int32_t kKnownSize = sizeof(tenon_context_options);
static_assert(kKnownSize == 120);
constexpr std::int32_t kMostThreads = 256;
constexpr std::int64_t kDefaultCache = 64 << 20;

/// The options as this library knows them: fields that the caller's struct does not have are zero.
tenon_context_options read_options(const tenon_context_options& options) {
  if (options.struct_size < kFirstSize) {
    fail(ErrorCode::kVersion, "tenon_context_create: struct_size is ", options.struct_size,
         ", at least ", kFirstSize, " is needed");
  }
  tenon_context_options known = {};
  std::memcpy(&known, &options,
              static_cast<std::size_t>(std::min(options.struct_size, kKnownSize)));
  if (options.abi_version >> 16 != TENON_ABI_VERSION >> 16 ||
      options.abi_version > TENON_ABI_VERSION || options.abi_version < 1) {
    fail(ErrorCode::kVersion, "tenon_context_create: the caller wants ABI ",
         options.abi_version >> 16, ".", options.abi_version & 0xffff, ", this library has ",
         TENON_ABI_VERSION >> 16, ".", TENON_ABI_VERSION & 0xffff);
  }
  // Fields of a later version must be unset: this library would not honour them.
  const auto* bytes = reinterpret_cast<const unsigned char*>(&options);
  const bool later = options.struct_size > kKnownSize &&
                     std::any_of(bytes + kKnownSize, bytes + options.struct_size,
                                 [](unsigned char b) { return b != 0; });
  if (later || known.reserved != 0 || known.reserved2 != 0) {
    fail(ErrorCode::kVersion, "tenon_context_create: options sets fields of a later version");
  }
  if ((options.allocate == nullptr) != (options.deallocate == nullptr)) {
    fail(ErrorCode::kValue, "tenon_context_create: allocate and deallocate go together");
  }
  check_flags(options.flags, TENON_CONTEXT_PYTORCH_NAMES);
  if (known.threads < 0 || known.threads > kMostThreads) {
    fail(ErrorCode::kValue, "tenon_context_create: threads is ", known.threads, ", not in 0 … ",
         kMostThreads);
  }
  return known;
}

ThreadOptions thread_options(const tenon_context_options& options) {
  ThreadOptions threads;
  threads.count = std::max(options.threads, 1);
  threads.user_data = options.thread_user_data;
  threads.begin = options.thread_begin;
  threads.end = options.thread_end;
  threads.parallel_for = options.parallel_for;
  if (options.thread_name != nullptr) {
    const std::string_view name = text_argument(options.thread_name, "thread_name");
    name.copy(threads.name, sizeof threads.name - 1);
    threads.name[std::min(name.size(), sizeof threads.name - 1)] = '\0';
  }
  return threads;
}

/// Holds the pieces of a context until it stands.
struct Draft {
  HostMemory* memory = nullptr;
  Context* context = nullptr;
  ~Draft() {
    if (context != nullptr)
      context->release();
    if (memory != nullptr)
      memory->release();
  }
};

std::int64_t sum(const HandleSpace& space) noexcept {
  std::int64_t total = 0;
  for (const auto& live : space.live)
    total += live.load(std::memory_order_relaxed);
  return total - space.live[static_cast<int>(Tag::kContext)].load(std::memory_order_relaxed);
}

}  // namespace

tenon_status tenon_context_create(const tenon_context_options* options,
                                  tenon_context** out_context) {
  return guard(__func__, [&] {
    TENON_OUT(out_context);
    ContextOptions made;
    Draft draft;
    if (options != nullptr) {
      const tenon_context_options known = read_options(*options);
      made.seed = static_cast<std::uint64_t>(known.seed);
      made.cache_bytes =
          known.cache_bytes == 0 ? kDefaultCache : std::max<std::int64_t>(known.cache_bytes, 0);
      made.pytorch_names = (known.flags & TENON_CONTEXT_PYTORCH_NAMES) != 0;
      made.threads = thread_options(known);
      made.log = {known.log_user_data, known.log};
      if (known.allocate != nullptr) {
        draft.memory =
            HostMemory::create(known.allocate, known.deallocate, known.allocator_user_data);
        if (draft.memory == nullptr)
          throw std::bad_alloc();
        made.allocator = draft.memory->allocator();
      }
    }
    // The context itself comes from its own host's memory, never from that of a running call.
    const HostMemory::Scope scope(draft.memory);
    draft.context = Context::create(made);
    auto space = std::make_unique<HandleSpace>(*draft.context, draft.memory);
    draft.memory = nullptr;
    draft.context->install_extension(Context::Slot::kHandles, std::move(space));
    *out_context = reinterpret_cast<tenon_context*>(open_context_handle(*draft.context));
  });
}

void tenon_context_retain(tenon_context* context) {
  retain_handle(context, Tag::kContext);
}
void tenon_context_release(tenon_context* context) {
  release_handle(context, Tag::kContext);
}

tenon_status tenon_context_shutdown(tenon_context* context) {
  return guard(__func__, [&] {
    Entry entry;
    Context& target = entry.any_context(context);
    if (t_state.calls != nullptr) {
      refuse(ErrorCode::kBusy, "context", "cannot be shut down inside a callback");
    }
    target.shutdown();
  });
}

int32_t tenon_context_is_shut_down(tenon_context* context) {
  return look(-1, [&] {
    return checked(context, Tag::kContext, "context").context->is_shut_down() ? 1 : 0;
  });
}

int64_t tenon_context_live(tenon_context* context, int32_t kind) {
  return look(std::int64_t{-1}, [&]() -> std::int64_t {
    Context& target = *checked(context, Tag::kContext, "context").context;
    const HandleSpace& space = HandleSpace::of(target);
    const auto of = [&](Tag tag) {
      return space.live[static_cast<int>(tag)].load(std::memory_order_relaxed);
    };
    switch (kind) {
      case TENON_LIVE_HANDLES:
        return sum(space);
      case TENON_LIVE_TENSORS:
        return of(Tag::kTensor);
      case TENON_LIVE_MODULES:
        return of(Tag::kModule);
      case TENON_LIVE_VALUES:
        return of(Tag::kValue);
      case TENON_LIVE_LISTS:
        return of(Tag::kList);
      case TENON_LIVE_STATE_DICTS:
        return of(Tag::kStateDict);
      case TENON_LIVE_REPORTS:
        return of(Tag::kReport);
      case TENON_LIVE_STRINGS:
        return of(Tag::kString);
      case TENON_LIVE_OPTIMIZERS:
        return of(Tag::kOptimizer);
      case TENON_LIVE_SCHEDULERS:
        return of(Tag::kScheduler);
      case TENON_LIVE_CALLBACKS:
        return space.callbacks.load(std::memory_order_relaxed);
      case TENON_LIVE_BLOCKS:
        return target.live_blocks();
      default:
        return -1;
    }
  });
}

tenon_status tenon_context_trim(tenon_context* context) {
  return guard(__func__, [&] { Entry().any_context(context).trim_cache(); });
}

tenon_status tenon_context_log(tenon_context* context, int32_t level, const char* text) {
  return guard(__func__, [&] {
    Entry entry;
    entry.any_context(context).log(level, text_argument(text, "text"));
  });
}

tenon_status tenon_context_manual_seed(tenon_context* context, int64_t seed) {
  return guard(__func__, [&] {
    Entry entry;
    entry.context(context).generator().manual_seed(static_cast<std::uint64_t>(seed));
  });
}

tenon_status tenon_context_initial_seed(tenon_context* context, int64_t* out_seed) {
  return guard(__func__, [&] {
    TENON_OUT(out_seed);
    Entry entry;
    *out_seed = static_cast<std::int64_t>(entry.context(context).generator().initial_seed());
  });
}

tenon_status tenon_context_rng_state(tenon_context* context, tenon_tensor** out_tensor) {
  return guard(__func__, [&] {
    TENON_OUT(out_tensor);
    Entry entry;
    const Generator& generator = entry.context(context).generator();
    const Tensor state = Tensor::empty({{Generator::kStateBytes}}, DType::kUInt8);
    generator.get_state({state.data<std::uint8_t>(), static_cast<std::size_t>(state.numel())});
    *out_tensor = give(state);
  });
}

tenon_status tenon_context_set_rng_state(tenon_context* context, tenon_tensor* tensor) {
  return guard(__func__, [&] {
    Entry entry;
    Generator& generator = entry.context(context).generator();
    const Tensor state = entry.tensor(tensor).contiguous();
    generator.set_state({state.data<std::uint8_t>(), static_cast<std::size_t>(state.numel())});
  });
}

tenon_status tenon_context_register_class(tenon_context* context, const char* name,
                                          tenon_callback fn, void* user_data,
                                          tenon_destroy_fn destroy) {
  HostData data(user_data, destroy);
  return guard(__func__, [&] {
    Entry entry;
    Context& target = entry.context(context);
    nn::register_class(target, text_argument(name, "name"),
                       host_callback(target, fn, std::move(data)));
  });
}

tenon_status tenon_context_register_alias(tenon_context* context, const char* name,
                                          const char* target) {
  return guard(__func__, [&] {
    Entry entry;
    nn::register_alias(entry.context(context), text_argument(name, "name"),
                       text_argument(target, "target"));
  });
}

int32_t tenon_context_has_class(tenon_context* context, const char* name) {
  return look(-1, [&] {
    Entry entry;
    return nn::is_known_class(entry.context(context), text_argument(name, "name")) ? 1 : 0;
  });
}
