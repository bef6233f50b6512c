//===- shapes.h - what an object is made of --------------------*- C++ -*-===//
//
// Problem: a shadow is a copy of an object whose numbers are set to zero. A number
// that is not seen stays what it was, and the derivative is added to it.
//
// Here: the shape of each type, and the types of its parts. What cannot be seen into
// (private members, bases with members, unions, pointers to numbers, references) is
// found as a type, so that it is refused with its name; a specialisation of members_of
// says what such a class holds.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_SHAPES_H
#define ENZYME_CXX_SHAPES_H

#include <enzyme/type_traits>
#include <string_view>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions" // packs in structured bindings; messages

namespace enzyme {

/// Of a class that cannot be seen into: `template <class Self> static auto get(Self &self)`
/// returns a std::tie of all members that hold numbers (a std::tuple where some are views).
template <class T> struct members_of;

/// The part of an object that is its base class, for members_of.
template <class Base, class Self> auto &base(Self &self) {
  return static_cast<std::conditional_t<std::is_const_v<Self>, const Base, Base> &>(self);
}

namespace detail {

enum class Shape {
  Number,
  Complex,
  Array,
  Told,    ///< by members_of
  Nothing, ///< holds no numbers and leads to none
  Pointer,
  Matrix,
  Map,
  Range,
  Optional,
  Variant,
  Tuple,
  Structure,
  Unseen,
};

template <class T, class = void> struct is_told : std::false_type {};
template <class T>
struct is_told<T, std::void_t<decltype(members_of<T>::get(std::declval<T &>()))>> : std::true_type {
};

template <class T>
inline constexpr bool is_nothing =
    std::is_integral_v<T> || std::is_enum_v<T> || std::is_null_pointer_v<T> || std::is_void_v<T> ||
    std::is_member_pointer_v<T> || std::is_function_v<T> ||
    std::is_function_v<std::remove_pointer_t<T>> ||
    (std::is_empty_v<T> && !is_matrix_library<T>::value);

/// Of a type without const and volatile.
template <class T> constexpr Shape shapeOf() {
  if constexpr (std::is_floating_point_v<T>)
    return Shape::Number;
  else if constexpr (is_complex<T>::value)
    return Shape::Complex;
  else if constexpr (std::is_array_v<T>)
    return Shape::Array;
  else if constexpr (is_told<T>::value)
    return Shape::Told;
  else if constexpr (is_nothing<T>)
    return Shape::Nothing;
  else if constexpr (std::is_pointer_v<T>)
    return Shape::Pointer;
  else if constexpr (!std::is_class_v<T>)
    return Shape::Unseen;
  else if constexpr (is_matrix_library<T>::value)
    return Shape::Matrix;
  else if constexpr (is_range<T>::value)
    return is_map<T>::value ? Shape::Map : Shape::Range;
  else if constexpr (is_optional_like<T>::value)
    return Shape::Optional;
  else if constexpr (is_variant<T>::value)
    return Shape::Variant;
  else if constexpr (is_tuple<T>::value)
    return Shape::Tuple;
  else
    return has_bindings<T>::value && !is_tuple_like<T>::value ? Shape::Structure : Shape::Unseen;
}

// -- parts ---------------------------------------------------------------------------

template <class... T> struct parts {};

template <class T> auto membersOf(T &object) {
  auto &[... member] = object;
  return parts<decltype(member)...>();
}
template <class T> struct parts_in;
template <template <class...> class Holder, class... T> struct parts_in<Holder<T...>> {
  using type = parts<T...>;
};
template <class T>
using value_in =
    typename std::iterator_traits<decltype(std::begin(std::declval<T &>()))>::value_type;

/// The types of the parts as they are declared: with const and reference.
template <class T> constexpr auto partsOf() {
  constexpr Shape shape = shapeOf<T>();
  if constexpr (shape == Shape::Array)
    return parts<std::remove_extent_t<T>>();
  else if constexpr (shape == Shape::Told)
    return typename parts_in<decltype(members_of<T>::get(std::declval<T &>()))>::type();
  else if constexpr (shape == Shape::Matrix)
    return parts<typename T::Scalar>();
  else if constexpr (shape == Shape::Map)
    return parts<typename T::mapped_type>();
  else if constexpr (shape == Shape::Range)
    return parts<value_in<T>>();
  else if constexpr (shape == Shape::Optional)
    return parts<remove_cvref_t<decltype(*std::declval<T &>())>>();
  else if constexpr (shape == Shape::Variant || shape == Shape::Tuple)
    return typename parts_in<T>::type();
  else if constexpr (shape == Shape::Structure)
    return decltype(membersOf(std::declval<T &>()))();
  else
    return parts<>();
}

// -- numbers -----------------------------------------------------------------------

/// The type of the first number in a T, or void. `Around`: the types that T is a part of;
/// those say it themselves.
template <class T, class... Around> struct scalar_in;

template <class... Around> constexpr auto firstScalar(parts<>) -> parts<void> { return {}; }
template <class... Around, class T, class... Rest> constexpr auto firstScalar(parts<T, Rest...>) {
  using Scalar = typename scalar_in<remove_cvref_t<T>, Around...>::type;
  if constexpr (std::is_void_v<Scalar>)
    return firstScalar<Around...>(parts<Rest...>());
  else
    return parts<Scalar>();
}
template <class T> struct only_in;
template <class T> struct only_in<parts<T>> {
  using type = T;
};

template <class T, class... Around> constexpr auto scalarIn() {
  if constexpr (shapeOf<T>() == Shape::Number)
    return parts<T>();
  else if constexpr (shapeOf<T>() == Shape::Complex)
    return parts<typename T::value_type>();
  else if constexpr ((std::is_same_v<T, Around> || ...))
    return parts<void>();
  else
    return firstScalar<T, Around...>(partsOf<T>());
}
template <class T, class... Around> struct scalar_in {
  using type = typename only_in<decltype(scalarIn<T, Around...>())>::type;
};

template <class T> using scalar_t = typename scalar_in<std::remove_cv_t<T>>::type;
template <class T> inline constexpr bool has_scalars = !std::is_void_v<scalar_t<remove_cvref_t<T>>>;

// -- what cannot be seen ---------------------------------------------------------------

template <class T, class = void> struct is_complete : std::false_type {};
template <class T> struct is_complete<T, std::void_t<decltype(sizeof(T))>> : std::true_type {};

/// The first type within a T that cannot be seen into, or void.
template <class T, class... Around> constexpr auto unseenIn();

template <class T, class... Around> constexpr auto unseenBehind() {
  using Target = std::remove_cv_t<std::remove_pointer_t<T>>;
  if constexpr ((std::is_same_v<Target, Around> || ...) || std::is_void_v<Target> ||
                !is_complete<Target>::value)
    return parts<T>();
  else if constexpr (has_scalars<Target> ||
                     !std::is_same_v<decltype(unseenIn<Target, Around...>()), parts<void>>)
    return parts<T>();
  else
    return parts<void>();
}

/// One part of a `Whole`. A reference and a view lead to what the copy would share with its
/// original, and what is const cannot be set to zero.
template <class Whole, class... Around, class T> constexpr auto unseenPart(parts<T>) {
  using Plain = remove_cvref_t<T>;
  constexpr bool isTold = shapeOf<Whole>() == Shape::Told;
  constexpr bool isShared = !isTold && (std::is_reference_v<T> || is_view<Plain>::value);
  constexpr bool isFixed = std::is_const_v<std::remove_reference_t<T>>;
  if constexpr ((isShared || isFixed) && (has_scalars<Plain> || shapeOf<Plain>() == Shape::Unseen))
    return parts<T>();
  else
    return unseenIn<Plain, Whole, Around...>();
}
template <class Whole, class... Around> constexpr auto unseenAmong(parts<>) -> parts<void> {
  return {};
}
template <class Whole, class... Around, class T, class... Rest>
constexpr auto unseenAmong(parts<T, Rest...>) {
  if constexpr (auto found = unseenPart<Whole, Around...>(parts<T>());
                !std::is_same_v<decltype(found), parts<void>>)
    return found;
  else
    return unseenAmong<Whole, Around...>(parts<Rest...>());
}

/// Are the keys of a map, or the elements of a set, numbers? They decide where an element is.
template <class T> constexpr bool hasNumbersAsKeys() {
  if constexpr (shapeOf<T>() == Shape::Map)
    return has_scalars<typename T::key_type> ||
           !std::is_same_v<decltype(unseenIn<typename T::key_type>()), parts<void>>;
  else if constexpr (shapeOf<T>() == Shape::Range && !is_view<T>::value)
    return has_scalars<value_in<T>> &&
           std::is_const_v<std::remove_reference_t<decltype(*std::begin(std::declval<T &>()))>>;
  else
    return false;
}

template <class T, class... Around> constexpr auto unseenIn() {
  constexpr Shape shape = shapeOf<T>();
  if constexpr ((std::is_same_v<T, Around> || ...))
    return parts<void>();
  else if constexpr (shape == Shape::Unseen || hasNumbersAsKeys<T>())
    return parts<T>();
  else if constexpr (shape == Shape::Pointer)
    return unseenBehind<T, Around...>();
  else
    return unseenAmong<T, Around...>(partsOf<T>());
}
template <class T> using unseen_t = typename only_in<decltype(unseenIn<remove_cvref_t<T>>())>::type;

/// Does the type alone say how many numbers it has? Of parts that are of the same type as what
/// they are in, there are as many as the object wants.
template <class T> constexpr bool isOfOneSize();
template <class... T> constexpr bool areOfOneSize(parts<T...>) {
  return (isOfOneSize<remove_cvref_t<T>>() && ...);
}
template <class T> constexpr bool isOfOneSize() {
  if constexpr (!std::is_trivially_copyable_v<T> || !std::is_default_constructible_v<T> ||
                is_view<T>::value || shapeOf<T>() == Shape::Optional ||
                shapeOf<T>() == Shape::Variant)
    return false;
  else
    return areOfOneSize(partsOf<T>());
}

// -- saying so ----------------------------------------------------------------------------

template <class T> constexpr std::string_view nameOf() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("T = ") + 4);
  text.remove_suffix(1);
  return text;
}

/// Texts one after the other.
struct Sentence {
  char characters[1024] = {};
  std::size_t length = 0;
  constexpr std::size_t size() const { return length; }
  constexpr const char *data() const { return characters; }
  constexpr Sentence &operator<<(std::string_view text) {
    for (std::size_t i = 0; i < text.size() && length < sizeof characters; ++i)
      characters[length++] = text[i];
    return *this;
  }
};

template <class T, class Unseen> constexpr Sentence unseenSentence() {
  Sentence sentence;
  sentence << "enzyme: '" << nameOf<Unseen>() << "'";
  if (!std::is_same_v<T, Unseen>)
    sentence << " in '" << nameOf<T>() << "'";
  sentence << " may hold or lead to numbers that cannot be seen; specialise enzyme::members_of for "
              "the class, or pass it as Const{object} or Duplicated{object, shadow}";
  return sentence;
}

/// True, or says what cannot be seen into.
template <class T> constexpr bool isSeen() {
  using Unseen = unseen_t<T>;
  constexpr bool isSeen = std::is_void_v<Unseen>;
  static_assert(isSeen, unseenSentence<remove_cvref_t<T>, Unseen>());
  return isSeen;
}

} // namespace detail
} // namespace enzyme

#pragma clang diagnostic pop
#endif
