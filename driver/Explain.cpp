//===- Explain.cpp - enzyme-clang --explain=ENZ0060, --rules=sin ------------===//
//
// Two questions that are answered from the documents beside the compiler, which are
// generated from the tables that the compiler itself works with: what a message means
// and what to do, and which derivative a function of the mathematical library has.
//===----------------------------------------------------------------------===//
#include "Jobs.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdio>

using namespace llvm;

namespace enzyme::driver {
namespace {

/// The lines of an installed document; none, after a message, if it is missing.
SmallVector<StringRef, 0> linesOf(const std::string &path, std::unique_ptr<MemoryBuffer> &text) {
  SmallVector<StringRef, 0> lines;
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (!file) {
    std::fprintf(stderr,
                 "enzyme-clang: error: cannot read '%s': %s; --doctor says what else is missing\n",
                 path.c_str(), file.getError().message().c_str());
    return lines;
  }
  text = std::move(*file);
  text->getBuffer().split(lines, '\n');
  return lines;
}

void print(StringRef line) { std::printf("%.*s\n", int(line.size()), line.data()); }

/// "ENZ0060", "enz60" and "60" are one message.
std::string numberOf(StringRef asked) {
  std::string upper = asked.upper();
  StringRef digits = upper;
  digits.consume_front("ENZ");
  unsigned number;
  if (digits.getAsInteger(10, number))
    return upper;
  std::string written = std::to_string(number);
  return "ENZ" + std::string(written.size() < 4 ? 4 - written.size() : 0, '0') + written;
}

/// The name that a function has in the table: `sinf`, `llvm.sin.f64` are `sin`.
SmallVector<std::string, 8> namesFor(StringRef asked) {
  SmallVector<std::string, 8> names{asked.str()};
  auto add = [&](StringRef name) {
    if (!name.empty())
      names.push_back(name.str());
  };
  StringRef bare = asked;
  if (bare.consume_front("llvm."))
    add(bare.take_until([](char c) { return c == '.'; }));
  for (StringRef prefix : {"__nv_", "__ocml_", "__builtin_", "__"})
    if (StringRef rest = asked; rest.consume_front(prefix))
      add(rest);
  for (StringRef suffix : {"_finite", "_f64", "_f32", "f128", "f", "l"})
    for (const std::string &name : SmallVector<std::string, 8>(names))
      if (StringRef rest = name; rest.consume_back(suffix))
        add(rest);
  return names;
}

} // namespace

int explain(const Toolchain &toolchain, const std::string &asked) {
  std::unique_ptr<MemoryBuffer> text;
  SmallVector<StringRef, 0> lines = linesOf(toolchain.documents + "/diagnostics.md", text);
  if (lines.empty())
    return 1;
  std::string heading = "## " + numberOf(asked) + " ";
  auto start = find_if(lines, [&](StringRef line) { return line.starts_with(heading); });
  if (start == lines.end()) {
    std::fprintf(stderr,
                 "enzyme-clang: error: no message has the number '%s'; they go from ENZ0001 on\n",
                 asked.c_str());
    return 1;
  }
  print(start->drop_front(3));
  for (++start; start != lines.end() && !start->starts_with("## "); ++start)
    if (!start->starts_with("```"))
      print(*start);
  return 0;
}

int showRules(const Toolchain &toolchain, const std::string &asked) {
  std::unique_ptr<MemoryBuffer> text;
  SmallVector<StringRef, 0> lines = linesOf(toolchain.documents + "/rules.md", text);
  if (lines.empty())
    return 1;
  if (asked.empty()) {
    for (StringRef line : lines)
      print(line);
    return 0;
  }
  for (const std::string &name : namesFor(asked))
    for (auto line = lines.begin(); line != lines.end(); ++line) {
      if (!line->starts_with(name + "("))
        continue;
      print(*line);
      for (++line; line != lines.end() && line->starts_with(" "); ++line)
        print(*line);
      return 0;
    }
  StringRef section; // the lists of names come after the formulas
  for (StringRef line : lines) {
    SmallVector<StringRef, 16> words;
    line.split(words, ' ');
    if (line.starts_with("## "))
      section = line.drop_front(3);
    else if (section.starts_with("Functions ") && is_contained(words, asked)) {
      std::printf("'%s' is one of the %s%s.\n", asked.c_str(),
                  section.take_front(1).lower().c_str(), section.drop_front(1).str().c_str());
      return 0;
    }
  }
  std::printf("No formula is known for '%s'. A function with a body is differentiated as it "
              "stands; for one\n"
              "without, register a derivative: __enzyme_register_gradient_%s (docs/using.md).\n",
              asked.c_str(), asked.c_str());
  return 1;
}

} // namespace enzyme::driver
