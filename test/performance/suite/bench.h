/*===- bench.h - what a case of the performance suite tells the suite ------===
 *
 * Problem: a derivative's cost is a ratio, to its own primal, to a derivative by
 * hand, to other tools; each must compute the same numbers, or the ratio means
 * nothing.
 *
 * A case is a header with a Problem, the primal as a template of its scalar so
 * that every tool runs the same source, and a file that defines `measure`:
 * a row per size with what is to be timed. Nothing is timed before all tools of
 * a row agree, with each other and with differences of the primal.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_H
#define BENCH_H

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {

constexpr int Lanes = 8; // directions of the column for forward mode

/** Writes all numbers of a derivative to `out`, whatever was there. */
using Derivative = std::function<void(double *out)>;

struct Tool {
  std::string name;
  Derivative run;
  Derivative arrange{}; // into the order of the others, not timed; may be empty
};

/** One size of a case: the same numbers from every tool. */
class Row {
public:
  Row(std::string size, std::size_t numbers) : size(std::move(size)), numbers(numbers) {}

  Row &primal(std::function<double()> f);
  Row &ours(Derivative d) { return tool("ours", std::move(d)); }
  Row &hand(Derivative d) { return tool("hand", std::move(d)); }
  /** Only compared with, not timed: as exact as the others, or differences. */
  Row &reference(Derivative d) { return tool("reference", std::move(d)); }
  Row &roughly(Derivative d) { return tool("differences", std::move(d)); }
  Row &tool(const std::string &name, Derivative d);

  /** The tool before writes its numbers in an order of its own: brings them in order. */
  Row &arrange(Derivative d) { return tools.back().arrange = std::move(d), *this; }

  /** Lanes directional derivatives in one sweep of forward mode. `d` is called with
   *  room for Lanes numbers; the directions are those of direction(). */
  Row &forward(Derivative d) { return tool("forward", std::move(d)); }

  /** The same lanes by hand. */
  Row &forwardHand(Derivative d) { return tool("forwardHand", std::move(d)); }

  /** Lane `lane` of the directions: `numbers` values between -1 and 1. */
  const double *direction(int lane);

  /** value(x) is what the derivative is of, at x and near it. */
  Row &differences(std::function<double(const double *)> value, std::vector<double> x);

  /** The row belongs to a series over growing sizes; `work` is what the primal does. */
  Row &scaling(double work) { return this->work = work, *this; }

  /** The numbers are a Jacobian or of second order: no limit of primals holds. */
  Row &jacobian() { return isGradient = false, *this; }

  std::string size;
  std::size_t numbers;
  bool isGradient = true;
  double work = 0;
  std::vector<Tool> tools; // the primal first
  std::function<double(const double *)> value;
  std::vector<double> point;
  std::vector<double> directions;
};

class Suite {
public:
  bool quick = false; // small sizes only: they are run once, not timed
  Row &row(const std::string &size, std::size_t numbers) {
    rows.push_back(std::make_unique<Row>(size, numbers));
    return *rows.back();
  }
  std::vector<std::unique_ptr<Row>> rows;
};

/** A row for a scalar function of many unknowns: what every such case has. */
template <class Problem> Row &gradient(Suite &suite, std::shared_ptr<const Problem> p) {
  Row &row = suite.row(p->size(), p->x.size());
  row.primal([p] { return p->value(p->x.data()); });
  row.differences([p](const double *x) { return p->value(x); }, p->x);
  return row;
}

} // namespace bench

/** Every case defines it. */
void measure(bench::Suite &suite);

#endif
