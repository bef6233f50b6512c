//===- DebugInfoTypes.cpp - layouts from debug information ----------------===//
//
// Problem: once types are gone from the IR, the debug information still says
// that a pointer was declared double*, or what the members of a class are.
//
// Here: DIType to Layout. A pattern is settled when every byte of it is declared
// or padding. Unions are settled where all alternatives agree. Arrays of characters
// may be storage for anything, and stay open.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "types/DeclaredTypes.h"
#include "types/LayoutTools.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A type by which a program may keep or move anything: what C and C++ call a character, Rust a u8.
bool isRawByte(const DIType *type) {
  const auto *basic = dyn_cast_or_null<DIBasicType>(type);
  return basic && basic->getSizeInBits() == 8 &&
         is_contained(
             {dwarf::DW_ATE_signed_char, dwarf::DW_ATE_unsigned_char, dwarf::DW_ATE_unsigned},
             basic->getEncoding());
}

bool isChar(const DIType *type) { return type->getName() == "char"; }

/// Is it the standard library's string? In the union that it has of a short one's characters and of
/// a long one's capacity, characters are text. In any other union they may be storage for anything,
/// as they are outside of one; a record of the same members may be a program's buffer of bytes.
bool isString(const DICompositeType &record) {
  const DIScope *scope = record.getScope();
  while (const auto *within = dyn_cast_or_null<DINamespace>(scope ? scope->getScope() : nullptr))
    scope = within;
  return isa_and_nonnull<DINamespace>(scope) && scope->getName() == "std" &&
         record.getName().split('<').first == "basic_string";
}

/// Characters that cannot be raw storage: the standard library's strings name
/// them so.
bool isText(const DIType *type) {
  while (const auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (!isTypedefOrQualifier(derived->getTag()))
      return false;
    if (derived->getTag() == dwarf::DW_TAG_typedef && derived->getName() == "char_type")
      return true;
    type = derived->getBaseType();
  }
  return false;
}

/// Collects the pieces of one declared type.
class Reader {
public:
  explicit Reader(LLVMContext &context) : context(context) {}
  SmallVector<Piece, 16> pieces;
  bool settled = true;
  bool isInString = false; ///< a union's characters are text

  void read(const DIType *type, uint64_t offset, unsigned depth = 0);

private:
  LLVMContext &context;

  void leaveOpen(uint64_t offset, uint64_t size) {
    settled = false;
    if (size)
      pieces.push_back({offset, Kind::Unknown, nullptr, size});
  }
  void readBasic(const DIBasicType &type, uint64_t offset);
  void readDerived(const DIDerivedType &type, uint64_t offset, unsigned depth);
  void readComposite(const DICompositeType &type, uint64_t offset, unsigned depth);
  void readMembers(const DICompositeType &type, uint64_t offset, unsigned depth);
  bool join(const Reader &other);
  void readUnion(const DICompositeType &type, uint64_t offset, unsigned depth);
  void readDescriptor(uint64_t offset, unsigned rank);
  void readArray(const DICompositeType &type, uint64_t offset, unsigned depth);
  Type *floatOf(const DIBasicType &type);
};

uint64_t bytesOf(const DIType *type) {
  const DIType *plain = bare(type);
  return plain ? plain->getSizeInBits() / 8 : 0;
}

/// Number of elements of an array type; 0 when open or computed at run time.
uint64_t elementCount(const DICompositeType &array) {
  uint64_t count = 1;
  for (const DINode *node : array.getElements()) {
    const auto *range = dyn_cast_or_null<DISubrange>(node);
    if (!range)
      return 0;
    auto *extent = dyn_cast_if_present<ConstantInt *>(range->getCount());
    if (!extent || extent->isNegative())
      return 0;
    count *= extent->getZExtValue();
  }
  return count;
}

void Reader::read(const DIType *type, uint64_t offset, unsigned depth) {
  type = bare(type);
  if (!type || depth > limits::nestingOfDeclared || pieces.size() > limits::piecesOfDeclared) {
    settled = false;
    return;
  }
  if (const auto *basic = dyn_cast<DIBasicType>(type))
    return readBasic(*basic, offset);
  if (const auto *derived = dyn_cast<DIDerivedType>(type))
    return readDerived(*derived, offset, depth);
  if (const auto *composite = dyn_cast<DICompositeType>(type))
    return readComposite(*composite, offset, depth);
  leaveOpen(offset, bytesOf(type));
}

Type *Reader::floatOf(const DIBasicType &type) {
  switch (type.getSizeInBits()) {
  case 16:
    return type.getName().contains("bf") ? Type::getBFloatTy(context) : Type::getHalfTy(context);
  case 32:
    return Type::getFloatTy(context);
  case 64:
    return Type::getDoubleTy(context);
  case 96:
    return Type::getX86_FP80Ty(context);
  case 128: // long double is 80 bits wide on x86, __float128 is IEEE
    return type.getName().contains("128") ? Type::getFP128Ty(context)
                                          : Type::getX86_FP80Ty(context);
  default:
    return nullptr;
  }
}

void Reader::readBasic(const DIBasicType &type, uint64_t offset) {
  uint64_t size = type.getSizeInBits() / 8;
  bool isComplex = type.getEncoding() == dwarf::DW_ATE_complex_float;
  if (isComplex || type.getEncoding() == dwarf::DW_ATE_float) {
    // A complex number is two floats of half its size.
    unsigned parts = isComplex ? 2 : 1;
    Type *scalar = nullptr;
    if (isComplex)
      scalar = size == 8    ? Type::getFloatTy(context)
               : size == 16 ? Type::getDoubleTy(context)
                            : Type::getX86_FP80Ty(context);
    else
      scalar = floatOf(type);
    if (!scalar)
      return leaveOpen(offset, size);
    uint64_t store = (scalar->getPrimitiveSizeInBits() + 7) / 8;
    for (unsigned i = 0; i < parts; ++i)
      pieces.push_back({offset + i * size / parts, Kind::Float, scalar, store});
    return;
  }
  if (size)
    pieces.push_back({offset, Kind::Integer, nullptr, size});
}

void Reader::readDerived(const DIDerivedType &type, uint64_t offset, unsigned depth) {
  bool isPointer = isPointerTag(type.getTag()) || type.getTag() == dwarf::DW_TAG_ptr_to_member_type;
  if (!isPointer)
    return leaveOpen(offset, bytesOf(&type));
  uint64_t size = type.getSizeInBits() / 8;
  if (type.getTag() == dwarf::DW_TAG_ptr_to_member_type) // an offset or code: no shadow
    pieces.push_back({offset, Kind::Integer, nullptr, size ? size : 8});
  else
    pieces.push_back({offset, Kind::Pointer, nullptr, size ? size : 8});
}

void Reader::readComposite(const DICompositeType &type, uint64_t offset, unsigned depth) {
  if (type.isForwardDecl())
    return leaveOpen(offset, bytesOf(&type));
  switch (type.getTag()) {
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_class_type:
    return readMembers(type, offset, depth);
  case dwarf::DW_TAG_union_type:
    return readUnion(type, offset, depth);
  case dwarf::DW_TAG_array_type:
    return readArray(type, offset, depth);
  case dwarf::DW_TAG_enumeration_type:
    pieces.push_back({offset, Kind::Integer, nullptr, type.getSizeInBits() / 8});
    return;
  default:
    return leaveOpen(offset, bytesOf(&type));
  }
}

void Reader::readMembers(const DICompositeType &type, uint64_t offset, unsigned depth) {
  const SaveAndRestore ofThis(isInString, isString(type));
  for (const DINode *node : type.getElements()) {
    const DIDerivedType *member = asMember(node);
    if (!member)
      continue;
    if (member->getFlags() & DINode::FlagVirtual) { // where a virtual base lies is dynamic
      settled = false;
      continue;
    }
    if (member->isBitField()) {
      uint64_t first = member->getOffsetInBits() / 8;
      uint64_t last = (member->getOffsetInBits() + member->getSizeInBits() + 7) / 8;
      addPiece(pieces, {offset + first, Kind::Integer, nullptr, last - first});
      continue;
    }
    read(member->getBaseType(), offset + member->getOffsetInBits() / 8, depth + 1);
  }
}

/// Two alternatives of a union as one. Integers in the place of floats count as
/// floats: the shadow of an integer is zero, and zero is moved and added unharmed.
bool Reader::join(const Reader &other) {
  auto isInteger = [](const Piece &p) { return p.kind == Kind::Integer; };
  auto isValue = [](const Piece &p) { return p.kind == Kind::Integer || p.kind == Kind::Float; };
  if (pieces == other.pieces)
    return true;
  if (!all_of(pieces, isValue) || !all_of(other.pieces, isValue))
    return false;
  if (!all_of(pieces, isInteger) && !all_of(other.pieces, isInteger))
    return false;
  SmallVector<Piece, 16> joined = all_of(pieces, isInteger) ? other.pieces : pieces;
  const SmallVector<Piece, 16> &rest = all_of(pieces, isInteger) ? pieces : other.pieces;
  for (const Piece &piece : rest) {
    auto overlaps = [&](const Piece &p) {
      return piece.offset < p.offset + p.size && p.offset < piece.offset + piece.size;
    };
    if (none_of(joined, overlaps))
      addPiece(joined, piece);
  }
  pieces = joined;
  return true;
}

void Reader::readUnion(const DICompositeType &type, uint64_t offset, unsigned depth) {
  std::optional<Reader> agreed;
  uint64_t size = type.getSizeInBits() / 8;
  for (const DINode *node : type.getElements()) {
    const DIDerivedType *member = asMember(node);
    if (!member)
      continue;
    Reader alternative(context);
    alternative.isInString = isInString;
    alternative.read(member->getBaseType(), offset + member->getOffsetInBits() / 8, depth + 1);
    if (!alternative.settled)
      return leaveOpen(offset, size);
    if (agreed && !agreed->join(alternative))
      return leaveOpen(offset, size);
    if (!agreed)
      agreed.emplace(std::move(alternative));
  }
  if (!agreed)
    return;
  for (const Piece &piece : agreed->pieces)
    pieces.push_back(piece);
}

/// Flang's CFI_cdesc_t: the address, the bytes of an element, the version and four bytes, then
/// lower bound, extent and stride for each dimension.
void Reader::readDescriptor(uint64_t offset, unsigned rank) {
  constexpr uint64_t word = 8, small = 4;
  pieces.push_back({offset, Kind::Pointer, nullptr, word});
  pieces.push_back({offset + word, Kind::Integer, nullptr, word});
  for (uint64_t at : {2 * word, 2 * word + small})
    pieces.push_back({offset + at, Kind::Integer, nullptr, small});
  for (uint64_t i = 0; i != 3 * uint64_t(rank); ++i)
    pieces.push_back({offset + (3 + i) * word, Kind::Integer, nullptr, word});
}

void Reader::readArray(const DICompositeType &type, uint64_t offset, unsigned depth) {
  if (type.getRawDataLocation())
    return readDescriptor(offset, type.getElements().size());
  const DIType *element = bare(type.getBaseType());
  uint64_t count = elementCount(type);
  uint64_t size = bytesOf(element);
  // std::array<T, 0> and flexible members hold nothing here.
  if (count == 0 || size == 0)
    return;
  if (type.isVector())
    size = type.getSizeInBits() / 8 / count;
  if (isRawByte(element) && !isText(type.getBaseType()) && !(isInString && isChar(element)))
    return leaveOpen(offset, count * size);
  for (uint64_t i = 0; i < count; ++i) {
    if (pieces.size() > limits::piecesOfDeclared) {
      settled = false;
      return;
    }
    read(element, offset + i * size, depth + 1);
  }
}

} // namespace

static bool isFortran(DISourceLanguageName language) {
  if (language.hasVersionedName())
    return language.getName() == dwarf::DW_LNAME_Fortran;
  return dwarf::isFortran(dwarf::SourceLanguage(language.getName()));
}

/// Fortran hands arguments over by reference, and does not say so in their types.
static bool isOfFortran(const DISubprogram &subprogram) {
  const DICompileUnit *unit = subprogram.getUnit();
  return unit && isFortran(unit->getSourceLanguage());
}

/// A structure without members is not passed.
static bool isEmptyStructure(const DIType *type) {
  const auto *composite = dyn_cast_or_null<DICompositeType>(bare(type));
  return composite && composite->getTag() != dwarf::DW_TAG_array_type &&
         !composite->isForwardDecl() && none_of(composite->getElements(), [](const DINode *node) {
           const auto *member = dyn_cast_or_null<DIDerivedType>(node);
           return member && !member->isStaticMember() &&
                  (member->getTag() == dwarf::DW_TAG_member ||
                   member->getTag() == dwarf::DW_TAG_inheritance);
         });
}

const DIType *declaredParameter(const Function &function, unsigned index) {
  const DISubprogram *subprogram = function.getSubprogram();
  const DISubroutineType *type = subprogram ? subprogram->getType() : nullptr;
  if (!type || index >= function.arg_size())
    return nullptr;
  // The result comes first, and in last place of a variadic function what stands for its further
  // arguments. A structure may be split or returned through a parameter: positions do not match.
  DITypeRefArray types = type->getTypeArray();
  if (!types || types.size() != function.arg_size() + 1 + function.isVarArg() ||
      function.hasStructRetAttr() || any_of(drop_begin(types), isEmptyStructure))
    return nullptr;
  return types[index + 1];
}

const DIType *declaredBehind(const Function &function, unsigned index) {
  const DIType *declared = declaredParameter(function, index);
  if (!declared)
    return nullptr;
  const bool isReference =
      isOfFortran(*function.getSubprogram()) && function.getArg(index)->getType()->isPointerTy();
  const DIType *behind = isReference ? declared : pointee(declared);
  return behind ? bare(behind) : nullptr;
}

std::optional<OpenTail> openTailOf(const DIType *type) {
  uint64_t offset = 0;
  for (unsigned depth = 0; depth != limits::nestingOfDeclared; ++depth) {
    const auto *composite = dyn_cast_or_null<DICompositeType>(bare(type));
    if (!composite || composite->isForwardDecl() || composite->isVector())
      return std::nullopt;
    if (composite->getTag() == dwarf::DW_TAG_array_type) {
      uint64_t count = composite->getRawDataLocation() ? 2 : elementCount(*composite);
      if (count > 1 || offset == 0)
        return std::nullopt;
      return OpenTail{offset, count ? nullptr : composite->getBaseType()};
    }
    const DIDerivedType *last = nullptr;
    for (const DINode *node : composite->getElements())
      if (const DIDerivedType *member = asMember(node);
          member && (!last || member->getOffsetInBits() >= last->getOffsetInBits()))
        last = member;
    if (!last || last->isBitField() || composite->getTag() == dwarf::DW_TAG_union_type)
      return std::nullopt;
    offset += last->getOffsetInBits() / 8;
    type = last->getBaseType();
  }
  return std::nullopt;
}

Layout layoutOf(const DIType *type, LLVMContext &context) {
  Layout result;
  if (isText(type)) {
    result.period = 1;
    result.known = true;
    result.pieces.push_back({0, Kind::Integer, nullptr, 1});
    return result;
  }
  type = bare(type);
  // An array is its element, repeated, as long as one likes.
  while (const auto *array = dyn_cast_or_null<DICompositeType>(type)) {
    if (array->getTag() != dwarf::DW_TAG_array_type)
      break;
    if (array->getRawDataLocation()) // a descriptor of Fortran's, which leads to it
      return result;
    type = bare(array->getBaseType());
  }
  if (!type || bytesOf(type) == 0)
    return result;
  // A pointer to a byte may point to anything.
  if (isRawByte(type))
    return result;
  Reader reader(context);
  reader.read(type, 0);
  for (const Piece &piece : reader.pieces)
    addPiece(result.pieces, piece);
  result.period = bytesOf(type);
  result.known = reader.settled && none_of(result.pieces, [](const Piece &piece) {
                   return piece.kind == Kind::Unknown;
                 });
  shortenPeriod(result);
  return result;
}

const DIType *memberAt(const DIType *type, uint64_t offset) {
  type = bare(type);
  const auto *composite = dyn_cast_or_null<DICompositeType>(type);
  if (!composite)
    return offset == 0 ? type : nullptr;
  if (composite->getTag() == dwarf::DW_TAG_array_type) {
    uint64_t size = bytesOf(composite->getBaseType());
    return size ? memberAt(composite->getBaseType(), offset % size) : nullptr;
  }
  if (composite->getTag() != dwarf::DW_TAG_structure_type &&
      composite->getTag() != dwarf::DW_TAG_class_type)
    return nullptr;
  for (const DINode *node : composite->getElements()) {
    const DIDerivedType *member = asMember(node);
    if (!member || member->isBitField() || (member->getFlags() & DINode::FlagVirtual))
      continue;
    uint64_t start = member->getOffsetInBits() / 8;
    uint64_t size = bytesOf(member->getBaseType());
    if (start <= offset && offset < start + size)
      if (const DIType *found = memberAt(member->getBaseType(), offset - start))
        return found;
  }
  return nullptr;
}

const DIType *typeBehind(const DbgVariableRecord &record) {
  const DILocalVariable *variable = record.getVariable();
  const DIExpression *expression = record.getExpression();
  if (!variable || !expression || record.isKillLocation())
    return nullptr;
  bool isPlain = expression->getNumElements() == 0;
  bool isDereferenced = expression->getNumElements() == 1 && expression->startsWithDeref();
  if (record.isDbgDeclare())
    return isPlain          ? bare(variable->getType())
           : isDereferenced ? pointee(variable->getType())
                            : nullptr;
  if (!record.isDbgValue())
    return nullptr;
  if (isDereferenced)
    return bare(variable->getType());
  return isPlain ? pointee(variable->getType()) : nullptr;
}

} // namespace enzyme
