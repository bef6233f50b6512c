//===- Run.cpp - becoming clang -------------------------------------------===//
//
// The driver replaces itself by clang or flang: exit codes, signals, standard input and
// job control are clang's own. Arguments travel as an array, never as a shell
// string, so that every character of a path survives.
//===----------------------------------------------------------------------===//
#include "Jobs.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace enzyme::driver {
namespace {

// Passes of LLVM make and drop small objects in larger numbers than glibc's malloc keeps at
// hand (7 of each size), and an eighth of a compilation went into giving them back one by one.
// With as many as glibc allows, and in huge pages, compilations with large derivatives take a
// tenth less than with 4096. A value that the user has set stays.
void keepFreedMemoryAtHand() {
  setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=65535:glibc.malloc.hugetlb=1",
         /*overwrite=*/0);
}

} // namespace

int execute(const Backend &backend, const Line &line, const char *ourName) {
  // A backend that is a script may call us again; say so instead of looping.
  constexpr const char *Guard = "ENZYME_CLANG_INSIDE";
  if (backend.fromEnvironment) {
    if (std::getenv(Guard)) {
      std::fprintf(stderr, "%s: error: %s leads back to this compiler\n", ourName,
                   backend.variable);
      return 1;
    }
    setenv(Guard, "1", 1);
  }
  keepFreedMemoryAtHand();
  std::vector<char *> words;
  for (const std::string &word : line)
    words.push_back(const_cast<char *>(word.c_str())); // execv's signature is older than const
  words.push_back(nullptr);
  execv(words[0], words.data());
  std::fprintf(stderr, "%s: error: cannot run %s: %s\n", ourName, words[0], std::strerror(errno));
  return 127;
}

} // namespace enzyme::driver
