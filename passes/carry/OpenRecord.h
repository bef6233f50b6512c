//===- OpenRecord.h - a request that waits for the link -------------------===//
//
// Problem: a request whose function, or something it calls, has its body in
// another file cannot be finished when its file is compiled.
//
// Here: what is left in the object instead. The call in the program has already
// become a call of a function of a unique name that is not defined yet; the record
// says which derivative that function is. It holds the request as it was read off
// the front end's code, so that nothing of the caller is needed at the link.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CARRY_OPENRECORD_H
#define ENZYME_CARRY_OPENRECORD_H

#include "Options.h"
#include "request/Request.h"
#include <string>

namespace enzyme {

/// The prefix of the names of functions that the link has to define. Linking otherwise
/// reports them as undefined symbols.
inline constexpr llvm::StringLiteral openSymbolPrefix = "enzyme_open.";

struct OpenRecord {
  std::string symbol;   ///< what the program calls
  std::string function; ///< to be differentiated, by its name in carried code
  std::string type;     ///< of the function `symbol`, as layoutText says it
  Request request;      ///< without its call and its function
  Options options;      ///< of the file that asks
  /// Of the function that calls `symbol`: what it is compiled for decides how vectors
  /// are passed.
  std::string cpu, tuneCpu, features;
};

std::string writeRecord(const OpenRecord &record);
/// False if the text is not one of ours.
bool readRecord(llvm::StringRef text, OpenRecord &record);

/// The type as text in which structures have no names: equal texts are passed alike.
std::string layoutText(const llvm::Type *type);

} // namespace enzyme
#endif
