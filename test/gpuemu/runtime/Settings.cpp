//===- Settings.cpp - the environment, and what is said when all ends ------===//
#include "Settings.h"
#include "Report.h"
#include "Threads.h"
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace emu {

static Settings read() {
  Settings settings;
  if (const char *text = getenv("EMU_SCHED")) {
    if (strcmp(text, "rev") == 0)
      settings.order = Order::reversed;
    else if (strncmp(text, "rand:", 5) == 0)
      settings.order = Order::random, settings.seed = unsigned(atoi(text + 5)) * 2654435761u + 1;
    else if (strcmp(text, "straight") != 0)
      stop("EMU_SCHED is '%s'; known are straight, rev and rand:SEED", text);
  }
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

void stop(const char *format, ...) {
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
