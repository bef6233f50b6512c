//===- Types.cpp - the const answer and its printer -----------------------===//
#include "types/Types.h"
#include "support/Mutation.h"
#include "types/IntegerFlow.h"
#include "types/LayoutTools.h"
#include "types/TypeAnalysis.h"
#include "llvm/IR/AssemblyAnnotationWriter.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormattedStream.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A value's type needs a data layout to be flattened; constants and function
/// arguments find it through the function they are used in or belong to.
const Module *moduleOf(const Value &value) {
  if (const auto *instruction = dyn_cast<Instruction>(&value))
    return instruction->getModule();
  if (const auto *argument = dyn_cast<Argument>(&value))
    return argument->getParent()->getParent();
  if (const auto *global = dyn_cast<GlobalValue>(&value))
    return global->getParent();
  return nullptr;
}

} // namespace

SmallVector<Piece, 2> TypeResults::pieces(const Value &value) const {
  if (auto entry = integers.find(&value); entry != integers.end())
    return entry->second;
  Type *type = value.getType();
  const Module *module = moduleOf(value);
  if (!type->isSized() || type->isScalableTy())
    return {};
  if (!module) { // a constant: scalars do not need the module's layout
    if (type->isFloatingPointTy() || type->isIntegerTy())
      return {pieceOf(type, 0, DataLayout())};
    if (type->isPointerTy())
      return {{0, Kind::Pointer, nullptr, 8}};
  }
  const DataLayout &layout = module ? module->getDataLayout() : DataLayout();
  Layout whole = layoutOf(type, layout);
  whole = cutTo(whole, layout.getTypeStoreSize(type).getFixedValue());
  return {whole.pieces.begin(), whole.pieces.end()};
}

bool TypeResults::carriesFloat(const Value &value) const {
  Type *type = value.getType();
  if (type->isFPOrFPVectorTy())
    return true;
  if (!mayHide(type) && !type->isAggregateType())
    return false;
  return any_of(pieces(value), [](const Piece &p) { return p.kind == Kind::Float; }) &&
         !mutation::breaks("types.carries-float", value);
}

bool TypeResults::carriesPointer(const Value &value) const {
  Type *type = value.getType();
  if (type->isPtrOrPtrVectorTy())
    return true;
  if (!mayHide(type) && !type->isAggregateType())
    return false;
  return any_of(pieces(value), [](const Piece &p) { return p.kind == Kind::Pointer; }) &&
         !mutation::breaks("types.carries-pointer", value);
}

Layout TypeResults::accessed(const Instruction &access) const {
  auto entry = accesses.find(&access);
  return entry == accesses.end() ? Layout() : entry->second;
}

void TypeResults::print(raw_ostream &out, const Function &function) const {
  struct Writer : AssemblyAnnotationWriter {
    const TypeResults &types;
    explicit Writer(const TypeResults &types) : types(types) {}

    void emitFunctionAnnot(const Function *function, formatted_raw_ostream &out) override {
      for (const Argument &argument : function->args())
        if (types.integers.contains(&argument)) {
          out << "; ";
          argument.printAsOperand(out, false);
          out << ": ";
          printPieces(out, types.pieces(argument));
          out << "\n";
        }
    }
    void printInfoComment(const Value &value, formatted_raw_ostream &out) override {
      const auto *instruction = dyn_cast<Instruction>(&value);
      if (!instruction)
        return;
      if (types.accesses.contains(instruction)) {
        out << " ; touches ";
        printLayout(out, types.accessed(*instruction));
      } else if (types.integers.contains(&value)) {
        out << " ; holds ";
        printPieces(out, types.pieces(value));
      }
    }
  };
  Writer writer(*this);
  function.print(out, &writer);
}

TypeResults analyseTypes(Function &prepared, EvidenceStore *others) {
  return TypeAnalysis(prepared, others).run();
}

} // namespace enzyme
