//===- Position.cpp - where something is, in the user's words -------------===//
//
// Positions come from debug locations; an instruction without one is placed at
// its function's line, a function without debug info only has its name. A derivative has the
// position of its primal, also when it is differentiated itself.
//===----------------------------------------------------------------------===//
#include "report/DerivativePosition.h"
#include "report/Diagnostics.h"
#include "support/FortranNames.h"
#include "support/Origins.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace enzyme {
namespace {

/// {file, line, function}: where a function is that has no debug info, for messages.
constexpr StringLiteral positionMetadata = "enzyme.position";

/// The path as the compiler was given it, absolute only where that is needed to
/// find it from the current directory.
std::string pathOf(const DIFile *file) {
  if (!file)
    return "";
  StringRef name = file->getFilename();
  if (sys::path::is_absolute(name) || file->getDirectory().empty())
    return name.str();
  SmallString<128> full(file->getDirectory());
  SmallString<128> current;
  sys::path::append(full, name);
  bool isHere = !sys::fs::current_path(current) && current == file->getDirectory();
  return isHere ? name.str() : std::string(full);
}

Position positionOf(const DILocation &location, StringRef function) {
  return {pathOf(location.getFile()), location.getLine(), location.getColumn(), function.str()};
}

/// The IR name of the function a location was written in.
StringRef functionOf(const DILocation &location, StringRef fallback) {
  const DISubprogram *subprogram = location.getScope()->getSubprogram();
  if (!subprogram)
    return fallback;
  StringRef linkage = subprogram->getLinkageName();
  return linkage.empty() ? subprogram->getName() : linkage;
}

} // namespace

Position Position::of(const Function &function) {
  Position position;
  position.function = function.getName().str();
  if (const DISubprogram *subprogram = function.getSubprogram()) {
    position.file = pathOf(subprogram->getFile());
    position.line = subprogram->getLine();
  } else if (const MDNode *remembered = function.getMetadata(positionMetadata)) {
    position.file = cast<MDString>(remembered->getOperand(0))->getString();
    position.line =
        unsigned(mdconst::extract<ConstantInt>(remembered->getOperand(1))->getZExtValue());
    position.function = cast<MDString>(remembered->getOperand(2))->getString();
  }
  return position;
}

void rememberPosition(Function &derivative, const Function &primal) {
  LLVMContext &context = derivative.getContext();
  Position position = Position::of(primal);
  auto *line = ConstantInt::get(Type::getInt32Ty(context), position.line);
  derivative.setMetadata(
      positionMetadata,
      MDNode::get(context, {MDString::get(context, position.file), ConstantAsMetadata::get(line),
                            MDString::get(context, position.function)}));
}

bool isDerivative(const Function &function) { return function.hasMetadata(positionMetadata); }

Position Position::of(const Instruction &instruction) {
  const Function *function = instruction.getFunction();
  const DILocation *location = instruction.getDebugLoc();
  if (location && location->getLine() != 0)
    return positionOf(*location, functionOf(*location, function ? function->getName() : ""));
  return function ? of(*function) : Position();
}

Position positionOf(const GlobalVariable &global) {
  SmallVector<DIGlobalVariableExpression *, 1> expressions;
  global.getDebugInfo(expressions);
  if (expressions.empty())
    return {};
  const DIGlobalVariable *variable = expressions.front()->getVariable();
  return {pathOf(variable->getFile()), variable->getLine(), 0, ""};
}

Refusal refusalAt(const Instruction &instruction, MessageId id, ArrayRef<std::string> arguments) {
  Refusal refusal{id, Position::of(instruction), {}, {}};
  refusal.arguments.append(arguments.begin(), arguments.end());
  const DILocation *location = instruction.getDebugLoc();
  for (; location && location->getInlinedAt(); location = location->getInlinedAt()) {
    const DILocation &outer = *location->getInlinedAt();
    StringRef name = functionOf(outer, "");
    refusal.notes.push_back({positionOf(outer, name), "called from here"});
  }
  return refusal;
}

constexpr StringLiteral stubMark = "__device_stub__";

std::string readableName(StringRef irName) {
  irName.consume_front("\1");
  irName = nameWithoutOurs(irName);
  irName = irName.split(".enzyme.").first; // carry/Carry.h: static in some file
  // bits/WordsInMemory.h, WordsAsNumbers.h, pipeline/KernelStructures.h
  for (const char *copy : {".carrying", ".numbers", ".own"})
    irName = irName.split(copy).first;
  std::string name = readableFortranName(irName);
  if (name != irName)
    return name;
  name = demangle(irName);
  if (size_t stub = name.find(stubMark); stub != std::string::npos) // what launches a kernel
    name.erase(stub, stubMark.size());
  return name;
}

std::string readableName(const Function &function) { return readableName(function.getName()); }

std::string readablePosition(const Position &position) {
  if (position.line == 0)
    return position.function.empty()
               ? std::string("an unknown place")
               : "function '" + readableName(StringRef(position.function)) + "'";
  std::string text = position.file + ":" + std::to_string(position.line);
  if (position.column != 0)
    text += ":" + std::to_string(position.column);
  return text;
}

} // namespace enzyme
