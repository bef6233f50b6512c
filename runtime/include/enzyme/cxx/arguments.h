//===- arguments.h - what plain arguments mean ------------------*- C++ -*-===//
//
// Problem: gradient(f, x, n, Const{table}) says little, and must be right: x is
// differentiated, n cannot be, table should not be; f may take x by value, by
// reference, or as a span of it.
//
// Here: the kind of each argument from its type, and a Problem, which holds all
// arguments of one call of f, gives shadows to those that need them, and asks.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_ARGUMENTS_H
#define ENZYME_CXX_ARGUMENTS_H

#include <enzyme/cxx/autodiff.h>

namespace enzyme {
namespace detail {

// -- kinds --------------------------------------------------------------------------------

enum class Kind {
  Differentiated, ///< by its numbers; its derivative is part of the result
  Constant,
  Shadowed, ///< Duplicated: the shadow is the caller's
};

template <class A, bool isObject> constexpr Kind kindOf() {
  using Plain = remove_cvref_t<A>;
  if constexpr (is_wrapped<A>) {
    static_assert(!is_active<A>, "Active{x} is a word of enzyme::autodiff; here an argument is "
                                 "differentiated when it is passed as it is: x");
    return is_dup<A> ? Kind::Shadowed : Kind::Constant;
  } else if constexpr (isObject) {
    return Kind::Constant;
  } else if constexpr (std::is_pointer_v<Plain>) {
    static_assert(std::is_void_v<unseen_t<Plain>>,
                  "a pointer does not say how many numbers it leads to: pass a container or a "
                  "std::span; or Const{pointer}, or Duplicated{pointer, shadow}");
    return Kind::Constant;
  } else {
    return isSeen<Plain>() && has_scalars<Plain> ? Kind::Differentiated : Kind::Constant;
  }
}

/// What f receives of an argument. Nothing is moved: f may be called many times.
template <class A, bool byConst, bool wrapped = is_wrapped<A>> struct Received {
  using Plain = std::remove_reference_t<A>;
  using type = std::conditional_t<byConst, const Plain &, std::remove_const_t<Plain> &>;
};
template <class A, bool byConst> struct Received<A, byConst, true> {
  using T = typename remove_cvref_t<A>::type;
  static_assert(!is_dup<A> || std::is_reference_v<T> || std::is_pointer_v<T>,
                "Duplicated{value, shadow}: the shadow must be a variable or a pointer, so that "
                "the derivative can be added to it");
  using type = std::conditional_t<std::is_reference_v<T> || std::is_pointer_v<T>, T, const T &>;
};
/// Pointers and functions are what they are.
template <class A, bool byConst>
using received_t = std::conditional_t<std::is_pointer_v<remove_cvref_t<A>> ||
                                          std::is_function_v<std::remove_reference_t<A>>,
                                      std::decay_t<A>, typename Received<A, byConst>::type>;

// -- shadows -------------------------------------------------------------------------------

/// The shadow of a T: what owns the numbers, and a view of it where T is a view.
template <class T> class Shadow {
public:
  explicit Shadow(const T &original) : owner(make_zero(original)) {}

  void *address() {
    if constexpr (!is_view<T>::value) {
      return erase(&owner);
    } else {
      if constexpr (std::is_constructible_v<T, gradient_t<T> &>)
        view.emplace(owner);
      else if constexpr (is_matrix_library<T>::value)
        view.emplace(owner.data(), owner.rows(), owner.cols());
      else
        view.emplace(owner.data(), owner.size());
      return erase(&*view);
    }
  }

  gradient_t<T> owner;

private:
  struct Nothing {};
  std::conditional_t<is_view<T>::value, std::optional<T>, Nothing> view;
};

/// One argument during a call.
template <class A, Kind kind, bool byConst> struct Held;

template <class A, bool byConst> struct Held<A, Kind::Differentiated, byConst> {
  using T = std::remove_cv_t<A>;
  using Slot = slot<received_t<A, byConst>, true>;
  static constexpr Kind kind = Kind::Differentiated;

  explicit Held(const T &value) : original(value) {}
  void *address() { return erase(place()); }
  received_t<A, byConst> receive() { return *place(); }
  Shadow<T> shadow() const { return Shadow<T>(original); }

  const T &original;

private:
  /// f may write to what it gets by a reference that is not const: a fresh copy.
  using Copy = std::conditional_t<is_view<T>::value, T, gradient_t<T>>;
  auto *place() {
    if constexpr (byConst) {
      return &original;
    } else {
      if constexpr (is_view<T>::value)
        copy.emplace(original);
      else
        copy.emplace(copyShape(original));
      return reinterpret_cast<T *>(&*copy); // an array by its std::array
    }
  }

  std::conditional_t<byConst, std::tuple<>, std::optional<Copy>> copy;
};

template <class A, bool byConst> struct Held<A, Kind::Constant, byConst> {
  using R = received_t<A, byConst>;
  using Slot = slot<R, false>;
  static constexpr Kind kind = Kind::Constant;

  explicit Held(A &argument) : argument(argument) {}
  R receive() {
    if constexpr (is_const<A>)
      return static_cast<R>(argument.value);
    else
      // const_cast: R is const where f takes it so; where it does not, f says that
      // it writes to what it is given, and `argument` was not const.
      return const_cast<std::remove_const_t<A> &>(argument);
  }
  std::tuple<carrier_t<R>> carrier() {
    if constexpr (std::is_pointer_v<R>)
      return receive();
    else
      return &receive();
  }

private:
  A &argument;
};

template <class A, bool byConst> struct Held<A, Kind::Shadowed, byConst> {
  using R = received_t<A, byConst>;
  using Slot = slot<R, true>;
  static constexpr Kind kind = Kind::Shadowed;

  explicit Held(A &wrapper) : wrapper(wrapper) {}
  R receive() { return static_cast<R>(wrapper.value); }
  void *address() { return carry<R>(wrapper.value); }
  void *shadowAddress() { return carry<R>(wrapper.shadow); }

private:
  A &wrapper;
};

// -- a function and all its arguments ----------------------------------------------------

template <class F, class... A, std::size_t... i>
constexpr auto kindsOf(list<A...>, std::index_sequence<i...>) {
  constexpr bool isMember = std::is_member_pointer_v<remove_cvref_t<F>>;
  return std::array<Kind, sizeof...(A) + 1>{kindOf<A, isMember && i == 0>()..., Kind::Constant};
}
template <std::size_t n>
constexpr std::size_t countOf(const std::array<Kind, n> &kinds, Kind kind) {
  std::size_t count = 0;
  for (std::size_t k = 0; k + 1 < n; ++k)
    count += kinds[k] == kind;
  return count;
}
template <std::size_t n>
constexpr std::size_t rankIn(const std::array<Kind, n> &kinds, std::size_t index) {
  std::size_t rank = 0;
  for (std::size_t k = 0; k < index; ++k)
    rank += kinds[k] == kinds[index];
  return rank;
}

template <class Make, std::size_t... i> auto repeat(Make make, std::index_sequence<i...>) {
  return std::array{make(i)...};
}

template <Kind kind, class A>
using ShadowPart = std::conditional_t<kind == Kind::Differentiated,
                                      std::tuple<Shadow<std::remove_cv_t<A>>>, std::tuple<>>;

/// A call of f, ready to be differentiated: arguments sorted, addresses known. `A`:
/// types of the arguments, references removed.
template <class F, class Indices, class... A> class ProblemOf;
template <class F, std::size_t... i, class... A>
class ProblemOf<F, std::index_sequence<i...>, A...> {
  static constexpr auto kinds = kindsOf<F>(list<A...>(), std::index_sequence<i...>());

public:
  using Callee = callee_t<F>;
  static constexpr bool byConst = std::is_invocable_v<Callee, received_t<A, true>...>;
  /// How many arguments are differentiated; how many have shadows.
  static constexpr std::size_t differentiated = countOf(kinds, Kind::Differentiated);
  static constexpr std::size_t shadowed = countOf(kinds, Kind::Shadowed);

  using Result = std::decay_t<std::invoke_result_t<Callee, received_t<A, byConst>...>>;
  template <class Sink>
  using ProgramFor = Program<Sink, Callee, typename Held<A, kinds[i], byConst>::Slot...>;

  ProblemOf(F &f, A &...argument) : callee(static_cast<Callee>(f)), held(argument...) {}

  Result primal() {
    return std::invoke(static_cast<Callee>(callee), std::get<i>(held).receive()...);
  }

  /// Zero shadows for the arguments that are differentiated.
  using Shadows = decltype(std::tuple_cat(std::declval<ShadowPart<kinds[i], A>>()...));
  Shadows shadows() const { return std::tuple_cat(shadowOf(std::get<i>(held))...); }

  template <std::size_t lanes> std::array<Shadows, lanes> laneShadows() const {
    return repeat([this](std::size_t) { return shadows(); }, std::make_index_sequence<lanes>());
  }

  /// The numbers of those arguments; moveTo such a point (null: back), and sweeps
  /// see it in place of the arguments.
  Shadows point() const {
    Shadows here = shadows();
    (copyPoint<i>(here), ...);
    return here;
  }
  void moveTo(const Shadows *other) { moved = other; }

  /// Addresses for one sweep, from the arguments as they were passed.
  template <class P> typename P::Context context() {
    return std::tuple_cat(carrierFrom(std::get<i>(held))...);
  }
  template <class P, std::size_t lanes>
  Frame<P::actives, lanes> frame(typename P::Context &context,
                                 std::array<Shadows, lanes> &shadows) {
    Frame<P::actives, lanes> frame;
    frame.f = carry<Callee>(callee);
    frame.context = erase(&context);
    if (moved)
      there.emplace(*moved);
    std::size_t next = 0;
    (add<i>(frame, shadows, next), ...);
    static_cast<void>(next);
    return frame;
  }

private:
  template <class H> static auto shadowOf(const H &argument) {
    if constexpr (H::kind == Kind::Differentiated)
      return std::make_tuple(argument.shadow());
    else
      return std::tuple<>();
  }
  template <class H> static auto carrierFrom(H &argument) {
    if constexpr (H::kind == Kind::Constant)
      return argument.carrier();
    else
      return std::tuple<>();
  }
  template <std::size_t index> void copyPoint(Shadows &here) const {
    if constexpr (kinds[index] == Kind::Differentiated)
      copyNumbers(std::get<index>(held).original, std::get<rankIn(kinds, index)>(here).owner);
  }
  template <std::size_t index, std::size_t n, std::size_t lanes>
  void add(Frame<n, lanes> &frame, [[maybe_unused]] std::array<Shadows, lanes> &shadows,
           std::size_t &next) {
    if constexpr (kinds[index] == Kind::Differentiated) {
      constexpr std::size_t rank = rankIn(kinds, index);
      for (std::size_t lane = 0; lane < lanes; ++lane)
        frame.shadow[next * lanes + lane] = std::get<rank>(shadows[lane]).address();
      frame.active[next++] =
          moved ? std::get<rank>(*there).address() : std::get<index>(held).address();
    } else if constexpr (kinds[index] == Kind::Shadowed) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        frame.shadow[next * lanes + lane] = std::get<index>(held).shadowAddress();
      frame.active[next++] = std::get<index>(held).address();
    }
  }

  const Shadows *moved = nullptr;
  std::optional<Shadows> there; ///< a copy for each sweep: f may write to it
  Callee callee;
  std::tuple<Held<A, kinds[i], byConst>...> held;
};

/// True, or says that f cannot be called. `A`: as in a Problem.
template <class F, class... A> constexpr bool fitsArguments() {
  constexpr bool isCallable = std::is_invocable_v<callee_t<F>, received_t<A, true>...> ||
                              std::is_invocable_v<callee_t<F>, received_t<A, false>...>;
  static_assert(isCallable, "enzyme: the function cannot be called with these arguments");
  return isCallable;
}

template <class F, class... A>
using Problem = ProblemOf<F, std::index_sequence_for<A...>, std::remove_reference_t<A>...>;

/// The owners of shadows, as people get them: one by itself, several as a tuple.
template <class... T> auto gradientsOf(std::tuple<Shadow<T>...> &&shadows) {
  if constexpr (sizeof...(T) == 1)
    return std::move(std::get<0>(shadows).owner);
  else
    return std::apply(
        [](auto &...shadow) { return std::tuple<gradient_t<T>...>(std::move(shadow.owner)...); },
        shadows);
}

} // namespace detail
} // namespace enzyme
#endif
