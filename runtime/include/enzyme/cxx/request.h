//===- request.h - from a callable to a request -----------------*- C++ -*-===//
//
// Problem: a request differentiates a function of plain parameters. People have
// lambdas, functors, member functions; values, references, structures; types
// without linkage, over which no function can be declared.
//
// Here: a Program is a static function of pointers alone. It calls the callable
// with what the pointers lead to and writes the result through the last one:
//
//   run(f, context, active…, out):  *out = f(arguments…)
//
// The context holds pointers to the constant arguments. All addresses go to the
// request as void *, so that its declaration names no type of the user's.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_REQUEST_H
#define ENZYME_CXX_REQUEST_H

#include <enzyme/enzyme.h>
#include <enzyme/type_traits>

#include <functional>
#include <new>

namespace enzyme {
namespace detail {

// -- how an argument of type T reaches the program -------------------------------------

/// A pointer as it is, anything else by address.
template <class T>
using carrier_t =
    std::conditional_t<std::is_pointer_v<T>, T, std::add_pointer_t<std::remove_reference_t<T>>>;

template <class T> T &&restore(carrier_t<T> &carrier) {
  if constexpr (std::is_pointer_v<T>)
    return static_cast<T &&>(carrier);
  else
    return static_cast<T &&>(*carrier);
}

template <class T> void *erase(T *address) {
  if constexpr (std::is_function_v<T>)
    return reinterpret_cast<void *>(address);
  else
    // const_cast: a request takes addresses; the program's parameters are const.
    return const_cast<void *>(static_cast<const volatile void *>(address));
}

/// The carrier of the T that lies at `value`.
template <class T> void *carry(std::remove_reference_t<T> &value) {
  if constexpr (std::is_pointer_v<T>)
    return erase(value);
  else
    return erase(&value);
}

// -- what is called ---------------------------------------------------------------------

/// One argument: its type, and whether it has a shadow.
template <class T, bool active> struct slot {
  using type = T;
  static constexpr bool isActive = active;
};

template <class... T> struct list {};
template <class List, class... More> struct append;
template <class... T, class... More> struct append<list<T...>, More...> {
  using type = list<T..., More...>;
};

/// The types of the slots that are active, or of those that are not.
template <bool wanted, class Chosen, class... Slot> struct choose {
  using type = Chosen;
};
template <bool wanted, class... T, class First, class... Rest>
struct choose<wanted, list<T...>, First, Rest...> {
  using type = typename choose<
      wanted,
      std::conditional_t<First::isActive == wanted, list<T..., typename First::type>, list<T...>>,
      Rest...>::type;
};

/// How many of the slots before number `index` are of its kind.
template <std::size_t index, class... Slot> constexpr std::size_t rankOf() {
  constexpr bool active[] = {Slot::isActive..., false};
  std::size_t rank = 0;
  for (std::size_t i = 0; i < index; ++i)
    rank += active[i] == active[index];
  return rank;
}

template <class T> void store(T *out, T &&value) {
  if constexpr (std::is_trivially_copyable_v<T>)
    *out = value;
  else
    ::new (static_cast<void *>(out)) T(static_cast<T &&>(value));
}

/// Writes a call's result as it is; `Sink` of a Program.
template <class R> struct WriteResult {
  using type = R;
  template <class Call> static void write(R *out, Call &&call) {
    store<R>(out, static_cast<R>(call()));
  }
};
/// The call's result, if any, is dropped.
struct DropResult {
  using type = void;
};

template <class Sink, class F, class Actives, class Consts, class... Slot> struct ProgramOf;
template <class Sink, class F, class... Active, class... Constant, class... Slot>
struct ProgramOf<Sink, F, list<Active...>, list<Constant...>, Slot...> {
  using Context = std::tuple<carrier_t<Constant>...>;
  using Out = typename Sink::type;
  static constexpr std::size_t actives = sizeof...(Active);

  /// What the request names where the result is wanted, and where it is not.
  static void run(carrier_t<F> f, const Context *context, carrier_t<Active>... active, Out *out) {
    Carriers carriers{*context, {active...}};
    Sink::write(out, [&]() -> decltype(auto) {
      return call(restore<F>(f), carriers, std::index_sequence_for<Slot...>());
    });
  }
  static void runOnly(carrier_t<F> f, const Context *context, carrier_t<Active>... active) {
    Carriers carriers{*context, {active...}};
    static_cast<void>(call(restore<F>(f), carriers, std::index_sequence_for<Slot...>()));
  }

private:
  struct Carriers {
    Context constant;
    std::tuple<carrier_t<Active>...> active;
  };
  template <class G, std::size_t... i>
  static decltype(auto) call(G &&f, Carriers &carriers, std::index_sequence<i...>) {
    return std::invoke(static_cast<G &&>(f), pick<Slot, rankOf<i, Slot...>()>(carriers)...);
  }
  template <class S, std::size_t rank> static typename S::type &&pick(Carriers &carriers) {
    if constexpr (S::isActive)
      return restore<typename S::type>(std::get<rank>(carriers.active));
    else
      return restore<typename S::type>(std::get<rank>(carriers.constant));
  }
};

/// The program that calls an F with these slots.
template <class Sink, class F, class... Slot>
using Program = ProgramOf<Sink, F, typename choose<true, list<>, Slot...>::type,
                          typename choose<false, list<>, Slot...>::type, Slot...>;

/// Calls its first argument: a callable that itself has a shadow is an argument.
struct Invoke {
  template <class F, class... A> decltype(auto) operator()(F &&f, A &&...arguments) const {
    return std::invoke(static_cast<F &&>(f), static_cast<A &&>(arguments)...);
  }
};

// -- the words ----------------------------------------------------------------------------

/// How many directions one sweep takes where there are several: what fills vector
/// registers, and pays for what all of them share.
template <class S>
inline constexpr std::size_t lanes_of =
#if defined(__AVX512F__)
    std::is_same_v<S, float>    ? 16
    : std::is_same_v<S, double> ? 8
                                : 1;
#else
    std::is_same_v<S, float>    ? 8
    : std::is_same_v<S, double> ? 4
                                : 1;
#endif

/// Addresses of all that a program is called with, and of the shadows: one for each
/// lane, argument by argument.
template <std::size_t actives, std::size_t lanes = 1> struct Frame {
  void *f = nullptr, *context = nullptr;
  std::array<void *, actives> active{};
  std::array<void *, actives * lanes> shadow{};
  void *out = nullptr;
  std::array<void *, lanes> outShadow{};
};

/// Is what the function itself computes wanted?
enum class Primal { Wanted, NotWanted };

template <class P, Primal primal, std::size_t lanes, std::size_t... i, std::size_t... s,
          std::size_t... l>
void askReverse(const Frame<P::actives, lanes> &frame, std::index_sequence<i...>,
                std::index_sequence<s...>, std::index_sequence<l...>) {
  if constexpr (std::is_void_v<typename P::Out>)
    ::__enzyme_autodiff<void>(erase(&P::runOnly), enzyme_width, int(lanes), enzyme_const, frame.f,
                              enzyme_const, frame.context, enzyme_dup, frame.active[i]...,
                              enzyme_interleave, frame.shadow[s]...);
  else if constexpr (primal == Primal::Wanted)
    ::__enzyme_autodiff<void>(erase(&P::run), enzyme_width, int(lanes), enzyme_const, frame.f,
                              enzyme_const, frame.context, enzyme_dup, frame.active[i]...,
                              enzyme_dup, frame.out, enzyme_interleave, frame.shadow[s]...,
                              frame.outShadow[l]...);
  else
    ::__enzyme_autodiff<void>(erase(&P::run), enzyme_width, int(lanes), enzyme_const, frame.f,
                              enzyme_const, frame.context, enzyme_dup, frame.active[i]...,
                              enzyme_dupnoneed, frame.out, enzyme_interleave, frame.shadow[s]...,
                              frame.outShadow[l]...);
}

template <class P, Primal primal, std::size_t lanes, std::size_t... i, std::size_t... s,
          std::size_t... l>
void askForward(const Frame<P::actives, lanes> &frame, std::index_sequence<i...>,
                std::index_sequence<s...>, std::index_sequence<l...>) {
  if constexpr (std::is_void_v<typename P::Out>)
    ::__enzyme_fwddiff<void>(erase(&P::runOnly), enzyme_width, int(lanes), enzyme_const, frame.f,
                             enzyme_const, frame.context, enzyme_dup, frame.active[i]...,
                             enzyme_interleave, frame.shadow[s]...);
  else if constexpr (primal == Primal::Wanted)
    ::__enzyme_fwddiff<void>(erase(&P::run), enzyme_width, int(lanes), enzyme_const, frame.f,
                             enzyme_const, frame.context, enzyme_dup, frame.active[i]...,
                             enzyme_dup, frame.out, enzyme_interleave, frame.shadow[s]...,
                             frame.outShadow[l]...);
  else
    ::__enzyme_fwddiff<void>(erase(&P::run), enzyme_width, int(lanes), enzyme_const, frame.f,
                             enzyme_const, frame.context, enzyme_dup, frame.active[i]...,
                             enzyme_dupnoneed, frame.out, enzyme_interleave, frame.shadow[s]...,
                             frame.outShadow[l]...);
}

/// Adds the adjoints of the active arguments to their shadows; the seeds are in the
/// result's shadows.
template <class P, Primal primal, std::size_t lanes>
void reverse(const Frame<P::actives, lanes> &frame) {
  askReverse<P, primal, lanes>(frame, std::make_index_sequence<P::actives>(),
                               std::make_index_sequence<P::actives * lanes>(),
                               std::make_index_sequence<lanes>());
}

/// Tangents of the active arguments are in their shadows; the result's come.
template <class P, Primal primal, std::size_t lanes>
void forward(const Frame<P::actives, lanes> &frame) {
  askForward<P, primal, lanes>(frame, std::make_index_sequence<P::actives>(),
                               std::make_index_sequence<P::actives * lanes>(),
                               std::make_index_sequence<lanes>());
}

} // namespace detail
} // namespace enzyme
#endif
