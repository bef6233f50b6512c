//===- Threads.h - blocks, warps and threads of a launch -------------------===//
//
// What runs: some blocks of the grid at a time (one, unless blocks may wait for each other), each
// thread on a fiber. Each worker, a thread of the CPU, has blocks of its own. A thread of the GPU
// runs until it ends, or waits: for its block (barriers), for lanes of its warp that it names
// (`gather`), or for those that happen to be there (`meet`).
//===----------------------------------------------------------------------===//
#ifndef GPUEMU_THREADS_H
#define GPUEMU_THREADS_H

#include "Fiber.h"
#include <cstdint>

namespace emu {

struct Size {
  unsigned x, y, z;
  uint64_t count() const { return uint64_t(x) * y * z; }
};

struct Block;
struct Warp;
constexpr unsigned widest = 64; ///< lanes of the widest warp

enum class Waits : uint8_t { no, barrier, gather, meet, ended };

struct Thread {
  Fiber fiber;
  Block *block = nullptr;
  Warp *warp = nullptr;
  Size index{};
  unsigned lane = 0;
  bool isStarted = false;
  Waits waits = Waits::no;
  // Of a wait:
  const char *operation = "";
  unsigned place = 0;  ///< where in the program
  uintptr_t depth = 0; ///< how much of the stack is in use there
  // Calls that are in progress in which lanes may meet, by their places in the program.
  static constexpr unsigned mostCalls = 32;
  unsigned calls[mostCalls];
  unsigned callCount = 0;
  unsigned barrier = 0, wanted = 0;
  uint64_t mask = 0, value = 0;
  // What a wait gave:
  uint64_t lanes = 0;      ///< which lanes were there
  uint64_t values[widest]; ///< what they brought
  // For ThreadSanitizer: what was done before the last operations of a warp, in turns, so that one
  // who is already at the next does not tell of what it did since.
  char done[2] = {};
  unsigned operations = 0;
  uint64_t turns = 0; ///< of each lane, at the operation
};

struct Warp {
  Thread *lanes[widest] = {};
  unsigned live = 0;    ///< lanes that have not ended
  unsigned running = 0; ///< of these, those that wait for nothing
};

struct Block {
  Size index{};
  unsigned live = 0;
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::vector<Thread *> atBarrier;
  char done[16][2] = {}; ///< as those of threads, for each barrier
  unsigned barriers[16] = {};
  char *shared = nullptr;
  size_t sharedSize = 0;
  Block() = default;
  Block(const Block &) = delete;
  ~Block() {
    if (shared)
      unmap(shared, sharedSize);
  }
};

struct Launch {
  void (*kernel)(void **);
  const char *name;
  void **arguments;
  Size grid, block;
  size_t sharedBytes, dynamicBytes; ///< of a block: all, and what the launch asks for
  bool isCooperative;
  unsigned warpSize;
};

extern thread_local Thread *self; ///< the thread that runs here; null on the host
extern const Launch *current;     ///< the launch that runs

void run(const Launch &launch);

// What a thread does:
void letOthersRun(); ///< lets others go on
void endThread();
/// Waits until `wanted` threads of the block (0: all that have not ended) are at barrier `id`, and
/// gives the number of those that brought a `value` other than 0; `present`: how many came.
unsigned waitForBlock(unsigned id, unsigned wanted, bool value, unsigned place, unsigned *present);
/// Waits until the lanes of `mask` are here, too; then self->values has what each brought.
void gather(const char *operation, uint64_t mask, uint64_t value);
/// Waits until no lane of the warp can go on, then meets those that are at the same place.
void meet(const char *operation, uint64_t value, unsigned place, const void *frame);

} // namespace emu
#endif
