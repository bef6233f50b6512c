// Numbers that are packed into arrays of characters in structures, which are copied as a whole: by assignment, in containers,
// by functions that are not inlined.
#include "check.h"
#include <cstring>
#include <utility>
#include <vector>

struct Packet {
  int count;
  char bytes[28];
};
NOINLINE static void pack(Packet &packet, const double *y) {
  std::memcpy(packet.bytes, y, 24);
  packet.count = 3;
}
NOINLINE static Packet copyOf(const Packet &packet) { return packet; }
static double product(const Packet &packet) {
  double z[3];
  std::memcpy(z, packet.bytes, 24);
  return z[0] * z[1] * z[2] * packet.count;
}
double moved_in_containers(const double *x) {
  double y[3] = {x[0] * x[1], x[1] * x[2], 2 * x[0]};
  Packet packet;
  pack(packet, y);
  std::vector<Packet> all;
  all.push_back(packet);
  all.push_back(copyOf(packet));
  std::swap(all[0], packet);
  return product(all[1]) + product(packet);
}
CHECK_FUNCTION(moved_in_containers, 3, 0.5, -1.25, 0.75);

struct Queue {
  Packet slots[4];
  int first, last;
};
NOINLINE static void send(Queue *queue, const Packet *packet) { queue->slots[queue->last++ % 4] = *packet; }
NOINLINE static Packet receive(Queue *queue) { return queue->slots[queue->first++ % 4]; }
double moved_in_a_queue(const double *x) {
  Queue queue = {};
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    double y[3] = {x[i % 3], x[1] * x[i % 2], x[2]};
    Packet packet;
    pack(packet, y);
    send(&queue, &packet);
    if (i % 2)
      sum += product(receive(&queue)) * (i + 1);
  }
  return sum;
}
CHECK_FUNCTION(moved_in_a_queue, 3, 0.5, -1.25, 0.75);
