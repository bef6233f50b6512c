/* collectives.c - calls of all ranks that move blocks: gather, scatter and their kin; barriers.
 *
 *   call        tangent      adjoint
 *   gather      gather       scatter, added to what was sent
 *   scatter     scatter      gather, added to what was sent
 *   allgather   allgather    all to all, and the sum of what comes
 *   alltoall    alltoall     all to all, the other way
 *
 * What is received is cleared backwards. In place, a rank's own block stays where it is, or is what
 * it sends. Calls that are completed later are the same with a request: motions.c has their order.
 */
#include "blocks.h"
#include <stdlib.h>

enum pattern { GATHER, SCATTER, ALLGATHER, ALLTOALL };

struct collective {
  struct enzyme_mpi_motion motion;
  enum pattern pattern;
  int root;
  struct enzyme_mpi_blocks from, to;
  int *shares, *places; /* backwards: what each rank wants of that which was sent to all */
};

/* With a request, or at once. */
#define CALL(X, IX, ...) (request ? PMPI_##IX(__VA_ARGS__, request) : PMPI_##X(__VA_ARGS__))

/* The packed blocks of one side become those of the other. */
static void exchange(const struct collective *one, int isBack, MPI_Request *request) {
  const struct enzyme_mpi_blocks *from = isBack ? &one->to : &one->from,
                                 *to = isBack ? &one->from : &one->to;
  const int *counts = one->shares ? one->shares : to->bytes;
  const int *places = one->shares ? one->places : to->offset;
  const char *sent = one->motion.sent;
  char *received = one->motion.received;
  MPI_Comm comm = one->motion.twin->comm;
  enum pattern pattern = !isBack                   ? one->pattern
                         : one->pattern == GATHER  ? SCATTER
                         : one->pattern == SCATTER ? GATHER
                                                   : ALLTOALL;
  switch (pattern) {
  case GATHER:
    CALL(Gatherv, Igatherv, sent, from->count ? from->bytes[0] : 0, MPI_BYTE, received, to->bytes,
         to->offset, MPI_BYTE, one->root, comm);
    return;
  case SCATTER:
    CALL(Scatterv, Iscatterv, sent, from->bytes, from->offset, MPI_BYTE, received,
         to->count ? to->bytes[0] : 0, MPI_BYTE, one->root, comm);
    return;
  case ALLGATHER:
    CALL(Allgatherv, Iallgatherv, sent, from->bytes[0], MPI_BYTE, received, to->bytes, to->offset,
         MPI_BYTE, comm);
    return;
  case ALLTOALL:
    CALL(Alltoallv, Ialltoallv, sent, from->bytes, from->offset, MPI_BYTE, received, counts, places,
         MPI_BYTE, comm);
  }
}

/* Everybody wants a share of what this rank had sent to all. */
static MPI_Aint want_shares(struct collective *one) {
  int all = one->motion.twin->size, bytes = one->from.bytes[0];
  one->shares = enzyme_mpi_room(all * sizeof *one->shares);
  one->places = enzyme_mpi_room(all * sizeof *one->places);
  for (int i = 0; i < all; ++i) {
    one->shares[i] = bytes;
    one->places[i] = enzyme_mpi_int(one->motion.call, (MPI_Aint)i * bytes);
  }
  return (MPI_Aint)all * bytes;
}

static void leave(struct enzyme_mpi_motion *motion, int isBack, MPI_Request *request) {
  struct collective *one = (struct collective *)motion;
  const struct enzyme_mpi_blocks *from = isBack ? &one->to : &one->from,
                                 *to = isBack ? &one->from : &one->to;
  MPI_Aint expected = isBack && one->pattern == ALLGATHER ? want_shares(one) : to->total;
  motion->sent = enzyme_mpi_room(from->total);
  motion->received = enzyme_mpi_room(expected);
  enzyme_mpi_blocks_move(from, isBack ? MOVE_TAKE : MOVE_PACK, motion->sent);
  exchange(one, isBack, request);
}

static void arrive(struct enzyme_mpi_motion *motion, int isBack) {
  struct collective *one = (struct collective *)motion;
  if (one->shares)
    for (int i = 0; i < motion->twin->size; ++i)
      enzyme_mpi_block_move(&one->from, 0, MOVE_ADD, motion->received + one->places[i]);
  else
    enzyme_mpi_blocks_move(isBack ? &one->from : &one->to, isBack ? MOVE_ADD : MOVE_SET,
                           motion->received);
}

static void free_collective(struct enzyme_mpi_motion *motion) {
  struct collective *one = (struct collective *)motion;
  enzyme_mpi_blocks_free(&one->from);
  enzyme_mpi_blocks_free(&one->to);
  enzyme_mpi_twin_release(motion->twin);
  free(motion->sent);
  free(motion->received);
  free(one->shares);
  free(one->places);
  free(one);
}

/*--- making ---*/

struct how {
  const char *call;
  int isLater, lanes, root;
  MPI_Comm comm;
};

static struct collective *begin(const struct how *how, enum pattern pattern) {
  struct collective *one = enzyme_mpi_room(sizeof *one);
  one->motion.call = how->call;
  one->motion.leave = leave;
  one->motion.arrive = arrive;
  one->motion.free = free_collective;
  one->motion.twin = enzyme_mpi_twin(how->call, how->comm, /*isCollective=*/!how->isLater);
  one->pattern = pattern;
  one->root = how->root;
  return one;
}

/* `all` counts at the root alone, and `own` not where it is in place there. */
static struct enzyme_mpi_motion *rooted(enum pattern pattern, const struct how *how,
                                        struct enzyme_mpi_given own, struct enzyme_mpi_given all,
                                        int isInPlace) {
  struct collective *one = begin(how, pattern);
  int isRoot = one->motion.twin->rank == how->root;
  own.count = isRoot && isInPlace ? 0 : 1;
  all.count = isRoot ? one->motion.twin->size : 0;
  struct enzyme_mpi_blocks *ownAt = pattern == GATHER ? &one->from : &one->to;
  struct enzyme_mpi_blocks *allAt = pattern == GATHER ? &one->to : &one->from;
  *ownAt = enzyme_mpi_blocks_of(how->call, how->lanes, &own);
  *allAt = enzyme_mpi_blocks_of(how->call, how->lanes, &all);
  if (isRoot && isInPlace)
    enzyme_mpi_block_leave_out(allAt, how->root);
  return &one->motion;
}

static struct enzyme_mpi_motion *to_all(enum pattern pattern, const struct how *how,
                                        struct enzyme_mpi_given from, struct enzyme_mpi_given to,
                                        int isInPlace) {
  struct collective *one = begin(how, pattern);
  int all = one->motion.twin->size, rank = one->motion.twin->rank;
  to.count = all;
  one->to = enzyme_mpi_blocks_of(how->call, how->lanes, &to);
  if (isInPlace)
    from = to;
  from.count = pattern == ALLTOALL ? all : 1;
  if (isInPlace && pattern == ALLGATHER) { /* its own block is there already */
    from.size = to.sizes ? to.sizes[rank] : to.size;
    from.sizes = NULL;
    from.places = NULL;
  }
  one->from = enzyme_mpi_blocks_of(how->call, how->lanes, &from);
  if (isInPlace && pattern == ALLGATHER)
    one->from.place[0] = one->to.place[rank];
  return &one->motion;
}

/*--- the calls, each at once and completed later ---*/

#define NOW_PARAMETER
#define NOW_ARGUMENT
#define NOW_IS_LATER 0
#define NOW_END(MOTION) enzyme_mpi_moved(slot, MOTION)
#define LATER_PARAMETER , MPI_Request *request
#define LATER_ARGUMENT , request
#define LATER_IS_LATER 1
#define LATER_END(MOTION) enzyme_mpi_moving(slot, MOTION, request)

#define UNWRAP(...) __VA_ARGS__
#define SHADOWS                                                                                    \
  enzyme_mpi_slot slot, int lanes, void *const *sentShadow, void *const *receivedShadow

/* Of one size, or of several with their places. */
#define SIZE_IS(X) X, NULL, NULL, NULL, NULL
#define SIZES_ARE(X, PLACES) 0, X, PLACES, NULL, NULL
#define TYPES_ARE(X, PLACES, TYPES) 0, X, PLACES, TYPES, NULL

#define GATHER_CALL(WHEN, X, COUNTS, COUNT_OF, ARGUMENTS)                                          \
  int enzyme_mpi_##X(SHADOWS, const void *sent, int sentCount, MPI_Datatype sentType,              \
                     void *received, UNWRAP COUNTS, MPI_Datatype receivedType, int root,           \
                     MPI_Comm comm WHEN##_PARAMETER) {                                             \
    struct enzyme_mpi_given own = {sent, sentShadow, sentType, 1, SIZE_IS(sentCount)};             \
    struct enzyme_mpi_given all = {received, receivedShadow, receivedType, 0, COUNT_OF};           \
    struct how how = {"MPI_" #X, WHEN##_IS_LATER, lanes, root, comm};                              \
    int code = MPI_##X(UNWRAP ARGUMENTS, root, comm WHEN##_ARGUMENT);                              \
    WHEN##_END(rooted(GATHER, &how, own, all, sent == MPI_IN_PLACE));                              \
    return code;                                                                                   \
  }

#define GATHERS(WHEN, X, XV)                                                                       \
  GATHER_CALL(WHEN, X, (int count), SIZE_IS(count),                                                \
              (sent, sentCount, sentType, received, count, receivedType))                          \
  GATHER_CALL(WHEN, XV, (const int counts[], const int places[]), SIZES_ARE(counts, places),       \
              (sent, sentCount, sentType, received, counts, places, receivedType))

GATHERS(NOW, Gather, Gatherv)
GATHERS(LATER, Igather, Igatherv)

#define SCATTER_CALL(WHEN, X, COUNTS, COUNT_OF, ARGUMENTS)                                         \
  int enzyme_mpi_##X(SHADOWS, const void *sent, UNWRAP COUNTS, MPI_Datatype sentType,              \
                     void *received, int receivedCount, MPI_Datatype receivedType, int root,       \
                     MPI_Comm comm WHEN##_PARAMETER) {                                             \
    struct enzyme_mpi_given own = {received, receivedShadow, receivedType, 1,                      \
                                   SIZE_IS(receivedCount)};                                        \
    struct enzyme_mpi_given all = {sent, sentShadow, sentType, 0, COUNT_OF};                       \
    struct how how = {"MPI_" #X, WHEN##_IS_LATER, lanes, root, comm};                              \
    int code = MPI_##X(UNWRAP ARGUMENTS, root, comm WHEN##_ARGUMENT);                              \
    WHEN##_END(rooted(SCATTER, &how, own, all, received == MPI_IN_PLACE));                         \
    return code;                                                                                   \
  }

#define SCATTERS(WHEN, X, XV)                                                                      \
  SCATTER_CALL(WHEN, X, (int count), SIZE_IS(count),                                               \
               (sent, count, sentType, received, receivedCount, receivedType))                     \
  SCATTER_CALL(WHEN, XV, (const int counts[], const int places[]), SIZES_ARE(counts, places),      \
               (sent, counts, places, sentType, received, receivedCount, receivedType))

SCATTERS(NOW, Scatter, Scatterv)
SCATTERS(LATER, Iscatter, Iscatterv)

#define ALL_CALL(WHEN, PATTERN, X, PARAMETERS, SENT, RECEIVED, ARGUMENTS)                          \
  int enzyme_mpi_##X(SHADOWS, UNWRAP PARAMETERS, MPI_Comm comm WHEN##_PARAMETER) {                 \
    struct enzyme_mpi_given from = {sent, sentShadow, UNWRAP SENT};                                \
    struct enzyme_mpi_given to = {received, receivedShadow, UNWRAP RECEIVED};                      \
    struct how how = {"MPI_" #X, WHEN##_IS_LATER, lanes, 0, comm};                                 \
    int code = MPI_##X(UNWRAP ARGUMENTS, comm WHEN##_ARGUMENT);                                    \
    WHEN##_END(to_all(PATTERN, &how, from, to, sent == MPI_IN_PLACE));                             \
    return code;                                                                                   \
  }

#define SENT_ONE const void *sent, int sentCount, MPI_Datatype sentType
#define SENT_MANY                                                                                  \
  const void *sent, const int sentCounts[], const int sentPlaces[], MPI_Datatype sentType
#define SENT_KINDS                                                                                 \
  const void *sent, const int sentCounts[], const int sentPlaces[], const MPI_Datatype sentTypes[]
#define RECEIVED_ONE void *received, int count, MPI_Datatype type
#define RECEIVED_MANY void *received, const int counts[], const int places[], MPI_Datatype type
#define RECEIVED_KINDS                                                                             \
  void *received, const int counts[], const int places[], const MPI_Datatype types[]

#define CALLS_TO_ALL(WHEN, GATHER_X, GATHER_XV, X, XV, XW)                                         \
  ALL_CALL(WHEN, ALLGATHER, GATHER_X, (SENT_ONE, RECEIVED_ONE), (sentType, 1, SIZE_IS(sentCount)), \
           (type, 0, SIZE_IS(count)), (sent, sentCount, sentType, received, count, type))          \
  ALL_CALL(WHEN, ALLGATHER, GATHER_XV, (SENT_ONE, RECEIVED_MANY),                                  \
           (sentType, 1, SIZE_IS(sentCount)), (type, 0, SIZES_ARE(counts, places)),                \
           (sent, sentCount, sentType, received, counts, places, type))                            \
  ALL_CALL(WHEN, ALLTOALL, X, (SENT_ONE, RECEIVED_ONE), (sentType, 0, SIZE_IS(sentCount)),         \
           (type, 0, SIZE_IS(count)), (sent, sentCount, sentType, received, count, type))          \
  ALL_CALL(WHEN, ALLTOALL, XV, (SENT_MANY, RECEIVED_MANY),                                         \
           (sentType, 0, SIZES_ARE(sentCounts, sentPlaces)), (type, 0, SIZES_ARE(counts, places)), \
           (sent, sentCounts, sentPlaces, sentType, received, counts, places, type))               \
  ALL_CALL(WHEN, ALLTOALL, XW, (SENT_KINDS, RECEIVED_KINDS),                                       \
           (MPI_DATATYPE_NULL, 0, TYPES_ARE(sentCounts, sentPlaces, sentTypes)),                   \
           (MPI_DATATYPE_NULL, 0, TYPES_ARE(counts, places, types)),                               \
           (sent, sentCounts, sentPlaces, sentTypes, received, counts, places, types))

CALLS_TO_ALL(NOW, Allgather, Allgatherv, Alltoall, Alltoallv, Alltoallw)
CALLS_TO_ALL(LATER, Iallgather, Iallgatherv, Ialltoall, Ialltoallv, Ialltoallw)

/*--- barriers ---*/

static void meet(struct enzyme_mpi_motion *motion, int isBack, MPI_Request *request) {
  if (isBack)
    (void)(request ? PMPI_Ibarrier(motion->twin->comm, request) : PMPI_Barrier(motion->twin->comm));
}

static void have_met(struct enzyme_mpi_motion *motion, int isBack) { (void)motion, (void)isBack; }

static struct enzyme_mpi_motion *barrier(struct how how) {
  struct enzyme_mpi_motion *motion = &begin(&how, GATHER)->motion;
  motion->leave = meet;
  motion->arrive = have_met;
  motion->request = MPI_REQUEST_NULL;
  return motion;
}

#define BARRIER(WHEN, X)                                                                           \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, MPI_Comm comm WHEN##_PARAMETER) {            \
    struct how how = {"MPI_" #X, WHEN##_IS_LATER, lanes, 0, comm};                                 \
    int code = MPI_##X(comm WHEN##_ARGUMENT);                                                      \
    WHEN##_END(slot ? barrier(how) : NULL);                                                        \
    return code;                                                                                   \
  }

BARRIER(NOW, Barrier)
BARRIER(LATER, Ibarrier)
