//===- amdgcn.cpp - what AMD's GPUs can do besides computing ---------------===//
//
// The lanes that take part in an operation are those that are there: they meet (Threads.h).
//===----------------------------------------------------------------------===//
#include "Report.h"
#include "Threads.h"
#include "memory.h"
#include <bit>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

using namespace emu;

namespace {

/// What lies behind a kernel's arguments (code object version 5).
struct ImplicitArguments {
  uint32_t blocks[3];
  uint16_t size[3], remainder[3];
  uint64_t reserved[2];
  uint64_t offset[3];
  uint16_t dimensions;
  char others[54];
  uint32_t dynamicBytes;
  char more[132];
};
static_assert(offsetof(ImplicitArguments, size) == 12 &&
              offsetof(ImplicitArguments, offset) == 40 &&
              offsetof(ImplicitArguments, dimensions) == 64 &&
              offsetof(ImplicitArguments, dynamicBytes) == 120);

/// hsa_kernel_dispatch_packet_t
struct Dispatch {
  uint16_t header, setup, size[3], reserved;
  uint32_t grid[3];
  char more[40];
};

const Size &grid() { return current->grid; }
const Size &size() { return current->block; }

#define MEET(name, value) meet(name, value, place, __builtin_frame_address(0))

} // namespace

extern "C" {

unsigned emu_llvm_amdgcn_workitem_id_x(void) { return self->index.x; }
unsigned emu_llvm_amdgcn_workitem_id_y(void) { return self->index.y; }
unsigned emu_llvm_amdgcn_workitem_id_z(void) { return self->index.z; }
unsigned emu_llvm_amdgcn_workgroup_id_x(void) { return self->block->index.x; }
unsigned emu_llvm_amdgcn_workgroup_id_y(void) { return self->block->index.y; }
unsigned emu_llvm_amdgcn_workgroup_id_z(void) { return self->block->index.z; }
unsigned emu_llvm_amdgcn_wavefrontsize(void) { return current->warpSize; }
unsigned emu_llvm_amdgcn_groupstaticsize(void) { return unsigned(current->sharedBytes); }

const void *emu_llvm_amdgcn_implicitarg_ptr(void) {
  static ImplicitArguments arguments;
  arguments = {{grid().x, grid().y, grid().z},
               {uint16_t(size().x), uint16_t(size().y), uint16_t(size().z)},
               {},
               {},
               {},
               3,
               {},
               uint32_t(current->dynamicBytes),
               {}};
  return &arguments;
}
const void *emu_llvm_amdgcn_dispatch_ptr(void) {
  static Dispatch packet;
  packet = {0,
            3,
            {uint16_t(size().x), uint16_t(size().y), uint16_t(size().z)},
            0,
            {grid().x * size().x, grid().y * size().y, grid().z * size().z},
            {}};
  return &packet;
}
size_t __ockl_get_local_id(unsigned i) {
  return i == 0 ? self->index.x : i == 1 ? self->index.y : self->index.z;
}
size_t __ockl_get_group_id(unsigned i) {
  const Size &index = self->block->index;
  return i == 0 ? index.x : i == 1 ? index.y : index.z;
}
size_t __ockl_get_local_size(unsigned i) {
  return i == 0 ? size().x : i == 1 ? size().y : size().z;
}
size_t __ockl_get_num_groups(unsigned i) {
  return i == 0 ? grid().x : i == 1 ? grid().y : grid().z;
}
size_t __ockl_get_global_size(unsigned i) {
  return __ockl_get_local_size(i) * __ockl_get_num_groups(i);
}
size_t __ockl_get_global_id(unsigned i) {
  return __ockl_get_group_id(i) * __ockl_get_local_size(i) + __ockl_get_local_id(i);
}

void emu_llvm_amdgcn_s_barrier(unsigned place) { waitForBlock(0, 0, false, place, nullptr); }
/// Votes: the numbers are 0 or 1.
int __ockl_wgred_add_i32(int vote) { return int(waitForBlock(0, 0, vote != 0, 0, nullptr)); }
int __ockl_wgred_or_i32(int vote) { return waitForBlock(0, 0, vote != 0, 0, nullptr) != 0; }
int __ockl_wgred_and_i32(int vote) {
  unsigned present, with = waitForBlock(0, 0, vote != 0, 0, &present);
  return with == present;
}
void emu_llvm_amdgcn_wave_barrier(unsigned place) { MEET("wave_barrier", 0); }
void emu_llvm_amdgcn_s_sleep(unsigned) { letOthersRun(); }
uint64_t emu_llvm_amdgcn_s_memtime(void) { return __builtin_readcyclecounter(); }
uint64_t emu_llvm_amdgcn_s_memrealtime(void) { return __builtin_readcyclecounter(); }
void emu_llvm_amdgcn_endpgm(void) { endThread(); }

//===-- lanes ----------------------------------------------------------------===//

unsigned emu_llvm_amdgcn_mbcnt_lo(unsigned mask, unsigned add) {
  unsigned below = self->lane >= 32 ? ~0u : (1u << self->lane) - 1;
  return unsigned(std::popcount(mask & below)) + add;
}
unsigned emu_llvm_amdgcn_mbcnt_hi(unsigned mask, unsigned add) {
  unsigned below = self->lane < 32 ? 0 : (1u << (self->lane - 32)) - 1;
  return unsigned(std::popcount(mask & below)) + add;
}
/// What an absent lane would give is not defined: 0, as the hardware does.
static uint32_t of(unsigned lane) {
  return self->lanes >> lane & 1 ? uint32_t(self->values[lane]) : 0;
}
uint32_t emu_llvm_amdgcn_ds_bpermute(unsigned from, uint32_t value, unsigned place) {
  MEET("ds_bpermute", value);
  return of(from / 4 % current->warpSize);
}
uint32_t emu_llvm_amdgcn_ds_permute(unsigned to, uint32_t value, unsigned place) {
  MEET("ds_permute", uint64_t(to) << 32 | value);
  uint32_t result = 0;
  for (unsigned i = 0; i < current->warpSize; ++i)
    if (self->lanes >> i & 1 &&
        unsigned(self->values[i] >> 32) / 4 % current->warpSize == self->lane)
      result = uint32_t(self->values[i]);
  return result;
}
static uint64_t ballot(void) {
  uint64_t result = 0;
  for (unsigned i = 0; i < current->warpSize; ++i)
    result |= uint64_t(self->lanes >> i & 1 && self->values[i]) << i;
  return result;
}
uint64_t emu_llvm_amdgcn_ballot_i64(unsigned vote, unsigned place) {
  MEET("ballot", vote & 1);
  return ballot();
}
unsigned emu_llvm_amdgcn_ballot_i32(unsigned vote, unsigned place) {
  MEET("ballot", vote & 1);
  return unsigned(ballot());
}
uint32_t emu_llvm_amdgcn_readfirstlane_i32(uint32_t value, unsigned place) {
  MEET("readfirstlane", value);
  return of(unsigned(std::countr_zero(self->lanes)));
}
float emu_llvm_amdgcn_readfirstlane_f32(float value, unsigned place) {
  MEET("readfirstlane", std::bit_cast<uint32_t>(value));
  return std::bit_cast<float>(of(unsigned(std::countr_zero(self->lanes))));
}
uint64_t emu_llvm_amdgcn_readfirstlane_i64(uint64_t value, unsigned place) {
  MEET("readfirstlane", value);
  return self->values[std::countr_zero(self->lanes)];
}
uint32_t emu_llvm_amdgcn_readlane_i32(uint32_t value, unsigned lane, unsigned place) {
  MEET("readlane", value);
  return of(lane % current->warpSize);
}

static bool isIn(const void *pointer, const void *begin, size_t bytes) {
  return uintptr_t(pointer) - uintptr_t(begin) < bytes;
}
unsigned emu_llvm_amdgcn_is_shared(const void *pointer) {
  return isIn(pointer, self->block->shared, current->sharedBytes + 16);
}
unsigned emu_llvm_amdgcn_is_private(const void *pointer) {
  return isIn(pointer, self->fiber.stack.memory, Stacks::size);
}

//===-- memory and text of ROCm's device libraries ---------------------------===//

uint64_t __ockl_dm_alloc(uint64_t bytes) { return uint64_t(uintptr_t(allocateOnHeap(bytes))); }
void __ockl_dm_dealloc(uint64_t address) {
  if (!release(reinterpret_cast<void *>(uintptr_t(address)), "free"))
    stop("free: no allocation begins at %#llx", (unsigned long long)address);
}

/// A text that is being put together: the format, then arguments of 8 bytes each.
struct Text {
  FILE *to = stdout;
  std::string format;
  bool hasFormat = false;
  std::string packed; ///< as the other GPU packs them: ../runtime/memory.cpp prints both
  std::vector<std::string *> strings;
};
static Text &textOf(uint64_t handle) { return *reinterpret_cast<Text *>(handle); }
static uint64_t begin(FILE *to) {
  return reinterpret_cast<uint64_t>(new Text{to, {}, false, {}, {}});
}
static void finish(uint64_t handle) {
  Text &text = textOf(handle);
  printWords(text.to, text.format.c_str(), text.packed.data());
  for (std::string *owned : text.strings)
    delete owned;
  delete &text;
}
uint64_t __ockl_printf_begin(uint64_t) { return begin(stdout); }
uint64_t __ockl_printf_append_string_n(uint64_t handle, const char *data, uint64_t length,
                                       uint32_t isLast) {
  Text &text = textOf(handle);
  if (!text.hasFormat) {
    text.format.assign(data, strnlen(data, length)), text.hasFormat = true;
  } else {
    text.strings.push_back(
        new std::string(data ? data : "(null)", data ? strnlen(data, length) : 6));
    const char *at = text.strings.back()->c_str();
    text.packed.append(reinterpret_cast<const char *>(&at), sizeof at);
  }
  if (isLast)
    finish(handle);
  return handle;
}
// structure: allow parameters, because they are those of the device libraries
uint64_t __ockl_printf_append_args(uint64_t handle, uint32_t count, uint64_t a, uint64_t b,
                                   uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g,
                                   uint32_t isLast) {
  uint64_t words[] = {a, b, c, d, e, f, g};
  textOf(handle).packed.append(reinterpret_cast<const char *>(words), count * sizeof(uint64_t));
  if (isLast)
    finish(handle);
  return handle;
}

uint64_t __ockl_fprintf_stderr_begin(void) { return begin(stderr); }
uint64_t __ockl_fprintf_stdout_begin(void) { return __ockl_printf_begin(0); }
uint64_t __ockl_fprintf_append_string_n(uint64_t handle, const char *data, uint64_t length,
                                        uint32_t isLast) {
  return __ockl_printf_append_string_n(handle, data, length, isLast);
}
// structure: allow parameters, because they are those of the device libraries
uint64_t __ockl_fprintf_append_args(uint64_t handle, uint32_t count, uint64_t a, uint64_t b,
                                    uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g,
                                    uint32_t isLast) {
  return __ockl_printf_append_args(handle, count, a, b, c, d, e, f, g, isLast);
}

} // extern "C"
