//===- Threads.cpp ---------------------------------------------------------===//
#include "parallel/Threads.h"
#include "parallel/TeamOfOne.h"
#include "report/Refusal.h"
#include "support/ReachedFunctions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral starters[] = {"pthread_create", "thrd_create",
                                      "_ZNSt6thread15_M_start_thread"};

/// By prefix. `syscall` is how libstdc++ waits for atomics, latches, barriers, semaphores.
constexpr StringLiteral waits[] = {
    "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "pthread_barrier_wait",
    "sem_wait", "sem_timedwait", "cnd_wait", "cnd_timedwait", "sigwait", "syscall",
    "_ZNSt18condition_variable4wait", "_ZNSt3_V222condition_variable_any4wait",
    // libc++, which waits so for atomics, too
    "_ZNSt3__118condition_variable4wait", "_ZNSt3__118condition_variable15__do_timed_wait",
    "_ZNSt3__120__libcpp_atomic_wait"};

/// How a thread is asked to let others go on.
constexpr StringLiteral yields[] = {
    "sched_yield", "thrd_yield", "_ZNSt11this_thread", "_ZNSt3__111this_thread",
    "usleep",      "nanosleep"};

/// std::thread::_State_impl<…>::_M_run
constexpr StringLiteral stateOfThread = "_State_impl", runOfState = "_M_run";

constexpr StringLiteral inPlace = "enzyme_rt_thread_begin";

/// The ways a thread may wait for a lock's holder, and the number that runtime/threads.c knows.
struct Lock {
  StringLiteral name;
  unsigned kind;
};
constexpr Lock locks[] = {{"pthread_mutex_lock", 0},
                          {"mtx_lock", 0},
                          {"pthread_rwlock_rdlock", 1},
                          {"pthread_rwlock_wrlock", 1}};
constexpr StringLiteral beforeLock = "enzyme_rt_thread_locks";

constexpr StringLiteral endOfThread = "pthread_exit";

StringRef calleeName(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? callee->getName() : "";
}

bool startsWithAny(StringRef name, ArrayRef<StringLiteral> prefixes) {
  return any_of(prefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// What threads that are started there run; anything, where it is chosen at run time.
SmallVector<Function *, 8> threadsIn(const SetVector<Function *> &functions) {
  SmallVector<Function *, 8> threads;
  for (Function *function : functions) {
    StringRef name = function->getName();
    if (name.contains(stateOfThread) && name.contains(runOfState))
      threads.push_back(function);
    for (const Instruction &at : instructions(*function)) {
      auto *call = dyn_cast<CallBase>(&at);
      if (!call || !startsThread(*call) || calleeName(at).starts_with("_Z"))
        continue;
      unsigned count = call->arg_size(); // the last one is what it is handed
      auto *thread = count < 2
                         ? nullptr
                         : dyn_cast<Function>(call->getArgOperand(count - 2)->stripPointerCasts());
      if (!thread)
        return SmallVector<Function *, 8>(functions.begin(), functions.end());
      threads.push_back(thread);
    }
  }
  return threads;
}

/// Nothing that the loop does itself can end it.
const Instruction *waitedFor(const Loop &loop) {
  const Instruction *looked = nullptr;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &at : *block) {
      if (auto *load = dyn_cast<LoadInst>(&at); load && !load->isSimple())
        looked = &at;
      else if (at.mayWriteToMemory() && !isa<LoadInst, IntrinsicInst, FenceInst>(at) &&
               !startsWithAny(calleeName(at), yields))
        return nullptr;
    }
  return looked;
}

} // namespace

bool startsThread(const CallBase &call) { return startsWithAny(calleeName(call), starters); }

StringRef waitInThreads(const SetVector<Function *> &functions) {
  for (Function *function : reachedFunctions(threadsIn(functions)))
    for (const Instruction &at : instructions(*function))
      if (StringRef name = calleeName(at); startsWithAny(name, waits))
        return name;
  return "";
}

/// A thread that runs in place and waits for its starter would wait for ever.
static void guardLock(CallBase &call, unsigned kind) {
  IRBuilder<> builder(&call);
  Module &module = *call.getModule();
  FunctionCallee guard =
      module.getOrInsertFunction(beforeLock, builder.getVoidTy(), builder.getPtrTy(),
                                 builder.getInt32Ty(), builder.getPtrTy());
  cast<Function>(guard.getCallee())->setDoesNotThrow();
  Position where = Position::of(call);
  Value *place = ConstantPointerNull::get(builder.getPtrTy());
  if (where.line)
    place = builder.CreateGlobalString(where.file + ":" + std::to_string(where.line),
                                       "enzyme.place", 0, &module);
  builder.CreateCall(guard, {call.getArgOperand(0), builder.getInt32(kind), place});
}

void guardLocks(const SetVector<Function *> &functions) {
  for (Function *function : reachedFunctions(threadsIn(functions)))
    for (Instruction &at : instructions(*function)) {
      const auto *lock = find_if(locks, [&](const Lock &known) {
        return calleeName(at) == known.name && cast<CallBase>(at).arg_size() == 1 &&
               at.getOperand(0)->getType()->isPointerTy();
      });
      const auto *before = dyn_cast_or_null<CallBase>(at.getPrevNode());
      bool isGuarded = before && calleeName(*before) == beforeLock;
      if (lock != std::end(locks) && !isGuarded)
        guardLock(cast<CallBase>(at), lock->kind);
    }
}

void returnFromThreads(const SetVector<Function *> &functions) {
  for (Function *thread : threadsIn(functions)) {
    bool isOnlyStarted = all_of(thread->users(), [](const User *user) {
      const auto *call = dyn_cast<CallBase>(user);
      return call && startsThread(*call);
    });
    if (!isOnlyStarted || !thread->getReturnType()->isPointerTy())
      continue;
    SmallVector<CallInst *, 2> ends;
    for (Instruction &at : instructions(*thread))
      if (calleeName(at) == endOfThread && isa<CallInst>(at) && cast<CallInst>(at).arg_size() == 1)
        ends.push_back(cast<CallInst>(&at));
    for (CallInst *end : ends) {
      Value *result = end->getArgOperand(0);
      BasicBlock *block = end->getParent();
      changeToUnreachable(end);
      ReturnInst::Create(block->getContext(), result, block->getTerminator()->getIterator());
      block->getTerminator()->eraseFromParent();
    }
    if (!ends.empty())
      thread->removeFnAttr(Attribute::NoReturn);
  }
}

void keepThread(CallBase &start, StringRef wait) {
  start.addFnAttr(
      Attribute::get(start.getContext(), regionAttribute,
                     ("a thread where something waits for another thread (" + wait +
                      "())\nlet threads compute and be joined; they are run one after the other")
                         .str()));
}

const Instruction *spinIn(const Function &function) {
  const Function *begin = function.getParent()->getFunction(inPlace);
  if (!begin || begin->use_empty())
    return nullptr;
  bool mayWait = any_of(instructions(function),
                        [](const Instruction &at) { return at.isAtomic() || at.isVolatile(); });
  if (!mayWait)
    return nullptr;
  DominatorTree dominators(const_cast<Function &>(function)); // const_cast: looked at only
  LoopInfo loops(dominators);
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (const Instruction *looked = waitedFor(*loop))
      return looked;
  return nullptr;
}

} // namespace enzyme
