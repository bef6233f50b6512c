//===- Differentiate.cpp - the walk, from requests to calls --------------===//
#include "pipeline/Differentiate.h"
#include "carry/Carry.h"
#include "carry/Container.h"
#include "carry/DeviceCode.h"
#include "frontend/BorrowLines.h"
#include "frontend/DeviceLibraries.h"
#include "frontend/FrontendRecord.h"
#include "frontend/MatchBodies.h"
#include "frontend/Workshop.h"
#include "library/gpu/Gpu.h"
#include "optimise/Optimise.h"
#include "parallel/DeviceVariables.h"
#include "pipeline/FinishDeviceLink.h"
#include "pipeline/FinishLink.h"
#include "pipeline/KernelDerivatives.h"
#include "pipeline/Neighbours.h"
#include "pipeline/Reproducer.h"
#include "pipeline/Session.h"
#include "request/ParseCall.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Variables.h"
#include "rules/openmp/TeamCalls.h"
#include "shadow/ThreadSums.h"
#include "support/Import.h"
#include "support/Origins.h"
#include "transform/Dense.h"
#include "transform/Markers.h"
#include "transform/TruncatedTargets.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The module as the AST half generated it, read once for all who want it.
struct Pristine {
  std::unique_ptr<Module> module; ///< null if there is none
  std::string whyNone;            ///< where there should be one
};

Pristine readOnce(Module &module) {
  Pristine pristine;
  pristine.module = readPristine(module, &pristine.whyNone);
  return pristine;
}

/// One run over one module of the user.
class Run {
public:
  Run(Module &module, const Options &options, const CarriedCode *carried, Pristine pristine)
      : module(module), options(options), carried(carried), pristine(std::move(pristine)),
        sink(sinkFor(module)), diagnostics(*sink, options.warnings) {}

  void run();
  /// Makes everything once, from `pristine`; false: it is to be made again, since more of OpenMP's
  /// regions are to be run by one thread, or neighbouring requests are to stay apart.
  bool attempt(ArrayRef<Request> requests, std::unique_ptr<Module> pristine,
               OneThreadReasons &reasons);
  /// What is left for the link, in the order of the requests.
  ArrayRef<OpenRecord> open() const { return records; }
  bool wasRefused() const { return diagnostics.refused(); }

private:
  std::vector<Request> readRequests();
  void make(ArrayRef<Request> requests);
  std::unique_ptr<Module> copyOfPristine() const {
    return pristine.module ? CloneModule(*pristine.module) : nullptr;
  }
  void hand(Session &session, ArrayRef<Request> requests);
  void leaveOpen(Session &session, ArrayRef<Request> requests);
  void finishModule(Context &context, ArrayRef<WeakVH> served);
  bool truncateAll();
  void showRequests(ArrayRef<Request> requests);

  Module &module;
  const Options &options;
  const CarriedCode *carried; ///< null: what cannot be finished here is refused
  Pristine pristine;          ///< until it becomes the workshop
  std::unique_ptr<DiagnosticSink> sink;
  Diagnostics diagnostics;
  std::vector<OpenRecord> records;
  bool areNeighboursApart = false; ///< together they were refused
  bool hasKernels = false;         ///< of the host's derivatives: one that is refused is left out
};

/// A note for the link, in the object's .comment section: derivatives may need
/// libm where the primal did not (driver/Mentions.cpp looks for it).
void leaveNote(Module &module) {
  LLVMContext &context = module.getContext();
  module.getOrInsertNamedMetadata("llvm.ident")
      ->addOperand(MDNode::get(context, MDString::get(context, derivativesNote)));
}

/// What the program's calls and words leave behind.
void Run::finishModule(Context &context, ArrayRef<WeakVH> served) {
  optimiseDerivatives(context, lowerDense(module, /*isLast=*/true, diagnostics));
  lowerWords(module, diagnostics);
  dropWords(module);
  if (context.options.optimise)
    inlineServed(served);
  leaveNote(module);
}

/// Beyond this point the user's module changes, and no derivative can fail any more; a
/// pretended shadow that is used as none can still be refused.
void Run::hand(Session &session, ArrayRef<Request> requests) {
  TimeTraceScope time("enzyme: handing over");
  Importer importer(session.workshop(), module);
  std::vector<WeakVH> served; // lowerDense replaces some
  for (auto [index, request] : enumerate(requests)) {
    Function *imported = importer.import(*session.derivativeOf(index));
    served.push_back(imported);
    if (isOfKernel(request))
      serveInKernel(request, *imported, diagnostics);
    else
      rewriteCall(request, imported, diagnostics);
  }
  dropKernelRequests(module);
  registerKernels(module);
  if (const FrontendRecord *record = recordFor(module.getModuleIdentifier()))
    linkDeviceLibraries(module, record->libraries);
  finishModule(session.context(), served);
}

/// `extern struct model models[];`: its shadow has to be as large, and the file that defines it
/// knows how large that is.
bool hasArraysOfUnknownSize(const Module &workshop) {
  return any_of(workshop.globals(), [&](const GlobalVariable &variable) {
    return variable.isDeclaration() && !variable.isConstant() && !variable.use_empty() &&
           !isOfBlock(variable) && variable.getValueType()->isArrayTy() &&
           variable.getValueType()->getArrayNumElements() == 0;
  });
}

/// Is the function one that we made for the request, a truncated one? No object carries it.
bool isOfMadeFunction(const Request &request) { return isMadeHere(*request.function); }

/// Bodies are in other files: each request becomes a call of a function that the link
/// will define. All of them, since what one lacks others may meet.
void Run::leaveOpen(Session &session, ArrayRef<Request> requests) {
  for (auto [index, request] : enumerate(requests)) {
    StringRef name = request.function->getName();
    const GlobalValue *own = module.getNamedValue(name);
    bool isLocal = own && own->hasLocalLinkage();
    OpenRecord record;
    record.function = name.str() + (isLocal ? carried->suffix : "");
    record.symbol =
        (openSymbolPrefix + "derivative_of." + name + ".made_by_linking_with_enzyme-clang." +
         carried->suffix.substr(fileSuffix.size()) + "." + Twine(index))
            .str();
    record.request = request;
    for (Binding &binding : record.request.parameters)
      if (const GlobalValue *variable =
              binding.named ? module.getNamedValue(binding.named->variable) : nullptr)
        binding.named->variable += variable->hasLocalLinkage() ? carried->suffix : "";
    record.options = options;
    const Function &caller = *request.call->getFunction();
    record.cpu = caller.getFnAttribute("target-cpu").getValueAsString();
    record.tuneCpu = caller.getFnAttribute("tune-cpu").getValueAsString();
    record.features = caller.getFnAttribute("target-features").getValueAsString();
    FunctionType *type = servingType(request);
    record.type = layoutText(type);
    Function *stand = Function::Create(type, GlobalValue::ExternalLinkage, record.symbol, module);
    if (request.truncation)
      stand->setAttributes(request.function->getAttributes());
    if (rewriteCall(request, stand, diagnostics))
      records.push_back(std::move(record));
  }
  finishModule(session.context(), {});
}

void Run::showRequests(ArrayRef<Request> requests) {
  if (options.print_request)
    for (const Request &request : requests)
      printRequest(dbgs(), request);
}

/// At the user's lines, also where the module was compiled without -g.
std::vector<Request> Run::readRequests() {
  TimeTraceScope time("enzyme: reading requests");
  BorrowedLines lines(module, pristine.module.get());
  nameTruncatedTargets(module);
  std::vector<Request> requests = parseRequests(module, diagnostics);
  const FrontendRecord *record = recordFor(module.getModuleIdentifier());
  if (options.kernels || options.device_linked || (record && record->isBesideLinked))
    for (Module *one : {&module, pristine.module.get()})
      if (one)
        takeVariablesForConstants(*one);
  if (!record)
    return requests;
  checkShadows(requests, record->calls, options.runtime_activity, diagnostics);
  if (record->isLinkedOnDevice) // with code of other files, which kernels may call
    return requests;
  if (isForDevice(module) && (record->hostWantsForward || record->hostWantsReverse))
    for (Module *one : {&module, pristine.module.get()})
      if (one) // threads that ask themselves know of no shadow
        makeShadowsOfVariables(*one, record->areKernelsOffered ? Varying::None
                                     : requests.empty()        ? Varying::All
                                                               : Varying::NoConstants);
  std::vector<WantedKernel> wanted;
  if (record->hostWantsForward || record->hostWantsReverse)
    for (Function *kernel : kernelsOf(module))
      wanted.push_back({kernel, record->hostWantsForward, record->hostWantsReverse});
  std::vector<Request> inKernels = requestKernels(wanted, pristine.module.get(), requests);
  hasKernels = !inKernels.empty();
  append_range(requests, std::move(inKernels));
  return requests;
}

/// The formats of the command line hold for all code, asked for or not.
bool Run::truncateAll() {
  bool isDone = truncateModule(module, options.truncate_all, diagnostics);
  leaveNote(module);
  return isDone;
}

void Run::run() {
  writeReproducer(module, options, diagnostics);
  for (const Options::Ignored &option : options.ignored)
    diagnostics.warn({MessageId::IgnoredOption, Position(), {option.name, option.why}, {}});
  if (!is_contained({"", "threads", "serial"}, options.openmp))
    diagnostics.warn({MessageId::IgnoredOption,
                      Position(),
                      {"fenzyme-openmp=" + options.openmp, "it takes threads or serial"},
                      {}});
  // States 0 to 2: what is requested.
  std::vector<Request> requests = readRequests();
  showRequests(requests);
  if (!options.truncate_all.empty() && !truncateAll())
    return;
  if (diagnostics.refused())
    return;
  Diagnostics::Mark mark = diagnostics.mark();
  make(requests);
  if (!hasKernels || !diagnostics.refused())
    return;
  diagnostics.rollBack(mark);
  leaveRefusedKernels(requests, diagnostics, [&](ArrayRef<Request> inKernel) {
    Session session(makeWorkshop(module, copyOfPristine(), /*keepsReplaceable=*/!carried), options,
                    diagnostics);
    return session.prepareFor(inKernel) && session.make(inKernel);
  });
  make(requests);
}

void Run::make(ArrayRef<Request> requests) {
  OneThreadReasons reasons;
  Diagnostics::Mark mark = diagnostics.mark();
  for (bool isMade = false; !isMade;) {
    bool isForOnce =
        !hasKernels &&
        (!pristine.module || (!mayHaveTeams(*pristine.module) &&
                              (areNeighboursApart || !mayHaveNeighbours(requests, options))));
    isMade = attempt(requests, isForOnce ? std::move(pristine.module) : copyOfPristine(), reasons);
    if (!isMade)
      diagnostics.rollBack(mark);
  }
}

bool Run::attempt(ArrayRef<Request> requests, std::unique_ptr<Module> pristineModule,
                  OneThreadReasons &reasons) {
  // States 3 to 7 (Session.cpp), per derivative (Derivatives.cpp).
  Session session(makeWorkshop(module, std::move(pristineModule), /*keepsReplaceable=*/!carried),
                  options, diagnostics);
  session.allowTeams(reasons);
  if (!pristine.whyNone.empty() && !requests.empty())
    diagnostics.warn({MessageId::OtherBodies, requests.front().where, {pristine.whyNone}, {}});
  if (!session.prepareFor(requests))
    return true;
  bool mayStayOpen = carried && none_of(requests, isOfMadeFunction);
  Diagnostics::Mark mark = diagnostics.mark();
  if (mayStayOpen && (options.leave_open || hasArraysOfUnknownSize(session.context().workshop))) {
    leaveOpen(session, requests);
    return true;
  }
  Neighbours neighbours(session.context());
  std::vector<Request> together = areNeighboursApart ? requests.vec() : neighbours.merge(requests);
  bool isMade = session.make(together);
  if (isMade && !(mayStayOpen && session.wantsOtherFiles())) {
    session.finish();
    neighbours.settle();
    hand(session, together);
    return true;
  }
  bool wereTogether = neighbours.areAny();
  areNeighboursApart |= wereTogether;
  neighbours.undo();
  if (isMade) {
    diagnostics.rollBack(mark); // the link says it
    leaveOpen(session, requests);
  } else if (session.isToBeMadeAgain()) {
    return false;
  } else if (mayStayOpen && diagnostics.lacksOnlyBodies()) {
    diagnostics.forgetMissing();
    leaveOpen(session, requests);
  } else if (wereTogether) {
    return false; // one by one they may be served
  }
  return true;
}

/// Front ends give what is valid; a file of intermediate code may hold anything, and the code
/// generator is the first that would look. Debug information alone is left out, as LLVM does.
bool isValid(Module &module) {
  if (const FrontendRecord *record = recordFor(module.getModuleIdentifier());
      record && !record->bitcode.empty())
    return true;
  std::string why;
  raw_string_ostream out(why);
  bool isOnlyDebugBroken = false;
  if (verifyModule(module, &out, &isOnlyDebugBroken)) {
    std::unique_ptr<DiagnosticSink> sink = sinkFor(module);
    Diagnostics diagnostics(*sink, "");
    diagnostics.refuse(
        {MessageId::UnreadableObject,
         Position{module.getSourceFileName(), 0, 0, ""},
         {module.getModuleIdentifier(),
          "holds intermediate code that is not valid: " + StringRef(why).split('\n').first.str()},
         {}});
    return false;
  }
  if (isOnlyDebugBroken)
    StripDebugInfo(module);
  return true;
}

bool hostWantsKernels(const Module &module) {
  const FrontendRecord *record = recordFor(module.getModuleIdentifier());
  return record && !record->isLinkedOnDevice &&
         (record->hostWantsForward || record->hostWantsReverse);
}

/// Device code of several files, which is linked as bitcode, carries itself (carry/DeviceCode.h).
bool isLinkedOnDevice(const Module &module) {
  const FrontendRecord *record = recordFor(module.getModuleIdentifier());
  return record && record->isLinkedOnDevice;
}

/// The kernels of such code, of which the link makes the derivatives that host code wants.
std::vector<OpenRecord> kernelsForHost(Module &module, const Options &options) {
  const FrontendRecord *record = recordFor(module.getModuleIdentifier());
  std::vector<OpenRecord> kernels;
  for (auto [isWanted, family] : {std::pair(record->hostWantsForward, Family::Fwddiff),
                                  std::pair(record->hostWantsReverse, Family::Autodiff)}) {
    if (!isWanted)
      continue;
    for (const Function *kernel : kernelsOf(module)) {
      OpenRecord one;
      one.function = kernel->getName().str();
      one.request.family = family;
      one.options = options;
      kernels.push_back(std::move(one));
    }
  }
  return kernels;
}

/// `pristine` as code to be carried by the object of `module`.
CarriedCode written(Module &pristine, Module &module) {
  dropClosureMarks(pristine);
  SmallVector<char, 0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(pristine, stream);
  return share(stream.str(), thingsWithIdentity(pristine), module);
}

/// The code that the object will carry, as the front end gave it. What the front end's
/// half noted is enough, unless names differ by the order in which code was generated.
CarriedCode codeToCarry(Module &module) {
  const FrontendRecord *record = recordFor(module.getModuleIdentifier());
  if (record && !record->bitcode.empty() && hasNamesOf(record->closures, module))
    return share(StringRef(record->bitcode.data(), record->bitcode.size()), record->withIdentity,
                 module);
  std::unique_ptr<Module> pristine = readPristine(module);
  return written(pristine ? *pristine : *CloneModule(module), module);
}

/// The same of a file with requests, whose pristine module was read for them.
CarriedCode codeToCarry(Module &module, Module *pristine, const NamesOfValues &names) {
  if (!pristine)
    return written(*CloneModule(module), module);
  std::optional<WithoutNames> nameless;
  if (!names.wereWanted())
    nameless.emplace(*pristine);
  return written(*pristine, module);
}

/// After an error no object is kept, but compilers generate code all the same, and requests
/// that are left may be nothing that code can be generated from. So nothing stays defined.
void leaveNothing(Module &module) {
  for (Function &function : module) {
    function.deleteBody();
    function.setComdat(nullptr);
  }
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    bool isList = variable.hasAppendingLinkage(); // of constructors, or of what is used
    variable.setInitializer(nullptr);
    variable.setComdat(nullptr);
    variable.setLinkage(GlobalValue::ExternalLinkage);
    if (isList)
      variable.eraseFromParent();
  }
  for (GlobalAlias &alias : make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(PoisonValue::get(alias.getType()));
    alias.eraseFromParent();
  }
  for (GlobalIFunc &choice : make_early_inc_range(module.ifuncs())) {
    choice.replaceAllUsesWith(PoisonValue::get(choice.getType()));
    choice.eraseFromParent();
  }
  module.setModuleInlineAsm("");
}

} // namespace

/// With `-g`, derivatives have lines.
static Options optionsFor(const Module &module) {
  Options options = Options::fromCommandLine();
  options.lines |= !module.debug_compile_units().empty() && !options.forget_lines;
  return options;
}

bool runOnModule(Module &module) {
  const Options options = optionsFor(module);
  if (!options.link.empty()) {
    NamesOfValues names(module);
    finishLink(module, options);
    return true;
  }
  if (finishDeviceLink(module)) // the linked device code as a file
    return true;
  bool isAsked = options.enable && (mentionsRequests(module) || !options.truncate_all.empty() ||
                                    hostWantsKernels(module));
  if (isAsked && !isValid(module)) {
    leaveNothing(module);
    return true;
  }
  bool isOnDevice = isLinkedOnDevice(module);
  bool carries = options.enable && options.carry && (isOnDevice || canCarry(module));
  std::optional<CarriedCode> carried;
  std::vector<OpenRecord> open;
  if (isAsked) {
    OurCrashes ours;
    NamesOfValues names(module);
    Pristine pristine = readOnce(module);
    if (carries)
      carried = codeToCarry(module, pristine.module.get(), names);
    Run run(module, options, carried ? &*carried : nullptr, std::move(pristine));
    run.run(); // state 9: messages are printed when it ends
    open = run.open();
    if (run.wasRefused()) {
      leaveNothing(module);
      return true;
    }
  }
  bool isOffering = options.enable && options.kernels && offerKernels(module);
  if (carries && !isAsked)
    carried = codeToCarry(module);
  if (carried && isOffering)
    carried->shared.push_back(gpu::kernelsOffered.str());
  if (carried && isOnDevice)
    carryOnDevice(*carried, {open, kernelsForHost(module, options)},
                  recordFor(module.getModuleIdentifier())->libraries, module);
  else if (carried)
    carry(*carried, open, module);
  dropClosureMarks(module);
  if (options.forget_lines)
    StripDebugInfo(module);
  return isAsked || isOffering || carried || options.forget_lines;
}

} // namespace enzyme
