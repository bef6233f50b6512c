// Regions in which threads throw and catch, and copy memory whose contents the compiler does not know: each of them
// asks for its number in a team of a given size, so that one thread could not run it.
//! teams: all
#define REPEATS 10
#include "check.h"
#include <any>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

enum { most = 5 };

// Shares of the work, as libraries divide it themselves.
struct Share {
  int first, last;
};
static Share share() {
  int number = omp_get_thread_num();
  return {number * N / most, (number + 1) * N / most};
}

static double total(const double (&parts)[most]) {
  double sum = 0;
  for (double part : parts)
    sum += part;
  return sum;
}

struct Left {
  double by;
  int at;
};

__attribute__((noinline)) static double positive(double value, int at) {
  if (value < 1.2)
    throw Left{value * value, at};
  return value * value * value;
}

static double thrown(double *x) { // objects with numbers, caught by the thread that threw them
  double sums[most] = {0};
#pragma omp parallel num_threads(most)
  {
    Share own = share();
    double sum = 0;
    for (int i = own.first; i < own.last; i++)
      try {
        sum += positive(x[i], i);
      } catch (const Left &left) {
        sum += left.by * x[left.at] * x[0];
      }
    sums[omp_get_thread_num()] = sum;
  }
  return total(sums);
}

static double mayThrow(double *x) { // vectors of each thread
  std::vector<double> results[most];
#pragma omp parallel num_threads(most)
  {
    Share own = share();
    std::vector<double> &mine = results[omp_get_thread_num()];
    for (int i = own.first; i < own.last; i++)
      mine.push_back(x[i] * x[(i + 1) % N]);
    if (mine.at(0) > 1e9)
      throw std::runtime_error("this ends the program " + std::to_string(mine[0]));
  }
  double sum = 0;
  for (auto &part : results)
    for (double value : part)
      sum += value * value;
  return sum;
}

struct Any { // a number, or an address
  alignas(8) char bytes[8];
  int isNumber;
};
__attribute__((noinline)) static void copy(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }
__attribute__((noinline)) static double read(const Any &any) {
  double number, *place;
  if (!any.isNumber) {
    memcpy(&place, any.bytes, sizeof place);
    return *place;
  }
  memcpy(&number, any.bytes, sizeof number);
  return number;
}

static double unknown(double *x) { // all threads copy the same numbers, and add to the same adjoints
  Any shared[8];
  for (int k = 0; k < 8; k++) {
    shared[k].isNumber = k % 2;
    double number = x[k] * x[k], *place = &x[k + 8];
    if (k % 2)
      memcpy(shared[k].bytes, &number, sizeof number);
    else
      memcpy(shared[k].bytes, &place, sizeof place);
  }
  double sums[most] = {0};
#pragma omp parallel num_threads(most)
  {
    Share own = share();
    double sum = 0;
    for (int i = own.first; i < own.last; i++) {
      Any any[8];
      copy(any, shared, sizeof any);
      sum += read(any[i % 8]) * read(any[(i + 3) % 8]) * x[i];
    }
    sums[omp_get_thread_num()] = sum;
  }
  return total(sums);
}

static double floats(double *x) { // two in a word; little of the sum, as they are rounded
  struct Pair {
    float first, second;
  } shared[4];
  for (int k = 0; k < 4; k++)
    shared[k] = {float(x[k] * x[k]), float(x[k] * 2)};
  double sums[most] = {0};
#pragma omp parallel num_threads(most)
  {
    Share own = share();
    double sum = 0;
    for (int i = own.first; i < own.last; i++) {
      Pair pair[4];
      copy(pair, shared, sizeof pair);
      sum += double(pair[i % 4].first) * double(pair[(i + 1) % 4].second) * x[i];
    }
    sums[omp_get_thread_num()] = sum;
  }
  return 1e-8 * total(sums) + x[0] * x[1];
}

static double named(double *x) { // values with names
  std::variant<double, std::string, std::vector<double>> shared[3] = {x[0] * x[1], "a name that is long enough to be allocated",
                                                                     std::vector<double>{x[2], x[3]}};
  double sums[most] = {0};
#pragma omp parallel num_threads(most)
  {
    Share own = share();
    double sum = 0;
    for (int i = own.first; i < own.last; i++) {
      auto value = shared[i % 3];
      std::string text = "thread " + std::to_string(omp_get_thread_num());
      if (auto *number = std::get_if<double>(&value))
        sum += *number * x[i] * double(text.size());
      else if (auto *numbers = std::get_if<std::vector<double>>(&value))
        sum += numbers->at(i % 2) * x[i];
      else
        sum += x[i] * double(std::get<std::string>(value).size());
    }
    sums[omp_get_thread_num()] = sum;
  }
  return total(sums);
}

#define ALL(X) X(thrown) X(mayThrow) X(unknown) X(floats) X(named)
ALL(DERIVATIVES)

int main() {
  ALL(CHECK)
  return failures != 0;
}
