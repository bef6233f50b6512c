//===- EigenKernels.cpp ----------------------------------------------------===//
#include "rules/blas/EigenKernels.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace enzyme::blas {
namespace {

constexpr StringLiteral mangledScope = "_ZN5Eigen8internal",
                        scope = "Eigen::internal::", mangledSvd = "_ZN5Eigen6BDCSVD",
                        mangledJacobi = "_ZN5Eigen9JacobiSVD", jacobi = "Eigen::JacobiSVD<",
                        matrix = "Eigen::Matrix<";

/// Each parameter: an integer, a pointer, a number.
bool hasParameters(const Function &function, StringRef letters, Type *number) {
  const FunctionType *type = function.getFunctionType();
  if (!type->getReturnType()->isVoidTy() || type->isVarArg() ||
      type->getNumParams() != letters.size())
    return false;
  return all_of(zip(letters, type->params()), [&](auto pair) {
    auto [letter, parameter] = pair;
    return letter == 'i'   ? parameter->isIntegerTy(64)
           : letter == 'p' ? parameter->isPointerTy()
                           : parameter == number;
  });
}

SmallVector<StringRef, 12> argumentsOf(StringRef list) {
  SmallVector<StringRef, 12> arguments;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i != list.size(); ++i) {
    depth += list[i] == '<' ? 1 : list[i] == '>' ? -1 : 0;
    if (list[i] == ',' && depth == 0) {
      arguments.push_back(list.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  arguments.push_back(list.drop_front(begin).trim());
  return arguments;
}

/// What stands before the `>` that closes a list of template arguments, and what behind it.
std::pair<StringRef, StringRef> splitAtEnd(StringRef list) {
  size_t end = 0;
  for (int depth = 1; end != list.size(); ++end) {
    depth += list[end] == '<' ? 1 : list[end] == '>' ? -1 : 0;
    if (depth == 0)
      break;
  }
  return {list.take_front(end), list.drop_front(end)};
}

/// `Eigen::internal::NAME<ARGUMENTS>::run(…`
struct Spelt {
  StringRef name;
  SmallVector<StringRef, 12> arguments;
};

std::optional<Spelt> readName(StringRef demangled) {
  if (!demangled.consume_front(scope))
    return std::nullopt;
  auto [name, rest] = demangled.split('<');
  auto [arguments, behind] = splitAtEnd(rest);
  if (!behind.starts_with(">::run("))
    return std::nullopt;
  return Spelt{name, argumentsOf(arguments)};
}

char flagOf(StringRef order) { return order == "0" ? 'N' : 'T'; }

/// Which triangle, and of which diagonal, `mode` says: 1 lower, 2 upper, 4 ones on the diagonal.
bool readMode(StringRef mode, EigenKernel &kernel) {
  unsigned bits = 0;
  if (mode.getAsInteger(10, bits) || bits > 6 || (bits & 3) == 0 || (bits & 3) == 3)
    return false;
  bool isUpper = (bits & 2) != 0, isByRows = kernel.leftFlag == 'T';
  kernel.triangle = isUpper != isByRows ? 'U' : 'L'; // as it lies
  kernel.diagonal = bits & 4 ? 'U' : 'N';
  return true;
}

bool readSide(StringRef side, EigenKernel &kernel) {
  kernel.side = side == "1" ? 'L' : 'R';
  return side == "1" || side == "2";
}

bool isMapper(StringRef type, StringRef number, StringRef order) {
  return type ==
         (Twine(scope) + "const_blas_data_mapper<" + number + ", long, " + order + ">").str();
}

struct Reader {
  const Function &function;
  ArrayRef<StringRef> given;
  StringRef number;
  Type *type;
  EigenKernel kernel;

  bool readProduct() {
    if (given.size() != 9 || given[0] != "long" || given[4] != number || given[7] != "0" ||
        given[8] != "1" || !hasParameters(function, "iiipipipiinpp", type))
      return false;
    kernel.kind = EigenKernel::Kind::Product;
    kernel.leftFlag = flagOf(given[2]);
    kernel.rightFlag = flagOf(given[5]);
    return true;
  }

  bool readApplication() {
    if (given.size() != 9 || given[0] != "long" || given[5] != number ||
        !isMapper(given[2], number, given[3]) || !hasParameters(function, "iipppin", type))
      return false;
    bool isRow = isMapper(given[6], number, "1");
    kernel.kind = EigenKernel::Kind::Application;
    kernel.leftFlag = flagOf(given[3]);
    kernel.rightFlag = isRow ? 'T' : 'N';
    return isRow || isMapper(given[6], number, "0");
  }

  bool readSolution() {
    if (given.size() != 8 || given[1] != "long" || given[6] != "0" || given[7] != "1" ||
        !hasParameters(function, "iipipiip", type))
      return false;
    kernel.kind = EigenKernel::Kind::Solution;
    kernel.leftFlag = flagOf(given[5]);
    return readSide(given[2], kernel) && readMode(given[3], kernel);
  }

  bool readSolutionOfVector() {
    if (given.size() != 7 || given[1] != number || given[2] != "long" ||
        !hasParameters(function, "ipip", type))
      return false;
    kernel.kind = EigenKernel::Kind::SolutionOfVector;
    kernel.leftFlag = flagOf(given[6]);
    return readSide(given[3], kernel) && readMode(given[4], kernel);
  }
};

} // namespace

/// `Eigen::BDCSVD<…>::computeSingVals(Eigen::Ref<Eigen::Array<NUMBER, …`: all are references.
static std::optional<EigenKernel> rootsOf(const Function &function) {
  if (!function.getName().starts_with(mangledSvd) ||
      !function.getName().contains("computeSingVals") ||
      !hasParameters(function, "ppppppp", nullptr))
    return std::nullopt;
  std::string demangled = demangle(function.getName());
  StringRef parameters =
      StringRef(demangled).split("::computeSingVals(Eigen::Ref<Eigen::Array<").second;
  EigenKernel kernel;
  kernel.kind = EigenKernel::Kind::Roots;
  kernel.precision = parameters.starts_with("double,") ? 'd' : 's';
  return kernel.precision == 'd' || parameters.starts_with("float,") ? std::optional(kernel)
                                                                     : std::nullopt;
}

/// `Eigen::JacobiSVD<MATRIX, …>::compute(MATRIX const&, unsigned int)`, of a matrix that lies by
/// columns: as many as rows, or as the run says. It gives itself back.
static std::optional<EigenKernel> singularValuesOf(const Function &function) {
  const FunctionType *type = function.getFunctionType();
  if (!function.getName().starts_with(mangledJacobi) || !type->getReturnType()->isPointerTy() ||
      type->getNumParams() != 3 || !type->getParamType(0)->isPointerTy() ||
      !type->getParamType(1)->isPointerTy() || !type->getParamType(2)->isIntegerTy(32))
    return std::nullopt;
  std::string demangled = demangle(function.getName());
  StringRef rest = demangled;
  if (!rest.consume_front(jacobi))
    return std::nullopt;
  auto [list, behind] = splitAtEnd(rest);
  StringRef whole = argumentsOf(list)[0], inner = whole;
  if (!behind.consume_front(">::compute(") || !behind.consume_front(whole) ||
      behind != " const&, unsigned int)" || !inner.consume_front(matrix) ||
      !inner.consume_back(">"))
    return std::nullopt;
  SmallVector<StringRef, 12> given = argumentsOf(inner); // number, rows, columns, options, the most
  int rows = 0;
  bool isOfOrder = given.size() == 6 && !given[1].getAsInteger(10, rows) &&
                   (rows == -1 || rows > 0) && given[2] == given[1] && given[4] == given[1] &&
                   given[5] == given[1];
  if (!isOfOrder || (given[3] != "0" && given[3] != "2") ||
      (given[0] != "double" && given[0] != "float"))
    return std::nullopt;
  EigenKernel kernel;
  kernel.kind = EigenKernel::Kind::SingularValues;
  kernel.precision = given[0] == "double" ? 'd' : 's';
  kernel.order = rows == -1 ? 0 : rows;
  return kernel;
}

std::optional<EigenKernel> eigenKernelOf(const Function &function) {
  if (auto roots = rootsOf(function))
    return roots;
  if (auto values = singularValuesOf(function))
    return values;
  if (!function.getName().starts_with(mangledScope))
    return std::nullopt;
  std::string demangled = demangle(function.getName());
  std::optional<Spelt> spelt = readName(demangled);
  if (!spelt)
    return std::nullopt;
  bool isOfMatrices = spelt->name.starts_with("general_");
  StringRef number = spelt->arguments[isOfMatrices && spelt->arguments.size() > 1 ? 1 : 0];
  if (number != "double" && number != "float")
    return std::nullopt;
  LLVMContext &context = function.getContext();
  Reader reader{function,
                spelt->arguments,
                number,
                number == "double" ? Type::getDoubleTy(context) : Type::getFloatTy(context),
                {}};
  reader.kernel.precision = number == "double" ? 'd' : 's';
  bool isRead = spelt->name == "general_matrix_matrix_product"   ? reader.readProduct()
                : spelt->name == "general_matrix_vector_product" ? reader.readApplication()
                : spelt->name == "triangular_solve_matrix"       ? reader.readSolution()
                : spelt->name == "triangular_solve_vector"       ? reader.readSolutionOfVector()
                                                                 : false;
  return isRead ? std::optional(reader.kernel) : std::nullopt;
}

bool computesBlockSizes(const Function &function) {
  return function.getName().starts_with(mangledScope) &&
         StringRef(demangle(function.getName()))
             .starts_with("void Eigen::internal::computeProductBlockingSizes<") &&
         hasParameters(function, "pppi", nullptr);
}

} // namespace enzyme::blas
