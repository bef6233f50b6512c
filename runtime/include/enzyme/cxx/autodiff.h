//===- autodiff.h - one derivative, said argument by argument ---*- C++ -*-===//
//
// autodiff<Mode>(f, wrapped arguments…): see <enzyme/enzyme>.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_AUTODIFF_H
#define ENZYME_CXX_AUTODIFF_H

#include <enzyme/cxx/request.h>
#include <enzyme/cxx/scalars.h>
#include <enzyme/tuple>
#include <enzyme/utils>

namespace enzyme {
namespace detail {

// -- arguments ------------------------------------------------------------------------

/// How many shadows an argument brings; 0: as many as the others.
template <class Wrapper> inline constexpr std::size_t lanes_in = 0;
template <class T> inline constexpr std::size_t lanes_in<Duplicated<T>> = 1;
template <class T> inline constexpr std::size_t lanes_in<DuplicatedNoNeed<T>> = 1;
template <class T, std::size_t lanes>
inline constexpr std::size_t lanes_in<BatchDuplicated<T, lanes>> = lanes;

template <class... Wrapper> constexpr std::size_t lanesOf() {
  std::size_t lanes = 1;
  ((lanes = lanes_in<Wrapper> > lanes ? lanes_in<Wrapper> : lanes), ...);
  return lanes;
}

/// One T, or one for each lane.
template <class T, std::size_t lanes>
using each_lane_t = std::conditional_t<lanes == 1, T, std::array<T, lanes>>;

/// A wrapped argument during a call: where it is, where its shadows are, and what it
/// gives to the result.
template <class Wrapper, std::size_t lanes> struct Given;

template <class T, std::size_t lanes> struct Given<Active<T>, lanes> {
  explicit Given(Active<T> active) : wrapper(static_cast<Active<T> &&>(active)) {
    shadows.fill(make_zero(wrapper.value));
  }
  using Slot = slot<T, true>;
  using Adjoint = each_lane_t<T, lanes>;
  void *address() { return carry<T>(wrapper.value); }
  void *shadowAddress(std::size_t lane) { return carry<T>(shadows[lane]); }
  Adjoint take() {
    if constexpr (lanes == 1)
      return static_cast<T &&>(shadows[0]);
    else
      return shadows;
  }

private:
  Active<T> wrapper;
  std::array<T, lanes> shadows;
};

template <class T, std::size_t lanes> struct Given<Const<T>, lanes> {
  Const<T> wrapper;
  using Slot = slot<T, false>;
  using Adjoint = nodiff;
  explicit Given(Const<T> constant) : wrapper(static_cast<Const<T> &&>(constant)) {}
  std::tuple<carrier_t<T>> carrier() {
    if constexpr (std::is_pointer_v<T>)
      return wrapper.value;
    else
      return &wrapper.value;
  }
  nodiff take() { return {}; }
};

template <class Wrapper> struct GivenPair {
  using T = typename Wrapper::type;
  using Slot = slot<T, true>;
  using Adjoint = nodiff;
  explicit GivenPair(Wrapper pair) : wrapper(static_cast<Wrapper &&>(pair)) {}
  void *address() { return carry<T>(wrapper.value); }
  void *shadowAddress(std::size_t) { return carry<T>(wrapper.shadow); }
  nodiff take() { return {}; }

private:
  Wrapper wrapper;
};
template <class T, std::size_t lanes>
struct Given<Duplicated<T>, lanes> : GivenPair<Duplicated<T>> {
  using GivenPair<Duplicated<T>>::GivenPair;
};
template <class T, std::size_t lanes>
struct Given<DuplicatedNoNeed<T>, lanes> : GivenPair<DuplicatedNoNeed<T>> {
  using GivenPair<DuplicatedNoNeed<T>>::GivenPair;
};

template <class T, std::size_t lanes> struct Given<BatchDuplicated<T, lanes>, lanes> {
  using Slot = slot<T, true>;
  using Adjoint = nodiff;
  explicit Given(BatchDuplicated<T, lanes> batch)
      : wrapper(static_cast<BatchDuplicated<T, lanes> &&>(batch)) {}
  void *address() { return carry<T>(wrapper.value); }
  void *shadowAddress(std::size_t lane) {
    if constexpr (std::is_reference_v<T>)
      return erase(wrapper.shadows[lane]);
    else
      return carry<T>(wrapper.shadows[lane]);
  }
  nodiff take() { return {}; }

private:
  BatchDuplicated<T, lanes> wrapper;
};

template <class Slot, class G> auto carrierOf(G &given) {
  if constexpr (Slot::isActive)
    return std::tuple<>();
  else
    return given.carrier();
}

template <class G, std::size_t n, std::size_t lanes>
void addActive(G &given, Frame<n, lanes> &frame, [[maybe_unused]] std::size_t &next) {
  if constexpr (G::Slot::isActive) {
    for (std::size_t lane = 0; lane < lanes; ++lane)
      frame.shadow[next * lanes + lane] = given.shadowAddress(lane);
    frame.active[next++] = given.address();
  }
}

// -- callables --------------------------------------------------------------------------

/// A callable as the programs want it: functions by pointer, objects by reference.
template <class F>
using callee_t =
    std::conditional_t<std::is_function_v<std::remove_reference_t<F>>, std::decay_t<F>,
                       std::conditional_t<std::is_pointer_v<remove_cvref_t<F>>, remove_cvref_t<F>,
                                          std::remove_reference_t<F> &>>;

/// All that is known when compiling of a call of `f` with these wrapped arguments.
template <class F, class... Wrapper> struct CallOf {
  using Callee = callee_t<F>;
  using Result = std::decay_t<std::invoke_result_t<Callee, typename Wrapper::type...>>;
  static constexpr std::size_t lanes = lanesOf<Wrapper...>();
  template <class Sink>
  using ProgramFor = Program<Sink, Callee, typename Given<Wrapper, lanes>::Slot...>;
};

/// Memory for a result and nothing else: no constructor runs.
template <class R> union Room {
  R value;
  Room() { __builtin_memset(static_cast<void *>(this), 0, sizeof(*this)); }
  ~Room() {}
  /// The result, moved out of here.
  R take() {
    R taken = static_cast<R &&>(value);
    value.~R();
    return taken;
  }
};

template <class P, std::size_t lanes, class Callee, class... G>
Frame<P::actives, lanes> frameOf(Callee &callee, typename P::Context &context, G &...given) {
  Frame<P::actives, lanes> frame;
  frame.f = carry<Callee>(callee);
  frame.context = erase(&context);
  std::size_t next = 0;
  (addActive(given, frame, next), ...);
  static_cast<void>(next);
  return frame;
}

// -- activities of results ------------------------------------------------------------------

template <class Mode, class R, class... Return> struct ReturnOf {
  static_assert(sizeof...(Return) < 2,
                "enzyme::autodiff<Mode, ReturnActivity>: one return activity");
  using type = std::tuple_element_t<0, std::tuple<Return...>>;
};
template <class R, bool primal> struct ReturnOf<ReverseMode<primal>, R> {
  using type = std::conditional_t<std::is_floating_point_v<R>,
                                  Active<std::conditional_t<std::is_void_v<R>, int, R>>, Const<R>>;
};
template <class R> struct ReturnOf<ForwardMode, R> {
  using type = std::conditional_t<std::is_floating_point_v<R>, DuplicatedNoNeed<R>, Const<R>>;
};

template <class Mode> struct ModeOf {
  static constexpr bool isMode = false;
};

// -- mistakes, in words: each of these is true, or has said why not -----------------------------

template <class Mode, class F, class... Wrapper> constexpr bool fitsCall() {
  constexpr bool isMode = ModeOf<Mode>::isMode;
  static_assert(isMode, "enzyme::autodiff: the mode is one of enzyme::Reverse, "
                        "enzyme::ReverseWithPrimal, enzyme::Forward");
  if constexpr (!(is_wrapped<Wrapper> && ...)) {
    static_assert((is_wrapped<Wrapper> && ...),
                  "enzyme::autodiff: wrap every argument in its activity: Active{x}, Const{x}, "
                  "Duplicated{x, shadow} or DuplicatedNoNeed{x, shadow}");
    return false;
  } else {
    constexpr std::size_t lanes = lanesOf<Wrapper...>();
    constexpr bool isEven = ((lanes_in<Wrapper> == 0 || lanes_in<Wrapper> == lanes) && ...);
    static_assert(isEven, "enzyme::autodiff: all arguments that have shadows must have equally "
                          "many: BatchDuplicated{value, shadow, shadow, …} for each");
    constexpr bool isCallable = std::is_invocable_v<callee_t<F>, typename Wrapper::type...>;
    static_assert(isCallable,
                  "enzyme::autodiff: the function cannot be called with these arguments");
    return isMode && isEven && isCallable;
  }
}

template <class Wrapper> constexpr bool fitsReverse() {
  using T = typename Wrapper::type;
  constexpr bool isObject = !std::is_reference_v<T> && !std::is_pointer_v<T>;
  constexpr bool isFit = !(is_dup<Wrapper> && isObject && !is_view<remove_cvref_t<T>>::value);
  static_assert(isFit, "enzyme::autodiff<Reverse>: Duplicated of a value would lose its adjoint "
                       "with the copy; use Active{value}, or Duplicated<T &> or a pointer");
  return isFit;
}
template <class Wrapper> constexpr bool fitsForward() {
  static_assert(!is_active<Wrapper>,
                "enzyme::autodiff<Forward>: Active is for reverse mode; in forward mode an "
                "argument brings its tangent: Duplicated{value, tangent}");
  return !is_active<Wrapper>;
}

template <class Return, class R, bool withPrimal> constexpr bool fitsReturn() {
  constexpr bool isFit = is_const<Return> || (is_active<Return> && std::is_floating_point_v<R>);
  static_assert(isFit, "enzyme::autodiff<Reverse>: the result is Const, or Active if it is one "
                       "floating-point number; for other results pass the adjoint in the shadow "
                       "of an argument");
  constexpr bool isKept = !withPrimal || std::is_void_v<R> || std::is_trivially_copyable_v<R>;
  static_assert(isKept, "enzyme::autodiff<ReverseWithPrimal>: the result must be trivially "
                        "copyable");
  return isFit && isKept;
}
template <class Return, class R> constexpr bool fitsTangent() {
  constexpr bool isFit = is_const<Return> || std::is_same_v<Return, Duplicated<R>> ||
                         std::is_same_v<Return, DuplicatedNoNeed<R>>;
  static_assert(isFit, "enzyme::autodiff<Forward>: the result is Duplicated, DuplicatedNoNeed or "
                       "Const of the type that the function returns");
  return isFit;
}

// -- the modes ---------------------------------------------------------------------------------

template <bool withPrimal> struct ModeOf<ReverseMode<withPrimal>> {
  static constexpr bool isMode = true;

  template <class Return, class R, class... Wrapper> static constexpr bool fits() {
    return (fitsReverse<Wrapper>() && ...) && fitsReturn<Return, R, withPrimal>();
  }

  template <class Return, class F, class... Wrapper, std::size_t lanes = lanesOf<Wrapper...>()>
  static auto call(F &&f, Given<Wrapper, lanes>... given) {
    using Call = CallOf<F, Wrapper...>;
    using R = typename Call::Result;
    constexpr bool needsResult = is_active<Return> || (withPrimal && !std::is_void_v<R>);
    using Sink = std::conditional_t<needsResult, WriteResult<R>, DropResult>;
    using P = typename Call::template ProgramFor<Sink>;
    using Adjoints = tuple<typename Given<Wrapper, lanes>::Adjoint...>;
    typename Call::Callee callee = static_cast<typename Call::Callee>(f);
    typename P::Context context =
        std::tuple_cat(carrierOf<typename Given<Wrapper, lanes>::Slot>(given)...);
    auto frame = frameOf<P, lanes, typename Call::Callee>(callee, context, given...);
    if constexpr (needsResult) {
      Room<R> out, seeds[lanes];
      frame.out = erase(&out.value);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        if constexpr (is_active<Return>)
          seeds[lane].value = 1;
        frame.outShadow[lane] = erase(&seeds[lane].value);
      }
      reverse<P, withPrimal ? Primal::Wanted : Primal::NotWanted, lanes>(frame);
      if constexpr (withPrimal)
        return tuple<Adjoints, R>(Adjoints(given.take()...), out.take());
      else
        return tuple<Adjoints>(Adjoints(given.take()...));
    } else {
      reverse<P, Primal::Wanted, lanes>(frame);
      return tuple<Adjoints>(Adjoints(given.take()...));
    }
  }
};

template <> struct ModeOf<ForwardMode> {
  static constexpr bool isMode = true;

  template <class Return, class R, class... Wrapper> static constexpr bool fits() {
    return (fitsForward<Wrapper>() && ...) && fitsTangent<Return, R>();
  }

  template <class Return, class F, class... Wrapper, std::size_t lanes = lanesOf<Wrapper...>()>
  static auto call(F &&f, Given<Wrapper, lanes>... given) {
    using Call = CallOf<F, Wrapper...>;
    using R = typename Call::Result;
    using P = typename Call::template ProgramFor<
        std::conditional_t<std::is_void_v<R>, DropResult, WriteResult<R>>>;
    typename Call::Callee callee = static_cast<typename Call::Callee>(f);
    typename P::Context context =
        std::tuple_cat(carrierOf<typename Given<Wrapper, lanes>::Slot>(given)...);
    auto frame = frameOf<P, lanes, typename Call::Callee>(callee, context, given...);
    if constexpr (std::is_void_v<R>) {
      forward<P, Primal::Wanted, lanes>(frame);
      return tuple<>();
    } else {
      return withResult<Return, P, R, lanes>(frame);
    }
  }

private:
  template <class Return, class P, class R, std::size_t lanes>
  static auto withResult(Frame<P::actives, lanes> &frame) {
    Room<R> out, tangents[lanes];
    frame.out = erase(&out.value);
    for (std::size_t lane = 0; lane < lanes; ++lane)
      frame.outShadow[lane] = erase(&tangents[lane].value);
    using Tangent = each_lane_t<R, lanes>;
    constexpr bool dropsPrimal =
        std::is_same_v<Return, DuplicatedNoNeed<R>> && std::is_trivially_copyable_v<R>;
    forward<P, dropsPrimal ? Primal::NotWanted : Primal::Wanted, lanes>(frame);
    Tangent tangent = take(tangents, std::make_index_sequence<lanes>());
    if constexpr (dropsPrimal) {
      return tuple<Tangent>(static_cast<Tangent &&>(tangent));
    } else if constexpr (std::is_same_v<Return, DuplicatedNoNeed<R>>) {
      out.take();
      return tuple<Tangent>(static_cast<Tangent &&>(tangent));
    } else if constexpr (std::is_same_v<Return, Duplicated<R>>) {
      return tuple<R, Tangent>(out.take(), static_cast<Tangent &&>(tangent));
    } else {
      return tuple<R>(out.take());
    }
  }

  template <class R, std::size_t lanes, std::size_t... lane>
  static each_lane_t<R, lanes> take(Room<R> (&rooms)[lanes], std::index_sequence<lane...>) {
    if constexpr (lanes == 1)
      return rooms[0].take();
    else
      return {rooms[lane].take()...};
  }
};

} // namespace detail

/// The derivative of `f`, with each argument wrapped in its activity; see the head
/// of <enzyme/enzyme> for the result. autodiff<Mode, ReturnActivity> says how the
/// result takes part; without it floating-point results are differentiated.
template <class Mode, class... ReturnActivity, class F, class... Wrapper>
auto autodiff(F &&f, Wrapper &&...arguments) {
  if constexpr (detail::is_dup<F>) {
    return autodiff<Mode, ReturnActivity...>(detail::Invoke(), static_cast<F &&>(f),
                                             static_cast<Wrapper &&>(arguments)...);
  } else if constexpr (detail::is_const<F>) {
    return autodiff<Mode, ReturnActivity...>(f.value, static_cast<Wrapper &&>(arguments)...);
  } else if constexpr (detail::fitsCall<Mode, F, remove_cvref_t<Wrapper>...>()) {
    using R = typename detail::CallOf<F, remove_cvref_t<Wrapper>...>::Result;
    using Return = typename detail::ReturnOf<Mode, R, ReturnActivity...>::type;
    using Chosen = detail::ModeOf<Mode>;
    if constexpr (Chosen::template fits<Return, R, remove_cvref_t<Wrapper>...>())
      return Chosen::template call<Return, F, remove_cvref_t<Wrapper>...>(
          static_cast<F &&>(f),
          detail::Given<remove_cvref_t<Wrapper>, detail::lanesOf<remove_cvref_t<Wrapper>...>()>(
              static_cast<Wrapper &&>(arguments))...);
  }
}

/// `f` called with the values of the wrapped arguments.
template <class F, class... Wrapper> decltype(auto) primal_call(F &&f, Wrapper &&...arguments) {
  static_assert((detail::is_wrapped<Wrapper> && ...),
                "enzyme::primal_call: wrap every argument in its activity");
  return std::invoke(static_cast<F &&>(f),
                     static_cast<typename remove_cvref_t<Wrapper>::type>(arguments.value)...);
}

} // namespace enzyme
#endif
