//===- TaskSums.cpp --------------------------------------------------------===//
#include "parallel/TaskSums.h"
#include "memory/Updates.h"
#include "parallel/Constructs.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// kmp_taskred_input_t of LLVM's OpenMP.
constexpr uint64_t bytesOfInput = 56, beginAt = 24, combinerAt = 40;

bool canBeAtomic(const Type &type) { return type.isFloatTy() || type.isDoubleTy(); }

/// *a = *a + *b, and nothing else?
bool isSumOfTwo(const Function &combiner) {
  if (combiner.isDeclaration() || combiner.arg_size() != 2 || combiner.size() != 1)
    return false;
  const BinaryOperator *sum = nullptr;
  for (const Instruction &at : combiner.getEntryBlock()) {
    const auto *two = dyn_cast<BinaryOperator>(&at);
    if (two && sum)
      return false;
    if (two)
      sum = two;
    else if (!isa<AllocaInst, LoadInst, StoreInst, ReturnInst>(at))
      return false;
  }
  return sum && canBeAtomic(*sum->getType()) && sum->getOpcode() == Instruction::FAdd &&
         isa<LoadInst>(sum->getOperand(0)) && isa<LoadInst>(sum->getOperand(1));
}

/// Sets a part to zero, and does nothing else?
bool setsToZero(const Function &begin) {
  return !begin.isDeclaration() && all_of(instructions(begin), [](const Instruction &at) {
    const auto *store = dyn_cast<StoreInst>(&at);
    const Value *value = store ? store->getValueOperand() : nullptr;
    bool isZero = value && isa<Constant>(value) && cast<Constant>(value)->isNullValue();
    return isa<AllocaInst, LoadInst, ReturnInst>(at) ||
           (value && (isZero || value->getType()->isPointerTy()));
  });
}

/// Are all reductions that the call announces to the runtime sums of numbers?
bool areSums(const CallInst &begin) {
  const Value *inputs = begin.getArgOperand(begin.arg_size() - 1);
  const auto *count = dyn_cast<ConstantInt>(begin.getArgOperand(begin.arg_size() - 2));
  const auto *array = dyn_cast<AllocaInst>(getUnderlyingObject(inputs));
  if (!array || !count)
    return false;
  const DataLayout &layout = begin.getDataLayout();
  SmallDenseSet<uint64_t, 4> sums;
  for (const Instruction &at : instructions(*begin.getFunction())) {
    const auto *store = dyn_cast<StoreInst>(&at);
    if (!store || getUnderlyingObject(store->getPointerOperand()) != array)
      continue;
    APInt offset(64, 0);
    if (store->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true) !=
        array)
      return false;
    uint64_t member = offset.getZExtValue() % bytesOfInput;
    const auto *code = dyn_cast<Function>(store->getValueOperand());
    if (member == beginAt && !(code && setsToZero(*code)))
      return false;
    if (member != combinerAt)
      continue;
    if (!code || !isSumOfTwo(*code))
      return false;
    sums.insert(offset.getZExtValue() / bytesOfInput);
  }
  return sums.size() == count->getZExtValue();
}

/// All that is made of a task's part; false if anything else than additions to it is.
bool collectSums(const CallInst &part, SmallVectorImpl<SumInMemory> &sums) {
  SmallPtrSet<const Instruction *, 4> stores;
  for (const User *user : part.users())
    if (const auto *load = dyn_cast<LoadInst>(user)) {
      std::optional<SumInMemory> sum = sumFrom(*load);
      if (!load->isSimple() || !load->hasOneUse() || !canBeAtomic(*load->getType()) || !sum ||
          sum->store->getPointerOperand() != &part)
        return false;
      stores.insert(sum->store);
      sums.push_back(std::move(*sum));
    }
  return all_of(part.users(), [&](const User *user) {
    return isa<LoadInst>(user) || stores.contains(cast<Instruction>(user));
  });
}

/// The sum starts from nothing, and is added at once.
void addAtomically(const SumInMemory &sum, Value &place) {
  Instruction *first = sum.additions.front();
  auto isOfPlace = [&](const Value *operand) {
    const auto *load = dyn_cast<LoadInst>(operand);
    return load && load->getPointerOperand() == sum.store->getPointerOperand();
  };
  for (Use &operand : first->operands())
    if (isOfPlace(operand)) {
      auto *load = cast<LoadInst>(operand);
      operand.set(ConstantFP::getNegativeZero(load->getType()));
      load->eraseFromParent();
      break;
    }
  IRBuilder<> builder(sum.store);
  builder.CreateAtomicRMW(AtomicRMWInst::FAdd, &place, sum.store->getValueOperand(),
                          sum.store->getAlign(), AtomicOrdering::Monotonic);
  sum.store->eraseFromParent();
}

/// `begin` also begins a group where it is a modifier of another construct, and its end ends it.
void leaveGroup(CallInst &call, StringRef name) {
  if (!name.empty()) {
    Value *where = call.getArgOperand(0), *thread = call.getArgOperand(1);
    IRBuilder<> builder(&call);
    FunctionCallee group = call.getModule()->getOrInsertFunction(
        name, builder.getVoidTy(), where->getType(), thread->getType());
    builder.CreateCall(group, {where, thread});
  }
  if (!call.use_empty())
    call.replaceAllUsesWith(Constant::getNullValue(call.getType()));
  call.eraseFromParent();
}

} // namespace

/// What stays is an obstacle to a team, and one thread gives tasks the variable itself: so that
/// parts need not be matched with their groups.
static void addTaskSumsAtomically(Function &function) {
  SmallVector<CallInst *, 4> groups, modified, ends, parts;
  for (Instruction &at : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&at);
    StringRef name = call ? calleeName(*call) : "";
    if (name == taskSumsCall)
      groups.push_back(call);
    else if (name == modifiedSumsCall)
      modified.push_back(call);
    else if (name == endModifiedSumsCall)
      ends.push_back(call);
    else if (madeByCompiler(at) == TeamCall::OwnSum)
      parts.push_back(call);
  }
  auto isOfSums = [](const CallInst *begin) { return areSums(*begin); };
  for (CallInst *part : parts)
    if (SmallVector<SumInMemory, 1> sums; collectSums(*part, sums)) {
      for (const SumInMemory &sum : sums)
        addAtomically(sum, *part->getArgOperand(2));
      part->eraseFromParent();
    }
  for (CallInst *begin : groups)
    if (isOfSums(begin))
      leaveGroup(*begin, "");
  if (!all_of(modified, isOfSums))
    return;
  for (CallInst *begin : modified)
    leaveGroup(*begin, beginGroupCall);
  for (CallInst *end : ends)
    leaveGroup(*end, endGroupCall);
}

void addTaskSumsAtomically(const SetVector<Function *> &functions) {
  for (Function *function : functions)
    addTaskSumsAtomically(*function);
}

} // namespace enzyme
