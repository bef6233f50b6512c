//===- PointerMembers.cpp - which functions a structure's member may hold -===//
//
// A member is known by the structure's name and its distance from the structure's beginning, for
// each of the structures that it lies in: `solver.ops.apply` is a member of `solver`'s type and of
// `ops`'.
//
// A pointer to a function that is handed to another function, kept in a variable, an array or a
// union may come to lie anywhere, and any call may mean it. So may one that is loaded from a member
// and then is more than called, compared, or stored to a member, or whose own place has a pointer
// to it. Others are called through the members that they were stored to, and those these are copied
// to.
//===----------------------------------------------------------------------===//
#include "link/PointerMembers.h"
#include "request/AddressTaken.h"
#include "support/AliasTags.h"
#include "support/DebugTypes.h"
#include "support/VirtualTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A node of a structure lists members and where they begin; one of a scalar has a wider scalar,
/// and looks like that of a structure with one member.
bool isStructure(const MDNode &node) {
  const MDNode *first = nodeAt(node, 1);
  if (!first || node.getNumOperands() < 3 || isNameOfPointer(nameOfTagged(&node)))
    return false;
  return node.getNumOperands() > 3 ||
         (nameOfTagged(first) != anyTypeName && first->getNumOperands() > 1);
}

/// One name for a structure in tags ("_ZTS3Ops" in C++, "Ops" in C) and in LLVM's types
/// ("struct.solvers::Ops.12", "struct.solvers::Ops.12.3"): its last word.
std::string commonName(StringRef name) {
  std::string readable;
  if (name.starts_with("_ZTS")) {
    readable = demangle(name);
    name = readable;
    name.consume_front("typeinfo name for ");
  } else if (name.consume_front("struct.") || name.consume_front("class.")) {
    // Each context that has such a name already appends a number, also to another one's.
    while (!name.empty() && isDigit(name.back()) && name.contains('.') &&
           all_of(name.drop_front(name.rfind('.') + 1), isDigit))
      name = name.take_front(name.rfind('.'));
    name.consume_back(".base");
  }
  name = name.take_until([](char c) { return c == '<' || c == '['; });
  size_t last = name.rfind("::");
  return (last == StringRef::npos ? name : name.drop_front(last + 2)).str();
}

/// The same name, of what is declared: that of a typedef counts in C++ only, as it does in tags.
std::string commonName(const DICompositeType &structure) {
  return commonName(structure.getName().empty() ? structure.getIdentifier() : structure.getName());
}

template <typename Places> bool meetsAny(const Places &some, const Places &others) {
  return any_of(some, [&](const auto &one) { return others.count(one) != 0; });
}

/// Programs cast pointers to one structure to pointers to another that begins alike, and have both
/// in a union.
template <typename Places> bool liesLike(const Places &some, const Places &others) {
  return any_of(some, [&](const auto &one) {
    return any_of(others, [&](const auto &other) { return one.second == other.second; });
  });
}

/// May memory of any type be read, as far as the tag says?
bool mayReadAnyType(const LoadInst &load) {
  std::optional<AliasTag> tag = aliasTagOf(load);
  bool isVariable = isa<AllocaInst>(load.getPointerOperand());
  return load.getType()->isPointerTy() && !isVariable &&
         (!tag || nameOfTagged(tag->scalar) == anyTypeName);
}

/// The members that an address is computed as, of the structures that lie in each other there.
std::set<std::pair<std::string, uint64_t>> placesOf(const Value *address,
                                                    const DataLayout &layout) {
  std::set<std::pair<std::string, uint64_t>> places;
  uint64_t offset = 0;
  while (const auto *step = dyn_cast<GEPOperator>(address)) {
    APInt bytes(layout.getIndexTypeSizeInBits(step->getType()), 0);
    auto *structure = dyn_cast<StructType>(step->getSourceElementType());
    if (!structure || structure->isLiteral() || !step->accumulateConstantOffset(layout, bytes))
      break;
    uint64_t size = layout.getTypeAllocSize(structure).getFixedValue();
    offset += size ? bytes.getZExtValue() % size : 0;
    // Tags have no name where C's LLVM type has that of a typedef.
    places.insert({commonName(structure->getName()), offset});
    places.insert({"", offset});
    address = step->getPointerOperand();
  }
  return places;
}

/// Null where it is none, or no structure with a name.
const StructType *typeOfVariable(const Value &address) {
  const auto *local = dyn_cast<AllocaInst>(&address);
  const auto *global = dyn_cast<GlobalVariable>(&address);
  const auto *structure = dyn_cast_or_null<StructType>(local    ? local->getAllocatedType()
                                                       : global ? global->getValueType()
                                                                : nullptr);
  return structure && !structure->isLiteral() ? structure : nullptr;
}

/// Does the address serve to load or store what lies there, and for nothing else?
bool isOnlyAccessed(const User &address) {
  return all_of(address.uses(), [](const Use &use) {
    return isa<LoadInst>(use.getUser()) ||
           (isa<StoreInst>(use.getUser()) &&
            use.getOperandNo() == StoreInst::getPointerOperandIndex());
  });
}

} // namespace

/// The member that is read or written, if pointers to functions may lie there.
PointerMembers::Places PointerMembers::memberOf(const Instruction &access) {
  Places member;
  std::optional<AliasTag> tag = aliasTagOf(access);
  if (!tag || tag->around == tag->scalar || nameOfTagged(tag->scalar) != anyPointerName)
    return member;
  const MDNode *around = tag->around;
  uint64_t offset = tag->offset;
  while (around && isStructure(*around)) {
    member.insert({commonName(nameOfTagged(around)), offset});
    const MDNode *inner = nullptr;
    uint64_t start = 0;
    for (unsigned i = 1; i + 1 < around->getNumOperands(); i += 2)
      if (uint64_t begin = numberAt(*around, i + 1); begin >= start && begin <= offset) {
        inner = nodeAt(*around, i);
        start = begin;
      }
    around = inner;
    offset -= start;
  }
  return member;
}

/// The member at that many bytes from the beginning of a variable, by what the source declares.
PointerMembers::Places PointerMembers::memberOf(const GlobalVariable &variable, uint64_t offset) {
  Places member;
  SmallVector<DIGlobalVariableExpression *, 1> declared;
  variable.getDebugInfo(declared);
  const DIType *type = declared.empty() ? nullptr : declared.front()->getVariable()->getType();
  while (const auto *around = dyn_cast_or_null<DICompositeType>(bare(type))) {
    if (around->getTag() == dwarf::DW_TAG_array_type) {
      type = around->getBaseType();
      uint64_t size = type ? type->getSizeInBits() / CHAR_BIT : 0;
      if (!size || !isa<DICompositeType>(bare(type))) // accesses to elements have no structure
        return {};
      offset %= size;
      continue;
    }
    if (around->getTag() == dwarf::DW_TAG_union_type)
      return {};
    member.insert({commonName(*around), offset});
    const DIDerivedType *inner = nullptr;
    for (const DINode *element : around->getElements())
      if (const DIDerivedType *one = asMember(element);
          one && one->getOffsetInBits() / CHAR_BIT <= offset &&
          (!inner || one->getOffsetInBits() >= inner->getOffsetInBits()))
        inner = one;
    if (!inner)
      return {};
    offset -= inner->getOffsetInBits() / CHAR_BIT;
    type = inner->getBaseType();
  }
  return offset == 0 ? member : Places();
}

/// Where `constant` is kept, which is a function's address or an initialiser that has it `offset`
/// bytes from its beginning.
void PointerMembers::addUses(const Constant &constant, uint64_t offset, Holders &found) {
  for (const Use &use : constant.uses()) {
    const User *user = use.getUser();
    if (isMereMention(*user, use) || isa<CmpInst>(user))
      continue;
    if (const auto *store = dyn_cast<StoreInst>(user)) {
      Places member = isa<ConstantAggregate>(constant) ? Places() : memberOf(*store);
      found.areAny |= member.empty();
      found.places.insert(member.begin(), member.end());
    } else if (const auto *variable = dyn_cast<GlobalVariable>(user)) {
      Places member = memberOf(*variable, offset);
      found.areAny |= member.empty() && !isVirtualTable(*variable);
      found.places.insert(member.begin(), member.end());
    } else if (const auto *structure = dyn_cast<ConstantStruct>(user)) {
      addUses(*structure,
              offset + layout->getStructLayout(structure->getType())
                           ->getElementOffset(use.getOperandNo())
                           .getFixedValue(),
              found);
    } else if (const auto *array = dyn_cast<ConstantArray>(user)) {
      Type *element = array->getType()->getElementType();
      addUses(*array,
              offset + use.getOperandNo() * layout->getTypeAllocSize(element).getFixedValue(),
              found);
    } else if (isa<GlobalAlias>(user)) {
      addUses(*cast<Constant>(user), offset, found);
    } else {
      found.areAny = true;
    }
  }
}

void PointerMembers::addStore(const StoreInst &store) {
  const auto *load = dyn_cast<LoadInst>(store.getValueOperand());
  Places origin = load ? memberOf(*load) : Places();
  for (const Place &place : memberOf(store))
    origins[place].insert(origin.begin(), origin.end());
}

void PointerMembers::addLoad(const LoadInst &load) {
  Places member = memberOf(load);
  bool isOfMember = !member.empty();
  if (mayReadAnyType(load))
    member = placesOf(load.getPointerOperand(), *layout);
  bool stays = isOfMember && all_of(load.uses(), [](const Use &use) {
                 const auto *call = dyn_cast<CallBase>(use.getUser());
                 const auto *store = dyn_cast<StoreInst>(use.getUser());
                 return isa<CmpInst>(use.getUser()) || (call && call->isCallee(&use)) ||
                        (store && !memberOf(*store).empty());
               });
  if (!stays)
    leaving.insert(member.begin(), member.end());
}

/// What has a pointer to the pointer may read it, and copy the members behind it with it.
void PointerMembers::addAddress(const GEPOperator &address) {
  if (address.getSourceElementType()->isIntegerTy(CHAR_BIT)) {
    // Bytes of a variable, counted by the program itself.
    if (const StructType *structure = typeOfVariable(*address.getPointerOperand()))
      addressed.insert({commonName(structure->getName()), 0});
    return;
  }
  if (!address.getResultElementType()->isPointerTy() || isOnlyAccessed(address))
    return;
  Places member = placesOf(&address, *layout);
  leaving.insert(member.begin(), member.end());
  addressed.insert(member.begin(), member.end());
}

void PointerMembers::addTypes(const Module &module) {
  DebugInfoFinder finder;
  finder.processModule(module);
  for (const DIType *type : finder.types()) {
    const auto *around = dyn_cast<DICompositeType>(type);
    if (!around || around->getTag() == dwarf::DW_TAG_array_type || around->isForwardDecl())
      continue;
    declared.insert(commonName(*around));
    for (const DINode *element : around->getElements()) {
      const auto *member = dyn_cast<DIDerivedType>(element);
      const DIType *target = member ? pointee(member->getBaseType()) : nullptr;
      if (isa_and_nonnull<DISubroutineType>(bare(target)))
        ofFunctions.insert({commonName(*around), member->getOffsetInBits() / CHAR_BIT});
    }
  }
}

bool PointerMembers::mayPointToFunction(const Place &place) const {
  return !declared.count(place.first) || ofFunctions.count(place) != 0;
}

void PointerMembers::add(const Module &module) {
  layout = &module.getDataLayout();
  addTypes(module);
  for (const Function &function : module) {
    if (function.isIntrinsic())
      continue;
    addUses(function, 0, holders[function.getName().str()]);
    for (const Instruction &instruction : instructions(function)) {
      if (const auto *store = dyn_cast<StoreInst>(&instruction))
        addStore(*store);
      else if (const auto *load = dyn_cast<LoadInst>(&instruction))
        addLoad(*load);
      if (const auto *address = dyn_cast<GEPOperator>(&instruction))
        addAddress(*address);
      for (const Value *operand : instruction.operand_values())
        if (isa<ConstantExpr>(operand) && isa<GEPOperator>(operand))
          addAddress(*cast<GEPOperator>(operand));
    }
  }
}

/// The member, and those from which, by way of others too, pointers are copied to it.
PointerMembers::Places PointerMembers::withOrigins(const Places &member) const {
  Places all = member;
  for (bool isMore = true; isMore;) {
    size_t before = all.size();
    for (const auto &[place, from] : origins)
      if (all.count(place))
        all.insert(from.begin(), from.end());
    isMore = all.size() > before;
  }
  return all;
}

/// What lies in members whose pointers go anywhere may be called from anywhere.
void PointerMembers::spreadLeaving() {
  Places from = withOrigins(leaving), functions;
  copy_if(from, std::inserter(functions, functions.end()),
          [&](const Place &place) { return mayPointToFunction(place); });
  for (auto &[name, held] : holders)
    held.areAny |= meetsAny(held.places, from) || liesLike(held.places, functions) ||
                   any_of(held.places, [&](const Place &place) {
                     return any_of(addressed, [&](const Place &one) {
                       return one.first == place.first && one.second <= place.second;
                     });
                   });
}

/// The members whose functions a call may mean, besides those that may be anywhere: none for a call
/// through a variable. Nothing where it may mean all.
std::optional<PointerMembers::Places> PointerMembers::soughtBy(const CallBase &call) const {
  const auto *load = dyn_cast<LoadInst>(call.getCalledOperand());
  if (!load)
    return Places();
  if (Places member = memberOf(*load); !member.empty())
    return withOrigins(member);
  if (mayReadAnyType(*load))
    return std::nullopt;
  return Places();
}

void PointerMembers::mark(Module &program) {
  spreadLeaving();
  for (Function &caller : program)
    for (Instruction &instruction : instructions(caller)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      std::optional<Places> sought =
          call && call->isIndirectCall() ? soughtBy(*call) : std::nullopt;
      if (!sought)
        continue;
      SmallVector<Metadata *> never;
      for (Function &function : program) {
        auto found = holders.find(function.getName().str());
        if (function.getFunctionType() == call->getFunctionType() && found != holders.end() &&
            !found->second.areAny && !liesLike(found->second.places, *sought))
          never.push_back(ConstantAsMetadata::get(&function));
      }
      if (!never.empty())
        call->setMetadata(neverCalledMark, MDNode::get(program.getContext(), never));
    }
}

} // namespace enzyme
