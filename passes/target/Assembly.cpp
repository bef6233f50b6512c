//===- Assembly.cpp -------------------------------------------------------===//
// structure: allow function-name, because instructions of processors are named as functions are
#include "target/Assembly.h"
#include "support/ReachedFunctions.h"
#include "target/CopyAssembly.h"
#include "target/DeviceAssembly.h"
#include "target/HalfAssembly.h"
#include "target/NumberAssembly.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

bool hasNoInstructions(StringRef assembly) {
  SmallVector<StringRef, 4> lines;
  assembly.split(lines, '\n');
  return all_of(lines, [](StringRef line) {
    line = line.trim();
    return line.empty() || line.starts_with("#");
  });
}

/// Whether the end of an instruction's name says this type: pd is packed double.
bool isOfFormat(StringRef format, const Type &type) {
  StringRef expected = type.getScalarType()->isDoubleTy()  ? type.isVectorTy() ? "pd" : "sd"
                       : type.getScalarType()->isFloatTy() ? type.isVectorTy() ? "ps" : "ss"
                                                           : "";
  return !expected.empty() && format == expected;
}

/// A multiplication and addition of x86: which operands, written last to first as in AT&T's
/// syntax, are the factors and which is the addend. vfnmsub213pd: -(y * x) - z.
struct Fused {
  unsigned factor, otherFactor, addend;
  bool isProductNegated, isAddendNegated;
};

std::optional<Fused> fusedBy(StringRef name, const Type &type) {
  if (!name.consume_front("vf"))
    return std::nullopt;
  bool isNegated = name.consume_front("n");
  bool isSum = name.consume_front("madd");
  if (!isSum && !name.consume_front("msub"))
    return std::nullopt;
  StringRef order = name.take_front(3), format = name.drop_front(std::min<size_t>(3, name.size()));
  if (!isOfFormat(format, type))
    return std::nullopt;
  Fused fused{0, 0, 0, isNegated, !isSum};
  // The digits count from the destination, which is written last.
  for (auto [operand, digit] :
       zip(std::array{&fused.factor, &fused.otherFactor, &fused.addend}, order)) {
    if (digit < '1' || digit > '3')
      return std::nullopt;
    *operand = unsigned('3' - digit);
  }
  return order.size() == 3 ? std::optional(fused) : std::nullopt;
}

/// What `$n` names: an argument, for the result ($0) the one that it starts as.
Value *namedBy(StringRef operand, const CallInst &call) {
  unsigned number;
  if (!operand.consume_front("$") || operand.getAsInteger(10, number))
    return nullptr;
  InlineAsm::ConstraintInfoVector constraints =
      cast<InlineAsm>(call.getCalledOperand())->ParseConstraints();
  if (number == 0)
    for (unsigned i = 1; i < constraints.size(); ++i)
      if (constraints[i].Codes.size() == 1 && constraints[i].Codes.front() == "0")
        number = i;
  return number == 0 || number > call.arg_size() ? nullptr : call.getArgOperand(number - 1);
}

/// One instruction: its name and its operands, the last of which is the result.
struct Line {
  StringRef name;
  SmallVector<StringRef, 3> operands;
};

std::optional<Line> lineOf(const CallInst &call) {
  auto *assembly = cast<InlineAsm>(call.getCalledOperand());
  if (!call.getType()->isFPOrFPVectorTy() || assembly->getDialect() != InlineAsm::AD_ATT)
    return std::nullopt;
  StringRef text = StringRef(assembly->getAsmString()).trim();
  Line line{text.take_until(isSpace), {}};
  text.drop_front(line.name.size()).trim().split(line.operands, ',', -1, /*KeepEmpty=*/false);
  for (StringRef &operand : line.operands)
    operand = operand.trim();
  return line;
}

/// What the line's operands hold before it runs; empty if that is not known for all.
SmallVector<Value *, 3> valuesOf(const Line &line, const CallInst &call) {
  SmallVector<Value *, 3> values;
  for (StringRef operand : line.operands)
    if (Value *value = namedBy(operand, call); value && value->getType() == call.getType())
      values.push_back(value);
  if (values.size() != line.operands.size())
    values.clear();
  return values;
}

Value *fusedMeaning(const Line &line, CallInst &call) {
  Type *type = call.getType();
  std::optional<Fused> fused = fusedBy(line.name, *type);
  SmallVector<Value *, 3> values = valuesOf(line, call);
  if (!fused || values.size() != 3 || line.operands.back() != "$0")
    return nullptr;
  IRBuilder<> builder(&call);
  Value *factor = values[fused->factor], *addend = values[fused->addend];
  if (fused->isProductNegated)
    factor = builder.CreateFNeg(factor);
  if (fused->isAddendNegated)
    addend = builder.CreateFNeg(addend);
  return builder.CreateIntrinsic(type, Intrinsic::fma,
                                 {factor, values[fused->otherFactor], addend});
}

/// minpd and its relatives: `min second, first` or `vmin second, first, result`. Where the
/// comparison is false, of NaNs and of zeros too, the result is the second.
Value *extremeMeaning(const Line &line, CallInst &call) {
  StringRef name = line.name;
  bool isThree = name.consume_front("v"), isMin = name.consume_front("min");
  if ((!isMin && !name.consume_front("max")) || !isOfFormat(name, *call.getType()) ||
      line.operands.size() != (isThree ? 3 : 2) || line.operands.back() != "$0")
    return nullptr;
  Line inputs = line;
  if (isThree)
    inputs.operands.pop_back();
  SmallVector<Value *, 3> values = valuesOf(inputs, call);
  if (values.size() != 2)
    return nullptr;
  IRBuilder<> builder(&call);
  Value *isFirst = isMin ? builder.CreateFCmpOLT(values[1], values[0])
                         : builder.CreateFCmpOGT(values[1], values[0]);
  return builder.CreateSelect(isFirst, values[1], values[0]);
}

/// sqrtpd and its relatives, and what the x87 does with the top of its stack: "fsqrt".
Value *rootMeaning(const Line &line, CallInst &call) {
  StringRef name = line.name;
  Value *of = nullptr;
  if (name == "fsqrt" && line.operands.empty() && call.arg_size() == 1 &&
      StringRef(cast<InlineAsm>(call.getCalledOperand())->getConstraintString())
          .starts_with("={st},0")) {
    of = call.getArgOperand(0);
  } else if (name.take_front(4) == "sqrt" && isOfFormat(name.drop_front(4), *call.getType()) &&
             line.operands.size() == 2 && line.operands.back() == "$0") {
    of = namedBy(line.operands.front(), call);
  }
  if (!of || of->getType() != call.getType())
    return nullptr;
  return IRBuilder<>(&call).CreateUnaryIntrinsic(Intrinsic::sqrt, of);
}

/// The same computation, if the assembly is one instruction that is known.
Value *meaningOf(CallInst &call) {
  std::optional<Line> line = lineOf(call);
  if (!line)
    return nullptr;
  if (Value *fused = fusedMeaning(*line, call))
    return fused;
  if (Value *extreme = extremeMeaning(*line, call))
    return extreme;
  return rootMeaning(*line, call);
}

/// The instructions of a text, with `{q}` and the like left out of their names.
SmallVector<StringRef, 4> instructionsOf(StringRef text) {
  SmallVector<StringRef, 4> parts, result;
  SplitString(text, parts, "\n;");
  for (StringRef part : parts)
    if (part = part.trim(); !part.empty() && !part.starts_with("#"))
      result.push_back(part);
  return result;
}

StringRef nameOf(StringRef instruction) {
  return instruction.take_until([](char c) { return isSpace(c) || c == '{'; });
}

/// What it gives says something of the processor, and nothing of the numbers it is given.
bool asksProcessor(StringRef instruction) {
  return StringSwitch<bool>(nameOf(instruction))
      .Cases({"cpuid", "rdtsc", "rdtscp", "rdpmc", "xgetbv", "rdrand", "rdseed"}, true)
      .Default(false);
}

bool waitsForCopies(StringRef instruction) { return instruction.starts_with("cp.async.wait_"); }

/// Are there copies beside the thread that functions ask for which `function` calls? Its own are
/// made at once (CopyAssembly.h), but those of functions that are not differentiated stay what they
/// are.
bool mayCopyElsewhere(Function &function) {
  return any_of(reachedFunctions({&function}), [&](Function *reached) {
    return reached != &function && any_of(instructions(*reached), [](const Instruction &at) {
             auto *call = dyn_cast<CallInst>(&at);
             auto *assembly = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
             return assembly && StringRef(assembly->getAsmString()).contains("cp.async.c");
           });
  });
}

/// Neither reads nor writes what the program keeps in memory.
bool leavesMemory(StringRef instruction) {
  bool isKnown =
      asksProcessor(instruction) ||
      StringSwitch<bool>(nameOf(instruction))
          .Cases({"mfence", "lfence", "sfence", "pause", "nop", "rep", "serialize"}, true)
          .Cases({"cp.async.commit_group", "cp.async.wait_group", "cp.async.wait_all"}, true)
          .Cases({"mov", "movl", "movq", "xchg", "xchgl", "xchgq"}, true)
          .Cases({"push", "pushq", "pop", "popq"}, true) // saves %rbx
          .Default(false);
  return isKnown && !instruction.contains('(') && !instruction.contains('[');
}

/// Rounds a number to an integer, which is stored, or stores and loads the words in which the
/// processor keeps how it rounds and what went wrong: no derivative goes through either.
bool storesIntegers(StringRef instruction) {
  bool isKnown = StringSwitch<bool>(nameOf(instruction))
                     .Cases({"fists", "fistl", "fistps", "fistpl", "fistpll", "fistpq"}, true)
                     .Cases({"fisttps", "fisttpl", "fisttpll", "fisttpq"}, true)
                     .Cases({"fnstsw", "fstsw", "fnstcw", "fstcw", "fldcw"}, true)
                     .Cases({"fnstenv", "fstenv", "fldenv", "fnclex", "fclex", "fwait"}, true)
                     .Cases({"stmxcsr", "ldmxcsr", "vstmxcsr", "vldmxcsr"}, true)
                     .Default(false);
  return isKnown && !instruction.contains('(') && !instruction.contains('[');
}

/// Is all memory that it names integers?
bool namesIntegers(const CallInst &call) {
  return all_of(call.args(), [&](const Use &argument) {
    if (!argument->getType()->isPtrOrPtrVectorTy())
      return true;
    Type *held = call.getParamElementType(call.getArgOperandNo(&argument));
    while (held && held->isArrayTy())
      held = held->getArrayElementType();
    return held && held->isIntegerTy();
  });
}

void setInactive(CallInst &call) {
  call.addFnAttr(Attribute::get(call.getContext(), "enzyme_inactive"));
}

/// Says of the call what its text and its constraints say: fences and questions to the
/// processor use no memory, nor does what names none.
void limitEffects(CallInst &call) {
  auto *assembly = cast<InlineAsm>(call.getCalledOperand());
  InlineAsm::ConstraintInfoVector constraints = assembly->ParseConstraints();
  if (any_of(constraints, [](auto &constraint) { return constraint.isIndirect; })) {
    bool isKnown = all_of(instructionsOf(assembly->getAsmString()), storesIntegers);
    if (!isKnown || !namesIntegers(call))
      return;
    call.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    return setInactive(call);
  }
  SmallVector<StringRef, 4> text = instructionsOf(assembly->getAsmString());
  bool isKnown = all_of(text, leavesMemory) &&
                 (none_of(text, waitsForCopies) || !mayCopyElsewhere(*call.getFunction()));
  bool saysMemory = StringRef(assembly->getConstraintString()).contains("~{memory}");
  bool hasPointers = any_of(
      call.args(), [](const Use &argument) { return argument->getType()->isPtrOrPtrVectorTy(); });
  if (!isKnown && (saysMemory || hasPointers))
    return;
  if (!call.doesNotAccessMemory())
    call.setOnlyAccessesInaccessibleMemory();
  if (isKnown && (call.getType()->isVoidTy() || any_of(text, asksProcessor)))
    setInactive(call);
}

} // namespace

static void nameCall(CallInst &call) {
  Value *meaning = nullptr;
  if (hasNoInstructions(cast<InlineAsm>(call.getCalledOperand())->getAsmString())) {
    bool isMove = call.arg_size() == 1 && call.getType() == call.getArgOperand(0)->getType();
    meaning = isMove ? call.getArgOperand(0) : nullptr;
    if (call.getType()->isVoidTy()) {
      call.eraseFromParent();
      return;
    }
  } else {
    meaning = meaningOf(call);
  }
  if (!meaning)
    return limitEffects(call);
  call.replaceAllUsesWith(meaning);
  call.eraseFromParent();
}

void nameAssembly(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && call->isInlineAsm() && !nameDeviceAccess(*call) && !nameDeviceCopy(*call) &&
        !nameHalfArithmetic(*call) && !nameNumberArithmetic(*call))
      nameCall(*call);
}

} // namespace enzyme
