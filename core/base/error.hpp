// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The one exception: something cannot be set up. Its text is one line that names the cause and,
// where there is one, the remedy; `main` prints it and exits with exit_status().

#include <string>
#include <system_error>

namespace sluice {

class Error : public std::system_error {
public:
    // `message` is the whole line; the code is for callers that translate it (the C API: -errno).
    Error(std::errc code, std::string message)
        : std::system_error(std::make_error_code(code)), message_(std::move(message)) {}
    Error(std::error_code code, std::string message)
        : std::system_error(code), message_(std::move(message)) {}
    [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

private:
    std::string message_;
};

// Bad command line or port specification: exit status 2 where other errors have 1.
class UsageError : public Error {
public:
    explicit UsageError(std::string message)
        : Error(std::errc::invalid_argument, std::move(message)) {}
};

}  // namespace sluice
