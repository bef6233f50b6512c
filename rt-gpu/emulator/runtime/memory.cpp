//===- memory.cpp - allocations, variables, kernels; what prints -----------===//
#include "memory.h"
#include "Report.h"
#include "Threads.h"
#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace emu {

namespace {
struct Tables {
  std::mutex mutex;
  std::map<uintptr_t, size_t> allocations;
  std::map<uintptr_t, size_t> ofHeap; ///< those that threads made
  size_t heapBytes = 0, heapLimit = SIZE_MAX;
  std::map<Name, Kernel> kernels;
  std::map<Name, Variable> variables;
};
/// Constructors of the program fill them, in any order.
Tables &tables() {
  static Tables *value = new Tables; // lives longer than all that may use it
  return *value;
}
} // namespace

namespace {
/// What kernels ran, of programs that are built to count (gpu2cpu --count).
class Counted {
  std::atomic<uint64_t> instructions{0}, sums{0}, heapBytes{0}, heapCalls{0};

public:
  void add(uint64_t moreInstructions, uint64_t moreSums) {
    instructions.fetch_add(moreInstructions, std::memory_order_relaxed);
    sums.fetch_add(moreSums, std::memory_order_relaxed);
  }
  void allocated(uint64_t bytes) {
    heapBytes.fetch_add(bytes, std::memory_order_relaxed);
    heapCalls.fetch_add(1, std::memory_order_relaxed);
  }
  ~Counted() {
    if (instructions != 0)
      fprintf(stderr,
              "gpuemu: %" PRIu64 " instructions, %" PRIu64 " atomic sums, %" PRIu64
              " allocations of threads of %" PRIu64 " bytes\n",
              instructions.load(), sums.load(), heapCalls.load(), heapBytes.load());
  }
};
Counted &counted() {
  static Counted value;
  return value;
}
} // namespace

void *allocate(size_t size, const char *what) {
  void *memory = nullptr;
  if (posix_memalign(&memory, 256, size ? size : 1) != 0)
    return nullptr;
  memset(memory, 0xff, size);
  std::lock_guard lock(tables().mutex);
  tables().allocations[uintptr_t(memory)] = size;
  (void)what;
  return memory;
}
void *allocateOnHeap(size_t size) {
  {
    std::lock_guard lock(tables().mutex);
    if (size > tables().heapLimit - tables().heapBytes)
      return nullptr;
    tables().heapBytes += size;
  }
  void *memory = allocate(size, "malloc");
  counted().allocated(size);
  std::lock_guard lock(tables().mutex);
  if (memory)
    tables().ofHeap[uintptr_t(memory)] = size;
  else
    tables().heapBytes -= size;
  return memory;
}
void limitHeap(size_t bytes) {
  std::lock_guard lock(tables().mutex);
  tables().heapLimit = std::max(bytes, tables().heapBytes);
}
size_t heapLimit() {
  std::lock_guard lock(tables().mutex);
  constexpr size_t usual = size_t(8) << 20;
  return tables().heapLimit == SIZE_MAX ? usual : tables().heapLimit;
}
bool release(void *memory, const char *what) {
  if (!memory)
    return true;
  {
    std::lock_guard lock(tables().mutex);
    if (auto heap = tables().ofHeap.find(uintptr_t(memory)); heap != tables().ofHeap.end()) {
      tables().heapBytes -= heap->second;
      tables().ofHeap.erase(heap);
    }
    if (tables().allocations.erase(uintptr_t(memory)) == 0)
      return false;
  }
  (void)what;
  free(memory);
  return true;
}
bool isKnown(const void *address, size_t *left) {
  std::lock_guard lock(tables().mutex);
  auto at = tables().allocations.upper_bound(uintptr_t(address));
  if (at != tables().allocations.begin()) {
    --at;
    size_t inside = uintptr_t(address) - at->first;
    if (inside < at->second || (inside == 0 && at->second == 0)) {
      if (left)
        *left = at->second - inside;
      return true;
    }
  }
  for (auto &[name, variable] : tables().variables)
    if (size_t inside = uintptr_t(address) - uintptr_t(variable.address); inside < variable.size) {
      if (left)
        *left = variable.size - inside;
      return true;
    }
  return false;
}
void check(const char *operation, const void *address, size_t size) {
  size_t left;
  if (!isKnown(address, &left))
    stop("%s: %p is not in memory of the GPU", operation, address);
  if (size > left)
    stop("%s: %zu bytes at %p, of which only %zu are in memory of the GPU", operation, size,
         address, left);
}

const Kernel *kernelNamed(const Name &name) {
  auto at = tables().kernels.find(name);
  return at == tables().kernels.end() ? nullptr : &at->second;
}
const Variable *variableNamed(const Name &name) {
  auto at = tables().variables.find(name);
  return at == tables().variables.end() ? nullptr : &at->second;
}

std::string unitOf(const char *binary) {
  constexpr const char ours[] = "gpu-on-cpu:";
  if (strncmp(binary, ours, sizeof ours - 1) != 0)
    stop("an object of this program was compiled for a GPU: compile it with --enzyme-gpu-on-cpu, "
         "too");
  return binary + sizeof ours - 1;
}

//===-- text -----------------------------------------------------------------===//

/// Takes the next argument of a conversion from where the device has packed it: each at its own
/// alignment, or each in a word of 8 bytes.
class Packed {
  const char *at;
  bool areWords;

public:
  Packed(const void *from, bool areWords)
      : at(static_cast<const char *>(from)), areWords(areWords) {}
  template <typename T> T next() {
    if (areWords)
      at = reinterpret_cast<const char *>((uintptr_t(at) + 7) & ~uintptr_t(7));
    at =
        reinterpret_cast<const char *>((uintptr_t(at) + sizeof(T) - 1) & ~uintptr_t(sizeof(T) - 1));
    T value;
    memcpy(&value, at, sizeof value);
    at += sizeof value;
    return value;
  }
};

/// One conversion of a format.
static void printOne(FILE *to, std::string conversion, char kind, bool isLong, Packed &arguments) {
  if (strchr("aAeEfFgG", kind))
    fprintf(to, conversion.c_str(), arguments.next<double>());
  else if (kind == 's')
    fprintf(to, conversion.c_str(), arguments.next<const char *>());
  else if (kind == 'p')
    fprintf(to, conversion.c_str(), arguments.next<void *>());
  else if (isLong)
    fprintf(to, conversion.c_str(), arguments.next<long long>());
  else
    fprintf(to, conversion.c_str(), arguments.next<int>());
}

static int print(FILE *to, const char *format, Packed arguments) {
  int count = 0;
  struct Line { // of one thread of the GPU at a time
    FILE *to;
    explicit Line(FILE *to) : to(to) { flockfile(to); }
    ~Line() { funlockfile(to); }
  } line(to);
  for (const char *at = format; *at; ++at) {
    if (*at != '%') {
      fputc(*at, to);
    } else if (at[1] == '%') {
      fputc('%', to), ++at;
    } else {
      ++at;
      std::string conversion = "%";
      bool isLong = false;
      for (; *at && !strchr("diouxXcaAeEfFgGsp", *at); ++at)
        if (*at == '*')
          conversion += std::to_string(arguments.next<int>());
        else
          isLong |= strchr("ljzt", *at) != nullptr, conversion += *at;
      if (!*at)
        return -1;
      conversion += *at;
      printOne(to, conversion, *at, isLong, arguments), ++count;
    }
  }
  return count;
}

int printWords(FILE *to, const char *format, const void *words) {
  return print(to, format, Packed(words, true));
}

} // namespace emu

using namespace emu;

extern "C" {
void emu_register_kernel(const char *unit, const char *name, void (*run)(void **),
                         uint64_t sharedBytes) {
  tables().kernels[{unit, name}] = {run, size_t(sharedBytes)};
}
void emu_register_variable(const char *unit, const char *name, void *address, uint64_t size) {
  tables().variables[{unit, name}] = {address, size_t(size)};
}

void emu_count(uint64_t instructions, uint64_t sums) { counted().add(instructions, sums); }
int emu_device_vprintf(const char *format, const void *packed) {
  return print(stdout, format, Packed(packed, false));
}
void *emu_device_malloc(uint64_t size) { return allocateOnHeap(size); }
void emu_device_free(void *memory) {
  if (!release(memory, "free"))
    stop("free: no allocation begins at %p", memory);
}
void __assertfail(const void *what, const void *file, unsigned line, const void *function,
                  uint64_t) {
  stop("%s:%u: %s: assertion '%s' failed", static_cast<const char *>(file), line,
       static_cast<const char *>(function), static_cast<const char *>(what));
}
}
