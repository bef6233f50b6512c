// Doubles as words in the standard library's containers, through templates, lambdas and
// members, by value, in pairs and from functions that are not inlined.
#include "check.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace {
using Word = std::uint64_t;
template <class To, class From> To as(const From &from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

class Queue {
public:
  [[gnu::noinline]] void push(Word word) { words.push_back(word); }
  [[gnu::noinline]] Word pop() {
    Word word = words.front();
    words.pop_front();
    return word;
  }
  bool empty() const { return words.empty(); }

private:
  std::deque<Word> words;
};

template <class T> struct Cell {
  T value;
  std::int64_t version;
};
template <class T> [[gnu::noinline]] Cell<T> next(const Cell<T> *cells, T other) {
  return {cells->version > 0 ? cells->value : other, cells->version + 1};
}
[[gnu::noinline]] std::pair<Word, Word> both(const std::vector<Word> &words, int i) {
  return {words[i], words[i + 1]};
}
[[gnu::noinline]] std::optional<Word> maybe(const std::map<int, Word> &table, int key) {
  auto found = table.find(key);
  return found == table.end() ? std::nullopt : std::optional<Word>(found->second);
}
} // namespace

extern "C" double inVector(const double *x) {
  std::vector<Word> words;
  for (int i = 0; i < 3; i++)
    words.push_back(as<Word>(x[i] * x[0]));
  words.push_back(words[1]);
  words.insert(words.begin(), words[2]);
  std::reverse(words.begin(), words.end());
  auto [a, b] = both(words, 1);
  return as<double>(a) * as<double>(b) + as<double>(words[0]);
}
CHECK_FUNCTION(inVector, 3, 0.7, -1.2, 2.1);

extern "C" double inQueue(const double *x) {
  Queue queue;
  for (int i = 0; i < 3; i++)
    queue.push(as<Word>(x[i] * x[i]));
  queue.push(queue.pop());
  double sum = 0, weight = 1;
  while (!queue.empty())
    sum += as<double>(queue.pop()) * weight++;
  return sum;
}
CHECK_FUNCTION(inQueue, 3, 0.7, -1.2, 2.1);

extern "C" double inCells(double x) {
  Cell<Word> cells[2] = {{as<Word>(x * x), 1}, {as<Word>(x), 0}};
  Cell<Word> a = next(&cells[0], cells[1].value), b = next(&cells[1], a.value);
  return as<double>(b.value) * as<double>(next(&b, cells[1].value).value);
}
CHECK_SCALAR(inCells, 0.8);

extern "C" double inMap(double x) {
  std::map<int, Word> table;
  std::function<void(int, Word)> put = [&](int key, Word word) { table[key] = word; };
  put(1, as<Word>(x * x));
  put(2, as<Word>(x + 1));
  put(3, table[1]);
  double product = 1;
  for (int key = 0; key < 5; key++)
    if (auto found = maybe(table, key))
      product *= as<double>(*found);
  return product;
}
CHECK_SCALAR(inMap, 0.8);
