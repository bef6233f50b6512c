//===- MinCut.h - minimum vertex cut of a small flow network -------------===//
//
// Dinic's algorithm (E. A. Dinic, Soviet Math. Doklady 11, 1970) on a network
// whose nodes have capacities. Among the minimum cuts the one nearest to the sink
// is returned.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_MINCUT_H
#define ENZYME_SUPPORT_MINCUT_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace enzyme {

class MinCut {
public:
  static constexpr uint64_t Infinite = UINT64_C(1) << 60;

  /// A node that may be cut for `capacity`; its number.
  unsigned addNode(uint64_t capacity);
  /// What leaves `from` enters `to`; this cannot be cut.
  void addEdge(unsigned from, unsigned to) { connect(exitOf(from), entryOf(to), Infinite); }
  /// What enters `node` from nowhere; the node is cut or `price` paid.
  void addSource(unsigned node, uint64_t price = Infinite) {
    connect(Source, entryOf(node), price);
  }
  void addSink(unsigned node) { connect(exitOf(node), Sink, Infinite); }

  /// The nodes to cut, so that nothing flows from a source to a sink.
  std::vector<unsigned> cut();

private:
  struct Edge {
    unsigned to;
    uint64_t left;
  };
  static constexpr unsigned Source = 0, Sink = 1;
  static unsigned entryOf(unsigned node) { return 2 + 2 * node; }
  static unsigned exitOf(unsigned node) { return 3 + 2 * node; }

  void connect(unsigned from, unsigned to, uint64_t capacity);
  bool layer();
  uint64_t augment();
  std::vector<bool> reachesSink() const;

  unsigned nodes = 0;
  std::vector<Edge> edges; // edge e and its opposite e ^ 1
  std::vector<std::vector<unsigned>> out = std::vector<std::vector<unsigned>>(2);
  std::vector<int> level;
  std::vector<std::size_t> next;
};

} // namespace enzyme
#endif
