//===- ClosureNumbers.cpp - where a name has numbers of closures -----------===//
//
// The demangler's tree has the function of a local name, however it is written (a part
// that was there before is a substitution, `S0_`), and its leaves are pieces of the
// mangled name: by their addresses each number finds its function.
//===----------------------------------------------------------------------===//
#include "frontend/ClosureNumbers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/ItaniumDemangle.h"
#include "llvm/Support/Allocator.h"
#include <cstdlib>

using namespace llvm;

namespace enzyme {
namespace {

using itanium_demangle::Node;
using itanium_demangle::NodeArray;

/// The memory of a tree, as the demangler asks for it.
class TreeAllocator {
public:
  void reset() {}
  template <class T, class... Arguments> Node *makeNode(Arguments &&...arguments) {
    return new (memory.Allocate(sizeof(T), alignof(T))) T(std::forward<Arguments>(arguments)...);
  }
  void *allocateNodeArray(size_t size) {
    return memory.Allocate(sizeof(Node *) * size, alignof(Node *));
  }

private:
  BumpPtrAllocator memory;
};

/// LLVM's, but for one thing: of a local name it forgets the template's arguments, which the
/// parameters of `f()::$_0::operator()<int>(int)` still name (`T_`), and so refuses such names.
struct NameParser : itanium_demangle::AbstractManglingParser<NameParser, TreeAllocator> {
  using Base = itanium_demangle::AbstractManglingParser<NameParser, TreeAllocator>;
  using Base::Base;

  /// `state` is there if the name is a function's, whose parameters follow.
  Node *parseLocalName(NameState *state) {
    if (!state)
      return Base::parseLocalName(state);
    Node *encoding = consumeIf('Z') ? parseEncoding() : nullptr;
    if (!encoding || !consumeIf('E'))
      return nullptr;
    if (consumeIf('d')) { // within an argument's default value; the number counts arguments
      parseNumber(/*AllowNegative=*/true);
      if (!consumeIf('_'))
        return nullptr;
    }
    Node *entity = parseName(state);
    if (!entity)
      return nullptr;
    First = itanium_demangle::parse_discriminator(First, Last);
    return make<itanium_demangle::LocalName>(encoding, entity);
  }
};

std::string printed(const Node &node) {
  itanium_demangle::OutputBuffer out;
  node.print(out);
  std::string text{std::string_view{out}};
  std::free(out.getBuffer());
  return text;
}

/// The function of each leaf of a tree that begins with `$_`, by its address in the name.
class Scopes {
public:
  void visit(const Node &node, StringRef scope) {
    using namespace itanium_demangle;
    switch (node.getKind()) {
    case Node::KForwardTemplateReference: // to what the tree has elsewhere
      return;
    case Node::KNameType:
      if (StringRef name = static_cast<const NameType &>(node).getName(); name.starts_with("$_"))
        scopes.try_emplace(name.data(), scope);
      return;
    case Node::KLocalName: {
      auto &local = static_cast<const LocalName &>(node);
      visit(*local.Encoding, scope);
      visit(*local.Entity, printed(*local.Encoding));
      return;
    }
    case Node::KTemplateArgs:
      scope = "";
      break;
    default:
      break;
    }
    node.visit([&](const auto *known) { visitParts(*known, scope); });
  }

  std::string at(const char *place) const { return scopes.lookup(place); }

private:
  template <class Known> void visitParts(const Known &node, StringRef scope) {
    if constexpr (!std::is_same_v<Known, itanium_demangle::ForwardTemplateReference>)
      node.match([&](const auto &...parts) { (visitPart(parts, scope), ...); });
  }
  template <class Part> void visitPart(const Part &part, StringRef scope) {
    if constexpr (std::is_convertible_v<Part, const Node *>) {
      if (const Node *node = part)
        visit(*node, scope);
    } else if constexpr (std::is_same_v<Part, NodeArray>) {
      for (const Node *node : part)
        visit(*node, scope);
    }
  }

  DenseMap<const char *, std::string> scopes;
};

} // namespace

NumberedName takeApart(StringRef name) {
  NumberedName parts;
  if (!name.contains("$_")) {
    parts.text = name.str();
    return parts;
  }
  Scopes scopes;
  NameParser parser(name.begin(), name.end());
  if (const Node *tree = parser.parse())
    scopes.visit(*tree, "");
  while (!name.empty()) {
    size_t at = name.find("$_");
    parts.text += name.substr(0, at);
    if (at == StringRef::npos)
      break;
    parts.text += "$_";
    StringRef digits = name.substr(at + 2).take_while(isDigit);
    parts.numbers.push_back({digits.str(), scopes.at(name.data() + at)});
    name = name.substr(at + 2 + digits.size());
  }
  return parts;
}

} // namespace enzyme
