//===- Fiber.h - one thread of a GPU, on a stack of its own ----------------===//
//
// All run on one thread of the operating system; one hands over to another by `switchTo`. The
// switch is a few lines of assembly (x86-64; elsewhere the C library's swapcontext, which asks the
// kernel for the signal mask each time).
//===----------------------------------------------------------------------===//
#ifndef GPUEMU_FIBER_H
#define GPUEMU_FIBER_H

#include <cstddef>
#include <vector>

#ifndef __x86_64__
#define EMU_UCONTEXT
#endif
#ifdef EMU_UCONTEXT
#include <ucontext.h>
#endif

namespace emu {

struct Stack {
  char *memory = nullptr;      ///< a page that cannot be touched, then the stack
  void *ofSanitizer = nullptr; ///< ThreadSanitizer's name of the fiber on it
};

struct Fiber {
  Stack stack;
#ifndef EMU_UCONTEXT
  void *pointer = nullptr; ///< where the stack ends while another fiber runs
#else
  ucontext_t context;
#endif
};

/// Memory of the operating system, of which ThreadSanitizer knows nothing old.
char *map(size_t size);
void unmap(char *memory, size_t size);

/// Stacks that are given back are given out again.
class Stacks {
  std::vector<Stack> free;

public:
  static constexpr size_t size = 256 << 10;
  Stack take();
  void giveBack(Stack stack);
};

/// Prepares `fiber` to begin in `entry`, which must never return.
void prepare(Fiber &fiber, void (*entry)());
void switchTo(Fiber &from, Fiber &to);
/// Makes `fiber` that which runs now, on its own stack.
void adopt(Fiber &fiber);

// For ThreadSanitizer: what happens before what.
void published(void *what);
void seen(void *what);

} // namespace emu
#endif
