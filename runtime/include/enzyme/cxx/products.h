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

#include <algorithm>

namespace enzyme {

template <class Value, class Tangent> struct ValueAndTangent {
  Value value;
  Tangent tangent;
};

namespace detail {

// -- the last argument apart -----------------------------------------------------------------

template <class Needs, class Use, class F, class All, std::size_t... i>
auto withLastApart(Use use, F &f, All all, std::index_sequence<i...>) {
  return withProblem<Needs>(
      [&](auto &problem) { return use(problem, std::get<sizeof...(i)>(all)); }, f,
      std::get<i>(all)...);
}

/// use(problem of f and all arguments but the last, last argument)
template <class Needs, class Use, class F, class... A>
auto withDirection(Use use, F &f, A &...arguments) {
  static_assert(sizeof...(A) >= 2,
                "enzyme: the arguments of the function come first, the direction last");
  if constexpr (sizeof...(A) >= 2)
    return withLastApart<Needs>(use, f, std::tuple<A &...>(arguments...),
                                std::make_index_sequence<sizeof...(A) - 1>());
}

// -- results -----------------------------------------------------------------------------------

/// An object in the shape of f's result: without calling f where that is possible.
template <class Problem> gradient_t<typename Problem::Result> resultShape(Problem &problem) {
  using R = typename Problem::Result;
  if constexpr (has_fixed_shape<R>)
    return R{};
  else
    return copyShape(problem.primal());
}

template <class S, class T> std::vector<S> numbersOf(const T &object) {
  std::vector<S> numbers;
  eachScalar(object, [&](const auto &scalar) { numbers.push_back(S(scalar)); });
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

  static void runOnly(carrier_t<F> f, const Context *context, carrier_t<Active>... active,
                      carrier_t<Active>... shadow) {
    typename Sink::type value = 0, seed = 1;
    Frame<Of::actives> frame;
    frame.f = erase(f);
    frame.context = erase(context);
    frame.active = {erase(active)...};
    frame.shadow = {erase(shadow)...};
    frame.out = &value;
    frame.outShadow[0] = &seed;
    reverse<Of, Primal::NotWanted, 1>(frame);
  }
};

/// Forward over reverse: `directions` in, `products` out.
template <class Problem, std::size_t lanes>
void sweepHessian(Problem &problem, std::array<typename Problem::Shadows, lanes> &directions,
                  std::array<typename Problem::Shadows, lanes> &products) {
  using P = typename Problem::template ProgramFor<WriteResult<typename Problem::Result>>;
  using G = GradientProgram<P>;
  auto gradients = problem.template laneShadows<1>();
  auto context = problem.template context<P>();
  auto inputs = problem.template frame<P>(context, directions);
  auto outputs = problem.template frame<P>(context, products);
  auto adjoints = problem.template frame<P>(context, gradients);
  Frame<G::actives, lanes> frame;
  frame.f = inputs.f;
  frame.context = inputs.context;
  auto middle = std::copy(inputs.active.begin(), inputs.active.end(), frame.active.begin());
  std::copy(adjoints.shadow.begin(), adjoints.shadow.end(), middle);
  auto behind = std::copy(inputs.shadow.begin(), inputs.shadow.end(), frame.shadow.begin());
  std::copy(outputs.shadow.begin(), outputs.shadow.end(), behind);
  forward<G, Primal::Wanted, lanes>(frame);
}

// -- many products --------------------------------------------------------------------------------

/// J v, J^T v and H v for any number of v, in strips of lanes. set(k, shadows) makes
/// shadows the direction k, set(k, numbers) makes numbers the seed k; use(k, …) takes
/// the product.
template <class Problem> class Products {
public:
  using S = scalar_t<typename Problem::Result>;
  using Shadows = typename Problem::Shadows;
  static constexpr std::size_t lanes = lanes_of<S>;

  explicit Products(Problem &problem) : problem(problem) {}

  template <class Set, class Use>
  void forward(std::size_t count, std::size_t results, Set set, Use use) {
    auto directions = problem.template laneShadows<lanes>();
    strips(count, [&](std::size_t first, std::size_t filled) {
      std::array<std::vector<S>, lanes> tangents;
      tangents.fill(std::vector<S>(results));
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (lane < filled)
          set(first + lane, directions[lane]);
        else
          clear(directions[lane]);
      sweepRows<true>(problem, directions, tangents);
      for (std::size_t lane = 0; lane < filled; ++lane)
        use(first + lane, tangents[lane]);
    });
  }

  template <class Set, class Use>
  void reverse(std::size_t count, std::size_t results, Set set, Use use) {
    auto adjoints = problem.template laneShadows<lanes>();
    strips(count, [&](std::size_t first, std::size_t filled) {
      std::array<std::vector<S>, lanes> seeds;
      seeds.fill(std::vector<S>(results));
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        clear(adjoints[lane]);
        if (lane < filled)
          set(first + lane, seeds[lane]);
      }
      sweepRows<false>(problem, adjoints, seeds);
      for (std::size_t lane = 0; lane < filled; ++lane)
        use(first + lane, adjoints[lane]);
    });
  }

  template <class Set, class Use> void hessian(std::size_t count, Set set, Use use) {
    auto directions = problem.template laneShadows<lanes>();
    auto products = problem.template laneShadows<lanes>();
    strips(count, [&](std::size_t first, std::size_t filled) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        clear(products[lane]);
        if (lane < filled)
          set(first + lane, directions[lane]);
        else
          clear(directions[lane]);
      }
      sweepHessian(problem, directions, products);
      for (std::size_t lane = 0; lane < filled; ++lane)
        use(first + lane, products[lane]);
    });
  }

private:
  template <class Sweep> static void strips(std::size_t count, Sweep sweep) {
    for (std::size_t first = 0; first < count; first += lanes)
      sweep(first, std::min(lanes, count - first));
  }
  Problem &problem;
};

// -- one product
// -----------------------------------------------------------------------------------

/// The value and the tangent in a direction.
template <class Problem, class Direction>
auto valueAndTangent(Problem &problem, const Direction &direction) {
  using R = typename Problem::Result;
  auto shadows = problem.template laneShadows<1>();
  setDirection(shadows[0], direction);
  if constexpr (has_fixed_shape<R>) {
    R tangent{};
    R value = sweepFixed<true>(problem, shadows, tangent);
    return ValueAndTangent<R, R>{value, tangent};
  } else {
    auto value = copyShape(problem.primal());
    std::array tangents{std::vector<scalar_t<R>>(countScalars(value))};
    sweepRows<true>(problem, shadows, tangents);
    auto tangent = value;
    setNumbers(tangents[0], tangent);
    return ValueAndTangent<gradient_t<R>, gradient_t<R>>{std::move(value), std::move(tangent)};
  }
}

template <class Problem, class Seed> auto timesJacobian(Problem &problem, const Seed &seed) {
  using R = typename Problem::Result;
  auto shadows = problem.template laneShadows<1>();
  if constexpr (has_fixed_shape<R>) {
    R adjoint{};
    copyNumbers(seed, adjoint);
    sweepFixed<false>(problem, shadows, adjoint);
  } else {
    std::array seeds{numbersOf<scalar_t<R>>(seed)};
    sweepRows<false>(problem, shadows, seeds);
  }
  return gradientsOf(std::move(shadows[0]));
}

template <class Problem, class Direction>
auto hessianTimes(Problem &problem, const Direction &direction) {
  auto directions = problem.template laneShadows<1>(), products = problem.template laneShadows<1>();
  setDirection(directions[0], direction);
  sweepHessian(problem, directions, products);
  return gradientsOf(std::move(products[0]));
}

} // namespace detail

// -- what people call -----------------------------------------------------------------------------

template <class F, class... A> auto jvp(F &&f, A &&...argumentsAndDirection) {
  return detail::withDirection<detail::NeedsNumbers>(
      [](auto &problem, auto &direction) {
        return detail::valueAndTangent(problem, direction).tangent;
      },
      f, argumentsAndDirection...);
}

template <class F, class... A> auto value_and_jvp(F &&f, A &&...argumentsAndDirection) {
  return detail::withDirection<detail::NeedsNumbers>(
      [](auto &problem, auto &direction) { return detail::valueAndTangent(problem, direction); }, f,
      argumentsAndDirection...);
}

template <class F, class... A> auto vjp(F &&f, A &&...argumentsAndSeed) {
  return detail::withDirection<detail::NeedsNumbers>(
      [](auto &problem, auto &seed) { return detail::timesJacobian(problem, seed); }, f,
      argumentsAndSeed...);
}

template <class F, class... A> auto hvp(F &&f, A &&...argumentsAndDirection) {
  return detail::withDirection<detail::NeedsTwoDerivatives>(
      [](auto &problem, auto &direction) { return detail::hessianTimes(problem, direction); }, f,
      argumentsAndDirection...);
}

template <class F, class... A> auto jvps(F &&f, A &&...argumentsAndDirections) {
  return detail::withDirection<detail::NeedsNumbers>(
      [](auto &problem, auto &directions) {
        using P = remove_cvref_t<decltype(problem)>;
        const auto shape = detail::resultShape(problem);
        std::vector<remove_cvref_t<decltype(shape)>> results;
        detail::Products<P>(problem).forward(
            std::size(directions), detail::countScalars(shape),
            [&](std::size_t k, auto &shadows) { detail::setDirection(shadows, directions[k]); },
            [&](std::size_t, auto &tangents) {
              results.push_back(shape);
              detail::setNumbers(tangents, results.back());
            });
        return results;
      },
      f, argumentsAndDirections...);
}

template <class F, class... A> auto vjps(F &&f, A &&...argumentsAndSeeds) {
  return detail::withDirection<detail::NeedsNumbers>(
      [](auto &problem, auto &seeds) {
        using P = remove_cvref_t<decltype(problem)>;
        std::vector<decltype(detail::gradientsOf(problem.shadows()))> results;
        const std::size_t size = std::size(seeds) == 0 ? 0 : detail::countScalars(seeds[0]);
        detail::Products<P>(problem).reverse(
            std::size(seeds), size,
            [&](std::size_t k, auto &numbers) { detail::copyNumbers(seeds[k], numbers); },
            [&](std::size_t, const auto &shadows) {
              results.push_back(detail::gradientsOf(typename P::Shadows(shadows)));
            });
        return results;
      },
      f, argumentsAndSeeds...);
}

template <class F, class... A> auto hvps(F &&f, A &&...argumentsAndDirections) {
  return detail::withDirection<detail::NeedsTwoDerivatives>(
      [](auto &problem, auto &directions) {
        using P = remove_cvref_t<decltype(problem)>;
        std::vector<decltype(detail::gradientsOf(problem.shadows()))> results;
        detail::Products<P>(problem).hessian(
            std::size(directions),
            [&](std::size_t k, auto &shadows) { detail::setDirection(shadows, directions[k]); },
            [&](std::size_t, const auto &products) {
              results.push_back(detail::gradientsOf(typename P::Shadows(products)));
            });
        return results;
      },
      f, argumentsAndDirections...);
}

} // namespace enzyme
#endif
