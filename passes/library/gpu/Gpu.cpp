//===- Gpu.cpp ---------------------------------------------------------------===//
#include "library/gpu/Gpu.h"
#include "library/WithRules.h"
#include "library/gpu/LaunchRules.h"
#include "request/BlasRules.h"
#include "request/Vocabulary.h"
#include "rules/gpu/Kernels.h"
#include "rules/gpu/Registrations.h"
#include "rules/gpu/RuntimeApi.h"
#include "rules/gpu/Variables.h"
#include "support/OwnText.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
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

/// Structures of integers, floats and doubles.
bool isOfNumbers(const Layout &layout) {
  return layout.known && !layout.hasUnknown() && !layout.hasPointers() && layout.hasFloats() &&
         all_of(layout.pieces, [](const Piece &piece) {
           return !piece.floatType || piece.floatType->isFloatTy() || piece.floatType->isDoubleTy();
         });
}

Format formatOf(const Piece &piece) {
  return !piece.floatType ? NoNumbers : piece.floatType->isDoubleTy() ? Doubles : Floats;
}

/// Format of what begins in each word of four bytes; nothing if a number begins elsewhere.
std::optional<SmallVector<Format, 32>> formatsOfWords(const Layout &layout) {
  constexpr unsigned bytes = 4;
  SmallVector<Format, 32> words(layout.period / bytes, NoNumbers);
  for (const Piece &piece : layout.pieces) {
    bool isNumber = piece.floatType != nullptr;
    if (isNumber && (piece.offset % bytes || layout.period % bytes))
      return std::nullopt;
    if (isNumber)
      words[piece.offset / bytes] = formatOf(piece);
  }
  return words;
}

/// Small structures, also arrays of them, as one number (rt-gpu/host).
int64_t packed(const Layout &layout) {
  constexpr unsigned bits = 2, room = 28, mark = 62;
  std::optional<SmallVector<Format, 32>> words = formatsOfWords(layout);
  if (!words || words->empty())
    return Unknown;
  size_t count = 1; // of the structure that is repeated
  for (; count <= std::min<size_t>(room, words->size()); ++count)
    if (words->size() % count == 0 &&
        std::equal(words->begin() + count, words->end(), words->begin()))
      break;
  if (count > room || count > words->size())
    return Unknown;
  uint64_t format = (UINT64_C(1) << mark) | uint64_t(count) << (bits * room);
  for (size_t word = 0; word != count; ++word)
    format |= uint64_t((*words)[word]) << (bits * word);
  return int64_t(format);
}

/// What a copy moves.
Constant *describe(const Layout &layout, LLVMContext &context) {
  Format format = formatOf(layout);
  bool isMixed = format == Unknown && isOfNumbers(layout);
  return ConstantInt::getSigned(Type::getInt64Ty(context), isMixed ? packed(layout) : format);
}

/// What a variable holds: of large structures the address of a table, as an integer.
Constant *describe(const GlobalVariable &variable, Module &module) {
  Layout layout = layoutOf(variable.getValueType(), variable.getDataLayout());
  Constant *format = describe(layout, module.getContext());
  if (cast<ConstantInt>(format)->getSExtValue() != Unknown || !isOfNumbers(layout))
    return format;
  Type *word = Type::getInt32Ty(module.getContext());
  SmallVector<Constant *, 16> table{ConstantInt::get(word, layout.period), nullptr};
  for (const Piece &piece : layout.pieces)
    if (piece.floatType) {
      table.push_back(ConstantInt::get(word, piece.offset));
      table.push_back(ConstantInt::get(word, formatOf(piece)));
    }
  table[1] = ConstantInt::get(word, (table.size() - 2) / 2);
  auto *type = ArrayType::get(word, table.size());
  auto *made = new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                  ConstantArray::get(type, table), "enzyme.gpu.format");
  return ConstantExpr::getPtrToInt(made, format->getType());
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

/// In the workshop all begin with the runtime's prefix.
std::string Library::nameOf(StringRef inText) const {
  std::optional<std::string> name = nameOfBody(inText, gpuPrefix, prefix);
  return name ? *name : (gpuPrefix + prefix + ".own." + inText).str();
}

void Library::parse(const Module &workshop) {
  bodies = parseOwnText(text, workshop);
  static const StringSet<> intoVariables{(stepInText + "enter").str(), (stepInText + "pour").str()};
  for (Function &function : *bodies) {
    if (function.isDeclaration())
      continue;
    bool isBody = function.getName().starts_with(bodyInText);
    bool refusesLoss = intoVariables.count(function.getName());
    function.setAttributes({}); // of the processor that built us
    function.addFnAttr(Attribute::NoUnwind);
    function.addFnAttr(isBody ? Attribute::AlwaysInline : Attribute::NoInline);
    if (refusesLoss)
      function.addFnAttr(refusesVariedAttribute);
    function.setName(nameOf(function.getName()));
  }
}

/// Does anything but launches know the address of a stub? HIP's programs have that of a constant
/// in which it lies.
bool isAddressPassedOn(const Value &address) {
  return any_of(address.users(), [&](const User *user) {
    if (auto *call = dyn_cast<CallBase>(user))
      return call->getCalledOperand() != &address && !gpu::launches(*call) &&
             !gpu::isRegistration(*call);
    if (gpu::isOfEntry(*user))
      return false;
    auto *handle = dyn_cast<GlobalVariable>(user);
    return !handle || (!handle->getName().starts_with("llvm.") && isAddressPassedOn(*handle));
  });
}

bool isLaunchedByAddress(Function &function) {
  return isAddressPassedOn(function) && readStub(function).has_value();
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
  void knowFormat(CallBase &call, Constant &format) {
    Library &library = libraryOf(*call.getCalledFunction());
    gpu::Copy copy = *gpu::readCopy(call);
    Function *step = take(*library.find(nameOf(copy, library.prefix), workshop));
    IRBuilder<> builder(&call);
    SmallVector<Value *, 6> arguments(call.args());
    if (copy.isOfDevices) {
      constexpr int anyDirection = 4;
      arguments = {copy.to, copy.from, copy.bytes, builder.getInt32(anyDirection)};
      if (copy.isInStream)
        arguments.push_back(call.getArgOperand(call.arg_size() - 1));
    }
    arguments.push_back(&format);
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
    return makeLaunch(*stub, {step("forward"), step("augmented"), step("reverse"), variables},
                      roots);
  }

  /// What is called through an address is known late or never, and a stub inlined by then.
  void launchItself(Function &function) {
    ValueToValueMapTy map;
    Function *own = CloneFunction(&function, map);
    own->setName(function.getName() + ".own"); // not said to the user (report/Position.cpp)
    own->setLinkage(GlobalValue::InternalLinkage);
    Function *launch = launchOf(*own);
    assert(launch && "what it is a copy of is a stub");
    GlobalValue::LinkageTypes linkage = function.getLinkage();
    function.deleteBody();
    function.setLinkage(linkage);
    IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
    SmallVector<Value *, 8> arguments(make_pointer_range(function.args()));
    append_range(arguments, variables);
    CallInst *call = builder.CreateCall(launch, arguments);
    call->setAttributes(function.getAttributes().removeFnAttributes(function.getContext()));
    builder.CreateRetVoid();
  }

  /// In place of the stub, with the variables that the kernel may use behind its arguments.
  void callLaunch(CallBase &call, Function &launch) {
    if (variables.empty())
      return call.setCalledFunction(&launch);
    auto *stub =
        isa<InvokeInst>(call) ? changeToCall(&cast<InvokeInst>(call)) : &cast<CallInst>(call);
    SmallVector<Value *, 8> arguments(stub->args());
    append_range(arguments, variables);
    auto *made =
        CallInst::Create(launch.getFunctionType(), &launch, arguments, "", stub->getIterator());
    made->setAttributes(stub->getAttributes());
    made->setDebugLoc(stub->getDebugLoc());
    stub->eraseFromParent();
  }

  /// Variables of the file stand for the device's, if anything launches kernels or copies.
  void nameVariables() {
    for (Function &function : workshop)
      for (Instruction &at : instructions(function)) {
        auto *call = dyn_cast<CallBase>(&at);
        if (!call || !gpu::isRegistrationOfVariable(*call))
          continue;
        auto *variable = dyn_cast<GlobalVariable>(call->getArgOperand(1)->stripPointerCasts());
        if (variable)
          name(*variable, *call);
      }
    for (Function &function : workshop)
      for (Instruction &at : instructions(function))
        if (auto *call = dyn_cast<CallBase>(&at))
          leaveOfOtherFiles(*call);
  }

private:
  void name(GlobalVariable &variable, CallBase &registration) {
    constexpr unsigned isConstant = 6;
    if (gpu::isConstantToKernels(variable) || !gpu::canHaveShadow(*variable.getValueType()))
      return leaveWithoutShadow(variable);
    bool isHip = registration.getCalledFunction()->getName().contains(libraries[1].prefix);
    Function *begin = take(*libraries[isHip].find("beginVariable", workshop));
    bool isFixed =
        !PatternMatch::match(registration.getArgOperand(isConstant), PatternMatch::m_Zero());
    gpu::standsForVariable(variable, isFixed, *begin, *describe(variable, workshop));
    variables.push_back(&variable);
  }

  /// What varies cannot be copied to it (Variables.h of the bodies).
  void leaveWithoutShadow(GlobalVariable &variable) {
    if (mayHoldAnything(variable))
      variable.setMetadata(wordOf(Property::Inactive), MDNode::get(workshop.getContext(), {}));
  }
  /// A variable of a device that the runtime learns of elsewhere: kernels take it for a constant.
  void leaveOfOtherFiles(const CallBase &call) {
    std::optional<gpu::Copy> copy = gpu::readCopy(call);
    if (!copy || copy->variable == gpu::Copy::None)
      return;
    Value *place = copy->variable == gpu::Copy::To ? copy->to : copy->from;
    auto *variable = dyn_cast<GlobalVariable>(place->stripPointerCasts());
    if (variable && !is_contained(variables, variable))
      leaveWithoutShadow(*variable);
  }
  /// Numbers among it, and addresses.
  static bool mayHoldAnything(const GlobalVariable &variable) {
    Layout layout = layoutOf(variable.getValueType(), variable.getDataLayout());
    return !layout.known || layout.hasFloats() || layout.hasPointers() || layout.hasUnknown();
  }

  static std::string nameOf(const gpu::Copy &copy, StringRef prefix) {
    StringRef stream = copy.isInStream ? "Async" : "";
    if (copy.isOfRows)
      return (bodyInText + prefix + "Rows" + stream).str();
    if (copy.variable != gpu::Copy::None)
      return (bodyInText + prefix + (copy.variable == gpu::Copy::To ? "Into" : "From") +
              "Variable" + stream)
          .str();
    return (stepInText + (copy.isInStream ? "flow" : "copy")).str();
  }

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
  SmallVector<GlobalVariable *, 4> variables; ///< of the file, that stand for the device's
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
          auto at = [&](Value *memory, gpu::Copy::Variable variable) {
            return copy->variable != variable
                       ? memory
                       : builder.CreateInBoundsGEP(builder.getInt8Ty(), memory, copy->offset);
          };
          copies.push_back({call, builder.CreateMemMove(at(copy->to, gpu::Copy::To), Align(1),
                                                        at(copy->from, gpu::Copy::From), Align(1),
                                                        copy->bytes)});
        }
}

CopiesInPlainSight::~CopiesInPlainSight() {
  for (auto [call, copy] : copies) {
    LLVMContext &context = call->getContext();
    if (const MDNode *node = copy->getMetadata(layoutMetadata))
      if (std::optional<Layout> layout = decode(node, context))
        call->setMetadata(formatMetadata, MDNode::get(context, ConstantAsMetadata::get(
                                                                   describe(*layout, context))));
    SmallVector<WeakTrackingVH, 2> places(copy->operands().begin(), copy->operands().begin() + 2);
    copy->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(places);
  }
}

bool useGpuBodies(Module &workshop, const SetVector<Function *> &functions,
                  ArrayRef<Function *> keep, SmallVectorImpl<Function *> &roots) {
  GpuBodies bodies(workshop, roots);
  bool isAny = false;
  SmallVector<Function *, 4> stubs;
  for (Function &function : workshop)
    if (isLaunchedByAddress(function) && !is_contained(keep, &function))
      stubs.push_back(&function);
  if (!stubs.empty() || !callsIn(functions, keep).empty())
    bodies.nameVariables();
  for (Function *stub : stubs) {
    bodies.launchItself(*stub);
    isAny = true;
  }
  for (CallBase *call : callsIn(functions, keep)) {
    if (auto *invoke = dyn_cast<InvokeInst>(call);
        invoke && gpu::isOfRuntimeApi(*call->getCalledFunction()))
      call = changeToCall(invoke); // it never throws
    if (const MDNode *node = call->getMetadata(formatMetadata)) {
      bodies.knowFormat(*call, *mdconst::extract<Constant>(node->getOperand(0)));
      isAny = true;
      continue;
    }
    Function &callee = *call->getCalledFunction();
    Function *body = callee.isDeclaration() ? bodies.bodyOf(callee) : bodies.launchOf(callee);
    if (!body)
      continue;
    isAny = true;
    if (!callee.isDeclaration()) {
      bodies.callLaunch(*call, *body);
      continue;
    }
    call->setCalledFunction(body);
    call->setAttributes({}); // of the library's function
  }
  return isAny;
}

bool isOfGpu(const Function &function) { return function.getName().starts_with(gpuPrefix); }

void callGpuAgain(Module &workshop) {
  for (Function &function : make_early_inc_range(workshop))
    if (isOfGpu(function))
      callPlain(function);
}

static SmallVector<CallBase *, 4> registrationsOfVariables(Module &program) {
  SmallVector<CallBase *, 4> registrations;
  for (Function &function : program)
    for (Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&at); call && gpu::isRegistrationOfVariable(*call))
        registrations.push_back(call);
  return registrations;
}

void takeVariablesForConstants(Module &program) {
  for (CallBase *registration : registrationsOfVariables(program))
    if (auto *variable =
            dyn_cast<GlobalVariable>(registration->getArgOperand(1)->stripPointerCasts()))
      gpu::noteConstantToKernels(*variable);
}

/// Beside the program's variables those shadows that derivatives use.
static void registerShadows(Module &program) {
  constexpr unsigned nameInHost = 2, nameThere = 3, bytes = 5, isConstant = 6;
  for (CallBase *registration : registrationsOfVariables(program)) {
    auto *variable = dyn_cast<GlobalVariable>(registration->getArgOperand(1)->stripPointerCasts());
    if (!variable || gpu::isConstantToKernels(*variable))
      continue;
    GlobalVariable *shadow =
        program.getGlobalVariable(("enzyme.shadow." + variable->getName()).str(), true);
    std::optional<std::string> name = gpu::textOf(*registration->getArgOperand(nameThere));
    if (!shadow || !name || !gpu::canHaveShadow(*shadow->getValueType()))
      continue;
    IRBuilder<> builder(registration);
    SmallVector<Value *, 8> arguments(registration->args());
    arguments[1] = shadow;
    arguments[nameInHost] = arguments[nameThere] =
        builder.CreateGlobalString(gpu::nameOfShadow(*name));
    arguments[bytes] = ConstantInt::get(
        arguments[bytes]->getType(),
        program.getDataLayout().getTypeAllocSize(gpu::typeOfShadow(*shadow->getValueType())));
    arguments[isConstant] = Constant::getNullValue(arguments[isConstant]->getType());
    builder.CreateCall(registration->getFunctionType(), registration->getCalledOperand(),
                       arguments);
  }
}

void registerKernels(Module &program) {
  registerShadows(program);
  SmallVector<gpu::Registration, 4> known = gpu::registrationsIn(program);
  SmallVector<GlobalVariable *, 16> handles;
  for (GlobalVariable &handle : program.globals())
    if (handle.getName().starts_with(handlePrefix()) && handle.hasInitializer() && !known.empty())
      handles.push_back(&handle);
  for (GlobalVariable *handle : handles)
    known.back().repeat(*handle, *handle);
}

bool offerKernels(Module &program) {
  bool isAny = false;
  for (const gpu::Registration &known : gpu::registrationsIn(program)) {
    GlobalValue *own = known.handle();
    std::optional<std::string> name = known.name();
    if (!name || own->hasLocalLinkage())
      continue;
    isAny = true;
    for (StringRef prefix : {kernels::forwardPrefix, kernels::augmentedPrefix,
                             kernels::gradientPrefix, kernels::bytesPrefix}) {
      Constant *text = ConstantDataArray::getString(program.getContext(), (prefix + *name).str());
      auto *handle = new GlobalVariable(program, text->getType(), /*isConstant=*/true,
                                        GlobalValue::LinkOnceODRLinkage, text,
                                        offeredHandle(prefix, own->getName()));
      handle->setVisibility(GlobalValue::HiddenVisibility);
      known.repeat(*handle, *handle);
    }
  }
  return isAny;
}

} // namespace enzyme
