//===- Spellings.cpp -------------------------------------------------------===//
#include "rules/blas/Spellings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace enzyme::blas {
namespace {

constexpr Routine routines[] = {
    // vectors
    {"dot", "npnpn", 'r'},
    {"nrm2", "npn", 'r'},
    {"asum", "npn", 'r'},
    {"amax", "npn", 'i', "sdcz"},
    {"axpy", "napnpn", 'v', "sdcz"},
    {"scal", "napn", 'v', "sdcz"},
    {"copy", "npnpn", 'v', "sdcz"},
    {"swap", "npnpn", 'v', "sdcz"},
    {"rot", "npnpnaa", 'v'},
    {"rot", "npnpnba", 'v', "cz"}, // of LAPACK
    {"rotg", "pppp", 'v', "sdcz"},
    {"rotm", "npnpnp", 'v'},
    {"sdot", "npnpn", 'r', "d"},
    {"dsdot", "napnpn", 'r', "s"},
    // a matrix and vectors
    {"gemv", "otnnapnpnapn", 'v', "sdcz"},
    {"gbmv", "otnnnnapnpnapn", 'v', "sdcz"},
    {"symv", "ounapnpnapn", 'v'},
    {"sbmv", "ounnapnpnapn", 'v'},
    {"spmv", "ounappnapn", 'v'},
    {"trmv", "outdnpnpn", 'v', "sdcz"},
    {"tbmv", "outdnnpnpn", 'v', "sdcz"},
    {"tpmv", "outdnppn", 'v', "sdcz"},
    {"trsv", "outdnpnpn", 'v', "sdcz"},
    {"tbsv", "outdnnpnpn", 'v', "sdcz"},
    {"tpsv", "outdnppn", 'v', "sdcz"},
    {"ger", "onnapnpnpn", 'v'},
    {"syr", "ounapnpn", 'v'},
    {"spr", "ounapnp", 'v'},
    {"syr2", "ounapnpnpn", 'v'},
    {"spr2", "ounapnpnp", 'v'},
    // matrices
    {"gemm", "ottnnnapnpnapn", 'v', "sdcz"},
    {"symm", "osunnapnpnapn", 'v', "sdcz"},
    {"syrk", "outnnapnapn", 'v', "sdcz"},
    {"syr2k", "outnnapnpnapn", 'v', "sdcz"},
    {"trmm", "osutdnnapnpn", 'v', "sdcz"},
    {"trsm", "osutdnnapnpn", 'v', "sdcz"},
    // complex alone
    {"dotu", "npnpn", 'c', "cz"},
    {"dotc", "npnpn", 'c', "cz"},
    {"dotu_sub", "npnpnp", 'v', "cz"}, // the C interface's
    {"dotc_sub", "npnpnp", 'v', "cz"},
    {"cnrm2", "npn", 'r', "s"},
    {"znrm2", "npn", 'r', "d"},
    {"casum", "npn", 'r', "s"},
    {"zasum", "npn", 'r', "d"},
    {"sscal", "nbpn", 'v', "c"},
    {"dscal", "nbpn", 'v', "z"},
    {"srot", "npnpnbb", 'v', "c"},
    {"drot", "npnpnbb", 'v', "z"},
    {"geru", "onnapnpnpn", 'v', "cz"},
    {"gerc", "onnapnpnpn", 'v', "cz"},
    {"hemv", "ounapnpnapn", 'v', "cz"},
    {"hbmv", "ounnapnpnapn", 'v', "cz"},
    {"hpmv", "ounappnapn", 'v', "cz"},
    {"her", "ounbpnpn", 'v', "cz"},
    {"hpr", "ounbpnp", 'v', "cz"},
    {"her2", "ounapnpnpn", 'v', "cz"},
    {"hpr2", "ounapnpnp", 'v', "cz"},
    {"hemm", "osunnapnpnapn", 'v', "cz"},
    {"herk", "outnnbpnbpn", 'v', "cz"},
    {"her2k", "outnnapnpnbpn", 'v', "cz"},
    // LAPACK
    {"potrf", "unpnf", 'v', "sdcz"},
    {"potrs", "unnpnpnf", 'v', "sdcz"},
    {"posv", "unnpnpnf", 'v', "sdcz"},
    {"getrf", "nnpnpf", 'v', "sdcz"},
    {"getrs", "tnnpnppnf", 'v', "sdcz"},
    {"gesv", "nnpnppnf", 'v', "sdcz"},
    {"trtrs", "utdnnpnpnf", 'v', "sdcz"},
    {"potri", "unpnf", 'v', "sdcz"},
    {"getri", "npnpwkf", 'v', "sdcz"},
    {"trtri", "udnpnf", 'v', "sdcz"},
    {"syev", "junpnpwkf", 'v'},
    {"syevd", "junpnpwkwkf", 'v'},
    {"gesvd", "jjnnpnppnpnwkf", 'v'},
    {"gesdd", "jnnpnppnpnwkwf", 'v'},
    {"gelsd", "nnnpnpnpapwkwf", 'v'},
    {"lange", "jnnpnw", 'r'},
    {"lansy", "junpnw", 'r'},
    {"langb", "jnnnpnw", 'r'},
    {"gecon", "jnpnapwwf", 'v'},
    {"pocon", "unpnapwwf", 'v'},
    {"trcon", "judnpnpwwf", 'v'},
    {"gbcon", "jnnnpnpapwwf", 'v'},
    {"geqrf", "nnpnpwkf", 'v', "sdcz"},
    {"orgqr", "nnnpnpwkf", 'v'},
    {"ormqr", "stnnnpnppnwkf", 'v'},
    {"gelqf", "nnpnpwkf", 'v', "sdcz"},
    {"orglq", "nnnpnpwkf", 'v'},
    {"ormlq", "stnnnpnppnwkf", 'v'},
    {"gels", "tnnnpnpnwkf", 'v', "sdcz"},
    {"heev", "junpnpwkwf", 'v', "cz"},
    {"heevd", "junpnpwkwkwkf", 'v', "cz"},
    {"ungqr", "nnnpnpwkf", 'v', "cz"},
    {"unmqr", "stnnnpnppnwkf", 'v', "cz"},
    {"unglq", "nnnpnpwkf", 'v', "cz"},
    {"unmlq", "stnnnpnppnwkf", 'v', "cz"},
    {"pbtrf", "unnpnf", 'v'},
    {"pbtrs", "unnnpnpnf", 'v'},
    {"pbsv", "unnnpnpnf", 'v'},
    {"gbtrf", "nnnnpnpf", 'v'},
    {"gbtrs", "tnnnnpnppnf", 'v'},
    {"gbsv", "nnnnpnppnf", 'v'},
    {"gtsv", "nnppppnf", 'v'},
    {"pttrf", "nppf", 'v'},
    {"pttrs", "nnpppnf", 'v'},
    {"ptsv", "nnpppnf", 'v'},
};

enum class Interface { Fortran, Cblas, Lapacke };

/// Names of one kind; integers of an unsaid width are as wide as the declaration has them.
struct Spelling {
  StringLiteral prefix, suffix;
  Interface interface;
  unsigned integerBits;   ///< 0: as declared
  unsigned ofFortran = 0; ///< what LAPACKE's functions call
};

// Fortran's integers lie in memory. Of plain names they are read as 32 bits and handed on as
// 64, which a library with integers of 64 bits reads all the same, up to 2^31 (processors that
// store the lower half first).
constexpr Spelling spellings[] = {
    {"", "_", Interface::Fortran, 32},
    {"", "", Interface::Fortran, 32},
    {"", "_64_", Interface::Fortran, 64},
    {"", "_64", Interface::Fortran, 64},
    {"", "64_", Interface::Fortran, 64},
    {"cblas_", "", Interface::Cblas, 0},
    {"cblas_", "_64", Interface::Cblas, 0},
    {"cblas_", "64_", Interface::Cblas, 0},
    {"cblas_", "_64_", Interface::Cblas, 0},
    {"LAPACKE_", "", Interface::Lapacke, 0, 0},
    {"LAPACKE_", "_64", Interface::Lapacke, 0, 2},
    {"LAPACKE_", "64_", Interface::Lapacke, 0, 4},
};

constexpr FlagValue flags[] = {
    {'o', 'R', 101}, {'o', 'C', 102}, {'t', 'N', 111}, {'t', 'T', 112},
    {'t', 'C', 113}, {'u', 'U', 121}, {'u', 'L', 122}, {'d', 'N', 131},
    {'d', 'U', 132}, {'s', 'L', 141}, {'s', 'R', 142},
};

Interface interfaceOf(blas::Family family) { return spellings[family.spelling].interface; }

/// Does a spelling have a parameter for it?
bool isPassed(char role, Interface interface) {
  if (role == 'o')
    return interface != Interface::Fortran;
  return interface == Interface::Fortran || (role != 'w' && role != 'k' && role != 'f');
}

/// What is passed, in the roles' letters.
std::string passed(const Routine &routine, Interface interface) {
  std::string roles;
  if (routine.isOfLapack() && interface == Interface::Lapacke)
    roles = "o"; // which no routine of Fortran has
  for (char role : routine.roles)
    if (isPassed(role, interface))
      roles += role;
  return roles;
}

/// As C returns it: a structure, or in one register of two.
bool isComplex(const Type *type, Type *part) {
  const auto *structure = dyn_cast<StructType>(type);
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return structure ? structure->getNumElements() == 2 && structure->getElementType(0) == part &&
                         structure->getElementType(1) == part
                   : vector && vector->getNumElements() == 2 && vector->getElementType() == part;
}

bool fitsResult(char result, Type *type, Type *number) {
  switch (result) {
  case 'c':
    return isComplex(type, number);
  case 'r':
    return type == number;
  case 'i':
    return type->isIntegerTy();
  default:
    return type->isVoidTy() || type->isIntegerTy(); // of f2c's declarations
  }
}

bool fitsInteger(Type *type, unsigned &bits) {
  if (!type->isIntegerTy(32) && !type->isIntegerTy(64))
    return false;
  bits = bits ? bits : type->getIntegerBitWidth();
  return type->isIntegerTy(bits);
}

/// Notes the width of the first integer that is passed by value; all have it.
bool fitsValue(char role, Type *type, const Spelt &spelt, unsigned &bits) {
  const bool areLetters = spelt.family.isLapacke();
  if (role == 'p' || (role == 'a' && spelt.isComplex()))
    return type->isPointerTy();
  if (role == 'a' || role == 'b')
    return type == numberOf(spelt.precision, type->getContext());
  if (isFlag(role))
    return type->isIntegerTy(areLetters && role != 'o' ? 8 : 32);
  return fitsInteger(type, bits);
}

/// Behind the parameters may be the lengths of characters.
bool areLengths(ArrayRef<Type *> rest, StringRef roles) {
  return (rest.empty() || rest.size() == size_t(count_if(roles, isFlag))) &&
         all_of(rest, [](const Type *type) { return type->isIntegerTy(); });
}

bool fits(const Spelt &spelt, const FunctionType &type, unsigned &bits) {
  Type *number = numberOf(spelt.precision, type.getContext());
  Interface interface = interfaceOf(spelt.family);
  bool isByValue = spelt.family.isByValue(), isLapacke = interface == Interface::Lapacke;
  if (isByValue && spelt.routine->result == 'c') // the C interface writes it
    return false;
  std::string roles = passed(*spelt.routine, interface);
  if (type.isVarArg() || type.getNumParams() < roles.size() ||
      !fitsResult(spelt.routine->result, type.getReturnType(), number))
    return false;
  for (auto [role, parameter] : zip(roles, type.params()))
    if (isByValue ? !fitsValue(role, parameter, spelt, bits) : !parameter->isPointerTy())
      return false;
  if (isLapacke && !fitsInteger(type.getReturnType(), bits))
    return false;
  ArrayRef<Type *> rest = type.params().drop_front(roles.size());
  return isByValue ? rest.empty() : areLengths(rest, roles);
}

} // namespace

bool isFlag(char role) { return is_contained(StringRef("otudsj"), role); }

bool Family::isByValue() const { return interfaceOf(*this) != Interface::Fortran; }

bool Family::isLapacke() const { return interfaceOf(*this) == Interface::Lapacke; }

Family Family::ofBodies() const {
  return isLapacke() ? Family{spellings[spelling].ofFortran, integerBits} : *this;
}

bool Routine::isOfLapack() const { return roles.ends_with("f"); }

std::string Spelt::plainName() const {
  std::string name = routine->result == 'i' ? "i" : "";
  return name + precision + routine->name.str();
}

std::string Spelt::name() const {
  const Spelling &spelling = spellings[family.spelling];
  return (spelling.prefix + plainName() + spelling.suffix).str();
}

std::optional<Spelt> routineCalled(StringRef plainName, Family family) {
  for (const Routine &routine : routines) {
    StringRef rest = plainName;
    if (routine.result == 'i' && !rest.consume_front("i"))
      continue;
    if (!rest.empty() && routine.precisions.contains(rest.front()) &&
        rest.drop_front() == routine.name)
      return Spelt{&routine, rest.front(), family};
  }
  return std::nullopt;
}

/// A structure that is passed in memory is not an array; nor is memory of another kind.
static bool takesPlainPointers(const Function &function) {
  return all_of(function.args(), [](const Argument &parameter) {
    return !parameter.getType()->isPointerTy() ||
           (parameter.getType()->getPointerAddressSpace() == 0 &&
            !parameter.hasPassPointeeByValueCopyAttr() && !parameter.hasStructRetAttr());
  });
}

std::optional<Spelt> routineOf(const Function &function) {
  if (!function.isDeclaration() || function.isIntrinsic())
    return std::nullopt;
  for (auto [index, spelling] : enumerate(spellings)) {
    StringRef name = function.getName();
    if (!name.consume_front(spelling.prefix) || !name.consume_back(spelling.suffix))
      continue;
    unsigned bits = spelling.integerBits;
    auto spelt = routineCalled(name, {unsigned(index), bits});
    if (spelt && spelt->family.isByValue() &&
        spelt->family.isLapacke() != spelt->routine->isOfLapack())
      continue;
    if (!spelt || !takesPlainPointers(function) || !fits(*spelt, *function.getFunctionType(), bits))
      continue;
    spelt->family.integerBits = bits ? bits : 32; // 0: it has no integers
    return spelt;
  }
  return std::nullopt;
}

Type *numberOf(char precision, LLVMContext &context) {
  bool isSingle = precision == 's' || precision == 'c';
  return isSingle ? Type::getFloatTy(context) : Type::getDoubleTy(context);
}

FunctionType *typeOf(const Spelt &spelt, LLVMContext &context) {
  SmallVector<Type *, 20> parameters;
  Type *integer = Type::getIntNTy(context, spelt.family.integerBits);
  Type *number = numberOf(spelt.precision, context), *pointer = PointerType::getUnqual(context);
  bool isByValue = spelt.family.isByValue();
  for (char role : spelt.routine->roles)
    if (isByValue)
      parameters.push_back(isFlag(role)  ? Type::getInt32Ty(context)
                           : role == 'n' ? integer
                           : role == 'b' || (role == 'a' && !spelt.isComplex()) ? number
                                                                                : pointer);
    else if (role != 'o')
      parameters.push_back(pointer);
  for (char role : spelt.routine->roles)
    if (!isByValue && isFlag(role) && role != 'o')
      parameters.push_back(Type::getInt64Ty(context)); // the length of a character
  char result = spelt.routine->result;
  if (result == 'c')
    return FunctionType::get(spelt.precision == 'c'
                                 ? static_cast<Type *>(FixedVectorType::get(number, 2))
                                 : StructType::get(number, number),
                             parameters, false);
  return FunctionType::get(result == 'r'   ? number
                           : result == 'i' ? isByValue ? Type::getInt64Ty(context) : integer
                                           : Type::getVoidTy(context),
                           parameters, false);
}

ArrayRef<FlagValue> flagValues() { return flags; }

} // namespace enzyme::blas
