//===- TypeAnalysis.cpp - what each byte is -------------------------------===//
//
// Integers learn from memory what they carry, and memory learns from integers
// what was stored: both are asked in turn until neither has anything new. Facts
// only grow, and a byte is contradicted at most once, so this ends.
//===----------------------------------------------------------------------===//
#include "types/TypeAnalysis.h"
#include "limits/types.h"
#include "support/Mutation.h"
#include "types/BytesFrom.h"
#include "types/Counts.h"
#include "types/DeclaredTypes.h"
#include "types/LayoutTools.h"
#include "types/Moves.h"
#include "types/Reaching.h"
#include "types/TypeTrees.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

void fillGaps(Layout &layout, Kind kind) {
  fillGaps(layout.pieces, Piece{0, kind, nullptr, layout.period});
}

/// Bytes that are not open: open ones say nothing about a value kept there.
Pieces spokenFor(const Layout &layout) {
  Pieces result;
  for (const Piece &piece : layout.pieces)
    if (piece.kind == Kind::Float || piece.kind == Kind::Pointer)
      result.push_back(piece);
  return result;
}

/// The pattern of a scalar or vector access of `type`.
Layout ofType(Type *type, const DataLayout &layout) {
  Layout result = layoutOf(type, layout);
  if (!type->isScalableTy())
    result = cutTo(result, layout.getTypeStoreSize(type).getFixedValue());
  return result;
}

} // namespace

TypeAnalysis::TypeAnalysis(Function &function, EvidenceStore *others)
    : function(function), layout(function.getParent()->getDataLayout()), addresses(function),
      callees(others), evidence(function, addresses, callees), flow(function, results.integers) {}

TypeResults TypeAnalysis::run() {
  for (const Argument &parameter : function.args())
    flow.add(parameter, statedInside(parameter));
  bool hasChanged = true;
  for (unsigned round = 0; hasChanged && round < limits::roundsOfTypes; ++round)
    hasChanged = this->round();
  if (hasChanged)
    forgetMoves();
  settleIntegers();
  findNumbersBehindIntegers();
  return std::move(results);
}

/// There was more to be learned: what looks like integers and only moves may be anything.
void TypeAnalysis::forgetMoves() {
  for (auto &[access, layout] : results.accesses) {
    const Value *moved = isa<StoreInst>(access) ? access->getOperand(0) : access;
    bool isMove = isa<AnyMemTransferInst>(access) ||
                  (isa<LoadInst, StoreInst>(access) && isOnlyCopied(*access, *moved));
    if (!isMove || layout.hasFloats() || layout.hasPointers())
      continue;
    layout.known = false;
    layout.pieces.clear();
    layout.period = std::max<uint64_t>(layout.period, 1);
    fillGaps(layout, Kind::Unknown);
  }
}

bool TypeAnalysis::round() {
  bool hasChanged = false;
  for (Instruction &instruction : instructions(function))
    hasChanged |= visit(instruction);
  while (flow.sweep())
    hasChanged = true;
  return hasChanged;
}

/// An integer among bytes that are said to be anything: a number may be read there.
bool TypeAnalysis::visitUnknown(StoreInst &access) {
  Layout unknown;
  unknown.period = layout.getTypeStoreSize(access.getValueOperand()->getType());
  fillGaps(unknown, Kind::Unknown);
  results.amongNumbers.insert(&access);
  return record(access, std::move(unknown));
}

/// Bytes that are said to be anything.
bool TypeAnalysis::visitUnknown(MemIntrinsic &access) {
  Layout unknown;
  const auto *length = dyn_cast<ConstantInt>(access.getLength());
  unknown.period = length ? length->getZExtValue() : 1;
  fillGaps(unknown, Kind::Unknown);
  return record(access, std::move(unknown));
}

bool TypeAnalysis::visit(Instruction &instruction) {
  if (instruction.hasMetadata(unknownBytesMetadata) && isa<MemIntrinsic>(instruction))
    return visitUnknown(cast<MemIntrinsic>(instruction));
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return visitAccess(*load, *load->getPointerOperand(), *load);
  if (auto *store = dyn_cast<StoreInst>(&instruction);
      store && store->hasMetadata(unknownBytesMetadata))
    return visitUnknown(*store);
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return visitAccess(*store, *store->getPointerOperand(), *store->getValueOperand());
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return visitAccess(*update, *update->getPointerOperand(), *update->getValOperand());
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return visitAccess(*exchange, *exchange->getPointerOperand(), *exchange->getNewValOperand());
  if (auto *copy = dyn_cast<AnyMemTransferInst>(&instruction))
    return visitCopy(*copy);
  if (auto *fill = dyn_cast<AnyMemSetInst>(&instruction))
    return record(*fill, behind(*fill, *fill->getRawDest(), *fill->getLength()));
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    return visitMasked(*intrinsic);
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return visitCall(*call);
  return false;
}

bool TypeAnalysis::visitCall(CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() || callee->arg_size() != call.arg_size())
    return false;
  const CalleeIntegers::Answer &inside = calleeIntegers.of(*callee);
  bool hasChanged = flow.add(call, inside.result);
  for (unsigned i = 0; i < call.arg_size(); ++i)
    hasChanged |= flow.add(*call.getArgOperand(i), inside.parameters[i]);
  return hasChanged;
}

bool TypeAnalysis::record(const Instruction &access, Layout layout) {
  if (layout.pieces.size() > limits::piecesAsCode)
    shortenPeriod(layout);
  Layout &known = results.accesses[&access];
  if (known == layout)
    return false;
  known = std::move(layout);
  return true;
}

bool TypeAnalysis::visitMasked(IntrinsicInst &access) {
  switch (access.getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
  case Intrinsic::masked_expandload:
    return record(access, ofType(access.getType(), layout));
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
  case Intrinsic::masked_compressstore:
    return record(access, ofType(access.getArgOperand(0)->getType(), layout));
  default:
    return false;
  }
}

/// What others say of memory that looks as if it held integers only.
void TypeAnalysis::addMoved(Layout &memory, const Instruction &access, const Value &pointer,
                            const Value &value) {
  uint64_t size = layout.getTypeStoreSize(value.getType());
  bool isMoved = isOnlyCopied(access, value);
  Layout said = evidence.saidToHold(Kind::Float, pointer, {size, 1}, !isMoved);
  if (isMoved)
    for (const Piece &piece : evidence.saidToHold(Kind::Pointer, pointer, {size, 1}, false).pieces)
      addPiece(said.pieces, piece);
  if (mutation::breaks("types.said-elsewhere", access))
    return;
  if (!said.pieces.empty())
    memory = std::move(said);
  else if (isMoved && !isCount(value, access) && !evidence.holdsChoice(pointer, size))
    memory = {size, {{0, Kind::Unknown, nullptr, size}}, false};
}

/// An integer that only moves what is read and written as pointers elsewhere: of one cell,
/// evidence does not know whether it leads to the pointers or to what is moved now, and the
/// type of a variable names one member of a union.
bool TypeAnalysis::isMovedBesidePointers(const Layout &memory, const Instruction &access,
                                         const Value &value) const {
  return value.getType()->isIntegerTy() && memory.hasPointers() && !memory.hasFloats() &&
         !isa<Constant>(value) && isMove(access, value);
}

/// An integer that moves from memory to memory, and that becomes an address beside: perhaps only
/// where it is none, on its way to a phi that is not used then. (Optimisers read the pointer
/// of a union ahead.)
bool TypeAnalysis::isMovedBesideCast(const Layout &memory, const Layout &answer,
                                     const Instruction &access, const Value &value) const {
  return isa<StoreInst>(access) && value.getType()->isIntegerTy() && answer.hasPointers() &&
         !memory.hasPointers() && !isa<Constant>(value) && isFromMemory(value);
}

/// What is moved could be anything.
bool TypeAnalysis::leaveOpen(const Instruction &access, Layout own) {
  own.known = false;
  own.pieces.clear();
  fillGaps(own, Kind::Unknown);
  return record(access, std::move(own));
}

bool TypeAnalysis::visitAccess(Instruction &access, const Value &pointer, const Value &value) {
  Type *type = value.getType();
  Layout own = ofType(type, layout);
  if (type->isScalableTy()) // refused later
    return record(access, std::move(own));
  if (auto declared = decode(access.getMetadata(layoutMetadata), function.getContext()))
    return visitDeclared(access, pointer, value, cutTo(*declared, own.period));
  if (type->isIntegerTy(8))
    return visitByte(access, pointer, value);
  if (isMovedAsAnother(access, pointer, value) &&
      !mutation::breaks("types.moved-as-another", access)) {
    if (Type *only = onlyFloatMoved(value))
      results.mixed[&access] = only;
    else if (type->isFloatTy())
      results.mixed[&access] = Type::getInt64Ty(function.getContext());
    return leaveOpen(access, std::move(own));
  }
  if (isMovedAsAnotherFloat(access, value) &&
      !mutation::breaks("types.moved-as-another-float", access))
    return leaveOpen(access, std::move(own));
  if (!mayHide(type) || !type->isSized())
    return record(access, own);
  uint64_t size = layout.getTypeStoreSize(type);
  Layout memory;
  if (auto tag = readTbaa(access).access; tag && tag->size == size)
    memory.pieces.push_back(*tag);
  else
    memory = evidence.at(pointer, {size, 1});
  // Integers that are only copied may be floats or pointers that are moved as integers.
  if (!memory.pieces.empty() && !memory.hasFloats() && !memory.hasPointers())
    addMoved(memory, access, pointer, value);
  else if (isMovedBesidePointers(memory, access, value) &&
           !mutation::breaks("types.beside-pointers", access))
    return leaveOpen(access, std::move(own));
  Pieces spoken = spokenFor(memory);
  bool hasChanged = flow.add(value, spoken);
  Layout answer;
  answer.period = size;
  for (const Piece &piece : own.pieces)
    if (piece.kind != Kind::Integer)
      answer.pieces.push_back(piece);
  // A constant is what the memory is.
  for (const Piece &piece : isa<Constant>(value) ? spoken : flow.of(value))
    if (piece.kind != Kind::Integer)
      addPiece(answer.pieces, piece);
  for (const Piece &piece : isa<AtomicRMWInst>(access) ? flow.of(access) : Pieces())
    if (piece.kind == Kind::Float) // who reads what it gives says so
      addPiece(answer.pieces, piece);
  if (isMovedBesideCast(memory, answer, access, value) &&
      !mutation::breaks("types.beside-cast", access))
    return leaveOpen(access, std::move(own)) || hasChanged;
  hasChanged |= learn(pointer, answer.pieces);
  // What nothing calls a float or a pointer is an integer, if it is used as one.
  bool isOpen = (!coveredBy(memory, size) || evidence.hasForgotten(pointer) ||
                 (answer.pieces.empty() && addresses.isLost(pointer))) &&
                isOnlyCopied(access, value) && !isCount(value, access);
  isOpen |= givesAwayParts(access, pointer, value);
  isOpen =
      isOpen && !evidence.holdsChoice(pointer, size) && !mutation::breaks("types.open", access);
  fillGaps(answer, isOpen ? Kind::Unknown : Kind::Integer);
  answer.known = !answer.hasUnknown();
  if (!answer.known)
    if (Type *only = onlyFloatMoved(value))
      results.mixed[&access] = only;
  return record(access, answer) || hasChanged;
}

/// The only type of number in the places of a move.
Type *TypeAnalysis::onlyFloatMoved(const Value &value) {
  auto places = placesOfMove(value);
  return places ? evidence.onlyFloat(*places) : nullptr;
}

/// A member of a union by which the union's other members are moved: a pointer where
/// floats may lie, a float where pointers may lie, an integer where either may lie.
/// A store moves it whatever else is done with the value: `u = v` and `u.tag ? *u.pointer :
/// u.number` look at the same load.
bool TypeAnalysis::isMovedAsAnother(const Instruction &access, const Value &pointer,
                                    const Value &value) {
  Type *type = value.getType();
  uint64_t size = type->isSized() ? layout.getTypeStoreSize(type) : TypeSize::getFixed(0);
  bool isPart = type->isFloatingPointTy() && size < layout.getPointerSize();
  if (!(isPart || size == layout.getPointerSize()) ||
      !(type->isPointerTy() || type->isFloatingPointTy() || type->isIntegerTy()))
    return false;
  bool isMoved = isMove(access, value);
  if (!isMoved)
    return false;
  Kind other = type->isPointerTy() ? Kind::Float : Kind::Pointer;
  return evidence.isDeclaredEither(pointer) ||
         (isPart && movesParts(access, pointer, size) &&
          !mutation::breaks("types.moved-in-parts", access)) ||
         (!type->isIntegerTy() &&
          !evidence.saidToHold(other, pointer, {size, 1}, false).pieces.empty());
}

/// A float that may be half a double or half a pointer, unless an alias type says that it is none.
bool TypeAnalysis::movesParts(const Instruction &access, const Value &pointer, uint64_t size) {
  if (readTbaa(access).access)
    return false;
  auto isPart = [](const Piece &piece) { return piece.kind == Kind::Unknown; };
  return any_of(evidence.saidToHold(Kind::Float, pointer, {size, 1}, false).pieces, isPart) ||
         !evidence.seenAs(Kind::Pointer, pointer, {size, 1}).pieces.empty() ||
         evidence.holdsDeclaredEither(pointer, size) ||
         any_of(evidence.at(pointer, {size, 1}).pieces, isPart);
}

Type *TypeAnalysis::eitherFloat() const {
  LLVMContext &context = function.getContext();
  return StructType::get(Type::getFloatTy(context), Type::getDoubleTy(context));
}

/// The same of a float where the union has others, no larger.
bool TypeAnalysis::isMovedAsAnotherFloat(const Instruction &access, const Value &value) {
  bool isMoved =
      (value.getType()->isDoubleTy() || value.getType()->isFloatTy()) && isMove(access, value);
  if (!isMoved)
    return false;
  Beside beside = Beside::Nothing;
  uint64_t bytes = layout.getTypeStoreSize(value.getType());
  auto places = placesOfMove(value);
  for (const Value *place : places ? ArrayRef(*places) : ArrayRef<const Value *>())
    beside = std::max(beside, evidence.besideNumber(*place, bytes));
  beside = places ? beside : Beside::Floats;
  if (beside == Beside::OneFloat)
    results.mixed[&access] = eitherFloat();
  else if (beside == Beside::Floats)
    results.mixed[&access] = Type::getInt64Ty(function.getContext());
  return beside != Beside::Nothing;
}

/// An access of a derivative: what it touches was known when it was made.
bool TypeAnalysis::visitDeclared(Instruction &access, const Value &pointer, const Value &value,
                                 Layout declared) {
  bool hasChanged = flow.add(value, spokenFor(declared));
  hasChanged |= learn(pointer, declared.pieces);
  return record(access, std::move(declared)) || hasChanged;
}

/// A byte that is only copied, of an object that has floats there: a float is
/// taken apart, and what becomes of it is unknown.
bool TypeAnalysis::visitByte(Instruction &access, const Value &pointer, const Value &value) {
  Layout answer;
  answer.period = 1;
  bool isMoved = isMove(access, value);
  bool isOpen = isOnlyCopied(access, value) &&
                (evidence.mayStepThroughParts(pointer, isMoved) || evidence.hasForgotten(pointer) ||
                 (isa<StoreInst>(access) && isMoved && comesFromOpen(value)));
  isOpen |= givesAwayParts(access, pointer, value);
  isOpen = isOpen && !mutation::breaks("types.open-byte", access);
  fillGaps(answer, isOpen ? Kind::Unknown : Kind::Integer);
  answer.known = !isOpen;
  return record(access, answer);
}

/// Is `variable` only read and written here, by name?
static bool isPrivate(const Value &variable) {
  SmallVector<const Value *, 8> work{&variable};
  SmallPtrSet<const Value *, 8> seen;
  while (!work.empty()) {
    const Value *next = work.pop_back_val();
    for (const User *user : next->users()) {
      const auto *store = dyn_cast<StoreInst>(user);
      if (isa<GEPOperator, PHINode, SelectInst>(user) && seen.insert(user).second)
        work.push_back(user);
      bool isKept = store && store->getValueOperand() == next;
      if (isKept || seen.size() > limits::usesOfPrivate ||
          (isa<CallBase>(user) && !isa<IntrinsicInst>(user)))
        return false;
    }
  }
  return isa<AllocaInst>(variable);
}

/// Parts of floats in memory that others read: nothing there says that the integers
/// they find carry a derivative. (Within one function activity analysis knows.)
bool TypeAnalysis::givesAwayParts(const Instruction &access, const Value &pointer,
                                  const Value &value) {
  if (!isa<StoreInst>(access) || !flow.holdsPart(value) ||
      mutation::breaks("types.part-given-away"))
    return false;
  return any_of(addresses.of(pointer), [&](const Address &place) {
    const Root &root = addresses.roots()[place.root];
    return root.cell || !isPrivate(*root.value);
  });
}

/// Is `value` moved here from memory of unknown contents? (Of bytes that are
/// computed with as well, what memory says counts: a checksum is made of any bytes.)
bool TypeAnalysis::comesFromOpen(const Value &value) {
  SmallVector<const Value *, 8> work{&value};
  SmallPtrSet<const Value *, 8> seen;
  while (!work.empty() && seen.size() < limits::valuesFromOpen) {
    const Value *next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (const auto *load = dyn_cast<LoadInst>(next)) {
      auto entry = results.accesses.find(load);
      bool isOpen = entry == results.accesses.end() || !entry->second.known;
      if (isOpen && !mutation::breaks("types.from-open"))
        return true;
      if (load->getType()->isIntegerTy(8) &&
          evidence.mayStepThroughParts(*load->getPointerOperand(), /*isMoved=*/true))
        return true;
    } else if (const auto *user = dyn_cast<Instruction>(next);
               user && (onlyMoves(*user) || permutesBytes(*user)))
      work.append(user->value_op_begin(), user->value_op_end());
  }
  return !work.empty();
}

/// Are these the bits of a number? Then they may stand where an active one was, which is no more.
/// (Counters, flags and small integers are no bits of numbers that programs write.)
static bool isNumber(const Constant &value) {
  const auto *bits = dyn_cast<ConstantInt>(&value);
  if (!bits || (bits->getBitWidth() != 64 && bits->getBitWidth() != 32))
    return false;
  const fltSemantics &format =
      bits->getBitWidth() == 64 ? APFloat::IEEEdouble() : APFloat::IEEEsingle();
  APFloat number(format, bits->getValue());
  return number.isNormal() || number.isInfinity();
}

/// Do these bytes come from memory, or go to memory, without being computed
/// with? Then nothing says that they are integers: they may be floats on
/// their way. The same holds for zeros: they may clear floats. What is stored may be
/// compared or hashed beside.
bool TypeAnalysis::isOnlyCopied(const Instruction &access, const Value &value) {
  const auto *constant = dyn_cast<Constant>(&value);
  if (constant)
    return isa<LoadInst>(access) || constant->isNullValue() || isNumber(*constant);
  if (isa<StoreInst>(access) && isFromMemory(value) && !mutation::breaks("types.only-copied"))
    return true;
  if (isa<StoreInst>(access) && isChosenFromMemory(value))
    return !isComputedWith(value, /*isComparisonCounted=*/false);
  return !isComputedWith(value) && (isa<LoadInst>(access) || comesFromOpen(value));
}

/// Tells the object what the analysis found in an integer that moves through it.
bool TypeAnalysis::learn(const Value &pointer, ArrayRef<Piece> pieces) {
  Record found;
  found.rank = Rank::Accessed;
  copy_if(pieces, std::back_inserter(found.pattern.pieces), [](const Piece &piece) {
    return piece.kind == Kind::Float || piece.kind == Kind::Pointer;
  });
  return !found.pattern.pieces.empty() && !mutation::breaks("types.learnt") &&
         evidence.add(pointer, found);
}

/// Drops flow results that say nothing: integers are integers by default.
void TypeAnalysis::settleIntegers() {
  for (auto &[value, pieces] : results.integers) {
    Layout whole;
    whole.period = layout.getTypeStoreSize(value->getType()).getFixedValue();
    Pieces all = flow.of(*value);
    whole.pieces.assign(all.begin(), all.end());
    fillGaps(whole, Kind::Integer);
    pieces.assign(whole.pieces.begin(), whole.pieces.end());
  }
}

bool TypeAnalysis::coveredBy(const Layout &memory, uint64_t size) {
  uint64_t next = 0;
  for (const Piece &piece : memory.pieces) {
    if (piece.kind == Kind::Unknown || piece.offset > next)
      break;
    next = std::max(next, piece.offset + piece.size);
  }
  return memory.known || next >= size;
}

} // namespace enzyme
