//===- State.cpp ----------------------------------------------------------===//
#include "checkpoint/State.h"
#include "checkpoint/Marks.h"
#include "checkpoint/Scratch.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace enzyme {

LoopState::LoopState(Loop &loop, const TypeResults &types, Analyses &analyses)
    : loop(loop), types(types), dominators(analyses.dominators()), loops(analyses.loopInfo()),
      evolution(analyses.scalarEvolution()), ranges(evolution, *loop.getLoopPreheader()),
      writes(*loop.getHeader()->getParent(), analyses) {
  if (!gather())
    return;
  scratch = writesToScratch(loop, analyses, writes);
  for (const Access &access : accesses)
    if (access.isWrite && !place(access, written))
      return;
  for (const Access &access : accesses)
    if (!access.isWrite && !isNeverChanged(access) && !place(access, read))
      return;
}

bool LoopState::fail(const std::string &why, const Instruction *at) {
  obstacle = why;
  obstacleAt = at;
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
    if (bytes->isVolatile() ||
        (isa<MemTransferInst>(bytes) && (!moved.known || moved.hasPointers())))
      return fail("copies memory that may hold pointers", &call);
    if (auto *transfer = dyn_cast<MemTransferInst>(bytes))
      note(call, transfer->getRawSource(), false);
    return note(call, bytes->getRawDest(), true);
  }
  if (isLoopMark(call) || isFormulaOfValues(call) || allocatorFact(call) ||
      call.isLifetimeStartOrEnd() ||
      (isa<IntrinsicInst>(call) && (call.doesNotAccessMemory() || isInactiveIntrinsic(call))))
    return true;
  if (std::optional<DeallocatorFact> fact = deallocatorFact(call)) {
    bool isOwn = all_of(objectsOf(*call.getArgOperand(fact->pointerArgument)),
                        [&](const Value *object) { return isMadeInside(*object); });
    return isOwn || fail("frees memory that was there before", &call);
  }
  MemoryEffects effects = call.getMemoryEffects().getWithoutLoc(IRMemLocation::ErrnoMem);
  const Function *callee = call.getCalledFunction();
  std::string name =
      callee ? "calls '" + callee->getName().str() + "'" : "calls a function pointer";
  if (effects.doesNotAccessMemory() && !call.mayThrow())
    return true;
  bool isVisible = callee && (!callee->isDeclaration() || formulaFor(call));
  if (!isVisible || !effects.onlyAccessesInaccessibleOrArgMem())
    return fail(name + ", which may do more than change memory that is known before the loop",
                &call);
  for (unsigned i = 0; i != call.arg_size(); ++i)
    if (Value *argument = call.getArgOperand(i); argument->getType()->isPointerTy())
      note(call, argument, !effects.onlyReadsMemory() && !call.onlyReadsMemory(i));
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
          return fail("reads memory that others change", load);
        note(at, load->getPointerOperand(), false);
      } else if (auto *store = dyn_cast<StoreInst>(&at)) {
        Value *value = store->getValueOperand();
        bool isOwn = all_of(objectsOf(*store->getPointerOperand()),
                            [&](const Value *object) { return isMadeInside(*object); });
        if (!store->isSimple())
          return fail("writes memory that others see", store);
        if (!isOwn && (value->getType()->isPtrOrPtrVectorTy() || types.carriesPointer(*value)))
          return fail("stores pointers in memory", store);
        note(at, store->getPointerOperand(), true);
      } else if (auto *call = dyn_cast<CallBase>(&at)) {
        if (!gatherCall(*call))
          return false;
      } else if (at.mayReadOrWriteMemory() || isa<AllocaInst>(at)) {
        return fail(isa<AllocaInst>(at) ? "makes variables whose number is not known"
                                        : "changes memory in a way that others see",
                    &at);
      }
    }
  return true;
}

static bool isConstantVariable(const Value &object) {
  auto *global = dyn_cast<GlobalVariable>(object.stripInBoundsConstantOffsets());
  return global && global->isConstant();
}

/// What is never changed needs no copy.
bool LoopState::isNeverChanged(const Access &access) {
  if (access.at->hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  return all_of(objectsOf(*access.pointer),
                [](const Value *object) { return isConstantVariable(*object); });
}

/// Does the function leave alone what is read, but for the loop itself, whose state is put
/// back? Of objects from outside their callers must be asked, too.
bool LoopState::isStable(const Access &access) {
  auto *load = dyn_cast<LoadInst>(access.at);
  MemoryLocation read =
      load ? MemoryLocation::get(load) : MemoryLocation::getBeforeOrAfter(access.pointer);
  auto isOutside = [&](const Value *object) {
    auto *made = dyn_cast<Instruction>(object);
    return isa<Argument>(object) || (made && !loop.contains(made));
  };
  return (load || isa<CallBase>(access.at)) && all_of(objectsOf(*access.pointer), isOutside) &&
         none_of(writes.all(), [&](const Instruction *write) {
           return !loop.contains(write) && writes.mayRunAfter(*write, *loop.getHeader()) &&
                  writes.mayTouch(*write, read);
         });
}

/// The size of a whole object that is there before the loop; null if unknown.
Value *LoopState::sizeOf(Value &object) {
  const DataLayout &layout = loop.getHeader()->getDataLayout();
  Type *word = Type::getInt64Ty(object.getContext());
  if (auto *variable = dyn_cast<AllocaInst>(&object)) {
    std::optional<TypeSize> bytes = variable->getAllocationSize(layout);
    return bytes && !bytes->isScalable() ? ConstantInt::get(word, bytes->getFixedValue()) : nullptr;
  }
  if (auto *global = dyn_cast<GlobalVariable>(&object)) {
    uint64_t bytes = layout.getTypeAllocSize(global->getValueType());
    bool isWhole = bytes != 0 &&
                   (global->hasDefinitiveInitializer() || !isa<ArrayType>(global->getValueType()));
    return isWhole ? ConstantInt::get(word, bytes) : nullptr;
  }
  auto *call = dyn_cast<CallBase>(&object);
  const SCEV *bytes = call ? sizeOfAllocation(*call) : nullptr;
  if (!bytes)
    return nullptr;
  SCEVExpander expander(evolution, "bytes");
  return expander.expandCodeFor(bytes, word, loop.getLoopPreheader()->getTerminator());
}

/// Of an allocation outside the loop, as it can be computed in front of the loop; null if it
/// cannot.
const SCEV *LoopState::sizeOfAllocation(CallBase &call) {
  auto fact = allocatorFact(call);
  if (!fact || fact->sizeArgument < 0 || loop.contains(&call))
    return nullptr;
  auto argument = [&](int index) {
    return evolution.getNoopOrZeroExtend(evolution.getSCEV(call.getArgOperand(index)),
                                         Type::getInt64Ty(call.getContext()));
  };
  const SCEV *bytes = argument(fact->sizeArgument);
  if (fact->countArgument >= 0)
    bytes = evolution.getMulExpr(bytes, argument(fact->countArgument));
  return canExpand(bytes) ? bytes : nullptr;
}

/// In all iterations of the loops that `call` lies in?
bool LoopState::isTheSameEachTime(const SCEV &bytes, const CallBase &call) const {
  for (Loop *around = loops.getLoopFor(call.getParent()); around; around = around->getParentLoop())
    if (!evolution.isLoopInvariant(&bytes, around))
      return false;
  return true;
}

/// The address of something that was allocated under a condition, or null, as a `std::vector` of
/// no elements has it: the size of what it is the beginning of, which is zero then. Null if that
/// is not known, or another each time the allocation runs: the address may be of an earlier one.
Value *LoopState::sizeIfAllocated(Value &base) {
  const SCEV *bytes = nullptr;
  SmallSetVector<Value *, 8> seen;
  seen.insert(&base);
  for (unsigned i = 0; i != seen.size(); ++i)
    if (auto *phi = dyn_cast<PHINode>(seen[i])) {
      seen.insert_range(phi->incoming_values());
    } else if (auto *choice = dyn_cast<SelectInst>(seen[i])) {
      seen.insert(choice->getTrueValue());
      seen.insert(choice->getFalseValue());
    } else if (!isa<ConstantPointerNull>(seen[i])) {
      auto *call = dyn_cast<CallBase>(seen[i]);
      const SCEV *own = call ? sizeOfAllocation(*call) : nullptr;
      if (!own || (bytes && bytes != own) || !isTheSameEachTime(*own, *call))
        return nullptr;
      bytes = own;
    }
  auto *made = dyn_cast<Instruction>(&base);
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  if (!bytes || !made || !dominators.dominates(made, at))
    return nullptr;
  IRBuilder<> builder(at);
  SCEVExpander expander(evolution, "bytes");
  Value *allocated = expander.expandCodeFor(bytes, builder.getInt64Ty(), at);
  return builder.CreateSelect(builder.CreateIsNull(&base), builder.getInt64(0), allocated);
}

bool LoopState::canExpand(const SCEV *expression) {
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  return SCEVExpander(evolution, "range").isSafeToExpandAt(expression, at);
}

/// The values that `pointer` may have through phis and selects of the loop.
static SmallSetVector<Value *, 4> originsOf(Value &pointer, const Loop &loop) {
  SmallSetVector<Value *, 4> origins;
  SmallSetVector<Value *, 8> seen;
  seen.insert(&pointer);
  for (unsigned i = 0; i != seen.size(); ++i) {
    if (loop.isLoopInvariant(seen[i])) {
      if (!isa<ConstantPointerNull, UndefValue>(seen[i]))
        origins.insert(seen[i]);
    } else if (auto *phi = dyn_cast<PHINode>(seen[i])) {
      for (Value *incoming : phi->incoming_values())
        seen.insert(incoming);
    } else if (auto *choice = dyn_cast<SelectInst>(seen[i])) {
      seen.insert(choice->getTrueValue());
      seen.insert(choice->getFalseValue());
    } else {
      origins.insert(seen[i]);
    }
  }
  return origins;
}

bool LoopState::place(const Access &access, Extents &extents) {
  auto *counted =
      dyn_cast<SCEVUnknown>(evolution.getPointerBase(evolution.getSCEV(access.pointer)));
  Value &from = counted ? *counted->getValue() : *access.pointer;
  return all_of(originsOf(from, loop),
                [&](Value *base) { // a constant cannot be put back
                  return isConstantVariable(*base) || placeAt(access, *base, extents);
                });
}

/// Do all objects behind `base` have a known size, or are the iteration's own?
bool LoopState::placeWhole(const Access &access, Value &base, Extents &extents) {
  SmallVector<const Value *, 4> objects = objectsOf(base);
  bool isWhole = !objects.empty();
  if (isa<PHINode, SelectInst>(base)) {
    Value *known = extents.lookup(&base).allBytes;
    if (Value *bytes = known ? known : sizeIfAllocated(base)) {
      extents[&base].allBytes = bytes;
      extents[&base].isScratch &= scratch.contains(access.at);
      return true;
    }
  }
  for (const Value *object : objects) {
    if (isMadeInside(*object) || isConstantVariable(*object))
      continue;
    auto &own = const_cast<Value &>(*object); // const_cast: the function is ours to add to
    auto *made = dyn_cast<Instruction>(&own);
    // Of an allocation in a loop around this one a phi may hold an earlier iteration's.
    bool isThisOne = !made || !loops.getLoopFor(made->getParent()) ||
                     getUnderlyingObject(&base, /*MaxLookup=*/0) == object;
    bool isThere = !made || (isThisOne &&
                             dominators.dominates(made, loop.getLoopPreheader()->getTerminator()));
    Value *bytes = isThere ? sizeOf(own) : nullptr;
    isWhole &= bytes != nullptr;
    if (!bytes)
      continue;
    extents[&own].allBytes = bytes;
    extents[&own].isScratch &= scratch.contains(access.at);
  }
  return isWhole;
}

/// The conditions under which `access` happens in an iteration; none if one of them changes.
/// A way out of the loop is none: then the loop has run, up to there.
std::optional<LoopState::Guards> LoopState::guardsOf(const Access &access,
                                                     bool movesWithLoop) const {
  Guards guards;
  BasicBlock *block = access.at->getParent();
  while (block != loop.getHeader()) {
    BasicBlock *above = dominators.getNode(block)->getIDom()->getBlock();
    Loop *around = loops.getLoopFor(above);
    Instruction *decision = above->getTerminator();
    bool isBehindLoop = !around->contains(block);
    auto isWayTo = [&](BasicBlock *next) {
      return dominators.dominates(BasicBlockEdge(above, next), block);
    };
    auto way = find_if(successors(decision), isWayTo);
    bool isDecided = decision->getNumSuccessors() > 1 && way != succ_end(decision) && !isBehindLoop;
    bool isWayOut = isDecided && around->isLoopExiting(above);
    if (isWayOut && (around != &loop || movesWithLoop))
      return std::nullopt;
    auto *branch = dyn_cast<BranchInst>(decision);
    if (isDecided && !isWayOut) {
      if (!branch || !loop.isLoopInvariant(branch->getCondition()))
        return std::nullopt;
      guards.push_back({branch->getCondition(), *way == branch->getSuccessor(0)});
    }
    block = above;
  }
  return guards;
}

/// Do the loops around it run as often as is known before?
bool LoopState::countsExactly(const Access &access, bool movesWithLoop) const {
  for (Loop *around = loops.getLoopFor(access.at->getParent());; around = around->getParentLoop()) {
    bool isKnown = !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(around));
    if (around == &loop)
      return isKnown || !movesWithLoop;
    if (!isKnown)
      return false;
  }
}

/// The distances from `base` that `access` can touch, if they are known before the loop.
std::optional<LoopState::Bounds> LoopState::boundsOf(const Access &access, Value &base) {
  auto *made = dyn_cast<Instruction>(&base);
  const SCEV *address = evolution.getSCEV(access.pointer);
  bool isAccess = !isa<CallBase>(access.at) || isa<MemIntrinsic>(access.at);
  if ((made && loop.contains(made)) || !isAccess ||
      !isa<SCEVUnknown>(evolution.getPointerBase(address)))
    return std::nullopt;
  auto bounds = ranges.ofDistance(*access.at, evolution.removePointerBase(address));
  return bounds && canExpand(bounds->low) && canExpand(bounds->high) ? bounds : std::nullopt;
}

const LoopState::Bounds *LoopState::Extent::under(const Guards &guards) const {
  for (const auto &[known, bounds] : ranges)
    if (known == guards)
      return &bounds;
  return nullptr;
}

std::string LoopState::nameOf(const Access &access, const Value &base) const {
  const Value *object = getUnderlyingObject(&base);
  bool isNamed = isa<Argument, AllocaInst, GlobalVariable>(object) && object->hasName() &&
                 !object->getName().contains('.');
  return (access.isWrite ? "writes to memory" : "reads memory") +
         (isNamed ? " '" + object->getName().str() + "'" : "");
}

/// What `access` touches if its address counts from `base`.
bool LoopState::placeAt(const Access &access, Value &base, Extents &extents) {
  if (placeWhole(access, base, extents))
    return true;
  bool movesWithLoop = SCEVExprContains(evolution.getSCEV(access.pointer), [&](const SCEV *part) {
    auto *walk = dyn_cast<SCEVAddRecExpr>(part);
    return walk && walk->getLoop() == &loop;
  });
  std::optional<Bounds> bounds = boundsOf(access, base);
  std::optional<Guards> guards = guardsOf(access, movesWithLoop);
  bool isKnown = bounds && guards && countsExactly(access, movesWithLoop);
  if (!isKnown && !access.isWrite && loop.isLoopInvariant(&base) && isStable(access)) {
    stable.insert(&base);
    return true;
  }
  if (!isKnown)
    return fail(nameOf(access, base) + (bounds ? " under conditions that change"
                                               : " of a size that is not known before the loop"),
                access.at);
  Extent &extent = extents[&base];
  extent.isScratch &= scratch.contains(access.at);
  for (auto &[known, range] : extent.ranges)
    if (known == *guards) {
      AccessRange all{&base, range.low, range.high};
      ranges.unite(all, {&base, bounds->low, bounds->high});
      range = Bounds{all.low, all.high};
      return true;
    }
  extent.ranges.push_back({*guards, *bounds});
  return true;
}

SmallVector<StatePiece, 8> LoopState::emit() {
  SmallVector<StatePiece, 8> pieces;
  Instruction *at = loop.getLoopPreheader()->getTerminator();
  SCEVExpander expander(evolution, "state");
  IRBuilder<> builder(at);
  auto add = [&](PieceKind kind, Value *base, const Guards &guards, Bounds range) {
    const SCEV *size = evolution.getMinusSCEV(range.high, range.low);
    if (size->isZero() || evolution.isKnownNegative(size))
      return;
    Value *distance = expander.expandCodeFor(range.low, builder.getInt64Ty(), at);
    Value *bytes = expander.expandCodeFor(size, builder.getInt64Ty(), at);
    for (auto [condition, outcome] : guards) {
      Value *none = builder.getInt64(0);
      bytes = builder.CreateSelect(builder.CreateFreeze(condition), outcome ? bytes : none,
                                   outcome ? none : bytes);
    }
    pieces.push_back({kind, builder.CreatePtrAdd(base, distance, "state"), bytes, base});
  };
  for (auto &[base, extent] : written) {
    PieceKind kind = extent.isScratch ? PieceKind::Scratch : PieceKind::State;
    if (extent.allBytes)
      pieces.push_back({kind, base, extent.allBytes, base});
    for (auto &[guards, range] : extent.ranges)
      add(kind, base, guards, range);
  }
  for (auto &[base, extent] : read) {
    Extent own = written.lookup(base);
    if (extent.allBytes && !own.allBytes)
      pieces.push_back({PieceKind::Constant, base, extent.allBytes, base});
    for (auto &[guards, range] : extent.ranges)
      if (const Bounds *state = own.under(guards)) { // what lies around the state: a rim
        add(PieceKind::Constant, base, guards, {range.low, state->low});
        add(PieceKind::Constant, base, guards, {state->high, range.high});
      } else {
        add(PieceKind::Constant, base, guards, range);
      }
  }
  for (Value *base : stable)
    pieces.push_back({PieceKind::Stable, base, builder.getInt64(0), base});
  // What a loop that does not run would have computed may be poison.
  for (Instruction *inserted : expander.getAllInsertedInstructions())
    inserted->dropPoisonGeneratingFlags();
  return pieces;
}

} // namespace enzyme
