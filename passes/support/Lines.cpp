//===- Lines.cpp - the program's lines in derivative code -----------------===//
#include "support/Lines.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

DICompileUnit *unitOf(const Module &module) {
  for (DICompileUnit *unit : module.debug_compile_units()) // without those that hold no lines
    return unit;
  return nullptr;
}

/// The subprogram of a derivative, said to begin where the function of `first` does.
DISubprogram *makeSubprogram(const Function &function, DICompileUnit &unit,
                             const DILocation &first) {
  const DILocation *outermost = &first;
  while (const DILocation *call = outermost->getInlinedAt())
    outermost = call;
  const DISubprogram &primal = *outermost->getScope()->getSubprogram();
  LLVMContext &context = function.getContext();
  auto *type = DISubroutineType::get(context, DINode::FlagZero, 0,
                                     DITypeRefArray(MDTuple::get(context, {})));
  auto flags = DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized;
  if (function.hasLocalLinkage())
    flags |= DISubprogram::SPFlagLocalToUnit;
  return DISubprogram::getDistinct(context, primal.getFile(), function.getName(),
                                   function.getName(), primal.getFile(), primal.getLine(), type,
                                   primal.getScopeLine(), nullptr, 0, 0, DINode::FlagArtificial,
                                   flags, &unit);
}

DILocation *within(DISubprogram &subprogram, const DILocation &line) {
  LLVMContext &context = subprogram.getContext();
  DILocalScope *scope = &subprogram;
  if (line.getFile() != subprogram.getFile())
    scope = DILexicalBlockFile::get(context, scope, line.getFile(), 0);
  return DILocation::get(context, line.getLine(), line.getColumn(), scope);
}

} // namespace

void keepLinesAlone(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    instruction.dropDbgRecords();
    instruction.setMetadata(LLVMContext::MD_DIAssignID, nullptr);
  }
}

LinesOf::LinesOf(Function &function) {
  for (Instruction &instruction : instructions(function))
    if (const DebugLoc &line = instruction.getDebugLoc(); line && line.getLine() != 0)
      lines.push_back({&instruction, line});
  stripDebugInfo(function);
}

void LinesOf::giveTo(Function &copy, const ValueToValueMapTy &copies) const {
  DICompileUnit *unit = unitOf(*copy.getParent());
  if (!unit || lines.empty())
    return;
  DISubprogram *subprogram = makeSubprogram(copy, *unit, *lines.front().second);
  copy.setSubprogram(subprogram);
  for (const auto &[instruction, line] : lines)
    if (auto *same = dyn_cast_or_null<Instruction>(copies.lookup(instruction)))
      same->setDebugLoc(within(*subprogram, *line));
  // What serves several instructions (the tape, loops, ways back) goes with what it stands behind.
  DebugLoc none = DILocation::get(copy.getContext(), 0, 0, subprogram);
  for (BasicBlock &block : copy) {
    DebugLoc last = none;
    for (Instruction &instruction : block)
      if (instruction.getDebugLoc())
        last = instruction.getDebugLoc();
      else
        instruction.setDebugLoc(last);
  }
}

void makeUnitFor(Module &module, const Module &source) {
  DICompileUnit *first = unitOf(source);
  if (!first || unitOf(module))
    return;
  DIBuilder builder(module);
  builder.createCompileUnit(first->getSourceLanguage(), first->getFile(), first->getProducer(),
                            /*isOptimized=*/true, "", 0);
  builder.finalize();
  module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  if (unsigned version = source.getDwarfVersion())
    module.addModuleFlag(Module::Max, "Dwarf Version", version);
}

} // namespace enzyme
