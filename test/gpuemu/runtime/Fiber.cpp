//===- Fiber.cpp - stacks and the switch between them ----------------------===//
#include "Fiber.h"
#include "Report.h"
#include <cstdint>
#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define EMU_TSAN 1
#endif
#endif

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

Stack Stacks::take() {
  if (!free.empty()) {
    Stack stack = free.back();
    free.pop_back();
    return stack;
  }
  constexpr size_t guard = 4096;
  void *memory = mmap(nullptr, guard + size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory, guard, PROT_NONE) != 0)
    stop("there is no memory for the stacks of the threads");
  return {static_cast<char *>(memory) + guard};
}

#if defined(__x86_64__)
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
// A thread of the GPU is a thread for the sanitizer: it begins anew on a stack that was used.
__attribute__((no_sanitize("thread"))) void prepare(Fiber &fiber, void (*entry)()) {
  prepareStack(fiber, entry);
  if (fiber.stack.ofSanitizer)
    __tsan_destroy_fiber(fiber.stack.ofSanitizer);
  fiber.stack.ofSanitizer = __tsan_create_fiber(0);
}
__attribute__((no_sanitize("thread"), disable_sanitizer_instrumentation)) void switchTo(Fiber &from,
                                                                                        Fiber &to) {
  __tsan_switch_to_fiber(to.stack.ofSanitizer, 1); // 1: nothing happens before anything by that
  switchStacks(from, to);
}
void adopt(Fiber &fiber) { fiber.stack.ofSanitizer = __tsan_get_current_fiber(); }
void published(void *what) { __tsan_release(what); }
void seen(void *what) { __tsan_acquire(what); }
#else
void prepare(Fiber &fiber, void (*entry)()) { prepareStack(fiber, entry); }
void switchTo(Fiber &from, Fiber &to) { switchStacks(from, to); }
void adopt(Fiber &) {}
void published(void *) {}
void seen(void *) {}
#endif

} // namespace emu
