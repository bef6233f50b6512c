//===- StatePrinters.cpp - one state of every function, for opt ------------===//
#include "frontend/StatePrinters.h"
#include "frontend/Workshop.h"
#include "prepare/Prepare.h"
#include "types/Types.h"
#include "llvm/IR/InstrTypes.h"
#include "request/ParseGlobals.h"

using namespace llvm;

namespace enzyme {

void printState(Module &module, StatePrinter print, raw_ostream &out) {
  std::unique_ptr<Module> workshop = makeWorkshop(module);
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

void printPreparedState(raw_ostream &out, Context &, Function &prepared) {
  prepared.print(out);
}

void printTypesState(raw_ostream &out, Context &, Function &prepared) {
  analyseTypes(prepared).print(out, prepared);
}

} // namespace enzyme
