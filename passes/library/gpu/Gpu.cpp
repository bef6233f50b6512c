//===- Gpu.cpp ---------------------------------------------------------------===//
#include "library/gpu/Gpu.h"
#include "library/WithRules.h"
#include "library/gpu/LaunchRules.h"
#include "request/BlasRules.h"
#include "rules/gpu/RuntimeApi.h"
#include "types/LayoutTools.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr char cudaText[] =
#include "GpuBodies.CUDA.inc"
    ;
constexpr char hipText[] =
#include "GpuBodies.HIP.inc"
    ;

constexpr StringLiteral stepInText = "enzyme_step_", bodyInText = "enzyme_body_";

/// On calls that copy: what, in Bodies.c's words.
constexpr StringLiteral formatMetadata = "enzyme.gpu.format";
enum Format { Unknown = -1, NoNumbers, Floats, Doubles };

Format formatOf(const Layout &layout) {
  if (!layout.known || layout.hasUnknown() || layout.hasPointers() || layout.pieces.empty())
    return Unknown;
  if (!layout.hasFloats())
    return NoNumbers;
  uint64_t covered = 0;
  Type *type = layout.pieces.front().floatType;
  for (const Piece &piece : layout.pieces) {
    if (piece.floatType != type)
      return Unknown;
    covered += piece.size;
  }
  bool isAllOne = type && covered == layout.period;
  return isAllOne && type->isDoubleTy()  ? Doubles
         : isAllOne && type->isFloatTy() ? Floats
                                         : Unknown;
}

/// One runtime's functions.
struct Library {
  StringRef text, prefix;
  std::unique_ptr<Module> bodies{};

  Function *find(StringRef inText, const Module &workshop) {
    if (!bodies)
      parse(workshop);
    return bodies->getFunction(nameOf(inText));
  }
  /// Null if it has none of that name and type.
  Function *bodyOf(const Function &callee, const Module &workshop) {
    std::string inText = (bodyInText + callee.getName()).str();
    if (!text.contains(inText + "("))
      return nullptr;
    Function *body = find(inText, workshop);
    return body && body->getFunctionType() == callee.getFunctionType() ? body : nullptr;
  }

private:
  std::string nameOf(StringRef inText) const;
  void parse(const Module &workshop);
};

/// In the workshop all begin with the runtime's prefix; steps' rules are told apart by dots.
std::string Library::nameOf(StringRef inText) const {
  std::string name = inText.str();
  if (inText.consume_front(stepInText)) {
    name = inText.str();
    std::replace(name.begin(), name.end(), '_', '.');
    return (gpuPrefix + prefix + "." + name).str();
  }
  if (inText.consume_front(bodyInText))
    return (gpuPrefix + inText).str();
  return (gpuPrefix + prefix + ".own." + inText).str();
}

void Library::parse(const Module &workshop) {
  SMDiagnostic error;
  bodies = parseAssemblyString(text, error, workshop.getContext());
  assert(bodies && "the texts are valid");
  bodies->setDataLayout(workshop.getDataLayout());
  bodies->setTargetTriple(workshop.getTargetTriple());
  for (Function &function : *bodies) {
    if (function.isDeclaration())
      continue;
    bool isBody = function.getName().starts_with(bodyInText);
    function.setAttributes({}); // of the processor that built us
    function.addFnAttr(Attribute::NoUnwind);
    function.addFnAttr(isBody ? Attribute::AlwaysInline : Attribute::NoInline);
    function.setName(nameOf(function.getName()));
  }
}

class GpuBodies {
public:
  GpuBodies(Module &workshop, SmallVectorImpl<Function *> &roots)
      : workshop(workshop), roots(roots) {}

  Function *bodyOf(const Function &callee) {
    Function *body = libraryOf(callee).bodyOf(callee, workshop);
    return body ? take(*body) : nullptr;
  }

  /// The copy that knows what it copies.
  void knowFormat(CallBase &call, int format) {
    Library &library = libraryOf(*call.getCalledFunction());
    gpu::Copy copy = *gpu::readCopy(call);
    std::string name = copy.isOfRows ? (bodyInText + library.prefix + "Rows").str() : "";
    name = copy.isOfRows ? name + (copy.isInStream ? "Async" : "")
                         : (stepInText + (copy.isInStream ? "flow" : "copy")).str();
    Function *step = take(*library.find(name, workshop));
    IRBuilder<> builder(&call);
    SmallVector<Value *, 6> arguments(call.args());
    if (copy.isOfDevices) {
      constexpr int anyDirection = 4;
      arguments = {copy.to, copy.from, copy.bytes, builder.getInt32(anyDirection)};
      if (copy.isInStream)
        arguments.push_back(call.getArgOperand(call.arg_size() - 1));
    }
    arguments.push_back(builder.getInt32(format));
    call.replaceAllUsesWith(builder.CreateCall(step, arguments));
    call.eraseFromParent();
  }

  /// Null if the function is no stub.
  Function *launchOf(Function &function) {
    std::optional<Stub> stub = readStub(function);
    if (!stub)
      return nullptr;
    std::string name = (gpuPrefix + "launch." + function.getName()).str();
    if (Function *known = workshop.getFunction(name))
      return known;
    Library &library = libraryOf(*stub->launch->getCalledFunction());
    auto step = [&](const char *half) {
      return take(*library.find((stepInText + "launch_" + half).str(), workshop));
    };
    return makeLaunch(*stub, {step("forward"), step("augmented"), step("reverse")}, roots);
  }

private:
  Library &libraryOf(const Function &callee) {
    return libraries[callee.getName().starts_with(libraries[1].prefix)];
  }
  Function *take(Function &body) {
    Function *there = workshop.getFunction(body.getName());
    return there ? there : takeWithRules(body, workshop, roots);
  }

  Library libraries[2] = {{cudaText, "cuda"}, {hipText, "hip"}};
  Module &workshop;
  SmallVectorImpl<Function *> &roots;
};

/// Calls of the runtime and of stubs.
SmallVector<CallBase *> callsIn(const SetVector<Function *> &functions, ArrayRef<Function *> keep) {
  SmallVector<CallBase *> calls;
  for (Function *function : functions)
    for (Instruction &instruction : instructions(*function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      bool isStub = callee && !callee->isDeclaration() && callee->getReturnType()->isVoidTy();
      if (callee && !isOfGpu(*function) && (isStub || gpu::isOfRuntimeApi(*callee)) &&
          !isNamedByProgram(*call, keep))
        calls.push_back(call);
    }
  return calls;
}

} // namespace

CopiesInPlainSight::CopiesInPlainSight(Module &workshop) {
  for (Function &function : workshop)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (std::optional<gpu::Copy> copy = gpu::readCopy(*call)) {
          IRBuilder<> builder(call);
          copies.push_back(
              {call, builder.CreateMemMove(copy->to, Align(1), copy->from, Align(1), copy->bytes)});
        }
}

CopiesInPlainSight::~CopiesInPlainSight() {
  for (auto [call, copy] : copies) {
    LLVMContext &context = call->getContext();
    if (const MDNode *node = copy->getMetadata(layoutMetadata))
      if (std::optional<Layout> layout = decode(node, context))
        call->setMetadata(formatMetadata,
                          MDNode::get(context, ConstantAsMetadata::get(ConstantInt::getSigned(
                                                   Type::getInt32Ty(context), formatOf(*layout)))));
    copy->eraseFromParent();
  }
}

bool useGpuBodies(Module &workshop, const SetVector<Function *> &functions,
                  ArrayRef<Function *> keep, SmallVectorImpl<Function *> &roots) {
  GpuBodies bodies(workshop, roots);
  bool isAny = false;
  for (CallBase *call : callsIn(functions, keep)) {
    if (auto *invoke = dyn_cast<InvokeInst>(call);
        invoke && gpu::isOfRuntimeApi(*call->getCalledFunction()))
      call = changeToCall(invoke); // it never throws
    if (const MDNode *node = call->getMetadata(formatMetadata)) {
      bodies.knowFormat(*call, mdconst::extract<ConstantInt>(node->getOperand(0))->getSExtValue());
      isAny = true;
      continue;
    }
    Function &callee = *call->getCalledFunction();
    Function *body = callee.isDeclaration() ? bodies.bodyOf(callee) : bodies.launchOf(callee);
    if (!body)
      continue;
    call->setCalledFunction(body);
    if (callee.isDeclaration())
      call->setAttributes({}); // of the library's function
    isAny = true;
  }
  return isAny;
}

bool isOfGpu(const Function &function) { return function.getName().starts_with(gpuPrefix); }

void callGpuAgain(Module &workshop) {
  for (Function &function : make_early_inc_range(workshop))
    if (isOfGpu(function))
      callPlain(function);
}

void registerKernels(Module &program) {
  CallBase *known = nullptr;
  for (Function &function : program)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction); call && gpu::isRegistration(*call))
        known = call;
  if (!known)
    return;
  IRBuilder<> builder(known);
  for (GlobalVariable &handle : program.globals()) {
    if (!handle.getName().starts_with(handlePrefix()))
      continue;
    SmallVector<Value *, 10> arguments(known->args());
    arguments[1] = arguments[2] = arguments[3] = &handle;
    builder.CreateCall(known->getFunctionType(), known->getCalledOperand(), arguments);
  }
}

} // namespace enzyme
