//===- LaneValues.h - the values of all lanes -----------------------------------===//
//
// A value of the primal in W lanes: one scalar if it is the same in all of them, a
// vector if vectors can hold its type, else W values.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TRANSFORM_LANEVALUES_H
#define ENZYME_TRANSFORM_LANEVALUES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

enum class Form : uint8_t { Uniform, Vector, Each };

struct Wide {
  Form form = Form::Uniform;
  llvm::SmallVector<llvm::Value *, 4> parts; ///< one, or one per lane for Each
};

/// Can `type` be the element of a vector that machines are good at?
bool isElement(const llvm::Type *type);

class WideBuilder {
public:
  WideBuilder(llvm::IRBuilder<> &builder, unsigned width) : builder(builder), width(width) {}

  Wide uniform(llvm::Value *value) const { return {Form::Uniform, {value}}; }
  Form formOf(const llvm::Type *type) const { return isElement(type) ? Form::Vector : Form::Each; }
  /// The type of each part of a varying value.
  llvm::Type *partType(llvm::Type *type) const;

  llvm::Value *lane(const Wide &wide, unsigned lane);
  llvm::Value *vector(const Wide &wide);
  /// A varying value from its lanes.
  Wide gather(llvm::ArrayRef<llvm::Value *> lanes);
  /// The same value in the form that varying values of its type have.
  Wide varying(const Wide &wide);
  /// Per lane: `then` where the mask holds, else `otherwise`. Both varying.
  Wide select(llvm::Value *mask, const Wide &then, const Wide &otherwise);
  /// Phis in the form of a value of `type`; with incoming values added later.
  Wide phi(llvm::Type *type, Form form, const llvm::Twine &name);
  void addIncoming(Wide &phi, const Wide &value, llvm::BasicBlock *from);
  Wide zero(llvm::Type *type);

  llvm::IRBuilder<> &builder;
  const unsigned width;
};

} // namespace enzyme
#endif
