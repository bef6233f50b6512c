//===- implicit.h - derivatives of what an equation defines -----*- C++ -*-===//
//
// Problem: x is found by iterating, but it is defined by an equation. Its derivative
// follows from the equation at x alone; to differentiate the iteration costs more,
// and is wrong where it stops early.
//
//   implicit_root(r, solve, guess, theta)   x with r(x, theta) = 0, x = solve(guess, theta)
//   fixed_point(f, guess, theta)            x with f(x, theta) = x, by iteration
//   linear_solve(a, b)                      x with a x = b
//
// Here: each is a function with a registered rule, for use inside functions that are
// differentiated. With J = dr/dx:  J x' = -(dr/dtheta) theta'   (forward)
//                                  theta̅ -= (dr/dtheta)^T J^-T x̅  (reverse)
// theta is any object with numbers: a double, a vector, a tuple, a structure. What r
// and solve captured is constant. Derivatives of first order.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_IMPLICIT_H
#define ENZYME_CXX_IMPLICIT_H

#include <enzyme/cxx/dense.h>

#include <cmath>
#include <memory>

namespace enzyme {
namespace detail {

/// A square matrix as a product of triangular ones, rows exchanged for the largest
/// pivot in each column.
template <class S> class Factors {
public:
  explicit Factors(Matrix<S> matrix) : lu(std::move(matrix)), order(lu.rows) {
    for (std::size_t k = 0; k < lu.rows; ++k) {
      order[k] = pivotOf(k);
      for (std::size_t j = 0; j < lu.columns; ++j)
        std::swap(lu(k, j), lu(order[k], j));
      if (lu(k, k) == 0)
        refuse<std::domain_error>("enzyme: the matrix of the implicit equation is singular");
      for (std::size_t i = k + 1; i < lu.rows; ++i) {
        lu(i, k) /= lu(k, k);
        for (std::size_t j = k + 1; j < lu.columns; ++j)
          lu(i, j) -= lu(i, k) * lu(k, j);
      }
    }
  }

  void solve(std::vector<S> &x) const {
    for (std::size_t k = 0; k < lu.rows; ++k) {
      std::swap(x[k], x[order[k]]);
      for (std::size_t i = k + 1; i < lu.rows; ++i)
        x[i] -= lu(i, k) * x[k];
    }
    for (std::size_t k = lu.rows; k-- > 0;) {
      x[k] /= lu(k, k);
      for (std::size_t i = 0; i < k; ++i)
        x[i] -= lu(i, k) * x[k];
    }
  }

  void solveTransposed(std::vector<S> &x) const {
    for (std::size_t k = 0; k < lu.rows; ++k) {
      x[k] /= lu(k, k);
      for (std::size_t i = k + 1; i < lu.rows; ++i)
        x[i] -= lu(k, i) * x[k];
    }
    for (std::size_t k = lu.rows; k-- > 0;) {
      for (std::size_t i = k + 1; i < lu.rows; ++i)
        x[k] -= lu(i, k) * x[i];
      std::swap(x[k], x[order[k]]);
    }
  }

private:
  std::size_t pivotOf(std::size_t k) const {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < lu.rows; ++i)
      if (std::abs(lu(i, k)) > std::abs(lu(best, k)))
        best = i;
    return best;
  }

  Matrix<S> lu;
  std::vector<std::size_t> order;
};

/// Where the numbers of a shadow are. What leads to them (a vector's pointers) may
/// have moved on when the reverse sweep comes; they have not. The shadow of a
/// constant has none, or takes them in vain.
template <class S> using Places = std::vector<S *>;

template <class S> void addNumbers(const Places<S> &places, const std::vector<S> &numbers) {
  for (std::size_t i = 0; i < places.size() && i < numbers.size(); ++i)
    *places[i] += numbers[i];
}

/// The numbers of an adjoint, which are zero afterwards.
template <class S> std::vector<S> takeNumbers(const Places<S> &places, std::size_t count) {
  std::vector<S> numbers(count);
  for (std::size_t i = 0; i < places.size() && i < count; ++i)
    numbers[i] = std::exchange(*places[i], S(0));
  return numbers;
}

// -- r(x, theta) = 0 --------------------------------------------------------------------------

template <class Residual, class Solve, class X, class Theta> struct RootRule {
  using S = scalar_t<X>;
  struct Point {
    X x;
    Theta theta;
  };
  struct Tape {
    Point at;
    Places<scalar_t<Theta>> theta;
    Places<S> x;
  };

  [[gnu::noinline]] static void root(const Residual *, const Solve *solve, const Theta *theta,
                                     X *x) {
    X found = (*solve)(static_cast<const X &>(*x), *theta);
    copyNumbers(found, *x);
  }

  // structure: allow parameters, because rules take each parameter twice
  static void *augmented(const Residual *residual, const Residual *, const Solve *solve,
                         const Solve *, const Theta *theta, Theta *thetaShadow, X *x, X *xShadow) {
    root(residual, solve, theta, x);
    return new Tape{{*x, *theta}, scalarsOf(*thetaShadow), scalarsOf(*xShadow)};
  }

  // structure: allow parameters, because rules take each parameter twice
  static void reversed(const Residual *residual, const Residual *, const Solve *, const Solve *,
                       const Theta *, Theta *, X *, X *, void *kept) {
    std::unique_ptr<Tape> tape(static_cast<Tape *>(kept));
    std::vector<S> adjoint = takeNumbers(tape->x, countScalars(tape->at.x));
    Factors<S>(byX(*residual, tape->at)).solveTransposed(adjoint);
    for (S &number : adjoint)
      number = -number;
    X seed = tape->at.x;
    setNumbers(adjoint, seed);
    const auto product = enzyme::vjp(*residual, Const<const X &>(tape->at.x), tape->at.theta, seed);
    addNumbers(tape->theta, numbersOf<scalar_t<Theta>>(product));
  }

  // structure: allow parameters, because rules take each parameter twice
  static void forward(const Residual *residual, const Residual *, const Solve *solve, const Solve *,
                      const Theta *theta, const Theta *thetaShadow, X *x, X *xShadow) {
    root(residual, solve, theta, x);
    const Point here{*x, *theta};
    std::vector<S> tangent = byTheta(*residual, here, *thetaShadow);
    Factors<S>(byX(*residual, here)).solve(tangent);
    for (S &number : tangent)
      number = -number;
    setNumbers(tangent, *xShadow);
  }

  [[gnu::used]] inline static void *__enzyme_register_gradient_root[3] = {
      reinterpret_cast<void *>(root), reinterpret_cast<void *>(augmented),
      reinterpret_cast<void *>(reversed)};
  [[gnu::used]] inline static void *__enzyme_register_derivative_root[2] = {
      reinterpret_cast<void *>(root), reinterpret_cast<void *>(forward)};

private:
  static Matrix<S> byX(const Residual &residual, const Point &at) {
    return enzyme::jacobian(residual, at.x, Const<const Theta &>(at.theta));
  }
  /// A tangent that is the shadow of a constant has no numbers.
  static std::vector<S> byTheta(const Residual &residual, const Point &at, const Theta &tangent) {
    if (countScalars(tangent) != countScalars(at.theta))
      return std::vector<S>(countScalars(at.x));
    return numbersOf<S>(enzyme::jvp(residual, Const<const X &>(at.x), at.theta, tangent));
  }
};

// -- a x = b ------------------------------------------------------------------------------------

template <class S> struct LinearRule {
  using Vector = std::vector<S>;
  struct Tape {
    Factors<S> factors;
    Vector found;
    Places<S> a, b, x;
  };

  [[gnu::noinline]] static void solve(const Matrix<S> *a, const Vector *b, Vector *x) {
    Vector found = *b;
    Factors<S>(*a).solve(found);
    copyNumbers(found, *x);
  }

  // structure: allow parameters, because rules take each parameter twice
  static void *augmented(const Matrix<S> *a, Matrix<S> *aShadow, const Vector *b, Vector *bShadow,
                         Vector *x, Vector *xShadow) {
    auto tape = std::make_unique<Tape>(Tape{Factors<S>(*a), *b, scalarsOf(aShadow->values),
                                            scalarsOf(*bShadow), scalarsOf(*xShadow)});
    tape->factors.solve(tape->found);
    copyNumbers(tape->found, *x);
    return tape.release();
  }

  // structure: allow parameters, because rules take each parameter twice
  static void reversed(const Matrix<S> *, Matrix<S> *, const Vector *, Vector *, Vector *, Vector *,
                       void *kept) {
    std::unique_ptr<Tape> tape(static_cast<Tape *>(kept));
    const std::size_t n = tape->found.size();
    Vector adjoint = takeNumbers(tape->x, n);
    tape->factors.solveTransposed(adjoint);
    addNumbers(tape->b, adjoint);
    for (std::size_t k = 0; k < tape->a.size(); ++k)
      *tape->a[k] -= adjoint[k / n] * tape->found[k % n];
  }

  // structure: allow parameters, because rules take each parameter twice
  static void forward(const Matrix<S> *a, const Matrix<S> *aShadow, const Vector *b,
                      const Vector *bShadow, Vector *x, Vector *xShadow) {
    const std::size_t n = b->size();
    const Factors<S> factors(*a);
    Vector found = *b, tangent(n);
    factors.solve(found);
    std::copy(bShadow->begin(), bShadow->end(), tangent.begin());
    if (aShadow->values.size() == n * n)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          tangent[i] -= aShadow->values[i * n + j] * found[j];
    factors.solve(tangent);
    copyNumbers(found, *x);
    copyNumbers(tangent, *xShadow);
  }

  [[gnu::used]] inline static void *__enzyme_register_gradient_solve[3] = {
      reinterpret_cast<void *>(solve), reinterpret_cast<void *>(augmented),
      reinterpret_cast<void *>(reversed)};
  [[gnu::used]] inline static void *__enzyme_register_derivative_solve[2] = {
      reinterpret_cast<void *>(solve), reinterpret_cast<void *>(forward)};
};

} // namespace detail

// -- what people call -----------------------------------------------------------------------------

/// The x with residual(x, theta) = 0 that solve(guess, theta) finds. residual and
/// solve return an X; residual has as many numbers as x.
template <class Residual, class Solve, class X, class Theta>
X implicit_root(const Residual &residual, const Solve &solve, X guess, const Theta &theta) {
  using Rule = detail::RootRule<Residual, Solve, X, Theta>;
  static_cast<void>(Rule::__enzyme_register_gradient_root);
  static_cast<void>(Rule::__enzyme_register_derivative_root);
  Rule::root(&residual, &solve, &theta, &guess);
  return guess;
}

/// The x with step(x, theta) = x, by iteration from the guess until no number changes
/// by more than `tolerance` relative to 1 + its size.
template <class Step, class X, class Theta>
X fixed_point(const Step &step, X guess, const Theta &theta, double tolerance = 1e-14,
              int iterations = 10000) {
  auto iterate = [&step, tolerance, iterations](const X &from, const Theta &at) {
    X x = from;
    for (int i = 0; i < iterations; ++i) {
      X next = step(static_cast<const X &>(x), at);
      const auto places = detail::scalarsOf(x);
      std::size_t k = 0;
      bool isDone = true;
      detail::eachScalar(next, [&](const auto &scalar) {
        const auto change = std::abs(scalar - *places[k++]);
        isDone = isDone && change <= tolerance * (1 + std::abs(scalar));
      });
      x = std::move(next);
      if (isDone)
        break;
    }
    return x;
  };
  auto residual = [&step](const X &x, const Theta &at) {
    X difference = step(x, at);
    std::size_t k = 0;
    const auto numbers = detail::numbersOf<detail::scalar_t<X>>(x);
    detail::eachScalar(difference, [&](auto &scalar) { scalar -= numbers[k++]; });
    return difference;
  };
  return implicit_root(residual, iterate, std::move(guess), theta);
}

/// The x with a x = b, for a square matrix.
template <class S> std::vector<S> linear_solve(const Matrix<S> &a, const std::vector<S> &b) {
  using Rule = detail::LinearRule<S>;
  static_cast<void>(Rule::__enzyme_register_gradient_solve);
  static_cast<void>(Rule::__enzyme_register_derivative_solve);
  if (a.rows != a.columns || a.rows != b.size())
    detail::refuse<std::length_error>(
        "enzyme::linear_solve: the matrix is square, with as many rows as b");
  std::vector<S> x(b.size());
  Rule::solve(&a, &b, &x);
  return x;
}

} // namespace enzyme
#endif
