//===- Together.cpp - device code of several files as one module -----------===//
//
// Objects that were compiled with -fgpu-rdc hold their device code in a section: 8 bytes of its
// size, and the code, for each object that `ld -r` has put into them. A device's linker joins the
// code of all files; here LLVM's linker of IR does, and our passes make the derivatives that files
// leave open. Of an archive all members are taken.
//===----------------------------------------------------------------------===//
#include "Retarget.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace gpuemu {
namespace {

class Joiner {
public:
  explicit Joiner(LLVMContext &context) : context(context) {}

  /// An object, or an archive of objects. Other files hold nothing for a device.
  void addFile(MemoryBufferRef file);
  std::unique_ptr<Module> joined;

private:
  void addObject(const object::ObjectFile &object);
  void addCode(StringRef code, StringRef name);

  LLVMContext &context;
};

void Joiner::addCode(StringRef code, StringRef name) {
  SMDiagnostic why;
  std::unique_ptr<Module> module = parseIR({code, name}, why, context);
  if (!module)
    fail(name + ": holds device code that cannot be read: " + why.getMessage());
  if (!joined) {
    joined = std::move(module);
    return;
  }
  if (joined->getTargetTriple() != module->getTargetTriple())
    fail(name + ": device code of CUDA and of HIP cannot be linked together");
  if (Linker::linkModules(*joined, std::move(module)))
    fail(name + ": the device code of this file cannot be linked with that of the others");
}

void Joiner::addObject(const object::ObjectFile &object) {
  for (const object::SectionRef &section : object.sections()) {
    Expected<StringRef> name = section.getName();
    if (errorToBool(name.takeError()) || *name != deviceCodeSection)
      continue;
    Expected<StringRef> contents = section.getContents();
    if (errorToBool(contents.takeError()))
      continue;
    constexpr size_t word = 8;
    for (StringRef rest = *contents; rest.size() > word;) {
      uint64_t size = support::endian::read64le(rest.data());
      rest = rest.drop_front(word);
      if (size > rest.size())
        fail(object.getFileName() + ": holds device code that cannot be read");
      addCode(rest.take_front(size), object.getFileName());
      rest = rest.drop_front(std::min<uint64_t>(alignTo(size, word), rest.size()));
    }
  }
}

void Joiner::addFile(MemoryBufferRef file) {
  Expected<std::unique_ptr<object::Binary>> binary = object::createBinary(file);
  if (errorToBool(binary.takeError()))
    return;
  if (auto *object = dyn_cast<object::ObjectFile>(binary->get()))
    return addObject(*object);
  auto *archive = dyn_cast<object::Archive>(binary->get());
  if (!archive)
    return;
  Error error = Error::success();
  for (const object::Archive::Child &member : archive->children(error))
    if (Expected<MemoryBufferRef> buffer = member.getMemoryBufferRef();
        !errorToBool(buffer.takeError()))
      addFile(*buffer);
  consumeError(std::move(error));
}

/// Derivatives that the files leave open.
void runPasses(Module &module, const std::string &plugin) {
  Expected<PassPlugin> loaded = PassPlugin::Load(plugin);
  if (!loaded)
    fail(toString(loaded.takeError()));
  PassBuilder builder;
  loaded->registerPassBuilderCallbacks(builder);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager groups;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(groups);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, groups, modules);
  ModulePassManager passes;
  if (Error error = builder.parsePassPipeline(passes, "enzyme"))
    fail(toString(std::move(error)));
  passes.run(module, modules);
}

} // namespace

std::unique_ptr<Module> linkDeviceCode(ArrayRef<std::string> files, const std::string &plugin,
                                       LLVMContext &context) {
  Joiner joiner(context);
  for (const std::string &path : files) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
    if (buffer)
      joiner.addFile(**buffer);
  }
  if (joiner.joined)
    runPasses(*joiner.joined, plugin);
  return std::move(joiner.joined);
}

} // namespace gpuemu
