//===- CarriedBytesTest.cpp - what objects carry, damaged ------------------===//
#include "carry/Carry.h"
#include "carry/Container.h"
#include "carry/OpenRecord.h"
#include "link/Exchange.h"
#include "gtest/gtest.h"
#include <random>

using namespace enzyme;

namespace {

std::vector<std::string> unpacked(llvm::StringRef section, bool &isRead) {
  std::vector<std::string> contents;
  std::string why;
  isRead = unpackChunks(section, contents, why);
  EXPECT_EQ(isRead, why.empty());
  return contents;
}

TEST(CarriedBytes, ComeBackWhateverTheirSizeAndWhatALinkerPutsBetween) {
  std::string section(24, '\0');
  std::vector<std::string> written;
  for (size_t size = 0; size != 300; ++size) {
    written.push_back(std::string(size, 'x') + std::to_string(size * 7919));
    section += packChunk(written.back()) + std::string(size % 3 * 8, '\0');
  }
  bool isRead = false;
  EXPECT_EQ(unpacked(section, isRead), written);
  EXPECT_TRUE(isRead);
}

TEST(CarriedBytes, AreNotReadWhenAnyBitIsAnother) {
  const std::string chunk = packChunk(std::string(200, 'a') + "some code");
  for (size_t bit = 0; bit != 8 * chunk.size(); ++bit) {
    std::string damaged = chunk;
    damaged[bit / 8] = char(damaged[bit / 8] ^ (1 << bit % 8));
    bool isRead = true;
    unpacked(damaged, isRead);
    EXPECT_FALSE(isRead) << "bit " << bit;
  }
}

TEST(CarriedBytes, AreNotReadWhenTheyEndTooEarly) {
  const std::string chunk = packChunk("abc") + packChunk(std::string(200, 'a'));
  for (size_t size = 1; size != chunk.size() - 8; ++size) {
    bool isRead = true;
    bool isWholeChunk = unpacked(llvm::StringRef(chunk).take_front(size), isRead).size() == 1;
    EXPECT_TRUE(!isRead || isWholeChunk) << size;
  }
}

OpenRecord someRecord() {
  OpenRecord record;
  record.symbol = "enzyme_open.f";
  record.function = "f";
  record.type = "double(double,)";
  record.request.parameters.resize(2);
  record.request.parameters[0].primal = Passed{1, Passed::How::Pointee, 8};
  record.request.parameters[0].shadows = {Passed{2, Passed::How::Value, 0}};
  record.request.where = {"a b.c", 3, 4, "f"};
  record.request.truncation = Truncation{{8, 23}, {5, 10}, TruncationScope::Memory};
  return record;
}

TEST(OpenRecords, ComeBack) {
  std::string text = writeRecord(someRecord());
  OpenRecord read;
  ASSERT_TRUE(readRecord(text, read));
  EXPECT_EQ(writeRecord(read), text);
}

TEST(OpenRecords, HoldNothingThatTheirFieldsCannot) {
  const std::string text = writeRecord(someRecord());
  std::mt19937 chance(1);
  unsigned readable = 0;
  for (unsigned i = 0; i != 20000; ++i) {
    std::string damaged = text;
    for (unsigned n = 1 + chance() % 3; n != 0; --n) {
      size_t at = chance() % damaged.size();
      chance() % 2 ? (void)(damaged[at] = "0123456789- x"[chance() % 13])
                   : (void)damaged.insert(at, 1 + chance() % 12, '9');
    }
    OpenRecord read;
    if (!readRecord(damaged, read))
      continue;
    ++readable;
    for (const Binding &binding : read.request.parameters)
      EXPECT_LE(unsigned(binding.activity), unsigned(Activity::DupNoNeed));
    EXPECT_LE(unsigned(read.request.returned), unsigned(ReturnActivity::DupOut));
    EXPECT_LE(unsigned(read.request.hiddenResult), unsigned(HiddenResult::FromSeed));
    OpenRecord again; // whatever was read can be written and read
    EXPECT_TRUE(readRecord(writeRecord(read), again));
  }
  EXPECT_GT(readable, 0u);
}

TEST(Exchange, NamesStayOnOneLine) {
  for (std::string name : {"plain.o", "a b\\n.o", "line\nend\r.o", "\\", "\\\\n\n", ""}) {
    std::string line = onOneLine(name);
    EXPECT_EQ(line.find_first_of("\r\n"), std::string::npos);
    EXPECT_EQ(fromOneLine(line), name);
  }
}

TEST(Exchange, ASealIsOfOneNameAndOneObject) {
  std::string object = std::string("object\0with", 11), sealed = object + sealOf("key.o", object);
  EXPECT_EQ(unsealed("key.o", sealed), object);
  EXPECT_EQ(unsealed("other.o", sealed), "");
  EXPECT_EQ(unsealed("key.o", object), "");
  EXPECT_EQ(unsealed("key.o", sealOf("key.o", "")), "");
  for (size_t at = 0; at != sealed.size(); ++at) {
    std::string damaged = sealed;
    damaged[at] ^= 1;
    EXPECT_EQ(unsealed("key.o", damaged), "") << at;
    EXPECT_EQ(unsealed("key.o", llvm::StringRef(sealed).take_front(at)), "") << at;
  }
}

} // namespace
