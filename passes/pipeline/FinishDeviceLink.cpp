//===- FinishDeviceLink.cpp - derivatives that need device code of several files ===//
//
// The second half of -fgpu-rdc. The device's linker has put the code of all files into one module,
// and with it what they carry. From the latter, as the front end gave it, a program is made that
// has all functions; the derivatives are made in it as in a file's workshop, and imported into the
// linked module. There they use the program's own variables and functions, by their names.
//===----------------------------------------------------------------------===//
#include "pipeline/FinishDeviceLink.h"
#include "carry/DeviceCode.h"
#include "frontend/DeviceLibraries.h"
#include "frontend/FrontendRecord.h"
#include "frontend/Workshop.h"
#include "optimise/Optimise.h"
#include "pipeline/OpenSymbols.h"
#include "pipeline/Session.h"
#include "support/Import.h"
#include "transform/Dense.h"
#include "transform/Markers.h"
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
    return carried.open.empty() ? "" : carried.open.front().options.warnings;
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

  Module &linked;
  const DeviceCode carried;
  std::unique_ptr<DiagnosticSink> sink;
  Diagnostics diagnostics;
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
  OneThreadReasons reasons;
  session.allowTeams(reasons);
  if (!session.prepareFor(requests) || !session.make(requests))
    return;
  session.finish();
  auto *model = Function::Create(FunctionType::get(Type::getVoidTy(linked.getContext()), false),
                                 GlobalValue::ExternalLinkage, "enzyme.model", session.workshop());
  compileForCaller(*model, *open.front());
  Importer importer(session.workshop(), linked, model);
  for (auto [index, record] : enumerate(open))
    define(*record, *importer.import(*session.derivativeOf(index)));
  optimiseDerivatives(session.context(), lowerDense(linked, /*isLast=*/true, diagnostics));
  lowerWords(linked, diagnostics);
  dropWords(linked);
}

void DeviceLink::makeAll() {
  std::map<std::string, std::vector<const OpenRecord *>> bySettings;
  for (const OpenRecord &record : carried.open)
    bySettings[textOf(record.options)].push_back(&record);
  diagnostics.sought({"the device code of this program", [](StringRef) {
                        return "; nothing that is linked for the device defines it";
                      }});
  NamesOfValues names(linked);
  std::unique_ptr<Module> all = program();
  if (!all)
    return;
  for (const auto &[settings, open] : bySettings)
    make(CloneModule(*all), open);
  linkDeviceLibraries(linked, carried.libraries);
}

void DeviceLink::run() {
  if (!carried.whyBad.empty())
    refuse("the device code of a file", carried.whyBad);
  else if (!carried.open.empty())
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
