//===- Fiber.cpp - stacks and the switch between them ----------------------===//
#include "Fiber.h"
#include "Report.h"
#include <cstdint>
#include <sys/mman.h>

#ifdef EMU_TSAN
extern "C" {
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_acquire(void *address);
void __tsan_release(void *address);
}
#endif

namespace emu {

static constexpr size_t page = 4096, guard = page;

char *map(size_t size) {
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    stop("there is no memory for what threads need");
  return static_cast<char *>(memory);
}
void unmap(char *memory, size_t size) { munmap(memory, size); }

Stack Stacks::take() {
  if (!free.empty()) {
    Stack stack = free.back();
    free.pop_back();
    return stack;
  }
  char *memory = map(guard + size);
  if (mprotect(memory, guard, PROT_NONE) != 0)
    stop("there is no memory for the stacks of the threads");
  return {memory + guard};
}

#ifndef EMU_UCONTEXT
extern "C" void emu_switch(void **save, void *to);
asm(R"(
.text
.globl emu_switch
.type emu_switch, @function
emu_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size emu_switch, .-emu_switch
)");

static void prepareStack(Fiber &fiber, void (*entry)()) {
  auto *top = reinterpret_cast<uintptr_t *>(fiber.stack.memory + Stacks::size);
  *--top = 0; // the entry finds the stack as if it was called
  *--top = reinterpret_cast<uintptr_t>(entry);
  for (int i = 0; i < 6; ++i)
    *--top = 0;
  fiber.pointer = top;
}
static void switchStacks(Fiber &from, Fiber &to) { emu_switch(&from.pointer, to.pointer); }
#else
static void prepareStack(Fiber &fiber, void (*entry)()) {
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.memory;
  fiber.context.uc_stack.ss_size = Stacks::size;
  fiber.context.uc_link = nullptr;
  makecontext(&fiber.context, entry, 0);
}
static void switchStacks(Fiber &from, Fiber &to) { swapcontext(&from.context, &to.context); }
#endif

#ifdef EMU_TSAN
// A thread of the GPU is a thread for the sanitizer, and its stack is new: what others had on it
// does not matter.
void prepare(Fiber &fiber, void (*entry)()) {
  prepareStack(fiber, entry);
  fiber.stack.ofSanitizer = __tsan_create_fiber(0);
}
/// The sanitizer forgets what was on a stack when it is unmapped, in time that grows with its size:
/// only what was used is, and mapped anew.
void Stacks::giveBack(Stack stack) {
  __tsan_destroy_fiber(stack.ofSanitizer);
  unsigned char isUsed[size / page] = {};
  size_t unused = 0;
  if (mincore(stack.memory, size, isUsed) == 0)
    while (unused != size && !(isUsed[unused / page] & 1))
      unused += page;
  char *used = stack.memory + unused;
  unmap(used, size - unused);
  constexpr int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (mmap(used, size - unused, PROT_READ | PROT_WRITE, kind, -1, 0) == used)
    free.push_back(stack);
  else // another thread was faster: what is left of this stack serves no more
    unmap(stack.memory - guard, guard + unused);
}
void switchTo(Fiber &from, Fiber &to) {
  __tsan_switch_to_fiber(to.stack.ofSanitizer, 1); // 1: nothing happens before anything by that
  switchStacks(from, to);
}
void adopt(Fiber &fiber) { fiber.stack.ofSanitizer = __tsan_get_current_fiber(); }
void published(void *what) { __tsan_release(what); }
void seen(void *what) { __tsan_acquire(what); }
#else
void prepare(Fiber &fiber, void (*entry)()) { prepareStack(fiber, entry); }
void Stacks::giveBack(Stack stack) { free.push_back(stack); }
void switchTo(Fiber &from, Fiber &to) { switchStacks(from, to); }
void adopt(Fiber &) {}
void published(void *) {}
void seen(void *) {}
#endif

} // namespace emu
