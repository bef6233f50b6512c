//===- WordsAsNumbers.cpp - numbers that are handed on as words ------------===//
//
// Problem: `double logarithm(int64_t word, int n)`, which calls itself and converts the word to a
// number at last, is handed the bits of a double. Calls that hand on a number's bits are inlined
// (BitHelpers.h), recursions cannot be; and where the word is loaded from memory in which numbers
// lie, nothing at the call says so. The function would convert an integer, which is a constant.
//
// Here: such a call becomes one of a copy of the function that takes the double and begins with
// its bits; likewise where a function returns such bits, or bits that it made of a number. Then
// ConvertedBits.h sees both ends. It is done for words that are converted to numbers somewhere
// behind the call, or computed with before they are numbers again: words that are only moved are
// followed as they are. What is a step (a hash, an exponent) stays an integer.
//===----------------------------------------------------------------------===//
#include "bits/WordsAsNumbers.h"
#include "bits/BitChanges.h"
#include "bits/BitHelpers.h"
#include "bits/DefUseWalk.h"
#include "bits/NumbersAt.h"
#include "limits/bits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace llvm;

namespace enzyme {
namespace {

using IsKept = function_ref<bool(const Function &)>;

bool isWord(const Type &type) { return type.isIntegerTy(32) || type.isIntegerTy(64); }

FloatBits formatOf(const Type &word) {
  return word.isIntegerTy(64) ? FloatBits{52, 64} : FloatBits{23, 32};
}

Type *numberFor(const Type &word) {
  LLVMContext &context = word.getContext();
  return word.isIntegerTy(64) ? Type::getDoubleTy(context) : Type::getFloatTy(context);
}

/// What becomes of a word, in functions that it is handed to and those that it is returned to.
struct Fate {
  bool isConverted = false; ///< to a number
  bool isComputed = false;  ///< with, and the bits of a number then
  bool isBits = false;      ///< of a number, computed with or not
  bool isAll() const { return isConverted && isComputed && isBits; }
  bool operator==(const Fate &) const = default;
};

/// A value made of the word, and whether by arithmetic.
using Made = PointerIntPair<const Value *, 1, bool>;
using Walked = SmallSetVector<Made, 16>;

/// What a function is handed as numbers, and whether it returns one.
struct Signature {
  std::vector<bool> parameters;
  bool isResult = false;
  auto operator<=>(const Signature &) const = default;
  bool changes() const { return isResult || is_contained(parameters, true); }
};

class Handing {
public:
  Handing(const SetVector<Function *> &functions, IsKept isKept)
      : functions(functions), isKept(isKept) {}
  bool handArguments();
  bool handResults();

private:
  SetVector<Function *> functions; ///< grows by copies
  IsKept isKept;
  DenseMap<const Value *, Fate> fates; ///< of parameters, and of functions: of their results
  std::map<std::pair<Function *, Signature>, Function *> copies;

  Function *calleeOf(const CallBase &call) const { return calleeToChange(call, isKept); }
  Fate fateOf(const Value &word);
  bool isNumber(Value &word, const Fate &fate, NumbersAt &numbers) const;
  Signature signatureOf(const CallBase &call, const Function &callee,
                        std::optional<NumbersAt> &numbers);
  bool returnsNumber(Function &function, const DenseSet<const Function *> &returning);
  DenseSet<const Function *> returningNumbers();
  Function *copyOf(Function &original, const Signature &signature);
  void replace(CallBase &call, const Signature &signature);
};

/// What becomes of a word within a function, and the parameters and functions that it goes on to.
struct Here {
  Fate fate;
  SmallVector<Made, 4> onward;
};

/// The parameter that the word is handed on as, or the function that returns it; null if neither.
const Value *beyond(const Use &use) {
  if (const auto *call = dyn_cast<CallBase>(use.getUser())) {
    const Function *callee = call->isArgOperand(&use) ? call->getCalledFunction() : nullptr;
    unsigned index = callee ? call->getArgOperandNo(&use) : 0;
    return callee && !callee->isDeclaration() && index < callee->arg_size() ? callee->getArg(index)
                                                                            : nullptr;
  }
  const auto *end = dyn_cast<ReturnInst>(use.getUser());
  return end ? end->getFunction() : nullptr;
}

/// Of a parameter, or of what calls of a function give. Beyond a number of uses all may be.
Here whatBecomesOf(const Value &word) {
  Walked seen;
  if (!isa<Function>(word))
    seen.insert({&word, false});
  else
    for (const User *user : word.users())
      if (const auto *call = dyn_cast<CallBase>(user);
          call && call->getCalledOperand() == &word && call->getType()->isIntegerTy())
        seen.insert({call, false});
  Here here;
  for (unsigned i = 0; i != seen.size() && !here.fate.isAll(); ++i) {
    if (i > limits::usesOfWord)
      return {{true, true, true}, {}};
    Made made = seen[i];
    for (const Use &use : made.getPointer()->uses()) {
      const User *user = use.getUser();
      here.fate.isConverted |= isa<SIToFPInst, UIToFPInst>(user);
      if (isa<BitCastInst>(user) && user->getType()->isFPOrFPVectorTy())
        (made.getInt() ? here.fate.isComputed : here.fate.isBits) = true;
      bool isInteger = user->getType()->isIntOrIntVectorTy();
      if (isInteger && isa<BinaryOperator, IntrinsicInst>(user))
        seen.insert({user, true});
      else if (isInteger && isa<CastInst, PHINode, SelectInst, FreezeInst>(user))
        seen.insert({user, made.getInt()});
      else if (const Value *next = beyond(use))
        here.onward.push_back({next, made.getInt()});
    }
  }
  here.fate.isBits |= here.fate.isComputed;
  return here;
}

/// All that can be reached from the word is looked at once, until nothing changes any more: sizes
/// that a large library hands from function to function are followed to their ends.
Fate Handing::fateOf(const Value &word) {
  if (auto known = fates.find(&word); known != fates.end())
    return known->second;
  MapVector<const Value *, Here> reached;
  reached.insert({&word, whatBecomesOf(word)});
  for (unsigned i = 0; i != reached.size(); ++i)
    for (Made next : SmallVector<Made, 4>((reached.begin() + i)->second.onward))
      if (!fates.contains(next.getPointer()) && !reached.contains(next.getPointer()))
        reached.insert({next.getPointer(), whatBecomesOf(*next.getPointer())});
  auto takeFrom = [&](Fate &fate, Made next) {
    auto known = fates.find(next.getPointer());
    Fate ahead =
        known != fates.end() ? known->second : reached.find(next.getPointer())->second.fate;
    Fate before = fate;
    fate.isConverted |= ahead.isConverted;
    fate.isBits |= ahead.isBits;
    fate.isComputed |= next.getInt() ? ahead.isBits : ahead.isComputed;
    return fate != before;
  };
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (auto &[unused, here] : reverse(reached))
      for (Made next : here.onward)
        isChanged |= takeFrom(here.fate, next);
  }
  for (auto &[value, here] : reached)
    fates[value] = here.fate;
  return fates[&word];
}

/// Is it the result of arithmetic, or a choice of such?
bool isComputed(const Value &word) {
  return leadsTo(
      word, [](const Value &next) { return isa<BinaryOperator, IntrinsicInst>(next); },
      [](const Value &next, WalkList &work) {
        if (isa<CastInst, PHINode, SelectInst, FreezeInst>(next) && next.getType()->isIntegerTy())
          append_range(work, cast<Instruction>(next).operand_values());
      });
}

/// Does the word change with numbers, and do numbers change with it?
bool Handing::isNumber(Value &word, const Fate &fate, NumbersAt &numbers) const {
  BitChanges changes(functions.front()->getDataLayout(), formatOf(*word.getType()), word.getType(),
                     numbers);
  Change how = changes.of(word);
  bool isMade = how.isConverted || how.isOwn || isComputed(word),
       isUsed = (how.isOfBits && (fate.isConverted || fate.isComputed)) || (isMade && fate.isBits);
  return how.isAny && !how.losesBits && isUsed;
}

Signature Handing::signatureOf(const CallBase &call, const Function &callee,
                               std::optional<NumbersAt> &numbers) {
  Signature signature{std::vector<bool>(callee.arg_size()), false};
  for (const Argument &parameter : callee.args()) {
    Value *given = call.getArgOperand(parameter.getArgNo());
    if (!isWord(*parameter.getType()) || !isa<Instruction>(given))
      continue;
    const Fate fate = fateOf(parameter);
    if (!fate.isConverted && !fate.isBits)
      continue;
    if (!numbers)
      numbers.emplace(const_cast<Function &>(*call.getFunction())); // asked, not changed
    signature.parameters[parameter.getArgNo()] = isNumber(*given, fate, *numbers);
  }
  return signature;
}

bool Handing::handArguments() {
  bool isChanged = false;
  for (unsigned i = 0; i != functions.size(); ++i) {
    std::vector<std::pair<CallBase *, Signature>> found;
    std::optional<NumbersAt> numbers;
    for (Instruction &at : instructions(functions[i]))
      if (auto *call = dyn_cast<CallBase>(&at))
        if (const Function *callee = calleeOf(*call))
          if (Signature signature = signatureOf(*call, *callee, numbers); signature.changes())
            found.push_back({call, std::move(signature)});
    for (auto &[call, signature] : found)
      replace(*call, signature);
    isChanged |= !found.empty();
  }
  return isChanged;
}

bool Handing::returnsNumber(Function &function, const DenseSet<const Function *> &returning) {
  const Fate fate = fateOf(function);
  if (!fate.isConverted && !fate.isBits)
    return false;
  NumbersAt numbers(function);
  for (Instruction &at : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&at); call && returning.contains(call->getCalledFunction()))
      numbers.take(at, *numberFor(*at.getType()));
  return any_of(function, [&](BasicBlock &block) {
    auto *end = dyn_cast<ReturnInst>(block.getTerminator());
    return end && isNumber(*end->getReturnValue(), fate, numbers);
  });
}

/// Functions that return numbers' bits, their own or those that others return.
DenseSet<const Function *> Handing::returningNumbers() {
  DenseSet<const Function *> returning;
  auto addOne = [&](Function *function) {
    return !function->isDeclaration() && !function->isVarArg() && !isKept(*function) &&
           isWord(*function->getReturnType()) && !returning.contains(function) &&
           returnsNumber(*function, returning) && returning.insert(function).second;
  };
  while (count_if(functions, addOne))
    ;
  return returning;
}

bool Handing::handResults() {
  fates.clear(); // calls were replaced
  DenseSet<const Function *> returning = returningNumbers();
  bool isChanged = false;
  for (unsigned i = 0; i != functions.size(); ++i) {
    SmallVector<CallBase *, 8> calls;
    for (Instruction &at : instructions(functions[i]))
      if (auto *call = dyn_cast<CallBase>(&at))
        if (const Function *callee = calleeOf(*call); callee && returning.contains(callee))
          calls.push_back(call);
    for (CallBase *call : calls)
      replace(*call, {std::vector<bool>(call->arg_size()), true});
    isChanged |= !calls.empty();
  }
  return isChanged;
}

/// Attributes of integers say nothing of numbers.
AttributeList attributesFor(const AttributeList &before, const Signature &signature,
                            LLVMContext &context) {
  AttributeList after = before;
  for (auto [index, isNumber] : enumerate(signature.parameters))
    if (isNumber)
      after = after.removeParamAttributes(context, index);
  return signature.isResult ? after.removeRetAttributes(context, AttributeMask(after.getRetAttrs()))
                            : after;
}

Function *Handing::copyOf(Function &original, const Signature &signature) {
  Function *&copy = copies[{&original, signature}];
  if (copy)
    return copy;
  SmallVector<Type *, 8> parameters;
  for (const Argument &parameter : original.args())
    parameters.push_back(signature.parameters[parameter.getArgNo()]
                             ? numberFor(*parameter.getType())
                             : parameter.getType());
  Type *result =
      signature.isResult ? numberFor(*original.getReturnType()) : original.getReturnType();
  copy =
      Function::Create(FunctionType::get(result, parameters, false), GlobalValue::InternalLinkage,
                       original.getName() + ".numbers", original.getParent());
  ValueToValueMapTy map;
  SmallVector<Instruction *, 4> bits;
  for (Argument &parameter : original.args()) {
    Argument *own = copy->getArg(parameter.getArgNo());
    own->setName(parameter.getName());
    map[&parameter] = own;
    if (signature.parameters[parameter.getArgNo()]) {
      bits.push_back(new BitCastInst(own, parameter.getType(), parameter.getName() + ".bits"));
      map[&parameter] = bits.back();
    }
  }
  SmallVector<ReturnInst *, 2> returns;
  CloneFunctionInto(copy, &original, map, CloneFunctionChangeType::LocalChangesOnly, returns);
  copy->setAttributes(attributesFor(original.getAttributes(), signature, original.getContext()));
  copy->setComdat(nullptr);
  for (Instruction *word : bits)
    word->insertBefore(copy->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (ReturnInst *end : signature.isResult ? returns : SmallVector<ReturnInst *, 2>()) {
    IRBuilder<> builder(end);
    end->setOperand(0, builder.CreateBitCast(end->getReturnValue(), result));
  }
  functions.insert(copy);
  return copy;
}

void Handing::replace(CallBase &call, const Signature &signature) {
  Function *copy = copyOf(*call.getCalledFunction(), signature);
  if (auto *invoke = dyn_cast<InvokeInst>(&call); invoke && signature.isResult)
    SplitEdge(invoke->getParent(), invoke->getNormalDest()); // room for the bits
  IRBuilder<> builder(&call);
  SmallVector<Value *, 8> given;
  for (auto [argument, parameter] : zip(call.args(), copy->args()))
    given.push_back(builder.CreateBitCast(argument, parameter.getType()));
  SmallVector<OperandBundleDef, 1> bundles;
  call.getOperandBundlesAsDefs(bundles);
  CallBase *made;
  if (auto *invoke = dyn_cast<InvokeInst>(&call))
    made = builder.CreateInvoke(copy, invoke->getNormalDest(), invoke->getUnwindDest(), given,
                                bundles);
  else
    made = builder.CreateCall(copy, given, bundles);
  made->setAttributes(attributesFor(call.getAttributes(), signature, call.getContext()));
  made->setCallingConv(call.getCallingConv());
  made->copyMetadata(call);
  Value *value = made;
  if (signature.isResult) {
    made->setMetadata(LLVMContext::MD_range, nullptr); // of an integer
    builder.SetInsertPoint(*made->getInsertionPointAfterDef());
    value = builder.CreateBitCast(made, call.getType());
  }
  call.replaceAllUsesWith(value);
  call.eraseFromParent();
}

} // namespace

bool passWordsAsNumbers(const SetVector<Function *> &functions, IsKept isKept) {
  bool isAny = false;
  if (functions.empty())
    return false;
  for (unsigned round = 0; round != limits::roundsOfHandedWords; ++round) {
    Handing handing(functions, isKept);
    bool isChanged = handing.handArguments();
    isChanged |= handing.handResults();
    isAny |= isChanged;
    if (!isChanged)
      break;
  }
  return isAny;
}

} // namespace enzyme
