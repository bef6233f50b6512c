//===- KernelDerivatives.cpp ---------------------------------------------------===//
#include "pipeline/KernelDerivatives.h"
#include "pipeline/BlockSums.h"
#include "pipeline/KernelStructures.h"
#include "request/FitResult.h"
#include "request/ReadArguments.h"
#include "request/RewriteCall.h"
#include "rules/gpu/Kernels.h"
#include "rules/gpu/Launch.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ThreadSums.h"
#include "support/ReachedFunctions.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr StringLiteral standInPrefix = "enzyme.kernel.";

/// One kernel of a derivative, around one request or two.
class KernelWriter {
public:
  /// `twin` is differentiated in place of the kernel in reverse mode, if it is there
  /// (KernelStructures.h).
  KernelWriter(Function &primal, const Function &written, Function *twin,
               std::vector<Request> &requests)
      : primal(primal), written(written), twin(twin), where(Position::of(written)),
        requests(requests), builder(primal.getContext()) {}

  void forward() {
    begin(kernels::forwardPrefix, {});
    askFor(Family::Fwddiff, nullptr);
    builder.CreateRetVoid();
  }
  void augmented() {
    Type *count = builder.getInt64Ty();
    begin(kernels::augmentedPrefix, {memoryOfDevice(), count, count, count});
    if (!twin && any_of(primal.args(), hidesNumbers))
      return stopOnDevice(builder, "the adjoints of structures that are passed by value are not "
                                   "supported on this device yet");
    copyStructures();
    askFor(Family::Augmentfwd, launchMemory());
    builder.CreateRetVoid();
  }
  void gradient() {
    Type *count = builder.getInt64Ty();
    begin(kernels::gradientPrefix, {memoryOfDevice(), memoryOfDevice(), count, count, count});
    copyStructures();
    Value *tape = launchMemory();
    for (const Argument &parameter : primal.args())
      clearShadow(parameter);
    addAdjoints(askFor(Family::Reverse, tape));
    builder.CreateRetVoid();
  }
  void bytes() {
    begin(kernels::bytesPrefix, {memoryOfDevice()});
    copyStructures();
    askFor(Family::Augmentfwd, generic(made->getArg(made->arg_size() - 1)));
    requests.back().tape.areBytesAsked = true;
    builder.CreateRetVoid();
  }

private:
  /// As clang has kernels take addresses: AMD's of global memory.
  Type *memoryOfDevice() {
    constexpr unsigned global = 1;
    return PointerType::get(primal.getContext(),
                            module().getTargetTriple().isAMDGPU() ? global : 0);
  }
  Value *generic(Argument *address) {
    return builder.CreateAddrSpaceCast(address, builder.getPtrTy());
  }

  Module &module() { return *primal.getParent(); }

  /// Each parameter twice, with what says how it is passed.
  void begin(StringRef prefix, ArrayRef<Type *> more) {
    SmallVector<Type *, 16> types;
    SmallVector<AttributeSet, 16> attributes;
    for (const Argument &parameter : primal.args()) {
      types.append(2, parameter.getType());
      attributes.append(2, written.getAttributes().getParamAttrs(parameter.getArgNo()));
    }
    append_range(types, more);
    make(prefix, types, attributes);
  }

  void make(StringRef prefix, ArrayRef<Type *> types, ArrayRef<AttributeSet> attributes) {
    LLVMContext &context = primal.getContext();
    made = Function::Create(FunctionType::get(builder.getVoidTy(), types, false),
                            primal.getLinkage(), prefix + primal.getName(), module());
    made->setCallingConv(primal.getCallingConv());
    made->setVisibility(primal.getVisibility());
    made->setAttributes(
        AttributeList::get(context, primal.getAttributes().getFnAttrs(), {}, attributes));
    for (Attribute::AttrKind kind :
         {Attribute::Memory, Attribute::NoSync, Attribute::NoFree, Attribute::WillReturn,
          Attribute::NoRecurse, Attribute::NoCallback}) // known of an optimised kernel
      made->removeFnAttr(kind);
    for (Argument &parameter : made->args()) // what holds of the kernel's own reads
      for (Attribute::AttrKind kind : {Attribute::NoAlias, Attribute::ReadOnly, Attribute::ReadNone,
                                       Attribute::WriteOnly, Attribute::Captures})
        parameter.removeAttr(kind);
    builder.SetInsertPoint(BasicBlock::Create(context, "entry", made));
  }

  /// struct launch (rt-gpu/device/tape.c) of the last four arguments and the thread's number.
  Value *launchMemory() {
    Type *word = builder.getInt64Ty();
    AllocaInst *place = builder.CreateAlloca(ArrayType::get(word, 5), nullptr, "launch");
    Value *memory = builder.CreateAddrSpaceCast(place, builder.getPtrTy());
    unsigned first = made->arg_size() - 4;
    Value *const words[] = {generic(made->getArg(first)), made->getArg(first + 1),
                            made->getArg(first + 2), made->getArg(first + 3),
                            globalThread(builder)};
    for (auto [index, value] : enumerate(words))
      builder.CreateStore(value, builder.CreateConstInBoundsGEP1_64(word, memory, index));
    return memory;
  }

  Binding bind(const Argument &parameter, Family family) const {
    bool isForward = family == Family::Fwddiff;
    bool isValue = holdsFloat(parameter.getType()) && !holdsPointer(parameter.getType());
    bool hasShadow = holdsPointer(parameter.getType()) || parameter.hasByValAttr() ||
                     parameter.hasByRefAttr() || (isValue && isForward);
    unsigned value = 2 * parameter.getArgNo();
    Binding binding;
    if (hasShadow)
      binding.activity = Activity::Dup;
    else if (isValue)
      binding.activity = Activity::Out;
    binding.primal = Passed{value};
    if (hasShadow)
      binding.shadows.push_back(Passed{value + 1});
    return binding;
  }

  /// A call that the request stands for: its result.
  Value *askFor(Family family, Value *tape) {
    Request request;
    request.family = family;
    request.function = isForward(family) ? &primal : twin ? twin : &primal;
    request.runtimeActivity = true;
    request.where = where;
    for (const Argument &parameter : primal.args())
      request.parameters.push_back(bind(parameter, family));
    SmallVector<Value *, 16> arguments;
    for (unsigned i = 0; i != 2 * primal.arg_size(); ++i)
      arguments.push_back(isForward(family) ? made->getArg(i) : argument(i));
    request.tape.isFixed = request.tape.isInMemory = request.tape.isOfLaunch = !isForward(family);
    if (tape) {
      request.tape.arguments.push_back(arguments.size());
      arguments.push_back(tape);
    }
    request.call = builder.CreateCall(standIn(request, arguments), arguments);
    requests.push_back(std::move(request));
    return requests.back().call;
  }

  Function *standIn(const Request &request, ArrayRef<Value *> arguments) {
    SmallVector<Type *, 16> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    return Function::Create(
        FunctionType::get(resultOf(request), types, false), GlobalValue::ExternalLinkage,
        standInPrefix + wordOf(request.family) + "." + primal.getName(), module());
  }

  /// The adjoints of numbers that are passed by value, one after the other.
  Type *resultOf(const Request &request) {
    SmallVector<Type *, 4> adjoints;
    for (auto [binding, parameter] : zip_equal(request.parameters, primal.args()))
      if (binding.activity == Activity::Out && request.family == Family::Reverse)
        adjoints.push_back(parameter.getType());
    return adjoints.empty() ? builder.getVoidTy()
                            : cast<Type>(StructType::get(primal.getContext(), adjoints));
  }

  static bool isForward(Family family) { return family == Family::Fwddiff; }

  /// Of parameters that hide numbers, and of their shadows, the thread has copies.
  void copyStructures() {
    copies.clear();
    const DataLayout &layout = primal.getDataLayout();
    for (const Argument &parameter : primal.args()) {
      if (!twin || !hidesNumbers(parameter))
        continue;
      Type *type = parameter.getParamByRefType();
      for (unsigned half = 0; half != 2; ++half) {
        unsigned index = 2 * parameter.getArgNo() + half;
        AllocaInst *copy = builder.CreateAlloca(type, layout.getAllocaAddrSpace());
        Align align = std::max(copy->getAlign(), parameter.getParamAlign().valueOrOne());
        copy->setAlignment(align);
        copies[index] = builder.CreateAddrSpaceCast(copy, builder.getPtrTy());
        builder.CreateMemCpy(copies[index], align, made->getArg(index), align,
                             layout.getTypeAllocSize(type));
      }
    }
  }
  Value *argument(unsigned index) {
    Value *copy = copies.lookup(index);
    return copy ? copy : made->getArg(index);
  }

  /// The numbers of a structure that is passed by value get their adjoints in its shadow, which is
  /// the thread's own.
  void clearShadow(const Argument &parameter) {
    Value *shadow = argument(2 * parameter.getArgNo() + 1);
    for (const Leaf &leaf : numbersBehind(parameter))
      builder.CreateAlignedStore(Constant::getNullValue(leaf.type), at(shadow, leaf.offset),
                                 Align(1));
  }

  std::vector<Leaf> numbersBehind(const Argument &parameter) const {
    std::vector<Leaf> leaves;
    Type *type = parameter.getParamByValType();
    if (twin && hidesNumbers(parameter))
      type = parameter.getParamByRefType();
    if (type)
      leaves = leavesOf(type, primal.getDataLayout());
    erase_if(leaves, [](const Leaf &leaf) { return !leaf.type->isFloatingPointTy(); });
    return leaves;
  }

  Value *at(Value *memory, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, offset);
  }

  void addAdjoints(Value *adjoints) {
    SmallVector<uint64_t, 8> bytes;
    const DataLayout &layout = primal.getDataLayout();
    for (const Argument &parameter : primal.args()) {
      Type *behind = parameter.hasByValAttr()   ? parameter.getParamByValType()
                     : parameter.hasByRefAttr() ? parameter.getParamByRefType()
                                                : parameter.getType();
      bytes.push_back(layout.getTypeAllocSize(behind));
    }
    SmallVector<uint64_t, 8> places = adjointPlaces(bytes);
    Value *all = generic(made->getArg(2 * primal.arg_size()));
    unsigned next = 0;
    SmallVector<LaunchSum, 8> sums;
    for (const Argument &parameter : primal.args()) {
      unsigned index = parameter.getArgNo();
      if (requests.back().parameters[index].activity == Activity::Out)
        sums.push_back(
            {at(all, places[index]), builder.CreateExtractValue(adjoints, next++), Align(8)});
      for (const Leaf &leaf : numbersBehind(parameter)) {
        Value *own = builder.CreateAlignedLoad(leaf.type, at(argument(2 * index + 1), leaf.offset),
                                               Align(1));
        sums.push_back({at(all, places[index] + leaf.offset), own, Align(1)});
      }
    }
    addForLaunch(builder, primal, sums);
  }

  Function &primal;
  const Function &written; ///< the kernel as the front end gave it, if that is there
  Function *twin;
  Position where;
  std::vector<Request> &requests;
  IRBuilder<> builder;
  Function *made = nullptr;
  DenseMap<unsigned, Value *> copies; ///< of parameters of `made`
};

} // namespace

SmallVector<Function *, 8> kernelsOf(Module &module) {
  SmallVector<Function *, 8> kernels;
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration())
      kernels.push_back(&function);
  return kernels;
}

std::vector<Request> requestKernels(ArrayRef<WantedKernel> kernels, Module *pristine,
                                    ArrayRef<Request> ofProgram) {
  SmallPtrSet<const Function *, 4> asked; // by threads: their launches are the program's
  for (const Request &request : ofProgram)
    asked.insert(request.function);
  std::vector<Request> requests;
  for (const WantedKernel &wanted : kernels) {
    Function *primal = wanted.primal;
    Function *written = pristine ? pristine->getFunction(primal->getName()) : nullptr;
    for (Function *one : {primal, written})
      if (one && !asked.contains(primal))
        one->addFnAttr(launchedByHostAttribute);
    bool hasTwin = wanted.isReverse && any_of(primal->args(), hidesNumbers);
    KernelWriter writer(*primal, written ? *written : *primal,
                        hasTwin ? makeTwin(*primal, pristine) : nullptr, requests);
    if (wanted.isForward)
      writer.forward();
    if (!wanted.isReverse)
      continue;
    writer.augmented();
    writer.gradient();
    writer.bytes();
  }
  return requests;
}

bool isOfKernel(const Request &request) {
  const Function *called = request.call ? request.call->getCalledFunction() : nullptr;
  return called && called->getName().starts_with(standInPrefix);
}

/// A derivative's kernel that cannot be: it says why, and stops the program.
static void stopInKernel(Function &kernel, StringRef why) {
  GlobalValue::LinkageTypes linkage = kernel.getLinkage();
  kernel.deleteBody();
  kernel.setLinkage(linkage);
  IRBuilder<> builder(BasicBlock::Create(kernel.getContext(), "entry", &kernel));
  stopOnDevice(builder, why);
}

void leaveRefusedKernels(std::vector<Request> &requests, Diagnostics &diagnostics,
                         function_ref<bool(ArrayRef<Request>)> canMake) {
  MapVector<Function *, std::vector<Request>> byKernel;
  for (Request &request : requests)
    if (isOfKernel(request))
      byKernel[request.call->getFunction()].push_back(request);
  SmallPtrSet<const Function *, 8> said;
  for (auto &[kernel, inKernel] : byKernel) {
    Diagnostics::Mark mark = diagnostics.mark();
    bool isMade = canMake(inKernel);
    std::string why = diagnostics.rollBack(mark);
    if (isMade)
      continue;
    erase_if(requests, [&](const Request &request) {
      return isOfKernel(request) && request.call->getFunction() == kernel;
    });
    stopInKernel(*kernel, why);
    if (!said.insert(inKernel.front().function).second)
      continue;
    diagnostics.warn({MessageId::KernelWithout,
                      inKernel.front().where,
                      {readableName(*inKernel.front().function), why},
                      {}});
  }
}

void serveInKernel(const Request &request, Function &derivative, Diagnostics &diagnostics) {
  Function &kernel = *request.call->getFunction();
  rewriteCall(request, &derivative, diagnostics);
  lowerThreadSums(kernel); // what its threads sum up beside the request
}

void dropKernelRequests(Module &module) {
  for (Function &function : make_early_inc_range(module))
    if ((function.getName().starts_with(standInPrefix) || isTwin(function)) && function.use_empty())
      function.eraseFromParent();
}

void checkConstantsOnDevice(Module &workshop, ArrayRef<Function *> derivatives) {
  Function *check = workshop.getFunction(nameOf(Runtime::Written));
  if (!check || !check->isDeclaration() || derivatives.empty())
    return;
  LLVMContext &context = workshop.getContext();
  Function *own = Function::Create(check->getFunctionType(), GlobalValue::InternalLinkage,
                                   "enzyme.written.in.kernel", workshop);
  own->addFnAttr(Attribute::AlwaysInline);
  own->setDoesNotThrow();
  IRBuilder<> builder(BasicBlock::Create(context, "entry", own));
  BasicBlock *constant = BasicBlock::Create(context, "constant", own),
             *done = BasicBlock::Create(context, "done", own);
  builder.CreateCondBr(builder.CreateICmpEQ(own->getArg(0), own->getArg(1)), constant, done);
  builder.SetInsertPoint(constant);
  RuntimeCalls(workshop).refuse(builder,
                                "an active number is written to memory of which the derivative on "
                                "the host has no shadow",
                                Position());
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  for (Function *function : reachedFunctions(derivatives))
    for (Instruction &at : instructions(*function))
      if (auto *call = dyn_cast<CallBase>(&at); call && call->getCalledFunction() == check)
        call->setCalledFunction(own);
}

} // namespace enzyme
