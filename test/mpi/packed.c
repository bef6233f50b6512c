// Numbers beside integers as bytes, by MPI_Pack: sent, broadcast, gathered, and unpacked.
#include "check.h"

enum { room = 256, most = 8 };

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

static void to_neighbour(double *x, double *y) { // an integer in front: numbers lie where none would be aligned
  char out[room], in[room];
  double s[3] = {x[0] * x[1], x[2] * x[2], x[3]}, t[3];
  float f = (float)rank, g;
  int n = 2 + rank % 2, m, place = 0;
  MPI_Request request;
  MPI_Pack(&n, 1, MPI_INT, out, room, &place, MPI_COMM_WORLD);
  MPI_Pack(s, n, MPI_DOUBLE, out, room, &place, MPI_COMM_WORLD);
  MPI_Pack(&f, 1, MPI_FLOAT, out, room, &place, MPI_COMM_WORLD);
  MPI_Isend(out, place, MPI_PACKED, right(), 1, MPI_COMM_WORLD, &request);
  MPI_Recv(in, room, MPI_PACKED, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  place = 0;
  MPI_Unpack(in, room, &place, &m, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(in, room, &place, t, m, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Unpack(in, room, &place, &g, 1, MPI_FLOAT, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < m; i++)
    y[i] = t[i] * t[i] * x[4];
  y[3] = g * x[5];
}

static void again(double *x, double *y) { // one buffer, packed anew for each message; a type with gaps
  char bytes[room];
  struct {
    int n;
    double a;
    float b;
    double c;
  } s = {7, x[0], 2, x[1] * x[2]}, t = {0};
  int sizes[2] = {1, 2}, place;
  MPI_Aint places[2] = {(char *)&s.a - (char *)&s, (char *)&s.c - (char *)&s};
  MPI_Datatype type, types[2] = {MPI_DOUBLE, MPI_DOUBLE};
  sizes[1] = 1;
  MPI_Type_create_struct(2, sizes, places, types, &type);
  MPI_Type_commit(&type);
  for (int step = 0; step < 3; step++) {
    place = 0;
    MPI_Pack(&s, 1, type, bytes, room, &place, MPI_COMM_WORLD);
    MPI_Pack(&x[step], 1, MPI_DOUBLE, bytes, room, &place, MPI_COMM_WORLD);
    MPI_Sendrecv_replace(bytes, place, MPI_PACKED, right(), step, left(), step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double d;
    place = 0;
    MPI_Unpack(bytes, room, &place, &t, 1, type, MPI_COMM_WORLD);
    MPI_Unpack(bytes, room, &place, &d, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    s.a = t.a * t.c * d;
    y[step] = s.a * t.a;
  }
  MPI_Type_free(&type);
}

static void to_all(double *x, double *y) { // by broadcast; numbers alone may also be sent to who expects numbers
  char bytes[room];
  double a[2] = {x[0] * x[1], x[2]}, b[2] = {0}, c[2] = {0};
  int n = 5, m = 0, place = 0;
  if (rank == 0) {
    MPI_Pack(&n, 1, MPI_INT, bytes, room, &place, MPI_COMM_WORLD);
    MPI_Pack(a, 2, MPI_DOUBLE, bytes, room, &place, MPI_COMM_WORLD);
  }
  MPI_Bcast(bytes, 20, MPI_PACKED, 0, MPI_COMM_WORLD);
  place = 0;
  MPI_Unpack(bytes, room, &place, &m, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(bytes, room, &place, b, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  y[0] = b[0] * b[1] * x[3] * m;
  char own[16], all[16 * most];
  place = 0;
  MPI_Pack(a, 2, MPI_DOUBLE, own, 16, &place, MPI_COMM_WORLD);
  MPI_Gather(own, 16, MPI_PACKED, all, 16, MPI_PACKED, ranks - 1, MPI_COMM_WORLD);
  for (int r = 0; r < ranks && rank == ranks - 1; r++) {
    place = 16 * r;
    MPI_Unpack(all, 16 * ranks, &place, c, 2, MPI_DOUBLE, MPI_COMM_WORLD);
    y[1 + r % 5] += c[0] * c[0] * c[1];
  }
  MPI_Sendrecv(own, 16, MPI_PACKED, right(), 3, c, 2, MPI_DOUBLE, left(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[5] += c[0] * c[1] * x[4];
}

CHECK(to_neighbour)
CHECK(again)
CHECK(to_all)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  to_neighbour_check();
  again_check();
  to_all_check();
  return end();
}
