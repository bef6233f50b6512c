//===- MinCut.cpp - Dinic's algorithm, without recursion -----------------===//
#include "support/MinCut.h"
#include <algorithm>
#include <deque>

namespace enzyme {

unsigned MinCut::addNode(uint64_t capacity) {
  out.resize(out.size() + 2);
  connect(entryOf(nodes), exitOf(nodes), capacity);
  return nodes++;
}

void MinCut::connect(unsigned from, unsigned to, uint64_t capacity) {
  out[from].push_back(edges.size());
  edges.push_back({to, capacity});
  out[to].push_back(edges.size());
  edges.push_back({from, 0});
}

bool MinCut::layer() {
  level.assign(out.size(), -1);
  level[Source] = 0;
  std::deque<unsigned> queue{Source};
  while (!queue.empty()) {
    unsigned at = queue.front();
    queue.pop_front();
    for (unsigned e : out[at])
      if (edges[e].left && level[edges[e].to] < 0) {
        level[edges[e].to] = level[at] + 1;
        queue.push_back(edges[e].to);
      }
  }
  return level[Sink] >= 0;
}

/// One path of the layered network, as much as it carries; 0 when none is left.
uint64_t MinCut::augment() {
  std::vector<unsigned> path;
  unsigned at = Source;
  while (at != Sink) {
    std::size_t &i = next[at];
    while (i < out[at].size()) {
      const Edge &edge = edges[out[at][i]];
      if (edge.left && level[edge.to] == level[at] + 1)
        break;
      ++i;
    }
    if (i < out[at].size()) {
      path.push_back(out[at][i]);
      at = edges[path.back()].to;
      continue;
    }
    if (path.empty())
      return 0;
    at = edges[path.back() ^ 1].to;
    path.pop_back();
    ++next[at];
  }
  uint64_t carried = Infinite;
  for (unsigned e : path)
    carried = std::min(carried, edges[e].left);
  for (unsigned e : path) {
    edges[e].left -= carried;
    edges[e ^ 1].left += carried;
  }
  return carried;
}

std::vector<bool> MinCut::reachesSink() const {
  std::vector<bool> reaches(out.size(), false);
  reaches[Sink] = true;
  std::deque<unsigned> queue{Sink};
  while (!queue.empty()) {
    unsigned at = queue.front();
    queue.pop_front();
    for (unsigned e : out[at]) { // e ^ 1 leads from edges[e].to to `at`
      unsigned before = edges[e].to;
      if (edges[e ^ 1].left && !reaches[before]) {
        reaches[before] = true;
        queue.push_back(before);
      }
    }
  }
  return reaches;
}

std::vector<unsigned> MinCut::cut() {
  while (layer()) {
    next.assign(out.size(), 0);
    while (augment())
      ;
  }
  std::vector<bool> reaches = reachesSink();
  std::vector<unsigned> result;
  for (unsigned node = 0; node != nodes; ++node)
    if (reaches[exitOf(node)] && !reaches[entryOf(node)])
      result.push_back(node);
  return result;
}

} // namespace enzyme
