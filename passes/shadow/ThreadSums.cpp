//===- ThreadSums.cpp -----------------------------------------------------===//
#include "shadow/ThreadSums.h"
#include "rules/gpu/Devices.h"
#include "shadow/RuntimeCalls.h"
#include "support/Ablation.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {

static constexpr StringLiteral sumPrefix = "enzyme.thread_sum.";

namespace {

/// The threads that may add to `address`: those of the block to its variables.
const char *scopeOf(const Value &address, const Module &module) {
  if (!isForDevice(module))
    return "";
  auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  return variable && isOfBlock(*variable) ? blockScope(module) : deviceScope(module);
}

Instruction *addAtomically(IRBuilderBase &builder, Value *address, Value *number, Align align,
                           StringRef scope) {
  if (number->getType()->isX86_FP80Ty())
    return RuntimeCalls(*builder.GetInsertBlock()->getModule()).addLong(builder, address, number);
  return builder.CreateAtomicRMW(AtomicRMWInst::FAdd, address, number, align,
                                 AtomicOrdering::Monotonic,
                                 builder.getContext().getOrInsertSyncScopeID(scope));
}

void addPlainly(IRBuilderBase &builder, Value *address, Value *number, Align align) {
  Value *old = builder.CreateAlignedLoad(number->getType(), address, align);
  builder.CreateAlignedStore(builder.CreateFAdd(old, number), address, align);
}

constexpr unsigned warp = 32; // threads that NVIDIA's processors run in step

/// The sum over the 32 threads of a warp of `number` (float or double), in each of them.
Value *sumOverWarp(IRBuilderBase &builder, Value *number) {
  Value *all = builder.getInt32(-1), *clamp = builder.getInt32(warp - 1);
  for (unsigned distance = warp / 2; distance != 0; distance /= 2) {
    auto exchange = [&](Value *word) {
      return builder.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_bfly_i32, {},
                                     {all, word, builder.getInt32(distance), clamp});
    };
    unsigned words = number->getType()->getPrimitiveSizeInBits() / 32;
    auto *type = FixedVectorType::get(builder.getInt32Ty(), words);
    Value *own = builder.CreateBitCast(number, type), *other = PoisonValue::get(type);
    for (unsigned word = 0; word != words; ++word)
      other = builder.CreateInsertElement(other, exchange(builder.CreateExtractElement(own, word)),
                                          word);
    number = builder.CreateFAdd(number, builder.CreateBitCast(other, number->getType()));
  }
  return number;
}

/// Writes *address += number for an address of any kind, on NVIDIA's processors. Atomic operations
/// do not reach a thread's own memory, which other threads do not reach. Where a whole warp adds to
/// one place, as to the adjoint of a parameter of all threads, its sum is added once: operations on
/// one place go one after the other.
class SumWriter {
public:
  SumWriter(Function &sum, Align align, StringRef scope)
      : sum(sum), address(sum.getArg(0)), number(sum.getArg(1)), align(align), scope(scope),
        builder(block("entry")) {}

  void write() {
    BasicBlock *own = block("own"), *shared = block("shared"), *done = block("done");
    Value *isOwn = builder.CreateIntrinsic(Intrinsic::nvvm_isspacep_local, {}, {address});
    builder.CreateCondBr(isOwn, own, shared);
    builder.SetInsertPoint(own);
    addPlainly(builder, address, number, align);
    builder.CreateBr(done);
    builder.SetInsertPoint(shared);
    unsigned bits = number->getType()->getPrimitiveSizeInBits();
    if ((bits == 32 || bits == 64) && !ablation::leavesOut("warp"))
      writeWarps(done);
    addAtomically(builder, address, number, align, scope);
    builder.CreateBr(done);
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
  }

private:
  BasicBlock *block(const char *name) { return BasicBlock::Create(sum.getContext(), name, &sum); }

  /// All that is asked is the same in each thread that gets here, so that all go the same way.
  void writeWarps(BasicBlock *done) {
    BasicBlock *whole = block("whole"), *together = block("together"), *first = block("first"),
               *alone = block("alone");
    auto *mask = FunctionType::get(builder.getInt32Ty(), false);
    CallInst *active = builder.CreateCall( // there is no intrinsic
        InlineAsm::get(mask, "activemask.b32 $0;", "=r", /*hasSideEffects=*/true));
    active->setConvergent();
    builder.CreateCondBr(builder.CreateICmpEQ(active, builder.getInt32(-1)), whole, alone);
    builder.SetInsertPoint(whole);
    Value *place = builder.CreatePtrToInt(address, builder.getInt64Ty());
    Value *match = builder.CreateIntrinsic(Intrinsic::nvvm_match_all_sync_i64p, {},
                                           {builder.getInt32(-1), place});
    builder.CreateCondBr(builder.CreateExtractValue(match, 1), together, alone);
    builder.SetInsertPoint(together);
    Value *ofAll = sumOverWarp(builder, number);
    Value *lane =
        builder.CreateIntrinsic(builder.getInt32Ty(), Intrinsic::nvvm_read_ptx_sreg_laneid, {});
    builder.CreateCondBr(builder.CreateICmpEQ(lane, builder.getInt32(0)), first, done);
    builder.SetInsertPoint(first);
    addAtomically(builder, address, ofAll, align, scope);
    builder.CreateBr(done);
    builder.SetInsertPoint(alone);
  }

  Function &sum;
  Value *address, *number;
  Align align;
  StringRef scope;
  IRBuilder<> builder;
};

/// The function that adds a number of that type.
Function *anywhereSum(Module &module, Type *type, Align align, StringRef scope) {
  LLVMContext &context = module.getContext();
  std::string name;
  raw_string_ostream(name) << sumPrefix << *type << "." << align.value() << "." << scope;
  if (Function *known = module.getFunction(name))
    return known;
  auto *functionType =
      FunctionType::get(Type::getVoidTy(context), {PointerType::get(context, 0), type}, false);
  Function *sum = Function::Create(functionType, GlobalValue::InternalLinkage, name, module);
  sum->setDoesNotThrow();
  sum->setConvergent();
  sum->addFnAttr(Attribute::WillReturn);
  sum->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  SumWriter(*sum, align, scope).write();
  return sum;
}

} // namespace

bool isSharedByThreads(const Value &address, const Module &module) {
  return isForDevice(module) && !isa<AllocaInst>(getUnderlyingObject(&address, /*MaxLookup=*/0));
}

/// Threads hand each other addresses through memory and calls: of what is never put there, nor
/// handed out, only the thread that made it knows.
bool isOwnOfThread(const Value &pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&pointer, objects, nullptr, /*MaxLookup=*/0);
  return all_of(objects, [](const Value *object) {
    return (isa<AllocaInst>(object) || isNoAliasCall(object)) &&
           !PointerMayBeCaptured(object, /*ReturnCaptures=*/true);
  });
}

SmallVector<Instruction *, 1> addForThreads(IRBuilderBase &builder, Value *address, Value *part,
                                            Align align) {
  SmallVector<Instruction *, 1> made;
  Module &module = *builder.GetInsertBlock()->getModule();
  const DataLayout &layout = module.getDataLayout();
  auto *vector = dyn_cast<FixedVectorType>(part->getType());
  Type *type = part->getType()->getScalarType();
  uint64_t bytes = layout.getTypeStoreSize(type);
  // Atomic operations want numbers where their type wants them; so do plain ones on devices.
  align = std::max(align, layout.getABITypeAlign(type));
  StringRef scope = scopeOf(*address, module);
  for (unsigned number = 0; number != (vector ? vector->getNumElements() : 1); ++number) {
    Value *place =
        number ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, number * bytes)
               : address;
    Value *added = vector ? builder.CreateExtractElement(part, number) : part;
    Align own = commonAlignment(align, number * bytes);
    made.push_back(addAtomically(builder, place, added, own, scope));
  }
  return made;
}

bool isThreadSum(const AtomicRMWInst &update) {
  StringRef scope = update.getContext().getSyncScopeName(update.getSyncScopeID()).value_or("");
  const Module &module = *update.getModule();
  return isForDevice(module) && update.getOperation() == AtomicRMWInst::FAdd &&
         update.use_empty() && update.getOrdering() == AtomicOrdering::Monotonic &&
         !update.isVolatile() && (scope == deviceScope(module) || scope == blockScope(module));
}

void lowerThreadSums(Function &function) {
  Module &module = *function.getParent();
  if (!module.getTargetTriple().isNVPTX() || function.getName().starts_with(sumPrefix))
    return;
  SmallVector<AtomicRMWInst *, 8> sums;
  for (Instruction &at : instructions(function))
    if (auto *update = dyn_cast<AtomicRMWInst>(&at);
        update && isThreadSum(*update) && update->getPointerAddressSpace() == 0)
      sums.push_back(update);
  for (AtomicRMWInst *sum : sums) {
    StringRef scope = scopeOf(*sum->getPointerOperand(), module);
    IRBuilder<> builder(sum);
    CallInst *call = builder.CreateCall(anywhereSum(module, sum->getType(), sum->getAlign(), scope),
                                        {sum->getPointerOperand(), sum->getValOperand()});
    call->setConvergent();
    call->copyMetadata(*sum, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    sum->eraseFromParent();
  }
}

void lowerThreadSums(Module &module) {
  for (Function &function : module)
    lowerThreadSums(function);
}

} // namespace enzyme
