//===- Context.h - what lives while one module is differentiated ---------===//
//
// Passed to every stage, so that nothing needs to be global. Holds the workshop
// (the private module in which all work happens), the options, the diagnostics
// and the derivatives made so far.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CONTEXT_H
#define ENZYME_CONTEXT_H

#include "Options.h"
#include "abi/DerivativeKey.h"
#include "report/Diagnostics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <map>

namespace enzyme {

class EvidenceStore; // types/EvidenceStore.h
class Page;          // report/Page.h: the same and all states, for -fenzyme-report
class Remarks;       // report/Remarks.h: what was decided, on request
class UserRules;     // request/ParseGlobals.h: what the program registered

struct Context {
  Context(llvm::Module &workshop, const Options &options, Diagnostics &diagnostics,
          const UserRules &userRules, EvidenceStore *evidence = nullptr)
      : workshop(workshop), options(options), diagnostics(diagnostics), userRules(userRules),
        evidence(evidence) {}

  llvm::Module &workshop; ///< private copy of the program; derivatives are made here
  const Options &options;
  Diagnostics &diagnostics;
  const UserRules &userRules;
  EvidenceStore *const evidence; ///< what functions are known to do; null: not kept
  Remarks *remarks = nullptr;    ///< null: not wanted
  Page *page = nullptr;          ///< null: not wanted

  /// Derivatives made or being made; an entry exists from the moment its
  /// declaration does, so that recursion finds itself.
  std::map<DerivativeKey, llvm::Function *> derivatives;

  /// What the program requests derivatives of.
  llvm::SmallVector<llvm::Function *> targets;

  /// Why teams of threads cannot run the derivatives of their regions, where that turned out late;
  /// then everything is made again for one thread.
  std::string obstacleToTeams;

  /// The calls that led to the function being differentiated, innermost last:
  /// the chain of notes under a refusal.
  llvm::SmallVector<Note, 8> chain;
};

} // namespace enzyme
#endif
