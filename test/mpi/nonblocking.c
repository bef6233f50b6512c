// Collective calls that are completed later, in any order, beside others and beside work.
//! eager: none
#include "check.h"

enum { most = 8 };

static void broadcast(double *x, double *y) { // mixed precisions, too; work in between
  double a[2] = {x[0] * x[1], x[2]};
  struct pair {
    double d;
    float f;
  } b = {x[3] * x[3], 0.5f * (float)rank};
  MPI_Datatype type, types[2] = {MPI_DOUBLE, MPI_FLOAT};
  int sizes[2] = {1, 1};
  MPI_Aint places[2] = {0, sizeof(double)};
  MPI_Request requests[2];
  MPI_Type_create_struct(2, sizes, places, types, &type);
  MPI_Type_commit(&type);
  MPI_Ibcast(a, 2, MPI_DOUBLE, ranks - 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Ibcast(&b, 1, type, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Type_free(&type);
  y[0] = x[4] * x[5];
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  y[1] = a[0] * a[1] * x[1], y[2] = b.d * b.d + b.f;
}

static void sums(double *x, double *y) {
  double own[2] = {x[0] * x[1], x[2] * x[2]}, one[2] = {0}, all[2] = {0}, in[2] = {x[3], x[4] * x[5]}, before[2] = {0},
         with[2];
  MPI_Request requests[5];
  MPI_Ireduce(own, one, 2, MPI_DOUBLE, MPI_SUM, ranks - 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Iallreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
  MPI_Iallreduce(MPI_IN_PLACE, in, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[2]);
  MPI_Iscan(own, with, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[3]);
  MPI_Iexscan(own, before, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[4]);
  y[5] = x[0] * x[5];
  MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
  if (rank == 0)
    before[0] = before[1] = 1;
  y[0] = one[0] * one[0] + one[1], y[1] = all[0] * all[1], y[2] = in[0] * in[1];
  y[3] = with[0] * with[1], y[4] = before[0] * before[1] * x[1];
}

static void extremes(double *x, double *y) {
  struct {
    double value;
    int place;
  } own[2] = {{x[0] * x[0], rank}, {x[1] * x[2], -rank}}, best[2];
  double product[2], least[2] = {x[3], x[4] * x[4]}, zero = rank == 0 ? 0 : x[5], zeros;
  MPI_Request requests[4];
  MPI_Iallreduce(own, best, 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD, &requests[0]);
  MPI_Iallreduce(&x[1], product, 2, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD, &requests[1]);
  MPI_Iallreduce(MPI_IN_PLACE, least, 2, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD, &requests[2]);
  MPI_Ireduce(&zero, &zeros, 1, MPI_DOUBLE, MPI_PROD, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  y[0] = best[0].value * (best[0].place + 1), y[1] = best[1].value * best[1].place * x[0];
  y[2] = product[0] * product[1], y[3] = least[0] * least[1];
  y[4] = rank == 0 ? zeros * x[0] : 0;
}

static void scattered(double *x, double *y) {
  double all[3 * most], some[3] = {0}, block[2], products[2];
  int counts[most];
  MPI_Request requests[3];
  for (int i = 0; i < 3 * most; i++)
    all[i] = x[i % IN] * x[(i + 1) % IN];
  for (int r = 0; r < ranks; r++)
    counts[r] = r % 3 + (r == 0);
  MPI_Ireduce_scatter(all, some, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  MPI_Ireduce_scatter_block(all, block, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
  MPI_Ireduce_scatter_block(all, products, 2, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD, &requests[2]);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 3; i++)
    y[i] = some[i] * some[i];
  y[3] = block[0] * block[1], y[4] = products[0] * x[1], y[5] = products[1] * products[0];
}

static void blocks(double *x, double *y) {
  double own[3] = {x[0] * x[1], x[2], x[3] * x[3]}, all[3 * most] = {0}, some[3 * most] = {0}, mine[3] = {0}, two[2];
  double from[2 * most], to[2 * most], every[2 * most];
  int counts[most], places[most];
  MPI_Request requests[6];
  for (int r = 0; r < ranks; r++)
    counts[r] = r % 3, places[r] = 3 * (ranks - 1 - r);
  for (int i = 0; i < 2 * ranks; i++)
    from[i] = x[i % IN] * x[(i + rank) % IN];
  MPI_Igather(own, 2, MPI_DOUBLE, all, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Igatherv(own, counts[rank], MPI_DOUBLE, some, counts, places, MPI_DOUBLE, ranks - 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Iscatter(from, 2, MPI_DOUBLE, two, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Iscatterv(from, counts, counts, MPI_DOUBLE, mine, counts[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Ialltoall(from, 2, MPI_DOUBLE, to, 2, MPI_DOUBLE, MPI_COMM_WORLD, &requests[4]);
  MPI_Iallgather(own, 2, MPI_DOUBLE, every, 2, MPI_DOUBLE, MPI_COMM_WORLD, &requests[5]);
  MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 3 * ranks; i++)
    y[i % OUT] += all[i] * all[i] + some[i] * some[i] * x[0];
  for (int i = 0; i < 2 * ranks; i++)
    y[i % OUT] += to[i] * to[i] + every[i] * x[i % IN];
  y[0] += two[0] * two[1] + mine[0] * mine[1];
}

static void varying(double *x, double *y) { // in place, counts for each rank, types for each rank
  double own[3], all[4 * most] = {0}, from[3 * most], to[3 * most] = {0}, kinds[3 * most] = {0};
  int counts[most], places[most], sent[most], sentPlaces[most], received[most], receivedPlaces[most], bytes[most],
      receivedBytes[most];
  MPI_Datatype types[most];
  MPI_Request requests[4];
  for (int r = 0; r < ranks; r++) {
    counts[r] = r % 3, places[r] = 4 * r + 1, types[r] = MPI_DOUBLE;
    sent[r] = (rank + 2 * r) % 3, sentPlaces[r] = 3 * r, bytes[r] = 24 * r;
    received[r] = (r + 2 * rank) % 3, receivedPlaces[r] = 3 * (ranks - 1 - r);
    receivedBytes[r] = 8 * receivedPlaces[r];
  }
  for (int i = 0; i < 3; i++)
    own[i] = x[i] * x[i + 1], all[places[rank] + i] = own[i];
  for (int i = 0; i < 3 * ranks; i++)
    from[i] = x[i % IN] * x[(i + 1) % IN];
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
  MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD, &requests[1]);
  MPI_Ialltoallv(from, sent, sentPlaces, MPI_DOUBLE, to, received, receivedPlaces, MPI_DOUBLE, MPI_COMM_WORLD,
                 &requests[2]);
  MPI_Ialltoallw(from, sent, bytes, types, kinds, received, receivedBytes, types, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 4 * ranks; i++)
    y[i % OUT] += all[i] * all[i];
  for (int i = 0; i < 3 * ranks; i++)
    y[i % OUT] += to[i] * to[i] * x[1] + kinds[i] * x[2];
}

static void orders(double *x, double *y) { // completed in other orders on other ranks, past calls that are not
  double a = x[0] * x[1], b = x[2] * x[3], c = x[4], d = 0, s[3] = {0}, max;
  MPI_Request requests[3];
  MPI_Iallreduce(&a, &s[0], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  MPI_Iallreduce(&b, &s[1], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
  if (rank % 3 == 2)
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Allreduce(&c, &max, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  d = max * x[5];
  MPI_Iallreduce(&d, &s[2], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[2]);
  for (int i = 0; i < 3; i++)
    MPI_Wait(&requests[rank % 2 ? 2 - i : i], MPI_STATUS_IGNORE);
  y[0] = s[0] * s[1] * x[0], y[1] = s[1] * s[2], y[2] = s[2] * s[0];
  for (int i = 0, flag = 0; i < 3; i++, flag = 0) { // by Test, Testany and what asks alone
    MPI_Iallreduce(&y[i], &s[i], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[i]);
    int index;
    while (!flag)
      if (i == 0)
        MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
      else if (i == 1)
        MPI_Testany(1, &requests[i], &index, &flag, MPI_STATUS_IGNORE);
      else
        MPI_Request_get_status(requests[i], &flag, MPI_STATUS_IGNORE);
    y[3 + i] = s[i] * s[i] * x[i];
  }
  MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
}

CHECK(broadcast)
CHECK(sums)
CHECK(extremes)
CHECK(scattered)
CHECK(blocks)
CHECK(varying)
CHECK(orders)

int main(int argc, char **argv) {
  begin(&argc, &argv);
  broadcast_check();
  sums_check();
  extremes_check();
  scattered_check();
  blocks_check();
  varying_check();
  orders_check();
  return end();
}
