//===- memory.h - the GPU's memory, and what the host may do with it -------===//
#ifndef GPUEMU_MEMORY_H
#define GPUEMU_MEMORY_H

#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>

namespace emu {

/// Memory of `size` bytes, filled with 0xff: numbers that are not there are NaN.
void *allocate(size_t size, const char *what);
/// The same for threads, from the device's heap: null where that would hold more than the program
/// has said (LimitMallocHeapSize).
void *allocateOnHeap(size_t size);
void limitHeap(size_t bytes);
size_t heapLimit();
/// False if no allocation begins there.
bool release(void *memory, const char *what);
/// Ends the program if `size` bytes at `address` leave an allocation in which `address` lies.
void check(const char *operation, const void *address, size_t size);
/// Whether `address` lies in memory of the GPU; `left`: how many bytes there are behind it.
bool isKnown(const void *address, size_t *left = nullptr);

struct Kernel {
  void (*run)(void **);
  size_t sharedBytes;
};
struct Variable {
  void *address;
  size_t size;
};
/// An object of the program, and a name in it.
using Name = std::pair<std::string, std::string>;
const Kernel *kernelNamed(const Name &name);
const Variable *variableNamed(const Name &name);
/// Which object's registrations follow: `binary` is what it has in place of code for a GPU.
std::string unitOf(const char *binary);

/// Prints as printf does, with arguments in words of 8 bytes.
int printWords(FILE *to, const char *format, const void *words);

} // namespace emu
#endif
