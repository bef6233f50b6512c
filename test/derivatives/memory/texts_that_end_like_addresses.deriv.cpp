// Text whose last word looks like an address to the derivative: its end is written as a byte that might be anything, into
// memory that is its own shadow.
#include "check.h"
#include <memory>
#include <string>
#include <vector>

/// Bytes of which nothing is known: text here, numbers there.
struct buffer {
  std::unique_ptr<unsigned char[]> bytes;
  size_t size = 0;
};
NOINLINE static void append(buffer &to, const void *from, size_t count) {
  memcpy(to.bytes.get() + to.size, from, count);
  to.size += count;
}
NOINLINE static void end(buffer &text) { text.bytes[text.size] = 0; }

/// How often 'b' is in it, and a thousand times 'k'.
NOINLINE static double weight(const char *text) {
  double sum = 0;
  for (; *text; text++)
    sum += *text == 'b' ? 1 : *text == 'k' ? 1000 : 0;
  return sum;
}
NOINLINE static double weigh(const char *text, const double *x, unsigned char *room) {
  buffer words{std::unique_ptr<unsigned char[]>(room)}, numbers{std::make_unique<unsigned char[]>(16)};
  append(words, text, strlen(text));
  end(words);
  double squares[2] = {x[0] * x[0], x[1] * x[1]};
  append(numbers, squares, sizeof squares);
  double read[2];
  memcpy(read, numbers.bytes.get(), sizeof read);
  double result = read[0] + read[1] * weight((const char *)words.bytes.get());
  words.bytes.release();
  return result;
}
static double bytes(const double *x) {
  static const char *const texts[] = {"abkbkb", "bbbkkbabkbkb", "k", "abkbkbbbbkkbabkbkbabkb"};
  double sum = 0;
  for (const char *text : texts) {
    unsigned char *room = (unsigned char *)calloc(strlen(text) + 16, 1);
    sum += weigh(text, x, room) * x[0];
    free(room);
  }
  return sum;
}
CHECK_FUNCTION(bytes, 2, 0.7, 1.3);

/// A reader of formulas, in a box that holds numbers, too.
struct reader {
  std::string formula;
  double *variable;
};
struct parser {
  std::unique_ptr<reader> own{new reader};
  std::vector<double> numbers;
  std::vector<std::pair<std::string, double>> kept;
};
NOINLINE static void read(parser &p, const std::string &text) {
  p.own->formula = text + " ";
  p.kept.emplace_back(text, *p.own->variable);
}
static double strings(const double *x) {
  double a = x[0] * x[1], sum = 0;
  for (const char *text : {"bbkkaaaaaaaaaaaabkbkbk", "bbkkaaaaaaaaaaaabkbkb", "bbkkaaaaaaaaaaaabkbkbkaaaaaakkbb"}) {
    parser p;
    p.own->variable = &a;
    read(p, text);
    sum += weight(p.own->formula.c_str()) * *p.own->variable + weight(p.kept[0].first.c_str()) * p.kept[0].second * x[0];
  }
  return sum;
}
CHECK_FUNCTION(strings, 2, 0.7, 1.3);
