//===- Settings.cpp - the environment, and what is said when all ends ------===//
#include "Settings.h"
#include "Report.h"
#include "Threads.h"
#include <algorithm>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace emu {

static Settings read() {
  Settings settings;
  const char *text = getenv("EMU_SCHED");
  if (text) {
    if (strcmp(text, "rev") == 0)
      settings.order = Order::reversed;
    else if (strncmp(text, "rand:", 5) == 0)
      settings.order = Order::random, settings.seed = unsigned(atoi(text + 5)) * 2654435761u + 1;
    else if (strcmp(text, "straight") != 0)
      stop("EMU_SCHED is '%s'; known are straight, rev and rand:SEED", text);
  } else {
    settings.workers = std::max(1u, std::thread::hardware_concurrency());
  }
  if (const char *text = getenv("EMU_WORKERS"))
    settings.workers = atoi(text) > 0 ? unsigned(atoi(text)) : 1;
  if (const char *text = getenv("EMU_BLOCKS"))
    settings.blocks = atoi(text) > 0 ? unsigned(atoi(text)) : 1;
  if (const char *text = getenv("EMU_STRICT"))
    settings.isStrict = strcmp(text, "0") != 0;
  return settings;
}

const Settings &settings() {
  static const Settings value = read();
  return value;
}

#ifndef EMU_TSAN // which has a handler of its own
static void accessed(int, siginfo_t *what, void *) {
  if (self) {
    uintptr_t below = uintptr_t(self->fiber.stack.memory) - uintptr_t(what->si_addr);
    if (below - 1 < 4096)
      stop("the thread's stack of %zu KiB is full", Stacks::size >> 10);
    stop("access to %p, where no memory is", what->si_addr);
  }
  signal(SIGSEGV, SIG_DFL); // the host's own
}
void watchAccesses() {
  static thread_local char stack[65536];
  stack_t other{};
  other.ss_sp = stack, other.ss_size = sizeof stack;
  struct sigaction action{};
  action.sa_sigaction = accessed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (sigaltstack(&other, nullptr) == 0)
    sigaction(SIGSEGV, &action, nullptr);
}
#else
void watchAccesses() {}
#endif

void stop(const char *format, ...) {
  static std::mutex first; // what others have to say is no news
  first.lock();
  fflush(stdout);
  fprintf(stderr, "gpuemu: ");
  if (self && current)
    fprintf(stderr, "kernel '%s', block (%u,%u,%u), thread (%u,%u,%u): ", current->name,
            self->block->index.x, self->block->index.y, self->block->index.z, self->index.x,
            self->index.y, self->index.z);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\n");
  fflush(stderr);
  _exit(wrongProgram);
}

} // namespace emu
