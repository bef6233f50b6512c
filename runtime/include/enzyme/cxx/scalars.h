//===- scalars.h - the floating-point numbers of an object ------*- C++ -*-===//
//
// Problem: a gradient has the shape of the argument it belongs to, and a
// direction or a Jacobian's row is about "number j" of an argument, be it a
// double, a vector of vectors, an Eigen matrix or a structure of these.
//
// Here: eachScalar visits all numbers of an object in one fixed order; what can be
// said of an object by its numbers alone (count, clear, copy) follows from it.
// Integers and strings have no numbers.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_SCALARS_H
#define ENZYME_CXX_SCALARS_H

#include <enzyme/cxx/shapes.h>
#include <enzyme/enzyme.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions" // packs in structured bindings

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <typeinfo>
#include <vector>

namespace enzyme {
namespace detail {

// -- visiting ------------------------------------------------------------------------

/// A member of a structure; a bit-field has no reference.
template <class T> using visited_t = std::conditional_t<has_scalars<T>, T &, const T &>;

template <class T, class Visit> void eachScalar(T &object, Visit &&visit) {
  using Plain = std::remove_cv_t<T>;
  constexpr Shape shape = shapeOf<Plain>();
  if constexpr (!has_scalars<Plain>) {
    (void)object;
  } else if constexpr (shape == Shape::Number) {
    visit(object);
  } else if constexpr (shape == Shape::Complex) {
    using Part = std::conditional_t<std::is_const_v<T>, const scalar_t<Plain>, scalar_t<Plain>>;
    auto &parts = reinterpret_cast<Part(&)[2]>(object);
    visit(parts[0]);
    visit(parts[1]);
  } else if constexpr (shape == Shape::Matrix && is_view<Plain>::value) {
    // A view may have strides: its elements are read in the order of its owner's.
    const std::ptrdiff_t rows = object.rows(), columns = object.cols();
    for (std::ptrdiff_t i = 0; i < rows * columns; ++i) {
      const auto element = Plain::PlainObject::IsRowMajor ? object.coeff(i / columns, i % columns)
                                                          : object.coeff(i % rows, i / rows);
      eachScalar(element, visit);
    }
  } else if constexpr (shape == Shape::Matrix) {
    for (std::ptrdiff_t i = 0; i < std::ptrdiff_t(object.size()); ++i)
      eachScalar(object.data()[i], visit);
  } else if constexpr (shape == Shape::Map) {
    for (auto &entry : object)
      eachScalar(entry.second, visit);
  } else if constexpr (shape == Shape::Range || shape == Shape::Array) {
    for (auto &&element : object)
      eachScalar(element, visit);
  } else if constexpr (shape == Shape::Optional) {
    if (object.has_value())
      eachScalar(*object, visit);
  } else if constexpr (shape == Shape::Variant) {
    if (!object.valueless_by_exception())
      std::visit([&](auto &held) { eachScalar(held, visit); }, object);
  } else if constexpr (shape == Shape::Tuple) {
    std::apply([&](auto &...member) { (eachScalar(member, visit), ...); }, object);
  } else if constexpr (shape == Shape::Told) {
    auto members = members_of<Plain>::get(object);
    std::apply([&](auto &...member) { (eachScalar(member, visit), ...); }, members);
  } else {
    auto &[... member] = object;
    (eachScalar(static_cast<visited_t<decltype(member)>>(member), visit), ...);
  }
}

template <class T> std::size_t countScalars(const T &object) {
  std::size_t count = 0;
  eachScalar(object, [&](const auto &) { ++count; });
  return count;
}

/// Where each number is, so that they can be named by index.
template <class T> std::vector<scalar_t<std::remove_cv_t<T>> *> scalarsOf(T &object) {
  std::vector<scalar_t<std::remove_cv_t<T>> *> places;
  eachScalar(object, [&](auto &scalar) { places.push_back(&scalar); });
  return places;
}

/// Throws, where the program has exceptions.
template <class Error> [[noreturn]] ENZYME_INACTIVE void refuse(const char *what) {
#ifdef __cpp_exceptions
  throw Error(what);
#else
  std::fputs(what, stderr);
  std::fputc('\n', stderr);
  std::abort();
#endif
}

inline void checkSize(std::size_t wanted, std::size_t found, const char *what) {
  if (wanted != found)
    refuse<std::length_error>(what);
}

/// An object of a derived class is more than its shape says.
template <class T> void checkIsExactly([[maybe_unused]] const T &object) {
#ifdef __cpp_rtti
  if (typeid(object) != typeid(T))
    refuse<std::invalid_argument>(
        "enzyme: the object is of a class derived from the one that is differentiated by");
#endif
}

/// The numbers of `from`, in their order, become those of `to`.
template <class From, class To> void copyNumbers(const From &from, To &to) {
  auto places = scalarsOf(to);
  std::size_t next = 0;
  eachScalar(from, [&](const auto &scalar) {
    if (next < places.size())
      *places[next] = scalar;
    ++next;
  });
  checkSize(places.size(), next, "enzyme: a direction has another size than its argument");
}

// -- objects of the same shape ---------------------------------------------------------

/// What can hold the derivative by a T: T itself, or what owns the elements of a
/// view, or a std::array in place of an array.
template <class T, class = void> struct gradient_of {
  using type = T;
};
template <class T, std::size_t n> struct gradient_of<T[n], void> {
  using type = std::array<typename gradient_of<std::remove_cv_t<T>>::type, n>;
};
template <class T>
struct gradient_of<T, std::enable_if_t<is_matrix_library<T>::value && is_view<T>::value>> {
  using type = typename T::PlainObject;
};
template <class T>
struct gradient_of<T, std::enable_if_t<!is_matrix_library<T>::value && is_view<T>::value>> {
  using type = std::vector<remove_cvref_t<decltype(*std::declval<T &>().data())>>;
};
template <class T> using gradient_t = typename gradient_of<remove_cvref_t<T>>::type;

template <class T> gradient_t<T> copyShape(const T &object) {
  if constexpr (std::is_array_v<T>) {
    gradient_t<T> copy{};
    for (std::size_t i = 0; i < std::extent_v<T>; ++i)
      copy[i] = copyShape(object[i]);
    return copy;
  } else if constexpr (is_view<T>::value && !is_matrix_library<T>::value) {
    return gradient_t<T>(object.begin(), object.end());
  } else {
    return gradient_t<T>(object);
  }
}

} // namespace detail

/// An object of the same shape with all its floating-point numbers zero: a shadow
/// for it. Integers, strings and sizes are as in the original. Of a view
/// (std::span) it is a container; of an array a std::array.
template <class T> detail::gradient_t<T> make_zero(const T &object) {
  static_assert(!std::is_pointer_v<T>,
                "enzyme::make_zero: a pointer does not say how many elements it has; pass a "
                "container or a std::span");
  if constexpr (std::is_polymorphic_v<T> && !std::is_final_v<T>)
    detail::checkIsExactly(object);
  auto zero = detail::copyShape(object);
  if constexpr (!std::is_pointer_v<T>)
    if constexpr (detail::isSeen<T>())
      detail::eachScalar(zero, [](auto &scalar) { scalar = 0; });
  return zero;
}

} // namespace enzyme

#pragma clang diagnostic pop
#endif
