//===- RulesParse.h - a function from IR text -------------------------------===//
#ifndef ENZYME_TEST_UNIT_RULESPARSE_H
#define ENZYME_TEST_UNIT_RULESPARSE_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>

namespace enzyme::test {

/// A module parsed from text; fails the test when the text is wrong.
struct Parsed {
  explicit Parsed(const std::string &text) {
    llvm::SMDiagnostic problem;
    module = llvm::parseAssemblyString(text, problem, context);
    EXPECT_TRUE(module) << problem.getMessage().str() << " in " << problem.getLineContents().str();
  }

  llvm::Function &function(llvm::StringRef name = "f") { return *module->getFunction(name); }

  /// The first call in @f.
  llvm::CallBase &call() {
    for (llvm::Instruction &instruction : llvm::instructions(function()))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        return *call;
    llvm_unreachable("no call in @f");
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

/// A module in which @f makes one call: "double @sin(double 1.0)".
inline Parsed parsedCall(const std::string &call, const std::string &declaration) {
  return Parsed("declare " + declaration +
                "\ndefine void @f(ptr %p, i32 %n, double %x) {\n  %r = call " + call +
                "\n  ret void\n}\n");
}

} // namespace enzyme::test
#endif
