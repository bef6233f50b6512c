//===- probing.h - finding the pattern of a matrix by products --*- C++ -*-===//
//
// Problem: f is compiled code. Its Jacobian's pattern can only be seen in products
// J v, and n of them would cost as much as the dense matrix.
//
// Here: columns are split in halves, level by level. Of each group of columns the
// rows it meets are known from the level above; groups that can meet no common row
// are probed by one product with random numbers, and a row that comes out other
// than zero belongs to the one group that may meet it. A banded matrix takes about
// twice its bandwidth products for each of log2(n) levels. Rows that most groups
// meet are asked for by products from the other side, one each.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_PROBING_H
#define ENZYME_CXX_PROBING_H

#include <enzyme/cxx/pattern.h>

#include <random>

namespace enzyme {
namespace detail {

/// Numbers that do not cancel: of either sign, between 1 and 2 in size. The same
/// in every run.
class RandomNumbers {
public:
  double next() {
    double size = 1 + std::uniform_real_distribution<double>()(engine);
    return engine() % 2 == 0 ? size : -size;
  }

private:
  std::mt19937_64 engine{20240229};
};

/// A range of columns and the rows it may meet.
struct Group {
  std::size_t first, last;
  std::vector<std::size_t> rows;
};

/// Products: see JacobianProducts.
template <class Products> class Probing {
public:
  explicit Probing(Products &products)
      : products(products), found(products.rows), isApart(products.rows) {}

  /// Columns of each row. `count`: how many products were taken.
  Rows find() {
    std::vector<std::size_t> all(products.rows);
    std::iota(all.begin(), all.end(), std::size_t(0));
    std::vector<Group> groups;
    if (products.columns != 0)
      groups.push_back({0, products.columns, all});
    groups = probe(groups);
    while (std::any_of(groups.begin(), groups.end(), isDivisible)) {
      takeApart(groups);
      groups = probe(halves(groups));
    }
    for (const Group &group : groups)
      for (std::size_t row : group.rows)
        if (!isApart[row])
          found[row].push_back(group.first);
    return std::move(found);
  }
  std::size_t count = 0;

private:
  static bool isDivisible(const Group &group) { return group.last - group.first > 1; }

  static std::vector<Group> halves(const std::vector<Group> &groups) {
    std::vector<Group> result;
    for (const Group &group : groups) {
      std::size_t middle = group.first + (group.last - group.first + 1) / 2;
      result.push_back({group.first, middle, group.rows});
      if (middle < group.last)
        result.push_back({middle, group.last, group.rows});
    }
    return result;
  }

  /// Rows that so many groups meet that one product from the other side is less.
  void takeApart(std::vector<Group> &groups) {
    std::vector<std::size_t> meetings(products.rows);
    for (const Group &group : groups)
      for (std::size_t row : group.rows)
        meetings[row] += 2;
    const std::vector<std::size_t> apart = rowsApart(meetings);
    count += apart.size();
    products.timesTransposed(
        apart.size(), [&](std::size_t k, std::size_t row) { return row == apart[k]; },
        [&](std::size_t k, const auto &product) {
          isApart[apart[k]] = true;
          for (std::size_t column = 0; column < products.columns; ++column)
            if (!(product[column] == 0))
              found[apart[k]].push_back(column);
        });
    for (Group &group : groups)
      group.rows.erase(std::remove_if(group.rows.begin(), group.rows.end(),
                                      [&](std::size_t row) { return isApart[row]; }),
                       group.rows.end());
  }

  /// The groups, each with the rows it does meet.
  std::vector<Group> probe(std::vector<Group> groups) {
    Rows possible(products.rows);
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t row : groups[g].rows)
        possible[row].push_back(g);
    const Pattern pattern = patternOf(possible, groups.size());
    // Long rows were taken apart with knowledge of the level above.
    const Colouring colouring = colourColumns(pattern, Apart::None);
    const std::vector<std::size_t> colourOf = spread(groups, colouring);
    for (double &number : direction)
      number = numbers.next();
    std::vector<std::vector<std::size_t>> met(groups.size());
    count += colouring.colours;
    products.times(
        colouring.colours,
        [&](std::size_t k, std::size_t column) {
          return colourOf[column] == k ? direction[column] : 0;
        },
        [&](std::size_t colour, const auto &product) {
          for (std::size_t row = 0; row < products.rows; ++row)
            for (std::size_t g : possible[row])
              if (colouring.colourOf[g] == colour && !(product[row] == 0))
                met[g].push_back(row);
        });
    for (std::size_t g = 0; g < groups.size(); ++g)
      groups[g].rows = std::move(met[g]);
    groups.erase(std::remove_if(groups.begin(), groups.end(),
                                [](const Group &group) { return group.rows.empty(); }),
                 groups.end());
    return groups;
  }

  /// The colour of each column: that of its group.
  std::vector<std::size_t> spread(const std::vector<Group> &groups,
                                  const Colouring &colouring) const {
    std::vector<std::size_t> colourOf(products.columns, Palette::none);
    for (std::size_t g = 0; g < groups.size(); ++g)
      std::fill(colourOf.begin() + std::ptrdiff_t(groups[g].first),
                colourOf.begin() + std::ptrdiff_t(groups[g].last), colouring.colourOf[g]);
    return colourOf;
  }

  Products &products;
  RandomNumbers numbers;
  std::vector<double> direction = std::vector<double>(products.columns);
  Rows found;
  std::vector<bool> isApart;
};

} // namespace detail
} // namespace enzyme
#endif
