//===- Linearise.cpp - instruction + rule -> steps -----------------------===//
//
// Goes over the shadowed primal once. Instructions that are not active yield no
// step. For an active one the table of formulas is asked first, then the kind of
// instruction decides; what fits nowhere is refused at the user's line.
//===----------------------------------------------------------------------===//
#include "plan/Linearise.h"
#include "limits/plan.h"
#include "memory/Updates.h"
#include "memory/ZeroedMemory.h"
#include "plan/ComputedWords.h"
#include "plan/FloatsInReach.h"
#include "rules/Facts.h"
#include "rules/gpu/Devices.h"
#include "shadow/ThreadSums.h"
#include "support/BitOrigins.h"
#include "support/Mutation.h"
#include "types/DeclaredTypes.h"
#include "types/LayoutTools.h"
#include "types/NumberPart.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Zero, or the bits of a number: what lies there has no derivative, and no address.
bool isPlainConstant(const Value &value) {
  const auto *constant = dyn_cast<Constant>(&value);
  return constant && (constant->isNullValue() || isa<ConstantInt>(constant));
}

class Lineariser {
public:
  Lineariser(Context &context, const ShadowedPrimal &primal, FloatsInReach &floats, StepList &steps)
      : context(context), primal(primal), floats(floats), steps(steps) {}

  bool run() {
    unsigned before = context.diagnostics.refusals();
    for (BasicBlock &block : *primal.function) {
      current = &steps[&block];
      for (Instruction &instruction : block)
        visit(instruction);
    }
    return context.diagnostics.refusals() == before;
  }

private:
  void visit(Instruction &at);
  void visitMemory(Instruction &at, const Instruction &origin);
  void visitTransfer(MemIntrinsic &at, const Instruction &origin);
  void visitValue(Instruction &at, const Instruction &origin);
  bool isUnknownFloat(const LoadInst &origin) const;
  bool changesNumber(const AtomicRMWInst &update) const;
  bool exchangesNumber(const AtomicCmpXchgInst &exchange) const;
  void visitExchange(AtomicCmpXchgInst &at, const AtomicCmpXchgInst &origin);
  StoreStep storeOfInteger(StoreInst &store, const Instruction &origin);
  StoreStep storeOfComputed(StoreInst &store, const Instruction &origin);
  uint64_t sizeOfNumbers(const Value &pointer);
  bool insertsPart(const Instruction &origin) const;
  bool isRouting(const Instruction &at) const;
  bool comesFromHidden(const Instruction &at) const;
  bool shiftsWholeFloats(const Instruction &at) const;
  bool makesNoNumber(const Instruction &at) const;
  FloatsTogether &floatsTogether();
  Type *namedFloatMovedBy(const Instruction &copy);
  Type *floatBehind(const Value &pointer);
  bool isAmongOthers(const Value &pointer);
  LoadStep loadOf(LoadInst &load, const LoadInst &origin);
  /// May other threads of the team add to its shadow at the same time?
  bool isShared(const Value &pointer) const {
    return primal.key.inTeam && !isOwnOfThread(pointer) && !mutation::breaks("team.shared");
  }
  bool keepsOrClearsFloats(const Instruction &at) const;
  bool turnsSigns(const Instruction &at) const;
  void refuseInstruction(const Instruction &origin);
  void refuseBytes(const Instruction &origin);
  void refuseOldNumber(const Instruction &origin);
  void refuseHidden(const Instruction &origin);
  void refuseRebuilt(const Instruction &origin);
  void add(LinearStep step) { current->push_back(std::move(step)); }
  bool hasShadow(Value *pointer) const {
    return primal.pointerActivity(pointer) != PointerActivity::Const;
  }

  Context &context;
  const ShadowedPrimal &primal;
  FloatsInReach &floats;
  StepList &steps;
  std::vector<LinearStep> *current = nullptr;
  std::shared_ptr<FloatsTogether> together; ///< with what this function does
  std::optional<bool> mayMix;               ///< floats and doubles, in one memory
};

void Lineariser::visit(Instruction &at) {
  auto *origin = dyn_cast_or_null<Instruction>(primal.origin(&at));
  if (const DerivativeCall *made = primal.derivativeCallFor(&at))
    return add(CallStep{made});
  if (!origin)
    return; // a shadow pointer or a control record: no floats
  if (auto *load = dyn_cast<LoadInst>(origin); load && isUnknownFloat(*load))
    return refuseBytes(*origin);
  if (primal.types->rebuildsNumber(*origin) && primal.activity->mayHideFloats(*origin))
    return refuseRebuilt(*origin);
  if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst, MemIntrinsic>(at)) {
    if (primal.activity->isActive(*origin) || primal.isActive(&at))
      visitMemory(at, *origin);
    return;
  }
  bool isCallsResult = isa<ExtractValueInst>(at) && isa<CallBase>(origin);
  if (primal.isActive(&at) && !isCallsResult) // the call's own step moves its result
    return visitValue(at, *origin);
  if (isa<IntrinsicInst>(at) && at.mayWriteToMemory() && primal.activity->isActive(*origin))
    refuseInstruction(*origin); // what it writes would go without its derivative
}

/// Bytes of memory that may hold active floats, of which type analysis could not
/// say what they are, and which are then used as a float or put back into memory.
bool Lineariser::isUnknownFloat(const LoadInst &origin) const {
  const TypeResults &types = *primal.types;
  const DataLayout &layout = origin.getDataLayout();
  bool isAddress = types.carriesPointer(origin) && // not beside bytes of unknown contents
                   layout.getTypeStoreSize(origin.getType()) <= layout.getPointerSize();
  if (!origin.getType()->isIntOrIntVectorTy() || types.accessed(origin).known ||
      types.carriesFloat(origin) || isAddress ||
      primal.activity->pointer(*origin.getPointerOperand()) == PointerActivity::Const)
    return false;
  SmallVector<const User *, 8> work(origin.users());
  SmallPtrSet<const User *, 16> seen;
  while (!work.empty()) {
    auto *user = cast<Instruction>(work.pop_back_val());
    if (!seen.insert(user).second)
      continue;
    if (user->getType()->isFPOrFPVectorTy() && isa<BitCastInst>(user))
      return true;
    if (auto *store = dyn_cast<StoreInst>(user);
        store && !types.accessed(*store).known &&
        !(isComputedWord(*store->getValueOperand()) && primal.activity->isActive(*store)))
      return true;
    if (isa<CastInst, PHINode, SelectInst, ShuffleVectorInst, ExtractElementInst,
            InsertElementInst>(user) ||
        user->isBitwiseLogicOp() || user->isShift())
      append_range(work, user->users());
  }
  return false;
}

/// `*p ^= sign`, with nothing between that writes.
static bool turnsHighestBit(const StoreInst &store) {
  const auto *turned = dyn_cast<BinaryOperator>(store.getValueOperand());
  const APInt *mask = turned ? constantBits(*turned->getOperand(1)) : nullptr;
  if (!mask || turned->getOpcode() != Instruction::Xor || !mask->isSignMask() ||
      !turned->getType()->isIntegerTy())
    return false;
  const auto *load = dyn_cast<LoadInst>(turned->getOperand(0));
  if (!load || load->getPointerOperand() != store.getPointerOperand() || !load->isSimple() ||
      load->getParent() != store.getParent() || !store.isSimple())
    return false;
  for (const Instruction *at = load; at != &store; at = at->getNextNode())
    if (at->mayWriteToMemory())
      return false;
  return true;
}

/// Is the integer that is stored computed from a load of the same place?
static bool isMadeOfWhatLayThere(const StoreInst &store) {
  SmallSetVector<const Value *, 8> seen;
  seen.insert(store.getValueOperand());
  for (unsigned i = 0; i != seen.size() && i != limits::valuesLyingThere; ++i) {
    const auto *made = dyn_cast<Instruction>(seen[i]);
    if (const auto *load = dyn_cast_or_null<LoadInst>(made);
        load && load->getPointerOperand() == store.getPointerOperand())
      return true;
    if (made && isa<BinaryOperator, CastInst, SelectInst, CallBase, FreezeInst>(made))
      seen.insert_range(made->operand_values());
  }
  return seen.size() > limits::valuesLyingThere; // not all was looked at
}

/// A byte with a name of its own among other members is not part of a number, and what lies around
/// it are those, of which the shadow may hold copies. Of bytes alone a number may be made.
static bool isMemberOfStructure(const StoreInst &store) {
  const MDNode *around = readTbaa(store).around;
  return around && !membersOf(*around, *store.getModule()).pieces.empty();
}

/// An integer, where numbers may lie. What is made of no bits of active ones has no derivative.
StoreStep Lineariser::storeOfInteger(StoreInst &store, const Instruction &origin) {
  const auto &own = cast<StoreInst>(origin);
  bool isOfBits = primal.activity->mayHideFloats(*own.getValueOperand()) &&
                  !mutation::breaks("store.of-bits", origin);
  StoreStep step{&store, false, /*isAnyZero=*/!isOfBits};
  step.isOfBits = isOfBits;
  bool isOwnByte = own.getValueOperand()->getType()->isIntegerTy(8) && isMemberOfStructure(own);
  if (!isOfBits || isOwnByte || !isMadeOfWhatLayThere(own))
    return step;
  step.changedNumber = sizeOfNumbers(*own.getPointerOperand());
  step.isSignTurned = turnsHighestBit(own) && step.changedNumber <= sizeof(double);
  step.isOfBits = !step.isSignTurned;
  return step;
}

/// The same, where it is not known what lies there. What is around it may be anything.
StoreStep Lineariser::storeOfComputed(StoreInst &store, const Instruction &origin) {
  StoreStep step = storeOfInteger(store, origin);
  step.isOfBits |= step.isSignTurned;
  step.isSignTurned = false;
  step.changedNumber = 0;
  return step;
}

/// The bytes from one number to the next; the larger where several types may lie there.
uint64_t Lineariser::sizeOfNumbers(const Value &pointer) {
  Type *type = floatBehind(pointer);
  uint64_t bytes = type ? primal.prepared->getDataLayout().getTypeStoreSize(type).getFixedValue()
                        : floats.largestFloat();
  return std::max<uint64_t>(PowerOf2Ceil(bytes), 1);
}

/// May an atomic operation by `amount` change more of a number than its last digits, which is all
/// that counters would?
static bool changesByMuch(const AtomicRMWInst &update, const Value &amount) {
  const unsigned bits = update.getType()->getIntegerBitWidth();
  const unsigned exponent = bits == 64 ? 52 : bits == 32 ? 20 : 0; // of a high word
  const auto *constant = dyn_cast<ConstantInt>(&amount);
  switch (update.getOperation()) {
  case AtomicRMWInst::And:
    return !constant || (~constant->getValue()).getActiveBits() > exponent;
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
    return ComputeMaxSignificantBits(&amount, update.getDataLayout()) > exponent;
  default:
    return true;
  }
}

/// Does it compute with what may be the bits of a number? (Counters and locks count by little.)
bool Lineariser::changesNumber(const AtomicRMWInst &update) const {
  if (!update.getType()->isIntegerTy() || update.getOperation() == AtomicRMWInst::Xchg)
    return false;
  const Value &amount = *update.getValOperand();
  Layout touched = primal.types->accessed(update);
  if (primal.types->isWhereNumbersLie(update) || touched.hasFloats())
    return changesByMuch(update, amount);
  if (touched.known || update.getType()->getIntegerBitWidth() < 32)
    return false;
  return isa<ConstantInt>(amount) ? changesByMuch(update, amount)
                                  : primal.activity->mayHideFloats(amount);
}

/// Is what is exchanged a number, or not known to be none?
bool Lineariser::exchangesNumber(const AtomicCmpXchgInst &exchange) const {
  const TypeResults &types = *primal.types;
  Layout touched = types.accessed(exchange);
  return !touched.known || touched.hasFloats() || types.carriesFloat(*exchange.getNewValOperand());
}

void Lineariser::visitExchange(AtomicCmpXchgInst &at, const AtomicCmpXchgInst &origin) {
  const TypeResults &types = *primal.types;
  const Value &word = *origin.getNewValOperand();
  bool isAddress = types.accessed(origin).hasPointers() || types.carriesPointer(word);
  if (exchangesNumber(origin) || (isAddress && hasShadow(at.getPointerOperand())))
    refuseInstruction(origin);
  else if (types.isWhereNumbersLie(origin) && !isa<Constant>(word) && // but for locks
           hasShadow(at.getPointerOperand()))
    add(ExchangeStep{&at, sizeOfNumbers(*origin.getPointerOperand())});
}

LoadStep Lineariser::loadOf(LoadInst &load, const LoadInst &origin) {
  const Value &pointer = *origin.getPointerOperand();
  LoadStep step{&load, false, isAmongOthers(pointer), isShared(pointer)};
  bool isOnDevice = isForDevice(*primal.prepared->getParent());
  step.isOwn = step.isShared || isOnDevice ? primal.ownSums.lookup(&load) : nullptr;
  auto *known = dyn_cast_or_null<ConstantInt>(step.isOwn);
  step.isShared = known ? known->isZero() : step.isShared || step.isOwn;
  step.isOwn = known && !(isOnDevice && known->isOne()) ? nullptr : step.isOwn;
  return step;
}

void Lineariser::visitMemory(Instruction &at, const Instruction &origin) {
  const TypeResults &types = *primal.types;
  if (auto *load = dyn_cast<LoadInst>(&at)) {
    if (!primal.isActive(load) || !types.carriesFloat(origin))
      return;
    if (primal.activity->mayHideFloats(origin) && !mutation::breaks("hiding", origin))
      refuseHidden(origin);
    else
      add(loadOf(*load, cast<LoadInst>(origin)));
    return;
  }
  if (auto *store = dyn_cast<StoreInst>(&at)) {
    if (!hasShadow(store->getPointerOperand()))
      return;
    const Value &value = *cast<StoreInst>(origin).getValueOperand();
    Layout touched = types.accessed(origin);
    bool clearsFloats = isa<Constant>(value) && touched.known && touched.hasFloats();
    if (types.carriesFloat(value) || clearsFloats)
      add(StoreStep{store, primal.isActive(store->getValueOperand()), false, false,
                    isAmongOthers(*cast<StoreInst>(origin).getPointerOperand())});
    else if (types.isWhereNumbersLie(origin))
      add(storeOfInteger(*store, origin));
    else if (types.carriesPointer(value) || (touched.known && !touched.hasFloats()))
      return;
    else if (touched.known || isPlainConstant(value)) // floats that are overwritten by an integer
      add(StoreStep{store, false, /*isAnyZero=*/true});
    else if (isComputedWord(value))
      add(storeOfComputed(*store, origin));
    else
      refuseBytes(origin);
    return;
  }
  if (auto *transfer = dyn_cast<MemIntrinsic>(&at))
    return visitTransfer(*transfer, origin);
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at))
    return visitExchange(*exchange, cast<AtomicCmpXchgInst>(origin));
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  if (update && update->getOperation() == AtomicRMWInst::Xchg &&
      (!types.accessed(origin).known || types.accessed(origin).hasPointers() ||
       types.accessed(origin).hasFloats()) &&
      hasShadow(update->getPointerOperand()))
    return refuseInstruction(origin); // perhaps a float or an address, exchanged as an integer
  if (update && changesNumber(cast<AtomicRMWInst>(origin)) &&
      hasShadow(update->getPointerOperand()))
    return refuseInstruction(origin); // what becomes of a number there?
  if (!update || !types.carriesFloat(origin))
    return; // integers and pointers: nothing to derive
  if (isSum(*update)) {
    if (isForDevice(*primal.prepared->getParent()) && primal.isActive(update))
      return refuseOldNumber(origin);
    // A constant that is added changes no derivative; other threads' shadows are left alone.
    if (primal.isActive(update->getValOperand()) || primal.isActive(update))
      add(UpdateStep{update, isShared(*cast<AtomicRMWInst>(origin).getPointerOperand())});
    return;
  }
  refuseInstruction(origin);
}

void Lineariser::visitTransfer(MemIntrinsic &at, const Instruction &origin) {
  if (!hasShadow(at.getRawDest()))
    return;
  // Only a reverse half can run again on the same shadow memory.
  if (origin.hasMetadata(zeroedMark) && primal.key.mode != Mode::ReverseAugmented)
    return;
  Layout layout = primal.types->accessed(origin);
  auto *transfer = dyn_cast<MemTransferInst>(&at);
  if (transfer) {
    add(CopyStep{transfer, layout, layout.known ? nullptr : namedFloatMovedBy(origin),
                 layout.known && isAmongOthers(*cast<MemTransferInst>(origin).getRawSource()),
                 isShared(*cast<MemTransferInst>(origin).getRawSource())});
  } else if (primal.types->isWhereNumbersLie(origin))
    add(ClearStep{cast<MemSetInst>(&at), Layout()}); // whatever numbers
  else if (!layout.known || layout.hasFloats() ||
           (layout.hasPointers() && isForward(primal.key.mode)))
    add(ClearStep{cast<MemSetInst>(&at), layout});
}

FloatsTogether &Lineariser::floatsTogether() {
  if (!together) {
    together = floats.together();
    together->add(*primal.prepared, *primal.key.primal);
  }
  return *together;
}

/// What the copy of unknown bytes says itself, or what others know of it.
Type *Lineariser::namedFloatMovedBy(const Instruction &copy) {
  Type *named = floatAmongUnknownBytes(copy);
  std::optional<NumberPart> part = NumberPart::spelledBy(named);
  if (named && !(part && !part->number))
    return named;
  Type *found = primal.types->movedInstead(copy);
  found = found ? found : floatBehind(*cast<MemTransferInst>(copy).getRawDest());
  if (!part)
    return found;
  part->number = found && found->isFloatingPointTy() ? found : nullptr;
  return part->spelled(copy.getContext());
}

/// The one float type that may lie where `pointer`, of the prepared function, leads; null if
/// there are several.
Type *Lineariser::floatBehind(const Value &pointer) {
  Type *only = floatsTogether().onlyFloat(pointer);
  return only ? only : floats.onlyFloat();
}

/// `pointer` is the prepared function's.
bool Lineariser::isAmongOthers(const Value &pointer) {
  if (!mayMix)
    mayMix = !isForward(primal.key.mode) && floats.hasFloatsAndDoubles();
  return *mayMix && floatsTogether().holdsFloatsAndDoubles(pointer);
}

/// A mask is a move when it keeps or clears each float as a whole; clearing a sign
/// or rounding a mantissa is none.
bool Lineariser::keepsOrClearsFloats(const Instruction &at) const {
  auto *mask = dyn_cast<ConstantInt>(at.getOperand(1));
  if (!mask)
    return false;
  for (const Piece &piece : primal.types->pieces(*primal.origin(&at))) {
    if (piece.kind != Kind::Float)
      continue;
    APInt bits = mask->getValue().extractBits(8 * piece.size, 8 * piece.offset);
    if (!bits.isZero() && !bits.isAllOnes())
      return false;
  }
  return true;
}

/// Does the mask of an exclusive or turn the sign of some floats, and leave the others? So it does
/// those of their tangents.
bool Lineariser::turnsSigns(const Instruction &at) const {
  const Instruction &origin = *cast<Instruction>(primal.origin(&at));
  auto *mask = dyn_cast<Constant>(at.getOperand(1));
  unsigned bits = at.getType()->getPrimitiveSizeInBits().getKnownMinValue();
  Type *word = Type::getIntNTy(at.getContext(), bits);
  if (!mask || isa<ScalableVectorType>(at.getType()) || mayBeNoNumber(origin, *primal.types))
    return false;
  const DataLayout &layout = at.getDataLayout();
  mask = ConstantFoldCastOperand(Instruction::BitCast, mask, word, layout);
  auto *whole = dyn_cast_or_null<ConstantInt>(mask);
  return whole && all_of(primal.types->pieces(origin), [&](const Piece &piece) {
           auto format = piece.kind == Kind::Float ? FloatBits::of(*piece.floatType) : std::nullopt;
           if (!format || 8 * piece.offset + format->width > bits)
             return piece.kind != Kind::Float;
           APInt part = whole->getValue().extractBits(format->width, 8 * piece.offset);
           return part.isZero() || part == format->signMask();
         });
}

/// Integers beside floats in the same words are kept apart from them by an exponent that no
/// number has: where that is set, nothing changes.
bool Lineariser::makesNoNumber(const Instruction &at) const {
  auto *bits =
      at.getOpcode() == Instruction::Or ? dyn_cast<ConstantInt>(at.getOperand(1)) : nullptr;
  return bits && all_of(primal.types->pieces(*primal.origin(&at)), [&](const Piece &piece) {
           auto format = piece.kind == Kind::Float ? FloatBits::of(*piece.floatType) : std::nullopt;
           if (!format)
             return piece.kind == Kind::Integer;
           APInt part = bits->getValue().extractBits(format->width, 8 * piece.offset);
           return format->exponentMask().isSubsetOf(part);
         });
}

/// Does a float in the result of a move of bits come from an operand for which it is
/// unknown which of its bits are floats?
bool Lineariser::comesFromHidden(const Instruction &at) const {
  auto *origin = cast<Instruction>(primal.origin(&at));
  bool isJoined = at.getOpcode() == Instruction::Or;
  for (const Piece &piece : primal.types->pieces(*origin)) {
    if (piece.kind != Kind::Float)
      continue;
    bool isSeen = any_of(origin->operand_values(), [&](const Value *operand) {
      return isJoined ? is_contained(primal.types->pieces(*operand), piece)
                      : primal.types->carriesFloat(*operand);
    });
    if (!isSeen && any_of(origin->operand_values(), [&](const Value *operand) {
          return primal.activity->mayHideFloats(*operand) && !mutation::breaks("hiding", *operand);
        }))
      return true;
  }
  return false;
}

/// Does each float in the result lie in the operand as well, so many bytes away? Tangents are
/// shifted as the bits are, and by less than a byte, or beside itself, no number is moved.
bool Lineariser::shiftsWholeFloats(const Instruction &at) const {
  auto *amount = dyn_cast<ConstantInt>(at.getOperand(1));
  if (!amount || amount->getValue().urem(8) != 0)
    return false;
  auto *origin = cast<Instruction>(primal.origin(&at));
  const Value &moved = *origin->getOperand(0);
  uint64_t bytes = amount->getZExtValue() / 8;
  return all_of(primal.types->pieces(*origin), [&](Piece piece) {
    bool isFloat = piece.kind == Kind::Float;
    piece.offset += at.getOpcode() == Instruction::Shl ? -bytes : bytes; // modulo 2^64
    return !isFloat || !primal.types->carriesFloat(moved) ||
           is_contained(primal.types->pieces(moved), piece);
  });
}

/// Has each bit one operand that it may come from? Of two whole words that are put into one, the
/// second may be a sign, which turns the derivative's, or anything.
static bool isOfParts(const Instruction &joined) {
  const Value *left = joined.getOperand(0), *right = joined.getOperand(1);
  return isa<Constant>(right) || haveNoCommonBitsSet(left, right, joined.getDataLayout()) ||
         mutation::breaks("or.parts", joined);
}

/// A word among numbers that is part of one: the vector's derivative would be without it.
bool Lineariser::insertsPart(const Instruction &origin) const {
  const auto *insertion = dyn_cast<InsertElementInst>(&origin);
  const Value *word = insertion ? insertion->getOperand(1) : nullptr;
  return word && word->getType()->isIntegerTy() && primal.activity->mayHideFloats(*word) &&
         !primal.types->carriesFloat(*word);
}

bool Lineariser::isRouting(const Instruction &at) const {
  if (isa<SelectInst, BitCastInst, ExtractValueInst, InsertValueInst, ExtractElementInst,
          InsertElementInst, ShuffleVectorInst, FreezeInst>(at))
    return true;
  switch (at.getOpcode()) { // float bits inside integers
  case Instruction::Shl:
  case Instruction::LShr:
    return shiftsWholeFloats(at) && !comesFromHidden(at);
  case Instruction::And:
    return keepsOrClearsFloats(at);
  case Instruction::Xor:
    return turnsSigns(at);
  case Instruction::Or:
    return !comesFromHidden(at) && isOfParts(at);
  case Instruction::ZExt:
  case Instruction::Trunc:
    return !comesFromHidden(at);
  default:
    return false;
  }
}

void Lineariser::visitValue(Instruction &at, const Instruction &origin) {
  if (!primal.types->carriesFloat(origin))
    return; // holds pointers only: its shadow is there already
  if (auto formula = formulaFor(at)) {
    add(ScaleStep{&at, *formula});
    return;
  }
  if (makesNoNumber(at))
    return;
  if (auto *phi = dyn_cast<PHINode>(&at))
    return add(PhiStep{phi});
  if (insertsPart(origin))
    return refuseInstruction(origin);
  if (isRouting(at))
    return add(RouteStep{&at});
  auto *call = dyn_cast<CallBase>(&at);
  if (call && !call->isInlineAsm() && !isa<IntrinsicInst>(call) &&
      (!call->getCalledFunction() || primal.refusesAtRunTime.contains(call)))
    return; // refuses when it runs (ShadowCalls.cpp)
  if (!mayBeNoNumber(origin, *primal.types))
    return refuseInstruction(origin);
  add(BitsStep{&at, any_of(origin.operand_values(), [&](const Value *operand) {
                 return primal.activity->mayHideFloats(*operand);
               })});
}

void Lineariser::refuseInstruction(const Instruction &origin) {
  std::string what;
  if (auto *call = dyn_cast<CallBase>(&origin); call && call->getCalledFunction())
    what = "a call of '" + readableName(*call->getCalledFunction()) + "'";
  else
    what = std::string("the instruction '") + origin.getOpcodeName() + "' on floating-point values";
  StringRef why = refusalFor(origin);
  context.diagnostics.refuse(refusalAt(origin, MessageId::UnknownInstruction, {what, why.str()}));
}

/// Sums of threads come in one order to a place and in another to its shadow.
void Lineariser::refuseOldNumber(const Instruction &origin) {
  context.diagnostics.refuse(
      refusalAt(origin, MessageId::UnknownInstruction,
                {"an atomic sum of which the number before it is used, since that depends on the "
                 "order of a device's threads",
                 "read the sum behind a barrier"}));
}

/// No shadow knows of what was computed with bits.
void Lineariser::refuseHidden(const Instruction &origin) {
  context.diagnostics.refuse(refusalAt(
      origin, MessageId::UnknownInstruction,
      {"this load of a floating-point value from memory that also receives integers computed from "
       "the bits of others",
       "keep the integers in memory of their own, or store and load each by its own type"}));
}

void Lineariser::refuseRebuilt(const Instruction &origin) {
  context.diagnostics.refuse(refusalAt(
      origin, MessageId::UnknownInstruction,
      {"making a floating-point value of this integer, which may be made of another one's bits",
       "keep the value itself, or all of its bits in one integer"}));
}

void Lineariser::refuseBytes(const Instruction &origin) {
  std::string what = isa<MemTransferInst>(origin) ? "this copy" : "this store";
  context.diagnostics.refuse(
      refusalAt(origin, MessageId::UnknownBytes,
                {what, "give the pointers their real type instead of void* or char*"}));
}

} // namespace

bool linearise(Context &context, const ShadowedPrimal &primal, FloatsInReach &floats,
               StepList &steps) {
  return Lineariser(context, primal, floats, steps).run();
}

} // namespace enzyme
