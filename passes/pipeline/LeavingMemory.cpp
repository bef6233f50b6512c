//===- LeavingMemory.cpp - numbers that leave memory and come back ----------===//
//
// Problem: a function that formats its result and parses the text, or hands numbers to itself
// through a file, a pipe or a socket, has a derivative of zero there. There is no following
// what the system does with the bytes, and reading a constant is what most programs do that read.
//
// Here: where both ends are seen in what is differentiated, the reader is told. Constants that
// are written, and what goes to the standard streams, are not such an end.
//===----------------------------------------------------------------------===//
#include "pipeline/LeavingMemory.h"
#include "report/Diagnostics.h"
#include "rules/calls/Outside.h"
#include "support/ReachedFunctions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The program's own numbers: what is passed as such, or lies in memory that changes.
bool isNumber(const Value &argument) {
  if (isa<Constant>(argument))
    return false;
  return argument.getType()->isFPOrFPVectorTy() || argument.getType()->isPointerTy();
}

bool isStandardStream(const Value &stream) {
  auto *load = dyn_cast<LoadInst>(&stream);
  const Value *variable = load ? load->getPointerOperand() : &stream;
  return is_contained({"stdout", "stderr", "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog"},
                      variable->getName());
}

bool writesNumbers(const CallBase &call, const OutsideCall &how) {
  if (how.stream >= 0 && isStandardStream(*call.getArgOperand(unsigned(how.stream))))
    return false;
  return any_of(drop_begin(call.args(), how.firstWritten),
                [](const Use &argument) { return isNumber(*argument); });
}

class Ends {
public:
  void look(const CallBase &call) {
    std::optional<OutsideCall> how = outsideCall(call);
    if (!how || (!how->isRead && !writesNumbers(call, *how)))
      return;
    for (unsigned way = 0; way != outsideWays; ++way)
      if (unsigned(how->where) >> way & 1)
        if (const CallBase *&end = (how->isRead ? reads : writes)[way]; !end)
          end = &call;
  }

  void warn(const Position &requested, Diagnostics &diagnostics) const {
    const CallBase *last = nullptr;
    for (unsigned way = 0; way != outsideWays; ++way) {
      if (!reads[way] || !writes[way] || reads[way] == last)
        continue;
      last = reads[way];
      Refusal refusal = refusalAt(*reads[way], MessageId::LeavesMemory,
                                  {readableName(*reads[way]->getCalledFunction()),
                                   readableName(*writes[way]->getCalledFunction())});
      refusal.notes.push_back({Position::of(*writes[way]), "written here"});
      if (refusal.where.file != requested.file)
        refusal.notes.push_back({requested, "requested here"});
      diagnostics.warn(std::move(refusal));
    }
  }

private:
  const CallBase *reads[outsideWays] = {}, *writes[outsideWays] = {}; ///< as in Outside
};

} // namespace

void warnOfLeavingMemory(Function &primal, const Position &requested, Diagnostics &diagnostics) {
  Ends ends;
  for (Function *function : reachedFunctions({&primal}))
    for (const Instruction &instruction : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        ends.look(*call);
  ends.warn(requested, diagnostics);
}

} // namespace enzyme
