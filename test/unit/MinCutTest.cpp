//===- MinCutTest.cpp - the cheapest set of values to keep ---------------===//
#include "support/MinCut.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <random>

using enzyme::MinCut;

TEST(MinCut, CutsTheNarrowPlaceOfAChain) {
  MinCut flow;
  unsigned a = flow.addNode(8), b = flow.addNode(4), c = flow.addNode(8);
  flow.addEdge(a, b);
  flow.addEdge(b, c);
  flow.addSource(a);
  flow.addSink(c);
  EXPECT_EQ(flow.cut(), std::vector<unsigned>{b});
}

TEST(MinCut, KeepsOneOperandInsteadOfManyResults) {
  MinCut flow;
  unsigned x = flow.addNode(8);
  flow.addSource(x);
  for (int i = 0; i < 5; ++i) {
    unsigned y = flow.addNode(8);
    flow.addEdge(x, y);
    flow.addSink(y);
  }
  EXPECT_EQ(flow.cut(), std::vector<unsigned>{x});
}

TEST(MinCut, PrefersTheCutNearestToTheSink) {
  MinCut flow;
  unsigned a = flow.addNode(8), b = flow.addNode(8);
  flow.addEdge(a, b);
  flow.addSource(a);
  flow.addSink(b);
  EXPECT_EQ(flow.cut(), std::vector<unsigned>{b});
}

TEST(MinCut, NothingNeededNothingKept) {
  MinCut flow;
  flow.addSource(flow.addNode(8));
  EXPECT_TRUE(flow.cut().empty());
}

namespace {

struct RandomNetwork {
  std::vector<uint64_t> capacity;
  std::vector<std::pair<unsigned, unsigned>> edges;
  std::vector<unsigned> sources, sinks;

  explicit RandomNetwork(std::mt19937 &random) {
    unsigned n = 3 + random() % 8;
    for (unsigned i = 0; i < n; ++i)
      capacity.push_back(1 + random() % 9);
    for (unsigned i = 0; i < n; ++i)
      for (unsigned j = i + 1; j < n; ++j)
        if (random() % 3 == 0)
          edges.push_back({i, j});
    sources = {0, unsigned(random() % n)};
    sinks = {n - 1, unsigned(random() % n)};
  }

  /// Does anything flow from a source to a sink when `isCut` nodes are gone?
  bool flows(const std::vector<bool> &isCut) const {
    std::vector<bool> reached(capacity.size(), false);
    for (unsigned s : sources)
      reached[s] = !isCut[s];
    for (auto [from, to] : edges) // ordered by `from`
      if (reached[from] && !isCut[to])
        reached[to] = true;
    return std::any_of(sinks.begin(), sinks.end(), [&](unsigned t) { return reached[t]; });
  }

  uint64_t cheapest() const {
    uint64_t best = MinCut::Infinite;
    for (unsigned set = 0; set < (1u << capacity.size()); ++set) {
      std::vector<bool> isCut(capacity.size());
      uint64_t cost = 0;
      for (unsigned i = 0; i < capacity.size(); ++i)
        if (set >> i & 1) {
          isCut[i] = true;
          cost += capacity[i];
        }
      if (cost < best && !flows(isCut))
        best = cost;
    }
    return best;
  }
};

} // namespace

TEST(MinCut, AgreesWithTryingAllSetsOnRandomNetworks) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    RandomNetwork network(random);
    MinCut flow;
    for (uint64_t capacity : network.capacity)
      flow.addNode(capacity);
    for (auto [from, to] : network.edges)
      flow.addEdge(from, to);
    for (unsigned s : network.sources)
      flow.addSource(s);
    for (unsigned t : network.sinks)
      flow.addSink(t);
    std::vector<bool> isCut(network.capacity.size());
    uint64_t cost = 0;
    for (unsigned node : flow.cut()) {
      isCut[node] = true;
      cost += network.capacity[node];
    }
    EXPECT_FALSE(network.flows(isCut));
    EXPECT_EQ(cost, network.cheapest());
  }
}
