//===- FinishDeviceLink.cpp - derivatives that need device code of several files ===//
//
// The second half of -fgpu-rdc. The device's linker has put the code of all files into one module,
// and with it what they carry. From the latter, as the front end gave it, a program is made that
// has all functions; the derivatives are made in it as in a file's workshop, and imported into the
// linked module. There they use the program's own variables and functions, by their names.
//
// Kernels that host code launches get their derivatives here, too, since they may call functions of
// any file. Which variables the host's derivative copies to is for each file to know, so that all
// are constants to them.
//===----------------------------------------------------------------------===//
#include "pipeline/FinishDeviceLink.h"
#include "carry/DeviceCode.h"
#include "frontend/DeviceLibraries.h"
#include "frontend/FrontendRecord.h"
#include "frontend/Workshop.h"
#include "optimise/Optimise.h"
#include "parallel/DeviceVariables.h"
#include "pipeline/KernelDerivatives.h"
#include "pipeline/OpenSymbols.h"
#include "pipeline/Session.h"
#include "rules/gpu/Kernels.h"
#include "support/Import.h"
#include "transform/Dense.h"
#include "transform/Markers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace llvm;

namespace enzyme {
namespace {

class DeviceLink {
public:
  DeviceLink(Module &linked, DeviceCode carried)
      : linked(linked), carried(std::move(carried)), sink(sinkFor(linked)),
        diagnostics(*sink, warnings()) {}
  void run();

private:
  std::string warnings() const {
    for (const auto *open : {&carried.open.requests, &carried.open.kernels})
      if (!open->empty())
        return open->front().options.warnings;
    return "";
  }
  void refuse(const std::string &file, const std::string &why) {
    diagnostics.refuse({MessageId::UnreadableObject, Position{file, 0, 0, ""}, {file, why}, {}});
  }
  void makeAll();
  std::unique_ptr<Module> program();
  void make(std::unique_ptr<Module> program, ArrayRef<const OpenRecord *> open);
  bool takeRequests(Module &program, ArrayRef<const OpenRecord *> open,
                    std::vector<Request> &requests);
  void define(const OpenRecord &record, Function &derivative);
  std::vector<WantedKernel> wantedOf(ArrayRef<const OpenRecord *> records);
  void makeKernels(Module &all, ArrayRef<const OpenRecord *> kernels);
  bool make(Session &session, ArrayRef<Request> requests);
  void finish(Context &context);

  Module &linked;
  const DeviceCode carried;
  std::unique_ptr<DiagnosticSink> sink;
  Diagnostics diagnostics;
  OneThreadReasons reasons; ///< no device has teams
};

/// The code of all files, as the front end gave it. Null after a refusal.
std::unique_ptr<Module> DeviceLink::program() {
  auto program = std::make_unique<Module>("device", linked.getContext());
  program->setDataLayout(linked.getDataLayout());
  program->setTargetTriple(linked.getTargetTriple());
  for (const CarriedCode &code : carried.code) {
    Expected<std::unique_ptr<Module>> module = loadCarried(code, code.suffix, linked.getContext());
    if (!module) {
      refuse("the device code of a file",
             "carries code that cannot be read: " + toString(module.takeError()));
      return nullptr;
    }
    std::string name = (*module)->getSourceFileName();
    if (Linker::linkModules(*program, std::move(*module))) {
      refuse(name, "carries code that does not fit to that of the other files");
      return nullptr;
    }
  }
  return program;
}

bool DeviceLink::takeRequests(Module &program, ArrayRef<const OpenRecord *> open,
                              std::vector<Request> &requests) {
  for (const OpenRecord *record : open) {
    Request request = record->request;
    request.function = program.getFunction(record->function);
    if (!request.function) {
      refuse(request.where.file,
             "lacks the code of '" + readableName(StringRef(record->function)) + "'");
      return false;
    }
    bool fits = request.family == Family::Batch ||
                request.parameters.size() == request.function->arg_size();
    if (!fits || layoutText(servingType(request)) != record->type) {
      diagnostics.refuse(
          {MessageId::OtherSignature, request.where, {readableName(*request.function)}, {}});
      return false;
    }
    requests.push_back(std::move(request));
  }
  return true;
}

/// The linker's module declares the function that the program calls.
void DeviceLink::define(const OpenRecord &record, Function &derivative) {
  Function *entry = linked.getFunction(record.symbol);
  if (!entry || !entry->isDeclaration()) // nothing calls it any more
    return;
  if (entry->getFunctionType() != derivative.getFunctionType())
    return refuse(record.request.where.file, "calls a derivative of another type than that of '" +
                                                 readableName(StringRef(record.function)) + "'");
  entry->setLinkage(GlobalValue::InternalLinkage);
  entry->setVisibility(GlobalValue::DefaultVisibility);
  entry->setDSOLocal(true);
  compileForCaller(*entry, record);
  fillEntry(*entry, derivative);
}

/// Which files are written is for no object to say.
Options optionsOf(const OpenRecord &record) {
  Options options = record.options;
  options.report.clear();
  options.reproducer.clear();
  options.crash_in.clear();
  return options;
}

/// The requests of one set of options.
void DeviceLink::make(std::unique_ptr<Module> program, ArrayRef<const OpenRecord *> open) {
  becomeWorkshop(*program);
  std::vector<Request> requests;
  if (!takeRequests(*program, open, requests))
    return;
  const Options options = optionsOf(*open.front());
  Session session(std::move(program), options, diagnostics);
  if (!make(session, requests))
    return;
  session.finish();
  auto *model = Function::Create(FunctionType::get(Type::getVoidTy(linked.getContext()), false),
                                 GlobalValue::ExternalLinkage, "enzyme.model", session.workshop());
  compileForCaller(*model, *open.front());
  Importer importer(session.workshop(), linked, model);
  for (auto [index, record] : enumerate(open))
    define(*record, *importer.import(*session.derivativeOf(index)));
  finish(session.context());
}

/// The kernels that are there and have no such derivatives yet, each once.
std::vector<WantedKernel> DeviceLink::wantedOf(ArrayRef<const OpenRecord *> records) {
  MapVector<Function *, WantedKernel> wanted;
  for (const OpenRecord *record : records) {
    Function *primal = linked.getFunction(record->function);
    if (!primal || primal->isDeclaration())
      continue;
    bool isForward = record->request.isForward();
    StringRef prefix = isForward ? kernels::forwardPrefix : kernels::gradientPrefix;
    if (linked.getFunction((prefix + primal->getName()).str()))
      continue;
    WantedKernel &one = wanted.insert({primal, {primal, false, false}}).first->second;
    (isForward ? one.isForward : one.isReverse) = true;
  }
  std::vector<WantedKernel> each;
  for (const auto &[primal, one] : wanted)
    each.push_back(one);
  return each;
}

/// The kernels of one set of options. `all` is for them alone.
void DeviceLink::makeKernels(Module &all, ArrayRef<const OpenRecord *> kernels) {
  const Options options = optionsOf(*kernels.front());
  for (Module *one : {&linked, &all})
    makeShadowsOfVariables(*one, Varying::None);
  std::vector<Request> requests = requestKernels(wantedOf(kernels), &all, {});
  std::unique_ptr<Session> session;
  auto canMake = [&](ArrayRef<Request> some) {
    std::unique_ptr<Module> program = CloneModule(all);
    becomeWorkshop(*program);
    session = std::make_unique<Session>(std::move(program), options, diagnostics);
    return make(*session, some);
  };
  Diagnostics::Mark mark = diagnostics.mark();
  if (!canMake(requests)) {
    diagnostics.rollBack(mark);
    leaveRefusedKernels(requests, diagnostics, canMake);
    if (requests.empty() || !canMake(requests))
      return dropKernelRequests(linked);
  }
  session->finish();
  Importer importer(session->workshop(), linked);
  for (auto [index, request] : enumerate(requests))
    serveInKernel(request, *importer.import(*session->derivativeOf(index)), diagnostics);
  dropKernelRequests(linked);
  finish(session->context());
}

bool DeviceLink::make(Session &session, ArrayRef<Request> requests) {
  session.allowTeams(reasons);
  return session.prepareFor(requests) && session.make(requests);
}

/// What derivatives leave in the program.
void DeviceLink::finish(Context &context) {
  optimiseDerivatives(context, lowerDense(linked, /*isLast=*/true, diagnostics));
  lowerWords(linked, diagnostics);
  dropWords(linked);
}

using BySettings = std::map<std::string, std::vector<const OpenRecord *>>;
BySettings bySettings(ArrayRef<OpenRecord> records) {
  BySettings all;
  for (const OpenRecord &record : records)
    all[textOf(record.options)].push_back(&record);
  return all;
}

void DeviceLink::makeAll() {
  diagnostics.sought({"the device code of this program", [](StringRef) {
                        return "; nothing that is linked for the device defines it";
                      }});
  NamesOfValues names(linked);
  std::unique_ptr<Module> all = program();
  if (!all)
    return;
  for (const auto &[settings, open] : bySettings(carried.open.requests))
    make(CloneModule(*all), open);
  for (const auto &[settings, kernels] : bySettings(carried.open.kernels))
    makeKernels(*CloneModule(*all), kernels);
  linkDeviceLibraries(linked, carried.libraries);
}

void DeviceLink::run() {
  if (!carried.whyBad.empty())
    refuse("the device code of a file", carried.whyBad);
  else if (!carried.open.requests.empty() || !carried.open.kernels.empty())
    makeAll();
  hideStatics(carried, linked);
  diagnostics.flush();
}

} // namespace

bool finishDeviceLink(Module &linked) {
  if (!carriesDeviceCode(linked))
    return false;
  DeviceLink(linked, takeDeviceCode(linked)).run();
  return true;
}

} // namespace enzyme
