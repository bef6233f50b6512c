//===- Blas.cpp ------------------------------------------------------------===//
#include "library/blas/Blas.h"
#include "library/LibraryBodies.h"
#include "library/WithRules.h"
#include "library/blas/LaneCalls.h"
#include "request/BlasRules.h"
#include "rules/blas/Spellings.h"
#include "support/OwnText.h"
#include "support/Processors.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr char singleText[] =
#include "BlasBodies.SINGLE.inc"
    ;
constexpr char doubleText[] =
#include "BlasBodies.DOUBLE.inc"
    ;
constexpr char complexSingleText[] =
#include "ComplexBodies.SINGLE.inc"
    ;
constexpr char complexDoubleText[] =
#include "ComplexBodies.DOUBLE.inc"
    ;

/// On the functions that stand for a routine: the family whose routine it is.
constexpr StringLiteral standsFor = "enzyme.blas";
constexpr StringLiteral namesInText = "enzyme_blas_";
constexpr StringLiteral inOrder = "InOrder"; // behind the names of LAPACKE's
// What the text asks for, declared there.
constexpr StringLiteral integerBits = "enzyme_blas_integerBits";
constexpr StringLiteral holdsWideTiles = "enzyme_blas_holdsWideTiles";

std::string prefixOf(blas::Family family) { return (blasPrefix + family.tag() + ".").str(); }

std::optional<blas::Family> familyOf(const Function &body) {
  auto [spelling, bits] = body.getFnAttribute(standsFor).getValueAsString().split('.');
  blas::Family family;
  if (spelling.getAsInteger(10, family.spelling) || bits.getAsInteger(10, family.integerBits))
    return std::nullopt;
  return family;
}

void describe(Function &function, blas::Family family) {
  const bool isSeenThrough = function.hasFnAttribute(Attribute::AlwaysInline);
  function.setAttributes({}); // of the processor that built us
  for (auto kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync})
    function.addFnAttr(kind);
  if (function.hasLocalLinkage())
    return function.addFnAttr(Attribute::AlwaysInline);
  function.addFnAttr(isSeenThrough ? Attribute::AlwaysInline : Attribute::NoInline);
  StringRef name = function.getName();
  name.consume_front(namesInText);
  const bool isRoutine = blas::routineCalled(name, family).has_value();
  const bool isOfRule = name.contains('_') && !isRoutine;
  if (!isOfRule) // beside memory that it allocates
    function.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  if (isSeenThrough || isRoutine)
    function.addFnAttr(standsFor, family.tag());
}

void answer(Module &bodies, StringRef question, unsigned value) {
  Function *asked = bodies.getFunction(question);
  if (!asked)
    return;
  for (User *user : make_early_inc_range(asked->users())) {
    user->replaceAllUsesWith(ConstantInt::get(user->getType(), value));
    cast<CallInst>(user)->eraseFromParent();
  }
  asked->eraseFromParent();
}

/// Thirty-two numbers in registers, and what is multiplied: SSE has too few of them, and elsewhere
/// there are thirty-two registers or longer ones.
bool hasRoomForWideTiles(const Module &workshop) {
  return !workshop.getTargetTriple().isX86() ||
         any_of(workshop, [](const Function &function) { return hasFeature(function, "+avx"); });
}

StringRef textOf(char precision) {
  switch (precision) {
  case 's':
    return singleText;
  case 'c':
    return complexSingleText;
  case 'z':
    return complexDoubleText;
  default:
    return doubleText;
  }
}

/// The bodies of one family in one precision.
std::unique_ptr<Module> parse(const Module &workshop, blas::Family family, char precision) {
  std::unique_ptr<Module> bodies = parseOwnText(textOf(precision), workshop);
  makeConstants(*bodies);
  answer(*bodies, integerBits, family.integerBits);
  answer(*bodies, holdsWideTiles, hasRoomForWideTiles(workshop));
  for (Function &function : *bodies) {
    if (function.isDeclaration())
      continue;
    describe(function, family);
    StringRef name = function.getName();
    if (!name.consume_front(namesInText) || function.hasLocalLinkage())
      continue;
    std::string dotted = name.str();
    if (!blas::routineCalled(name, family)) // dotu_sub
      std::replace(dotted.begin(), dotted.end(), '_', '.');
    function.setName(prefixOf(family) + dotted);
  }
  return bodies;
}

class BlasBodies {
public:
  BlasBodies(Module &workshop, SmallVectorImpl<Function *> &roots)
      : workshop(workshop), roots(roots) {}

  Function *bodyOf(const blas::Spelt &spelt) {
    const blas::Family family = spelt.family.ofBodies();
    std::string name = prefixOf(family) + spelt.plainName();
    if (spelt.family.isLapacke())
      name += inOrder;
    if (Function *there = workshop.getFunction(name))
      return there->hasFnAttribute(standsFor) ? there : nullptr;
    std::unique_ptr<Module> &bodies = parsed[family.tag() + spelt.precision];
    if (!bodies)
      bodies = parse(workshop, family, spelt.precision);
    Function *body = bodies->getFunction(name);
    return body ? takeWithRules(*body, workshop, roots) : nullptr;
  }

private:
  Module &workshop;
  SmallVectorImpl<Function *> &roots;
  StringMap<std::unique_ptr<Module>> parsed;
};

/// Letters of a flag for its values, or the values for its letters.
Value *translateFlag(IRBuilder<> &builder, Value *flag, char role, bool toLetter) {
  Value *result = nullptr;
  for (const blas::FlagValue &entry : blas::flagValues()) {
    if (entry.role != role)
      continue;
    auto *from = ConstantInt::get(flag->getType(), toLetter ? entry.value : entry.letter);
    Value *to = toLetter ? builder.getInt8(entry.letter) : builder.getInt32(entry.value);
    result = result ? builder.CreateSelect(builder.CreateICmpEQ(flag, from), to, result) : to;
  }
  return result;
}

Type *integerOf(IRBuilder<> &builder, blas::Family family) {
  return builder.getIntNTy(family.integerBits);
}

Value *inMemory(IRBuilder<> &builder, Value *value) {
  Function &function = *builder.GetInsertBlock()->getParent();
  IRBuilder<> atEntry(&function.getEntryBlock(), function.getEntryBlock().begin());
  Value *place = atEntry.CreateAlloca(value->getType());
  builder.CreateStore(value, place);
  return place;
}

/// An argument of a call in the program, as the bodies take it.
Value *asBody(IRBuilder<> &builder, Value *argument, char role, const blas::Spelt &spelt) {
  constexpr unsigned upperCase = 0xDF;
  const blas::Family family = spelt.family;
  if (role == 'p' || role == 'w' || (role == 'a' && spelt.isComplex()))
    return argument;
  if (family.isLapacke() && blas::isFlag(role) && role != 'o')
    return role == 'j' ? argument : builder.CreateAnd(argument, upperCase);
  if (family.isByValue())
    return blas::isFlag(role) ? translateFlag(builder, argument, role, /*toLetter=*/true)
           : role == 'n'      ? builder.CreateSExt(argument, builder.getInt64Ty())
                              : inMemory(builder, argument);
  if (role == 'j') // may be a digit
    return builder.CreateLoad(builder.getInt8Ty(), argument);
  if (blas::isFlag(role))
    return builder.CreateAnd(builder.CreateLoad(builder.getInt8Ty(), argument), upperCase);
  if (role == 'a' || role == 'b')
    return argument;
  Value *size = builder.CreateLoad(integerOf(builder, family), argument);
  return builder.CreateSExt(size, builder.getInt64Ty());
}

/// The same backwards.
Value *asLibrary(IRBuilder<> &builder, Value *argument, char role, const blas::Spelt &spelt,
                 Type *parameter) {
  if (role == 'p' || role == 'f' || role == 'w' || (role == 'a' && spelt.isComplex()))
    return argument;
  if (!spelt.family.isByValue()) // integers of any width
    return role == 'a' || role == 'b' ? argument : inMemory(builder, argument);
  if (role == 'n')
    return builder.CreateTrunc(argument, parameter);
  if (role == 'a' || role == 'b')
    return builder.CreateLoad(blas::numberOf(spelt.precision, builder.getContext()), argument);
  return translateFlag(builder, argument, role, /*toLetter=*/false);
}

/// Fortran counts from one and C from zero, which it also gives where nothing is.
Value *asIndex(IRBuilder<> &builder, Value *index, blas::Family family, Type *type) {
  Value *counted = family.isByValue()
                       ? builder.CreateBinaryIntrinsic(Intrinsic::smax, index, builder.getInt64(0))
                       : builder.CreateAdd(index, builder.getInt64(1));
  return builder.CreateZExtOrTrunc(counted, type);
}

void callBody(CallBase &call, Function &body, const blas::Spelt &spelt) {
  IRBuilder<> builder(&call);
  SmallVector<Value *, 14> arguments;
  const bool isByValue = spelt.family.isByValue();
  unsigned next = 0;
  if (spelt.family.isLapacke())
    arguments.push_back(asBody(builder, call.getArgOperand(next++), 'o', spelt));
  for (char role : spelt.routine->roles)
    if (role == 'f')
      arguments.push_back(inMemory(builder, builder.getInt64(0)));
    else if (role == 'o' && !isByValue)
      arguments.push_back(builder.getInt8('C'));
    else if ((role == 'w' || role == 'k') && isByValue)
      continue; // the body has no such parameter
    else
      arguments.push_back(asBody(builder, call.getArgOperand(next++), role, spelt));
  if (spelt.routine->result == 'c')
    arguments.push_back(inMemory(builder, Constant::getNullValue(call.getType())));
  CallInst *made = builder.CreateCall(&body, arguments);
  made->setDebugLoc(call.getDebugLoc());
  Value *result = made;
  if (spelt.routine->result == 'c')
    result = builder.CreateLoad(call.getType(), arguments.back());
  if (spelt.routine->isOfLapack()) {
    result = builder.CreateLoad(builder.getInt64Ty(), arguments.back());
    result = builder.CreateTrunc(result, integerOf(builder, spelt.family));
    if (!isByValue)
      builder.CreateStore(result, call.getArgOperand(next));
  }
  if (spelt.routine->result == 'i')
    result = asIndex(builder, made, spelt.family, call.getType());
  if (spelt.routine->result == 'v' && !spelt.family.isLapacke() && !call.getType()->isVoidTy())
    result = Constant::getNullValue(call.getType()); // what f2c's declarations return
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

void callLibrary(Function &body, const blas::Spelt &spelt) {
  Module &workshop = *body.getParent();
  Function *library = workshop.getFunction(spelt.name());
  auto own = library ? blas::routineOf(*library) : std::nullopt;
  FunctionType *type =
      own ? library->getFunctionType() : blas::typeOf(spelt, workshop.getContext());
  FunctionCallee callee = workshop.getOrInsertFunction(spelt.name(), type);
  callee = FunctionCallee(type, callee.getCallee());
  emptyBody(body);
  IRBuilder<> builder(&body.getEntryBlock());
  SmallVector<Value *, 20> arguments;
  for (auto [role, argument] : zip(spelt.routine->roles, body.args())) {
    if (role == 'o' && !spelt.family.isByValue())
      continue;
    arguments.push_back(
        asLibrary(builder, &argument, role, spelt, type->getParamType(arguments.size())));
  }
  for (Type *length : type->params().drop_front(arguments.size()))
    arguments.push_back(ConstantInt::get(length, 1));
  CallInst *made = builder.CreateCall(callee, arguments);
  made->setDoesNotThrow();
  if (spelt.routine->isOfLapack()) {
    Value *place = body.getArg(body.arg_size() - 1);
    Value *info = builder.CreateLoad(integerOf(builder, spelt.family), place);
    builder.CreateStore(builder.CreateSExt(info, builder.getInt64Ty()), place);
  }
  if (spelt.routine->result == 'c')
    builder.CreateStore(made, body.getArg(body.arg_size() - 1));
  Value *result = made;
  if (spelt.routine->result == 'i') {
    result = builder.CreateZExtOrTrunc(made, builder.getInt64Ty());
    if (!spelt.family.isByValue())
      result = builder.CreateSub(result, builder.getInt64(1));
  }
  finishBody(builder, result);
}

} // namespace

bool useBlasBodies(Module &workshop, const SetVector<Function *> &functions,
                   ArrayRef<Function *> keep, SmallVectorImpl<Function *> &roots) {
  SmallVector<std::pair<CallBase *, blas::Spelt>> calls;
  for (Function *function : functions)
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      auto spelt = callee ? blas::routineOf(*callee) : std::nullopt;
      if (spelt && !isNamedByProgram(*call, keep))
        calls.push_back({call, *spelt});
    }
  BlasBodies bodies(workshop, roots);
  for (auto &[call, spelt] : calls) {
    Function *body = bodies.bodyOf(spelt);
    if (!body)
      continue;
    if (auto *invoke = dyn_cast<InvokeInst>(call)) // it never throws
      callBody(*changeToCall(invoke), *body, spelt);
    else
      callBody(*call, *body, spelt);
  }
  return !calls.empty();
}

std::unique_ptr<Module> parseBodies(const Module &workshop, char precision) {
  return parse(workshop, {}, precision);
}

std::string prefixOfBodies() { return prefixOf({}); }

bool isOfBlas(const Function &function) { return function.getName().starts_with(blasPrefix); }

void callBlasAgain(Module &workshop) {
  joinLaneCalls(workshop);
  for (Function &function : make_early_inc_range(workshop)) {
    StringRef name = function.getName();
    if (!name.consume_front(blasPrefix) || function.isDeclaration())
      continue;
    auto family = familyOf(function);
    auto spelt = family ? blas::routineCalled(name.drop_front(family->tag().size() + 1), *family)
                        : std::nullopt;
    if (spelt)
      callLibrary(function, *spelt);
    else
      callPlain(function);
  }
}

} // namespace enzyme
