//===- Library.h - tangent rules that the oracle's runtime has --------------===//
#ifndef ENZYME_ORACLE_LIBRARY_H
#define ENZYME_ORACLE_LIBRARY_H

#include "oracle/Frame.h"

namespace enzyme::oracle {

/// An intrinsic, llvm.NAME, of one or several lanes; false: it has no rule.
bool passMathIntrinsic(Frame &frame, llvm::CallBase &call, llvm::StringRef name);

} // namespace enzyme::oracle
#endif
