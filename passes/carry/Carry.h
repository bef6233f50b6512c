//===- Carry.h - an object carries its code for later files ---------------===//
//
// Problem: a derivative that is made when a program is linked needs the code of
// functions in other files as the front end gave it, and must mean the same static
// variables as the objects do, whose names end with their file.
//
// Here: the pristine module in a section of the object. Names that mean something in
// this file only get a suffix that no other file has. Static variables that change,
// and static functions whose address somebody may compare, are reachable under that
// name in the object too: a hidden alias, which the optimiser respects.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CARRY_CARRY_H
#define ENZYME_CARRY_CARRY_H

#include "carry/OpenRecord.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace enzyme {

/// What stands between the name of a static function and the file's own number.
inline constexpr llvm::StringLiteral fileSuffix = ".enzyme.";

/// The code an object is going to carry.
struct CarriedCode {
  std::unique_ptr<llvm::Module> module;
  std::string suffix; ///< of names that only this file means
};

/// `pristine` becomes the code that the object of `module` will carry: names get
/// their suffix, `module` its aliases. To be called before `module` changes.
CarriedCode shareNames(std::unique_ptr<llvm::Module> pristine, llvm::Module &module,
                       uint64_t fileNumber);

/// Puts code and open requests into the object of `module`.
void carry(const CarriedCode &code, llvm::ArrayRef<OpenRecord> open, llvm::Module &module);

} // namespace enzyme
#endif
