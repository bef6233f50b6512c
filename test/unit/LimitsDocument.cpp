//===- LimitsDocument.cpp - docs/limits.md is current ------------------------===//
//
// Run with ENZYME_UPDATE_DOCS=1 to write it anew.
//===----------------------------------------------------------------------===//
#include "gtest/gtest.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

enum class Happens { Careful, Slower, Refused, Unwarned };

struct Limit {
  std::string room, name;
  uint64_t value;
  std::string bounds;
  Happens happens;
  std::string then;
};

const std::vector<Limit> &allLimits() {
  using enum Happens;
  static const std::vector<Limit> all = {
#define LIMIT(room, name, type, value, bounds, happens, then)                                      \
  {#room, #name, uint64_t(type(value)), bounds, happens, then},
#include "Limits.def"
#undef LIMIT
  };
  return all;
}

std::string wordFor(Happens happens) {
  switch (happens) {
  case Happens::Careful:
    return "careful";
  case Happens::Slower:
    return "slower";
  case Happens::Refused:
    return "refused";
  case Happens::Unwarned:
    return "no warning";
  }
  return "";
}

std::string document() {
  std::ostringstream out;
  out << "# Limits\n\nMade from `passes/Limits.def` by `ENZYME_UPDATE_DOCS=1 "
         "enzyme_unit_tests`.\n\n"
         "Searches, walks over values and calls, and code that is copied end somewhere. Reaching a "
         "limit never\nchanges what a derivative is:\n\n"
         "* **careful**: the careful answer is taken: unknown, active, changed, refused;\n"
         "* **slower**: something cheaper is left out, and the derivative is the same;\n"
         "* **refused**: a message says so, when the program is compiled or where it gets there;\n"
         "* **no warning**: a warning is not given.\n";
  std::string room;
  for (const Limit &limit : allLimits()) {
    if (limit.room != room)
      out << "\n## " << limit.room
          << "/\n\n| Limit | Value | What it bounds | Reached | What happens then "
             "|\n|---|---|---|---|---|\n";
    room = limit.room;
    out << "| `" << limit.name << "` | " << limit.value << " | " << limit.bounds << " | "
        << wordFor(limit.happens) << " | " << limit.then << " |\n";
  }
  return out.str();
}

TEST(LimitsDocument, IsCurrent) {
  auto path = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "docs" /
              "limits.md";
  std::string wanted = document();
  if (std::getenv("ENZYME_UPDATE_DOCS"))
    std::ofstream(path) << wanted;
  std::ifstream file(path);
  std::stringstream found;
  found << file.rdbuf();
  EXPECT_TRUE(found.str() == wanted) << "docs/limits.md is not what passes/Limits.def says; run "
                                        "this test with ENZYME_UPDATE_DOCS=1";
}

/// A limit that is reached by everything, or without a word on what it is, is none.
TEST(LimitsDocument, EachSaysWhatItIs) {
  std::set<std::string> names;
  for (const Limit &limit : allLimits()) {
    EXPECT_GT(limit.value, 0u) << limit.name;
    EXPECT_FALSE(limit.bounds.empty() || limit.then.empty()) << limit.name;
    EXPECT_TRUE(names.insert(limit.name).second) << limit.name << " stands there twice";
  }
}

/// Each room's limits stand together: the header that is made for it is found in one place.
TEST(LimitsDocument, RoomsStandTogether) {
  std::set<std::string> done;
  std::string room;
  for (const Limit &limit : allLimits()) {
    EXPECT_TRUE(limit.room == room || done.insert(limit.room).second) << limit.room;
    room = limit.room;
  }
}

} // namespace
