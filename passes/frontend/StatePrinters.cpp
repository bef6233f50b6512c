//===- StatePrinters.cpp - one state of every function, for opt ------------===//
#include "frontend/StatePrinters.h"
#include "activity/VerifyActivity.h"
#include "frontend/Workshop.h"
#include "prepare/Prepare.h"
#include "request/ParseGlobals.h"
#include "request/ReadArguments.h"
#include "types/VerifyTypes.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace enzyme {

void printState(Module &module, StatePrinter print, raw_ostream &out) {
  NamesOfValues names(module);
  std::unique_ptr<Module> workshop = makeWorkshop(module, readPristine(module));
  SmallVector<Function *> functions;
  for (Function &function : *workshop)
    if (!function.isDeclaration())
      functions.push_back(&function);
  ContextSink sink(module.getContext());
  Diagnostics diagnostics(sink);
  UserRules rules(*workshop, diagnostics);
  Options options = Options::fromCommandLine();
  prepareWorkshop(*workshop, rules.keep(), functions);
  Context context(*workshop, options, diagnostics, rules);
  for (Function *function : functions) {
    Function *prepared = prepareFunction(context, *function);
    if (!prepared)
      continue;
    print(out, context, *prepared);
    std::string why;
    if (!verifyPrepared(*prepared, why))
      out << "; not in prepared form: " << why << '\n';
  }
  diagnostics.flush();
}

void printPreparedState(raw_ostream &out, Context &, Function &prepared) { prepared.print(out); }

void printTypesState(raw_ostream &out, Context &, Function &prepared) {
  TypeResults types = analyseTypes(prepared);
  types.print(out, prepared);
  std::string why;
  if (!verifyTypes(prepared, types, why))
    out << "; types do not hold: " << why << '\n';
}

void printActivityState(raw_ostream &out, Context &context, Function &prepared) {
  DerivativeKey key;
  key.primal = &prepared;
  key.mode = Mode::ReverseCombined;
  for (const Argument &argument : prepared.args())
    key.arguments.push_back(defaultActivity(argument, false));
  key.returned = defaultReturn(prepared, false);
  TypeResults types = analyseTypes(prepared);
  ActivityResults activity = analyseActivity(prepared, key, types, context.userRules);
  activity.print(out, prepared);
  std::string why;
  if (!verifyActivity(prepared, types, activity, why))
    out << "; activity does not hold: " << why << '\n';
}

} // namespace enzyme
