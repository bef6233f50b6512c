//===- DeviceAssembly.h - loads and stores that are written as PTX -------------===//
#ifndef ENZYME_TARGET_DEVICEASSEMBLY_H
#define ENZYME_TARGET_DEVICEASSEMBLY_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Headers have assembly for loads and stores that say how long a cache shall hold what they
/// touch (__ldcg, __stcs): they become LLVM's own. False if `call` is something else.
bool nameDeviceAccess(llvm::CallInst &call);

} // namespace enzyme
#endif
