//===- HoistLoads.cpp -----------------------------------------------------===//
#include "prepare/HoistLoads.h"
#include "memory/LaterWrites.h"
#include "memory/Writes.h"
#include "support/Analyses.h"
#include "support/LoopForm.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {
namespace {

class Hoist {
public:
  explicit Hoist(Function &function)
      : analyses(function), loops(analyses.loopInfo()), dominators(analyses.dominators()),
        later(analyses), writes(function, analyses) {}

  void run() {
    SmallVector<Loop *, 8> all = loops.getLoopsInPreorder();
    for (Loop *loop : llvm::reverse(all)) // inner ones first: on to the next one out
      takeFrom(*loop);
  }

private:
  bool isWritten(LoadInst &load, const Loop &loop) {
    return any_of(writes.all(), [&](const Instruction *write) {
      // const_cast: scalar evolution is asked of it, and nothing changes
      auto &at = const_cast<Instruction &>(*write);
      return loop.contains(write) && writes.mayTouch(at, MemoryLocation::get(&load)) &&
             !later.areApartIn(load, at, loop);
    });
  }

  void takeFrom(Loop &loop) {
    BasicBlock *before = loop.getLoopPreheader();
    if (!before || !loop.getLoopLatch() || mayStop(loop))
      return;
    SmallVector<LoadInst *, 8> found;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &at : *block)
        if (auto *load = dyn_cast<LoadInst>(&at);
            load && load->isSimple() && isFixed(*load->getPointerOperand(), loop) &&
            runsWheneverEntered(*load, loop, dominators) && !isWritten(*load, loop))
          found.push_back(load);
    for (LoadInst *load : found) {
      takeAddress(load->getPointerOperand(), loop, *before);
      load->moveBefore(before->getTerminator()->getIterator());
    }
  }

  /// Is the address the same in every iteration, also if its arithmetic stands inside?
  static bool isFixed(const Value &address, const Loop &loop) {
    auto *at = dyn_cast<Instruction>(&address);
    if (!at || !loop.contains(at))
      return true;
    return isAddressArithmetic(*at) && all_of(at->operand_values(), [&](const Value *operand) {
             return isFixed(*operand, loop);
           });
  }

  static void takeAddress(Value *address, const Loop &loop, BasicBlock &before) {
    auto *at = dyn_cast<Instruction>(address);
    if (!at || !loop.contains(at))
      return;
    for (Value *operand : at->operand_values())
      takeAddress(operand, loop, before);
    at->moveBefore(before.getTerminator()->getIterator());
  }

  Analyses analyses;
  LoopInfo &loops;
  DominatorTree &dominators;
  LaterWrites later;
  Writes writes;
};

} // namespace

void hoistLoads(Function &function) { Hoist(function).run(); }

} // namespace enzyme
