//===- NamedMemory.h - arguments that are global variables --------*- C++ -*-===//
#ifndef ENZYME_REQUEST_NAMEDMEMORY_H
#define ENZYME_REQUEST_NAMEDMEMORY_H

#include "llvm/IR/Value.h"
#include <optional>
#include <string>

namespace enzyme {

/// What an argument is the address of: a global variable, or what one leads to.
struct NamedMemory {
  std::string variable;
  uint64_t offset = 0;  ///< in the variable: of what is passed, or of the pointer that leads there
  bool isLedTo = false; ///< by a pointer in the variable, such as that of an allocatable array
};

/// Nothing where the pointer is, or may be, something else.
std::optional<NamedMemory> namedMemoryOf(const llvm::Value &pointer,
                                         const llvm::DataLayout &layout);

} // namespace enzyme
#endif
