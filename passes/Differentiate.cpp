//===- Differentiate.cpp - the walk, from requests to calls --------------===//
#include "Differentiate.h"
#include "Derivatives.h"
#include "emit/Floats.h"
#include "emit/GlobalShadows.h"
#include "frontend/BorrowLines.h"
#include "frontend/FrontendRecord.h"
#include "frontend/MatchBodies.h"
#include "frontend/Workshop.h"
#include "optimise/Optimise.h"
#include "prepare/Prepare.h"
#include "shadow/RuntimeCalls.h"
#include "request/DeclareProperties.h"
#include "prepare/Reach.h"
#include "request/PairRules.h"
#include "request/RawRules.h"
#include "request/ParseCall.h"
#include "request/ParseGlobals.h"
#include "request/RewriteCall.h"
#include "support/Import.h"
#include "transform/Dense.h"
#include "transform/Transforms.h"
#include "transform/TruncatedTargets.h"
#include "transform/Words.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/TimeProfiler.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What makes the functions that serve requests.
struct Makers {
  explicit Makers(Context &context) : context(context), derivatives(context), transforms(context) {}

  /// The function for `request`, whose function is `primal` in the workshop; null
  /// after a refusal.
  Function *serve(const Request &request, Function &primal, bool isInner) {
    if (isTransform(request))
      return transforms.make(request, primal, isInner);
    unsigned order = orderOf(primal);
    Function *made = derivatives.serve(request, &primal, order);
    if (made && modeOf(request) != Mode::ReverseAugmented)
      made = startFromZeroGlobals(*made);
    if (made && isInner)
      innerOrders[made] = order;
    return made;
  }

  /// One more than what a function to be differentiated holds of derivatives.
  unsigned orderOf(Function &primal) const {
    unsigned order = 0;
    if (!innerOrders.empty())
      for (Function *reached : reachedFunctions({&primal}))
        if (auto inner = innerOrders.find(reached); inner != innerOrders.end())
          order = std::max(order, inner->second + 1);
    return order;
  }

  void optimise() {
    optimiseDerivatives(context, derivatives.made());
    optimiseDerivatives(context, transforms.made());
  }

  /// For a derivative that is to be differentiated: those before it were done before it.
  void optimiseNew() {
    optimiseDerivatives(context, derivatives.made().drop_front(optimisedDerivatives));
    optimiseDerivatives(context, transforms.made().drop_front(optimisedTransforms));
    optimisedDerivatives = derivatives.made().size();
    optimisedTransforms = transforms.made().size();
  }

  Context &context;
  Derivatives derivatives;
  Transforms transforms;
  DenseMap<Function *, unsigned> innerOrders; ///< derivatives that nested requests became
  size_t optimisedDerivatives = 0, optimisedTransforms = 0;
};

/// One run over one module of the user.
class Run {
public:
  Run(Module &module, const Options &options)
      : module(module), options(options), sink(sinkFor(module)), diagnostics(*sink, options.warnings) {}

  bool run();

private:
  std::vector<Request> readRequests();
  bool prepareWorkshopFor(ArrayRef<Request> requests);
  bool lowerNestedRequests(Makers &makers);
  bool makeDerivatives(Makers &makers, ArrayRef<Request> requests);
  void hand(Context &context, ArrayRef<Request> requests);
  bool truncateAll();
  void showRequests(ArrayRef<Request> requests);

  Module &module;
  const Options &options;
  std::unique_ptr<DiagnosticSink> sink;
  Diagnostics diagnostics;
  std::unique_ptr<Module> workshop;
  std::unique_ptr<UserRules> rules;
  std::vector<OpenRequest> open;               ///< in the workshop
  std::vector<Function *> derivativeOfRequest; ///< in the workshop
};

/// Variables that change, all of them.
void makeGlobalsInactive(Module &module) {
  for (GlobalVariable &global : module.globals())
    if (!global.isConstant())
      global.setMetadata(wordOf(Property::Inactive), MDNode::get(module.getContext(), {}));
}

/// What derivatives of `targets` can come to. Who holds only requests of the program is
/// not among it: those are served in the program's module. But what is wrong with a
/// pretended shadow is said at its line, which only the workshop knows.
SetVector<Function *> mayBeDifferentiated(Module &workshop, const UserRules &rules,
                                          ArrayRef<Function *> targets) {
  SmallVector<Function *> roots(rules.keep());
  append_range(roots, targets);
  append_range(roots, makersOfDense(workshop));
  for (Function &function : workshop) // calls through pointers
    if (function.hasAddressTaken())
      roots.push_back(&function);
  return reachedFunctions(roots);
}

bool Run::prepareWorkshopFor(ArrayRef<Request> requests) {
  TimeTraceScope time("enzyme: making the workshop");
  workshop = makeWorkshop(module);
  if (!options.strict_aliasing)
    dropAliasTypes(*workshop);
  if (!options.truncate_all.empty())
    truncateModule(*workshop, options.truncate_all, diagnostics);
  if (options.globals_default_inactive)
    makeGlobalsInactive(*workshop);
  rules = std::make_unique<UserRules>(*workshop, diagnostics);
  declareProperties(*workshop, *rules, options, diagnostics);
  SmallVector<Function *> targets;
  for (const Request &request : requests)
    if (Function *target = workshop->getFunction(request.function->getName()))
      targets.push_back(target);
  // Requests in the workshop are read off the front end's code, before anything is
  // optimised; until their derivatives exist, placeholders stand for them.
  nameTruncatedTargets(*workshop);
  readWords(*workshop, diagnostics);
  open = openRequests(*workshop, diagnostics,
                      [&] { return mayBeDifferentiated(*workshop, *rules, targets); });
  for (const OpenRequest &request : open)
    targets.push_back(request.request.function);
  {
    TimeTraceScope time("enzyme: canonical pipeline");
    prepareWorkshop(*workshop, rules->keep(), targets,
                    [&](const GlobalVariable &global) { return rules->isInactive(global); });
  }
  addPairRules(*workshop, *rules);
  addRawRules(*workshop, *rules);
  return !diagnostics.refused();
}

/// Requests inside functions that are differentiated become ordinary calls
/// first, innermost first.
bool Run::lowerNestedRequests(Makers &makers) {
  for (OpenRequest &nested : open) {
    makers.context.chain.push_back({nested.request.where, "requested here"});
    Function *made = makers.serve(nested.request, *nested.request.function, /*isInner=*/true);
    makers.context.chain.pop_back();
    if (!made)
      continue; // what others lack is to be said too
    makers.optimiseNew();
    closeRequest(nested, made);
    optimiseDerivatives(makers.context,
                        lowerDense(*workshop, /*isLast=*/false, diagnostics));
  }
  return !diagnostics.refused();
}

bool Run::makeDerivatives(Makers &makers, ArrayRef<Request> requests) {
  for (const Request &request : requests) {
    Function *primal = workshop->getFunction(request.function->getName());
    if (!primal) {
      diagnostics.missing(*request.function, request.where);
      derivativeOfRequest.push_back(nullptr);
      continue;
    }
    makers.context.chain.push_back({request.where, "requested here"});
    Function *made = makers.serve(request, *primal, /*isInner=*/false);
    derivativeOfRequest.push_back(made);
    makers.context.chain.pop_back();
  }
  return !diagnostics.refused();
}

/// A note for the link, in the object's .comment section: derivatives may need
/// libm where the primal did not (driver/Mentions.cpp looks for it).
void leaveNote(Module &module) {
  LLVMContext &context = module.getContext();
  module.getOrInsertNamedMetadata("llvm.ident")
      ->addOperand(MDNode::get(context, MDString::get(context, "enzyme-clang derivatives")));
}

/// Beyond this point the user's module changes, and no derivative can fail any more; a
/// pretended shadow that is used as none can still be refused.
void Run::hand(Context &context, ArrayRef<Request> requests) {
  TimeTraceScope time("enzyme: handing over");
  Importer importer(*workshop, module);
  std::vector<WeakVH> served; // lowerDense replaces some
  for (auto [request, derivative] : zip_equal(requests, derivativeOfRequest)) {
    Function *imported = importer.import(*derivative);
    served.push_back(imported);
    rewriteCall(request, imported, diagnostics);
  }
  optimiseDerivatives(context, lowerDense(module, /*isLast=*/true, diagnostics));
  lowerWords(module, diagnostics);
  dropWords(module);
  if (context.options.optimise)
    inlineServed(served);
  leaveNote(module);
}

void Run::showRequests(ArrayRef<Request> requests) {
  if (options.print_request)
    for (const Request &request : requests)
      printRequest(dbgs(), request);
}

/// At the user's lines, also where the module was compiled without -g.
std::vector<Request> Run::readRequests() {
  TimeTraceScope time("enzyme: reading requests");
  BorrowedLines lines(module);
  nameTruncatedTargets(module);
  return parseRequests(module, diagnostics);
}

/// The formats of the command line hold for all code, asked for or not.
bool Run::truncateAll() {
  bool isDone = truncateModule(module, options.truncate_all, diagnostics);
  leaveNote(module);
  return isDone;
}

bool Run::run() {
  for (const Options::Ignored &option : options.ignored)
    diagnostics.warn({MessageId::IgnoredOption, Position(), {option.name, option.why}, {}});
  // States 0 to 2: what is asked for.
  std::vector<Request> requests = readRequests();
  showRequests(requests);
  if (!options.truncate_all.empty() && !truncateAll()) {
    diagnostics.flush();
    return true;
  }
  if (diagnostics.refused() || !prepareWorkshopFor(requests)) {
    diagnostics.flush();
    return true;
  }
  // States 3 to 7, per derivative (Derivatives.cpp).
  Context context(*workshop, options, diagnostics, *rules);
  Makers makers(context);
  for (const OpenRequest &request : open)
    makers.derivatives.expect(request.request, request.request.function);
  for (const Request &request : requests)
    if (Function *primal = workshop->getFunction(request.function->getName()))
      makers.derivatives.expect(request, primal);
  bool isWhole = lowerNestedRequests(makers) && makeDerivatives(makers, requests);
  // State 8, then the derivatives move to the user's module.
  if (isWhole) {
    lowerWords(*workshop, diagnostics);
    expandGuards(*workshop); // beyond this point nothing is differentiated any more
    dropSkews(*workshop);
    makers.optimise();
    if (options.print)
      for (ArrayRef<Function *> functions : {makers.derivatives.made(), makers.transforms.made()})
        for (Function *function : functions)
          function->print(dbgs());
    inlineTape(*workshop);
    hand(context, requests);
  }
  diagnostics.flush(); // state 9
  return true;
}

} // namespace

bool runOnModule(Module &module) {
  const Options options = Options::fromCommandLine();
  bool isAsked =
      options.enable && (mentionsRequests(module) || !options.truncate_all.empty());
  if (isAsked)
    Run(module, options).run();
  dropClosureMarks(module);
  return isAsked;
}

} // namespace enzyme
