//===- Evidence.cpp - collecting facts about objects ----------------------===//
//
// One walk over the function writes records; roots are asked for their own
// declarations afterwards, parents before the cells loaded from them.
//===----------------------------------------------------------------------===//
#include "types/Evidence.h"
#include "limits/types.h"
#include "types/CommonBlocks.h"
#include "types/DeclaredRecords.h"
#include "types/DeclaredTypes.h"
#include "types/EvidenceStore.h"
#include "types/IntegerFlow.h"
#include "types/LayoutTools.h"
#include "types/SameMemory.h"
#include "types/TypeTrees.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

/// What the function says of the memory behind a parameter.
static const DIType *declaredMemory(const Function &function, unsigned index) {
  const DIType *declared = declaredParameter(function, index);
  if (!declared || !function.getArg(index)->getType()->isPointerTy())
    return nullptr;
  const DIType *type = bare(declared);
  const auto *record = dyn_cast_or_null<DICompositeType>(type);
  if (!record)
    return pointee(type);
  // A structure that is nothing but an address, as an iterator is, is passed as that; others by
  // reference, for the ABI's sake or as Fortran does.
  bool isInRegister = record->getSizeInBits() == function.getDataLayout().getPointerSizeInBits() &&
                      !(record->getFlags() & DINode::FlagTypePassByReference);
  const DIType *held = isInRegister ? pointee(memberAt(record, 0)) : nullptr;
  return held ? held : record;
}

CalleeRecords::CalleeRecords(EvidenceStore *given)
    : own(given ? nullptr : std::make_unique<EvidenceStore>()), shared(given ? given : own.get()) {}
CalleeRecords::~CalleeRecords() = default;
KnownLayouts &CalleeRecords::layouts() const { return shared->layouts; }

/// Asked again within one analysis, it says the same.
const CalleeRecords::Known &CalleeRecords::of(Function &callee, unsigned index, unsigned depth) {
  static const Known nothing;
  if (callee.isDeclaration() || index >= callee.arg_size() || depth >= limits::callsForRecords ||
      !callee.getArg(index)->getType()->isPointerTy())
    return nothing;
  auto [entry, isNew] = known.try_emplace({&callee, index, depth});
  Known &here = entry->second;
  if (!isNew)
    return here;
  std::shared_ptr<FunctionEvidence> inside = shared->asCallee(callee, depth + 1);
  if (auto root = inside->addresses.rootOf(*callee.getArg(index)))
    here = {inside->evidence.recordsOf(*root), inside->evidence.movesOf(*root)};
  return here;
}

Evidence::Evidence(Function &function, Addresses &addresses, CalleeRecords &callees, unsigned depth,
                   const Function *unheard)
    : function(function), addresses(addresses), callees(callees), callers(callees.store()),
      depth(depth), unheard(unheard), layout(function.getParent()->getDataLayout()) {
  for (Instruction &instruction : instructions(function)) {
    readDeclarations(instruction);
    readMove(instruction);
    if (auto stated = statedBehind(instruction))
      add(instruction, Record{0, 0, *stated, Rank::Declared, nullptr, 0});
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      readAccess(*load, *load->getPointerOperand(), load->getType());
    else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      readAccess(*store, *store->getPointerOperand(), store->getValueOperand()->getType());
      readStoredPointer(*store);
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
      readAccess(*update, *update->getPointerOperand(), update->getType());
    else if (auto *gep = dyn_cast<GEPOperator>(&instruction))
      readGep(*gep);
    else if (auto *call = dyn_cast<CallBase>(&instruction))
      readCall(*call);
  }
  readParts();
  readRoots();
  boundCopiesOfText();
}

Evidence::~Evidence() = default;

/// Roots are numbered parents first, so one pass hands declared types down.
void Evidence::readRoots() {
  while (rootsRead < addresses.roots().size())
    readRoot(rootsRead++);
}

void Evidence::addRecord(unsigned root, Record record) {
  if (records.size() <= root)
    records.resize(root + 1);
  if (record.pattern.pieces.empty() && !record.pattern.known && !record.declared)
    return;
  Records &list = records[root];
  auto same = [&](const Record &other) {
    return other.offset == record.offset && other.stride == record.stride &&
           other.rank == record.rank && other.extent == record.extent &&
           other.through == record.through && other.pattern == record.pattern;
  };
  auto known = find_if(list, same);
  if (known != list.end())
    known->declared = known->declared ? known->declared : record.declared;
  else if (list.size() < limits::recordsOfRoot)
    list.push_back(std::move(record));
  else
    full.insert(root);
}

bool Evidence::hasForgotten(const Value &pointer) const {
  return any_of(addresses.of(pointer), [&](const Address &address) {
    SmallVector<unsigned, 8> seen;
    bool isFull = false;
    bool areAll = gather(Address{address.root}, true, seen,
                         [&](const Address &from) { isFull |= full.contains(from.root); });
    return isFull || !areAll;
  });
}

bool Evidence::add(const Value &pointer, Record record) {
  bool isNew = false;
  int64_t offset = record.offset;
  uint64_t stride = record.stride;
  auto places = addresses.of(pointer);
  bool isOneOfSeveral =
      any_of(places, [&](const Address &place) { return place.root != places.front().root; });
  record.through = isOneOfSeveral && offset == 0 && stride == 0 ? &pointer : nullptr;
  for (const Address &address : places) {
    record.offset = offset + address.offset;
    record.stride = commonPeriod(stride, address.stride);
    size_t before = address.root < records.size() ? records[address.root].size() : 0;
    addRecord(address.root, record);
    isNew |= address.root < records.size() && records[address.root].size() != before;
  }
  return isNew;
}

void Evidence::declare(const Value &pointer, const DIType *type, Rank rank) {
  if (!type || isa<ConstantPointerNull, UndefValue>(pointer))
    return;
  for (Record &record : behindDeclared(*type, callees.layouts(), function.getContext())) {
    record.rank = isRawBytes(record.pattern) ? Rank::Arithmetic : rank; // may be anything
    add(pointer, std::move(record));
  }
}

void Evidence::readDeclarations(Instruction &instruction) {
  for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
    if (const DIType *type = typeBehind(record))
      for (Value *location : record.location_ops())
        if (location && location->getType()->isPointerTy())
          declare(*location, type);
}

void Evidence::readAccess(Instruction &access, const Value &pointer, Type *type) {
  TbaaFacts facts = readTbaa(access);
  if (facts.around)
    add(pointer, Record{-int64_t(facts.offset), 0,
                        callees.layouts().ofMembers(*facts.around, *function.getParent()),
                        Rank::Accessed, nullptr, 0});
  if (facts.behind && isa<LoadInst>(access)) {
    Record behind;
    behind.pattern.pieces.push_back(*facts.behind);
    behind.pattern.period = facts.behind->size;
    behind.rank = Rank::Suggested;
    add(access, std::move(behind));
  }
  Record record;
  record.rank = Rank::Accessed;
  if (facts.access) {
    record.pattern.pieces.push_back(*facts.access);
    add(pointer, record);
    return;
  }
  const auto *nothing = dyn_cast<StoreInst>(&access);
  if (nothing && isa<ConstantPointerNull>(nothing->getValueOperand()))
    return; // zeros may be anything
  if (type->isScalableTy())
    return;
  record.pattern = layoutOf(type, layout);
  record.pattern.period = 0;
  record.pattern.known = false;
  if (record.pattern.hasFloats() || record.pattern.hasPointers()) {
    add(pointer, record);
    return;
  }
  const Value *value = &access;
  if (const auto *store = dyn_cast<StoreInst>(&access))
    value = store->getValueOperand();
  if (type->isIntegerTy() && isComputedWith(*value)) {
    record.rank = Rank::Arithmetic;
    add(pointer, record);
  }
}

void Evidence::readGep(const GEPOperator &gep) {
  Type *type = gep.getSourceElementType();
  // Canonical addresses count in bytes and integers: only named structs and
  // floats are the program's own words.
  auto *structure = dyn_cast<StructType>(type);
  bool speaks = type->isFloatingPointTy() || (structure && !structure->isLiteral());
  if (!speaks || !type->isSized())
    return;
  Record record;
  record.pattern = layoutOf(type, layout);
  record.rank = structure ? Rank::Declared : Rank::Suggested;
  record.extent = layout.getTypeAllocSize(type);
  if (structure)
    record.behind = behindLast(*structure);
  add(*gep.getPointerOperand(), std::move(record));
}

void Evidence::readStoredPointer(const StoreInst &store) {
  const Value &value = *store.getValueOperand();
  if (!value.getType()->isPointerTy())
    return;
  for (const Address &place : addresses.of(*store.getPointerOperand())) {
    for (const Address &target : addresses.of(value))
      stored[place.root].push_back({place, target});
    auto cell = addresses.cellAt(place);
    if (!cell)
      continue;
    for (const Address &target : addresses.of(value)) {
      size_t needed = std::max<size_t>(*cell, target.root) + 1;
      if (links.size() < needed)
        links.resize(needed);
      links[*cell].push_back({target.root, target.offset, target.stride, true});
      links[target.root].push_back({*cell, -target.offset, target.stride, false});
    }
  }
}

void Evidence::readCall(CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (call.getType()->isPointerTy()) {
    LLVMContext &context = function.getContext();
    if (auto stated = statedBehind(call.getAttributes().getRetAttrs(), layout, context))
      add(call, Record{0, 0, *stated, Rank::Declared, nullptr, 0});
    if (auto known = decode(call.getMetadata(layoutMetadata), context))
      add(call, Record{0, 0, *known, Rank::Declared, nullptr, 0});
    const DISubprogram *program = callee ? callee->getSubprogram() : nullptr;
    if (program && program->getType() && program->getType()->getTypeArray().size() > 0)
      declare(call, pointee(program->getType()->getTypeArray()[0]));
  }
  if (!callee || callee->isIntrinsic() || callee == unheard)
    return;
  readHint(call);
  for (auto [index, argument] : enumerate(call.args())) {
    if (!argument->getType()->isPointerTy() || index >= callee->arg_size())
      continue;
    if (Type *type = call.getParamElementType(index))
      add(*argument, Record{0, 0, enzyme::layoutOf(type, layout), Rank::Declared, nullptr, 0});
    if (auto stated =
            statedBehind(call.getAttributes().getParamAttrs(index), layout, function.getContext()))
      add(*argument, Record{0, 0, *stated, Rank::Declared, nullptr, 0});
    declare(*argument, declaredMemory(*callee, index));
    const CalleeRecords::Known &known = callees.of(*callee, index, depth);
    for (Record record : known.records)
      add(*argument, std::move(record));
    for (const Moved &moved : known.moves)
      addMoved(*argument, moved);
  }
}

/// A call that returns nothing and carries a layout says what lies behind its first
/// argument; its second is the number of bytes for which it says so, 0 for all.
void Evidence::readHint(CallBase &call) {
  if (!call.getType()->isVoidTy() || call.arg_size() != 2)
    return;
  auto known = decode(call.getMetadata(layoutMetadata), function.getContext());
  auto *bytes = dyn_cast<ConstantInt>(call.getArgOperand(1));
  if (known && bytes)
    add(*call.getArgOperand(0),
        Record{0, 0, *known, Rank::Declared, nullptr, bytes->getZExtValue()});
}

void Evidence::readHandedOver() {
  handed.emplace();
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callee->isDeclaration())
      continue;
    for (auto [index, argument] : enumerate(call->args()))
      if (argument->getType()->isPointerTy() && index < callee->arg_size())
        for (const Address &place : addressesOf(*argument))
          (*handed)[place.root].push_back({callee, unsigned(index), place});
  }
}

ArrayRef<Evidence::Handed> Evidence::handedOf(unsigned root) {
  if (!handed)
    readHandedOver();
  return behind(*handed, root);
}

void Evidence::readArgument(const Argument &argument) {
  if (auto stated = statedBehind(function.getAttributes().getParamAttrs(argument.getArgNo()),
                                 layout, function.getContext()))
    add(argument, Record{0, 0, *stated, Rank::Declared, nullptr, 0});
  declare(argument, declaredMemory(function, argument.getArgNo()));
  if (Type *type = argument.getPointeeInMemoryValueType())
    add(argument, Record{0, 0, enzyme::layoutOf(type, layout), Rank::Declared, nullptr, 0});
}

/// The size of a variable; 0 if it is not known.
static uint64_t sizeOf(const Root &root, const DataLayout &layout) {
  std::optional<TypeSize> bytes;
  if (const auto *local = dyn_cast_or_null<AllocaInst>(root.value))
    bytes = local->getAllocationSize(layout);
  else if (const auto *global = dyn_cast_or_null<GlobalVariable>(root.value);
           global && global->hasDefinitiveInitializer())
    bytes = layout.getTypeAllocSize(global->getValueType());
  return bytes && !bytes->isScalable() ? bytes->getFixedValue() : 0;
}

bool Evidence::mayExist(const Address &place) const {
  uint64_t size = sizeOf(addresses.roots()[place.root], layout);
  return !size || place.stride || (place.offset >= 0 && uint64_t(place.offset) < size);
}

Record Evidence::declaredAt(const CommonMember &member) {
  Record record;
  record.offset = int64_t(member.offset);
  record.pattern = callees.layouts().of(*member.type, function.getContext());
  record.rank = Rank::Declared;
  record.extent = record.end = member.end() - member.offset;
  return record;
}

void Evidence::readRoot(unsigned root) {
  Root origin = addresses.roots()[root];
  if (origin.cell) {
    cells[origin.cell->root].push_back(root);
    // The cell's own declaration: a member of pointer type of its parent.
    for (const Record &record : recordsOf(origin.cell->root)) {
      int64_t offset = origin.cell->offset - record.offset;
      uint64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
      if (offset < 0 || uint64_t(offset) >= size)
        continue;
      const DIType *member = memberAt(record.declared, offset);
      if (const DIType *target = pointee(member)) {
        for (Record &found : behindDeclared(*target, callees.layouts(), function.getContext()))
          addRecord(root, std::move(found));
      }
    }
    return;
  }
  Type *own = nullptr;
  if (const auto *argument = dyn_cast<Argument>(origin.value))
    return readArgument(*argument);
  if (const auto *local = dyn_cast<AllocaInst>(origin.value))
    own = local->getAllocatedType();
  else if (const auto *global = dyn_cast<GlobalVariable>(origin.value)) {
    SmallVector<DIGlobalVariableExpression *, 1> declarations;
    global->getDebugInfo(declarations);
    if (isCommonBlock(*global))
      for (const CommonMember &member : callees.store().singleIntegersIn(*global))
        addRecord(root, declaredAt(member));
    for (const DIGlobalVariableExpression *declaration : declarations)
      if (declaration->getExpression()->getNumElements() == 0 && !isCommonBlock(*global))
        declare(*global, bare(declaration->getVariable()->getType()));
    own = global->getValueType();
  } else
    return;
  addRecord(root, Record{0, 0, ofObject(own, layout), Rank::Declared, nullptr, 0,
                         sizeOf(origin, layout)});
}

Records Evidence::recordsOf(unsigned root) const {
  Records result;
  SmallVector<unsigned, 8> seen;
  gather(Address{root}, true, seen, [&](const Address &from) {
    if (from.root < records.size())
      for (Record record : records[from.root]) {
        record.offset += from.offset;
        record.stride = commonPeriod(record.stride, from.stride);
        result.push_back(std::move(record));
      }
  });
  return result;
}

/// Along links: down to what a cell holds the address of, then up to other cells
/// that hold the address of the same object. Never up and down again: two objects
/// whose addresses are kept in one place are still two objects. False if there are too many.
bool Evidence::gather(const Address &from, bool mayGoDown, SmallVectorImpl<unsigned> &seen,
                      function_ref<void(const Address &)> visit) const {
  if (is_contained(seen, from.root))
    return true;
  if (seen.size() > limits::linkedRoots)
    return false;
  seen.push_back(from.root);
  visit(from);
  bool areAll = true;
  if (from.root < links.size())
    for (const Link &link : links[from.root])
      if (mayGoDown || !link.isDown)
        areAll &=
            gather({link.other, from.offset - link.offset, commonPeriod(from.stride, link.stride)},
                   mayGoDown && link.isDown, seen, visit);
  return areAll;
}

Records Evidence::recordsAt(const Value &pointer) {
  Records result;
  auto places = addresses.of(pointer);
  readRoots();
  for (const Address &address : places)
    for (Record record : recordsOf(address.root)) {
      record.offset -= address.offset;
      record.stride = commonPeriod(record.stride, address.stride);
      result.push_back(std::move(record));
    }
  return result;
}

/// Does it lead to where a variable has ended or not begun?
static bool isOutside(const Address &address, const Root &root, const DataLayout &layout) {
  uint64_t bytes = address.stride || root.cell ? 0 : sizeOf(root, layout);
  return bytes && (address.offset < 0 || uint64_t(address.offset) >= bytes);
}

/// Where an access through `pointer` may be. A list leads to its nodes and, at its end, to the
/// list itself: what lies behind that in a node is not part of it.
SmallVector<Address, 2> Evidence::placesOf(const Value &pointer) {
  SmallVector<Address, 2> places = addresses.of(pointer);
  auto isOut = [&](const Address &address) {
    return isOutside(address, addresses.roots()[address.root], layout);
  };
  if (!all_of(places, isOut))
    erase_if(places, isOut);
  return places;
}

/// That some bytes of the object are computed with says nothing of several others, wherever.
static bool isGuessed(ArrayRef<Record> records, const Address &place, Extent extent) {
  return place.stride && extent.size > place.stride &&
         none_of(records, [](const Record &record) { return record.rank >= Rank::Accessed; });
}

Layout Evidence::at(const Value &pointer, Extent extent) {
  Layout result;
  auto places = placesOf(pointer);
  readRoots(); // a global is met here first
  for (const Address &address : places) {
    const Records &own = recordsOf(address.root);
    Layout here = combine(own, address, extent);
    if (!here.known || isRawBytes(here) || isSuggestedBeyond(own, address, extent))
      here = askCallers(address, extent, here);
    if (isRawBytes(here) &&
        (isGuessed(own, address, extent) || mayHoldMore(address))) { // bytes of what?
      here.known = false;
      for (Piece &piece : here.pieces)
        piece.kind = Kind::Unknown;
    }
    result = reconcile(result, here);
  }
  return result;
}

/// What callers know about a parameter's memory, all of them together.
Records Evidence::saidByCallers(const Address &address) {
  Records all;
  for (const Records &call : fromCallers(address))
    all.append(call.begin(), call.end());
  return all;
}

static bool speaks(const Record &record) {
  return record.pattern.hasFloats() || record.pattern.hasPointers();
}

/// Floats or pointers, by this function's records or by its callers'.
bool Evidence::mayHoldMore(const Address &address) {
  return any_of(recordsOf(address.root), speaks) || any_of(saidByCallers(address), speaks);
}

static bool isRepeated(const Record &record) { return record.pattern.period != 0; }

Layout Evidence::saidToHold(Kind kind, const Value &pointer, Extent extent, bool isComputed) {
  Layout result;
  auto hasKind = [&](const Record &record) {
    return any_of(record.pattern.pieces, [&](const Piece &piece) { return piece.kind == kind; });
  };
  auto places = placesOf(pointer);
  readRoots();
  for (const Address &address : places) {
    Records spoken = saidByCallers(address);
    if (isComputed && !all_of(spoken, hasKind))
      continue; // integers are kept there too
    erase_if(spoken, [&](const Record &record) { return !hasKind(record); });
    if (!isComputed)
      for (const Record &record : recordsOf(address.root))
        if (record.rank == Rank::Declared && hasKind(record))
          spoken.push_back(record);
    if (spoken.empty())
      continue;
    Layout here = combine(spoken, address, extent);
    if (here.pieces.empty() && any_of(spoken, isRepeated)) // some part of one
      addPiece(result.pieces, {0, Kind::Unknown, nullptr, extent.size});
    for (const Piece &piece : here.pieces)
      if (piece.kind == kind || piece.kind == Kind::Unknown)
        addPiece(result.pieces, piece);
  }
  return result;
}

/// Could the bytes from `place` on be parts of a float or a pointer, by one record?
static bool mayBeInside(const Record &record, const Address &place) {
  if (place.stride) // generic code begins at the first member, whatever that is
    return speaks(record);
  Layout one = combine(record, place, {1, 1}); // a part of a float is Unknown
  return any_of(one.pieces, [](const Piece &piece) { return piece.kind != Kind::Integer; });
}

/// Is it known of the whole object what it is? What a pointer is declared to lead to says
/// nothing to that: generic code looks at one memory as characters, integers and records.
static bool isObject(const Records &records) {
  return any_of(records, [](const Record &record) {
    return record.rank > Rank::Arithmetic && record.pattern.period && !record.extent;
  });
}

bool Evidence::mayStepThroughParts(const Value &pointer, bool isMoved) {
  auto places = addresses.of(pointer);
  readRoots();
  return any_of(places, [&](Address place) {
    if (!isMoved)
      place.stride = 0; // what is put together from bytes is what lies where they begin
    Records own = recordsOf(place.root);
    Layout start = combine(own, place, {1, 1});
    if (!place.stride && start.known)
      return start.hasFloats();
    const CallerRecords::ByCall &calls = fromCallers(place);
    for (const Records &call : calls)
      for (const Record &record : call)
        if (mayBeInside(record, place))
          return true;
    auto isSilent = [](const Record &record) { return record.pattern.pieces.empty(); };
    bool isParameter = isa_and_nonnull<Argument>(addresses.roots()[place.root].value);
    bool isAnything = calls.empty() || (place.stride && !all_of(calls, isObject));
    if (all_of(own, isSilent))
      return isAnything;
    if (place.stride)
      return any_of(own, speaks) || (isParameter && isAnything);
    return start.hasUnknown() || any_of(own, speaks);
  });
}

const CallerRecords::ByCall &Evidence::fromCallers(const Address &address) {
  static const CallerRecords::ByCall none;
  const Root &root = addresses.roots()[address.root];
  const auto *argument = dyn_cast<Argument>(root.value);
  return argument && !root.cell && depth == 0 ? callers.of(*argument) : none;
}

/// Callers are believed if they all say the same.
Layout Evidence::askCallers(const Address &address, Extent extent, Layout otherwise) {
  Records own = recordsOf(address.root);
  std::optional<Layout> agreed;
  for (const Records &call : fromCallers(address)) {
    Records all = own;
    all.append(call.begin(), call.end());
    Layout here = combine(all, address, extent);
    if (!here.known || (agreed && !(*agreed == here)))
      return otherwise;
    agreed = std::move(here);
  }
  return agreed.value_or(otherwise);
}

} // namespace enzyme
