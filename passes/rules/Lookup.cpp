//===- Lookup.cpp - from an instruction or a name to a row ---------------===//
//
// A complex operand takes different forms, by type and target:
//
//     double, double    two operands (x86-64 double complex, __muldc3)
//     <2 x float>       one operand, a vector (x86-64 float complex)
//     [2 x T], {T, T}   one operand, an aggregate (AArch64)
//     ptr byval         memory: no formula; prepare/ passes such calls by value
//===----------------------------------------------------------------------===//
#include "rules/Lookup.h"
#include "rules/Shape.h"
#include "rules/Spelling.h"
#include "rules/scalar/Arithmetic.h"
#include "rules/scalar/Complex.h"
#include "rules/scalar/Conversions.h"
#include "rules/scalar/Elementary.h"
#include "rules/scalar/Piecewise.h"
#include "rules/scalar/Processor.h"
#include "rules/scalar/Special.h"

using namespace llvm;

namespace enzyme {

ArrayRef<FormulaTable> formulaTables() {
  static const FormulaTable tables[] = {
      {"Instructions", scalar::instructions},
      {"Fused arithmetic", scalar::fused},
      {"Roots and norms", scalar::roots},
      {"Powers", scalar::powers},
      {"Exponentials and logarithms", scalar::exponentials},
      {"Circular functions", scalar::circular},
      {"Hyperbolic functions", scalar::hyperbolic},
      {"Error functions", scalar::errorFunctions},
      {"Gamma functions", scalar::gammas},
      {"Bessel functions", scalar::bessel},
      {"Choices", scalar::choices},
      {"Remainders and fractions", scalar::remainders},
      {"Exponents", scalar::exponents},
      {"Neighbours", scalar::neighbours},
      {"Other formats", scalar::otherFormats},
      {"Roundings", scalar::roundings},
      {"Conversions", scalar::conversions},
      {"Processors' own operations", scalar::processor},
      {"Complex: powers and exponentials", scalar::complexElementary},
      {"Complex: circular and hyperbolic", scalar::complexCircular},
      {"Complex: inverse functions", scalar::complexInverse},
      {"Complex: arithmetic", scalar::complexArithmetic},
      {"Complex: parts", scalar::complexParts},
  };
  return tables;
}

const Formula *findInstruction(StringRef opcode) {
  for (const Formula &row : formulaTables().front().rows)
    if (opcode == StringRef(row.name))
      return &row;
  return nullptr;
}

const Formula *findFunction(StringRef name) {
  for (const FormulaTable &table : formulaTables().drop_front())
    for (const Formula &row : table.rows)
      if (name == StringRef(row.name))
        return &row;
  return nullptr;
}

namespace {

/// Lays a row over the operand types of a call.
class Layer {
public:
  Layer(const Formula &row, FunctionType &type) : type(type) { layout.row = &row; }

  std::optional<RowLayout> lay(const Spelling &spelling) {
    for (char role : layout.row->roles)
      if (next == type.getNumParams() || !layOperand(role))
        return std::nullopt;
    if (next != type.getNumParams() && !spelling.hasTrailing)
      return std::nullopt;
    if (!layResult() || (real && !fits(spelling.precision, *real)))
      return std::nullopt;
    return std::move(layout);
  }

private:
  bool layOperand(char role) {
    Type *operand = type.getParamType(next);
    switch (role) {
    case 'x':
    case 'w':
      if (!operand->isFPOrFPVectorTy() || (role == 'x' && !agree(operand)))
        return false;
      layout.inputs.push_back({next++, -1});
      return true;
    case 'n':
      layout.parameters.push_back(next++);
      return operand->isIntOrIntVectorTy();
    case 'z':
      return layComplex(operand);
    case '_':
      ++next;
      return operand->isFPOrFPVectorTy();
    default:
      ++next;
      return !holdsFloat(operand);
    }
  }

  bool layComplex(Type *operand) {
    if (Type *part = partOfPair(operand)) {
      layout.inputs.push_back({next, 0});
      layout.inputs.push_back({next++, 1});
      return agree(part);
    }
    if (!operand->isFloatingPointTy() || next + 1 == type.getNumParams() ||
        type.getParamType(next + 1) != operand)
      return false;
    layout.inputs.push_back({next++, -1});
    layout.inputs.push_back({next++, -1});
    return agree(operand);
  }

  bool layResult() {
    Type *result = type.getReturnType();
    StringRef results = layout.row->results;
    if (results.empty())
      return !holdsFloat(result);
    if (results == "x") {
      layout.outputs.push_back(-1);
      return result->isFPOrFPVectorTy() && (layout.row->roles.front() == 'w' || agree(result));
    }
    layout.outputs.push_back(0);
    if (results == "z") {
      layout.outputs.push_back(1);
      Type *part = partOfPair(result);
      return part && agree(part);
    }
    if (results == "xx")
      layout.outputs.push_back(1);
    auto *pair = dyn_cast<StructType>(result); // llvm.sincos, llvm.frexp
    bool isPair = pair && pair->getNumElements() == 2 && agree(pair->getElementType(0));
    return isPair && (results != "xx" || pair->getElementType(0) == pair->getElementType(1));
  }

  /// T for <2 x T>, [2 x T], {T, T}.
  static Type *partOfPair(Type *type) {
    if (auto *vector = dyn_cast<FixedVectorType>(type))
      return vector->getNumElements() == 2 ? vector->getElementType() : nullptr;
    if (auto *array = dyn_cast<ArrayType>(type))
      return array->getNumElements() == 2 ? array->getElementType() : nullptr;
    auto *pair = dyn_cast<StructType>(type);
    bool isPair =
        pair && pair->getNumElements() == 2 && pair->getElementType(0) == pair->getElementType(1);
    return isPair ? pair->getElementType(0) : nullptr;
  }

  /// All reals of a call have one type.
  bool agree(Type *type) {
    if (!whole)
      whole = type;
    real = type->getScalarType();
    return whole == type && real->isFloatingPointTy();
  }

  FunctionType &type;
  RowLayout layout;
  unsigned next = 0;
  Type *whole = nullptr; ///< the type of a real, perhaps a vector
  Type *real = nullptr;  ///< its scalar type
};

} // namespace

std::optional<RowLayout> lookUp(StringRef symbol, FunctionType &type, bool anyPrecision) {
  for (Spelling spelling : readSymbol(symbol)) {
    const Formula *row =
        spelling.isOpcode ? findInstruction(spelling.name) : findFunction(spelling.name);
    if (!row)
      continue;
    if (anyPrecision)
      spelling.precision = Precision::Any;
    if (std::optional<RowLayout> layout = Layer(*row, type).lay(spelling))
      return layout;
  }
  return std::nullopt;
}

} // namespace enzyme
