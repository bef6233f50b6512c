//===- TaskSums.cpp --------------------------------------------------------===//
#include "parallel/TaskSums.h"
#include "limits/parallel.h"
#include "memory/Updates.h"
#include "parallel/Constructs.h"
#include "support/Passes.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// kmp_taskred_input_t of LLVM's OpenMP.
constexpr uint64_t bytesOfInput = 56, sharedAt = 0, bytesAt = 16, beginAt = 24, combinerAt = 40;

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

/// What a call announces to the runtime.
struct Announced {
  bool areSums = false;              // all of them, of numbers
  SmallVector<Value *, 2> variables; // whose parts tasks ask for
};

Announced announcedBy(CallInst &begin) {
  const Value *inputs = begin.getArgOperand(begin.arg_size() - 1);
  const auto *count = dyn_cast<ConstantInt>(begin.getArgOperand(begin.arg_size() - 2));
  const auto *array = dyn_cast<AllocaInst>(getUnderlyingObject(inputs));
  if (!array || !count)
    return {};
  Announced announced;
  const DataLayout &layout = begin.getDataLayout();
  SmallDenseSet<uint64_t, 4> sums;
  for (Instruction &at : instructions(*begin.getFunction())) {
    auto *store = dyn_cast<StoreInst>(&at);
    if (!store || getUnderlyingObject(store->getPointerOperand()) != array)
      continue;
    APInt offset(64, 0);
    if (store->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true) !=
        array)
      return {};
    uint64_t member = offset.getZExtValue() % bytesOfInput;
    const auto *code = dyn_cast<Function>(store->getValueOperand());
    if (member == sharedAt)
      announced.variables.push_back(store->getValueOperand());
    if (member == beginAt && !(code && setsToZero(*code)))
      return {};
    if (member != combinerAt)
      continue;
    if (!code || !isSumOfTwo(*code))
      return {};
    sums.insert(offset.getZExtValue() / bytesOfInput);
  }
  announced.areSums = sums.size() == count->getZExtValue();
  return announced;
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

/// The object that an address lies in, also where it is read from a local variable that is set
/// once.
const Value *objectOf(const Value *address) {
  SmallPtrSet<const Value *, 4> visited;
  while (true) {
    const Value *object = getUnderlyingObject(address);
    const auto *load = dyn_cast<LoadInst>(object);
    const auto *variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    if (!variable || !visited.insert(variable).second)
      return object;
    const StoreInst *only = nullptr;
    for (const User *user : variable->users()) {
      const auto *store = dyn_cast<StoreInst>(user);
      if (store && store->getPointerOperand() == variable && !only)
        only = store;
      else if (!isa<LoadInst>(user) && !cast<Instruction>(user)->isLifetimeStartOrEnd())
        return object;
    }
    if (!only)
      return object;
    address = only->getValueOperand();
  }
}

/// The call that makes the task whose record `object` is, or is read from; null if there is none.
const CallInst *taskWith(const Value *object) {
  if (const auto *load = dyn_cast<LoadInst>(object))
    object = getUnderlyingObject(load->getPointerOperand());
  const auto *task = dyn_cast<CallInst>(object);
  return task && madeByCompiler(*task) == TeamCall::NewTask ? task : nullptr;
}

/// May this write to the variable, as its thread, without a lock? Tasks' own functions are not
/// seen.
bool mayWrite(const Instruction &at, ArrayRef<Value *> variables) {
  if (!at.mayWriteToMemory() || at.isAtomic())
    return false;
  if (const auto *call = dyn_cast<CallInst>(&at); call && !isa<MemIntrinsic>(call))
    return !isa<IntrinsicInst>(call) && !madeByCompiler(*call);
  const Value *place = isa<StoreInst>(at) ? cast<StoreInst>(at).getPointerOperand()
                                          : cast<CallInst>(at).getArgOperand(0);
  const Value *object = objectOf(place);
  if (taskWith(object))
    return false;
  return any_of(variables, [&](const Value *variable) {
    const Value *other = objectOf(variable);
    bool areApart =
        isa<AllocaInst>(object) && (isIdentifiedObject(other) || isa<Argument>(other) ||
                                    !PointerMayBeCaptured(object, /*ReturnCaptures=*/true));
    return object == other || !areApart;
  });
}

/// Does the thread that begins a group of tasks leave their sums alone until its end?
bool leavesSumsAlone(CallInst &begin) {
  const SmallVector<Value *, 2> variables = announcedBy(begin).variables;
  SmallVector<std::pair<const Instruction *, unsigned>, 8> toVisit = {{begin.getNextNode(), 1}};
  SmallSet<std::pair<const Instruction *, unsigned>, 16> visited;
  while (!toVisit.empty()) {
    auto [at, depth] = toVisit.pop_back_val();
    if (depth > begin.getFunction()->size() || !visited.insert({at, depth}).second)
      continue;
    for (; at && depth; at = at->getNextNode()) {
      const auto *call = dyn_cast<CallInst>(at);
      StringRef name = call ? calleeName(*call) : "";
      depth += name == beginGroupCall;
      depth -= name == endGroupCall;
      if (mayWrite(*at, variables))
        return false;
      if (at->isTerminator())
        for (const BasicBlock *next : successors(at))
          toVisit.push_back({&next->front(), depth});
    }
  }
  return true;
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

/// A construct's own group, from the call that begins it to the one that ends it.
struct ModifiedGroup {
  CallInst *begin, *end;
  SmallVector<Value *, 2> variables;
};

/// Is all that is done with a local record that it is filled, and copied into a task's? What else
/// is handed its address, a closure's own function for one, may add by what it holds.
bool isOnlyCopiedIntoTasks(const Value &record) {
  return all_of(record.users(), [&](const User *user) {
    if (const auto *store = dyn_cast<StoreInst>(user))
      return store->getValueOperand() != &record;
    if (const auto *copy = dyn_cast<MemCpyInst>(user))
      return copy->getRawSource() == &record && taskWith(getUnderlyingObject(copy->getRawDest()));
    return isa<GetElementPtrInst>(user) ? isOnlyCopiedIntoTasks(*user)
                                        : cast<Instruction>(user)->isLifetimeStartOrEnd();
  });
}

/// Into a task's record of what it shares with others, or a local one that becomes one?
bool isForTask(const StoreInst &store) {
  const Value *record = getUnderlyingObject(store.getPointerOperand());
  return isa<AllocaInst>(record) ? isOnlyCopiedIntoTasks(*record) : taskWith(record) != nullptr;
}

/// A thread adds to the sum that its tasks add to while they do, without a lock: to a place of its
/// own instead, which is added where the group has ended.
///
///     begin group                         begin group; own = 0
///     sum += v;  tasks: atomic sum += w   own += v;  tasks: atomic sum += w
///     end group                           end group; sum += own
class OwnPlace {
public:
  OwnPlace(const ModifiedGroup &group, Value *variable, const DominatorTree &dominators)
      : group(group), variable(dyn_cast<AllocaInst>(variable)), dominators(dominators) {}

  /// False if the variable is used in another way; nothing is changed yet.
  bool collect() {
    return variable && canBeAtomic(*variable->getAllocatedType()) &&
           all_of(variable->uses(), [&](Use &use) { return collect(use); });
  }

  void separate() {
    if (uses.empty())
      return;
    Type *type = variable->getAllocatedType();
    auto *own = new AllocaInst(type, variable->getAddressSpace(), variable->getName() + ".own",
                               variable->getIterator());
    IRBuilder<> builder(group.begin);
    builder.CreateStore(Constant::getNullValue(type), own);
    for (Use *use : uses)
      use->set(own);
    builder.SetInsertPoint(group.end->getNextNode());
    Value *sum =
        builder.CreateFAdd(builder.CreateLoad(type, variable), builder.CreateLoad(type, own));
    builder.CreateStore(sum, variable);
  }

private:
  bool collect(Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    bool isOutside =
        dominators.dominates(user, group.begin) || dominators.dominates(group.end, user);
    if (isOutside || user->isLifetimeStartOrEnd())
      return isa<LoadInst, StoreInst, AtomicRMWInst>(user) || user->isLifetimeStartOrEnd();
    SmallPtrSet<BasicBlock *, 1> begin = {group.begin->getParent()};
    if (!dominators.dominates(group.begin, user) ||
        isPotentiallyReachable(group.end, user, &begin, &dominators))
      return false;
    if (auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == variable)
      return isForTask(*store);
    if (!isa<LoadInst, StoreInst>(user))
      return false;
    uses.push_back(&use);
    return true;
  }

  const ModifiedGroup &group;
  AllocaInst *variable;
  const DominatorTree &dominators;
  SmallVector<Use *, 8> uses;
};

/// False, and nothing is changed, where it is not plain what belongs to which group.
bool separateFromTasks(ArrayRef<CallInst *> begins, ArrayRef<CallInst *> ends) {
  if (begins.empty())
    return true;
  DominatorTree dominators(*begins.front()->getFunction());
  SmallVector<ModifiedGroup, 2> groups;
  for (CallInst *begin : begins) {
    SmallVector<CallInst *, 2> own;
    copy_if(ends, std::back_inserter(own), [&](const CallInst *end) {
      return dominators.dominates(begin, end) && none_of(begins, [&](const CallInst *other) {
               return other != begin && dominators.dominates(begin, other) &&
                      dominators.dominates(other, end);
             });
    });
    if (own.size() != 1)
      return false;
    groups.push_back({begin, own.front(), announcedBy(*begin).variables});
  }
  SmallVector<OwnPlace, 4> places;
  for (const ModifiedGroup &group : groups)
    for (Value *variable : group.variables)
      places.emplace_back(group, variable, dominators);
  if (!all_of(places, [](OwnPlace &place) { return place.collect(); }))
    return false;
  for (OwnPlace &place : places)
    place.separate();
  return true;
}

/// A part that has just begun is combined with another, in a function to be looked at and thrown
/// away:
///
///     begin(&part, original);  combine(other, &part)
class Combined {
public:
  Combined(Function &begin, Function &combiner, uint64_t bytes) {
    LLVMContext &context = begin.getContext();
    Type *address = PointerType::get(context, 0);
    auto *type = FunctionType::get(Type::getVoidTy(context), {address, address}, false);
    function =
        Function::Create(type, GlobalValue::InternalLinkage, "enzyme.part", begin.getParent());
    IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
    AllocaInst *part = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes));
    part->setAlignment(Align(16)); // what any number wants
    builder.CreateCall(&begin, {part, function->getArg(1)});
    builder.CreateCall(&combiner, {function->getArg(0), part});
    builder.CreateRetVoid();
  }
  ~Combined() { function->eraseFromParent(); }
  Combined(const Combined &) = delete;

  /// Is the other part as it was? Zeros may have another sign.
  bool isUnchanged() {
    for (unsigned inlined = 0; CallInst *call = callToInline(); ++inlined) {
      InlineFunctionInfo info;
      if (inlined == limits::callsOfParts || !InlineFunction(*call, info).isSuccess())
        return false;
    }
    for (Instruction &at : instructions(*function))
      if (isa<FPMathOperator>(at))
        at.setHasNoSignedZeros(true);
    Passes passes;
    passes.builder
        .buildFunctionSimplificationPipeline(OptimizationLevel::O2, ThinOrFullLTOPhase::None)
        .run(*function, passes.functions);
    return none_of(instructions(*function), [](const Instruction &at) {
      return (at.mayHaveSideEffects() || isa<CallBase>(at)) && !at.isLifetimeStartOrEnd();
    });
  }

private:
  CallInst *callToInline() {
    for (Instruction &at : instructions(*function))
      if (auto *call = dyn_cast<CallInst>(&at))
        if (const Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
          return call;
    return nullptr;
  }

  Function *function;
};

/// Are numbers that are stored as `of` says?
bool storesNumbers(const Function &function, function_ref<bool(const StoreInst &)> of) {
  return all_of(instructions(function), [&](const Instruction &at) {
    const auto *store = dyn_cast<StoreInst>(&at);
    return !store || store->getValueOperand()->getType()->isPointerTy() || of(*store);
  });
}

/// *a = *a + *b, or with a product, once, or for each element of an array of any length; and parts
/// begin from zero, or one.
bool isOfElements(const Function &begin, const Function &combiner) {
  unsigned opcode = 0, count = 0;
  for (const Instruction &at : instructions(combiner))
    if (at.getType()->isFPOrFPVectorTy() && !isa<LoadInst>(at)) {
      opcode = at.getOpcode();
      ++count;
    }
  if (count != 1 || (opcode != Instruction::FAdd && opcode != Instruction::FMul))
    return false;
  double neutral = opcode == Instruction::FMul ? 1 : 0;
  return storesNumbers(begin,
                       [&](const StoreInst &store) {
                         const auto *number = dyn_cast<ConstantFP>(store.getValueOperand());
                         return number && number->isExactlyValue(neutral);
                       }) &&
         storesNumbers(combiner, [](const StoreInst &store) {
           const auto *both = dyn_cast<BinaryOperator>(store.getValueOperand());
           return both && isa<LoadInst>(both->getOperand(0)) &&
                  isa<LoadInst>(both->getOperand(1)) &&
                  any_of(both->operands(), [&](const Value *operand) {
                    return getLoadStorePointerOperand(operand) == store.getPointerOperand();
                  });
         });
}

/// The compiler's own functions for logical operators and those of integers, for extremes, which
/// begin from the last number there is, and for sums and products.
bool isOfOperator(const Function &begin, const Function &combiner) {
  auto callsOther = [](const Instruction &at) {
    return isa<CallBase>(at) && !isa<IntrinsicInst>(at);
  };
  if (any_of(instructions(begin), callsOther) || any_of(instructions(combiner), callsOther))
    return false;
  bool hasNumbers = any_of(instructions(combiner), [](const Instruction &at) {
    return at.getType()->isFPOrFPVectorTy() || isa<MemTransferInst>(at);
  });
  bool hasArithmetic = any_of(instructions(combiner), [](const Instruction &at) {
    return at.getType()->isFPOrFPVectorTy() && (at.isBinaryOp() || at.isUnaryOp());
  });
  auto isLast = [](const StoreInst &store) {
    const auto *number = dyn_cast<ConstantFP>(store.getValueOperand());
    return number && (number->isInfinity() || number->getValueAPF().isLargest());
  };
  return !hasNumbers || (!hasArithmetic && storesNumbers(begin, isLast)) ||
         isOfElements(begin, combiner);
}

} // namespace

bool beginFromNothing(const CallInst &begin) {
  const auto *count = dyn_cast<ConstantInt>(begin.getArgOperand(begin.arg_size() - 2));
  const auto *array =
      dyn_cast<AllocaInst>(getUnderlyingObject(begin.getArgOperand(begin.arg_size() - 1)));
  if (!array || !count)
    return false;
  struct Reduction {
    Function *begin = nullptr, *combiner = nullptr;
    const ConstantInt *bytes = nullptr;
  };
  SmallDenseMap<uint64_t, Reduction, 4> reductions;
  for (const Instruction &at : instructions(*begin.getFunction())) {
    const auto *store = dyn_cast<StoreInst>(&at);
    APInt offset(64, 0);
    if (!store || store->getPointerOperand()->stripAndAccumulateConstantOffsets(
                      begin.getDataLayout(), offset, true) != array)
      continue;
    // const_cast: they are inlined elsewhere, and stay as they are
    auto *value = const_cast<Value *>(store->getValueOperand());
    uint64_t member = offset.getZExtValue() % bytesOfInput;
    Reduction &reduction = reductions[offset.getZExtValue() / bytesOfInput];
    if (member == beginAt)
      reduction.begin = dyn_cast<Function>(value);
    if (member == combinerAt)
      reduction.combiner = dyn_cast<Function>(value);
    if (member == bytesAt)
      reduction.bytes = dyn_cast<ConstantInt>(value);
  }
  return reductions.size() == count->getZExtValue() && all_of(reductions, [](const auto &entry) {
           auto [begins, combines, bytes] = entry.second;
           if (!begins || !combines || begins->isDeclaration() || combines->isDeclaration())
             return false;
           return isOfOperator(*begins, *combines) ||
                  (bytes && Combined(*begins, *combines, bytes->getZExtValue()).isUnchanged());
         });
}

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
  auto isOfSums = [](CallInst *begin) { return announcedBy(*begin).areSums; };
  for (CallInst *part : parts)
    if (SmallVector<SumInMemory, 1> sums; collectSums(*part, sums)) {
      for (const SumInMemory &sum : sums)
        addAtomically(sum, *part->getArgOperand(2));
      part->eraseFromParent();
    }
  for (CallInst *begin : groups)
    if (isOfSums(begin) && leavesSumsAlone(*begin))
      leaveGroup(*begin, "");
  if (!all_of(modified, isOfSums) || !separateFromTasks(modified, ends))
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
