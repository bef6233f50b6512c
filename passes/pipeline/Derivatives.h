//===- Derivatives.h - makes the derivatives that keys name --------------===//
#ifndef ENZYME_PIPELINE_DERIVATIVES_H
#define ENZYME_PIPELINE_DERIVATIVES_H

#include "Context.h"
#include "activity/LibraryMemory.h"
#include "activity/Summaries.h"
#include "emit/TapeShape.h"
#include "plan/FloatsInReach.h"
#include "regions/RegionPlan.h"
#include "request/Request.h"
#include "shadow/ShadowedPrimal.h"
#include "types/Types.h"
#include <deque>
#include <memory>
#include <set>

namespace enzyme {

class Stage;

/// Declares derivatives on demand and makes their bodies one after the other, so
/// that recursion and mutual recursion need no special case.
class Derivatives {
public:
  explicit Derivatives(Context &context);

  /// The derivative `key` names, its body made or waiting. Null after a refusal.
  /// `isCandidate`: without a body of its own it refuses when the program gets there.
  llvm::Function *request(const DerivativeKey &key, bool isCandidate = false);
  /// Makes every waiting body. False if anything was refused.
  bool makeAll();
  /// What a call of `request` becomes a call of, made from `primal`, the function
  /// of its name in the workshop, with everything it needs. `order`: DerivativeKey's.
  /// Null after a refusal.
  llvm::Function *serve(const Request &request, llvm::Function *primal, unsigned order);
  /// With -fenzyme-check: `derivative`, which serves a request at `where`, inside a function
  /// that checks it; itself, with a warning, where that cannot be.
  llvm::Function *checking(const DerivativeKey &key, llvm::Function *derivative,
                           const Position &where);
  /// Must see every request before any is served: a tape that __enzyme_fwdsplit
  /// reads holds more.
  void expect(const Request &request, llvm::Function *primal);
  /// What is served from now on may be differentiated again, or not: calls of the runtime
  /// that take snapshots cannot be.
  void serveForMore(bool more) { isForMore = more; }
  /// Warns of memory that the request passes as constant and that `primal` keeps active values in.
  void warnOfConstantMemory(const Request &request, llvm::Function &primal);
  /// All functions made here, in the order they were asked for.
  llvm::ArrayRef<llvm::Function *> made() const { return functions; }
  /// Something that a function pointer might lead to has its code in no file here: a link,
  /// which sees all files of the program, can make better derivatives.
  bool wantsOtherFiles() const { return lacksFiles; }

private:
  /// A function in prepared form with what is known about its bytes.
  struct Prepared {
    llvm::Function *function = nullptr;
    TypeResults types;
    bool isVersioned = false;
    std::unique_ptr<Prepared> withVersions; ///< null if there is only one
    /// With the iterations of some loops as calls: by the headers of these, and by the loads whose
    /// adjoints are sums of a thread's own.
    std::map<std::pair<std::vector<const llvm::BasicBlock *>, std::vector<const llvm::LoadInst *>>,
             std::unique_ptr<Prepared>>
        withIterations;
  };

  /// What is decided before anything of a derivative is made.
  struct Planned {
    const Prepared *form = nullptr;
    ActivityResults activity;
    RegionPlan regions;
    Analysed analysed() const { return {*form->function, form->types, activity}; }
  };

  llvm::Function *declare(const DerivativeKey &key);
  llvm::Function *requestByRule(const DerivativeKey &key);
  void answer(WantedDerivatives &wanted);
  void warnOfNumbersInText(llvm::Function &primal, llvm::Function &form);
  void warnOfRoundedSums(llvm::Function &primal, const ActivityResults &activity);
  void warnOfLibraryMemory(const DerivativeKey &key, const Prepared &form);
  Prepared *prepared(llvm::Function &primal);
  Prepared *withVersions(Prepared &form, const llvm::Function &primal);
  Prepared *preparedFor(const DerivativeKey &key);
  const Prepared &withIterations(Prepared &form, llvm::ArrayRef<LoopRegion> loops,
                                 const std::vector<const llvm::LoadInst *> &own);
  bool analyse(const DerivativeKey &key, Stage &stage, Planned &planned);
  bool makeBody(const DerivativeKey &key);
  bool hasSnapshots();
  llvm::Function &loopsTogether(llvm::Function &primal);
  bool mayKeepSnapshots(const DerivativeKey &key);
  bool makeWithSnapshots(const DerivativeKey &key);
  std::unique_ptr<ShadowedPrimal> makeTangents(const DerivativeKey &key, const Prepared &form,
                                               const ActivityResults &activity);
  llvm::Function *tryForward(const DerivativeKey &key, std::string &why);
  void attemptBody(const DerivativeKey &key);
  void refuseAtRunTime(const DerivativeKey &key, llvm::StringRef why);
  llvm::Function *serveStrips(const Request &request, const DerivativeKey &key);
  llvm::Function *repeatForLanes(const Request &request, llvm::Function &half,
                                 const TapeShape &shape, llvm::Function &last);
  llvm::Function *serveLanesFromTape(const Request &request, const DerivativeKey &key);
  llvm::Function *serveSplit(const Request &request, const DerivativeKey &key);

  Context &context;
  std::deque<DerivativeKey> waiting;  ///< bodies that must be made
  std::deque<DerivativeKey> attempts; ///< bodies that only function pointers may lead to
  bool isAttempting = false;
  bool lacksFiles = false;
  bool isForMore = false;
  std::optional<bool> asksForAnySnapshots;
  std::map<const llvm::Function *, Refusal> keptAll; ///< warnings, if it is differentiated
  std::vector<llvm::Function *> functions;
  std::set<DerivativeKey> servingForward;            ///< augmented keys
  std::map<const llvm::Function *, TapeShape> tapes; ///< by augmented function
  std::map<llvm::Function *, std::unique_ptr<Prepared>> preparedFunctions;
  std::map<llvm::Function *, llvm::Function *> together; ///< without outlined loops
  FloatsInReach floats;
  std::set<DerivativeKey> isLookedAt;             ///< by warnOfConstantMemory
  std::set<const llvm::Function *> isRead;        ///< by warnOfNumbersInText
  std::set<const llvm::Function *> isWarnedOf;    ///< by warnOfRoundedSums
  std::set<const llvm::DILocation *> isAtLibrary; ///< by warnOfLibraryMemory
  std::optional<KeptParameters> keptParameters;
  CalleeSummaries summaries; ///< what callees do with memory, asked once a function
};

} // namespace enzyme
#endif
