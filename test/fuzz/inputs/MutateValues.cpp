//===- MutateValues.cpp - operands, types of accesses, flags, metadata -----===//
#include "Mutate.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace fuzz {

Function *anyBody(Module &module, Chance &chance) {
  std::vector<Function *> bodies;
  for (Function &function : module)
    if (!function.isDeclaration())
      bodies.push_back(&function);
  return bodies.empty() ? nullptr : chance.of(bodies);
}

Instruction *anyInstruction(Module &module, Chance &chance, bool (*wanted)(const Instruction &)) {
  std::vector<Instruction *> found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (wanted(instruction))
        found.push_back(&instruction);
  return found.empty() ? nullptr : chance.of(found);
}

Constant *anyConstant(Type *type, Module &module, Chance &chance) {
  if (chance.oneIn(4))
    return PoisonValue::get(type);
  if (chance.oneIn(4))
    return UndefValue::get(type);
  if (type->isIntOrIntVectorTy())
    return ConstantInt::get(type, chance.of({uint64_t(1), uint64_t(-1), uint64_t(0), chance.number()}));
  if (type->isFPOrFPVectorTy())
    return ConstantFP::get(type, chance.of({0.0, -0.0, 1.0, 1e300, -1e-320}));
  if (type->isPointerTy() && chance.oneIn(2))
    for (GlobalVariable &variable : module.globals())
      if (variable.getType() == type && chance.oneIn(2))
        return &variable;
  return Constant::getNullValue(type);
}

static bool canBeConstant(const Type *type) {
  return type->isFirstClassType() && !type->isTokenTy() && !type->isMetadataTy() &&
         !type->isLabelTy() && !type->isX86_AMXTy() && !type->isTargetExtTy();
}

Value *anyValue(Type *type, Instruction &before, Chance &chance) {
  std::vector<Value *> found;
  Function &function = *before.getFunction();
  for (Argument &argument : function.args())
    if (argument.getType() == type)
      found.push_back(&argument);
  DominatorTree tree(function);
  for (Instruction &instruction : instructions(function))
    if (instruction.getType() == type && &instruction != &before && tree.dominates(&instruction, &before))
      found.push_back(&instruction);
  if (found.empty() || chance.oneIn(4))
    return canBeConstant(type) ? anyConstant(type, *function.getParent(), chance) : nullptr;
  return chance.of(found);
}

namespace {

bool isAny(const Instruction &) { return true; }
bool hasOperands(const Instruction &at) {
  return at.getNumOperands() != 0 && !isa<PHINode, LandingPadInst>(at);
}
bool isAccess(const Instruction &at) { return isa<LoadInst, StoreInst>(at); }
bool isFloat(const Instruction &at) {
  return isa<BinaryOperator, UnaryOperator>(at) && at.getType()->isFloatingPointTy();
}
bool isValue(const Instruction &at) { return canBeConstant(at.getType()) && !at.isTerminator(); }

bool replaceOperand(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, hasOperands);
  if (!at)
    return false;
  Use &use = at->getOperandUse(unsigned(chance.below(at->getNumOperands())));
  if (!canBeConstant(use->getType()) || isa<BasicBlock>(use.get()))
    return false;
  Value *other = anyValue(use->getType(), *at, chance);
  if (other)
    use.set(other);
  return other;
}

bool swapOperands(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, [](const Instruction &at) {
    return at.getNumOperands() >= 2 && at.getOperand(0)->getType() == at.getOperand(1)->getType();
  });
  if (!at)
    return false;
  Value *first = at->getOperand(0), *second = at->getOperand(1);
  at->setOperand(0, second);
  at->setOperand(1, first);
  return true;
}

bool replaceResult(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, isValue);
  if (!at || at->use_empty())
    return false;
  if (chance.oneIn(2)) {
    at->replaceAllUsesWith(anyConstant(at->getType(), module, chance));
    return true;
  }
  auto *frozen = new FreezeInst(at, "frozen");
  if (isa<PHINode>(at))
    frozen->insertBefore(at->getParent()->getFirstInsertionPt());
  else
    frozen->insertAfter(at);
  at->replaceUsesWithIf(frozen, [&](Use &use) { return use.getUser() != frozen && !isa<PHINode>(use.getUser()); });
  return true;
}

/// The same bytes by another type: odd integers, vectors, other floats, structures, pointers.
Type *otherType(Type *type, LLVMContext &context, Chance &chance) {
  auto integer = [&](unsigned bits) { return IntegerType::get(context, bits); };
  Type *choices[] = {integer(1), integer(7), integer(24), integer(33), integer(65), integer(128), integer(257), integer(64),
                     Type::getFloatTy(context), Type::getDoubleTy(context), Type::getHalfTy(context), Type::getBFloatTy(context),
                     Type::getX86_FP80Ty(context), Type::getFP128Ty(context), PointerType::get(context, 0),
                     FixedVectorType::get(Type::getFloatTy(context), 2), FixedVectorType::get(Type::getDoubleTy(context), 3),
                     FixedVectorType::get(integer(8), 8), FixedVectorType::get(PointerType::get(context, 0), 2),
                     FixedVectorType::get(integer(1), 64), ScalableVectorType::get(Type::getDoubleTy(context), 2),
                     StructType::get(context, {type, integer(8)}), StructType::get(context, {integer(8), type}, true),
                     ArrayType::get(type, 0), ArrayType::get(type, 3), ArrayType::get(integer(8), 8), PointerType::get(context, 3)};
  return chance.of(choices);
}

bool changeAccess(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, isAccess);
  if (!at)
    return false;
  Type *other = otherType(getLoadStoreType(at), module.getContext(), chance);
  IRBuilder<> builder(at);
  Value *address = getLoadStorePointerOperand(at);
  if (auto *load = dyn_cast<LoadInst>(at)) {
    // Its value is stored and loaded again as what it was.
    auto *room = builder.CreateAlloca(other);
    builder.CreateStore(builder.CreateLoad(other, address, load->isVolatile()), room);
    Value *again = builder.CreateLoad(load->getType(), room);
    load->replaceAllUsesWith(again);
    load->eraseFromParent();
    return true;
  }
  auto *store = cast<StoreInst>(at);
  auto *room = builder.CreateAlloca(store->getValueOperand()->getType());
  builder.CreateStore(store->getValueOperand(), room);
  builder.CreateStore(builder.CreateLoad(other, room), address, store->isVolatile());
  store->eraseFromParent();
  return true;
}

bool changeOrdering(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, isAccess);
  if (!at)
    return false;
  if (auto *load = dyn_cast<LoadInst>(at)) {
    load->setVolatile(chance.oneIn(2));
    load->setAlignment(Align(uint64_t(1) << chance.below(12)));
    if (load->getType()->isIntOrPtrTy() || load->getType()->isFloatingPointTy())
      load->setOrdering(chance.of({AtomicOrdering::Unordered, AtomicOrdering::Monotonic, AtomicOrdering::SequentiallyConsistent}));
  } else if (auto *store = dyn_cast<StoreInst>(at)) {
    store->setVolatile(chance.oneIn(2));
    store->setAlignment(Align(uint64_t(1) << chance.below(12)));
    if (store->getValueOperand()->getType()->isIntOrPtrTy())
      store->setOrdering(chance.of({AtomicOrdering::Unordered, AtomicOrdering::Release}));
  }
  return true;
}

bool atomicUpdate(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, [](const Instruction &at) { return isa<StoreInst>(at); });
  if (!at)
    return false;
  auto *store = cast<StoreInst>(at);
  Value *value = store->getValueOperand();
  IRBuilder<> builder(store);
  if (value->getType()->isIntegerTy() && chance.oneIn(2)) {
    builder.CreateAtomicCmpXchg(store->getPointerOperand(), value, value, MaybeAlign(), AtomicOrdering::Monotonic, AtomicOrdering::Monotonic);
    return true;
  }
  using RMW = AtomicRMWInst;
  bool isFloat = value->getType()->isFloatingPointTy();
  if (!isFloat && !value->getType()->isIntegerTy())
    return false;
  auto kind = isFloat ? chance.of({RMW::FAdd, RMW::FSub, RMW::FMax, RMW::FMin, RMW::Xchg, RMW::FMaximum})
                      : chance.of({RMW::Add, RMW::Xchg, RMW::Nand, RMW::UMax, RMW::UIncWrap, RMW::USubSat});
  Value *old = builder.CreateAtomicRMW(kind, store->getPointerOperand(), value, MaybeAlign(), AtomicOrdering::SequentiallyConsistent);
  builder.CreateStore(old, store->getPointerOperand());
  store->eraseFromParent();
  return true;
}

/// A scalar computed in a vector, an aggregate, or another format.
bool wrapFloat(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, isFloat);
  if (!at)
    return false;
  IRBuilder<> builder(at->getNextNode());
  Type *type = at->getType();
  Value *made = nullptr;
  switch (chance.below(6)) {
  case 0: {
    auto *vector = VectorType::get(type, unsigned(1 + chance.below(5)), chance.oneIn(4));
    Value *wide = builder.CreateInsertElement(anyConstant(vector, module, chance), at, uint64_t(0));
    wide = builder.CreateFAdd(wide, chance.oneIn(2) ? wide : anyConstant(vector, module, chance));
    made = builder.CreateExtractElement(wide, uint64_t(0));
    break;
  }
  case 1: {
    auto *pair = StructType::get(module.getContext(), {builder.getInt8Ty(), ArrayType::get(type, 2)});
    Value *whole = builder.CreateInsertValue(anyConstant(pair, module, chance), at, {1, 1});
    made = builder.CreateExtractValue(whole, {1, unsigned(chance.below(2))});
    break;
  }
  case 2: {
    unsigned bits = type->getPrimitiveSizeInBits().getFixedValue();
    Value *word = builder.CreateBitCast(at, builder.getIntNTy(bits));
    word = builder.CreateBinOp(chance.of({Instruction::And, Instruction::Or, Instruction::Xor, Instruction::Add, Instruction::LShr, Instruction::Shl}),
                               word, anyConstant(word->getType(), module, chance));
    made = builder.CreateBitCast(word, type);
    break;
  }
  case 3: {
    Type *integer = builder.getIntNTy(unsigned(chance.of({8, 31, 64, 100})));
    made = builder.CreateSIToFP(builder.CreateFPToSI(at, integer), type);
    break;
  }
  case 4: {
    auto *vector = FixedVectorType::get(type, 4);
    int mask[] = {3, -1, int(chance.below(8)), 0};
    Value *wide = builder.CreateInsertElement(anyConstant(vector, module, chance), at, chance.below(9));
    wide = builder.CreateShuffleVector(wide, anyConstant(vector, module, chance), mask);
    made = builder.CreateExtractElement(wide, chance.below(5));
    break;
  }
  default: {
    Type *other = chance.of({builder.getHalfTy(), builder.getFloatTy(), Type::getFP128Ty(module.getContext()), builder.getBFloatTy()});
    made = builder.CreateFPCast(builder.CreateFPCast(at, other), type);
  }
  }
  auto *last = dyn_cast<Instruction>(made); // constants fold
  at->replaceUsesWithIf(made, [&](Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    return last && user->getParent() == at->getParent() && !isa<PHINode>(user) && last->comesBefore(user);
  });
  return last;
}

bool moveMetadata(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, isAny), *from = anyInstruction(module, chance, [](const Instruction &at) { return at.hasMetadata(); });
  if (!at)
    return false;
  SmallVector<std::pair<unsigned, MDNode *>, 8> all;
  if (from)
    from->getAllMetadataOtherThanDebugLoc(all);
  if (all.empty() || chance.oneIn(3)) {
    at->dropUnknownNonDebugMetadata();
    if (chance.oneIn(2))
      at->setDebugLoc(DebugLoc());
    return true;
  }
  auto [kind, node] = chance.of(all);
  at->setMetadata(kind, node);
  return true;
}

bool changeModuleMetadata(Module &module, Chance &chance) {
  if (chance.oneIn(2))
    return StripDebugInfo(module);
  SmallVector<NamedMDNode *> named;
  for (NamedMDNode &node : module.named_metadata())
    named.push_back(&node);
  if (named.empty())
    return false;
  chance.of(named)->eraseFromParent();
  return true;
}

bool addAliasMetadata(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, isAccess);
  if (!at)
    return false;
  MDBuilder builder(module.getContext());
  MDNode *root = builder.createTBAARoot("Simple C/C++ TBAA");
  MDNode *any = builder.createTBAAScalarTypeNode("omnipotent char", root);
  StringRef name = chance.of({StringRef("int"), StringRef("double"), StringRef("float"), StringRef("any pointer"), StringRef("long"), StringRef("vtable pointer")});
  MDNode *scalar = builder.createTBAAScalarTypeNode(name, any);
  if (chance.oneIn(2)) {
    MDNode *record = builder.createTBAAStructTypeNode("record", {{scalar, 0}, {any, 4}, {scalar, chance.below(64)}});
    at->setMetadata(LLVMContext::MD_tbaa, builder.createTBAAStructTagNode(record, scalar, 0));
  } else {
    at->setMetadata(LLVMContext::MD_tbaa, builder.createTBAAStructTagNode(scalar, scalar, 0, chance.oneIn(2)));
  }
  return true;
}

bool changeFlags(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, isAny);
  if (!at)
    return false;
  if (isa<FPMathOperator>(at))
    at->setFast(chance.oneIn(2));
  else if (isa<OverflowingBinaryOperator>(at)) {
    at->setHasNoSignedWrap(chance.oneIn(2));
    at->setHasNoUnsignedWrap(chance.oneIn(2));
  } else if (isa<PossiblyExactOperator>(at))
    at->setIsExact(chance.oneIn(2));
  else if (auto *compare = dyn_cast<FCmpInst>(at))
    compare->setPredicate(FCmpInst::Predicate(chance.below(16)));
  else
    return false;
  return true;
}

bool changeAddress(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, isAccess);
  if (!at)
    return false;
  unsigned index = isa<LoadInst>(at) ? 0 : 1;
  Value *address = at->getOperand(index);
  IRBuilder<> builder(at);
  switch (chance.below(5)) {
  case 0:
    address = builder.CreateAddrSpaceCast(address, builder.getPtrTy(unsigned(1 + chance.below(5))));
    break;
  case 1:
    address = builder.CreateIntToPtr(builder.CreatePtrToInt(address, builder.getIntNTy(unsigned(chance.of({16, 32, 64, 128})))), address->getType());
    break;
  case 2:
    address = builder.CreateGEP(builder.getIntNTy(unsigned(chance.of({1, 33, 128}))), address, builder.getIntN(unsigned(chance.of({8, 32, 64})), chance.below(3)));
    break;
  case 3: {
    Value *both = builder.CreateVectorSplat(2, address);
    both = builder.CreateGEP(builder.getDoubleTy(), both, ConstantVector::get({builder.getInt64(0), builder.getInt64(1)}));
    address = builder.CreateExtractElement(both, chance.below(2));
    break;
  }
  default:
    address = builder.CreateSelect(builder.CreateIsNull(address), anyConstant(address->getType(), module, chance), address);
  }
  at->setOperand(index, address);
  return true;
}

bool deleteInstruction(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, [](const Instruction &at) { return !at.isTerminator() && !at.isEHPad(); });
  if (!at || (!at->use_empty() && !canBeConstant(at->getType())))
    return false;
  if (!at->use_empty())
    at->replaceAllUsesWith(anyConstant(at->getType(), module, chance));
  at->eraseFromParent();
  return true;
}

bool arithmetic(Module &module, Chance &chance) {
  Instruction *at = anyInstruction(module, chance, isFloat);
  if (!at)
    return false;
  IRBuilder<> builder(at->getNextNode());
  Value *other = anyValue(at->getType(), *at, chance);
  Value *made = chance.oneIn(3) ? builder.CreateFNeg(at)
                                : builder.CreateBinOp(chance.of({Instruction::FRem, Instruction::FDiv, Instruction::FMul, Instruction::FSub}), at, other);
  auto *last = dyn_cast<Instruction>(made);
  if (!last || last == at)
    return false;
  at->replaceUsesWithIf(made, [&](Use &use) { return use.getUser() != made; });
  return true;
}

constexpr Mutation all[] = {{"replace-operand", replaceOperand}, {"swap-operands", swapOperands}, {"replace-result", replaceResult},
                            {"change-access", changeAccess}, {"change-ordering", changeOrdering}, {"atomic-update", atomicUpdate},
                            {"wrap-float", wrapFloat}, {"move-metadata", moveMetadata}, {"module-metadata", changeModuleMetadata},
                            {"alias-metadata", addAliasMetadata}, {"change-flags", changeFlags}, {"change-address", changeAddress},
                            {"delete", deleteInstruction}, {"arithmetic", arithmetic}};

} // namespace

ArrayRef<Mutation> valueMutations() { return all; }

} // namespace fuzz
