//===- Fftw.cpp ------------------------------------------------------------===//
#include "library/fftw/Fftw.h"
#include "library/WithRules.h"
#include "request/BlasRules.h"
#include "support/OwnText.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr char singleText[] =
#include "FftwBodies.SINGLE.inc"
    ;
constexpr char doubleText[] =
#include "FftwBodies.DOUBLE.inc"
    ;
constexpr char longText[] =
#include "FftwBodies.LONG.inc"
    ;

/// The functions for one type of numbers.
struct Library {
  StringRef text;
  StringLiteral prefix; ///< of their names
  std::unique_ptr<Module> bodies{};

  /// Null if it has none of that name and type.
  Function *bodyOf(const Function &callee, const Module &workshop);

private:
  std::string nameOf(StringRef inText) const;
  void parse(const Module &workshop);
};

std::string Library::nameOf(StringRef inText) const {
  return nameOfBody(inText, fftwPrefix, prefix).value_or(inText.str());
}

void describe(Function &function, bool isStep) {
  function.setAttributes({}); // of the processor that built us
  function.addFnAttr(Attribute::NoUnwind);
  function.addFnAttr(isStep ? Attribute::NoInline : Attribute::AlwaysInline);
}

void Library::parse(const Module &workshop) {
  bodies = parseOwnText(text, workshop);
  for (Function &function : *bodies) {
    if (function.isDeclaration())
      continue;
    describe(function, function.getName().starts_with(stepInText));
    function.setName(nameOf(function.getName()));
  }
}

Function *Library::bodyOf(const Function &callee, const Module &workshop) {
  if (!callee.isDeclaration() || !callee.getName().starts_with(prefix) ||
      !text.contains((bodyInText + callee.getName() + "(").str()))
    return nullptr;
  if (!bodies)
    parse(workshop);
  Function *body = bodies->getFunction(nameOf((bodyInText + callee.getName()).str()));
  bool fits = body && body->getFunctionType() == callee.getFunctionType();
  return fits ? body : nullptr;
}

class FftwBodies {
public:
  FftwBodies(Module &workshop, SmallVectorImpl<Function *> &roots)
      : workshop(workshop), roots(roots) {}

  Function *bodyOf(const Function &callee) {
    for (Library &library : libraries)
      if (Function *body = library.bodyOf(callee, workshop)) {
        Function *there = workshop.getFunction(body->getName());
        return there ? there : takeWithRules(*body, workshop, roots);
      }
    return nullptr;
  }

private:
  Library libraries[3] = {{doubleText, "fftw_"}, {singleText, "fftwf_"}, {longText, "fftwl_"}};
  Module &workshop;
  SmallVectorImpl<Function *> &roots;
};

} // namespace

bool useFftwBodies(Module &workshop, const SetVector<Function *> &functions,
                   ArrayRef<Function *> keep, SmallVectorImpl<Function *> &roots) {
  SmallVector<CallBase *> calls;
  for (Function *function : functions)
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->isDeclaration() && callee->getName().starts_with("fftw") &&
          !isNamedByProgram(*call, keep))
        calls.push_back(call);
    }
  FftwBodies bodies(workshop, roots);
  bool isAny = false;
  for (CallBase *call : calls)
    if (Function *body = bodies.bodyOf(*call->getCalledFunction())) {
      if (auto *invoke = dyn_cast<InvokeInst>(call)) // it never throws
        call = changeToCall(invoke);
      call->setCalledFunction(body);
      call->setAttributes({}); // of the library's function
      isAny = true;
    }
  return isAny;
}

bool isOfFftw(const Function &function) { return function.getName().starts_with(fftwPrefix); }

void callFftwAgain(Module &workshop) {
  for (Function &function : make_early_inc_range(workshop))
    if (isOfFftw(function) && !function.isDeclaration())
      callPlain(function);
}

} // namespace enzyme
