//===- Print.h - a term as text ------------------------------------------===//
//
// The reading for people: docs/rules.md and debug output. Nodes that several
// users share are written once, as `t1 = …`, in front.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_TERM_PRINT_H
#define ENZYME_RULES_TERM_PRINT_H

#include "rules/term/Term.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace enzyme::term {

/// Names a leaf: Op::Input, Op::Output or Op::Parameter, and which.
using LeafName = llvm::function_ref<std::string(Op, unsigned)>;

struct Printed {
  std::vector<std::string> shared; ///< "t1 = a*a + b*b", in order
  std::vector<std::string> terms;  ///< one for each root
};

/// Writes the terms under `roots` together, so that they can share.
Printed print(const Nodes &nodes, llvm::ArrayRef<uint8_t> roots, LeafName leaf);

} // namespace enzyme::term
#endif
