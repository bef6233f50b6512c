//===- Gather.h - one module of what open requests reach ------------------===//
//
// Problem: the bodies that a derivative needs lie in the code that many files carry.
//
// Here: a module that starts with the functions of open requests and takes in, name
// by name, the definition that counts (LinkInputs.h), until nothing that it mentions
// is missing any more. Only what is reached is read.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LINK_GATHER_H
#define ENZYME_LINK_GATHER_H

#include "carry/OpenRecord.h"
#include "link/LinkInputs.h"
#include "link/RustCode.h"
#include "report/Diagnostics.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstrTypes.h"
#include <map>
#include <set>

namespace enzyme {

/// A request that a file of this link leaves open.
struct OpenHere {
  OpenRecord record;
  LinkInput *input = nullptr;
};

/// All of them, of the files that take part; one per symbol.
std::vector<OpenHere> openRequestsOf(LinkInputs &inputs, Diagnostics &diagnostics);

/// A kind of call through a pointer: its type and, where it is virtual and known, of which class
/// the object is declared to be and which entry of the table is meant.
struct PointerCall {
  explicit PointerCall(const llvm::CallBase &call);
  bool isVirtual() const { return !className.empty(); }
  auto operator<=>(const PointerCall &) const = default;

  llvm::FunctionType *type;
  std::string className;
  uint64_t offset = 0;
};
using PointerCalls = std::set<PointerCall>;

/// Brings code together in `program`.
class Gather {
public:
  Gather(llvm::Module &program, LinkInputs &inputs, Diagnostics &diagnostics);

  /// The functions to be differentiated and everything they reach. Fills in the
  /// requests' functions. False after a refusal.
  bool bring(std::vector<OpenHere> &open);

  /// Does a file of the link define the name for others to refer to?
  bool isReachable(const llvm::GlobalValue &global) const;
  /// The library whose private code mentions the variable.
  std::string ownerOf(const llvm::GlobalValue &global) const;
  /// Gives what is linked the names that linkers know.
  void restoreNames(llvm::Module &output) const { rustc.restore(output); }

private:
  using Names = std::set<std::string>;
  void declareTarget(OpenHere &open);
  void take(LinkInput &input, const Names &names);
  std::unique_ptr<llvm::Module> load(LinkInput &input, const CarriedCode &code);
  bool counts(LinkInput &input, const CarriedCode &code, const llvm::GlobalValue &global);
  bool hasItself(LinkInput &input, const CarriedCode &code, const llvm::GlobalValue &global);
  llvm::MapVector<LinkInput *, Names> newNames();
  llvm::MapVector<LinkInput *, Names> behindPointers();
  bool isRead(LinkInput &input);
  void notePointedAt();
  void noteNeverCalled();
  LinkInput *privateDefiner(llvm::StringRef name);
  bool isNoneOfRusts(LinkInput &input, llvm::StringRef name);

  llvm::Module &program;
  LinkInputs &inputs;
  Diagnostics &diagnostics;
  std::vector<const OpenHere *> targets;
  RustcNames rustc;
  Names asked;                   ///< names whose definition was sought
  PointerCalls called;           ///< through pointers
  Names pointedAt;               ///< by code that is not reached
  std::vector<LinkInput *> used; ///< code was taken from them
  std::map<std::string, LinkInput *> ownerOfPrivate;
  struct Definition {
    const CarriedCode *code = nullptr;
    bool isWeak = false;
  };
  std::map<LinkInput *, llvm::StringMap<Definition>> definitions; ///< of several files' code
};

} // namespace enzyme
#endif
