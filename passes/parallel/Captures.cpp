//===- Captures.cpp -------------------------------------------------------===//
#include "parallel/Captures.h"
#include "parallel/Constructs.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {

bool followAddress(Argument &parameter, SmallVectorImpl<Use *> &uses) {
  SmallVector<Value *, 4> addresses{&parameter};
  for (unsigned i = 0; i != addresses.size(); ++i) // grows
    for (Use &use : addresses[i]->uses()) {
      auto *store = dyn_cast<StoreInst>(use.getUser());
      if (!store || use.getOperandNo() == StoreInst::getPointerOperandIndex()) {
        uses.push_back(&use);
        continue;
      }
      auto *variable = dyn_cast<AllocaInst>(store->getPointerOperand());
      if (!variable)
        return false;
      for (User *user : variable->users()) {
        if (user == store || isa<LifetimeIntrinsic>(user) || user->isDroppable())
          continue;
        if (!isa<LoadInst>(user) || !user->getType()->isPointerTy())
          return false;
        addresses.push_back(user);
      }
    }
  return true;
}

std::optional<SmallVector<LoadInst *, 8>> loadsThrough(Argument &parameter) {
  SmallVector<Use *, 8> uses;
  SmallVector<LoadInst *, 8> loads;
  if (!followAddress(parameter, uses))
    return std::nullopt;
  for (Use *use : uses) {
    auto *load = dyn_cast<LoadInst>(use->getUser());
    if (!load || !load->isSimple())
      return std::nullopt;
    loads.push_back(load);
  }
  return loads;
}

/// What a structure holds at an offset.
namespace {
struct Member {
  int64_t offset;
  Type *type;
  bool operator==(const Member &) const = default;
};
} // namespace

/// Loads at known offsets behind `structure`, if nothing else is done with it.
static bool membersRead(Argument &structure,
                        SmallVectorImpl<std::pair<LoadInst *, Member>> &loads) {
  const DataLayout &layout = structure.getParent()->getDataLayout();
  auto read = [&](User *user, int64_t offset) {
    auto *load = dyn_cast<LoadInst>(user);
    if (load && load->isSimple())
      loads.push_back({load, {offset, load->getType()}});
    return load && load->isSimple();
  };
  return all_of(structure.users(), [&](User *user) {
    auto *part = dyn_cast<GetElementPtrInst>(user);
    APInt offset(64, 0);
    if (!part)
      return read(user, 0);
    return part->accumulateConstantOffset(layout, offset) &&
           all_of(part->users(), [&](User *use) { return read(use, offset.getSExtValue()); });
  });
}

/// Is `structure` only written in front of the fork that hands it over?
static bool isOnlyHandedOver(AllocaInst &structure, const CallInst &fork) {
  auto isWritten = [](const User *user, const Value *place) {
    auto *store = dyn_cast<StoreInst>(user);
    return store && store->getPointerOperand() == place;
  };
  return all_of(structure.users(), [&](const User *user) {
    auto *part = dyn_cast<GetElementPtrInst>(user);
    return user == &fork || isa<LifetimeIntrinsic>(user) || isWritten(user, &structure) ||
           (part && all_of(part->users(), [&](const User *use) { return isWritten(use, part); }));
  });
}

/// What is stored there on every way to the fork, if nothing else is.
static Value *storedIn(AllocaInst &structure, const Member &member, const CallInst &fork,
                       const DominatorTree &dominators) {
  const DataLayout &layout = fork.getDataLayout();
  Value *stored = nullptr;
  auto isRight = [&](User *user, int64_t offset) {
    auto *store = dyn_cast<StoreInst>(user);
    int64_t bytes = store ? int64_t(layout.getTypeStoreSize(getLoadStoreType(store))) : 0;
    int64_t wanted = int64_t(layout.getTypeStoreSize(member.type));
    if (!store || offset + bytes <= member.offset || member.offset + wanted <= offset)
      return true;
    bool fits = !stored && offset == member.offset && store->isSimple() &&
                getLoadStoreType(store) == member.type && dominators.dominates(store, &fork);
    stored = fits ? store->getValueOperand() : nullptr;
    return fits;
  };
  bool isKnown = all_of(structure.users(), [&](User *user) {
    auto *part = dyn_cast<GetElementPtrInst>(user);
    APInt offset(64, 0);
    if (!part)
      return isRight(user, 0);
    return part->accumulateConstantOffset(layout, offset) &&
           all_of(part->users(), [&](User *use) { return isRight(use, offset.getSExtValue()); });
  });
  return isKnown ? stored : nullptr;
}

/// Forgets a structure that is only written.
static void eraseWritten(AllocaInst &structure) {
  for (User *user : make_early_inc_range(structure.users())) {
    if (auto *part = dyn_cast<GetElementPtrInst>(user))
      for (User *use : make_early_inc_range(part->users()))
        cast<Instruction>(use)->eraseFromParent();
    cast<Instruction>(user)->eraseFromParent();
  }
  structure.eraseFromParent();
}

void unpackStructure(CallInst &fork) {
  Function *region = regionOf(fork);
  if (!region || calleeName(fork) != forkCall || region->arg_size() != 3 || !region->hasOneUse())
    return;
  auto *structure = dyn_cast<AllocaInst>(fork.getArgOperand(3));
  SmallVector<std::pair<LoadInst *, Member>, 8> loads;
  if (!structure || !structure->getAllocatedType()->isStructTy() ||
      !isOnlyHandedOver(*structure, fork) || !membersRead(*region->getArg(2), loads))
    return;
  SmallVector<Member, 8> members;
  SmallVector<Type *, 8> types{region->getArg(0)->getType(), region->getArg(1)->getType()};
  IRBuilder<> builder(&fork);
  SmallVector<Value *, 8> operands{fork.getArgOperand(0), nullptr, nullptr};
  DominatorTree dominators(*fork.getFunction());
  bool isRead = false;
  for (auto &[load, member] : loads) {
    if (is_contained(members, member))
      continue;
    members.push_back(member);
    types.push_back(member.type);
    Value *stored = storedIn(*structure, member, fork, dominators);
    isRead |= !stored;
    if (!stored)
      stored = builder.CreateLoad(member.type,
                                  builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), structure,
                                                                     uint64_t(member.offset)));
    operands.push_back(stored);
  }
  auto *type = FunctionType::get(region->getReturnType(), types, false);
  Function *unpacked = Function::Create(type, region->getLinkage(), "", region->getParent());
  unpacked->takeName(region);
  unpacked->setAttributes(
      AttributeList::get(region->getContext(), AttributeList::FunctionIndex,
                         AttrBuilder(region->getContext(), region->getAttributes().getFnAttrs())));
  unpacked->setSubprogram(region->getSubprogram());
  region->setSubprogram(nullptr);
  unpacked->splice(unpacked->begin(), region);
  for (unsigned i : {0u, 1u})
    region->getArg(i)->replaceAllUsesWith(unpacked->getArg(i));
  for (auto &[load, member] : loads) {
    load->replaceAllUsesWith(
        unpacked->getArg(2 + unsigned(find(members, member) - members.begin())));
    load->eraseFromParent();
  }
  for (User *user : make_early_inc_range(region->getArg(2)->users()))
    cast<Instruction>(user)->eraseFromParent();
  operands[1] = ConstantInt::get(fork.getArgOperand(1)->getType(), members.size());
  operands[2] = unpacked;
  CallInst *call = builder.CreateCall(fork.getFunctionType(), fork.getCalledOperand(), operands);
  call->setDebugLoc(fork.getDebugLoc());
  fork.eraseFromParent();
  region->eraseFromParent();
  if (!isRead)
    eraseWritten(*structure);
}

/// fork(where, region, operands…), of as many threads as it would be.
static CallInst *createFork(IRBuilder<> &builder, Value *where, Function &region,
                            ArrayRef<Value *> handedOn) {
  Module &module = *region.getParent();
  Type *pointer = builder.getPtrTy(), *number = builder.getInt32Ty();
  SmallVector<Value *, 8> operands{where, builder.getInt32(uint32_t(handedOn.size())), &region};
  append_range(operands, handedOn);
  auto *type =
      FunctionType::get(builder.getVoidTy(), {pointer, number, pointer}, /*isVarArg=*/true);
  return builder.CreateCall(module.getOrInsertFunction(forkCall, type), operands);
}

/// The team that begins next has one thread.
static void askForOne(IRBuilder<> &builder, Module &module, Value *where) {
  Type *none = builder.getVoidTy(), *pointer = builder.getPtrTy(), *number = builder.getInt32Ty();
  Value *thread =
      builder.CreateCall(module.getOrInsertFunction(threadNumberCall, number, pointer), {where});
  CallInst *size =
      builder.CreateCall(module.getOrInsertFunction(sizeCall, none, pointer, number, number),
                         {where, thread, builder.getInt32(1)});
  size->addFnAttr(Attribute::get(module.getContext(), ofCondition));
}

void unfoldCondition(CallInst &fork) {
  Function *region = madeByCompiler(fork) == TeamCall::ForkIf ? regionOf(fork) : nullptr;
  if (!region)
    return;
  Value *where = fork.getArgOperand(0), *condition = fork.getArgOperand(3);
  IRBuilder<> builder(&fork);
  Value *isAlone = builder.CreateICmpEQ(condition, Constant::getNullValue(condition->getType()));
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(isAlone, fork.getIterator(), false));
  askForOne(builder, *fork.getModule(), where);
  builder.SetInsertPoint(&fork);
  SmallVector<Value *, 1> handedOn;
  if (region->arg_size() == 3)
    handedOn.push_back(fork.getArgOperand(4));
  createFork(builder, where, *region, handedOn)->setDebugLoc(fork.getDebugLoc());
  fork.eraseFromParent();
}

void unfoldSerialCalls(Function &function) {
  SmallVector<std::array<CallInst *, 3>, 2> found;
  for (BasicBlock &block : function) {
    CallInst *begin = nullptr, *inner = nullptr;
    for (Instruction &at : block) {
      auto *call = dyn_cast<CallInst>(&at);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee)
        continue;
      if (callee->getName() == serialCall) {
        begin = call, inner = nullptr;
      } else if (callee->getName() == endSerialCall) {
        if (begin && inner)
          found.push_back({begin, inner, call});
        begin = inner = nullptr;
      } else if (!callee->isDeclaration()) {
        bool isRegion = !inner && callee->arg_size() >= 2 && call->getType()->isVoidTy() &&
                        all_of(ArrayRef<unsigned>{0, 1}, [&](unsigned i) {
                          return callee->getArg(i)->getType()->isPointerTy();
                        });
        begin = isRegion ? begin : nullptr;
        inner = call;
      }
    }
  }
  for (auto [begin, inner, end] : found) {
    IRBuilder<> builder(inner);
    Value *where = begin->getArgOperand(0);
    askForOne(builder, *function.getParent(), where);
    SmallVector<Value *, 8> handedOn(drop_begin(inner->args(), 2));
    createFork(builder, where, *inner->getCalledFunction(), handedOn)
        ->setDebugLoc(inner->getDebugLoc());
    for (CallInst *call : {begin, inner, end})
      call->eraseFromParent();
  }
}

void inlineWrapped(Function &region) {
  SmallVector<CallInst *, 2> wrapped;
  for (Instruction &at : instructions(region))
    if (auto *inner = dyn_cast<CallInst>(&at))
      if (Function *callee = inner->getCalledFunction();
          callee && !callee->isDeclaration() && callee->hasFnAttribute(Attribute::AlwaysInline))
        wrapped.push_back(inner);
  for (CallInst *inner : wrapped) {
    InlineFunctionInfo info;
    InlineFunction(*inner, info);
  }
}

/// Is what `parameter` leads to only loaded and stored?
static bool isOnlyAccessed(Argument &parameter) {
  SmallVector<Use *, 8> uses;
  return followAddress(parameter, uses) && all_of(uses, [](Use *use) {
           auto *store = dyn_cast<StoreInst>(use->getUser());
           return isa<LoadInst, AtomicRMWInst>(use->getUser()) ||
                  (store && use->getOperandNo() == StoreInst::getPointerOperandIndex());
         });
}

/// Is all that is done with `variable` seen: loads and stores here and in regions, and what is
/// right in the fork's own one?
static bool isSeenThroughout(AllocaInst &variable, const CallInst &fork,
                             function_ref<bool(Argument &)> isRightInRegion) {
  return all_of(variable.users(), [&](User *user) {
    if (isa<LoadInst>(user) || user->isDroppable() || isa<LifetimeIntrinsic>(user))
      return true;
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->getPointerOperand() == &variable;
    auto *other = dyn_cast<CallInst>(user);
    if (!other)
      return false;
    Function *called = isFork(*other) ? regionOf(*other) : nullptr;
    unsigned offset = 1; // ident, count, region; the region has two parameters of its own
    if (isTeamCall(*other))
      called = other->getCalledFunction(), offset = 0;
    if (!called || (isFork(*other) && madeByCompiler(*other) != TeamCall::Fork))
      return false;
    for (const Use &use : other->args())
      if (use.get() == &variable) {
        unsigned index = other->getArgOperandNo(&use);
        if (index < offset || index - offset >= called->arg_size())
          return false;
        Argument &parameter = *called->getArg(index - offset);
        if (other == &fork ? !isRightInRegion(parameter) : !isOnlyAccessed(parameter))
          return false;
      }
    return true;
  });
}

bool isOnlyRead(AllocaInst &variable, const CallInst &fork) {
  return isSeenThroughout(variable, fork,
                          [](Argument &parameter) { return loadsThrough(parameter).has_value(); });
}

bool isOnlyHandedTo(AllocaInst &variable, const CallInst &fork, const Argument &parameter) {
  return isSeenThroughout(variable, fork, [&](Argument &other) { return &other == &parameter; });
}

Type *numberIn(Argument &argument) {
  if (!argument.getType()->isIntegerTy() || !argument.hasOneUse())
    return nullptr;
  auto *store = dyn_cast<StoreInst>(*argument.user_begin());
  auto *variable = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
  if (!variable)
    return nullptr;
  Type *type = nullptr;
  for (User *user : variable->users()) {
    if (user == store || isa<LifetimeIntrinsic>(user) || user->isDroppable())
      continue;
    Type *accessed = getLoadStoreType(user);
    if (!isa<LoadInst, StoreInst>(user) || !accessed->isFloatingPointTy() ||
        (type && type != accessed))
      return nullptr;
    type = accessed;
  }
  return type;
}

Value *asNumber(Value *bits, Type *type, CallInst &fork) {
  IRBuilder<> builder(&fork);
  if (auto *load = dyn_cast<LoadInst>(bits); load && isa<AllocaInst>(load->getPointerOperand())) {
    builder.SetInsertPoint(load);
    return builder.CreateLoad(type, load->getPointerOperand());
  }
  Type *narrow = builder.getIntNTy(type->getScalarSizeInBits());
  return builder.CreateBitCast(builder.CreateTrunc(bits, narrow), type);
}

void storeAsNumber(Argument &number) {
  for (User *user : make_early_inc_range(number.users())) {
    auto *bits = dyn_cast<BitCastInst>(user);
    if (!bits)
      continue;
    Value *word = bits;
    if (bits->hasOneUse() && isa<ZExtInst>(*bits->user_begin()))
      word = *bits->user_begin();
    for (User *use : make_early_inc_range(word->users()))
      if (auto *store = dyn_cast<StoreInst>(use)) {
        IRBuilder<>(store).CreateStore(&number, store->getPointerOperand());
        store->eraseFromParent();
      }
  }
}

} // namespace enzyme
