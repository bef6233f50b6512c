//===- ShadowBuilder.cpp - the copy of the primal and the walk over it ---===//
//
// Problem and conventions: ShadowedPrimal.h. This file copies the prepared
// function into a function of the derivative's type and asks, instruction by
// instruction, for the shadow pointers that derivative work will touch. It does
// not decide what is active (activity/) and makes no float derivative (emit/).
//===----------------------------------------------------------------------===//
#include "shadow/ShadowBuilder.h"
#include "checkpoint/Marks.h"
#include "limits/shadow.h"
#include "memory/ZeroedMemory.h"
#include "rules/Exceptions.h"
#include "rules/Jumps.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Variables.h"
#include "shadow/LaunchSums.h"
#include "shadow/OwnSums.h"
#include "shadow/RuntimeCalls.h"
#include "support/Lines.h"
#include "support/LoopForm.h"
#include "support/Mutation.h"
#include "support/Origins.h"
#include "types/LayoutTools.h"
#include "types/TypeTrees.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {

Instruction *afterDefinition(Instruction &value) {
  auto point = value.getInsertionPointAfterDef();
  assert(point && "invoke whose normal destination has other predecessors");
  return &**point;
}

Value *writableShadow(IRBuilderBase &builder, Value *primal, Value *shadow, Value *sink) {
  Value *isConst = builder.CreateICmpEQ(primal, shadow, "is.const");
  if (shadow->getType()->isPointerTy()) // perhaps of another address space
    sink = builder.CreatePointerBitCastOrAddrSpaceCast(sink, shadow->getType());
  return builder.CreateSelect(isConst, sink, shadow, "writable");
}

Value *ShadowBuilder::copyOf(const Value &value) const { return out.copyOf(&value); }

/// Parameter attributes that stay true in the derivative: facts about the value,
/// not about what the function does to memory.
static AttributeMask changedByDifferentiation() {
  AttributeMask mask;
  for (auto kind :
       {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::Returned,
        Attribute::ByVal, Attribute::StructRet, Attribute::Captures, Attribute::NoFree,
        Attribute::Writable, Attribute::DeadOnUnwind, Attribute::Initializes,
        Attribute::DeadOnReturn, Attribute::InAlloca, Attribute::Preallocated})
    mask.addAttribute(kind);
  return mask;
}

/// `restrict` holds for the shadow too: it is not shared. Where a parameter may be
/// its own shadow it holds for neither.
static void keepRestrict(const DerivativeKey &key, const Function &from, Function &to,
                         const Signature &signature) {
  for (const Argument &parameter : from.args()) {
    unsigned i = parameter.getArgNo();
    if (!parameter.hasNoAliasAttr() || !signature.shadowParameter[i])
      continue;
    if (key.runtimeActivity) {
      to.removeParamAttr(signature.primalParameter[i], Attribute::NoAlias);
      continue;
    }
    for (unsigned lane = 0; lane != key.width; ++lane)
      to.addParamAttr(*signature.shadowParameter[i] + lane, Attribute::NoAlias);
  }
}

static void keepHarmlessAttributes(const Function &primal, const Function &from, Function &to,
                                   const Signature &signature) {
  AttrBuilder kept(to.getContext());
  for (auto kind : {Attribute::UWTable, Attribute::SanitizeAddress})
    if (from.hasFnAttribute(kind))
      kept.addAttribute(from.getFnAttribute(kind));
  for (StringRef name : {"target-cpu", "target-features", "tune-cpu", "frame-pointer"})
    if (from.hasFnAttribute(name))
      kept.addAttribute(from.getFnAttribute(name));
  for (StringRef attribute : {exceptions::returnsThrownAttribute, jumps::returnsAttribute})
    if (from.hasFnAttribute(attribute))
      kept.addAttribute(attribute);
  to.addFnAttrs(kept);
  if (primal.doesNotThrow()) // the prepared form makes no promises about effects
    to.setDoesNotThrow();
  if (from.hasPersonalityFn())
    to.setPersonalityFn(from.getPersonalityFn());
  for (unsigned i = 0; i != from.arg_size(); ++i) {
    AttrBuilder attributes(to.getContext(), from.getAttributes().getParamAttrs(i));
    attributes.remove(changedByDifferentiation());
    to.addParamAttrs(signature.primalParameter[i], attributes);
  }
}

void ShadowBuilder::copyFunction() {
  Function &prepared = *out.prepared;
  out.copies = std::make_unique<ValueToValueMapTy>();
  for (Argument &parameter : prepared.args())
    (*out.copies)[&parameter] =
        out.function->getArg(out.signature.primalParameter[parameter.getArgNo()]);
  for (Argument &parameter : prepared.args())
    (*out.copies)[&parameter]->setName(parameter.getName());

  AttributeList own = out.function->getAttributes();
  SmallVector<ReturnInst *, 2> returns;
  CloneFunctionInto(out.function, &prepared, *out.copies, CloneFunctionChangeType::LocalChangesOnly,
                    returns);
  out.function->setAttributes(own);
  out.function->setCallingConv(CallingConv::C); // its callers know its name alone
  out.function->setSubprogram(nullptr);
  forgetCopy(*out.function);
  keepHarmlessAttributes(*out.key.primal, prepared, *out.function, out.signature);
  keepRestrict(out.key, prepared, *out.function, out.signature);
  if (context.options.lines)
    keepLinesAlone(*out.function);
  else
    stripDebugInfo(*out.function);

  for (Argument &parameter : prepared.args())
    out.origins[(*out.copies)[&parameter]] = &parameter;
  for (Instruction &instruction : instructions(prepared))
    if (Value *copy = out.copies->lookup(&instruction))
      out.origins[copy] = &instruction;

  for (Instruction &instruction : make_early_inc_range(instructions(*out.function)))
    if (instruction.isLifetimeStartOrEnd())
      instruction.eraseFromParent();
  makeRoomBehindInvokes(*out.function);
}

/// What each access touches is known here and would be forgotten by the optimiser:
/// a derivative that is differentiated again needs it.
void ShadowBuilder::declareLayouts() {
  for (Instruction &prepared : instructions(*out.prepared)) {
    const auto *access = dyn_cast<LoadInst>(&prepared);
    bool isPlain = access && !access->getType()->isIntOrIntVectorTy();
    if (isPlain || !isa<LoadInst, StoreInst, MemIntrinsic>(prepared))
      continue;
    if (auto *store = dyn_cast<StoreInst>(&prepared))
      if (!store->getValueOperand()->getType()->isIntOrIntVectorTy())
        continue;
    Layout touched = out.types->accessed(prepared);
    if (touched.known && touched.pieces.size() <= limits::piecesOfShadowed)
      cast<Instruction>(copyOf(prepared))
          ->setMetadata(layoutMetadata, encode(touched, prepared.getContext()));
  }
}

/// In split mode a stack variable dies before the reverse sweep; its shadow (and
/// its address) must not: such allocas become tape memory.
void ShadowBuilder::moveAllocasToTape() {
  SmallVector<AllocaInst *, 8> allocas;
  for (Instruction &instruction : out.function->getEntryBlock())
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction))
      if (needsShadow(alloca) && !mutation::breaks("shadow.on-tape"))
        allocas.push_back(alloca);
  for (AllocaInst *alloca : allocas) {
    IRBuilder<> builder(alloca);
    // Whole words, as fillWords says.
    uint64_t bytes = alignTo(layout.getTypeAllocSize(alloca->getAllocatedType()), 8);
    Value *memory = RuntimeCalls(*out.function->getParent())
                        .allocate(builder, builder.getInt64(bytes), alloca->getAlign());
    memory->takeName(alloca);
    const Value *origin = out.origin(alloca);
    // Of devices whose stacks have an address space of their own: that of the tape is what casts
    // lead to.
    for (User *user : make_early_inc_range(alloca->users()))
      if (auto *generic = dyn_cast<AddrSpaceCastInst>(user)) {
        (*out.copies)[out.origin(generic)] = memory;
        out.origins.erase(generic);
        generic->replaceAllUsesWith(memory);
        generic->eraseFromParent();
      }
    alloca->replaceAllUsesWith(memory);
    (*out.copies)[origin] = memory;
    out.origins.erase(alloca);
    out.origins[memory] = origin;
    alloca->eraseFromParent();
    out.usesTape = true;
  }
}

void ShadowBuilder::takeReturn() {
  for (BasicBlock &block : *out.function) {
    auto *returns = dyn_cast<ReturnInst>(block.getTerminator());
    if (!returns)
      continue;
    assert(!out.exit && "a prepared function returns in one block");
    out.exit = &block;
    out.returned = returns->getReturnValue();
  }
  if (out.exit && out.returned && isShadowed(out.key.returned))
    eachLane([&] { out.returnedShadows.push_back(shadowOf(out.returned)); });
}

/// The same of what integer parameters hide: nothing need say it of their shadows, which may only
/// be moved.
void ShadowBuilder::declareHidden() {
  for (const Argument &parameter : out.prepared->args()) {
    if (!parameter.getType()->isIntOrIntVectorTy())
      continue;
    auto pieces = out.types->pieces(parameter);
    unsigned i = parameter.getArgNo();
    stateInside(*out.function, out.signature.primalParameter[i], pieces);
    if (auto shadow = out.signature.shadowParameter[i])
      eachLane([&] { stateInside(*out.function, *shadow + lane, pieces); });
  }
}

bool ShadowBuilder::build() {
  copyFunction();
  declareLayouts();
  declareHidden();
  if (out.key.mode == Mode::ReverseAugmented)
    moveAllocasToTape();
  out.shadows.resize(out.width());
  for (unsigned i = 0; i != out.prepared->arg_size(); ++i)
    if (auto shadow = out.signature.shadowParameter[i]) {
      eachLane([&] {
        Argument *argument = out.function->getArg(*shadow + lane);
        argument->setName(out.prepared->getArg(i)->getName() + ".shadow");
        setShadow(out.function->getArg(out.signature.primalParameter[i]), argument);
      });
    }
  bool isWhole = true;
  for (Instruction &instruction : instructions(*out.prepared))
    isWhole &= shadowInstruction(instruction);
  takeReturn();
  for (Instruction &instruction : instructions(*out.prepared))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && allocatorFact(*call))
      releaseLost(*call);
  if (isWhole)
    guardExceptions();
  return isWhole;
}

bool ShadowBuilder::shadowInstruction(Instruction &prepared) {
  if (auto *call = dyn_cast<CallBase>(&prepared))
    return shadowCall(*call);
  if (auto *difference = dyn_cast<BinaryOperator>(&prepared))
    eachLane([&] { guardDistance(*difference); });
  // What is exchanged may be a number's bits, however it is judged (plan/Linearise.cpp).
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&prepared);
      exchange && needsShadow(copyOf(*exchange->getPointerOperand())))
    eachLane([&] { shadowOf(copyOf(*exchange->getPointerOperand())); });
  if (!out.activity->isActive(prepared))
    return true;
  if (auto *store = dyn_cast<StoreInst>(&prepared))
    eachLane([&] { shadowStore(*store); });
  else if (auto *load = dyn_cast<LoadInst>(&prepared))
    eachLane([&] { shadowOf(copyOf(*load->getPointerOperand())); });
  else if (auto *update = dyn_cast<AtomicRMWInst>(&prepared))
    eachLane([&] { shadowOf(copyOf(*update->getPointerOperand())); });
  return true;
}

/// Where memory that has no shadow may be written to, the run stops rather than lose what is
/// written. Nothing is lost of a pointer `stored` whose shadow is itself, or null.
void ShadowBuilder::guardWrite(IRBuilderBase &builder, const Written &to, Value *stored,
                               const Position &where) {
  auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(to.shadow, /*MaxLookup=*/0));
  if (variable && isShadowOfGlobal(*variable) &&
      (isOfLaunch(*variable) || gpu::isShadowOfNamed(*variable)))
    return; // which is never the memory itself, and may have no place yet
  Value *memory = to.memory;
  if (stored && stored->getType()->isPointerTy()) {
    Value *shadow = shadowOf(stored);
    Value *isLost =
        builder.CreateAnd(builder.CreateICmpNE(shadow, stored), builder.CreateIsNotNull(shadow));
    memory = builder.CreateSelect(isLost, memory, Constant::getNullValue(memory->getType()));
  }
  RuntimeCalls(*out.function->getParent()).written(builder, memory, to.shadow, where);
}

/// Store of a pointer p through q:  *q' = p'.  Floats are emit/'s business.
void ShadowBuilder::shadowStore(StoreInst &prepared) {
  Value *pointer = copyOf(*prepared.getPointerOperand());
  Value *shadow = shadowOf(pointer);
  const Value &value = *prepared.getValueOperand();
  bool isActive = out.activity->isActive(value);
  bool isPointer = value.getType()->isPointerTy() && out.types->carriesPointer(value) &&
                   !isa<Constant>(value) && needsShadow(pointer);
  if (isMixed(pointer) && (isActive || isPointer) && !mutation::breaks("shadow.written", "store")) {
    auto *copy = cast<StoreInst>(copyOf(prepared));
    IRBuilder<> builder(copy);
    guardWrite(builder, {pointer, shadow}, isActive ? nullptr : copy->getValueOperand(),
               Position::of(prepared));
  }
  if (!out.types->carriesPointer(value) || !needsShadow(pointer) ||
      mutation::breaks("shadow.store"))
    return;
  auto *copy = cast<StoreInst>(copyOf(prepared));
  Value *stored = shadowOf(copy->getValueOperand());
  IRBuilder<> builder(copy->getNextNode());
  if (isMixed(pointer) && !mutation::breaks("shadow.mixed", "store")) {
    Value *sink = entrySink(*out.function, stored->getType());
    shadow = writableShadow(builder, pointer, shadow, sink);
  }
  builder.CreateAlignedStore(stored, shadow, copy->getAlign());
}

/// Bytes of a shadow, none where the memory is its own shadow.
Value *ShadowBuilder::bytesOfShadow(IRBuilderBase &builder, MemIntrinsic &prepared, Value *shadow) {
  Value *size = copyOf(*prepared.getLength()), *memory = copyOf(*prepared.getRawDest());
  if (!isMixed(memory) || mutation::breaks("shadow.mixed", "transfer"))
    return size;
  return builder.CreateSelect(builder.CreateICmpEQ(shadow, memory),
                              ConstantInt::get(size->getType(), 0), size);
}

/// p[..] = 0 in reverse: the shadow's pointers are null from now on, as the program's are; its
/// adjoints wait for the reverse sweep. Fresh memory needs none of it.
void ShadowBuilder::shadowFill(MemSetInst &prepared) {
  Layout bytes = out.types->accessed(prepared);
  bool isNeeded = isReverse() && needsShadow(copyOf(*prepared.getRawDest())) &&
                  !prepared.hasMetadata(zeroedMark) && (!bytes.known || bytes.hasPointers());
  Value *to = shadowOf(copyOf(*prepared.getRawDest()));
  if (!isNeeded || mutation::breaks("shadow.fill"))
    return;
  IRBuilder<> builder(cast<Instruction>(copyOf(prepared))->getNextNode());
  Value *size = bytesOfShadow(builder, prepared, to);
  RuntimeCalls runtime(*out.function->getParent());
  if (!bytes.known)
    runtime.forgetAddresses(builder, to, size);
  else if (bytes.hasFloats())
    runtime.clearPointers(builder, to, size, bytes);
  else
    builder.CreateMemSet(to, builder.getInt8(0), size, prepared.getDestAlign())
        ->setMetadata(layoutMetadata, encode(bytes, prepared.getContext()));
}

/// memcpy, memmove, memset: the addresses now; in reverse also the pointers
/// inside (in forward mode the whole shadow moves with the tangents).
void ShadowBuilder::shadowTransfer(MemIntrinsic &prepared) {
  if (auto *fill = dyn_cast<MemSetInst>(&prepared))
    return shadowFill(*fill);
  auto *transfer = cast<MemTransferInst>(&prepared);
  Value *to = shadowOf(copyOf(*prepared.getRawDest()));
  Value *from = shadowOf(copyOf(*transfer->getRawSource()));
  Layout bytes = out.types->accessed(prepared);
  // A derivative of this one sees less than was seen here, and may not guess.
  auto *copy = cast<Instruction>(copyOf(prepared));
  if (!bytes.known && !copy->hasMetadata(unknownBytesMetadata))
    markUnknownBytes(*copy, Type::getVoidTy(copy->getContext()));
  bool movesFloats = !bytes.known || bytes.hasFloats();
  if ((movesFloats || bytes.hasPointers()) && isMixed(copyOf(*prepared.getRawDest())) &&
      needsShadow(copyOf(*transfer->getRawSource())) &&
      !mutation::breaks("shadow.written", "copy")) {
    IRBuilder<> builder(copy);
    guardWrite(builder, {copyOf(*prepared.getRawDest()), to},
               movesFloats ? nullptr : copyOf(*transfer->getRawSource()), Position::of(prepared));
  }
  if (!isReverse() || !needsShadow(copyOf(*prepared.getRawDest())))
    return;
  if ((bytes.known && !bytes.hasPointers()) || mutation::breaks("shadow.transfer"))
    return;
  IRBuilder<> builder(copy->getNextNode());
  Value *size = bytesOfShadow(builder, prepared, to);
  RuntimeCalls runtime(*out.function->getParent());
  if (!bytes.known && from == copyOf(*transfer->getRawSource()))
    fillWordsOfConstant(*from);
  if (!bytes.known)
    runtime.copyRaw(builder, {to, from, size, Position::of(prepared)}, /*isFromConst=*/false);
  else if (!bytes.hasFloats())
    builder.CreateMemMove(to, prepared.getDestAlign(), from, transfer->getSourceAlign(), size)
        ->setMetadata(layoutMetadata, encode(bytes, prepared.getContext()));
  else
    runtime.copyPointers(builder, to, from, size, bytes);
}

std::unique_ptr<ShadowedPrimal> buildShadowedPrimal(Context &context, const DerivativeKey &key,
                                                    const Analysed &analysed,
                                                    const RegionPlan &regions) {
  auto out = std::make_unique<ShadowedPrimal>();
  out->key = key;
  out->signature = Signature::of(key);
  out->prepared = &analysed.prepared;
  out->types = &analysed.types;
  out->activity = &analysed.activity;
  out->regions = &regions;
  out->userRules = &context.userRules;
  out->function = context.derivatives.at(key);
  out->mayContract = any_of(instructions(analysed.prepared), [](const Instruction &at) {
    auto *call = dyn_cast<IntrinsicInst>(&at);
    return call && call->getIntrinsicID() == Intrinsic::fmuladd;
  });
  out->sumsInAnyOrder = context.options.reassociate;
  ShadowBuilder builder(context, *out);
  if (!builder.build())
    return nullptr;
  out->guarded = guardedProductsIn(*out->function);
  if (!isForward(key.mode))
    out->control = recordControl(*out->function);
  if (key.mode == Mode::ReverseAugmented || key.mode == Mode::ReverseCombined) {
    findOwnSums(*out);
    findLaunchSums(*out);
  }
  return out;
}

Value *ShadowedPrimal::copyOf(const Value *value) const {
  if (isa<Constant>(value) || isa<InlineAsm>(value) || isa<MetadataAsValue>(value))
    return const_cast<Value *>(value); // constants are shared by both functions
  Value *copy = copies->lookup(value);
  assert(copy && "value of the prepared function without a copy");
  return copy;
}

Position positionIn(const ShadowedPrimal &primal, const Instruction &copy) {
  const auto *origin = dyn_cast_or_null<Instruction>(primal.origin(&copy));
  return origin ? Position::of(*origin) : Position();
}

bool ShadowedPrimal::isActive(const Value *copy) const {
  const Value *value = origin(copy);
  return value && activity->isActive(*value);
}

PointerActivity ShadowedPrimal::pointerActivity(const Value *copy) const {
  if (auto *constant = dyn_cast<Constant>(copy))
    return activity->pointer(*constant);
  const Value *value = origin(copy);
  return value ? activity->pointer(*value) : PointerActivity::Const;
}

const DerivativeCall *ShadowedPrimal::derivativeCallFor(const Value *call) const {
  for (const DerivativeCall &made : calls)
    if (made.call == call)
      return &made;
  return nullptr;
}

} // namespace enzyme
