//===- DeviceLibraries.cpp ------------------------------------------------===//
#include "frontend/DeviceLibraries.h"
#include "rules/gpu/Devices.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace enzyme {

static bool lacksFunctions(const Module &module) {
  return any_of(module, [](const Function &function) {
    return function.isDeclaration() && isOfDeviceLibrary(function);
  });
}

void linkDeviceLibraries(Module &module, ArrayRef<std::string> libraries) {
  if (!lacksFunctions(module))
    return;
  // All of them: what one defines may read a variable of a later one, as OCML's functions those
  // that say which processor it is and how exact results must be.
  for (const std::string &file : libraries) {
    SMDiagnostic ignored;
    std::unique_ptr<Module> library = getLazyIRFileModule(file, ignored, module.getContext());
    if (!library)
      continue;
    library->setTargetTriple(module.getTargetTriple()); // libdevice's is older than the program's
    library->setDataLayout(module.getDataLayout());
    auto internalise = [](Module &linked, const StringSet<> &names) {
      for (const auto &name : names)
        if (GlobalValue *global = linked.getNamedValue(name.first());
            global && !global->isDeclaration())
          global->setLinkage(GlobalValue::InternalLinkage);
    };
    Linker::linkModules(module, std::move(library), Linker::LinkOnlyNeeded, internalise);
  }
}

} // namespace enzyme
