//===- Meetings.cpp ---------------------------------------------------------===//
//
// A parameter that is `restrict` says that a thread reaches its memory in no other way, and nothing
// of other threads. Alias analysis concludes that no call changes it, and none that waits. So
// functions in which threads wait lose the word in the workshop.
//===----------------------------------------------------------------------===//
#include "parallel/Meetings.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Kernels.h"
#include "rules/gpu/Meetings.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

bool isWait(StringRef name) {
  return any_of(meetings::waits, [&](StringRef known) {
    return known.ends_with(".") ? name.starts_with(known) : name == known;
  });
}

CallInst *callInstead(Instruction &at, Function *callee, ArrayRef<Value *> operands) {
  CallInst *call = CallInst::Create(callee, operands, "", at.getIterator());
  call->setDebugLoc(at.getDebugLoc());
  return call;
}

void replace(Instruction &at, Value *by) {
  if (!at.getType()->isVoidTy()) {
    at.replaceAllUsesWith(by);
    by->takeName(&at);
  }
  at.eraseFromParent();
}

/// "down" of llvm.nvvm.shfl.sync.down.f32, "permute" of AMD's; "" of others.
StringRef howIntrinsic(const Function &intrinsic) {
  StringRef name = intrinsic.getName();
  if (name == meetings::permutes)
    return meetings::permute;
  return name.consume_front(meetings::shuffles) ? name.split('.').first : "";
}

void nameCall(CallInst &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || !callee->isIntrinsic())
    return;
  StringRef how = howIntrinsic(*callee);
  Function *named = nullptr;
  if (isWait(callee->getName()))
    named = declareWait(*call.getModule(), meetings::wait + callee->getName(),
                        callee->getFunctionType());
  else if (!how.empty() && call.getType()->isFloatTy())
    named = declareShuffle(*call.getModule(), how, call.getType());
  if (named)
    replace(call, callInstead(call, named, SmallVector<Value *, 4>(call.args())));
}

constexpr StringLiteral scopedSums = "llvm.nvvm.atomic.add.gen.f.";

bool isScopedSum(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  return callee && callee->getName().starts_with(scopedSums);
}

/// Sums in the scope of a block or of the system, which are sums like those of the device.
void spellOutSum(CallInst &call) {
  StringRef name = call.getCalledFunction()->getName().substr(scopedSums.size());
  LLVMContext &context = call.getContext();
  SyncScope::ID scope = name.starts_with("cta")
                            ? context.getOrInsertSyncScopeID(blockScope(*call.getModule()))
                            : SyncScope::System;
  auto *sum = new AtomicRMWInst(AtomicRMWInst::FAdd, call.getArgOperand(0), call.getArgOperand(1),
                                call.getDataLayout().getABITypeAlign(call.getType()),
                                AtomicOrdering::Monotonic, scope, call.getIterator());
  sum->setDebugLoc(call.getDebugLoc());
  replace(call, sum);
}

void nameFence(FenceInst &fence) {
  if (fence.getSyncScopeID() == SyncScope::SingleThread)
    return; // only the compiler's
  std::string scope =
      fence.getContext().getSyncScopeName(fence.getSyncScopeID()).value_or("").str();
  std::string name = (meetings::fence + Twine(unsigned(fence.getOrdering())) + "." + scope).str();
  Function *named = declareWait(*fence.getModule(), name,
                                FunctionType::get(Type::getVoidTy(fence.getContext()), false));
  replace(fence, callInstead(fence, named, {}));
}

/// A barrier more, of which analyses know, and whose reverse is one.
void meetBehind(CallInst &call) {
  IRBuilder<> builder(call.getNextNode());
  SyncScope::ID block = call.getContext().getOrInsertSyncScopeID(blockScope(*call.getModule()));
  builder.CreateFence(AtomicOrdering::Release, block);
  builder.CreateIntrinsic(Intrinsic::amdgcn_s_barrier, {});
  builder.CreateFence(AtomicOrdering::Acquire, block);
}

void meetBehindLibrary(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&at); call && meetsInLibrary(*call))
      meetBehind(*call);
}

/// `functions`, and all that call or mention them.
SetVector<Function *> usersOf(ArrayRef<Function *> functions) {
  SetVector<Function *> reached(functions.begin(), functions.end());
  for (unsigned i = 0; i != reached.size(); ++i) {
    SmallVector<User *, 8> pending(reached[i]->users());
    while (!pending.empty()) {
      User *user = pending.pop_back_val();
      if (auto *at = dyn_cast<Instruction>(user))
        reached.insert(at->getFunction());
      else
        append_range(pending, user->users());
    }
  }
  return reached;
}

/// One of the two words that a 64-bit number is sent as.
struct Half {
  CallInst *call = nullptr;
  Value *whole = nullptr; ///< of what
};

bool readLow(Value *word, Half &half) {
  half.call = dyn_cast<CallInst>(word);
  return half.call && half.call->hasOneUse() && half.call->getCalledFunction() &&
         !howIntrinsic(*half.call->getCalledFunction()).empty() &&
         half.call->getType()->isIntegerTy() &&
         match(half.call->getArgOperand(1), m_Trunc(m_Value(half.whole)));
}

bool readHigh(Value *word, Half &half) {
  return readLow(word, half) && match(half.whole, m_LShr(m_Value(half.whole), m_SpecificInt(32)));
}

/// The call that both halves are, if they are those of one number and go the same way.
CallInst *wholeShuffle(const Half &low, const Half &high) {
  bool isOne = low.whole == high.whole && low.whole->getType()->isIntegerTy(64) &&
               low.call->getCalledFunction() == high.call->getCalledFunction() &&
               low.call->getParent() == high.call->getParent();
  if (!isOne)
    return nullptr;
  for (unsigned operand = 0; operand != low.call->arg_size(); ++operand)
    if (operand != 1 && low.call->getArgOperand(operand) != high.call->getArgOperand(operand))
      return nullptr;
  CallInst *last = low.call->comesBefore(high.call) ? high.call : low.call;
  CallInst *first = last == low.call ? high.call : low.call;
  for (Instruction *at = first->getNextNode(); at != last; at = at->getNextNode())
    if (at->mayReadOrWriteMemory())
      return nullptr;
  return last;
}

/// The operands of a named shuffle of `number` in place of `call`.
SmallVector<Value *, 4> operandsFor(const CallInst &call, Value *number) {
  Type *word = Type::getInt32Ty(call.getContext());
  if (call.arg_size() == 2)
    return {ConstantInt::getAllOnesValue(word), number, call.getArgOperand(0),
            ConstantInt::get(word, 0)};
  return {call.getArgOperand(0), number, call.getArgOperand(2), call.getArgOperand(3)};
}

/// Are the bits that are sent those of a double? Two floats or an address are sent word by word.
bool isDouble(Value *sent, const Instruction &received) {
  auto isCastToDouble = [](const User *user) {
    return isa<BitCastInst>(user) && user->getType()->isDoubleTy();
  };
  Value *number;
  bool isCast = match(sent, m_BitCast(m_Value(number))) && number->getType()->isDoubleTy();
  return isCast || any_of(received.users(), isCastToDouble) ||
         any_of(sent->users(), isCastToDouble);
}

/// Puts the two words that `both` is made of together again; true if they are such.
bool join(Instruction &both) {
  Value *lowWord, *highWord;
  Half low, high;
  if (!match(&both, m_c_Or(m_ZExt(m_Value(lowWord)),
                           m_Shl(m_ZExt(m_Value(highWord)), m_SpecificInt(32)))) ||
      !readLow(lowWord, low) || !readHigh(highWord, high))
    return false;
  CallInst *at = wholeShuffle(low, high);
  if (!at)
    return false;
  if (!isDouble(low.whole, both))
    return false;
  IRBuilder<> builder(at);
  Type *number = builder.getDoubleTy();
  Value *sent = builder.CreateBitCast(low.whole, number);
  StringRef how = howIntrinsic(*at->getCalledFunction());
  Value *received =
      callInstead(*at, declareShuffle(*at->getModule(), how, number), operandsFor(*at, sent));
  both.replaceAllUsesWith(builder.CreateBitCast(received, both.getType()));
  WeakTrackingVH halves[] = {low.call, high.call};
  RecursivelyDeleteTriviallyDeadInstructions(&both); // permutations among them
  for (WeakTrackingVH &half : halves)
    if (half)
      cast<CallInst>(half)->eraseFromParent();
  return true;
}

/// An integer that is the bits of a float, sent as the float.
bool sendAsFloat(CallInst &call) {
  Value *number;
  Function *callee = call.getCalledFunction();
  if (!callee || !call.getType()->isIntegerTy() ||
      !match(call.getArgOperand(1), m_BitCast(m_Value(number))) ||
      !number->getType()->isFloatingPointTy())
    return false;
  StringRef how = isDeviceShuffle(*callee) ? howShuffled(*callee) : howIntrinsic(*callee);
  CallInst *sent = callInstead(call, declareShuffle(*call.getModule(), how, number->getType()),
                               operandsFor(call, number));
  replace(call, IRBuilder<>(&call).CreateBitCast(sent, call.getType()));
  return true;
}

bool isShuffle(const Instruction &at) {
  auto *call = dyn_cast<CallInst>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && (isDeviceShuffle(*callee) || !howIntrinsic(*callee).empty());
}

/// What `restrict` says of a kernel's parameter holds of the launch: LLVM and NVIDIA's compiler
/// read such memory by a cache that nothing keeps up to date, where the kernel does not write it.
void markPassedByHost(Argument &parameter) {
  parameter.addAttr(Attribute::get(parameter.getContext(), fromHostAttribute));
  if (parameter.hasNoAliasAttr())
    parameter.addAttr(Attribute::get(parameter.getContext(), onlyWayAttribute));
}

} // namespace

void nameMeetings(Module &module) {
  if (!isForDevice(module))
    return;
  for (Function &function : module) {
    meetBehindLibrary(function);
    for (Instruction &at : make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<CallInst>(&at))
        isScopedSum(*call) ? spellOutSum(*call) : nameCall(*call);
      else if (auto *fence = dyn_cast<FenceInst>(&at))
        nameFence(*fence);
  }
  SmallVector<Function *, 4> waits;
  for (Function &function : module)
    if (isDeviceWait(function))
      waits.push_back(&function);
  for (Function *function :
       usersOf(mutation::breaks("meeting.restrict") ? ArrayRef<Function *>() : waits))
    for (Argument &parameter : function->args()) {
      if (isKernel(*function))
        markPassedByHost(parameter);
      parameter.removeAttr(Attribute::NoAlias);
    }
}

bool joinShuffles(Function &function) {
  if (!isForDevice(*function.getParent()) || none_of(instructions(function), isShuffle))
    return false;
  bool isChanged = false;
  for (Instruction &at : make_early_inc_range(instructions(function)))
    isChanged |= join(at);
  SmallVector<CallInst *, 8> calls;
  for (Instruction &at : instructions(function))
    if (isShuffle(at))
      calls.push_back(cast<CallInst>(&at));
  for (CallInst *call : calls)
    isChanged |= sendAsFloat(*call);
  return isChanged;
}

namespace {

/// A shuffle as the words that the processor sends.
Value *sendWords(IRBuilder<> &builder, CallInst &call, StringRef how) {
  Value *number = call.getArgOperand(1);
  Type *type = number->getType(), *word = builder.getInt32Ty();
  auto *words = FixedVectorType::get(word, type->getPrimitiveSizeInBits() / 32);
  bool isPermutation = how == meetings::permute;
  Intrinsic::ID id = Intrinsic::lookupIntrinsicID(
      isPermutation ? meetings::permutes.str() : (meetings::shuffles + how + ".i32").str());
  Value *own = builder.CreateBitCast(number, words), *sent = PoisonValue::get(words);
  for (unsigned i = 0; i != words->getNumElements(); ++i) {
    SmallVector<Value *, 4> operands(call.args());
    operands[1] = builder.CreateExtractElement(own, i);
    if (isPermutation)
      operands = {call.getArgOperand(2), operands[1]};
    Value *part = builder.CreateIntrinsic(id, {}, operands);
    sent = builder.CreateInsertElement(sent, part, i);
  }
  return builder.CreateBitCast(sent, type);
}

void lowerCall(CallInst &call, StringRef name) {
  IRBuilder<> builder(&call);
  if (name.consume_front(meetings::shuffle)) {
    replace(call, sendWords(builder, call, name.split('.').first));
    return;
  }
  if (name.consume_front(meetings::fence)) {
    auto [ordering, scope] = name.split('.');
    unsigned number = 0;
    ordering.getAsInteger(10, number);
    builder.CreateFence(AtomicOrdering(number), builder.getContext().getOrInsertSyncScopeID(scope));
    call.eraseFromParent();
    return;
  }
  Intrinsic::ID id = Intrinsic::lookupIntrinsicID(name.substr(meetings::wait.size()));
  replace(call, builder.CreateIntrinsic(id, {}, SmallVector<Value *, 2>(call.args())));
}

} // namespace

void lowerMeetings(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!isDeviceMeeting(function))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      lowerCall(*cast<CallInst>(user), function.getName());
    function.eraseFromParent();
  }
}

} // namespace enzyme
