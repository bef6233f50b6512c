//===- DenseAccess.cpp - memory that two functions stand in for -----------===//
//
// An address in a pretended shadow is its distance from the start, as if the start
// were null. Where a phi or select may lead to one shadow, another, or real memory, a
// number beside the address says which: 0 is real.
//
//   v = load p         v = load_k(p, extra…)
//   store v, p         store_k(v, p, extra…)
//   memcpy, memset     element by element
//===----------------------------------------------------------------------===//
#include "transform/DenseAccess.h"
#include "limits/transform.h"
#include "request/Vocabulary.h"
#include "support/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned anyNumber = ~0u;

class Accesses {
public:
  Accesses(Function &function, ArrayRef<Pretended> shadows, const Position &where,
           Diagnostics &diagnostics)
      : function(function), shadows(shadows), where(where), diagnostics(diagnostics),
        layout(function.getDataLayout()) {}

  bool run() {
    bool changed = true;
    for (unsigned round = 0; changed && round < limits::callsOfDense; ++round) {
      simplify();
      follow();
      changed = inlineFollowed();
    }
    if (!check())
      return false;
    for (Instruction *access : accesses)
      replace(*access);
    for (Value *address : addresses.getArrayRef())
      if (auto *gep = dyn_cast<GetElementPtrInst>(address))
        gep->setNoWrapFlags(GEPNoWrapFlags::none());
    for (const Pretended &shadow : shadows) {
      shadow.start->replaceAllUsesWith(Constant::getNullValue(shadow.start->getType()));
      shadow.start->eraseFromParent();
    }
    return true;
  }

private:
  void refuse(MessageId id, ArrayRef<std::string> arguments) {
    diagnostics.refuse({id, where, {arguments.begin(), arguments.end()}, {}});
  }

  void simplify() {
    Passes passes;
    FunctionPassManager pipeline;
    pipeline.addPass(SROAPass(SROAOptions::PreserveCFG));
    pipeline.addPass(EarlyCSEPass());
    pipeline.addPass(InstSimplifyPass());
    pipeline.addPass(SROAPass(SROAOptions::PreserveCFG));
    pipeline.run(function, passes.functions);
  }

  // -- which addresses and uses there are -----------------------------------------------
  static bool isAddressArithmetic(const Instruction &user, const Value &address) {
    if (auto *gep = dyn_cast<GetElementPtrInst>(&user))
      return gep->getPointerOperand() == &address;
    return isa<CastInst>(user) ? user.getType()->isPointerTy()
                               : isa<FreezeInst, PHINode, SelectInst>(user);
  }

  void follow() {
    addresses.clear();
    uses.clear();
    for (const Pretended &shadow : shadows)
      addresses.insert(shadow.start);
    for (size_t i = 0; i < addresses.size(); ++i)
      for (Use &use : addresses[i]->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        if (isAddressArithmetic(*user, *addresses[i]))
          addresses.insert(user);
        else
          uses.insert({user, &use});
      }
  }

  bool inlineFollowed() {
    SmallSetVector<CallBase *, 8> calls;
    for (auto [user, use] : uses) {
      auto *call = dyn_cast<CallBase>(user);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() && callee != &function && !isPull(*call))
        calls.insert(call);
    }
    bool changed = false;
    for (CallBase *call : calls) {
      InlineFunctionInfo info;
      changed |= inlined++ < limits::callsOfDense && InlineFunction(*call, info).isSuccess();
    }
    return changed;
  }

  /// The reverse of a copy: from' += to'; to' = 0.
  static bool isPull(const Instruction &user) {
    auto *call = dyn_cast<CallInst>(&user);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->hasFnAttribute(nameOf(Runtime::PullCopy));
  }

  /// What the library is told about a place in memory: there is nothing to know about a place
  /// that is none.
  static bool isNote(const Instruction &user) {
    auto *call = dyn_cast<CallInst>(&user);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName().starts_with(runtimePrefix) && call->getType()->isVoidTy() &&
           (call->onlyAccessesInaccessibleMemory() || callee->getName().starts_with(checkPrefix));
  }

  /// "" if the use can be replaced, else what it is.
  std::string faultOf(const Instruction &user, const Use &use) const {
    if (isa<LoadInst>(user))
      return cast<LoadInst>(user).isSimple() ? "" : "a volatile or atomic load";
    if (auto *store = dyn_cast<StoreInst>(&user)) {
      if (use.getOperandNo() != StoreInst::getPointerOperandIndex())
        return "a store of the address itself";
      return store->isSimple() ? "" : "a volatile or atomic store";
    }
    if (auto *memory = dyn_cast<MemIntrinsic>(&user))
      return memory->isVolatile() ? "a volatile copy" : "";
    if (isa<LifetimeIntrinsic>(user) || isa<AssumeInst>(user))
      return "";
    if (isPull(user) || isNote(user))
      return "";
    if (auto *call = dyn_cast<CallBase>(&user)) {
      const Function *callee = call->getCalledFunction();
      return callee ? "a call of '" + readableName(*callee) + "'" : "a call through a pointer";
    }
    if (isa<CmpInst>(user))
      return "a comparison of addresses";
    if (isa<ReturnInst>(user))
      return "a return of the address";
    return std::string("the instruction '") + user.getOpcodeName() + "'";
  }

  bool check() {
    bool isWhole = true;
    SmallSetVector<Instruction *, 16> unique;
    for (auto [user, use] : uses) {
      if (std::string fault = faultOf(*user, *use); !fault.empty()) {
        refuse(MessageId::TodenseUse, {fault});
        return false;
      }
      unique.insert(user);
    }
    accesses = unique.takeVector();
    for (Instruction *access : accesses)
      isWhole = isWhole && checkType(*access);
    return isWhole;
  }

  Type *numberType() const { return shadows[0].load->getReturnType(); }

  bool checkType(const Instruction &access) {
    Type *type = nullptr;
    if (auto *load = dyn_cast<LoadInst>(&access))
      type = load->getType();
    else if (auto *store = dyn_cast<StoreInst>(&access))
      type = store->getValueOperand()->getType();
    for (const Pretended &shadow : shadows) {
      if (!type || type->getScalarType() == shadow.load->getReturnType() ||
          !reaches(*getPointer(access), shadow))
        continue;
      refuse(MessageId::TodenseFunction,
             {"load", "returns a number of another type than the derivative reads"});
      return false;
    }
    return true;
  }

  static const Value *getPointer(const Instruction &access) {
    return getLoadStorePointerOperand(&access);
  }

  // -- which shadow an address belongs to ------------------------------------------------
  /// The number of the shadow that `address` is in; anyNumber if that depends.
  unsigned numberOf(const Value *address) {
    SmallSetVector<const Value *, 8> pending;
    std::optional<unsigned> number;
    pending.insert(address);
    for (size_t i = 0; i < pending.size(); ++i) {
      const Value *value = pending[i];
      std::optional<unsigned> found;
      auto *instruction = dyn_cast<Instruction>(value);
      // const_cast: the set holds what will be changed later; here it is only asked.
      if (!instruction || !addresses.contains(const_cast<Value *>(value)))
        found = 0;
      for (auto [index, shadow] : enumerate(shadows))
        if (value == shadow.start)
          found = index + 1;
      if (!found) {
        if (auto *phi = dyn_cast<PHINode>(instruction))
          pending.insert(phi->op_begin(), phi->op_end());
        else if (auto *select = dyn_cast<SelectInst>(instruction))
          pending.insert(select->op_begin() + 1, select->op_end());
        else
          pending.insert(instruction->getOperand(0));
        continue;
      }
      if (number && *number != *found)
        return anyNumber;
      number = found;
    }
    return number.value_or(0);
  }

  bool reaches(const Value &address, const Pretended &shadow) {
    unsigned number = numberOf(&address);
    return number == anyNumber || (number > 0 && &shadows[number - 1] == &shadow);
  }

  /// The same as a value, for addresses that only the run decides.
  Value *numberValue(Value *address) {
    IntegerType *type = Type::getInt32Ty(function.getContext());
    if (unsigned number = numberOf(address); number != anyNumber)
      return ConstantInt::get(type, number);
    Value *&known = numbers[address];
    if (known)
      return known;
    auto *instruction = cast<Instruction>(address);
    if (auto *phi = dyn_cast<PHINode>(address)) {
      auto *made = PHINode::Create(type, phi->getNumIncomingValues(), "which", phi->getIterator());
      known = made;
      for (auto [value, block] : zip(phi->incoming_values(), phi->blocks()))
        made->addIncoming(numberValue(value), block);
      return made;
    }
    if (auto *select = dyn_cast<SelectInst>(address)) {
      Value *then = numberValue(select->getTrueValue()),
            *other = numberValue(select->getFalseValue());
      return numbers[address] = SelectInst::Create(select->getCondition(), then, other, "which",
                                                   select->getIterator());
    }
    Value *same = numberValue(instruction->getOperand(0));
    return numbers[address] = same;
  }

  // -- replacing ------------------------------------------------------------------------
  Value *offsetOf(IRBuilder<> &builder, Value *address, uint64_t bytes = 0) {
    Value *offset = builder.CreatePtrToInt(address, builder.getInt64Ty());
    return bytes ? builder.CreateAdd(offset, builder.getInt64(bytes)) : offset;
  }

  /// `make(0)` for real memory, `make(k)` for shadow k; joined where both may be.
  template <class Make> Value *dispatch(Instruction &at, Value *address, Make make) {
    unsigned number = numberOf(address);
    if (number != anyNumber) {
      IRBuilder<> builder(&at);
      return make(builder, number);
    }
    Value *which = numberValue(address);
    SmallVector<std::pair<Value *, BasicBlock *>, 4> results;
    Instruction *point = &at;
    for (unsigned k = 1; k <= shadows.size(); ++k) {
      IRBuilder<> builder(point);
      Instruction *then = nullptr, *other = nullptr;
      SplitBlockAndInsertIfThenElse(builder.CreateICmpEQ(which, builder.getInt32(k)),
                                    point->getIterator(), &then, &other);
      IRBuilder<> inside(then);
      Value *made = make(inside, k);
      results.push_back({made, inside.GetInsertBlock()});
      joins.push_back(point->getParent());
      point = other;
    }
    IRBuilder<> inside(point);
    Value *result = make(inside, 0);
    BasicBlock *from = inside.GetInsertBlock();
    for (unsigned k = shadows.size(); k-- > 0;) {
      BasicBlock *join = joins.pop_back_val();
      if (!result || result->getType()->isVoidTy())
        continue;
      auto *phi = PHINode::Create(result->getType(), 2, "", join->begin());
      phi->addIncoming(results[k].first, results[k].second);
      phi->addIncoming(result, from);
      result = phi;
      from = join;
    }
    return result;
  }

  Value *callLoad(IRBuilder<> &builder, unsigned number, Value *address, uint64_t bytes) {
    const Pretended &shadow = shadows[number - 1];
    SmallVector<Value *, 6> arguments{offsetOf(builder, address, bytes)};
    append_range(arguments, shadow.extra);
    return builder.CreateCall(shadow.load, arguments);
  }

  void callStore(IRBuilder<> &builder, unsigned number, Value *value, Value *address,
                 uint64_t bytes) {
    const Pretended &shadow = shadows[number - 1];
    SmallVector<Value *, 6> arguments{value, offsetOf(builder, address, bytes)};
    append_range(arguments, shadow.extra);
    builder.CreateCall(shadow.store, arguments);
  }

  /// Scalars, and vectors by elements.
  Value *load(IRBuilder<> &builder, unsigned number, Value *address, Type *type, Align align) {
    if (number == 0)
      return builder.CreateAlignedLoad(type, address, align);
    auto *vector = dyn_cast<FixedVectorType>(type);
    if (!vector)
      return callLoad(builder, number, address, 0);
    uint64_t size = layout.getTypeStoreSize(vector->getElementType());
    Value *result = PoisonValue::get(type);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      result = builder.CreateInsertElement(result, callLoad(builder, number, address, i * size), i);
    return result;
  }

  void store(IRBuilder<> &builder, unsigned number, Value *value, Value *address, Align align) {
    if (number == 0) {
      builder.CreateAlignedStore(value, address, align);
      return;
    }
    auto *vector = dyn_cast<FixedVectorType>(value->getType());
    if (!vector)
      return callStore(builder, number, value, address, 0);
    uint64_t size = layout.getTypeStoreSize(vector->getElementType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      callStore(builder, number, builder.CreateExtractElement(value, i), address, i * size);
  }

  void replace(Instruction &access) {
    if (auto *from = dyn_cast<LoadInst>(&access)) {
      Value *address = from->getPointerOperand();
      Value *made = dispatch(access, address, [&](IRBuilder<> &builder, unsigned number) {
        return load(builder, number, address, from->getType(), from->getAlign());
      });
      access.replaceAllUsesWith(made);
    } else if (auto *to = dyn_cast<StoreInst>(&access)) {
      Value *address = to->getPointerOperand();
      dispatch(access, address, [&](IRBuilder<> &builder, unsigned number) -> Value * {
        store(builder, number, to->getValueOperand(), address, to->getAlign());
        return nullptr;
      });
    } else if (auto *memory = dyn_cast<MemIntrinsic>(&access)) {
      auto *transfer = dyn_cast<MemTransferInst>(memory);
      eachElement(access, {memory->getRawDest(), transfer ? transfer->getRawSource() : nullptr},
                  memory->getLength(), isa<MemMoveInst>(memory) ? Order::AsCopied : Order::Any);
    } else if (isPull(access)) {
      auto &call = cast<CallInst>(access);
      eachElement(access, {call.getArgOperand(0), call.getArgOperand(1)}, call.getArgOperand(2),
                  Order::AsPulled);
    }
    access.eraseFromParent();
  }

  enum class Order : uint8_t { Any, AsCopied, AsPulled };
  struct Ends {
    Value *to, *from; ///< no `from`: zeros
  };

  /// for (i = 0; i < bytes; i += size) to[i] = from[i] (or 0), or the reverse of that.
  /// Under overlap no element may be met twice: a copy starts at the far end where it
  /// moves up, its reverse at the near end.
  void eachElement(Instruction &access, Ends ends, Value *bytes, Order order) {
    Type *type = numberType();
    IRBuilder<> builder(&access);
    uint64_t size = layout.getTypeStoreSize(type);
    Value *count = builder.CreateUDiv(builder.CreateIntCast(bytes, builder.getInt64Ty(), false),
                                      builder.getInt64(size));
    auto [end, index] = SplitBlockAndInsertSimpleForLoop(count, access.getIterator());
    builder.SetInsertPoint(end);
    Value *step = index;
    if (order != Order::Any) {
      Value *isUp = builder.CreateICmpUGE(ends.to, ends.from);
      Value *last = builder.CreateSub(builder.CreateSub(count, builder.getInt64(1)), index);
      step = order == Order::AsCopied ? builder.CreateSelect(isUp, last, index)
                                      : builder.CreateSelect(isUp, index, last);
    }
    Value *distance = builder.CreateMul(step, builder.getInt64(size));
    Value *to = elementAt(*end, ends.to, distance);
    Value *from = ends.from ? elementAt(*end, ends.from, distance) : nullptr;
    Value *zero = Constant::getNullValue(type);
    if (order != Order::AsPulled)
      return storeAt(*end, to, from ? loadAt(*end, from, type) : zero);
    Value *pulled = loadAt(*end, to, type);
    storeAt(*end, to, zero);
    Value *sum = loadAt(*end, from, type);
    storeAt(*end, from, IRBuilder<>(end).CreateFAdd(sum, pulled));
  }

  Value *elementAt(Instruction &at, Value *base, Value *distance) {
    Value *address = IRBuilder<>(&at).CreatePtrAdd(base, distance);
    if (addresses.contains(base))
      addresses.insert(address);
    return address;
  }

  Value *loadAt(Instruction &at, Value *address, Type *type) {
    return dispatch(at, address, [&](IRBuilder<> &inside, unsigned number) {
      return load(inside, number, address, type, Align(1));
    });
  }

  void storeAt(Instruction &at, Value *address, Value *value) {
    dispatch(at, address, [&](IRBuilder<> &inside, unsigned number) -> Value * {
      store(inside, number, value, address, Align(1));
      return nullptr;
    });
  }

  Function &function;
  ArrayRef<Pretended> shadows;
  const Position &where;
  Diagnostics &diagnostics;
  const DataLayout &layout;
  SmallSetVector<Value *, 16> addresses;                    ///< in pretended shadows
  SmallSetVector<std::pair<Instruction *, Use *>, 16> uses; ///< other than arithmetic
  SmallVector<Instruction *, 16> accesses;
  DenseMap<Value *, Value *> numbers;
  SmallVector<BasicBlock *, 4> joins;
  unsigned inlined = 0;
};

} // namespace

bool replaceAccesses(Function &function, ArrayRef<Pretended> shadows, const Position &where,
                     Diagnostics &diagnostics) {
  return Accesses(function, shadows, where, diagnostics).run();
}

} // namespace enzyme
