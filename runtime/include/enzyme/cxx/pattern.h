//===- pattern.h - where a matrix is not zero, and colours ------*- C++ -*-===//
//
// Problem: a sparse Jacobian has few numbers, and one sweep gives the sum of many
// columns. Columns that never meet in a row can share a sweep.
//
// Here: Pattern, the places that are not zero, by rows; and colourings of it:
//   colourColumns  no two columns of a colour meet in a row: each number of the
//                  matrix stands alone in some sum (distance-2 colouring)
//   colourStar     for symmetric matrices: each number stands alone at (i, j) or at
//                  (j, i); fewer colours (star colouring)
// Both greedy, columns with most neighbours first. Rows that nearly all columns
// meet in would cost a colour for each column: they are taken one by one instead.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CXX_PATTERN_H
#define ENZYME_CXX_PATTERN_H

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace enzyme {

/// The places of a matrix that may be other than zero: row i has the columns
/// columnIndices[rowStarts[i]] … columnIndices[rowStarts[i + 1] - 1], ascending.
struct Pattern {
  std::size_t rows = 0, columns = 0;
  std::vector<std::size_t> rowStarts, columnIndices;

  std::size_t size() const { return columnIndices.size(); }

  Pattern transposed() const {
    Pattern other{columns, rows, std::vector<std::size_t>(columns + 1), {}};
    other.columnIndices.resize(size());
    for (std::size_t column : columnIndices)
      ++other.rowStarts[column + 1];
    std::partial_sum(other.rowStarts.begin(), other.rowStarts.end(), other.rowStarts.begin());
    std::vector<std::size_t> next(other.rowStarts.begin(), other.rowStarts.end());
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t k = rowStarts[row]; k < rowStarts[row + 1]; ++k)
        other.columnIndices[next[columnIndices[k]]++] = row;
    return other;
  }
};

namespace detail {

using Rows = std::vector<std::vector<std::size_t>>; ///< columns of each row

inline Pattern patternOf(Rows rows, std::size_t columns) {
  Pattern pattern{rows.size(), columns, {0}, {}};
  for (std::vector<std::size_t> &row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    pattern.columnIndices.insert(pattern.columnIndices.end(), row.begin(), row.end());
    pattern.rowStarts.push_back(pattern.columnIndices.size());
  }
  return pattern;
}

/// A colour for each column, and rows that are left to sweeps of their own.
struct Colouring {
  std::vector<std::size_t> colourOf;
  std::size_t colours = 0;
  std::vector<bool> isApart; ///< per row
  std::vector<std::size_t> apart;
};

inline std::vector<std::size_t> byDegree(const std::vector<std::size_t> &degrees) {
  std::vector<std::size_t> order(degrees.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return degrees[a] != degrees[b] ? degrees[a] > degrees[b] : a < b;
  });
  return order;
}

/// The rows whose own sweeps save more colours than they cost: rows are tried by
/// length; with the k longest apart, at least `length of the next` colours remain.
inline std::vector<std::size_t> rowsApart(const std::vector<std::size_t> &lengths) {
  std::vector<std::size_t> order = byDegree(lengths);
  std::size_t best = 0, bestCost = order.empty() ? 0 : lengths[order[0]];
  for (std::size_t k = 1; k < order.size() && k < bestCost; ++k) {
    std::size_t cost = k + lengths[order[k]];
    if (cost < bestCost) {
      best = k;
      bestCost = cost;
    }
  }
  order.resize(best);
  return order;
}

/// The smallest colour that is not forbidden to `vertex`.
class Palette {
public:
  explicit Palette(std::size_t vertices) : forbiddenBy(vertices + 1, none) {}
  void forbid(std::size_t colour, std::size_t vertex) { forbiddenBy[colour] = vertex; }
  std::size_t choose(std::size_t vertex) const {
    std::size_t colour = 0;
    while (forbiddenBy[colour] == vertex)
      ++colour;
    return colour;
  }
  static constexpr std::size_t none = std::size_t(-1);

private:
  std::vector<std::size_t> forbiddenBy;
};

/// May rows be left to sweeps of their own?
enum class Apart { None, Long };

inline Colouring colourColumns(const Pattern &pattern, Apart apart) {
  std::vector<std::size_t> lengths;
  for (std::size_t row = 0; row < pattern.rows; ++row)
    lengths.push_back(pattern.rowStarts[row + 1] - pattern.rowStarts[row]);
  Colouring result{std::vector<std::size_t>(pattern.columns, Palette::none),
                   0,
                   std::vector<bool>(pattern.rows),
                   {}};
  if (apart == Apart::Long)
    result.apart = rowsApart(lengths);
  for (std::size_t row : result.apart)
    result.isApart[row] = true;

  const Pattern byColumn = pattern.transposed();
  auto eachNeighbour = [&](std::size_t column, auto visit) {
    for (std::size_t k = byColumn.rowStarts[column]; k < byColumn.rowStarts[column + 1]; ++k) {
      std::size_t row = byColumn.columnIndices[k];
      for (std::size_t l = pattern.rowStarts[row];
           !result.isApart[row] && l < pattern.rowStarts[row + 1]; ++l)
        visit(pattern.columnIndices[l]);
    }
  };
  std::vector<std::size_t> degrees(pattern.columns);
  for (std::size_t column = 0; column < pattern.columns; ++column)
    eachNeighbour(column, [&](std::size_t) { ++degrees[column]; });
  Palette palette(pattern.columns);
  for (std::size_t column : byDegree(degrees)) {
    if (degrees[column] == 0)
      continue; // no number to find
    eachNeighbour(column, [&](std::size_t other) {
      if (result.colourOf[other] != Palette::none)
        palette.forbid(result.colourOf[other], column);
    });
    result.colourOf[column] = palette.choose(column);
    result.colours = std::max(result.colours, result.colourOf[column] + 1);
  }
  return result;
}

/// Neighbours of a vertex of the graph of a symmetric pattern.
template <class Visit> void eachAdjacent(const Pattern &graph, std::size_t vertex, Visit visit) {
  for (std::size_t k = graph.rowStarts[vertex]; k < graph.rowStarts[vertex + 1]; ++k)
    if (graph.columnIndices[k] != vertex)
      visit(graph.columnIndices[k]);
}

/// No path of four vertices has only two colours.
inline Colouring colourStar(const Pattern &graph) {
  Colouring result{
      std::vector<std::size_t>(graph.columns, Palette::none), 0, std::vector<bool>(graph.rows), {}};
  std::vector<std::size_t> &colour = result.colourOf;
  auto isBetween = [&](std::size_t from, std::size_t over, std::size_t wanted) {
    bool found = false; // a neighbour of `from`, other than `over`, of this colour
    eachAdjacent(graph, from, [&](std::size_t y) { found |= y != over && colour[y] == wanted; });
    return found;
  };
  std::vector<std::size_t> degrees;
  for (std::size_t v = 0; v < graph.rows; ++v)
    degrees.push_back(graph.rowStarts[v + 1] - graph.rowStarts[v]);
  Palette palette(graph.columns);
  for (std::size_t v : byDegree(degrees)) {
    if (degrees[v] == 0)
      continue;
    eachAdjacent(graph, v, [&](std::size_t w) {
      if (colour[w] != Palette::none)
        palette.forbid(colour[w], v);
      eachAdjacent(graph, w, [&](std::size_t x) {
        if (x == v || colour[x] == Palette::none)
          return;
        if (colour[w] == Palette::none || isBetween(x, w, colour[w]))
          palette.forbid(colour[x], v);
      });
    });
    colour[v] = palette.choose(v);
    result.colours = std::max(result.colours, colour[v] + 1);
  }
  return result;
}

} // namespace detail
} // namespace enzyme
#endif
