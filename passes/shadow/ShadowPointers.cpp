//===- ShadowPointers.cpp - one shadow pointer ---------------------------===//
//
//   p = parameter          p' = shadow parameter
//   p = alloca/malloc      p' = the same, cleared
//   p = gep q, i           p' = gep q', i
//   p = q & -16            p' = q' + (p - q)
//   p = q + (b - a)        p' = q' + (b' - a')
//   p = load q             p' = load q'
//   p = phi/select         p' = phi/select of the shadows
//   p = call f(…)          p' = part of the derivative call's result
//   p Const                p' = p
//
// Made on demand, at the place of the primal, and remembered. Phis are remembered
// before their operands are asked for, which ends the recursion around loops.
//===----------------------------------------------------------------------===//
#include "request/ParseGlobals.h"
#include "request/Vocabulary.h"
#include "rules/Facts.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Variables.h"
#include "shadow/Outside.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "support/Import.h"
#include "support/Mutation.h"
#include "support/VirtualTables.h"
#include "types/KeptMemory.h"
#include "types/LayoutTools.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {

bool ShadowBuilder::needsShadow(const Value *copy) const {
  return out.pointerActivity(copy) != PointerActivity::Const;
}

bool ShadowBuilder::isMixed(const Value *copy) const {
  return out.pointerActivity(copy) == PointerActivity::Mixed;
}

Value *ShadowBuilder::shadowOf(Value *copy) {
  if (Value *known = out.shadowOf(copy, lane))
    return known;
  if (auto *constant = dyn_cast<Constant>(copy)) {
    Value *shadow = shadowOfConstant(constant);
    setShadow(copy, shadow);
    return shadow;
  }
  if (!needsShadow(copy) || isa<Argument>(copy)) {
    setShadow(copy, copy);
    return copy;
  }
  if (auto *phi = dyn_cast<PHINode>(copy))
    return shadowOfPhi(phi);
  Value *shadow = shadowOfInstruction(cast<Instruction>(copy));
  if (copy->hasName() && shadow != copy)
    shadow->setName(copy->getName() + ".shadow");
  setShadow(copy, shadow);
  return shadow;
}

Value *ShadowBuilder::shadowOfConstant(Constant *constant) {
  if (auto *global = dyn_cast<GlobalVariable>(constant))
    return needsShadow(global) ? shadowGlobal(global) : global;
  auto *expression = dyn_cast<ConstantExpr>(constant);
  auto *aggregate = dyn_cast<ConstantAggregate>(constant); // returned: {&here, &there}
  if (!expression && !aggregate)
    return constant;
  SmallVector<Constant *, 4> operands;
  for (Value *operand : constant->operands())
    operands.push_back(cast<Constant>(shadowOfConstant(cast<Constant>(operand))));
  if (expression)
    return expression->getWithOperands(operands);
  if (auto *structure = dyn_cast<StructType>(aggregate->getType()))
    return ConstantStruct::get(structure, operands);
  if (auto *array = dyn_cast<ArrayType>(aggregate->getType()))
    return ConstantArray::get(array, operands);
  return ConstantVector::get(operands);
}

/// "enzyme.shadow." and the global's name; in other lanes "enzyme.shadow1." and so on.
static constexpr StringLiteral shadowPrefix = "enzyme.shadow";

bool isShadowOfGlobal(const GlobalVariable &global) {
  StringRef name = global.getName();
  return name.consume_front(shadowPrefix) && name.ltrim("0123456789").starts_with(".");
}

/// Is `pointer` an address in memory that nothing is differentiated in, or of code?
static bool pointsToConstant(const Constant &pointer, const UserRules &userRules) {
  const Value *object = getUnderlyingObject(&pointer);
  if (const auto *global = dyn_cast<GlobalVariable>(object))
    return global->isConstant() || userRules.isInactive(*global);
  return isa<Function, BlockAddress>(object);
}

/// What the shadow of a global starts with: floats zero, integers alike, pointers
/// to shadows. A pointer to what cannot be active is its own shadow; in a variable it is
/// null, which means the same (selfIfNull) also after the program has put another there.
Constant *ShadowBuilder::shadowInitialiser(Constant *initial, bool isVariable) {
  if (initial->isNullValue() || isa<UndefValue>(initial))
    return Constant::getNullValue(initial->getType());
  if (isVariable && initial->getType()->isPointerTy() &&
      !mutation::breaks("shadow.initial", "null") && pointsToConstant(*initial, context.userRules))
    return Constant::getNullValue(initial->getType());
  if (isa<Function, BlockAddress, ConstantInt>(initial))
    return initial;
  if (auto *global = dyn_cast<GlobalVariable>(initial))
    return pointsToConstant(*global, context.userRules) ? global : shadowGlobal(global);
  if (initial->getType()->isFPOrFPVectorTy() || isa<ConstantDataSequential>(initial))
    return initial->getType()->isFPOrFPVectorTy() ||
                   cast<ConstantDataSequential>(initial)->getElementType()->isFloatingPointTy()
               ? Constant::getNullValue(initial->getType())
               : initial;
  SmallVector<Constant *, 8> members;
  for (Value *operand : initial->operands())
    members.push_back(shadowInitialiser(cast<Constant>(operand), isVariable));
  if (auto *expression = dyn_cast<ConstantExpr>(initial))
    return expression->getWithOperands(members);
  if (auto *structure = dyn_cast<StructType>(initial->getType()))
    return ConstantStruct::get(structure, members);
  if (auto *array = dyn_cast<ArrayType>(initial->getType()))
    return ConstantArray::get(array, members);
  return Constant::getNullValue(initial->getType());
}

/// The shadow that a front end names: !enzyme_shadow !{ptr @shadow}.
static Constant *declaredShadow(const GlobalVariable &global) {
  const MDNode *node = global.getMetadata(wordOf(Property::MetadataShadow));
  return node && node->getNumOperands() != 0
             ? mdconst::dyn_extract_or_null<Constant>(node->getOperand(0))
             : nullptr;
}

/// A global that other files know has one shadow for all of them in a program or
/// library; that of the file which defines it counts, since it knows where pointers
/// in it lead.
static void share(GlobalVariable &shadow, const GlobalVariable &global) {
  GlobalValue::LinkageTypes linkage = rememberedLinkage(global);
  if (GlobalValue::isLocalLinkage(linkage) || mutation::breaks("shadow.shared"))
    return;
  bool isDefinition = global.hasInitializer() && GlobalValue::isExternalLinkage(linkage);
  shadow.setLinkage(isDefinition ? GlobalValue::ExternalLinkage : GlobalValue::WeakAnyLinkage);
  shadow.setVisibility(GlobalValue::HiddenVisibility);
}

/// The size of an array of another file is unknown; the first line that uses it is where.
static Refusal unknownSize(const GlobalVariable &global, const Function &prepared) {
  if (isOfBlock(global)) // CUDA's extern __shared__
    return {MessageId::NotYetConstruct,
            Position::of(prepared),
            {"'" + readableName(global.getName()) + "', whose size a launch gives,",
             "launch with room for two such, and pass one and as its shadow the other"},
            {}};
  SmallVector<std::string, 3> what{"'" + readableName(global.getName()) +
                                       "', an array of unknown size,",
                                   "declare it with its size: its shadow has to be as large"};
  for (const Instruction &at : instructions(prepared))
    for (const Value *operand : at.operand_values())
      if (at.getDebugLoc() && operand->getType()->isPointerTy() &&
          getUnderlyingObject(operand) == &global)
        return refusalAt(at, MessageId::NotYetConstruct, what);
  return {MessageId::NotYetConstruct, positionOf(global), std::move(what), {}};
}

/// A name until its place is known (parallel/LaunchMemory.h, parallel/DeviceVariables.h).
static GlobalVariable *shadowOfNamed(Module &module, const GlobalVariable &memory, StringRef name) {
  return new GlobalVariable(module, memory.getValueType(), false, GlobalValue::ExternalLinkage,
                            nullptr, name, nullptr, GlobalValue::NotThreadLocal,
                            memory.getAddressSpace());
}

/// A twin of a mutable global: its adjoint (or tangent) lives there for as long as
/// the program does.
Constant *ShadowBuilder::shadowGlobal(GlobalVariable *global) {
  if (Constant *declared = declaredShadow(*global); declared && out.width() == 1)
    return declared;
  std::string number = lane ? std::to_string(lane) : "";
  std::string order = out.key.order ? "order" + std::to_string(out.key.order) + "." : "";
  std::string name = (shadowPrefix + number + "." + order + global->getName()).str();
  Module &module = *out.function->getParent();
  if (auto *existing = module.getGlobalVariable(name, true))
    return existing;
  if (isOfLaunch(*global))
    return shadowOfNamed(module, *global, name);
  if (gpu::isNamedVariable(*global)) {
    GlobalVariable *shadow = shadowOfNamed(module, *global, name);
    gpu::noteShadowOfNamed(*shadow, /*isKnownToHost=*/lane == 0 && out.key.order == 0);
    return shadow;
  }
  if (!global->hasInitializer() &&
      module.getDataLayout().getTypeAllocSize(global->getValueType()) == 0)
    context.diagnostics.refuse(unknownSize(*global, *out.prepared));
  auto *shadow =
      new GlobalVariable(module, global->getValueType(), false, GlobalValue::InternalLinkage,
                         Constant::getNullValue(global->getValueType()), name, nullptr,
                         global->getThreadLocalMode(), global->getAddressSpace());
  shadow->setAlignment(global->getAlign());
  if (isOfBlock(*global)) { // which no initialiser reaches (emit/GlobalShadows.h)
    shadow->setInitializer(UndefValue::get(global->getValueType()));
    return shadow;
  }
  share(*shadow, *global);
  rememberVariable(*shadow, *global, numberOfDerivative(out.key.order, lane));
  if (global->hasInitializer())
    shadow->setInitializer(shadowInitialiser(global->getInitializer(), !global->isConstant()));
  return shadow;
}

Value *ShadowBuilder::shadowOfPhi(PHINode *copy) {
  IRBuilder<> builder(copy);
  PHINode *shadow =
      builder.CreatePHI(copy->getType(), copy->getNumIncomingValues(), copy->getName() + ".shadow");
  setShadow(copy, shadow);
  for (unsigned i = 0; i != copy->getNumIncomingValues(); ++i)
    shadow->addIncoming(shadowOf(copy->getIncomingValue(i)), copy->getIncomingBlock(i));
  return shadow;
}

Value *ShadowBuilder::shadowOfInstruction(Instruction *copy) {
  if (auto *alloca = dyn_cast<AllocaInst>(copy))
    return shadowAlloca(alloca);
  auto *call = dyn_cast<CallBase>(copy);
  if (call && !isa<IntrinsicInst>(call)) {
    auto argument = resultPointsInto(*call);
    return argument ? shadowInsideObject(call, *argument) : shadowAllocation(call);
  }
  return cloneOnShadows(copy);
}

/// Address arithmetic, casts, intrinsics on addresses (of thread-locals, masks), selects, pointer
/// loads and aggregates: the same instruction on the shadows of the operands that hold pointers.
Value *ShadowBuilder::cloneOnShadows(Instruction *copy) {
  SmallVector<Value *, 4> operands;
  bool isStep = isa<GetElementPtrInst>(copy) && !isa<ConstantPointerNull>(copy->getOperand(0));
  for (Value *operand : copy->operands()) {
    const Value *origin = isa<Constant>(operand) ? operand : out.origin(operand);
    bool isDistance = isStep && !operands.empty();
    bool holdsPointer = !isDistance && origin && out.types->carriesPointer(*origin);
    operands.push_back(holdsPointer ? shadowOf(operand) : operand);
  }
  if (Value *moved = movedAsFar(copy, operands))
    return moved;
  bool isSum = isa<GetElementPtrInst>(copy) ||
               is_contained({Instruction::Add, Instruction::Sub}, copy->getOpcode());
  for (Value *&operand : operands)
    if (isSum && is_contained(copy->operands(), operand))
      operand = distanceOfShadows(operand);
  Instruction *shadow = copy->clone();
  for (unsigned i = 0; i != operands.size(); ++i)
    shadow->setOperand(i, operands[i]);
  shadow->insertBefore(afterDefinition(*copy)->getIterator());
  shadow->dropUBImplyingAttrsAndMetadata();
  if (MDNode *declared = copy->getMetadata(layoutMetadata))
    shadow->setMetadata(layoutMetadata, declared);
  if (!isa<LoadInst>(copy))
    return shadow;
  out.mirrors[shadow] = copy;
  bool isAddress =
      copy->getType()->isPointerTy() || copy->getType() == layout.getIntPtrType(copy->getContext());
  if (isAddress && isMixed(copy) && !mutation::breaks("shadow.self-if-null"))
    return selfIfNull(copy, shadow);
  checkArray(copy, shadow);
  return shadow;
}

/// An argument may lead to a module's array on the way, and bring another shadow.
void ShadowBuilder::checkArray(Instruction *copy, Instruction *shadow) {
  const auto *from = dyn_cast<GlobalVariable>(getUnderlyingObject(copy->getOperand(0)));
  Type *type = copy->getType();
  bool isArray = type->isStructTy() && type->getContainedType(0)->isPointerTy();
  if (!hasKeptArrays(*out.function->getParent()) || !(isArray || type->isPointerTy()) ||
      (from && !keptArraysIn(*from).empty()))
    return;
  IRBuilder<> builder(shadow->getNextNode());
  auto pointer = [&](Value *value) {
    return isArray ? builder.CreateExtractValue(value, 0) : value;
  };
  RuntimeCalls(*out.function->getParent())
      .checkArray(builder, pointer(copy), pointer(shadow), numberOfDerivative(out.key.order, lane),
                  Position::of(*cast<Instruction>(out.origin(copy))));
}

/// A few low bits, which programs keep in those of addresses: no address by itself.
static bool isTag(const Value &word, const DataLayout &layout) {
  constexpr unsigned tagBits = 12; // less than a page
  if (const auto *constant = dyn_cast<Constant>(&word))
    return !isa<ConstantExpr>(constant);
  return computeKnownBits(&word, layout).countMaxActiveBits() <= tagBits;
}

/// An address computed of one other: memory and its shadow keep their layout also where they
/// are aligned to more than either is. Of none that is known, or of two, it would be a guess; but
/// `or` makes an address of two only if one is null, or if they are the same.
Value *ShadowBuilder::movedAsFar(Instruction *copy, ArrayRef<Value *> shadows) {
  bool isWord =
      isa<BinaryOperator>(copy) && copy->getType() == layout.getIntPtrType(copy->getContext());
  if (!isWord)
    return nullptr;
  bool isLeft = shadows[0] != copy->getOperand(0), isRight = shadows[1] != copy->getOperand(1);
  if (isLeft && isRight && isTag(*copy->getOperand(0), layout))
    isLeft = false; // made of an address, and none
  else if (isLeft && isRight)
    isRight = !isTag(*copy->getOperand(1), layout);
  const unsigned other = isLeft ? 1 : 0;
  bool isOfTwo = copy->getOpcode() == Instruction::Xor && !isTag(*copy->getOperand(other), layout);
  isOfTwo |= copy->getOpcode() == Instruction::Sub && !isLeft && shadows[0] != copy->getOperand(0);
  bool isEither = isLeft && isRight && copy->getOpcode() == Instruction::Or;
  if ((isLeft == isRight || isOfTwo) && !isEither && !mutation::breaks("shadow.address-of-two")) {
    context.diagnostics.refuse(refusalAt(
        *cast<Instruction>(out.origin(copy)), MessageId::NotYetConstruct,
        {"an address that is computed of integers, of which none or several may be addresses,",
         "keep addresses in pointers, and compute with 'char *'"}));
    return nullptr;
  }
  if (is_contained({Instruction::Add, Instruction::Sub}, copy->getOpcode()) &&
      shadows[other] == copy->getOperand(other))
    return nullptr;
  IRBuilder<> builder(afterDefinition(*copy));
  Value *from = copy->getOperand(1 - other), *shadow = shadows[1 - other];
  if (isEither) {
    Value *isNull = builder.CreateIsNull(from);
    from = builder.CreateSelect(isNull, copy->getOperand(1), from);
    shadow = builder.CreateSelect(isNull, shadows[1], shadow);
  }
  return builder.CreateAdd(shadow, builder.CreateSub(copy, from));
}

/// A pointer that a global holds since before the derivative ran has a null for its
/// shadow: what it leads to is constant, unless it has a shadow under another name, or the global
/// keeps it for itself.
Value *ShadowBuilder::selfIfNull(Instruction *copy, Instruction *shadow) {
  IRBuilder<> builder(shadow->getNextNode());
  auto as = [&](Value *value, Type *type) { // an integer, or a pointer of any space
    return value->getType()->isPointerTy() && type->isPointerTy()
               ? builder.CreateAddrSpaceCast(value, type)
               : builder.CreateBitOrPointerCast(value, type);
  };
  Value *primal = as(copy, builder.getPtrTy()), *found = as(shadow, builder.getPtrTy());
  // Objects that the C++ library makes have no table in their shadow, and none is written there.
  auto *load = dyn_cast<LoadInst>(copy);
  bool isTable = load && isVirtualPointer(*load);
  if (isTable || isForDevice(*out.function->getParent())) {
    if (!isTable)
      RuntimeCalls(*out.function->getParent()).met(builder, primal, found);
    found = builder.CreateSelect(builder.CreateIsNull(found), primal, found);
  } else {
    found = shadowOrOutside(builder, {primal, found, copy->getOperand(0), shadow->getOperand(0),
                                      numberOfDerivative(out.key.order, lane)});
  }
  return as(found, copy->getType());
}

/// p = f(q) points into q's object:  p' = p ? q' + (p - q) : null
Value *ShadowBuilder::shadowInsideObject(CallBase *copy, unsigned argument) {
  Value *object = copy->getArgOperand(argument), *shadow = shadowOf(object);
  IRBuilder<> builder(afterDefinition(*copy));
  Value *distance = builder.CreateSub(builder.CreatePtrToInt(copy, builder.getInt64Ty()),
                                      builder.CreatePtrToInt(object, builder.getInt64Ty()));
  Value *inside = builder.CreateGEP(builder.getInt8Ty(), shadow, distance);
  return builder.CreateSelect(builder.CreateIsNull(copy), copy, inside);
}

/// In whole words, so that a copy of unknown memory may look at the words its bytes
/// are part of (runtime/raw.c) and finds nothing of others there. Bytes that are missing.
static uint64_t fillWords(AllocaInst &variable) {
  constexpr uint64_t word = 8;
  uint64_t bytes =
      variable.getDataLayout().getTypeAllocSize(variable.getAllocatedType()).getFixedValue();
  uint64_t missing = alignTo(bytes, word) - bytes;
  variable.setAlignment(std::max(variable.getAlign(), Align(word)));
  if (!missing || variable.isArrayAllocation())
    return 0;
  LLVMContext &context = variable.getContext();
  auto *rest = ArrayType::get(Type::getInt8Ty(context), missing);
  variable.setAllocatedType(StructType::get(context, {variable.getAllocatedType(), rest}));
  return missing;
}

static Instruction *behindVariables(AllocaInst &variable) {
  Instruction *point = variable.getNextNode();
  while (isa<AllocaInst>(point))
    point = point->getNextNode();
  return point;
}

/// The same for a constant variable of the primal, which is its own shadow.
void ShadowBuilder::fillWordsOfConstant(Value &memory) {
  auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(&memory));
  uint64_t missing = variable ? fillWords(*variable) : 0;
  if (!missing)
    return;
  IRBuilder<> builder(behindVariables(*variable));
  uint64_t bytes = layout.getTypeAllocSize(variable->getAllocatedType()) - missing;
  builder.CreateMemSet(builder.CreateConstGEP1_64(builder.getInt8Ty(), variable, bytes),
                       builder.getInt8(0), missing, Align(1));
}

Value *ShadowBuilder::shadowAlloca(AllocaInst *copy) {
  auto *shadow = cast<AllocaInst>(copy->clone());
  shadow->insertAfter(copy->getIterator());
  fillWords(*shadow);
  IRBuilder<> builder(behindVariables(*shadow));
  if (!mutation::breaks("shadow.cleared", "alloca"))
    builder.CreateMemSet(shadow, builder.getInt8(0),
                         layout.getTypeAllocSize(shadow->getAllocatedType()), shadow->getAlign());
  return shadow;
}

static Value *allocatedBytes(IRBuilderBase &builder, const AllocatorFact &fact, CallBase &call) {
  Value *bytes = call.getArgOperand(fact.sizeArgument);
  if (fact.countArgument >= 0)
    bytes = builder.CreateMul(bytes, call.getArgOperand(fact.countArgument));
  return bytes;
}

/// A call whose derivative is still to be made; or an inactive call's pointer, to
/// memory that is not differentiated.
Value *ShadowBuilder::promisedShadow(CallBase *copy) {
  auto *origin = cast<CallBase>(out.origin(copy));
  if (!out.activity->isActive(*static_cast<const Instruction *>(origin)))
    return copy;
  Instruction *&standIn = promised[{copy, lane}];
  if (!standIn) {
    standIn = new FreezeInst(PoisonValue::get(copy->getType()), "promised");
    standIn->insertBefore(afterDefinition(*copy)->getIterator());
  }
  return standIn;
}

void ShadowBuilder::keepPromise(CallBase *copy, Value *shadow) {
  if (Instruction *standIn = promised.lookup({copy, lane})) {
    standIn->replaceAllUsesWith(shadow);
    standIn->eraseFromParent();
    promised.erase({copy, lane});
  }
  out.shadows[lane].erase(copy);
}

/// Fresh memory from an allocator: allocate once more and clear.
Value *ShadowBuilder::shadowAllocation(CallBase *copy) {
  std::optional<AllocatorFact> fact = allocatorFact(*copy);
  if (!fact)
    return promisedShadow(copy);
  IRBuilder<> builder(afterDefinition(*copy));
  SmallVector<Value *, 4> arguments(copy->args());
  CallInst *shadow =
      builder.CreateCall(copy->getFunctionType(), copy->getCalledOperand(), arguments);
  shadow->setCallingConv(copy->getCallingConv());
  shadow->setAttributes(copy->getAttributes());
  if (!fact->isZeroed && !mutation::breaks("shadow.cleared", "allocation"))
    builder.CreateMemSet(shadow, builder.getInt8(0), allocatedBytes(builder, *fact, *copy),
                         MaybeAlign(1));
  return shadow;
}

} // namespace enzyme
