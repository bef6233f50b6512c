//===- TapeAddress.cpp ---------------------------------------------------===//
//
//   level 0, combined   one stack variable a field
//   level 0, split      one block: field at its offset
//   counted loop        field f of iteration i at  base + trips * offset_f + lead_f + i * bytes_f
//   … joined            the same, base = base of the loop around + distance + counter of it * each
//   … shared            field f of iteration i at  base + i * bytes of all fields + offset_f
//   other loop          frame { frame before, …, field f at offset_f, … }
//
// In slots, the byte at such a distance d from the base lies at  base + d / 8 * 8 * stride + d % 8:
// stride is the number of threads where the launch has memory for the loop or block, else one.
//===----------------------------------------------------------------------===//
#include "emit/TapeAddress.h"
#include "emit/AliasScopes.h"
#include "types/LayoutTools.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace enzyme {

Value *slotAddress(IRBuilderBase &builder, Value *base, Value *stride, Value *distance,
                   uint64_t bytes) {
  constexpr uint64_t wordBytes = 8;
  Value *inWord = nullptr;
  if (bytes != wordBytes) {
    inWord = builder.CreateAnd(distance, wordBytes - 1);
    distance = builder.CreateAnd(distance, ~(wordBytes - 1));
  }
  Value *at = builder.CreateGEP(builder.getInt8Ty(), base, builder.CreateMul(distance, stride));
  return inWord ? builder.CreateGEP(builder.getInt8Ty(), at, inWord) : at;
}

Value *elementAddress(IRBuilderBase &builder, const TapeLevel &level, unsigned field,
                      TapeElement element) {
  auto [base, trips, counter, ahead, stride] = element;
  assert(field < level.fields.size() && "the plan laid out no such field");
  assert(level.isCounted() == (counter != nullptr) && "elements of arrays are counted, frames not");
  assert((level.isCounted() || ahead == 0) && "only arrays have elements in front of the first");
  const TapeField &at = level.fields[field];
  if (level.isShared()) {
    Value *element = builder.CreateMul(counter, builder.getInt64(level.elementBytes));
    return builder.CreatePtrAdd(base, builder.CreateAdd(element, builder.getInt64(at.offset)));
  }
  if (!level.isCounted() && stride)
    return slotAddress(builder, base, stride, builder.getInt64(at.offset), at.bytes);
  if (!level.isCounted())
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, at.offset);
  if (stride) {
    int64_t lead = int64_t(at.leadBytes) + ahead * int64_t(at.bytes);
    Value *distance = builder.CreateAdd(builder.CreateMul(trips, builder.getInt64(at.offset)),
                                        builder.CreateMul(counter, builder.getInt64(at.bytes)));
    distance = builder.CreateAdd(distance, builder.getInt64(lead));
    return slotAddress(builder, base, stride, distance, at.bytes);
  }
  Value *array = base;
  if (at.offset)
    array = builder.CreateInBoundsGEP(builder.getInt8Ty(), base,
                                      builder.CreateMul(trips, builder.getInt64(at.offset)));
  if (int64_t bytes = int64_t(at.leadBytes) + ahead * int64_t(at.bytes))
    array = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), array, bytes);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), array,
                                   builder.CreateMul(counter, builder.getInt64(at.bytes)));
}

Value *runAddress(IRBuilderBase &builder, Value *base, Value *distance, Value *counter,
                  Value *each) {
  Value *first = builder.CreateInBoundsGEP(builder.getInt8Ty(), base, distance);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), first, builder.CreateMul(counter, each));
}

Align fieldAlign(const TapeField &field) {
  return Align(std::min<uint64_t>(16, field.bytes & -field.bytes));
}

Value *loadLink(IRBuilderBase &builder, Value *place) {
  LoadInst *link = builder.CreateLoad(builder.getPtrTy(), place);
  note(*link, Memory::Tape);
  return link;
}

void declare(Instruction &access, const TapeField &field) {
  LLVMContext &context = access.getContext();
  access.setMetadata(layoutMetadata, field.declared);
  auto layout = decode(field.declared, context);
  bool isInteger = layout && layout->pieces.size() == 1 &&
                   layout->pieces.front().kind == Kind::Integer && field.type->isIntegerTy();
  if (!isInteger)
    return;
  MDBuilder builder(context);
  MDNode *type = builder.createTBAAScalarTypeNode("long", builder.createTBAARoot("enzyme tape"));
  access.setMetadata(LLVMContext::MD_tbaa, builder.createTBAAStructTagNode(type, type, 0));
}

Value *emitDistance(IRBuilderBase &builder, const Distance &distance,
                    function_ref<Value *(Value *)> valueOf,
                    function_ref<Value *(PHINode *)> counterOf) {
  Type *word = builder.getInt64Ty();
  Value *sum = builder.getInt64(distance.constant);
  for (const Distance::Term &term : distance.terms) {
    Value *index = builder.CreateSExtOrTrunc(valueOf(term.value), word);
    if (term.phi)
      index = builder.CreateMul(index, counterOf(term.phi));
    sum = builder.CreateAdd(sum, builder.CreateMul(index, builder.getInt64(term.scale)));
  }
  return sum;
}

} // namespace enzyme
