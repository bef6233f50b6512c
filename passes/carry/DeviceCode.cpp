//===- DeviceCode.cpp - device code carries itself for a later link -------===//
//
// One string of metadata for each file's code, each open request and each library.
//===----------------------------------------------------------------------===//
#include "carry/DeviceCode.h"
#include "carry/Container.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral codeList = "enzyme.device.code";
constexpr StringLiteral openList = "enzyme.device.open";
constexpr StringLiteral kernelList = "enzyme.device.kernels";
constexpr StringLiteral libraryList = "enzyme.device.libraries";
constexpr StringLiteral ownName = ".own"; // before the suffix of what has no identity

void add(Module &module, StringRef list, StringRef text) {
  LLVMContext &context = module.getContext();
  module.getOrInsertNamedMetadata(list)->addOperand(
      MDNode::get(context, MDString::get(context, text)));
}

std::vector<std::string> take(Module &module, StringRef list) {
  std::vector<std::string> texts;
  NamedMDNode *node = module.getNamedMetadata(list);
  if (!node)
    return texts;
  for (const MDNode *operand : node->operands())
    if (auto *text = dyn_cast<MDString>(operand->getOperand(0)))
      texts.push_back(text->getString().str());
  node->eraseFromParent();
  return texts;
}

void renameStatics(const CarriedCode &code, Module &module) {
  StringSet<> shared;
  for (const std::string &name : code.shared)
    shared.insert(name);
  std::vector<GlobalValue *> own;
  for (GlobalValue &global : module.global_values())
    if (global.hasInternalLinkage() && !global.isDeclaration())
      own.push_back(&global);
  for (GlobalValue *global : own) {
    if (!shared.contains(global->getName())) {
      global->setName(global->getName() + ownName + code.suffix);
      continue;
    }
    global->setName(global->getName() + code.suffix);
    global->setLinkage(GlobalValue::ExternalLinkage);
    global->setVisibility(GlobalValue::HiddenVisibility);
    global->setDSOLocal(true);
  }
}

/// The contents of the chunks in all strings of `list`; false, with `why`.
bool unpackAll(Module &linked, StringRef list, std::vector<std::string> &contents,
               std::string &why) {
  return all_of(take(linked, list),
                [&](const std::string &text) { return unpackChunks(text, contents, why); });
}

} // namespace

void carryOnDevice(const CarriedCode &code, const OpenOnDevice &open,
                   ArrayRef<std::string> libraries, Module &module) {
  renameStatics(code, module);
  if (!code.bitcode.empty())
    add(module, codeList, packChunk(textOf(code)));
  for (const OpenRecord &record : open.requests)
    add(module, openList, packChunk(writeRecord(record)));
  for (const OpenRecord &record : open.kernels)
    add(module, kernelList, packChunk(writeRecord(record)));
  for (const std::string &library : libraries)
    add(module, libraryList, library);
}

bool carriesDeviceCode(const Module &linked) {
  return linked.getNamedMetadata(codeList) || linked.getNamedMetadata(openList);
}

DeviceCode takeDeviceCode(Module &linked) {
  DeviceCode taken;
  std::vector<std::string> codes, records, kernels;
  bool isWhole = unpackAll(linked, codeList, codes, taken.whyBad) &&
                 unpackAll(linked, openList, records, taken.whyBad) &&
                 unpackAll(linked, kernelList, kernels, taken.whyBad);
  for (const std::string &text : codes)
    isWhole = isWhole && readCarried(text, taken.code.emplace_back());
  for (const std::string &text : records)
    isWhole = isWhole && readRecord(text, taken.open.requests.emplace_back());
  for (const std::string &text : kernels)
    isWhole = isWhole && readRecord(text, taken.open.kernels.emplace_back());
  if (!isWhole && taken.whyBad.empty())
    taken.whyBad = "carries code that cannot be read";
  StringSet<> known;
  for (std::string &library : take(linked, libraryList))
    if (known.insert(library).second)
      taken.libraries.push_back(std::move(library));
  return taken;
}

void hideStatics(const DeviceCode &carried, Module &linked) {
  for (const CarriedCode &code : carried.code)
    for (const std::string &name : code.shared) {
      GlobalValue *own = linked.getNamedValue(name + code.suffix);
      if (!own || own->isDeclaration())
        continue;
      own->setVisibility(GlobalValue::DefaultVisibility);
      own->setLinkage(GlobalValue::InternalLinkage);
    }
}

} // namespace enzyme
