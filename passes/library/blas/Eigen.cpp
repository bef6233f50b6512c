//===- Eigen.cpp -----------------------------------------------------------===//
#include "library/blas/Eigen.h"
#include "library/WithRules.h"
#include "library/blas/Blas.h"
#include "request/BlasRules.h"
#include "request/Vocabulary.h"
#include "rules/blas/EigenKernels.h"
#include "rules/gpu/Devices.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

using blas::EigenKernel;

constexpr StringLiteral tag = "eigen.", plain = ".plain", own = ".own";

/// The bodies under names of their own. What calls of them become in the end is not the library.
std::unique_ptr<Module> parseForEigen(const Module &workshop, char precision) {
  std::unique_ptr<Module> bodies = parseBodies(workshop, precision);
  std::string prefix = prefixOfBodies();
  for (Function &function : make_early_inc_range(*bodies)) {
    StringRef name = function.getName();
    if (!name.consume_front(prefix) || function.isDeclaration())
      continue;
    if (name.ends_with(plain)) {
      function.eraseFromParent();
      continue;
    }
    for (Attribute attribute : function.getAttributes().getFnAttrs())
      if (attribute.isStringAttribute()) // of which library it is
        function.removeFnAttr(attribute.getKindAsString());
    std::string after = name.str();
    if (name.consume_back(own))
      after = (name + plain).str();
    function.setName((blasPrefix + tag + after).str());
  }
  return bodies;
}

class EigenBodies {
public:
  EigenBodies(Module &workshop, SmallVectorImpl<Function *> &roots)
      : workshop(workshop), roots(roots) {}

  void replace(Function &function, const EigenKernel &kernel);

private:
  Module &workshop;
  SmallVectorImpl<Function *> &roots;
  std::unique_ptr<Module> ofFloats, ofDoubles;

  void standForRoots(Function &function, const EigenKernel &kernel);
  void standForSingularValues(Function &function, const EigenKernel &kernel);
  FunctionCallee bodyOf(StringRef name, const EigenKernel &kernel);
  SmallVector<Value *, 12> product(IRBuilder<> &builder, Function &at, const EigenKernel &kernel);
  SmallVector<Value *, 12> application(IRBuilder<> &builder, Function &at,
                                       const EigenKernel &kernel);
  SmallVector<Value *, 12> solution(IRBuilder<> &builder, Function &at, const EigenKernel &kernel);
  SmallVector<Value *, 12> solutionOfVector(IRBuilder<> &builder, Function &at,
                                            const EigenKernel &kernel);
};

FunctionCallee EigenBodies::bodyOf(StringRef name, const EigenKernel &kernel) {
  std::string whole = (blasPrefix + tag + Twine(kernel.precision) + name).str();
  if (Function *there = workshop.getFunction(whole))
    return there;
  std::unique_ptr<Module> &bodies = kernel.precision == 's' ? ofFloats : ofDoubles;
  if (!bodies)
    bodies = parseForEigen(workshop, kernel.precision);
  return takeWithRules(*bodies->getFunction(whole), workshop, roots);
}

Value *inMemory(IRBuilder<> &builder, Value *value) {
  Value *place = builder.CreateAlloca(value->getType());
  builder.CreateStore(value, place);
  return place;
}

/// Eigen's pointers lead to the first of the numbers, BLAS's to the one at the lowest address.
Value *lowest(IRBuilder<> &builder, Value *first, Value *step, Value *count, Type *number) {
  Value *isBackwards = builder.CreateICmpSLT(step, builder.getInt64(0));
  Value *last = builder.CreateGEP(
      number, first, builder.CreateMul(step, builder.CreateSub(count, builder.getInt64(1))));
  return isa<Constant>(step) ? first : builder.CreateSelect(isBackwards, last, first);
}

/// rows, columns, depth, A, its stride, B, its stride, C, 1, its stride, alpha, …
SmallVector<Value *, 12> EigenBodies::product(IRBuilder<> &builder, Function &at,
                                              const EigenKernel &kernel) {
  return {builder.getInt8(kernel.leftFlag),
          builder.getInt8(kernel.rightFlag),
          at.getArg(0),
          at.getArg(1),
          at.getArg(2),
          inMemory(builder, at.getArg(10)),
          at.getArg(3),
          at.getArg(4),
          at.getArg(5),
          at.getArg(6),
          at.getArg(7),
          at.getArg(9)};
}

/// A and x as {pointer, stride}.
std::pair<Value *, Value *> readMapper(IRBuilder<> &builder, Value *mapper) {
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  Value *stride =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), mapper, layout.getPointerSize());
  return {builder.CreateLoad(builder.getPtrTy(), mapper),
          builder.CreateLoad(builder.getInt64Ty(), stride)};
}

/// rows, columns, A, x, y, its increment, alpha
SmallVector<Value *, 12> EigenBodies::application(IRBuilder<> &builder, Function &at,
                                                  const EigenKernel &kernel) {
  bool isByRows = kernel.leftFlag == 'T';
  Value *rows = at.getArg(0), *columns = at.getArg(1), *step = at.getArg(5);
  Type *number = at.getArg(6)->getType();
  auto [a, lead] = readMapper(builder, at.getArg(2));
  auto [x, stride] = readMapper(builder, at.getArg(3));
  Value *xStep = kernel.rightFlag == 'T' ? stride : builder.getInt64(1);
  return {builder.getInt8(kernel.leftFlag),
          isByRows ? columns : rows,
          isByRows ? rows : columns,
          inMemory(builder, at.getArg(6)),
          a,
          lead,
          lowest(builder, x, xStep, columns, number),
          xStep,
          lowest(builder, at.getArg(4), step, rows, number),
          step};
}

/// size, the other's size, A, its stride, B, 1, its stride, …
SmallVector<Value *, 12> EigenBodies::solution(IRBuilder<> &builder, Function &at,
                                               const EigenKernel &kernel) {
  bool isLeft = kernel.side == 'L';
  return {builder.getInt8(kernel.side),
          builder.getInt8(kernel.triangle),
          builder.getInt8(kernel.leftFlag),
          builder.getInt8(kernel.diagonal),
          at.getArg(isLeft ? 0 : 1),
          at.getArg(isLeft ? 1 : 0),
          at.getArg(2),
          at.getArg(3),
          at.getArg(4),
          at.getArg(6)};
}

/// size, A, its stride, b
SmallVector<Value *, 12> EigenBodies::solutionOfVector(IRBuilder<> &builder, Function &at,
                                                       const EigenKernel &kernel) {
  bool isLeft = kernel.side == 'L';
  Value *size = at.getArg(0), *one = builder.getInt64(1);
  return {builder.getInt8(kernel.side),
          builder.getInt8(kernel.triangle),
          builder.getInt8(kernel.leftFlag),
          builder.getInt8(kernel.diagonal),
          isLeft ? size : one,
          isLeft ? one : size,
          at.getArg(1),
          at.getArg(2),
          at.getArg(3),
          isLeft ? size : one};
}

/// A copy of a function that iterates, which has another body from now on: it calls the copy first.
Value *callIteration(Function &function, IRBuilder<> &builder) {
  ValueToValueMapTy values;
  Function *iteration = CloneFunction(&function, values);
  iteration->setName(function.getName() + ".iteration");
  iteration->setComdat(nullptr);
  iteration->setLinkage(GlobalValue::InternalLinkage);
  emptyBody(function);
  function.setComdat(nullptr);
  builder.SetInsertPoint(&function.getEntryBlock());
  return builder.CreateCall(iteration,
                            SmallVector<Value *, 8>(make_pointer_range(function.args())));
}

/// The iteration runs, and then stands for the roots that it ends at.
/// Arguments: itself, z, d, a permutation, the values, shifts, mus. All but the first are
/// {pointer, size, …}.
void EigenBodies::standForRoots(Function &function, const EigenKernel &kernel) {
  FunctionCallee body = bodyOf("secular", kernel);
  IRBuilder<> builder(function.getContext());
  callIteration(function, builder);
  auto first = [&](unsigned argument) {
    return builder.CreateLoad(builder.getPtrTy(), function.getArg(argument));
  };
  Value *size = readMapper(builder, function.getArg(1)).second;
  builder.CreateCall(body, {size, first(1), first(2), first(4), first(5), first(6)});
  finishBody(builder, nullptr);
}

/// Arguments: itself, which begins with U, V and the values; A; which of them are asked for. What
/// the run says the size of is {pointer, rows, columns}, or {pointer, size}.
void EigenBodies::standForSingularValues(Function &function, const EigenKernel &kernel) {
  FunctionCallee body = bodyOf("decomposed", kernel);
  IRBuilder<> builder(function.getContext());
  Value *result = callIteration(function, builder), *svd = function.getArg(0);
  Value *a = function.getArg(1), *rows = builder.getInt64(kernel.order), *columns = rows;
  auto at = [&](Value *begin, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), begin, offset);
  };
  uint64_t bytes = kernel.order * kernel.order * (kernel.precision == 'd' ? 8 : 4);
  Value *left = svd, *right = at(svd, bytes), *values = at(svd, 2 * bytes);
  if (kernel.order == 0) {
    auto load = [&](Type *type, Value *begin, unsigned word) {
      return builder.CreateLoad(type, at(begin, word * function.getDataLayout().getPointerSize()));
    };
    rows = load(builder.getInt64Ty(), a, 1), columns = load(builder.getInt64Ty(), a, 2);
    a = load(builder.getPtrTy(), a, 0);
    left = load(builder.getPtrTy(), svd, 0), right = load(builder.getPtrTy(), svd, 3);
    values = load(builder.getPtrTy(), svd, 6);
  }
  Value *options = builder.CreateZExt(function.getArg(2), builder.getInt64Ty());
  builder.CreateCall(body, {options, rows, columns, a, values, left, right});
  finishBody(builder, result);
}

void EigenBodies::replace(Function &function, const EigenKernel &kernel) {
  using Kind = EigenKernel::Kind;
  if (kernel.kind == Kind::Roots)
    return standForRoots(function, kernel);
  if (kernel.kind == Kind::SingularValues)
    return standForSingularValues(function, kernel);
  FunctionCallee body = bodyOf(kernel.kind == Kind::Product       ? "product"
                               : kernel.kind == Kind::Application ? "apply"
                                                                  : "solve",
                               kernel);
  emptyBody(function);
  function.setComdat(nullptr);
  IRBuilder<> builder(&function.getEntryBlock());
  SmallVector<Value *, 12> arguments;
  switch (kernel.kind) {
  case Kind::Product:
    arguments = product(builder, function, kernel);
    break;
  case Kind::Application:
    arguments = application(builder, function, kernel);
    break;
  case Kind::Solution:
    arguments = solution(builder, function, kernel);
    break;
  case Kind::SolutionOfVector:
    arguments = solutionOfVector(builder, function, kernel);
    break;
  case Kind::Roots:
  case Kind::SingularValues:
    llvm_unreachable("have no arguments in common");
  }
  builder.CreateCall(body, arguments);
  finishBody(builder, nullptr);
}

/// Does a product look at its last parameter, what its threads do? (It lies in a variable still.)
bool sharesItsBlocks(const Function &function) {
  const Argument &threads = *function.getArg(function.arg_size() - 1);
  return any_of(threads.users(), [&](const User *user) {
    const auto *store = dyn_cast<StoreInst>(user);
    return !store || any_of(store->getPointerOperand()->users(), [](const User *other) {
      return isa<LoadInst>(other) && !other->use_empty();
    });
  });
}

} // namespace

bool useEigenBodies(Module &workshop, const SetVector<Function *> &functions,
                    ArrayRef<Function *> keep, SmallVectorImpl<Function *> &roots) {
  SmallVector<std::pair<Function *, EigenKernel>> found;
  for (Function *function : functions) {
    if (function->isDeclaration() || is_contained(keep, function))
      continue;
    if (blas::computesBlockSizes(*function)) {
      function->addFnAttr(wordOf(Property::Inactive));
      function->addFnAttr(Attribute::NoInline);
    }
    auto kernel = blas::eigenKernelOf(*function);
    bool isProduct = kernel && kernel->kind == EigenKernel::Kind::Product;
    bool warns = kernel && kernel->kind == EigenKernel::Kind::SingularValues;
    if (kernel && !(isProduct && sharesItsBlocks(*function)) &&
        !(warns && isForDevice(workshop))) // where nothing can be printed
      found.push_back({function, *kernel});
  }
  EigenBodies bodies(workshop, roots);
  for (auto &[function, kernel] : found)
    bodies.replace(*function, kernel);
  return !found.empty();
}

} // namespace enzyme
