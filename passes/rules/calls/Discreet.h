//===- Discreet.h - functions that keep what they are given to themselves --===//
#ifndef ENZYME_RULES_CALLS_DISCREET_H
#define ENZYME_RULES_CALLS_DISCREET_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// A function of the C or C++ library that captures no address that it is passed, or that one
/// leads to: it may only put it into the objects that it is passed, and return it. Strings,
/// locks, hashes, printing.
bool isDiscreet(const llvm::CallBase &call);

/// Nodes that a call which moves pointers only (Facts.h) is handed.
enum class Nodes {
  None,
  Tree, ///< {int colour; node *parent, *left, *right}
  List, ///< {node *next, *previous}
};
Nodes nodesOf(const llvm::CallBase &call);
/// Is the argument one that is not linked yet, whose links may be anything?
bool isFreshNode(const llvm::CallBase &call, unsigned argument);
/// Does it look at them only?
bool readsNodes(const llvm::CallBase &call);

} // namespace enzyme
#endif
