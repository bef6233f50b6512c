//===- Jumps.cpp -----------------------------------------------------------===//
#include "prepare/Jumps.h"
#include "prepare/DropProperties.h"
#include "request/AddressTaken.h"
#include "request/InvokeEdge.h"
#include "request/RewriteCall.h"
#include "rules/Jumps.h"
#include "support/Passes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Which functions of the workshop a jump may leave.
class Jumping {
public:
  explicit Jumping(const SetVector<Function *> &functions) {
    for (bool hasChanged = true; hasChanged;) {
      hasChanged = false;
      for (Function *function : functions)
        if (!jumping.contains(function) && hasJump(*function)) {
          jumping.insert(function);
          isPointedTo |= mayBeCalledByAddress(*function);
          hasChanged = true;
        }
    }
  }

  bool contains(const Function &function) const { return jumping.contains(&function); }

  bool mayJump(const CallBase &call) const {
    if (call.isInlineAsm() || isa<CallBrInst>(call))
      return false;
    if (isJump(call))
      return true;
    const auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
    if (!callee)
      return isPointedTo;
    const Function *target = isOpenRequest(*callee) ? targetOfOpen(*callee) : callee;
    return target && contains(*target);
  }

private:
  bool hasJump(const Function &function) const {
    return any_of(instructions(function), [&](const Instruction &at) {
      auto *call = dyn_cast<CallBase>(&at);
      return call && mayJump(*call);
    });
  }

  DenseSet<const Function *> jumping;
  bool isPointedTo = false; ///< one of them
};

/// One call of setjmp: where it goes on, with which result, and its buffer in this frame.
struct Place {
  BasicBlock *landed = nullptr;
  PHINode *result = nullptr;
  AllocaInst *buffer = nullptr;        ///< null until it has run
  DenseSet<const BasicBlock *> region; ///< what can be reached from there
};

/// Changes one function that jumps may leave or lead to.
class Returning {
public:
  Returning(Function &function, const Jumping &jumping)
      : function(function), module(*function.getParent()), context(function.getContext()),
        jumping(jumping), pointer(PointerType::getUnqual(context)),
        number(Type::getInt32Ty(context)) {}

  void change() {
    SmallVector<CallBase *, 16> calls, places;
    for (Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&at)) {
        if (isJumpPlace(*call))
          places.push_back(call);
        else if (jumping.mayJump(*call))
          calls.push_back(call);
      }
    for (CallBase *place : places)
      changePlace(*place);
    if (!calls.empty())
      makeLeave();
    for (CallBase *call : calls) // before blocks are added: an edge of theirs leads nowhere else
      reaching[call] = placesReaching(*call);
    for (CallBase *call : calls)
      changeCall(*call);
    removeUnreachableBlocks(function);
    if (!places.empty())
      simplify();
    if (!calls.empty())
      function.addFnAttr(jumps::returnsAttribute);
  }

private:
  using PlaceList = SmallVector<unsigned, 2>;

  CallInst *callRuntime(IRBuilder<> &builder, StringRef name, Type *result,
                        ArrayRef<Value *> arguments = {}) {
    SmallVector<Type *, 2> parameters;
    for (Value *argument : arguments)
      parameters.push_back(argument->getType());
    FunctionCallee callee =
        module.getOrInsertFunction(name, FunctionType::get(result, parameters, false));
    auto *declared = cast<Function>(callee.getCallee());
    declared->setDoesNotThrow();
    if (name == jumps::place) {
      declared->setOnlyAccessesInaccessibleMemOrArgMem();
      declared->addParamAttr(0, Attribute::getWithCaptureInfo(context, CaptureInfo::none()));
    } else if (name != jumps::escape)
      declared->setOnlyAccessesInaccessibleMemory();
    return builder.CreateCall(callee, arguments);
  }

  void changePlace(CallBase &call) {
    if (auto *invoke = dyn_cast<InvokeInst>(&call))
      return changePlace(*changeToCall(invoke));
    Place place;
    IRBuilder<> atEntry(&*function.getEntryBlock().getFirstInsertionPt());
    place.buffer = atEntry.CreateAlloca(pointer, nullptr, "jump.buffer");
    auto *none = ConstantPointerNull::get(pointer);
    atEntry.CreateStore(none, place.buffer);

    BasicBlock *before = call.getParent();
    place.landed = SplitBlock(before, &call);
    place.landed->setName("landed");
    IRBuilder<> builder(before->getTerminator());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    Value *buffer = call.getArgOperand(0);
    callRuntime(builder, jumps::place, builder.getVoidTy(), {buffer});
    for (Place &other : places) { // the last one to have been called with a buffer
      Value *held = builder.CreateLoad(pointer, other.buffer);
      Value *isSame = builder.CreateICmpEQ(held, buffer);
      builder.CreateStore(builder.CreateSelect(isSame, none, held), other.buffer);
    }
    builder.CreateStore(buffer, place.buffer);
    builder.SetInsertPoint(&call);
    place.result = builder.CreatePHI(number, 2, "landed.value");
    place.result->addIncoming(builder.getInt32(0), before);
    call.replaceAllUsesWith(place.result);
    call.eraseFromParent();
    places.push_back(std::move(place));
  }

  /// The places whose buffers may be in use where the call is.
  PlaceList placesReaching(const CallBase &call) {
    PlaceList found;
    for (auto [index, place] : enumerate(places)) {
      if (place.region.empty())
        collectRegion(place);
      if (place.region.contains(call.getParent()))
        found.push_back(index);
    }
    return found;
  }

  static void collectRegion(Place &place) {
    SmallVector<const BasicBlock *, 16> pending = {place.landed};
    while (!pending.empty())
      if (const BasicBlock *block = pending.pop_back_val(); place.region.insert(block).second)
        append_range(pending, successors(block));
  }

  /// Where a jump leaves the function.
  void makeLeave() {
    IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *asked = callRuntime(builder, jumps::expected, number);
    Value *isExpected = builder.CreateICmpNE(asked, builder.getInt32(0), "jump.expected");
    leave = BasicBlock::Create(context, "jump.leave", &function);
    BasicBlock *returning = BasicBlock::Create(context, "jump.returning", &function);
    BasicBlock *escaping = BasicBlock::Create(context, "jump.escaping", &function);
    builder.SetInsertPoint(leave);
    leavingBuffer = builder.CreatePHI(pointer, 4, "leaving");
    leavingValue = builder.CreatePHI(number, 4, "leaving.value");
    builder.CreateCondBr(isExpected, returning, escaping);
    builder.SetInsertPoint(returning);
    callRuntime(builder, jumps::leave, builder.getVoidTy(), {leavingBuffer, leavingValue});
    if (function.getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(Constant::getNullValue(function.getReturnType()));
    builder.SetInsertPoint(escaping);
    callRuntime(builder, jumps::escape, builder.getVoidTy(), {leavingBuffer, leavingValue})
        ->setDoesNotReturn();
    builder.CreateUnreachable();
  }

  /// From `from`, which has no terminator: to the place whose buffer it is, else out.
  void dispatch(BasicBlock *from, Value *buffer, Value *value, const PlaceList &candidates) {
    IRBuilder<> builder(from);
    for (unsigned index : candidates) {
      Place &place = places[index];
      BasicBlock *otherwise = BasicBlock::Create(context, "elsewhere", &function);
      Value *isIt = builder.CreateICmpEQ(buffer, builder.CreateLoad(pointer, place.buffer));
      place.result->addIncoming(value, builder.GetInsertBlock());
      builder.CreateCondBr(isIt, place.landed, otherwise);
      builder.SetInsertPoint(otherwise);
    }
    leavingBuffer->addIncoming(buffer, builder.GetInsertBlock());
    leavingValue->addIncoming(value, builder.GetInsertBlock());
    builder.CreateBr(leave);
  }

  void changeJump(CallBase &call) {
    IRBuilder<> builder(&call);
    Value *buffer = call.getArgOperand(0), *given = call.getArgOperand(1);
    Value *isZero = builder.CreateICmpEQ(given, builder.getInt32(0)); // C17 7.13.2.1
    Value *value = builder.CreateSelect(isZero, builder.getInt32(1), given);
    BasicBlock *block = call.getParent();
    changeToUnreachable(&call); // an invoke's edges too
    block->getTerminator()->eraseFromParent();
    dispatch(block, buffer, value, reaching[&call]);
  }

  void changeCall(CallBase &call) {
    if (isJump(call))
      return changeJump(call);
    dropProperties(call);
    IRBuilder<> builder(&call);
    callRuntime(builder, jumps::expect, builder.getVoidTy());
    BasicBlock *behind, *rest;
    if (auto *invoke = dyn_cast<InvokeInst>(&call)) {
      behind = ownDestination(*invoke);
      rest = behind->getSingleSuccessor();
    } else {
      behind = call.getParent();
      rest = SplitBlock(behind, call.getNextNode());
    }
    behind->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(behind);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    Value *buffer = callRuntime(builder, jumps::left, pointer);
    BasicBlock *jumped = BasicBlock::Create(context, "jumped", &function);
    builder.CreateCondBr(builder.CreateIsNull(buffer), rest, jumped);
    builder.SetInsertPoint(jumped);
    CallInst *value = callRuntime(builder, jumps::value, number);
    MDBuilder metadata(context);
    value->setMetadata(LLVMContext::MD_range, metadata.createRange(APInt(32, 1), APInt(32, 0)));
    dispatch(jumped, buffer, value, reaching[&call]);
  }

  /// What is computed in front of a place and used behind it a jump from an earlier iteration's
  /// call passes by: there it is what it was when the place was called, which is what was computed
  /// last. (What has changed since, C says nothing of.)
  void keepPassedBy(SmallVectorImpl<AllocaInst *> &memory) {
    DominatorTree dominators(function);
    SmallVector<Instruction *, 8> passedBy;
    for (Instruction &at : instructions(function))
      if (any_of(at.uses(), [&](const Use &use) { return !dominators.dominates(&at, use); }))
        passedBy.push_back(&at);
    for (Instruction *value : passedBy)
      memory.push_back(DemoteRegToStack(*value));
  }

  /// `if (setjmp(b))` is known where a jump comes from: no loop is left where there is none.
  void simplify() {
    SmallVector<AllocaInst *, 8> memory;
    for (Place &place : places)
      memory.push_back(place.buffer);
    keepPassedBy(memory);
    DominatorTree dominators(function);
    AssumptionCache assumptions(function);
    PromoteMemToReg(memory, dominators, &assumptions);
    Passes passes;
    JumpThreadingPass().run(function, passes.functions);
  }

  Function &function;
  Module &module;
  LLVMContext &context;
  const Jumping &jumping;
  PointerType *pointer;
  Type *number;
  SmallVector<Place, 2> places;
  DenseMap<const CallBase *, PlaceList> reaching;
  BasicBlock *leave = nullptr;
  PHINode *leavingBuffer = nullptr, *leavingValue = nullptr;
};

bool hasPlace(const Function &function) {
  return any_of(instructions(function), [](const Instruction &at) {
    auto *call = dyn_cast<CallBase>(&at);
    return call && isJumpPlace(*call);
  });
}

} // namespace

void returnInsteadOfJumping(const SetVector<Function *> &functions) {
  Jumping jumping(functions);
  for (Function *function : functions) // before a caller is simplified by them
    if (jumping.contains(*function))
      dropProperties(*function);
  for (Function *function : functions)
    if (!function->isDeclaration() && (jumping.contains(*function) || hasPlace(*function)))
      Returning(*function, jumping).change();
}

} // namespace enzyme
