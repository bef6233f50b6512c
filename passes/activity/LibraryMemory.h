//===- LibraryMemory.h - numbers that the library keeps or finds --*- C++ -*-===//
//
// Problem: functions of the library without derivative use memory without shadows. Some keep the
// address of the program's memory (std::ios_base::pword, setvbuf, a stream's buffer) and write
// numbers there, or hand the address out again. What is read through it has no derivative, and
// nothing says so.
//
// Here: such places, for a warning.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ACTIVITY_LIBRARYMEMORY_H
#define ENZYME_ACTIVITY_LIBRARYMEMORY_H

#include "activity/Activity.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace enzyme {

/// What passes between a function of the library and the program.
enum class InLibrary {
  Kept,      ///< the address of numbers that vary, or a function that uses some, is handed over
  Stored,    ///< such an address, or numbers that vary, are stored where its result leads
  Read,      ///< numbers are read there
  Character, ///< a byte of a number that varies goes to a stream, and some come from one
};

struct LibraryMemory {
  const llvm::CallBase *call = nullptr; ///< of the library's function, or of one that calls it
  std::string function;                 ///< the library's, as the source spells it
  InLibrary how = InLibrary::Kept;
};

/// Of the program's functions, by name, the parameters whose addresses come to a function that
/// keeps them: by their numbers, that function. (Functions may be gone by the time one asks.)
using KeptParameters = llvm::StringMap<std::map<unsigned, std::string>>;
KeptParameters findKeptParameters(const llvm::Module &module);

/// Those in `prepared`.
llvm::SmallVector<LibraryMemory, 1>
findInLibrary(llvm::Function &prepared, const DerivativeKey &key, const TypeResults &types,
              CalleeSummaries &callees, const KeptParameters &kept);

} // namespace enzyme
#endif
