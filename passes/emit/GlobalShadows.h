//===- GlobalShadows.h - shadows of globals start at zero ----------------===//
#ifndef ENZYME_EMIT_GLOBALSHADOWS_H
#define ENZYME_EMIT_GLOBALSHADOWS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// The function a request calls: `derivative` itself, or, where it uses shadows
/// of globals that we made, a function that clears their floats first. No other code
/// can reach these shadows, so what an earlier call left in them is no seed.
///
/// A request that the program's own rule makes while a derivative runs finds that derivative's
/// adjoints in them, and `inRules` says what becomes of them.
enum class InRules : uint8_t {
  Clears, ///< nothing: no rule asks
  Shares, ///< a part of that derivative: forward mode, a reverse half
  Hides,  ///< a derivative by itself; afterwards they are as they were
};
llvm::Function *startFromZeroGlobals(llvm::Function &derivative, InRules inRules = InRules::Clears,
                                     bool readsTape = false);

/// The same for the first half of a split derivative, which leaves everything that does not
/// concern older memory to the other half.
llvm::Function *startFirstHalf(llvm::Function &derivative);

/// Notes at both halves where the other is: older pointers have the same shadows in both, also
/// where only one of them uses a variable by its name.
void noteHalves(llvm::Function &first, llvm::Function &second);

/// Notes that `derivative`, of a kernel, is launched by the host's derivative: with room for the
/// shadow of what memory of a block the launch asks for.
void noteLaunchedByHost(llvm::Function &derivative);

/// Is it a first half that keeps the address of a shadow which only its other half makes?
bool keepsPlaceOfHeap(const llvm::Function &function);

/// Is this a function of that kind?
bool startsFromZero(const llvm::Function &function);

} // namespace enzyme
#endif
