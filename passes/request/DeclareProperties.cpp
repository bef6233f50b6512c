//===- DeclareProperties.cpp - registrations as attributes -----------------===//
#include "request/DeclareProperties.h"
#include "request/Vocabulary.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/openmp/Memory.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

class Declaring {
public:
  Declaring(const UserRules &rules, Diagnostics &diagnostics)
      : rules(rules), diagnostics(diagnostics) {}

  void declare(Function &function) {
    if (StringRef like = rules.functionLike(function); !like.empty())
      declareMath(function, like);
    if (const CustomAllocator *allocator = rules.allocatorOf(function))
      declareAllocator(function, *allocator);
    for (const TeamAllocator &row : teamAllocators)
      if (function.isDeclaration() && function.getName() == row.name)
        declareAllocator(function, row);
    if (function.hasFnAttribute(facts::allocatorAttribute))
      declarePartner(function);
    if (rules.isNoFree(function))
      function.addFnAttr(Attribute::NoFree);
    if (rules.shouldRecompute(function))
      function.addFnAttr(facts::recomputeAttribute);
  }

  /// What is said of one call must still be there when the call is looked at.
  void keepCall(CallBase &call) {
    for (Property property : {Property::Inactive, Property::Math})
      if (call.getAttributes().hasFnAttr(wordOf(property)))
        call.setIsNoInline();
  }

private:
  void declareMath(Function &function, StringRef like) {
    function.addFnAttr(wordOf(Property::Math), like);
    if (!hasFormula(function))
      diagnostics.refuse({MessageId::UnknownMath,
                          Position::of(function),
                          {readableName(function), like.str()},
                          {}});
  }

  void declareAllocator(Function &function, const CustomAllocator &allocator) {
    std::string list;
    for (int argument : allocator.freeArguments)
      list += (list.empty() ? "" : ",") + std::to_string(argument);
    function.addFnAttr(facts::allocatorAttribute, std::to_string(allocator.sizeArgument));
    function.addFnAttr(facts::partnerAttribute, allocator.deallocator->getName());
    function.addFnAttr(facts::partnerListAttribute, list);
  }

  /// Its partner is declared where the program itself does not call it.
  void declareAllocator(Function &function, const TeamAllocator &row) {
    auto *shape = function.getFunctionType();
    if (!shape->getReturnType()->isPointerTy() || shape->getNumParams() < 2)
      return;
    Type *handle = shape->params().back();
    function.getParent()->getOrInsertFunction(
        row.deallocator, Type::getVoidTy(function.getContext()), shape->getReturnType(), handle);
    function.addFnAttr(facts::allocatorAttribute, row.bytes);
    function.addFnAttr(facts::partnerAttribute, row.deallocator);
    function.addFnAttr(facts::partnerListAttribute, row.given);
  }

  /// The function that takes memory back hears which argument that is.
  void declarePartner(Function &allocator) {
    const MDNode *node = allocator.getMetadata(facts::partnerAttribute);
    auto *named = node && node->getNumOperands() != 0
                      ? mdconst::dyn_extract_or_null<Function>(node->getOperand(0))
                      : nullptr;
    if (named)
      allocator.addFnAttr(facts::partnerAttribute, named->getName());
    StringRef name = allocator.getFnAttribute(facts::partnerAttribute).getValueAsString();
    StringRef list = allocator.getFnAttribute(facts::partnerListAttribute).getValueAsString();
    Function *partner = allocator.getParent()->getFunction(name);
    SmallVector<StringRef, 4> arguments;
    list.split(arguments, ',');
    auto pointer = find_if(arguments, [](StringRef text) { return text.trim() == "-1"; });
    allocator.addFnAttr(Attribute::NoInline);
    if (!partner || pointer == arguments.end())
      return;
    partner->addFnAttr(facts::deallocatorAttribute, std::to_string(pointer - arguments.begin()));
    partner->addFnAttr(Attribute::NoInline);
  }

  const UserRules &rules;
  Diagnostics &diagnostics;
};

} // namespace

void declareProperties(Module &workshop, const UserRules &rules, const Options &options,
                       Diagnostics &diagnostics) {
  Declaring declaring(rules, diagnostics);
  for (Function &function : workshop) {
    declaring.declare(function);
    if (options.emptyfn_inactive && function.isDeclaration() && !function.isIntrinsic())
      function.addFnAttr(facts::inactiveIfUnknownAttribute);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        declaring.keepCall(*call);
  }
}

} // namespace enzyme
