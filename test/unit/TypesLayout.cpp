// Layouts as values: flattening, shortening, shifting, cutting, joining, metadata.
#include "types/LayoutTools.h"
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

} // namespace
