//===- BlocksAfter.cpp ----------------------------------------------------===//
#include "memory/BlocksAfter.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace enzyme {

/// Cycles come before what leads to them.
void BlocksAfter::gather() {
  for (const BasicBlock &block : function)
    numbers.try_emplace(&block, numbers.size());
  for (auto component = scc_begin(&function); !component.isAtEnd(); ++component) {
    BitVector blocks(numbers.size());
    for (const BasicBlock *block : *component) {
      components[block] = reached.size();
      blocks.set(numbers.lookup(block));
    }
    for (const BasicBlock *block : *component)
      for (const BasicBlock *next : successors(block))
        if (auto done = components.find(next);
            done != components.end() && done->second != reached.size())
          blocks |= reached[done->second];
    reached.push_back(std::move(blocks));
  }
}

bool BlocksAfter::canFollow(const BasicBlock &block, const BasicBlock &from) {
  if (numbers.empty())
    gather();
  auto component = components.find(&from);
  // What is not reached from the entry does not run: nothing is known about it.
  return component == components.end() || reached[component->second].test(numbers.lookup(&block));
}

bool BlocksAfter::runsAgain(const BasicBlock &block) {
  return any_of(successors(&block),
                [&](const BasicBlock *next) { return canFollow(block, *next); });
}

} // namespace enzyme
