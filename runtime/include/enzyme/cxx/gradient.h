//===- gradient.h - value and gradient ---------------------------*- C++ -*-===//
//
//   value_and_gradient(f, x…)   { value, gradient }   f returns one number
//   gradient(f, x…)             d f / d x, shaped like x
//
// Arguments that hold floating-point numbers are differentiated, unless they are
// Const{…}; integers, strings and the like are constant. Where several arguments
// are differentiated, the gradient is a std::tuple with one element for each of
// them. Also here: the sweeps of which all other products are made.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_GRADIENT_H
#define ENZYME_CXX_GRADIENT_H

#include <enzyme/cxx/arguments.h>

namespace enzyme {

template <class Value, class Gradient> struct ValueAndGradient {
  Value value;
  Gradient gradient;
};

namespace detail {

// -- results as rows of numbers -----------------------------------------------------------

/// Room for the numbers of a result, and how many there were.
template <class S> struct Row {
  S *numbers;
  std::size_t size, found;
};

/// Writes the numbers of a call's result of type R side by side.
template <class R> struct WriteNumbers {
  using type = Row<scalar_t<R>>;
  template <class Call> static void write(type *row, Call &&call) {
    decltype(auto) result = call();
    scalar_t<R> *numbers = row->numbers;
    const std::size_t size = row->size;
    std::size_t next = 0;
    eachScalar(result, [&](const auto &scalar) {
      if (next < size)
        numbers[next] = scalar;
      ++next;
    });
    row->found = next;
  }
};

/// Directions into the shadows of the arguments: one object, or a tuple of them.
template <class Direction, class... T>
void setDirection(std::tuple<Shadow<T>...> &shadows, const Direction &direction) {
  if constexpr (sizeof...(T) == 1)
    copyNumbers(direction, std::get<0>(shadows).owner);
  else
    std::apply(
        [&](auto &...shadow) {
          std::apply([&](const auto &...part) { (copyNumbers(part, shadow.owner), ...); },
                     direction);
        },
        shadows);
}

template <class... T> void clear(std::tuple<Shadow<T>...> &shadows) {
  std::apply(
      [](auto &...shadow) { (eachScalar(shadow.owner, [](auto &scalar) { scalar = 0; }), ...); },
      shadows);
}

// -- checks ----------------------------------------------------------------------------------

template <class P> constexpr bool checkScalarResult() {
  static_assert(std::is_floating_point_v<typename P::Result>,
                "enzyme: the gradient is that of a function that returns one floating-point "
                "number; for other results use enzyme::jacobian, jvp or vjp");
  return true;
}
template <class P> constexpr bool checkResult() {
  static_assert(has_scalars<typename P::Result>,
                "enzyme: the function's result holds no floating-point numbers: there is nothing "
                "to differentiate");
  return true;
}
template <class P> constexpr bool checkArguments() {
  static_assert(P::differentiated != 0,
                "enzyme: no argument is differentiated: all are Const, or hold no floating-point "
                "numbers that can be seen (a class with private members is passed as "
                "Duplicated{object, shadow})");
  return true;
}

// -- sweeps -------------------------------------------------------------------------------------

/// Reverse sweep of a function that returns one number; adds to the shadows.
template <Primal primal, class Problem, class Shadows>
typename Problem::Result sweepBack(Problem &problem, Shadows &shadows) {
  using S = typename Problem::Result;
  using P = typename Problem::template ProgramFor<WriteResult<S>>;
  auto context = problem.template context<P>();
  Frame<P::actives> frame = problem.template frame<P>(context, shadows);
  S value = 0, seed = 1;
  frame.out = &value;
  frame.outShadow = &seed;
  reverse<P, primal>(frame);
  return value;
}

/// Forward sweep: tangents of the result's numbers.
template <class Problem, class Shadows, class S>
void sweepForward(Problem &problem, Shadows &shadows, std::vector<S> &tangents) {
  using P = typename Problem::template ProgramFor<WriteNumbers<typename Problem::Result>>;
  auto context = problem.template context<P>();
  Frame<P::actives> frame = problem.template frame<P>(context, shadows);
  std::vector<S> values(tangents.size());
  Row<S> out{values.data(), values.size(), 0}, outShadow{tangents.data(), tangents.size(), 0};
  frame.out = &out;
  frame.outShadow = &outShadow;
  forward<P, Primal::Wanted>(frame);
  checkSize(tangents.size(), out.found, "enzyme: the function returned results of different sizes");
}

/// Reverse sweep from `seed`, the adjoints of the result's numbers; adds to the shadows.
template <class Problem, class Shadows, class S>
void sweepBackFrom(Problem &problem, Shadows &shadows, std::vector<S> &seed) {
  using P = typename Problem::template ProgramFor<WriteNumbers<typename Problem::Result>>;
  auto context = problem.template context<P>();
  Frame<P::actives> frame = problem.template frame<P>(context, shadows);
  std::vector<S> values(seed.size());
  Row<S> out{values.data(), values.size(), 0}, outShadow{seed.data(), seed.size(), 0};
  frame.out = &out;
  frame.outShadow = &outShadow;
  reverse<P, Primal::Wanted>(frame);
  checkSize(seed.size(), out.found, "enzyme: the seed has another size than the function's result");
}

} // namespace detail

// -- gradients --------------------------------------------------------------------------------

template <class F, class... A> auto value_and_gradient(F &&f, A &&...arguments) {
  detail::Problem<F, A...> problem(f, arguments...);
  static_assert(detail::checkScalarResult<decltype(problem)>());
  auto shadows = problem.shadows();
  auto value = detail::sweepBack<detail::Primal::Wanted>(problem, shadows);
  auto gradient = detail::gradientsOf(std::move(shadows));
  return ValueAndGradient<decltype(value), decltype(gradient)>{value, std::move(gradient)};
}

template <class F, class... A> auto gradient(F &&f, A &&...arguments) {
  detail::Problem<F, A...> problem(f, arguments...);
  static_assert(detail::checkScalarResult<decltype(problem)>());
  auto shadows = problem.shadows();
  detail::sweepBack<detail::Primal::NotWanted>(problem, shadows);
  return detail::gradientsOf(std::move(shadows));
}

} // namespace enzyme
#endif
