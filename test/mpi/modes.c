// The other modes of sending: ready, synchronous and buffered ones that are started at once or
// again; messages that are looked at before they are received; places of least values.
#include "check.h"

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

static void ready(double *x, double *y) { // a receive stands for each before it is sent
  double t[2], p[2] = {x[0] * x[1], x[2] * x[2]}, u, q = x[3] * x[4];
  MPI_Request requests[2], sent;
  MPI_Irecv(t, 2, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&u, 1, MPI_DOUBLE, right(), 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rsend(p, 2, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD);
  MPI_Irsend(&q, 1, MPI_DOUBLE, left(), 2, MPI_COMM_WORLD, &sent);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  y[0] = t[0] * t[1], y[1] = u * u + x[5];
}

static void buffered(double *x, double *y) {
  static char room[4096];
  double p = x[0] * x[1], q = x[2] * x[3], t, u;
  MPI_Request sent;
  void *old;
  int bytes;
  MPI_Buffer_attach(room, sizeof room);
  MPI_Bsend(&p, 1, MPI_DOUBLE, right(), 3, MPI_COMM_WORLD);
  MPI_Ibsend(&q, 1, MPI_DOUBLE, right(), 4, MPI_COMM_WORLD, &sent);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  MPI_Recv(&t, 1, MPI_DOUBLE, left(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(&u, 1, MPI_DOUBLE, left(), 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&old, &bytes);
  y[0] = t * u, y[1] = u * x[4];
}

static void again(double *x, double *y) { // persistent, synchronous
  double p, t;
  MPI_Request requests[2];
  MPI_Recv_init(&t, 1, MPI_DOUBLE, left(), 5, MPI_COMM_WORLD, &requests[0]);
  MPI_Ssend_init(&p, 1, MPI_DOUBLE, right(), 5, MPI_COMM_WORLD, &requests[1]);
  p = x[0] * x[1];
  for (int turn = 0; turn < 3; turn++) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    y[turn] = t * x[2];
    p = t * x[3 + turn];
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void looked(double *x, double *y) { // as many numbers as the message has, of whom it is
  double p[3] = {x[0] * x[1], x[1] * x[2], x[3]}, t[3] = {0};
  MPI_Request sent;
  MPI_Status status;
  int count, isThere = 0;
  MPI_Isend(p, 1 + rank % 3, MPI_DOUBLE, right(), 6, MPI_COMM_WORLD, &sent);
  MPI_Probe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  MPI_Recv(t, count, MPI_DOUBLE, status.MPI_SOURCE, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  y[0] = t[0] * t[0] + t[1] * t[2] * x[4];
  MPI_Isend(&y[0], 1, MPI_DOUBLE, left(), 7, MPI_COMM_WORLD, &sent);
  while (!isThere)
    MPI_Iprobe(right(), 7, MPI_COMM_WORLD, &isThere, &status);
  MPI_Recv(&y[1], 1, MPI_DOUBLE, right(), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  y[1] *= x[5];
}

static void places(double *x, double *y) {
  struct {
    double value;
    int rank;
  } own = {x[0] * x[1] - rank, rank}, least, most;
  MPI_Allreduce(&own, &least, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  MPI_Allreduce(&own, &most, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  y[0] = least.value * x[2] * (1 + least.rank), y[1] = most.value * least.value + most.rank;
}

CHECK(ready)
CHECK(buffered)
CHECK(again)
CHECK(looked)
CHECK(places)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  ready_check();
  buffered_check();
  again_check();
  looked_check();
  places_check();
  return end();
}
