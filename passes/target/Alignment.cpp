//===- Alignment.cpp - how much shadows are aligned ------------------------===//
//
// Problem: a program may align memory by hand, p = (malloc(n + 32) & -32) + 32, and say of
// its accesses that they are aligned to 32 bytes. The shadow of p is as far from the start
// of its memory as p is from its own (shadow/ShadowPointers.cpp), so it is aligned to what
// the allocator gives, 16 bytes, and an access like the primal's would trap.
//
// Here: accesses promise no more than that. The optimiser finds out again what it can.
//===----------------------------------------------------------------------===//
#include "target/Alignment.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

void limitAlignment(Function &function) {
  const Align most(16);
  for (Instruction &at : instructions(function)) {
    if (auto *load = dyn_cast<LoadInst>(&at)) {
      load->setAlignment(std::min(load->getAlign(), most));
    } else if (auto *store = dyn_cast<StoreInst>(&at)) {
      store->setAlignment(std::min(store->getAlign(), most));
    } else if (auto *bytes = dyn_cast<MemIntrinsic>(&at)) {
      bytes->setDestAlignment(std::min(bytes->getDestAlign().valueOrOne(), most));
      if (auto *transfer = dyn_cast<MemTransferInst>(bytes))
        transfer->setSourceAlignment(std::min(transfer->getSourceAlign().valueOrOne(), most));
    }
  }
}

} // namespace enzyme
