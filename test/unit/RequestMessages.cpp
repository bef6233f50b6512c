// docs/diagnostics.md lists every message with an example that is a test; run with
// ENZYME_UPDATE_DOCS=1 to write it anew. And: how messages are collected.
#include "RequestFixture.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace enzyme;
namespace fs = std::filesystem;

namespace {

fs::path repository() { return fs::path(__FILE__).parent_path().parent_path().parent_path(); }

std::string number(const MessageRow &row) {
  std::string text = std::to_string(row.number);
  return "ENZ" + std::string(4 - text.size(), '0') + text;
}

/// A line of a test under test/diagnostics that provokes a message.
struct Example {
  std::string file;
  std::string line;
};

std::vector<fs::path> diagnosticTests() {
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(repository() / "test" / "diagnostics"))
    if (entry.path().filename().string().find(".error.") != std::string::npos)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::map<std::string, Example> examples() {
  std::map<std::string, Example> found;
  for (const fs::path &path : diagnosticTests()) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      size_t comment = line.find("// expected-"), at = line.find("ENZ", comment);
      if (comment == std::string::npos || at == std::string::npos)
        continue;
      std::string code = line.substr(0, comment);
      size_t first = code.find_first_not_of(' '), last = code.find_last_not_of(' ');
      found.try_emplace(line.substr(at, 7),
                        Example{path.filename().string(), code.substr(first, last - first + 1)});
    }
  }
  return found;
}

const char *kind(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
    return "remark";
  }
  return "";
}

std::string document() {
  std::ostringstream out;
  out << "# Messages\n\n"
         "Generated from `passes/report/Diagnostics.def`; each example is a line of a test under\n"
         "`test/diagnostics`. `%0`, `%1`, … stand for names, numbers and types of the program.\n";
  std::map<std::string, Example> known = examples();
  for (const MessageRow &row : allMessages()) {
    out << "\n## " << number(row) << " " << row.id << "\n\n" << kind(row.severity);
    if (*row.group)
      out << " (`-W" << row.group << "`)";
    out << ": " << row.text << "\n";
    if (*row.hint)
      out << "\nWhat to do: " << row.hint << "\n";
    if (auto example = known.find(number(row)); example != known.end())
      out << "\n```c\n" << example->second.line << "  // " << example->second.file << "\n```\n";
  }
  return out.str();
}

TEST(RequestMessages, DocumentIsCurrent) {
  fs::path path = repository() / "docs" / "diagnostics.md";
  std::string wanted = document();
  if (std::getenv("ENZYME_UPDATE_DOCS"))
    std::ofstream(path) << wanted;
  std::ifstream file(path);
  std::stringstream found;
  found << file.rdbuf();
  EXPECT_TRUE(found.str() == wanted)
      << "docs/diagnostics.md is not current; run this test with ENZYME_UPDATE_DOCS=1";
}

TEST(RequestMessages, EveryMessageHasATest) {
  // Not reachable from a program: our own faults, and a limit of two thousand callers.
  const std::set<std::string> unreachable{"BrokenState", "TooManySpecialisations"};
  std::map<std::string, Example> known = examples();
  for (const MessageRow &row : allMessages())
    EXPECT_TRUE(known.count(number(row)) || unreachable.count(row.id))
        << row.id << " has no example under test/diagnostics";
}

TEST(RequestMessages, NumbersAreUnique) {
  std::set<unsigned> numbers;
  for (const MessageRow &row : allMessages())
    EXPECT_TRUE(numbers.insert(row.number).second) << row.id;
}

TEST(RequestMessages, SortedAndSaidOnce) {
  KeepingSink sink;
  Diagnostics diagnostics(sink);
  Position second{"a.c", 20, 1, "f"}, first{"a.c", 3, 7, "f"};
  diagnostics.refuse({MessageId::WidthTwice, second, {}, {}});
  diagnostics.refuse({MessageId::WidthTwice, first, {}, {}});
  diagnostics.refuse({MessageId::WidthTwice, second, {}, {}});
  diagnostics.flush();
  ASSERT_EQ(sink.messages.size(), 2u);
  EXPECT_EQ(sink.messages[0].where.line, 3u);
  EXPECT_EQ(sink.messages[0].sentence(), "enzyme_width is given more than once [ENZ0021]");
  EXPECT_EQ(diagnostics.refusals(), 3u);
}

TEST(RequestMessages, MissingFunctionsAreJoined) {
  KeepingSink sink;
  Diagnostics diagnostics(sink);
  llvm::LLVMContext context;
  llvm::Module module("m", context);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto declare = [&](const char *name) -> llvm::Function & {
    return *llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  };
  diagnostics.missing(declare("_Z4loadPd"), {"a.c", 9, 1, "g"});
  diagnostics.missing(declare("other"), {"a.c", 4, 1, "f"});
  diagnostics.flush();
  ASSERT_EQ(sink.messages.size(), 1u);
  EXPECT_EQ(sink.messages[0].text,
            "no derivative is known for 2 functions: 'load(double*)', 'other'");
  EXPECT_EQ(sink.messages[0].notes.size(), 2u);
}

TEST(RequestMessages, HollowHintIsLeftOut) {
  KeepingSink sink;
  Diagnostics diagnostics(sink);
  diagnostics.refuse({MessageId::UnknownMarker, {}, {"enzyme_x", ""}, {}});
  diagnostics.flush();
  EXPECT_EQ(sink.messages[0].hint, "");
}

} // namespace
