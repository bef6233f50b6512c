//===- Lower.cpp - what only a GPU has becomes calls of the runtime --------===//
#include "Retarget.h"
#include "target/CopyAssembly.h"
#include "target/DeviceAssembly.h"
#include "target/HalfAssembly.h"
#include "target/SumAssembly.h"
#include "target/WarpAssembly.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gpuemu {
namespace {

constexpr unsigned sharedSpace = 3, privateSpace = 5; // the same numbers on both kinds of GPU

/// Places of shared variables in the memory of a block: those of constant size first; arrays
/// whose size the launch says all lie behind them.
struct SharedPlaces {
  DenseMap<GlobalVariable *, uint64_t> offsets;
  uint64_t end = 0;
};

SharedPlaces placeShared(Module &module) {
  SharedPlaces places;
  const DataLayout &layout = module.getDataLayout();
  SmallVector<GlobalVariable *> dynamic;
  for (GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() != sharedSpace)
      continue;
    uint64_t size = layout.getTypeAllocSize(variable.getValueType());
    if (variable.isDeclaration() || size == 0) {
      dynamic.push_back(&variable);
      continue;
    }
    places.end = alignTo(places.end, std::max(variable.getAlign().valueOrOne(), Align(16)));
    places.offsets[&variable] = places.end;
    places.end += size;
  }
  places.end = alignTo(places.end, Align(128));
  for (GlobalVariable *variable : dynamic)
    places.offsets[variable] = places.end;
  return places;
}

/// In every function that uses `variable`, its uses take the address that the runtime gives.
void replaceShared(GlobalVariable *variable, uint64_t offset, FunctionCallee address) {
  convertUsersOfConstantsToInstructions({variable});
  DenseMap<Function *, Value *> inFunction;
  for (Use &use : make_early_inc_range(variable->uses())) {
    auto *user = dyn_cast<Instruction>(use.getUser());
    if (!user)
      continue; // llvm.used and the like, which are not kept
    Value *&value = inFunction[user->getFunction()];
    if (!value) {
      IRBuilder<> builder(&*user->getFunction()->getEntryBlock().getFirstInsertionPt());
      Value *flat = builder.CreateCall(address, {builder.getInt64(offset)});
      value = builder.CreateAddrSpaceCast(flat, variable->getType(), variable->getName());
    }
    use.set(value);
  }
}

bool isPrivate(const Value *pointer) {
  return pointer->getType()->getPointerAddressSpace() == privateSpace ||
         isa<AllocaInst>(getUnderlyingObject(pointer));
}

/// The pointer through which `at` reads or writes, if it is a load, store or atomic operation.
const Value *accessed(const Instruction &at) {
  if (auto *load = dyn_cast<LoadInst>(&at))
    return load->getPointerOperand();
  if (auto *store = dyn_cast<StoreInst>(&at))
    return store->getPointerOperand();
  if (auto *update = dyn_cast<AtomicRMWInst>(&at))
    return update->getPointerOperand();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at))
    return exchange->getPointerOperand();
  if (auto *copy = dyn_cast<MemIntrinsic>(&at))
    return copy->getRawDest();
  return nullptr;
}

} // namespace

/// The runtime's function that gives the address of a place in the block's memory.
static FunctionCallee sharedAddress(Module &module) {
  LLVMContext &context = module.getContext();
  FunctionCallee address = module.getOrInsertFunction("emu_shared", PointerType::get(context, 0),
                                                      Type::getInt64Ty(context));
  cast<Function>(address.getCallee())->setMemoryEffects(MemoryEffects::none());
  cast<Function>(address.getCallee())->setDoesNotThrow();
  return address;
}

void lowerShared(Module &module, Inventory &inventory) {
  SharedPlaces places = placeShared(module);
  inventory.sharedBytes = places.end;
  FunctionCallee address = sharedAddress(module);
  for (auto [variable, offset] : places.offsets)
    replaceShared(variable, offset, address);
}

void lowerCalls(Module &module) {
  Type *none = Type::getVoidTy(module.getContext()), *place = Type::getInt32Ty(module.getContext());
  FunctionCallee begins = module.getOrInsertFunction("emu_call", none, place);
  FunctionCallee ends = module.getOrInsertFunction("emu_return", none);
  SmallVector<CallInst *> calls;
  for (Function &function : module)
    for (Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&at);
          call && call->isConvergent() && !call->isInlineAsm() && !call->doesNotReturn())
        if (Function *callee = call->getCalledFunction(); !callee || !callee->isDeclaration())
          calls.push_back(call);
  for (CallInst *call : calls) {
    IRBuilder<> builder(call);
    builder.CreateCall(begins, {nextPlace(builder)});
    builder.SetInsertPoint(call->getNextNode());
    builder.CreateCall(ends);
  }
}

void lowerYields(Module &module) {
  FunctionCallee yield =
      module.getOrInsertFunction("emu_yield", Type::getVoidTy(module.getContext()));
  for (Function &function : module)
    for (Instruction &at : make_early_inc_range(instructions(function)))
      if (const Value *pointer = accessed(at); pointer && !isPrivate(pointer))
        CallInst::Create(yield, "", at.getIterator());
}

/// `result = atomic p op v` as: old = load p; do new = old op v while (!compare-exchange(p, old,
/// new)).
static void expand(AtomicRMWInst &update) {
  IRBuilder<> builder(&update);
  Type *type = update.getType();
  auto *bits = builder.getIntNTy(unsigned(type->getPrimitiveSizeInBits().getFixedValue()));
  Value *pointer = update.getPointerOperand();
  LoadInst *first = builder.CreateAlignedLoad(bits, pointer, update.getAlign());
  first->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
  BasicBlock *before = update.getParent(), *after = before->splitBasicBlock(&update, "summed");
  BasicBlock *loop = BasicBlock::Create(update.getContext(), "sum", before->getParent(), after);
  before->getTerminator()->setSuccessor(0, loop);
  builder.SetInsertPoint(loop);
  PHINode *old = builder.CreatePHI(bits, 2);
  Value *value = builder.CreateBitCast(old, type), *operand = update.getValOperand(),
        *changed = nullptr;
  switch (update.getOperation()) {
  case AtomicRMWInst::FAdd:
    changed = builder.CreateFAdd(value, operand);
    break;
  case AtomicRMWInst::FSub:
    changed = builder.CreateFSub(value, operand);
    break;
  case AtomicRMWInst::FMax:
    changed = builder.CreateMaxNum(value, operand);
    break;
  default:
    changed = builder.CreateMinNum(value, operand);
    break;
  }
  auto *exchange = builder.CreateAtomicCmpXchg(pointer, old, builder.CreateBitCast(changed, bits),
                                               update.getAlign(), update.getOrdering(),
                                               AtomicOrdering::Monotonic, update.getSyncScopeID());
  old->addIncoming(first, before);
  old->addIncoming(builder.CreateExtractValue(exchange, 0), loop);
  builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), after, loop);
  update.replaceAllUsesWith(value);
  update.eraseFromParent();
}

void lowerAtomics(Module &module) {
  SmallVector<AtomicRMWInst *> updates;
  for (Function &function : module)
    for (Instruction &at : instructions(function))
      if (auto *update = dyn_cast<AtomicRMWInst>(&at);
          update && update->isFloatingPointOperation() && !update->getType()->isVectorTy())
        updates.push_back(update);
  for (AtomicRMWInst *update : updates)
    expand(*update);
}

//===-- lines of assembly ---------------------------------------------------===//

/// Without what does not matter in PTX: blanks, comments' tabs, the doubled %.
static std::string plain(StringRef text) {
  std::string result;
  for (char c : text)
    if (isSpace(c) || c == ';') {
      if (!result.empty() && result.back() != ' ')
        result += ' ';
    } else if (c != '%' || result.empty() || result.back() != '%') {
      result += c;
    }
  while (!result.empty() && result.back() == ' ')
    result.pop_back();
  return result;
}

/// The runtime's function that does what `text` does; empty: none is needed; null: not known.
static std::optional<std::string> meaning(StringRef text) {
  std::string line = plain(text);
  if (line.empty() || StringRef(line).starts_with("membar.") ||
      StringRef(line).starts_with("fence."))
    return "";
  // Such copies are made at once.
  if (StringRef(line).starts_with("cp.async.commit_group") ||
      StringRef(line).starts_with("cp.async.wait_"))
    return "";
  if (line == "activemask.b32 $0")
    return "emu_activemask";
  StringRef rest = line;
  if ((rest.consume_front("mov.u32 $0, %") || rest.consume_front("mov.b32 $0, %") ||
       rest.consume_front("mov.u64 $0, %")) &&
      all_of(rest, [](char c) { return isAlnum(c) || c == '_' || c == '.'; })) {
    std::string name = ("emu_llvm_nvvm_read_ptx_sreg_" + rest).str();
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
  }
  if (StringRef(line).contains("%reserved_smem_offset_1 ")) // cooperative groups' tiles
    return "emu_reserved_shared";
  if (line == "trap")
    return "emu_trap";
  if (line == "exit")
    return "emu_exit";
  return std::nullopt;
}

static void lowerAssembly(CallBase &call, Module &module) {
  IRBuilder<> builder(&call);
  StringRef text = cast<InlineAsm>(call.getCalledOperand())->getAsmString();
  std::optional<std::string> name = meaning(text);
  Value *result = call.getType()->isVoidTy() ? nullptr : PoisonValue::get(call.getType());
  if (!name) {
    FunctionCallee unknown =
        module.getOrInsertFunction("emu_unknown_assembly", builder.getVoidTy(), builder.getPtrTy());
    Constant *line = builder.CreateGlobalString(plain(text), "assembly", 0);
    builder.CreateCall(unknown, {builder.CreateAddrSpaceCast(line, builder.getPtrTy())});
    if (result)
      result = Constant::getNullValue(call.getType());
  } else if (!name->empty()) {
    SmallVector<Value *> arguments(call.args());
    arguments.push_back(nextPlace(builder));
    SmallVector<Type *> types(call.getFunctionType()->params());
    types.push_back(builder.getInt32Ty());
    auto *called = builder.CreateCall(
        module.getOrInsertFunction(*name, FunctionType::get(call.getType(), types, false)),
        arguments);
    called->setConvergent();
    cast<Function>(called->getCalledOperand())->setConvergent();
    result = result ? called : nullptr;
  }
  if (result)
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

void countInstructions(Module &module) {
  Type *none = Type::getVoidTy(module.getContext()), *word = Type::getInt64Ty(module.getContext());
  FunctionCallee count = module.getOrInsertFunction("emu_count", none, word, word);
  for (Function &function : module)
    for (BasicBlock &block : function) {
      uint64_t all = block.sizeWithoutDebug();
      uint64_t sums = count_if(block, [](const Instruction &at) {
        auto *update = dyn_cast<AtomicRMWInst>(&at);
        return update && update->getOperation() == AtomicRMWInst::FAdd;
      });
      IRBuilder<> builder(&block, block.getFirstNonPHIOrDbgOrAlloca());
      builder.CreateCall(count, {builder.getInt64(all), builder.getInt64(sums)});
    }
}

/// The place in the block's memory of which `number` has the lower 32 bits.
static Value *addressInShared(IRBuilderBase &builder, Value *number) {
  Module &module = *builder.GetInsertBlock()->getModule();
  Type *word = builder.getInt32Ty(), *whole = builder.getInt64Ty();
  Value *first = builder.CreateCall(sharedAddress(module), {builder.getInt64(0)});
  Value *low = builder.CreateTrunc(builder.CreatePtrToInt(first, whole), word);
  Value *offset = builder.CreateSub(builder.CreateZExtOrTrunc(number, word), low);
  return builder.CreateGEP(builder.getInt8Ty(), first, builder.CreateZExt(offset, whole));
}

static void lowerAccess(CallInst &call) {
  if (!enzyme::nameDeviceAccess(call) && !enzyme::nameDeviceSum(call) &&
      !enzyme::nameDeviceCopy(call, addressInShared) && !enzyme::nameWarpExchange(call))
    enzyme::nameHalfArithmetic(call);
}

void lowerAccesses(Module &module) {
  for (Function &function : module)
    for (Instruction &at : make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<CallInst>(&at); call && call->isInlineAsm())
        lowerAccess(*call);
}

void lowerAssembly(Module &module) {
  SmallVector<CallBase *> calls;
  for (Function &function : module)
    for (Instruction &at : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&at); call && call->isInlineAsm())
        calls.push_back(call);
  for (CallBase *call : calls)
    lowerAssembly(*call, module);
}

} // namespace gpuemu
