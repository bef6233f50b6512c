//===- RecordDeclared.cpp - declared types, before they are optimised away ---===//
//
// Problem: in the IR as clang writes it every variable has its alloca and its
// declaration; after the first passes a copy is a call with two bare pointers.
//
// Here: type analysis runs once on that IR, where it finds most, and what it
// settles about copies, fills and allocations is attached to them.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "rules/Facts.h"
#include "types/EvidenceStore.h"
#include "types/LayoutTools.h"
#include "types/TypeAnalysis.h"
#include "types/TypeTrees.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

bool allocates(const CallBase &call) {
  return call.getType()->isPointerTy() && !isa<IntrinsicInst>(call) &&
         (call.returnDoesNotAlias() || allocatorFact(call));
}

bool movesBytes(const Instruction &instruction) { return isa<AnyMemIntrinsic>(instruction); }

bool isWorthAsking(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    return movesBytes(instruction) || (call && allocates(*call));
  });
}

void attach(Instruction &instruction, const Layout &found) {
  auto *transfer = dyn_cast<MemIntrinsic>(&instruction);
  std::optional<Layout> stated = transfer ? statedBytes(*transfer) : std::nullopt;
  Layout layout = stated ? *stated : found;
  // Whole periods: an optimiser that drops the first bytes of a fill shows by that.
  auto *bytes = transfer ? dyn_cast<ConstantInt>(transfer->getLength()) : nullptr;
  if (bytes && layout.period && bytes->getValue().urem(layout.period) != 0)
    layout = cutTo(layout, bytes->getZExtValue());
  if (layout.pieces.size() > limits::piecesWritten) // an array, perhaps
    shortenPeriod(layout);
  if (!layout.known || !layout.period || layout.pieces.size() > limits::piecesWritten)
    return;
  instruction.setMetadata(layoutMetadata, encode(layout, instruction.getContext()));
}

void attachOpen(AnyMemCpyInst &copy, const Layout &found) {
  if (found.period && found.pieces.size() <= limits::piecesWritten)
    copy.setMetadata(openMembersMetadata, encode(found, copy.getContext()));
}

} // namespace

void recordDeclaredTypes(Module &pristine) {
  EvidenceStore store; // of what the whole module says: what functions say grows as we go
  for (Function &function : pristine) {
    if (function.isDeclaration() || !isWorthAsking(function))
      continue;
    store.forgetFunctions();
    TypeAnalysis analysis(function, &store);
    TypeResults types = analysis.run();
    for (Instruction &instruction : instructions(function)) {
      if (movesBytes(instruction))
        attach(instruction, types.accessed(instruction));
      else if (auto *call = dyn_cast<CallBase>(&instruction); call && allocates(*call))
        attach(instruction, analysis.object(*call));
      if (auto *copy = dyn_cast<AnyMemCpyInst>(&instruction);
          copy && !copy->hasMetadata(layoutMetadata))
        attachOpen(*copy, analysis.withOpenMembers(*copy, types.accessed(*copy)));
    }
  }
}

} // namespace enzyme
