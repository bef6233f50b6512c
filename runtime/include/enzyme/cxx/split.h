//===- split.h - the two sweeps of reverse mode as two calls ----*- C++ -*-===//
//
//   auto sweep = augmented(f, wrapped arguments…);  // the function's own work
//   sweep.result();                                 // what it returned
//   auto by = sweep.reverse(seed);                  // as autodiff<Reverse>, once
//
// Between the two the program may use the result, say to find the seed. Arguments
// are wrapped as for autodiff<Reverse>; what Duplicated ones lead to must still
// exist. The tape is released by reverse().
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_SPLIT_H
#define ENZYME_CXX_SPLIT_H

#include <enzyme/cxx/autodiff.h>

#include <memory>
#include <stdexcept>

namespace enzyme {
namespace detail {

template <class Result, class... T> Result __enzyme_augmentfwd(T...);
template <class Result, class... T> Result __enzyme_reverse(T...);

template <class P, std::size_t... i>
void *askAugmented(const Frame<P::actives> &frame, std::index_sequence<i...>) {
  if constexpr (std::is_void_v<typename P::Out>)
    return __enzyme_augmentfwd<void *>(erase(&P::runOnly), enzyme_const, frame.f, enzyme_const,
                                       frame.context, enzyme_dup, frame.active[i]...,
                                       enzyme_interleave, frame.shadow[i]...);
  else
    return __enzyme_augmentfwd<void *>(erase(&P::run), enzyme_const, frame.f, enzyme_const,
                                       frame.context, enzyme_dup, frame.active[i]..., enzyme_dup,
                                       frame.out, enzyme_interleave, frame.shadow[i]...,
                                       frame.outShadow[0]);
}

template <class P, std::size_t... i>
void askGradient(const Frame<P::actives> &frame, void *tape, std::index_sequence<i...>) {
  if constexpr (std::is_void_v<typename P::Out>)
    __enzyme_reverse<void>(erase(&P::runOnly), enzyme_const, frame.f, enzyme_const, frame.context,
                           enzyme_dup, frame.active[i]..., tape, enzyme_interleave,
                           frame.shadow[i]...);
  else
    __enzyme_reverse<void>(erase(&P::run), enzyme_const, frame.f, enzyme_const, frame.context,
                           enzyme_dup, frame.active[i]..., enzyme_dup, frame.out, tape,
                           enzyme_interleave, frame.shadow[i]..., frame.outShadow[0]);
}

/// All that lives from the first sweep to the second, at addresses that stay.
template <class F, class... Wrapper> struct SplitState {
  using Call = CallOf<F, Wrapper...>;
  using R = typename Call::Result;
  static constexpr bool hasResult = std::is_trivially_copyable_v<R> && !std::is_void_v<R>;
  using P =
      typename Call::template ProgramFor<std::conditional_t<hasResult, WriteResult<R>, DropResult>>;
  using Adjoints = tuple<typename Given<Wrapper, 1>::Adjoint...>;
  struct Nothing {};
  using Out = std::conditional_t<hasResult, R, Nothing>;

  SplitState(F &&f, Wrapper... wrapped)
      : function(static_cast<F &&>(f)), callee(static_cast<typename Call::Callee>(function)),
        given(Given<Wrapper, 1>(static_cast<Wrapper &&>(wrapped))...),
        context(std::apply(
            [](auto &...one) {
              return std::tuple_cat(
                  carrierOf<typename remove_cvref_t<decltype(one)>::Slot>(one)...);
            },
            given)),
        frame(std::apply(
            [this](auto &...one) {
              return frameOf<P, 1, typename Call::Callee>(callee, context, one...);
            },
            given)) {
    frame.out = erase(&out);
    frame.outShadow[0] = erase(&seed);
  }

  F function; ///< a reference, or the callable itself if it was a temporary
  typename Call::Callee callee;
  std::tuple<Given<Wrapper, 1>...> given;
  typename P::Context context;
  Frame<P::actives> frame;
  Out out{}, seed{};
  void *tape = nullptr;
};

} // namespace detail

/// A function that has run, and can be run backwards once.
template <class F, class... Wrapper> class Augmented {
  using State = detail::SplitState<F, Wrapper...>;
  using P = typename State::P;
  using Indices = std::make_index_sequence<P::actives>;

public:
  Augmented(F &&f, Wrapper... wrapped)
      : state(std::make_unique<State>(static_cast<F &&>(f), static_cast<Wrapper &&>(wrapped)...)) {
    state->tape = detail::askAugmented<P>(state->frame, Indices());
  }

  /// What the function returned.
  const typename State::Out &result() const {
    static_assert(State::hasResult, "enzyme::augmented: the function's result is not kept: it "
                                    "must be trivially copyable");
    return state->out;
  }

  /// The derivatives, one for each argument, from the adjoint of the result.
  auto reverse() {
    if constexpr (std::is_floating_point_v<typename State::Out>)
      return reverse(1);
    else
      return reverse({});
  }
  auto reverse(const typename State::Out &seed) {
    if (isReversed)
      detail::refuse<std::logic_error>(
          "enzyme::augmented: reverse() uses the tape up; it can be called once");
    isReversed = true;
    state->seed = seed;
    detail::askGradient<P>(state->frame, state->tape, Indices());
    return std::apply([](auto &...one) { return typename State::Adjoints(one.take()...); },
                      state->given);
  }

private:
  std::unique_ptr<State> state;
  bool isReversed = false;
};

/// Runs `f` as reverse mode's first sweep.
template <class F, class... Wrapper> auto augmented(F &&f, Wrapper &&...arguments) {
  if constexpr (detail::fitsCall<Reverse, F, remove_cvref_t<Wrapper>...>()) {
    if constexpr ((detail::fitsReverse<remove_cvref_t<Wrapper>>() && ...))
      return Augmented<F, remove_cvref_t<Wrapper>...>(static_cast<F &&>(f),
                                                      static_cast<Wrapper &&>(arguments)...);
  }
}

} // namespace enzyme
#endif
