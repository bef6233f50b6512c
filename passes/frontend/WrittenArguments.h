//===- WrittenArguments.h - what the source says of a request's arguments -----===//
//
// Problem: in the IR a pointer is a pointer. That the shadow of a `double *` is a
// `float *`, or the variable that was also passed as the value, only the source says.
//
// Here: what the front end's half notes of the arguments of each request, and the
// comparison of shadows with their values once it is known which belongs to which.
// What the source does not say plainly is neither noted nor complained about.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_WRITTENARGUMENTS_H
#define ENZYME_FRONTEND_WRITTENARGUMENTS_H

#include "report/Refusal.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace enzyme {

class Diagnostics;
struct Request;

/// One argument as it is written, without implicit conversions.
struct WrittenArgument {
  Position where;
  std::string type;      ///< "double *"
  std::string elements;  ///< "double", "pointer", "structure"; "" for what holds no numbers
  std::string text;      ///< "x + n"; "" where evaluating it twice is not the same
  unsigned identity = 0; ///< of the text: members of a pack of parameters are written alike
  bool isNull = false;
  bool leadsToNumbers = false; ///< a pointer that does, through whatever structures and pointers
};

/// A call of a word.
struct WrittenCall {
  Position where;
  std::string callee;
  bool isOnHost = true; ///< in CUDA and HIP: in a function that only the host runs
  std::vector<WrittenArgument> arguments;
};

/// Refuses shadows that cannot belong to their values. `calls`: of the same file.
void checkShadows(llvm::ArrayRef<Request> requests, llvm::ArrayRef<WrittenCall> calls,
                  bool isRuntimeActivity, Diagnostics &diagnostics);

} // namespace enzyme
#endif
