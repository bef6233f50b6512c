//===- sparse.h - Jacobian and Hessian as sparse matrices -------*- C++ -*-===//
//
//   auto J = sparse_jacobian(f, x…);            // SparseMatrix, by rows
//   auto where = jacobian_sparsity(f, x…);      // the pattern once …
//   auto K = sparse_jacobian(where, f, y…);     // … for many points
//
// and the same for hessian. The pattern is found by probing (probing.h), at the
// point and at one nearby, where a number that happens to be zero shows; then the
// numbers take one sweep for each colour (pattern.h). Columns are those of all
// differentiated arguments, in order. A place that is zero at both points, behind a
// branch that neither takes, is not in the pattern: such an f is given its Pattern.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_SPARSE_H
#define ENZYME_CXX_SPARSE_H

#include <enzyme/cxx/dense.h>
#include <enzyme/cxx/probing.h>

namespace enzyme {

/// A matrix by rows (CSR): see Pattern.
template <class S> struct SparseMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<std::size_t> rowStarts, columnIndices;
  std::vector<S> values;
  std::size_t sweeps = 0; ///< how many derivative sweeps the values took

  /// A number of the matrix; zero where it has none.
  S operator()(std::size_t row, std::size_t column) const {
    auto first = columnIndices.begin() + std::ptrdiff_t(rowStarts[row]);
    auto last = columnIndices.begin() + std::ptrdiff_t(rowStarts[row + 1]);
    auto place = std::lower_bound(first, last, column);
    return place != last && *place == column ? values[std::size_t(place - columnIndices.begin())]
                                             : S(0);
  }
};

/// Where a Jacobian is not zero, and the sweeps that give its numbers.
struct JacobianSparsity {
  Pattern pattern;
  std::size_t probes = 0; ///< how many sweeps finding the pattern took

  JacobianSparsity() = default;
  explicit JacobianSparsity(Pattern where, std::size_t probes = 0)
      : pattern(std::move(where)), probes(probes),
        byColumns(detail::colourColumns(pattern, detail::Apart::Long)),
        byRows(detail::colourColumns(pattern.transposed(), detail::Apart::Long)) {}

  bool isForward() const { return cost(byColumns) <= cost(byRows); }
  std::size_t sweeps() const { return std::min(cost(byColumns), cost(byRows)); }

  /// Sums of columns by forward sweeps, long rows by reverse sweeps; and the
  /// other way round.
  detail::Colouring byColumns, byRows;

private:
  static std::size_t cost(const detail::Colouring &colouring) {
    return colouring.colours + colouring.apart.size();
  }
};

/// Where a Hessian is not zero, and the sweeps that give its numbers. A pattern
/// that is given must be symmetric.
struct HessianSparsity {
  Pattern pattern;
  std::size_t probes = 0;

  HessianSparsity() = default;
  explicit HessianSparsity(Pattern where, std::size_t probes = 0)
      : pattern(std::move(where)), probes(probes), colouring(detail::colourStar(pattern)) {}

  std::size_t sweeps() const { return colouring.colours; }

  detail::Colouring colouring;
};

namespace detail {

template <class Shadows, class Entry>
void setNumbersTo(Shadows &shadows, Entry entry, std::size_t k) {
  eachShadowed(shadows, [&](auto &scalar, std::size_t i) {
    scalar = static_cast<remove_cvref_t<decltype(scalar)>>(entry(k, i));
  });
}
template <class S, class Shadows>
std::vector<S> shadowNumbers(Shadows &shadows, std::size_t count) {
  std::vector<S> numbers(count);
  eachShadowed(shadows, [&](auto &scalar, std::size_t i) { numbers[i] = S(scalar); });
  return numbers;
}

// -- products by vectors of numbers ---------------------------------------------------------

/// Products of a Jacobian with `count` vectors, entry(k, i) being number i of vector
/// k; use(k, product).
template <class Problem> class JacobianProducts {
public:
  using S = scalar_t<typename Problem::Result>;
  explicit JacobianProducts(Problem &problem)
      : rows(countScalars(resultShape(problem))), columns(countShadowed(problem.shadows())),
        products(problem) {}

  template <class Entry, class Use> void times(std::size_t count, Entry entry, Use use) {
    products.forward(
        count, rows, [&](std::size_t k, auto &direction) { setNumbersTo(direction, entry, k); },
        [&](std::size_t k, auto &tangents) { use(k, tangents); });
  }
  template <class Entry, class Use> void timesTransposed(std::size_t count, Entry entry, Use use) {
    products.reverse(
        count, rows,
        [&](std::size_t k, auto &seed) {
          for (std::size_t i = 0; i < rows; ++i)
            seed[i] = S(entry(k, i));
        },
        [&](std::size_t k, auto &adjoints) { use(k, shadowNumbers<S>(adjoints, columns)); });
  }

  const std::size_t rows, columns;

private:
  Products<Problem> products;
};

/// The same of a Hessian.
template <class Problem> class HessianProducts {
public:
  using S = typename Problem::Result;
  explicit HessianProducts(Problem &problem)
      : rows(countShadowed(problem.shadows())), columns(rows), products(problem) {}

  template <class Entry, class Use> void times(std::size_t count, Entry entry, Use use) {
    products.hessian(
        count, [&](std::size_t k, auto &direction) { setNumbersTo(direction, entry, k); },
        [&](std::size_t k, auto &product) { use(k, shadowNumbers<S>(product, columns)); });
  }
  template <class Entry, class Use> void timesTransposed(std::size_t count, Entry entry, Use use) {
    times(count, entry, use);
  }

  const std::size_t rows, columns;

private:
  Products<Problem> products;
};

// -- finding the pattern ------------------------------------------------------------------------

/// Adds the places that are not zero at the problem's present point to `found`.
template <class Products> std::size_t probeHere(Products &products, Rows &found) {
  Probing<Products> probing(products);
  Rows here = probing.find();
  found.resize(here.size());
  for (std::size_t row = 0; row < here.size(); ++row)
    found[row].insert(found[row].end(), here[row].begin(), here[row].end());
  return probing.count;
}

/// A point near the arguments, different in every number.
template <class Problem> auto nearbyPoint(Problem &problem) {
  auto point = problem.point();
  RandomNumbers numbers;
  eachShadowed(point, [&](auto &scalar, std::size_t) {
    using S = remove_cvref_t<decltype(scalar)>;
    scalar += S(1e-4) * S(numbers.next()) * (scalar == 0 ? S(1) : scalar);
  });
  return point;
}

/// The places found at the arguments and nearby, and how many products that took.
template <class Products, class Problem>
std::size_t probeAround(Products &products, Problem &problem, Rows &found) {
  std::size_t probes = probeHere(products, found);
  auto point = nearbyPoint(problem);
  Rows nearby;
#ifdef __cpp_exceptions
  try {
    problem.moveTo(&point);
    probes += probeHere(products, nearby);
  } catch (...) {
    nearby.clear(); // f does not accept the point nearby: what shows at x must do
  }
#else
  problem.moveTo(&point);
  probes += probeHere(products, nearby);
#endif
  problem.moveTo(nullptr);
  for (std::size_t row = 0; row < nearby.size(); ++row)
    found[row].insert(found[row].end(), nearby[row].begin(), nearby[row].end());
  return probes;
}

template <class Problem> JacobianSparsity findJacobian(Problem &problem) {
  JacobianProducts<Problem> products(problem);
  Rows found;
  std::size_t probes = probeAround(products, problem, found);
  return JacobianSparsity(patternOf(std::move(found), products.columns), probes);
}

template <class Problem> HessianSparsity findHessian(Problem &problem) {
  HessianProducts<Problem> products(problem);
  Rows found;
  std::size_t probes = probeAround(products, problem, found);
  Rows symmetric = found;
  for (std::size_t row = 0; row < found.size(); ++row)
    for (std::size_t column : found[row])
      symmetric[column].push_back(row);
  return HessianSparsity(patternOf(std::move(symmetric), products.columns), probes);
}

// -- numbers --------------------------------------------------------------------------------------

/// Products from both sides, or with the sides changed.
template <class Products> struct Straight {
  Products &products;
  template <class... A> void times(A... a) { products.times(a...); }
  template <class... A> void timesTransposed(A... a) { products.timesTransposed(a...); }
};
template <class Products> struct Transposed {
  Products &products;
  template <class... A> void times(A... a) { products.timesTransposed(a...); }
  template <class... A> void timesTransposed(A... a) { products.times(a...); }
};

/// The numbers of a pattern in its order.
template <class S, class Products>
std::vector<S> numbersAt(const Pattern &pattern, const Colouring &colouring, Products products) {
  std::vector<S> values(pattern.size());
  products.times(
      colouring.colours,
      [&](std::size_t colour, std::size_t column) { return colouring.colourOf[column] == colour; },
      [&](std::size_t colour, const std::vector<S> &product) {
        for (std::size_t row = 0; row < pattern.rows; ++row)
          for (std::size_t k = pattern.rowStarts[row]; k < pattern.rowStarts[row + 1]; ++k)
            if (colouring.colourOf[pattern.columnIndices[k]] == colour && !colouring.isApart[row])
              values[k] = product[row];
      });
  products.timesTransposed(
      colouring.apart.size(),
      [&](std::size_t k, std::size_t row) { return row == colouring.apart[k]; },
      [&](std::size_t which, const std::vector<S> &product) {
        const std::size_t row = colouring.apart[which];
        for (std::size_t k = pattern.rowStarts[row]; k < pattern.rowStarts[row + 1]; ++k)
          values[k] = product[pattern.columnIndices[k]];
      });
  return values;
}

/// Numbers in the order of the transposed pattern, into the order of the pattern.
template <class S>
std::vector<S> transposeNumbers(const Pattern &pattern, const Pattern &transposed,
                                const std::vector<S> &numbers) {
  std::vector<S> values(numbers.size());
  std::vector<std::size_t> next(transposed.rowStarts.begin(), transposed.rowStarts.end());
  for (std::size_t k = 0; k < pattern.size(); ++k)
    values[k] = numbers[next[pattern.columnIndices[k]]++];
  return values;
}

template <class S>
SparseMatrix<S> matrixAt(const Pattern &pattern, std::vector<S> values, std::size_t sweeps) {
  return {pattern.rows,          pattern.columns,   pattern.rowStarts,
          pattern.columnIndices, std::move(values), sweeps};
}

template <class Problem> auto jacobianAt(const JacobianSparsity &where, Problem &problem) {
  JacobianProducts<Problem> products(problem);
  using S = typename JacobianProducts<Problem>::S;
  checkSize(where.pattern.rows, products.rows,
            "enzyme: the pattern has other rows than the result");
  checkSize(where.pattern.columns, products.columns,
            "enzyme: the pattern has other columns than the arguments");
  if (where.isForward())
    return matrixAt<S>(
        where.pattern,
        numbersAt<S>(where.pattern, where.byColumns, Straight<JacobianProducts<Problem>>{products}),
        where.sweeps());
  const Pattern transposed = where.pattern.transposed();
  std::vector<S> numbers =
      numbersAt<S>(transposed, where.byRows, Transposed<JacobianProducts<Problem>>{products});
  return matrixAt<S>(where.pattern, transposeNumbers(where.pattern, transposed, numbers),
                     where.sweeps());
}

/// Does column `j` stand alone among its colour in row `i`?
inline bool isAlone(const Pattern &graph, const Colouring &colouring, std::size_t i,
                    std::size_t j) {
  std::size_t sharing = 0;
  for (std::size_t k = graph.rowStarts[i]; k < graph.rowStarts[i + 1]; ++k)
    sharing += colouring.colourOf[graph.columnIndices[k]] == colouring.colourOf[j];
  return sharing == 1;
}

template <class Problem> auto hessianAt(const HessianSparsity &where, Problem &problem) {
  HessianProducts<Problem> products(problem);
  using S = typename Problem::Result;
  const Pattern &pattern = where.pattern;
  checkSize(pattern.columns, products.columns,
            "enzyme: the pattern has other columns than the arguments");
  const std::vector<std::size_t> &colourOf = where.colouring.colourOf;
  std::vector<std::vector<S>> sums;
  products.times(
      where.colouring.colours,
      [&](std::size_t colour, std::size_t column) { return colourOf[column] == colour; },
      [&](std::size_t, const std::vector<S> &product) { sums.push_back(product); });
  std::vector<S> values(pattern.size());
  for (std::size_t i = 0; i < pattern.rows; ++i)
    for (std::size_t k = pattern.rowStarts[i]; k < pattern.rowStarts[i + 1]; ++k) {
      const std::size_t j = pattern.columnIndices[k];
      values[k] =
          isAlone(pattern, where.colouring, i, j) ? sums[colourOf[j]][i] : sums[colourOf[i]][j];
    }
  return matrixAt<S>(pattern, std::move(values), where.sweeps());
}

} // namespace detail

// -- what people call -----------------------------------------------------------------------------

template <class F, class... A> JacobianSparsity jacobian_sparsity(F &&f, A &&...arguments) {
  return detail::withProblem<detail::NeedsNumbers>(
      [](auto &problem) { return detail::findJacobian(problem); }, f, arguments...);
}

template <class F, class... A> HessianSparsity hessian_sparsity(F &&f, A &&...arguments) {
  return detail::withProblem<detail::NeedsTwoDerivatives>(
      [](auto &problem) { return detail::findHessian(problem); }, f, arguments...);
}

template <class F, class... A>
auto sparse_jacobian(const JacobianSparsity &where, F &&f, A &&...arguments) {
  return detail::withProblem<detail::NeedsNumbers>(
      [&](auto &problem) { return detail::jacobianAt(where, problem); }, f, arguments...);
}

template <class F, class... A>
auto sparse_hessian(const HessianSparsity &where, F &&f, A &&...arguments) {
  return detail::withProblem<detail::NeedsTwoDerivatives>(
      [&](auto &problem) { return detail::hessianAt(where, problem); }, f, arguments...);
}

template <class F, class... A,
          class = std::enable_if_t<!std::is_same_v<remove_cvref_t<F>, JacobianSparsity>>>
auto sparse_jacobian(F &&f, A &&...arguments) {
  return sparse_jacobian(jacobian_sparsity(f, arguments...), f, arguments...);
}

template <class F, class... A,
          class = std::enable_if_t<!std::is_same_v<remove_cvref_t<F>, HessianSparsity>>>
auto sparse_hessian(F &&f, A &&...arguments) {
  return sparse_hessian(hessian_sparsity(f, arguments...), f, arguments...);
}

} // namespace enzyme
#endif
