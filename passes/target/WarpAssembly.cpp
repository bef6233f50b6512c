//===- WarpAssembly.cpp -------------------------------------------------------===//
//
//   { .reg .f32 r0; .reg .pred p;
//     shfl.sync.down.b32 r0|p, $1, $2, $3, $5;      a word of another thread; is there one?
//     @p add.f32 r0, r0, $4;
//     mov.f32 $0, r0; }
//
// A block is read instruction by instruction: registers have values, and an instruction under a
// predicate chooses between its result and what the register held. Doubles are sent as two words,
// `mov.b64 {low, high}, $1`. Known are declarations, moves, shuffles and sums. One instruction that
// is not, or a register that is read before it is written, and the block stays as it is.
//
// Whether there is another thread is computed (PTX ISA, shfl.sync), so that shuffles have one form
// for all who read them.
//===-------------------------------------------------------------------------===//
#include "target/WarpAssembly.h"
#include "target/PtxText.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Statement {
  StringRef predicate, name;
  SmallVector<StringRef, 5> operands;
};

/// `a, {b, c}, d` in three parts.
void splitOperands(StringRef text, SmallVectorImpl<StringRef> &parts) {
  size_t begin = 0, depth = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    char c = i == text.size() ? ',' : text[i];
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (c != ',' || depth != 0)
      continue;
    parts.push_back(text.slice(begin, i).trim());
    begin = i + 1;
  }
}

Statement readStatement(StringRef text) {
  Statement statement;
  if (text.consume_front("@")) {
    statement.predicate = text.take_until(isSpace);
    text = text.drop_front(statement.predicate.size()).ltrim();
  }
  statement.name = text.take_until(isSpace);
  splitOperands(text.drop_front(statement.name.size()).trim(), statement.operands);
  return statement;
}

/// What lies between the outermost braces; empty if the text has no shuffle.
StringRef blockOf(const CallInst &call) {
  StringRef text = StringRef(cast<InlineAsm>(call.getCalledOperand())->getAsmString()).trim();
  if (!text.contains("shfl.sync."))
    return "";
  if (text.starts_with("{") && text.ends_with("}"))
    text = text.drop_front().drop_back();
  return text;
}

Intrinsic::ID shuffleOf(StringRef how, bool isFloat) {
  if (isFloat)
    return StringSwitch<Intrinsic::ID>(how)
        .Case("idx", Intrinsic::nvvm_shfl_sync_idx_f32)
        .Case("up", Intrinsic::nvvm_shfl_sync_up_f32)
        .Case("down", Intrinsic::nvvm_shfl_sync_down_f32)
        .Case("bfly", Intrinsic::nvvm_shfl_sync_bfly_f32)
        .Default(Intrinsic::not_intrinsic);
  return StringSwitch<Intrinsic::ID>(how)
      .Case("idx", Intrinsic::nvvm_shfl_sync_idx_i32)
      .Case("up", Intrinsic::nvvm_shfl_sync_up_i32)
      .Case("down", Intrinsic::nvvm_shfl_sync_down_i32)
      .Case("bfly", Intrinsic::nvvm_shfl_sync_bfly_i32)
      .Default(Intrinsic::not_intrinsic);
}

/// Writes before `call` what its block computes.
class BlockWriter {
public:
  explicit BlockWriter(CallInst &call) : call(call), builder(&call) {}

  /// The result of the block; null if it is not known.
  Value *write(StringRef block) {
    SmallVector<StringRef, 12> texts;
    block.split(texts, ';');
    for (StringRef text : texts)
      if (text = text.trim(); !text.empty() && !execute(readStatement(text)))
        return nullptr;
    return read("$0", call.getType());
  }

private:
  CallInst &call;
  IRBuilder<> builder;
  StringMap<Value *> registers;
  StringMap<Type *> declared;

  Type *typeOf(StringRef name) {
    if (name == "pred")
      return builder.getInt1Ty();
    Type *word = ptxWord(name, call.getContext());
    return word ? word : ptxNumber(name, call.getContext());
  }

  /// Of a register, an operand of the call, or a number of 32 bits; null if there is none.
  Value *valueOf(StringRef name) {
    if (Value *held = registers.lookup(name))
      return held;
    unsigned number = 0;
    if (!name.getAsInteger(0, number))
      return builder.getInt32(number);
    bool isOperand = name.consume_front("$") && !name.getAsInteger(10, number) && number > 0 &&
                     number <= call.arg_size();
    return isOperand ? call.getArgOperand(number - 1) : nullptr;
  }

  /// The bits of `name` as `type`; null if it has another size.
  Value *read(StringRef name, Type *type) {
    Value *value = valueOf(name);
    if (!value || !type || value->getType()->isPointerTy() ||
        value->getType()->getPrimitiveSizeInBits() != type->getPrimitiveSizeInBits())
      return nullptr;
    return builder.CreateBitCast(value, type);
  }

  /// Under a predicate, a register keeps what it held where that is false.
  bool assign(StringRef name, Value *value, StringRef predicate = "") {
    Type *type = name == "$0" ? call.getType() : declared.lookup(name);
    if (!value || !type ||
        value->getType()->getPrimitiveSizeInBits() != type->getPrimitiveSizeInBits())
      return false;
    value = builder.CreateBitCast(value, type);
    if (!predicate.empty()) {
      bool isNegated = predicate.consume_front("!");
      Value *holds = read(predicate, builder.getInt1Ty()), *before = read(name, type);
      if (!holds || !before)
        return false;
      value = isNegated ? builder.CreateSelect(holds, before, value)
                        : builder.CreateSelect(holds, value, before);
    }
    registers[name] = value;
    return true;
  }

  bool execute(const Statement &statement) {
    auto [operation, format] = statement.name.rsplit('.');
    if (operation.starts_with("shfl.sync."))
      return format == "b32" && statement.predicate.empty() &&
             shuffle(operation.drop_front(StringRef("shfl.sync.").size()), statement.operands);
    if (statement.name == ".reg")
      return declare(statement.operands);
    Type *type = typeOf(format);
    if (operation == "mov")
      return move(type, statement);
    if (operation == "add" && statement.operands.size() == 3) {
      Value *a = read(statement.operands[1], type), *b = read(statement.operands[2], type);
      Value *sum = !a || !b                   ? nullptr
                   : type->isFPOrFPVectorTy() ? builder.CreateFAdd(a, b)
                                              : builder.CreateAdd(a, b);
      return assign(statement.operands[0], sum, statement.predicate);
    }
    return false;
  }

  /// `.u32 low`, as one operand; others of the same type behind it.
  bool declare(ArrayRef<StringRef> operands) {
    auto [name, first] = operands.front().split(' ');
    Type *type = name.consume_front(".") ? typeOf(name) : nullptr;
    declared[first.trim()] = type;
    for (StringRef other : operands.drop_front())
      declared[other] = type;
    return type;
  }

  /// Between registers, or one of 64 bits and two of 32.
  bool move(Type *type, const Statement &statement) {
    if (!type || statement.operands.size() != 2)
      return false;
    StringRef to = statement.operands[0], from = statement.operands[1];
    Type *word = builder.getInt32Ty(), *two = builder.getInt64Ty();
    auto halvesOf = [](StringRef pair) {
      auto [low, high] = pair.drop_front().drop_back().split(',');
      return std::pair(low.trim(), high.trim());
    };
    if (to.starts_with("{")) {
      Value *whole = read(from, two);
      if (!whole || type != two || !statement.predicate.empty())
        return false;
      auto [low, high] = halvesOf(to);
      return assign(low, builder.CreateTrunc(whole, word)) &&
             assign(high, builder.CreateTrunc(builder.CreateLShr(whole, 32), word));
    }
    if (!from.starts_with("{"))
      return assign(to, read(from, type), statement.predicate);
    auto [low, high] = halvesOf(from);
    Value *lower = read(low, word), *upper = read(high, word);
    if (!lower || !upper || type != two)
      return false;
    upper = builder.CreateShl(builder.CreateZExt(upper, two), 32);
    return assign(to, builder.CreateOr(builder.CreateZExt(lower, two), upper), statement.predicate);
  }

  /// `to|isThere, word, distance, clamp, mask`.
  bool shuffle(StringRef how, ArrayRef<StringRef> operands) {
    if (operands.size() != 5)
      return false;
    auto [to, isThere] = operands[0].split('|');
    Type *word = builder.getInt32Ty();
    Value *number = valueOf(operands[1]);
    bool isFloat = number && number->getType()->isFloatTy();
    number = read(operands[1], isFloat ? builder.getFloatTy() : word);
    Value *distance = read(operands[2], word), *clamp = read(operands[3], word);
    Value *mask = read(operands[4], word);
    Intrinsic::ID id = shuffleOf(how, isFloat);
    if (!number || !distance || !clamp || !mask || id == Intrinsic::not_intrinsic)
      return false;
    Value *sent = builder.CreateIntrinsic(id, {}, {mask, number, distance, clamp});
    return assign(to, sent) && (isThere.empty() || assign(isThere, isInside(how, distance, clamp)));
  }

  /// Does the thread that is asked belong to the part of the warp that the clamp says?
  Value *isInside(StringRef how, Value *distance, Value *clamp) {
    Value *lane = builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid, {});
    Value *parts = builder.CreateAnd(builder.CreateLShr(clamp, 8), 31);
    Value *first = builder.CreateAnd(lane, parts), *rest = builder.CreateNot(parts);
    Value *last = builder.CreateOr(first, builder.CreateAnd(builder.CreateAnd(clamp, 31), rest));
    Value *steps = builder.CreateAnd(distance, 31);
    if (how == "up")
      return builder.CreateICmpSGE(builder.CreateSub(lane, steps), last);
    Value *asked = how == "down"   ? builder.CreateAdd(lane, steps)
                   : how == "bfly" ? builder.CreateXor(lane, steps)
                                   : builder.CreateOr(first, builder.CreateAnd(steps, rest));
    return builder.CreateICmpSLE(asked, last);
  }
};

} // namespace

bool nameWarpExchange(CallInst &call) {
  StringRef block = blockOf(call);
  if (block.empty() || !call.getModule()->getTargetTriple().isNVPTX() ||
      !call.getType()->isSingleValueType())
    return false;
  Instruction *before = call.getPrevNode();
  Value *result = BlockWriter(call).write(block);
  if (result) {
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
    return true;
  }
  while (call.getPrevNode() != before) // what was written of a block that is not known
    call.getPrevNode()->eraseFromParent();
  return false;
}

} // namespace enzyme
