// Helpers of the tests of type and activity analysis: a function from IR text,
// its values by name.
#ifndef ENZYME_UNIT_TYPESFIXTURE_H
#define ENZYME_UNIT_TYPESFIXTURE_H

#include "types/LayoutTools.h"
#include "types/Types.h"
#include "types/VerifyTypes.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

namespace enzyme {

class TypesTest : public ::testing::Test {
protected:
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  llvm::Function *function = nullptr;
  TypeResults types;

  /// Parses `text` and analyses @f in it.
  void read(const std::string &text) {
    llvm::SMDiagnostic error;
    static const char *layout = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-"
                                "p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";
    module = llvm::parseAssemblyString(layout + text, error, context);
    ASSERT_TRUE(module) << error.getMessage().str() << " in line " << error.getLineNo();
    ASSERT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    function = module->getFunction("f");
    ASSERT_TRUE(function);
    types = analyseTypes(*function);
    std::string why;
    EXPECT_TRUE(verifyTypes(*function, types, why)) << why;
  }

  /// The value named `name`, or the n-th store or call (store0, call1).
  llvm::Value *value(llvm::StringRef name) {
    if (llvm::Value *named = function->getValueSymbolTable()->lookup(name))
      return named;
    unsigned stores = 0, calls = 0;
    for (llvm::Instruction &instruction : llvm::instructions(*function)) {
      if (llvm::isa<llvm::StoreInst>(instruction) && name == "store" + std::to_string(stores++))
        return &instruction;
      if (llvm::isa<llvm::CallBase>(instruction) && name == "call" + std::to_string(calls++))
        return &instruction;
    }
    ADD_FAILURE() << "no value " << name.str();
    return nullptr;
  }
  llvm::Instruction &instruction(llvm::StringRef name) {
    return *llvm::cast<llvm::Instruction>(value(name));
  }

  std::string pieces(llvm::StringRef name) {
    std::string text;
    llvm::raw_string_ostream out(text);
    printPieces(out, types.pieces(*value(name)));
    return text;
  }
  std::string accessed(llvm::StringRef name) {
    std::string text;
    llvm::raw_string_ostream out(text);
    printLayout(out, types.accessed(instruction(name)));
    return text;
  }
};

} // namespace enzyme
#endif
