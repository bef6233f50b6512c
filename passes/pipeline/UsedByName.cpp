//===- UsedByName.cpp - arguments that are used by their name, too ---------===//
//
// Problem: `__enzyme_autodiff(f, work, dwork)`, where f reads `work` by its name as well, or, in
// Fortran, passes a module's array to a procedure of the module. By its name a variable is constant
// or has a shadow of its own: what goes that way does not reach dwork, and a reader of the source
// sees one array.
//
// Here: such requests get a warning with the line of the use. Other members of the same structure
// are other memory, and integers have no derivative. Where a pointer in the variable leads to what
// is passed, a load of that pointer is the use.
//===----------------------------------------------------------------------===//
#include "pipeline/UsedByName.h"
#include "Context.h"
#include "report/Diagnostics.h"
#include "request/ParseGlobals.h"
#include "support/FortranNames.h"
#include "support/ReachedFunctions.h"
#include "types/DeclaredTypes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Span {
  uint64_t begin = 0, end = 0;
  bool meets(const Span &other) const { return begin < other.end && other.begin < end; }
};

/// The outermost array in `type` that has byte `offset`, or else the member itself.
Span arrayAround(Type *type, uint64_t offset, const DataLayout &layout) {
  if (!type->isSized()) // of another file
    return {0, UINT64_MAX};
  Span span{0, layout.getTypeAllocSize(type).getFixedValue()};
  while (auto *structure = dyn_cast<StructType>(type)) {
    if (offset - span.begin >= layout.getTypeAllocSize(type).getFixedValue())
      return span;
    const StructLayout *members = layout.getStructLayout(structure);
    unsigned member = members->getElementContainingOffset(offset - span.begin);
    span.begin += members->getElementOffset(member).getFixedValue();
    type = structure->getElementType(member);
    span.end = span.begin + layout.getTypeAllocSize(type).getFixedValue();
  }
  return span;
}

/// Bytes of the structure that the parameter is declared to point to; 0 if none.
uint64_t structureBehind(const Function &function, unsigned parameter) {
  const auto *structure = dyn_cast_or_null<DICompositeType>(declaredBehind(function, parameter));
  return structure && structure->getTag() != dwarf::DW_TAG_array_type
             ? structure->getSizeInBits() / 8
             : 0;
}

class Uses {
public:
  Uses(const GlobalVariable &variable, const NamedMemory &passed, uint64_t structure)
      : variable(variable), isLedTo(passed.isLedTo), layout(variable.getDataLayout()),
        span(arrayAround(variable.getValueType(), passed.offset, layout)) {
    span.end = std::max(span.end, passed.offset + structure);
  }

  /// A use of numbers there in one of the functions; null if there is none.
  const Instruction *in(const SetVector<Function *> &functions) const {
    SmallSetVector<std::pair<const Value *, uint64_t>, 8> addresses;
    addresses.insert({&variable, 0});
    for (unsigned i = 0; i != addresses.size(); ++i) {
      auto [address, offset] = addresses[i];
      for (const Use &use : address->uses()) {
        const auto *at = dyn_cast<Instruction>(use.getUser());
        if (at && !functions.contains(const_cast<Function *>(at->getFunction()))) // only asked for
          continue;
        if (at && isUse(use, offset))
          return at;
        if (const auto *step = dyn_cast<GEPOperator>(use.getUser()))
          addresses.insert({step, offset + constantPart(*step)});
        else if (isa<PHINode, SelectInst, ConstantExpr>(use.getUser()) || isOfThread(use.getUser()))
          addresses.insert({use.getUser(), offset});
      }
    }
    return nullptr;
  }

private:
  const GlobalVariable &variable;
  bool isLedTo;
  const DataLayout &layout;
  Span span;

  static bool isOfThread(const User *user) {
    const auto *call = dyn_cast<IntrinsicInst>(user);
    return call && call->getIntrinsicID() == Intrinsic::threadlocal_address;
  }

  uint64_t constantPart(const GEPOperator &step) const {
    unsigned width = layout.getIndexTypeSizeInBits(step.getType());
    SmallMapVector<Value *, APInt, 4> variables;
    APInt constant(width, 0);
    return step.collectOffset(layout, width, variables, constant) ? constant.getSExtValue() : 0;
  }

  bool isUse(const Use &use, uint64_t offset) const {
    const auto &at = *cast<Instruction>(use.getUser());
    if (const auto *load = dyn_cast<LoadInst>(&at); load && isLedTo)
      return load->getType()->isPointerTy() && span.meets({offset, offset + 1});
    if (isLedTo || !span.meets(arrayAround(variable.getValueType(), offset, layout)))
      return false;
    if (isa<LoadInst, StoreInst>(at))
      return &use == &at.getOperandUse(isa<StoreInst>(at) ? 1 : 0) &&
             !getLoadStoreType(&at)->isIntOrIntVectorTy();
    const auto *call = dyn_cast<CallBase>(&at);
    return isa<AnyMemTransferInst>(at) || (call && !isa<IntrinsicInst>(call));
  }
};

std::string nameOf(const GlobalVariable &variable) {
  StringRef own = fortranVariable(variable.getName());
  return own.empty() ? readableName(variable.getName()) : own.str();
}

} // namespace

void warnOfUseByName(const Request &request, Function &primal, Context &context) {
  for (auto [index, binding] : enumerate(request.parameters)) {
    const GlobalVariable *variable = binding.named && binding.activity != Activity::Const
                                         ? context.workshop.getNamedGlobal(binding.named->variable)
                                         : nullptr;
    if (!variable || context.userRules.isInactive(*variable))
      continue;
    Uses uses(*variable, *binding.named, structureBehind(primal, index));
    const Instruction *use = uses.in(reachedFunctions({&primal}));
    if (!use)
      continue;
    Refusal warning{MessageId::UsedByName,
                    request.where,
                    {readableName(primal), nameOf(*variable), std::to_string(index + 1)},
                    {}};
    warning.notes.push_back({Position::of(*use), "used here"});
    context.diagnostics.warn(std::move(warning));
  }
}

} // namespace enzyme
