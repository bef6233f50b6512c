//===- Captures.h - what a fork hands to its region (room-private) -----------===//
#ifndef ENZYME_PARALLEL_CAPTURES_H
#define ENZYME_PARALLEL_CAPTURES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace enzyme {

/// With -g clang wraps the region into another function.
void inlineWrapped(llvm::Function &region);

/// flang says with the fork whether there is to be a team: a team of one instead, where there is
/// not.
void unfoldCondition(llvm::CallInst &fork);

/// The same of clang's code for such a condition: it calls the region between two words to the
/// runtime.
void unfoldSerialCalls(llvm::Function &function);

/// flang hands one structure of addresses over: its members instead. `fork` may be replaced.
void unpackStructure(llvm::CallInst &fork);

/// The loads of what `parameter` leads to, if nothing else is done with it.
std::optional<llvm::SmallVector<llvm::LoadInst *, 8>> loadsThrough(llvm::Argument &parameter);

/// The values that are `parameter`: front ends put it into a variable first, and with -g again.
/// Nothing if it is put anywhere else. `uses`: what is done with them.
bool followAddress(llvm::Argument &parameter, llvm::SmallVectorImpl<llvm::Use *> &uses);

/// Is `variable` written to by no thread while the team of `fork` runs?
bool isOnlyRead(llvm::AllocaInst &variable, const llvm::CallInst &fork);
/// Does nothing but `parameter` of the fork's region lead there while the team runs?
bool isOnlyHandedTo(llvm::AllocaInst &variable, const llvm::CallInst &fork,
                    const llvm::Argument &parameter);

/// Numbers of up to eight bytes are passed by value as integers: the type of which the region
/// uses it; null if it is none.
llvm::Type *numberIn(llvm::Argument &argument);
/// The same of the fork's operand, which was loaded from a variable that the number was put in.
llvm::Value *asNumber(llvm::Value *bits, llvm::Type *type, llvm::CallInst &fork);
/// store (zext (bitcast number)), variable: the number itself.
void storeAsNumber(llvm::Argument &number);

} // namespace enzyme
#endif
