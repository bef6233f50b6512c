//===- Tasks.cpp ----------------------------------------------------------===//
#include "parallel/Tasks.h"
#include "parallel/Constructs.h"
#include "parallel/TaskBodies.h"
#include "support/Mutation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Behind the head of a loop's task, as clang has it: whether its iterations are the last ones.
constexpr uint64_t isLastAt = 64;

/// A place in a task, or in what its head leads to.
struct PlaceInTask {
  uint64_t offset = 0;
  bool isShared = false;
};

/// Where the loop's bounds lie in its task, behind the head by clang, in what is shared by flang.
/// Nothing if `address` is not seen to be in `task`.
std::optional<PlaceInTask> placeIn(const Value &address, const Value &task) {
  const DataLayout &layout = cast<Instruction>(task).getDataLayout();
  auto baseOf = [&](const Value &from, uint64_t &offset) {
    APInt bytes(64, 0);
    const Value *base = from.stripAndAccumulateConstantOffsets(layout, bytes, true);
    offset = bytes.getZExtValue();
    return base;
  };
  PlaceInTask place;
  const Value *base = baseOf(address, place.offset);
  if (base == &task)
    return place;
  auto *shared = dyn_cast<LoadInst>(base);
  uint64_t offset = 0;
  if (!shared || baseOf(*shared->getPointerOperand(), offset) != &task || offset != 0)
    return std::nullopt;
  place.isShared = true;
  return place;
}
/// Its flags: has objects to destroy; is told to be done by an event.
constexpr uint64_t destroys = 8, isDetached = 64;

/// Does it only say which task has the last iterations?
bool onlySaysLast(const Function &copy) {
  unsigned stores = 0;
  for (const Instruction &at : instructions(copy)) {
    auto *store = dyn_cast<StoreInst>(&at);
    if (store && !isa<AllocaInst>(store->getPointerOperand()))
      stores += store->getValueOperand()->getType()->isIntegerTy(32) ? 1 : 2;
    if (isa<CallBase>(at))
      return false;
  }
  return !copy.isDeclaration() && stores == 1;
}

/// Is it the call of a task's function that stands behind the word to the runtime?
bool runsInPlace(const CallBase &call, const Value &task) {
  return call.arg_size() == 2 && call.getArgOperand(1) == &task &&
         any_of(task.users(), [](const User *user) {
           return madeByCompiler(cast<Instruction>(*user)) == TeamCall::BeginInPlace;
         });
}

/// May something lead to what the task has for itself, other than the task: an object into itself,
/// or what its constructor notes?
bool isHandedOn(const Value &place) {
  return any_of(place.uses(), [&](const Use &use) {
    const User *user = use.getUser();
    if (isa<GetElementPtrInst>(user))
      return isHandedOn(*user);
    if (isa<LoadInst, IntrinsicInst>(user) || (isa<StoreInst>(user) && use.getOperandNo() == 1))
      return false;
    auto *call = dyn_cast<CallBase>(user);
    return !call || (!madeByCompiler(*call) && !runsInPlace(*call, place));
  });
}

bool isNoDependence(const Value *count) {
  auto *known = dyn_cast<ConstantInt>(count);
  return known && known->isZero();
}

} // namespace

/// The task's code lies in functions that are always inlined into the one that the runtime calls.
static void forgetAliases(Function &function, unsigned layers) {
  for (Argument &argument : function.args())
    argument.removeAttr(Attribute::NoAlias);
  for (Instruction &at : instructions(function)) {
    at.setMetadata(LLVMContext::MD_noalias, nullptr); // where they are inlined already
    auto *call = dyn_cast<CallBase>(&at);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (layers && callee && !callee->isDeclaration() &&
        callee->hasFnAttribute(Attribute::AlwaysInline))
      forgetAliases(*callee, layers - 1);
  }
}

void forgetAliasesOfTasks(Function &function) {
  constexpr unsigned layers = 4; // as in flatTask
  for (Instruction &at : instructions(function))
    if (madeByCompiler(at) == TeamCall::NewTask)
      if (auto *entry = dyn_cast<Function>(cast<CallInst>(at).getArgOperand(5)))
        forgetAliases(*entry, layers);
}

std::string obstacleToTask(const CallInst &call, TeamCall what) {
  if (what == TeamCall::WaitDependences)
    return isNoDependence(call.getArgOperand(4)) ? "" : "a wait for dependences of another kind";
  if (what != TeamCall::NewTask) {
    if (!bodyOf(call))
      return "a task that is not seen where it is made, or goes on in parts";
    if (what == TeamCall::BeginInPlace)
      return "";
    bool isLoop = what == TeamCall::TaskLoop;
    if (isLoop ? call.arg_size() != 11 : call.arg_size() != 3 && call.arg_size() != 7)
      return "a task of another kind";
    if (auto *copy = isLoop ? dyn_cast<Function>(call.getArgOperand(10)) : nullptr;
        isLoop && !isa<ConstantPointerNull>(call.getArgOperand(10)) &&
        !(copy && onlySaysLast(*copy)))
      return "a loop of tasks with objects of their own";
    if (isLoop)
      for (unsigned bound : {4u, 5u})
        if (!placeIn(*call.getArgOperand(bound), *call.getArgOperand(2)->stripPointerCasts()))
          return "a loop of tasks whose bounds lie elsewhere";
    if (!isLoop && call.arg_size() == 7 && !isNoDependence(call.getArgOperand(5)))
      return "a task with dependences of another kind";
    return "";
  }
  Value *flags = call.getArgOperand(2);
  if (auto *choice = dyn_cast<BinaryOperator>(flags)) // final, and what is known of it
    flags = isa<ConstantInt>(choice->getOperand(1)) ? choice->getOperand(1) : flags;
  auto *known = dyn_cast<ConstantInt>(flags);
  if (!known)
    return "a task of another kind";
  if (known->getZExtValue() & isDetached)
    return "a task that ends by an event";
  if (known->getZExtValue() & destroys)
    return "a task with objects that are destroyed";
  auto *entry = dyn_cast<Function>(call.getArgOperand(5));
  if (!entry || entry->isDeclaration())
    return "a task that is not seen where it is made";
  Function *flat = flatTask(*entry);
  std::optional<SmallVector<TaskPart, 8>> parts = partsOfTask(*flat);
  flat->eraseFromParent();
  if (!parts)
    return "a task with arrays or objects of its own";
  // The task will have them elsewhere.
  return isHandedOn(call) && !mutation::breaks("tasks.handed-on", call)
             ? "a task with objects that code puts there"
             : "";
}

namespace {

class TaskFormer {
public:
  explicit TaskFormer(Function &function)
      : function(function), module(*function.getParent()), builder(function.getContext()) {}

  SmallVector<Function *, 4> form() {
    SmallVector<CallInst *, 8> made, runs, waits;
    for (Instruction &at : instructions(function)) {
      std::optional<TeamCall> what = madeByCompiler(at);
      if (what == TeamCall::NewTask)
        made.push_back(cast<CallInst>(&at));
      else if (what == TeamCall::Task || what == TeamCall::TaskLoop)
        runs.push_back(cast<CallInst>(&at));
      else if (what == TeamCall::BeginInPlace)
        runsAtOnce(cast<CallInst>(at), runs);
      else if (what == TeamCall::WaitDependences)
        waits.push_back(cast<CallInst>(&at));
    }
    for (CallInst *task : made)
      if (!bodyFor(*task).function)
        return {}; // its calls stay, and are refused by name
    for (CallInst *task : made)
      takeMemory(*task);
    for (CallInst *run : runs) {
      builder.SetInsertPoint(run);
      builder.SetCurrentDebugLocation(run->getDebugLoc());
      if (madeByCompiler(*run) == TeamCall::TaskLoop)
        runLoop(*run);
      else
        replaceRun(*run);
    }
    for (CallInst *wait : waits)
      replaceWait(*wait);
    for (CallInst *task : made) {
      task->replaceAllUsesWith(tasks[task].head);
      task->eraseFromParent();
    }
    SmallVector<Function *, 4> functions;
    for (auto &[entry, body] : bodies)
      functions.push_back(body.function);
    return functions;
  }

private:
  /// What a task is filled into before it is made.
  struct Memory {
    AllocaInst *head = nullptr, *shared = nullptr;
    MapVector<CallInst *, std::array<PlaceInTask, 2>> bounds; ///< of loops that run it
  };
  struct Body {
    Function *function = nullptr;
    SmallVector<TaskPart, 8> parts;
  };
  struct Wish {
    Value *isDeferred, *count, *dependences;
  };
  /// Of a loop's task: its part of the iterations.
  struct Share {
    PlaceInTask lowAt, highAt;
    Value *low, *high, *isLast;
  };

  /// Behind the word to the runtime the function is called that the task is.
  static void runsAtOnce(CallInst &begin, SmallVectorImpl<CallInst *> &runs) {
    const Value *task = begin.getArgOperand(2);
    for (Instruction *at = begin.getNextNode(); at; at = at->getNextNode())
      if (auto *call = dyn_cast<CallInst>(at);
          call && call->arg_size() == 2 && call->getArgOperand(1) == task) {
        runs.push_back(call);
        return;
      }
  }

  AllocaInst *variable(Value *bytes, const Twine &name) {
    uint64_t size = cast<ConstantInt>(bytes)->getZExtValue();
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    AllocaInst *made = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), size), nullptr, name);
    made->setAlignment(Align(16)); // as the runtime's
    return made;
  }

  /// Its head, and apart from it what the head leads to.
  void takeMemory(CallInst &made) {
    Memory &memory = tasks[&made];
    memory.head = variable(made.getArgOperand(3), "task");
    memory.shared = variable(made.getArgOperand(4), "shared");
    for (User *user : made.users())
      if (auto *run = dyn_cast<CallInst>(user); run && madeByCompiler(*run) == TeamCall::TaskLoop)
        memory.bounds[run] = {*placeIn(*run->getArgOperand(4), made),
                              *placeIn(*run->getArgOperand(5), made)};
    const DataLayout &layout = module.getDataLayout();
    SmallVector<Instruction *, 8> work{&made};
    for (unsigned i = 0; i != work.size(); ++i) // grows
      for (User *user : make_early_inc_range(work[i]->users())) {
        auto *part = dyn_cast<GetElementPtrInst>(user);
        auto *load = dyn_cast<LoadInst>(user);
        APInt offset(64, 0);
        if (part && part->accumulateConstantOffset(layout, offset) && offset.isZero())
          work.push_back(part);
        if (!load || !load->getType()->isPointerTy())
          continue;
        load->replaceAllUsesWith(memory.shared);
        load->eraseFromParent();
      }
  }

  void replaceRun(CallInst &run) {
    bool isDirect = !madeByCompiler(run);
    Value *task = run.getArgOperand(isDirect ? 1 : 2);
    bool depends = !isDirect && run.arg_size() > 3;
    Wish wish{builder.getInt32(!isDirect), depends ? run.getArgOperand(3) : builder.getInt32(0),
              depends ? run.getArgOperand(4) : ConstantPointerNull::get(builder.getPtrTy())};
    callBody(*cast<CallInst>(task->stripPointerCasts()), wish, std::nullopt);
    if (!run.getType()->isVoidTy())
      run.replaceAllUsesWith(Constant::getNullValue(run.getType()));
    run.eraseFromParent();
  }

  /// A call that only the runtime has to do with.
  CallInst *say(StringRef name, Type *result, ArrayRef<Value *> arguments) {
    SmallVector<Type *, 4> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    CallInst *call = builder.CreateCall(
        module.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
    call->addFnAttr(Attribute::get(module.getContext(), "enzyme_inactive"));
    call->setDoesNotThrow();
    call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    return call;
  }

  void callBody(CallInst &made, const Wish &wish, std::optional<Share> share) {
    const Body &body = bodyFor(made);
    const Memory &memory = tasks[&made];
    SmallVector<Value *, 8> passed;
    for (const TaskPart &part : body.parts) {
      Value *place = builder.CreateConstInBoundsGEP1_64(
          builder.getInt8Ty(), part.isShared ? memory.shared : memory.head, part.offset);
      Value *value = nullptr;
      if (share && part.isAt(share->lowAt.offset, share->lowAt.isShared))
        value = share->low;
      else if (share && part.isAt(share->highAt.offset, share->highAt.isShared))
        value = share->high;
      else if (share && !share->lowAt.isShared && part.isAt(isLastAt, false))
        value = share->isLast;
      if (value) {
        passed.push_back(value);
        continue;
      }
      SmallVector<TaskNumber, 4> numbers = *numbersIn(*part.type, module.getDataLayout());
      for (const TaskNumber &number : numbers)
        passed.push_back(builder.CreateLoad(
            number.type,
            builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, number.offset)));
    }
    // Other threads know the address from now on, whatever the body does with it.
    for (Value *value : passed)
      if (value->getType()->isPointerTy())
        say(teamPublish, builder.getVoidTy(), {value});
    callTask(*body.function, passed, made.getArgOperand(2), wish);
  }

  void callTask(Function &body, ArrayRef<Value *> passed, Value *flags, const Wish &wish) {
    CallInst *next = say(teamNextTask, builder.getVoidTy(),
                         {flags, wish.isDeferred, wish.count, wish.dependences});
    next->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    next->addParamAttr(3, Attribute::getWithCaptureInfo(module.getContext(), CaptureInfo::none()));
    CallInst *call = builder.CreateCall(&body, passed);
    for (StringRef mark : {StringRef(teamAttribute), StringRef(taskAttribute)})
      call->addFnAttr(Attribute::get(module.getContext(), mark));
    call->setDoesNotThrow();
  }

  /// A task that does nothing, at once, when what it depends on is done.
  void replaceWait(CallInst &wait) {
    builder.SetInsertPoint(&wait);
    builder.SetCurrentDebugLocation(wait.getDebugLoc());
    constexpr StringLiteral name = "enzyme.task.none";
    Function *body = module.getFunction(name);
    if (!body) {
      body = Function::Create(FunctionType::get(builder.getVoidTy(), false),
                              GlobalValue::ExternalLinkage, name, module);
      body->addFnAttr(Attribute::NoInline);
      IRBuilder<>::InsertPointGuard guard(builder);
      builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", body));
      builder.SetCurrentDebugLocation(DebugLoc());
      say(teamPublish, builder.getVoidTy(), {ConstantPointerNull::get(builder.getPtrTy())});
      builder.CreateRetVoid();
    }
    callTask(*body, {}, builder.getInt32(1),
             {builder.getInt32(0), wait.getArgOperand(2), wait.getArgOperand(3)});
    wait.eraseFromParent();
  }

  const Body &bodyFor(CallInst &made) {
    auto *entry = cast<Function>(made.getArgOperand(5));
    Body &body = bodies[entry];
    if (!body.function) {
      Function *flat = flatTask(*entry); // again: regions in it are other calls by now
      if (auto parts = partsOfTask(*flat)) {
        body.parts = std::move(*parts);
        body.function = taskOfParts(*flat, body.parts, *made.getArgOperand(0));
        body.function->setName("enzyme.task." + entry->getName());
      }
      flat->eraseFromParent();
    }
    return body;
  }

  /// for (k = 0; k < pieces; k++) makes a task of a part of the iterations.
  void runLoop(CallInst &run) {
    Value *step = run.getArgOperand(6);
    Type *word = builder.getInt64Ty(), *number = builder.getInt32Ty();
    Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
    Value *low = builder.CreateLoad(word, run.getArgOperand(4));
    Value *high = builder.CreateLoad(word, run.getArgOperand(5));
    Value *isDown = builder.CreateICmpSLT(step, zero);
    Value *way =
        builder.CreateSelect(isDown, builder.CreateSub(low, high), builder.CreateSub(high, low));
    Value *stride = builder.CreateSelect(isDown, builder.CreateNeg(step), step);
    Value *count = builder.CreateAdd(builder.CreateUDiv(way, stride), one);
    Value *pieces = say(teamPieces, word, {count, run.getArgOperand(8), run.getArgOperand(9)});
    Instruction *many = SplitBlockAndInsertIfThen(builder.CreateICmpNE(pieces, zero),
                                                  run.getIterator(), /*Unreachable=*/false);
    builder.SetInsertPoint(many);
    Value *size = builder.CreateUDiv(count, pieces);
    Value *longer = builder.CreateURem(count, pieces);
    auto [body, index] = SplitBlockAndInsertSimpleForLoop(pieces, many->getIterator());
    builder.SetInsertPoint(body);
    Value *isLonger = builder.CreateZExt(builder.CreateICmpULT(index, longer), word);
    Value *first = builder.CreateAdd(builder.CreateMul(index, size),
                                     builder.CreateBinaryIntrinsic(Intrinsic::umin, index, longer));
    Value *last =
        builder.CreateSub(builder.CreateAdd(builder.CreateAdd(first, size), isLonger), one);
    auto iteration = [&](Value *counted) {
      return builder.CreateAdd(low, builder.CreateMul(counted, step));
    };
    Value *isLast =
        builder.CreateZExt(builder.CreateICmpEQ(index, builder.CreateSub(pieces, one)), number);
    auto &made = *cast<CallInst>(run.getArgOperand(2)->stripPointerCasts());
    auto [lowAt, highAt] = tasks[&made].bounds[&run];
    callBody(
        made,
        {run.getArgOperand(3), builder.getInt32(0), ConstantPointerNull::get(builder.getPtrTy())},
        Share{lowAt, highAt, iteration(first), iteration(last), isLast});
    run.eraseFromParent();
  }

  Function &function;
  Module &module;
  IRBuilder<> builder;
  MapVector<CallInst *, Memory> tasks;
  MapVector<Function *, Body> bodies;
};

} // namespace

SmallVector<Function *, 4> formTasks(Function &function) { return TaskFormer(function).form(); }

} // namespace enzyme
