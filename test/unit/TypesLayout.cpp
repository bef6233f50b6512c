// Layouts as values: flattening, shortening, shifting, cutting, joining, metadata.
#include "types/DeclaredTypes.h"
#include "types/LayoutTools.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace enzyme;

namespace {

class LayoutTest : public ::testing::Test {
protected:
  LLVMContext context;
  DataLayout layout{"e-i64:64-f80:128"};
  Type *f64 = Type::getDoubleTy(context);
  Type *f32 = Type::getFloatTy(context);
  Type *i32 = Type::getInt32Ty(context);
  Type *pointer = PointerType::get(context, 0);

  std::string print(const Layout &value) {
    std::string text;
    raw_string_ostream out(text);
    printLayout(out, value);
    return text;
  }
};

TEST_F(LayoutTest, StructsHavePaddingThatIsNoPiece) {
  auto *type = StructType::get(context, {f64, i32, pointer});
  EXPECT_EQ(print(layoutOf(type, layout)), "{0:double 8:integer*4 16:pointer*8} every 24");
}

TEST_F(LayoutTest, UniformStructsAreArrays) {
  auto *type = StructType::get(context, {f64, f64, ArrayType::get(f64, 4)});
  EXPECT_EQ(print(layoutOf(type, layout)), "{0:double} every 8");
  EXPECT_EQ(print(layoutOf(FixedVectorType::get(f32, 4), layout)), "{0:float} every 4");
}

TEST_F(LayoutTest, BytesAndUnionsSayNothing) {
  Type *i8 = Type::getInt8Ty(context);
  EXPECT_FALSE(layoutOf(ArrayType::get(i8, 16), layout).known);
  auto *structure = StructType::get(context, {f64, ArrayType::get(i8, 8)});
  EXPECT_EQ(print(layoutOf(structure, layout)), "{0:double 8:unknown*8} every 16, not known");
  auto *either = StructType::create(context, {f64}, "union.either");
  EXPECT_FALSE(layoutOf(either, layout).known);
}

TEST_F(LayoutTest, LongDoubleIsTenBytesInSixteen) {
  Layout value = layoutOf(Type::getX86_FP80Ty(context), layout);
  EXPECT_EQ(value.period, 16u);
  EXPECT_EQ(value.pieces[0].size, 10u);
}

TEST_F(LayoutTest, ShiftAndCut) {
  Layout value = layoutOf(StructType::get(context, {f64, pointer}), layout);
  EXPECT_EQ(print(startingAt(value, 8)), "{0:pointer*8 8:double} every 16");
  EXPECT_EQ(print(startingAt(value, -8)), "{0:pointer*8 8:double} every 16");
  EXPECT_EQ(print(cutTo(value, 24)), "{0:double 8:pointer*8 16:double} every 24");
  EXPECT_FALSE(cutTo(value, 12).known) << "half a pointer is not settled";
  EXPECT_FALSE(cutTo(startingAt(value, 4), 16).known);
}

TEST_F(LayoutTest, ContradictionsBecomeUnknown) {
  SmallVector<Piece, 4> pieces;
  addPiece(pieces, {0, Kind::Float, f64, 8});
  addPiece(pieces, {8, Kind::Pointer, nullptr, 8});
  addPiece(pieces, {0, Kind::Float, f64, 8});
  EXPECT_EQ(pieces.size(), 2u);
  addPiece(pieces, {4, Kind::Float, f32, 4});
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].kind, Kind::Unknown);
  EXPECT_EQ(pieces[0].size, 8u);
  addPiece(pieces, {0, Kind::Float, f64, 8});
  EXPECT_EQ(pieces[0].kind, Kind::Unknown) << "an unknown piece stays unknown";
}

TEST_F(LayoutTest, MetadataGivesTheSameBack) {
  Layout value = layoutOf(StructType::get(context, {f32, i32, pointer}), layout);
  auto again = decode(encode(value, context), context);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, value);
  EXPECT_FALSE(decode(MDNode::get(context, {}), context));
}

TEST(Layout, GapsOfSeveralStretchesAreFilledInOneGo) {
  SmallVector<Piece, 8> pieces{{8, Kind::Pointer, nullptr, 8}, {24, Kind::Integer, nullptr, 4}};
  Piece late{20, Kind::Unknown, nullptr, 12}, early{4, Kind::Unknown, nullptr, 8},
      inside{6, Kind::Unknown, nullptr, 2};
  fillGaps(pieces, {late, early, inside});
  SmallVector<Piece, 8> expected{{4, Kind::Unknown, nullptr, 4},
                                 {8, Kind::Pointer, nullptr, 8},
                                 {20, Kind::Unknown, nullptr, 4},
                                 {24, Kind::Integer, nullptr, 4},
                                 {28, Kind::Unknown, nullptr, 4}};
  EXPECT_EQ(pieces, expected);
}

/// union { double number[1000]; struct { long count[500]; double *address; } record; }
TEST(Layout, LooksForUnionsInWhatLiesBesideALongArray) {
  LLVMContext context;
  Module module("m", context);
  DIBuilder builder(module);
  DIFile *file = builder.createFile("a.c", ".");
  builder.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_C11), file, "", false, "", 0);
  auto array = [&](DIType *element, int64_t count) {
    Metadata *range = builder.getOrCreateSubrange(0, count);
    return builder.createArrayType(64 * count, 64, element, builder.getOrCreateArray({range}));
  };
  auto member = [&](DIType *type, uint64_t bits) {
    return builder.createMemberType(file, "m", file, 1, type->getSizeInBits(), 64, bits,
                                    DINode::FlagZero, type);
  };
  DIType *number = builder.createBasicType("double", 64, dwarf::DW_ATE_float);
  DIType *count = builder.createBasicType("long", 64, dwarf::DW_ATE_signed);
  DIType *record = builder.createStructType(
      file, "r", file, 1, 501 * 64, 64, DINode::FlagZero, nullptr,
      builder.getOrCreateArray(
          {member(array(count, 500), 0), member(builder.createPointerType(number, 64), 500 * 64)}));
  DIType *either = builder.createUnionType(
      file, "u", file, 1, 1000 * 64, 64, DINode::FlagZero,
      builder.getOrCreateArray({member(array(number, 1000), 0), member(record, 0)}));
  auto isEither = [&](uint64_t at) { return isFloatOrPointer(either, at); };
  EXPECT_TRUE(anyPlaceIn(*either, {0, 8000, 8}, isEither));
  EXPECT_FALSE(anyPlaceIn(*either, {0, 4000, 8}, isEither));
}

} // namespace
