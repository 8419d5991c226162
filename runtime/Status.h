//===- Status.h - errors as values, with the exit code they mean ----------===//
//
// libtritonrt is linked into other people's programs, so nothing in it may throw or exit, and it must not drag LLVM in.
// A Status is what a function says about itself; its kind is the exit code that the tools give for it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace tritonc {

/// The values are the tools' exit codes and those of `tritonrt_status`.
enum class Outcome { Ok = 0, Failed = 1, BadInput = 2, Missing = 3, Internal = 70 };

/// All parts, one after the other.
template <typename... Parts> std::string concat(const Parts &...parts) {
  std::ostringstream os;
  (os << ... << parts);
  return os.str();
}

class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Outcome kind, std::string message) : outcome(kind), text(std::move(message)) {}

  /// A kernel, an API call or a comparison failed.
  template <typename... Parts> static Status failed(const Parts &...parts) {
    return {Outcome::Failed, concat(parts...)};
  }
  /// A file, option or argument is wrong.
  template <typename... Parts> static Status bad(const Parts &...parts) {
    return {Outcome::BadInput, concat(parts...)};
  }
  /// A library, tool or device is not there.
  template <typename... Parts> static Status missing(const Parts &...parts) {
    return {Outcome::Missing, concat(parts...)};
  }

  bool ok() const { return outcome == Outcome::Ok; }
  Outcome kind() const { return outcome; }
  const std::string &message() const { return text; }
  const std::string &hint() const { return hintText; }
  Status withHint(std::string hint) && {
    hintText = std::move(hint);
    return std::move(*this);
  }
  /// Says first where it happened: `argument 'x': ...`.
  Status in(const std::string &context) && {
    text = context + ": " + text;
    return std::move(*this);
  }

private:
  Outcome outcome = Outcome::Ok;
  std::string text, hintText;
};

} // namespace tritonc

/// Leaves the function with the Status of `expr` unless it is ok.
#define TRITONC_TRY(expr)                                                                                              \
  do {                                                                                                                 \
    if (::tritonc::Status tryStatus = (expr); !tryStatus.ok())                                                         \
      return tryStatus;                                                                                                \
  } while (false)
