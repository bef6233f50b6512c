//===- Mutate.h - IR that no front end writes -------------------------------===//
//
// Problem: the passes meet IR of other compilers, of LLVM's passes, of people who write it by
// hand. What the front ends of clang and flang make of the tests is a small part of what is valid.
//
// Here: changes to a module, each by chance and each valid by itself most of the time. A
// mutation says whether it found something to change.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FUZZ_MUTATE_H
#define ENZYME_FUZZ_MUTATE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <random>
#include <vector>

namespace fuzz {

/// Numbers of one seed: equal on every machine.
class Chance {
public:
  explicit Chance(uint64_t seed) : engine(seed) {}
  uint64_t below(uint64_t bound) { return bound < 2 ? 0 : engine() % bound; }
  bool oneIn(unsigned n) { return below(n) == 0; }
  template <class List> auto &of(List &list) { return list[below(std::size(list))]; }
  template <class T> T of(std::initializer_list<T> list) {
    return list.begin()[below(list.size())];
  }
  uint64_t number() { return engine(); }

private:
  std::mt19937_64 engine;
};

struct Mutation {
  const char *name;
  bool (*apply)(llvm::Module &, Chance &);
};

llvm::ArrayRef<Mutation> valueMutations();   ///< operands, types of accesses, flags, metadata
llvm::ArrayRef<Mutation> callMutations();    ///< callees, attributes, intrinsics, names
llvm::ArrayRef<Mutation> controlMutations(); ///< blocks, loops, exceptions, globals, targets

/// Some of the module's functions have bodies; requests are in one of these.
llvm::Function *anyBody(llvm::Module &module, Chance &chance);
/// Any instruction of any body for which `wanted` holds; null if there is none.
llvm::Instruction *anyInstruction(llvm::Module &module, Chance &chance,
                                  bool (*wanted)(const llvm::Instruction &));
/// A value of the type that may stand as an operand at `before`.
llvm::Value *anyValue(llvm::Type *type, llvm::Instruction &before, Chance &chance);
llvm::Constant *anyConstant(llvm::Type *type, llvm::Module &module, Chance &chance);

/// Changes the module some times. What was done, by name.
std::vector<std::string> mutate(llvm::Module &module, uint64_t seed);

} // namespace fuzz
#endif
