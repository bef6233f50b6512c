//===- LlvmHeaders.h - LLVM's headers, parsed once ------------------------===//
//
// Problem: each unit of the passes spends most of its compile time in the same
// headers of LLVM. The build precompiles this list and hands it to every unit
// (passes/CMakeLists.txt). No file includes this one: each names what it uses,
// and builds without it too.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_LLVMHEADERS_H
#define ENZYME_SUPPORT_LLVMHEADERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#endif
