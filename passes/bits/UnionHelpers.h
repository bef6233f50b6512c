//===- UnionHelpers.h - helpers that hand on a member of a union -----------===//
#ifndef ENZYME_BITS_UNIONHELPERS_H
#define ENZYME_BITS_UNIONHELPERS_H

#include "types/Evidence.h"
#include "llvm/IR/InstrTypes.h"
#include <map>
#include <memory>

namespace enzyme {

/// Tells calls through which a union's double may travel as its pointer, or its pointer
/// as its double. What it has seen of a function must not change while it lives.
class UnionHelpers {
public:
  UnionHelpers();
  ~UnionHelpers();

  /// Does `call` give what its callee loaded from a union and only moves are made of, or
  /// does its callee store in a union what the caller only loaded?
  bool handsOnMember(const llvm::CallBase &call);

  /// May the memory at `pointer` hold a pointer or a float, by its declaration?
  bool isUnion(llvm::Function &function, const llvm::Value &pointer);

private:
  struct Body;
  CalleeRecords callees;
  std::map<llvm::Function *, std::unique_ptr<Body>> bodies;

  bool givesMember(llvm::Function &callee);
  bool storesAsMember(llvm::Argument &parameter);
};

} // namespace enzyme
#endif
