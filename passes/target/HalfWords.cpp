//===- HalfWords.cpp --------------------------------------------------------===//
#include "target/HalfWords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {
namespace {

Type *halfType(StringRef name, LLVMContext &context) {
  return StringSwitch<Type *>(name)
      .Case("f16", Type::getHalfTy(context))
      .Case("bf16", Type::getBFloatTy(context))
      .Default(nullptr);
}

/// Runs the instructions one after the other; registers hold 16 bits, as integers: only what
/// computes says what they are.
class WordWriter {
public:
  explicit WordWriter(CallBase &call) : call(call), builder(&call) {}

  Value *write(StringRef text) {
    SmallVector<StringRef, 6> instructions;
    text.split(instructions, ';', -1, /*KeepEmpty=*/false);
    for (StringRef instruction : instructions)
      if (!run(instruction.trim()))
        return nullptr;
    return result;
  }

private:
  bool run(StringRef instruction) {
    if (instruction.empty() || instruction.starts_with(".reg .f16 ") ||
        instruction.starts_with(".reg .bf16 ") || instruction.starts_with(".reg .b16 "))
      return true;
    auto [name, rest] = instruction.split(' ');
    SmallVector<StringRef, 3> operands;
    rest.split(operands, ',');
    for (StringRef &operand : operands)
      operand = operand.trim();
    if (name == "mov.b32" && operands.size() == 3)
      return operands[0] == "$0" ? pack(operands) : unpack(operands);
    if ((name == "mov.b16" || name == "mov.u16") && operands.size() == 2)
      return write(operands[0], read(operands[1], half()));
    return name.consume_front("cvt.") && convert(name, operands);
  }

  Type *half() { return builder.getInt16Ty(); }
  Type *word() { return builder.getInt32Ty(); }

  /// A register, or an operand of the call with as many bits; null if there is none.
  Value *read(StringRef name, Type *type) {
    if (!name.consume_front("$")) {
      Value *known = registers.lookup(name);
      return known && type == half() ? known : nullptr;
    }
    unsigned index;
    if (name.getAsInteger(10, index) || index == 0 || index > call.arg_size())
      return nullptr;
    Value *value = call.getArgOperand(index - 1);
    return value->getType()->getPrimitiveSizeInBits() == type->getPrimitiveSizeInBits()
               ? builder.CreateBitCast(value, type)
               : nullptr;
  }

  bool write(StringRef name, Value *value) {
    if (!value)
      return false;
    if (!name.starts_with("$")) {
      registers[name] = value->getType() == half() ? value : nullptr;
      return value->getType() == half();
    }
    bool fits = name == "$0" && value->getType()->getPrimitiveSizeInBits() ==
                                    call.getType()->getPrimitiveSizeInBits();
    result = fits ? builder.CreateBitCast(value, call.getType()) : nullptr;
    return fits;
  }

  Value *join(Value *low, Value *high) {
    if (!low || !high)
      return nullptr;
    Value *shifted = builder.CreateShl(builder.CreateZExt(high, word()), 16);
    return builder.CreateOr(builder.CreateZExt(low, word()), shifted);
  }

  bool pack(ArrayRef<StringRef> operands) {
    // A bfloat16 is the upper half of the float that it is.
    if (Value *upper =
            operands[1] == "0" && call.getType()->isFloatTy() ? read(operands[2], half()) : nullptr)
      return write(
          operands[0],
          builder.CreateFPExt(builder.CreateBitCast(upper, builder.getBFloatTy()), call.getType()));
    return write(operands[0], join(read(operands[1], half()), read(operands[2], half())));
  }

  bool unpack(ArrayRef<StringRef> operands) {
    Value *from = read(operands[2], word());
    return from && write(operands[0], builder.CreateTrunc(from, half())) &&
           write(operands[1], builder.CreateTrunc(builder.CreateLShr(from, 16), half()));
  }

  /// rn.f16.f32, f32.f16, rn.f16x2.f32
  bool convert(StringRef kind, ArrayRef<StringRef> operands) {
    bool isRounded = kind.consume_front("rn.");
    auto [to, from] = kind.split('.');
    Type *narrow = halfType(isRounded ? to.rsplit("x2").first : from, call.getContext());
    if (!narrow || (isRounded ? from : to) != "f32")
      return false;
    if (!isRounded) {
      Value *number = operands.size() == 2 ? read(operands[1], half()) : nullptr;
      return number && write(operands[0], builder.CreateFPExt(builder.CreateBitCast(number, narrow),
                                                              builder.getFloatTy()));
    }
    auto rounded = [&](StringRef name) -> Value * {
      Value *number = read(name, builder.getFloatTy());
      return number ? builder.CreateBitCast(builder.CreateFPTrunc(number, narrow), half())
                    : nullptr;
    };
    if (to.ends_with("x2"))
      return operands.size() == 3 &&
             write(operands[0], join(rounded(operands[2]), rounded(operands[1])));
    return operands.size() == 2 && write(operands[0], rounded(operands[1]));
  }

  CallBase &call;
  IRBuilder<> builder;
  StringMap<Value *> registers;
  Value *result = nullptr;
};

} // namespace

Value *writeHalfWords(CallBase &call, StringRef text) { return WordWriter(call).write(text); }

} // namespace enzyme
