//===- Workshop.h - the private copy in which all work happens ------------===//
//
// Problem: derivatives must not depend on -O, on -g or on what else is in the
// file, and the user's own code must come out as if we had not been there.
//
// Here: a second module in the same LLVMContext, made from what the AST half
// left (the pristine module) or, without an AST, from a clone of the user's
// module. Everything in it is normalised so that both look alike:
//   - every function is an ordinary external definition: nothing may conclude
//     from "all callers are known", nothing is deleted behind our back;
//   - mutable globals keep their initialisers but may hold anything (other code
//     of the program changes them); constants stay constants;
//   - the words enzyme_dup, enzyme_const, ... are declarations, so that a load
//     of one never folds to a number;
//   - what -O0 and sanitizers put on functions is gone.
// The module is never emitted: derivatives are imported from it
// (support/Import.h) and it is thrown away.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_WORKSHOP_H
#define ENZYME_FRONTEND_WORKSHOP_H

#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace enzyme {

/// Keeps the names of values in `module`'s context while it lives, so that printed states
/// are readable. Functions that clang made without names have no table that keeps names
/// apart: what was named in them is unnamed at the end, since LLVM must be able to read
/// printed code.
class NamesOfValues {
public:
  explicit NamesOfValues(llvm::Module &module);
  NamesOfValues(const NamesOfValues &) = delete;
  NamesOfValues &operator=(const NamesOfValues &) = delete;
  ~NamesOfValues();
  /// Did the compiler keep them itself?
  bool wereWanted() const { return !wereDiscarded; }

private:
  llvm::Module &module;
  bool wereDiscarded;
};

/// While it lives, the values of a module have no names, as in code that is carried, where
/// names take a sixth of the bytes.
class WithoutNames {
public:
  explicit WithoutNames(llvm::Module &module);
  WithoutNames(const WithoutNames &) = delete;
  WithoutNames &operator=(const WithoutNames &) = delete;
  ~WithoutNames();

private:
  std::vector<std::pair<llvm::Value *, std::string>> kept;
};

/// The workshop of `module`, made from what `readPristine` gave for it. Never null. Functions
/// and globals have the names they have in `module`. Without `keepsReplaceable`, definitions
/// that another file may replace (weak, but not one and the same in all files) are declarations.
std::unique_ptr<llvm::Module> makeWorkshop(llvm::Module &module,
                                           std::unique_ptr<llvm::Module> pristine,
                                           bool keepsReplaceable = true);

/// Makes a workshop of a module that has no other owner.
void becomeWorkshop(llvm::Module &program);

/// The pristine module as the AST half generated it, in `module`'s context; null
/// when there is none that can be trusted. `why` not, where there should be one.
std::unique_ptr<llvm::Module> readPristine(llvm::Module &module, std::string *why = nullptr);

/// Forgets what the types of accesses say about memory (-enzyme-strict-aliasing=0): in
/// the workshop both what bytes hold and which accesses are apart is then found
/// without them.
void dropAliasTypes(llvm::Module &workshop);

} // namespace enzyme
#endif
