//===- FinishLink.cpp - derivatives that need the code of several files ---===//
//
// The second half of separate compilation (docs/linking.md). Objects carry code and
// open requests (carry/); the driver hands a list of the files that are linked to a
// run of the compiler on nothing, and this is what that run does:
//   1. which files take part, and which requests they leave open (link/LinkInputs.h);
//   2. what these requests reach, as one module (link/Gather.h);
//   3. the derivatives, made like those of one file (Making.h);
//   4. one object: the functions that the program calls, and what they need that no
//      other object has.
// Requests of different settings are made apart.
//===----------------------------------------------------------------------===//
#include "FinishLink.h"
#include "Making.h"
#include "frontend/FrontendRecord.h"
#include "frontend/Workshop.h"
#include "link/Gather.h"
#include "optimise/Optimise.h"
#include "support/Import.h"
#include "transform/Dense.h"
#include "transform/Words.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The requests of one set of options.
class LinkRun {
public:
  LinkRun(Module &output, LinkInputs &inputs, const Options &options, Diagnostics &diagnostics)
      : output(output), inputs(inputs), options(options), diagnostics(diagnostics),
        program(std::make_unique<Module>("link", output.getContext())),
        gather(*program, inputs, diagnostics) {
    program->setDataLayout(output.getDataLayout());
    program->setTargetTriple(output.getTargetTriple());
  }

  void run(std::vector<OpenHere> &open);

private:
  void declareWhatObjectsDefine();
  void define(const OpenHere &open, Function &derivative);
  void refuseHiddenVariables(const OpenHere &first);

  Module &output;
  LinkInputs &inputs;
  const Options &options;
  Diagnostics &diagnostics;
  std::unique_ptr<Module> program;
  Gather gather;
};

/// A function of the program stays the one function it is: derivatives call it where
/// it lies. What no object defines under its name comes along as a copy.
void LinkRun::declareWhatObjectsDefine() {
  for (const Function &function : *program)
    if (!function.isDeclaration() && gather.isReachable(function) &&
        !output.getNamedValue(function.getName())) {
      auto *declared = Function::Create(function.getFunctionType(), GlobalValue::ExternalLinkage,
                                        function.getAddressSpace(), function.getName(), &output);
      declared->copyAttributesFrom(&function);
      declared->setPersonalityFn(nullptr);
      declared->setComdat(nullptr);
      declared->setDSOLocal(false);
      declared->setVisibility(GlobalValue::DefaultVisibility);
    }
}

void setIfThere(Function &function, StringRef name, const std::string &value) {
  if (!value.empty())
    function.addFnAttr(name, value);
}

/// What the function that asks is compiled for.
void compileForCaller(Function &function, const OpenRecord &record) {
  setIfThere(function, "target-cpu", record.cpu);
  setIfThere(function, "tune-cpu", record.tuneCpu);
  setIfThere(function, "target-features", record.features);
}

/// The function that the program calls. It knows nothing of its arguments but their
/// types: the caller knew no more.
void LinkRun::define(const OpenHere &open, Function &derivative) {
  auto *entry = Function::Create(derivative.getFunctionType(), GlobalValue::ExternalLinkage,
                                 open.record.symbol, output);
  entry->setVisibility(GlobalValue::HiddenVisibility);
  entry->setDSOLocal(true);
  compileForCaller(*entry, open.record);
  if (output.getUwtable() != UWTableKind::None)
    entry->setUWTableKind(output.getUwtable());
  for (unsigned i = 0; i != derivative.arg_size(); ++i)
    for (Attribute::AttrKind kind : {Attribute::StructRet, Attribute::ByVal})
      if (derivative.hasParamAttribute(i, kind)) // truncated functions are called as they are
        entry->addParamAttr(i, derivative.getParamAttribute(i, kind));
  IRBuilder<> builder(BasicBlock::Create(output.getContext(), "entry", entry));
  SmallVector<Value *, 8> arguments;
  for (Argument &argument : entry->args())
    arguments.push_back(&argument);
  CallInst *call = builder.CreateCall(&derivative, arguments);
  call->setCallingConv(derivative.getCallingConv());
  for (unsigned i = 0; i != derivative.arg_size(); ++i)
    for (Attribute::AttrKind kind :
         {Attribute::StructRet, Attribute::ByVal, Attribute::ZExt, Attribute::SExt})
      if (derivative.hasParamAttribute(
              i, kind)) // how it is passed; what it promises is its own affair
        call->addParamAttr(i, derivative.getParamAttribute(i, kind));
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

/// Static variables of a shared library have no name outside of it.
void LinkRun::refuseHiddenVariables(const OpenHere &first) {
  for (const GlobalVariable &variable : output.globals()) {
    std::string owner = gather.ownerOf(variable);
    if (!variable.isDeclaration() || variable.use_empty() || owner.empty() ||
        gather.isReachable(variable))
      continue;
    diagnostics.refuse(
        {MessageId::HiddenVariable,
         first.record.request.where,
         {readableName(StringRef(first.record.function)), readableName(variable.getName()), owner},
         {}});
  }
}

void LinkRun::run(std::vector<OpenHere> &open) {
  if (!gather.bring(open))
    return;
  if (verifyModule(*program)) {
    diagnostics.refuse({MessageId::UnreadableObject,
                        Position(),
                        {"the code that the objects carry", "is not valid"},
                        {}});
    return;
  }
  declareWhatObjectsDefine();
  becomeWorkshop(*program);
  std::vector<Request> requests;
  for (const OpenHere &here : open)
    requests.push_back(here.record.request);
  Making making(std::move(program), options, diagnostics);
  if (!making.prepareFor(requests) || !making.make(requests))
    return;
  making.finish();
  auto *model = Function::Create(FunctionType::get(Type::getVoidTy(output.getContext()), false),
                                 GlobalValue::ExternalLinkage, "enzyme.model", making.workshop());
  compileForCaller(*model, open.front().record);
  Importer importer(making.workshop(), output, model);
  for (auto [index, here] : enumerate(open))
    define(here, *importer.import(*making.derivativeOf(index)));
  refuseHiddenVariables(open.front());
  optimiseDerivatives(making.context(), lowerDense(output, /*isLast=*/true, diagnostics));
  lowerWords(output, diagnostics);
  dropWords(output);
}

/// What is known of a function that has no code, for the note under its name.
std::string fateOf(LinkInputs &inputs, StringRef name) {
  LinkInput *input = inputs.knownDefiner(name);
  if (!input)
    return "; nothing on the link line defines it";
  return "; it is defined in '" + input->name + "', which carries no code of it";
}

/// The files a person wrote on the line; there are more than he knows.
std::string placesOf(const LinkInputs &inputs) {
  std::string places;
  for (StringRef path : inputs.places()) {
    bool isOfTheSystem = path.starts_with("/lib") || path.starts_with("/usr/lib") ||
                         path.ends_with("libenzyme_rt.a");
    if (!isOfTheSystem)
      places += (path + ", ").str();
  }
  return places + "libraries of the system";
}

/// Requests of one text of options.
std::string settingsOf(const OpenHere &open) {
  OpenRecord record;
  record.options = open.record.options;
  return writeRecord(record);
}

/// The settings of the file, and what is asked of this run itself.
Options optionsOf(const OpenHere &open, const Options &now) {
  Options options = open.record.options;
  options.print |= now.print;
  options.print_plan |= now.print_plan;
  options.verify_each |= now.verify_each;
  options.warnings = now.warnings.empty() ? options.warnings : now.warnings;
  return options;
}

} // namespace

void finishLink(Module &output, const Options &options) {
  std::unique_ptr<DiagnosticSink> sink = sinkFor(output);
  LinkInputs inputs; // messages, which are printed last, look into them
  Diagnostics diagnostics(*sink, options.warnings);
  if (!inputs.read(options.link)) {
    diagnostics.refuse(
        {MessageId::UnreadableObject, Position(), {options.link, "cannot be read"}, {}});
    return;
  }
  diagnostics.sought({placesOf(inputs), [&](StringRef name) { return fateOf(inputs, name); }});
  std::set<std::string> done;
  // Members of archives that only derivatives need may ask for derivatives themselves.
  for (bool isNew = true; isNew && !diagnostics.refused();) {
    isNew = false;
    std::map<std::string, std::vector<OpenHere>> bySettings;
    for (OpenHere &open : openRequestsOf(inputs, diagnostics))
      if (done.insert(open.record.symbol).second)
        bySettings[settingsOf(open)].push_back(std::move(open));
    for (auto &[settings, open] : bySettings) {
      Options own = optionsOf(open.front(), options);
      LinkRun(output, inputs, own, diagnostics).run(open);
      isNew = true;
    }
  }
}

} // namespace enzyme
