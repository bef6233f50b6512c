//===- DeviceRuntime.cpp -------------------------------------------------===//
#include "optimise/DeviceRuntime.h"
#include "limits/optimise.h"
#include "request/Vocabulary.h"
#include "rules/gpu/Devices.h"
#include "support/Import.h"
#include "support/Origins.h"
#include "support/OwnText.h"
#include "support/ReachedFunctions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr char textForNvptx[] =
#include "DeviceRuntime.nvptx64.inc"
    ;

constexpr char textForAmd[] =
#include "DeviceRuntime.amdgcn.inc"
    ;

// structure: allow names, because these are the runtime's own
constexpr StringLiteral threadName = "enzyme_rt_thread", beginName = "enzyme_rt_thread_begins",
                        deferName = "enzyme_rt_defer", deferFreeName = "enzyme_rt_defer_free";
constexpr StringLiteral copiesOfUnknown[] = {"enzyme_rt_copy_raw", "enzyme_rt_copy_const_raw",
                                             "enzyme_rt_pull_raw"};
constexpr StringLiteral bodyPrefix = "enzyme.device.";

StringRef bodiesFor(const Module &module) {
  return module.getTargetTriple().isAMDGPU() ? StringRef(textForAmd) : StringRef(textForNvptx);
}

/// The bodies, named so that they are ours.
std::unique_ptr<Module> parseBodies(const Module &workshop) {
  std::unique_ptr<Module> bodies = parseOwnText(bodiesFor(workshop), workshop);
  for (Function &body : *bodies) {
    if (body.isDeclaration())
      continue;
    bool isCalled = body.hasFnAttribute(Attribute::NoInline);
    body.setAttributes({}); // of another processor of the kind
    body.addFnAttr(Attribute::NoUnwind);
    body.addFnAttr(isCalled ? Attribute::NoInline : Attribute::AlwaysInline);
    body.setLinkage(GlobalValue::InternalLinkage);
    body.setDSOLocal(true);
    body.setName(bodyPrefix + body.getName());
  }
  return bodies;
}

/// Calls of the runtime become calls of bodies.
class Linking {
public:
  explicit Linking(Module &workshop) : bodies(parseBodies(workshop)), importer(*bodies, workshop) {}

  void serve(const SetVector<Function *> &functions) {
    for (Function *function : functions)
      for (Instruction &at : make_early_inc_range(instructions(*function)))
        if (auto *call = dyn_cast<CallBase>(&at))
          serve(*call);
  }
  Function *body(StringRef name) {
    Function *found = bodies->getFunction((bodyPrefix + name).str());
    return found ? importer.import(*found) : nullptr;
  }

private:
  void serve(CallBase &call) {
    Function *callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || !callee->getName().starts_with(runtimePrefix))
      return;
    if (isDeferredOnDevice(call)) {
      IRBuilder<> builder(&call);
      builder.CreateCall(body(deferFreeName), call.getArgOperand(0));
      call.eraseFromParent();
      return;
    }
    if (Function *served = body(callee->getName());
        served && served->getFunctionType() == call.getFunctionType()) {
      call.setCalledFunction(served);
      call.removeFnAttr(Attribute::Memory); // the tape is memory like any other now
    }
  }

  std::unique_ptr<Module> bodies;
  Importer importer;
};

/// Functions that ask for their thread's record get it from those that call them.
class Threading {
public:
  Threading(Module &workshop, const DeviceEntries &entries, Linking &bodies)
      : workshop(workshop), bodies(bodies) {
    for (const auto &[function, name] : entries)
      owners.try_emplace(function, name);
  }

  void run(Function &source) {
    findNeeding(source);
    for (Function *function : needing)
      records[function] = isOwner(*function) ? makeRecord(*function) : addParameter(*function);
    for (User *user : make_early_inc_range(source.users())) {
      auto *call = cast<CallBase>(user);
      call->replaceAllUsesWith(recordIn(*call));
      call->eraseFromParent();
    }
    for (auto &[old, made] : replaced)
      for (User *user : make_early_inc_range(old->users()))
        handOn(*cast<CallBase>(user), *made);
  }

private:
  /// A function of which not every call is seen keeps what it needs to itself; so does a function
  /// of the program's, which calls itself by its name.
  bool isOwner(const Function &function) const {
    return owners.contains(&function) || !isMadeHere(function) ||
           any_of(function.uses(), [](const Use &use) {
             auto *call = dyn_cast<CallBase>(use.getUser());
             return !call || !call->isCallee(&use);
           });
  }
  void findNeeding(Function &source) {
    SmallVector<Function *, 8> work{&source};
    while (!work.empty())
      for (User *user : work.pop_back_val()->users())
        if (auto *call = dyn_cast<CallBase>(user);
            call && needing.insert(call->getFunction()) && !isOwner(*call->getFunction()))
          work.push_back(call->getFunction());
  }
  Value *makeRecord(Function &function);
  Value *addParameter(Function &function);
  void handOn(CallBase &call, Function &callee);
  Value *recordIn(const CallBase &call) const { return records.find(call.getFunction())->second; }

  Module &workshop;
  Linking &bodies;
  DenseMap<const Function *, std::string> owners;
  SetVector<Function *> needing;
  DenseMap<const Function *, Value *> records; ///< by the function as it is now
  MapVector<Function *, Function *> replaced;
};

Value *Threading::makeRecord(Function &function) {
  auto name = owners.find(&function);
  IRBuilder<> entry(&*function.getEntryBlock().begin());
  constexpr uint64_t bytes = limits::bytesOfTapeOnDeviceStack;
  AllocaInst *stack =
      entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), bytes), nullptr, "tape.begin");
  stack->setAlignment(Align(16));
  function.removeFnAttr(Attribute::Memory);
  Type *pointer = entry.getPtrTy();
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *text = ConstantPointerNull::get(cast<PointerType>(pointer));
  if (name != owners.end())
    text = textFor(builder, name->second, "enzyme.function");
  return builder.CreateCall(
      bodies.body(beginName),
      {builder.CreateAddrSpaceCast(stack, pointer), builder.getInt64(bytes), text}, "thread");
}

Value *Threading::addParameter(Function &function) {
  FunctionType *type = function.getFunctionType();
  SmallVector<Type *, 8> parameters(type->params());
  parameters.push_back(PointerType::get(function.getContext(), 0));
  Function *made =
      Function::Create(FunctionType::get(type->getReturnType(), parameters, type->isVarArg()),
                       function.getLinkage(), function.getAddressSpace(), "", &workshop);
  made->takeName(&function);
  made->copyAttributesFrom(&function);
  made->removeFnAttr(Attribute::Memory);
  made->splice(made->begin(), &function);
  for (auto [from, to] : zip(function.args(), made->args())) {
    to.takeName(&from);
    from.replaceAllUsesWith(&to);
  }
  replaced[&function] = made;
  Argument *record = made->getArg(made->arg_size() - 1);
  record->setName("thread");
  records[made] = record;
  return record;
}

void Threading::handOn(CallBase &call, Function &callee) {
  SmallVector<Value *, 8> arguments(call.args());
  arguments.push_back(recordIn(call));
  IRBuilder<> builder(&call);
  CallInst *made = builder.CreateCall(&callee, arguments);
  made->takeName(&call);
  made->setCallingConv(call.getCallingConv());
  made->setAttributes(call.getAttributes());
  made->removeFnAttr(Attribute::Memory);
  made->copyMetadata(call);
  if (isa<FPMathOperator>(made))
    made->copyFastMathFlags(&call);
  call.replaceAllUsesWith(made); // never a tail call: the record may lie on the caller's stack
  call.eraseFromParent();
}

} // namespace

bool isInDeviceRuntime(StringRef name, const Module &module) {
  return name.starts_with(runtimePrefix) && bodiesFor(module).contains((" @" + name + "(").str());
}

bool movesTooMuchOnDevice(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !is_contained(copiesOfUnknown, callee->getName()))
    return false;
  constexpr uint64_t half = 4; // of a word
  // Nothing, or so much: where memory is constant.
  KnownBits bytes = computeKnownBits(call.getArgOperand(2), call.getDataLayout());
  return bytes.getMaxValue().ugt(half);
}

bool isDeferredOnDevice(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->getName().starts_with(deferName))
    return false;
  auto *release = dyn_cast<Function>(call.getArgOperand(1)->stripPointerCasts());
  return release && isDeviceFree(*release);
}

void useDeviceRuntime(Module &workshop, const DeviceEntries &entries) {
  SmallVector<Function *, 8> roots;
  for (const auto &[function, name] : entries)
    roots.push_back(function);
  Linking bodies(workshop);
  bodies.serve(reachedFunctions(roots));
  if (Function *source = workshop.getFunction(threadName))
    Threading(workshop, entries, bodies).run(*source);
}

} // namespace enzyme
