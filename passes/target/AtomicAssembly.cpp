//===- AtomicAssembly.cpp --------------------------------------------------===//
//
// Problem: libraries that are older than C11 count references, take locks and exchange pointers by
// assembly of their own. It touches memory, and nothing says what it does there.
//
// Here: the few instructions that such code consists of are read (Intel 64 and IA-32 Architectures
// Software Developer's Manual, volume 2): xchg, and with `lock` in front xadd, cmpxchg, inc, dec,
// add, sub, and, or, xor, in AT&T's syntax; behind them sete or setne. Operands are followed
// through the constraints. What is not understood to the last operand stays as it is.
//===----------------------------------------------------------------------===//
#include "target/AtomicAssembly.h"
#include "target/SumAssembly.h"
#include "target/WarpAssembly.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What `$n` in the text stands for.
struct Operand {
  Value *start = nullptr;         ///< what a register holds before
  Value *memory = nullptr;        ///< the address, if it is none
  std::optional<unsigned> result; ///< which of the call's results a register is afterwards
  bool isAccumulator = false;     ///< %eax, which cmpxchg compares with and writes
};

struct Line {
  StringRef name;
  SmallVector<StringRef, 2> operands;
  bool isLocked;
};

class Reading {
public:
  explicit Reading(CallInst &call) : call(call) {}
  /// Replaces the call's results; false if it is not understood.
  bool replace(IRBuilder<> &builder);

private:
  CallInst &call;
  SmallVector<Operand, 6> operands;
  SmallVector<Value *, 2> results; ///< null: not known yet
  Value *old = nullptr;            ///< what lay in memory
  Value *isZero = nullptr;         ///< the flag that says so of what came of it

  bool readOperands();
  const Operand *named(StringRef text) const;
  bool give(const Operand &to, Value *value);
  bool makeAccess(IRBuilder<> &builder, const Line &line);
  bool makeUpdate(IRBuilder<> &builder, const Line &line);
  bool makeExchange(IRBuilder<> &builder, const Line &line, AtomicRMWInst::BinOp operation);
  bool makeComparison(IRBuilder<> &builder, const Line &line);
  bool makeFlag(IRBuilder<> &builder, Line line);
};

constexpr AtomicOrdering ordering = AtomicOrdering::SequentiallyConsistent;

SmallVector<Line, 2> linesOf(StringRef text) {
  SmallVector<StringRef, 4> parts;
  SplitString(text, parts, "\n;");
  SmallVector<Line, 2> lines;
  bool isLocked = false;
  for (StringRef part : parts) {
    part = part.trim();
    if (part.consume_front("lock")) {
      isLocked = true;
      part = part.trim();
    }
    if (part.empty())
      continue;
    Line line{part.take_until(isSpace), {}, isLocked};
    part.drop_front(line.name.size()).trim().split(line.operands, ',', -1, /*KeepEmpty=*/false);
    for (StringRef &operand : line.operands)
      operand = operand.trim();
    lines.push_back(std::move(line));
    isLocked = false;
  }
  return lines;
}

/// Each constraint but a clobber is an operand; those of memory and inputs take an argument.
bool Reading::readOperands() {
  auto *assembly = cast<InlineAsm>(call.getCalledOperand());
  InlineAsm::ConstraintInfoVector constraints = assembly->ParseConstraints();
  unsigned argument = 0, result = 0;
  for (const InlineAsm::ConstraintInfo &constraint : constraints) {
    if (constraint.Type == InlineAsm::isClobber)
      break;
    Operand operand;
    operand.isAccumulator = is_contained(constraint.Codes, "{ax}");
    if (constraint.Type == InlineAsm::isOutput && !constraint.isIndirect)
      operand.result = result++;
    else if (argument == call.arg_size())
      return false;
    else
      (constraint.isIndirect ? operand.memory : operand.start) = call.getArgOperand(argument++);
    unsigned tied;
    if (operand.start && constraint.Codes.size() == 1 &&
        !StringRef(constraint.Codes.front()).getAsInteger(10, tied) && tied < operands.size()) {
      operands[tied].start = operand.start;
      operand = operands[tied];
    }
    operands.push_back(operand);
  }
  results.resize(result);
  return argument == call.arg_size();
}

const Operand *Reading::named(StringRef text) const {
  unsigned number; // ${1:w} is a part of the register
  return text.consume_front("$") && !text.getAsInteger(10, number) && number < operands.size()
             ? &operands[number]
             : nullptr;
}

static Type *typeOfResult(const CallInst &call, unsigned index) {
  auto *several = dyn_cast<StructType>(call.getType());
  return several ? several->getElementType(index) : call.getType();
}

bool Reading::give(const Operand &to, Value *value) {
  if (!to.result || results[*to.result] || typeOfResult(call, *to.result) != value->getType())
    return false;
  results[*to.result] = value;
  return true;
}

/// A word of the size that the last letter of the instruction's name says, if it says one.
static bool isWordOf(StringRef instruction, const Value *value, const DataLayout &layout) {
  if (!value || !(value->getType()->isIntegerTy() || value->getType()->isPointerTy()))
    return false;
  unsigned bits = StringSwitch<unsigned>(instruction.take_back())
                      .Case("b", 8)
                      .Case("w", 16)
                      .Case("l", 32)
                      .Case("q", 64)
                      .Default(0);
  return !bits || layout.getTypeSizeInBits(value->getType()) == bits;
}

bool Reading::makeExchange(IRBuilder<> &builder, const Line &line, AtomicRMWInst::BinOp operation) {
  const Operand *first = named(line.operands.front()), *second = named(line.operands.back());
  if (line.operands.size() != 2 || !first || !second)
    return false;
  if (first->memory && operation == AtomicRMWInst::Xchg)
    std::swap(first, second); // it does not matter which comes first
  if (!isWordOf(line.name, first->start, call.getDataLayout()) || !second->memory ||
      (operation != AtomicRMWInst::Xchg && first->start->getType()->isPointerTy()))
    return false;
  old = builder.CreateAtomicRMW(operation, second->memory, first->start, MaybeAlign(), ordering);
  if (operation == AtomicRMWInst::Add)
    isZero = builder.CreateIsNull(builder.CreateAdd(old, first->start));
  return give(*first, old);
}

bool Reading::makeComparison(IRBuilder<> &builder, const Line &line) {
  const Operand *wanted = line.operands.size() == 2 ? named(line.operands.front()) : nullptr;
  const Operand *place = wanted ? named(line.operands.back()) : nullptr;
  auto expected = find_if(
      operands, [](const Operand &operand) { return operand.isAccumulator && operand.start; });
  if (!place || !place->memory || expected == operands.end() ||
      !isWordOf(line.name, wanted->start, call.getDataLayout()) ||
      wanted->start->getType() != expected->start->getType())
    return false;
  Value *both = builder.CreateAtomicCmpXchg(place->memory, expected->start, wanted->start,
                                            MaybeAlign(), ordering, ordering);
  old = builder.CreateExtractValue(both, 0);
  isZero = builder.CreateExtractValue(both, 1);
  return true;
}

/// The size that the end of an instruction's name says; else that of the memory, or nothing.
static Type *typeNamed(StringRef end, LLVMContext &context) {
  unsigned bits =
      StringSwitch<unsigned>(end).Case("b", 8).Case("w", 16).Case("l", 32).Case("q", 64).Default(0);
  return bits ? IntegerType::get(context, bits) : nullptr;
}

bool Reading::makeUpdate(IRBuilder<> &builder, const Line &line) {
  struct Row {
    StringRef name;
    AtomicRMWInst::BinOp operation;
    bool isByOne;
  };
  static constexpr Row rows[] = {
      {"inc", AtomicRMWInst::Add, true},  {"dec", AtomicRMWInst::Sub, true},
      {"add", AtomicRMWInst::Add, false}, {"sub", AtomicRMWInst::Sub, false},
      {"and", AtomicRMWInst::And, false}, {"or", AtomicRMWInst::Or, false},
      {"xor", AtomicRMWInst::Xor, false},
  };
  for (const Row &row : rows) {
    StringRef end = line.name;
    if (!end.consume_front(row.name) || line.operands.size() != (row.isByOne ? 1 : 2))
      continue;
    const Operand *by = row.isByOne ? nullptr : named(line.operands.front());
    const Operand *place = named(line.operands.back());
    Type *type = typeNamed(end, call.getContext());
    if (by && by->start && !type && end.empty())
      type = by->start->getType();
    if (!place || !place->memory || !type || !type->isIntegerTy() ||
        (!row.isByOne && (!by || !by->start || by->start->getType() != type)))
      return false;
    Value *change = row.isByOne ? ConstantInt::get(type, 1) : by->start;
    old = builder.CreateAtomicRMW(row.operation, place->memory, change, MaybeAlign(), ordering);
    Value *now = builder.CreateBinOp(row.operation == AtomicRMWInst::Add   ? Instruction::Add
                                     : row.operation == AtomicRMWInst::Sub ? Instruction::Sub
                                     : row.operation == AtomicRMWInst::And ? Instruction::And
                                     : row.operation == AtomicRMWInst::Or  ? Instruction::Or
                                                                           : Instruction::Xor,
                                     old, change);
    isZero = builder.CreateIsNull(now);
    return true;
  }
  return false;
}

/// sete and setne: of a byte, in a register or in memory.
bool Reading::makeFlag(IRBuilder<> &builder, Line line) {
  line.name.consume_back("b");
  bool isSet = line.name == "sete" || line.name == "setz";
  SmallString<8> name;
  if (line.operands.size() == 1)
    name = line.operands.front();
  if (StringRef(name).starts_with("${") && StringRef(name).ends_with(":b}")) // its lowest byte
    name = ("$" + StringRef(name).drop_front(2).drop_back(3)).str();
  const Operand *to = named(name);
  if (!isZero || !to || (!isSet && line.name != "setne" && line.name != "setnz"))
    return false;
  Value *byte = builder.CreateZExt(isSet ? isZero : builder.CreateNot(isZero), builder.getInt8Ty());
  if (!to->memory)
    return give(*to, byte);
  builder.CreateStore(byte, to->memory);
  return true;
}

/// With or without the letter for its size.
bool isCalled(StringRef name, StringRef what) {
  return name.consume_front(what) &&
         (name.empty() || (name.size() == 1 && StringRef("bwlq").contains(name)));
}

bool Reading::makeAccess(IRBuilder<> &builder, const Line &line) {
  if (line.operands.empty())
    return false;
  if (isCalled(line.name, "xchg")) // locks by itself
    return makeExchange(builder, line, AtomicRMWInst::Xchg);
  if (!line.isLocked)
    return false;
  if (isCalled(line.name, "xadd"))
    return makeExchange(builder, line, AtomicRMWInst::Add);
  return isCalled(line.name, "cmpxchg") ? makeComparison(builder, line) : makeUpdate(builder, line);
}

bool Reading::replace(IRBuilder<> &builder) {
  auto *assembly = cast<InlineAsm>(call.getCalledOperand());
  SmallVector<Line, 2> lines = linesOf(assembly->getAsmString());
  if (assembly->getDialect() != InlineAsm::AD_ATT || lines.empty() || lines.size() > 2 ||
      !readOperands() || !makeAccess(builder, lines.front()) ||
      (lines.size() == 2 && !makeFlag(builder, lines.back())))
    return false;
  if (isCalled(lines.front().name, "cmpxchg"))
    for (const Operand &operand : operands)
      if (operand.isAccumulator && operand.result && !results[*operand.result])
        give(operand, old);
  if (is_contained(results, nullptr))
    return false;
  Value *whole = results.size() == 1 ? results.front() : PoisonValue::get(call.getType());
  if (results.size() > 1)
    for (auto [index, result] : enumerate(results))
      whole = builder.CreateInsertValue(whole, result, unsigned(index));
  if (!results.empty())
    call.replaceAllUsesWith(whole);
  return true;
}

} // namespace

void nameAtomicAssembly(Function &function) {
  SmallVector<CallInst *, 4> calls;
  for (Instruction &at : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&at); call && call->isInlineAsm())
      calls.push_back(call);
  for (CallInst *call : calls) {
    if (nameDeviceSum(*call) || nameWarpExchange(*call))
      continue;
    const Instruction *before = call->getPrevNode();
    IRBuilder<> builder(call);
    if (Reading(*call).replace(builder))
      call->eraseFromParent();
    else // what was made until something was not understood
      while (call->getPrevNode() != before)
        call->getPrevNode()->eraseFromParent();
  }
}

} // namespace enzyme
