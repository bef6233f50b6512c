//===- Main.cpp - gpu2cpu: device code for the CPU -------------------------===//
//
// structure: allow cl::opt, because it is a program of its own, with options of its own
// structure: allow errs(), because it is a program, whose messages go there
//===----------------------------------------------------------------------===//
#include "Retarget.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static cl::list<std::string> inputs(cl::Positional, cl::desc("<device code>, or <objects>"),
                                    cl::OneOrMore);
static cl::opt<std::string>
    passes("link",
           cl::desc("link the device code of objects and archives, and make the derivatives "
                    "that they leave open by the passes in this plugin; nothing is written "
                    "if they hold none"));
static cl::opt<std::string>
    like("like", cl::desc("module of the CPU whose target and data layout are taken"),
         cl::Required);
static cl::opt<std::string>
    unit("unit", cl::desc("name of the object, which its host's half has in place of a binary"));
static cl::opt<std::string> output("o", cl::desc("bitcode to write"), cl::init("-"));
static cl::opt<bool>
    yield("yield", cl::desc("threads may be interrupted before each access to memory of others"));
static cl::opt<bool> counts("count", cl::desc("the program says in the end what it has run"));
static cl::opt<bool> tsan("tsan", cl::desc("prepare for ThreadSanitizer"));

void gpuemu::fail(const Twine &text) {
  errs() << "gpu2cpu: " << inputs[0] << ": " << text << '\n';
  exit(1);
}

static std::unique_ptr<Module> read(StringRef path, LLVMContext &context) {
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(path, diagnostic, context);
  if (!module) {
    diagnostic.print("gpu2cpu", errs());
    exit(1);
  }
  return module;
}

static void check(const Module &module, StringRef what) {
  std::string text;
  raw_string_ostream stream(text);
  if (verifyModule(module, &stream))
    gpuemu::fail(what + " is not valid: " + text);
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv,
                              "device code becomes code of the CPU, for the emulator\n");
  LLVMContext context;
  std::unique_ptr<Module> device =
      passes.empty() ? read(inputs[0], context) : gpuemu::linkDeviceCode(inputs, passes, context);
  if (!device)
    return 0;
  std::unique_ptr<Module> host = read(like, context);
  gpuemu::Inventory inventory;
  gpuemu::takeStock(*device, inventory);
  if (counts)
    gpuemu::countInstructions(*device);
  gpuemu::lowerAccesses(*device);
  gpuemu::lowerAtomicIntrinsics(*device);
  gpuemu::lowerShared(*device, inventory);
  if (yield)
    gpuemu::lowerYields(*device);
  if (tsan)
    gpuemu::lowerAtomics(*device);
  gpuemu::lowerAssembly(*device);
  gpuemu::lowerCalls(*device);
  gpuemu::lowerIntrinsics(*device);
  check(*device, "the lowered module");
  std::unique_ptr<Module> result =
      gpuemu::retarget(*device, host->getTargetTriple().str(), host->getDataLayoutStr());
  gpuemu::registerKernels(*result, inventory, unit);
  if (tsan)
    for (Function &function : *result)
      if (!function.isDeclaration())
        function.addFnAttr(Attribute::SanitizeThread);
  check(*result, "the retargeted module");
  std::error_code error;
  ToolOutputFile file(output, error, sys::fs::OF_None);
  if (error)
    gpuemu::fail(error.message());
  WriteBitcodeToFile(*result, file.os());
  file.keep();
}
