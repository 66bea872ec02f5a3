// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Watches code that must end the process.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>

#include "core/os/file_descriptor.hpp"

namespace sluice::tests {

// Runs `action` in a child and says what it wrote to stderr before it aborted; "alive" where it did
// not abort.
template <class Action>
[[nodiscard]] std::string last_words(Action action) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return "no pipe";
    os::FileDescriptor reader(ends[0]);
    os::FileDescriptor writer(ends[1]);
    const pid_t child = ::fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);  // Catch2's would report the parent's test as failed
        const rlimit no_core{};
        ::setrlimit(RLIMIT_CORE, &no_core);
        ::dup2(writer.get(), STDERR_FILENO);
        action();
        ::_exit(EXIT_SUCCESS);
    }
    writer = os::FileDescriptor();
    std::string words;
    std::array<char, 256> piece{};
    for (ssize_t got = 0; (got = ::read(reader.get(), piece.data(), piece.size())) > 0;)
        words.append(piece.data(), static_cast<std::size_t>(got));
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? words : "alive";
}

}  // namespace sluice::tests
