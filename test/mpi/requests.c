// Messages that are started and completed later, in any order, by any call, or many times.
//! eager: none
#include "check.h"

static int left(void) { return (rank + ranks - 1) % ranks; }
static int right(void) { return (rank + 1) % ranks; }

static void halo(double *x, double *y) { // both neighbours, requests in an array
  double cells[IN + 2];
  MPI_Request requests[4];
  for (int i = 0; i < IN; i++)
    cells[i + 1] = x[i] * x[i];
  MPI_Irecv(&cells[0], 1, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&cells[IN + 1], 1, MPI_DOUBLE, right(), 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&cells[IN], 1, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&cells[1], 1, MPI_DOUBLE, left(), 2, MPI_COMM_WORLD, &requests[3]);
  for (int i = 1; i + 1 < IN; i++)
    y[i] = cells[i] * cells[i + 2];
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  y[0] = cells[0] * cells[2];
  y[IN - 1] = cells[IN - 1] * cells[IN + 1];
}

static void waits(double *x, double *y) { // one after the other; then what was started last first
  double s[2] = {x[0] * x[1], sin(x[2])}, t[2] = {0, 0}, u[2] = {0, 0};
  MPI_Request a, b, c, d;
  MPI_Irecv(&t[0], 1, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &a);
  MPI_Irecv(&t[1], 1, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &b);
  MPI_Isend(&s[0], 1, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &c);
  MPI_Issend(&s[1], 1, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &d);
  MPI_Wait(&b, MPI_STATUS_IGNORE);
  y[0] = t[1] * t[1];
  MPI_Wait(&a, MPI_STATUS_IGNORE);
  MPI_Wait(&d, MPI_STATUS_IGNORE);
  MPI_Wait(&c, MPI_STATUS_IGNORE);
  y[1] = t[0] * t[1] * x[3];
  MPI_Irecv(&u[0], 1, MPI_DOUBLE, left(), 3, MPI_COMM_WORLD, &a);
  MPI_Irecv(&u[1], 1, MPI_DOUBLE, left(), 3, MPI_COMM_WORLD, &b);
  MPI_Isend(&y[0], 1, MPI_DOUBLE, right(), 3, MPI_COMM_WORLD, &c);
  MPI_Isend(&y[1], 1, MPI_DOUBLE, right(), 3, MPI_COMM_WORLD, &d);
  MPI_Wait(&c, MPI_STATUS_IGNORE);
  MPI_Wait(&a, MPI_STATUS_IGNORE);
  y[2] = u[0] * u[0];
  MPI_Wait(&d, MPI_STATUS_IGNORE);
  MPI_Wait(&b, MPI_STATUS_IGNORE);
  y[3] = u[1] * u[0];
}

static void in_between(double *x, double *y) { // a received message overtakes one that is waited for later
  double a[2] = {0, 0}, s[2] = {x[0] * x[1], x[2] * x[2]};
  MPI_Request first, sent[2];
  MPI_Irecv(&a[0], 1, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &first);
  MPI_Isend(&s[0], 1, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &sent[0]);
  MPI_Isend(&s[1], 1, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &sent[1]);
  MPI_Recv(&a[1], 1, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[0] = a[1] * x[3];
  MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
  MPI_Wait(&first, MPI_STATUS_IGNORE);
  y[1] = a[0] * a[1];
}

static void seen(double *x, double *y) { // known to be there, and read, before the call that completes the request
  double t = 0, s = x[0] * x[1];
  int flag = 0;
  MPI_Request in, out;
  MPI_Irecv(&t, 1, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &in);
  MPI_Isend(&s, 1, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &out);
  while (!flag)
    MPI_Request_get_status(in, &flag, MPI_STATUS_IGNORE);
  y[0] = t * t;
  t = x[2];
  MPI_Wait(&in, MPI_STATUS_IGNORE);
  y[1] = t * y[0];
  MPI_Wait(&out, MPI_STATUS_IGNORE);
}

static void any(double *x, double *y) { // as they come, by Waitany, Waitsome, Testany, Test…
  double t[4] = {0}, s[4] = {x[0], x[1] * x[2], x[3], x[4] * x[5]};
  MPI_Request in[4], out[4];
  MPI_Status statuses[4];
  for (int i = 0; i < 4; i++) {
    MPI_Irecv(&t[i], 1, MPI_DOUBLE, left(), i, MPI_COMM_WORLD, &in[i]);
    MPI_Isend(&s[i], 1, MPI_DOUBLE, right(), i, MPI_COMM_WORLD, &out[i]);
  }
  int index = -1, some = 0, indices[4], flag = 0;
  MPI_Waitany(2, in, &index, &statuses[0]);
  y[0] = t[index] * t[index] * (statuses[0].MPI_TAG == index);
  MPI_Waitsome(2, in, &some, indices, statuses);
  while (some != MPI_UNDEFINED)
    MPI_Waitsome(2, in, &some, indices, MPI_STATUSES_IGNORE);
  y[0] = t[0] * t[0], y[1] = t[1] * t[0];
  while (!flag)
    MPI_Test(&in[2], &flag, MPI_STATUS_IGNORE);
  y[2] = t[2] * x[0];
  for (flag = 0; !flag;)
    MPI_Testany(1, &in[3], &index, &flag, MPI_STATUS_IGNORE);
  y[3] = t[3] * t[2];
  for (flag = 0; !flag;)
    MPI_Testall(2, out, &flag, MPI_STATUSES_IGNORE);
  for (int done = 0; done < 2; done += some)
    MPI_Testsome(2, out + 2, &some, indices, statuses);
}

static void copied(double *x, double *y) { // the handle moves; null ones are passed over
  struct pending {
    double t;
    MPI_Request request;
  } p = {x[5], MPI_REQUEST_NULL};
  MPI_Request moved[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL}, sent;
  double s = x[0] * x[1];
  MPI_Irecv(&p.t, 1, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &p.request);
  moved[1] = p.request;
  MPI_Isend(&s, 1, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &sent);
  MPI_Request_free(&sent);
  MPI_Waitall(3, moved, MPI_STATUSES_IGNORE);
  y[0] = p.t * p.t * x[2];
  MPI_Barrier(MPI_COMM_WORLD); // s is still read until all have it
}

static void again(double *x, double *y) { // persistent requests
  double t = 0, s = 0, u = x[0];
  MPI_Request requests[2];
  MPI_Recv_init(&t, 1, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(&s, 1, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 4; i++) {
    s = u * x[i + 1];
    if (i % 2)
      MPI_Startall(2, requests);
    else
      MPI_Start(&requests[0]), MPI_Start(&requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    u = t * t + x[i];
    y[i] = u;
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void anybody(double *x, double *y) { // from whom, is known at the end
  double t[8] = {0};
  MPI_Request requests[8];
  MPI_Status statuses[8];
  double s = x[0] * x[1];
  int count = rank == 0 ? ranks - 1 : 0;
  for (int i = 0; i < count; i++)
    MPI_Irecv(&t[i], 1, MPI_DOUBLE, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &requests[i]);
  if (rank)
    MPI_Send(&s, 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD);
  MPI_Waitall(count, requests, statuses);
  for (int i = 0; i < count; i++)
    y[0] += t[i] * t[i] * statuses[i].MPI_SOURCE * x[2];
  MPI_Barrier(MPI_COMM_WORLD);
}

static void empty(double *x, double *y) { // messages of no number, and one behind them
  double s[2] = {x[0] * x[1], x[2]}, t[4] = {1, 1, 1, 1};
  MPI_Request requests[4];
  MPI_Irecv(&t[0], 2, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&t[2], 2, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(s, rank % 2 ? 2 : 0, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(s, 2, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  y[0] = t[0] * t[2] * x[3], y[1] = t[1] * t[3];
  MPI_Sendrecv(s, 0, MPI_DOUBLE, right(), 1, t, 2, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  y[2] = t[0] * x[4];
}

// Started in one function and completed in another; in a loop, with the requests on the heap.
struct exchange {
  double *ghost, *own;
  MPI_Request *requests;
};
__attribute__((noinline)) static void start(struct exchange *e) {
  MPI_Irecv(e->ghost, 2, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD, &e->requests[0]);
  MPI_Isend(e->own, 2, MPI_DOUBLE, right(), 1, MPI_COMM_WORLD, &e->requests[1]);
}
__attribute__((noinline)) static void finish(MPI_Request *requests) { MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); }
static void loops(double *x, double *y) {
  struct exchange e = {malloc(2 * sizeof(double)), malloc(2 * sizeof(double)), malloc(2 * sizeof(MPI_Request))};
  e.own[0] = x[0], e.own[1] = x[1];
  for (int i = 0; i < 3 + 0 * rank; i++) {
    start(&e);
    double meanwhile = x[i] * x[i + 1];
    finish(e.requests);
    double sum = e.ghost[0] + e.ghost[1];
    e.own[0] = sum * meanwhile, e.own[1] = e.ghost[0] * e.own[1];
    y[i] = e.own[0] + e.own[1];
  }
  free(e.ghost), free(e.own), free(e.requests);
}

CHECK(halo)
CHECK(waits)
CHECK(in_between)
CHECK(seen)
CHECK(any)
CHECK(copied)
CHECK(again)
CHECK(anybody)
CHECK(empty)
CHECK(loops)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  halo_check();
  waits_check();
  in_between_check();
  seen_check();
  any_check();
  copied_check();
  again_check();
  anybody_check();
  empty_check();
  loops_check();
  return end();
}
