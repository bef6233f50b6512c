//===- nvptx.cpp - what NVIDIA's GPUs can do besides computing -------------===//
//
// The names are those of LLVM's intrinsics (../retarget/Intrinsics.cpp).
//===----------------------------------------------------------------------===//
#include "Report.h"
#include "Threads.h"
#include <bit>
#include <chrono>
#include <cstring>

using namespace emu;

extern "C" {

//===-- who am I -------------------------------------------------------------===//

#define REGISTER(name, value)                                                                      \
  unsigned emu_llvm_nvvm_read_ptx_sreg_##name(void) { return value; }
REGISTER(tid_x, self->index.x)
REGISTER(tid_y, self->index.y)
REGISTER(tid_z, self->index.z)
REGISTER(ntid_x, current->block.x)
REGISTER(ntid_y, current->block.y)
REGISTER(ntid_z, current->block.z)
REGISTER(ctaid_x, self->block->index.x)
REGISTER(ctaid_y, self->block->index.y)
REGISTER(ctaid_z, self->block->index.z)
REGISTER(nctaid_x, current->grid.x)
REGISTER(nctaid_y, current->grid.y)
REGISTER(nctaid_z, current->grid.z)
REGISTER(laneid, self->lane)
REGISTER(warpsize, current->warpSize)
REGISTER(warpid, unsigned(self->warp - self->block->warps.data()))
REGISTER(nwarpid, unsigned(self->block->warps.size()))
REGISTER(smid, 0)
REGISTER(nsmid, 1)
REGISTER(gridid, 1)
REGISTER(lanemask_eq, 1u << self->lane)
REGISTER(lanemask_lt, (1u << self->lane) - 1)
REGISTER(lanemask_le, (2u << self->lane) - 1)
REGISTER(lanemask_gt, ~((2u << self->lane) - 1))
REGISTER(lanemask_ge, ~((1u << self->lane) - 1))
REGISTER(dynamic_smem_size, unsigned(current->dynamicBytes))
// Where a grid's workspace lies: nowhere, since no launch is cooperative.
REGISTER(envreg1, 0)
REGISTER(envreg2, 0)
static uint64_t nanoseconds() {
  return uint64_t(std::chrono::steady_clock::now().time_since_epoch() /
                  std::chrono::nanoseconds(1));
}
REGISTER(clock, unsigned(nanoseconds()))
uint64_t emu_llvm_nvvm_read_ptx_sreg_clock64(void) { return nanoseconds(); }
uint64_t emu_llvm_nvvm_read_ptx_sreg_globaltimer(void) { return nanoseconds(); }

void *emu_shared(uint64_t offset) {
  uintptr_t memory = (reinterpret_cast<uintptr_t>(self->block->shared) + 15) & ~uintptr_t(15);
  return reinterpret_cast<char *>(memory) + offset;
}
/// Where the system keeps barriers of tiles that are larger than a warp, which are not there: to
/// use it is a bad access.
uint64_t emu_reserved_shared(void) { return 0; }
void emu_yield(void) { letOthersRun(); }
void emu_trap(void) { stop("the kernel traps"); }
void emu_llvm_trap(void) { emu_trap(); }
void emu_exit(void) { endThread(); }
/// The place of the offset-th bit that is set in `mask`, from `base` upwards or downwards.
int emu_llvm_nvvm_fns(unsigned mask, unsigned base, int offset) {
  constexpr int bits = 32, none = -1;
  int step = offset < 0 ? -1 : 1, left = offset == 0 ? 1 : offset * step;
  for (int at = int(base); at >= 0 && at < bits; at += step) {
    if (mask >> at & 1 && --left == 0)
      return at;
    if (offset == 0)
      break;
  }
  return none;
}
void emu_llvm_nvvm_exit(void) { endThread(); }
void emu_unknown_assembly(const char *text) {
  stop("the emulator does not know this assembly: %s", text);
}

//===-- barriers and fences --------------------------------------------------===//

void emu_llvm_nvvm_barrier_cta_sync_aligned_all(unsigned id, unsigned place) {
  waitForBlock(id, 0, false, place, nullptr);
}
void emu_llvm_nvvm_barrier_cta_sync_all(unsigned id) { waitForBlock(id, 0, false, 0, nullptr); }
void emu_llvm_nvvm_barrier_cta_sync_aligned_count(unsigned id, unsigned count, unsigned place) {
  waitForBlock(id, count, false, place, nullptr);
}
void emu_llvm_nvvm_barrier_cta_sync_count(unsigned id, unsigned count) {
  waitForBlock(id, count, false, 0, nullptr);
}
unsigned emu_llvm_nvvm_barrier_cta_red_popc_aligned_all(unsigned id, unsigned value,
                                                        unsigned place) {
  return waitForBlock(id, 0, value, place, nullptr);
}
unsigned emu_llvm_nvvm_barrier_cta_red_or_aligned_all(unsigned id, unsigned value, unsigned place) {
  return waitForBlock(id, 0, value, place, nullptr) != 0;
}
unsigned emu_llvm_nvvm_barrier_cta_red_and_aligned_all(unsigned id, unsigned value,
                                                       unsigned place) {
  unsigned present, with = waitForBlock(id, 0, value, place, &present);
  return with == present;
}
unsigned emu_llvm_nvvm_barrier_cta_red_popc_all(unsigned id, unsigned value) {
  return waitForBlock(id, 0, value, 0, nullptr);
}
unsigned emu_llvm_nvvm_barrier_cta_red_or_all(unsigned id, unsigned value) {
  return waitForBlock(id, 0, value, 0, nullptr) != 0;
}
unsigned emu_llvm_nvvm_barrier_cta_red_and_all(unsigned id, unsigned value) {
  unsigned present, with = waitForBlock(id, 0, value, 0, &present);
  return with == present;
}
void emu_llvm_nvvm_membar_cta(void) {}
void emu_llvm_nvvm_membar_gl(void) {}
void emu_llvm_nvvm_membar_sys(void) {}
void emu_llvm_nvvm_fence_sc_cluster(void) {}
void emu_llvm_nvvm_bar_warp_sync(unsigned mask) { gather("__syncwarp", mask, 0); }
void emu_llvm_nvvm_nanosleep(unsigned) { letOthersRun(); }

//===-- lanes of a warp ------------------------------------------------------===//

unsigned emu_activemask(unsigned place) {
  meet("activemask", 0, place, __builtin_frame_address(0));
  return unsigned(self->lanes);
}
unsigned emu_llvm_nvvm_activemask(unsigned place) {
  meet("activemask", 0, place, __builtin_frame_address(0));
  return unsigned(self->lanes);
}

enum class Shuffle { index, up, down, xor_ };
// structure: allow parameters, because they are those of the instruction
/// As PTX says it: `control` has the size of the segments and the last lane.
static uint32_t shuffle(Shuffle kind, unsigned mask, uint32_t value, unsigned by, unsigned control,
                        bool *isValid) {
  static const char *const names[] = {"shfl.idx", "shfl.up", "shfl.down", "shfl.bfly"};
  gather(names[int(kind)], mask, value);
  unsigned lane = self->lane, segment = control >> 8 & 31, clamp = control & 31;
  by &= 31;
  int last = int((lane & segment) | (clamp & ~segment)), first = int(lane & segment), from = 0;
  bool isInside = false;
  switch (kind) {
  case Shuffle::up:
    from = int(lane) - int(by), isInside = from >= last;
    break;
  case Shuffle::down:
    from = int(lane + by), isInside = from <= last;
    break;
  case Shuffle::xor_:
    from = int(lane ^ by), isInside = from <= last;
    break;
  case Shuffle::index:
    from = first | int(by & ~segment), isInside = from <= last;
    break;
  }
  if (isValid)
    *isValid = isInside;
  if (!isInside)
    return value;
  if (!(self->lanes >> from & 1))
    stop("%s: lane %u reads lane %d, which is not there", names[int(kind)], lane, from);
  return uint32_t(self->values[from]);
}
static float real(uint32_t bits) { return std::bit_cast<float>(bits); }
static uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
#define SHUFFLE(name, kind)                                                                        \
  uint32_t emu_llvm_nvvm_shfl_sync_##name##_i32(unsigned m, uint32_t v, unsigned b, unsigned c) {  \
    return shuffle(kind, m, v, b, c, nullptr);                                                     \
  }                                                                                                \
  float emu_llvm_nvvm_shfl_sync_##name##_f32(unsigned m, float v, unsigned b, unsigned c) {        \
    return real(shuffle(kind, m, bits(v), b, c, nullptr));                                         \
  }                                                                                                \
  void emu_llvm_nvvm_shfl_sync_##name##_i32p(unsigned m, uint32_t v, unsigned b, unsigned c,       \
                                             uint32_t *to, uint32_t *isValid) {                    \
    bool is = false;                                                                               \
    *to = shuffle(kind, m, v, b, c, &is), *isValid = is;                                           \
  }                                                                                                \
  void emu_llvm_nvvm_shfl_sync_##name##_f32p(unsigned m, float v, unsigned b, unsigned c,          \
                                             float *to, uint32_t *isValid) {                       \
    bool is = false;                                                                               \
    *to = real(shuffle(kind, m, bits(v), b, c, &is)), *isValid = is;                               \
  }
SHUFFLE(idx, Shuffle::index)
SHUFFLE(up, Shuffle::up)
SHUFFLE(down, Shuffle::down)
SHUFFLE(bfly, Shuffle::xor_)

/// The lanes that brought what `isLike` says.
extern "C++" template <typename Is> static unsigned lanesWith(Is is) {
  unsigned result = 0;
  for (unsigned i = 0; i < 32; ++i)
    if (self->lanes >> i & 1 && is(self->values[i]))
      result |= 1u << i;
  return result;
}
static unsigned voters(const char *name, unsigned mask, unsigned vote) {
  gather(name, mask, vote & 1);
  return lanesWith([](uint64_t value) { return value != 0; });
}
unsigned emu_llvm_nvvm_vote_ballot_sync(unsigned mask, unsigned vote) {
  return voters("vote.ballot", mask, vote);
}
unsigned emu_llvm_nvvm_vote_any_sync(unsigned mask, unsigned vote) {
  return voters("vote.any", mask, vote) != 0;
}
unsigned emu_llvm_nvvm_vote_all_sync(unsigned mask, unsigned vote) {
  return voters("vote.all", mask, vote) == unsigned(self->lanes);
}
unsigned emu_llvm_nvvm_vote_uni_sync(unsigned mask, unsigned vote) {
  unsigned with = voters("vote.uni", mask, vote);
  return with == 0 || with == unsigned(self->lanes);
}
static unsigned alike(const char *name, unsigned mask, uint64_t value) {
  gather(name, mask, value);
  return lanesWith([&](uint64_t other) { return other == value; });
}
unsigned emu_llvm_nvvm_match_any_sync_i32(unsigned mask, uint32_t value) {
  return alike("match.any", mask, value);
}
unsigned emu_llvm_nvvm_match_any_sync_i64(unsigned mask, uint64_t value) {
  return alike("match.any", mask, value);
}
static void matchAll(unsigned mask, uint64_t value, unsigned *lanes, unsigned *areAll) {
  *areAll = alike("match.all", mask, value) == unsigned(self->lanes);
  *lanes = *areAll ? unsigned(self->lanes) : 0;
}
void emu_llvm_nvvm_match_all_sync_i32p(unsigned mask, uint32_t value, unsigned *lanes,
                                       unsigned *areAll) {
  matchAll(mask, value, lanes, areAll);
}
void emu_llvm_nvvm_match_all_sync_i64p(unsigned mask, uint64_t value, unsigned *lanes,
                                       unsigned *areAll) {
  matchAll(mask, value, lanes, areAll);
}

extern "C++" template <typename T, typename Op>
static T reduce(const char *name, unsigned mask, T value, Op op) {
  gather(name, mask, uint64_t(uint32_t(value)));
  bool isFirst = true;
  T result{};
  for (unsigned i = 0; i < 32; ++i)
    if (self->lanes >> i & 1)
      result = isFirst ? T(self->values[i]) : op(result, T(self->values[i])), isFirst = false;
  return result;
}
#define REDUCE(name, T, expression)                                                                \
  T emu_llvm_nvvm_redux_sync_##name(T value, unsigned mask) {                                      \
    return reduce<T>("redux." #name, mask, value, [](T a, T b) -> T { return expression; });       \
  }
REDUCE(add, uint32_t, a + b)
REDUCE(and, uint32_t, a &b)
REDUCE(or, uint32_t, a | b)
REDUCE(xor, uint32_t, a ^ b)
REDUCE(min, int32_t, a < b ? a : b)
REDUCE(max, int32_t, a > b ? a : b)
REDUCE(umin, uint32_t, a < b ? a : b)
REDUCE(umax, uint32_t, a > b ? a : b)

//===-- kinds of memory ------------------------------------------------------===//

static bool isIn(const void *pointer, const void *begin, size_t size) {
  return uintptr_t(pointer) - uintptr_t(begin) < size;
}
unsigned emu_llvm_nvvm_isspacep_local(const void *pointer) {
  return isIn(pointer, self->fiber.stack.memory, Stacks::size);
}
unsigned emu_llvm_nvvm_isspacep_shared(const void *pointer) {
  return isIn(pointer, self->block->shared, current->sharedBytes + 16);
}
unsigned emu_llvm_nvvm_isspacep_const(const void *) { return 0; }
unsigned emu_llvm_nvvm_isspacep_global(const void *pointer) {
  return !emu_llvm_nvvm_isspacep_local(pointer) && !emu_llvm_nvvm_isspacep_shared(pointer);
}

} // extern "C"
