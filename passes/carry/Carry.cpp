//===- Carry.cpp - an object carries its code for later files -------------===//
//
// The aliases are weak: two objects of the very same source and settings may be
// linked into one program. Constants stay as they are; a user of one takes a copy.
//===----------------------------------------------------------------------===//
#include "carry/Carry.h"
#include "carry/Container.h"
#include "request/Vocabulary.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Variables.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Object/ModuleSymbolTable.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace enzyme {
namespace {

/// In the object, `own` is also known as `name`; in a library, to others too.
void addAlias(GlobalValue &own, const std::string &name) {
  auto *alias = GlobalAlias::create(own.getValueType(), own.getAddressSpace(),
                                    GlobalValue::WeakAnyLinkage, name, &own, own.getParent());
  if (!mayBecomeLibrary(*own.getParent())) {
    alias->setVisibility(GlobalValue::HiddenVisibility);
    alias->setDSOLocal(true);
  }
  alias->setThreadLocalMode(own.getThreadLocalMode());
}

/// May the address get somewhere where it is compared? What a request is told about
/// goes nowhere.
bool isComparable(const Use &use) {
  auto *call = dyn_cast<CallBase>(use.getUser());
  if (!call)
    return true;
  const Function *callee = call->getCalledFunction();
  return !call->isCallee(&use) && !(callee && mayHoldWord(callee->getName()));
}

/// Is it the same thing for every file, so that its identity must not be lost?
bool hasIdentity(const GlobalValue &global) {
  if (isa<Function>(global))
    return any_of(global.uses(), isComparable);
  auto *variable = dyn_cast<GlobalVariable>(&global);
  return variable && !variable->isConstant();
}

bool isDefinedHere(const GlobalValue *global) {
  return global && global->hasInternalLinkage() && !global->isDeclaration() &&
         !isa<GlobalAlias, GlobalIFunc>(global);
}

/// Words of ours that are static variables keep the names they are known by, and so do functions
/// that replace ours.
bool isOfThisFile(const GlobalValue &global) {
  if (!global.hasInternalLinkage() || !global.hasName())
    return false;
  if (isa<Function>(global))
    return !global.getName().starts_with(nameOf(Runtime::Replacement));
  return !mayHoldWord(global.getName()) && !looksLikeMarker(writtenVariable(global.getName()));
}

} // namespace

std::vector<std::string> thingsWithIdentity(const Module &module) {
  std::vector<std::string> names;
  for (const GlobalValue &global : module.global_values())
    if (!global.isDeclaration() && isOfThisFile(global) && hasIdentity(global))
      names.push_back(global.getName().str());
  return names;
}

CarriedCode share(StringRef bitcode, ArrayRef<std::string> things, Module &module) {
  uint64_t number = xxh3_64bits(arrayRefFromStringRef(bitcode));
  CarriedCode code{bitcode.str(), fileSuffix.str() + utohexstr(number, /*LowerCase=*/true), {}};
  for (const std::string &name : things) {
    GlobalValue *own = module.getNamedValue(name);
    if (!isDefinedHere(own) || own->use_empty())
      continue;
    if (!isForDevice(module)) // there they become external ones themselves (DeviceCode.h)
      addAlias(*own, name + code.suffix);
    code.shared.push_back(name);
  }
  return code;
}

std::string textOf(const CarriedCode &code) {
  std::string text = code.suffix + "\n" + std::to_string(code.shared.size()) + "\n";
  for (const std::string &name : code.shared)
    text += name + "\n";
  return text + code.bitcode;
}

bool readCarried(StringRef contents, CarriedCode &code) {
  auto line = [&] {
    auto [first, rest] = contents.split('\n');
    contents = rest;
    return first.str();
  };
  code.suffix = line();
  unsigned count = 0;
  if (!StringRef(code.suffix).starts_with(fileSuffix) || StringRef(line()).getAsInteger(10, count))
    return false;
  for (; count != 0 && !contents.empty(); --count)
    code.shared.push_back(line());
  code.bitcode = contents.str();
  return count == 0;
}

/// `.symver cube_new, cube@@V2` in assembly: others know it as `cube`. Versions for programs
/// that were linked before (one @) are of no use to links made now.
static void takeVersionedNames(Module &module) {
  ModuleSymbolTable::CollectAsmSymvers(module, [&](StringRef name, StringRef versioned) {
    auto [known, version] = versioned.split('@');
    GlobalValue *own = module.getNamedValue(name);
    if (!version.starts_with("@") || known == name || !own || own->isDeclaration())
      return;
    if (GlobalValue *other = module.getNamedValue(known)) {
      if (!other->isDeclaration())
        return;
      other->replaceAllUsesWith(own);
      other->eraseFromParent();
    }
    std::string inside = name.str();
    own->setName(known);
    own->setLinkage(GlobalValue::ExternalLinkage);
    GlobalAlias::create(own->getValueType(), own->getAddressSpace(), GlobalValue::ExternalLinkage,
                        inside, own, &module);
  });
}

Expected<std::unique_ptr<Module>> loadCarried(const CarriedCode &code, StringRef name,
                                              LLVMContext &context) {
  Expected<std::unique_ptr<Module>> module =
      getLazyBitcodeModule(MemoryBufferRef(code.bitcode, name), context);
  if (!module)
    return module;
  StringSet<> shared;
  for (const std::string &one : code.shared)
    shared.insert(one);
  takeVersionedNames(**module);
  if (shared.contains(gpu::kernelsOffered))
    for (Function &function : **module)
      function.addFnAttr(gpu::kernelsOffered);
  std::vector<GlobalValue *> own;
  for (GlobalValue &global : (*module)->global_values())
    if (isOfThisFile(global))
      own.push_back(&global);
  for (GlobalValue *global : own) {
    if (shared.contains(global->getName())) {
      global->setLinkage(GlobalValue::ExternalLinkage);
      global->setVisibility(GlobalValue::HiddenVisibility);
    }
    global->setName(global->getName() + code.suffix);
  }
  return module;
}

void carry(const CarriedCode &code, ArrayRef<OpenRecord> open, Module &module) {
  if (!code.bitcode.empty())
    putIntoObject(module, codeSection, packChunk(textOf(code)));
  std::string records;
  for (const OpenRecord &record : open)
    records += packChunk(writeRecord(record));
  if (!records.empty())
    putIntoObject(module, openSection, records);
}

} // namespace enzyme
