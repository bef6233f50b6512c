//===- Intrinsics.cpp - intrinsics of GPUs become C functions --------------===//
//
// `llvm.nvvm.shfl.sync.bfly.i32` becomes `emu_llvm_nvvm_shfl_sync_bfly_i32`, which the runtime
// defines in C++; what it does not define, the linker names. Types for which IR and C++ might not
// agree travel as others: i1, i8, i16 and half as 32 bits, short vectors as integers, and the parts
// of a structure that is returned through pointers behind the arguments. What threads may do
// together has the number of its place in the program as its last argument.
//===----------------------------------------------------------------------===//
#include "Retarget.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace gpuemu {
namespace {

bool isOfGpu(StringRef name) {
  if (name == "llvm.trap") // says of which thread
    return true;
  return name.starts_with("llvm.nvvm.") || name.starts_with("llvm.amdgcn.") ||
         name.starts_with("llvm.r600.");
}

/// The type by which a value of `type` travels.
Type *travels(Type *type) {
  LLVMContext &context = type->getContext();
  if (type->isIntegerTy() && type->getIntegerBitWidth() < 32)
    return Type::getInt32Ty(context);
  if (type->isHalfTy() || type->isBFloatTy())
    return Type::getInt32Ty(context);
  if (type->isVectorTy()) {
    uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
    return bits == 32 || bits == 64 ? Type::getIntNTy(context, unsigned(bits)) : nullptr;
  }
  if (type->isPointerTy())
    return PointerType::get(context, 0);
  return type->isIntegerTy(32) || type->isIntegerTy(64) || type->isFloatTy() ||
                 type->isDoubleTy() || type->isVoidTy()
             ? type
             : nullptr;
}

Value *pack(IRBuilder<> &builder, Value *value) {
  Type *type = value->getType(), *as = travels(type);
  if (type == as)
    return value;
  if (type->isPointerTy())
    return builder.CreateAddrSpaceCast(value, as);
  if (type->isHalfTy() || type->isBFloatTy())
    value = builder.CreateBitCast(value, builder.getInt16Ty());
  return type->isVectorTy() ? builder.CreateBitCast(value, as) : builder.CreateZExt(value, as);
}

Value *unpack(IRBuilder<> &builder, Value *value, Type *type) {
  if (value->getType() == type)
    return value;
  if (type->isPointerTy())
    return builder.CreateAddrSpaceCast(value, type);
  if (type->isHalfTy() || type->isBFloatTy())
    return builder.CreateBitCast(builder.CreateTrunc(value, builder.getInt16Ty()), type);
  return type->isVectorTy() ? builder.CreateBitCast(value, type) : builder.CreateTrunc(value, type);
}

std::string nameInRuntime(StringRef name) {
  std::string result = "emu_" + name.str();
  std::replace(result.begin(), result.end(), '.', '_');
  return result;
}

AllocaInst *slot(Function &function, Type *type) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  return builder.CreateAlloca(type, function.getParent()->getDataLayout().getAllocaAddrSpace());
}

void lower(CallInst &call, Function &intrinsic) {
  IRBuilder<> builder(&call);
  SmallVector<Value *> arguments;
  for (Value *argument : call.args()) {
    if (argument->getType()->isMetadataTy())
      continue;
    if (!travels(argument->getType()))
      fail("'" + intrinsic.getName() + "' takes a type that the emulator does not know");
    arguments.push_back(pack(builder, argument));
  }
  SmallVector<AllocaInst *> parts;
  auto *structure = dyn_cast<StructType>(call.getType());
  for (Type *part : structure ? structure->elements() : ArrayRef<Type *>())
    parts.push_back(slot(*call.getFunction(), travels(part))),
        arguments.push_back(builder.CreateAddrSpaceCast(parts.back(), builder.getPtrTy()));
  Type *result = structure ? builder.getVoidTy() : travels(call.getType());
  if (!result)
    fail("'" + intrinsic.getName() + "' gives a type that the emulator does not know");
  if (intrinsic.isConvergent())
    arguments.push_back(nextPlace(builder));
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee callee = intrinsic.getParent()->getOrInsertFunction(
      nameInRuntime(intrinsic.getName()), FunctionType::get(result, types, false));
  auto *called = builder.CreateCall(callee, arguments);
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  if (intrinsic.doesNotAccessMemory() && !structure)
    function->setDoesNotAccessMemory();
  if (intrinsic.isConvergent())
    function->setConvergent(), called->setConvergent();
  Value *value = called;
  if (structure) {
    value = PoisonValue::get(structure);
    for (auto [index, part] : enumerate(parts)) {
      Value *loaded = builder.CreateLoad(part->getAllocatedType(), part);
      value = builder.CreateInsertValue(
          value, unpack(builder, loaded, structure->getElementType(unsigned(index))),
          unsigned(index));
    }
  }
  if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(unpack(builder, value, call.getType()));
  call.eraseFromParent();
}

/// `llvm.nvvm.atomic.add.gen.f.cta.f64.p0` and its like: null if `name` is none of them.
Value *asAtomic(IRBuilder<> &builder, StringRef name, ArrayRef<Value *> operands) {
  if (!name.consume_front("llvm.nvvm.atomic."))
    return nullptr;
  auto [operation, rest] = name.split(".gen.");
  AtomicOrdering order = AtomicOrdering::Monotonic;
  if (operation == "cas")
    return builder.CreateExtractValue(builder.CreateAtomicCmpXchg(operands[0], operands[1],
                                                                  operands[2], MaybeAlign(), order,
                                                                  order),
                                      0);
  auto kind = StringSwitch<AtomicRMWInst::BinOp>(operation)
                  .Case("add", rest.starts_with("f") ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
                  .Case("exch", AtomicRMWInst::Xchg)
                  .Case("max", AtomicRMWInst::Max)
                  .Case("min", AtomicRMWInst::Min)
                  .Case("inc", AtomicRMWInst::UIncWrap)
                  .Case("dec", AtomicRMWInst::UDecWrap)
                  .Case("and", AtomicRMWInst::And)
                  .Case("or", AtomicRMWInst::Or)
                  .Case("xor", AtomicRMWInst::Xor)
                  .Default(AtomicRMWInst::BAD_BINOP);
  if (kind == AtomicRMWInst::BAD_BINOP)
    return nullptr;
  return builder.CreateAtomicRMW(kind, operands[0], operands[1], MaybeAlign(), order);
}

} // namespace

Value *nextPlace(IRBuilder<> &builder) {
  static unsigned last = 0;
  return builder.getInt32(++last);
}

void lowerAtomicIntrinsics(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.getName().starts_with("llvm.nvvm.atomic."))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call)
        continue;
      IRBuilder<> builder(call);
      if (Value *value = asAtomic(builder, function.getName(), SmallVector<Value *>(call->args())))
        call->replaceAllUsesWith(value), call->eraseFromParent();
    }
    if (function.use_empty())
      function.eraseFromParent();
  }
}

void lowerIntrinsics(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !isOfGpu(function.getName()))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user))
        lower(*call, function);
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace gpuemu
