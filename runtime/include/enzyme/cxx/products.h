//===- products.h - Jacobian and Hessian times a direction ------*- C++ -*-===//
//
//   jvp(f, x…, direction)   J v    shaped like f's result     forward
//   vjp(f, x…, seed)        J^T s  shaped like x              reverse
//   hvp(f, x…, direction)   H v    shaped like x              forward over reverse
//
// The direction comes last: an object with as many numbers as the argument (for
// vjp: as the result), or a std::tuple of them where several arguments are
// differentiated. jvps, vjps, hvps take a range of directions and return a
// std::vector of products.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_PRODUCTS_H
#define ENZYME_CXX_PRODUCTS_H

#include <enzyme/cxx/gradient.h>

namespace enzyme {

template <class Value, class Tangent> struct ValueAndTangent {
  Value value;
  Tangent tangent;
};

namespace detail {

// -- the last argument apart -----------------------------------------------------------------

template <class F, class All, std::size_t... i, class Use>
auto withLastApart(F &f, All &&all, std::index_sequence<i...>, Use use) {
  Problem<F, std::tuple_element_t<i, std::remove_reference_t<All>>...> problem(f, std::get<i>(all)...);
  return use(problem, std::get<sizeof...(i)>(all));
}

/// use(problem of f and all arguments but the last, last argument)
template <class Use, class F, class... A> auto withDirection(Use use, F &f, A &...arguments) {
  static_assert(sizeof...(A) >= 2, "enzyme: the arguments of the function come first, the "
                                   "direction last");
  return withLastApart(f, std::tuple<A &...>(arguments...),
                       std::make_index_sequence<sizeof...(A) - 1>(), use);
}

// -- results -----------------------------------------------------------------------------------

/// Does the type alone say how many numbers a result has?
template <class R>
inline constexpr bool has_fixed_shape = std::is_trivially_copyable_v<R> &&
                                        std::is_default_constructible_v<R> && !is_view<R>::value;

/// An object in the shape of f's result: without calling f where that is possible.
template <class Problem> gradient_t<typename Problem::Result> resultShape(Problem &problem) {
  using R = typename Problem::Result;
  if constexpr (has_fixed_shape<R>)
    return R{};
  else
    return copyShape(problem.primal());
}

template <class T> std::vector<scalar_t<T>> numbersOf(const T &object) {
  std::vector<scalar_t<T>> numbers;
  eachScalar(object, [&](const auto &scalar) { numbers.push_back(scalar); });
  return numbers;
}

template <class S, class T> void setNumbers(const std::vector<S> &numbers, T &object) {
  std::size_t next = 0;
  eachScalar(object, [&](auto &scalar) { scalar = numbers[next++]; });
}

// -- Hessian times direction ---------------------------------------------------------------------

/// The gradient of a program, as a program: its arguments are those of the first,
/// then their shadows. Its tangent is the product.
template <class P> struct GradientProgram;
template <class Sink, class F, class... Active, class Consts, class... Slot>
struct GradientProgram<ProgramOf<Sink, F, list<Active...>, Consts, Slot...>> {
  using Of = ProgramOf<Sink, F, list<Active...>, Consts, Slot...>;
  using Context = typename Of::Context;
  using Out = void;
  static constexpr std::size_t actives = 2 * Of::actives;
  using Indices = std::make_index_sequence<actives>;

  static void runOnly(carrier_t<F> f, const Context *context, carrier_t<Active>... active,
                      carrier_t<Active>... shadow) {
    typename Sink::type value = 0, seed = 1;
    Frame<Of::actives> frame;
    frame.f = erase(f);
    frame.context = erase(context);
    frame.active = {erase(active)...};
    frame.shadow = {erase(shadow)...};
    frame.out = &value;
    frame.outShadow = &seed;
    reverse<Of, Primal::NotWanted>(frame);
  }
};

/// Forward over reverse: `directions` in, `products` out.
template <class Problem, class Shadows>
void sweepHessian(Problem &problem, Shadows &directions, Shadows &products) {
  static_assert(Problem::shadowed == 0, "enzyme: second derivatives take no Duplicated arguments");
  using P = typename Problem::template ProgramFor<WriteResult<typename Problem::Result>>;
  using G = GradientProgram<P>;
  Shadows gradients = problem.shadows();
  auto context = problem.template context<P>();
  Frame<P::actives> primal = problem.template frame<P>(context, directions);
  Frame<G::actives> frame;
  frame.f = primal.f;
  frame.context = primal.context;
  auto addresses = [](auto &shadows) {
    return std::apply([](auto &...shadow) { return std::array{shadow.address()...}; }, shadows);
  };
  auto gradientAddresses = addresses(gradients), productAddresses = addresses(products);
  for (std::size_t i = 0; i < P::actives; ++i) {
    frame.active[i] = primal.active[i];
    frame.shadow[i] = primal.shadow[i];
    frame.active[P::actives + i] = gradientAddresses[i];
    frame.shadow[P::actives + i] = productAddresses[i];
  }
  forward<G, Primal::Wanted>(frame);
}

template <class Problem, class Direction> auto hessianTimes(Problem &problem, Direction &direction) {
  auto directions = problem.shadows(), products = problem.shadows();
  setDirection(directions, direction);
  sweepHessian(problem, directions, products);
  return gradientsOf(std::move(products));
}

// -- Jacobian times direction, from both sides -----------------------------------------------------

template <class Problem, class Direction, class Shape>
Shape jacobianTimes(Problem &problem, Direction &direction, Shape shape) {
  auto shadows = problem.shadows();
  setDirection(shadows, direction);
  std::vector<scalar_t<typename Problem::Result>> tangents(countScalars(shape));
  sweepForward(problem, shadows, tangents);
  setNumbers(tangents, shape);
  return shape;
}

template <class Problem, class Seed> auto timesJacobian(Problem &problem, const Seed &seed) {
  auto shadows = problem.shadows();
  std::vector<scalar_t<typename Problem::Result>> numbers;
  eachScalar(seed, [&](const auto &scalar) { numbers.push_back(scalar); });
  sweepBackFrom(problem, shadows, numbers);
  return gradientsOf(std::move(shadows));
}

template <class Directions, class Product> auto forAll(Directions &directions, Product product) {
  std::vector<decltype(product(*std::begin(directions)))> products;
  for (auto &direction : directions)
    products.push_back(product(direction));
  return products;
}

template <class P> constexpr bool checkVector() {
  return checkArguments<P>() && checkResult<P>();
}
template <class P> constexpr bool checkScalar() {
  return checkArguments<P>() && checkScalarResult<P>();
}

} // namespace detail

// -- what people call -----------------------------------------------------------------------------

template <class F, class... A> auto jvp(F &&f, A &&...argumentsAndDirection) {
  return detail::withDirection(
      [](auto &problem, auto &direction) {
        static_assert(detail::checkVector<std::remove_reference_t<decltype(problem)>>());
        return detail::jacobianTimes(problem, direction, detail::resultShape(problem));
      },
      f, argumentsAndDirection...);
}

template <class F, class... A> auto value_and_jvp(F &&f, A &&...argumentsAndDirection) {
  return detail::withDirection(
      [](auto &problem, auto &direction) {
        static_assert(detail::checkVector<std::remove_reference_t<decltype(problem)>>());
        auto value = problem.primal();
        auto tangent = detail::jacobianTimes(problem, direction, detail::copyShape(value));
        return ValueAndTangent<decltype(value), decltype(tangent)>{std::move(value),
                                                                   std::move(tangent)};
      },
      f, argumentsAndDirection...);
}

template <class F, class... A> auto jvps(F &&f, A &&...argumentsAndDirections) {
  return detail::withDirection(
      [](auto &problem, auto &directions) {
        static_assert(detail::checkVector<std::remove_reference_t<decltype(problem)>>());
        auto shape = detail::resultShape(problem);
        return detail::forAll(directions, [&](auto &direction) {
          return detail::jacobianTimes(problem, direction, shape);
        });
      },
      f, argumentsAndDirections...);
}

template <class F, class... A> auto vjp(F &&f, A &&...argumentsAndSeed) {
  return detail::withDirection(
      [](auto &problem, auto &seed) {
        static_assert(detail::checkVector<std::remove_reference_t<decltype(problem)>>());
        return detail::timesJacobian(problem, seed);
      },
      f, argumentsAndSeed...);
}

template <class F, class... A> auto vjps(F &&f, A &&...argumentsAndSeeds) {
  return detail::withDirection(
      [](auto &problem, auto &seeds) {
        static_assert(detail::checkVector<std::remove_reference_t<decltype(problem)>>());
        return detail::forAll(
            seeds, [&](auto &seed) { return detail::timesJacobian(problem, seed); });
      },
      f, argumentsAndSeeds...);
}

template <class F, class... A> auto hvp(F &&f, A &&...argumentsAndDirection) {
  return detail::withDirection(
      [](auto &problem, auto &direction) {
        static_assert(detail::checkScalar<std::remove_reference_t<decltype(problem)>>());
        return detail::hessianTimes(problem, direction);
      },
      f, argumentsAndDirection...);
}

template <class F, class... A> auto hvps(F &&f, A &&...argumentsAndDirections) {
  return detail::withDirection(
      [](auto &problem, auto &directions) {
        static_assert(detail::checkScalar<std::remove_reference_t<decltype(problem)>>());
        return detail::forAll(directions, [&](auto &direction) {
          return detail::hessianTimes(problem, direction);
        });
      },
      f, argumentsAndDirections...);
}

} // namespace enzyme
#endif
