//===- Derivatives.cpp - the nine stages, one derivative at a time -------===//
//
// makeBody is the walk of passes/README.md for one key: prepare, types, activity,
// shadow, plan, emit. The request came before, optimise and report come after.
//===----------------------------------------------------------------------===//
#include "Derivatives.h"
#include "Hidden.h"
#include "Stage.h"
#include "activity/VerifyActivity.h"
#include "emit/Check.h"
#include "emit/Checkpoint.h"
#include "emit/CustomRule.h"
#include "emit/Emit.h"
#include "emit/GlobalShadows.h"
#include "emit/Lanes.h"
#include "emit/OneNumber.h"
#include "emit/RuleEffects.h"
#include "emit/ShadowUse.h"
#include "emit/SplitEntry.h"
#include "emit/SplitForward.h"
#include "emit/Strips.h"
#include "emit/Undoable.h"
#include "emit/VerifyDerivative.h"
#include "plan/ExplainPlan.h"
#include "plan/Linearise.h"
#include "plan/Plan.h"
#include "prepare/Prepare.h"
#include "prepare/RawMoves.h"
#include "prepare/Reach.h"
#include "prepare/Versions.h"
#include "prepare/checkpoint/Checkpoint.h"
#include "prepare/checkpoint/Marks.h"
#include "prepare/replay/Iterations.h"
#include "report/DerivativePosition.h"
#include "report/Page.h"
#include "report/Remarks.h"
#include "request/ParseGlobals.h"
#include "request/Signature.h"
#include "rules/Facts.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ShadowedPrimal.h"
#include "transform/TruncatedTargets.h"
#include "transform/Words.h"
#include "types/EvidenceStore.h"
#include "types/VerifyTypes.h"
#include "llvm/Support/Debug.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {

/// The other half of a split derivative.
static DerivativeKey gradientOf(DerivativeKey augmented) {
  augmented.mode = Mode::ReverseGradient;
  augmented.returnsPrimal = false;
  return augmented;
}

/// Tangents from the tape of a split derivative.
static DerivativeKey forwardOf(DerivativeKey augmented) {
  augmented.mode = Mode::ForwardSplit;
  return augmented;
}

Derivatives::Derivatives(Context &context)
    : context(context), floats(context), summaries(context.userRules, context.evidence) {
  context.derivativeOf = [this](const DerivativeKey &key) { return request(key); };
}

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

Function *Derivatives::request(const DerivativeKey &wanted) {
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
    request(augmented);
    return context.derivatives.at(key);
  }
  Function *function = declare(key);
  if (key.mode == Mode::ReverseAugmented)
    declare(gradientOf(key));
  if (key.servesForward)
    declare(forwardOf(key));
  (isAttempting || context.isCandidate ? attempts : waiting).push_back(key);
  return function;
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

Function *Derivatives::serve(const Request &request, Function *primal, unsigned order) {
  DerivativeKey key = keyFor(request, primal);
  key.order = order;
  if (request.isSplit())
    return serveSplit(request, key);
  if (request.lanesArgument)
    return serveStrips(request, key);
  Function *derivative = this->request(key);
  return makeAll() ? derivative : nullptr;
}

void Derivatives::expect(const Request &request, Function *primal) {
  if (request.family == Family::Fwdsplit)
    servingForward.insert(augmentedKeyFor(request, primal));
}

/// As many strips as it takes, and single lanes; each starts from clear globals.
Function *Derivatives::serveStrips(const Request &request, const DerivativeKey &key) {
  SmallVector<unsigned, 1> ownResult;
  if (key.primal->arg_size() != 0 && key.primal->getArg(0)->hasStructRetAttr())
    ownResult.push_back(0);
  if (!isRepeatable(*key.primal, ownResult))
    return serveLanesFromTape(request, key);
  DerivativeKey oneLane = key;
  oneLane.width = 1;
  Function *strip = this->request(key), *single = this->request(oneLane);
  if (!makeAll() || !strip || !single)
    return nullptr;
  Function *strips = emitStrips(key, *startFromZeroGlobals(*strip), *startFromZeroGlobals(*single));
  functions.push_back(strips);
  return strips;
}

/// The primal runs once and keeps a tape, each lane reads it.
Function *Derivatives::serveLanesFromTape(const Request &request, const DerivativeKey &key) {
  Request half = request;
  half.family = request.isForward() ? Family::Fwdsplit : Family::Reverse;
  half.width = 1;
  for (Binding &binding : half.parameters) // nobody but us runs between the sweeps
    binding.notOverwritten = true;
  DerivativeKey first = augmentedKeyFor(half, key.primal);
  first.order = key.order;
  first.servesForward = request.isForward();
  DerivativeKey second = request.isForward() ? forwardOf(first) : gradientOf(first);
  Function *augmented = this->request(first), *sweep = augmented ? this->request(second) : nullptr;
  if (!makeAll() || !sweep)
    return nullptr;
  if (key.errors != Errors::None || !ignoresShadows(*augmented, Signature::of(first))) {
    context.diagnostics.refuse(
        {MessageId::StripsNotRepeatable, request.where, {readableName(*request.function)}, {}});
    return nullptr;
  }
  Function *lanes = emitLanesFromTape(
      key, *startFirstHalf(*augmented), Signature::of(first),
      *startFromZeroGlobals(*sweep, InRules::Clears, /*readsTape=*/true), Signature::of(second));
  functions.push_back(lanes);
  return lanes;
}

/// The half once per lane; all but the last time the tape is kept.
Function *Derivatives::repeatForLanes(const Request &request, Function &half,
                                      const TapeShape &shape, Function &last) {
  Request keeping = request;
  keeping.noFree = true;
  Function *keeper = request.noFree ? &last : makeSplitEntry(keeping, half, shape);
  if (keeper != &last)
    functions.push_back(keeper);
  DerivativeKey key = shapeOf(request, request.function);
  bool readsTape = true;
  Function *lanes = emitLanesOfHalf(key, stripsOf(request, request.function),
                                    *startFromZeroGlobals(*keeper, InRules::Clears, readsTape),
                                    *startFromZeroGlobals(last, InRules::Clears, readsTape),
                                    signatureOf(request));
  functions.push_back(lanes);
  return lanes;
}

Function *Derivatives::serveSplit(const Request &request, const DerivativeKey &key) {
  DerivativeKey augmentedKey = augmentedKeyFor(request, key.primal);
  augmentedKey.servesForward = servingForward.contains(augmentedKey);
  Function *augmented = this->request(augmentedKey);
  Function *half = augmented;
  if (augmented && request.readsTape())
    half = this->request(request.isForward() ? forwardOf(augmentedKey) : gradientOf(augmentedKey));
  if (!makeAll() || !augmented || !half)
    return nullptr;
  const TapeShape &shape = tapes[augmented];
  if (request.tape.bytes && uint64_t(*request.tape.bytes) < shape.fixedBytes()) {
    context.diagnostics.refuse(
        {MessageId::TapeTooSmall,
         request.where,
         {readableName(*request.function), std::to_string(shape.fixedBytes()),
          std::to_string(*request.tape.bytes)},
         {}});
    return nullptr;
  }
  bool isForAnyLanes = request.servesAnyLanes || request.lanesArgument;
  if (isForAnyLanes && !ignoresShadows(*augmented, Signature::of(augmentedKey))) {
    context.diagnostics.refuse(
        {MessageId::StripsNotRepeatable, request.where, {readableName(*request.function)}, {}});
    return nullptr;
  }
  Function *entry = makeSplitEntry(request, *half, shape);
  functions.push_back(entry);
  return request.lanesArgument ? repeatForLanes(request, *half, shape, *entry) : entry;
}

/// The forward derivative `key` names; null, and `why`, where it cannot be had. Nobody
/// asked for it: that is no error.
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
  context.wantsOtherFiles |= any_of(context.diagnostics.missingSince(mark), [&](StringRef name) {
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

/// The function with its loops as they were, where nobody takes snapshots in them.
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
    if (const Function *original = originalOf(*form.function))
      copy->addFnAttr(originalAttribute, original->getName());
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

/// Iterations of loops run again only where one function does both sweeps. An error bound
/// wants the rounding of every sum: it keeps them all. A second run leaves out what the
/// iteration writes, which no call in it would do.
const Derivatives::Prepared *Derivatives::preparedFor(const DerivativeKey &key) {
  // Derivatives and iterations are long enough without a second version of their loops.
  bool hasVersions = key.mode != Mode::Forward && key.order == 0 &&
                     !key.primal->hasFnAttribute(iterationAttribute);
  bool takesNoSnapshots =
      isForward(key.mode) || key.servesForward || key.keepsAll || key.errors != Errors::None;
  Prepared *form =
      prepared(takesNoSnapshots && hasSnapshots() ? loopsTogether(*key.primal) : *key.primal);
  if (form && hasVersions)
    form = withVersions(*form, *key.primal);
  bool mayReplay = form && context.options.replay && key.mode == Mode::ReverseCombined &&
                   key.errors == Errors::None && !key.runsAgain;
  if (!mayReplay)
    return form;
  if (!form->isSearched)
    searchLoops(*form, *key.primal);
  return form->withIterations ? form->withIterations.get() : form;
}

/// Which loops run again an iteration at a time.
void Derivatives::searchLoops(Prepared &form, const Function &primal) {
  form.isSearched = true;
  std::vector<LoopDecision> decisions;
  Function *found = withIterations(*form.function, form.types, context.options.fuse, decisions);
  if (context.options.print_plan)
    print(dbgs(), *form.function, decisions);
  if (context.remarks)
    explainLoops(primal, decisions, *context.remarks);
  if (!found)
    return;
  form.withIterations = std::make_unique<Prepared>();
  form.withIterations->function = found;
  form.withIterations->types = analyseTypes(*found, context.evidence);
}

/// The forward derivative that is to read its primal values from the tape.
std::unique_ptr<ShadowedPrimal> Derivatives::makeTangents(const DerivativeKey &key,
                                                          const Prepared &form,
                                                          const ActivityResults &activity) {
  auto tangents = buildShadowedPrimal(context, key, *form.function, form.types, activity);
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
  bool isMade = emitSnapshots(context, key, made);
  append_range(functions, made.helpers);
  tapes[made.function] = made.shape;
  return isMade && stage.verify(*made.function) && (!made.gradient || stage.verify(*made.gradient));
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
static std::string faultBefore(Function &prepared, const TypeResults &types,
                               const ActivityResults &activity) {
  std::string why;
  bool isRight = verifyPrepared(prepared, why) && verifyTypes(prepared, types, why) &&
                 verifyActivity(prepared, types, activity, why);
  return isRight ? "" : why;
}

/// A derivative of the derivative must know what arrays hold.
static Arrays keptWhole(const DerivativeKey &key, bool isForMore) {
  if (key.servesForward || key.errors != Errors::None)
    return Arrays::No;
  return isForMore ? Arrays::Declared : Arrays::All;
}

bool Derivatives::makeBody(const DerivativeKey &key) {
  if (mayKeepSnapshots(key))
    return makeWithSnapshots(key);
  Stage stage(context, key);
  if (context.page)
    context.page->begin(*context.derivatives.at(key), *key.primal, wordFor(key.mode));

  // State 3 and 4: canonical form, and what each byte is.
  stage.begin("preparing");
  const Prepared *form = preparedFor(key);
  if (!form)
    return false;
  stage.show(context.options.print_prepared, "3: prepared",
             [&](raw_ostream &out) { form->function->print(out); });
  stage.show(context.options.print_types, "4: types",
             [&](raw_ostream &out) { form->types.print(out, *form->function); });

  warnOfNumbersInText(*key.primal, *form->function);
  // State 5: what carries derivative. Beyond this point "const" is decided.
  stage.begin("analysing activity");
  ActivityResults activity = analyseActivity(*form->function, key, form->types, summaries);
  stage.show(context.options.print_activity, "5: activity",
             [&](raw_ostream &out) { activity.print(out, *form->function); });
  if (context.options.verify_each)
    if (std::string why = faultBefore(*form->function, form->types, activity); !why.empty())
      return stage.fail(why);

  if (context.remarks)
    explainActivity(*key.primal, *form->function, activity, *context.remarks);
  if (refuseHidden(context, key, {*form->function, form->types, activity}))
    return false;

  // State 6a: a copy with all shadow pointers. Beyond this point every call of a
  // function with a derivative is known, and every missing one was refused.
  stage.begin("making shadow pointers");
  auto primal = buildShadowedPrimal(context, key, *form->function, form->types, activity);
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
    tangents = makeTangents(forwardOf(key), *form, activity);
    if (!tangents)
      return false;
    more = valuesForTangents(*tangents, *primal);
  }
  auto plan = buildPlan(context, *primal, floats, more, keptWhole(key, isForMore));
  if (!plan || emitByTangent(context, *primal, *plan)) // of one number: no plan is needed
    return plan && stage.finish(*primal->function);
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
