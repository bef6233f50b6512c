//===- Workshop.cpp - the private copy in which all work happens ----------===//
//
// Takes the pristine bitcode (or clones), then normalises linkage, attributes
// and globals as Workshop.h promises.
//===----------------------------------------------------------------------===//
#include "frontend/Workshop.h"
#include "frontend/FrontendRecord.h"
#include "frontend/MatchBodies.h"
#include "frontend/MatchTables.h"
#include "frontend/ReadOnlyVariables.h"
#include "memory/OtherThreads.h"
#include "request/Vocabulary.h"
#include "rules/gpu/Devices.h"
#include "support/FortranNames.h"
#include "support/Import.h"
#include "support/Versions.h"
#include "types/KeptMemory.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Attributes that say how the user compiles, not what the function does.
void dropBuildAttributes(Function &function) {
  if (function.hasFnAttribute(Attribute::OptimizeNone)) {
    function.removeFnAttr(Attribute::OptimizeNone);
    function.removeFnAttr(Attribute::NoInline); // clang puts the two together
  }
  for (Attribute::AttrKind kind :
       {Attribute::OptimizeForSize, Attribute::MinSize, Attribute::SanitizeAddress,
        Attribute::SanitizeHWAddress, Attribute::SanitizeMemory, Attribute::SanitizeThread,
        Attribute::SanitizeMemTag, Attribute::SanitizeRealtime, Attribute::SanitizeType,
        Attribute::StackProtect, Attribute::StackProtectReq, Attribute::StackProtectStrong,
        Attribute::SafeStack, Attribute::ShadowCallStack})
    function.removeFnAttr(kind);
}

/// What a body does is read from the body: programs declare functions `const` or
/// `pure` that read memory the derivative asks about.
void dropPromisedEffects(Function &function) {
  function.removeFnAttr(Attribute::Memory);
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
      call->removeFnAttr(Attribute::Memory);
}

/// A static function with the name of one of the library's is the program's own. LLVM knows
/// by its linkage, which it is about to lose.
void keepFromLibrary(Function &function, const TargetLibraryInfoImpl &library) {
  LibFunc known;
  if (!function.hasLocalLinkage() || !library.getLibFunc(function.getName(), known))
    return;
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function) {
      call->removeFnAttr(Attribute::Builtin);
      call->addFnAttr(Attribute::NoBuiltin);
    }
  function.addFnAttr(Attribute::NoBuiltin);
}

/// An ordinary definition that no other object can replace or drop.
void makePlainDefinition(GlobalObject &global) {
  global.setComdat(nullptr);
  global.setLinkage(GlobalValue::ExternalLinkage);
  global.setVisibility(GlobalValue::DefaultVisibility);
  global.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  global.setDSOLocal(true);
}

bool isMarker(const GlobalVariable &variable) {
  return looksLikeMarker(writtenVariable(variable.getName())) &&
         variable.getValueType()->isIntegerTy();
}

/// Tables of virtual functions and of run-time types: the Itanium C++ ABI (2.5, 2.9)
/// has them fixed when the program is linked, but clang declares those of the C++
/// library itself, `@_ZTVN10__cxxabiv1…E = external global [0 x ptr]`, as variables.
bool isTableOfTheAbi(const GlobalVariable &variable) {
  return any_of(ArrayRef{"_ZTV", "_ZTI", "_ZTS", "_ZTT"},
                [&](StringRef kind) { return variable.getName().starts_with(kind); });
}

/// Constants of flang's, whose names say what they hold: any replacement is the same.
bool isNamedByItsValue(const GlobalVariable &variable) {
  return variable.isConstant() && variable.hasLinkOnceLinkage() &&
         isMadeByFlang(variable.getName());
}

void normaliseVariable(GlobalVariable &variable) {
  if (variable.isDeclaration()) {
    if (isTableOfTheAbi(variable))
      variable.setConstant(true);
    return;
  }
  markReachedByName(variable);
  rememberLinkage(variable);
  if (isMarker(variable)) {
    variable.setInitializer(nullptr);
    variable.setConstant(false);
    variable.setComdat(nullptr);
    variable.setLinkage(GlobalValue::ExternalLinkage);
    return;
  }
  if (variable.isConstant()) {
    variable.setComdat(nullptr);
    if (isNamedByItsValue(variable))
      variable.setLinkage(GlobalValue::LinkOnceODRLinkage);
    return; // constants may be read through; their linkage says if they are shared
  }
  makePlainDefinition(variable);
  variable.setExternallyInitialized(true);
}

/// Lists of the linker and of start-up code: other rooms must not meet
/// references that only exist to keep something alive.
void dropReservedLists(Module &workshop) {
  for (const char *name :
       {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *list = workshop.getNamedGlobal(name))
      list->eraseFromParent();
}

/// Also those of aliases: a class's destructor is its base's, and has several names.
void resolveAliases(Module &workshop) {
  for (GlobalAlias &alias : workshop.aliases())
    if (auto *object = dyn_cast<GlobalObject>(alias.getAliasee()->stripPointerCastsAndAliases()))
      alias.replaceAllUsesWith(object);
}

void normalise(Module &workshop) {
  dropReservedLists(workshop);
  resolveAliases(workshop);
  for (GlobalVariable &variable : workshop.globals())
    normaliseVariable(variable);
  TargetLibraryInfoImpl library(workshop.getTargetTriple());
  for (Function &function : workshop) {
    if (function.isDeclaration())
      continue;
    keepFromLibrary(function, library);
    dropBuildAttributes(function);
    dropPromisedEffects(function);
    rememberStatic(function);
    makePlainDefinition(function);
  }
}

} // namespace

std::unique_ptr<Module> readPristine(Module &module, std::string *why) {
  const FrontendRecord *record = recordFor(module.getModuleIdentifier());
  auto refuse = [&](const char *reason) {
    if (why && record)
      *why = reason;
    return nullptr;
  };
  if (!record || record->bitcode.empty())
    return refuse("it was not generated a second time");
  MemoryBufferRef buffer(StringRef(record->bitcode.data(), record->bitcode.size()),
                         module.getModuleIdentifier());
  Expected<std::unique_ptr<Module>> parsed = parseBitcodeFile(buffer, module.getContext());
  if (!parsed) {
    consumeError(parsed.takeError());
    return refuse("that cannot be read");
  }
  if (verifyModule(**parsed))
    return refuse("that is not valid");
  if (!alignNames(**parsed, module))
    return refuse("functions that are named by the order of their generation, such as those of "
                  "unnamed types, differ between the two");
  alignTables(**parsed, module);
  return std::move(*parsed);
}

/// Another file may have the definition that counts.
static void dropReplaceable(Module &workshop) {
  for (Function &function : workshop)
    if (!function.isDeclaration() && function.isInterposable()) {
      function.deleteBody();
      function.setComdat(nullptr);
    }
}

/// HIP's headers define them by functions of AMD's library.
static void dropAllocators(Module &workshop) {
  for (Function &function : workshop)
    if (!function.isDeclaration() && isDeviceAllocator(function)) {
      function.deleteBody();
      function.setComdat(nullptr);
    }
}

NamesOfValues::NamesOfValues(Module &module)
    : module(module), wereDiscarded(module.getContext().shouldDiscardValueNames()) {
  module.getContext().setDiscardValueNames(false);
}

NamesOfValues::~NamesOfValues() {
  if (!wereDiscarded)
    return;
  for (Function &function : module) {
    if (function.getValueSymbolTable())
      continue;
    for (Argument &argument : function.args())
      argument.setName("");
    for (BasicBlock &block : function) {
      block.setName("");
      for (Instruction &instruction : block)
        instruction.setName("");
    }
  }
  module.getContext().setDiscardValueNames(true);
}

WithoutNames::WithoutNames(Module &module) {
  auto take = [&](Value &value) {
    if (!value.hasName())
      return;
    kept.push_back({&value, value.getName().str()});
    value.setName("");
  };
  for (Function &function : module) {
    for (Argument &argument : function.args())
      take(argument);
    for (BasicBlock &block : function) {
      take(block);
      for (Instruction &instruction : block)
        take(instruction);
    }
  }
}

WithoutNames::~WithoutNames() {
  for (auto &[value, name] : kept)
    value->setName(name);
}

std::unique_ptr<Module> makeWorkshop(Module &module, std::unique_ptr<Module> pristine,
                                     bool keepsReplaceable) {
  std::unique_ptr<Module> workshop = pristine ? std::move(pristine) : CloneModule(module);
  dropClosureMarks(*workshop);
  callDefaultVersions(*workshop);
  makeReadOnlyConstant(*workshop); // while all that may write is there
  if (!keepsReplaceable)
    dropReplaceable(*workshop);
  if (isForDevice(*workshop))
    dropAllocators(*workshop);
  markKeptMemory(*workshop);
  markKeptArrays(*workshop);
  markSharedMemory(*workshop);
  normalise(*workshop);
  return workshop;
}

void becomeWorkshop(Module &program) {
  dropClosureMarks(program);
  callDefaultVersions(program);
  if (isForDevice(program))
    dropAllocators(program);
  markKeptArrays(program);
  markSharedMemory(program);
  normalise(program);
}

void dropAliasTypes(Module &workshop) {
  for (Function &function : workshop)
    for (Instruction &instruction : instructions(function))
      for (unsigned kind : {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct})
        instruction.setMetadata(kind, nullptr);
}

} // namespace enzyme
