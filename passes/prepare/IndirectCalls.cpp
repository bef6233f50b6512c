//===- IndirectCalls.cpp - calls through pointers become choices -----------===//
//
//     y = p(x)        if (p == f) y = f(x); else if (p == g) y = g(x); else y = p(x);
//
// Virtual calls load p from a slot of a table that was loaded from an object:
// only functions in that slot of some virtual table come into question, where clang says the
// object's class only of tables of that class and those derived from it, and for what() those of
// the standard library's exceptions, whose tables only the library has.
//
// Functions whose address is in virtual tables alone come into question for virtual calls alone: a
// pointer that was found in an object leads to none of them, and where there are too many to choose
// from, they are left out first.
//
// std::noop_coroutine() of libstdc++ has a frame by hand: what resumes it is a function without
// parameters, which does nothing, and so has another type than the call.
//
// Of a call through a member of a structure it is known, when the code of all files is there, which
// functions the member never holds (link/PointerMembers.h).
//
// A function that is declared to take the address of a number is not meant by a call that passes
// it the address of pointers, though its type in LLVM IR is the same: to believe so would say that
// numbers may lie there. If it is called all the same, the run stops by name.
//
// A function that asks for the derivative of what holds the call cannot be meant:
// the derivative would be part of itself, and each copy of it would hold another.
//===----------------------------------------------------------------------===//
#include "prepare/IndirectCalls.h"
#include "limits/request.h"
#include "prepare/DerivativePairs.h"
#include "request/AddressTaken.h"
#include "request/PairRules.h"
#include "request/RewriteCall.h"
#include "request/Vocabulary.h"
#include "rules/Exceptions.h"
#include "support/ReachedFunctions.h"
#include "support/VirtualTables.h"
#include "types/DeclaredTypes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include <map>

using namespace llvm;

namespace enzyme {
namespace {

using Candidates = SmallSetVector<Function *, 8>;

using Slots = MapVector<uint64_t, Candidates>;

/// The entry of a virtual table that objects point to: the one after the type
/// information (Itanium C++ ABI; before it are offsets of virtual bases).
std::optional<unsigned> addressPoint(const Constant &table) {
  for (unsigned i = 0; i < table.getNumOperands(); ++i)
    if (auto *information = dyn_cast<GlobalVariable>(table.getOperand(i)->stripPointerCasts()))
      return information->getName().starts_with("_ZTI") ? std::optional(i + 1) : std::nullopt;
  return std::nullopt;
}

/// The functions of one virtual table by their distance from its address point.
/// False if that is not known (-fno-rtti).
bool addSlots(const Constant &table, uint64_t word, Slots &slots) {
  std::optional<unsigned> first = addressPoint(table);
  if (!first)
    return false;
  for (unsigned i = *first; i < table.getNumOperands(); ++i)
    if (auto *function = dyn_cast<Function>(table.getOperand(i)->stripPointerCasts()))
      slots[(i - *first) * word].insert(function);
  return true;
}

/// Which functions ask for a derivative, themselves or by what they call, of which.
class NestedRequests {
public:
  explicit NestedRequests(Module &module) {
    for (Function &function : module) {
      Function *target = isOpenRequest(function) ? targetOfOpen(function) : nullptr;
      if (!target)
        continue;
      Open &request = open.emplace_back();
      for (const User *user : function.users())
        if (auto *call = dyn_cast<Instruction>(user))
          request.askers.insert(call->getFunction());
      SetVector<Function *> reached = reachedFunctions({target});
      request.reached.insert(reached.begin(), reached.end());
    }
  }

  bool asksForDerivativeOf(Function &candidate, const Function &caller) {
    if (none_of(open, [&](const Open &request) { return request.reached.contains(&caller); }))
      return false;
    auto [found, isNew] = below.try_emplace(&candidate);
    if (isNew)
      found->second = reachedFunctions({&candidate});
    return any_of(open, [&](const Open &request) {
      return request.reached.contains(&caller) &&
             any_of(found->second, [&](Function *f) { return request.askers.contains(f); });
    });
  }

private:
  struct Open {
    DenseSet<const Function *> askers;
    DenseSet<const Function *> reached; ///< by the function to be differentiated
  };
  std::vector<Open> open;
  std::map<const Function *, SetVector<Function *>> below;
};

/// Only coroutines are resumed and destroyed so: clang gives no other call through a pointer this
/// convention.
bool isResumption(const CallBase &call) {
  return call.getCallingConv() == CallingConv::Fast && call.getType()->isVoidTy() &&
         call.arg_size() == 1;
}

bool doesNothing(const Function &function) {
  return function.getReturnType()->isVoidTy() && function.arg_empty() && !function.isVarArg() &&
         !function.isDeclaration() &&
         isa<ReturnInst>(function.getEntryBlock().getFirstNonPHIOrDbg());
}

bool isNumber(const DIType *type) {
  const auto *basic = dyn_cast_or_null<DIBasicType>(type);
  return basic && basic->getEncoding() == dwarf::DW_ATE_float;
}

/// Do the first bytes hold a pointer?
bool beginsWithPointer(const DIType *type) {
  const DIType *first = type ? memberAt(type, 0) : nullptr;
  return first && isPointerTag(bare(first)->getTag());
}
bool beginsWithPointer(Type *type) {
  while (auto *structure = dyn_cast<StructType>(type))
    type = structure->getNumElements() ? structure->getElementType(0)
                                       : Type::getVoidTy(type->getContext());
  return type->isPointerTy();
}

/// Is the argument plainly the address of memory that begins with a pointer?
bool isAddressOfPointer(const Value &argument) {
  if (const auto *variable = dyn_cast<AllocaInst>(&argument))
    return beginsWithPointer(variable->getAllocatedType());
  if (const auto *variable = dyn_cast<GlobalVariable>(&argument))
    return beginsWithPointer(variable->getValueType());
  const auto *parameter = dyn_cast<Argument>(&argument);
  return parameter &&
         beginsWithPointer(declaredBehind(*parameter->getParent(), parameter->getArgNo()));
}

/// Would the candidate take for numbers what are pointers?
bool takesPointersForNumbers(const CallBase &call, const Function &candidate) {
  return any_of(candidate.args(), [&](const Argument &parameter) {
    return parameter.getType()->isPointerTy() &&
           isNumber(declaredBehind(candidate, parameter.getArgNo())) &&
           isAddressOfPointer(*call.getArgOperand(parameter.getArgNo()));
  });
}

/// if (p == empty) ; else p(x);
void passBy(CallBase &call, Function &empty) {
  BasicBlock *before = call.getParent();
  BasicBlock *called = before->splitBasicBlock(call.getIterator(), "resumed");
  BasicBlock *passed =
      BasicBlock::Create(call.getContext(), "nothing.resumed", before->getParent(), called);
  before->getTerminator()->eraseFromParent();
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  builder.CreateCondBr(builder.CreateICmpEQ(call.getCalledOperand(), &empty), passed, called);
  builder.SetInsertPoint(passed);
  if (call.isMustTailCall()) {
    builder.CreateRetVoid();
    return;
  }
  if (!isa<InvokeInst>(call))
    called->splitBasicBlock(std::next(call.getIterator()), "behind");
  BasicBlock *behind =
      isa<InvokeInst>(call) ? cast<InvokeInst>(call).getNormalDest() : called->getSingleSuccessor();
  for (PHINode &phi : behind->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(called), passed);
  builder.CreateBr(behind);
}

class Expander {
public:
  explicit Expander(Module &module)
      : module(module), word(module.getDataLayout().getPointerSize()), requests(module) {
    for (Function &function : module)
      if (!function.isIntrinsic() && mayBeCalledByAddress(function)) {
        addressTaken[function.getFunctionType()].insert(&function);
        if (doesNothing(function))
          empty.push_back(&function);
      }
    for (GlobalVariable &variable : module.globals())
      if (isVirtualTable(variable) && variable.hasInitializer() &&
          isa<ConstantStruct>(variable.getInitializer()))
        addTable(variable);
  }

  bool expand(Function &function) {
    SmallVector<CallBase *> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (call->isIndirectCall() && !call->getMetadata(expandedMark))
          calls.push_back(call);
    bool isChanged = false;
    for (CallBase *call : calls)
      isChanged |= expand(*call);
    return isChanged;
  }

private:
  void addTable(const GlobalVariable &table) {
    bool saysClasses = visitSlots(table, [this](Function &function, VirtualSlot slot) {
      slotsOfClasses[{slot.className.str(), slot.offset}].insert(&function);
    });
    for (const Use &part : table.getInitializer()->operands()) {
      knowsSlots &= addSlots(*cast<Constant>(part), word, virtualSlots);
      if (!saysClasses)
        knowsClasses &= addSlots(*cast<Constant>(part), word, slotsOfAnyClass);
    }
  }

  /// What a virtual call may mean by the class that its object is declared to be. Tables that say
  /// nothing of their classes may be of any. False if nothing is known.
  bool ofClass(const CallBase &call, Candidates &functions) const {
    std::optional<VirtualSlot> slot = virtualSlotOf(call);
    if (!slot || !knowsClasses)
      return false;
    if (auto found = slotsOfClasses.find({slot->className.str(), slot->offset});
        found != slotsOfClasses.end())
      functions.insert_range(found->second);
    if (auto found = slotsOfAnyClass.find(slot->offset); found != slotsOfAnyClass.end())
      functions.insert_range(found->second);
    return true;
  }

  bool expand(CallBase &call) {
    call.setMetadata(expandedMark, MDNode::get(call.getContext(), {}));
    bool isComplete = false;
    Candidates candidates = candidatesFor(call, isComplete);
    bool isDiverted = !isComplete && divertToPair(call);
    if (!candidates.empty()) { // AMD's virtual tables lie in, and lead to, a space of their own
      IRBuilder<> builder(&call);
      call.setCalledOperand(
          builder.CreateAddrSpaceCast(call.getCalledOperand(), candidates.front()->getType()));
    }
    for (Function *candidate : candidates) {
      CallBase &direct = promoteCallWithIfThenElse(call, candidate);
      direct.setMetadata(expandedMark, nullptr);
      direct.setMetadata(candidateMark, MDNode::get(call.getContext(), {}));
      // What one of several cannot do must stay its own affair: inlined, it would
      // be refused in the caller.
      if (candidates.size() > 1)
        direct.setIsNoInline();
    }
    if (isResumption(call))
      for (Function *function : empty)
        passBy(call, *function);
    if (isComplete && !candidates.empty())
      changeToUnreachable(&call);
    return isDiverted || !candidates.empty();
  }

  Candidates candidatesFor(const CallBase &call, bool &isComplete) {
    Candidates all;
    if (auto found = addressTaken.find(call.getFunctionType()); found != addressTaken.end())
      all = found->second;
    const Candidates *narrowed = nullptr;
    Candidates ofTable, ofLibrary, ofItsClass;
    bool isOfClass = false;
    if (auto *load = dyn_cast<LoadInst>(call.getCalledOperand())) {
      if (std::optional<uint64_t> slot = slotOf(*load)) {
        auto found = virtualSlots.find(*slot);
        narrowed = knowsSlots && found != virtualSlots.end() ? &found->second : nullptr;
      }
      if (std::optional<uint64_t> slot = slotOf(*load, Untagged::MayBeTables))
        ofLibrary = ofLibraryAt(*slot, *call.getFunctionType());
      isOfClass = ofClass(call, ofItsClass);
      if (isOfClass)
        narrowed = &ofItsClass;
      if (tableOf(*load, ofTable)) {
        narrowed = &ofTable;
        isComplete = true; // what else is in the table cannot be called like this
      }
    }
    if (narrowed)
      all.remove_if([&](Function *function) { return !narrowed->contains(function); });
    if (const MDNode *never = call.getMetadata(neverCalledMark))
      for (const MDOperand &one : never->operands())
        if (auto *function = mdconst::dyn_extract_or_null<Function>(one))
          all.remove(function);
    if (all.remove_if([&](Function *function) {
          return takesPointersForNumbers(call, *function) ||
                 requests.asksForDerivativeOf(*function, *call.getFunction());
        }))
      isComplete = false;
    size_t most = isOfClass ? limits::candidatesOfVirtualCall : limits::candidatesOfPointer;
    if (isNoVirtualCall(call) || all.size() > most)
      all.remove_if([](const Function *function) {
        return !mayBeCalledByAddress(*function, Tables::AreNoUse);
      });
    if (all.size() > most)
      all.clear(); // too many to choose from
    all.insert(ofLibrary.begin(), ofLibrary.end());
    return all;
  }

  Candidates ofLibraryAt(uint64_t slot, const FunctionType &type) {
    Candidates members;
    for (Function *member : libraryExceptionMembers(module, slot / word))
      if (member->getFunctionType() == &type)
        members.insert(member);
    return members;
  }

  /// Is the pointer found in an object, not in the table that an object points to? clang says of
  /// each load of a table's address that it is one.
  static bool isNoVirtualCall(const CallBase &call) {
    const auto *load = dyn_cast<LoadInst>(call.getCalledOperand());
    const Value *object = load ? getUnderlyingObject(load->getPointerOperand()) : nullptr;
    if (const auto *found = dyn_cast_or_null<LoadInst>(object))
      return found->hasMetadata(LLVMContext::MD_tbaa) && !isVirtualPointer(*found);
    const auto *variable = dyn_cast_or_null<GlobalVariable>(object);
    return isa_and_nonnull<AllocaInst>(object) || (variable && !variable->isConstant());
  }

  /// Loads of addresses of which nothing says whether they are of virtual tables
  /// (-fno-strict-aliasing): good enough for functions to compare with, not to leave others out.
  enum class Untagged { AreNoTables, MayBeTables };

  /// p = load (gep (load object), constant): the constant, the slot's distance from the address
  /// point. None when the pointer has another origin.
  static std::optional<uint64_t> slotOf(const LoadInst &load,
                                        Untagged untagged = Untagged::AreNoTables) {
    const DataLayout &layout = load.getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
    const Value *table = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
        layout, offset, /*AllowNonInbounds=*/true);
    auto *held = dyn_cast<LoadInst>(table);
    if (!held || !held->getType()->isPointerTy())
      return std::nullopt;
    bool isTable = isVirtualPointer(*held) ||
                   (untagged == Untagged::MayBeTables && !held->hasMetadata(LLVMContext::MD_tbaa));
    return isTable ? std::optional(offset.getZExtValue()) : std::nullopt;
  }

  /// p = load from a constant table: its functions.
  static bool tableOf(const LoadInst &load, Candidates &functions) {
    auto *table = dyn_cast<GlobalVariable>(getUnderlyingObject(load.getPointerOperand()));
    if (!table || !table->isConstant() || !table->hasInitializer())
      return false;
    SmallVector<const Constant *> pending{table->getInitializer()};
    while (!pending.empty()) {
      const Constant *constant = pending.pop_back_val();
      if (auto *function = dyn_cast<Function>(constant))
        functions.insert(const_cast<Function *>(function)); // const_cast: callees
      else if (!isa<GlobalValue>(constant))
        for (const Use &part : constant->operands())
          pending.push_back(cast<Constant>(part));
    }
    return true;
  }

  static const Value *getUnderlyingObject(const Value *pointer) {
    while (auto *address = dyn_cast<GEPOperator>(pointer))
      pointer = address->getPointerOperand();
    return pointer;
  }

  Module &module;
  uint64_t word;
  NestedRequests requests;
  DenseMap<FunctionType *, Candidates> addressTaken;
  SmallVector<Function *, 4> empty; ///< of those, what takes and does nothing
  Slots virtualSlots;
  bool knowsSlots = true;
  std::map<std::pair<std::string, uint64_t>, Candidates> slotsOfClasses;
  Slots slotsOfAnyClass; ///< of tables that say nothing of their classes
  bool knowsClasses = true;
};

} // namespace

bool expandIndirectCalls(Module &workshop, const SetVector<Function *> &functions) {
  Expander expander(workshop);
  bool isChanged = false;
  for (Function *function : functions)
    isChanged |= expander.expand(*function);
  return isChanged;
}

} // namespace enzyme
