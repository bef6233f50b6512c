//===- UntypedMemory.cpp - memory in which unknown bytes rest ----------------------===//
#include "bits/UntypedMemory.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

Instruction *makeRoom(Function &function, Type *type, StringRef name) {
  constexpr uint64_t word = 8; // the runtime looks at whole words
  const DataLayout &layout = function.getDataLayout();
  IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
  uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue(), whole = alignTo(bytes, word);
  AllocaInst *room = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), whole), nullptr, name);
  room->setAlignment(std::max(layout.getABITypeAlign(type), Align(word)));
  auto *address = room->getType() == entry.getPtrTy()
                      ? static_cast<Instruction *>(room)
                      : cast<Instruction>(entry.CreateAddrSpaceCast(room, entry.getPtrTy(), name));
  if (bytes != whole) // the rest of a word is not part of an address
    entry.CreateMemSet(address, entry.getInt8(0), whole, room->getAlign());
  return address;
}

Align alignOfRoom(const Instruction &room) {
  return cast<AllocaInst>(room.stripPointerCasts())->getAlign();
}

} // namespace enzyme
