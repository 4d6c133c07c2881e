/// What the words of the `tenon` command share.
#ifndef TENON_TOOLS_TENON_COMMAND_H_
#define TENON_TOOLS_TENON_COMMAND_H_

#include <span>
#include <string>
#include <string_view>

namespace tenon::tool {

/// Exit codes.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;  ///< The file could not be read, or another error.
inline constexpr int kUsage = 2;   ///< The command line is wrong.

/// Thrown for a wrong command line; the text goes to stderr.
struct UsageError {
  std::string text;
};

/// `tenon info [--json] FILE`.
int info(std::span<const std::string_view> arguments);

/// `tenon verify DIR`.
int verify(std::span<const std::string_view> arguments);

/// The text on one line, safe for a terminal: control characters as JSON would write them.
std::string printable(std::string_view text);

}  // namespace tenon::tool

#endif  // TENON_TOOLS_TENON_COMMAND_H_
