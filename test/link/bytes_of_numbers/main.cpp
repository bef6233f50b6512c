// Numbers that another file packs into characters and words, and copies as such; this one reads them.
// link: not line, it is the same as objects and takes long
#include "check.h"
#include "pack.h"
#include <cstring>

static double packets(const double *x) {
  double y[3] = {x[0] * x[1], x[1] * x[2], x[0]}, z[3];
  Packet packet;
  fill(packet, y);
  std::vector<Packet> all(2, packet);
  std::memcpy(z, copyOf(all, 1).bytes, 24);
  return z[0] * z[1] * z[2];
}
static double containers(const double *x) {
  std::map<int, Bytes> all;
  append(all, 1, x, 2);
  append(all, 1, x + 1, 2);
  std::map<int, Bytes> copy = all;
  double z[4];
  std::memcpy(z, copy[1].data(), 32);
  return z[0] * z[1] + z[2] * z[3];
}
static double words(const double *x) {
  std::unordered_map<int, int64_t> kept;
  for (int i = 0; i < 3; i++)
    keep(kept, i, x[i] * x[1]);
  return (double)kept[2] * 0x1p-52 * x[0];
}
CHECK_FUNCTION(packets, 3, 1.5, 1.25, 1.75);
CHECK_FUNCTION(containers, 3, 1.5, 1.25, 1.75);
CHECK_FUNCTION(words, 3, 1.5, 1.25, 1.75);
