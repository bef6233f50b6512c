// Problem: see Origins.h; how copies and iterations are noted, and the prefixes of our names.
#include "support/Origins.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral ownPrefix = "enzyme.";
// What functions are made for, in front of the name of what they are made from.
constexpr StringLiteral preparedPrefix = "enzyme.prepared.", callsPrefix = "enzyme.calls.",
                        launchPrefix = "enzyme.gpu.launch.", iterationPrefix = "enzyme.iteration.";
// Metadata of functions: attributes would go to derivatives and outlined loops as well.
constexpr StringLiteral copyMetadata = "enzyme.copy.of", iterationMetadata = "enzyme.iteration.of";

void note(Function &function, StringRef kind, const Function &other) {
  LLVMContext &context = function.getContext();
  function.setMetadata(kind, MDNode::get(context, MDString::get(context, other.getName())));
}

const Function *noted(const Function &function, StringRef kind) {
  const MDNode *node = function.getMetadata(kind);
  return node ? function.getParent()->getFunction(cast<MDString>(node->getOperand(0))->getString())
              : nullptr;
}

} // namespace

bool isMadeHere(const GlobalValue &global) { return global.getName().starts_with(ownPrefix); }

void noteCopy(Function &copy, const Function &original) {
  if (MDNode *known = original.getMetadata(copyMetadata))
    copy.setMetadata(copyMetadata, known);
  else
    note(copy, copyMetadata, original);
}

void forgetCopy(Function &function) { function.setMetadata(copyMetadata, nullptr); }

bool isCopy(const Function &function) { return function.hasMetadata(copyMetadata); }

const Function *originalOf(const Function &function) {
  if (!isCopy(function))
    return &function;
  const Function *original = noted(function, copyMetadata);
  return original && original->arg_size() == function.arg_size() ? original : nullptr;
}

void noteIteration(Function &iteration, const Function &function) {
  note(iteration, iterationMetadata, functionInSource(function));
}

const Function &functionInSource(const Function &function) {
  const Function *copied = noted(function, copyMetadata);
  const Function &own = copied ? *copied : function;
  const Function *outer = noted(own, iterationMetadata);
  return outer ? *outer : own;
}

StringRef nameWithoutOurs(StringRef name) {
  while (name.consume_front(preparedPrefix) || name.consume_front(callsPrefix)) {
    // copies made on the way: a person knows the function by its own name
  }
  name.consume_front(launchPrefix);
  if (name.consume_front(iterationPrefix))
    name = name.split('.').first;
  return name;
}

} // namespace enzyme
