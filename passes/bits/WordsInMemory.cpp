//===- WordsInMemory.cpp - integers that carry memory across calls ---------===//
//
// Problem: `push(queue, words[i])`, where `void push(struct queue *, uint64_t)` stores its
// argument, moves a double if a double is what lies in words[i]. Memory may be asked what
// it holds, and a copy of memory can be followed without knowing (RawMoves.cpp,
// runtime/raw.c); an integer that is an argument or a result cannot.
//
// Here: where an integer comes from memory on one side of a call and goes to memory on
// the other, it crosses in memory: the caller stores it on its own stack, and calls a
// copy of the function that takes the address and loads it; a result is stored where the
// caller says. Arguments and results that are only computed with stay what they are. Pointers
// as which a union's double may travel (UnionHelpers.h) cross so, too, where the call is one of
// those that are not inlined: recursions.
//===----------------------------------------------------------------------===//
#include "bits/WordsInMemory.h"
#include "bits/BitHelpers.h"
#include "bits/UnionHelpers.h"
#include "bits/UntypedMemory.h"
#include "rules/openmp/TeamCalls.h"
#include "types/Counts.h"
#include "types/Moves.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isWord(const Type *type) { return type->isIntegerTy() && type->getIntegerBitWidth() % 8 == 0; }

/// A word, or a structure with one in it.
bool holdsWord(const Type *type) {
  const auto *structure = dyn_cast<StructType>(type);
  return structure ? any_of(structure->elements(), holdsWord) : isWord(type);
}

bool isCandidate(const Type *type) { return type->isPointerTy() || holdsWord(type); }

Function &functionOf(const Instruction &at) {
  return const_cast<Function &>(*at.getFunction()); // const_cast: asked, not changed
}

/// Puts together and takes apart what is returned in several registers.
bool isPacking(const Value &value) { return isa<InsertValueInst, ExtractValueInst>(value); }

/// Of a call. What a callee makes of its words (a float, an address), or makes them of, the
/// types of its body say to every caller; what a caller does the callee cannot know.
enum class Side { Caller, Callee };

/// Which parameters and results are words on their way from memory to memory.
class Words {
public:
  Words(const SetVector<Function *> &functions, function_ref<bool(const Function &)> isKept)
      : functions(functions), isKept(isKept) {
    while (sweep())
      ;
  }

  bool isCarried(const Argument &parameter) const {
    return arriving.contains(&parameter) && leaving.contains(&parameter);
  }
  bool isResultCarried(const Function &function) const {
    return arriving.contains(&function) && leaving.contains(&function);
  }
  bool changes(const Function &function) const {
    return isResultCarried(function) ||
           any_of(function.args(), [&](const Argument &argument) { return isCarried(argument); });
  }

  /// What is called, if its signature is ours to change.
  Function *calleeOf(const CallBase &call) const { return calleeToChange(call, isKept); }

private:
  const SetVector<Function *> &functions;
  function_ref<bool(const Function &)> isKept;
  // Parameters, and functions for their results.
  DenseSet<const Value *> arriving; ///< may be what lies in memory, before the call
  DenseSet<const Value *> leaving;  ///< may be stored, behind the call

  UnionHelpers unions;

  bool sweep();
  bool visit(Function &function);
  bool visitCall(const CallBase &call);
  bool comesFromMemory(const Value &value, Side side);
  bool goesToMemory(const Value &value, Side side);
  bool mayArrive(const Value &place, const Type *type) const;
  bool isTaken(const Value &value, Side side);
  bool isPut(const Use &use, Side side);
};

/// Is `value` what memory holds? Of a pointer, the callee must know a union there; what the
/// caller has may be any memory, since an optimiser looks through its unions.
bool Words::isTaken(const Value &value, Side side) {
  if (!value.getType()->isPointerTy())
    return isa<LoadInst>(value) || (side == Side::Caller && isa<BitCastInst, PtrToIntInst>(value));
  if (const auto *load = dyn_cast<LoadInst>(&value))
    return side == Side::Caller || unions.isUnion(functionOf(*load), *load->getPointerOperand());
  const auto *cast = dyn_cast<IntToPtrInst>(&value);
  return cast && isa<BitCastInst>(cast->getOperand(0));
}

/// Does `use` write the value into memory? Of a pointer as above.
bool Words::isPut(const Use &use, Side side) {
  const auto *user = cast<Instruction>(use.getUser());
  if (!use->getType()->isPointerTy())
    return (isa<StoreInst>(user) && use.getOperandNo() == 0 && !isCount(*use, *user)) ||
           (side == Side::Caller && isa<BitCastInst, IntToPtrInst>(user));
  if (const auto *store = dyn_cast<StoreInst>(user))
    return use.getOperandNo() == 0 &&
           (side == Side::Caller ||
            unions.isUnion(functionOf(*store), *store->getPointerOperand()));
  return isa<PtrToIntInst>(user) &&
         any_of(user->users(), [](const User *next) { return isa<BitCastInst>(next); });
}

bool Words::comesFromMemory(const Value &value, Side side) {
  SmallSetVector<const Value *, 8> web;
  web.insert(&value);
  for (unsigned i = 0; i != web.size(); ++i) {
    const Value *next = web[i];
    if (isTaken(*next, side))
      return true;
    if (isa<Argument>(next) && arriving.contains(next))
      return true;
    if (const auto *call = dyn_cast<CallBase>(next))
      if (const Function *callee = calleeOf(*call); callee && arriving.contains(callee))
        return true;
    if (const Value *whole = renamed(*next))
      web.insert(whole);
    else if (choosesOnly(*next) || isPacking(*next))
      web.insert_range(cast<Instruction>(next)->operand_values());
  }
  return false;
}

bool Words::goesToMemory(const Value &value, Side side) {
  SmallSetVector<const Value *, 8> web;
  web.insert(&value);
  for (unsigned i = 0; i != web.size(); ++i)
    for (const Use &use : web[i]->uses()) {
      const auto *user = cast<Instruction>(use.getUser());
      if (isPut(use, side))
        return true;
      if (isa<ReturnInst>(user) && leaving.contains(user->getFunction()))
        return true;
      if (const auto *call = dyn_cast<CallBase>(user))
        if (const Function *callee = calleeOf(*call); callee && call->isArgOperand(&use))
          if (leaving.contains(callee->getArg(call->getArgOperandNo(&use))))
            return true;
      if (choosesOnly(*user) || isPacking(*user) || renamed(*user) == web[i])
        web.insert(user);
    }
  return false;
}

/// Whether a pointer arrives is asked where it leaves only: few do.
bool Words::mayArrive(const Value &place, const Type *type) const {
  if (type->isPointerTy())
    return leaving.contains(&place);
  return isa<Argument>(place) ? isWord(type) : holdsWord(type);
}

bool Words::visitCall(const CallBase &call) {
  const Function *callee = calleeOf(call);
  if (!callee)
    return false;
  bool isNew = false;
  for (const Argument &parameter : callee->args())
    if (mayArrive(parameter, parameter.getType()) && !arriving.contains(&parameter) &&
        comesFromMemory(*call.getArgOperand(parameter.getArgNo()), Side::Caller))
      isNew |= arriving.insert(&parameter).second;
  if (isCandidate(call.getType()) && !leaving.contains(callee) && goesToMemory(call, Side::Caller))
    isNew |= leaving.insert(callee).second;
  return isNew;
}

bool Words::visit(Function &function) {
  bool isNew = false;
  for (const Argument &parameter : function.args())
    if ((isWord(parameter.getType()) || parameter.getType()->isPointerTy()) &&
        !leaving.contains(&parameter) && goesToMemory(parameter, Side::Callee))
      isNew |= leaving.insert(&parameter).second;
  for (const Instruction &instruction : instructions(function)) {
    if (const auto *call = dyn_cast<CallBase>(&instruction))
      isNew |= visitCall(*call);
    const auto *result = dyn_cast<ReturnInst>(&instruction);
    if (result && mayArrive(function, function.getReturnType()) && !arriving.contains(&function) &&
        comesFromMemory(*result->getReturnValue(), Side::Callee))
      isNew |= arriving.insert(&function).second;
  }
  return isNew;
}

bool Words::sweep() {
  bool isNew = false;
  for (Function *function : functions)
    isNew |= visit(*function);
  return isNew;
}

//--- the copies ------------------------------------------------------------------

/// Calls `visit` with the place of each scalar of `type`: the indices, and the offset in bytes.
void eachScalar(Type *type, const DataLayout &layout,
                function_ref<void(ArrayRef<unsigned>, uint64_t, Type *)> visit,
                SmallVector<unsigned, 4> indices = {}, uint64_t offset = 0) {
  auto *structure = dyn_cast<StructType>(type);
  if (!structure)
    return visit(indices, offset, type);
  for (unsigned i = 0; i != structure->getNumElements(); ++i) {
    SmallVector<unsigned, 4> inner = indices;
    inner.push_back(i);
    eachScalar(structure->getElementType(i), layout, visit, inner,
               offset + layout.getStructLayout(structure)->getElementOffset(i).getFixedValue());
  }
}

/// What `load` reads, as an integer: a copy of memory can be seen in its stores.
Value *wordOf(LoadInst &load) {
  IRBuilder<> builder(&*std::next(load.getIterator()));
  Type *word = builder.getIntPtrTy(load.getDataLayout());
  return builder.CreateAlignedLoad(word, load.getPointerOperand(), load.getAlign());
}

/// `value` under a name that does not say what its bits are. A pointer that is a union's double
/// is one by name only.
Value *bareOf(Value *value, Instruction &at) {
  for (;;) {
    auto *cast = dyn_cast<CastInst>(value);
    if (!cast || !cast->isNoopCast(cast->getDataLayout()))
      break;
    value = cast->getOperand(0);
  }
  if (!value->getType()->isPointerTy() || !isFromMemory(*value) || isa<Constant>(value))
    return value;
  if (auto *load = dyn_cast<LoadInst>(value); load && load->isSimple())
    return wordOf(*load);
  IRBuilder<> builder(&at);
  return builder.CreatePtrToInt(value, builder.getIntPtrTy(at.getDataLayout()));
}

/// Where the pointer that `load` reads is only moved, or looked at as bits, it is a word.
void moveAsWord(LoadInst &load) {
  Value *word = load.getType()->isPointerTy() ? wordOf(load) : nullptr;
  for (User *user : word ? to_vector(load.users()) : SmallVector<User *>()) {
    if (auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &load) {
      store->setOperand(0, word);
      store->setMetadata(LLVMContext::MD_tbaa, nullptr); // it says that this is a pointer
    }
    if (auto *cast = dyn_cast<PtrToIntInst>(user); cast && cast->getType() == word->getType())
      cast->replaceAllUsesWith(word);
  }
}

using Stores = SmallVector<StoreInst *, 8>;

void storeScalars(IRBuilder<> &builder, Value *value, Value *room, Stores &stores) {
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  eachScalar(value->getType(), layout, [&](ArrayRef<unsigned> at, uint64_t offset, Type *) {
    Value *scalar = at.empty() ? value : builder.CreateExtractValue(value, at);
    stores.push_back(builder.CreateStore(
        scalar, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), room, offset)));
  });
}

Value *loadScalars(IRBuilder<> &builder, Type *type, Value *room) {
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  Value *whole = PoisonValue::get(type);
  eachScalar(type, layout, [&](ArrayRef<unsigned> at, uint64_t offset, Type *scalarType) {
    LoadInst *scalar = builder.CreateLoad(
        scalarType, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), room, offset));
    whole =
        at.empty() ? static_cast<Value *>(scalar) : builder.CreateInsertValue(whole, scalar, at);
  });
  return whole;
}

/// The copies of functions whose words go by memory, and the calls of them.
class CallCopies {
public:
  explicit CallCopies(const Words &words) : words(words) {}

  Function *copyOf(Function &original);
  void replace(CallBase &call);
  void forgetNames();

private:
  const Words &words;
  DenseMap<Function *, Function *> copies;
  Stores stores; ///< of what is carried

  Function *create(Function &original) const;
  AttributeList attributes(const AttributeList &before, const Function &original) const;
  SmallVector<Value *, 8> arguments(CallBase &call, const Function &original, Value *result);
};

/// What is carried lies where the caller put it, and no other code knows it.
void describeRooms(Function &copy, const Function &original, const Words &words) {
  LLVMContext &context = copy.getContext();
  auto describe = [&](unsigned parameter, Attribute::AttrKind access) {
    copy.addParamAttr(parameter, Attribute::NoAlias);
    copy.addParamAttr(parameter, access);
    copy.addParamAttr(parameter, Attribute::getWithCaptureInfo(context, CaptureInfo::none()));
  };
  for (const Argument &parameter : original.args())
    if (words.isCarried(parameter))
      describe(parameter.getArgNo(), Attribute::ReadOnly);
  if (words.isResultCarried(original))
    describe(copy.arg_size() - 1, Attribute::WriteOnly);
}

SmallVector<AttributeSet, 8> parametersOf(const AttributeList &attributes, unsigned count) {
  SmallVector<AttributeSet, 8> parameters;
  for (unsigned i = 0; i != count; ++i)
    parameters.push_back(attributes.getParamAttrs(i));
  return parameters;
}

AttributeList CallCopies::attributes(const AttributeList &before, const Function &original) const {
  LLVMContext &context = original.getContext();
  AttributeList after = before;
  for (const Argument &parameter : original.args())
    if (words.isCarried(parameter))
      after = after.removeParamAttributes(context, parameter.getArgNo());
  if (words.isResultCarried(original))
    after = AttributeList::get(context, after.getFnAttrs(), AttributeSet(),
                               parametersOf(after, original.arg_size()));
  MemoryEffects effects = after.getMemoryEffects() | MemoryEffects::argMemOnly();
  after = after.removeFnAttribute(context, Attribute::Memory);
  return after.addFnAttribute(context, Attribute::getWithMemoryEffects(context, effects));
}

Function *CallCopies::create(Function &original) const {
  Type *pointer = PointerType::getUnqual(original.getContext());
  SmallVector<Type *, 8> parameters;
  for (const Argument &parameter : original.args())
    parameters.push_back(words.isCarried(parameter) ? pointer : parameter.getType());
  Type *result = original.getReturnType();
  if (words.isResultCarried(original)) {
    parameters.push_back(pointer);
    result = Type::getVoidTy(original.getContext());
  }
  return Function::Create(FunctionType::get(result, parameters, false),
                          GlobalValue::InternalLinkage, original.getName() + ".carrying",
                          original.getParent());
}

/// Results are stored where the last parameter says.
void storeResults(Function &copy, Stores &stores) {
  Argument *room = copy.getArg(copy.arg_size() - 1);
  room->setName("carried.result");
  for (BasicBlock &block : copy)
    if (auto *result = dyn_cast<ReturnInst>(block.getTerminator())) {
      IRBuilder<> builder(result);
      storeScalars(builder, result->getReturnValue(), room, stores);
      builder.CreateRetVoid();
      result->eraseFromParent();
    }
}

Function *CallCopies::copyOf(Function &original) {
  Function *&copy = copies[&original];
  if (copy)
    return copy;
  copy = create(original);
  ValueToValueMapTy map;
  SmallVector<LoadInst *, 4> loads;
  for (Argument &parameter : original.args()) {
    Argument *own = copy->getArg(parameter.getArgNo());
    own->setName(parameter.getName());
    map[&parameter] = own;
    if (words.isCarried(parameter)) {
      loads.push_back(new LoadInst(parameter.getType(), own, parameter.getName() + ".carried",
                                   /*isVolatile=*/false, Align(8)));
      map[&parameter] = loads.back();
    }
  }
  SmallVector<ReturnInst *, 2> returns;
  CloneFunctionInto(copy, &original, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  copy->setAttributes(attributes(original.getAttributes(), original));
  describeRooms(*copy, original, words);
  copy->setComdat(nullptr);
  for (LoadInst *load : loads)
    load->insertBefore(copy->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (LoadInst *load : loads)
    moveAsWord(*load);
  if (words.isResultCarried(original))
    storeResults(*copy, stores);
  return copy;
}

SmallVector<Value *, 8> CallCopies::arguments(CallBase &call, const Function &original,
                                              Value *result) {
  SmallVector<Value *, 8> arguments;
  IRBuilder<> builder(&call);
  for (const Argument &parameter : original.args()) {
    Value *argument = call.getArgOperand(parameter.getArgNo());
    if (words.isCarried(parameter)) {
      Instruction *room = makeRoom(*call.getFunction(), argument->getType(), "carried");
      stores.push_back(builder.CreateAlignedStore(argument, room, alignOfRoom(*room)));
      argument = room;
    }
    arguments.push_back(argument);
  }
  if (result)
    arguments.push_back(result);
  return arguments;
}

void CallCopies::replace(CallBase &call) {
  Function &original = *call.getCalledFunction();
  Function *copy = copyOf(original);
  bool isByMemory = words.isResultCarried(original);
  if (auto *invoke = dyn_cast<InvokeInst>(&call); invoke && isByMemory)
    SplitEdge(invoke->getParent(), invoke->getNormalDest()); // room for the loads
  Instruction *room =
      isByMemory ? makeRoom(*call.getFunction(), call.getType(), "carried") : nullptr;
  SmallVector<Value *, 8> given = arguments(call, original, room);
  SmallVector<OperandBundleDef, 1> bundles;
  call.getOperandBundlesAsDefs(bundles);
  IRBuilder<> builder(&call);
  CallBase *made;
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    made = builder.CreateInvoke(copy, invoke->getNormalDest(), invoke->getUnwindDest(), given,
                                bundles);
  else
    made = builder.CreateCall(copy, given, bundles);
  made->setAttributes(attributes(call.getAttributes(), original));
  made->setCallingConv(call.getCallingConv());
  made->copyMetadata(call);
  if (isTaskCall(*made))
    made->addFnAttr(Attribute::get(made->getContext(), taskWordsAttribute));
  Value *value = made;
  if (isByMemory && !call.use_empty()) {
    builder.SetInsertPoint(*made->getInsertionPointAfterDef());
    value = loadScalars(builder, call.getType(), room);
  }
  if (!call.use_empty())
    call.replaceAllUsesWith(value);
  if (auto *load = dyn_cast<LoadInst>(value))
    moveAsWord(*load);
  call.eraseFromParent();
}

/// What results are is known when all calls give them by memory.
void CallCopies::forgetNames() {
  for (StoreInst *store : stores)
    store->setOperand(0, bareOf(store->getValueOperand(), *store));
}

} // namespace

bool passWordsInMemory(const SetVector<Function *> &functions,
                       function_ref<bool(const Function &)> isKept) {
  Words words(functions, isKept);
  CallCopies copies(words);
  SmallVector<Function *> bodies(functions.begin(), functions.end());
  for (Function *function : functions)
    if (words.changes(*function))
      bodies.push_back(copies.copyOf(*function));
  SmallVector<CallBase *, 8> calls;
  for (Function *function : bodies)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = words.calleeOf(*call); callee && words.changes(*callee))
          calls.push_back(call);
  for (CallBase *call : calls)
    copies.replace(*call);
  copies.forgetNames();
  return !calls.empty();
}

} // namespace enzyme
