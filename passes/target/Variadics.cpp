//===- Variadics.cpp - the program's own variadic functions ----------------===//
//
// Problem: the arguments behind "..." have no place in the derivative of a
// function. What reads them is ordinary code though: clang has turned va_arg into
// loads through the va_list of the x86-64 psABI,
//
//     struct { int gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; }
//
// Here: the caller fills such a list and its two areas on its own stack, and calls
// a copy of the function that has one more parameter, the list. There va_start is a
// copy of 24 bytes; so is va_copy, there and in functions that are handed a list. What
// the psABI passes in another way (128-bit integers) is left alone, and refused later if
// it matters.
//===----------------------------------------------------------------------===//
#include "target/Variadics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned listBytes = 24, listAlign = 8;
constexpr unsigned overflowAt = 8, savedAt = 16; ///< in the list
constexpr unsigned word = 8, vectorWord = 16;
constexpr unsigned wordRegisters = 6, vectorRegisters = 8;
constexpr unsigned savedBytes = wordRegisters * word + vectorRegisters * vectorWord;

enum class Way { Word, Vector, Memory, Unknown };

Way wayOf(const Type *type, bool isByValue) {
  if (isByValue || type->isX86_FP80Ty())
    return Way::Memory;
  if (type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64))
    return Way::Word;
  bool isSmallVector = type->isVectorTy() && type->getPrimitiveSizeInBits() <= 128;
  if (type->isFP128Ty() || isSmallVector || (type->isFloatingPointTy() && !type->isPPC_FP128Ty()))
    return Way::Vector;
  return Way::Unknown;
}

/// Where the psABI puts each argument of one call.
class Areas {
public:
  struct Place {
    bool isSaved = false; ///< in the register save area, else in the overflow area
    unsigned offset = 0;
    bool isKnown = true;
  };

  Place next(Way way, uint64_t bytes, uint64_t align) {
    if (way == Way::Unknown)
      return {false, 0, false};
    if (way == Way::Word && words < wordRegisters)
      return {true, words++ * word};
    if (way == Way::Vector && vectors < vectorRegisters)
      return {true, wordRegisters * word + vectors++ * vectorWord};
    overflow = alignTo(overflow, std::max<uint64_t>(align, word));
    unsigned at = overflow;
    overflow += alignTo(bytes, word);
    return {false, at};
  }
  void endFixed() { overflow = 0; }
  unsigned wordOffset() const { return words * word; }
  unsigned vectorOffset() const { return wordRegisters * word + vectors * vectorWord; }
  unsigned overflowBytes() const { return overflow; }

private:
  unsigned words = 0, vectors = 0, overflow = 0;
};

class VariadicCall {
public:
  explicit VariadicCall(CallBase &call)
      : call(call), layout(call.getModule()->getDataLayout()),
        fixed(call.getFunctionType()->getNumParams()) {}

  /// Lays out the arguments; false if one goes a way that is not known.
  bool layOut();
  CallBase *replace(Function &copy);

private:
  CallBase &call;
  const DataLayout &layout;
  unsigned fixed;
  Areas atStart, areas;
  SmallVector<Areas::Place, 8> places;

  Type *typeOf(unsigned index) const {
    Type *byValue = call.getParamByValType(index);
    return byValue ? byValue : call.getArgOperand(index)->getType();
  }
  AllocaInst *area(unsigned bytes, const Twine &name);
  void fill(IRBuilder<> &builder, Value *saved, Value *overflow);
};

bool VariadicCall::layOut() {
  for (unsigned i = 0; i != call.arg_size(); ++i) {
    if (i == fixed) {
      areas.endFixed();
      atStart = areas;
    }
    bool isByValue = call.isByValArgument(i);
    Type *type = typeOf(i);
    Areas::Place place =
        areas.next(wayOf(type, isByValue), layout.getTypeAllocSize(type).getFixedValue(),
                   type->isX86_FP80Ty() || type->isFP128Ty() || type->isVectorTy()
                       ? vectorWord
                       : call.getParamAlign(i).valueOrOne().value());
    if (!place.isKnown)
      return false;
    if (i >= fixed)
      places.push_back(place);
  }
  if (call.arg_size() == fixed)
    atStart = areas;
  return true;
}

AllocaInst *VariadicCall::area(unsigned bytes, const Twine &name) {
  IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
  AllocaInst *area =
      entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), std::max(bytes, 1u)), nullptr, name);
  area->setAlignment(Align(vectorWord));
  return area;
}

void VariadicCall::fill(IRBuilder<> &builder, Value *saved, Value *overflow) {
  for (unsigned i = fixed; i != call.arg_size(); ++i) {
    const Areas::Place &place = places[i - fixed];
    Value *at = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                                   place.isSaved ? saved : overflow, place.offset);
    Value *argument = call.getArgOperand(i);
    if (call.isByValArgument(i))
      builder.CreateMemCpy(at, Align(word), argument, call.getParamAlign(i),
                           layout.getTypeAllocSize(typeOf(i)).getFixedValue());
    else
      builder.CreateAlignedStore(argument, at, Align(word));
  }
}

CallBase *VariadicCall::replace(Function &copy) {
  AllocaInst *saved = area(savedBytes, "variadic.saved");
  AllocaInst *overflow = area(areas.overflowBytes(), "variadic.overflow");
  AllocaInst *list = area(listBytes, "variadic.list");
  IRBuilder<> builder(&call);
  fill(builder, saved, overflow);
  auto put = [&](Value *value, unsigned offset) {
    builder.CreateAlignedStore(
        value, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), list, offset), Align(4));
  };
  put(builder.getInt32(atStart.wordOffset()), 0);
  put(builder.getInt32(atStart.vectorOffset()), 4);
  put(overflow, overflowAt);
  put(saved, savedAt);

  SmallVector<Value *, 8> arguments(call.arg_begin(), call.arg_begin() + fixed);
  arguments.push_back(list);
  SmallVector<AttributeSet, 8> parameters;
  for (unsigned i = 0; i != fixed; ++i)
    parameters.push_back(call.getAttributes().getParamAttrs(i));
  CallBase *made;
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    made = builder.CreateInvoke(&copy, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
  else
    made = builder.CreateCall(&copy, arguments);
  made->setAttributes(AttributeList::get(call.getContext(), call.getAttributes().getFnAttrs(),
                                         call.getAttributes().getRetAttrs(), parameters));
  made->setCallingConv(call.getCallingConv());
  made->copyMetadata(call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
  return made;
}

/// va_copy is a copy of a list, va_end is nothing; where `list` is what was passed, va_start is a
/// copy of it.
bool readLists(Function &function, Value *list) {
  bool hasChanged = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    Intrinsic::ID id = intrinsic ? intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic;
    bool isRead = id == Intrinsic::vacopy || (list && id == Intrinsic::vastart);
    if (!isRead && !(list && id == Intrinsic::vaend))
      continue;
    IRBuilder<> builder(intrinsic);
    if (isRead)
      builder.CreateMemCpy(intrinsic->getArgOperand(0), Align(listAlign),
                           id == Intrinsic::vastart ? list : intrinsic->getArgOperand(1),
                           Align(listAlign), listBytes);
    intrinsic->eraseFromParent();
    hasChanged = true;
  }
  return hasChanged;
}

Function &copyWithList(Function &variadic) {
  FunctionType *type = variadic.getFunctionType();
  SmallVector<Type *, 8> parameters(type->params());
  parameters.push_back(PointerType::getUnqual(variadic.getContext()));
  Function *copy =
      Function::Create(FunctionType::get(type->getReturnType(), parameters, false),
                       variadic.getLinkage(), variadic.getName() + ".listed", variadic.getParent());
  ValueToValueMapTy map;
  for (Argument &argument : variadic.args()) {
    map[&argument] = copy->getArg(argument.getArgNo());
    copy->getArg(argument.getArgNo())->setName(argument.getName());
  }
  SmallVector<ReturnInst *, 2> returns;
  CloneFunctionInto(copy, &variadic, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  copy->getArg(type->getNumParams())->setName("variadic.list");
  readLists(*copy, copy->getArg(type->getNumParams()));
  return *copy;
}

} // namespace

bool passVariadicsInMemory(const SetVector<Function *> &functions) {
  SmallVector<CallBase *, 4> calls;
  bool hasChanged = false;
  for (Function *function : functions) {
    if (function->getParent()->getTargetTriple().getArch() != Triple::x86_64)
      continue;
    hasChanged |= readLists(*function, /*list=*/nullptr);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction();
            callee && callee->isVarArg() && !callee->isDeclaration() &&
            callee->getFunctionType() == call->getFunctionType())
          calls.push_back(call);
  }
  DenseMap<Function *, Function *> copies;
  for (CallBase *call : calls) {
    VariadicCall variadic(*call);
    if (!variadic.layOut())
      continue;
    Function *&copy = copies[call->getCalledFunction()];
    if (!copy)
      copy = &copyWithList(*call->getCalledFunction());
    variadic.replace(*copy);
    hasChanged = true;
  }
  return hasChanged;
}

} // namespace enzyme
