//===- State.cpp ----------------------------------------------------------===//
#include "prepare/checkpoint/State.h"
#include "prepare/Writes.h"
#include "prepare/checkpoint/Marks.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {

LoopState::LoopState(Loop &loop, const TypeResults &types, Analyses &analyses)
    : loop(loop), types(types), analyses(analyses), evolution(analyses.scalarEvolution()),
      ranges(evolution, *loop.getLoopPreheader()) {
  if (!gather())
    return;
  for (const Access &access : accesses)
    if (access.isWrite && !place(access, written))
      return;
  for (const Access &access : accesses)
    if (!access.isWrite && !isNeverChanged(access) && !place(access, read))
      return;
}

bool LoopState::fail(const std::string &why) {
  obstacle = why;
  return false;
}

bool LoopState::note(Instruction &at, Value *pointer, bool isWrite) {
  accesses.push_back({&at, pointer, isWrite});
  return true;
}

/// Memory that the iteration makes itself.
bool LoopState::isMadeInside(const Value &object) const {
  auto *call = dyn_cast<CallBase>(&object);
  return call && loop.contains(call) && allocatorFact(*call);
}

bool LoopState::gatherCall(CallBase &call) {
  if (auto *bytes = dyn_cast<MemIntrinsic>(&call)) {
    Layout moved = types.accessed(call);
    if (bytes->isVolatile() || (isa<MemTransferInst>(bytes) && (!moved.known || moved.hasPointers())))
      return fail("copies memory that may hold pointers");
    if (auto *transfer = dyn_cast<MemTransferInst>(bytes))
      note(call, transfer->getRawSource(), false);
    return note(call, bytes->getRawDest(), true);
  }
  if (isLoopMark(call) || formulaFor(call) || allocatorFact(call) || call.isLifetimeStartOrEnd() ||
      (isa<IntrinsicInst>(call) && (call.doesNotAccessMemory() || isInactiveIntrinsic(call))))
    return true;
  if (std::optional<DeallocatorFact> fact = deallocatorFact(call)) {
    bool isOwn = all_of(objectsOf(*call.getArgOperand(fact->pointerArgument)),
                        [&](const Value *object) { return isMadeInside(*object); });
    return isOwn || fail("frees memory that was there before");
  }
  MemoryEffects effects = call.getMemoryEffects().getWithoutLoc(IRMemLocation::ErrnoMem);
  const Function *callee = call.getCalledFunction();
  std::string name = callee ? "calls '" + callee->getName().str() + "'" : "calls a function pointer";
  if (effects.doesNotAccessMemory() && !call.mayThrow())
    return true;
  bool isVisible = callee && !callee->isDeclaration();
  if (!isVisible || !effects.onlyAccessesInaccessibleOrArgMem())
    return fail(name + ", which may do more than change memory that is known before the loop");
  for (Value *argument : call.args())
    if (argument->getType()->isPointerTy())
      note(call, argument, !effects.onlyReadsMemory());
  return true;
}

/// Memory of one iteration's own may not live longer than that.
bool LoopState::keepsOwnMemory() {
  SmallVector<BasicBlock *, 4> places;
  loop.getUniqueExitBlocks(places);
  places.push_back(loop.getHeader());
  for (BasicBlock *place : places)
    for (PHINode &phi : place->phis())
      if (phi.getType()->isPointerTy() &&
          any_of(objectsOf(phi), [&](const Value *object) { return isMadeInside(*object); }))
        return fail("allocates memory that is used after its iteration");
  return true;
}

/// All reads and writes of an iteration, or what stands in the way.
bool LoopState::gather() {
  if (!keepsOwnMemory())
    return false;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &at : *block) {
      if (auto *load = dyn_cast<LoadInst>(&at)) {
        if (!load->isSimple())
          return fail("reads memory that others change");
        note(at, load->getPointerOperand(), false);
      } else if (auto *store = dyn_cast<StoreInst>(&at)) {
        Value *value = store->getValueOperand();
        bool isOwn = all_of(objectsOf(*store->getPointerOperand()),
                            [&](const Value *object) { return isMadeInside(*object); });
        if (!store->isSimple())
          return fail("writes memory that others see");
        if (!isOwn && (value->getType()->isPtrOrPtrVectorTy() || types.carriesPointer(*value)))
          return fail("stores pointers in memory");
        note(at, store->getPointerOperand(), true);
      } else if (auto *call = dyn_cast<CallBase>(&at)) {
        if (!gatherCall(*call))
          return false;
      } else if (at.mayReadOrWriteMemory() || isa<AllocaInst>(at)) {
        return fail(isa<AllocaInst>(at) ? "makes variables whose number is not known"
                                        : "changes memory in a way that others see");
      }
    }
  return true;
}

/// What nobody changes needs no copy.
bool LoopState::isNeverChanged(const Access &access) {
  if (access.at->hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  return all_of(objectsOf(*access.pointer), [](const Value *object) {
    auto *global = dyn_cast<GlobalVariable>(object);
    return global && global->isConstant();
  });
}

/// The size of a whole object that is there before the loop; null if nobody knows.
Value *LoopState::sizeOf(Value &object) {
  const DataLayout &layout = loop.getHeader()->getDataLayout();
  Type *word = Type::getInt64Ty(object.getContext());
  if (auto *variable = dyn_cast<AllocaInst>(&object)) {
    std::optional<TypeSize> bytes = variable->getAllocationSize(layout);
    return bytes && !bytes->isScalable() ? ConstantInt::get(word, bytes->getFixedValue()) : nullptr;
  }
  if (auto *global = dyn_cast<GlobalVariable>(&object)) {
    uint64_t bytes = layout.getTypeAllocSize(global->getValueType());
    bool isWhole = bytes != 0 && (global->hasDefinitiveInitializer() || !isa<ArrayType>(global->getValueType()));
    return isWhole ? ConstantInt::get(word, bytes) : nullptr;
  }
  auto *call = dyn_cast<CallBase>(&object);
  auto fact = call ? allocatorFact(*call) : std::nullopt;
  if (!fact || fact->sizeArgument < 0 || loop.contains(call))
    return nullptr;
  auto argument = [&](int index) {
    return evolution.getNoopOrZeroExtend(evolution.getSCEV(call->getArgOperand(index)), word);
  };
  const SCEV *bytes = argument(fact->sizeArgument);
  if (fact->countArgument >= 0)
    bytes = evolution.getMulExpr(bytes, argument(fact->countArgument));
  if (!canExpand(bytes))
    return nullptr;
  SCEVExpander expander(evolution, "bytes");
  return expander.expandCodeFor(bytes, word, loop.getLoopPreheader()->getTerminator());
}

bool LoopState::canExpand(const SCEV *expression) {
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  return SCEVExpander(evolution, "range").isSafeToExpandAt(expression, at);
}

/// The values that `pointer` may have through phis and selects.
static SmallSetVector<Value *, 4> originsOf(Value &pointer) {
  SmallSetVector<Value *, 4> origins;
  SmallSetVector<Value *, 8> seen;
  seen.insert(&pointer);
  for (unsigned i = 0; i != seen.size(); ++i) {
    if (auto *phi = dyn_cast<PHINode>(seen[i])) {
      for (Value *incoming : phi->incoming_values())
        seen.insert(incoming);
    } else if (auto *choice = dyn_cast<SelectInst>(seen[i])) {
      seen.insert(choice->getTrueValue());
      seen.insert(choice->getFalseValue());
    } else if (!isa<ConstantPointerNull, UndefValue>(seen[i])) {
      origins.insert(seen[i]);
    }
  }
  return origins;
}

bool LoopState::place(const Access &access, Extents &extents) {
  auto *counted = dyn_cast<SCEVUnknown>(evolution.getPointerBase(evolution.getSCEV(access.pointer)));
  Value &from = counted ? *counted->getValue() : *access.pointer;
  return all_of(originsOf(from), [&](Value *base) { return placeAt(access, *base, extents); });
}

/// What `access` touches if its address counts from `base`.
bool LoopState::placeAt(const Access &access, Value &base, Extents &extents) {
  SmallVector<const Value *, 4> objects = objectsOf(base);
  bool isWhole = !objects.empty();
  for (const Value *object : objects) {
    if (isMadeInside(*object))
      continue;
    // const_cast: the function is ours to look at and to add to
    Value *bytes = sizeOf(const_cast<Value &>(*object));
    isWhole &= bytes != nullptr;
    if (bytes)
      extents[const_cast<Value *>(object)].allBytes = bytes;
  }
  if (isWhole)
    return true;
  std::string what = access.isWrite ? "writes to" : "reads";
  std::string name = base.hasName() && !base.getName().contains('.') ? " '" + base.getName().str() + "'" : "";
  auto fail = [&] {
    return this->fail(what + " memory" + name + " of a size that is not known before the loop");
  };
  auto *made = dyn_cast<Instruction>(&base);
  if ((made && loop.contains(made)) || isa<CallBase>(access.at) != isa<MemIntrinsic>(access.at))
    return fail();
  auto *counted = dyn_cast<SCEVUnknown>(evolution.getPointerBase(evolution.getSCEV(access.pointer)));
  auto bounds = counted ? ranges.ofDistance(*access.at, evolution.removePointerBase(
                                                            evolution.getSCEV(access.pointer)))
                        : std::nullopt;
  if (!bounds || !canExpand(bounds->low) || !canExpand(bounds->high))
    return fail();
  Extent &extent = extents[&base];
  if (extent.bounds) {
    AccessRange all{&base, extent.bounds->low, extent.bounds->high};
    ranges.unite(all, {&base, bounds->low, bounds->high});
    bounds = Bounds{all.low, all.high};
  }
  extent.bounds = bounds;
  return true;
}

namespace {

/// A loop that does not run has a count below zero, which an unsigned word would make large.
class Signed : public SCEVRewriteVisitor<Signed> {
public:
  explicit Signed(ScalarEvolution &evolution) : SCEVRewriteVisitor(evolution) {}
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *wide) {
    return SE.getSignExtendExpr(visit(wide->getOperand()), wide->getType());
  }
};

} // namespace

SmallVector<StatePiece, 8> LoopState::emit() {
  SmallVector<StatePiece, 8> pieces;
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  SCEVExpander expander(evolution, "state");
  IRBuilder<> builder(at);
  Signed asSigned(evolution);
  auto addRange = [&](PieceKind kind, Value *base, const SCEV *low, const SCEV *high) {
    const SCEV *lowest = asSigned.visit(low);
    const SCEV *size = evolution.getMinusSCEV(asSigned.visit(high), lowest);
    if (size->isZero() || evolution.isKnownNegative(size))
      return;
    Value *distance = expander.expandCodeFor(lowest, builder.getInt64Ty(), at);
    Value *bytes = expander.expandCodeFor(size, builder.getInt64Ty(), at);
    pieces.push_back({kind, builder.CreatePtrAdd(base, distance, "state"), bytes});
  };
  for (auto &[base, extent] : written)
    if (extent.allBytes)
      pieces.push_back({PieceKind::State, base, extent.allBytes});
    else
      addRange(PieceKind::State, base, extent.bounds->low, extent.bounds->high);
  for (auto &[base, extent] : read) {
    Extent own = written.lookup(base);
    if (own.allBytes)
      continue;
    if (extent.allBytes) {
      pieces.push_back({PieceKind::Constant, base, extent.allBytes});
    } else if (own.bounds) { // what lies around the state: a rim
      addRange(PieceKind::Constant, base, extent.bounds->low, own.bounds->low);
      addRange(PieceKind::Constant, base, own.bounds->high, extent.bounds->high);
    } else {
      addRange(PieceKind::Constant, base, extent.bounds->low, extent.bounds->high);
    }
  }
  // What a loop that does not run would have computed may be poison.
  for (Instruction *inserted : expander.getAllInsertedInstructions())
    inserted->dropPoisonGeneratingFlags();
  return pieces;
}

} // namespace enzyme
