//===- StaticClasses.cpp - the class that a virtual call's object is declared to be ===//
//
// With -fdevirtualize-speculatively clang writes behind each load of an object's table
//
//     %test = call i1 @llvm.public.type.test(ptr %table, metadata !"_ZTS1A")
//     call void @llvm.assume(i1 %test)
//
// A test would stand in the way of every pass that looks at the table's users; the call that
// follows says the same as an attribute. A class without linkage has a node for its name, which
// other files do not know: of calls through it nothing is said.
//===----------------------------------------------------------------------===//
#include "frontend/StaticClasses.h"
#include "support/VirtualTables.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The calls of what is loaded from the address.
void markCallsThrough(const Value &address, const VirtualSlot &slot) {
  for (const User *user : address.users()) {
    const auto *function = dyn_cast<LoadInst>(user);
    if (!function || function->getPointerOperand() != &address)
      continue;
    for (const User *caller : function->users())
      if (auto *call = dyn_cast<CallBase>(caller); call && call->getCalledOperand() == function)
        // const_cast: the table that was handed in is the program's own value
        const_cast<CallBase *>(call)->addFnAttr(
            Attribute::get(call->getContext(), staticClassMark,
                           (Twine(slot.offset) + " " + slot.className).str()));
  }
}

void markCalls(const Value &table, StringRef className, const DataLayout &layout) {
  markCallsThrough(table, {className, 0});
  for (const User *user : table.users()) {
    const auto *address = dyn_cast<GEPOperator>(user);
    APInt offset(layout.getIndexTypeSizeInBits(table.getType()), 0);
    if (address && address->getPointerOperand() == &table &&
        address->accumulateConstantOffset(layout, offset))
      markCallsThrough(*address, {className, offset.getZExtValue()});
  }
}

void replaceTests(Module &module, Intrinsic::ID kind) {
  Function *declared = Intrinsic::getDeclarationIfExists(&module, kind);
  if (!declared)
    return;
  for (User *user : make_early_inc_range(declared->users())) {
    auto *test = cast<CallInst>(user);
    const auto *name = cast<MetadataAsValue>(test->getArgOperand(1));
    if (auto *className = dyn_cast<MDString>(name->getMetadata()))
      markCalls(*test->getArgOperand(0), className->getString(), module.getDataLayout());
    for (User *assumed : make_early_inc_range(test->users()))
      if (auto *assumption = dyn_cast<AssumeInst>(assumed))
        assumption->eraseFromParent();
    if (test->use_empty())
      test->eraseFromParent();
  }
  if (declared->use_empty())
    declared->eraseFromParent();
}

/// Names of classes, not of their members' types ("_ZTSM….virtual").
bool namesClass(const MDNode &type) {
  const auto *name = dyn_cast<MDString>(type.getOperand(1));
  return name && !name->getString().ends_with(".virtual");
}

} // namespace

void noteStaticClasses(Module &module) {
  replaceTests(module, Intrinsic::public_type_test);
  replaceTests(module, Intrinsic::type_test);
  for (GlobalVariable &variable : module.globals()) {
    SmallVector<MDNode *, 16> types;
    variable.getMetadata(LLVMContext::MD_type, types);
    if (types.empty())
      continue;
    variable.eraseMetadata(LLVMContext::MD_type);
    for (MDNode *type : types)
      if (namesClass(*type))
        variable.addMetadata(LLVMContext::MD_type, *type);
  }
}

} // namespace enzyme
