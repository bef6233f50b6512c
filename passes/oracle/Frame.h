//===- Frame.h - one function being instrumented: the shadow of each value --===//
//
// Every value has a shadow that holds tangent bits where the value holds primal bits: a
// float's is a float of its type, an integer's an integer of its width, a pointer's an
// integer of its size (a number may lie in a pointer while it moves), and those of vectors,
// structures and arrays are made of their parts'.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ORACLE_FRAME_H
#define ENZYME_ORACLE_FRAME_H

#include "oracle/Interface.h"

namespace enzyme::oracle {

/// The type of shadows of values of `type`; null where there are none.
llvm::Type *shadowType(llvm::Type *type);

bool isZero(const llvm::Value *shadow);

class Frame {
public:
  Frame(llvm::Function &function, Interface &runtime);

  llvm::Value *of(llvm::Value *value);
  void set(llvm::Value &value, llvm::Value *shadow) { shadows[&value] = shadow; }
  /// Where the shadow of the memory at `address` lies.
  llvm::Value *placeOf(llvm::IRBuilder<> &builder, llvm::Value *address);
  /// Bytes of a local object.
  llvm::Value *sizeOf(llvm::IRBuilder<> &builder, llvm::AllocaInst &object);
  /// "file:line" of an instruction, else its function's name.
  llvm::Constant *lineOf(const llvm::Instruction &instruction);
  /// Is any bit of the shadow set? An i1.
  llvm::Value *isActive(llvm::IRBuilder<> &builder, llvm::Value *shadow);
  /// In front of `before`: the program stops with `what` if `condition` holds.
  void stopIf(llvm::Value *condition, llvm::Instruction &before, llvm::StringRef what);
  /// The same where any operand of the instruction has a shadow.
  void stopIfActive(llvm::Instruction &instruction, llvm::StringRef what);

  llvm::Function &function;
  Interface &runtime;
  const llvm::DataLayout &layout;
  llvm::Value *isCalledByOurs = nullptr; ///< an i1: the arguments' shadows were handed over
  llvm::Value *callRecord = nullptr;     ///< struct oracle_call, for rules
  llvm::Value *variadicCopy = nullptr;   ///< of the block of variadic arguments
  llvm::Value *variadicBytes = nullptr;  ///< how much of it was handed over

private:
  llvm::DenseMap<llvm::Value *, llvm::Value *> shadows;
};

// An instruction's shadow, by kind; each says whether it knows the instruction.
bool moveShadow(Frame &frame, llvm::Instruction &instruction);
bool computeTangent(Frame &frame, llvm::Instruction &instruction);
bool followBits(Frame &frame, llvm::Instruction &instruction);
void passCall(Frame &frame, llvm::CallBase &call);
bool passIntrinsic(Frame &frame, llvm::IntrinsicInst &call);
/// A function of the processor on vectors, llvm.NAME; false: it is not known.
bool passVectorFunction(Frame &frame, llvm::CallBase &call, llvm::StringRef name);
void passAssembly(Frame &frame, llvm::CallBase &call);
bool passLibraryCall(Frame &frame, llvm::CallBase &call);
void passReturn(Frame &frame, llvm::ReturnInst &instruction);
void receiveArguments(Frame &frame);
/// Fixed and variadic arguments beyond those that the callee names (Variadic.cpp).
void passVariadic(Frame &frame, llvm::CallBase &call);
void keepVariadic(Frame &frame);
void receiveVariadic(Frame &frame, llvm::IntrinsicInst &start);
/// Tells the runtime the floats that the instruction yields, and their tangents (Steps.cpp).
void tellOfStep(Frame &frame, llvm::Instruction &instruction);

/// product of a partial derivative and a tangent; zero where the tangent is.
llvm::Value *timesTangent(llvm::IRBuilder<> &builder, llvm::Value *partial, llvm::Value *tangent);
/// Does a table of library functions know the name, as one that takes floats?
bool hasRule(const llvm::Function &function);

} // namespace enzyme::oracle
#endif
