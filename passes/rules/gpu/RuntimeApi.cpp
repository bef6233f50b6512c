//===- RuntimeApi.cpp ----------------------------------------------------------===//
#include "rules/gpu/RuntimeApi.h"
#include "rules/Shape.h"
#include "rules/gpu/Registrations.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme::gpu {
namespace {

/// Without prefix: "Malloc".
std::optional<StringRef> nameInApi(const Function &function) {
  StringRef name = function.getName();
  if (!function.isDeclaration() || !(name.consume_front("cuda") || name.consume_front("hip")) ||
      name.empty() || !isUpper(name[0]))
    return std::nullopt;
  return name;
}

/// Of cuBLAS and hipBLAS, without prefix and version: "Dgemm".
std::optional<StringRef> nameInBlas(const Function &function) {
  StringRef name = function.getName();
  if (!function.isDeclaration() ||
      !(name.consume_front("cublas") || name.consume_front("hipblas")) || name.empty() ||
      !isUpper(name[0]))
    return std::nullopt;
  name.consume_back("_v2");
  return name;
}

/// Without prefix and "__": "PopCallConfiguration".
std::optional<StringRef> nameInCompiler(const Function &function) {
  StringRef name = function.isDeclaration() ? function.getName() : "";
  if (!name.consume_front("__cuda") && !name.consume_front("__hip"))
    return std::nullopt;
  return name;
}

std::optional<StringRef> nameInCompiler(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee ? nameInCompiler(*callee) : std::nullopt;
}

constexpr ShapedNames inactive[] = {
    {"n", "DeviceReset DeviceSynchronize GetLastError PeekAtLastError ThreadSynchronize "
          "ProfilerStart ProfilerStop CtxResetPersistingL2Cache"},
    {"nn", "SetDevice SetDeviceFlags DeviceSetCacheConfig DeviceSetSharedMemConfig "
           "DeviceDisablePeerAccess"},
    {"nnp", "DeviceSetMemPool"},
    {"pn", "GetErrorName GetErrorString"},
    {"np", "GetDevice GetDeviceCount DriverGetVersion RuntimeGetVersion StreamCreate StreamDestroy "
           "StreamSynchronize StreamQuery EventCreate EventDestroy EventSynchronize EventQuery "
           "GetDeviceFlags HostUnregister MemPoolDestroy"},
    {"npp", "EventRecord MemGetInfo StreamGetFlags StreamGetPriority FuncGetAttributes "
            "GetSymbolSize DeviceGetStreamPriorityRange PointerGetAttributes StreamGetId "
            "StreamGetDevice StreamCopyAttributes MemPoolCreate DeviceGetByPCIBusId ChooseDevice"},
    {"nnn", "DeviceSetLimit DeviceEnablePeerAccess"},
    {"npn", "StreamCreateWithFlags EventCreateWithFlags GetDeviceProperties "
            "GetDeviceProperties_v2 GetDevicePropertiesR0600 DeviceGetLimit FuncSetCacheConfig "
            "FuncSetSharedMemConfig DeviceGetDefaultMemPool DeviceGetMemPool MemPoolTrimTo"},
    {"nnnn", "InitDevice"},
    {"nppn", "StreamWaitEvent EventRecordWithFlags"},
    {"npnn", "StreamCreateWithPriority DeviceGetAttribute FuncSetAttribute "
             "DeviceCanAccessPeer HostRegister DeviceGetPCIBusId"},
    {"npnp", "MemPoolSetAttribute MemPoolGetAttribute"},
    {"nppnn", "OccupancyMaxActiveBlocksPerMultiprocessor OccupancyAvailableDynamicSMemPerBlock "
              "StreamAttachMemAsync"},
    {"nppnnn", "OccupancyMaxActiveBlocksPerMultiprocessorWithFlags"},
    {"npppnn", "OccupancyMaxPotentialBlockSize"},
    {"nppp", "EventElapsedTime"},
    {"npnnn", "MemAdvise DeviceGetP2PAttribute"},
    {"npnnp", "MemPrefetchAsync"},
    {"npnnnp", "MemPrefetchAsync"}, // since CUDA 13: to a place of two numbers, in one register
};

/// Handles, and what they are told. A number that a handle writes is the program's own.
constexpr ShapedNames inactiveInBlas[] = {
    {"np", "Create Destroy"},
    {"pn", "GetStatusString GetStatusName StatusToString"},
    {"npp", "SetStream GetStream GetPointerMode GetMathMode GetAtomicsMode GetVersion"},
    {"npn", "SetPointerMode SetMathMode SetAtomicsMode"},
    {"nppn", "SetWorkspace"},
};

} // namespace

bool isOfRuntimeApi(const Function &function) {
  return nameInApi(function).has_value() || nameInBlas(function).has_value();
}

/// A function may have one shape in one version, and another in the next.
static bool isIn(ArrayRef<ShapedNames> table, std::optional<StringRef> name, const CallBase &call) {
  return name && any_of(table, [&](const ShapedNames &row) {
           SmallVector<StringRef, 16> names;
           SplitString(row.names, names);
           return is_contained(names, *name) && hasShape(call, row.shape);
         });
}

bool isInactive(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  if (pushesConfiguration(call))
    return true;
  return isIn(inactive, nameInApi(*callee), call) ||
         isIn(inactiveInBlas, nameInBlas(*callee), call);
}

bool pushesConfiguration(const CallBase &call) {
  return nameInCompiler(call) == StringRef("PushCallConfiguration");
}

bool popsConfiguration(const CallBase &call) {
  return nameInCompiler(call) == StringRef("PopCallConfiguration");
}

bool launches(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return callee && nameInApi(*callee) == StringRef("LaunchKernel") && call.arg_size() >= 6;
}

/// Behind the handle, two extents in one or two registers each; then a size and a stream.
Value *argumentsOf(CallBase &launch) { return launch.getArgOperand(launch.arg_size() - 3); }

std::optional<Copy> readCopy(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  std::optional<StringRef> name = callee ? nameInApi(*callee) : std::nullopt;
  auto is = [&](StringRef asked, StringRef shape) {
    return name == asked && hasShape(call, shape);
  };
  if (is("Memcpy", "nppnn") || is("MemcpyAsync", "nppnnp"))
    return Copy{call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2),
                call.arg_size() == 5};
  if (is("Memcpy2D", "npnpnnnn") || is("Memcpy2DAsync", "npnpnnnnp"))
    return Copy{call.getArgOperand(0), call.getArgOperand(2), call.getArgOperand(4),
                call.arg_size() == 8, /*isOfRows=*/true};
  if (is("MemcpyPeer", "npnpnn") || is("MemcpyPeerAsync", "npnpnnp"))
    return Copy{call.getArgOperand(0), call.getArgOperand(2), call.getArgOperand(4),
                call.arg_size() == 6,  /*isOfRows=*/false,    /*isOfDevices=*/true};
  for (auto [other, variable] :
       {std::pair("MemcpyToSymbol", Copy::To), std::pair("MemcpyFromSymbol", Copy::From)}) {
    bool isInStream = is((Twine(other) + "Async").str(), "nppnnnp");
    if (isInStream || is(other, "nppnnn"))
      return Copy{call.getArgOperand(0), call.getArgOperand(1),
                  call.getArgOperand(2), isInStream,
                  /*isOfRows=*/false,
                  /*isOfDevices=*/false, variable,
                  call.getArgOperand(3)};
  }
  return std::nullopt;
}

std::optional<OfDefaultStream> ofDefaultStream(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  std::optional<StringRef> name = callee ? nameInApi(*callee) : std::nullopt;
  if (!name || call.arg_empty() ||
      !(name->consume_back("_ptds") || name->consume_back("_ptsz") || name->consume_back("_spt")))
    return std::nullopt;
  StringRef prefix = callee->getName().take_front(callee->getName().find(*name));
  OfDefaultStream as{(prefix + *name).str(), (prefix + "StreamSynchronize").str(), std::nullopt,
                     *name == "LaunchKernel"};
  bool isAsync = name->ends_with("Async"), isAtOnce = !isAsync && name->starts_with("Mem");
  if (name->starts_with("Stream"))
    as.stream = 0;
  else if (*name == "EventRecordWithFlags")
    as.stream = 1;
  else if (isAsync || as.isLaunch || *name == "EventRecord")
    as.stream = call.arg_size() - 1;
  else if (!isAtOnce) // refused by its own name
    return std::nullopt;
  return as;
}

/// As nvcc writes stubs, for the compiler of the host that it calls.
static bool launchesForNvcc(const CallBase &call) {
  return is_contained({"GetKernel", "LaunchKernel", "LaunchKernel_ptsz"},
                      nameInCompiler(call).value_or(""));
}

std::optional<Obstacle> obstacleIn(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (launchesForNvcc(call))
    return Obstacle{"a launch of a kernel that nvcc compiles",
                    "compile its file with enzyme-clang++ -x cuda"};
  bool isInStub = any_of(instructions(*call.getFunction()), [](const Instruction &at) {
    auto *other = dyn_cast<CallBase>(&at);
    return other && popsConfiguration(*other);
  });
  if ((popsConfiguration(call) || (isInStub && launches(call))) &&
      !registersKernels(*call.getModule()))
    return Obstacle{"a launch of a kernel of another file",
                    "ask for the derivative in the file that has the kernel, or compile that with "
                    "-fenzyme-kernels"};
  if (popsConfiguration(call) || (isInStub && launches(call)))
    return Obstacle{
        "a launch of a kernel that takes numbers and integers in one small structure, or "
        "an object with a copy constructor of its own,",
        "pass the structure's members, or its address"};
  if (!callee || !isOfRuntimeApi(*callee))
    return std::nullopt;
  return Obstacle{"'" + callee->getName().str() + "'",
                  "docs/gpu.md says which functions of the device's runtime are"};
}

} // namespace enzyme::gpu
