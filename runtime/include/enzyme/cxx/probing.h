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

/// times(v): J v, timesTransposed(v): J^T v.
template <class Times, class TimesTransposed> class Probing {
public:
  Probing(std::size_t rows, std::size_t columns, Times times, TimesTransposed timesTransposed)
      : rowCount(rows), columnCount(columns), times(times), timesTransposed(timesTransposed),
        found(rows), isApart(rows) {}

  /// Columns of each row. `products`: how many were taken.
  Rows find() {
    std::vector<std::size_t> all(rowCount);
    std::iota(all.begin(), all.end(), std::size_t(0));
    std::vector<Group> groups;
    if (columnCount != 0)
      groups.push_back({0, columnCount, all});
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
  std::size_t products = 0;

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
    std::vector<std::size_t> meetings(rowCount);
    for (const Group &group : groups)
      for (std::size_t row : group.rows)
        meetings[row] += 2;
    for (std::size_t row : rowsApart(meetings)) {
      isApart[row] = true;
      std::vector<double> unit(rowCount);
      unit[row] = 1;
      const auto product = timesTransposed(unit);
      ++products;
      for (std::size_t column = 0; column < columnCount; ++column)
        if (!(product[column] == 0))
          found[row].push_back(column);
    }
    for (Group &group : groups)
      group.rows.erase(std::remove_if(group.rows.begin(), group.rows.end(),
                                      [&](std::size_t row) { return isApart[row]; }),
                       group.rows.end());
  }

  /// The groups, each with the rows it does meet.
  std::vector<Group> probe(std::vector<Group> groups) {
    Rows possible(rowCount);
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t row : groups[g].rows)
        possible[row].push_back(g);
    const Pattern pattern = patternOf(possible, groups.size());
    // Long rows were taken apart with knowledge of the level above.
    const Colouring colouring = colourColumns(pattern, Apart::None);
    std::vector<std::vector<std::size_t>> met(groups.size());
    for (std::size_t colour = 0; colour < colouring.colours; ++colour) {
      const auto product = times(direction(groups, colouring, colour));
      ++products;
      for (std::size_t row = 0; row < rowCount; ++row)
        for (std::size_t g : possible[row])
          if (colouring.colourOf[g] == colour && !(product[row] == 0))
            met[g].push_back(row);
    }
    for (std::size_t g = 0; g < groups.size(); ++g)
      groups[g].rows = std::move(met[g]);
    groups.erase(std::remove_if(groups.begin(), groups.end(),
                                [](const Group &group) { return group.rows.empty(); }),
                 groups.end());
    return groups;
  }

  std::vector<double> direction(const std::vector<Group> &groups, const Colouring &colouring,
                                std::size_t colour) {
    std::vector<double> v(columnCount);
    for (std::size_t g = 0; g < groups.size(); ++g)
      if (colouring.colourOf[g] == colour)
        for (std::size_t column = groups[g].first; column < groups[g].last; ++column)
          v[column] = numbers.next();
    return v;
  }

  std::size_t rowCount, columnCount;
  Times times;
  TimesTransposed timesTransposed;
  RandomNumbers numbers;
  Rows found;
  std::vector<bool> isApart;
};

} // namespace detail
} // namespace enzyme
#endif
