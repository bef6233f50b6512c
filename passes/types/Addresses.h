//===- Addresses.h - pointers as root + offset + stride -------------------===//
//
// Problem: accesses to the same object go through chains of address arithmetic,
// phis and selects; facts seen at one pointer hold for another.
//
// Here: for each pointer of a function the objects (roots) it may point into and
// where: `offset + k * stride` bytes after the root, for some integer k. A root is
// a value (parameter, alloca, global, call) or a memory cell: "the pointer that
// was found 8 bytes into root 3".
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_ADDRESSES_H
#define ENZYME_TYPES_ADDRESSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <map>
#include <optional>

namespace enzyme {

struct Address {
  unsigned root = 0;
  int64_t offset = 0;
  uint64_t stride = 0; ///< 0: exactly `offset`
  bool operator==(const Address &) const = default;
};

struct Root {
  const llvm::Value *value = nullptr; ///< a load for cells
  std::optional<Address> cell;        ///< where the pointer was loaded from
  unsigned depth = 0;                 ///< number of loads from a value root
};

class Addresses {
public:
  explicit Addresses(llvm::Function &function);

  /// Where `pointer` may point; empty for null and undef.
  llvm::SmallVector<Address, 2> of(const llvm::Value &pointer);

  /// May it lead to objects that are not among these?
  bool isLost(const llvm::Value &pointer);

  llvm::ArrayRef<Root> roots() const { return allRoots; }
  std::optional<unsigned> rootOf(const llvm::Value &value) const;
  std::optional<unsigned> cellAt(const Address &place) const;

private:
  using List = llvm::SmallVector<Address, 2>;

  const llvm::DataLayout &layout;
  llvm::SmallVector<Root, 16> allRoots;
  llvm::DenseMap<const llvm::Value *, unsigned> valueRoots;
  std::map<std::pair<unsigned, int64_t>, unsigned> cells;
  llvm::DenseMap<const llvm::Value *, List> places;

  llvm::SmallPtrSet<const llvm::Value *, 8> lost;
  llvm::SmallDenseSet<unsigned> lostRoots;

  void lose(const llvm::Value &pointer);
  unsigned makeRoot(const llvm::Value &value);
  List compute(const llvm::Instruction &pointer);
  List computeGep(const llvm::GEPOperator &gep);
  List computeLoad(const llvm::LoadInst &load);
  bool join(List &into, const Address &address) const;
};

} // namespace enzyme
#endif
