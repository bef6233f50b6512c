//===- FinishLink.cpp - derivatives that need the code of several files ---===//
//
// The second half of separate compilation (docs/linking.md). Objects carry code and
// open requests (carry/); the driver hands a list of the files that are linked to a
// run of the compiler on nothing, and this is what that run does:
//   1. which files take part, and which requests they leave open (link/LinkInputs.h);
//   2. what these requests reach, as one module (link/Gather.h);
//   3. the derivatives, made like those of one file (Session.h);
//   4. one object: the functions that the program calls, and what they need that no
//      other object has.
// Requests of different settings are made apart. After 2 everything is known that the
// object depends on: if an earlier link made it, that is taken (link/LinkCache.h).
//===----------------------------------------------------------------------===//
#include "pipeline/FinishLink.h"
#include "frontend/FrontendRecord.h"
#include "frontend/Workshop.h"
#include "link/Gather.h"
#include "link/LinkCache.h"
#include "optimise/Optimise.h"
#include "pipeline/OpenSymbols.h"
#include "pipeline/Session.h"
#include "rules/openmp/TeamCalls.h"
#include "shadow/ShadowedPrimal.h"
#include "support/Import.h"
#include "support/Lines.h"
#include "transform/Dense.h"
#include "transform/Markers.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The requests of one set of options.
class LinkRun {
public:
  LinkRun(Module &output, LinkInputs &inputs, Options options, Diagnostics &diagnostics)
      : output(output), options(std::move(options)), diagnostics(diagnostics),
        program(std::make_unique<Module>("link", output.getContext())),
        gather(*program, inputs, diagnostics) {
    program->setDataLayout(output.getDataLayout());
    program->setTargetTriple(output.getTargetTriple());
  }

  /// What the requests reach. False after a refusal.
  bool bring(std::vector<OpenHere> wanted);
  /// All that the derivatives depend on.
  void addTo(LinkCache &cache) const;
  /// Remarks are printed at lines of these.
  std::set<std::string> sources() const;
  /// `name`: by which reports know the derivatives.
  void make(StringRef name);
  /// From `code`; false: it is to be made again, since more of OpenMP's regions are to be run by
  /// one thread.
  bool attempt(std::unique_ptr<Module> code, ArrayRef<Request> requests, OneThreadReasons &reasons);

private:
  void declareWhatObjectsDefine();
  void define(const OpenHere &open, Function &derivative);
  void refuseHiddenVariables(const OpenHere &first);

  Module &output;
  const Options options;
  Diagnostics &diagnostics;
  std::vector<OpenHere> open;
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
  fillEntry(*entry, derivative);
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

bool LinkRun::bring(std::vector<OpenHere> wanted) {
  open = std::move(wanted);
  if (!gather.bring(open))
    return false;
  if (!verifyModule(*program))
    return true;
  diagnostics.refuse({MessageId::UnreadableObject,
                      Position(),
                      {"the code that the objects carry", "is not valid"},
                      {}});
  return false;
}

void LinkRun::addTo(LinkCache &cache) const {
  cache.add(textOf(options));
  for (const OpenHere &here : open) {
    OpenRecord record = here.record;
    record.options = Options(); // said above
    cache.add(writeRecord(record));
  }
  cache.add(*program);
  for (const GlobalValue &global : program->global_values())
    cache.add(
        (global.getName() + (gather.isReachable(global) ? " 1 " : " 0 ") + gather.ownerOf(global))
            .str());
}

std::set<std::string> LinkRun::sources() const {
  std::set<std::string> paths;
  for (const Function &function : *program)
    if (const DISubprogram *subprogram = function.getSubprogram())
      paths.insert(DiagnosticLocation(subprogram).getAbsolutePath());
  return paths;
}

/// A file that makes derivatives by itself may define the shadow of its variable, too.
void shareShadows(Module &output) {
  for (GlobalVariable &variable : output.globals())
    if (isShadowOfGlobal(variable) && variable.hasExternalLinkage() && variable.hasInitializer())
      variable.setLinkage(GlobalValue::WeakAnyLinkage);
}

void LinkRun::make(StringRef name) {
  program->setSourceFileName(name);
  declareWhatObjectsDefine();
  becomeWorkshop(*program);
  std::vector<Request> requests;
  for (const OpenHere &here : open)
    requests.push_back(here.record.request);
  OneThreadReasons reasons;
  Diagnostics::Mark mark = diagnostics.mark();
  bool isForOnce = !mayHaveTeams(*program);
  while (!attempt(isForOnce ? std::move(program) : CloneModule(*program), requests, reasons))
    diagnostics.rollBack(mark);
}

bool LinkRun::attempt(std::unique_ptr<Module> code, ArrayRef<Request> requests,
                      OneThreadReasons &reasons) {
  Session session(std::move(code), options, diagnostics);
  session.allowTeams(reasons);
  if (!session.prepareFor(requests) || !session.make(requests))
    return !session.isToBeMadeAgain();
  session.finish();
  auto *model = Function::Create(FunctionType::get(Type::getVoidTy(output.getContext()), false),
                                 GlobalValue::ExternalLinkage, "enzyme.model", session.workshop());
  compileForCaller(*model, open.front().record);
  if (options.lines)
    makeUnitFor(output, session.workshop());
  Importer importer(session.workshop(), output, model);
  for (auto [index, here] : enumerate(open))
    define(here, *importer.import(*session.derivativeOf(index)));
  shareShadows(output);
  refuseHiddenVariables(open.front());
  optimiseDerivatives(session.context(), lowerDense(output, /*isLast=*/true, diagnostics));
  lowerWords(output, diagnostics);
  dropWords(output);
  gather.restoreNames(output);
  return true;
}

/// What is known about a function that has no code, for the note under its name.
std::string fateOf(LinkInputs &inputs, StringRef name) {
  LinkInput *input = inputs.knownDefiner(name);
  if (!input)
    return "; nothing on the link line defines it";
  return "; it is defined in '" + input->name + "', which carries no code of it";
}

/// The files that were written on the line; there are more of the system's.
std::string placesOf(const LinkInputs &inputs) {
  std::string places;
  for (StringRef path : inputs.places()) {
    bool isOfTheSystem = path.starts_with("/lib") || path.starts_with("/usr/lib") ||
                         path.ends_with("libenzyme_rt.a") || path.contains("/libenzyme_mpi_");
    if (!isOfTheSystem)
      places += (path + ", ").str();
  }
  return places + "libraries of the system";
}

/// What shows the states of the work.
constexpr bool Options::*prints[] = {
    &Options::print_request,  &Options::print_prepared, &Options::print_types,
    &Options::print_activity, &Options::print_regions,  &Options::print_shadowed,
    &Options::print_plan,     &Options::print,
};

/// The settings of the file, and what is asked of this run itself. Which files are written
/// is for the command line to say: an object from elsewhere names none.
Options optionsOf(const OpenHere &open, const Options &now) {
  Options options = open.record.options;
  for (bool Options::*print : prints)
    options.*print |= now.*print;
  options.verify_each |= now.verify_each;
  options.report = now.report;
  options.reproducer = now.reproducer;
  options.crash_in = now.crash_in;
  options.warnings = now.warnings.empty() ? options.warnings : now.warnings;
  return options;
}

/// Knows whether anything was said: taking an object of an earlier link says nothing.
class ListeningSink : public DiagnosticSink {
public:
  explicit ListeningSink(DiagnosticSink &speaker) : speaker(speaker) {}
  void emit(const Message &message) override {
    hasSpoken |= message.severity != Severity::Remark;
    speaker.emit(message);
  }
  bool hasSpoken = false;

private:
  DiagnosticSink &speaker;
};

/// Does a run with these options leave more than an object?
bool showsWork(const Options &options) {
  return any_of(prints, [&](bool Options::*print) { return options.*print; }) ||
         options.verify_each || !options.report.empty() || !options.reproducer.empty() ||
         !options.crash_in.empty();
}

/// page.html, page-2.html, …: each run reports by itself.
std::string numbered(StringRef path, unsigned number) {
  if (number == 1 || path.empty())
    return path.str();
  StringRef extension = sys::path::extension(path);
  return (path.drop_back(extension.size()) + "-" + Twine(number) + extension).str();
}

/// All requests that the files leave open, and the derivatives of them.
class WholeLink {
public:
  WholeLink(Module &output, LinkInputs &inputs, const Options &options, Diagnostics &diagnostics)
      : output(output), inputs(inputs), options(options), diagnostics(diagnostics),
        cache(Remarks::areWanted(output.getContext()) ? "" : options.link_cache, options.link) {}

  void run(const ListeningSink &sink);

private:
  bool bringAll();
  bool isKnown();
  void readSources();

  Module &output;
  LinkInputs &inputs;
  const Options &options;
  Diagnostics &diagnostics;
  LinkCache cache;
  std::vector<std::unique_ptr<LinkRun>> runs;
  std::map<std::string, unsigned> pages; ///< how many runs report to each
  bool isShown = false;
};

bool WholeLink::bringAll() {
  std::set<std::string> done;
  // Members of archives that only derivatives need may ask for derivatives themselves.
  for (bool isNew = true; isNew && !diagnostics.refused();) {
    isNew = false;
    std::map<std::string, std::vector<OpenHere>> bySettings;
    for (OpenHere &open : openRequestsOf(inputs, diagnostics))
      if (done.insert(open.record.symbol).second)
        bySettings[textOf(open.record.options)].push_back(std::move(open));
    for (auto &[settings, open] : bySettings) {
      Options own = optionsOf(open.front(), options);
      isShown |= showsWork(own);
      if (unsigned number = ++pages[own.report]; !sys::fs::is_directory(own.report))
        own.report = numbered(own.report, number);
      runs.push_back(std::make_unique<LinkRun>(output, inputs, own, diagnostics));
      runs.back()->bring(std::move(open));
      isNew = true;
    }
  }
  return !diagnostics.refused();
}

bool WholeLink::isKnown() {
  if (isShown || !cache.isUsed())
    return false;
  cache.add(output); // empty, it says what is compiled for
  for (const std::unique_ptr<LinkRun> &run : runs)
    run->addTo(cache);
  return cache.answer();
}

void WholeLink::readSources() {
  const FrontendRecord *record = recordFor(output.getModuleIdentifier());
  if (!record || !record->readSource || !Remarks::areWanted(output.getContext()))
    return;
  for (const std::unique_ptr<LinkRun> &run : runs)
    for (const std::string &path : run->sources())
      record->readSource(path);
}

void WholeLink::run(const ListeningSink &sink) {
  if (!bringAll() || isKnown())
    return;
  readSources();
  for (auto [index, run] : enumerate(runs))
    run->make(numbered(inputs.output(), index + 1));
  diagnostics.flush();
  if (!isShown && !sink.hasSpoken)
    cache.askToKeep();
}

} // namespace

void finishLink(Module &output, const Options &options) {
  std::unique_ptr<DiagnosticSink> speaker = sinkFor(output);
  ListeningSink sink(*speaker);
  LinkInputs inputs; // messages, which are printed last, look into them
  Diagnostics diagnostics(sink, options.warnings);
  if (!inputs.read(options.link)) {
    diagnostics.refuse(
        {MessageId::UnreadableObject, Position(), {options.link, "cannot be read"}, {}});
    return;
  }
  diagnostics.sought({placesOf(inputs), [&](StringRef name) { return fateOf(inputs, name); }});
  WholeLink(output, inputs, options, diagnostics).run(sink);
}

} // namespace enzyme
