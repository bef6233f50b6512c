//===- Exchange.cpp ---------------------------------------------------------===//
#include "rules/mpi/Exchange.h"
#include "rules/Shape.h"
#include "rules/mpi/Calls.h"

using namespace llvm;

namespace enzyme {
namespace {

/// PMPI_Send and MPI_Send are one function.
std::optional<StringRef> nameInC(StringRef symbol) {
  symbol.consume_front("P");
  if (!symbol.consume_front(mpi::prefix) && !symbol.consume_front(mpi::ownPrefix))
    return std::nullopt;
  return symbol;
}

/// A Fortran program's: "send" of mpi_send_ and pmpi_send_.
std::optional<StringRef> nameInFortran(StringRef symbol) {
  symbol.consume_front("p");
  if (!symbol.consume_front(mpi::fortranPrefix) || !symbol.consume_back("_") || symbol.empty())
    return std::nullopt;
  return symbol;
}

const mpi::Row *rowOf(const Function &function) {
  std::optional<StringRef> name = nameInC(function.getName());
  for (const mpi::Row &row : mpi::rows)
    if (name == row.name)
      return hasShape(*function.getFunctionType(), row.shape) ? &row : nullptr;
  return nullptr;
}

bool isWordOf(StringRef list, StringRef word) {
  while (!list.empty()) {
    auto [first, rest] = list.split(' ');
    if (first == word)
      return true;
    list = rest;
  }
  return false;
}

/// Fortran passes all by address, and an error code last; behind that, lengths of text.
bool hasFortranShape(const FunctionType &type) {
  return type.getReturnType()->isVoidTy() && all_of(type.params(), [](Type *parameter) {
           return parameter->isPointerTy() || parameter->isIntegerTy();
         });
}

const mpi::Row *rowInFortran(const Function &function) {
  std::optional<StringRef> name = nameInFortran(function.getName());
  const FunctionType &type = *function.getFunctionType();
  if (!name || !hasFortranShape(type) ||
      !all_of(type.params(), [](Type *parameter) { return parameter->isPointerTy(); }))
    return nullptr;
  for (const mpi::Row &row : mpi::rows)
    if (name->equals_insensitive(row.name)) // its shape has the result in front
      return type.getNumParams() == row.shape.size() ? &row : nullptr;
  return nullptr;
}

bool isInactive(StringRef name) {
  return isWordOf(mpi::inactive, name) ||
         any_of(mpi::inactivePrefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// MPI_Comm_size, MPI_Type_commit.
bool isInactive(const Function &function) {
  std::optional<StringRef> name = nameInC(function.getName());
  return name && isInactive(*name) && !isWordOf(mpi::notInactive, *name) &&
         hasShape(*function.getFunctionType(), "n-");
}

/// mpi_comm_size_ is MPI_Comm_size.
bool isInactiveInFortran(const Function &function) {
  std::optional<StringRef> symbol = nameInFortran(function.getName());
  if (!symbol)
    return false;
  std::string name = symbol->str();
  name[0] = toUpper(name[0]);
  return isInactive(name) && !isWordOf(mpi::notInactive, name) &&
         hasFortranShape(*function.getFunctionType());
}

} // namespace

std::optional<Exchange> exchangeOf(const Function &function) {
  if (!function.isDeclaration() || function.isVarArg())
    return std::nullopt;
  const mpi::Row *row = rowOf(function);
  bool isFortran = !row;
  if (isFortran)
    row = rowInFortran(function);
  if (!row)
    return std::nullopt;
  Exchange exchange{row->name, isFortran, row->buffers.contains('a'), {}};
  for (unsigned at = 0; at != row->buffers.size(); ++at)
    if (char letter = row->buffers[at]; letter != '-')
      exchange.buffers.push_back({at, letter != 'r', letter != 's'});
  return exchange;
}

bool isMpiDerivative(const Function &callee) {
  return callee.isDeclaration() && callee.getName().starts_with(mpi::libraryPrefix);
}

bool communicates(const Function &callee) {
  if (!callee.isDeclaration())
    return false;
  StringRef symbol = callee.getName();
  if (nameInFortran(symbol))
    return hasFortranShape(*callee.getFunctionType()) && !isInactiveInFortran(callee);
  return isMpiDerivative(callee) || (nameInC(symbol) && !isInactive(callee));
}

bool communicates(const CallBase &call) {
  const auto *callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  return callee && callee->isDeclaration() && communicates(*callee) && !isInactiveMpi(call);
}

bool isInactiveMpi(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return false;
  // The clock returns a real.
  StringRef symbol = callee->getName();
  if (auto name = nameInC(symbol); name && isWordOf(mpi::clocks, *name))
    return hasShape(call, "f");
  if (auto name = nameInFortran(symbol); name && isWordOf(mpi::fortranClocks, *name))
    return hasShape(call, "f");
  return isInactive(*callee) || isInactiveInFortran(*callee);
}

bool isMpiHandle(const GlobalVariable &variable) {
  return variable.isDeclaration() && any_of(mpi::handlePrefixes, [&](StringRef prefix) {
           return variable.getName().starts_with(prefix);
         });
}

std::string exchangeFunction(const Exchange &exchange) {
  StringRef language = exchange.isFortran ? mpi::fortranPart : "";
  return (mpi::libraryPrefix + language + exchange.name).str();
}

std::string exchangeReverse() { return (mpi::libraryPrefix + "reverse").str(); }

} // namespace enzyme
