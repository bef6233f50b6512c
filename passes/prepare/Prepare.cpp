//===- Prepare.cpp - one function in prepared form -------------------------===//
//
// Clones a function of the workshop and lists the preparations in their order.
// Beyond this point the copy has the form that VerifyPrepared.cpp defines.
//===----------------------------------------------------------------------===//
#include "prepare/Prepare.h"
#include "bits/ByteLoops.h"
#include "bits/ConvertedBits.h"
#include "bits/Extremes.h"
#include "bits/FloatBits.h"
#include "bits/LoadedBits.h"
#include "bits/PointerBits.h"
#include "bits/ScaledBits.h"
#include "bits/UnionWords.h"
#include "bits/VectorsOfBytes.h"
#include "memory/ZeroedMemory.h"
#include "prepare/Atomics.h"
#include "prepare/ByValue.h"
#include "prepare/ChosenIteration.h"
#include "prepare/DynamicStack.h"
#include "prepare/HideCompared.h"
#include "prepare/HoistLoads.h"
#include "prepare/OpaqueGlobals.h"
#include "prepare/Refuse.h"
#include "prepare/Returns.h"
#include "prepare/Scopes.h"
#include "prepare/UnusedLanes.h"
#include "rules/gpu/Devices.h"
#include "support/LoopForm.h"
#include "support/NameValues.h"
#include "support/Origins.h"
#include "support/Passes.h"
#include "target/Alignment.h"
#include "target/Assembly.h"
#include "target/Horizontal.h"
#include "target/WideVectors.h"
#include "types/EvidenceStore.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral preparedPrefix = "enzyme.prepared.";

Function &copyOf(Function &function) {
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&function, map);
  copy->setName(preparedPrefix + function.getName());
  noteCopy(*copy, function);
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setComdat(nullptr);
  return *copy;
}

std::nullptr_t refuse(Context &context, const Function &function, const Obstacle &obstacle) {
  Refusal refusal{MessageId::CannotPrepare, Position::of(function), {}, {}};
  if (obstacle.where)
    refusal = refusalAt(*obstacle.where, MessageId::CannotPrepare);
  refusal.arguments = {readableName(function), obstacle.what};
  append_range(refusal.notes, context.chain);
  context.diagnostics.refuse(std::move(refusal));
  return nullptr;
}

/// Says everything that stands in the way; true if anything does.
bool refuse(Context &context, const Function &function) {
  SmallVector<Obstacle, 1> obstacles = obstaclesIn(function);
  for (const Obstacle &obstacle : obstacles)
    refuse(context, function, obstacle);
  return !obstacles.empty();
}

void cleanUp(Function &function) {
  Passes passes;
  FunctionPassManager cleaning;
  cleaning.addPass(LowerExpectIntrinsicPass()); // hints beside words that may hold numbers
  cleaning.addPass(SROAPass(SROAOptions::PreserveCFG));
  cleaning.addPass(HideComparedPass());
  cleaning.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  cleaning.addPass(InstCombinePass());
  cleaning.addPass(ADCEPass());
  cleaning.addPass(SimplifyCFGPass(SimplifyCFGOptions().speculateBlocks(false)));
  cleaning.addPass(InstCombinePass());
  cleaning.run(function, passes.functions);
}

} // namespace

Function *prepareFunction(Context &context, Function &function) {
  assert(!function.isDeclaration() && "only functions with a body are prepared");
  nameAssembly(function);
  if (refuse(context, function))
    return nullptr;
  Function &copy = copyOf(function);
  copyByValueParameters(copy);
  dropScopes(copy);
  removeUnreachableBlocks(copy);
  unifyReturns(copy);
  removeDynamicStack(copy);
  nameSignTricks(copy);
  spellOutHorizontal(copy);
  spellOutWide(copy);
  if (const Instruction *exchange = isForDevice(*copy.getParent()) ? exchangeIn(copy) : nullptr)
    return refuse(context, function,
                  {exchange, "exchanges numbers with other threads of a device atomically"});
  spellOutExchanges(copy);
  cleanUp(copy);
  if (spellOutVectorsOfBytes(copy))
    cleanUp(copy);
  revealCompared(copy); // beyond this point nothing is concluded from comparisons
  makeRoomBehindInvokes(copy);
  keepUnionsInMemory(copy);
  loadBits(copy);
  loadAddresses(copy);
  spellOutAddresses(copy);
  spellOutExtremes(copy);
  nameScaledBits(copy);
  {
    EvidenceStore::Unchanged unchanged(context.evidence);
    nameSignsInMemory(copy, context.evidence);
    nameConvertedBits(copy, context.evidence);
  }
  dropFreesOfNothing(copy);
  spellOutZeros(copy);
  unifyReturns(copy); // cleaning may have split a return again
  bringLoopsIntoForm(copy);
  if (nameByteCopies(copy))
    bringLoopsIntoForm(copy);
  hoistLoads(copy);
  if (computeChosenAgain(copy))
    bringLoopsIntoForm(copy);
  dropEffects(copy);
  revealAccesses(copy);
  fillUnusedLanes(copy);
  limitAlignment(copy);
  nameValues(copy);
  return &copy;
}

} // namespace enzyme
