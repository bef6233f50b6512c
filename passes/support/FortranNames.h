//===- FortranNames.h - what flang's names say ----------------------------===//
//
// flang calls a procedure `inner` within `outer` of the module `fit` _QMfitFouterPinner, and
// a variable _QMfitEscale: a capital letter says what follows, and names have small letters.
// _QQ begins names of its own making, and an external procedure is `f_` as for every
// Fortran compiler: nothing tells it from a C function.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_FORTRANNAMES_H
#define ENZYME_SUPPORT_FORTRANNAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace enzyme {

/// Is it a variable or procedure within a module or a procedure?
bool isScopedByFortran(llvm::StringRef name);

/// Is it a constant, or something else that flang made?
bool isMadeByFlang(llvm::StringRef name);

/// As debuggers write it: "fit::outer::inner", or the name itself where flang did not make it.
std::string readableFortranName(llvm::StringRef name);

/// The variable's own name, without what is around it; empty for names of other languages.
llvm::StringRef fortranVariable(llvm::StringRef name);

} // namespace enzyme
#endif
