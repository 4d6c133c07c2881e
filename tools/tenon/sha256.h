/// SHA-256 (FIPS 180-4), to compare tensors with what other programs hold. Here because one hash is
/// no reason for a cryptography library.
#ifndef TENON_TOOLS_TENON_SHA256_H_
#define TENON_TOOLS_TENON_SHA256_H_

#include <cstddef>
#include <string>

namespace tenon::tool {

/// 64 lower-case hexadecimal digits.
std::string sha256_hex(const void* data, std::size_t bytes);

}  // namespace tenon::tool

#endif  // TENON_TOOLS_TENON_SHA256_H_
