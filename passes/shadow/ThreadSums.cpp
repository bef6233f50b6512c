//===- ThreadSums.cpp -----------------------------------------------------===//
#include "shadow/ThreadSums.h"
#include "rules/gpu/Devices.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {
namespace {

void addAtomically(IRBuilderBase &builder, Value *address, Value *number, Align align) {
  const Module &module = *builder.GetInsertBlock()->getModule();
  builder.CreateAtomicRMW(AtomicRMWInst::FAdd, address, number, align, AtomicOrdering::Monotonic,
                          builder.getContext().getOrInsertSyncScopeID(deviceScope(module)));
}

void addPlainly(IRBuilderBase &builder, Value *address, Value *number, Align align) {
  Value *old = builder.CreateAlignedLoad(number->getType(), address, align);
  builder.CreateAlignedStore(builder.CreateFAdd(old, number), address, align);
}

/// *address += number, for an address of any kind: NVIDIA's atomic operations do not reach a
/// thread's own memory, where nobody else adds.
Function *anywhereSum(Module &module, Type *type, Align align) {
  LLVMContext &context = module.getContext();
  std::string name;
  raw_string_ostream(name) << "enzyme.thread_sum." << *type << "." << align.value();
  if (Function *known = module.getFunction(name))
    return known;
  auto *functionType =
      FunctionType::get(Type::getVoidTy(context), {PointerType::get(context, 0), type}, false);
  Function *sum = Function::Create(functionType, GlobalValue::InternalLinkage, name, module);
  sum->setDoesNotThrow();
  sum->addFnAttr(Attribute::AlwaysInline);
  sum->addFnAttr(Attribute::WillReturn);
  BasicBlock *own = BasicBlock::Create(context, "own", sum),
             *shared = BasicBlock::Create(context, "shared", sum, own),
             *entry = BasicBlock::Create(context, "entry", sum, shared);
  IRBuilder<> builder(entry);
  Value *isOwn = builder.CreateIntrinsic(Intrinsic::nvvm_isspacep_local, {}, {sum->getArg(0)});
  builder.CreateCondBr(isOwn, own, shared);
  builder.SetInsertPoint(own);
  addPlainly(builder, sum->getArg(0), sum->getArg(1), align);
  builder.CreateRetVoid();
  builder.SetInsertPoint(shared);
  addAtomically(builder, sum->getArg(0), sum->getArg(1), align);
  builder.CreateRetVoid();
  return sum;
}

} // namespace

bool isSharedByThreads(const Value &address, const Module &module) {
  return isForDevice(module) && !isa<AllocaInst>(getUnderlyingObject(&address, /*MaxLookup=*/0));
}

void addForThreads(IRBuilderBase &builder, Value *address, Value *part, Align align) {
  Module &module = *builder.GetInsertBlock()->getModule();
  const DataLayout &layout = module.getDataLayout();
  auto *vector = dyn_cast<FixedVectorType>(part->getType());
  Type *type = part->getType()->getScalarType();
  uint64_t bytes = layout.getTypeStoreSize(type);
  // Atomic operations want numbers where their type wants them; so do plain ones on devices.
  align = std::max(align, layout.getABITypeAlign(type));
  bool isAnywhere = module.getTargetTriple().isNVPTX() &&
                    cast<PointerType>(address->getType())->getAddressSpace() == 0;
  for (unsigned number = 0; number != (vector ? vector->getNumElements() : 1); ++number) {
    Value *place =
        number ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, number * bytes)
               : address;
    Value *added = vector ? builder.CreateExtractElement(part, number) : part;
    Align own = commonAlignment(align, number * bytes);
    if (isAnywhere)
      builder.CreateCall(anywhereSum(module, type, own), {place, added});
    else
      addAtomically(builder, place, added, own);
  }
}

} // namespace enzyme
