//===- Moves.cpp - where values only move, their shadows move with them -----===//
//
// Memory, casts, choices, parts of vectors and structures. A load of n bytes loads n bytes
// of shadow, whatever the type says.
//===----------------------------------------------------------------------===//
#include "oracle/Frame.h"
#include "llvm/IR/InstVisitor.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

class Mover : public InstVisitor<Mover, bool> {
public:
  explicit Mover(Frame &frame) : frame(frame) {}

  bool visitInstruction(Instruction &) { return false; }

  /// Fresh memory holds nothing.
  bool visitAllocaInst(AllocaInst &alloca) {
    IRBuilder<> builder(alloca.getNextNode());
    Value *bytes = frame.sizeOf(builder, alloca);
    builder.CreateMemSet(frame.placeOf(builder, &alloca), builder.getInt8(0), bytes,
                         alloca.getAlign());
    return true;
  }
  bool visitLoadInst(LoadInst &load) {
    IRBuilder<> builder(&load);
    return yields(load,
                  loadFrom(builder, load.getPointerOperand(), load.getType(), load.getAlign()));
  }
  bool visitStoreInst(StoreInst &store) {
    IRBuilder<> builder(&store);
    builder.CreateAlignedStore(frame.of(store.getValueOperand()),
                               frame.placeOf(builder, store.getPointerOperand()), store.getAlign());
    return true;
  }
  bool visitAtomicRMWInst(AtomicRMWInst &update);
  bool visitAtomicCmpXchgInst(AtomicCmpXchgInst &exchange);

  bool visitGetElementPtrInst(GetElementPtrInst &) { return true; }
  bool visitPtrToIntInst(PtrToIntInst &cast) { return resize(cast); }
  bool visitIntToPtrInst(IntToPtrInst &cast) { return resize(cast); }
  bool visitTruncInst(TruncInst &cast) { return resize(cast); }
  bool visitZExtInst(ZExtInst &cast) { return resize(cast); }
  bool visitSExtInst(SExtInst &cast) { return resize(cast); }
  bool visitBitCastInst(BitCastInst &cast) {
    IRBuilder<> builder(&cast);
    return yields(cast,
                  builder.CreateBitCast(frame.of(cast.getOperand(0)), shadowType(cast.getType())));
  }
  bool visitFreezeInst(FreezeInst &freeze) {
    return yields(freeze, frame.of(freeze.getOperand(0)));
  }
  bool visitSelectInst(SelectInst &select) {
    IRBuilder<> builder(&select);
    return yields(select,
                  builder.CreateSelect(select.getCondition(), frame.of(select.getTrueValue()),
                                       frame.of(select.getFalseValue())));
  }
  bool visitExtractElementInst(ExtractElementInst &part) {
    IRBuilder<> builder(&part);
    return yields(part, builder.CreateExtractElement(frame.of(part.getVectorOperand()),
                                                     part.getIndexOperand()));
  }
  bool visitInsertElementInst(InsertElementInst &whole) {
    IRBuilder<> builder(&whole);
    return yields(whole,
                  builder.CreateInsertElement(frame.of(whole.getOperand(0)),
                                              frame.of(whole.getOperand(1)), whole.getOperand(2)));
  }
  bool visitShuffleVectorInst(ShuffleVectorInst &shuffle) {
    IRBuilder<> builder(&shuffle);
    return yields(shuffle, builder.CreateShuffleVector(frame.of(shuffle.getOperand(0)),
                                                       frame.of(shuffle.getOperand(1)),
                                                       shuffle.getShuffleMask()));
  }
  bool visitExtractValueInst(ExtractValueInst &part) {
    IRBuilder<> builder(&part);
    return yields(
        part, builder.CreateExtractValue(frame.of(part.getAggregateOperand()), part.getIndices()));
  }
  bool visitInsertValueInst(InsertValueInst &whole) {
    IRBuilder<> builder(&whole);
    return yields(whole, builder.CreateInsertValue(frame.of(whole.getAggregateOperand()),
                                                   frame.of(whole.getInsertedValueOperand()),
                                                   whole.getIndices()));
  }
  // What is compared or caught is not a number that moves on.
  bool visitCmpInst(CmpInst &) { return true; }
  bool visitLandingPadInst(LandingPadInst &) { return true; }
  bool visitFenceInst(FenceInst &) { return true; }
  bool visitTerminator(Instruction &) { return true; }

private:
  bool yields(Instruction &instruction, Value *shadow) {
    frame.set(instruction, shadow);
    return true;
  }
  Value *loadFrom(IRBuilder<> &builder, Value *address, Type *type, Align align) {
    return builder.CreateAlignedLoad(shadowType(type), frame.placeOf(builder, address), align);
  }
  bool resize(CastInst &cast) {
    IRBuilder<> builder(&cast);
    return yields(
        cast, builder.CreateZExtOrTrunc(frame.of(cast.getOperand(0)), shadowType(cast.getType())));
  }
  Value *updated(IRBuilder<> &builder, AtomicRMWInst &update, Value *old);

  Frame &frame;
};

/// The tangent that the update leaves in memory; null: none is known for integers that
/// carry bits of floats.
Value *Mover::updated(IRBuilder<> &builder, AtomicRMWInst &update, Value *old) {
  Value *number = &update, *operand = update.getValOperand();
  auto chosen = [&](CmpInst::Predicate isKept) {
    return builder.CreateSelect(builder.CreateFCmp(isKept, number, operand), old,
                                frame.of(operand));
  };
  switch (update.getOperation()) {
  case AtomicRMWInst::Xchg:
    return frame.of(operand);
  case AtomicRMWInst::FMin:
    return chosen(CmpInst::FCMP_OLE);
  case AtomicRMWInst::FMax:
    return chosen(CmpInst::FCMP_OGE);
  default:
    return nullptr;
  }
}

/// The shadow is updated beside its memory: sums by several threads lose nothing, all else is
/// as atomic as one thread needs.
bool Mover::visitAtomicRMWInst(AtomicRMWInst &update) {
  IRBuilder<> builder(&update);
  Value *address = update.getPointerOperand();
  AtomicRMWInst::BinOp operation = update.getOperation();
  if (operation == AtomicRMWInst::FAdd || operation == AtomicRMWInst::FSub)
    return yields(update, builder.CreateAtomicRMW(operation, frame.placeOf(builder, address),
                                                  frame.of(update.getValOperand()),
                                                  update.getAlign(), update.getOrdering()));
  Value *old = loadFrom(builder, address, update.getType(), update.getAlign());
  yields(update, old);
  IRBuilder<> behind(update.getNextNode());
  if (Value *now = updated(behind, update, old)) {
    behind.CreateAlignedStore(now, frame.placeOf(behind, address), update.getAlign());
    return true;
  }
  Value *any = builder.CreateOr(frame.isActive(builder, old),
                                frame.isActive(builder, frame.of(update.getValOperand())));
  frame.stopIf(any, update, "an atomic update of bits of an active number");
  return true;
}

bool Mover::visitAtomicCmpXchgInst(AtomicCmpXchgInst &exchange) {
  IRBuilder<> before(&exchange);
  Value *address = exchange.getPointerOperand();
  Type *type = exchange.getNewValOperand()->getType();
  Value *old = loadFrom(before, address, type, exchange.getAlign());
  IRBuilder<> after(exchange.getNextNode());
  Value *isDone = after.CreateExtractValue(&exchange, 1);
  Value *now = after.CreateSelect(isDone, frame.of(exchange.getNewValOperand()), old);
  after.CreateAlignedStore(now, frame.placeOf(after, address), exchange.getAlign());
  Value *pair = Constant::getNullValue(shadowType(exchange.getType()));
  return yields(exchange, after.CreateInsertValue(pair, old, 0));
}

} // namespace

bool moveShadow(Frame &frame, Instruction &instruction) { return Mover(frame).visit(instruction); }

} // namespace enzyme::oracle
