//===- Spellings.h - routines of BLAS and LAPACK, however they are spelt ---===//
//
// Problem: one routine has many names. dgemm is `dgemm_` and `dgemm` with all arguments by
// address and perhaps the lengths of its characters behind them, `dgemm_64_` with integers
// of 64 bits, and `cblas_dgemm` with values, enumerations and an order of storage. dgetrf
// is `LAPACKE_dgetrf` with values, letters, an order, and what failed as its result.
//
// Here: one table of routines and one of spellings. A function is a routine if its name is
// spelt so and its signature is that of the spelling. Its caller passes by value
// what all spellings have in common (library/blas/Blas.cpp).
//
// A routine's parameters, a letter each, in the order that all spellings share:
//     o  order of storage, where the spelling has one         t u d s  a flag: transposed,
//     j  another letter: what to compute, which norm
//     n  a size or an increment                                        triangle, diagonal, side
//     a  a number (a complex one always by address)           p  an array
//     b  a real number, where others are complex
//     f  whether it failed: an integer in memory, written; last, and LAPACK's have it
//     w  memory to work in, and k  its size: Fortran's
// Its result is v nothing, r a real number, c a complex one, i an index.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_BLAS_SPELLINGS_H
#define ENZYME_RULES_BLAS_SPELLINGS_H

#include "llvm/IR/Function.h"
#include <optional>
#include <string>

namespace enzyme::blas {

struct Routine {
  llvm::StringLiteral name;  ///< without its precision
  llvm::StringLiteral roles; ///< of its parameters
  char result;
  llvm::StringLiteral precisions = "sd"; ///< that it exists in

  bool isOfLapack() const;
};

/// How the names of one library are made, and how wide its integers are.
struct Family {
  unsigned spelling = 0;
  unsigned integerBits = 32;

  bool isByValue() const;
  bool isLapacke() const;
  /// The library whose bodies stand for it: LAPACKE calls Fortran's routines.
  Family ofBodies() const;
  /// For names of ours.
  std::string tag() const { return std::to_string(spelling) + "." + std::to_string(integerBits); }
};

struct Spelt {
  const Routine *routine = nullptr;
  char precision = 'd'; ///< s or d; of complex numbers c or z
  Family family;

  bool isComplex() const { return precision == 'c' || precision == 'z'; }

  /// Without what the spelling adds: "dgemm", "idamax".
  std::string plainName() const;
  /// The library's name.
  std::string name() const;
};

/// None if it has a body, or its name and signature are not a routine's.
std::optional<Spelt> routineOf(const llvm::Function &function);

/// By its plain name.
std::optional<Spelt> routineCalled(llvm::StringRef plainName, Family family);

/// A declaration as the library's own headers have it.
llvm::FunctionType *typeOf(const Spelt &spelt, llvm::LLVMContext &context);

/// Of complex numbers: a part.
llvm::Type *numberOf(char precision, llvm::LLVMContext &context);

/// Values of the C interface's enumerations for the letters of flags; letters and values.
struct FlagValue {
  char role, letter;
  unsigned value;
};
llvm::ArrayRef<FlagValue> flagValues();

bool isFlag(char role);

} // namespace enzyme::blas
#endif
