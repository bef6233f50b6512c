//===- CopiedBytes.cpp - what a copy moves ---------------------------------===//
//
// Problem: memcpy does not say what it moves. Of `struct Particle { char name[16]; double x[3]; }`
// the declaration says where the numbers are, but not what the characters are: a program may keep
// numbers there. A copy of it would be one of unknown bytes, of which each word is looked at when
// it runs.
//
// Here: what is known of both ends of a copy, taken together and not believed where other code
// says otherwise. And the members that are open, where everything else that is known of the copy
// is what both ends are declared as: it is split at them (prepare/CopyPieces.cpp).
//===----------------------------------------------------------------------===//
#include "support/Mutation.h"
#include "types/BytesFrom.h"
#include "types/DeclaredTypes.h"
#include "types/LayoutTools.h"
#include "types/Reaching.h"
#include "types/TypeAnalysis.h"
#include "types/TypeTrees.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Largest power of two and constant factor that divides a length in bytes.
uint64_t factorOf(const Value &length, const DataLayout &layout) {
  if (const auto *binary = dyn_cast<BinaryOperator>(&length))
    if (const auto *constant = dyn_cast<ConstantInt>(binary->getOperand(1))) {
      if (binary->getOpcode() == Instruction::Mul)
        return constant->getValue().abs().getLimitedValue(1 << 20) *
               factorOf(*binary->getOperand(0), layout);
      if (binary->getOpcode() == Instruction::Shl && constant->getValue().ult(20))
        return (uint64_t(1) << constant->getZExtValue()) * factorOf(*binary->getOperand(0), layout);
    }
  if (isa<ZExtInst, SExtInst>(length))
    return factorOf(*cast<Instruction>(length).getOperand(0), layout);
  unsigned zeros = computeKnownBits(&length, layout).countMinTrailingZeros();
  return uint64_t(1) << std::min(zeros, 6u);
}

Extent extentOf(const Value &length, const DataLayout &layout) {
  Extent extent;
  if (const auto *constant = dyn_cast<ConstantInt>(&length))
    extent.size = constant->getZExtValue();
  else
    extent.factor = factorOf(length, layout);
  return extent;
}

/// What is copied, by what lies at both ends. Characters stand for anything that is
/// copied through them: the other end must have a say.
Layout copied(const Layout &target, const Layout &source) {
  Layout both = reconcile(target, source);
  bool isOneSided = target.period == 0 || source.period == 0;
  if (!both.known || !isOneSided || !isRawBytes(both) || mutation::breaks("types.one-sided"))
    return both;
  for (Piece &piece : both.pieces)
    piece.kind = Kind::Unknown;
  both.known = false;
  return both;
}

} // namespace

Layout TypeAnalysis::behind(const Instruction &access, const Value &pointer, const Value &length) {
  Extent extent = extentOf(length, layout);
  auto declared = decode(access.getMetadata(layoutMetadata), function.getContext());
  if (declared && declared->known &&
      extent.size % declared->period == 0) // else an optimiser has shortened it
    return extent.size ? spreadOver(*declared, extent.size) : *declared;
  Layout members = readTbaaStruct(access);
  if (members.known)
    return members;
  Layout known = evidence.at(pointer, extent);
  if (known.period) // what a member of characters is, its tag does not say
    erase_if(members.pieces, [](const Piece &piece) { return piece.kind == Kind::Unknown; });
  return reconcile(members, known);
}

/// Do the pointers say that integers, floats or pointers are copied, and others that there is
/// something else? (A copy that says so itself, of an object of a class, is believed.)
bool TypeAnalysis::isCopiedAsAnother(const AnyMemTransferInst &copy, const Layout &said) {
  if (readTbaaStruct(copy).known || !said.known || said.pieces.empty() ||
      (said.hasFloats() && said.hasPointers()))
    return false;
  Extent extent = extentOf(*copy.getLength(), layout);
  auto mayHold = [&](Kind kind, const Value *pointer) {
    Layout said = evidence.saidToHold(kind, *pointer, extent, /*isComputed=*/false),
           seen = evidence.seenAs(kind, *pointer, extent);
    auto isOfKind = [&](const Piece &piece) { return piece.kind == kind; };
    return any_of(said.pieces, isOfKind) || any_of(seen.pieces, isOfKind);
  };
  return any_of(ArrayRef{copy.getRawDest(), copy.getRawSource()}, [&](const Value *pointer) {
    return evidence.holdsDeclaredEither(*pointer, extent.size) ||
           (!said.hasFloats() && mayHold(Kind::Float, pointer)) ||
           (!said.hasPointers() && mayHold(Kind::Pointer, pointer));
  });
}

/// May it move something else than is said?
bool TypeAnalysis::isUnbelieved(const AnyMemTransferInst &copy, const Layout &said) {
  bool hasForgotten = evidence.hasForgotten(*copy.getRawDest()) ||
                      evidence.hasForgotten(*copy.getRawSource()) ||
                      copy.hasMetadata(movedInPartsMetadata);
  return isCopiedAsAnother(copy, said) || evidence.movesNumbers(copy, said) ||
         (hasForgotten && said.known && !said.hasFloats() && !said.hasPointers());
}

bool TypeAnalysis::visitCopy(AnyMemTransferInst &copy) {
  Layout target = behind(copy, *copy.getRawDest(), *copy.getLength());
  Layout source = behind(copy, *copy.getRawSource(), *copy.getLength());
  Layout both = evidence.withStepped(copy, copied(target, source));
  const auto *length = dyn_cast<ConstantInt>(copy.getLength());
  auto isEither = [&](const Value &pointer) {
    return length && evidence.holdsOneOrAnother(pointer, length->getZExtValue());
  };
  if (both.known && (isEither(*copy.getRawDest()) || isEither(*copy.getRawSource())) &&
      !mutation::breaks("types.copied-either")) {
    both = {length->getZExtValue(), {}, false};
    fillGaps(both.pieces, Piece{0, Kind::Unknown, nullptr, both.period});
  }
  if (isUnbelieved(copy, both) && !mutation::breaks("types.copied-as-another")) {
    both.known = false;
    both.pieces.clear();
    fillGaps(both.pieces, Piece{0, Kind::Unknown, nullptr, both.period});
    if (Type *only = evidence.onlyFloat({copy.getRawDest(), copy.getRawSource()}))
      results.mixed[&copy] = only;
  }
  if (!both.known)
    if (length) {
      Layout written = reaching(copy, *copy.getRawSource(), length->getZExtValue(), addresses,
                                [&](const Instruction &write) { return results.accessed(write); });
      if (written.known)
        both = std::move(written);
    }
  if (!both.known && (evidence.leadsToEitherFloat(*copy.getRawDest()) ||
                      evidence.leadsToEitherFloat(*copy.getRawSource())))
    results.mixed[&copy] = eitherFloat();
  bool hasChanged = false;
  if (both.known)
    for (const Value *pointer : {copy.getRawDest(), copy.getRawSource()}) {
      Record found{0, 0, both, Rank::Suggested, nullptr, length ? length->getZExtValue() : 0};
      hasChanged |= evidence.add(*pointer, found);
    }
  return record(copy, both) || hasChanged;
}

Layout Evidence::declaredAt(const Value &pointer, uint64_t size) {
  Layout result;
  for (const Address &place : placesOf(pointer)) {
    Layout here;
    for (const Record &record : recordsOf(place.root)) {
      if (!record.declared)
        continue;
      Layout said = combine(record, place, {size, 1});
      if (here.period && said != here)
        return {};
      here = said;
    }
    if (!here.period || (result.period && here != result))
      return {};
    result = here;
  }
  return result;
}

/// Is each piece that is known declared so, and each other one within a member that is open?
static bool isAsDeclared(const Layout &found, const Layout &declared) {
  return all_of(found.pieces, [&](const Piece &piece) {
    if (piece.kind != Kind::Unknown)
      return is_contained(declared.pieces, piece);
    return any_of(declared.pieces, [&](const Piece &open) {
      return open.kind == Kind::Unknown && open.offset <= piece.offset &&
             piece.offset + piece.size <= open.offset + open.size;
    });
  });
}

Layout TypeAnalysis::withOpenMembers(const AnyMemCpyInst &copy, const Layout &found) {
  const auto *length = dyn_cast<ConstantInt>(copy.getLength());
  if (!length || found.known || found.period != length->getZExtValue())
    return {};
  Layout target = evidence.declaredAt(*copy.getRawDest(), found.period),
         source = evidence.declaredAt(*copy.getRawSource(), found.period);
  bool isOne = target.period == 0 || source.period == 0 || target == source;
  const Layout &declared = target.period ? target : source;
  bool isInParts = found.hasUnknown() && (found.hasFloats() || found.hasPointers());
  if (!isOne || !declared.period || !isInParts || !isAsDeclared(found, declared))
    return {};
  Layout stated = found;
  stated.known = true;
  erase_if(stated.pieces, [](const Piece &piece) { return piece.kind == Kind::Unknown; });
  return isUnbelieved(copy, stated) ? Layout{} : found;
}

} // namespace enzyme
