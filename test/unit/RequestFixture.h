// Helpers of the request tests: parse IR text, collect requests and messages.
#ifndef ENZYME_UNIT_REQUESTFIXTURE_H
#define ENZYME_UNIT_REQUESTFIXTURE_H

#include "abi/Signature.h"
#include "request/ParseCall.h"
#include "request/RewriteCall.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

namespace enzyme {

/// Keeps messages instead of printing them.
struct KeepingSink : DiagnosticSink {
  std::vector<Message> messages;
  void emit(const Message &message) override { messages.push_back(message); }
};

class RequestTest : public ::testing::Test {
protected:
  RequestTest() : diagnostics(sink) {}

  /// Parses IR behind the declarations every test uses.
  void read(const std::string &text) {
    static const char *common = R"(
      @enzyme_const = external global i32
      @enzyme_dup = external global i32
      @enzyme_dupnoneed = external global i32
      @enzyme_out = external global i32
      @enzyme_width = external global i32
      @enzyme_interleave = external global i32
      @enzyme_primal_return = external global i32
      @enzyme_const_return = external global i32
      @enzyme_active_return = external global i32
      declare double @__enzyme_autodiff(...)
      declare double @__enzyme_fwddiff(...)
      declare void @__enzyme_autodiff_v(...)
      define double @square(double %x) {
        %r = fmul double %x, %x
        ret double %r
      }
      define double @cube(double %x) {
        %r = fmul double %x, %x
        ret double %r
      }
      define void @memory(ptr %x, ptr %y, i32 %n) { ret void }
    )";
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(common + text, error, context);
    ASSERT_TRUE(module) << error.getMessage().str();
  }

  const std::vector<Request> &parse() {
    requests = parseRequests(*module, diagnostics);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    for (const Request &request : requests) {
      std::string why;
      EXPECT_TRUE(verifyRequest(request, why)) << why;
    }
    diagnostics.flush();
    return requests;
  }

  /// The module after every request was rewritten to a declared derivative.
  void rewriteAll() {
    for (const Request &request : requests) {
      DerivativeKey key = shapeOf(request, request.function);
      llvm::Function *derivative =
          llvm::Function::Create(Signature::of(key).type, llvm::GlobalValue::ExternalLinkage,
                                 derivativeName(key), *module);
      EXPECT_TRUE(rewriteCall(request, derivative, diagnostics));
    }
    dropWords(*module);
    diagnostics.flush();
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  }

  std::string printed(const Request &request) {
    std::string text;
    llvm::raw_string_ostream out(text);
    printRequest(out, request);
    return text;
  }

  std::string body(llvm::StringRef function) {
    std::string text;
    llvm::raw_string_ostream out(text);
    module->getFunction(function)->print(out);
    return text;
  }

  /// The numbers of all messages, "ENZ0011 ENZ0012".
  std::string numbers() const {
    std::string text;
    for (const Message &message : sink.messages)
      text += (text.empty() ? "" : " ") + message.number;
    return text;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  KeepingSink sink;
  Diagnostics diagnostics;
  std::vector<Request> requests;
};

} // namespace enzyme
#endif
