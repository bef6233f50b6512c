//===- VerifyActivity.h - is the answer of activity analysis sound? -------===//
#ifndef ENZYME_ACTIVITY_VERIFYACTIVITY_H
#define ENZYME_ACTIVITY_VERIFYACTIVITY_H

#include "activity/Activity.h"
#include <string>

namespace enzyme {

/// True if the verdicts fit each other; else `why` names the first that do not.
bool verifyActivity(const llvm::Function &prepared, const TypeResults &types,
                    const ActivityResults &activity, std::string &why);

} // namespace enzyme
#endif
