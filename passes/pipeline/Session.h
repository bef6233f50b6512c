//===- Session.h - from requests to finished derivatives, in a workshop ----===//
//
// States 3 to 8 for all requests of one workshop. Whose requests they are and where
// the derivatives go afterwards is the caller's business: one file's
// (Differentiate.cpp), or those of a program that is being linked (FinishLink.cpp).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_SESSION_H
#define ENZYME_PIPELINE_SESSION_H

#include "optimise/DeviceRuntime.h"
#include "pipeline/Derivatives.h"
#include "prepare/Prepare.h"
#include "report/Page.h"
#include "request/ParseGlobals.h"
#include "request/RewriteCall.h"
#include "transform/Transforms.h"
#include "types/EvidenceStore.h"

namespace enzyme {

class Session {
public:
  Session(std::unique_ptr<llvm::Module> workshop, const Options &options, Diagnostics &diagnostics)
      : module(std::move(workshop)), options(options), diagnostics(diagnostics) {}

  /// OpenMP's regions may be run by teams, except those that `reasons` names; it gets more where
  /// that turns out to be impossible. Must be called first.
  void allowTeams(OneThreadReasons &reasons) { oneThread = &reasons; }
  /// Must everything be made again, from another workshop, with what `reasons` now holds?
  bool isToBeMadeAgain() const { return isOvertaken; }
  /// Reads what the workshop says about itself and brings it into canonical form. The
  /// functions of `requests` are found in it by name. False after a refusal.
  bool prepareFor(llvm::ArrayRef<Request> requests);
  /// Makes every derivative. False if anything was refused.
  bool make(llvm::ArrayRef<Request> requests);
  /// State 8. Beyond this point no derivative can fail any more.
  void finish();

  /// What the n-th request becomes a call of; null where it was refused.
  llvm::Function *derivativeOf(size_t request) const { return made[request]; }
  /// After make: could a link, which sees all files of the program, make better derivatives?
  bool wantsOtherFiles() const;
  llvm::Module &workshop() { return *module; }
  /// After prepareFor.
  Context &context() { return *rest->context; }

private:
  struct Makers;
  void limitTape(llvm::ArrayRef<llvm::Function *> functions);
  void remarkOnRegions();
  void keepTeamsApart();
  void refuseTakenNames();
  bool lowerNestedRequests();
  void showDerivatives();
  void showRequests(llvm::ArrayRef<Request> requests);
  void writePage();

  std::unique_ptr<llvm::Module> module;
  const Options &options;
  Diagnostics &diagnostics;
  Remarks remarks;
  Page page;
  std::unique_ptr<UserRules> rules;
  ParallelRegions regions;
  OneThreadReasons *oneThread = nullptr; ///< null: no teams
  bool isOvertaken = false;
  std::vector<OpenRequest> open; ///< requests inside what is differentiated
  std::vector<llvm::Function *> made;
  DeviceEntries deviceEntries; ///< of made, in a module for a device

  EvidenceStore evidence;
  struct Rest {
    Rest(llvm::Module &workshop, const Options &options, Diagnostics &diagnostics,
         const UserRules &rules, EvidenceStore &evidence);
    ~Rest();
    std::unique_ptr<Context> context;
    std::unique_ptr<Makers> makers;
  };
  std::unique_ptr<Rest> rest; ///< what needs a prepared workshop
};

} // namespace enzyme
#endif
