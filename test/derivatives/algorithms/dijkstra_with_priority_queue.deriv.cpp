// Shortest paths on a weighted graph whose weights are active.
#include "check.h"
#include <limits>
#include <queue>
#include <utility>
#include <vector>

double f(const double *w, int n) {
  struct Edge {
    int to;
    double weight;
  };
  std::vector<std::vector<Edge>> graph(5);
  const int ends[][2] = {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {2, 4}};
  for (int i = 0; i < n; i++)
    graph[ends[i][0]].push_back({ends[i][1], w[i] * w[i]});
  std::vector<double> distance(5, std::numeric_limits<double>::infinity());
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> queue;
  distance[0] = 0;
  queue.push({0.0, 0});
  while (!queue.empty()) {
    const auto [d, at] = queue.top();
    queue.pop();
    if (d > distance[at])
      continue;
    for (const Edge &edge : graph[at])
      if (d + edge.weight < distance[edge.to]) {
        distance[edge.to] = d + edge.weight;
        queue.push({distance[edge.to], edge.to});
      }
  }
  return distance[4] * distance[3] + distance[2];
}

CHECK_FUNCTION_N(f, 7, 0.5, 1.5, 0.75, 1.2, 0.4, 0.9, 1.6);
