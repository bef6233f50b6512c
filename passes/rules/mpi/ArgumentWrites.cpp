//===- ArgumentWrites.cpp ---------------------------------------------------===//
#include "rules/mpi/ArgumentWrites.h"
#include "rules/mpi/Calls.h"
#include "rules/mpi/Exchange.h"
#include "support/Mutation.h"

using namespace llvm;

namespace enzyme {
namespace {

bool reachesIntoWindows(const Exchange &exchange) {
  return exchange.name.starts_with("Win_") || is_contained(mpi::ofWindows, exchange.name);
}

/// One of MPI's own: what a program makes is a variable.
bool isPredefined(const Value &handle) {
  const auto *variable = dyn_cast<GlobalVariable>(handle.stripPointerCasts());
  return isa<ConstantInt>(handle) || (variable && isMpiHandle(*variable));
}

/// Datatypes and operations, of all handles: the communicator is the last one.
bool hasPredefinedHandles(const CallBase &call, StringRef shape) {
  size_t communicator = shape.rfind('.');
  for (size_t i = 1; i < shape.size(); ++i) // the result is in front
    if (shape[i] == '.' && i != communicator && !isPredefined(*call.getArgOperand(i - 1)) &&
        !mutation::breaks("mpi.argument-writes", "handle"))
      return false;
  return true;
}

} // namespace

bool hasOnlyMessages(const Module &module) {
  bool hasSome = false;
  for (const Function &function : module) {
    if (!communicates(function))
      continue;
    std::optional<Exchange> exchange = exchangeOf(function);
    if ((!exchange || reachesIntoWindows(*exchange)) && !isMpiDerivative(function) &&
        !mutation::breaks("mpi.argument-writes", "window"))
      return false;
    hasSome |= exchange.has_value();
  }
  return hasSome;
}

bool writesOnlyArguments(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  std::optional<Exchange> exchange = callee ? exchangeOf(*callee) : std::nullopt;
  if (!exchange || exchange->isFortran || is_contained(mpi::writesElsewhere, exchange->name))
    return false;
  const mpi::Row *row =
      find_if(mpi::rows, [&](const mpi::Row &one) { return one.name == exchange->name; });
  return hasPredefinedHandles(call, row->shape);
}

} // namespace enzyme
