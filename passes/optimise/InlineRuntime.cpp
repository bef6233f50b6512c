//===- InlineRuntime.cpp - calls of the runtime that mostly do little --------===//
//
// enzyme_rt_alloc(n) becomes
//
//   top = arena.top; if (arena.limit - top >= n rounded up) arena.top = top + n
//   else the call
//
// enzyme_rt_mark(m) three moves, enzyme_rt_release(m), where the chunk is the same, no frees wait
// and it was as full before,
//
//   arena.top = m.position
//
// and enzyme_rt_written(primal, shadow, place), asked at each write through a pointer that may
// be its own shadow,
//
//   if (primal == shadow) the call
//
// Mostly both are one offset from two addresses that a loop does not change: LLVM compares
// those, outside of the loop. And enzyme_rt_shadow_of(primal, shadow, …)
//
//   if (shadow && shadow != primal) shadow; else if nothing there has a shadow: primal; else the
//   call
//
// Copies and pulls of one word of unknown contents (runtime/raw.c), most of which are integers of
// the program that have nothing in their shadows, become
//
//   if (*to | *from) the call            if (*to || any misaligned number is known) the call
//
// and enzyme_rt_skewed(place, …), which notes where doubles lie,
//
//   if (place is misaligned || any misaligned number is known) the call
//
// and enzyme_rt_forget_addresses(place, 4 or 8) looks whether there may be one; so does
// enzyme_rt_forget_moved.
//
// As small functions that LLVM inlines at every -O, or calls where their code would be large and
// run seldom. The layout of `arena` is that
// of runtime/arena.h. Done last: nested differentiation still wants to see calls.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/Optimise.h"
#include "types/KeptMemory.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

Function *makeInlined(Function &original, const char *name) {
  Function *made = Function::Create(original.getFunctionType(), GlobalValue::InternalLinkage, name,
                                    *original.getParent());
  made->addFnAttr(Attribute::AlwaysInline);
  made->addFnAttr(Attribute::NoUnwind);
  return made;
}

GlobalVariable *arenaOf(Module &module) {
  Type *pointer = PointerType::get(module.getContext(), 0);
  Type *word = Type::getInt64Ty(module.getContext());
  Type *layout = StructType::get(pointer, pointer, pointer, pointer, word, pointer);
  auto *arena = cast<GlobalVariable>(module.getOrInsertGlobal("enzyme_rt_arena", layout));
  arena->setThreadLocal(true);
  return arena;
}

Function *makeBump(Function &allocate) {
  Module &module = *allocate.getParent();
  Function *bump = makeInlined(allocate, "enzyme.tape.bump");
  LLVMContext &context = module.getContext();
  BasicBlock *entry = BasicBlock::Create(context, "entry", bump);
  BasicBlock *fast = BasicBlock::Create(context, "fast", bump);
  BasicBlock *slow = BasicBlock::Create(context, "slow", bump);
  IRBuilder<> builder(entry);
  Value *arena = builder.CreateThreadLocalAddress(arenaOf(module));
  Value *bytes = builder.CreateAnd(builder.CreateAdd(bump->getArg(0), builder.getInt64(15)),
                                   builder.getInt64(~UINT64_C(15)));
  Type *pointer = builder.getPtrTy(), *word = builder.getInt64Ty();
  Value *top = builder.CreateLoad(pointer, arena, "top");
  Value *limit = builder.CreateLoad(
      pointer, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), arena, 8), "limit");
  Value *room =
      builder.CreateSub(builder.CreatePtrToInt(limit, word), builder.CreatePtrToInt(top, word));
  builder.CreateCondBr(builder.CreateICmpUGE(room, bytes), fast, slow,
                       MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(fast);
  builder.CreateStore(builder.CreateGEP(builder.getInt8Ty(), top, bytes), arena);
  builder.CreateRet(top);
  builder.SetInsertPoint(slow);
  builder.CreateRet(builder.CreateCall(&allocate, bump->getArg(0)));
  return bump;
}

/// Words of the arena; those of a mark, in their order.
constexpr unsigned topWord = 0, chunkWord = 2, deferredWord = 3, notedWord = 5;
constexpr unsigned wordsOfMark[] = {topWord, chunkWord, deferredWord};

Value *wordOf(IRBuilder<> &builder, Value *memory, unsigned index) {
  return builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), memory, index);
}

Function *makeMark(Function &mark) {
  Function *made = makeInlined(mark, "enzyme.tape.mark");
  IRBuilder<> builder(BasicBlock::Create(mark.getContext(), "entry", made));
  Value *arena = builder.CreateThreadLocalAddress(arenaOf(*mark.getParent()));
  for (auto [i, word] : enumerate(wordsOfMark))
    builder.CreateStore(builder.CreateLoad(builder.getPtrTy(), wordOf(builder, arena, word)),
                        wordOf(builder, made->getArg(0), i));
  builder.CreateRetVoid();
  return made;
}

Function *makeRelease(Function &release) {
  LLVMContext &context = release.getContext();
  Function *made = makeInlined(release, "enzyme.tape.release");
  BasicBlock *entry = BasicBlock::Create(context, "entry", made);
  BasicBlock *fast = BasicBlock::Create(context, "fast", made);
  BasicBlock *slow = BasicBlock::Create(context, "slow", made);
  IRBuilder<> builder(entry);
  Value *arena = builder.CreateThreadLocalAddress(arenaOf(*release.getParent()));
  auto read = [&](Value *memory, unsigned index) {
    return builder.CreateLoad(builder.getPtrTy(), wordOf(builder, memory, index));
  };
  Value *position = read(made->getArg(0), 0), *chunk = read(made->getArg(0), 1);
  Value *isSame = builder.CreateAnd(
      builder.CreateIsNotNull(chunk), // else the outermost sweep ends
      builder.CreateAnd(builder.CreateICmpEQ(chunk, read(arena, chunkWord)),
                        builder.CreateICmpEQ(read(made->getArg(0), 2), read(arena, deferredWord))));
  Value *isNoted = builder.CreateICmpULE(read(arena, topWord), read(arena, notedWord));
  builder.CreateCondBr(builder.CreateAnd(isSame, isNoted), fast, slow,
                       MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(fast);
  builder.CreateStore(position, arena);
  builder.CreateRetVoid();
  builder.SetInsertPoint(slow);
  builder.CreateCall(&release, made->getArg(0));
  builder.CreateRetVoid();
  return made;
}

Function *makeTest(Function &check) {
  LLVMContext &context = check.getContext();
  Function *test = makeInlined(check, "enzyme.written");
  BasicBlock *entry = BasicBlock::Create(context, "entry", test);
  BasicBlock *asks = BasicBlock::Create(context, "asks", test);
  BasicBlock *done = BasicBlock::Create(context, "done", test);
  IRBuilder<> builder(entry);
  builder.CreateCondBr(builder.CreateICmpEQ(test->getArg(0), test->getArg(1)), asks, done,
                       MDBuilder(context).createUnlikelyBranchWeights());
  builder.SetInsertPoint(asks);
  builder.CreateCall(&check, {test->getArg(0), test->getArg(1), test->getArg(2)});
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  return test;
}

/// `enzyme_rt_older` of runtime/older.h begins so.
Function *makeFind(Function &find) {
  Module &module = *find.getParent();
  LLVMContext &context = module.getContext();
  Function *made = makeInlined(find, "enzyme.find");
  Type *word = Type::getInt64Ty(context);
  auto *older =
      cast<GlobalVariable>(module.getOrInsertGlobal("enzyme_rt_older", ArrayType::get(word, 7)));
  older->setThreadLocal(true);
  BasicBlock *entry = BasicBlock::Create(context, "entry", made);
  BasicBlock *own = BasicBlock::Create(context, "own", made);
  BasicBlock *looks = BasicBlock::Create(context, "looks", made);
  BasicBlock *none = BasicBlock::Create(context, "none", made);
  BasicBlock *asks = BasicBlock::Create(context, "asks", made);
  IRBuilder<> builder(entry);
  Value *primal = made->getArg(0), *shadow = made->getArg(1);
  Value *hasOwn =
      builder.CreateAnd(builder.CreateIsNotNull(shadow), builder.CreateICmpNE(shadow, primal));
  builder.CreateCondBr(builder.CreateOr(hasOwn, builder.CreateIsNull(primal)), own, looks);
  builder.SetInsertPoint(own);
  builder.CreateRet(shadow);
  builder.SetInsertPoint(looks);
  Value *known = builder.CreateThreadLocalAddress(older);
  auto field = [&](unsigned index) {
    return builder.CreateConstInBoundsGEP1_64(word, known, index);
  };
  Value *mayHave = builder.getFalse();
  for (unsigned at : {1, 3}) { // variables, other memory: where they begin, and how far they reach
    Value *distance = builder.CreateSub(builder.CreatePtrToInt(primal, word),
                                        builder.CreateLoad(word, field(at)));
    Value *isInside = builder.CreateICmpULT(distance, builder.CreateLoad(word, field(at + 1)));
    mayHave = builder.CreateOr(mayHave, isInside);
  }
  builder.CreateCondBr(mayHave, asks, none);
  builder.SetInsertPoint(none);
  Value *met = builder.CreateZExt(builder.CreateIsNull(shadow), word);
  builder.CreateStore(builder.CreateOr(builder.CreateLoad(word, field(0)), met), field(0));
  builder.CreateRet(primal);
  builder.SetInsertPoint(asks);
  SmallVector<Value *, 5> arguments;
  for (Argument &argument : made->args())
    arguments.push_back(&argument);
  builder.CreateRet(builder.CreateCall(&find, arguments));
  return made;
}

/// pointer (pointer, pointer, pointer, pointer, size_t)
bool isFind(const FunctionType &type) {
  return type.getReturnType()->isPointerTy() && type.getNumParams() == 5 &&
         all_of(type.params().drop_back(),
                [](Type *parameter) { return parameter->isPointerTy(); });
}

/// Threads of a team may add to the same words meanwhile, which the runtime knows; sanitizers
/// look at the program's own accesses.
LoadInst *readAt(IRBuilder<> &builder, Value *place, Type *type, Align align) {
  LoadInst *read = builder.CreateAlignedLoad(type, place, align);
  read->setAtomic(AtomicOrdering::Monotonic);
  read->setNoSanitizeMetadata();
  return read;
}

constexpr uint64_t wordBytes = 8, halfBytes = 4;

Value *wordAt(IRBuilder<> &builder, Value *place) {
  return readAt(builder, place, builder.getInt64Ty(), Align(wordBytes));
}

/// A function that makes the call only where `asks` finds something in memory; it is asked where
/// all of `places` are multiples of `align`.
Function *makeAsking(Function &original, const char *name, ArrayRef<unsigned> places,
                     function_ref<Value *(IRBuilder<> &, const Function &)> asks,
                     uint64_t align = wordBytes) {
  LLVMContext &context = original.getContext();
  Function *made = makeInlined(original, name);
  BasicBlock *entry = BasicBlock::Create(context, "entry", made);
  BasicBlock *looks = BasicBlock::Create(context, "looks", made);
  BasicBlock *calls = BasicBlock::Create(context, "calls", made);
  BasicBlock *done = BasicBlock::Create(context, "done", made);
  IRBuilder<> builder(entry);
  Value *bits = builder.getInt64(0);
  for (unsigned place : places)
    bits =
        builder.CreateOr(bits, builder.CreatePtrToInt(made->getArg(place), builder.getInt64Ty()));
  Value *isAligned = builder.CreateIsNull(builder.CreateAnd(bits, align - 1));
  MDNode *seldom = MDBuilder(context).createUnlikelyBranchWeights();
  builder.CreateCondBr(isAligned, looks, calls, MDBuilder(context).createLikelyBranchWeights());
  builder.SetInsertPoint(looks);
  builder.CreateCondBr(asks(builder, *made), calls, done, seldom);
  builder.SetInsertPoint(calls);
  SmallVector<Value *, 5> arguments;
  for (Argument &argument : made->args())
    arguments.push_back(&argument);
  builder.CreateCall(&original, arguments);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  return made;
}

Function *makeCopyOfWord(Function &copy) {
  return makeAsking(
      copy, "enzyme.copy.word", {0, 1}, [](IRBuilder<> &builder, const Function &made) {
        Value *to = wordAt(builder, made.getArg(0));
        return builder.CreateIsNotNull(builder.CreateOr(to, wordAt(builder, made.getArg(1))));
      });
}

/// Is any number known that lies at no multiple of its size?
Value *isAnyMisaligned(IRBuilder<> &builder, Module &module) {
  // structure: allow names, because these are the runtime's own
  auto *known = module.getOrInsertGlobal("enzyme_rt_skew_used", builder.getInt8Ty());
  return builder.CreateIsNotNull(readAt(builder, known, builder.getInt8Ty(), Align(1)));
}

Function *makePullOfWord(Function &pull) {
  return makeAsking(
      pull, "enzyme.pull.word", {0, 1}, [&](IRBuilder<> &builder, const Function &made) {
        return builder.CreateOr(builder.CreateIsNotNull(wordAt(builder, made.getArg(0))),
                                isAnyMisaligned(builder, *pull.getParent()));
      });
}

Function *makeNoteOfDoubles(Function &skewed) {
  return makeAsking(skewed, "enzyme.skewed", {0}, [&](IRBuilder<> &builder, const Function &) {
    return isAnyMisaligned(builder, *skewed.getParent());
  });
}

/// Addresses have nothing in their upper sixteen bits (runtime/address.c). The halves of the word
/// are read one by one: a processor that has just stored one as a number waits for memory to read
/// both.
Value *mayBeAddress(IRBuilder<> &builder, Value *lower, Value *upper) {
  return builder.CreateAnd(builder.CreateIsNull(builder.CreateLShr(upper, 16)),
                           builder.CreateIsNotNull(builder.CreateOr(lower, upper)));
}

Value *halfAt(IRBuilder<> &builder, Value *place, Value *distance) {
  Value *half = builder.CreateGEP(builder.getInt8Ty(), place, distance);
  return readAt(builder, half, builder.getInt32Ty(), Align(halfBytes));
}

Function *makeForgetInWord(Function &forget) {
  return makeAsking(
      forget, "enzyme.forget.word", {0}, [](IRBuilder<> &builder, const Function &made) {
        Value *first = halfAt(builder, made.getArg(0), builder.getInt64(0));
        Value *second = halfAt(builder, made.getArg(0), builder.getInt64(halfBytes));
        bool isLittle = made.getDataLayout().isLittleEndian();
        return mayBeAddress(builder, isLittle ? first : second, isLittle ? second : first);
      });
}

/// Of a number that is half a word long. The other half is found by its distance, for alias
/// analysis takes what llvm.ptrmask gives to be the address that it is given.
Function *makeForgetInHalf(Function &forget) {
  auto asks = [](IRBuilder<> &builder, const Function &made) -> Value * {
    Value *place = made.getArg(0);
    Value *bits = builder.CreatePtrToInt(place, builder.getInt64Ty());
    Value *isSecond = builder.CreateIsNotNull(builder.CreateAnd(bits, halfBytes));
    int64_t distance = halfBytes;
    Value *other = halfAt(
        builder, place,
        builder.CreateSelect(isSecond, builder.getInt64(-distance), builder.getInt64(distance)));
    Value *own = halfAt(builder, place, builder.getInt64(0));
    Value *isUpper = made.getDataLayout().isLittleEndian() ? isSecond : builder.CreateNot(isSecond);
    return mayBeAddress(builder, builder.CreateSelect(isUpper, other, own),
                        builder.CreateSelect(isUpper, own, other));
  };
  return makeAsking(forget, "enzyme.forget.half", {0}, asks, halfBytes);
}

/// So far only the runtime touched the arena; now bumps read and write it.
void admitArenaAccess(Module &workshop) {
  for (Function &function : workshop)
    if (function.isDeclaration() && function.getName().starts_with("enzyme_rt_"))
      function.removeFnAttr(Attribute::Memory);
}

/// void *(size_t): a program may declare its own function of that name.
bool isAllocation(const FunctionType &type) {
  return type.getNumParams() == 1 && type.getParamType(0)->isIntegerTy(64) &&
         type.getReturnType()->isPointerTy();
}

/// void (pointer)
bool isOfMark(const FunctionType &type) {
  return type.getReturnType()->isVoidTy() && type.getNumParams() == 1 &&
         type.getParamType(0)->isPointerTy();
}

/// void (pointer, pointer, pointer)
bool isCheck(const FunctionType &type) {
  return type.getReturnType()->isVoidTy() && type.getNumParams() == 3 &&
         all_of(type.params(), [](Type *parameter) { return parameter->isPointerTy(); });
}

bool isOfPlaces(const FunctionType &type, unsigned places) {
  return type.getReturnType()->isVoidTy() && type.getNumParams() > places &&
         all_of(type.params().take_front(places),
                [](Type *parameter) { return parameter->isPointerTy(); }) &&
         type.getParamType(places)->isIntegerTy(64);
}
/// void (pointer, pointer, size_t, …)
bool isMove(const FunctionType &type) { return isOfPlaces(type, 2); }
/// void (pointer, size_t)
bool isForget(const FunctionType &type) { return type.getNumParams() == 2 && isOfPlaces(type, 1); }

bool isAny(const CallBase &) { return true; }

/// What allocates nothing is there to open the tape, which only the runtime does.
bool isOfSomething(const CallBase &call) {
  auto *bytes = dyn_cast<ConstantInt>(call.getArgOperand(0));
  return !bytes || !bytes->isZero();
}

/// Is that the size, which follows the places?
template <uint64_t size> bool isOfBytes(const CallBase &call) {
  for (const Value *argument : call.args())
    if (!argument->getType()->isPointerTy()) {
      const auto *bytes = dyn_cast<ConstantInt>(argument);
      return bytes && bytes->equalsInt(size);
    }
  return false;
}

/// void (pointer, size_t, size_t, size_t): a place, bytes, a period and the size of a number
enum { PeriodOperand = 2, NumberOperand };
bool isNote(const FunctionType &type) { return type.getNumParams() == 4 && isOfPlaces(type, 1); }

/// Of doubles, all of which lie as the first one does.
bool isOfDoubles(const CallBase &call) {
  const auto *period = dyn_cast<ConstantInt>(call.getArgOperand(PeriodOperand));
  const auto *number = dyn_cast<ConstantInt>(call.getArgOperand(NumberOperand));
  return period && number && number->equalsInt(wordBytes) &&
         period->getZExtValue() % wordBytes == 0;
}

/// Where the code of such a function is worth its size: in small functions and in loops without
/// others inside; in large functions also in some of the loops that have others around and inside.
/// Elsewhere there it would be much of all code and seldom run.
class Places {
public:
  bool isWorthItsSize(CallBase &call) {
    Known &caller = of(*call.getFunction());
    if (caller.isSmall)
      return true;
    const Loop *loop = caller.loops->getLoopFor(call.getParent());
    if (!loop || loop->isInnermost())
      return loop != nullptr;
    return loop->getParentLoop() && caller.inNests++ < limits::inlinedRuntimeInNests;
  }

private:
  struct Known {
    bool isSmall = false;
    std::unique_ptr<LoopInfo> loops; ///< of large ones
    unsigned inNests = 0;            ///< calls in loops that have loops around and inside
  };
  Known &of(Function &function) {
    auto [found, isNew] = known.try_emplace(&function);
    if (!isNew)
      return found->second;
    Known &made = found->second;
    made.isSmall = function.getInstructionCount() <= limits::instructionsWithInlinedRuntime;
    if (!made.isSmall)
      made.loops = std::make_unique<LoopInfo>(DominatorTree(function));
    return made;
  }
  DenseMap<Function *, Known> known;
};

/// Calls of functions of the runtime become calls of what is made of them.
class RuntimeCallsInlined {
public:
  explicit RuntimeCallsInlined(Module &workshop) : workshop(workshop) {}
  void inlineCalls(StringRef name, bool (*isOfRuntime)(const FunctionType &),
                   Function *(*make)(Function &), bool (*wanted)(const CallBase &) = isAny);

private:
  Module &workshop;
  Places places;
};

void RuntimeCallsInlined::inlineCalls(StringRef name, bool (*isOfRuntime)(const FunctionType &),
                                      Function *(*make)(Function &),
                                      bool (*wanted)(const CallBase &)) {
  Function *original = workshop.getFunction(name);
  if (!original || original->use_empty() || original->isVarArg() ||
      !isOfRuntime(*original->getFunctionType()))
    return;
  SmallVector<CallBase *, 16> calls;
  for (User *user : original->users())
    if (auto *call = dyn_cast<CallBase>(user);
        call && call->getCalledOperand() == original &&
        call->getFunctionType() == original->getFunctionType() && wanted(*call))
      calls.push_back(call);
  Function *inlined = nullptr, *called = nullptr;
  for (CallBase *call : calls) {
    bool isInlined = places.isWorthItsSize(*call);
    Function *&made = isInlined ? inlined : called;
    if (!made)
      made = make(*original);
    if (!isInlined && !made->hasFnAttribute(Attribute::NoInline)) {
      made->removeFnAttr(Attribute::AlwaysInline);
      made->addFnAttr(Attribute::NoInline);
    }
    call->setCalledFunction(made);
  }
}

} // namespace

void inlineRuntime(Module &workshop) {
  admitArenaAccess(workshop);
  RuntimeCallsInlined calls(workshop);
  // structure: allow names, because these are the runtime's own
  Function *mark = workshop.getFunction("enzyme_rt_mark");
  // structure: allow names, because these are the runtime's own
  Function *release = workshop.getFunction("enzyme_rt_release");
  bool isMarked = mark && isOfMark(*mark->getFunctionType());
  if (isMarked && release)
    markLate(*mark, *release);
  // structure: allow names, because these are the runtime's own
  if (Function *allocate = workshop.getFunction("enzyme_rt_alloc");
      allocate && isAllocation(*allocate->getFunctionType())) {
    if (isMarked)
      openTapesAheadOfLoops(*mark, *allocate);
    joinAllocations(*allocate);
  }
  // structure: allow names, because these are the runtime's own
  calls.inlineCalls("enzyme_rt_alloc", isAllocation, makeBump, isOfSomething);
  // structure: allow names, because these are the runtime's own
  calls.inlineCalls("enzyme_rt_mark", isOfMark, makeMark);
  // structure: allow names, because these are the runtime's own
  calls.inlineCalls("enzyme_rt_release", isOfMark, makeRelease);
  // structure: allow names, because these are the runtime's own
  calls.inlineCalls("enzyme_rt_written", isCheck, makeTest);
  // structure: allow names, because these are the runtime's own
  calls.inlineCalls("enzyme_rt_copy_raw", isMove, makeCopyOfWord, isOfBytes<wordBytes>);
  // structure: allow names, because these are the runtime's own
  calls.inlineCalls("enzyme_rt_pull_raw", isMove, makePullOfWord, isOfBytes<wordBytes>);
  // structure: allow names, because these are the runtime's own
  calls.inlineCalls("enzyme_rt_skewed", isNote, makeNoteOfDoubles, isOfDoubles);
  // structure: allow names, because these are the runtime's own
  for (StringRef name : {"enzyme_rt_forget_addresses", "enzyme_rt_forget_moved"}) {
    calls.inlineCalls(name, isForget, makeForgetInWord, isOfBytes<wordBytes>);
    calls.inlineCalls(name, isForget, makeForgetInHalf, isOfBytes<halfBytes>);
  }
  if (!hasKeptArrays(workshop)) // what has a shadow is checked then, too
    // structure: allow names, because these are the runtime's own
    calls.inlineCalls("enzyme_rt_shadow_of", isFind, makeFind);
}

} // namespace enzyme
