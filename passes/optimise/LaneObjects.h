//===- LaneObjects.h - memory that each lane has for itself ---------------===//
//
// Problem: whether the shadows that the lanes of one variable have may be laid out
// anew depends on everything that is done with them.
//
// Here: variables and memory that the derivative makes itself, once per lane, all of whose
// uses are known and are the same in all lanes. Nothing is changed.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_OPTIMISE_LANEOBJECTS_H
#define ENZYME_OPTIMISE_LANEOBJECTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace enzyme {

/// Bits of the widest vectors that a processor has registers for; derivatives are the same for all
/// processors.
constexpr unsigned registerBits = 512;

/// What is done with one lane's memory.
struct LaneUses {
  llvm::SmallVector<llvm::Instruction *, 2> made;  ///< the memory, in the order of the function
  llvm::SetVector<llvm::Instruction *> pointers;   ///< `made`, and what points into it
  llvm::SetVector<llvm::Instruction *> accesses;   ///< loads and stores of one element
  llvm::SmallVector<llvm::ICmpInst *, 2> compares; ///< with other pointers
  llvm::SmallVector<llvm::CallBase *, 2> fills, copies; ///< memset; memcpy, memmove from or to it
  llvm::SmallVector<llvm::CallBase *, 2> releases;      ///< free and its relatives
  llvm::SmallVector<llvm::CallBase *, 4> marks;         ///< of lifetimes
};

/// One variable's shadows, or one allocation's; or those of several that pointers change between
/// (two buffers of a time loop), which are laid out alike.
struct LaneObject {
  unsigned width() const { return lanes.size(); }
  /// How many variables and allocations each lane has.
  unsigned count() const { return lanes.front().made.size(); }

  llvm::SmallVector<LaneUses, 8> lanes;
  llvm::Type *element = nullptr; ///< what most accesses read or write
  uint64_t elementBytes = 0;     ///< of each access
  /// For each call of lane 0 those of all lanes, in their order.
  llvm::SmallVector<llvm::SmallVector<llvm::CallBase *, 8>, 2> fills, copies, releases;
};

/// Do two pointers of different lanes lead to the same place of their memory?
class Twins {
public:
  Twins(const LaneObject &object, unsigned lane) : object(object), lane(lane) {}

  /// `first` of lane 0, `other` of the lane.
  bool operator()(const llvm::Value *first, const llvm::Value *other);

  /// The same for calls: do they do the same there? What they do with memory other than the
  /// object's does not count.
  bool calls(const llvm::CallBase &first, const llvm::CallBase &other);

private:
  bool same(const llvm::Value *first, const llvm::Value *other);
  bool areAlike(const llvm::Instruction &first, const llvm::Instruction &other);

  const LaneObject &object;
  unsigned lane;
  llvm::DenseMap<std::pair<const llvm::Value *, const llvm::Value *>, bool> known;
};

/// All objects of `function` that may be laid out anew. Memory that is accessed in one of `apart`
/// is not among them: those loops take lanes one by one.
llvm::SmallVector<LaneObject, 4>
findLaneObjects(llvm::Function &function, const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &apart);

/// The loads, one per lane, that `last` collects in one vector; none if it collects something else.
llvm::SmallVector<llvm::LoadInst *, 8> collectedBy(llvm::InsertElementInst &last);

} // namespace enzyme
#endif
