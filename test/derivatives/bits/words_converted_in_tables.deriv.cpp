// Words of numbers in hash tables, which are converted to numbers and read in no other way: what tells of the numbers is
// the store through what the table returned before.
#include "bits.h"
#include "check.h"
#include <unordered_map>
#include <unordered_set>

double one(double x) {
  std::unordered_map<int, int64_t> words;
  words[3] = (int64_t)wordOf(x);
  return (double)words[3] * 0x1p-52;
}
double several(double x) {
  std::unordered_map<int64_t, uint64_t> words;
  for (int i = 1; i < 6; i++)
    words[i] = wordOf(x * i);
  double sum = 0;
  for (auto &[key, word] : words)
    sum += (double)word * 0x1p-52 * (double)key;
  return sum + (double)words[3] * 0x1p-52;
}
double emplaced(double x) {
  std::unordered_map<unsigned, int64_t> words(10);
  for (unsigned i = 1; i < 6; i++)
    words.emplace(i, (int64_t)wordOf(x * i));
  return (double)words.at(3) * 0x1p-52 + (double)words.find(4)->second * 0x1p-51;
}
double in_a_set(double x) {
  std::unordered_set<int64_t> words;
  for (int i = 1; i < 6; i++)
    words.insert((int64_t)wordOf(x * i));
  double sum = 0;
  for (int64_t word : words)
    sum += (double)word * 0x1p-52;
  return sum;
}
CHECK_SCALAR(one, 0.3, 1.8);
CHECK_SCALAR(several, 0.3, 1.8);
CHECK_SCALAR(emplaced, 0.3, 1.8);
CHECK_SCALAR(in_a_set, 0.3, 1.8);
