//===- FrontendRecord.h - what the AST half leaves for the pass half ------===//
//
// Problem: the AST half of the plugin knows the source: it generates the
// pristine module and can report at the user's line. The pass half, run later in
// the same process, is handed nothing but an llvm::Module.
//
// Here: the note the first leaves for the second, found by the module's
// identifier. Without an AST (opt, .ll input, Fortran) there is no note.
//
// The two halves are two shared objects (the AST half needs libclang-cpp, which
// cannot be loaded into opt); what is marked EXPORTED crosses between them.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_FRONTENDRECORD_H
#define ENZYME_FRONTEND_FRONTENDRECORD_H

#include "frontend/MatchBodies.h"
#include "frontend/PassEntry.h"
#include "frontend/WrittenArguments.h"
#include "report/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace enzyme {

/// One line of a message: its place and, where the compiler does not know the
/// place, the place in words.
struct PlacedText {
  Position where;
  std::string place;
  std::string text;
};

/// A message as plain data.
struct PlacedMessage {
  Severity severity = Severity::Error;
  std::string group;
  PlacedText main;
  std::vector<PlacedText> notes;
  bool staysWarning = false; ///< whatever -Werror says
};

struct FrontendRecord {
  /// Bitcode of the pristine module; empty when it could not be generated.
  llvm::SmallVector<char, 0> bitcode;
  /// Of static things in it (carry/Carry.h), where code is carried.
  std::vector<std::string> withIdentity;
  /// Names in it that come from the order in which code was generated.
  ClosureFamilies closures;
  /// Files of bitcode that clang linked into the module, as far as the primal needs them:
  /// mathematical functions of devices.
  std::vector<std::string> libraries;
  /// Code for a device, whose kernels' derivatives host code of the file asks for.
  bool hostWantsForward = false, hostWantsReverse = false;
  /// Host code of other files may ask for them, too, which knows of no variables here.
  bool areKernelsOffered = false;
  /// Code for a device that is linked with that of other files, as bitcode.
  bool isLinkedOnDevice = false;
  /// Code for the host beside such, as bitcode or not.
  bool isBesideLinked = false;
  /// Calls of requests in the source.
  std::vector<WrittenCall> calls;
  /// Prints a message as the compiler prints its own.
  std::function<void(const PlacedMessage &)> report;
  /// Tells the compiler the lines of a file that it did not compile.
  std::function<void(const std::string &path)> readSource;
};

/// Leaves `record` for the module of that identifier, replacing an older one.
EXPORTED void leaveRecord(llvm::StringRef moduleIdentifier, FrontendRecord record);

/// The record left for that identifier, or null.
const FrontendRecord *recordFor(llvm::StringRef moduleIdentifier);

/// Where messages about `module` go: to clang if it is there, else to LLVM.
std::unique_ptr<DiagnosticSink> sinkFor(llvm::Module &module);

} // namespace enzyme
#endif
