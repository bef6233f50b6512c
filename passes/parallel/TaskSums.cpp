//===- TaskSums.cpp --------------------------------------------------------===//
#include "parallel/TaskSums.h"
#include "memory/Updates.h"
#include "parallel/Constructs.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// kmp_taskred_input_t of LLVM's OpenMP.
constexpr uint64_t bytesOfInput = 56, sharedAt = 0, beginAt = 24, combinerAt = 40;

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

/// What a function that the compiler made for a reduction of the program's own hands everything to;
/// null if it does the work itself, as it does for operators.
const Function *ofProgram(const Function &made) {
  for (const Instruction &at : instructions(made))
    if (const auto *call = dyn_cast<CallInst>(&at))
      if (const Function *callee = call->getCalledFunction();
          callee && !callee->isDeclaration() && !callee->isIntrinsic())
        return callee;
  return nullptr;
}

/// Zero in each place that it writes, and nothing else?
bool setsAllToZero(const Function &begin) {
  return all_of(instructions(begin), [](const Instruction &at) {
    const auto *store = dyn_cast<StoreInst>(&at);
    const auto *value = store ? dyn_cast<Constant>(store->getValueOperand()) : nullptr;
    const auto *set = dyn_cast<MemSetInst>(&at);
    const auto *zero = set ? dyn_cast<ConstantInt>(set->getValue()) : nullptr;
    return isa<AllocaInst, LoadInst, GetElementPtrInst, ReturnInst>(at) ||
           at.isLifetimeStartOrEnd() || (value && value->isNullValue()) ||
           (store && isa<Argument>(store->getValueOperand())) || (zero && zero->isZero());
  });
}

/// out.a = out.a + in.b, for any members, and nothing else?
bool addsMembers(const Function &combiner) {
  auto objectOf = [](const Value *address) {
    const auto *load = dyn_cast<LoadInst>(getUnderlyingObject(address));
    return load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  };
  auto addsTo = [&](const StoreInst &store) {
    const auto *sum = dyn_cast<BinaryOperator>(store.getValueOperand());
    if (!sum || (sum->getOpcode() != Instruction::FAdd && sum->getOpcode() != Instruction::Add))
      return false;
    const auto *one = dyn_cast<LoadInst>(sum->getOperand(0));
    const auto *other = dyn_cast<LoadInst>(sum->getOperand(1));
    if (one && one->getPointerOperand() != store.getPointerOperand())
      std::swap(one, other);
    const AllocaInst *out = objectOf(store.getPointerOperand());
    const AllocaInst *in = other ? objectOf(other->getPointerOperand()) : nullptr;
    return one && one->getPointerOperand() == store.getPointerOperand() && out && in && in != out;
  };
  return combiner.size() == 1 && all_of(instructions(combiner), [&](const Instruction &at) {
           const auto *store = dyn_cast<StoreInst>(&at);
           return isa<AllocaInst, LoadInst, GetElementPtrInst, BinaryOperator, ReturnInst>(at) ||
                  at.isLifetimeStartOrEnd() ||
                  (store && (isa<Argument>(store->getValueOperand()) || addsTo(*store)));
         });
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

/// A task's record of what it shares with others, or a local one that only ever is copied into it?
bool isForTask(const StoreInst &store) {
  const Value *record = getUnderlyingObject(store.getPointerOperand());
  if (isa<AllocaInst>(record))
    return none_of(instructions(*store.getFunction()), [&](const Instruction &at) {
      const auto *load = dyn_cast<LoadInst>(&at);
      return load && load->getType()->isPointerTy() &&
             getUnderlyingObject(load->getPointerOperand()) == record;
    });
  return taskWith(record);
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

/// A part combined with one that has just begun is the same part?
bool isNeutral(const Function *begin, const Function *combiner) {
  if (!begin || !combiner || begin->isDeclaration() || combiner->isDeclaration())
    return false;
  const Function *ownBegin = ofProgram(*begin), *ownCombiner = ofProgram(*combiner);
  if (!ownBegin && !ownCombiner)
    return true; // an operator's, by the compiler
  return ownCombiner && addsMembers(*ownCombiner) && setsAllToZero(ownBegin ? *ownBegin : *begin);
}

} // namespace

bool beginFromNothing(const CallInst &begin) {
  const auto *count = dyn_cast<ConstantInt>(begin.getArgOperand(begin.arg_size() - 2));
  const auto *array =
      dyn_cast<AllocaInst>(getUnderlyingObject(begin.getArgOperand(begin.arg_size() - 1)));
  if (!array || !count)
    return false;
  using Functions = std::pair<const Function *, const Function *>;
  SmallDenseMap<uint64_t, Functions, 4> reductions;
  for (const Instruction &at : instructions(*begin.getFunction())) {
    const auto *store = dyn_cast<StoreInst>(&at);
    APInt offset(64, 0);
    if (!store || store->getPointerOperand()->stripAndAccumulateConstantOffsets(
                      begin.getDataLayout(), offset, true) != array)
      continue;
    uint64_t member = offset.getZExtValue() % bytesOfInput;
    Functions &functions = reductions[offset.getZExtValue() / bytesOfInput];
    if (member == beginAt)
      functions.first = dyn_cast<Function>(store->getValueOperand());
    if (member == combinerAt)
      functions.second = dyn_cast<Function>(store->getValueOperand());
  }
  return reductions.size() == count->getZExtValue() && all_of(reductions, [](const auto &entry) {
           return isNeutral(entry.second.first, entry.second.second);
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
