//===- Reproducer.cpp -----------------------------------------------------===//
#include "pipeline/Reproducer.h"
#include "support/Passes.h"
#include "support/ReachedFunctions.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/StripDeadPrototypes.h"
#include "llvm/Transforms/IPO/StripSymbols.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <dlfcn.h>

using namespace llvm;

namespace enzyme {
namespace {

constexpr const char *reportMessage =
    "This is a fault of enzyme-clang. Please report it with the files that the same line writes "
    "with --enzyme-reproducer=FOLDER added, and this:\n";

bool isWord(const GlobalValue &global) { return global.getName().contains("__enzyme_"); }

/// Functions that mention words, and those that variables named by words do.
SmallVector<Function *> rootsOf(Module &module) {
  SmallVector<Function *> roots;
  auto mentionsWord = [](const Instruction &at) {
    return any_of(at.operand_values(), [](const Value *operand) {
      auto *global = dyn_cast<GlobalValue>(operand);
      return global && isWord(*global);
    });
  };
  for (Function &function : module)
    if (any_of(instructions(function), mentionsWord))
      roots.push_back(&function);
  for (GlobalVariable &variable : module.globals())
    if (isWord(variable) && variable.hasInitializer())
      for (Value *operand : variable.getInitializer()->operand_values())
        if (auto *function = dyn_cast<Function>(operand->stripPointerCasts()))
          roots.push_back(function);
  return roots;
}

/// What requests do not reach is declared, or goes.
void reduce(Module &module) {
  SetVector<Function *> reached = reachedFunctions(rootsOf(module));
  for (Function &function : module)
    if (!function.isDeclaration() && !reached.contains(&function)) {
      function.deleteBody();
      function.setComdat(nullptr);
    }
  Passes passes;
  ModulePassManager manager;
  manager.addPass(GlobalDCEPass());
  manager.addPass(StripDeadPrototypesPass());
  manager.addPass(StripDeadDebugInfoPass());
  manager.run(module, passes.modules);
}

/// `text` in a file of its own; false if it cannot be written.
bool write(const Twine &path, StringRef text) {
  std::error_code error;
  raw_fd_ostream out(path.str(), error);
  if (error)
    return false;
  out << text;
  out.close();
  bool isWritten = !out.has_error();
  out.clear_error(); // it is the caller's to say
  return isWritten;
}

/// The shared object that this function is in.
std::string ownFile() {
  Dl_info self;
  return dladdr(reinterpret_cast<void *>(&ownFile), &self) && self.dli_fname ? self.dli_fname : "";
}

} // namespace

void writeReproducer(Module &module, const Options &options, Diagnostics &diagnostics) {
  if (options.reproducer.empty())
    return;
  std::unique_ptr<Module> copy = CloneModule(module);
  reduce(*copy);
  SmallString<128> stem(options.reproducer);
  sys::path::append(stem, sys::path::stem(module.getModuleIdentifier()) + "-requests");
  SmallVector<char, 0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(*copy, stream);
  std::string command =
      "# The passes on what the requests reach:\nopt -load-pass-plugin=" + ownFile() +
      " -passes=enzyme -disable-output \"$(dirname \"$0\")/" + sys::path::filename(stem).str() +
      ".bc\" \"$@\"\n";
  bool isWritten = !sys::fs::create_directories(options.reproducer) &&
                   write(stem + ".bc", stream.str()) && write(stem + ".sh", command);
  if (!isWritten)
    diagnostics.warn({MessageId::NoReproducer, Position(), {options.reproducer}, {}});
}

OurCrashes::OurCrashes() : before(getBugReportMsg()) { setBugReportMsg(reportMessage); }
OurCrashes::~OurCrashes() { setBugReportMsg(before); }

} // namespace enzyme
