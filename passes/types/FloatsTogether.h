//===- FloatsTogether.h - floats of memory that moves together -------------===//
#ifndef ENZYME_TYPES_FLOATSTOGETHER_H
#define ENZYME_TYPES_FLOATSTOGETHER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include <vector>

namespace enzyme {

/// Classes of memory, by what the code of some functions does.
class FloatsTogether {
public:
  /// `functions` call one another. Who calls `roots`, and with what, nobody knows.
  FloatsTogether(llvm::ArrayRef<llvm::Function *> functions,
                 llvm::ArrayRef<llvm::Function *> roots);

  /// Joins in what `prepared`, a copy of `original`, does.
  void add(llvm::Function &prepared, const llvm::Function &original);

  /// The one type of the floats that lie where `pointer` leads, and wherever their bytes come
  /// from or go to. Null if there are several, or if others than these functions know the memory.
  llvm::Type *onlyFloat(const llvm::Value &pointer);

private:
  struct Class {
    unsigned parent = 0;   ///< itself: stands for all that were joined
    unsigned contents = 0; ///< what the pointers that lie there lead to; 0: none seen
    bool isOpen = false;   ///< known to others
    llvm::SmallPtrSet<llvm::Type *, 2> floats;
  };
  std::vector<Class> classes;
  llvm::DenseMap<const llvm::Value *, unsigned> numbers; ///< where a value leads
  llvm::DenseMap<const llvm::Function *, unsigned> results;

  unsigned create();
  unsigned find(unsigned number);
  void join(unsigned a, unsigned b);
  unsigned contentsOf(unsigned number);
  void open(unsigned number);
  unsigned leadsTo(const llvm::Value &value);
  unsigned resultOf(const llvm::Function &function);
  void visit(const llvm::Instruction &at);
  void visitAccess(const llvm::Value &pointer, const llvm::Value &value);
  void visitCall(const llvm::CallBase &call);
  void visitBody(const llvm::Function &function);
};

} // namespace enzyme
#endif
