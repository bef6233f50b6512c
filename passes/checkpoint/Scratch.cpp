//===- Scratch.cpp ---------------------------------------------------------===//
#include "checkpoint/Scratch.h"
#include "checkpoint/Marks.h"
#include "memory/Coverage.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "support/Mutation.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What an iteration does with memory.
struct IterationAccesses {
  SmallVector<ByteAccess, 16> writes, reads;
  SmallVector<const Instruction *, 4> opaque; ///< calls that may read
};

bool mayRead(CallBase &call) {
  bool isKnown = isLoopMark(call) || formulaFor(call) || allocatorFact(call) ||
                 deallocatorFact(call) || call.isLifetimeStartOrEnd() ||
                 (isa<IntrinsicInst>(call) && isInactiveIntrinsic(call));
  return !isKnown && call.mayReadFromMemory();
}

IterationAccesses accessesOf(Loop &loop, ScalarEvolution &evolution) {
  IterationAccesses found;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &at : *block) {
      auto read = readBy(at, evolution), write = writtenBy(at, evolution);
      if (read)
        found.reads.push_back(*read);
      if (write)
        found.writes.push_back(*write);
      auto *call = read || write ? nullptr : dyn_cast<CallBase>(&at);
      if (call && mayRead(*call))
        found.opaque.push_back(call);
    }
  return found;
}

} // namespace

SmallPtrSet<const Instruction *, 8> writesToScratch(Loop &loop, Analyses &analyses,
                                                    Writes &writes) {
  IterationAccesses accesses = accessesOf(loop, analyses.scalarEvolution());
  SmallPtrSet<const Instruction *, 8> scratch;
  for (const ByteAccess &write : accesses.writes)
    scratch.insert(write.at);
  Coverage coverage(loop, analyses, accesses.writes);
  for (const ByteAccess &read : accesses.reads) {
    MemoryLocation place = placeReadBy(*read.at);
    auto mayTouch = [&](const ByteAccess &write) { return writes.mayTouch(*write.at, place); };
    if (coverage.covers(read, mayTouch) == Coverage::Answer::Yes ||
        mutation::breaks("scratch", "read before"))
      continue;
    for (const ByteAccess &write : accesses.writes)
      if (mayTouch(write))
        scratch.erase(write.at);
  }
  for (const ByteAccess &write : accesses.writes)
    if (any_of(accesses.opaque,
               [&](const Instruction *call) {
                 return writes.mayMeet(*call, placeWrittenBy(*write.at));
               }) &&
        !mutation::breaks("scratch", "opaque"))
      scratch.erase(write.at);
  return scratch;
}

} // namespace enzyme
