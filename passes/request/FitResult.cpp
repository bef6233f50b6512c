//===- FitResult.cpp - derivatives into the declared result ---------------===//
#include "request/FitResult.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

void addLeaves(Type *type, Leaf &prefix, const DataLayout &layout, std::vector<Leaf> &leaves) {
  uint64_t count = 1;
  if (auto *structure = dyn_cast<StructType>(type))
    count = structure->getNumElements();
  else if (auto *array = dyn_cast<ArrayType>(type))
    count = array->getNumElements();
  else if (auto *vector = dyn_cast<FixedVectorType>(type))
    count = vector->getNumElements();
  else if (!type->isVoidTy()) {
    prefix.type = type;
    leaves.push_back(prefix);
    return;
  }
  for (uint64_t i = 0; i < count && !type->isVoidTy(); ++i) {
    Type *member = isa<VectorType>(type) ? cast<VectorType>(type)->getElementType()
                                         : GetElementPtrInst::getTypeAtIndex(type, i);
    uint64_t within =
        isa<StructType>(type)
            ? layout.getStructLayout(cast<StructType>(type))->getElementOffset(i).getFixedValue()
            : i * layout.getTypeAllocSize(member).getFixedValue();
    Leaf next = prefix;
    next.path.push_back(i);
    next.offset += within;
    addLeaves(member, next, layout, leaves);
  }
}

/// A value may be widened, never narrowed.
bool widens(const Type *from, const Type *to) {
  if (from == to)
    return true;
  if (from->isFloatingPointTy() && to->isFloatingPointTy())
    return from->getPrimitiveSizeInBits() <= to->getPrimitiveSizeInBits();
  return from->isIntegerTy(1) && to->isIntegerTy();
}

Value *widen(IRBuilderBase &builder, Value *value, Type *to) {
  if (value->getType() == to)
    return value;
  return to->isIntegerTy() ? builder.CreateZExt(value, to) : builder.CreateFPExt(value, to);
}

bool allWiden(ArrayRef<Leaf> from, ArrayRef<Leaf> to) {
  return all_of(zip(from, to), [](const auto &pair) {
    return widens(std::get<0>(pair).type, std::get<1>(pair).type);
  });
}

/// The aggregate that holds the leaf, and the leaf's place in its vector.
ArrayRef<unsigned> aggregatePath(Type *whole, const Leaf &leaf, bool &isInVector) {
  Type *type = whole;
  isInVector = false;
  for (unsigned index : leaf.path) {
    isInVector = isa<VectorType>(type);
    if (!isInVector)
      type = ExtractValueInst::getIndexedType(type, index);
  }
  ArrayRef<unsigned> path = leaf.path;
  return isInVector ? path.drop_back() : path;
}

/// An array of one float comes back in half of a vector register: the last number
/// of `to` is unused.
bool endsInPadding(ArrayRef<Leaf> from, ArrayRef<Leaf> to, Type *declared) {
  if (to.size() != from.size() + 1 || to.back().path.back() != 1)
    return false;
  bool isInVector = false;
  aggregatePath(declared, to.back(), isInVector);
  return isInVector;
}

} // namespace

std::vector<Leaf> leavesOf(Type *type, const DataLayout &layout) {
  std::vector<Leaf> leaves;
  Leaf root;
  addLeaves(type, root, layout, leaves);
  return leaves;
}

Value *readLeaf(IRBuilderBase &builder, Value *whole, const Leaf &leaf) {
  bool isInVector = false;
  ArrayRef<unsigned> path = aggregatePath(whole->getType(), leaf, isInVector);
  Value *value = path.empty() ? whole : builder.CreateExtractValue(whole, path);
  return isInVector ? builder.CreateExtractElement(value, leaf.path.back()) : value;
}

Value *writeLeaf(IRBuilderBase &builder, Value *whole, Value *value, const Leaf &leaf) {
  bool isInVector = false;
  ArrayRef<unsigned> path = aggregatePath(whole->getType(), leaf, isInVector);
  if (isInVector) {
    Value *vector = path.empty() ? whole : builder.CreateExtractValue(whole, path);
    value = builder.CreateInsertElement(vector, value, leaf.path.back());
  }
  return path.empty() ? value : builder.CreateInsertValue(whole, value, path);
}

Fit fitOf(Type *natural, Type *declared, bool isInMemory, const DataLayout &layout) {
  std::vector<Leaf> from = leavesOf(natural, layout), to = leavesOf(declared, layout);
  if (to.empty())
    return Fit::Ignored;
  if (from.empty())
    return Fit::Empty;
  bool prefixFits = allWiden(from, to); // zip stops at the shorter one
  if (prefixFits &&
      (from.size() == to.size() || (!isInMemory && endsInPadding(from, to, declared))))
    return Fit::Members;
  bool hasInteger = any_of(to, [](const Leaf &leaf) { return leaf.type->isIntegerTy(); });
  uint64_t needed = layout.getTypeAllocSize(natural), room = layout.getTypeAllocSize(declared);
  if (!isInMemory && hasInteger && needed <= room && room - needed < 8)
    return Fit::ByMemory;
  if (prefixFits && from.size() > to.size())
    return Fit::Dropped;
  if (prefixFits && isInMemory)
    return Fit::Padded;
  return Fit::None;
}

Value *buildDeclared(IRBuilderBase &builder, Value *natural, Type *declared, Fit fit) {
  if (fit == Fit::Ignored)
    return nullptr;
  if (fit == Fit::Empty)
    return Constant::getNullValue(declared);
  Function *function = builder.GetInsertBlock()->getParent();
  const DataLayout &layout = function->getDataLayout();
  if (fit == Fit::ByMemory) {
    BasicBlock &entry = function->getEntryBlock();
    IRBuilder<> atEntry(&entry, entry.begin());
    Value *memory = atEntry.CreateAlloca(declared);
    builder.CreateStore(Constant::getNullValue(declared), memory);
    builder.CreateStore(natural, memory);
    return builder.CreateLoad(declared, memory);
  }
  std::vector<Leaf> from = leavesOf(natural->getType(), layout);
  std::vector<Leaf> to = leavesOf(declared, layout);
  Value *result = Constant::getNullValue(declared);
  for (auto [source, target] : zip(from, to)) {
    Value *value = widen(builder, readLeaf(builder, natural, source), target.type);
    result = writeLeaf(builder, result, value, target);
  }
  return result;
}

} // namespace enzyme
