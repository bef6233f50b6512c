//===- Teams.cpp ----------------------------------------------------------===//
//
//   call f(x…)             frame = {x…};  enzyme_rt_team_run(body, &frame)
//   t = call augmented_f   t = enzyme_rt_team_record(body, &frame)
//   d = call gradient_f    frame = {x…, d = 0};  enzyme_rt_team_reverse(body, &frame, t);  d =
//   frame.d
//
// `body` is a function of its own that takes the operands out of the frame and makes the call, in
// each thread (runtime/team.c). Adjoints of what is passed by value are sums over the threads.
//===----------------------------------------------------------------------===//
#include "emit/Teams.h"
#include "abi/Signature.h"
#include "rules/Exceptions.h"
#include "rules/openmp/TeamCalls.h"
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

  TapeShape lock() {
    const bool isEnter = !isTeamExit(*key.primal);
    std::string name = key.primal->getName().str();
    Value *lock = function.getArg(signature.primalParameter[0]);
    TapeShape shape;
    switch (key.mode) {
    case Mode::Forward:
      call(name, builder.getVoidTy(), {lock});
      break;
    case Mode::ReverseAugmented:
      if (isEnter) {
        call(name + "_recorded", builder.getVoidTy(), {lock});
      } else {
        Value *ticket = call(name + "_recorded", builder.getInt64Ty(), {lock});
        Value *tape = RuntimeCalls(*function.getParent())
                          .allocate(builder, ConstantInt::get(builder.getInt64Ty(), ticketBytes));
        builder.CreateStore(ticket, tape);
        result = builder.CreateInsertValue(result, tape, *signature.tapeResult);
        shape.fields.push_back({builder.getInt64Ty(), 0});
        shape.blockBytes = ticketBytes;
        shape.tag = xxh3_64bits(name);
      }
      break;
    case Mode::ReverseGradient: {
      SmallVector<Value *, 2> arguments{lock};
      if (!isEnter)
        arguments.push_back(
            builder.CreateLoad(builder.getInt64Ty(), function.getArg(*signature.tapeParameter)));
      call(name + "_reversed", builder.getVoidTy(), arguments);
      break;
    }
    case Mode::ForwardSplit: // an obstacle, below
    case Mode::ReverseCombined:
      call(name, builder.getVoidTy(), {lock});
      break;
    }
    finish();
    return shape;
  }

private:
  static constexpr uint64_t ticketBytes = 8;

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

bool emitForTeam(Context &context, const DerivativeKey &key, Function &function, TapeShape &tape) {
  if (!isTeamWait(*key.primal)) {
    if (key.inTeam)
      context.obstacleToTeams = "a registered derivative of '" + readableName(*key.primal) + "'";
    return false;
  }
  WaitEmitter emitter(key, function);
  if (!isTeamLock(*key.primal)) {
    emitter.barrier();
    return true;
  }
  // The tickets are taken in a primal sweep, and wanted in a reverse sweep.
  if (key.servesForward || key.mode == Mode::ForwardSplit || key.mode == Mode::ReverseCombined)
    context.obstacleToTeams = "a section of a lock in forward mode from a tape";
  tape = emitter.lock();
  return true;
}

namespace {

constexpr StringLiteral doors[] = {teamEnter, teamLeave, teamHold, teamDrop};

/// Functions of the runtime that know of nothing but the thread's own tape.
bool mayRunInTeam(StringRef name) {
  constexpr StringLiteral own[] = {
      "enzyme_rt_alloc",  "enzyme_rt_alloc_aligned", "enzyme_rt_alloc_zeroed",
      "enzyme_rt_mark",   "enzyme_rt_release",       "enzyme_rt_defer",
      "enzyme_rt_defer2", "enzyme_rt_defer3",        "enzyme_rt_frames",
      "enzyme_rt_refuse", "enzyme_rt_distance",      "enzyme_rt_forget_addresses",
      teamBarrier};
  return is_contained(own, name) ||
         any_of(doors, [&](StringRef door) { return name.starts_with(door); });
}

std::string obstacleIn(const Instruction &at) {
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  if (update && update->isFloatingPointOperation() && !update->getType()->isFloatTy() &&
      !update->getType()->isDoubleTy())
    return "sums of a type that is not added atomically";
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (callee && callee->isDeclaration() && callee->getName().starts_with("enzyme_") &&
      !mayRunInTeam(callee->getName()))
    return ("'" + callee->getName() + "'").str();
  return "";
}

/// One call that a team makes.
class Fork {
public:
  explicit Fork(CallInst &call)
      : call(call), callee(*call.getCalledFunction()), tape(tapeOfTeamCall(call)),
        module(*call.getModule()) {
    operands.append(call.arg_begin(), call.arg_end());
    if (takesTape())
      taken = operands.pop_back_val();
    for (Value *operand : operands)
      fields.push_back(operand->getType());
    if (hasSums())
      fields.push_back(callee.getReturnType());
    frameType = StructType::get(module.getContext(), fields);
  }

  void lower() {
    IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    frame = entry.CreateAlloca(frameType, nullptr, "team");
    IRBuilder<> builder(&call);
    for (auto [index, operand] : enumerate(operands))
      builder.CreateStore(operand, builder.CreateStructGEP(frameType, frame, index));
    if (hasSums())
      builder.CreateStore(Constant::getNullValue(callee.getReturnType()), sums(builder, frame));
    Value *result = run(builder);
    if (hasSums())
      result = builder.CreateLoad(callee.getReturnType(), sums(builder, frame));
    if (result)
      call.replaceAllUsesWith(result);
    call.eraseFromParent();
    callee.removeFnAttr(Attribute::NoInline); // into the body
  }

private:
  bool takesTape() const { return tape == TeamTape::Takes || tape == TeamTape::TakesLast; }
  bool hasSums() const { return tape != TeamTape::Gives && !callee.getReturnType()->isVoidTy(); }
  Value *sums(IRBuilderBase &builder, Value *in) {
    return builder.CreateStructGEP(frameType, in, unsigned(operands.size()));
  }

  Value *run(IRBuilder<> &builder) {
    Type *pointer = builder.getPtrTy(), *none = builder.getVoidTy();
    Function *body = makeBody();
    auto callRuntime = [&](StringRef name, Type *result, ArrayRef<Value *> arguments) {
      SmallVector<Type *, 4> types;
      for (Value *argument : arguments)
        types.push_back(argument->getType());
      CallInst *made = builder.CreateCall(
          module.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
      made->setDebugLoc(call.getDebugLoc());
      return made;
    };
    switch (tape) {
    case TeamTape::None:
      callRuntime("enzyme_rt_team_run", none, {body, frame});
      return nullptr;
    case TeamTape::Takes:
    case TeamTape::TakesLast:
      callRuntime("enzyme_rt_team_reverse", none,
                  {body, frame, taken, builder.getInt32(tape == TeamTape::TakesLast)});
      return nullptr;
    case TeamTape::Gives: {
      Value *team = callRuntime("enzyme_rt_team_record", pointer, {body, frame});
      return builder.CreateInsertValue(PoisonValue::get(callee.getReturnType()), team, 0);
    }
    }
    llvm_unreachable("all kinds are listed");
  }

  /// ptr body(frame, tape): the call, in one thread; gives its tape.
  Function *makeBody() {
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::getUnqual(context);
    Function *body =
        Function::Create(FunctionType::get(pointer, {pointer, pointer}, false),
                         GlobalValue::InternalLinkage, "enzyme.team." + callee.getName(), module);
    for (StringRef kind : {"target-cpu", "target-features", "tune-cpu", "frame-pointer"})
      if (callee.hasFnAttribute(kind))
        body->addFnAttr(callee.getFnAttribute(kind));
    if (callee.hasUWTable())
      body->setUWTableKind(callee.getUWTableKind());
    body->setDoesNotThrow();
    IRBuilder<> builder(BasicBlock::Create(context, "entry", body));
    Value *own = body->getArg(0);
    SmallVector<Value *, 8> passed;
    for (auto [index, operand] : enumerate(operands))
      passed.push_back(
          builder.CreateLoad(operand->getType(), builder.CreateStructGEP(frameType, own, index)));
    if (takesTape())
      passed.push_back(body->getArg(1));
    CallInst *made = builder.CreateCall(&callee, passed);
    made->setCallingConv(callee.getCallingConv());
    if (hasSums())
      addSums(builder, made, sums(builder, own));
    builder.CreateRet(tape == TeamTape::Gives ? builder.CreateExtractValue(made, 0)
                                              : Constant::getNullValue(pointer));
    return body;
  }

  /// *place += each number in `value`.
  void addSums(IRBuilder<> &builder, Value *value, Value *place) {
    Type *type = value->getType();
    if (!type->isAggregateType())
      return addForThreads(builder, place, value, module.getDataLayout().getABITypeAlign(type));
    uint64_t count = isa<StructType>(type) ? cast<StructType>(type)->getNumElements()
                                           : cast<ArrayType>(type)->getNumElements();
    for (unsigned i = 0; i != count; ++i)
      addSums(builder, builder.CreateExtractValue(value, i),
              builder.CreateConstInBoundsGEP2_32(type, place, 0, i));
  }

  CallInst &call;
  Function &callee;
  TeamTape tape;
  Module &module;
  SmallVector<Value *, 8> operands;
  Value *taken = nullptr; ///< the team, with its threads' tapes
  SmallVector<Type *, 8> fields;
  StructType *frameType;
  AllocaInst *frame = nullptr;
};

} // namespace

std::string obstacleToTeam(Function &derivative) {
  for (const Function *function : reachedFunctions({&derivative})) {
    if (function->getName() == terminateHelper)
      continue; // the end of the program, whichever thread gets there
    for (const Instruction &at : instructions(*function))
      if (std::string obstacle = obstacleIn(at); !obstacle.empty())
        return obstacle;
  }
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
        if ((sum && sum->isFloatingPointOperation()) || (isDoor(at) && often > 1))
          sums += often;
        else if (isWork(at))
          all += often;
      }
    }
  }
  return ofSum * sums > all;
}

void lowerTeamCalls(Module &module) {
  SmallVector<CallInst *, 8> calls;
  for (Function &function : module)
    for (Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&at); call && isTeamCall(*call))
        calls.push_back(call);
  for (CallInst *call : calls)
    Fork(*call).lower();
}

} // namespace enzyme
