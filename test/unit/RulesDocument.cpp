//===- RulesDocument.cpp - docs/rules.md is current --------------------------===//
//
// Run with ENZYME_UPDATE_DOCS=1 to write it anew.
//===----------------------------------------------------------------------===//
#include "rules/Document.h"
#include "rules/Lookup.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace enzyme;

namespace {

std::filesystem::path documentPath() {
  return std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "docs" /
         "rules.md";
}

TEST(RulesDocument, IsCurrent) {
  std::string wanted = documentRules();
  if (std::getenv("ENZYME_UPDATE_DOCS"))
    std::ofstream(documentPath()) << wanted;
  std::ifstream file(documentPath());
  std::stringstream found;
  found << file.rdbuf();
  EXPECT_TRUE(found.str() == wanted)
      << "docs/rules.md is not what the tables say; run this test with ENZYME_UPDATE_DOCS=1";
}

TEST(RulesDocument, NamesEveryFunction) {
  std::string text = documentRules();
  for (const FormulaTable &table : formulaTables())
    for (const Formula &row : table.rows)
      EXPECT_NE(text.find("\n" + std::string(row.name) + "("), std::string::npos)
          << std::string(row.name);
}

} // namespace
