//===- Teams.cpp - OpenMP's parallel regions, run by their teams ------------===//
//
// Problem: a parallel region is a function that OpenMP's runtime calls in every thread of a team.
// Its derivative is to be run by a team as well, and no analysis should have to know of it.
//
// Here: __kmpc_fork_call(where, n, region, a, b, …) becomes a plain call region(a, b, …) that is
// marked: each thread of a team makes it. To analyses it is a call like any other: what one thread
// does, all do. Derivatives are made of the region's function as of any function; in the end calls
// with the mark become forks again (emit/Teams.cpp). In the region
//
//   shares of loops, single, master   stay calls of the runtime; what they answer is kept like any
//                                     number, so that the reverse sweep goes the same way in each
//                                     thread, whatever the schedule was
//   barriers                          calls of teamBarrier, which has a reverse
//   sums (reductions)                 results of the region, of which the call gives the sum over
//   the
//                                     threads (SumResults.h), or atomic additions
//   other reductions, critical,       sections of a lock: calls of teamEnter and teamLeave, which
//   ordered, other atomic accesses    have reverses; teamHold and teamDrop where the program takes
//                                     and gives up a lock itself
//   tasks                             marked calls as well, beside calls of what waits for them
//
// What is only read through an address is handed on by value.
//
// Why the order of the program is enough to know what may be overwritten: a program without data
// races writes nothing that another thread reads, unless that thread has met a barrier or left a
// section since. For both it makes a call that may write everything that others see, as far as
// analyses know. So what is read again in the reverse sweep is read behind the last such call, or
// was written by no other thread. Accesses by which threads wait otherwise, atomic and volatile
// ones, are made in sections of a lock (parallel/Atomics.h); fences between them stay as they are.
//===----------------------------------------------------------------------===//
#include "parallel/Teams.h"
#include "parallel/Atomics.h"
#include "parallel/Captures.h"
#include "parallel/Constructs.h"
#include "parallel/OwnVariables.h"
#include "parallel/Reductions.h"
#include "parallel/Sections.h"
#include "parallel/SingleCopies.h"
#include "parallel/SumResults.h"
#include "parallel/TaskSums.h"
#include "parallel/Tasks.h"
#include "parallel/TeamDependence.h"
#include "parallel/TeamForm.h"
#include "parallel/TeamOfOne.h"
#include "rules/mpi/Exchange.h"
#include "support/ReachedFunctions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {

namespace {

using Functions = SetVector<Function *>;

/// A region that might be run by its team.
struct Candidate {
  CallInst *fork;
  Function *region;
  Functions inside; ///< the region and what it calls
};

/// "" if the call has a meaning in a team of many, else what it is.
std::string obstacleIn(const CallInst &call, TeamCall what) {
  switch (what) {
  case TeamCall::Fork:
    return calleeName(call) == forkCall && regionOf(call) ? "" : "teams";
  case TeamCall::Share:
  case TeamCall::BeginDispatch:
  case TeamCall::NextDispatch:
  case TeamCall::EndShare:
  case TeamCall::Barrier:
  case TeamCall::OneOf:
  case TeamCall::IsFirst:
  case TeamCall::EndReduce:
  case TeamCall::EndReduceWait:
  case TeamCall::SizeWanted:
  case TeamCall::Prelude:
  case TeamCall::ThreadNumber:
  case TeamCall::TeamSize:
  case TeamCall::LargestTeam:
  case TeamCall::Zero:
  case TeamCall::One:
    return "";
  case TeamCall::Reduce:
    return isOneByOne(call) || isAtomic(call) ? "" : "a reduction without cases";
  case TeamCall::Critical:
  case TeamCall::Ordered:
  case TeamCall::EndOrdered:
  case TeamCall::SetLock:
  case TeamCall::UnsetLock:
  case TeamCall::TestLock:
  case TeamCall::TryMutex:
  case TeamCall::Flush:
  case TeamCall::CopyPrivate:
  case TeamCall::TaskWait:
  case TeamCall::BeginGroup:
  case TeamCall::EndGroup:
  case TeamCall::EndInPlace:
  case TeamCall::Yield:
    return "";
  case TeamCall::ForkIf:
    return "an if clause";
  case TeamCall::NewTask:
  case TeamCall::Task:
  case TeamCall::TaskLoop:
  case TeamCall::BeginInPlace:
  case TeamCall::WaitDependences:
    return obstacleToTask(call, what);
  case TeamCall::OwnSum:
    return "a reduction of tasks";
  case TeamCall::ShareOfTeams:
    return "teams";
  case TeamCall::Nothing:
    return ("'" + calleeName(call) + "'").str();
  }
  llvm_unreachable("all calls are listed");
}

/// The variable of which each thread has its own that `at` mentions; null if there is none.
const GlobalVariable *threadsOwn(const Instruction &at) {
  for (const Value *operand : at.operands())
    if (auto *variable = dyn_cast<GlobalVariable>(operand); variable && variable->isThreadLocal())
      return variable;
  return nullptr;
}

/// What they lead to may be older than the derivative.
bool holdsAddresses(const Type &type) {
  return type.isPtrOrPtrVectorTy() ||
         any_of(type.subtypes(), [](Type *member) { return holdsAddresses(*member); });
}

/// The same of memory that threads use at once, or apart.
std::string obstacleIn(const Instruction &at) {
  if (const GlobalVariable *own = threadsOwn(at); own && holdsAddresses(*own->getValueType()))
    return "a thread's own static variable that holds addresses";
  return "";
}

/// Why a team of many cannot run it; "" if it can.
std::string obstacleIn(const Function &function) {
  for (const Instruction &at : instructions(function)) {
    std::string obstacle = obstacleIn(at);
    auto *call = dyn_cast<CallBase>(&at);
    if (!call || !obstacle.empty()) {
      if (!obstacle.empty())
        return obstacle;
      continue;
    }
    std::optional<TeamCall> what = madeByCompiler(at);
    if (!what)
      what = askedByProgram(at);
    StringRef name = calleeName(*call);
    if (what)
      obstacle = obstacleIn(cast<CallInst>(*call), *what);
    else if (name.starts_with("__kmpc_") || name.starts_with("omp_set_") ||
             name.starts_with("omp_unset_") || name.starts_with("omp_test_") ||
             waitsOtherwise(name) || communicates(*call))
      obstacle = ("'" + name + "'").str();
    if (!obstacle.empty())
      return obstacle;
  }
  return "";
}

/// One region, as a function of what its team shares.
class TeamMaker {
public:
  TeamMaker(CallInst &fork, Function &region) : fork(fork), region(region) {}

  CallInst *make() {
    for (unsigned i = 2; i != region.arg_size(); ++i)
      if (std::optional<TeamSum> sum = sumThrough(fork, region, i))
        sums.push_back(std::move(*sum));
      else
        parameters.push_back(parameterOf(i));
    Function *copy = copyRegion();
    IRBuilder<> builder(&fork);
    SmallVector<Value *, 8> operands;
    for (const Parameter &parameter : parameters)
      operands.push_back(parameter.passed);
    if (copiesPrivate(region)) {
      BasicBlock &entry = fork.getFunction()->getEntryBlock();
      operands.push_back(new AllocaInst(builder.getPtrTy(), 0, "published", entry.begin()));
      publishCopies(*copy, *copy->getArg(copy->arg_size() - 1));
    }
    CallInst *call = builder.CreateCall(copy, operands);
    call->setDebugLoc(fork.getDebugLoc());
    call->addFnAttr(Attribute::get(fork.getContext(), teamAttribute));
    call->setDoesNotThrow();
    addResults(*call, sums);
    fork.eraseFromParent();
    return call;
  }

private:
  struct Parameter {
    unsigned index;        ///< of the region's function
    Value *passed;         ///< by the fork, from now on
    Type *type;            ///< of what is passed
    bool isLoaded = false; ///< what lay there instead of the address
    bool isOfBits = false; ///< a number that was passed as an integer
  };

  /// The one type that all loads have; null if there are several, or none.
  static Type *typeOf(ArrayRef<LoadInst *> loads) {
    Type *type = loads.empty() ? nullptr : loads.front()->getType();
    bool isOne = all_of(loads, [&](const LoadInst *load) { return load->getType() == type; });
    return isOne && type && type->isSingleValueType() ? type : nullptr;
  }

  Parameter parameterOf(unsigned index) {
    Value *passed = fork.getArgOperand(index + 1);
    Argument &argument = *region.getArg(index);
    Parameter parameter{index, passed, argument.getType()};
    if (auto *variable = dyn_cast<AllocaInst>(passed)) {
      auto loads = loadsThrough(argument);
      Type *type = loads ? typeOf(*loads) : nullptr;
      if (type && isOnlyRead(*variable, fork)) {
        IRBuilder<> builder(&fork);
        parameter.passed = builder.CreateLoad(type, variable, variable->getName());
        parameter.type = type;
        parameter.isLoaded = true;
      }
    } else if (Type *number = numberIn(argument)) {
      parameter.passed = asNumber(passed, number, fork);
      parameter.type = number;
      parameter.isOfBits = true;
    }
    return parameter;
  }

  Function *copyRegion() {
    SmallVector<Type *, 8> types;
    for (const Parameter &parameter : parameters)
      types.push_back(parameter.type);
    if (copiesPrivate(region))
      types.push_back(PointerType::getUnqual(region.getContext()));
    auto *type = FunctionType::get(resultFor(sums, region.getContext()), types, false);
    Function *copy = Function::Create(type, GlobalValue::ExternalLinkage,
                                      "enzyme.region." + region.getName(), region.getParent());
    BasicBlock *entry = BasicBlock::Create(region.getContext(), "team", copy);
    IRBuilder<> builder(entry);
    // The runtime's number of the thread, which the region has by address.
    AllocaInst *number = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "thread");
    FunctionCallee asked = region.getParent()->getOrInsertFunction(
        threadNumberCall, builder.getInt32Ty(), builder.getPtrTy());
    CallInst *answer = builder.CreateCall(asked, {fork.getArgOperand(0)});
    answer->addFnAttr(Attribute::get(region.getContext(), ofRegion));
    builder.CreateStore(answer, number);
    ValueToValueMapTy map;
    map[region.getArg(0)] = map[region.getArg(1)] = number;
    for (auto [place, parameter] : enumerate(parameters)) {
      Argument *own = copy->getArg(place);
      own->setName(region.getArg(parameter.index)->getName());
      if (!parameter.isLoaded && !parameter.isOfBits) {
        map[region.getArg(parameter.index)] = own;
        continue;
      }
      Type *word = region.getArg(parameter.index)->getType();
      if (parameter.isOfBits) { // the region stores it as it came
        Type *narrow = builder.getIntNTy(parameter.type->getScalarSizeInBits());
        map[region.getArg(parameter.index)] =
            builder.CreateZExt(builder.CreateBitCast(own, narrow), word);
        continue;
      }
      AllocaInst *variable = builder.CreateAlloca(parameter.type, nullptr, own->getName());
      builder.CreateStore(own, variable); // each thread's own
      map[region.getArg(parameter.index)] = variable;
    }
    for (TeamSum &sum : sums)
      map[region.getArg(sum.index)] = makeOwn(sum, builder);
    SmallVector<ReturnInst *, 2> returns;
    CloneFunctionInto(copy, &region, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    auto *first = cast<BasicBlock>(map[&region.getEntryBlock()]);
    builder.CreateBr(first);
    MergeBlockIntoPredecessor(first);
    returnSums(sums, map, returns);
    copy->removeFnAttr(Attribute::AlwaysInline);
    copy->addFnAttr(Attribute::NoInline);
    for (auto [place, parameter] : enumerate(parameters))
      if (parameter.isOfBits)
        storeAsNumber(*copy->getArg(place));
    return copy;
  }

  CallInst &fork;
  Function &region;
  SmallVector<Parameter, 8> parameters;
  SmallVector<TeamSum, 2> sums; ///< what is no parameter
};

/// Does it pass through sections of a lock?
bool hasSections(const Function &function) {
  return hasOrderedAtomics(function) || any_of(instructions(function), [](const Instruction &at) {
           auto *call = dyn_cast<CallInst>(&at);
           std::optional<TeamCall> what = madeByCompiler(at);
           return what == TeamCall::Critical || what == TeamCall::Ordered ||
                  askedByProgram(at) == TeamCall::SetLock ||
                  askedByProgram(at) == TeamCall::TestLock ||
                  askedByProgram(at) == TeamCall::TryMutex ||
                  (what == TeamCall::Reduce && isOneByOne(*call));
         });
}

/// What a parameter leads to that is restricted (a dummy argument of Fortran's, too), other threads
/// reach as well: in sections of a lock it changes.
void forgetRestrict(Function &function) {
  for (Argument &parameter : function.args())
    if (parameter.hasNoAliasAttr() && !parameter.hasStructRetAttr())
      parameter.removeAttr(Attribute::NoAlias);
}

bool asksForSizes(const Function &function) {
  return any_of(instructions(function), [](const Instruction &at) {
    std::optional<TeamCall> made = madeByCompiler(at);
    bool isOfCondition = made && cast<CallInst>(at).hasFnAttr(ofCondition);
    return (made == TeamCall::SizeWanted && !isOfCondition) || made == TeamCall::Prelude ||
           askedByProgram(at) == TeamCall::LargestTeam;
  });
}

std::vector<Candidate> candidatesIn(const Functions &functions) {
  std::vector<Candidate> candidates;
  for (Function *function : functions)
    for (Instruction &at : instructions(*function))
      if (isFork(at) && regionOf(cast<CallInst>(at))) {
        Function *region = regionOf(cast<CallInst>(at));
        candidates.push_back({cast<CallInst>(&at), region, reachedFunctions({region})});
      }
  return candidates;
}

/// Ordered sections of all teams have one lock: none may be in another.
bool holdsOrderAroundTeams(const Candidate &one) {
  auto has = [&](function_ref<bool(const Instruction &)> what) {
    return any_of(one.inside,
                  [&](const Function *function) { return any_of(instructions(*function), what); });
  };
  return has(isFork) &&
         has([](const Instruction &at) { return madeByCompiler(at) == TeamCall::Ordered; });
}

/// In the reverse sweep a thread wants its own variables again: those of the teams that the program
/// itself begins are the same threads each time, if no team is larger than most are.
std::string obstacleToOwnVariables(const Candidate &one, ArrayRef<Candidate> candidates,
                                   const Functions &functions) {
  auto has = [](const Functions &where, function_ref<bool(const Instruction &)> what) {
    return any_of(where,
                  [&](const Function *function) { return any_of(instructions(*function), what); });
  };
  if (!has(one.inside, [](const Instruction &at) { return threadsOwn(at) != nullptr; }))
    return "";
  bool isInOther = any_of(candidates, [&](const Candidate &other) {
    return other.inside.contains(one.fork->getFunction());
  });
  if (isInOther || has(one.inside, isFork))
    return "a thread's own static variable in teams of teams";
  if (has(one.inside,
          [](const Instruction &at) { return madeByCompiler(at) == TeamCall::NewTask; }))
    return "a thread's own static variable beside tasks";
  for (const Function *function : functions)
    for (const Instruction &at : instructions(*function))
      if (madeByCompiler(at) == TeamCall::SizeWanted &&
          !cast<CallInst>(at).hasFnAttr(ofCondition)) {
        unsigned line = Position::of(at).line;
        return "a thread's own static variable beside teams of a given size" +
               (line ? " (num_threads, line " + std::to_string(line) + ")" : "");
      }
  return "";
}

/// Do they run the same code that talks to the runtime?
bool shareCode(const Candidate &one, const Candidate &other) {
  return any_of(one.inside, [&](Function *function) {
    OpenMPUses uses = openMPUsesOf(*function);
    return other.inside.contains(function) && (uses.shares || uses.makesTasks);
  });
}

/// Regions whose results may depend on their teams, and those that would make one thread run them.
SmallPtrSet<const Function *, 4> dependOnTeams(ArrayRef<Candidate> candidates) {
  SmallPtrSet<const Function *, 4> regions;
  for (const Candidate &one : candidates)
    if (possibleDependence(*one.fork, one.inside).where)
      for (const Candidate &other : candidates)
        if (other.region == one.region || shareCode(one, other))
          regions.insert(other.region);
  return regions;
}

/// Regions that stay make others stay with which they share code that talks to the runtime, or all,
/// where the program asks how large teams are.
void spreadReasons(ArrayRef<Candidate> candidates, const Functions &functions,
                   OneThreadReasons &reasons) {
  auto stays = [&](const Candidate &one) { return reasons.contains(one.region->getName()); };
  if (none_of(candidates, stays))
    return;
  auto spread = [&](const Candidate &one) {
    reasons.try_emplace(one.region->getName().str(), "another region that is run by one thread");
  };
  if (any_of(functions, [](const Function *function) { return asksForSizes(*function); }))
    for (const Candidate &one : candidates)
      spread(one);
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const Candidate &one : candidates)
      for (const Candidate &other : candidates)
        if (stays(one) && !stays(other) && shareCode(one, other)) {
          spread(other);
          isChanged = true;
        }
  }
}

} // namespace

/// Forks of one kind, and reductions with their forms: of all functions that `roots` reach, which
/// it gives.
static Functions bringForksIntoForm(ArrayRef<Function *> roots) {
  SmallVector<CallInst *, 8> forks;
  for (Function *function : reachedFunctions(roots)) {
    runLeaguesByOneTeam(*function);
    unfoldSerialCalls(*function);
    for (Instruction &at : instructions(*function))
      if (isFork(at))
        forks.push_back(cast<CallInst>(&at));
  }
  for (CallInst *fork : forks)
    unfoldCondition(*fork);
  forks.clear();
  for (Function *function : reachedFunctions(roots))
    for (Instruction &at : instructions(*function))
      if (isFork(at) && regionOf(cast<CallInst>(at)))
        forks.push_back(cast<CallInst>(&at));
  for (CallInst *fork : forks) {
    inlineWrapped(*regionOf(*fork));
    unpackStructure(*fork);
  }
  Functions functions = reachedFunctions(roots);
  addTaskSumsAtomically(functions);
  for (Function *function : functions)
    chooseForms(*function);
  return functions;
}

/// Tasks of the functions in `inside`, their bodies, and waits for those that nothing else in their
/// region waits for.
static Functions formAllTasks(const Functions &inside, ArrayRef<Team> teams) {
  Functions bodies;
  for (Function *function : inside)
    if (!function->isDeclaration())
      bodies.insert_range(formTasks(*function));
  for (unsigned i = 0; i != bodies.size(); ++i) // grows: by tasks in tasks
    bodies.insert_range(formTasks(*bodies[i]));
  for (const Team &team : teams)
    for (BasicBlock &block : *inside.front()->getParent()->getFunction(team.copy))
      if (auto *end = dyn_cast<ReturnInst>(block.getTerminator()))
        waitFor(*end, teamJoin);
  return bodies;
}

/// Regions in regions first: what is around them is copied with them.
static SmallVector<const Candidate *, 8> innermostFirst(ArrayRef<Candidate> candidates) {
  SmallVector<const Candidate *, 8> ordered;
  for (const Candidate &one : candidates)
    ordered.insert(llvm::upper_bound(ordered, &one,
                                     [](const Candidate *first, const Candidate *second) {
                                       return first->inside.size() < second->inside.size();
                                     }),
                   &one);
  return ordered;
}

/// Which regions teams cannot run.
static void findReasons(ArrayRef<Candidate> candidates, const Functions &functions,
                        OneThreadReasons &reasons) {
  for (const Candidate &one : candidates)
    if (std::string obstacle = obstacleIn(*one.fork, *madeByCompiler(*one.fork)); !obstacle.empty())
      reasons.try_emplace(one.region->getName().str(), obstacle);
  for (const Candidate &one : candidates)
    if (std::string obstacle = copyInFromCopies(*one.fork); !obstacle.empty())
      reasons.try_emplace(one.region->getName().str(), obstacle);
  for (const Candidate &one : candidates)
    if (holdsOrderAroundTeams(one))
      reasons.try_emplace(one.region->getName().str(),
                          "a region that may be in an ordered section");
  for (const Candidate &one : candidates)
    for (const Function *function : one.inside) {
      std::string obstacle = obstacleIn(*function);
      auto isOwn = [&](const Candidate &other) { return other.region == function; };
      if (obstacle.empty() && copiesPrivate(*function) && none_of(candidates, isOwn))
        obstacle = "copyprivate in a function that is called";
      if (obstacle.empty())
        continue;
      reasons.try_emplace(one.region->getName().str(), obstacle);
      break;
    }
  for (const Candidate &one : candidates)
    if (std::string obstacle = obstacleToOwnVariables(one, candidates, functions);
        !obstacle.empty())
      reasons.try_emplace(one.region->getName().str(), obstacle);
  spreadReasons(candidates, functions, reasons);
}

Teams formTeams(ArrayRef<Function *> roots, OneThreadReasons &reasons) {
  Functions functions = bringForksIntoForm(roots);
  std::vector<Candidate> candidates = candidatesIn(functions);
  findReasons(candidates, functions, reasons);
  Teams result;
  Functions inside, oneByOne;
  // Were one of them run by one thread, all would be.
  const bool areSizesAsked =
      any_of(functions, [](const Function *function) { return asksForSizes(*function); });
  const SmallPtrSet<const Function *, 4> dependent = dependOnTeams(candidates);
  for (const Candidate *candidate : innermostFirst(candidates)) {
    const Candidate &one = *candidate;
    if (reasons.contains(one.region->getName()))
      continue;
    Function *around = one.fork->getFunction();
    bool asksForTeam = areSizesAsked || dependent.contains(one.region) ||
                       any_of(one.inside, [](const Function *function) {
                         OpenMPUses uses = openMPUsesOf(*function);
                         return uses.asksNumber || uses.asksCount;
                       });
    Team team{one.region->getName().str(), "", around->getName().str(), one.fork->getDebugLoc(),
              asksForTeam};
    Function *copy = TeamMaker(*one.fork, *one.region).make()->getCalledFunction();
    team.copy = copy->getName().str();
    // Of regions that several teams may run at once, no thread is alone with anything.
    bool isInTeam =
        any_of(candidates, [&](const Candidate &other) { return other.inside.contains(around); });
    if (!isInTeam)
      copy->addFnAttr(teamAttribute);
    result.teams.push_back(std::move(team));
    result.touched.insert(around);
    inside.insert_range(reachedFunctions({copy}));
    inside.insert(around);
    inside.insert_range(one.inside); // it may be called directly as well
    Functions reached = reachedFunctions({copy});
    if (any_of(one.inside, [](const Function *function) { return hasSections(*function); }))
      for_each(reached, [](Function *function) { forgetRestrict(*function); });
    if (any_of(one.inside, [](const Function *function) { return hasOrderedAtomics(*function); }))
      oneByOne.insert_range(reached);
  }
  bool haveTasks = any_of(inside, [](const Function *function) {
    return !function->isDeclaration() && openMPUsesOf(*function).makesTasks;
  });
  if (haveTasks) {
    Functions bodies = formAllTasks(inside, result.teams);
    inside.insert_range(bodies);
    if (!oneByOne.empty())
      oneByOne.insert_range(bodies);
  }
  for (Function *function : inside)
    if (!function->isDeclaration())
      bringIntoForm(*function, haveTasks ? teamJoin : teamBarrier);
  for (Function *function : oneByOne)
    takeAtomicsOneByOne(*function);
  result.touched.insert_range(inside);
  return result;
}

} // namespace enzyme
