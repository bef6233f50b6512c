//===- Carry.cpp - an object carries its code for later files -------------===//
//
// The aliases are weak: two objects of the very same source and settings may be
// linked into one program. Constants stay as they are; whoever needs one takes a copy.
//===----------------------------------------------------------------------===//
#include "carry/Carry.h"
#include "carry/Container.h"
#include "request/Vocabulary.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {
namespace {

/// In the object, `own` is also known as `name`.
void addAlias(GlobalValue &own, const std::string &name) {
  auto *alias = GlobalAlias::create(own.getValueType(), own.getAddressSpace(),
                                    GlobalValue::WeakAnyLinkage, name, &own, own.getParent());
  alias->setVisibility(GlobalValue::HiddenVisibility);
  alias->setDSOLocal(true);
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

/// Words of ours that are static variables keep the names they are known by.
bool isOfThisFile(const GlobalValue &global) {
  return global.hasInternalLinkage() && global.hasName() && !mayHoldWord(global.getName()) &&
         !looksLikeMarker(writtenVariable(global.getName()));
}

} // namespace

CarriedCode shareNames(std::unique_ptr<Module> pristine, Module &module, uint64_t fileNumber) {
  CarriedCode code{std::move(pristine), fileSuffix.str() + utohexstr(fileNumber, /*LowerCase=*/true)};
  for (GlobalValue &global : code.module->global_values()) {
    if (!isOfThisFile(global))
      continue;
    std::string name = (global.getName() + code.suffix).str();
    GlobalValue *own = module.getNamedValue(global.getName());
    global.setName(name);
    if (!hasIdentity(global) || !isDefinedHere(own) || own->use_empty())
      continue;
    addAlias(*own, name);
    global.setLinkage(GlobalValue::ExternalLinkage);
    global.setVisibility(GlobalValue::HiddenVisibility);
  }
  return code;
}

void carry(const CarriedCode &code, ArrayRef<OpenRecord> open, Module &module) {
  bool hasCode = any_of(*code.module, [](const Function &f) { return !f.isDeclaration(); });
  if (hasCode) {
    SmallVector<char, 0> bitcode;
    raw_svector_ostream stream(bitcode);
    WriteBitcodeToFile(*code.module, stream);
    putIntoObject(module, codeSection, packChunk(StringRef(bitcode.data(), bitcode.size())));
  }
  std::string records;
  for (const OpenRecord &record : open)
    records += packChunk(writeRecord(record));
  if (!records.empty())
    putIntoObject(module, openSection, records);
}

} // namespace enzyme
