//===- Unwinding.cpp -------------------------------------------------------===//
#include "prepare/Unwinding.h"
#include "library/LibraryBodies.h"
#include "prepare/DropProperties.h"
#include "request/AddressTaken.h"
#include "request/InvokeEdge.h"
#include "request/RewriteCall.h"
#include "rules/Exceptions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral bodyOfThrow = "enzyme.body.__cxa_throw";
constexpr StringLiteral personalityOfCxx = "__gxx_personality_v0";

/// One of the runtime's functions for exceptions: what it keeps is not visible elsewhere.
FunctionCallee runtimeFunction(Module &module, StringRef name, Type *result,
                               ArrayRef<Type *> parameters, bool isRaising = false) {
  FunctionCallee callee =
      module.getOrInsertFunction(name, FunctionType::get(result, parameters, false));
  auto *declared = cast<Function>(callee.getCallee());
  if (!isRaising) {
    declared->setDoesNotThrow();
    declared->setOnlyAccessesInaccessibleMemory();
  }
  return callee;
}

/// Which functions of the workshop may end by an exception.
class Throwing {
public:
  explicit Throwing(const SetVector<Function *> &functions) {
    for (bool hasChanged = true; hasChanged;) {
      hasChanged = false;
      for (Function *function : functions)
        if (!function->doesNotThrow() && !throwing.contains(function) && hasThrowingCall(*function))
          hasChanged |= add(*function);
    }
  }

  bool contains(const Function &function) const { return throwing.contains(&function); }

  /// May it end by an exception that a derivative has to know of?
  bool mayThrow(const CallBase &call) const {
    auto *plain = dyn_cast<CallInst>(&call);
    if (call.doesNotThrow() || call.isInlineAsm() || (plain && plain->isMustTailCall()))
      return false;
    const auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
    if (!callee)
      return isPointedTo;
    const Function *target = isOpenRequest(*callee) ? targetOfOpen(*callee) : nullptr;
    return target ? contains(*target) : contains(*callee) || mayBeginException(*callee);
  }

  /// Such a call of what returns, if it is a derivative.
  static bool mayReturnIt(const CallBase &call) {
    const auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
    return !callee || !callee->isDeclaration() || isOpenRequest(*callee);
  }

private:
  bool hasThrowingCall(const Function &function) const {
    return any_of(instructions(function), [&](const Instruction &at) {
      auto *call = dyn_cast<CallBase>(&at);
      return call && mayThrow(*call);
    });
  }

  bool add(Function &function) {
    throwing.insert(&function);
    isPointedTo |= mayBeCalledByAddress(function);
    return true;
  }

  DenseSet<const Function *> throwing;
  bool isPointedTo = false; ///< one of them
};

/// Changes one function.
class Returning {
public:
  Returning(Function &function, const Throwing &throwing)
      : function(function), module(*function.getParent()), context(function.getContext()),
        throwing(throwing), pointer(PointerType::getUnqual(context)) {}

  /// False if there is nothing to be changed.
  bool change() {
    bool mayLeave = throwing.contains(function);
    SmallVector<CallBase *, 16> calls;
    SmallVector<ResumeInst *, 4> resumes;
    for (Instruction &at : instructions(function)) {
      if (auto *call = dyn_cast<CallBase>(&at);
          call && throwing.mayThrow(*call) && (mayLeave || isa<InvokeInst>(call)))
        calls.push_back(call);
      else if (auto *resume = dyn_cast<ResumeInst>(&at))
        resumes.push_back(resume);
    }
    if (calls.empty())
      return false;
    holdAtPads();
    if (mayLeave)
      makeLeave();
    for (CallBase *call : calls)
      changeCall(*call);
    for (ResumeInst *resume : resumes)
      if (mayLeave)
        changeResume(*resume);
    removeUnreachableBlocks(function);
    function.addFnAttr(exceptions::returnsThrownAttribute);
    return true;
  }

private:
  FunctionCallee runtime(StringRef which, Type *result, ArrayRef<Type *> parameters = {}) {
    bool isRaising = which == exceptions::again || which == exceptions::escape;
    return runtimeFunction(module, which, result, parameters, isRaising);
  }

  /// An exception that no caller catches would end the program before it came to a cleanup:
  /// the search for a handler ends here.
  void holdAtPads() {
    for (BasicBlock &block : function) {
      LandingPadInst *pad = block.getLandingPadInst();
      auto *none = ConstantPointerNull::get(pointer);
      bool isHeld =
          pad && any_of(pad->operand_values(), [&](Value *clause) { return clause == none; });
      if (pad && !isHeld)
        pad->addClause(none);
    }
  }

  Value *exceptionOf(IRBuilder<> &builder, Value *pad) {
    return builder.CreateExtractValue(pad, 0);
  }

  /// Where the exception leaves the function, and where calls without a handler come to first.
  void makeLeave() {
    Type *nothing = Type::getVoidTy(context);
    BasicBlock &entry = function.getEntryBlock();
    IRBuilder<> builder(&*entry.getFirstNonPHIOrDbgOrAlloca());
    Value *asked = builder.CreateCall(runtime(exceptions::expected, builder.getInt32Ty()));
    Value *isExpected = builder.CreateICmpNE(asked, builder.getInt32(0), "expected");

    leave = BasicBlock::Create(context, "leave", &function);
    builder.SetInsertPoint(leave);
    leaving = builder.CreatePHI(pointer, 4, "leaving");
    BasicBlock *returning = BasicBlock::Create(context, "leave.returning", &function);
    BasicBlock *raising = BasicBlock::Create(context, "leave.raising", &function);
    builder.CreateCondBr(isExpected, returning, raising);
    builder.SetInsertPoint(returning);
    builder.CreateCall(runtime(exceptions::leave, nothing, pointer), {leaving});
    if (function.getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(Constant::getNullValue(function.getReturnType()));
    builder.SetInsertPoint(raising);
    builder.CreateCall(runtime(exceptions::escape, nothing, pointer), {leaving})
        ->setDoesNotReturn();
    builder.CreateUnreachable();

    if (!function.hasPersonalityFn())
      function.setPersonalityFn(cast<Constant>(
          module
              .getOrInsertFunction(personalityOfCxx,
                                   FunctionType::get(builder.getInt32Ty(), /*isVarArg=*/true))
              .getCallee()));
    trap = BasicBlock::Create(context, "passing", &function);
    builder.SetInsertPoint(trap);
    auto *pad = builder.CreateLandingPad(StructType::get(pointer, builder.getInt32Ty()), 1);
    pad->addClause(ConstantPointerNull::get(pointer));
    leaving->addIncoming(exceptionOf(builder, pad), trap);
    builder.CreateBr(leave);
  }

  void changeResume(ResumeInst &resume) {
    IRBuilder<> builder(&resume);
    leaving->addIncoming(exceptionOf(builder, resume.getValue()), resume.getParent());
    builder.CreateBr(leave);
    resume.eraseFromParent();
  }

  void changeCall(CallBase &call) {
    bool hasHandler = isa<InvokeInst>(call), mayReturn = Throwing::mayReturnIt(call);
    dropProperties(call);
    auto *invoke = dyn_cast<InvokeInst>(&call);
    if (!invoke) {
      BasicBlock *block = call.getParent();
      changeToInvokeAndSplitBasicBlock(cast<CallInst>(&call), trap);
      invoke = cast<InvokeInst>(block->getTerminator());
    }
    if (!mayReturn)
      return;
    IRBuilder<> builder(invoke);
    builder.CreateCall(runtime(exceptions::expect, builder.getVoidTy()));
    BasicBlock *behind = ownDestination(*invoke);
    BasicBlock *rest = behind->getSingleSuccessor();
    builder.SetInsertPoint(behind->getTerminator());
    Value *exception = builder.CreateCall(runtime(exceptions::left, pointer), {}, "left");
    BasicBlock *again = hasHandler ? raiseAgain(*invoke, exception) : leave;
    if (!hasHandler)
      leaving->addIncoming(exception, behind);
    builder.CreateCondBr(builder.CreateIsNull(exception), rest, again);
    behind->getTerminator()->eraseFromParent();
  }

  /// To where the call itself would have gone.
  BasicBlock *raiseAgain(InvokeInst &invoke, Value *exception) {
    BasicBlock *again = BasicBlock::Create(context, "again", &function);
    BasicBlock *never = BasicBlock::Create(context, "never", &function);
    IRBuilder<> builder(never);
    builder.CreateUnreachable();
    builder.SetInsertPoint(again);
    BasicBlock *handler = invoke.getUnwindDest();
    builder
        .CreateInvoke(runtime(exceptions::again, builder.getVoidTy(), pointer), never, handler,
                      {exception})
        ->setDoesNotReturn();
    for (PHINode &phi : handler->phis())
      phi.addIncoming(phi.getIncomingValueForBlock(invoke.getParent()), again);
    return again;
  }

  Function &function;
  Module &module;
  LLVMContext &context;
  const Throwing &throwing;
  PointerType *pointer;
  BasicBlock *leave = nullptr, *trap = nullptr;
  PHINode *leaving = nullptr;
};

/// What the object leaves to the C++ library goes there (cxx/Exceptions.ll).
void inlineEscapes(Function &function) {
  SmallVector<CallBase *, 2> escapes;
  for (Instruction &at : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&at))
      if (const Function *callee = call->getCalledFunction();
          callee && !callee->isDeclaration() && callee->getName().contains(exceptions::escape))
        escapes.push_back(call);
  for (CallBase *call : escapes) {
    InlineFunctionInfo info;
    InlineFunction(*call, info);
  }
}

constexpr const char *namedMark = "enzyme.named";

/// Of the object that the call throws, or will throw when it is inlined.
Function *destructorOf(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return nullptr;
  bool isBody = callee->getName().starts_with(bodyOfThrow) && call.arg_size() == 3;
  bool isNote = callee->getName() == exceptions::noteThrown && call.arg_size() == 2;
  if (!isBody && !isNote)
    return nullptr;
  auto *destructor = dyn_cast<Function>(call.getArgOperand(isBody ? 2 : 1)->stripPointerCasts());
  return destructor && destructor->arg_size() == 1 &&
                 destructor->getFunctionType()->getParamType(0)->isPointerTy()
             ? destructor
             : nullptr;
}

/// if (d == destructor) destructor(object); else destroy(d, object);
void callByName(CallInst &destroy, Function &destructor) {
  destroy.setMetadata(namedMark, MDNode::get(destroy.getContext(), {}));
  IRBuilder<> builder(&destroy);
  Value *isIt = builder.CreateICmpEQ(destroy.getArgOperand(0), &destructor);
  Instruction *then = nullptr, *otherwise = nullptr;
  SplitBlockAndInsertIfThenElse(isIt, &destroy, &then, &otherwise);
  builder.SetInsertPoint(then);
  builder.CreateCall(&destructor, {destroy.getArgOperand(1)})->setDoesNotThrow();
  destroy.moveBefore(otherwise->getIterator());
}

} // namespace

void nameDestructors(const SetVector<Function *> &functions) {
  SmallSetVector<Function *, 4> destructors;
  SmallVector<CallInst *, 8> calls;
  for (Function *function : functions)
    for (Instruction &at : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&at);
      if (Function *destructor = call ? destructorOf(*call) : nullptr)
        destructors.insert(destructor);
      auto *plain = dyn_cast<CallInst>(&at);
      const Function *callee = plain ? plain->getCalledFunction() : nullptr;
      if (callee && callee->getName() == exceptions::destroy && !plain->hasMetadata(namedMark))
        calls.push_back(plain);
    }
  for (CallInst *call : calls)
    for (Function *destructor : destructors)
      callByName(*call, *destructor);
}

void returnWhatIsThrown(Module &workshop, const SetVector<Function *> &functions) {
  if (none_of(functions, [](Function *function) { return catchesExceptions(*function); }))
    return;
  Throwing throwing(functions);
  for (Function *function : functions) // before a caller is simplified by them
    if (throwing.contains(*function))
      dropProperties(*function);
  SetVector<Function *> changed;
  for (Function *function : functions)
    if (function->getName() != terminateHelper && Returning(*function, throwing).change())
      changed.insert(function);
  useLibraryBodies(workshop, functions);
  for (Function *function : changed)
    inlineEscapes(*function);
}

} // namespace enzyme
