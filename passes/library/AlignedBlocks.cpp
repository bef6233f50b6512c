//===- AlignedBlocks.cpp -------------------------------------------------------===//
//
// A copy of each small function that calls malloc or free is simplified, and read. What a shadow
// needs is that `size` bytes from the returned address on are the block's: the most that the
// address can lie behind the block's beginning is compared with what was asked for beyond `size`,
// as sums of parameters and constants. What is written in front of the address is the functions'
// own affair.
//===----------------------------------------------------------------------===//
#include "library/AlignedBlocks.h"
#include "limits/library.h"
#include "rules/Facts.h"
#include "support/Mutation.h"
#include "support/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

/// Where the block's beginning is noted: so many bytes before the address that is handed out.
struct Note {
  int64_t offset;
  Type *type; ///< of an address, or of a distance
  bool operator==(const Note &other) const { return offset == other.offset && type == other.type; }
};

/// A sum of values, each so many times, and a constant.
struct Sum {
  SmallMapVector<const Value *, int64_t, 4> values;
  int64_t constant = 0;

  void add(const Sum &other, int64_t times = 1) {
    for (auto [value, count] : other.values)
      values[value] += times * count;
    constant += times * other.constant;
  }
  bool isAtMost(const Sum &other) const {
    return constant <= other.constant && all_of(values, [&](auto &entry) {
             auto found = other.values.find(entry.first);
             return entry.second <= (found == other.values.end() ? 0 : found->second);
           });
  }
};

/// The sign is none: C makes int of what is smaller.
bool isConversion(const Value &value) {
  const auto *extended = dyn_cast<SExtInst>(&value);
  return isa<PtrToIntInst, IntToPtrInst, ZExtInst, TruncInst, FreezeInst>(value) ||
         (extended && isa<ZExtInst>(extended->getOperand(0)));
}

/// Of sums of what is known, and 0 or more of what is not, as nothing wraps in addresses.
class Bounds {
public:
  explicit Bounds(const Value &block) : block(block) {}

  /// `value` is at most this, if it is anything like an address in the block or a distance.
  std::optional<Sum> above(const Value &value, unsigned depth = 0) const {
    if (depth == limits::depthOfBlock)
      return std::nullopt;
    Value *left, *right;
    if (&value == &block || isa<Argument>(value))
      return single(value);
    if (const auto *number = dyn_cast<ConstantInt>(&value))
      return number->getBitWidth() <= 64 ? std::optional(constant(number->getSExtValue()))
                                         : std::nullopt;
    if (isConversion(value))
      return above(*cast<Instruction>(value).getOperand(0), depth + 1);
    if (const auto *element = dyn_cast<GEPOperator>(&value))
      return element->getSourceElementType()->isIntegerTy(8) && element->getNumIndices() == 1
                 ? sumOf(*element->getPointerOperand(), *element->getOperand(1), depth)
                 : std::nullopt;
    if (match(&value, m_Add(m_Value(left), m_Value(right))))
      return sumOf(*left, *right, depth);
    if (match(&value, m_Sub(m_Value(left), m_Value(right))))
      return differenceOf(*left, *right, depth);
    if (match(&value, m_And(m_Value(left), m_Value(right))) ||
        match(&value, m_Intrinsic<Intrinsic::ptrmask>(m_Value(left), m_Value(right)))) {
      std::optional<Sum> bound = above(*left, depth + 1);
      return bound && !isNegative(*bound) ? bound : above(*right, depth + 1);
    }
    return std::nullopt;
  }

  /// It is at least this.
  std::optional<Sum> below(const Value &value, unsigned depth = 0) const {
    Value *left, *right;
    if (depth == limits::depthOfBlock)
      return std::nullopt;
    if (isa<ConstantInt>(value) || isa<Argument>(value))
      return above(value);
    if (isa<ZExtInst, FreezeInst>(value))
      return below(*cast<Instruction>(value).getOperand(0), depth + 1);
    bool isDifference = match(&value, m_Sub(m_Value(left), m_Value(right)));
    if (!isDifference && !match(&value, m_Add(m_Value(left), m_Value(right))))
      return std::nullopt;
    if (isDifference && !isa<ConstantInt>(right))
      return std::nullopt;
    std::optional<Sum> one = below(*left, depth + 1), other = below(*right, depth + 1);
    if (one && other)
      one->add(*other, isDifference ? -1 : 1);
    return other ? one : std::nullopt;
  }

private:
  static Sum single(const Value &value) {
    Sum sum;
    sum.values[&value] = 1;
    return sum;
  }
  static Sum constant(int64_t number) {
    Sum sum;
    sum.constant = number;
    return sum;
  }
  /// A mask, perhaps.
  static bool isNegative(const Sum &sum) { return sum.constant < 0 && sum.values.empty(); }

  std::optional<Sum> sumOf(const Value &left, const Value &right, unsigned depth) const {
    std::optional<Sum> one = above(left, depth + 1), other = above(right, depth + 1);
    if (one && other)
      one->add(*other);
    return other ? one : std::nullopt;
  }

  /// Of a number that is known, or of the rest of something that is no larger: it does not wrap.
  std::optional<Sum> differenceOf(const Value &left, const Value &right, unsigned depth) const {
    std::optional<Sum> bound = above(left, depth + 1), taken = above(right, depth + 1);
    if (!bound || !taken)
      return std::nullopt;
    if (isa<ConstantInt>(right)) {
      bound->add(*taken, -1);
      return bound;
    }
    Value *one, *other;
    if (!match(&right, m_And(m_Value(one), m_Value(other))))
      return std::nullopt;
    bool isNoLarger = any_of(ArrayRef<const Value *>{one, other}, [&](const Value *part) {
      std::optional<Sum> most = above(*part, depth + 1);
      return most && !isNegative(*most) && most->isAtMost(*bound);
    });
    return isNoLarger ? bound : std::nullopt;
  }

  const Value &block;
};

/// A copy of a function, without the front end's local variables, as long as it is looked at.
class Simplified {
public:
  explicit Simplified(Function &function) {
    ValueToValueMapTy map;
    copy = CloneFunction(&function, map);
    copy->removeFnAttr(Attribute::OptimizeNone);
    Passes manager;
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(EarlyCSEPass());
    passes.addPass(SimplifyCFGPass());
    passes.run(*copy, manager.functions);
  }
  ~Simplified() { copy->eraseFromParent(); }
  Simplified(const Simplified &) = delete;
  Simplified &operator=(const Simplified &) = delete;

  Function &get() const { return *copy; }

private:
  Function *copy;
};

/// Does nothing that matters here, or ends the program.
bool isAside(const CallBase &call) {
  return call.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic, AssumeInst>(call) ||
         call.getIntrinsicID() == Intrinsic::ptrmask ||
         (call.doesNotReturn() && isa_and_nonnull<UnreachableInst>(call.getNextNode()));
}

/// The only call that matters, if it is the only one.
CallBase *onlyCall(Function &function) {
  CallBase *only = nullptr;
  for (Instruction &at : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&at); call && !isAside(*call)) {
      if (only || !isa<CallInst>(call))
        return nullptr;
      only = call;
    }
  return only;
}

/// What the function returns where it does not return null, if that is one value.
const Value *onlyResult(const Function &function) {
  SmallVector<const Value *, 4> pending;
  SmallPtrSet<const Value *, 8> seen, results;
  for (const BasicBlock &block : function)
    if (const auto *end = dyn_cast<ReturnInst>(block.getTerminator()))
      pending.push_back(end->getReturnValue());
  while (!pending.empty()) {
    const Value *value = pending.pop_back_val();
    if (!seen.insert(value).second || isa<ConstantPointerNull>(value))
      continue;
    if (const auto *choice = dyn_cast<PHINode>(value))
      append_range(pending, choice->incoming_values());
    else if (const auto *select = dyn_cast<SelectInst>(value))
      pending.append({select->getTrueValue(), select->getFalseValue()});
    else
      results.insert(value);
  }
  return results.size() == 1 ? *results.begin() : nullptr;
}

/// So many bytes from `base`, a negative number of them.
std::optional<int64_t> inFrontOf(const Value &base, const Value &pointer) {
  const DataLayout &layout = cast<Instruction>(pointer).getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const Value *from = &pointer;
  while (from != &base) {
    const auto *element = dyn_cast<GEPOperator>(from);
    if (!element || !element->accumulateConstantOffset(layout, offset))
      return std::nullopt;
    from = element->getPointerOperand();
  }
  return offset.isNegative() ? std::optional(offset.getSExtValue()) : std::nullopt;
}

struct Allocator {
  SmallVector<Note, 2> notes;
  unsigned size;         ///< which parameter
  std::string givenBack; ///< to which function the block is
};
struct Deallocator {
  Note note;
  std::string givenBack; ///< as above, or a form of it that takes the size as well
};

bool arePartners(const Allocator &one, const Deallocator &other) {
  return is_contained(one.notes, other.note) && !one.givenBack.empty() &&
         (StringRef(other.givenBack).starts_with(one.givenBack) ||
          mutation::breaks("aligned-blocks", "partner"));
}

/// The parameter of which as many bytes are asked for, beyond how far `result` lies in the block.
std::optional<unsigned> sizeBehind(const CallBase &block, const Value &result, const Value &asked) {
  Bounds bounds(block);
  std::optional<Sum> all = bounds.below(asked), end = bounds.above(result);
  if (!all || !end || end->values.lookup(&block) != 1)
    return std::nullopt;
  end->values[&block] = 0;
  for (const Argument &parameter : block.getFunction()->args()) {
    Sum more = *all;
    more.values[&parameter] -= 1;
    if (all->values.lookup(&parameter) == 1 &&
        (end->isAtMost(more) || mutation::breaks("aligned-blocks", "bound")))
      return parameter.getArgNo();
  }
  return std::nullopt;
}

std::optional<Allocator> readAllocator(Function &function) {
  CallBase *block = onlyCall(function);
  auto fact = block ? allocatorFact(*block) : std::nullopt;
  const Value *result = fact ? onlyResult(function) : nullptr;
  if (!result || result == block || fact->sizeArgument < 0 || fact->countArgument >= 0)
    return std::nullopt;
  SmallVector<Note, 2> notes;
  for (Instruction &at : instructions(function)) {
    auto *store = dyn_cast<StoreInst>(&at);
    if (!store && at.mayReadOrWriteMemory() && !isa<CallBase>(at))
      return std::nullopt;
    if (!store)
      continue;
    auto offset = isa<Instruction>(store->getPointerOperand())
                      ? inFrontOf(*result, *store->getPointerOperand())
                      : std::nullopt;
    if (!offset || !store->isSimple())
      return std::nullopt;
    notes.push_back({*offset, store->getValueOperand()->getType()});
  }
  auto size = sizeBehind(*block, *result, *block->getArgOperand(fact->sizeArgument));
  if (notes.empty() || !size)
    return std::nullopt;
  return Allocator{notes, *size, fact->deallocator};
}

/// How `function` finds the beginning of what it frees, if it does nothing else.
std::optional<Deallocator> readDeallocator(Function &function) {
  CallBase *call = onlyCall(function);
  auto fact = call ? deallocatorFact(*call) : std::nullopt;
  if (!fact || function.arg_size() != 1 || !function.getReturnType()->isVoidTy())
    return std::nullopt;
  const Argument &pointer = *function.getArg(0);
  std::optional<Note> note;
  for (Instruction &at : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&at);
    if (!load && at.mayReadOrWriteMemory() && !isa<CallBase>(at))
      return std::nullopt;
    if (!load)
      continue;
    auto offset = isa<Instruction>(load->getPointerOperand())
                      ? inFrontOf(pointer, *load->getPointerOperand())
                      : std::nullopt;
    if (!offset || note || !load->isSimple())
      return std::nullopt;
    note = {*offset, load->getType()};
  }
  if (!note)
    return std::nullopt;
  return Deallocator{*note, call->getCalledFunction()->getName().str()};
}

/// Worth a look: short, and it calls what makes or frees memory.
bool mayBeEither(Function &function, bool isAllocator) {
  Type *result = function.getReturnType();
  if (function.isDeclaration() || function.isVarArg() || function.arg_empty() ||
      (isAllocator ? !result->isPointerTy() : !result->isVoidTy()) ||
      function.hasFnAttribute(facts::allocatorAttribute) ||
      function.hasFnAttribute(facts::deallocatorAttribute) ||
      function.getInstructionCount() > limits::instructionsOfAllocator)
    return false;
  return any_of(instructions(function), [&](Instruction &at) {
    auto *call = dyn_cast<CallBase>(&at);
    return call &&
           (isAllocator ? allocatorFact(*call).has_value() : deallocatorFact(*call).has_value());
  });
}

/// How far in front of something an address lies, by a constant; 0 if it does not.
int64_t distanceInFront(const Instruction &at) {
  int64_t distance = 0;
  if (match(&at, m_IntToPtr(m_Add(m_Value(), m_ConstantInt()))))
    distance = cast<ConstantInt>(cast<User>(at.getOperand(0))->getOperand(1))->getSExtValue();
  if (match(&at, m_IntToPtr(m_Sub(m_Value(), m_ConstantInt()))))
    distance = -cast<ConstantInt>(cast<User>(at.getOperand(0))->getOperand(1))->getSExtValue();
  APInt offset(at.getDataLayout().getPointerSizeInBits(), 0);
  for (const Value *from = &at; isa<GEPOperator>(from);) {
    const auto &element = cast<GEPOperator>(*from);
    if (!element.accumulateConstantOffset(at.getDataLayout(), offset))
      break;
    from = element.getPointerOperand();
    distance = offset.getSExtValue();
  }
  return std::min<int64_t>(distance, 0);
}

/// Type information lies in front of tables of virtual functions.
bool isOfVirtualTable(const Instruction &address) {
  auto *from = dyn_cast<LoadInst>(address.getOperand(0));
  MDNode *tag = from ? from->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  return tag && tag->isTBAAVtableAccess();
}

/// Is such a note read where `address` leads to, or, as that is handed on, perhaps elsewhere?
bool mayReadNote(const Instruction &address, const Note &note) {
  int64_t distance = distanceInFront(address);
  auto *element = dyn_cast<GetElementPtrInst>(&address);
  bool isOfNumbers = element && element->getSourceElementType()->isFloatingPointTy();
  if (distance >= 0 || distance > note.offset || isOfNumbers || isOfVirtualTable(address))
    return false;
  return any_of(address.uses(), [&](const Use &use) {
    const User *user = use.getUser();
    if (isa<LoadInst>(user))
      return distance == note.offset && user->getType() == note.type;
    if (const auto *store = dyn_cast<StoreInst>(user))
      return use.getOperandNo() != store->getPointerOperandIndex();
    const auto *further = dyn_cast<GetElementPtrInst>(user);
    return further ? !further->hasAllConstantIndices() : !isa<ICmpInst>(user);
  });
}

class Blocks {
public:
  explicit Blocks(Module &workshop) : workshop(workshop) {}

  void declare() {
    find();
    for (auto &[function, allocator] : allocators)
      for (auto &[partner, deallocator] : deallocators)
        if (arePartners(allocator, deallocator) &&
            (!isReadElsewhere(deallocator.note) ||
             mutation::breaks("aligned-blocks", "read elsewhere")))
          declare(*function, allocator.size, *partner);
  }

private:
  Module &workshop;
  SmallMapVector<Function *, Allocator, 2> allocators;
  SmallMapVector<Function *, Deallocator, 2> deallocators;

  /// Of several that would take the memory back each does.
  static void declare(Function &function, unsigned size, Function &partner) {
    function.addFnAttr(facts::allocatorAttribute, std::to_string(size));
    function.addFnAttr(facts::partnerAttribute, partner.getName());
    function.addFnAttr(facts::partnerListAttribute, "-1");
    function.removeFnAttr(Attribute::AlwaysInline);
    partner.addFnAttr(facts::deallocatorAttribute, "0");
    partner.removeFnAttr(Attribute::AlwaysInline);
    partner.addFnAttr(Attribute::NoInline);
  }

  void find() {
    SmallVector<Function *, 4> makers, takers;
    for (Function &function : workshop) {
      if (mayBeEither(function, true))
        makers.push_back(&function);
      if (mayBeEither(function, false))
        takers.push_back(&function);
    }
    if (takers.empty())
      return;
    for (Function *function : makers)
      if (auto allocator = readAllocator(Simplified(*function).get()))
        allocators.insert({function, *allocator});
    if (allocators.empty())
      return;
    for (Function *function : takers)
      if (auto deallocator = readDeallocator(Simplified(*function).get()))
        deallocators.insert({function, *deallocator});
  }

  /// Who reads the note, as to grow the block, holds an address that is not seen to lead there.
  bool isReadElsewhere(const Note &note) const {
    SmallVector<Function *, 8> others;
    for (Function &function : workshop)
      if (!deallocators.contains(&function) && !allocators.contains(&function) &&
          any_of(instructions(function), [](const Instruction &at) {
            return isa<IntToPtrInst>(at) || distanceInFront(at) < 0;
          }))
        others.push_back(&function);
    return any_of(others, [&](Function *function) {
      Simplified simple(*function);
      return any_of(instructions(simple.get()),
                    [&](const Instruction &at) { return mayReadNote(at, note); });
    });
  }
};

} // namespace

void declareAlignedBlocks(Module &workshop) { Blocks(workshop).declare(); }

} // namespace enzyme
