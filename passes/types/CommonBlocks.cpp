//===- CommonBlocks.cpp - single members of Fortran's common blocks --------===//
//
// Problem: `count = count + 1`, of a common block that also has arrays of default real. Both have
// four bytes, and code that steps through the arrays reads as if it might step to the counter.
// What one unit declares a member to be another may declare otherwise.
//
// Here: the single integers and logicals of a block that all units which use it declare alike, and
// that no instruction reads or writes as a number.
//===----------------------------------------------------------------------===//
#include "types/CommonBlocks.h"
#include "support/Origins.h"
#include "types/DeclaredTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <map>

using namespace llvm;

namespace enzyme {

static uint64_t bytesOf(const DIType *type);

namespace {

/// Copies of a unit have its name and line.
using Unit = std::tuple<StringRef, StringRef, unsigned>;

std::optional<Unit> unitOf(const DIScope *scope) {
  const auto *unit = dyn_cast_or_null<DISubprogram>(scope);
  if (!unit)
    return std::nullopt;
  return Unit{unit->getFilename(), unit->getName(), unit->getLine()};
}

bool overlap(const CommonMember &one, const CommonMember &other) {
  return one.offset < other.end() && other.offset < one.end();
}

class Block {
public:
  explicit Block(const GlobalVariable &block) {
    readDeclarations(block);
    if (isUnderstood && !units.empty())
      readUsers(block);
  }

  SmallVector<CommonMember, 4> singleIntegers() const {
    SmallVector<CommonMember, 4> found;
    if (!isUnderstood || units.empty())
      return found;
    for (const CommonMember &member : units.begin()->second)
      if (isSingleInteger(member) && all_of(users, [&](const Unit &unit) {
            auto known = units.find(unit);
            return known != units.end() && declaresAlike(known->second, member);
          }))
        found.push_back(member);
    return found;
  }

private:
  using Members = SmallVector<CommonMember, 4>;
  std::map<Unit, Members> units;
  SetVector<Unit, SmallVector<Unit, 4>, std::set<Unit>> users;
  Members asNumbers; ///< where instructions read or write numbers, or begin to step to them
  bool isUnderstood = true;

  void readDeclarations(const GlobalVariable &block) {
    SmallVector<DIGlobalVariableExpression *, 4> declarations;
    block.getDebugInfo(declarations);
    for (const DIGlobalVariableExpression *declaration : declarations) {
      const DIGlobalVariable *variable = declaration->getVariable();
      const auto *common = dyn_cast_or_null<DICommonBlock>(variable->getScope());
      auto unit = unitOf(common ? common->getScope() : nullptr);
      ArrayRef<uint64_t> place = declaration->getExpression()->getElements();
      bool isMoved = place.size() == 2 && place[0] == dwarf::DW_OP_plus_uconst;
      const DIType *type = bare(variable->getType());
      isUnderstood &= unit && bytesOf(type) && (place.empty() || isMoved);
      if (isUnderstood)
        units[*unit].push_back({isMoved ? place[1] : 0, type});
    }
  }

  void readUsers(const GlobalVariable &block) {
    SmallSetVector<const Value *, 16> addresses;
    addresses.insert(&block);
    for (unsigned i = 0; i != addresses.size(); ++i)
      for (const Use &use : addresses[i]->uses())
        if (isa<ConstantExpr>(use.getUser()))
          addresses.insert(use.getUser());
        else if (isa<ConstantAggregate>(use.getUser())) { // an array's descriptor
          noteNumbers(block, use);
          addresses.insert(use.getUser());
        } else if (const auto *at = dyn_cast<Instruction>(use.getUser()))
          readUser(block, *at, use, addresses);
        else
          isUnderstood = false;
  }

  void readUser(const GlobalVariable &block, const Instruction &at, const Use &use,
                SmallSetVector<const Value *, 16> &addresses) {
    const auto *line = at.getDebugLoc().get();
    const auto *scope = line ? cast<DILocalScope>(line->getScope()) : nullptr;
    auto unit = unitOf(scope ? scope->getSubprogram() : at.getFunction()->getSubprogram());
    isUnderstood &= unit.has_value();
    if (unit)
      users.insert(*unit);
    if (isa<GetElementPtrInst, PHINode, SelectInst>(at)) {
      addresses.insert(&at);
      return;
    }
    const Type *accessed = isa<LoadInst, StoreInst>(at) ? getLoadStoreType(&at) : nullptr;
    if (accessed && use.get() == getLoadStorePointerOperand(&at) && accessed->isIntegerTy())
      return;
    noteNumbers(block, use);
  }

  /// From an address that varies code steps on from where its constant part leads.
  void noteNumbers(const GlobalVariable &block, const Use &use) {
    if (!use->getType()->isPointerTy()) // the address in it has been noted
      return;
    const DataLayout &layout = block.getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(block.getType()), 0);
    const Value *base = use->stripAndAccumulateConstantOffsets(layout, offset, true);
    while (const auto *step = dyn_cast<GEPOperator>(base))
      base = step->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    isUnderstood &= base == &block && !offset.isNegative();
    asNumbers.push_back({offset.getZExtValue(), nullptr});
  }

  bool isSingleInteger(const CommonMember &member) const {
    const auto *type = dyn_cast<DIBasicType>(member.type);
    return type &&
           is_contained({dwarf::DW_ATE_signed, dwarf::DW_ATE_boolean}, type->getEncoding()) &&
           none_of(asNumbers, [&](const CommonMember &at) { return overlap(at, member); });
  }

  static bool declaresAlike(const Members &members, const CommonMember &wanted) {
    auto isSame = [&](const CommonMember &member) {
      return member.offset == wanted.offset && member.type == wanted.type;
    };
    return any_of(members, isSame) && all_of(members, [&](const CommonMember &member) {
             return isSame(member) || !overlap(member, wanted);
           });
  }
};

} // namespace

/// Flang leaves the size of an array to its bounds; 0: not known.
static uint64_t bytesOf(const DIType *type) {
  type = bare(type);
  const auto *array = dyn_cast_or_null<DICompositeType>(type);
  if (!type || type->getSizeInBits() || !array || array->getTag() != dwarf::DW_TAG_array_type)
    return type ? type->getSizeInBits() / 8 : 0;
  uint64_t bytes = bytesOf(array->getBaseType());
  for (const DINode *node : array->getElements()) {
    const auto *range = dyn_cast<DISubrange>(node);
    auto bound = [](DISubrange::BoundType of) {
      auto *number = dyn_cast_if_present<ConstantInt *>(of);
      return number ? std::optional(number->getSExtValue()) : std::nullopt;
    };
    std::optional<int64_t> count = range ? bound(range->getCount()) : std::nullopt;
    std::optional<int64_t> last = range ? bound(range->getUpperBound()) : std::nullopt;
    if (!count && last)
      count = *last - bound(range->getLowerBound()).value_or(1) + 1;
    bytes *= count ? uint64_t(std::max<int64_t>(*count, 0)) : 0;
  }
  return bytes;
}

uint64_t CommonMember::end() const { return offset + (type ? bytesOf(type) : 1); }

bool isCommonBlock(const GlobalVariable &variable) {
  SmallVector<DIGlobalVariableExpression *, 4> declarations;
  variable.getDebugInfo(declarations);
  return any_of(declarations, [](const DIGlobalVariableExpression *declaration) {
    return isa_and_nonnull<DICommonBlock>(declaration->getVariable()->getScope());
  });
}

SmallVector<CommonMember, 4> singleIntegersOf(const GlobalVariable &block) {
  return Block(block).singleIntegers();
}

} // namespace enzyme
