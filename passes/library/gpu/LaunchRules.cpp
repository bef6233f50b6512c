//===- LaunchRules.cpp -------------------------------------------------------===//
//
//   stub(a, …)       p = alloca {&a, …}; pop the configuration; launch(K, configuration, p)
//   forward(a, a'…)  p, p' from the stub's code twice, then launch of {p0, p'0, p1, …}
//
// So what the C++ ABI does to structures that are passed by value need not be known here.
//===----------------------------------------------------------------------===//
#include "library/gpu/LaunchRules.h"
#include "request/BlasRules.h"
#include "rules/gpu/Kernels.h"
#include "rules/gpu/RuntimeApi.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What the runtime is told of the handle that the stub launches.
std::string nameOnDevice(const Value &handle) {
  for (const User *user : handle.users()) {
    auto *call = dyn_cast<CallBase>(user);
    if (!call || !gpu::isRegistration(*call) || call->getArgOperand(1) != &handle)
      continue;
    auto *text = dyn_cast<GlobalVariable>(call->getArgOperand(2)->stripPointerCasts());
    auto *data = text && text->hasInitializer()
                     ? dyn_cast<ConstantDataSequential>(text->getInitializer())
                     : nullptr;
    if (data && data->isCString())
      return data->getAsCString().str();
  }
  return "";
}

/// The rule's functions for one stub.
class LaunchWriter {
public:
  LaunchWriter(const Stub &stub, const LaunchSteps &steps, SmallVectorImpl<Function *> &roots)
      : stub(stub), steps(steps), roots(roots), module(*stub.function->getParent()),
        context(module.getContext()), builder(context),
        name((gpuPrefix + "launch." + stub.function->getName()).str()) {}

  Function *write() {
    Function *primal = make("", stub.function->getFunctionType());
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
    Constant *all =
        ConstantStruct::getAnon({handle(kernels::forwardPrefix), handle(kernels::augmentedPrefix),
                                 handle(kernels::gradientPrefix), handle(kernels::bytesPrefix),
                                 kernel, builder.getInt64(stub.parameters)});
    return new GlobalVariable(module, all->getType(), true, GlobalValue::PrivateLinkage, all,
                              "enzyme.gpu.derivatives");
  }

  static bool isNumber(const Type *type) { return type->isFloatingPointTy(); }

  /// Each parameter twice; `once`: numbers once.
  FunctionType *typeOfRule(Type *result, bool areNumbersOnce, ArrayRef<Type *> more) {
    SmallVector<Type *, 16> types;
    for (Type *type : stub.function->getFunctionType()->params())
      types.append(isNumber(type) && areNumbersOnce ? 1 : 2, type);
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

  /// {p0, p'0, p1, …}, and room for two more.
  Value *arguments() {
    Value *primal = spread(primals), *shadow = spread(shadows);
    Type *pointer = builder.getPtrTy();
    Value *all =
        atEntry().CreateAlloca(ArrayType::get(pointer, 2 * stub.parameters + 2), nullptr, "all");
    for (unsigned i = 0; i != stub.parameters; ++i)
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
    AllocaInst *slots = atEntry().CreateAlloca(
        ArrayType::get(builder.getInt8Ty(), kernels::adjointSlotBytes * stub.parameters), nullptr,
        "adjoints");
    slots->setAlignment(Align(16));
    builder.CreateCall(steps.reverse, {derivatives, arguments(), launched, slots});
    if (numbers.empty())
      return finish(builder.CreateRetVoid());
    Value *all = PoisonValue::get(result);
    unsigned next = 0;
    for (Argument &parameter : stub.function->args())
      if (isNumber(parameter.getType()))
        all = builder.CreateInsertValue(all, adjointOf(parameter, slots), next++);
    finish(builder.CreateRet(all));
  }

  void finish(ReturnInst *) { end->eraseFromParent(); }

  /// Where the stub stores the number is the place in the kernel's parameter.
  Value *adjointOf(const Argument &number, Value *slots) {
    for (const User *user : number.users()) {
      auto *store = dyn_cast<StoreInst>(user);
      if (!store)
        continue;
      APInt offset(64, 0);
      const Value *memory = store->getPointerOperand()->stripAndAccumulateConstantOffsets(
          module.getDataLayout(), offset, /*AllowNonInbounds=*/true);
      if (std::optional<unsigned> parameter = parameterAt(memory))
        return builder.CreateLoad(
            number.getType(), builder.CreateConstInBoundsGEP1_64(
                                  builder.getInt8Ty(), slots,
                                  *parameter * kernels::adjointSlotBytes + offset.getZExtValue()));
    }
    return Constant::getNullValue(number.getType());
  }

  /// The kernel's parameter that lies there.
  std::optional<unsigned> parameterAt(const Value *memory) const {
    for (const Instruction &at : instructions(*stub.function)) {
      auto *store = dyn_cast<StoreInst>(&at);
      if (!store || store->getValueOperand() != memory)
        continue;
      APInt offset(64, 0);
      const Value *array = store->getPointerOperand()->stripAndAccumulateConstantOffsets(
          module.getDataLayout(), offset, /*AllowNonInbounds=*/true);
      if (array == stub.arguments)
        return offset.getZExtValue() / module.getDataLayout().getPointerSize();
    }
    return std::nullopt;
  }

  void writePlain() {
    Function *plain = make(".plain", stub.function->getFunctionType());
    builder.SetInsertPoint(BasicBlock::Create(context, "entry", plain));
    SmallVector<Value *, 8> values(make_pointer_range(plain->args()));
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
  GlobalVariable *derivatives = nullptr;
  Function *made = nullptr;
  Instruction *end = nullptr; ///< of `made`, while it is written
  SmallVector<Value *, 8> primals, shadows;
};

} // namespace

StringRef handlePrefix() { return "enzyme.gpu.handle."; }

std::optional<Stub> readStub(Function &function) {
  Stub stub{&function, nullptr, nullptr, nullptr, 0, ""};
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
  auto *count = stub.arguments ? dyn_cast<ConstantInt>(stub.arguments->getArraySize()) : nullptr;
  if (!count)
    return std::nullopt;
  stub.parameters = unsigned(count->getZExtValue());
  if (function.arg_empty()) // clang has an array of one all the same
    stub.parameters = 0;
  stub.kernel = nameOnDevice(*stub.launch->getArgOperand(0)->stripPointerCasts());
  return stub.kernel.empty() ? std::nullopt : std::optional(stub);
}

Function *makeLaunch(const Stub &stub, const LaunchSteps &steps,
                     SmallVectorImpl<Function *> &roots) {
  return LaunchWriter(stub, steps, roots).write();
}

} // namespace enzyme
