//===- TeamDependence.cpp - does a region's result depend on its team? -----===//
//
// Problem: some regions can only be run by one thread in derivatives. Which of them give the same
// then, and which something else?
//
// Here: what loops, sections, `single` and the like tell threads to do is done once, however many
// there are; everything else in a region each thread does. That matters
//
//   where a thread asks for its number, or how many there are, and makes something of the answer;
//   where each thread adds to what all share: under a lock, atomically, or to a sum of the region.
//     Sums of its own that a thread collected from its share may be added, as the parts of a sum;
//   where each thread makes tasks;
//   where a variable of a thread is carried from one of its iterations to the next. Again, sums
//     that are only added to may.
//
// The front end's code is looked at: variables lie in memory, and calls of the runtime stand where
// constructs begin and end. Not seen: arrays of a thread's own, and what functions are given the
// address of, carried from one iteration to the next.
//===----------------------------------------------------------------------===//
#include "parallel/TeamDependence.h"
#include "parallel/CarriedMemory.h"
#include "parallel/Constructs.h"
#include "parallel/ShareParts.h"
#include "parallel/TaskSums.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

using Functions = SetVector<Function *>;

/// Does the branch on `test` of a thread's number give threads other than the first something of
/// their own to do?
bool singlesOut(const ICmpInst &test) {
  const auto *number = dyn_cast<ConstantInt>(test.getOperand(1));
  if (!number || !test.isEquality())
    return false;
  if (!number->isZero())
    return true;
  bool isFirst = test.getPredicate() == ICmpInst::ICMP_EQ;
  return any_of(test.users(), [&](const User *user) {
    const auto *branch = dyn_cast<BranchInst>(user);
    return branch && branch->isConditional() &&
           branch->getSuccessor(isFirst ? 1 : 0)->getSinglePredecessor();
  });
}

/// What is made of threads' numbers, or of how many there are: through variables of the function
/// and into functions that are called.
class NumbersOfThreads {
public:
  /// `isAny`: whatever it is but for what is only printed, and what the first one does alone. Else
  /// where a floating-point number is made of one, or a thread is singled out by it.
  explicit NumbersOfThreads(bool isAny) : isAny(isAny) {}

  void begin(const Function &function, function_ref<bool(TeamCall)> isMeant) {
    for (const Instruction &at : instructions(function))
      if (std::optional<TeamCall> asked = askedByProgram(at); asked && isMeant(*asked))
        pending.insert(&at);
  }

  /// Null: nowhere.
  const Instruction *find() {
    for (unsigned i = 0; i != pending.size(); ++i) // grows
      for (const User *user : pending[i]->users())
        if (const auto *at = dyn_cast<Instruction>(user); at && isFound(*at, *pending[i]))
          return at;
    return nullptr;
  }

private:
  bool isFound(const Instruction &at, const Value &number) {
    if (isa<SIToFPInst, UIToFPInst, SwitchInst>(at))
      return true;
    if (const auto *test = dyn_cast<ICmpInst>(&at)) {
      const auto *other = dyn_cast<ConstantInt>(test->getOperand(1));
      bool isOfFirst = test->isEquality() && other && other->isZero();
      return singlesOut(*test) || (isAny && !isOfFirst);
    }
    if (isa<BinaryOperator, CastInst, PHINode, SelectInst>(at)) {
      pending.insert(&at);
      return false;
    }
    const auto *store = dyn_cast<StoreInst>(&at);
    if (store && store->getValueOperand() == &number)
      return isFoundIn(store->getPointerOperand());
    if (const auto *call = dyn_cast<CallBase>(&at))
      return isFoundIn(*call, number);
    return isAny;
  }

  bool isFoundIn(const Value *place) {
    const auto *variable = dyn_cast<AllocaInst>(place);
    if (!variable)
      return isAny;
    for (const User *user : variable->users())
      if (isa<LoadInst>(user))
        pending.insert(user);
    return false;
  }

  bool isFoundIn(const CallBase &call, const Value &number) {
    const Function *callee = call.getCalledFunction();
    if (!callee || callee->isDeclaration())
      return isAny && (!callee || !callee->isVarArg()) && !isa<DbgInfoIntrinsic>(call);
    for (const Use &argument : call.args())
      if (argument.get() == &number && call.getArgOperandNo(&argument) < callee->arg_size())
        pending.insert(callee->getArg(call.getArgOperandNo(&argument)));
    return false;
  }

  bool isAny;
  SetVector<const Value *> pending;
};

/// The variable that an address lies in, also one of which each thread has its own.
const Value *variableAt(const Value *address) {
  const Value *base = getUnderlyingObject(address);
  if (const auto *own = dyn_cast<IntrinsicInst>(base);
      own && own->getIntrinsicID() == Intrinsic::threadlocal_address)
    return own->getArgOperand(0);
  return base;
}
bool isOwn(const Value *variable) {
  const auto *global = dyn_cast<GlobalVariable>(variable);
  return isa<AllocaInst>(variable) || (global && global->isThreadLocal());
}

bool isZero(const Value *value) {
  const auto *constant = dyn_cast<Constant>(value);
  return constant && (constant->isNullValue() || constant->isZeroValue());
}

/// What is added to `place` by storing `value` there, and the load of what was there; nulls if it
/// is no addition.
struct Addition {
  const LoadInst *before = nullptr;
  const Value *added = nullptr;
  const Value *factor = nullptr; ///< times this, if it is not null
};
Addition additionTo(const Value *place, const Value *value) {
  auto isOld = [&](const Value *operand) {
    const auto *load = dyn_cast<LoadInst>(operand);
    return load && load->hasOneUse() && load->getPointerOperand() == place ? load : nullptr;
  };
  if (const auto *sum = dyn_cast<BinaryOperator>(value)) {
    bool isSum = sum->getOpcode() == Instruction::FAdd || sum->getOpcode() == Instruction::Add;
    bool isLess = sum->getOpcode() == Instruction::FSub || sum->getOpcode() == Instruction::Sub;
    if (isSum || isLess)
      if (const LoadInst *old = isOld(sum->getOperand(0)))
        return {old, sum->getOperand(1)};
    if (isSum)
      if (const LoadInst *old = isOld(sum->getOperand(1)))
        return {old, sum->getOperand(0)};
  }
  const auto *call = dyn_cast<IntrinsicInst>(value);
  if (call &&
      (call->getIntrinsicID() == Intrinsic::fmuladd || call->getIntrinsicID() == Intrinsic::fma))
    if (const LoadInst *old = isOld(call->getArgOperand(2)))
      return {old, call->getArgOperand(0), call->getArgOperand(1)};
  return {};
}

constexpr StringLiteral isCarried = "a thread's variable is carried from one iteration to the next";

constexpr StringLiteral perhapsCarried =
    "memory of a thread's own may be carried from one iteration to the next";

/// What each thread does in one function.
class EachThread {
public:
  EachThread(const ShareParts &parts, bool hasLocks) : parts(parts), hasLocks(hasLocks) {
    for (const Instruction &at : instructions(parts.function))
      if (madeByCompiler(at) == TeamCall::Reduce)
        addReduced(*variableAt(at.getOperand(4)));
  }

  TeamDependence find() {
    for (const Instruction *at : parts.each()) {
      std::optional<TeamCall> made = madeByCompiler(*at);
      if (made == TeamCall::Task || made == TeamCall::TaskLoop)
        return {at, "each thread makes tasks"};
      if (addsItself(*at))
        return {at, "each thread adds something by itself"};
    }
    return carried();
  }

  /// What a loop's iterations may all take for granted, or is seen by `find`.
  bool isLeftOut(const AllocaInst &variable) {
    return isPlain(&variable) || reduced.contains(&variable) || isSum(&variable);
  }

private:
  /// What the compiler lists as the parts of a reduction.
  void addReduced(const Value &list) {
    for (const Instruction &at : instructions(parts.function))
      if (const auto *store = dyn_cast<StoreInst>(&at);
          store && variableAt(store->getPointerOperand()) == &list)
        reduced.insert(variableAt(store->getValueOperand()));
  }

  bool addsItself(const Instruction &at) {
    if (const auto *update = dyn_cast<AtomicRMWInst>(&at)) {
      AtomicRMWInst::BinOp kind = update->getOperation();
      bool isSum = is_contained(
          {AtomicRMWInst::FAdd, AtomicRMWInst::FSub, AtomicRMWInst::Add, AtomicRMWInst::Sub}, kind);
      return !isSum || !isOfSums(update->getValOperand());
    }
    if (isa<AtomicCmpXchgInst>(at))
      return true;
    if (const auto *store = dyn_cast<StoreInst>(&at))
      return addsItself(*store);
    const auto *call = dyn_cast<CallBase>(&at);
    if (!call || (madeByCompiler(at) && !isFork(at)) || call->isLifetimeStartOrEnd())
      return false;
    // A reduction's part that a function is given.
    return !isa<IntrinsicInst>(call) && any_of(call->args(), [&](const Use &argument) {
      return argument->getType()->isPointerTy() && reduced.contains(variableAt(argument));
    });
  }

  bool addsItself(const StoreInst &store) {
    const Value *variable = variableAt(store.getPointerOperand());
    bool isReduced = reduced.contains(variable);
    if ((isOwn(variable) && !isReduced) || isa<Constant>(store.getValueOperand()) ||
        (!isReduced && !hasLocks && !store.isAtomic()))
      return false;
    Addition addition = additionTo(store.getPointerOperand(), store.getValueOperand());
    return !isOfSums(addition);
  }

  /// Nothing, or a sum of what threads collected from their shares, each times something.
  bool isOfSums(const Value *value) {
    if (isZero(value))
      return true;
    if (const auto *load = dyn_cast<LoadInst>(value))
      return isSum(variableAt(load->getPointerOperand()));
    if (isa<FPExtInst, FPTruncInst, SExtInst, ZExtInst>(value))
      return isOfSums(cast<CastInst>(value)->getOperand(0));
    if (const auto *sign = dyn_cast<UnaryOperator>(value))
      return isOfSums(sign->getOperand(0));
    const auto *two = dyn_cast<BinaryOperator>(value);
    if (!two)
      return false;
    const Value *left = two->getOperand(0), *right = two->getOperand(1);
    switch (two->getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::Add:
    case Instruction::Sub:
      return isOfSums(left) && isOfSums(right);
    case Instruction::FMul:
      return isProductOfSums(left, right);
    default:
      return false;
    }
  }
  bool isProductOfSums(const Value *left, const Value *right) {
    return (isOfSums(left) && isSameForAll(right)) || (isSameForAll(left) && isOfSums(right));
  }
  bool isOfSums(const Addition &addition) {
    if (addition.factor)
      return isProductOfSums(addition.added, addition.factor);
    return addition.added && isOfSums(addition.added);
  }
  static bool isSameForAll(const Value *value) {
    const auto *load = dyn_cast<LoadInst>(value);
    return isa<Constant>(value) || (load && !isOwn(variableAt(load->getPointerOperand())));
  }

  /// Is the thread's own `variable` zero to begin with, and then only added to in shares?
  bool isSum(const Value *variable) {
    if (!isa<AllocaInst>(variable))
      return false;
    auto [entry, isNew] = sums.try_emplace(variable, false);
    if (isNew) {
      bool is = isSumThrough(*variable);
      sums[variable] = is;
      return is;
    }
    return entry->second;
  }

  bool isSumThrough(const Value &address) {
    return all_of(address.users(), [&](const User *user) {
      const auto *at = cast<Instruction>(user);
      if (isa<GetElementPtrInst, CastInst>(at))
        return isSumThrough(*at);
      if (const auto *load = dyn_cast<LoadInst>(at))
        return !parts.isShared(*load) || isOfAddition(*load);
      if (const auto *store = dyn_cast<StoreInst>(at)) {
        if (store->getValueOperand() == &address) // into a reduction's list
          return reduced.contains(variableAt(&address));
        return isZero(store->getValueOperand()) ? parts.isOfEach(*store) : isAddition(*store);
      }
      if (const auto *set = dyn_cast<MemSetInst>(at))
        return parts.isOfEach(*set) && isZero(set->getValue());
      const auto *call = dyn_cast<CallBase>(at);
      return call && (call->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(call));
    });
  }
  bool isAddition(const StoreInst &store) {
    Addition addition = additionTo(store.getPointerOperand(), store.getValueOperand());
    return addition.added && (parts.isShared(store) || isOfSums(addition));
  }
  static bool isOfAddition(const LoadInst &load) {
    if (!load.hasOneUse())
      return false;
    const User *sum = load.user_back();
    return any_of(sum->users(), [&](const User *user) {
      const auto *store = dyn_cast<StoreInst>(user);
      return store && store->getPointerOperand() == load.getPointerOperand() &&
             additionTo(store->getPointerOperand(), sum).before == &load;
    });
  }

  struct Accesses {
    SmallVector<const LoadInst *, 4> loads;
    SmallVector<const StoreInst *, 4> stores;
  };

  /// Variables that hold one number, and that nothing else is given the address of.
  static bool isPlain(const Value *variable) {
    const auto *local = dyn_cast<AllocaInst>(variable);
    if (!local)
      return isOwn(variable) && cast<GlobalVariable>(variable)->getValueType()->isSingleValueType();
    return local->getAllocatedType()->isSingleValueType() &&
           all_of(local->users(), [&](const User *user) {
             const auto *store = dyn_cast<StoreInst>(user);
             const auto *call = dyn_cast<CallBase>(user);
             return isa<LoadInst>(user) || (store && store->getPointerOperand() == local) ||
                    (call && call->isLifetimeStartOrEnd());
           });
  }

  /// What an iteration finds as an earlier one of the same thread left it.
  TeamDependence carried() {
    MapVector<const Value *, Accesses> accesses;
    for (const Instruction &at : instructions(parts.function)) {
      const Value *place = getLoadStorePointerOperand(&at);
      const Value *variable = place && parts.isShared(at) ? variableAt(place) : nullptr;
      if (!variable || !isPlain(variable) || reduced.contains(variable))
        continue;
      if (const auto *load = dyn_cast<LoadInst>(&at))
        accesses[variable].loads.push_back(load);
      else
        accesses[variable].stores.push_back(cast<StoreInst>(&at));
    }
    for (auto &[variable, of] : accesses)
      for (const LoadInst *load : of.loads)
        if (!isSum(variable) &&
            any_of(of.stores,
                   [&](const StoreInst *store) { return isPotentiallyReachable(store, load); }) &&
            none_of(of.stores,
                    [&](const StoreInst *store) { return parts.dominates(*store, *load); }))
          return {load, isCarried};
    return {};
  }

  const ShareParts &parts;
  bool hasLocks; ///< does each thread take some?
  SmallPtrSet<const Value *, 4> reduced;
  DenseMap<const Value *, bool> sums;
};

bool takesLock(const Instruction &at) {
  std::optional<TeamCall> what = madeByCompiler(at);
  if (!what)
    what = askedByProgram(at);
  if (!what) {
    const auto *call = dyn_cast<CallBase>(&at);
    return call && (waitsOtherwise(calleeName(*call)) || calleeName(*call) == guardAcquire);
  }
  return is_contained(
      {TeamCall::Critical, TeamCall::SetLock, TeamCall::TestLock, TeamCall::TryMutex}, *what);
}

/// What each thread runs of a region, through the functions that it calls.
TeamDependence dependenceOfEach(const Functions &inside) {
  SetVector<Function *> pending;
  pending.insert(inside.front());
  std::vector<std::unique_ptr<ShareParts>> all;
  bool hasLocks = false;
  for (unsigned i = 0; i != pending.size(); ++i) { // grows
    all.push_back(std::make_unique<ShareParts>(*pending[i]));
    for (const Instruction *at : all.back()->each()) {
      hasLocks |= takesLock(*at);
      const auto *call = dyn_cast<CallBase>(at);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (isFork(*at))
        callee = regionOf(cast<CallInst>(*at));
      if (callee && !callee->isDeclaration() && inside.contains(callee))
        pending.insert(callee);
    }
  }
  for (const std::unique_ptr<ShareParts> &parts : all)
    if (TeamDependence found = EachThread(*parts, hasLocks).find(); found.where)
      return found;
  for (const std::unique_ptr<ShareParts> &parts : all) {
    EachThread each(*parts, hasLocks);
    auto isLeftOut = [&](const AllocaInst &variable) { return each.isLeftOut(variable); };
    bool isRegion =
        &parts->function == inside.front() || any_of(parts->function.users(), [](const User *user) {
          const auto *at = dyn_cast<Instruction>(user);
          return at && isFork(*at);
        });
    if (const Instruction *found =
            isRegion ? carriedThroughMemory(parts->function, inside, isLeftOut) : nullptr)
      return {found, perhapsCarried};
  }
  return {};
}

/// Each thread that runs tasks of a reduction has a part of it, which begins from something.
TeamDependence dependenceOfParts(const Functions &inside) {
  for (const Function *function : inside)
    for (const Instruction &at : instructions(*function)) {
      const auto *call = dyn_cast<CallInst>(&at);
      StringRef name = call ? calleeName(*call) : "";
      if ((name == taskSumsCall || name == modifiedSumsCall) && !beginFromNothing(*call))
        return {call, "each thread's part of a reduction of tasks may begin from what changes it"};
    }
  return {};
}

bool isOfNumbers(TeamCall asked) {
  return asked == TeamCall::ThreadNumber || asked == TeamCall::TeamSize;
}

} // namespace

TeamDependence evidentDependence(const Functions &inside) {
  NumbersOfThreads numbers(/*isAny=*/false);
  for (const Function *function : inside)
    numbers.begin(*function, isOfNumbers);
  if (const Instruction *found = numbers.find())
    return {found, "a thread's number is used"};
  if (TeamDependence found = dependenceOfParts(inside); found.where)
    return found;
  return dependenceOfEach(inside);
}

TeamDependence possibleDependence(const CallInst &fork, const Functions &inside) {
  NumbersOfThreads numbers(/*isAny=*/true), sizes(/*isAny=*/false);
  for (const Function *function : inside)
    numbers.begin(*function,
                  [](TeamCall asked) { return isOfNumbers(asked) || asked == TeamCall::Zero; });
  sizes.begin(*fork.getFunction(), [](TeamCall asked) { return asked == TeamCall::LargestTeam; });
  for (NumbersOfThreads *asked : {&numbers, &sizes})
    if (const Instruction *found = asked->find())
      return {found, "a thread's number is used, or how many there are"};
  if (TeamDependence found = dependenceOfParts(inside); found.where)
    return found;
  return dependenceOfEach(inside);
}

} // namespace enzyme
