//===- Carry.h - an object carries its code for later files ---------------===//
//
// Problem: a derivative that is made when a program is linked needs the code of
// functions in other files as the front end gave it, and must mean the same static
// variables as the objects do, whose names end with their file.
//
// Here: the pristine module in a section of the object. Names that mean something in
// this file only get a suffix that no other file has, when they are read. Static
// variables that change, and static functions whose address may be compared, are
// reachable under that name in the object too: an alias, which the optimiser respects. It
// is hidden except where the code may become a shared library: a program that differentiates
// functions of the library needs its variables.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CARRY_CARRY_H
#define ENZYME_CARRY_CARRY_H

#include "carry/OpenRecord.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace enzyme {

/// What stands between the name of a static function and the file's own number.
inline constexpr llvm::StringLiteral fileSuffix = ".enzyme.";

/// The code an object is going to carry.
struct CarriedCode {
  std::string bitcode;             ///< with the names as they are in the file
  std::string suffix;              ///< added to static names when code of several files is joined
  std::vector<std::string> shared; ///< static things that the object has under that name too
  bool isOfAnother = false;        ///< another compiler wrote it, as bitcode (link/RustCode.h)
  bool isRust = false;             ///< rustc did
  bool isOfRustsLibrary = false;   ///< of its standard library
};

/// Names of static things that exist once in the program, wherever they are used from:
/// variables that change, and functions whose address may be compared.
std::vector<std::string> thingsWithIdentity(const llvm::Module &module);

/// The code in `bitcode`, with the names that mean the same in `module`; `module` gets
/// the aliases that `things` need, unless it is a device's. To be called before `module` changes.
CarriedCode share(llvm::StringRef bitcode, llvm::ArrayRef<std::string> things,
                  llvm::Module &module);

/// Puts code and open requests into the object of `module`.
void carry(const CarriedCode &code, llvm::ArrayRef<OpenRecord> open, llvm::Module &module);

/// The contents of a chunk: a line with the suffix, one with the number of shared things, a line
/// for each; then the bitcode.
std::string textOf(const CarriedCode &code);

/// From the contents of a chunk; false if they are not ours.
bool readCarried(llvm::StringRef contents, CarriedCode &code);

/// The code as a module whose bodies are read on demand. Static names have their suffix;
/// what is shared is an external definition.
llvm::Expected<std::unique_ptr<llvm::Module>>
loadCarried(const CarriedCode &code, llvm::StringRef name, llvm::LLVMContext &context);

} // namespace enzyme
#endif
