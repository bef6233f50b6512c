//===- Teams.cpp ----------------------------------------------------------===//
//
//   call f(x…)             frame = {x…};  enzyme_rt_team_run(body, &frame)
//   t, r = call augmented_f  frame = {x…, r = 0};  t = enzyme_rt_team_record(body, &frame);  r =
//   frame.r
//   d = call gradient_f    frame = {x…, d = 0};  enzyme_rt_team_reverse(body, &frame, t);  d =
//   frame.d
//
// `body` is a function of its own that takes the operands out of the frame and makes the call, in
// each thread (runtime/team.c). Results are sums over the threads: of what each adds
// (parallel/SumResults.h), and of adjoints of what is passed by value.
//===----------------------------------------------------------------------===//
#include "emit/Teams.h"
#include "abi/Signature.h"
#include "emit/Meetings.h"
#include "enzyme/runtime.h"
#include "request/BlasRules.h"
#include "request/PairRules.h"
#include "rules/Exceptions.h"
#include "rules/openmp/TeamCalls.h"
#include "rules/openmp/TeamSums.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/TeamCalls.h"
#include "shadow/ThreadSums.h"
#include "support/ReachedFunctions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {

namespace {

/// Derivatives of the calls by which threads wait for each other (runtime/locks.c).
class WaitEmitter {
public:
  WaitEmitter(const DerivativeKey &key, Function &function)
      : key(key), function(function), signature(Signature::of(key)),
        builder(BasicBlock::Create(function.getContext(), "entry", &function)),
        result(function.getReturnType()->isVoidTy()
                   ? nullptr
                   : Constant::getNullValue(function.getReturnType())) {}

  /// A barrier is one in both sweeps.
  void barrier() {
    call(teamBarrier, builder.getVoidTy(), {});
    if (key.mode == Mode::ReverseCombined)
      call(teamBarrier, builder.getVoidTy(), {});
    finish();
  }

  /// What keeps nothing, or a word: a ticket, or the address of what the runtime keeps itself.
  TapeShape lockOrTasks() {
    std::string name = key.primal->getName().str();
    const bool isOfTasks = isTaskWait(*key.primal);
    const bool keepsNothing = isOfTasks ? name == teamGroup : !isTeamExit(*key.primal);
    Type *kept = isOfTasks ? builder.getPtrTy() : cast<Type>(builder.getInt64Ty());
    SmallVector<Value *, 2> arguments;
    if (!isOfTasks)
      arguments.push_back(function.getArg(signature.primalParameter[0]));
    TapeShape shape;
    switch (key.mode) {
    case Mode::Forward:
      call(name, builder.getVoidTy(), arguments);
      break;
    case Mode::ReverseAugmented:
      if (keepsNothing) {
        call(name + "_recorded", builder.getVoidTy(), arguments);
      } else {
        Value *word = call(name + "_recorded", kept, arguments);
        Value *tape = RuntimeCalls(*function.getParent())
                          .allocate(builder, ConstantInt::get(builder.getInt64Ty(), wordBytes));
        builder.CreateStore(word, tape);
        result = builder.CreateInsertValue(result, tape, *signature.tapeResult);
        shape.fields.push_back({kept, 0});
        shape.blockBytes = wordBytes;
        shape.tag = xxh3_64bits(name);
      }
      break;
    case Mode::ReverseGradient:
      if (!keepsNothing)
        arguments.push_back(builder.CreateLoad(kept, function.getArg(*signature.tapeParameter)));
      if (!keepsNothing || !isOfTasks)
        call(name + "_reversed", builder.getVoidTy(), arguments);
      break;
    case Mode::ForwardSplit: // an obstacle, below
    case Mode::ReverseCombined:
      call(name, builder.getVoidTy(), arguments);
      break;
    }
    finish();
    return shape;
  }

private:
  static constexpr uint64_t wordBytes = 8;

  Value *call(const Twine &name, Type *type, ArrayRef<Value *> arguments) {
    SmallVector<Type *, 2> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    CallInst *made = builder.CreateCall(function.getParent()->getOrInsertFunction(
                                            name.str(), FunctionType::get(type, types, false)),
                                        arguments);
    made->setDoesNotThrow();
    return made;
  }

  void finish() {
    if (result)
      builder.CreateRet(result);
    else
      builder.CreateRetVoid();
  }

  const DerivativeKey &key;
  Function &function;
  Signature signature;
  IRBuilder<> builder;
  Value *result; ///< null: none. A tape without anything on it
};

} // namespace

/// On a derivative that threads of a team cannot run at once: what it is.
static constexpr StringLiteral alone = "enzyme-alone";

/// A function whose derivative is given, and may add to what threads share.
static std::string whatHasRule(const Function &function) {
  if (function.hasFnAttribute(throughPairAttribute))
    return "a call through a pointer";
  if (function.getName().starts_with(blasPrefix))
    return "a routine of BLAS or LAPACK";
  return "a registered derivative of '" + readableName(function) + "'";
}

bool emitForTeam(Context &context, const DerivativeKey &key, Function &function, TapeShape &tape) {
  if (isDeviceMeeting(*key.primal)) {
    emitMeeting(key, function);
    return true;
  }
  if (!isTeamWait(*key.primal)) {
    if (key.inTeam) { // a call of it stays one until it is known which regions make it
      function.addFnAttr(alone, whatHasRule(*key.primal));
      function.addFnAttr(Attribute::NoInline);
    }
    return false;
  }
  WaitEmitter emitter(key, function);
  if (!isTeamLock(*key.primal) && !isTaskWait(*key.primal)) {
    emitter.barrier();
    return true;
  }
  // The tickets are taken in a primal sweep, and wanted in a reverse sweep.
  if (key.servesForward || key.mode == Mode::ForwardSplit || key.mode == Mode::ReverseCombined)
    context.obstacleToTeams = "a section of a lock, or tasks, in forward mode from a tape";
  tape = emitter.lockOrTasks();
  return true;
}

namespace {

constexpr StringLiteral addLong = "enzyme_rt_add_long";
constexpr StringLiteral doors[] = {teamEnter, teamLeave, teamHold, teamDrop};
constexpr StringLiteral ofTasks[] = {teamJoin,     teamTaskWait, teamGroup,  teamEndGroup,
                                     teamNextTask, teamPieces,   teamPublish};

/// Functions of the runtime that know of nothing but the thread's own tape, and of memory that is
/// older than the derivative, as all threads of the team do.
bool mayRunInTeam(StringRef name) {
  constexpr StringLiteral own[] = {"enzyme_rt_alloc",
                                   "enzyme_rt_alloc_aligned",
                                   "enzyme_rt_alloc_zeroed",
                                   "enzyme_rt_mark",
                                   "enzyme_rt_release",
                                   "enzyme_rt_defer",
                                   "enzyme_rt_defer2",
                                   "enzyme_rt_defer3",
                                   "enzyme_rt_frames",
                                   "enzyme_rt_refuse",
                                   "enzyme_rt_refuse_function",
                                   "enzyme_rt_distance",
                                   "enzyme_rt_forget_addresses",
                                   addLong,
                                   "enzyme_rt_met",
                                   "enzyme_rt_written",
                                   "enzyme_rt_shadow_of",
                                   "enzyme_rt_to_free",
                                   "enzyme_rt_throws",
                                   "enzyme_rt_catches",
                                   "enzyme_rt_bits_stored",
                                   "enzyme_rt_bits_changed",
                                   "enzyme_rt_bits_read",
                                   "enzyme_rt_copy_raw",
                                   "enzyme_rt_copy_const_raw",
                                   "enzyme_rt_spread_raw",
                                   "enzyme_rt_forget_moved",
                                   "enzyme_rt_skewed",
                                   "enzyme_rt_unskewed",
                                   "enzyme_rt_placed",
                                   teamBarrier};
  auto isOne = [&](StringRef known) { return name.starts_with(known); };
  // No exception leaves a region: which one is on its way, and the objects that have shadows, are
  // known by thread, and the reverse sweep, which another thread may make, takes them from the
  // tape.
  return is_contained(own, name) || any_of(doors, isOne) || any_of(ofTasks, isOne) ||
         name.starts_with(exceptions::prefix);
}

/// What a pull of unknown bytes moves back, so that a team is better not to do it; "" for whole
/// numbers and text, which threads add where they share it (runtime/raw.c).
StringRef partsMovedBy(const CallBase &pull, bool asksForTeam) {
  auto *bytes = dyn_cast<ConstantInt>(pull.getArgOperand(2));
  auto *format = dyn_cast<ConstantInt>(pull.getArgOperand(3));
  constexpr unsigned smallest = 4; // bytes of a float
  if (!format || format->getSExtValue() >= ENZYME_RT_PART)
    return "parts of numbers that are moved as integers"; // runtime/parts.c: one thread moves all
  // The program may have each byte copied by another thread: then the run stops (arriving.c).
  bool isByBytes = bytes && bytes->getZExtValue() % smallest != 0;
  return isByBytes && format->getSExtValue() != ENZYME_RT_NONE && !asksForTeam
             ? "numbers that may be moved byte by byte"
             : "";
}

std::string obstacleIn(const Instruction &at, bool asksForTeam) {
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  if (update && update->isFloatingPointOperation() && !update->getType()->isFloatTy() &&
      !update->getType()->isDoubleTy())
    return "sums of a type that is not added atomically";
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (callee && isPullOfUnknownBytes(*call))
    return partsMovedBy(*call, asksForTeam).str();
  if (callee && callee->isDeclaration() && callee->getName().starts_with("enzyme_") &&
      !call->doesNotAccessMemory() && !mayRunInTeam(callee->getName()))
    return ("'" + callee->getName() + "'").str();
  return "";
}

/// Does it use variables of which each thread has its own?
bool hasOwnVariables(Function &derivative) {
  return any_of(reachedFunctions({&derivative}), [](Function *function) {
    return any_of(instructions(*function), [](const Instruction &at) {
      return any_of(at.operands(), [](const Value *operand) {
        auto *variable = dyn_cast<GlobalVariable>(operand);
        return variable && variable->isThreadLocal();
      });
    });
  });
}

/// One call that a team makes.
class Fork {
public:
  Fork(CallInst &call, bool inTurn)
      : call(call), callee(*call.getCalledFunction()), tape(tapeOfTeamCall(call)),
        module(*call.getModule()), inTurn(inTurn && !isTaskCall(call)) {
    operands.append(call.arg_begin(), call.arg_end());
    if (takesTape())
      taken = operands.pop_back_val();
    for (Value *operand : operands)
      fields.push_back(operand->getType());
    if (hasSums())
      fields.push_back(callee.getReturnType());
    if (hasSums() && this->inTurn)
      fields.push_back(Type::getInt32Ty(module.getContext())); // whose turn it is
    frameType = StructType::get(module.getContext(), fields);
  }

  void lower() {
    if (isTaskCall(call))
      return lowerTask();
    IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    frame = entry.CreateAlloca(frameType, nullptr, "team");
    IRBuilder<> builder(&call);
    for (auto [index, operand] : enumerate(operands))
      builder.CreateStore(operand, builder.CreateStructGEP(frameType, frame, index));
    if (hasSums())
      builder.CreateStore(Constant::getNullValue(callee.getReturnType()), sums(builder, frame));
    if (hasSums() && inTurn)
      builder.CreateStore(builder.getInt32(0), turn(builder, frame));
    Value *team = run(builder), *result = nullptr;
    if (hasSums())
      result = builder.CreateLoad(callee.getReturnType(), sums(builder, frame));
    if (team)
      result = builder.CreateInsertValue(result ? result : PoisonValue::get(callee.getReturnType()),
                                         team, 0);
    if (result)
      call.replaceAllUsesWith(result);
    call.eraseFromParent();
    callee.removeFnAttr(Attribute::NoInline); // into the body
  }

private:
  /// A call that some thread of the team makes. Of a gradient only the results are wanted: it
  /// takes its operands from the frame that the primal sweep made.
  void lowerTask() {
    IRBuilder<> builder(&call);
    auto *pointer = builder.getPtrTy();
    if (takesTape()) {
      Value *known = callRuntime(builder, "enzyme_rt_team_task_reversed", pointer, {taken});
      if (hasSums())
        call.replaceAllUsesWith(builder.CreateLoad(callee.getReturnType(), sums(builder, known)));
      call.eraseFromParent();
      return;
    }
    Function *gradient = tape == TeamTape::Gives
                             ? module.getFunction(call.getFnAttr(taskAttribute).getValueAsString())
                             : nullptr;
    if (gradient && !gradient->getReturnType()->isVoidTy()) {
      fields.push_back(gradient->getReturnType());
      frameType = StructType::get(module.getContext(), fields);
    }
    IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    frame = entry.CreateAlloca(frameType, nullptr, "task");
    for (auto [index, operand] : enumerate(operands))
      builder.CreateStore(operand, builder.CreateStructGEP(frameType, frame, index));
    Value *bytes = builder.getInt64(module.getDataLayout().getTypeAllocSize(frameType));
    Function *body = makeBody();
    if (tape == TeamTape::None) {
      callRuntime(builder, "enzyme_rt_team_task", builder.getVoidTy(), {body, frame, bytes});
    } else {
      Value *reverse = ConstantPointerNull::get(pointer);
      if (gradient)
        reverse = makeReverse(*gradient);
      Value *record = callRuntime(builder, "enzyme_rt_team_task_recorded", pointer,
                                  {body, reverse, frame, bytes});
      call.replaceAllUsesWith(
          builder.CreateInsertValue(PoisonValue::get(callee.getReturnType()), record, 0));
    }
    call.eraseFromParent();
    callee.removeFnAttr(Attribute::NoInline);
  }

  /// ptr reverse(frame, tape): the gradient of what runs with that frame in the primal sweep.
  Function *makeReverse(Function &gradient) {
    assert(gradient.arg_size() == operands.size() + 1 && "the same operands, and the tape");
    Function *reverse = declareBody(gradient);
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", reverse));
    SmallVector<Value *, 8> passed = takeOut(builder, reverse->getArg(0));
    passed.push_back(reverse->getArg(1));
    CallInst *made = builder.CreateCall(&gradient, passed);
    made->setCallingConv(gradient.getCallingConv());
    if (!made->getType()->isVoidTy())
      builder.CreateStore(made, sums(builder, reverse->getArg(0)));
    builder.CreateRet(Constant::getNullValue(reverse->getReturnType()));
    return reverse;
  }

  CallInst *callRuntime(IRBuilder<> &builder, StringRef name, Type *result,
                        ArrayRef<Value *> arguments) {
    SmallVector<Type *, 4> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    CallInst *made = builder.CreateCall(
        module.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
    made->setDebugLoc(call.getDebugLoc());
    return made;
  }

  bool takesTape() const { return tape == TeamTape::Takes || tape == TeamTape::TakesLast; }
  /// Results that are no tape.
  bool hasSums() const {
    Type *type = callee.getReturnType();
    return !type->isVoidTy() && (tape != TeamTape::Gives || type->getStructNumElements() > 1);
  }
  Value *sums(IRBuilderBase &builder, Value *in) {
    return builder.CreateStructGEP(frameType, in, unsigned(operands.size()));
  }

  Value *turn(IRBuilderBase &builder, Value *in) {
    return builder.CreateStructGEP(frameType, in, unsigned(operands.size()) + 1);
  }

  /// The team with its tapes, if it gives them.
  Value *run(IRBuilder<> &builder) {
    Type *pointer = builder.getPtrTy(), *none = builder.getVoidTy();
    Function *body = makeBody();
    switch (tape) {
    case TeamTape::None:
    case TeamTape::Within:
      callRuntime(builder, "enzyme_rt_team_run", none, {body, frame});
      return nullptr;
    case TeamTape::Takes:
    case TeamTape::TakesLast:
      callRuntime(builder, "enzyme_rt_team_reverse", none,
                  {body, frame, taken, builder.getInt32(tape == TeamTape::TakesLast)});
      return nullptr;
    case TeamTape::Gives:
      return callRuntime(builder, "enzyme_rt_team_record", pointer, {body, frame});
    }
    llvm_unreachable("all kinds are listed");
  }

  /// ptr body(frame, tape): the call, in one thread; gives its tape.
  Function *makeBody() {
    Function *body = declareBody(callee);
    if (tape == TeamTape::Within)
      callee.addFnAttr(sums::bothSweepsAttribute);
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", body));
    Value *own = body->getArg(0);
    SmallVector<Value *, 8> passed = takeOut(builder, own);
    if (takesTape() && hasOwnVariables(callee))
      callRuntime(builder, teamSameThread, builder.getVoidTy(), {});
    if (takesTape())
      passed.push_back(body->getArg(1));
    CallInst *made = builder.CreateCall(&callee, passed);
    made->setCallingConv(callee.getCallingConv());
    if (hasSums() && inTurn)
      callRuntime(builder, "enzyme_rt_team_await_turn", builder.getVoidTy(), {turn(builder, own)});
    if (hasSums())
      addSums(builder, made, sums(builder, own), /*first=*/tape == TeamTape::Gives ? 1 : 0);
    if (hasSums() && inTurn)
      callRuntime(builder, "enzyme_rt_team_end_turn", builder.getVoidTy(), {turn(builder, own)});
    builder.CreateRet(tape == TeamTape::Gives ? builder.CreateExtractValue(made, 0)
                                              : Constant::getNullValue(builder.getPtrTy()));
    return body;
  }

  Function *declareBody(const Function &called) {
    Type *pointer = PointerType::getUnqual(module.getContext());
    Function *body =
        Function::Create(FunctionType::get(pointer, {pointer, pointer}, false),
                         GlobalValue::InternalLinkage, "enzyme.team." + called.getName(), module);
    for (StringRef kind : {"target-cpu", "target-features", "tune-cpu", "frame-pointer"})
      if (called.hasFnAttribute(kind))
        body->addFnAttr(called.getFnAttribute(kind));
    if (called.hasUWTable())
      body->setUWTableKind(called.getUWTableKind());
    body->setDoesNotThrow();
    return body;
  }

  /// The operands, out of the frame.
  SmallVector<Value *, 8> takeOut(IRBuilder<> &builder, Value *own) {
    SmallVector<Value *, 8> passed;
    for (auto [index, operand] : enumerate(operands))
      passed.push_back(
          builder.CreateLoad(operand->getType(), builder.CreateStructGEP(frameType, own, index)));
    return passed;
  }

  /// *place += each number in `value`, from its part number `first` on.
  void addSums(IRBuilder<> &builder, Value *value, Value *place, unsigned first = 0) {
    Type *type = value->getType();
    if (!type->isAggregateType()) {
      addForThreads(builder, place, value, module.getDataLayout().getABITypeAlign(type));
      return;
    }
    uint64_t count = isa<StructType>(type) ? cast<StructType>(type)->getNumElements()
                                           : cast<ArrayType>(type)->getNumElements();
    for (unsigned i = first; i != count; ++i)
      addSums(builder, builder.CreateExtractValue(value, i),
              builder.CreateConstInBoundsGEP2_32(type, place, 0, i));
  }

  CallInst &call;
  Function &callee;
  TeamTape tape;
  Module &module;
  const bool inTurn; ///< threads add what they give in the order of their numbers
  SmallVector<Value *, 8> operands;
  Value *taken = nullptr; ///< the team, with its threads' tapes
  SmallVector<Type *, 8> fields;
  StructType *frameType;
  AllocaInst *frame = nullptr;
};

} // namespace

std::string obstacleToTeam(Function &derivative, bool asksForTeam) {
  for (const Function *function : reachedFunctions({&derivative})) {
    if (function->getName() == terminateHelper)
      continue; // the end of the program, whichever thread gets there
    if (function->hasFnAttribute(alone))
      return function->getFnAttribute(alone).getValueAsString().str();
    for (const Instruction &at : instructions(*function))
      if (std::string obstacle = obstacleIn(at, asksForTeam); !obstacle.empty())
        return obstacle;
  }
  return "";
}

std::string obstacleInRegion(Function &region) {
  for (const Function *function : reachedFunctions({&region}))
    for (const Instruction &at : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&at); call && call->hasFnAttr(taskWordsAttribute))
        return "a task with integers of its own that may be numbers";
  return "";
}

/// Of code that is not optimised yet: what stays, more or less.
static bool isWork(const Instruction &at) {
  if (const Value *place = getLoadStorePointerOperand(&at))
    return !isa<AllocaInst>(getUnderlyingObject(place));
  bool isOnNumbers = at.getType()->isFPOrFPVectorTy() && (at.isBinaryOp() || at.isUnaryOp());
  return isOnNumbers || isa<FCmpInst, CallBase>(at);
}

/// Does a section of a lock begin or end there? Threads wait for each other, in both sweeps.
static bool isDoor(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee &&
         any_of(doors, [&](StringRef door) { return callee->getName().starts_with(door); });
}

static bool isLongSum(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == addLong;
}

bool costsMoreThanOneThread(ArrayRef<Function *> derivatives) {
  // An atomic sum takes as long as so many operations on numbers or memory, of which a processor
  // does several at once (measured on x86-64: 5 ns and more where threads meet, a plain one 0.3 to
  // 0.8). Where more than half of the time would be theirs, one thread is faster than a few.
  constexpr uint64_t ofSum = 30, timesRound = 10;
  uint64_t sums = 0, all = 0;
  for (Function *function : reachedFunctions(derivatives)) {
    if (function->isDeclaration())
      continue;
    DominatorTree dominators(*function);
    LoopInfo loops(dominators);
    for (const BasicBlock &block : *function) {
      uint64_t often = 1;
      for (unsigned depth = std::min(loops.getLoopDepth(&block), 4u); depth != 0; --depth)
        often *= timesRound;
      for (const Instruction &at : block) {
        auto *sum = dyn_cast<AtomicRMWInst>(&at);
        if (at.hasMetadata(seldomMark))
          continue;
        if ((sum && sum->isFloatingPointOperation()) || isLongSum(at) || (isDoor(at) && often > 1))
          sums += often;
        else if (isWork(at))
          all += often;
      }
    }
  }
  return ofSum * sums > all;
}

void lowerTeamCalls(Module &module, bool inTurn) {
  if (Function *publish = module.getFunction(teamPublish)) {
    for (User *user : make_early_inc_range(publish->users()))
      cast<Instruction>(user)->eraseFromParent();
    publish->eraseFromParent();
  }
  SmallVector<CallBase *, 8> calls;
  for (Function &function : module)
    for (Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&at); call && isTeamCall(*call))
        calls.push_back(call);
  for (CallBase *call : calls)
    if (auto *invoke = dyn_cast<InvokeInst>(call)) // beside cleanups; no exception leaves a region
      Fork(*changeToCall(invoke), inTurn).lower();
    else
      Fork(*cast<CallInst>(call), inTurn).lower();
}

} // namespace enzyme
