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

/// What a call needs of f and its arguments; fits<P>() says so in words if not.
struct NeedsArguments {
  template <class P> static constexpr bool fits() {
    constexpr bool isFit = P::differentiated != 0;
    static_assert(isFit,
                  "enzyme: no argument is differentiated: all are Const, or hold no floating-point "
                  "numbers that can be seen (an object of a class with private members is passed "
                  "as Duplicated{object, shadow})");
    return isFit;
  }
};
/// A result with numbers.
struct NeedsNumbers {
  template <class P> static constexpr bool fits() {
    constexpr bool isFit = has_scalars<typename P::Result>;
    static_assert(isFit, "enzyme: the function's result holds no floating-point numbers: there is "
                         "nothing to differentiate");
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

/// Numbers of a result, or their tangents or adjoints, in several lanes.
template <class S, std::size_t lanes> class RowsOf {
public:
  RowsOf(std::size_t size, std::array<std::vector<S>, lanes> &shadows) : values(size) {
    value = {values.data(), size, 0};
    for (std::size_t lane = 0; lane < lanes; ++lane)
      shadow[lane] = {shadows[lane].data(), size, 0};
  }
  template <class Frame> void enter(Frame &frame) {
    frame.out = &value;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      frame.outShadow[lane] = &shadow[lane];
  }
  std::size_t found() const { return value.found; }

private:
  std::vector<S> values;
  Row<S> value, shadow[lanes];
};

/// Forward sweep: tangents of the result's numbers.
template <class Problem, class S, std::size_t lanes>
void sweepForward(Problem &problem, std::array<typename Problem::Shadows, lanes> &shadows,
                  std::array<std::vector<S>, lanes> &tangents) {
  using P = typename Problem::template ProgramFor<WriteNumbers<typename Problem::Result>>;
  auto context = problem.template context<P>();
  auto frame = problem.template frame<P>(context, shadows);
  RowsOf<S, lanes> rows(tangents[0].size(), tangents);
  rows.enter(frame);
  forward<P, Primal::Wanted, lanes>(frame);
  checkSize(tangents[0].size(), rows.found(),
            "enzyme: the function returned results of different sizes");
}

/// Reverse sweep from the adjoints of the result's numbers; adds to the shadows.
template <class Problem, class S, std::size_t lanes>
void sweepBackFrom(Problem &problem, std::array<typename Problem::Shadows, lanes> &shadows,
                   std::array<std::vector<S>, lanes> &seeds) {
  using P = typename Problem::template ProgramFor<WriteNumbers<typename Problem::Result>>;
  auto context = problem.template context<P>();
  auto frame = problem.template frame<P>(context, shadows);
  RowsOf<S, lanes> rows(seeds[0].size(), seeds);
  rows.enter(frame);
  reverse<P, Primal::Wanted, lanes>(frame);
  checkSize(seeds[0].size(), rows.found(),
            "enzyme: the seed has another size than the function's result");
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
