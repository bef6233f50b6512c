//===- ShadowCalls.cpp - calls in the shadowed primal --------------------===//
//
// A call whose callee has a derivative becomes a call of the forward or the
// augmented derivative, with shadow pointers beside pointers. Frees are deferred
// in reverse mode, because the reverse sweep still reads that memory. A call that
// could touch active data and has no derivative is refused by name; a call
// through a pointer that no known function matched refuses at run time.
//===----------------------------------------------------------------------===//
#include "memory/Updates.h"
#include "parallel/TeamOfOne.h"
#include "prepare/DerivativePairs.h"
#include "prepare/IndirectCalls.h"
#include "regions/Iterations.h"
#include "request/RewriteCall.h"
#include "rules/Facts.h"
#include "rules/calls/Discreet.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/RuntimeApi.h"
#include "rules/mpi/Exchange.h"
#include "rules/openmp/TeamCalls.h"
#include "shadow/Outside.h"
#include "shadow/Releases.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "shadow/TeamCalls.h"
#include "types/KeptMemory.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {

bool ShadowBuilder::shadowCall(CallBase &prepared) {
  if (const WantedDerivative *wanted = out.regions->wantedBy(prepared))
    return shadowDerivativeCall(prepared, *wanted);
  if (auto fact = deallocatorFact(prepared))
    return shadowDeallocation(prepared, fact->pointerArgument);
  if (asksForPair(prepared)) {
    answerForPair(prepared);
    return true;
  }
  if (TapeCall tape = tapeCall(prepared); tape != TapeCall::None) {
    shadowTapeCall(prepared, tape);
    return true;
  }
  bool leadsToShadows = any_of(prepared.args(), [&](const Use &argument) {
    return out.types->carriesPointer(*argument) && needsShadow(copyOf(*argument));
  });
  if (movesPointersOnly(prepared) && leadsToShadows) {
    eachLane([&] { repeatOnShadows(prepared); });
    return true;
  }
  if (asksForRoom(prepared) && leadsToShadows) {
    shareRoom(prepared);
    return true;
  }
  if (!out.activity->isActive(prepared)) {
    followOwnedPointers(prepared);
    return true;
  }
  if (auto *transfer = dyn_cast<MemIntrinsic>(&prepared))
    eachLane([&] { shadowTransfer(*transfer); });
  return true; // shadows on demand; formulas and intrinsics are plan/'s business
}

/// The shadow of what is freed: const memory has none, and a Mixed one may have
/// none at run time.
Value *ShadowBuilder::shadowToFree(IRBuilderBase &builder, Value *memory) {
  if (!needsShadow(memory))
    return nullptr;
  Value *shadow = shadowOf(memory);
  Value *none = Constant::getNullValue(shadow->getType());
  bool mayBeOutside = isMixed(memory) || hasKeptArrays(*out.function->getParent());
  Value *isConst =
      builder.CreateOr(builder.CreateICmpEQ(shadow, memory), builder.CreateIsNull(memory));
  return builder.CreateSelect(isConst, none,
                              mayBeOutside ? shadowThatIsFreed(builder, shadow) : shadow);
}

/// Yes if the pointer has a shadow that is neither itself nor null.
void ShadowBuilder::answerForPair(CallBase &prepared) {
  auto *copy = cast<CallBase>(copyOf(prepared));
  Value *pointer = copy->getArgOperand(0);
  IRBuilder<> builder(copy);
  Value *answer = builder.getFalse();
  if (needsShadow(pointer)) {
    Value *shadow = shadowOf(pointer);
    answer =
        builder.CreateAnd(builder.CreateICmpNE(shadow, pointer), builder.CreateIsNotNull(shadow));
  }
  out.origins.erase(copy);
  (*out.copies)[&prepared] = answer;
  copy->replaceAllUsesWith(answer);
  copy->eraseFromParent();
}

/// free(q) in reverse: defer(q), defer(q'). In forward: free(q), free(q').
bool ShadowBuilder::shadowDeallocation(CallBase &prepared, unsigned pointerArgument) {
  auto *copy = cast<CallBase>(copyOf(prepared));
  Value *memory = copy->getArgOperand(pointerArgument);
  IRBuilder<> builder(copy);
  SmallVector<Value *, 8> shadows;
  eachLane([&] {
    if (Value *shadow = shadowToFree(builder, memory))
      shadows.push_back(shadow);
  });
  if (!isReverse()) {
    auto *invoke = dyn_cast<InvokeInst>(copy);
    for (Value *shadow : shadows) {
      CallBase *twin = invoke ? createCallMatchingInvoke(invoke) : cast<CallBase>(copy->clone());
      twin->setArgOperand(pointerArgument, shadow);
      if (invoke)
        twin->moveBefore(afterDefinition(*copy)->getIterator());
      else
        twin->insertBefore(afterDefinition(*copy)->getIterator());
    }
    return true;
  }
  SmallVector<Value *, 4> arguments(copy->args());
  auto release = packRelease(builder, {copy->getFunctionType(), copy->getCalledOperand()},
                             arguments, pointerArgument);
  if (!release)
    return refuseDeallocator(prepared);
  RuntimeCalls runtime(*out.function->getParent());
  runtime.defer(builder, memory, release->function, release->words);
  for (Value *shadow : shadows)
    runtime.defer(builder, shadow, release->function, release->words);
  out.usesTape = true;
  if (auto *invoke = dyn_cast<InvokeInst>(copy)) {
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
    builder.CreateBr(invoke->getNormalDest());
  }
  out.origins.erase(copy);
  out.copies->erase(&prepared);
  copy->eraseFromParent();
  return true;
}

bool ShadowBuilder::refuseDeallocator(CallBase &prepared) {
  context.diagnostics.refuse(
      refusalAt(prepared, MessageId::NotYetConstruct,
                {"a function with more than three arguments that frees memory",
                 "write one that takes the rest from a structure"}));
  return false;
}

/// What the function allocates and loses is freed with the tape, and its shadow.
void ShadowBuilder::releaseLost(CallBase &prepared) {
  if (!isReverse() || !context.options.free_internal_allocations || !isLost(prepared))
    return;
  std::optional<Partner> partner = partnerOf(prepared);
  if (!partner)
    return;
  auto *copy = cast<CallBase>(copyOf(prepared));
  SmallSetVector<Value *, 4> memories; // a shadow may be the primal itself: const
  memories.insert(copy);
  for (unsigned i = 0; i != out.width(); ++i)
    if (Value *shadow = out.shadowOf(copy, i))
      memories.insert(shadow);
  for (Value *memory : memories) {
    IRBuilder<> builder(afterDefinition(*cast<Instruction>(memory)));
    SmallVector<Value *, 4> arguments;
    unsigned pointer = 0;
    for (auto [place, index] : enumerate(partner->arguments)) {
      arguments.push_back(index < 0 ? memory : copy->getArgOperand(index));
      pointer = index < 0 ? place : pointer;
    }
    if (auto release = packRelease(builder, partner->function, arguments, pointer))
      RuntimeCalls(*out.function->getParent())
          .defer(builder, memory, release->function, release->words);
  }
  out.usesTape = true;
}

/// The tape of an inner derivative that is differentiated again. Forward: it lives
/// as long as before, and what it frees is freed with its shadow. Reverse: the
/// outer reverse sweep still reads it, so it lives as long as the outer tape.
void ShadowBuilder::shadowTapeCall(CallBase &prepared, TapeCall tape) {
  auto *copy = cast<CallBase>(copyOf(prepared));
  out.usesTape |= isReverse();
  if (tape == TapeCall::Defer) {
    Value *memory = copy->getArgOperand(0);
    IRBuilder<> builder(copy);
    eachLane([&] {
      Value *shadow = shadowToFree(builder, memory);
      if (!shadow)
        return;
      auto *twin = cast<CallBase>(copy->clone());
      twin->setArgOperand(0, shadow);
      twin->insertBefore(afterDefinition(*copy)->getIterator());
    });
    return;
  }
  if (!isReverse())
    return;
  out.origins.erase(copy);
  out.copies->erase(&prepared);
  copy->eraseFromParent();
}

/// Library code that links and walks nodes: the shadow structure is linked and
/// walked the same way.
/// Nodes older than the derivative: their shadows get links, or there are none to link.
void ShadowBuilder::prepareNodes(CallBase &prepared, ArrayRef<Value *> shadows) {
  Nodes kind = nodesOf(prepared);
  IRBuilder<> builder(cast<CallBase>(copyOf(prepared)));
  for (auto [i, argument] : enumerate(prepared.args())) {
    Value *node = copyOf(*argument);
    if (kind == Nodes::None || shadows[i] == node || !isMixed(node))
      continue;
    if (!readsNodes(prepared))
      RuntimeCalls(*out.function->getParent())
          .written(builder, node, shadows[i], Position::of(prepared));
    if (hasKeptMemory(*out.function->getParent()) && !isFreshNode(prepared, i))
      linkNodes(builder,
                {node, shadows[i], nullptr, nullptr, numberOfDerivative(out.key.order, lane)},
                kind == Nodes::Tree);
  }
}

void ShadowBuilder::repeatOnShadows(CallBase &prepared) {
  auto *copy = cast<CallBase>(copyOf(prepared));
  SmallVector<Value *, 4> operands;
  for (const Use &argument : prepared.args()) {
    Value *value = copyOf(*argument);
    operands.push_back(out.types->carriesPointer(*argument) ? shadowOf(value) : value);
  }
  prepareNodes(prepared, operands);
  IRBuilder<> builder(afterDefinition(*copy));
  CallInst *twin = builder.CreateCall(copy->getFunctionType(), copy->getCalledOperand(), operands);
  twin->setCallingConv(copy->getCallingConv());
  twin->setAttributes(copy->getAttributes()); // a bool without zeroext is another bool
  if (copy->getType()->isVoidTy())
    return;
  keepPromise(copy, twin);
  setShadow(copy, twin);
}

/// usable(p) -> min(usable(p), usable(p')): what is copied must fit both, and
/// allocators round up unequally. Where the program holds no memory yet, its shadow is not asked.
void ShadowBuilder::shareRoom(CallBase &prepared) {
  auto *copy = cast<CallBase>(copyOf(prepared));
  SmallVector<Value *, 8> shadows;
  eachLane([&] { shadows.push_back(shadowOf(copy->getArgOperand(0))); });
  IRBuilder<> builder(afterDefinition(*copy));
  Value *shared = copy, *first = nullptr;
  Value *pointer = copy->getArgOperand(0), *isNull = builder.CreateIsNull(pointer);
  for (Value *shadow : shadows) {
    shadow = builder.CreateSelect(isNull, pointer, shadow);
    CallInst *room =
        builder.CreateCall(copy->getFunctionType(), copy->getCalledOperand(), {shadow});
    shared = builder.CreateBinaryIntrinsic(Intrinsic::umin, shared, room);
    first = first ? first : shared;
  }
  copy->replaceUsesWithIf(shared, [&](Use &use) { return use.getUser() != first; });
}

SmallVector<Value *, 8> ShadowBuilder::derivativeOperands(const DerivativeCall &made,
                                                          CallBase &copy) {
  SmallVector<Value *, 8> operands;
  for (unsigned i = 0; i != made.key.arguments.size(); ++i) {
    Value *argument = copy.getArgOperand(i);
    operands.push_back(argument);
    if (!made.signature.shadowParameter[i])
      continue;
    bool holdsPointer = out.types->carriesPointer(*made.prepared->getArgOperand(i));
    // A float's tangent is filled in when it exists (emit/Push.cpp).
    eachLane([&] {
      operands.push_back(holdsPointer ? shadowOf(argument) : PoisonValue::get(argument->getType()));
    });
  }
  if (made.signature.seedParameter) // in place: known once there are slots (emit/InPlace.cpp)
    operands.push_back(PoisonValue::get(typeOfLanes(made.prepared->getType(), out.width())));
  if (made.signature.tapeParameter) // forward from a tape: known once there is a plan
    operands.push_back(PoisonValue::get(PointerType::getUnqual(out.function->getContext())));
  return operands;
}

/// Same call, other callee; an invoke stays an invoke.
static CallBase *recall(IRBuilderBase &builder, CallBase &copy, Function *callee,
                        ArrayRef<Value *> operands) {
  if (auto *invoke = dyn_cast<InvokeInst>(&copy))
    return builder.CreateInvoke(callee->getFunctionType(), callee, invoke->getNormalDest(),
                                invoke->getUnwindDest(), operands);
  return builder.CreateCall(callee->getFunctionType(), callee, operands);
}

/// Outside of a team a task is an ordinary call.
void ShadowBuilder::markTask(const DerivativeCall &made) {
  if (!out.key.inTeam)
    return;
  if (isReverse() && made.key.mode != out.key.mode)
    context.obstacleToTeams = "tasks of a function whose sweeps are made one after the other";
  bool isRecorded = made.key.mode == Mode::ReverseAugmented && made.reverse;
  markTaskCall(*made.call, made.key.mode, isRecorded ? made.reverse->getName() : StringRef());
}

/// The rule of a call asks for derivatives of functions that use globals which vary here. Do they
/// work on other shadows than this derivative, or on none?
bool ShadowBuilder::sharesOtherShadows(const CallBase &prepared) const {
  const Function *callee = prepared.getCalledFunction();
  return callee && out.activity->sharesGlobals(prepared) &&
         (out.key.order || out.width() > 1 || !context.userRules.sharesGlobals(*callee) ||
          context.userRules.sharesNested(*callee));
}

bool ShadowBuilder::shadowDerivativeCall(CallBase &prepared, const WantedDerivative &wanted) {
  if (!wanted.derivative)
    return refuseCall(prepared);
  if (sharesOtherShadows(prepared)) {
    context.diagnostics.refuse(
        refusalAt(prepared, MessageId::NotYetConstruct,
                  {"a global variable with a derivative, used by a function whose derivative the "
                   "rule of '" +
                       readableName(*prepared.getCalledFunction()) + "' asks for,",
                   "pass what it holds as an argument"}));
    return false;
  }
  DerivativeCall made;
  made.prepared = &prepared;
  made.key = *wanted.key;
  made.signature = Signature::of(made.key);
  made.region = out.regions->regionOf(prepared);
  made.ofBits = wanted.ofBits;
  made.reverse = wanted.reverse;
  if (made.isReplayed()) {
    shadowReplayedCall(prepared, std::move(made));
    return true;
  }
  auto *copy = cast<CallBase>(copyOf(prepared));
  IRBuilder<> builder(copy);
  made.call = recall(builder, *copy, wanted.derivative, derivativeOperands(made, *copy));
  made.call->setMetadata(candidateMark, prepared.getMetadata(candidateMark)); // for higher orders
  if (isTeamCall(prepared) && tapeOfTeamCall(prepared) != TeamTape::None)
    context.obstacleToTeams = "a derivative of a derivative";
  if (isTaskCall(prepared))
    markTask(made);
  else if (isTeamCall(prepared))
    markTeamCall(*made.call, made.key.mode, out.key.mode);
  IRBuilder<> after(afterDefinition(*made.call));
  auto part = [&](std::optional<unsigned> index, const Twine &name) -> Value * {
    return index ? after.CreateExtractValue(made.call, *index, name) : nullptr;
  };
  made.primalResult = part(made.signature.primalResult, "");
  made.tape = part(made.signature.tapeResult, "tape");
  Value *result = made.primalResult ? made.primalResult : made.call;
  bool hasShadow = made.signature.shadowResult && out.types->carriesPointer(prepared);
  Value *lanes = hasShadow ? part(made.signature.shadowResult, "shadow") : result;
  eachLane([&] {
    Value *shadow = lanes;
    if (hasShadow && out.width() > 1)
      shadow = after.CreateExtractValue(lanes, lane, "shadow");
    keepPromise(copy, shadow);
    if (hasShadow)
      setShadow(result, shadow);
  });
  if (made.primalResult) {
    made.primalResult->takeName(copy);
    copy->replaceAllUsesWith(made.primalResult);
  }
  out.origins.erase(copy);
  (*out.copies)[&prepared] = result;
  out.origins[result] = &prepared;
  if (made.isInPlace())
    noteAdjoints(made, part);
  else
    out.usesTape |= isReverse();
  copy->eraseFromParent();
  out.calls.push_back(made);
  return true;
}

/// Where the reverse sweep finds the adjoints of a call that ran in place.
void ShadowBuilder::noteAdjoints(
    DerivativeCall &made, function_ref<Value *(std::optional<unsigned>, const Twine &)> part) {
  for (auto [i, planned] : enumerate(made.region->adjoints)) {
    DerivativeCall::Adjoint adjoint;
    if (planned.hasDerivative && made.signature.adjointResult[i]) {
      adjoint.passed = planned.passed;
      adjoint.isSummed = planned.isSummed;
      if (!planned.passed)
        adjoint.value = part(made.signature.adjointResult[i], "adjoint");
    }
    made.adjoints.push_back(adjoint);
  }
}

/// The adjoint of a number that is only added to others does not depend on it: the
/// second run may start from zero instead.
static bool isOnlyAdded(const Argument &parameter) {
  SmallVector<const Use *, 8> pending(make_pointer_range(parameter.uses()));
  SmallPtrSet<const Value *, 8> seen;
  while (!pending.empty()) {
    const Use *use = pending.pop_back_val();
    const auto *user = cast<Instruction>(use->getUser());
    bool isSum = isAddition(*user, use->getOperandNo()) || // any constant factor will do
                 isa<PHINode, InsertValueInst, UnaryOperator>(user) ||
                 is_contained({Instruction::FAdd, Instruction::FSub}, user->getOpcode());
    if (isa<ReturnInst>(user))
      continue;
    if (!isSum)
      return false;
    if (seen.insert(user).second)
      append_range(pending, make_pointer_range(user->uses()));
  }
  return true;
}

static bool hasRuleFor(Mode mode, const Function &callee, const UserRules &rules) {
  return mode == Mode::Forward ? rules.derivativeOf(callee) != nullptr
                               : rules.gradientOf(callee) != nullptr;
}

/// What an iteration changes is copied before it runs; the second run works on the copy.
void ShadowBuilder::copyState(DerivativeCall &made) {
  AttributeList attributes = made.key.primal->getAttributes();
  const MDNode *copies = made.call->getMetadata(copiedMark);
  unsigned arguments = made.call->arg_size();
  for (unsigned i = 0; copies && i != arguments; ++i) {
    unsigned bytesAt = 0; // those of all copies stand behind the other arguments
    Attribute copied = attributes.getParamAttr(i, copiedAttribute);
    if (!copied.isValid() || copied.getValueAsString().getAsInteger(10, bytesAt))
      continue;
    IRBuilder<> builder(made.call);
    Value *memory = made.call->getArgOperand(i), *bytes = made.call->getArgOperand(bytesAt);
    Value *none = Constant::getNullValue(bytes->getType());
    Value *isThere = builder.CreateLogicalAnd(builder.CreateIsNotNull(memory),
                                              builder.CreateICmpSGT(bytes, none));
    bytes =
        builder.CreateSelect(isThere, bytes, none); // `malloc` may have refused, and no loop run
    Value *copy = RuntimeCalls(*out.function->getParent()).allocate(builder, bytes);
    copy->setName("state");
    CallInst *transfer = builder.CreateMemCpy(copy, MaybeAlign(16), memory, MaybeAlign(), bytes);
    auto *declared =
        cast<MDNode>(copies->getOperand(bytesAt - (arguments - copies->getNumOperands())));
    transfer->setMetadata(layoutMetadata, declared->getNumOperands() ? declared : nullptr);
    unsigned place = made.signature.primalParameter[i];
    made.again[place] = copy;
    made.again[made.signature.primalParameter[bytesAt]] = none; // the body does not ask for it
    if (auto shadow = made.signature.shadowParameter[i]; shadow && isMixed(memory))
      for (unsigned lane = 0; lane != out.width(); ++lane) { // what is its own shadow stays so
        Value *other = made.again[*shadow + lane];
        made.again[*shadow + lane] =
            builder.CreateSelect(builder.CreateICmpEQ(other, memory), copy, other);
      }
    out.usesTape = true;
  }
}

/// The call stays as it is; its derivative will run in the reverse sweep.
void ShadowBuilder::shadowReplayedCall(CallBase &prepared, DerivativeCall made) {
  made.call = cast<CallBase>(copyOf(prepared));
  made.primalResult = made.call->getType()->isVoidTy() ? nullptr : made.call;
  for (Value *operand : derivativeOperands(made, *made.call))
    made.again.push_back(operand);
  for (auto [index, parameter] : enumerate(made.key.primal->args()))
    if (parameter.getType()->isFloatingPointTy() && isOnlyAdded(parameter))
      made.again[made.signature.primalParameter[index]] =
          Constant::getNullValue(parameter.getType());
  copyState(made);
  if (prepared.hasMetadata(leavesNothingMark)) { // then LLVM may drop it with its results
    made.call->setMemoryEffects(MemoryEffects::readOnly());
    made.call->addFnAttr(Attribute::WillReturn);
  }
  out.calls.push_back(std::move(made));
}

bool ShadowBuilder::refuseCall(CallBase &prepared) {
  auto *callee = dyn_cast<Function>(prepared.getCalledOperand()->stripPointerCasts());
  // Through a pointer, or around a circle of requests that only a pointer could
  // close: refuse if it ever runs.
  bool isUnlikely = callee && (isOpenRequest(*callee) || prepared.hasMetadata(candidateMark));
  bool isAccepted = callee && callee->isDeclaration() && context.options.runtime_error;
  if (isAccepted || isUnlikely || (!callee && !prepared.isInlineAsm())) {
    auto *copy = cast<CallBase>(copyOf(prepared));
    IRBuilder<> builder(copy);
    Module &module = *out.function->getParent();
    RuntimeCalls runtime(module);
    if (isAccepted)
      runtime.refuse(builder, "no derivative is known for '" + readableName(*callee) + "'",
                     Position::of(prepared));
    else if (isForDevice(module))
      runtime.refuse(builder,
                     "a function pointer led to a function that this file cannot "
                     "differentiate",
                     Position::of(prepared));
    else
      runtime.refuseFunction(builder, copy->getCalledOperand(), Position::of(prepared));
    eachLane([&] { keepPromise(copy, copy); });
    out.refusesAtRunTime.insert(copy);
    return true;
  }
  if (prepared.hasFnAttr(regionAttribute)) {
    auto [what, help] = prepared.getFnAttr(regionAttribute).getValueAsString().split('\n');
    context.diagnostics.refuse(
        refusalAt(prepared, MessageId::NotYetConstruct, {what.str(), help.str()}));
  } else if (callee && isMpiDerivative(*callee)) {
    context.diagnostics.refuse(
        refusalAt(prepared, MessageId::NotYetConstruct,
                  {"the derivative of a derivative of a call of MPI", "take differences of it"}));
  } else if (auto obstacle = gpu::obstacleIn(prepared)) {
    context.diagnostics.refuse(
        refusalAt(prepared, MessageId::NotYetConstruct, {obstacle->what, obstacle->help}));
  } else if (callee && out.width() > 1 && hasRuleFor(out.key.mode, *callee, context.userRules)) {
    // which cannot serve the lanes, as was said
  } else if (callee && callee->isDeclaration()) {
    SmallVector<Note, 8> chain(context.chain.rbegin(), context.chain.rend());
    context.diagnostics.missing(*callee, Position::of(prepared), chain);
  } else if (callee && callee->isVarArg()) {
    context.diagnostics.refuse(
        refusalAt(prepared, MessageId::VariadicFunction, {readableName(*callee)}));
  } else if (callee && callee->arg_size() != prepared.arg_size()) {
    context.diagnostics.refuse(
        refusalAt(prepared, MessageId::CannotPrepare,
                  {readableName(*callee), "is called with other arguments than it takes"}));
  } else if (!callee) {
    context.diagnostics.refuse(
        refusalAt(prepared, MessageId::UnknownInstruction,
                  {"inline assembly",
                   "write it in C, or move it to a function with a registered derivative"}));
  }
  return false;
}

} // namespace enzyme
