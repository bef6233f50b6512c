// What is read before a receive ends in the same memory: kept for the reverse sweep, whichever call it is that
// writes there, while what no message can reach is read again.
#include "check.h"
#include <stdint.h>

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

struct list {
  int count;
  int *place;
  double *scale;
};
struct halo {
  MPI_Request requests[2];
  double *packed, *extra;
};

__attribute__((noinline)) static void send(const struct list *l, double *v, struct halo *h) {
  for (int i = 0; i < l->count; i++)
    h->packed[i] = v[l->place[i]];
  MPI_Irecv(v + IN, l->count, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &h->requests[0]);
  MPI_Isend(h->packed, l->count, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &h->requests[1]);
}
static void lists(double *x, double *y) { // the list is not overwritten, the vector is
  int place[3] = {1, 4, 2};
  double scale[3] = {1, 0.5, 2}, packed[3], v[IN + 3] = {0};
  struct list l = {3, place, scale};
  struct halo h = {.packed = packed};
  memcpy(v, x, IN * sizeof *v);
  for (int t = 0; t < 3; t++) {
    send(&l, v, &h);
    double own = v[0] * v[5];
    MPI_Waitall(2, h.requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < l.count; i++)
      v[l.place[i]] = 0.3 * v[l.place[i]] * v[IN + i] * l.scale[i] + 0.1 * own;
    l.place[t] = (l.place[t] + 1) % IN; // but for the program's own writes
  }
  memcpy(y, v, IN * sizeof *y);
}

static void readBefore(double *x, double *y) { // the buffer, before the receive starts, and after it is done
  double buffer[2] = {x[0], x[1]}, own[2], s = 0;
  MPI_Request requests[2];
  for (int t = 0; t < 4; t++) {
    s += buffer[0] * buffer[1] * x[2];
    own[0] = 0.5 * buffer[0] * buffer[0], own[1] = buffer[1] * x[3] * 0.5;
    MPI_Irecv(buffer, 2, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(own, 2, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  y[0] = s, y[1] = buffer[0] * buffer[1];
}

static void startedAgain(double *x, double *y) { // by a call that is not given the buffer
  double buffer[2] = {x[0], x[1]}, own[2], s = 0;
  MPI_Request requests[2];
  MPI_Recv_init(buffer, 2, MPI_DOUBLE, left(), 2, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(own, 2, MPI_DOUBLE, right(), 2, MPI_COMM_WORLD, &requests[1]);
  for (int t = 0; t < 3; t++) {
    s += buffer[0] * buffer[1] * x[2];
    own[0] = 0.5 * buffer[0] * x[t], own[1] = buffer[1] * buffer[1] * 0.5;
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Request_free(&requests[0]), MPI_Request_free(&requests[1]);
  y[0] = s, y[1] = buffer[0] * buffer[1];
}

static void byType(double *x, double *y) { // the datatype says that it goes elsewhere, and stays: no other call is behind it
  int place[2] = {1, 2}, other = 3, one = 1, next = (rank + 4) % IN;
  MPI_Aint at, from;
  MPI_Get_address(&place[1], &at);
  MPI_Get_address(&other, &from);
  at -= from;
  MPI_Datatype elsewhere, number = MPI_INT;
  MPI_Type_create_struct(1, &one, &at, &number, &elsewhere);
  MPI_Type_commit(&elsewhere);
  double s = x[place[0]] * x[place[1]] * x[other];
  MPI_Sendrecv(&next, 1, MPI_INT, right(), 3, &other, 1, elsewhere, left(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[0] = s, y[1] = x[place[0]] * x[place[1]] * x[other];
}

static void hidden(double *x, double *y) { // its address lies in memory as another number
  int place[2] = {1, 2}, next[2] = {3, 0};
  volatile uintptr_t turned[1] = {~(uintptr_t)place};
  double s = 0;
  for (int t = 0; t < 2; t++) {
    int *again = (int *)~turned[0];
    s += x[again[0]] * x[again[1]] * x[t];
    MPI_Sendrecv(next, 2, MPI_INT, right(), 9, place, 2, MPI_INT, left(), 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  y[0] = s;
}

__attribute__((noinline)) static void swap(struct halo *h, int n) { // into what a structure leads to
  MPI_Sendrecv(h->packed, n, MPI_DOUBLE, right(), 4, h->extra, n, MPI_DOUBLE, left(), 4, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  double *before = h->packed;
  h->packed = h->extra, h->extra = before;
}
static void exchanged(double *x, double *y) {
  double a[2] = {x[0], x[1]}, b[2] = {x[2], x[3]}, s = 0;
  struct halo h = {.packed = a, .extra = b};
  for (int t = 0; t < 4; t++) {
    s += a[0] * a[1] * x[4] + b[0] * b[1] * x[5];
    swap(&h, 2);
    h.packed[0] *= 0.7 * h.packed[0];
  }
  y[0] = s, y[1] = a[0] * b[1];
}

static void indices(double *x, double *y) { // integers that come by messages, into a list that is read before
  int place[2] = {rank % IN, (rank + 2) % IN}, next[2];
  double s = 0;
  for (int t = 0; t < 4; t++) {
    s += x[place[0]] * x[place[1]] * x[t];
    next[0] = (place[0] + 1) % IN, next[1] = (place[1] + 3) % IN;
    MPI_Sendrecv(next, 2, MPI_INT, right(), 5, place, 2, MPI_INT, left(), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  y[0] = s;
}

static double kept[2];
static void intoGlobals(double *x, double *y) {
  double s = 0;
  kept[0] = x[0], kept[1] = x[1];
  for (int t = 0; t < 3; t++) {
    s += kept[0] * kept[1] * x[2];
    double own[2] = {kept[1] * 0.5 * x[3], kept[0]};
    MPI_Allreduce(MPI_IN_PLACE, own, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    own[0] /= ranks, own[1] /= ranks;
    MPI_Bcast(own, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(own, 2, MPI_DOUBLE, right(), 6, kept, 2, MPI_DOUBLE, left(), 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  y[0] = s, y[1] = kept[0] * kept[1];
}

__attribute__((noinline)) static double *choose(double *a, double *b, int second) { return second ? b : a; }
static void eitherOne(double *x, double *y) { // one of two, through a pointer and an array of pointers
  double a[2] = {x[0], x[1]}, b[2] = {x[2], x[3]}, s = 0;
  double *volatile both[2] = {a, b};
  for (int t = 0; t < 4; t++) {
    s += a[0] * a[1] * x[4] + b[0] * b[1] * x[5];
    double *from = choose(a, b, t % 2), *to = both[(t + 1) % 2], own[2] = {from[0] * 0.8, from[1] * from[0] * 0.5};
    MPI_Request requests[2];
    MPI_Irecv(to, 2, MPI_DOUBLE, left(), 7, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(own, 2, MPI_DOUBLE, right(), 7, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  y[0] = s, y[1] = a[0] * b[1];
}

static void deep(double *x, double *y, double *buffer, int depth) { // by recursion
  if (depth == 0) {
    MPI_Sendrecv(x, 2, MPI_DOUBLE, right(), 8, buffer, 2, MPI_DOUBLE, left(), 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  y[0] += buffer[0] * buffer[1] * x[depth];
  deep(x, y, buffer, depth - 1);
  y[1] += buffer[0] * buffer[1] * x[depth];
}
static void recursive(double *x, double *y) {
  double buffer[2] = {x[4], x[5]};
  deep(x, y, buffer, 3);
}

static int table[2];
static const int fixed[2] = {2, 0};
__attribute__((noinline)) static double through(const int *list, int *buffer, const double *x) {
  double s = 0;
  int next[2] = {(rank + 3) % IN, 1};
  for (int t = 0; t < 2; t++) {
    s += x[list[0]] * x[list[1]] * x[fixed[t]];
    MPI_Sendrecv(next, 2, MPI_INT, right(), 10, buffer, 2, MPI_INT, left(), 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return s;
}
static void sameMemory(double *x, double *y) { // two parameters that are one array
  table[0] = 1, table[1] = 4;
  y[0] = through(table, table, x);
}

CHECK(lists)
CHECK(readBefore)
CHECK(startedAgain)
CHECK(byType)
CHECK(exchanged)
CHECK(indices)
CHECK(intoGlobals)
CHECK(eitherOne)
CHECK(recursive)
CHECK(hidden)
CHECK(sameMemory)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  lists_check();
  readBefore_check();
  startedAgain_check();
  byType_check();
  exchanged_check();
  indices_check();
  intoGlobals_check();
  eitherOne_check();
  recursive_check();
  hidden_check();
  sameMemory_check();
  return end();
}
