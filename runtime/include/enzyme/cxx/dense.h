//===- dense.h - Jacobian and Hessian as dense matrices ---------*- C++ -*-===//
//
//   jacobian(f, x…)   a Matrix, or a std::tuple of one for each argument
//   hessian(f, x…)    one Matrix over the numbers of all arguments, in order
//
// The Jacobian takes forward sweeps or reverse sweeps, whichever are fewer.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_DENSE_H
#define ENZYME_CXX_DENSE_H

#include <enzyme/cxx/products.h>

namespace enzyme {

/// Numbers in rows, one row after the other.
template <class S> struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<S> values;

  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns)
      : rows(rows), columns(columns), values(rows * columns) {}
  S &operator()(std::size_t row, std::size_t column) { return values[row * columns + column]; }
  const S &operator()(std::size_t row, std::size_t column) const {
    return values[row * columns + column];
  }
};

namespace detail {

/// visit(scalar, index) for all numbers of all shadows, counted through.
template <class... T, class Visit>
void eachShadowed(std::tuple<Shadow<T>...> &shadows, Visit visit) {
  std::size_t next = 0;
  std::apply(
      [&](auto &...shadow) {
        (eachScalar(shadow.owner, [&](auto &scalar) { visit(scalar, next++); }), ...);
      },
      shadows);
}

template <class... T> std::size_t countShadowed(const std::tuple<Shadow<T>...> &shadows) {
  return std::apply([](auto &...shadow) { return (countScalars(shadow.owner) + ... + 0); },
                    shadows);
}

/// All numbers of the shadows become 0, number `one` becomes 1.
template <class Shadows> void setUnit(Shadows &shadows, std::size_t one) {
  eachShadowed(shadows, [&](auto &scalar, std::size_t index) { scalar = index == one; });
}

/// The columns of each argument as a matrix of its own.
template <class S, class... T>
auto splitColumns(Matrix<S> &&all, const std::tuple<Shadow<T>...> &shadows) {
  if constexpr (sizeof...(T) == 1) {
    return std::move(all);
  } else {
    std::size_t first = 0;
    auto part = [&](const auto &shadow) {
      Matrix<S> columns(all.rows, countScalars(shadow.owner));
      for (std::size_t row = 0; row < all.rows; ++row)
        for (std::size_t column = 0; column < columns.columns; ++column)
          columns(row, column) = all(row, first + column);
      first += columns.columns;
      return columns;
    };
    return std::apply(
        [&](const auto &...shadow) {
          return std::tuple<decltype(part(shadow))...>{part(shadow)...};
        },
        shadows);
  }
}

template <class Problem> auto jacobianOf(Problem &problem) {
  Products<Problem> products(problem);
  const auto shadows = problem.shadows();
  Matrix<typename Products<Problem>::S> all(countScalars(resultShape(problem)),
                                            countShadowed(shadows));
  if (all.columns <= all.rows)
    products.forward(
        all.columns, all.rows, [](std::size_t k, auto &direction) { setUnit(direction, k); },
        [&](std::size_t column, auto &tangents) {
          for (std::size_t row = 0; row < all.rows; ++row)
            all(row, column) = tangents[row];
        });
  else
    products.reverse(
        all.rows, all.rows, [](std::size_t k, auto &seed) { seed[k] = 1; },
        [&](std::size_t row, auto &adjoints) {
          eachShadowed(adjoints,
                       [&](auto &scalar, std::size_t column) { all(row, column) = scalar; });
        });
  return splitColumns(std::move(all), shadows);
}

template <class Problem> auto hessianOf(Problem &problem) {
  const std::size_t n = countShadowed(problem.shadows());
  Matrix<typename Problem::Result> all(n, n);
  Products<Problem>(problem).hessian(
      n, [](std::size_t k, auto &direction) { setUnit(direction, k); },
      [&](std::size_t column, auto &products) {
        eachShadowed(products, [&](auto &scalar, std::size_t row) { all(row, column) = scalar; });
      });
  return all;
}

} // namespace detail

template <class F, class... A> auto jacobian(F &&f, A &&...arguments) {
  return detail::withProblem<detail::NeedsNumbers>(
      [](auto &problem) { return detail::jacobianOf(problem); }, f, arguments...);
}

template <class F, class... A> auto hessian(F &&f, A &&...arguments) {
  return detail::withProblem<detail::NeedsTwoDerivatives>(
      [](auto &problem) { return detail::hessianOf(problem); }, f, arguments...);
}

} // namespace enzyme
#endif
