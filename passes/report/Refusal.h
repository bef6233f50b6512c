//===- Refusal.h - why the compiler says no, as a value ------------------===//
//
// Problem: a stage that cannot go on must tell a person what was asked, why it
// cannot be done and what to do. Text glued together at the point of failure
// cannot be listed, tested or documented.
//
// Here: a Refusal is a value: an id from Diagnostics.def, the arguments of its
// sentence, and the place. Stages hand it to Diagnostics (Diagnostics.h), which
// prints all of them together at the user's lines. A stage that refused returns
// false/nullptr and its caller unwinds; nothing half-made survives, because the
// workshop module is thrown away when anything was refused.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REPORT_REFUSAL_H
#define ENZYME_REPORT_REFUSAL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"
#include <string>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace enzyme {

/// Every message the compiler can print; rows live in Diagnostics.def.
enum class MessageId {
#define MESSAGE(ID, NUMBER, SEVERITY, GROUP, TEXT, HINT) ID,
#include "report/Diagnostics.def"
#undef MESSAGE
};

/// A source position that survives the module it was read from.
/// `line` 0 means unknown; then `function` (IR name) is all we can say.
struct Position {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;

  static Position of(const llvm::Instruction &instruction);
  static Position of(const llvm::Function &function);
};

/// "called from here", "requested here".
struct Note {
  Position where;
  std::string text;
};

struct Refusal {
  MessageId id;
  Position where;
  llvm::SmallVector<std::string, 3> arguments; // fill %0, %1, … of the text
  llvm::SmallVector<Note, 2> notes;
};

} // namespace enzyme
#endif
