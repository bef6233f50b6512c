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

/// Room for the numbers of a result.
template <class S> struct Row {
  S *numbers;
  std::size_t size;
};

[[noreturn]] ENZYME_INACTIVE inline void refuseSize() {
  refuse<std::length_error>(
      "enzyme: the function's result has another size than was expected of it");
}

/// Writes the numbers of a call's result of type R side by side.
template <class R> struct WriteNumbers {
  using type = Row<scalar_t<R>>;
  template <class Call> static void write(type *row, Call &&call) {
    decltype(auto) result = call();
    scalar_t<R> *numbers = row->numbers;
    const std::size_t size = row->size;
    std::size_t next = 0;
    eachScalar(result, [&](const auto &scalar) {
      if (next == size)
        refuseSize();
      numbers[next++] = scalar;
    });
    if (next != size)
      refuseSize();
  }
};

/// Does the type alone say how many numbers a result has?
template <class R> inline constexpr bool has_fixed_shape = isOfOneSize<R>();

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

/// What a call needs of f and its arguments; fits<P>() says so in words if not.
struct NeedsArguments {
  template <class P> static constexpr bool fits() {
    constexpr bool isFit = P::differentiated != 0;
    static_assert(isFit,
                  "enzyme: no argument is differentiated: all are Const, or hold no floating-point "
                  "numbers");
    return isFit;
  }
};
/// A result with numbers.
struct NeedsNumbers {
  template <class P> static constexpr bool fits() {
    constexpr bool isFit = isSeen<typename P::Result>() && has_scalars<typename P::Result>;
    static_assert(isFit || !std::is_void_v<unseen_t<typename P::Result>>,
                  "enzyme: the function's result holds no floating-point numbers: there is nothing "
                  "to differentiate");
    return isFit && NeedsArguments::fits<P>();
  }
};
/// A result that is one number; the gradient may go to shadows alone.
struct NeedsOneNumber {
  template <class P> static constexpr bool fits() {
    constexpr bool isFit = std::is_floating_point_v<typename P::Result>;
    static_assert(isFit, "enzyme: the gradient is that of a function that returns one "
                         "floating-point number; for other results use enzyme::jacobian, jvp or "
                         "vjp");
    if constexpr (P::shadowed == 0)
      return isFit && NeedsArguments::fits<P>();
    return isFit;
  }
};
/// The same, differentiated twice.
struct NeedsTwoDerivatives {
  template <class P> static constexpr bool fits() {
    static_assert(P::shadowed == 0, "enzyme: second derivatives take no Duplicated arguments");
    return P::shadowed == 0 && NeedsOneNumber::fits<P>();
  }
};

// -- sweeps -------------------------------------------------------------------------------------

/// Reverse sweep of a function that returns one number; adds to the shadows.
template <Primal primal, class Problem>
typename Problem::Result sweepBack(Problem &problem,
                                   std::array<typename Problem::Shadows, 1> &shadows) {
  using S = typename Problem::Result;
  using P = typename Problem::template ProgramFor<WriteResult<S>>;
  auto context = problem.template context<P>();
  auto frame = problem.template frame<P>(context, shadows);
  S value = 0, seed = 1;
  frame.out = &value;
  frame.outShadow[0] = &seed;
  reverse<P, primal, 1>(frame);
  return value;
}

/// The value and, in `outShadow`, the tangent of a result of fixed shape; or its
/// adjoint, with which a reverse sweep begins.
template <bool isForward, class Problem>
typename Problem::Result sweepFixed(Problem &problem,
                                    std::array<typename Problem::Shadows, 1> &shadows,
                                    typename Problem::Result &outShadow) {
  using R = typename Problem::Result;
  using P = typename Problem::template ProgramFor<WriteResult<R>>;
  auto context = problem.template context<P>();
  auto frame = problem.template frame<P>(context, shadows);
  R value{};
  frame.out = &value;
  frame.outShadow[0] = &outShadow;
  if constexpr (isForward)
    forward<P, Primal::Wanted, 1>(frame);
  else
    reverse<P, Primal::Wanted, 1>(frame);
  return value;
}

/// Sweeps of results of any shape. Tangents or adjoints of the result's numbers are
/// in `numbers`, one vector for each lane.
template <bool isForward, class Problem, class S, std::size_t lanes>
void sweepRows(Problem &problem, std::array<typename Problem::Shadows, lanes> &shadows,
               std::array<std::vector<S>, lanes> &numbers) {
  using P = typename Problem::template ProgramFor<WriteNumbers<typename Problem::Result>>;
  auto context = problem.template context<P>();
  auto frame = problem.template frame<P>(context, shadows);
  std::vector<S> values(numbers[0].size());
  Row<S> out{values.data(), values.size()}, outShadow[lanes];
  frame.out = &out;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    outShadow[lane] = {numbers[lane].data(), values.size()};
    frame.outShadow[lane] = &outShadow[lane];
  }
  if constexpr (isForward)
    forward<P, Primal::Wanted, lanes>(frame);
  else
    reverse<P, Primal::Wanted, lanes>(frame);
}

// -- the problem that a call states ------------------------------------------------------------

/// use(problem), if it fits the needs. f may itself be wrapped: one with a shadow is
/// an argument.
template <class Needs, class Use, class F, class... A>
auto withProblem(Use use, F &f, A &...arguments) {
  if constexpr (is_dup<F>) {
    Invoke invoke;
    return withProblem<Needs>(use, invoke, f, arguments...);
  } else if constexpr (is_const<F>) {
    return withProblem<Needs>(use, f.value, arguments...);
  } else if constexpr (fitsArguments<F, A...>()) {
    if constexpr (Needs::template fits<Problem<F, A...>>()) {
      Problem<F, A...> problem(f, arguments...);
      return use(problem);
    }
  }
}

} // namespace detail

// -- gradients --------------------------------------------------------------------------------

template <class F, class... A> auto value_and_gradient(F &&f, A &&...arguments) {
  return detail::withProblem<detail::NeedsOneNumber>(
      [](auto &problem) {
        auto shadows = problem.template laneShadows<1>();
        auto value = detail::sweepBack<detail::Primal::Wanted>(problem, shadows);
        auto gradient = detail::gradientsOf(std::move(shadows[0]));
        return ValueAndGradient<decltype(value), decltype(gradient)>{value, std::move(gradient)};
      },
      f, arguments...);
}

template <class F, class... A> auto gradient(F &&f, A &&...arguments) {
  return detail::withProblem<detail::NeedsOneNumber>(
      [](auto &problem) {
        auto shadows = problem.template laneShadows<1>();
        detail::sweepBack<detail::Primal::NotWanted>(problem, shadows);
        return detail::gradientsOf(std::move(shadows[0]));
      },
      f, arguments...);
}

} // namespace enzyme
#endif
