// A document of numbers, texts, shared lists and shared maps of such, as libraries for JSON have
// it: what a variant holds is loaded as a number and as an address before its index is looked at.
// flags: -std=c++20
#include "check.h"
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

struct Value;
using List = std::vector<Value>;
using Object = std::map<std::string, Value>;
struct Value {
  std::variant<std::nullptr_t, bool, double, std::string, std::shared_ptr<List>,
               std::shared_ptr<Object>>
      is;
};

static double sumOf(const Value &value) {
  if (auto *number = std::get_if<double>(&value.is))
    return *number;
  if (auto *text = std::get_if<std::string>(&value.is))
    return text->size();
  if (auto *list = std::get_if<std::shared_ptr<List>>(&value.is)) {
    double sum = 1;
    for (auto &element : **list)
      sum = sum * 0.5 + sumOf(element) * sum;
    return sum;
  }
  if (auto *object = std::get_if<std::shared_ptr<Object>>(&value.is)) {
    double sum = 0;
    for (auto &[name, element] : **object)
      sum += sumOf(element) * name.size();
    return sum;
  }
  return 0;
}
static double ofDocument(const double *x) {
  auto list = std::make_shared<List>();
  list->push_back({x[0]});
  list->push_back({std::string("a text of more than sixteen characters")});
  list->push_back({true});
  list->push_back({x[0] * x[1]});
  auto object = std::make_shared<Object>();
  (*object)["x"] = {x[1]};
  (*object)["list"] = {list};
  (*object)["name"] = {std::string("n")};
  auto changed = std::make_shared<Object>(*object);
  (*changed)["x"] = (*changed)["list"];
  (*changed)["inner"] = {object};
  Value root{changed};
  Value copy = root;
  return sumOf(copy);
}

/// The least of it: a number, or the address of many.
struct Tree {
  std::variant<double, std::vector<Tree> *> is;
};
static double sumOf(const Tree &tree) {
  if (auto *number = std::get_if<double>(&tree.is))
    return *number;
  if (auto *several = std::get_if<std::vector<Tree> *>(&tree.is)) {
    double sum = 1;
    for (size_t i = 0; i < (*several)->size(); ++i)
      sum = sum * 0.5 + sumOf((**several)[i]) * sum;
    return sum;
  }
  return 0;
}
static double ofTree(const double *x) {
  std::vector<Tree> several(2);
  several[0].is = x[0];
  several[1].is = x[0] * x[1];
  Tree root;
  root.is = &several;
  return sumOf(root);
}

CHECK_FUNCTION(ofDocument, 2, 0.5, 1.5);
CHECK_FUNCTION(ofTree, 2, 0.5, 1.5);
