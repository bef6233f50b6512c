//===- Stage.cpp ---------------------------------------------------------===//
#include "pipeline/Stage.h"
#include "report/Page.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace enzyme {

Stage::Stage(Context &context, const DerivativeKey &key) : context(context), key(key) {
  context.chain.push_back(
      {Position::of(*key.primal), "while differentiating '" + readableName(*key.primal) + "'"});
}

Stage::~Stage() {
  nameIfSlow();
  context.chain.pop_back();
}

/// Between stages: a user who waits should hear of it before the end.
void Stage::nameIfSlow() {
  using namespace std::chrono;
  auto taken = duration_cast<seconds>(steady_clock::now() - start);
  if (isNamed || taken < seconds(context.options.slow_notice))
    return;
  isNamed = true;
  context.diagnostics.remarkAtOnce(
      {MessageId::SlowFunction,
       Position::of(*key.primal),
       {readableName(*key.primal), std::to_string(taken.count()), doing},
       {}});
}

void Stage::begin(const char *next) {
  nameIfSlow();
  doing = next;
  where = std::string("while ") + doing + " for the derivative of " + key.primal->getName().str();
  crashEntry.reset();
  crashEntry.emplace(where.c_str());
  if (context.options.crash_in == doing)
    LLVM_BUILTIN_TRAP;
  time.reset();
  time.emplace(std::string("enzyme: ") + doing, key.primal->getName());
}

void Stage::show(bool wanted, const char *state, function_ref<void(raw_ostream &)> print) {
  if (context.page)
    context.page->show(*context.derivatives.at(key), state, print);
  if (!wanted)
    return;
  dbgs() << "; enzyme: after " << doing << " for " << key.primal->getName() << "\n";
  print(dbgs());
}

bool Stage::finish(Function &function) {
  if (context.page)
    context.page->show(function, "7: the derivative",
                       [&](raw_ostream &out) { function.print(out); });
  return verify(function);
}

bool Stage::verify(Function &function) {
  std::string why;
  raw_string_ostream out(why);
  return !verifyFunction(function, &out) || fail(why);
}

bool Stage::fail(const std::string &why) {
  context.diagnostics.refuse({MessageId::BrokenState,
                              Position::of(*key.primal),
                              {doing, readableName(*key.primal), why},
                              {}});
  return false;
}

} // namespace enzyme
