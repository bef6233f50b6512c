//===- Document.cpp - docs/rules.md --------------------------------------===//
#include "rules/Document.h"
#include "rules/Lookup.h"
#include "rules/calls/Inactive.h"
#include "rules/calls/ReadIn.h"
#include "rules/memory/Allocators.h"
#include "rules/term/Needs.h"
#include "rules/term/Print.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr char introduction[] = R"(# Every function that is known

Generated from the tables under `passes/rules/scalar/`; `ENZYME_UPDATE_DOCS=1` with the unit test
`RulesDocument` writes it anew.

Each entry is `name(operands)`, its partial derivatives, and what they read ("needs"). `y` is the
function's own result, `n` an integer operand, `_` an operand that takes no part. A partial that
is not listed is zero. Complex functions give one complex derivative where they are holomorphic:
`dre` and `dim` are the real and imaginary part of `dw/dz`.

Every function is known in every precision and spelling: `sin`, `sinf`, `sinl`, `sinf128`,
`llvm.sin.*` on scalars and vectors, `llvm.experimental.constrained.sin.*`, `__sin_finite`,
`__nv_sin[f]`, `__ocml_sin_f32/f64`.

| point | choice |
|---|---|
| `sqrt`, `cbrt`, `hypot`, `cabs`, `csqrt`, `rootn` at 0 | 0 |
| `pow(x, y)` at `x = 0` | by `x`: 0 for `y < 1`, 1 for `y = 1`, 0 for `y > 1`; by `y`: 0 |
| `pow(x, y)` at `x < 0` | by `x`: `y*pow(x, y - 1)`, right for integer `y`; by `y`: 0 |
| `atan2`, `carg` at the origin | 0 |
| `fabs`, `copysign` at 0 | 0 |
| `fmin`, `fmax` and their like at a tie | the first operand takes the whole slope |
| `floor`, `round`, … | 0 everywhere |
| everything else | the limit, infinite where it is infinite (`log`, `1/x`, `asin` at 1) |
)";

/// Names of a row's operands: x; a, b, c; z; n; _.
class Names {
public:
  explicit Names(const Formula &row) : row(row) {
    StringRef roles = row.roles;
    bool isOne = roles.count('x') + roles.count('w') + roles.count('z') == 1;
    char next = 'a';
    for (char role : roles) {
      std::string name = role == 'n'                  ? "n"
                         : role == '.' || role == '_' ? "_"
                         : !isOne                     ? std::string(1, next++)
                         : role == 'z'                ? "z"
                                                      : "x";
      operands.push_back(name);
      if (role == 'z')
        inputs.append({name + ".re", name + ".im"});
      else if (role == 'x' || role == 'w')
        inputs.push_back(name);
    }
  }

  std::string leaf(term::Op op, unsigned index) const {
    if (op == term::Op::Input)
      return inputs[index];
    return op == term::Op::Parameter ? "n" : output(index);
  }

  std::string output(unsigned index) const {
    if (StringRef(row.results) == "z")
      return index ? "w.im" : "w.re";
    return row.outputs == 1 ? "y" : "y" + std::to_string(index);
  }

  std::string call() const { return std::string(row.name) + "(" + join(operands, ", ") + ")"; }

  const Formula &row;
  SmallVector<std::string, 4> operands, inputs;
};

struct Line {
  std::string left;
  uint8_t node;
};

/// The partials worth a line. Of a holomorphic block the first column says all.
SmallVector<Line, 8> linesOf(const Names &names) {
  const Formula &row = names.row;
  bool isHolomorphic = StringRef(row.results) == "z" && StringRef(row.name) != "conj";
  SmallVector<Line, 8> lines;
  for (unsigned j = 0; j < row.inputs; ++j) {
    for (unsigned i = 0; i < row.outputs; ++i) {
      if (row.partial[i][j] == NoPartial || (isHolomorphic && j % 2))
        continue;
      std::string left = (row.outputs == 1 ? "d" : "d" + names.output(i)) + "/d" + names.inputs[j];
      if (isHolomorphic)
        left = (i ? "dim/d" : "dre/d") + StringRef(names.inputs[j]).split('.').first.str();
      lines.push_back({left, row.partial[i][j]});
    }
  }
  return lines;
}

std::string needsText(const Names &names, uint8_t node) {
  term::Needs needs = term::needsOf(names.row.nodes, node);
  SmallVector<std::string, 6> words;
  auto addWords = [&](term::Op op, unsigned set) {
    for (unsigned i = 0; i < 8; ++i)
      if (set >> i & 1)
        words.push_back(names.leaf(op, i));
  };
  addWords(term::Op::Input, needs.inputs);
  addWords(term::Op::Output, needs.outputs);
  addWords(term::Op::Parameter, needs.parameters);
  return words.empty() ? "" : "needs " + join(words, ", ");
}

void documentRow(raw_ostream &out, const Formula &row) {
  Names names(row);
  SmallVector<Line, 8> lines = linesOf(names);
  out << names.call() << "\n";
  if (lines.empty())
    out << "    zero\n";
  SmallVector<uint8_t, 8> roots;
  for (const Line &line : lines)
    roots.push_back(line.node);
  auto leaf = [&](term::Op op, unsigned index) { return names.leaf(op, index); };
  term::Printed printed = term::print(row.nodes, roots, leaf);
  for (const std::string &shared : printed.shared)
    out << "    " << shared << "\n";
  for (auto [line, term] : zip(lines, printed.terms)) {
    std::string text = line.left + " = " + term;
    std::string needs = needsText(names, line.node);
    out << "    ";
    if (needs.empty())
      out << text << "\n";
    else
      out << left_justify(text, 44) << "  " << needs << "\n";
  }
}

/// `names`, separated by white space, as lines of a list.
void documentNames(raw_ostream &out, StringRef title, StringRef explanation, StringRef names) {
  constexpr size_t widest = 98;
  out << "\n## " << title << "\n\n" << explanation << "\n\n```\n";
  std::string line;
  SmallVector<StringRef, 64> words;
  names.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    if (!line.empty() && line.size() + 1 + word.size() > widest) {
      out << line << "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word.str();
  }
  out << line << "\n```\n";
}

void documentFacts(raw_ostream &out) {
  std::string inactive;
  for (ArrayRef<ShapedNames> list : std::initializer_list<ArrayRef<ShapedNames>>{
           calls::standardIO, calls::processAndTime, calls::strings, calls::retaining,
           calls::handingOn, calls::transforms, calls::withFloats})
    for (const ShapedNames &group : list)
      (inactive += group.names) += " ";
  std::string allocators;
  for (const AllocatorFact &fact : memory::allocators)
    (allocators += fact.name) += " ";
  documentNames(out, "Functions through which no derivative flows",
                "Where they have no body in the program and C's signature. Likewise the C++ "
                "library's streams, "
                "strings,\nlocales and exceptions.",
                inactive);
  documentNames(
      out, "Functions that read numbers into memory",
      "What they fill is constant from there on, whatever it depended on before; so are "
      "numbers read\nby `>>` from a C++ stream. Of the scanf family where the format is a "
      "literal without positions;\nelse a variable keeps the derivative that it had.",
      join(readingFunctions(), " "));
  documentNames(out, "Functions that allocate", "Their memory gets a shadow where it is active.",
                allocators);
}

} // namespace

std::string documentRules() {
  std::string text;
  raw_string_ostream out(text);
  out << introduction;
  for (const FormulaTable &table : formulaTables()) {
    out << "\n## " << table.title << "\n\n```\n";
    for (const Formula &row : table.rows)
      documentRow(out, row);
    out << "```\n";
  }
  documentFacts(out);
  return text;
}

} // namespace enzyme
