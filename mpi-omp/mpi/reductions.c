/* reductions.c - sums, products and extremes over ranks.
 *
 * Every reduction is a sum with weights, y = Σ w x over ranks, w = ∂y/∂x:
 *
 *   sum                 1
 *   product             the product of the others: of the ranks before, and of those behind
 *   minimum, maximum    1 on the first rank whose number is the result, 0 on others
 *
 *   call                   tangent of it          adjoint
 *   reduce                 reduce, of w x'        x̅ += w · the root's y̅, broadcast
 *   allreduce              allreduce              x̅ += w · the sum of all y̅
 *   reduce and scatter     the same               x̅ += w · all y̅, gathered
 *   scan                   scan                   x̅ += the scan of y̅ from the last rank on
 *
 * In place x and y are one memory: y̅ is taken out of it before x̅ is added. Calls that are completed
 * later are the same with a request. While they are open nothing else may be waited for: where a
 * call of its own would be needed for weights, or a communicator the other way round, all ranks'
 * numbers are gathered, and each rank computes what it needs (GATHERED). */
#include "numbers.h"
#include <stdlib.h>
#include <string.h>

enum shape { REDUCE, ALLREDUCE, SCATTERED, SCAN, EXSCAN };

struct reduction {
  struct enzyme_mpi_motion motion;
  enum shape shape;
  int root;
  struct enzyme_mpi_side from, to;
  MPI_Aint numbers; /* in one lane of `from` */
  enum enzyme_mpi_real kind;
  int *share; /* of each rank, in numbers of all lanes: SCATTERED */
  int *place;
  char *weight; /* null: 1 */
  int isLater, isGathered;
  /* GATHERED: what the program reduces, as it lies in memory, of all ranks */
  MPI_Op op;
  MPI_Request gathering;
  size_t inOne; /* bytes */
  char *own, *everyone;
};

static int has(const struct reduction *one) {
  int rank = one->motion.twin->rank;
  return one->shape == REDUCE ? rank == one->root : one->shape == EXSCAN ? rank != 0 : 1;
}

static int numbers_in(const struct reduction *one, int lanes) {
  return enzyme_mpi_int(one->motion.call, lanes * one->numbers);
}

/* A weight of zero gives zero, whatever it is multiplied with. */
static void multiply(const struct reduction *one, char *numbers) {
  for (int lane = 0; one->weight && lane < one->from.lanes; ++lane)
    for (MPI_Aint i = 0; i < one->numbers; ++i) {
      MPI_Aint at = lane * one->numbers + i;
      long double weight = enzyme_mpi_get(one->kind, one->weight, i);
      enzyme_mpi_set(one->kind, numbers, at,
                     weight == 0 ? 0 : weight * enzyme_mpi_get(one->kind, numbers, at));
    }
}

static size_t bytes_of(const struct reduction *one) {
  return one->numbers * enzyme_mpi_size(one->kind);
}

static char *room_of(const struct reduction *one) {
  return enzyme_mpi_room(one->from.lanes * bytes_of(one));
}

/*--- weights ---*/

/* What the program reduces, as numbers without gaps. */
static char *primal_numbers(const struct reduction *one, const void *primal) {
  char *numbers = enzyme_mpi_room(bytes_of(one));
  char *memory = (char *)primal; /* read only */
  struct enzyme_mpi_side side = one->from;
  side.lanes = 1;
  side.shadow = &memory;
  struct enzyme_mpi_part all = {0, 0, side.count, bytes_of(one)};
  enzyme_mpi_move(&side, all, MOVE_PACK, numbers);
  return numbers;
}

static void weigh_product(struct reduction *one, const char *numbers) {
  one->weight = enzyme_mpi_room(bytes_of(one));
  int count = numbers_in(one, 1), last = one->motion.twin->size - 1;
  MPI_Datatype type = enzyme_mpi_type_of(one->kind);
  char *before = enzyme_mpi_room(bytes_of(one)), *after = enzyme_mpi_room(bytes_of(one));
  PMPI_Exscan(numbers, before, count, type, MPI_PROD, one->motion.twin->comm);
  PMPI_Exscan(numbers, after, count, type, MPI_PROD, enzyme_mpi_backward(one->motion.twin));
  for (MPI_Aint i = 0; i < one->numbers; ++i) {
    long double others = one->motion.twin->rank ? enzyme_mpi_get(one->kind, before, i) : 1;
    others *= one->motion.twin->rank != last ? enzyme_mpi_get(one->kind, after, i) : 1;
    enzyme_mpi_set(one->kind, one->weight, i, others);
  }
  free(before);
  free(after);
}

/* Of Fortran's pairs the place is a real, too: MPI_2DOUBLE_PRECISION. */
static int has_real_place(const struct reduction *one) {
  return one->from.layout.bytes == 2 * (MPI_Aint)enzyme_mpi_size(one->kind);
}

/* Places are compared where the number itself is, as in MPI_DOUBLE_INT. */
static int is_place_of(const struct reduction *one, const char *mine, const char *result,
                       MPI_Aint i) {
  int isSame = 1;
  for (int r = 0; r < one->from.layout.runs; ++r) {
    const struct enzyme_mpi_run *run = &one->from.layout.run[r];
    MPI_Aint at = i * one->from.layout.extent + run->offset;
    if (run->reals == 0)
      isSame &= memcmp(mine + at, result + at, sizeof(int)) == 0;
    if (has_real_place(one))
      isSame &= enzyme_mpi_get(one->kind, mine, 2 * i + 1) ==
                enzyme_mpi_get(one->kind, result, 2 * i + 1);
  }
  return isSame;
}

static void weigh_extreme(struct reduction *one, const char *numbers, const void *primal,
                          MPI_Datatype type, MPI_Op op) {
  size_t bytes = one->from.count * one->from.layout.extent;
  char *result = enzyme_mpi_room(bytes);
  int count = numbers_in(one, 1), all = one->motion.twin->size;
  int *mine = enzyme_mpi_room(count * sizeof *mine), *first = enzyme_mpi_room(count * sizeof(int));
  PMPI_Allreduce(primal, result, (int)one->from.count, type, op, one->motion.twin->comm);
  char *best = primal_numbers(one, result);
  int inOne = count / (int)one->from.count;
  for (int i = 0; i < count; ++i) {
    int value = i / inOne * inOne; /* of the element that number i is in */
    int isBest =
        enzyme_mpi_get(one->kind, numbers, value) == enzyme_mpi_get(one->kind, best, value) &&
        is_place_of(one, primal, result, i / inOne);
    mine[i] = isBest ? one->motion.twin->rank : all;
  }
  PMPI_Allreduce(mine, first, count, MPI_INT, MPI_MIN, one->motion.twin->comm);
  one->weight = enzyme_mpi_room(bytes_of(one));
  for (int i = 0; i < count; ++i)
    enzyme_mpi_set(one->kind, one->weight, i, first[i] == one->motion.twin->rank);
  free(result);
  free(best);
  free(mine);
  free(first);
}

/*--- weights of calls that are completed later ---*/

static void gather_elements(struct reduction *one, const void *primal, MPI_Op op) {
  one->op = op;
  one->inOne = one->from.layout.extent;
  size_t bytes = one->from.count * one->inOne;
  int length = enzyme_mpi_int(one->motion.call, bytes);
  one->own = enzyme_mpi_room(bytes);
  one->everyone = enzyme_mpi_room(one->motion.twin->size * bytes);
  memcpy(one->own, primal, bytes);
  PMPI_Iallgather(one->own, length, MPI_BYTE, one->everyone, length, MPI_BYTE,
                  one->motion.twin->comm, &one->gathering);
}

static const char *element_of(const struct reduction *one, int rank, MPI_Aint i) {
  return one->everyone + (rank * one->from.count + i) * one->inOne;
}

/* Of two elements: is that of `rank` better than the best before it? */
static int is_better(const struct reduction *one, int rank, int best, MPI_Aint i) {
  const char *mine = element_of(one, rank, i), *other = element_of(one, best, i);
  long double difference = enzyme_mpi_get(one->kind, mine, 0) - enzyme_mpi_get(one->kind, other, 0);
  if (one->op == MPI_MAX || one->op == MPI_MAXLOC)
    difference = -difference;
  if (difference != 0 || one->op == MPI_MIN || one->op == MPI_MAX)
    return difference < 0;
  if (has_real_place(one))
    return enzyme_mpi_get(one->kind, mine, 1) < enzyme_mpi_get(one->kind, other, 1);
  int a, b;
  memcpy(&a, mine + enzyme_mpi_size(one->kind), sizeof a);
  memcpy(&b, other + enzyme_mpi_size(one->kind), sizeof b);
  return a < b;
}

/* Of element i, for each rank. */
static void weigh_element(const struct reduction *one, MPI_Aint i, long double *weight) {
  int all = one->motion.twin->size, best = 0;
  if (one->op != MPI_PROD) {
    for (int rank = 0; rank < all; ++rank) {
      weight[rank] = 0;
      best = rank > 0 && is_better(one, rank, best, i) ? rank : best;
    }
    weight[best] = 1;
    return;
  }
  long double before = 1, after = 1;
  for (int rank = 0; rank < all; ++rank) {
    weight[rank] = before;
    before *= enzyme_mpi_get(one->kind, element_of(one, rank, i), 0);
  }
  for (int rank = all; rank-- > 0;) {
    weight[rank] *= after;
    after *= enzyme_mpi_get(one->kind, element_of(one, rank, i), 0);
  }
}

/* Elements have one number, or two where the place is a real: both come from one rank. */
static void weigh_gathered(struct reduction *one) {
  long double *weight = enzyme_mpi_room(one->motion.twin->size * sizeof *weight);
  MPI_Aint inOne = one->numbers / one->from.count;
  one->weight = enzyme_mpi_room(bytes_of(one));
  for (MPI_Aint i = 0; i < one->numbers; ++i) {
    weigh_element(one, i / inOne, weight);
    enzyme_mpi_set(one->kind, one->weight, i, weight[one->motion.twin->rank]);
  }
  free(weight);
}

static void complete(struct enzyme_mpi_motion *motion) {
  struct reduction *one = (struct reduction *)motion;
  if (!one->everyone)
    return;
  PMPI_Wait(&one->gathering, MPI_STATUS_IGNORE);
  weigh_gathered(one);
  free(one->everyone);
  one->everyone = NULL;
}

/* Before the program's call, which may overwrite what it reduces. */
static void weigh(struct reduction *one, const void *primal, MPI_Datatype type, MPI_Op op) {
  if (op == MPI_SUM)
    return;
  int isScan = one->shape == SCAN || one->shape == EXSCAN;
  int isExtreme = op == MPI_MIN || op == MPI_MAX || op == MPI_MINLOC || op == MPI_MAXLOC;
  if (isScan)
    enzyme_mpi_stop(one->motion.call, "only sums are differentiated, of all operations in a scan");
  if (!isExtreme && op != MPI_PROD)
    enzyme_mpi_stop(one->motion.call, "an operation that the program made is not differentiated");
  for (int r = 0; r < one->from.layout.runs; ++r)
    if (one->from.layout.run[r].reals == 2)
      enzyme_mpi_stop(one->motion.call, "only sums of complex numbers are differentiated");
  if (one->isLater) {
    gather_elements(one, primal, op);
    return;
  }
  char *numbers = primal_numbers(one, primal);
  if (isExtreme)
    weigh_extreme(one, numbers, primal, type, op);
  else
    weigh_product(one, numbers);
  free(numbers);
}

/*--- sums of tangents and adjoints ---*/

#define CALL(X, IX, ...) (request ? PMPI_##IX(__VA_ARGS__, request) : PMPI_##X(__VA_ARGS__))

/* Of each rank's share all lanes, one behind the other, or the other way round. */
static void regroup(const struct reduction *one, int isBack, char *byLane) {
  size_t size = enzyme_mpi_size(one->kind), bytes = one->from.lanes * bytes_of(one);
  int lanes = one->from.lanes;
  char *byRank = enzyme_mpi_room(bytes), *at = byRank;
  if (isBack)
    memcpy(byRank, byLane, bytes);
  for (int rank = 0; rank < one->motion.twin->size; ++rank)
    for (int lane = 0; lane < lanes; ++lane) {
      size_t share = one->share[rank] / lanes * size;
      char *there = byLane + lane * bytes_of(one) + one->place[rank] / lanes * size;
      memcpy(isBack ? there : at, isBack ? at : there, share);
      at += share;
    }
  if (!isBack)
    memcpy(byLane, byRank, bytes);
  free(byRank);
}

static void gather_numbers(struct reduction *one, MPI_Request *request) {
  struct enzyme_mpi_motion *motion = &one->motion;
  int count = numbers_in(one, one->from.lanes);
  free(motion->received);
  motion->received = enzyme_mpi_room(motion->twin->size * one->from.lanes * bytes_of(one));
  PMPI_Iallgather(motion->sent, count, enzyme_mpi_type_of(one->kind), motion->received, count,
                  enzyme_mpi_type_of(one->kind), motion->twin->comm, request);
}

static void sum(struct reduction *one, MPI_Request *request) {
  MPI_Datatype type = enzyme_mpi_type_of(one->kind);
  MPI_Comm comm = one->motion.twin->comm;
  const char *x = one->motion.sent;
  char *y = one->motion.received;
  int count = numbers_in(one, one->from.lanes);
  switch (one->shape) {
  case REDUCE:
    CALL(Reduce, Ireduce, x, y, count, type, MPI_SUM, one->root, comm);
    return;
  case ALLREDUCE:
    CALL(Allreduce, Iallreduce, x, y, count, type, MPI_SUM, comm);
    return;
  case SCATTERED:
    CALL(Reduce_scatter, Ireduce_scatter, x, y, one->share, type, MPI_SUM, comm);
    return;
  case SCAN:
    CALL(Scan, Iscan, x, y, count, type, MPI_SUM, comm);
    return;
  case EXSCAN:
    CALL(Exscan, Iexscan, x, y, count, type, MPI_SUM, comm);
  }
}

static void sum_back(struct reduction *one, MPI_Request *request) {
  MPI_Datatype type = enzyme_mpi_type_of(one->kind);
  MPI_Comm comm = one->motion.twin->comm;
  char *y = one->motion.sent, *x = one->motion.received;
  int count = numbers_in(one, one->from.lanes);
  switch (one->shape) {
  case REDUCE:
    memcpy(x, y, one->from.lanes * bytes_of(one));
    CALL(Bcast, Ibcast, x, count, type, one->root, comm);
    return;
  case ALLREDUCE:
    CALL(Allreduce, Iallreduce, y, x, count, type, MPI_SUM, comm);
    return;
  case SCATTERED:
    CALL(Allgatherv, Iallgatherv, y, one->share[one->motion.twin->rank], type, x, one->share,
         one->place, type, comm);
    return;
  case SCAN:
    PMPI_Scan(y, x, count, type, MPI_SUM, enzyme_mpi_backward(one->motion.twin));
    return;
  case EXSCAN: /* the last rank gets nothing, and x is 0 there */
    PMPI_Exscan(y, x, count, type, MPI_SUM, enzyme_mpi_backward(one->motion.twin));
    if (one->motion.twin->rank == one->motion.twin->size - 1)
      memset(x, 0, one->from.lanes * bytes_of(one));
  }
}

static MPI_Aint received_bytes(const struct reduction *one) {
  return one->to.count * one->to.layout.bytes;
}

/*--- forward ---*/

static void leave_forward(struct reduction *one, MPI_Request *request) {
  enzyme_mpi_move_lanes(&one->from, bytes_of(one), MOVE_PACK, one->motion.sent);
  multiply(one, one->motion.sent);
  one->isGathered = one->everyone != NULL;
  if (one->shape == SCATTERED && !one->isGathered)
    regroup(one, /*isBack=*/0, one->motion.sent);
  if (one->isGathered)
    gather_numbers(one, request);
  else
    sum(one, request);
}

/* Everybody's tangents are here, and what they are the tangents of: this rank's result. */
static char *weighted_sum(struct reduction *one) {
  int all = one->motion.twin->size, lanes = one->from.lanes;
  MPI_Aint inOne = one->numbers / one->from.count, first = 0, some = one->numbers;
  if (one->shape == SCATTERED) {
    first = one->place[one->motion.twin->rank] / lanes;
    some = one->share[one->motion.twin->rank] / lanes;
  }
  long double *weight = enzyme_mpi_room(all * sizeof *weight);
  char *y = enzyme_mpi_room(lanes * bytes_of(one));
  PMPI_Wait(&one->gathering, MPI_STATUS_IGNORE);
  for (MPI_Aint i = 0; i < some; ++i) {
    weigh_element(one, (first + i) / inOne, weight);
    for (int lane = 0; lane < lanes; ++lane) {
      long double total = 0;
      for (int rank = 0; rank < all; ++rank)
        if (weight[rank] != 0)
          total += weight[rank] * enzyme_mpi_get(one->kind, one->motion.received,
                                                 (rank * lanes + lane) * one->numbers + first + i);
      enzyme_mpi_set(one->kind, y, lane * some + i, total);
    }
  }
  free(weight);
  return y;
}

static void arrive_forward(struct reduction *one) {
  char *own = one->isGathered ? weighted_sum(one) : NULL;
  if (has(one))
    enzyme_mpi_move_lanes(&one->to, received_bytes(one), MOVE_SET,
                          own ? own : one->motion.received);
  free(own);
}

/*--- reverse ---*/

static void leave_back(struct reduction *one, MPI_Request *request) {
  if (has(one))
    enzyme_mpi_move_lanes(&one->to, received_bytes(one), MOVE_TAKE, one->motion.sent);
  one->isGathered = request && (one->shape == SCAN || one->shape == EXSCAN);
  if (one->isGathered)
    gather_numbers(one, request);
  else
    sum_back(one, request);
}

/* The adjoints of this rank, in a scan, and of those behind it. */
static void sum_from_behind(struct reduction *one) {
  MPI_Aint count = numbers_in(one, one->from.lanes);
  char *all = one->motion.received, *x = one->motion.sent;
  int size = one->motion.twin->size, first = one->motion.twin->rank + (one->shape == EXSCAN);
  for (MPI_Aint i = 0; i < count; ++i) {
    long double total = 0;
    for (int rank = first; rank < size; ++rank)
      total += enzyme_mpi_get(one->kind, all, rank * count + i);
    enzyme_mpi_set(one->kind, x, i, total);
  }
}

static void arrive_back(struct reduction *one) {
  if (one->isGathered)
    sum_from_behind(one);
  else if (one->shape == SCATTERED)
    regroup(one, /*isBack=*/1, one->motion.received);
  char *x = one->isGathered ? one->motion.sent : one->motion.received;
  multiply(one, x);
  enzyme_mpi_move_lanes(&one->from, bytes_of(one), MOVE_ADD, x);
}

static void leave(struct enzyme_mpi_motion *motion, int isBack, MPI_Request *request) {
  struct reduction *one = (struct reduction *)motion;
  motion->sent = room_of(one);
  motion->received = room_of(one);
  if (isBack)
    leave_back(one, request);
  else
    leave_forward(one, request);
}

static void arrive(struct enzyme_mpi_motion *motion, int isBack) {
  if (isBack)
    arrive_back((struct reduction *)motion);
  else
    arrive_forward((struct reduction *)motion);
}

static void free_reduction(struct enzyme_mpi_motion *motion) {
  struct reduction *one = (struct reduction *)motion;
  enzyme_mpi_side_free(&one->from);
  enzyme_mpi_side_free(&one->to);
  enzyme_mpi_twin_release(motion->twin);
  free(motion->sent);
  free(motion->received);
  free(one->share);
  free(one->place);
  free(one->weight);
  free(one->own);
  free(one->everyone);
  free(one);
}

/*--- the calls ---*/

struct reduced {
  const char *call;
  enum shape shape;
  int isLater;
  int lanes, root;
  void *const *fromShadow, *const *toShadow;
  const void *from;
  void *to;
  MPI_Aint count; /* of all */
  const int *shares;
  int share;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Comm comm;
};

/* Shares are counted in elements; a complex number is two numbers. */
static void share_out(struct reduction *one, const struct reduced *of) {
  int size = one->motion.twin->size;
  MPI_Aint inOne = one->from.layout.bytes / (MPI_Aint)enzyme_mpi_size(one->kind), place = 0;
  one->share = enzyme_mpi_room(size * sizeof *one->share);
  one->place = enzyme_mpi_room(size * sizeof *one->place);
  for (int i = 0; i < size; ++i) {
    MPI_Aint share = (of->shares ? of->shares[i] : of->share) * inOne * of->lanes;
    one->share[i] = enzyme_mpi_int(of->call, share);
    one->place[i] = enzyme_mpi_int(of->call, place);
    place += share;
  }
}

static struct reduction *make(const struct reduced *of) {
  struct reduction *one = enzyme_mpi_room(sizeof *one);
  one->motion.call = of->call;
  one->motion.twin = enzyme_mpi_twin(of->call, of->comm, /*isCollective=*/!of->isLater);
  one->motion.leave = leave;
  one->motion.arrive = arrive;
  one->motion.complete = complete;
  one->motion.free = free_reduction;
  one->shape = of->shape;
  one->root = of->root;
  one->isLater = of->isLater;
  return one;
}

/* Null where no number is reduced. Before the program's call, which may overwrite what it
 * reduces. */
static struct reduction *begin(const struct reduced *of) {
  struct reduction *one = make(of);
  int rank = one->motion.twin->rank, isInPlace = of->from == MPI_IN_PLACE;
  MPI_Aint share = of->shape != SCATTERED ? of->count : of->shares ? of->shares[rank] : of->share;
  const void *primal = isInPlace ? of->to : of->from;
  struct enzyme_mpi_buffer from = {primal, isInPlace ? of->toShadow : of->fromShadow, of->lanes,
                                   of->count, of->type};
  struct enzyme_mpi_buffer to = {of->to, of->toShadow, of->lanes, has(one) ? share : 0, of->type};
  enzyme_mpi_side_make(&one->from, of->call, &from);
  enzyme_mpi_side_make(&one->to, of->call, &to);
  one->kind = one->from.layout.kind;
  if (one->from.layout.isUnknown && of->op != MPI_BAND && of->op != MPI_BOR && of->op != MPI_BXOR)
    enzyme_mpi_stop(of->call, "a reduction of such a datatype is not differentiated");
  if (one->kind == REAL_NONE || one->from.layout.isMixed || of->count == 0) {
    if (one->from.layout.isMixed)
      enzyme_mpi_stop(of->call, "a reduction of such a datatype is not differentiated");
    free_reduction(&one->motion);
    return NULL;
  }
  one->numbers = of->count * one->from.layout.bytes / (MPI_Aint)enzyme_mpi_size(one->kind);
  if (of->shape == SCATTERED)
    share_out(one, of);
  weigh(one, primal, of->type, of->op);
  return one;
}

#define NOW_PARAMETER
#define NOW_ARGUMENT
#define NOW_IS_LATER 0
#define NOW_END(MOTION) enzyme_mpi_moved(slot, MOTION)
#define LATER_PARAMETER , MPI_Request *request
#define LATER_ARGUMENT , request
#define LATER_IS_LATER 1
#define LATER_END(MOTION) enzyme_mpi_moving(slot, MOTION, request)

#define SHADOWS enzyme_mpi_slot slot, int lanes, void *const *fromShadow, void *const *toShadow
#define UNWRAP(...) __VA_ARGS__

#define REDUCTION(WHEN, X, SHAPE, COUNT, ALL, SHARES, SHARE, ROOT_PARAMETER, ROOT, ARGUMENTS)      \
  int enzyme_mpi_##X(SHADOWS, const void *from, void *to, COUNT, MPI_Datatype type, MPI_Op op,     \
                     UNWRAP ROOT_PARAMETER MPI_Comm comm WHEN##_PARAMETER) {                       \
    struct reduced of = {                                                                          \
        "MPI_" #X, SHAPE, WHEN##_IS_LATER, lanes, ROOT, fromShadow, toShadow, from,                \
        to,        ALL,   SHARES,          SHARE, type, op,         comm};                         \
    struct reduction *one = begin(&of);                                                            \
    int code = MPI_##X(UNWRAP ARGUMENTS WHEN##_ARGUMENT);                                          \
    WHEN##_END(one ? &one->motion : NULL);                                                         \
    return code;                                                                                   \
  }

static MPI_Aint size_of(MPI_Comm comm) {
  int size;
  PMPI_Comm_size(comm, &size);
  return size;
}

static MPI_Aint sum_of(const int counts[], MPI_Comm comm) {
  MPI_Aint all = 0, size = size_of(comm);
  for (MPI_Aint i = 0; i < size; ++i)
    all += counts[i];
  return all;
}

/* structure: allow parameters, because MPI has as many calls of a kind */
#define REDUCTIONS(WHEN, X, ALL_X, BLOCK_X, SCATTER_X, SCAN_X, EXSCAN_X)                           \
  REDUCTION(WHEN, X, REDUCE, int count, count, NULL, 0, (int root, ), root,                        \
            (from, to, count, type, op, root, comm))                                               \
  REDUCTION(WHEN, ALL_X, ALLREDUCE, int count, count, NULL, 0, (), 0,                              \
            (from, to, count, type, op, comm))                                                     \
  REDUCTION(WHEN, BLOCK_X, SCATTERED, int count, count *size_of(comm), NULL, count, (), 0,         \
            (from, to, count, type, op, comm))                                                     \
  REDUCTION(WHEN, SCATTER_X, SCATTERED, const int counts[], sum_of(counts, comm), counts, 0, (),   \
            0, (from, to, counts, type, op, comm))                                                 \
  REDUCTION(WHEN, SCAN_X, SCAN, int count, count, NULL, 0, (), 0,                                  \
            (from, to, count, type, op, comm))                                                     \
  REDUCTION(WHEN, EXSCAN_X, EXSCAN, int count, count, NULL, 0, (), 0,                              \
            (from, to, count, type, op, comm))

REDUCTIONS(NOW, Reduce, Allreduce, Reduce_scatter_block, Reduce_scatter, Scan, Exscan)
REDUCTIONS(LATER, Ireduce, Iallreduce, Ireduce_scatter_block, Ireduce_scatter, Iscan, Iexscan)
