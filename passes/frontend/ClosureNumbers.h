//===- ClosureNumbers.h - where a name has numbers of closures -------------===//
//
// Problem: clang numbers closures and unnamed types without linkage for each
// function anew. In `_ZSt3getIZ4meanvE3$_0Z4sumsvE3$_0E…` the two `$_0` are two types,
// so a number says nothing without the function that it belongs to.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_CLOSURENUMBERS_H
#define ENZYME_FRONTEND_CLOSURENUMBERS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace enzyme {

/// A name, mangled by the Itanium C++ ABI (5.1), with the numbers behind `$_` taken out.
struct NumberedName {
  struct Number {
    std::string digits;
    std::string scope; ///< the function it is counted in, demangled; empty: the whole file
  };
  std::string text; ///< "$_" stays where a number was
  llvm::SmallVector<Number, 2> numbers;
};

/// Numbers of a name that cannot be demangled count in the whole file.
NumberedName takeApart(llvm::StringRef name);

} // namespace enzyme
#endif
