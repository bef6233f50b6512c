//===- LaunchRules.cpp -------------------------------------------------------===//
//
//   stub(a, …)       p = alloca {&a, …}; pop the configuration; launch(K, configuration, p)
//   forward(a, a'…)  p, p' from the stub's code twice, then launch of {p0, p'0, p1, …}
//
// So what the C++ ABI does to structures that are passed by value need not be known here.
//===----------------------------------------------------------------------===//
#include "library/gpu/LaunchRules.h"
#include "request/BlasRules.h"
#include "request/FitResult.h"
#include "request/ReadArguments.h"
#include "rules/gpu/Kernels.h"
#include "rules/gpu/Registrations.h"
#include "rules/gpu/RuntimeApi.h"
#include "rules/gpu/Variables.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// How the handle that the stub launches is registered with the runtime.
std::string nameOnDevice(const Value &handle) {
  std::optional<gpu::Registration> known = gpu::registrationOf(handle);
  return known ? known->name().value_or("") : "";
}

/// The type of one of the kernel's parameters.
Type *typeOf(const Value &value) {
  if (auto *variable = dyn_cast<AllocaInst>(&value))
    return variable->getAllocatedType();
  return cast<Argument>(value).getParamByValType();
}

/// The variables or parameters whose addresses the array holds; nothing if it is filled otherwise.
std::optional<SmallVector<Value *, 8>> valuesOf(AllocaInst &array) {
  auto *count = dyn_cast<ConstantInt>(array.getArraySize());
  const Function &function = *array.getFunction();
  if (!count)
    return std::nullopt;
  SmallVector<Value *, 8> values(function.arg_empty() ? 0 : count->getZExtValue()); // never of none
  const DataLayout &layout = function.getDataLayout();
  for (const Instruction &at : instructions(function)) {
    auto *store = dyn_cast<StoreInst>(&at);
    APInt offset(64, 0);
    if (!store || store->getPointerOperand()->stripAndAccumulateConstantOffsets(
                      layout, offset, /*AllowNonInbounds=*/true) != &array)
      continue;
    Value *value =
        const_cast<Value *>(store->getValueOperand()); // of a function that we may change
    auto *parameter = dyn_cast<Argument>(value);
    uint64_t index = offset.getZExtValue() / layout.getPointerSize();
    if (index >= values.size() ||
        !(isa<AllocaInst>(value) || (parameter && parameter->hasByValAttr())))
      return std::nullopt;
    values[index] = value;
  }
  return is_contained(values, nullptr) ? std::nullopt : std::optional(values);
}

/// Where a stub puts a number that it is given in a register.
struct PlaceOfNumber {
  size_t parameter;
  uint64_t offset;
};
std::optional<PlaceOfNumber> placeOf(const Argument &number, const Stub &stub) {
  for (const User *user : number.users()) {
    auto *store = dyn_cast<StoreInst>(user);
    APInt offset(64, 0);
    if (!store || store->getValueOperand() != &number)
      continue;
    const Value *memory = store->getPointerOperand()->stripAndAccumulateConstantOffsets(
        stub.function->getDataLayout(), offset, /*AllowNonInbounds=*/true);
    auto *found = find(stub.values, memory);
    if (found != stub.values.end())
      return PlaceOfNumber{size_t(found - stub.values.begin()), offset.getZExtValue()};
  }
  return std::nullopt;
}

/// Is it known where each number is that the stub is given? In an integer, as the ABI has it of
/// {float, int}, it is not.
bool areNumbersKnown(const Stub &stub) {
  for (const Argument &parameter : stub.function->args()) {
    Type *type = parameter.getType();
    bool isNumber = holdsFloat(type) && !holdsPointer(type);
    std::optional<PlaceOfNumber> place = placeOf(parameter, stub);
    if (isNumber && !place)
      return false;
    if (!type->isIntegerTy() || !place)
      continue;
    Type *whole = typeOf(*stub.values[place->parameter]);
    for (const Leaf &leaf : leavesOf(whole, stub.function->getDataLayout()))
      if (leaf.type->isFloatingPointTy() && leaf.offset >= place->offset &&
          leaf.offset < place->offset + type->getIntegerBitWidth() / 8)
        return false;
  }
  return true;
}

/// The rule's functions for one stub.
class LaunchWriter {
public:
  LaunchWriter(const Stub &stub, const LaunchSteps &steps, SmallVectorImpl<Function *> &roots)
      : stub(stub), steps(steps), roots(roots), module(*stub.function->getParent()),
        context(module.getContext()), builder(context),
        name((launchPrefix + stub.function->getName()).str()) {
    SmallVector<uint64_t, 8> bytes;
    for (const Value *value : stub.values)
      bytes.push_back(module.getDataLayout().getTypeAllocSize(typeOf(*value)));
    places = adjointPlaces(bytes);
  }

  Function *write() {
    SmallVector<Type *, 8> types(stub.function->getFunctionType()->params());
    types.append(steps.variables.size(), builder.getPtrTy());
    Function *primal = make("", FunctionType::get(builder.getVoidTy(), types, false));
    derivatives = describe();
    writeForward();
    writeAugmented();
    writeReverse();
    writePlain();
    return primal;
  }

private:
  Function *make(const Twine &part, FunctionType *type) {
    Function *made = Function::Create(type, GlobalValue::ExternalLinkage, name + part, module);
    roots.push_back(made);
    return made;
  }

  GlobalVariable *handle(StringRef prefix) {
    if (stub.isElsewhere) {
      auto *offered = cast<GlobalVariable>(
          module.getOrInsertGlobal(offeredHandle(prefix, stub.kernel), builder.getInt8Ty()));
      offered->setVisibility(GlobalValue::HiddenVisibility);
      return offered;
    }
    Constant *text = ConstantDataArray::getString(context, (prefix + stub.kernel).str());
    return new GlobalVariable(module, text->getType(), /*isConstant=*/true,
                              GlobalValue::PrivateLinkage, text,
                              handlePrefix() + prefix + stub.kernel);
  }

  /// struct derivatives, in Launches.h.
  GlobalVariable *describe() {
    Constant *text = ConstantDataArray::getString(context, stub.kernel);
    auto *kernel = new GlobalVariable(module, text->getType(), true, GlobalValue::PrivateLinkage,
                                      text, "enzyme.gpu.kernel");
    Constant *all = ConstantStruct::getAnon(
        {handle(kernels::forwardPrefix), handle(kernels::augmentedPrefix),
         handle(kernels::gradientPrefix), handle(kernels::bytesPrefix), kernel,
         builder.getInt64(stub.values.size()), builder.getInt64(places.back()),
         builder.getInt64(steps.variables.size())});
    return new GlobalVariable(module, all->getType(), true, GlobalValue::PrivateLinkage, all,
                              "enzyme.gpu.derivatives");
  }

  /// As rules are told apart (request/RuleShapes.h).
  static bool isNumber(const Type *type) { return holdsFloat(type) && !holdsPointer(type); }

  /// Each parameter twice; `once`: numbers once.
  FunctionType *typeOfRule(Type *result, bool areNumbersOnce, ArrayRef<Type *> more) {
    SmallVector<Type *, 16> types;
    for (Type *type : stub.function->getFunctionType()->params())
      types.append(isNumber(type) && areNumbersOnce ? 1 : 2, type);
    types.append(2 * steps.variables.size(), builder.getPtrTy());
    append_range(types, more);
    return FunctionType::get(result, types, false);
  }

  void begin(const Twine &part, Type *result, bool areNumbersOnce, ArrayRef<Type *> more = {}) {
    made = make(part, typeOfRule(result, areNumbersOnce, more));
    BasicBlock *entry = BasicBlock::Create(context, "entry", made);
    end = new UnreachableInst(context, entry); // inlining wants whole blocks
    builder.SetInsertPoint(end);
    unsigned next = 0;
    primals.clear();
    shadows.clear();
    for (Argument &parameter : stub.function->args()) {
      Value *primal = made->getArg(next++), *shadow = primal;
      if (!isNumber(primal->getType()) || !areNumbersOnce)
        shadow = made->getArg(next++);
      if (parameter.getType()->isPointerTy()) { // of constants: themselves
        Value *isConstant = builder.CreateIsNull(shadow);
        shadow = builder.CreateSelect(isConstant, primal, shadow);
      }
      primals.push_back(primal);
      shadows.push_back(shadow);
    }
  }

  /// The addresses of what the kernel takes, by the stub's code, in front of `builder`.
  Value *spread(ArrayRef<Value *> values) {
    ValueToValueMapTy map;
    Function *copy = CloneFunction(stub.function, map);
    auto *launch = cast<CallBase>(&*map[stub.launch]);
    auto *pop = cast<CallBase>(&*map[stub.pop]);
    auto *arguments = cast<AllocaInst>(&*map[stub.arguments]);
    for (CallBase *call : {launch, pop}) {
      call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
      call->eraseFromParent();
    }
    Value *place = atEntry().CreateAlloca(builder.getPtrTy(), nullptr, "spread");
    Function *taking = withPlace(*copy, *arguments);
    SmallVector<Value *, 8> passed(values);
    passed.push_back(place);
    CallInst *call = builder.CreateCall(taking, passed);
    call->setAttributes(taking->getAttributes().removeFnAttributes(context));
    InlineFunctionInfo info;
    [[maybe_unused]] InlineResult result =
        InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false);
    assert(result.isSuccess() && "a stub is an ordinary function");
    taking->eraseFromParent();
    builder.SetInsertPoint(end);
    return builder.CreateLoad(builder.getPtrTy(), place);
  }

  IRBuilder<> atEntry() {
    return IRBuilder<>(&made->getEntryBlock(), made->getEntryBlock().begin());
  }

  /// `copy` with one more parameter, to which the address of its array is stored.
  Function *withPlace(Function &copy, AllocaInst &array) {
    SmallVector<Type *, 8> types(copy.getFunctionType()->params());
    types.push_back(builder.getPtrTy());
    Function *taking = Function::Create(FunctionType::get(copy.getReturnType(), types, false),
                                        GlobalValue::InternalLinkage, copy.getName(), module);
    taking->setAttributes(copy.getAttributes());
    taking->splice(taking->end(), &copy);
    for (auto [old, now] : zip(copy.args(), taking->args()))
      old.replaceAllUsesWith(&now);
    for (BasicBlock &block : *taking)
      if (auto *last = dyn_cast<ReturnInst>(block.getTerminator()))
        new StoreInst(&array, taking->getArg(types.size() - 1), last->getIterator());
    copy.eraseFromParent();
    return taking;
  }

  /// {p0, p'0, p1, …}, and room for five more.
  Value *arguments() {
    Value *primal = spread(primals), *shadow = spread(shadows);
    Type *pointer = builder.getPtrTy();
    Value *all =
        atEntry().CreateAlloca(ArrayType::get(pointer, 2 * stub.values.size() + 5), nullptr, "all");
    for (size_t i = 0; i != stub.values.size(); ++i)
      for (unsigned half = 0; half != 2; ++half) {
        Value *from = builder.CreateConstInBoundsGEP1_64(pointer, half ? shadow : primal, i);
        builder.CreateStore(builder.CreateLoad(pointer, from),
                            builder.CreateConstInBoundsGEP1_64(pointer, all, 2 * i + half));
      }
    return all;
  }

  void writeForward() {
    begin(".forward", builder.getVoidTy(), /*areNumbersOnce=*/false);
    builder.CreateCall(steps.forward, {derivatives, arguments()});
    finish(builder.CreateRetVoid());
  }

  void writeAugmented() {
    begin(".augmented", builder.getPtrTy(), /*areNumbersOnce=*/true);
    finish(builder.CreateRet(builder.CreateCall(steps.augmented, {derivatives, arguments()})));
  }

  void writeReverse() {
    SmallVector<Type *, 4> numbers;
    for (Type *type : stub.function->getFunctionType()->params())
      if (isNumber(type))
        numbers.push_back(type);
    Type *result =
        numbers.empty() ? builder.getVoidTy() : cast<Type>(StructType::get(context, numbers));
    begin(".reverse", result, /*areNumbersOnce=*/true, {builder.getPtrTy()});
    Value *launched = made->getArg(made->arg_size() - 1);
    AllocaInst *adjoints = atEntry().CreateAlloca(
        ArrayType::get(builder.getInt8Ty(), places.back()), nullptr, "adjoints");
    adjoints->setAlignment(Align(16));
    builder.CreateCall(steps.reverse, {derivatives, arguments(), launched, adjoints});
    for (Argument &parameter : stub.function->args())
      if (parameter.hasByValAttr())
        addBehind(parameter, adjoints);
    if (numbers.empty())
      return finish(builder.CreateRetVoid());
    Value *all = PoisonValue::get(result);
    unsigned next = 0;
    for (Argument &parameter : stub.function->args())
      if (isNumber(parameter.getType()))
        all = builder.CreateInsertValue(all, adjointOf(parameter, adjoints), next++);
    finish(builder.CreateRet(all));
  }

  void finish(ReturnInst *) { end->eraseFromParent(); }

  Value *at(Value *memory, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, offset);
  }

  /// The numbers of a structure that lies in memory: added to its shadow, if that is none of
  /// constants.
  void addBehind(const Argument &structure, Value *adjoints) {
    Value *shadow = shadows[structure.getArgNo()], *primal = primals[structure.getArgNo()];
    uint64_t place = places[find(stub.values, &structure) - stub.values.begin()];
    Value *isConstant = builder.CreateICmpEQ(shadow, primal);
    for (const Leaf &leaf : leavesOf(structure.getParamByValType(), module.getDataLayout())) {
      if (!leaf.type->isFloatingPointTy())
        continue;
      Value *sum = builder.CreateAlignedLoad(leaf.type, at(shadow, leaf.offset), Align(1));
      Value *added = builder.CreateFAdd(
          sum, builder.CreateAlignedLoad(leaf.type, at(adjoints, place + leaf.offset), Align(1)));
      builder.CreateAlignedStore(builder.CreateSelect(isConstant, sum, added),
                                 at(shadow, leaf.offset), Align(1));
    }
  }

  /// The stub stores the number where it lies in the kernel's parameter.
  Value *adjointOf(const Argument &number, Value *adjoints) {
    std::optional<PlaceOfNumber> place = placeOf(number, stub);
    assert(place && "else it is no stub");
    return builder.CreateAlignedLoad(
        number.getType(), at(adjoints, places[place->parameter] + place->offset), Align(1));
  }

  void writePlain() {
    Function *primal = module.getFunction(name);
    Function *plain = make(".plain", primal->getFunctionType());
    builder.SetInsertPoint(BasicBlock::Create(context, "entry", plain));
    SmallVector<Value *, 8> values(make_pointer_range(plain->args()));
    values.truncate(stub.function->arg_size());
    CallInst *call = builder.CreateCall(stub.function, values);
    call->setAttributes(stub.function->getAttributes().removeFnAttributes(context));
    builder.CreateRetVoid();
  }

  const Stub &stub;
  const LaunchSteps &steps;
  SmallVectorImpl<Function *> &roots;
  Module &module;
  LLVMContext &context;
  IRBuilder<> builder;
  std::string name;
  SmallVector<uint64_t, 8> places; ///< of adjoints
  GlobalVariable *derivatives = nullptr;
  Function *made = nullptr;
  Instruction *end = nullptr; ///< of `made`, while it is written
  SmallVector<Value *, 8> primals, shadows;
};

} // namespace

StringRef handlePrefix() { return "enzyme.gpu.handle."; }

/// Carried code has static functions and variables by such names (carry/Carry.h).
static bool isStaticOf(const GlobalValue &known) {
  return known.hasLocalLinkage() || known.getName().contains(".enzyme.");
}

std::string offeredHandle(StringRef prefix, StringRef kernel) {
  return (prefix + kernel + ".offered").str();
}

std::optional<Stub> readStub(Function &function) {
  Stub stub{&function, nullptr, nullptr, nullptr, {}, "", false};
  for (Instruction &at : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&at);
    if (call && gpu::popsConfiguration(*call))
      stub.pop = call;
    if (call && gpu::launches(*call))
      stub.launch = call;
  }
  if (!stub.pop || !stub.launch)
    return std::nullopt;
  stub.arguments = dyn_cast<AllocaInst>(gpu::argumentsOf(*stub.launch)->stripPointerCasts());
  auto values = stub.arguments ? valuesOf(*stub.arguments) : std::nullopt;
  if (!values)
    return std::nullopt;
  stub.values = *values;
  if (!areNumbersKnown(stub))
    return std::nullopt;
  const Value *handle = stub.launch->getArgOperand(0)->stripPointerCasts();
  stub.kernel = nameOnDevice(*handle);
  auto *known = dyn_cast<GlobalValue>(handle);
  if (stub.kernel.empty() && known && function.hasFnAttribute(gpu::kernelsOffered) &&
      !isStaticOf(*known)) {
    stub.kernel = known->getName().str();
    stub.isElsewhere = true;
  }
  return stub.kernel.empty() ? std::nullopt : std::optional(stub);
}

Function *makeLaunch(const Stub &stub, const LaunchSteps &steps,
                     SmallVectorImpl<Function *> &roots) {
  return LaunchWriter(stub, steps, roots).write();
}

} // namespace enzyme
