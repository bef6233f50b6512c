//===- Derivatives.cpp - the nine stages, one derivative at a time -------===//
//
// makeBody is the walk of passes/README.md for one key: prepare, types, activity,
// shadow, plan, emit. The request came before, optimise and report come after.
//===----------------------------------------------------------------------===//
#include "pipeline/Derivatives.h"
#include "abi/Halves.h"
#include "abi/Signature.h"
#include "activity/VerifyActivity.h"
#include "bits/RawMoves.h"
#include "checkpoint/Checkpoint.h"
#include "checkpoint/Marks.h"
#include "emit/Check.h"
#include "emit/Checkpoint.h"
#include "emit/CustomRule.h"
#include "emit/Emit.h"
#include "emit/GlobalShadows.h"
#include "emit/Lanes.h"
#include "emit/OneNumber.h"
#include "emit/SplitForward.h"
#include "emit/Undoable.h"
#include "emit/VerifyDerivative.h"
#include "pipeline/HiddenFloats.h"
#include "pipeline/Stage.h"
#include "plan/ExplainPlan.h"
#include "plan/Linearise.h"
#include "plan/Plan.h"
#include "prepare/Prepare.h"
#include "regions/ExplainRegions.h"
#include "regions/Iterations.h"
#include "regions/Snapshots.h"
#include "regions/Versions.h"
#include "report/DerivativePosition.h"
#include "report/Page.h"
#include "report/Remarks.h"
#include "request/ParseGlobals.h"
#include "rules/Facts.h"
#include "rules/gpu/Devices.h"
#include "shadow/Outside.h"
#include "shadow/OwnSums.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowedPrimal.h"
#include "support/Origins.h"
#include "support/ReachedFunctions.h"
#include "transform/Markers.h"
#include "transform/TruncatedTargets.h"
#include "types/EvidenceStore.h"
#include "types/VerifyTypes.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {

Derivatives::Derivatives(Context &context)
    : context(context), floats(context), summaries(context.userRules, context.evidence) {}

Function *Derivatives::declare(const DerivativeKey &key) {
  Signature signature = Signature::of(key);
  Function *function = Function::Create(signature.type, GlobalValue::InternalLinkage,
                                        derivativeName(key), context.workshop);
  rememberPosition(*function, *key.primal);
  // What the program keeps apart stays apart: else a long chain of kept functions, each
  // called once, becomes one derivative that is optimised again with every link.
  if (key.primal->hasFnAttribute(iterationAttribute))
    function->addFnAttr(iterationAttribute);
  else if (key.primal->hasFnAttribute(Attribute::NoInline))
    function->addFnAttr(Attribute::NoInline);
  if (key.width > 1)
    function->addFnAttr(lanesAttribute);
  noteParameters(*function, key);
  if (isForDevice(context.workshop)) // threads may meet in it
    function->setConvergent();
  context.derivatives[key] = function;
  functions.push_back(function);
  return function;
}

bool Derivatives::hasSnapshots() {
  if (!asksForAnySnapshots)
    asksForAnySnapshots = any_of(context.workshop, asksForSnapshots);
  return *asksForAnySnapshots;
}

/// Refused once, it is refused whenever it is asked for: a declaration would pass for it.
Function *Derivatives::requestByRule(const DerivativeKey &key) {
  Function *function = declare(key);
  if (emitCustomRule(context, key, *function, tapes[function]))
    return function;
  context.derivatives.erase(key);
  return nullptr;
}

Function *Derivatives::request(const DerivativeKey &wanted, bool isCandidate) {
  DerivativeKey key = wanted;
  key.keepsAll |= isForMore && key.mode != Mode::Forward && hasSnapshots();
  auto found = context.derivatives.find(key);
  if (found != context.derivatives.end())
    return found->second;
  if (hasCustomRule(context, key))
    return requestByRule(key);
  if (key.primal->isDeclaration())
    return nullptr;
  // The halves of a split derivative are made together, from one plan.
  if (key.mode == Mode::ReverseGradient || key.mode == Mode::ForwardSplit) {
    DerivativeKey augmented = key;
    augmented.mode = Mode::ReverseAugmented;
    augmented.returnsPrimal = !key.primal->getReturnType()->isVoidTy();
    request(augmented, isCandidate);
    return context.derivatives.at(key);
  }
  Function *function = declare(key);
  if (key.mode == Mode::ReverseAugmented)
    noteHalves(*function, *declare(gradientOf(key)));
  if (key.servesForward)
    declare(forwardOf(key));
  (isAttempting || isCandidate ? attempts : waiting).push_back(key);
  return function;
}

/// Beyond this point every function that a derivative calls is declared, and what has none is
/// known.
void Derivatives::answer(WantedDerivatives &wanted) {
  for (auto &[call, one] : wanted) {
    if (one.key) {
      const DerivativeKey &key = *one.key;
      context.chain.push_back({Position::of(*call), key.primal->getName().str()});
      one.derivative = request(key, one.isCandidate);
      if (key.runsAgain)
        one.reverse = one.derivative;
      else if (one.derivative && key.mode == Mode::ReverseAugmented)
        one.reverse = request(gradientOf(key), one.isCandidate);
      context.chain.pop_back();
    }
    lacksFiles |= !one.derivative && mayLeadToAnotherFile(*call);
  }
}

bool Derivatives::makeAll() {
  unsigned before = context.diagnostics.refusals();
  summaries.unseen.setRoots(context.targets);
  while (!waiting.empty() || !attempts.empty()) {
    auto &queue = waiting.empty() ? attempts : waiting; // what must be made comes first
    isAttempting = waiting.empty();
    DerivativeKey key = queue.front();
    queue.pop_front();
    if (isAttempting)
      attemptBody(key);
    else
      makeBody(key);
    isAttempting = false;
  }
  return context.diagnostics.refusals() == before;
}

/// The forward derivative `key` names; null, and `why`, where it cannot be had. It was
/// not requested: that is no error.
Function *Derivatives::tryForward(const DerivativeKey &key, std::string &why) {
  Diagnostics::Mark mark = context.diagnostics.mark();
  Remarks *remarks = std::exchange(context.remarks, nullptr);
  Page *page = std::exchange(context.page, nullptr);
  size_t before = functions.size();
  Function *forward = request(key);
  bool isMade = makeAll() && forward;
  context.remarks = remarks;
  context.page = page;
  if (isMade)
    return forward;
  why = context.diagnostics.rollBack(mark);
  for (Function *half : ArrayRef(functions).drop_front(before))
    half->deleteBody(); // first all: they call each other
  std::erase_if(context.derivatives, [&](const auto &entry) {
    return is_contained(ArrayRef(functions).drop_front(before), entry.second);
  });
  functions.resize(before);
  return nullptr;
}

Function *Derivatives::checking(const DerivativeKey &key, Function *derivative,
                                const Position &where) {
  bool isNarrow = !context.options.truncate_all.empty() ||
                  roundsNumbers(reachedFunctions({key.primal}).getArrayRef());
  std::string why = isNarrow ? "it computes in a smaller format, of which differences know nothing"
                             : whyNotChecked(key);
  Function *forward = why.empty() ? tryForward(forwardForCheck(key), why) : nullptr;
  std::vector<Function *> copies;
  if (forward)
    copies = makeUndoable(*forward, why);
  if (copies.empty()) {
    context.diagnostics.warn({MessageId::NotChecked, where, {readableName(*key.primal), why}, {}});
    return derivative;
  }
  append_range(functions, copies);
  return emitCheck({key, *derivative, *copies.front(), where, context.options.check_exit,
                    computeNarrowly(copies)});
}

/// A function that is not known to be called at all must not stop the compiler.
void Derivatives::attemptBody(const DerivativeKey &key) {
  Diagnostics::Mark mark = context.diagnostics.mark();
  size_t remarks = context.remarks ? context.remarks->mark() : 0;
  if (makeBody(key))
    return;
  if (context.remarks)
    context.remarks->rollBack(remarks);
  if (context.page)
    context.page->drop(*context.derivatives.at(key));
  lacksFiles |= any_of(context.diagnostics.missingSince(mark), [&](StringRef name) {
    const Function *missing = context.workshop.getFunction(name);
    return missing && !isOfStandardLibrary(*missing);
  });
  refuseAtRunTime(key, context.diagnostics.rollBack(mark));
}

void Derivatives::refuseAtRunTime(const DerivativeKey &key, StringRef why) {
  SmallVector<Function *, 2> halves{context.derivatives.at(key)};
  if (key.mode == Mode::ReverseAugmented)
    halves.push_back(request(gradientOf(key)));
  if (key.servesForward)
    halves.push_back(request(forwardOf(key)));
  for (Function *half : halves) {
    half->deleteBody();
    half->setLinkage(GlobalValue::InternalLinkage);
    IRBuilder<> builder(BasicBlock::Create(half->getContext(), "entry", half));
    RuntimeCalls(context.workshop)
        .refuse(builder,
                "a function pointer led to '" + readableName(*key.primal) +
                    "', which cannot be differentiated" + (why.empty() ? "" : ": " + why.str()),
                Position::of(*key.primal));
    builder.CreateUnreachable();
  }
}

Derivatives::Prepared *Derivatives::prepared(Function &primal) {
  auto [found, isNew] = preparedFunctions.try_emplace(&primal, nullptr);
  if (!isNew)
    return found->second->function ? found->second.get() : nullptr;
  auto made = std::make_unique<Prepared>();
  made->function = prepareFunction(context, primal);
  if (made->function) {
    growCounts(*made->function);
    EvidenceStore::Unchanged unchanged(context.evidence);
    made->types = analyseTypes(*made->function, context.evidence);
    // What one move leaves open may be what another one stores: each round has fewer of them.
    while (copyRawMoves(*made->function, made->types))
      made->types = analyseTypes(*made->function, context.evidence);
  }
  found->second = std::move(made);
  return found->second->function ? found->second.get() : nullptr;
}

/// The function with its loops as they were, where no snapshots are taken in them.
Function &Derivatives::loopsTogether(Function &primal) {
  auto [found, isNew] = together.try_emplace(&primal, &primal);
  if (isNew)
    if (Function *copy = withLoopsTogether(primal))
      found->second = copy;
  return *found->second;
}

/// What a reverse sweep is made from has versions of its loops; it is prepared once,
/// like what a forward derivative is made from.
Derivatives::Prepared *Derivatives::withVersions(Prepared &form, const Function &primal) {
  if (!form.isVersioned) {
    ValueToValueMapTy copies;
    Function *copy = CloneFunction(form.function, copies);
    copy->setLinkage(GlobalValue::InternalLinkage);
    noteCopy(*copy, *form.function);
    if (makeVersions(*copy)) {
      if (context.remarks)
        context.remarks->add({RemarkKind::Passed,
                              "LoopsVersioned",
                              &primal,
                              {},
                              "its loops have a version for arrays that do not overlap; a test in "
                              "each call chooses"});
      form.withVersions = std::make_unique<Prepared>();
      form.withVersions->function = copy;
      form.withVersions->types = analyseTypes(*copy, context.evidence);
    } else {
      copy->eraseFromParent();
    }
  }
  form.isVersioned = true;
  return form.withVersions ? form.withVersions.get() : &form;
}

Derivatives::Prepared *Derivatives::preparedFor(const DerivativeKey &key) {
  // Derivatives and iterations are long enough without a second version of their loops.
  bool hasVersions = key.mode != Mode::Forward && key.order == 0 &&
                     !key.primal->hasFnAttribute(iterationAttribute);
  bool takesNoSnapshots =
      isForward(key.mode) || key.servesForward || key.keepsAll || key.errors != Errors::None;
  Prepared *form =
      prepared(takesNoSnapshots && hasSnapshots() ? loopsTogether(*key.primal) : *key.primal);
  return form && hasVersions ? withVersions(*form, *key.primal) : form;
}

/// The function in which iterations of the loops that the region plan has replayed are calls.
const Derivatives::Prepared &Derivatives::withIterations(Prepared &form, ArrayRef<LoopRegion> loops,
                                                         const std::vector<const LoadInst *> &own) {
  std::vector<const BasicBlock *> replayed;
  for (const LoopRegion &loop : loops)
    if (loop.verdict == RegionVerdict::Replay)
      replayed.push_back(loop.header);
  if (replayed.empty())
    return form;
  std::unique_ptr<Prepared> &known = form.withIterations[{replayed, own}];
  if (!known) {
    known = std::make_unique<Prepared>();
    known->function = enzyme::withIterations(*form.function, form.types, loops, own);
    known->types = analyseTypes(*known->function, context.evidence);
  }
  return *known;
}

/// The forward derivative that is to read its primal values from the tape.
std::unique_ptr<ShadowedPrimal> Derivatives::makeTangents(const DerivativeKey &key,
                                                          const Prepared &form,
                                                          const ActivityResults &activity) {
  RegionPlan regions;
  planDerivatives(context, key, {*form.function, form.types, activity}, regions);
  answer(regions.wanted);
  auto tangents =
      buildShadowedPrimal(context, key, {*form.function, form.types, activity}, regions);
  StepList steps;
  bool isWhole = tangents && linearise(context, *tangents, floats, steps) &&
                 admitsTape(context, *tangents, steps) && emitForward(context, *tangents, steps);
  return isWhole ? std::move(tangents) : nullptr;
}

/// The loop asks for it; what stands in the way is said, where that is a derivative that may
/// be differentiated again, once it is.
bool Derivatives::mayKeepSnapshots(const DerivativeKey &key) {
  if (auto kept = keptAll.find(key.primal); kept != keptAll.end())
    context.diagnostics.warn(kept->second);
  if (isForward(key.mode) || !asksForSnapshots(*key.primal))
    return false;
  std::string why = whyNoSnapshots(key);
  if (why.empty())
    return true;
  Refusal refusal =
      refusalAt(*readPlan(*key.primal).call, MessageId::NotCheckpointed, {std::move(why)});
  if (!key.keepsAll)
    context.diagnostics.warn(std::move(refusal));
  else if (isForMore)
    keptAll.emplace(context.derivatives.at(key), std::move(refusal));
  return false;
}

bool Derivatives::makeWithSnapshots(const DerivativeKey &key) {
  Stage stage(context, key);
  stage.begin("emitting");
  SnapshotDerivative made{context.derivatives.at(key), nullptr, {}, {}};
  if (key.mode == Mode::ReverseAugmented)
    made.gradient = context.derivatives.at(gradientOf(key));
  for (const DerivativeKey &wanted : derivativesForSnapshots(key))
    if (!(made.called[wanted] = request(wanted)))
      return false;
  emitSnapshots(context, key, made);
  append_range(functions, made.helpers);
  tapes[made.function] = made.shape;
  return stage.verify(*made.function) && (!made.gradient || stage.verify(*made.gradient));
}

static const char *wordFor(Mode mode) {
  switch (mode) {
  case Mode::Forward:
    return "forward derivative";
  case Mode::ReverseCombined:
    return "gradient";
  case Mode::ReverseAugmented:
    return "augmented primal";
  case Mode::ReverseGradient:
    return "reverse sweep";
  case Mode::ForwardSplit:
    return "forward sweep";
  }
  llvm_unreachable("a mode without a word");
}

/// Which derivatives a derivative calls: the tree on the page.
static void showCalls(Context &context, const ShadowedPrimal &primal) {
  for (const DerivativeCall &made : primal.calls)
    if (auto callee = context.derivatives.find(made.key); callee != context.derivatives.end())
      context.page->calls(*primal.function, *callee->second);
}

/// A function with a reverse sweep: state 7, on the page and checked.
static bool finishReverse(Context &context, Stage &stage, const ShadowedPrimal &primal,
                          Function &made) {
  std::string why;
  // The adjoint of what ran in place was known then; what arrives once more is dropped.
  bool mayDrop = !primal.refusesAtRunTime.empty() ||
                 any_of(primal.calls, [](const DerivativeCall &call) { return call.isInPlace(); });
  if (context.options.verify_each && !verifyDerivative(made, mayDrop, why))
    return stage.fail(why);
  return stage.finish(made);
}

/// States 3 to 5, or "" if they are right.
static std::string faultBefore(const Analysed &analysed) {
  std::string why;
  bool isRight = verifyPrepared(analysed.prepared, why) &&
                 verifyTypes(analysed.prepared, analysed.types, why) &&
                 verifyActivity(analysed.prepared, analysed.types, analysed.activity, why);
  return isRight ? "" : why;
}

/// A derivative of the derivative must know what arrays hold.
static Arrays keptWhole(const DerivativeKey &key, bool isForMore) {
  if (key.servesForward || key.errors != Errors::None)
    return Arrays::No;
  return isForMore ? Arrays::Declared : Arrays::All;
}

/// States 3 to 5b: beyond this point it is decided what is constant, and what becomes of loops and
/// calls. Iterations that state 5b has run again are calls by then; what is printed is the function
/// that goes on.
bool Derivatives::analyse(const DerivativeKey &key, Stage &stage, Planned &planned) {
  stage.begin("preparing");
  Prepared *whole = preparedFor(key);
  if (!whole)
    return false;
  std::optional<ActivityResults> before; // made if some loop can be replayed
  auto activityBefore = [&]() -> const ActivityResults & {
    if (!before)
      before = analyseActivity(*whole->function, key, whole->types, summaries);
    return *before;
  };
  planned.regions.loops =
      planLoops(context, key, {*whole->function, whole->types, activityBefore, isForMore});
  std::vector<const LoadInst *> own;
  if (before && key.inTeam)
    own = ownSumsOf(key, *whole->function, whole->types, *before);
  const Prepared &form = withIterations(*whole, planned.regions.loops, own);
  planned.form = &form;
  stage.show(context.options.print_prepared, "3: prepared",
             [&](raw_ostream &out) { form.function->print(out); });
  stage.show(context.options.print_types, "4: types",
             [&](raw_ostream &out) { form.types.print(out, *form.function); });
  warnOfNumbersInText(*key.primal, *form.function);

  stage.begin("analysing activity");
  planned.activity = before && &form == whole
                         ? std::move(*before)
                         : analyseActivity(*form.function, key, form.types, summaries);
  Analysed analysed = planned.analysed();
  stage.show(context.options.print_activity, "5: activity",
             [&](raw_ostream &out) { planned.activity.print(out, *form.function); });
  if (context.options.verify_each)
    if (std::string why = faultBefore(analysed); !why.empty())
      return stage.fail(why);
  if (context.remarks)
    explainActivity(*key.primal, *form.function, planned.activity, *context.remarks);
  if (refuseHidden(context, key, analysed))
    return false;
  warnOfRoundedSums(*key.primal, planned.activity);
  warnOfLibraryMemory(key, form);

  stage.begin("planning regions");
  planCalls(context, key, analysed, planned.regions);
  planDerivatives(context, key, analysed, planned.regions);
  stage.show(context.options.print_regions, "5b: regions",
             [&](raw_ostream &out) { print(out, planned.regions, *form.function); });
  if (std::string wrong = verifyRegions(planned.regions, key, *form.function); !wrong.empty())
    return stage.fail(wrong);
  if (context.remarks)
    explainRegions(*key.primal, planned.regions, *context.remarks);
  return true;
}

bool Derivatives::makeBody(const DerivativeKey &key) {
  if (mayKeepSnapshots(key))
    return makeWithSnapshots(key);
  Stage stage(context, key);
  if (context.page)
    context.page->begin(*context.derivatives.at(key), *key.primal, wordFor(key.mode));
  Planned planned;
  if (!analyse(key, stage, planned))
    return false;

  // State 6a: a copy with all shadow pointers. Beyond this point every call of a
  // function with a derivative is known, and every missing one was refused.
  answer(planned.regions.wanted);
  stage.begin("making shadow pointers");
  auto primal = buildShadowedPrimal(context, key, planned.analysed(), planned.regions);
  if (!primal)
    return false;
  if (context.page)
    showCalls(context, *primal);
  stage.show(context.options.print_shadowed, "6a: with its shadow pointers",
             [&](raw_ostream &out) { primal->function->print(out); });

  // State 6b and 7: steps, plan, code. Beyond this point nothing is refused.
  stage.begin("planning");
  if (key.mode == Mode::Forward) {
    StepList steps;
    return linearise(context, *primal, floats, steps) && emitForward(context, *primal, steps) &&
           stage.finish(*primal->function);
  }
  std::unique_ptr<ShadowedPrimal> tangents;
  std::vector<Value *> more;
  if (key.servesForward) {
    tangents = makeTangents(forwardOf(key), *planned.form, planned.activity);
    if (!tangents)
      return false;
    more = valuesForTangents(*tangents, *primal);
  }
  primal->flushesSubnormals = context.options.flush_subnormals && !isForMore &&
                              !key.servesForward && primal->width() == 1 &&
                              !isForDevice(*primal->function->getParent());
  auto plan = buildPlan(context, *primal, floats, more, keptWhole(key, isForMore));
  if (!plan)
    return false;
  if (isForwardCheaper(context, *primal, *plan))
    if (Function *forward = request(tangentOfOneNumber(key))) {
      emitByTangent(context, *primal, *forward);
      return stage.finish(*primal->function);
    }
  stage.show(context.options.print_plan, "6b: plan",
             [&](raw_ostream &out) { printPlan(out, *plan, *primal); });
  if (std::string wrong = verifyPlan(*plan, *primal); !wrong.empty())
    return stage.fail(wrong);
  if (context.remarks)
    explainPlan(*plan, *primal, *context.remarks);

  stage.begin("emitting");
  if (key.mode == Mode::ReverseCombined) {
    emitCombined(context, *primal, *plan);
    return finishReverse(context, stage, *primal, *primal->function);
  }
  Function *gradient = context.derivatives.at(gradientOf(key));
  tapes[primal->function] = emitSplit(context, *primal, *plan, *gradient, tangents.get());
  if (tangents && !stage.verify(*tangents->function))
    return false;
  return stage.finish(*primal->function) && finishReverse(context, stage, *primal, *gradient);
}

} // namespace enzyme
