//===- Differentiate.cpp - the walk, from requests to calls --------------===//
#include "Differentiate.h"
#include "Derivatives.h"
#include "emit/GlobalShadows.h"
#include "frontend/BorrowLines.h"
#include "frontend/FrontendRecord.h"
#include "frontend/Workshop.h"
#include "optimise/Optimise.h"
#include "prepare/Prepare.h"
#include "request/PairRules.h"
#include "request/ParseCall.h"
#include "request/ParseGlobals.h"
#include "request/RewriteCall.h"
#include "support/Import.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Debug.h"

using namespace llvm;

namespace enzyme {
namespace {

/// One run over one module of the user.
class Run {
public:
  Run(Module &module, const Options &options)
      : module(module), options(options), sink(sinkFor(module)), diagnostics(*sink) {}

  bool run();

private:
  std::vector<Request> readRequests();
  bool prepareWorkshopFor(ArrayRef<Request> requests);
  bool lowerNestedRequests(Context &context, Derivatives &derivatives);
  bool makeDerivatives(Context &context, Derivatives &derivatives, ArrayRef<Request> requests);
  void hand(ArrayRef<Request> requests);
  void showRequests(ArrayRef<Request> requests);

  Module &module;
  const Options &options;
  std::unique_ptr<DiagnosticSink> sink;
  Diagnostics diagnostics;
  std::unique_ptr<Module> workshop;
  std::unique_ptr<UserRules> rules;
  std::vector<OpenRequest> open; ///< in the workshop
  std::vector<Function *> derivativeOfRequest; ///< in the workshop
};

bool Run::prepareWorkshopFor(ArrayRef<Request> requests) {
  workshop = makeWorkshop(module);
  rules = std::make_unique<UserRules>(*workshop, diagnostics);
  SmallVector<Function *> targets;
  for (const Request &request : requests)
    if (Function *target = workshop->getFunction(request.function->getName()))
      targets.push_back(target);
  // Requests in the workshop are read off the front end's code, before anything is
  // optimised; until their derivatives exist, placeholders stand for them.
  open = openRequests(*workshop, diagnostics);
  for (const OpenRequest &request : open)
    targets.push_back(request.request.function);
  prepareWorkshop(*workshop, rules->keep(), targets,
                  [&](const GlobalVariable &global) { return rules->isInactive(global); });
  addPairRules(*workshop, *rules);
  return !diagnostics.refused();
}

/// Requests inside functions that are differentiated become ordinary calls
/// first, innermost first.
bool Run::lowerNestedRequests(Context &context, Derivatives &derivatives) {
  for (OpenRequest &nested : open) {
    Function *derivative = derivatives.serve(nested.request, nested.request.function);
    if (!derivative)
      return false;
    optimiseDerivatives(context, derivatives.made());
    closeRequest(nested, derivative);
  }
  return !diagnostics.refused();
}

bool Run::makeDerivatives(Context &context, Derivatives &derivatives,
                          ArrayRef<Request> requests) {
  for (const Request &request : requests) {
    Function *primal = workshop->getFunction(request.function->getName());
    if (!primal) {
      diagnostics.missing(*request.function, request.where);
      derivativeOfRequest.push_back(nullptr);
      continue;
    }
    context.chain.push_back({request.where, "requested here"});
    Function *derivative = derivatives.serve(request, primal);
    bool isPrimalHalf = modeOf(request) == Mode::ReverseAugmented;
    derivativeOfRequest.push_back(derivative && !isPrimalHalf ? startFromZeroGlobals(*derivative)
                                                              : derivative);
    context.chain.pop_back();
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

/// Beyond this point the user's module changes, and nothing can fail any more.
void Run::hand(ArrayRef<Request> requests) {
  Importer importer(*workshop, module);
  for (auto [request, derivative] : zip_equal(requests, derivativeOfRequest))
    rewriteCall(request, importer.import(*derivative), diagnostics);
  dropWords(module);
  leaveNote(module);
}

void Run::showRequests(ArrayRef<Request> requests) {
  if (options.print_request)
    for (const Request &request : requests)
      printRequest(dbgs(), request);
}

/// At the user's lines, also where the module was compiled without -g.
std::vector<Request> Run::readRequests() {
  BorrowedLines lines(module);
  return parseRequests(module, diagnostics);
}

bool Run::run() {
  // States 0 to 2: what is asked for.
  std::vector<Request> requests = readRequests();
  showRequests(requests);
  if (diagnostics.refused() || !prepareWorkshopFor(requests)) {
    diagnostics.flush();
    return true;
  }
  // States 3 to 7, per derivative (Derivatives.cpp).
  Context context(*workshop, options, diagnostics, *rules);
  Derivatives derivatives(context);
  bool isWhole = lowerNestedRequests(context, derivatives) &&
                 makeDerivatives(context, derivatives, requests);
  // State 8, then the derivatives move to the user's module.
  if (isWhole) {
    optimiseDerivatives(context, derivatives.made());
    if (options.print)
      for (Function *function : derivatives.made())
        function->print(dbgs());
    inlineTape(*workshop);
    hand(requests);
  }
  diagnostics.flush(); // state 9
  return true;
}

} // namespace

bool runOnModule(Module &module) {
  const Options options = Options::fromCommandLine();
  if (!options.enable || !mentionsRequests(module))
    return false;
  return Run(module, options).run();
}

} // namespace enzyme
