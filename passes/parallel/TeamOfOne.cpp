//===- TeamOfOne.cpp - OpenMP's parallel regions, run by one thread --------===//
//
// Problem: a parallel region is a function that OpenMP's runtime calls in every thread of
// a team, with the addresses of what it shares; its loops ask the runtime for their share.
// Nothing of that has a derivative.
//
// Here: how many threads a team has is the implementation's choice (OpenMP 5.2, 10.1.1),
// and in differentiated code it is one. The region is then a plain call, a loop's share is
// the whole loop, reductions end in one sum, tasks run where they are made, and there
// is no waiting for other threads of the team: rules/openmp/TeamCalls.h. Several threads may run
// such a derivative: critical sections stay, and what is atomic where others can see it.
// What comes out is ordinary code, so that it has every derivative, and calls that give the
// same in each iteration leave loops as they do elsewhere.
//
// A program may count on more threads than it asked about: where a region asks for its own
// number, but not of how many, its share is perhaps not the whole. Such regions stay, and are
// refused. So do those that share their work in a function that is also called outside: there
// another team may be running.
//===----------------------------------------------------------------------===//
#include "parallel/TeamOfOne.h"
#include "memory/Updates.h"
#include "parallel/Captures.h"
#include "parallel/Constructs.h"
#include "parallel/TeamDependence.h"
#include "rules/openmp/Refused.h"
#include "support/ReachedFunctions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace enzyme {
namespace {

using Functions = SetVector<Function *>;

/// kmp_task_t of LLVM's OpenMP, and of a loop's task by clang the number that says whether its
/// iterations are the last ones; flang's tasks have nothing behind their heads.
constexpr uint64_t wordBytes = 8, bodyAt = 8, partAt = 16, isLastAt = 64, bytesOfLoop = 80;

/// Where code runs.
struct Scope {
  const Functions &inside;  ///< a region and what it calls
  const Functions &inAny;   ///< the same of all regions
  const Functions &reached; ///< what is differentiated
};

bool isCalledOutside(const Function &function, const Scope &scope) {
  return any_of(function.users(), [&](const User *user) {
    auto *at = dyn_cast<Instruction>(user);
    // const_cast: to look it up; nothing changes
    auto *caller = at ? const_cast<Function *>(at->getFunction()) : nullptr;
    return caller && scope.reached.contains(caller) && !scope.inAny.contains(caller) &&
           !isFork(*at);
  });
}

/// Why no team runs the region in derivatives; "" where that is not known, or was asked for.
StringRef reasonFor(const Function &region, const OneThreadReasons *reasons) {
  if (!reasons)
    return "";
  auto reason = reasons->find(region.getName());
  return reason == reasons->end() ? StringRef() : StringRef(reason->second);
}

/// Why the region that `fork` begins cannot be run by one thread, as it has to be for `reason`; ""
/// if it can.
std::string whyNot(const CallInst &fork, const Function &region, const Scope &scope,
                   StringRef reason) {
  const std::string oneThread = "\na derivative runs this region by one thread" +
                                (reason.empty() ? "" : (" (" + reason + ")").str());
  OpenMPUses around = openMPUsesOf(*fork.getFunction()), sum;
  for (const Function *function : scope.inside) {
    OpenMPUses uses = openMPUsesOf(*function);
    if (StringRef word = constructOf(uses.unknown); !word.empty())
      return "a parallel region with '" + word.str() + "'" + oneThread;
    if (!uses.unknown.empty())
      return "a parallel region with a call of '" + uses.unknown.str() + "'" + oneThread;
    if (uses.shares && function != &region && isCalledOutside(*function, scope))
      return "a parallel region that shares work in a function that is also called outside of it" +
             oneThread + ": write two functions";
    sum.asksNumber |= uses.asksNumber;
    sum.asksCount |= uses.asksCount;
    sum.asksMost |= uses.asksMost;
  }
  bool knowsMost = !around.isGivenCount && (sum.asksMost || around.asksMost);
  if (!sum.asksNumber || sum.asksCount || knowsMost)
    return "";
  StringRef count = around.isGivenCount ? "in a team whose size is given (num_threads)"
                                        : "but not of how many there are";
  return "a parallel region that asks for the number of its thread, " + count.str() + oneThread +
         ": divide the work by omp_get_num_threads(), or write omp for";
}

/// The same where one thread was not asked for, and no team can run it: "" if it gives what any
/// team gives.
std::string whyNotUnasked(const CallInst &fork, const Functions &inside, StringRef reason) {
  TeamDependence found = possibleDependence(fork, inside);
  if (!found.where)
    return "";
  std::string why = reason.empty() ? "" : (" (" + reason + ")").str();
  Position at = Position::of(*found.where);
  std::string line = at.line ? "line " + std::to_string(at.line) + ": " : "";
  return ("a parallel region that only one thread can run in derivatives" + Twine(why) +
          " and whose result may depend on how many there are (" + line + found.what + ")" +
          "\nlet loops or sections (omp for, omp sections) tell threads what to do; "
          "-fenzyme-openmp=serial takes the derivative of one thread, with a warning")
      .str();
}

/// The code of one function that runs in a region, or around one.
class OneThread {
public:
  explicit OneThread(Function &function) : function(function), builder(function.getContext()) {}

  CallInst *callRegion(CallInst &fork, Function &region);
  /// A call of the runtime that says nothing of other functions.
  void replace(CallInst &call, TeamCall what);

private:
  /// Of a loop whose shares are asked for one after the other: is there still one?
  struct Dispatch {
    AllocaInst *isLeft, *low, *high, *stride;
  };
  AllocaInst *variable(Type *type, const Twine &name);
  Dispatch &dispatchOf(const CallInst &call);
  void takeAll(CallInst &call, bool isOfTeams);
  void begin(CallInst &call);
  Value *next(CallInst &call);
  AllocaInst *makeTask(CallInst &call);
  void run(CallInst &call, bool isLoop);
  void keepApart(CallInst &call);
  void store(Value *value, Value *place) {
    if (!isa<ConstantPointerNull>(place))
      builder.CreateStore(value, place);
  }

  Function &function;
  IRBuilder<> builder;
  MapVector<Type *, Dispatch> dispatches;
};

AllocaInst *OneThread::variable(Type *type, const Twine &name) {
  IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  return entry.CreateAlloca(type, nullptr, name);
}

/// The two numbers of the thread are the first parameters, by address.
CallInst *OneThread::callRegion(CallInst &fork, Function &region) {
  AllocaInst *number = variable(builder.getInt32Ty(), "thread");
  builder.SetInsertPoint(&fork);
  builder.CreateStore(builder.getInt32(0), number);
  SmallVector<Value *, 8> operands{number, number};
  unsigned first = madeByCompiler(fork) == TeamCall::Fork ? 3 : 4;
  for (unsigned i = 2; i != region.arg_size(); ++i)
    operands.push_back(fork.getArgOperand(first + i - 2));
  for (unsigned i : {0u, 1u}) // both are one variable
    region.removeParamAttr(i, Attribute::NoAlias);
  CallInst *call = builder.CreateCall(&region, operands);
  call->setCallingConv(region.getCallingConv());
  call->setDebugLoc(fork.getDebugLoc());
  fork.eraseFromParent();
  return call;
}

/// From `low` to `high` it is anyway; the next share lies behind it.
void OneThread::takeAll(CallInst &call, bool isOfTeams) {
  Value *low = call.getArgOperand(4), *high = call.getArgOperand(5);
  Value *stride = call.getArgOperand(isOfTeams ? 7 : 6);
  Value *step = call.getArgOperand(isOfTeams ? 8 : 7);
  Type *type = step->getType();
  store(builder.getInt32(1), call.getArgOperand(3));
  Value *last = builder.CreateLoad(type, high);
  if (isOfTeams)
    store(last, call.getArgOperand(6));
  store(builder.CreateAdd(builder.CreateSub(last, builder.CreateLoad(type, low)), step), stride);
}

OneThread::Dispatch &OneThread::dispatchOf(const CallInst &call) {
  StringRef name = calleeName(call);
  Type *type = name.contains("_8") ? builder.getInt64Ty() : builder.getInt32Ty();
  auto [entry, isNew] = dispatches.try_emplace(type);
  if (isNew)
    entry->second = {variable(builder.getInt1Ty(), "is.left"), variable(type, "low"),
                     variable(type, "high"), variable(type, "stride")};
  return entry->second;
}

/// All is one share, if it is anything.
void OneThread::begin(CallInst &call) {
  Dispatch &loop = dispatchOf(call);
  Value *low = call.getArgOperand(3), *high = call.getArgOperand(4);
  bool isUnsigned = calleeName(call).ends_with("u");
  builder.CreateStore(isUnsigned ? builder.CreateICmpULE(low, high)
                                 : builder.CreateICmpSLE(low, high),
                      loop.isLeft);
  AllocaInst *const places[] = {loop.low, loop.high, loop.stride};
  for (auto [index, place] : enumerate(places))
    builder.CreateStore(call.getArgOperand(3 + index), place);
}

Value *OneThread::next(CallInst &call) {
  Dispatch &loop = dispatchOf(call);
  Value *isLeft = builder.CreateLoad(builder.getInt1Ty(), loop.isLeft);
  builder.CreateStore(builder.getFalse(), loop.isLeft);
  store(builder.getInt32(1), call.getArgOperand(2));
  AllocaInst *const places[] = {loop.low, loop.high, loop.stride};
  for (auto [index, place] : enumerate(places))
    store(builder.CreateLoad(place->getAllocatedType(), place), call.getArgOperand(3 + index));
  return builder.CreateZExt(isLeft, call.getType());
}

/// Tasks run at once, so that one of each kind is enough. The head of a task is kmp_task_t.
AllocaInst *OneThread::makeTask(CallInst &call) {
  uint64_t bytes = alignTo(cast<ConstantInt>(call.getArgOperand(3))->getZExtValue(), wordBytes);
  uint64_t shared = cast<ConstantInt>(call.getArgOperand(4))->getZExtValue();
  AllocaInst *task = variable(ArrayType::get(builder.getInt8Ty(), bytes + shared), "task");
  task->setAlignment(Align(2 * wordBytes));
  auto at = [&](uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), task, offset);
  };
  builder.CreateStore(at(bytes), task);
  builder.CreateStore(call.getArgOperand(5), at(bodyAt));
  builder.CreateStore(builder.getInt32(0), at(partAt));
  return task;
}

/// A task's own arrays lie in its record as their types want it; clang's code has the larger
/// alignment of the variables that they are copies of.
void assumeAlignmentOfRecords(Function &body) {
  auto atMost = [](Align align) { return std::min(align, Align(wordBytes)); };
  for (Function *function : reachedFunctions(&body))
    for (Instruction &at : instructions(*function)) {
      if (auto *memory = dyn_cast<MemIntrinsic>(&at))
        memory->setDestAlignment(atMost(memory->getDestAlign().valueOrOne()));
      if (auto *copy = dyn_cast<MemTransferInst>(&at))
        copy->setSourceAlignment(atMost(copy->getSourceAlign().valueOrOne()));
      const Value *place = getLoadStorePointerOperand(&at);
      if (!place || isa<AllocaInst, GlobalVariable>(getUnderlyingObject(place)))
        continue;
      if (auto *load = dyn_cast<LoadInst>(&at); load && !load->isAtomic())
        load->setAlignment(atMost(load->getAlign()));
      if (auto *store = dyn_cast<StoreInst>(&at); store && !store->isAtomic())
        store->setAlignment(atMost(store->getAlign()));
    }
}

void OneThread::run(CallInst &call, bool isLoop) {
  Function *body = bodyOf(call);
  assumeAlignmentOfRecords(*body);
  Value *task = call.getArgOperand(2);
  auto *made = cast<CallInst>(task->stripPointerCasts());
  if (isLoop && cast<ConstantInt>(made->getArgOperand(3))->getZExtValue() >= bytesOfLoop)
    builder.CreateStore(builder.getInt32(1),
                        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), task, isLastAt));
  CallInst *now = builder.CreateCall(body, {builder.getInt32(0), task});
  now->setCallingConv(body->getCallingConv());
  now->setDebugLoc(call.getDebugLoc());
}

/// Other teams of one may run the same derivative. The runtime tells threads apart by numbers
/// of its own.
void OneThread::keepApart(CallInst &call) {
  auto *known = dyn_cast<CallInst>(call.getArgOperand(1));
  if (known && known->hasFnAttr(ofThread))
    return;
  FunctionCallee number = call.getModule()->getOrInsertFunction(
      threadNumberCall, call.getArgOperand(1)->getType(), builder.getPtrTy());
  CallInst *own = builder.CreateCall(number, {call.getArgOperand(0)});
  own->addFnAttr(Attribute::get(call.getContext(), ofThread));
  call.setArgOperand(1, own);
}

void OneThread::replace(CallInst &call, TeamCall what) {
  builder.SetInsertPoint(&call);
  Value *result = call.getType()->isVoidTy() ? nullptr : Constant::getNullValue(call.getType());
  switch (what) {
  case TeamCall::Fork:
  case TeamCall::ForkIf:
    return; // callRegion
  case TeamCall::Share:
  case TeamCall::ShareOfTeams:
    takeAll(call, what == TeamCall::ShareOfTeams);
    break;
  case TeamCall::BeginDispatch:
    begin(call);
    break;
  case TeamCall::NextDispatch:
    result = next(call);
    break;
  case TeamCall::NewTask:
    result = makeTask(call);
    break;
  case TeamCall::Task:
  case TeamCall::TaskLoop:
    run(call, what == TeamCall::TaskLoop);
    break;
  case TeamCall::OwnSum:
    result = call.getArgOperand(2);
    break;
  case TeamCall::OneOf:
  case TeamCall::Reduce:
  case TeamCall::One:
  case TeamCall::TeamSize:
  case TeamCall::LargestTeam:
    result = ConstantInt::get(call.getType(), 1);
    break;
  case TeamCall::IsFirst:
    result = builder.CreateZExt(builder.CreateICmpEQ(call.getArgOperand(2), builder.getInt32(0)),
                                call.getType());
    break;
  case TeamCall::Critical:
    return keepApart(call);
  case TeamCall::SetLock:
  case TeamCall::UnsetLock:
  case TeamCall::TestLock:
  case TeamCall::TryMutex:
    return; // other teams of one may come there
  case TeamCall::SizeWanted:
  case TeamCall::Prelude:
  case TeamCall::Ordered:
  case TeamCall::EndOrdered:
  case TeamCall::Barrier:
  case TeamCall::EndShare:
  case TeamCall::EndReduce:
  case TeamCall::EndReduceWait:
  case TeamCall::Flush:
  case TeamCall::CopyPrivate:
  case TeamCall::TaskWait:
  case TeamCall::WaitDependences:
  case TeamCall::BeginGroup:
  case TeamCall::EndGroup:
  case TeamCall::BeginInPlace:
  case TeamCall::EndInPlace:
  case TeamCall::Yield:
  case TeamCall::Nothing:
  case TeamCall::Zero:
  case TeamCall::ThreadNumber:
    break;
  }
  if (result)
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

/// On atomic accesses of regions.
constexpr StringLiteral ofTeam = "enzyme.team";

void markAtomicAccesses(Function &function) {
  auto isRelaxed = [](AtomicOrdering order) { return order == AtomicOrdering::Monotonic; };
  for (Instruction &at : instructions(function)) {
    auto *update = dyn_cast<AtomicRMWInst>(&at);
    auto *swap = dyn_cast<AtomicCmpXchgInst>(&at);
    auto *load = dyn_cast<LoadInst>(&at);
    auto *store = dyn_cast<StoreInst>(&at);
    if ((update && isRelaxed(update->getOrdering())) ||
        (swap && isRelaxed(swap->getSuccessOrdering())) ||
        (load && isRelaxed(load->getOrdering())) || (store && isRelaxed(store->getOrdering())))
      at.setMetadata(ofTeam, MDNode::get(at.getContext(), {}));
  }
}

/// Is the access one of those that derivatives are made of as they are: sums, and integers
/// that are computed with?
bool hasAtomicDerivative(const Instruction &at) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&at))
    return isSumOrOfInteger(*update);
  return !isa<AtomicCmpXchgInst>(at);
}

void makePlain(Instruction &at) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&at))
    lowerAtomicRMWInst(update);
  else if (auto *swap = dyn_cast<AtomicCmpXchgInst>(&at))
    lowerAtomicCmpXchgInst(swap);
  else if (auto *load = dyn_cast<LoadInst>(&at))
    load->setAtomic(AtomicOrdering::NotAtomic);
  else
    cast<StoreInst>(at).setAtomic(AtomicOrdering::NotAtomic);
}

/// Variables of the function around a region are shared by one thread only. Other memory may
/// be shared with threads that run the same derivative: what is atomic there stays so.
void dropAtomicity(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function))) {
    if (!at.hasMetadata(ofTeam))
      continue;
    at.setMetadata(ofTeam, nullptr);
    const Value *place = isa<LoadInst>(at)    ? at.getOperand(0)
                         : isa<StoreInst>(at) ? at.getOperand(1)
                                              : at.getOperand(0);
    if (isa<AllocaInst>(getUnderlyingObject(place)) || !hasAtomicDerivative(at))
      makePlain(at);
  }
}

void serialise(Function &function) {
  OneThread code(function);
  for (Instruction &at :
       make_early_inc_range(instructions(function))) // while it is seen what they run
    if (std::optional<TeamCall> call = madeByCompiler(at);
        call == TeamCall::Task || call == TeamCall::TaskLoop)
      code.replace(cast<CallInst>(at), *call);
  for (Instruction &at : make_early_inc_range(instructions(function))) {
    std::optional<TeamCall> call = madeByCompiler(at);
    if (!call)
      call = askedByProgram(at);
    if (call)
      code.replace(cast<CallInst>(at), *call);
  }
  markAtomicAccesses(function);
}

/// Around regions: what is said to their teams, and how large these will be.
void serialiseAround(Function &function) {
  OneThread code(function);
  for (Instruction &at : make_early_inc_range(instructions(function))) {
    if (std::optional<TeamCall> made = madeByCompiler(at); made && isAroundRegions(*made))
      code.replace(cast<CallInst>(at), *made);
    else if (askedByProgram(at) == TeamCall::LargestTeam)
      code.replace(cast<CallInst>(at), TeamCall::LargestTeam);
  }
}

/// What the function around knows of its memory holds in the region, too. With -g clang
/// wraps it into another function.
void inlineRegion(CallInst &call) {
  SmallVector<CallInst *, 2> wrapped;
  for (Instruction &at : instructions(*call.getCalledFunction()))
    if (auto *inner = dyn_cast<CallInst>(&at))
      if (Function *callee = inner->getCalledFunction();
          callee && !callee->isDeclaration() && callee->hasFnAttribute(Attribute::AlwaysInline))
        wrapped.push_back(inner);
  wrapped.push_back(&call);
  for (CallInst *inner : wrapped) {
    InlineFunctionInfo info;
    InlineFunction(*inner, info);
  }
}

/// What the teams of a league share out, and how they add up: each by one thread.
bool isOfLeague(TeamCall call) {
  switch (call) {
  case TeamCall::Share:
  case TeamCall::ShareOfTeams:
  case TeamCall::BeginDispatch:
  case TeamCall::NextDispatch:
  case TeamCall::EndShare:
  case TeamCall::Reduce:
  case TeamCall::EndReduce:
  case TeamCall::EndReduceWait:
    return true;
  default:
    return false;
  }
}

} // namespace

std::vector<ParallelRegion> runRegionsByOneThread(const Functions &functions,
                                                  const Functions &reached,
                                                  const Functions &ofTeams,
                                                  const OneThreadReasons *reasons) {
  std::vector<ParallelRegion> regions;
  SmallVector<CallInst *, 8> forks;
  SmallVector<WeakVH, 8> calls; // that of a region in a region goes with the one around it
  Functions inAny, inside;
  for (Function *function : functions)
    for (Instruction &at : instructions(*function))
      if (isFork(at) && regionOf(cast<CallInst>(at)))
        forks.push_back(cast<CallInst>(&at));
  for (CallInst *fork : forks)
    inAny.insert_range(reachedFunctions(regionOf(*fork)));
  for (CallInst *fork : forks) {
    Function *region = regionOf(*fork);
    Functions own = reachedFunctions(region);
    StringRef reason = reasonFor(*region, reasons);
    std::string why = whyNot(*fork, *region, {own, inAny, reached}, reason);
    if (why.empty() && reasons)
      why = whyNotUnasked(*fork, own, reason);
    if (!why.empty()) {
      fork->addFnAttr(Attribute::get(fork->getContext(), regionAttribute, why));
      continue;
    }
    regions.push_back(
        {region->getName().str(), fork->getFunction()->getName().str(), fork->getDebugLoc()});
    if (TeamDependence found = evidentDependence(own); found.where)
      regions.back().countsOnNumber = Position::of(*found.where);
    inside.insert_range(own);
    calls.emplace_back(OneThread(*fork->getFunction()).callRegion(*fork, *region));
  }
  for (Function *function : inside)
    serialise(*function);
  if (!regions.empty())
    for (Function *function : functions)
      if (!ofTeams.contains(function))
        serialiseAround(*function);
  for (const WeakVH &call : calls)
    if (call)
      inlineRegion(cast<CallInst>(*call));
  inside.insert_range(functions);
  for (Function *function : inside)
    dropAtomicity(*function);
  return regions;
}

void runLeaguesByOneTeam(Function &function) {
  SmallVector<CallInst *, 4> leagues, sizes;
  for (Instruction &at : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&at);
    if (call && isFork(at) && calleeName(*call) == leagueCall && regionOf(*call))
      leagues.push_back(call);
    else if (call && madeByCompiler(at) && calleeName(*call) == leagueSizeCall)
      sizes.push_back(call);
  }
  for (CallInst *league : leagues) {
    Function &region = *regionOf(*league);
    inlineWrapped(region);
    CallInst *call = OneThread(function).callRegion(*league, region);
    OneThread code(region);
    for (Instruction &at : make_early_inc_range(instructions(region)))
      if (std::optional<TeamCall> what = madeByCompiler(at); what && isOfLeague(*what))
        code.replace(cast<CallInst>(at), *what);
    inlineRegion(*call);
  }
  if (!leagues.empty()) // no later league is meant
    for (CallInst *size : sizes)
      size->eraseFromParent();
}

} // namespace enzyme
