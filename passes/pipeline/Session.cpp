//===- Session.cpp - from requests to finished derivatives, in a workshop --===//
#include "pipeline/Session.h"
#include "checkpoint/Checkpoint.h"
#include "checkpoint/Marks.h"
#include "emit/Floats.h"
#include "emit/GlobalShadows.h"
#include "emit/Teams.h"
#include "frontend/Workshop.h"
#include "library/AlignedBlocks.h"
#include "library/blas/Blas.h"
#include "library/fftw/Fftw.h"
#include "library/gpu/Gpu.h"
#include "optimise/Optimise.h"
#include "parallel/DeviceVariables.h"
#include "parallel/FixedOrder.h"
#include "parallel/LaunchMemory.h"
#include "parallel/Meetings.h"
#include "parallel/OwnVariables.h"
#include "pipeline/DeviceLimits.h"
#include "pipeline/KernelDerivatives.h"
#include "pipeline/LeavingMemory.h"
#include "pipeline/UsedByName.h"
#include "prepare/HideCompared.h"
#include "prepare/Prepare.h"
#include "regions/AutomaticCheckpoints.h"
#include "request/AbsentArguments.h"
#include "request/BlasRules.h"
#include "request/DeclareProperties.h"
#include "request/PairRules.h"
#include "request/RawRules.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Kernels.h"
#include "rules/openmp/TeamCalls.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ThreadSums.h"
#include "support/ReachedFunctions.h"
#include "transform/Dense.h"
#include "transform/Markers.h"
#include "transform/TruncatedTargets.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;

namespace enzyme {

/// What makes the functions that serve requests.
struct Session::Makers {
  explicit Makers(Context &context) : context(context), derivatives(context), transforms(context) {}

  /// The function for `request`, whose function is `primal` in the workshop; null
  /// after a refusal.
  Function *serve(const Request &request, Function &primal, bool isInner) {
    settleIn(primal);
    if (isTransform(request))
      return transforms.make(request, primal, isInner);
    unsigned order = orderOf(primal);
    derivatives.serveForMore(isInner);
    Function *made = derivatives.serve(request, &primal, order);
    derivatives.warnOfConstantMemory(request, primal);
    Mode mode = modeOf(request);
    InRules inRules = isInner                         ? InRules::Clears
                      : mode == Mode::ReverseCombined ? InRules::Hides
                                                      : InRules::Shares;
    bool readsTape = mode == Mode::ReverseGradient || mode == Mode::ForwardSplit;
    if (made && isKernel(primal))
      noteLaunchedByHost(*made);
    if (made)
      made = mode == Mode::ReverseAugmented ? startFirstHalf(*made)
                                            : startFromZeroGlobals(*made, inRules, readsTape);
    if (made && context.options.check && !isInner)
      made = check(request, primal, order, made);
    if (made && isInner)
      innerOrders[made] = order;
    return made;
  }

  Function *check(const Request &request, Function &primal, unsigned order, Function *made) {
    DerivativeKey key = keyFor(request, &primal);
    key.order = order;
    if (request.isSplit() || request.lanesArgument)
      return made;
    bool isPretended = request.call && any_of(request.call->args(), [](const Use &argument) {
                         return mayBeDense(argument);
                       }); // where the link makes it, there is no call
    if (!isPretended)
      return derivatives.checking(key, made, request.where);
    context.diagnostics.warn({MessageId::NotChecked,
                              request.where,
                              {readableName(primal), "a shadow of it is no memory"},
                              {}});
    return made;
  }

  /// One more than what a function to be differentiated holds of derivatives.
  unsigned orderOf(Function &primal) const {
    unsigned order = 0;
    if (innerOrders.empty())
      return order;
    SetVector<Function *> known;
    for (Function *kept : context.userRules.keep()) // their rules are called, not their bodies
      if (context.userRules.gradientOf(*kept) && context.userRules.derivativeOf(*kept))
        known.insert(kept);
    SetVector<Function *> all = known;
    reachFrom(primal, all);
    for (Function *reached : all)
      if (!known.contains(reached))
        if (auto inner = innerOrders.find(reached); inner != innerOrders.end())
          order = std::max(order, inner->second + 1);
    return order;
  }

  /// A function now calls what a request in it became. Most such functions are only handed
  /// about as pointers, such as a solver's callback, and never differentiated themselves: so
  /// derivatives are made ready for that when it turns out, and else optimised once, at the end.
  void served(const Request &request, Function &derivative) {
    unsettled.push_back({request, &derivative});
  }

  /// `primal` is to be differentiated.
  void settleIn(Function &primal) {
    if (unsettled.empty())
      return;
    SmallVector<Function *> roots(context.userRules.keep()); // what calls of rules may become
    roots.push_back(&primal);
    SetVector<Function *> reached = reachedFunctions(roots);
    if (any_of(unsettled, [&](const auto &entry) {
          return entry.second && reached.contains(cast<Function>(entry.second));
        }))
      settle();
  }

  /// Derivatives as they can be differentiated, in the order in which they were made.
  void settle() {
    optimiseNew();
    for (auto &[request, derivative] : std::exchange(unsettled, {}))
      if (derivative) // of pretended shadows others are made
        inlineIfSmall(request, *cast<Function>(derivative));
  }

  /// Who takes a derivative in holds one more than it.
  void inlineIfSmall(const Request &request, Function &derivative) {
    auto inner = innerOrders.find(&derivative);
    Mode mode = modeOf(request);
    if (inner == innerOrders.end() || (mode != Mode::Forward && mode != Mode::ReverseCombined))
      return;
    unsigned order = inner->second;
    for (Function *caller : inlineSmallDerivative(derivative))
      innerOrders[caller] = std::max(innerOrders[caller], order);
  }

  void optimise() {
    optimiseDerivatives(context, derivatives.made());
    optimiseDerivatives(context, transforms.made());
  }

  /// For a derivative that is to be differentiated: those before it were done before it.
  void optimiseNew() {
    for (Function *derivative : derivatives.made().drop_front(optimisedDerivatives))
      hideCompared(*derivative);
    for (Function *transform : transforms.made().drop_front(optimisedTransforms))
      hideCompared(*transform);
    optimiseDerivatives(context, derivatives.made().drop_front(optimisedDerivatives));
    optimiseDerivatives(context, transforms.made().drop_front(optimisedTransforms));
    optimisedDerivatives = derivatives.made().size();
    optimisedTransforms = transforms.made().size();
  }

  Context &context;
  Derivatives derivatives;
  Transforms transforms;
  DenseMap<Function *, unsigned> innerOrders;        ///< derivatives that nested requests became
  std::vector<std::pair<Request, WeakVH>> unsettled; ///< of them, as they were made
  size_t optimisedDerivatives = 0, optimisedTransforms = 0;
};

Session::Rest::Rest(Module &workshop, const Options &options, Diagnostics &diagnostics,
                    const UserRules &rules, EvidenceStore &evidence)
    : context(std::make_unique<Context>(workshop, options, diagnostics, rules, &evidence)),
      makers(std::make_unique<Makers>(*context)) {}

Session::Rest::~Rest() = default;

/// Variables that change, all of them.
static void makeGlobalsInactive(Module &module) {
  for (GlobalVariable &global : module.globals())
    if (!global.isConstant())
      global.setMetadata(wordOf(Property::Inactive), MDNode::get(module.getContext(), {}));
}

/// May these call a function that none of them mentions? The C library's call none back, but those
/// that sort and search.
static bool callOthersBack(Module &workshop, const SetVector<Function *> &functions) {
  TargetLibraryInfoImpl known(workshop.getTargetTriple());
  TargetLibraryInfo library(known);
  auto callsBack = [&](const Instruction &at) {
    auto *call = dyn_cast<CallBase>(&at);
    if (!call || call->isInlineAsm())
      return false;
    const Function *callee = call->getCalledFunction();
    if (!callee)
      return true;
    LibFunc of;
    return callee->isDeclaration() && !callee->isIntrinsic() && !callee->doesNotReturn() &&
           (!library.getLibFunc(*callee, of) || of == LibFunc_qsort);
  };
  return any_of(functions,
                [&](Function *function) { return any_of(instructions(*function), callsBack); });
}

/// What derivatives of `targets` can come to. Who holds only requests of the program is
/// not among it: those are served in the program's module. But what is wrong with a
/// pretended shadow is said at its line, which only the workshop knows.
static SetVector<Function *> mayBeDifferentiated(Module &workshop, const UserRules &rules,
                                                 ArrayRef<Function *> targets) {
  SmallVector<Function *> roots(rules.keep());
  append_range(roots, targets);
  append_range(roots, makersOfDense(workshop));
  SetVector<Function *> reached = reachedFunctions(roots);
  if (!callOthersBack(workshop, reached))
    return reached;
  for (Function &function : workshop)
    if (function.hasAddressTaken())
      reachFrom(function, reached);
  return reached;
}

/// As much as one run of a loop may keep.
void Session::limitTape(ArrayRef<Function *> functions) {
  std::optional<uint64_t> limit = bytesOf(options.tape_limit);
  if (!limit) {
    diagnostics.refuse({MessageId::TapeLimit, Position(), {options.tape_limit}, {}});
    return;
  }
  bool areWanted = !options.report.empty() || Remarks::areWanted(module->getContext());
  for (Function *function : functions)
    markLoopsByThemselves(*function, *limit, areWanted ? &remarks : nullptr);
}

/// Derivatives call functions of the runtime library by such names.
void Session::refuseTakenNames() {
  for (const GlobalValue &value : module->global_values())
    if (!isa<Function>(value) && value.getName().starts_with(runtimePrefix))
      diagnostics.refuse(
          {MessageId::NotYetConstruct,
           isa<GlobalVariable>(value) ? positionOf(cast<GlobalVariable>(value)) : Position(),
           {"a variable named '" + value.getName().str() + "'",
            "functions of the runtime library have such names: give it another"},
           {}});
}

bool Session::prepareFor(ArrayRef<Request> requests) {
  TimeTraceScope time("enzyme: preparing the workshop");
  refuseTakenNames();
  if (diagnostics.refused())
    return false;
  if (!options.strict_aliasing)
    dropAliasTypes(*module);
  if (!options.truncate_all.empty())
    truncateModule(*module, options.truncate_all, diagnostics);
  if (options.globals_default_inactive)
    makeGlobalsInactive(*module);
  rules = std::make_unique<UserRules>(*module, diagnostics);
  declareAlignedBlocks(*module);
  declareProperties(*module, *rules, options, diagnostics);
  SmallVector<Function *> targets;
  bool takesDescriptors = false;
  for (const Request &request : requests)
    if (Function *target = module->getFunction(request.function->getName())) {
      targets.push_back(target);
      takesDescriptors |= refuseDescriptors(request, *target, diagnostics);
    }
  if (takesDescriptors)
    return false;
  // Requests in the workshop are read off the front end's code, before anything is
  // optimised; until their derivatives exist, placeholders stand for them.
  nameTruncatedTargets(*module);
  readWords(*module, diagnostics);
  open = openRequests(*module, diagnostics,
                      [&] { return mayBeDifferentiated(*module, *rules, targets); });
  for (const OpenRequest &request : open)
    targets.push_back(request.request.function);
  {
    TimeTraceScope time("enzyme: canonical pipeline");
    auto isInactive = [&](const GlobalVariable &global) { return rules->isInactive(global); };
    if (options.openmp_deterministic)
      fixShares(*module);
    bool areTeamsAllowed = options.openmp != "serial" && !options.check &&
                           options.truncate_all.empty() && !isForDevice(*module);
    regions = prepareWorkshop(*module, rules->keep(), targets,
                              {isInactive, &evidence, areTeamsAllowed ? oneThread : nullptr});
  }
  if (options.checkpoint) {
    SmallVector<Function *> roots(rules->keep());
    append_range(roots, targets);
    SetVector<Function *> reached = reachedFunctions(roots);
    if (!options.tape_limit.empty())
      limitTape(reached.getArrayRef());
    checkpointLoops(reached.getArrayRef(), diagnostics);
  }
  addPairRules(*module, *rules);
  addRawRules(*module, *rules);
  addBlasRules(*module, *rules);
  rest = std::make_unique<Rest>(*module, options, diagnostics, *rules, evidence);
  context().targets = targets;
  bool hasPage = !options.report.empty();
  if (hasPage || Remarks::areWanted(module->getContext()))
    context().remarks = &remarks;
  if (hasPage)
    context().page = &page;
  remarkOnRegions();
  return !diagnostics.refused();
}

void Session::remarkOnRegions() {
  for (const ParallelRegion &region : regions.byOneThread)
    if (region.countsOnNumber)
      diagnostics.warn({MessageId::OneThread, *region.countsOnNumber, {}, {}});
  if (!context().remarks)
    return;
  for (const ParallelRegion &region : regions.byOneThread)
    if (const Function *function = context().workshop.getFunction(region.function)) {
      auto reason = oneThread ? oneThread->find(region.region) : OneThreadReasons::iterator();
      std::string why = oneThread && reason != oneThread->end() ? ": " + reason->second : "";
      context().remarks->add({RemarkKind::Missed, "RegionByOneThread", function, region.where,
                              "this parallel region is run by one thread in derivatives" + why});
    }
  for (const Team &team : regions.byTeams)
    if (const Function *function = context().workshop.getFunction(team.function))
      context().remarks->add({RemarkKind::Passed, "RegionByTeam", function, team.where,
                              "this parallel region is run by its team in derivatives"});
}

/// Threads of a team run what was made of their region at once: can they? And has the region a
/// derivative at all, or would it have one for one thread?
void Session::keepTeamsApart() {
  if (regions.byTeams.empty())
    return;
  bool isRefused = diagnostics.refused() && !diagnostics.lacksOnlyBodies();
  std::string ofAll = isRefused ? "it has no derivative otherwise: " + diagnostics.firstRefusal({})
                                : context().obstacleToTeams;
  if (ofAll.empty())
    dropSkews(*module); // what only copies of unknown bytes ask about
  for (const Team &team : regions.byTeams) {
    std::string why = ofAll;
    SmallVector<Function *, 4> derivatives;
    bool mayChoose = options.openmp != "threads" && !team.asksForTeam;
    for (const auto &[key, derivative] : context().derivatives)
      if (key.primal->getName() == team.copy) {
        derivatives.push_back(derivative);
        mayChoose &=
            key.mode != Mode::Forward && !key.primal->hasFnAttribute(countsOnTeamAttribute);
      }
    for (Function *derivative : derivatives)
      if (why.empty())
        why = obstacleToTeam(*derivative, team.asksForTeam);
    Function *region = module->getFunction(team.copy);
    if (why.empty() && region)
      why = obstacleInRegion(*region);
    if (why.empty() && region && options.openmp_deterministic)
      why = dependenceOnOrder(*region, derivatives);
    if (why.empty() && mayChoose && costsMoreThanOneThread(derivatives))
      why = "sums that its threads share would cost more than they save";
    if (why.empty())
      continue;
    oneThread->try_emplace(team.region, why);
    isOvertaken = true;
  }
}

/// Requests inside functions that are differentiated become ordinary calls
/// first, innermost first.
bool Session::lowerNestedRequests() {
  for (OpenRequest &nested : open) {
    context().chain.push_back({nested.request.where, "requested here"});
    Function *served =
        rest->makers->serve(nested.request, *nested.request.function, /*isInner=*/true);
    context().chain.pop_back();
    if (!served)
      continue; // what others lack is to be said too
    closeRequest(nested, served);
    rest->makers->served(nested.request, *served);
    if (!makersOfDense(*module).empty()) {
      rest->makers->optimiseNew();
      optimiseDerivatives(context(), lowerDense(*module, /*isLast=*/false, diagnostics));
      rest->makers->settle();
    }
  }
  return !diagnostics.refused();
}

/// States 1 and 2, of all requests.
void Session::showRequests(ArrayRef<Request> requests) {
  std::string text;
  raw_string_ostream out(text);
  for (const Request &request : requests)
    printRequest(out, request);
  page.showFirst("1, 2: requests of the file", text);
}

bool Session::make(ArrayRef<Request> requests) {
  if (context().page)
    showRequests(requests);
  for (const OpenRequest &request : open)
    rest->makers->derivatives.expect(request.request, request.request.function);
  for (const Request &request : requests)
    if (Function *primal = module->getFunction(request.function->getName()))
      rest->makers->derivatives.expect(request, primal);
  if (!lowerNestedRequests()) {
    keepTeamsApart();
    return false;
  }
  for (const Request &request : requests) {
    Function *primal = module->getFunction(request.function->getName());
    if (!primal) {
      diagnostics.missing(*request.function, request.where);
      made.push_back(nullptr);
      continue;
    }
    warnOfLeavingMemory(*primal, request.where, diagnostics);
    warnOfUseByName(request, *primal, context());
    context().chain.push_back({request.where, "requested here"});
    made.push_back(rest->makers->serve(request, *primal, /*isInner=*/false));
    context().chain.pop_back();
  }
  keepTeamsApart();
  if (isForDevice(*module) && !diagnostics.refused()) {
    dropSkews(*module); // what only copies of unknown bytes ask about
    SmallVector<Function *> launched;
    for (auto [request, derivative] : zip_equal(requests, made))
      if (isOfKernel(request))
        launched.push_back(derivative);
    checkConstantsOnDevice(*module, launched);
    bool isReverseInside =
        any_of(open, [](const OpenRequest &inner) { return !inner.request.isForward(); });
    for (auto [request, derivative] : zip_equal(requests, made)) {
      keepToDevice(*derivative, request, isReverseInside || !request.isForward(), diagnostics);
      deviceEntries.emplace_back(derivative, readableName(*request.function));
    }
  }
  return !diagnostics.refused() && !isOvertaken;
}

/// Everything is known: state 8, and the file.
void Session::writePage() {
  for (Function *function : rest->makers->derivatives.made())
    page.show(*function, "8: optimised", [&](raw_ostream &out) { function->print(out); });
  Page::Place place = Page::placeFor(module->getSourceFileName(), options.report);
  if (!page.write(place, remarks))
    diagnostics.warn({MessageId::NoPage, Position(), {place.path}, {}});
}

void Session::showDerivatives() {
  for (ArrayRef<Function *> functions :
       {rest->makers->derivatives.made(), rest->makers->transforms.made()})
    for (Function *function : functions)
      function->print(dbgs());
}

bool Session::wantsOtherFiles() const { return rest->makers->derivatives.wantsOtherFiles(); }

void Session::finish() {
  dropMarks(*module);
  lowerWords(*module, diagnostics);
  expandGuards(*module); // beyond this point nothing is differentiated any more
  dropSkews(*module);
  callBlasAgain(*module);
  callFftwAgain(*module);
  callGpuAgain(*module);
  lowerTeamCalls(*module, options.openmp_deterministic);
  lowerMeetings(*module);
  lowerLaunchMemory(*module);
  lowerDeviceVariables(*module);
  for (Function &function : *module)
    revealCompared(function);
  rest->makers->optimise();
  gatherTeamSums(*module);
  guardSumsOfVariables(*module);
  lowerThreadSums(*module);
  askForOwnVariables(*module);
  if (options.print)
    showDerivatives();
  remarks.emit(); // derivatives that are refused have none
  if (context().page)
    writePage();
  if (isForDevice(*module)) {
    useDeviceRuntime(*module, deviceEntries);
    return;
  }
  if (options.reuse_blocks) {
    reuseBlocks(rest->makers->derivatives.made());
    joinBlockCalls(rest->makers->derivatives.made());
  }
  if (!options.emulated_tls)
    inlineRuntime(*module);
}

} // namespace enzyme
