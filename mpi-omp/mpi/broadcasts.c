/* broadcasts.c - what one rank sends to all.
 *
 * Its tangent is broadcast; its adjoint, at the root, is the sum of all ranks' adjoints, and 0
 * elsewhere. */
#include "numbers.h"
#include <stdlib.h>

struct broadcast {
  struct enzyme_mpi_motion motion;
  int root;
  struct enzyme_mpi_side side;
};

#define CALL(X, IX, ...) (request ? PMPI_##IX(__VA_ARGS__, request) : PMPI_##X(__VA_ARGS__))

static MPI_Aint lane_bytes(const struct broadcast *one) {
  return one->side.count * one->side.layout.bytes;
}

static int all_bytes(const struct broadcast *one) {
  return enzyme_mpi_int(one->motion.call, one->side.lanes * lane_bytes(one));
}

/* Where the datatype mixes precisions, MPI cannot add: the root does. */
static void leave_back(struct broadcast *one, MPI_Request *request) {
  struct enzyme_mpi_motion *motion = &one->motion;
  int bytes = all_bytes(one), isMixed = one->side.layout.isMixed;
  int copies = isMixed && motion->twin->rank == one->root ? motion->twin->size : 1;
  enzyme_mpi_move_lanes(&one->side, lane_bytes(one), MOVE_TAKE, motion->sent);
  motion->received = enzyme_mpi_room((size_t)copies * bytes);
  if (isMixed)
    CALL(Gather, Igather, motion->sent, bytes, MPI_BYTE, motion->received, bytes, MPI_BYTE,
         one->root, motion->twin->comm);
  else
    CALL(Reduce, Ireduce, motion->sent, motion->received,
         bytes / (int)enzyme_mpi_size(one->side.layout.kind),
         enzyme_mpi_type_of(one->side.layout.kind), MPI_SUM, one->root, motion->twin->comm);
}

static void leave(struct enzyme_mpi_motion *motion, int isBack, MPI_Request *request) {
  struct broadcast *one = (struct broadcast *)motion;
  motion->sent = enzyme_mpi_room(all_bytes(one));
  if (isBack) {
    leave_back(one, request);
    return;
  }
  enzyme_mpi_move_lanes(&one->side, lane_bytes(one), MOVE_PACK, motion->sent);
  CALL(Bcast, Ibcast, motion->sent, all_bytes(one), MPI_BYTE, one->root, motion->twin->comm);
}

static void arrive(struct enzyme_mpi_motion *motion, int isBack) {
  struct broadcast *one = (struct broadcast *)motion;
  int isRoot = motion->twin->rank == one->root;
  if (!isBack && !isRoot)
    enzyme_mpi_move_lanes(&one->side, lane_bytes(one), MOVE_SET, motion->sent);
  int copies = one->side.layout.isMixed ? motion->twin->size : 1;
  for (int rank = 0; isBack && isRoot && rank < copies; ++rank)
    enzyme_mpi_move_lanes(&one->side, lane_bytes(one), MOVE_ADD,
                          motion->received + (size_t)rank * all_bytes(one));
}

static void free_broadcast(struct enzyme_mpi_motion *motion) {
  struct broadcast *one = (struct broadcast *)motion;
  enzyme_mpi_side_free(&one->side);
  enzyme_mpi_twin_release(motion->twin);
  free(motion->sent);
  free(motion->received);
  free(one);
}

struct how {
  const char *call;
  int isLater, root;
  MPI_Comm comm;
};

/* Null where no number is sent. */
static struct enzyme_mpi_motion *broadcast(struct how how, const struct enzyme_mpi_buffer *of) {
  struct broadcast *one = enzyme_mpi_room(sizeof *one);
  one->motion.call = how.call;
  one->motion.twin = enzyme_mpi_twin(how.call, how.comm, /*isCollective=*/!how.isLater);
  one->motion.leave = leave;
  one->motion.arrive = arrive;
  one->motion.free = free_broadcast;
  one->root = how.root;
  enzyme_mpi_side_make(&one->side, how.call, of);
  if (lane_bytes(one))
    return &one->motion;
  free_broadcast(&one->motion);
  return NULL;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Bcast(enzyme_mpi_slot slot, int lanes, void *const *shadow, void *buffer, int count,
                     MPI_Datatype type, int root, MPI_Comm comm) {
  struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};
  int code = MPI_Bcast(buffer, count, type, root, comm);
  enzyme_mpi_moved(slot, broadcast((struct how){"MPI_Bcast", 0, root, comm}, &of));
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Ibcast(enzyme_mpi_slot slot, int lanes, void *const *shadow, void *buffer, int count,
                      MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request) {
  struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};
  int code = MPI_Ibcast(buffer, count, type, root, comm, request);
  enzyme_mpi_moving(slot, broadcast((struct how){"MPI_Ibcast", 1, root, comm}, &of), request);
  return code;
}
