// Which write may change what a load read: the answers, and that they are not found by asking
// about all pairs, which takes hours for generated code.
#include "memory/Writes.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace enzyme;

namespace {

struct Code {
  LLVMContext context;
  std::unique_ptr<Module> module;
  Function *function = nullptr;
  std::vector<const Instruction *> writes;
  std::vector<const LoadInst *> loads;

  explicit Code(const std::string &text) {
    SMDiagnostic wrong;
    module = parseAssemblyString(text, wrong, context);
    EXPECT_TRUE(module) << wrong.getMessage().str();
    function = module->getFunction("f");
    for (const Instruction &at : instructions(*function)) {
      if (isa<StoreInst>(at))
        writes.push_back(&at);
      if (auto *load = dyn_cast<LoadInst>(&at))
        loads.push_back(load);
    }
  }
};

/// w[i + 1] = w[i], `size` times, and each number is read once more at the end.
std::string chain(unsigned size) {
  std::string body;
  for (unsigned i = 0; i != size; ++i) {
    std::string n = std::to_string(i), at = std::to_string(8 * i), next = std::to_string(8 * i + 8);
    body += "  %p" + n + " = getelementptr i8, ptr %w, i64 " + at + "\n  %v" + n +
            " = load double, ptr %p" + n + "\n  %q" + n + " = getelementptr i8, ptr %w, i64 " +
            next + "\n  store double %v" + n + ", ptr %q" + n + "\n";
  }
  return "define void @f(ptr %w) {\n" + body + "  ret void\n}\n";
}

/// How many writes the loads are compared with.
unsigned questions(const Code &code) {
  WritesByPlace byPlace(code.writes);
  unsigned asked = 0;
  for (const LoadInst *load : code.loads)
    byPlace.find(
        *load, /*isOnce=*/true, [](const Value &, const Value &) { return false; },
        [&](const Instruction &) {
          ++asked;
          return false;
        });
  return asked;
}

TEST(PrepareWrites, ComparesALoadWithTheWritesOfItsBytes) {
  Code small(chain(1000)), large(chain(4000));
  EXPECT_LE(questions(large), 4 * 2 * small.loads.size());
  EXPECT_LE(questions(large), 5 * questions(small) + 10);
}

TEST(PrepareWrites, FindsTheFirstOneThatMayChangeIt) {
  Code code(R"(define double @f(ptr %a, ptr noalias %b, i64 %i) {
entry:
  %near = getelementptr i8, ptr %a, i64 12
  %far = getelementptr i8, ptr %a, i64 16
  %somewhere = getelementptr double, ptr %a, i64 %i
  br label %loop
loop:
  %first = load double, ptr %a
  %second = getelementptr i8, ptr %a, i64 8
  %v = load double, ptr %second
  store double %first, ptr %far
  store double %first, ptr %b
  store i32 7, ptr %near
  store double %first, ptr %somewhere
  br i1 poison, label %loop, label %exit
exit:
  ret double %v
})");
  Analyses analyses(*code.function);
  Writes writes(*code.function, analyses);
  auto never = [](const Instruction &) { return false; };
  EXPECT_EQ(writes.firstChange(*code.loads[0], never), code.writes[3]);
  EXPECT_EQ(writes.firstChange(*code.loads[1], never), code.writes[2]); // half of it
  auto known = [&](const Instruction &write) { return &write == code.writes[2]; };
  EXPECT_EQ(writes.firstChange(*code.loads[1], known), code.writes[3]);
}

TEST(PrepareWrites, KnowsWhatRunsAgain) {
  Code code(R"(define void @f(ptr %a, i1 %c) {
entry:
  store i32 1, ptr %a
  br label %head
head:
  %v = load i32, ptr %a
  br i1 %c, label %body, label %exit
body:
  store i32 2, ptr %a
  br label %head
exit:
  %w = load i32, ptr %a
  ret void
})");
  BlocksAfter blocks(*code.function);
  const BasicBlock &entry = code.function->getEntryBlock(), &head = *entry.getSingleSuccessor(),
                   &exit = code.function->back();
  EXPECT_FALSE(blocks.runsAgain(entry));
  EXPECT_TRUE(blocks.runsAgain(head));
  EXPECT_FALSE(blocks.runsAgain(exit));
  EXPECT_TRUE(blocks.canFollow(exit, entry));
  EXPECT_FALSE(blocks.canFollow(entry, head));
  Analyses analyses(*code.function);
  Writes writes(*code.function, analyses);
  auto never = [](const Instruction &) { return false; };
  EXPECT_EQ(writes.firstChange(*code.loads[0], never), code.writes[1]);
  EXPECT_EQ(writes.firstChange(*code.loads[1], never), nullptr);
}

} // namespace
