//===- TaskBodies.cpp -----------------------------------------------------===//
#include "parallel/TaskBodies.h"
#include "limits/parallel.h"
#include "parallel/Captures.h"
#include "rules/openmp/TeamCalls.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace enzyme {
namespace {

void promoteVariables(Function &function) {
  SmallVector<AllocaInst *, 16> variables;
  for (Instruction &at : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&at); variable && isAllocaPromotable(variable))
      variables.push_back(variable);
  DominatorTree dominators(function);
  if (!variables.empty())
    PromoteMemToReg(variables, dominators);
}

/// The first member of a variable has the variable's address.
void accessDirectly(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function))) {
    auto *part = dyn_cast<GetElementPtrInst>(&at);
    if (part && part->hasAllZeroIndices() && isa<AllocaInst>(part->getPointerOperand())) {
      part->replaceAllUsesWith(part->getPointerOperand());
      part->eraseFromParent();
    }
  }
}

/// What is done with an address behind a task's head.
struct Access {
  Use *address;
  TaskPart part;
};

/// What lies at the address of a member, if that is one value; null: not known. Of all that a task
/// has for itself clang only takes the addresses of members.
Type *memberAt(const Value &address) {
  auto *part = dyn_cast<GetElementPtrInst>(&address);
  Type *type = part && part->getNumIndices() > 1 ? part->getResultElementType() : nullptr;
  auto *all = dyn_cast_or_null<StructType>(type);
  if (all && all->hasName() && all->getName().starts_with("struct..kmp_privates"))
    type = all->getElementType(0);
  return type && type->isSingleValueType() ? type : nullptr;
}

bool addNumbers(Type &type, uint64_t offset, const DataLayout &layout,
                SmallVectorImpl<TaskNumber> &numbers) {
  if (type.isSingleValueType()) {
    numbers.push_back({offset, &type});
    return numbers.size() <= limits::numbersOfTaskPart;
  }
  auto *array = dyn_cast<ArrayType>(&type);
  if (array && array->getNumElements() > limits::numbersOfTaskPart)
    return false;
  auto *members = dyn_cast<StructType>(&type);
  if (!array && (!members || members->isOpaque()))
    return false;
  unsigned count = array ? array->getNumElements() : members->getNumElements();
  for (unsigned i = 0; i != count; ++i) {
    Type *member = array ? array->getElementType() : members->getElementType(i);
    uint64_t at = array ? i * layout.getTypeAllocSize(member).getFixedValue()
                        : layout.getStructLayout(members)->getElementOffset(i).getFixedValue();
    if (!addNumbers(*member, offset + at, layout, numbers))
      return false;
  }
  return true;
}

bool isOfRuntime(const Type &type) {
  auto *named = dyn_cast<StructType>(&type);
  StringRef name = named && named->hasName() ? named->getName() : "";
  return any_of(ArrayRef{"struct.kmp_", "struct..kmp_", "union.kmp_"},
                [&](StringRef start) { return name.starts_with(start); });
}

/// The array or structure of the program's that is meant by a use of `address`; null if it is none,
/// or no such part. The address of all that a task has for itself is that of the first of it, too.
Type *aggregateAt(const Value &address, const Use &use) {
  auto *part = dyn_cast<GetElementPtrInst>(&address);
  Type *type = part && part->getNumIndices() > 1 ? part->getResultElementType() : nullptr;
  auto *all = dyn_cast_or_null<StructType>(type);
  auto *inner = dyn_cast<GetElementPtrInst>(use.getUser());
  if (all && isOfRuntime(*all) && all->getNumElements() != 0 &&
      !(inner && inner->getSourceElementType() == all))
    type = all->getElementType(0);
  bool isKnown = type && type->isAggregateType() && !isOfRuntime(*type) &&
                 numbersIn(*type, part->getDataLayout());
  return isKnown ? type : nullptr;
}

/// All of it; false if it is not known which values are meant.
bool collectAccesses(Value &task, SmallVectorImpl<Access> &accesses) {
  struct Address {
    Value *value;
    uint64_t offset;
    bool isShared;
  };
  SmallVector<Address, 8> work{{&task, 0, false}};
  for (unsigned i = 0; i != work.size(); ++i) { // grows
    Address address = work[i];
    for (Use &use : address.value->uses()) {
      auto *at = cast<Instruction>(use.getUser());
      Type *whole = address.isShared ? nullptr : aggregateAt(*address.value, use);
      if (whole && !at->isDroppable() && !at->isLifetimeStartOrEnd()) {
        accesses.push_back({&use, {address.offset, false, whole}});
        continue;
      }
      auto *part = dyn_cast<GetElementPtrInst>(at);
      APInt offset(64, 0);
      if (part && part->accumulateConstantOffset(at->getDataLayout(), offset)) {
        work.push_back({part, address.offset + offset.getZExtValue(), address.isShared});
        continue;
      }
      if (at->isDroppable() || at->isLifetimeStartOrEnd())
        continue;
      auto *load = dyn_cast<LoadInst>(at);
      if (load && load->getType()->isPointerTy() && address.offset == 0 && !address.isShared) {
        work.push_back({load, 0, true});
        continue;
      }
      bool isStored = isa<StoreInst>(at) && &use == &at->getOperandUse(1);
      Type *type = load || isStored ? getLoadStoreType(at) : memberAt(*address.value);
      if (!type || !type->isSingleValueType() || (address.isShared && !load))
        return false;
      accesses.push_back({&use, {address.offset, address.isShared, type}});
    }
  }
  return true;
}

/// What clang's code takes for granted of an array is the alignment of the variable that the task
/// has a copy of.
Align largestAlignmentIn(const Function &function) {
  Align largest;
  auto see = [&](MaybeAlign align) { largest = std::max(largest, align.valueOrOne()); };
  for (const Instruction &at : instructions(function)) {
    if (getLoadStorePointerOperand(&at))
      see(getLoadStoreAlignment(&at));
    if (auto *memory = dyn_cast<MemIntrinsic>(&at))
      see(memory->getDestAlign());
    if (auto *copy = dyn_cast<MemTransferInst>(&at))
      see(copy->getSourceAlign());
    if (auto *call = dyn_cast<CallBase>(&at))
      for (unsigned i = 0; i != call->arg_size(); ++i)
        see(call->getParamAlign(i));
  }
  return largest;
}

} // namespace

std::optional<SmallVector<TaskNumber, 4>> numbersIn(Type &type, const DataLayout &layout) {
  SmallVector<TaskNumber, 4> numbers;
  if (!addNumbers(type, 0, layout, numbers))
    return std::nullopt;
  if (type.isSingleValueType())
    return numbers;
  uint64_t bytes = 0; // no gaps: something else may lie there in a union
  for (const TaskNumber &number : numbers) {
    if (number.type->isPtrOrPtrVectorTy() || number.offset != bytes)
      return std::nullopt;
    bytes += layout.getTypeStoreSize(number.type).getFixedValue();
  }
  return bytes == layout.getTypeAllocSize(&type).getFixedValue() ? std::optional(numbers)
                                                                 : std::nullopt;
}

Function *flatTask(Function &entry) {
  ValueToValueMapTy map;
  Function *flat = CloneFunction(&entry, map);
  flat->setLinkage(GlobalValue::InternalLinkage);
  // The runtime called it: what tasks make each other is not seen in its attributes.
  for (Attribute::AttrKind kind : {Attribute::NoRecurse, Attribute::AlwaysInline})
    flat->removeFnAttr(kind);
  constexpr unsigned layers = 4; // entry, the task's code, with -g again, where its own values lie
  for (unsigned i = 0; i != layers; ++i) {
    accessDirectly(*flat);
    promoteVariables(*flat);
    inlineWrapped(*flat);
  }
  return flat;
}

std::optional<SmallVector<TaskPart, 8>> partsOfTask(Function &flat) {
  SmallVector<Access, 16> accesses;
  if (flat.arg_size() != 2 || !collectAccesses(*flat.getArg(1), accesses))
    return std::nullopt;
  SmallVector<TaskPart, 8> parts;
  for (const Access &access : accesses) {
    const TaskPart &part = access.part;
    auto *known = find_if(
        parts, [&](const TaskPart &other) { return other.isAt(part.offset, part.isShared); });
    if (known == parts.end())
      parts.push_back(part);
    else if (known->type != part.type)
      return std::nullopt;
  }
  const DataLayout &layout = flat.getDataLayout();
  for (const TaskPart &part : parts)
    for (const TaskPart &other : parts)
      if (part.isShared == other.isShared && part.offset < other.offset &&
          part.offset + layout.getTypeStoreSize(part.type).getFixedValue() > other.offset)
        return std::nullopt;
  return parts;
}

Function *taskOfParts(Function &flat, ArrayRef<TaskPart> parts, Value &place) {
  Module &module = *flat.getParent();
  SmallVector<Type *, 8> types;
  const DataLayout &layout = module.getDataLayout();
  for (const TaskPart &part : parts) {
    SmallVector<TaskNumber, 4> numbers = *numbersIn(*part.type, layout);
    for (const TaskNumber &number : numbers)
      types.push_back(number.type);
  }
  IRBuilder<> builder(module.getContext());
  Function *body = Function::Create(FunctionType::get(builder.getVoidTy(), types, false),
                                    GlobalValue::ExternalLinkage, "enzyme.task", module);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "task", body));
  FunctionCallee asked =
      module.getOrInsertFunction(threadNumberCall, builder.getInt32Ty(), builder.getPtrTy());
  SmallVector<AllocaInst *, 8> variables;
  for (const TaskPart &part : parts)
    variables.push_back(builder.CreateAlloca(part.type));
  AllocaInst *task = builder.CreateAlloca(builder.getInt8Ty());
  Value *thread = builder.CreateCall(asked, {&place});
  unsigned argument = 0;
  for (auto [part, variable] : zip_equal(parts, variables)) {
    SmallVector<TaskNumber, 4> numbers = *numbersIn(*part.type, layout);
    for (const TaskNumber &number : numbers)
      builder.CreateStore(
          body->getArg(argument++),
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), variable, number.offset));
  }
  ValueToValueMapTy map;
  map[flat.getArg(0)] = thread;
  map[flat.getArg(1)] = task;
  SmallVector<ReturnInst *, 2> returns;
  CloneFunctionInto(body, &flat, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  builder.CreateBr(cast<BasicBlock>(map[&flat.getEntryBlock()]));
  for (ReturnInst *end : returns) {
    ReturnInst::Create(module.getContext(), nullptr, end->getIterator());
    end->eraseFromParent();
  }
  SmallVector<Access, 16> accesses;
  bool isKnown = collectAccesses(*task, accesses);
  assert(isKnown && "as in the function it is a copy of");
  (void)isKnown;
  for (AllocaInst *variable : variables)
    if (variable->getAllocatedType()->isAggregateType())
      variable->setAlignment(std::max(variable->getAlign(), largestAlignmentIn(*body)));
  for (const Access &access : accesses)
    for (auto [part, variable] : zip_equal(parts, variables))
      if (part.isAt(access.part.offset, access.part.isShared))
        access.address->set(variable);
  body->removeRetAttr(Attribute::NoUndef);
  body->setAttributes(
      AttributeList::get(module.getContext(), AttributeList::FunctionIndex,
                         AttrBuilder(module.getContext(), body->getAttributes().getFnAttrs())));
  body->addFnAttr(Attribute::NoInline);
  return body;
}

} // namespace enzyme
