//===- GlobalShadows.cpp -------------------------------------------------===//
#include "emit/GlobalShadows.h"
#include "emit/BlockShadows.h"
#include "request/BlasRules.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Variables.h"
#include "rules/openmp/TeamCalls.h"
#include "shadow/Outside.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowedPrimal.h"
#include "support/Mutation.h"
#include "support/ReachedFunctions.h"
#include "types/KeptMemory.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral startAttribute = "enzyme-starts-from-zero",
                        secondAttribute = "enzyme-second-half",
                        firstAttribute = "enzyme-first-half",
                        launchedAttribute = "enzyme-launched-by-host",
                        placelessAttribute = "enzyme-keeps-place-of-heap";

using Mentioned = SmallSetVector<Value *, 32>;

void mention(Constant &constant, Mentioned &reached) {
  if (isa<GlobalValue, ConstantExpr, ConstantAggregate>(constant))
    reached.insert(&constant);
}

/// Shadow globals that `roots` or what they call mentions, also in address constants.
SmallVector<GlobalVariable *, 4> shadowsReachedFrom(ArrayRef<Function *> roots) {
  Mentioned reached;
  reached.insert(roots.begin(), roots.end());
  SmallVector<GlobalVariable *, 4> shadows;
  for (unsigned i = 0; i != reached.size(); ++i) {
    Value *value = reached[i];
    if (auto *global = dyn_cast<GlobalVariable>(value)) {
      if (isShadowOfGlobal(*global))
        shadows.push_back(global);
      if (global->hasInitializer()) // a shadow may lead to others
        mention(*global->getInitializer(), reached);
    } else if (auto *function = dyn_cast<Function>(value)) {
      for (Instruction &instruction : instructions(*function))
        for (Value *operand : instruction.operands())
          if (auto *constant = dyn_cast<Constant>(operand))
            mention(*constant, reached);
    } else {
      for (Value *operand : cast<User>(value)->operands())
        if (auto *constant = dyn_cast<Constant>(operand)) // a block's address names the block
          mention(*constant, reached);
    }
  }
  return shadows;
}

Value *addressOf(IRBuilder<> &builder, GlobalVariable &shadow) {
  return shadow.isThreadLocal() ? builder.CreateThreadLocalAddress(&shadow) : cast<Value>(&shadow);
}

void clearOwn(IRBuilder<> &builder, GlobalVariable &shadow) {
  const DataLayout &data = shadow.getDataLayout();
  Layout layout = layoutOf(shadow.getValueType(), data);
  Value *address = addressOf(builder, shadow);
  Value *bytes = builder.getInt64(data.getTypeAllocSize(shadow.getValueType()));
  RuntimeCalls calls(*shadow.getParent());
  if (layout.hasUnknown() ||
      (!layout.hasFloats() && !layout.hasPointers())) // unions; room for anything
    calls.pullRaw(builder, {address, ConstantPointerNull::get(builder.getPtrTy()), bytes, {}},
                  nullptr);
  else if (!layout.hasPointers())
    builder.CreateMemSet(address, builder.getInt8(0), bytes, shadow.getAlign());
  else if (layout.hasFloats())
    calls.clearFloats(builder, address, bytes, layout);
}

/// Does a team of threads run a part of the derivative?
bool hasTeams(Function &derivative) {
  return any_of(reachedFunctions({&derivative}), [](Function *function) {
    return any_of(instructions(*function), [](const Instruction &at) {
      auto *call = dyn_cast<CallBase>(&at);
      return call && isTeamCall(*call);
    });
  });
}

/// The variable of the host that the shadow is of, if that stands for a device's.
const GlobalVariable *variableOnDevice(const GlobalVariable &shadow) {
  const GlobalVariable *variable = variableOf(shadow).first;
  return variable && gpu::beginOf(*variable) ? variable : nullptr;
}

/// Do `functions` use the address but to launch kernels, which are given the shadows of all such
/// variables?
bool isUsedBesideLaunches(const Value &address, const SetVector<Function *> &functions) {
  return any_of(address.users(), [&](const User *user) {
    auto *at = dyn_cast<Instruction>(user);
    if (!at)
      return isa<ConstantExpr>(user) && isUsedBesideLaunches(*user, functions);
    auto *call = dyn_cast<CallBase>(at);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    bool isLaunch = callee && callee->getName().starts_with(launchPrefix);
    return functions.contains(at->getFunction()) && !isLaunch;
  });
}

/// The shadow on the device begins at zero. What is constant to kernels varies only if it is copied
/// to, in either half of the derivative.
void beginOnDevice(IRBuilder<> &builder, GlobalVariable &shadow, ArrayRef<Function *> halves) {
  const GlobalVariable &variable = *variableOnDevice(shadow);
  Type &type = *variable.getValueType();
  const DataLayout &data = variable.getDataLayout();
  bool varies = !gpu::isConstantOnDevice(variable) ||
                isUsedBesideLaunches(shadow, reachedFunctions(halves)) ||
                mutation::breaks("device-variable.varies");
  builder.CreateCall(gpu::beginOf(variable),
                     {&shadow, builder.getInt64(data.getTypeAllocSize(&type)),
                      builder.getInt64(gpu::placeOfMark(type, data)), builder.getInt32(varies),
                      gpu::formatOf(variable)});
}

/// Each thread of a team has its own.
void clear(IRBuilder<> &builder, GlobalVariable &shadow, bool isOfTeams) {
  if (!shadow.isThreadLocal() || !isOfTeams)
    return clearOwn(builder, shadow);
  Function *start = builder.GetInsertBlock()->getParent();
  auto *type = FunctionType::get(builder.getVoidTy(), false);
  Function *one = Function::Create(type, GlobalValue::InternalLinkage,
                                   "enzyme.clear." + shadow.getName(), shadow.getParent());
  if (start->hasUWTable())
    one->setUWTableKind(start->getUWTableKind());
  IRBuilder<> inside(BasicBlock::Create(shadow.getContext(), "entry", one));
  clearOwn(inside, shadow);
  inside.CreateRetVoid();
  builder.CreateCall(
      shadow.getParent()->getOrInsertFunction(teamEach, builder.getVoidTy(), builder.getPtrTy()),
      {one});
}

/// The floats of shadows that lead nowhere, put aside on the tape, and back from there. The
/// stack of a thread may be smaller than they are.
class Hidden {
public:
  Hidden(ArrayRef<GlobalVariable *> shadows, IRBuilder<> &builder, RuntimeCalls &runtime)
      : runtime(runtime) {
    const DataLayout &data = builder.GetInsertBlock()->getDataLayout();
    for (GlobalVariable *shadow : shadows) {
      if (variableOnDevice(*shadow)) {
        runtime.refuse(builder,
                       "a derivative in a rule launches kernels that use variables of the device, "
                       "whose shadows belong to the derivative around it",
                       Position());
        continue;
      }
      Layout layout = layoutOf(shadow->getValueType(), data);
      if (!layout.hasFloats() || layout.hasPointers() || layout.hasUnknown())
        continue; // an address that the request stores is stored in the global too
      if (!mark)
        mark = runtime.mark(builder);
      Value *bytes = builder.getInt64(data.getTypeAllocSize(shadow->getValueType()));
      hidden.push_back({runtime.allocate(builder, bytes), addressOf(builder, *shadow), bytes});
    }
  }
  void hide(IRBuilder<> &builder) const {
    for (auto [copy, shadow, bytes] : hidden)
      builder.CreateMemCpy(copy, MaybeAlign(), shadow, MaybeAlign(), bytes);
  }
  void restore(IRBuilder<> &builder) const {
    for (auto [copy, shadow, bytes] : hidden)
      builder.CreateMemCpy(shadow, MaybeAlign(), copy, MaybeAlign(), bytes);
    if (mark)
      runtime.release(builder, mark);
  }

private:
  struct Copy {
    Value *copy, *shadow, *bytes;
  };
  RuntimeCalls &runtime;
  Value *mark = nullptr;
  SmallVector<Copy, 4> hidden;
};

CallInst *forwardTo(IRBuilder<> &builder, Function &derivative, Function &start) {
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : start.args())
    arguments.push_back(&argument);
  return builder.CreateCall(&derivative, arguments);
}

void returnFrom(IRBuilder<> &builder, CallInst *result) {
  if (result->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
}

} // namespace

static Function *createStart(Function &derivative) {
  Function *start = Function::Create(derivative.getFunctionType(), GlobalValue::InternalLinkage,
                                     derivative.getName() + ".start", derivative.getParent());
  start->setAttributes(derivative.getAttributes());
  start->removeFnAttr(Attribute::Memory);
  start->addFnAttr(startAttribute);
  if (derivative.hasPersonalityFn())
    start->setPersonalityFn(derivative.getPersonalityFn());
  return start;
}

/// Does it keep arrays of Fortran?
static bool isOfArrays(const GlobalVariable *shadow) {
  const GlobalVariable *variable = variableOf(*shadow).first;
  return variable && !keptArraysIn(*variable).empty();
}

/// `isWritten`: by the derivative, or its half that writes the primal's memory.
static void tellOf(IRBuilder<> &builder, ArrayRef<GlobalVariable *> shadows, Function &start,
                   bool isWritten) {
  if (any_of(shadows, isOfArrays))
    for (Argument &argument : start.args())
      if (argument.getType()->isPointerTy())
        tellOfArgument(builder, &argument);
  tellOfArguments(builder, start);
  for (GlobalVariable *shadow : shadows) {
    auto [variable, number] = variableOf(*shadow);
    if (!variable || variableOnDevice(*shadow))
      continue;
    Value *place = addressOf(builder, *variable), *placeShadow = addressOf(builder, *shadow);
    tellOfVariable(builder, {nullptr, nullptr, place, placeShadow, number}, *shadow, isWritten);
    auto at = [&](Value *base, uint64_t bytes) {
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, bytes);
    };
    for (uint64_t bytes : keptArraysIn(*variable))
      tellOfKeptArray(builder, {nullptr, nullptr, at(place, bytes), at(placeShadow, bytes), number},
                      *variable, isWritten);
  }
}

/// Does the derivative meet memory that may be older than itself?
static bool mayMeetOlder(const SetVector<Function *> &reached, ArrayRef<GlobalVariable *> shadows) {
  return looksForOlder(reached) || any_of(shadows, isOfArrays);
}

void noteHalves(Function &first, Function &second) {
  first.addFnAttr(secondAttribute, second.getName());
  second.addFnAttr(firstAttribute, first.getName());
}

/// The other half of a split derivative, by what was noted; null if there is none.
static Function *otherHalf(const Function &half, StringRef attribute) {
  return half.getParent()->getFunction(half.getFnAttribute(attribute).getValueAsString());
}

void noteLaunchedByHost(Function &derivative) { derivative.addFnAttr(launchedAttribute); }

/// Shadows that a block of threads shares are cleared by all of them; of others threads would not
/// know who does it (pipeline/DeviceLimits.cpp refuses them).
static Function *startOnDevice(Function &derivative, const BlockShadows &shadows) {
  if (shadows.ofBlock.empty() && shadows.ofLaunch.empty())
    return &derivative;
  Function *start = createStart(derivative);
  IRBuilder<> builder(BasicBlock::Create(derivative.getContext(), "entry", start));
  if (!shadows.ofLaunch.empty() && !shadows.isRoomOfLaunch)
    start->addFnAttr(takesLaunchMemoryAttribute);
  clearTogether(builder, shadows);
  CallInst *result = forwardTo(builder, derivative, *start);
  giveBackTogether(builder, shadows);
  returnFrom(builder, result);
  return start;
}

static BlockShadows shadowsOfBlock(Function &derivative) {
  BlockShadows shadows;
  for (GlobalVariable *shadow : shadowsReachedFrom({&derivative}))
    if (isOfLaunch(*shadow))
      shadows.ofLaunch.push_back(shadow);
    else if (isOfBlock(*shadow))
      shadows.ofBlock.push_back(shadow);
  shadows.isRoomOfLaunch = derivative.hasFnAttribute(launchedAttribute);
  return shadows;
}

/// Do `functions` do anything with the address but to compute others?
static bool isUsed(const Value &address, const SetVector<Function *> &functions,
                   SmallPtrSetImpl<const User *> &seen) {
  return any_of(address.users(), [&](const User *user) {
    auto *at = dyn_cast<Instruction>(user);
    if (!seen.insert(user).second || (at && !functions.contains(at->getFunction())))
      return false;
    return (at && !wouldInstructionBeTriviallyDead(at)) || isUsed(*user, functions, seen);
  });
}

/// A first half leaves its shadows to the other; but it may keep their addresses, which are to be
/// known. On the heap they would not live so long (pipeline/DeviceLimits.cpp refuses that).
static Function *startFirstOnDevice(Function &derivative) {
  BlockShadows shadows = shadowsOfBlock(derivative);
  SetVector<Function *> reached = reachedFunctions({&derivative});
  SmallPtrSet<const User *, 16> seen;
  if (none_of(shadows.ofLaunch,
              [&](const GlobalVariable *shadow) { return isUsed(*shadow, reached, seen); }))
    return &derivative;
  if (shadows.isRoomOfLaunch)
    return startOnDevice(derivative, shadows);
  derivative.addFnAttr(placelessAttribute);
  return &derivative;
}

bool keepsPlaceOfHeap(const Function &function) {
  return function.hasFnAttribute(placelessAttribute);
}

Function *startFirstHalf(Function &derivative) {
  if (isForDevice(*derivative.getParent()))
    return startFirstOnDevice(derivative);
  SmallVector<Function *, 2> halves{&derivative};
  if (Function *second = otherHalf(derivative, secondAttribute))
    halves.push_back(second);
  SmallVector<GlobalVariable *, 4> shadows = shadowsReachedFrom(halves);
  SetVector<Function *> reached = reachedFunctions({&derivative});
  if (!mayMeetOlder(reached, shadows))
    return &derivative;
  Function *start = createStart(derivative);
  IRBuilder<> builder(BasicBlock::Create(derivative.getContext(), "entry", start));
  tellOfBegin(builder, *start);
  beginHalf(builder, /*isFirst=*/true);
  tellOf(builder, shadows, *start, writesOlder(reached));
  CallInst *result = forwardTo(builder, derivative, *start);
  tellOfEnd(builder, *start);
  returnFrom(builder, result);
  return start;
}

/// What has arrived in part when the whole sweep is over is lost; the sweep of a callee may leave
/// the rest of a number to its caller's.
static bool pullsUnknownBytes(const SetVector<Function *> &reached) {
  return any_of(reached, [](Function *function) {
    return any_of(instructions(*function), [](const Instruction &at) {
      const auto *call = dyn_cast<CallBase>(&at);
      return call && isPullOfUnknownBytes(*call);
    });
  });
}

Function *startFromZeroGlobals(Function &derivative, InRules inRules, bool readsTape) {
  if (isForDevice(*derivative.getParent()))
    return startOnDevice(derivative, shadowsOfBlock(derivative));
  SmallVector<GlobalVariable *, 4> shadows = shadowsReachedFrom({&derivative});
  Function *first = otherHalf(derivative, firstAttribute);
  SetVector<Function *> reached = reachedFunctions({&derivative});
  SetVector<Function *> ofFirst = first ? reachedFunctions({first}) : reached;
  const bool isTold = mayMeetOlder(reached, shadows) || looksForOlder(ofFirst);
  const bool mayArriveInPart = pullsUnknownBytes(reached);
  if (shadows.empty() && !isTold && !mayArriveInPart)
    return &derivative;
  Function *start = createStart(derivative);
  IRBuilder<> builder(BasicBlock::Create(derivative.getContext(), "entry", start));
  RuntimeCalls runtime(*derivative.getParent());
  const bool isOfTeams = hasTeams(derivative);
  SmallVector<Function *, 2> halves{&derivative};
  if (first)
    halves.push_back(first);
  auto runAndReturn = [&](std::optional<Hidden> hidden) {
    CallInst *result = forwardTo(builder, derivative, *start);
    if (mayArriveInPart)
      runtime.sweepEnds(builder);
    if (hidden)
      hidden->restore(builder);
    returnFrom(builder, result);
  };
  auto startAnew = [&] {
    if (isTold)
      tellOfBegin(builder, *start);
    if (readsTape && isTold)
      beginHalf(builder, /*isFirst=*/false);
    else
      runtime.forgetMet(builder);
    for (GlobalVariable *shadow : shadows)
      if (variableOnDevice(*shadow))
        beginOnDevice(builder, *shadow, halves);
      else
        clear(builder, *shadow, isOfTeams);
    if (isTold)
      tellOf(builder, shadows, *start, writesOlder(ofFirst));
  };
  if (inRules != InRules::Clears) {
    BasicBlock *inRule = BasicBlock::Create(derivative.getContext(), "in.rule", start);
    BasicBlock *alone = BasicBlock::Create(derivative.getContext(), "alone", start);
    builder.CreateCondBr(runtime.isInRule(builder), inRule, alone);
    builder.SetInsertPoint(inRule);
    std::optional<Hidden> hidden;
    if (inRules == InRules::Hides) {
      hidden.emplace(shadows, builder, runtime);
      hidden->hide(builder);
      startAnew();
    }
    runAndReturn(std::move(hidden));
    builder.SetInsertPoint(alone);
  }
  startAnew();
  runAndReturn(std::nullopt);
  return start;
}

bool startsFromZero(const Function &function) { return function.hasFnAttribute(startAttribute); }

} // namespace enzyme
