#pragma once
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

struct Packet {
  int count;
  char bytes[28];
};
using Bytes = std::vector<char>;
void fill(Packet &packet, const double *y);
Packet copyOf(const std::vector<Packet> &all, int i);
void append(std::map<int, Bytes> &all, int key, const double *y, int n);
void keep(std::unordered_map<int, int64_t> &words, int key, double x);
