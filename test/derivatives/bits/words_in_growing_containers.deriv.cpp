// Numbers kept as words in containers that move them when they grow: the copy is one of bytes, in
// memory that is declared to hold integers. And in maps, whose nodes the library links.
// oracle: differs, to it a number that is converted to an integer is a step always
#include "bits.h"
#include "check.h"
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

double read_as_numbers(double x) {
  std::vector<int64_t> words;
  for (int i = 1; i < 6; i++)
    words.push_back((int64_t)wordOf(x * i));
  double sum = 0;
  for (int64_t word : words)
    sum += doubleOf((uint64_t)word) * sum + doubleOf((uint64_t)word);
  return sum;
}
double converted(double x) {
  std::vector<uint64_t> words;
  for (int i = 1; i < 6; i++)
    words.insert(words.begin(), wordOf(x * i));
  double sum = 0;
  for (uint64_t word : words)
    sum += (double)word * 0x1p-52;
  return sum;
}
NOINLINE static void append(std::vector<uint64_t> &to, double x) { to.push_back(wordOf(x)); }
NOINLINE static double product(const std::vector<uint64_t> &words) {
  double result = 1;
  for (uint64_t word : words)
    result *= doubleOf(word);
  return result;
}
double in_functions(double x) {
  std::vector<uint64_t> words;
  for (int i = 1; i < 6; i++)
    append(words, x * i);
  std::vector<uint64_t> copy = words;
  copy.erase(copy.begin() + 1);
  copy.resize(3);
  return product(copy);
}
double by_hand(double x) {
  uint64_t *words = nullptr;
  size_t n = 0, room = 0;
  for (int i = 1; i < 6; i++) {
    if (n == room)
      words = (uint64_t *)realloc(words, (room = 2 * room + 1) * sizeof *words);
    words[n++] = wordOf(x * i);
  }
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += doubleOf(words[i]) * (double)i;
  free(words);
  return sum * x;
}
double in_a_deque(double x) {
  std::deque<uint64_t> words;
  for (int i = 1; i < 100; i++)
    words.push_front(wordOf(x * i));
  double sum = 0;
  for (size_t i = 0; i < words.size(); i++)
    sum += doubleOf(words[i]) / (double)(i + 1);
  return sum * x;
}
double in_a_map(double x) {
  std::map<int, int64_t> words;
  for (int i = 1; i < 6; i++)
    words[7 * i % 5] = (int64_t)wordOf(x * i);
  double sum = 0;
  for (const auto &[key, word] : words)
    sum += key * ((double)word * 0x1p-52);
  return sum;
}
double in_a_table(double x) {
  std::unordered_map<int, uint64_t> words;
  for (int i = 1; i < 40; i++)
    words[i] = wordOf(x * i);
  double sum = 0;
  for (const auto &[key, word] : words)
    sum += (double)word * 0x1p-52 + doubleOf(word) * key;
  return sum;
}
struct node {
  int64_t key;
  std::unique_ptr<node> left, right;
};
NOINLINE static void insert(std::unique_ptr<node> &tree, int64_t key) {
  if (tree)
    return insert(key < tree->key ? tree->left : tree->right, key);
  tree = std::make_unique<node>();
  tree->key = key;
}
NOINLINE static double total(const node *tree) {
  return tree ? total(tree->left.get()) + (double)tree->key * 0x1p-52 + total(tree->right.get())
              : 0;
}
double in_a_tree(double x) {
  std::unique_ptr<node> tree;
  for (int i = 0; i < 6; i++)
    insert(tree, (int64_t)wordOf(x * (5 * i % 7 + 1)));
  return total(tree.get());
}
// Integers in such memory beside: they are none.
struct counted {
  uint64_t word, times;
};
double counts(double x) {
  std::map<int, counted> words;
  for (int i = 0; i < 12; i++) {
    counted &each = words[i % 3];
    each.word = wordOf(x * (i % 3 + 1));
    each.times += (uint64_t)i << (i % 2 ? 0 : 54);
  }
  double sum = 0;
  for (const auto &[key, each] : words)
    sum += doubleOf(each.word) * (double)each.times;
  return sum * x * 0x1p-54;
}
CHECK_SCALAR(read_as_numbers, 0.3, 1.8);
CHECK_SCALAR(converted, 0.3, 2.8);
CHECK_SCALAR(in_functions, 0.3, 1.8);
CHECK_SCALAR(by_hand, 0.3, 1.8);
CHECK_SCALAR(in_a_deque, 0.3, 1.8);
CHECK_SCALAR(in_a_map, 0.3, 1.8);
CHECK_SCALAR(in_a_table, 0.3, 1.8);
CHECK_SCALAR(in_a_tree, 0.3, 1.8);
CHECK_SCALAR(counts, 0.3, 1.8);
