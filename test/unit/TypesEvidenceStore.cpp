// What is known of other functions is kept between analyses, but never of a function that has been
// changed since.
#include "TypesFixture.h"
#include "types/EvidenceStore.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace enzyme;

namespace {

class EvidenceStoreTest : public TypesTest {
protected:
  EvidenceStore store;

  void SetUp() override {
    read(R"(
define internal void @writes(ptr %to, double %x) {
  store double %x, ptr %to
  ret void
}
define void @f(ptr %to, double %x) {
  call void @writes(ptr %to, double %x)
  ret void
}
)");
  }
  std::shared_ptr<FunctionEvidence> known() { return store.of(*function, nullptr); }
  void addStore() {
    IRBuilder<> builder(function->getEntryBlock().getTerminator());
    builder.CreateStore(builder.getInt64(1), function->getArg(0));
  }
};

TEST_F(EvidenceStoreTest, KeepsWhatIsKnownOfAFunction) { EXPECT_EQ(known(), known()); }

TEST_F(EvidenceStoreTest, KeepsApartWhoIsNotHeard) {
  Function *unheard = module->getFunction("writes");
  EXPECT_NE(known(), store.of(*function, unheard));
  EXPECT_EQ(store.of(*function, unheard), store.of(*function, unheard));
}

TEST_F(EvidenceStoreTest, SeesThatAnInstructionWasAdded) {
  auto before = known();
  addStore();
  EXPECT_NE(before, known());
}

TEST_F(EvidenceStoreTest, SeesThatAnOperandWasChanged) {
  auto before = known();
  auto &call = cast<CallBase>(instruction("call0"));
  call.setArgOperand(1, ConstantFP::get(call.getArgOperand(1)->getType(), 1.0));
  EXPECT_NE(before, known());
}

TEST_F(EvidenceStoreTest, SeesThatWhatIsSaidOfAnAccessWasChanged) {
  auto before = known();
  instruction("call0").setMetadata("enzyme.layout", MDNode::get(context, {}));
  EXPECT_NE(before, known());
}

TEST_F(EvidenceStoreTest, SeesThatACallWasSaidToHandOverSomethingElse) {
  auto before = known();
  cast<CallBase>(instruction("call0")).addParamAttr(0, Attribute::NonNull);
  EXPECT_NE(before, known());
}

TEST_F(EvidenceStoreTest, DoesNotLookAgainWhereNothingIsChanged) {
  EvidenceStore::Unchanged unchanged(&store);
  auto before = known();
  addStore(); // against the promise
  EXPECT_EQ(before, known());
  store.forget(*function);
  EXPECT_NE(before, known());
}

TEST_F(EvidenceStoreTest, LooksAgainInTheNextStretch) {
  std::shared_ptr<FunctionEvidence> before;
  {
    EvidenceStore::Unchanged unchanged(&store);
    before = known();
  }
  addStore();
  EvidenceStore::Unchanged unchanged(&store);
  EXPECT_NE(before, known());
}

} // namespace
