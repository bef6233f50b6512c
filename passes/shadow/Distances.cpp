//===- Distances.cpp - how far apart shadows lie ---------------------------===//
//
// Problem: p = q + (b - a) leads from one object to another, whose shadow lies elsewhere
// from q's shadow than p lies from q. Relative pointers are kept so in shared memory.
//
// Here: where sum and difference meet in one function the shadow's distance is computed beside
// it. A distance that leaves the function, or waits in memory, is compared with that of the
// shadows: of ends of one object they are equal, others stop the program at the line. A number
// that is only compared, allocated or printed may be anything.
//===----------------------------------------------------------------------===//
#include "types/Distances.h"
#include "limits/types.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowBuilder.h"
#include "support/Mutation.h"

using namespace llvm;

namespace enzyme {

/// Shadows need not lie as far apart as what they are shadows of. Where an address has no shadow,
/// or perhaps none, both lie in one object, one end of which is said to be constant.
Value *ShadowBuilder::distanceOfShadows(Value *distance, unsigned depth) {
  auto *made = dyn_cast<Instruction>(distance);
  if (!made || depth == limits::depthOfDistance || !made->getType()->isIntegerTy())
    return distance;
  auto *difference = dyn_cast<BinaryOperator>(made);
  bool isBetween = difference && isBetweenObjects(*difference);
  if (!isBetween && !keepsDistance(*made))
    return distance;
  auto ofShadow = [&](Value *address) {
    return needsShadow(address) && !isMixed(address) ? shadowOf(address) : nullptr;
  };
  SmallVector<Value *, 2> operands;
  for (Value *operand : made->operands())
    operands.push_back(isBetween ? ofShadow(operand) : distanceOfShadows(operand, depth + 1));
  if (is_contained(operands, nullptr) || equal(operands, made->operands()))
    return distance;
  Instruction *mirror = made->clone();
  for (auto [i, operand] : enumerate(operands))
    mirror->setOperand(i, operand);
  mirror->insertAfter(made->getIterator());
  mirror->dropPoisonGeneratingFlags();
  return mirror;
}

bool ShadowBuilder::isShadowedAddress(const Value &copy) const {
  const Value *origin = isa<Constant>(copy) ? &copy : out.origin(&copy);
  return origin && out.types->carriesPointer(*origin) && needsShadow(&copy);
}

/// Of a word that an optimiser read as a number, since only its distance from an address is used:
/// what its memory's shadow holds.
Value *ShadowBuilder::shadowOfEnd(Value *end) {
  auto *load = dyn_cast<LoadInst>(end);
  if (!load || isShadowedAddress(*end) || !end->getType()->isIntegerTy() ||
      !needsShadow(load->getPointerOperand()))
    return shadowOf(end);
  auto *shadow = cast<LoadInst>(load->clone());
  shadow->setOperand(0, shadowOf(load->getPointerOperand()));
  shadow->dropUBImplyingAttrsAndMetadata();
  shadow->insertAfter(load->getIterator());
  return shadow;
}

/// p - q, of pointers or of words.
static Value *distanceBetween(IRBuilderBase &builder, Value *p, Value *q) {
  auto word = [&](Value *address) {
    return address->getType()->isPointerTy() ? builder.CreatePtrToInt(address, builder.getInt64Ty())
                                             : address;
  };
  return builder.CreateSub(word(p), word(q));
}

/// `found ? found - begin : npos`: where nothing was found, no distance is handed on.
void ShadowBuilder::guardDistance(BinaryOperator &prepared) {
  if (!prepared.getType()->isIntegerTy())
    return;
  auto *copy = cast<BinaryOperator>(copyOf(prepared));
  auto ends = endsOfDistance(*copy);
  bool isShadowed = ends && (isShadowedAddress(*ends->first) || isShadowedAddress(*ends->second));
  if (!isShadowed || mutation::breaks("shadow.distance"))
    return;
  auto hasOwn = [&](Value *end) { return needsShadow(end) && !isMixed(end); };
  bool isMirrored = isBetweenObjects(*copy) && hasOwn(ends->first) && hasOwn(ends->second);
  BlocksHandingOn blocks = blocksHandingOn(prepared, isMirrored, *out.types);
  if (blocks.empty())
    return;
  Value *to = shadowOfEnd(ends->first), *from = shadowOfEnd(ends->second);
  const SelectInst *choice = choiceOf(prepared);
  for (const BasicBlock *block : blocks) {
    auto *handingOn = cast<BasicBlock>(copyOf(*block));
    IRBuilder<> builder(copy->getNextNode());
    if (choice && choice->getParent() == block)
      builder.SetInsertPoint(cast<Instruction>(copyOf(*choice)));
    else if (handingOn != copy->getParent())
      builder.SetInsertPoint(handingOn, handingOn->getFirstInsertionPt());
    Value *distance = distanceBetween(builder, ends->first, ends->second);
    Value *ofShadows = distanceBetween(builder, to, from);
    if (choice) {
      bool isFirst = choice->getTrueValue() == &prepared;
      ofShadows =
          builder.CreateSelect(copyOf(*choice->getCondition()), isFirst ? ofShadows : distance,
                               isFirst ? distance : ofShadows);
    }
    RuntimeCalls(*out.function->getParent())
        .distance(builder, distance, ofShadows, Position::of(prepared));
  }
}

} // namespace enzyme
