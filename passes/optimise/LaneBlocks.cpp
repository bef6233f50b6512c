//===- LaneBlocks.cpp - blocks of several lanes, taken and given back at once -===//
//
// Problem: a small object of the program has a shadow for each lane, in a block of its own. With
// eight lanes there are nine blocks to ask for, eight to clear and nine to give back, each by a
// call; where objects are small, that takes as long as what is computed with them.
//
//   p0 = take(n); p1 = take(n); memset(p1, 0, m); …   ->   takeBlocks(array, 9, n);
//   clearBlocks(array + 1, 8, m) give(p0); give(p1); …                             ->
//   giveBlocks(array, 9)
//
// The blocks stay separate: each may be freed by itself. Where a
// function of the program takes or gives, which aligns a block and notes in front of it where that
// begins, there is a copy of it for all lanes, as far as what it does up to the block depends on
// its arguments alone:
//
//   X(n)      … b = take(f(n)) … return g(b)       all blocks at once, then g of each
//   X(p)      … give(h(p)) …                       h of each, then all blocks at once
//
// Once ReuseBlocks has put the runtime's functions in place of the library's.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "rules/memory/SmallBlocks.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

/// Fewer are not worth a call that goes through memory.
constexpr size_t fewestLanes = 4;

bool touchesNoMemory(const Instruction &at) {
  return isa<NoAliasScopeDeclInst>(at) || isa<AssumeInst>(at) ||
         (!at.mayHaveSideEffects() && !at.mayReadOrWriteMemory());
}

/// A call that ends the program, as those of failed assertions do, or at worst loses blocks.
bool endsProgram(const Instruction &at) {
  auto *call = dyn_cast<CallInst>(&at);
  return call && call->doesNotReturn() && call->doesNotThrow() &&
         isa<UnreachableInst>(call->getNextNode());
}

/// A function that takes a block or gives one back, and what does so for all lanes.
struct BlockFunction {
  bool takes = false;
  Function *lanes = nullptr; ///< (array, count, arguments but the pointer that is given back)
};

/// Calls of one function for the lanes.
struct Lanes {
  SmallVector<CallInst *, 16> calls;
  SmallVector<MemSetInst *, 16> cleared;
};

class LaneBlocks {
public:
  explicit LaneBlocks(Module &module)
      : module(module), take(module.getFunction(blocks::allocation.runtime)),
        give(module.getFunction(blocks::release.runtime)) {
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::get(context, 0), *word = Type::getInt64Ty(context),
         *none = Type::getVoidTy(context);
    auto declare = [&](StringRef name, ArrayRef<Type *> parameters) {
      auto *type = FunctionType::get(none, parameters, false);
      auto *made = cast<Function>(module.getOrInsertFunction(name, type).getCallee());
      made->setDoesNotThrow();
      made->setWillReturn();
      return made;
    };
    if (take) {
      functions[take] = {true, declare(blocks::takeAll, {pointer, word, word})};
      clear = declare(blocks::clearAll, {pointer, word, word});
    }
    if (give)
      functions[give] = {false, declare(blocks::giveAll, {pointer, word})};
  }

  void joinIn(Function &function) {
    for (BasicBlock &block : function)
      for (Instruction *at = &block.front(), *next; at; at = next) {
        next = at->getNextNode();
        auto *call = dyn_cast<CallInst>(at);
        BlockFunction *of = call ? functionOf(*call) : nullptr;
        if (!of)
          continue;
        Lanes lanes = of->takes ? takenFrom(*call) : givenFrom(*call);
        if (lanes.calls.size() < fewestLanes || !lanesOf(*call->getCalledFunction(), *of))
          continue;
        next = of->takes ? joinTaken(lanes, *of) : joinGiven(lanes, *of);
      }
  }

private:
  BlockFunction *functionOf(const CallInst &call) {
    Function *called = call.getCalledFunction();
    if (!called || called->getFunctionType() != call.getFunctionType() || call.isMustTailCall() ||
        call.hasOperandBundles())
      return nullptr;
    auto [entry, isNew] = functions.try_emplace(called);
    if (isNew && !read(*called, entry->second))
      entry->second = {};
    bool isOne = entry->second.takes || entry->second.lanes || givesBack.contains(called);
    return isOne ? &entry->second : nullptr;
  }

  /// Does a function of the program take one block, or give one back?
  bool read(Function &function, BlockFunction &found) {
    auto isPassedInPlace = [](const Argument &argument) {
      return argument.hasPassPointeeByValueCopyAttr() || argument.hasStructRetAttr() ||
             argument.hasSwiftErrorAttr() || argument.hasNestAttr();
    };
    if (function.isDeclaration() || function.isInterposable() || function.isVarArg() ||
        !function.doesNotThrow() || any_of(function.args(), isPassedInPlace))
      return false;
    CallInst *runtime = nullptr;
    bool reads = false, writes = false;
    for (Instruction &at : instructions(function)) {
      if (endsProgram(at))
        continue;
      auto *call = dyn_cast<CallInst>(&at);
      bool isRuntime =
          call && (call->getCalledOperand() == take || call->getCalledOperand() == give);
      if ((isRuntime && runtime) || (isa<CallBase>(at) && !isRuntime && !touchesNoMemory(at)) ||
          at.isVolatile() || at.isAtomic() || isa<AllocaInst>(at))
        return false;
      if (isRuntime) {
        runtime = call;
        continue;
      }
      reads |= at.mayReadFromMemory();
      writes |= at.mayWriteToMemory();
    }
    if (!runtime || runtime->isMustTailCall() ||
        isPotentiallyReachable(runtime->getNextNode(), runtime))
      return false;
    found.takes = runtime->getCalledOperand() == take;
    if (found.takes) // alike for all lanes up to there
      return !reads && function.getReturnType()->isPointerTy();
    bool isGiving = !writes && function.getReturnType()->isVoidTy() && function.arg_size() &&
                    function.getArg(0)->getType()->isPointerTy();
    if (isGiving)
      givesBack.insert(&function);
    return isGiving;
  }

  /// From a call that takes a block: those behind it that take the same, and what clears them.
  Lanes takenFrom(CallInst &first) const {
    Lanes lanes{{&first}, {}};
    for (Instruction *at = first.getNextNode(); at; at = at->getNextNode()) {
      auto *call = dyn_cast<CallInst>(at);
      auto *set = dyn_cast<MemSetInst>(at);
      if (call && call->getCalledOperand() == first.getCalledOperand() && !call->isMustTailCall() &&
          equal(call->args(), first.args(), [](auto &a, auto &b) { return a.get() == b.get(); }))
        lanes.calls.push_back(call);
      else if (set && !set->isVolatile() && is_contained(lanes.calls, set->getDest()))
        lanes.cleared.push_back(set);
      else if (!touchesNoMemory(*at))
        break;
    }
    return lanes;
  }

  /// The same of calls that give one back. What they read may be read later: nothing writes in
  /// between.
  Lanes givenFrom(CallInst &first) const {
    Lanes lanes{{&first}, {}};
    for (Instruction *at = first.getNextNode(); at; at = at->getNextNode()) {
      auto *call = dyn_cast<CallInst>(at);
      if (call && call->getCalledOperand() == first.getCalledOperand() && !call->isMustTailCall() &&
          all_of(drop_begin(enumerate(first.args())), [&](const auto &argument) {
            return call->getArgOperand(argument.index()) == argument.value();
          }))
        lanes.calls.push_back(call);
      else if (!touchesNoMemory(*at) && at->mayHaveSideEffects())
        break;
    }
    return lanes;
  }

  static AllocaInst *arrayFor(ArrayRef<CallInst *> calls) {
    BasicBlock &entry = calls.front()->getFunction()->getEntryBlock();
    IRBuilder<> builder(&entry, entry.begin());
    Type *type = ArrayType::get(builder.getPtrTy(), calls.size());
    return builder.CreateAlloca(type, nullptr, "lanes");
  }

  Instruction *joinTaken(const Lanes &lanes, const BlockFunction &of) {
    CallInst &first = *lanes.calls.front();
    AllocaInst *array = arrayFor(lanes.calls);
    IRBuilder<> builder(&first);
    builder.CreateLifetimeStart(array);
    SmallVector<Value *, 6> arguments{array, builder.getInt64(lanes.calls.size())};
    append_range(arguments, first.args());
    builder.CreateCall(of.lanes, arguments);
    SmallVector<Value *, 16> blocks;
    for (size_t lane = 0; lane != lanes.calls.size(); ++lane) {
      Value *place = builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), array, lane);
      blocks.push_back(builder.CreateLoad(builder.getPtrTy(), place));
    }
    if (Instruction *cleared = clearTogether(lanes, array))
      builder.SetInsertPoint(cleared->getNextNode());
    builder.CreateLifetimeEnd(array);
    Instruction *next = lanes.calls.back()->getNextNode();
    for (auto [call, block] : zip_equal(lanes.calls, blocks)) {
      block->takeName(call);
      call->replaceAllUsesWith(block);
      call->eraseFromParent();
    }
    return next;
  }

  /// Where lanes that follow one another are cleared by as many bytes, which are known only when
  /// the program runs: the call that clears them all.
  Instruction *clearTogether(const Lanes &lanes, AllocaInst *array) {
    if (lanes.cleared.size() < fewestLanes)
      return nullptr;
    MemSetInst &first = *lanes.cleared.front();
    Value *bytes = first.getLength();
    auto laneOf = [&](const MemSetInst *set) {
      return size_t(find(lanes.calls, set->getDest()) - lanes.calls.begin());
    };
    size_t begin = laneOf(&first);
    for (auto [index, set] : enumerate(lanes.cleared)) {
      auto *value = dyn_cast<ConstantInt>(set->getValue());
      if (!value || !value->isZero() || set->getLength() != bytes || isa<Constant>(bytes) ||
          laneOf(set) != begin + index)
        return nullptr;
    }
    IRBuilder<> builder(&first);
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), array, begin);
    Instruction *made =
        builder.CreateCall(clear, {place, builder.getInt64(lanes.cleared.size()),
                                   builder.CreateZExtOrTrunc(bytes, builder.getInt64Ty())});
    for (MemSetInst *set : lanes.cleared)
      set->eraseFromParent();
    return made;
  }

  /// The instruction behind the calls; null where their block ends with them now.
  Instruction *joinGiven(const Lanes &lanes, const BlockFunction &of) {
    CallInst &last = *lanes.calls.back();
    Instruction *next = last.getNextNode();
    bool isSplit = false;
    for (const auto &[primal, calls] : byObject(lanes)) {
      Instruction *place = next;
      if (primal) {
        Value *isThere = IRBuilder<>(next).CreateIsNotNull(primal);
        place = SplitBlockAndInsertIfThen(isThere, next->getIterator(), false);
        isSplit = true;
      }
      giveTogether(calls, of, *place, last.getDebugLoc());
    }
    for (CallInst *call : lanes.calls)
      call->eraseFromParent();
    return isSplit ? nullptr : next;
  }

  void giveTogether(ArrayRef<CallInst *> calls, const BlockFunction &of, Instruction &before,
                    const DebugLoc &line) {
    AllocaInst *array = arrayFor(calls);
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(line);
    builder.CreateLifetimeStart(array);
    for (auto [lane, call] : enumerate(calls))
      builder.CreateStore(call->getArgOperand(0),
                          builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), array, lane));
    SmallVector<Value *, 6> arguments{array, builder.getInt64(calls.size())};
    append_range(arguments, drop_begin(calls.front()->args()));
    builder.CreateCall(of.lanes, arguments);
    builder.CreateLifetimeEnd(array);
  }

  using Object = std::pair<Value *, SmallVector<CallInst *, 16>>;

  /// The calls by the address with which all others of an object are null; those that have none,
  /// or too few others, by null. Shadows are freed so: a matrix that gets its first memory frees
  /// none before, in any lane. Functions return at once there.
  SmallVector<Object, 4> byObject(const Lanes &lanes) const {
    SmallVector<CallInst *, 16> others(lanes.calls);
    SmallVector<Object, 4> objects;
    bool isIgnored = ignoresNull(*lanes.calls.front()->getCalledFunction());
    for (const CallInst *one : lanes.calls) {
      Value *primal = one->getArgOperand(0);
      auto isWithIt = [&](const CallInst *call) {
        return call->getArgOperand(0) == primal || isNullWith(call->getArgOperand(0), primal);
      };
      if (!isIgnored || size_t(count_if(others, isWithIt)) < fewestLanes)
        continue;
      auto rest = std::stable_partition(others.begin(), others.end(), isWithIt);
      objects.emplace_back(primal, SmallVector<CallInst *, 16>(others.begin(), rest));
      others.erase(others.begin(), rest);
    }
    if (!others.empty())
      objects.emplace_back(nullptr, others);
    return objects;
  }

  /// choose(primal is null or …, null, …)
  static bool isNullWith(Value *shadow, Value *primal) {
    Value *condition, *one, *other;
    auto isNull = m_SpecificICmp(ICmpInst::ICMP_EQ, m_Specific(primal), m_Zero());
    return match(shadow, m_Select(m_Value(condition), m_Zero(), m_Value())) &&
           (match(condition, isNull) ||
            (match(condition, m_LogicalOr(m_Value(one), m_Value(other))) &&
             (match(one, isNull) || match(other, isNull))));
  }

  /// Does a function that gives back its first argument return at once if that is null?
  bool ignoresNull(Function &function) const {
    if (&function == give)
      return true;
    BasicBlock &entry = function.getEntryBlock();
    auto *branch = dyn_cast<BranchInst>(entry.getTerminator());
    auto *compared =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compared || !compared->isEquality() || compared->getOperand(0) != function.getArg(0) ||
        !isa<ConstantPointerNull>(compared->getOperand(1)) || !all_of(entry, touchesNoMemory))
      return false;
    bool isEqual = compared->getPredicate() == ICmpInst::ICMP_EQ;
    return isa<ReturnInst>(branch->getSuccessor(isEqual ? 0 : 1)->front());
  }

  Function *lanesOf(Function &function, BlockFunction &of) {
    if (!of.lanes)
      of.lanes = of.takes ? makeTaking(function) : makeGiving(function);
    return of.lanes;
  }

  /// all blocks; the first lane's result; then, for each further lane, the result with its block
  Function *makeTaking(Function &function) {
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::get(context, 0), *word = Type::getInt64Ty(context);
    Function *first = copyOf(function, {pointer, word}, [&](CallInst &call, Function &copy) {
      IRBuilder<> builder(&call);
      builder.CreateCall(functions[take].lanes,
                         {copy.getArg(0), copy.getArg(1), call.getArgOperand(0)});
      return builder.CreateLoad(pointer, copy.getArg(0));
    });
    Function *further =
        copyOf(function, {pointer}, [](CallInst &, Function &copy) { return copy.getArg(0); });
    Function *lanes = declareFor(function, 0);
    IRBuilder<> builder(BasicBlock::Create(context, "entry", lanes));
    SmallVector<Value *, 6> arguments(make_pointer_range(lanes->args()));
    builder.CreateStore(builder.CreateCall(first, arguments), lanes->getArg(0));
    eachLane(builder, *lanes, 1, [&](Value *place) {
      SmallVector<Value *, 6> ofLane{builder.CreateLoad(pointer, place)};
      append_range(ofLane, drop_begin(arguments, 2));
      builder.CreateStore(builder.CreateCall(further, ofLane), place);
    });
    builder.CreateRetVoid();
    return lanes;
  }

  /// for each lane, what it gives back, if anything; then all blocks
  Function *makeGiving(Function &function) {
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::get(context, 0);
    Function *one = copyOf(function, {pointer}, [](CallInst &call, Function &copy) {
      IRBuilder<>(&call).CreateStore(call.getArgOperand(0), copy.getArg(0));
      return nullptr;
    });
    Function *lanes = declareFor(function, 1);
    IRBuilder<> builder(BasicBlock::Create(context, "entry", lanes));
    eachLane(builder, *lanes, 0, [&](Value *place) {
      SmallVector<Value *, 6> ofLane{place, builder.CreateLoad(pointer, place)};
      for (Argument &argument : drop_begin(lanes->args(), 2))
        ofLane.push_back(&argument);
      builder.CreateStore(ConstantPointerNull::get(builder.getPtrTy()), place);
      builder.CreateCall(one, ofLane);
    });
    builder.CreateCall(functions[give].lanes, {lanes->getArg(0), lanes->getArg(1)});
    builder.CreateRetVoid();
    return lanes;
  }

  /// A loop over the places of an array from a lane on, of which there is at least one.
  static void eachLane(IRBuilder<> &builder, Function &lanes, uint64_t from,
                       function_ref<void(Value *)> write) {
    BasicBlock *ahead = builder.GetInsertBlock(),
               *body = BasicBlock::Create(lanes.getContext(), "lane", &lanes),
               *end = BasicBlock::Create(lanes.getContext(), "end", &lanes);
    builder.CreateBr(body);
    builder.SetInsertPoint(body);
    PHINode *lane = builder.CreatePHI(builder.getInt64Ty(), 2);
    lane->addIncoming(builder.getInt64(from), ahead);
    write(builder.CreateInBoundsGEP(builder.getPtrTy(), lanes.getArg(0), lane));
    Value *next = builder.CreateAdd(lane, builder.getInt64(1));
    lane->addIncoming(next, body);
    builder.CreateCondBr(builder.CreateICmpEQ(next, lanes.getArg(1)), end, body);
    builder.SetInsertPoint(end);
  }

  /// A function for all lanes of what `function` does for one, without its first `dropped`
  /// parameters.
  Function *declareFor(const Function &function, unsigned dropped) {
    LLVMContext &context = module.getContext();
    SmallVector<Type *, 6> parameters{PointerType::get(context, 0), Type::getInt64Ty(context)};
    append_range(parameters, drop_begin(function.getFunctionType()->params(), dropped));
    auto *type = FunctionType::get(Type::getVoidTy(context), parameters, false);
    std::string name = (function.getName() + ".lanes").str();
    auto *made = Function::Create(type, GlobalValue::InternalLinkage, name, module);
    made->addFnAttrs(attributesFor(function));
    return made;
  }

  /// What holds of a function that does the same, but for several blocks.
  static AttrBuilder attributesFor(const Function &function) {
    AttrBuilder attributes(function.getContext(), function.getAttributes().getFnAttrs());
    for (Attribute::AttrKind kind : {Attribute::AllocKind, Attribute::AllocSize, Attribute::Memory,
                                     Attribute::NoInline, Attribute::OptimizeNone})
      attributes.removeAttribute(kind);
    attributes.removeAttribute("alloc-family");
    return attributes;
  }

  /// A copy of `function` with parameters in front of its own, and with `replace` of the runtime's
  /// call.
  Function *copyOf(Function &function, ArrayRef<Type *> inFront,
                   function_ref<Value *(CallInst &, Function &)> replace) {
    SmallVector<Type *, 6> parameters(inFront);
    append_range(parameters, function.getFunctionType()->params());
    auto *type = FunctionType::get(function.getReturnType(), parameters, false);
    std::string name = (function.getName() + ".lane").str();
    Function *copy = Function::Create(type, GlobalValue::InternalLinkage, name, module);
    ValueToValueMapTy values;
    for (Argument &argument : function.args())
      values[&argument] = copy->getArg(inFront.size() + argument.getArgNo());
    SmallVector<ReturnInst *, 4> returns;
    CloneFunctionInto(copy, &function, values, CloneFunctionChangeType::LocalChangesOnly, returns);
    copy->setAttributes({});
    copy->addFnAttrs(attributesFor(function));
    copy->addFnAttr(Attribute::AlwaysInline);
    copy->setCallingConv(CallingConv::C);
    copy->setLinkage(GlobalValue::InternalLinkage);
    copy->setComdat(nullptr);
    for (Instruction &at : instructions(copy))
      if (auto *call = dyn_cast<CallInst>(&at);
          call && (call->getCalledOperand() == take || call->getCalledOperand() == give)) {
        if (Value *instead = replace(*call, *copy))
          call->replaceAllUsesWith(instead);
        call->eraseFromParent();
        break;
      }
    return copy;
  }

  Module &module;
  Function *take, *give, *clear = nullptr;
  DenseMap<Function *, BlockFunction> functions;
  DenseSet<Function *> givesBack;
};

} // namespace

void joinBlockCalls(ArrayRef<Function *> derivatives) {
  if (derivatives.empty())
    return;
  LaneBlocks lanes(*derivatives.front()->getParent());
  for (Function *derivative : derivatives)
    if (!derivative->isDeclaration() && !derivative->hasFnAttribute(Attribute::SanitizeMemory))
      lanes.joinIn(*derivative);
}

} // namespace enzyme
