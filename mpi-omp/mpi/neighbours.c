/* neighbours.c - collective calls among the neighbours in a topology.
 *
 * Two ranks may be joined by several edges (in a ring of two ranks they are), and which block goes
 * along which of them differs between libraries, in MPICH even between calls. So every rank learns,
 * by a call of the program's kind, by which of the sender's edges each block comes; tangents and
 * adjoints are messages with that number.
 *
 * Of a call that is completed later the ranks learn it later, too: until then only tangents that
 * leave are on their way. Ranks may complete two such calls in different orders: messages have the
 * number of the call as well, which is the same on all ranks. */
#include "blocks.h"
#include <stdlib.h>

enum kind { BLOCKS, BLOCKS_OF_SIZES, BLOCKS_OF_KINDS };

struct edges {
  int count;
  int *rank;
};

/* What each rank tells its neighbours, as MPI looks at it until they know. */
struct numbering {
  int *numbers, *ones, *places;
  MPI_Aint *addresses;
  MPI_Datatype *types;
  MPI_Request request;
  int isOpen;
};

struct neighbourhood {
  struct enzyme_mpi_motion motion;
  int isGather; /* one block, for all */
  int firstTag; /* of the messages of this call */
  MPI_Comm comm;
  struct enzyme_mpi_blocks from, to;
  struct edges in, out;
  int *senders; /* the number of each edge that comes in, where it goes out */
  struct numbering numbering;
  MPI_Request *request; /* of messages on their way */
  int requests;
};

/*--- topologies ---*/

static void add_grid(MPI_Comm comm, struct edges *edges) {
  int dimensions;
  PMPI_Cartdim_get(comm, &dimensions);
  edges->count = 2 * dimensions;
  edges->rank = enzyme_mpi_room(edges->count * sizeof(int));
  for (int d = 0; d < dimensions; ++d)
    PMPI_Cart_shift(comm, d, 1, &edges->rank[2 * d], &edges->rank[2 * d + 1]);
}

static void add_graph(MPI_Comm comm, struct edges *edges) {
  int rank;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Graph_neighbors_count(comm, rank, &edges->count);
  edges->rank = enzyme_mpi_room(edges->count * sizeof(int));
  PMPI_Graph_neighbors(comm, rank, edges->count, edges->rank);
}

static void add_distributed(MPI_Comm comm, int isReceived, struct edges *edges) {
  int in, out, isWeighted;
  PMPI_Dist_graph_neighbors_count(comm, &in, &out, &isWeighted);
  int *sources = enzyme_mpi_room(in * sizeof(int)), *targets = enzyme_mpi_room(out * sizeof(int));
  int *weights = enzyme_mpi_room((in + out) * sizeof(int));
  PMPI_Dist_graph_neighbors(comm, in, sources, isWeighted ? weights : MPI_UNWEIGHTED, out, targets,
                            isWeighted ? weights + in : MPI_UNWEIGHTED);
  edges->count = isReceived ? in : out;
  edges->rank = isReceived ? sources : targets;
  free(isReceived ? targets : sources);
  free(weights);
}

static struct edges edges_of(MPI_Comm comm, int isReceived) {
  struct edges edges = {0, NULL};
  int kind;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART)
    add_grid(comm, &edges);
  else if (kind == MPI_GRAPH)
    add_graph(comm, &edges);
  else if (kind == MPI_DIST_GRAPH)
    add_distributed(comm, isReceived, &edges);
  return edges;
}

int enzyme_mpi_neighbours_of(MPI_Comm comm, int isReceived) {
  struct edges edges = edges_of(comm, isReceived);
  free(edges.rank);
  return edges.count;
}

/* Each rank tells its neighbours the numbers of its edges. */
static void number_edges(struct neighbourhood *one, enum kind kind, int isLater) {
  int out = one->out.count, in = one->in.count, most = out > in ? out : in;
  struct numbering *all = &one->numbering;
  all->numbers = enzyme_mpi_room(out * sizeof(int));
  all->ones = enzyme_mpi_room(most * sizeof(int));
  all->places = enzyme_mpi_room(most * sizeof(int));
  all->addresses = enzyme_mpi_room(most * sizeof(MPI_Aint));
  all->types = enzyme_mpi_room(most * sizeof(MPI_Datatype));
  one->senders = enzyme_mpi_room(in * sizeof(int));
  for (int i = 0; i < out; ++i)
    all->numbers[i] = i;
  for (int i = 0; i < most; ++i) {
    all->ones[i] = 1;
    all->places[i] = i;
    all->addresses[i] = i * (MPI_Aint)sizeof(int);
    all->types[i] = MPI_INT;
  }
  all->request = MPI_REQUEST_NULL;
  all->isOpen = 1;
#define TELL(HOW, ...)                                                                             \
  (isLater ? PMPI_Ineighbor_##HOW(__VA_ARGS__, one->comm, &all->request)                           \
           : PMPI_Neighbor_##HOW(__VA_ARGS__, one->comm))
  if (kind == BLOCKS_OF_KINDS)
    TELL(alltoallw, all->numbers, all->ones, all->addresses, all->types, one->senders, all->ones,
         all->addresses, all->types);
  else if (kind == BLOCKS_OF_SIZES)
    TELL(alltoallv, all->numbers, all->ones, all->places, MPI_INT, one->senders, all->ones,
         all->places, MPI_INT);
  else
    TELL(alltoall, all->numbers, 1, MPI_INT, one->senders, 1, MPI_INT);
}

/* When the program's own call is complete, all neighbours have begun to tell theirs. */
static void end_numbering(struct enzyme_mpi_motion *motion) {
  struct numbering *all = &((struct neighbourhood *)motion)->numbering;
  if (!all->isOpen)
    return;
  all->isOpen = 0;
  PMPI_Wait(&all->request, MPI_STATUS_IGNORE);
  free(all->numbers);
  free(all->ones);
  free(all->places);
  free(all->addresses);
  free(all->types);
}

/* Calls have their tags in turn. */
static int first_tag(const struct neighbourhood *one) {
  enum { calls = 1024 }; /* that may be open at once */
  int *most, isThere;
  PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &isThere);
  int each = *most / calls, edges = one->in.count > one->out.count ? one->in.count : one->out.count;
  if (edges > each)
    enzyme_mpi_stop(one->motion.call, "a rank has more neighbours than this MPI has tags for");
  return (int)(one->motion.twin->neighbourCalls++ % calls) * each;
}

/*--- along the edges ---*/

/* What travels along edge i that goes out: of how many bytes, and where it lies. */
static int bytes_out(const struct neighbourhood *one, int i) {
  return one->from.bytes[one->isGather ? 0 : i];
}

static size_t place_out(const struct neighbourhood *one, int i, int isBack) {
  if (!one->isGather)
    return one->from.offset[i];
  return isBack ? (size_t)i * one->from.bytes[0] : 0; /* one block for all, an adjoint from each */
}

/* The block of an edge that comes in, or its adjoint; or where one goes out. */
static void message(struct neighbourhood *one, char *block, int i, int isIn, int isSent) {
  MPI_Comm comm = one->motion.twin->neighbours;
  int peer = (isIn ? one->in : one->out).rank[i];
  int bytes = isIn ? one->to.bytes[i] : bytes_out(one, i);
  int tag = one->firstTag + (isIn ? one->senders[i] : i);
  if (peer == MPI_PROC_NULL)
    return;
  MPI_Request *request = &one->request[one->requests++];
  if (isSent)
    PMPI_Isend(block, bytes, MPI_BYTE, peer, tag, comm, request);
  else
    PMPI_Irecv(block, bytes, MPI_BYTE, peer, tag, comm, request);
}

static void messages_in(struct neighbourhood *one, char *blocks, int isBack) {
  for (int i = 0; i < one->in.count; ++i)
    message(one, blocks + one->to.offset[i], i, /*isIn=*/1, /*isSent=*/isBack);
}

static void messages_out(struct neighbourhood *one, char *blocks, int isBack) {
  for (int i = 0; i < one->out.count; ++i)
    message(one, blocks + place_out(one, i, isBack), i, /*isIn=*/0, /*isSent=*/!isBack);
}

static void make_room(struct neighbourhood *one) {
  one->requests = 0;
  one->request = enzyme_mpi_room((one->in.count + one->out.count) * sizeof *one->request);
}

static void end_messages(struct neighbourhood *one) {
  PMPI_Waitall(one->requests, one->request, MPI_STATUSES_IGNORE);
  free(one->request);
  one->request = NULL;
}

static void send_tangents(struct neighbourhood *one) {
  struct enzyme_mpi_motion *motion = &one->motion;
  motion->sent = enzyme_mpi_room(one->from.total);
  motion->received = enzyme_mpi_room(one->to.total);
  enzyme_mpi_blocks_move(&one->from, MOVE_PACK, motion->sent);
  messages_out(one, motion->sent, /*isBack=*/0);
}

static void send_adjoints(struct neighbourhood *one) {
  struct enzyme_mpi_motion *motion = &one->motion;
  size_t copies = one->isGather ? one->out.count : 1;
  motion->sent = enzyme_mpi_room(one->to.total);
  motion->received = enzyme_mpi_room(copies * one->from.total);
  enzyme_mpi_blocks_move(&one->to, MOVE_TAKE, motion->sent);
  messages_out(one, motion->received, /*isBack=*/1);
  messages_in(one, motion->sent, /*isBack=*/1);
}

static void add_adjoints(struct neighbourhood *one) {
  for (int i = 0; i < one->out.count; ++i)
    if (one->out.rank[i] != MPI_PROC_NULL)
      enzyme_mpi_block_move(&one->from, one->isGather ? 0 : i, MOVE_ADD,
                            one->motion.received + place_out(one, i, /*isBack=*/1));
}

static void leave(struct enzyme_mpi_motion *motion, int isBack, MPI_Request *request) {
  struct neighbourhood *one = (struct neighbourhood *)motion;
  if (request)
    *request = MPI_REQUEST_NULL; /* there are several */
  make_room(one);
  if (isBack)
    send_adjoints(one);
  else
    send_tangents(one);
}

static void arrive(struct enzyme_mpi_motion *motion, int isBack) {
  struct neighbourhood *one = (struct neighbourhood *)motion;
  end_numbering(motion);
  if (!isBack)
    messages_in(one, motion->received, /*isBack=*/0);
  end_messages(one);
  if (isBack)
    add_adjoints(one);
  else
    enzyme_mpi_blocks_move(&one->to, MOVE_SET, motion->received);
}

static void free_neighbourhood(struct enzyme_mpi_motion *motion) {
  struct neighbourhood *one = (struct neighbourhood *)motion;
  end_numbering(motion);
  enzyme_mpi_blocks_free(&one->from);
  enzyme_mpi_blocks_free(&one->to);
  enzyme_mpi_twin_release(motion->twin);
  free(motion->sent);
  free(motion->received);
  free(one->in.rank);
  free(one->out.rank);
  free(one->senders);
  free(one);
}

/*--- the calls ---*/

struct how {
  const char *call;
  int lanes, isGather;
  enum kind kind;
  int isLater;
  MPI_Comm comm;
};

/* After the program's own call. */
static struct enzyme_mpi_motion *motion_of(const struct how *how, struct enzyme_mpi_given from,
                                           struct enzyme_mpi_given to) {
  struct neighbourhood *one = enzyme_mpi_room(sizeof *one);
  one->motion.call = how->call;
  one->motion.twin = enzyme_mpi_twin(how->call, how->comm, /*isCollective=*/1);
  one->motion.leave = leave;
  one->motion.arrive = arrive;
  one->motion.complete = end_numbering;
  one->motion.free = free_neighbourhood;
  one->isGather = how->isGather;
  one->comm = how->comm;
  one->in = edges_of(how->comm, 1);
  one->out = edges_of(how->comm, 0);
  one->firstTag = first_tag(one);
  from.count = how->isGather ? 1 : one->out.count;
  to.count = one->in.count;
  one->from = enzyme_mpi_blocks_of(how->call, how->lanes, &from);
  one->to = enzyme_mpi_blocks_of(how->call, how->lanes, &to);
  for (int i = 0; i < one->in.count; ++i)
    if (one->in.rank[i] == MPI_PROC_NULL)
      enzyme_mpi_block_leave_out(&one->to, i);
  enzyme_mpi_neighbours(one->motion.twin);
  number_edges(one, how->kind, how->isLater);
  if (!how->isLater)
    end_numbering(&one->motion);
  return &one->motion;
}

#define UNWRAP(...) __VA_ARGS__
#define SIZE_IS(X) X, NULL, NULL, NULL, NULL
#define SIZES_ARE(X, PLACES) 0, X, PLACES, NULL, NULL
#define TYPES_ARE(X, PLACES, TYPES) 0, X, NULL, TYPES, PLACES

#define NOW_PARAMETER
#define NOW_ARGUMENT
#define NOW_IS_LATER 0
#define NOW_END(MOTION) enzyme_mpi_moved(slot, MOTION)
#define LATER_PARAMETER , MPI_Request *request
#define LATER_ARGUMENT , request
#define LATER_IS_LATER 1
#define LATER_END(MOTION) enzyme_mpi_moving(slot, MOTION, request)

#define NEIGHBOURS(WHEN, X, IS_GATHER, KIND, PARAMETERS, SENT, RECEIVED, ARGUMENTS)                \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,                     \
                     void *const *receivedShadow, UNWRAP PARAMETERS,                               \
                     MPI_Comm comm WHEN##_PARAMETER) {                                             \
    struct how how = {"MPI_" #X, lanes, IS_GATHER, KIND, WHEN##_IS_LATER, comm};                   \
    struct enzyme_mpi_given from = {sent, sentShadow, UNWRAP SENT};                                \
    struct enzyme_mpi_given to = {received, receivedShadow, UNWRAP RECEIVED};                      \
    int code = MPI_##X(UNWRAP ARGUMENTS, comm WHEN##_ARGUMENT);                                    \
    WHEN##_END(motion_of(&how, from, to));                                                         \
    return code;                                                                                   \
  }

#define CALLS(WHEN, GATHER_X, GATHER_XV, X, XV, XW)                                                \
  NEIGHBOURS(WHEN, GATHER_X, 1, BLOCKS,                                                            \
             (const void *sent, int sentCount, MPI_Datatype sentType, void *received, int count,   \
              MPI_Datatype type),                                                                  \
             (sentType, 1, SIZE_IS(sentCount)), (type, 0, SIZE_IS(count)),                         \
             (sent, sentCount, sentType, received, count, type))                                   \
  NEIGHBOURS(WHEN, GATHER_XV, 1, BLOCKS_OF_SIZES,                                                  \
             (const void *sent, int sentCount, MPI_Datatype sentType, void *received,              \
              const int counts[], const int places[], MPI_Datatype type),                          \
             (sentType, 1, SIZE_IS(sentCount)), (type, 0, SIZES_ARE(counts, places)),              \
             (sent, sentCount, sentType, received, counts, places, type))                          \
  NEIGHBOURS(WHEN, X, 0, BLOCKS,                                                                   \
             (const void *sent, int sentCount, MPI_Datatype sentType, void *received, int count,   \
              MPI_Datatype type),                                                                  \
             (sentType, 0, SIZE_IS(sentCount)), (type, 0, SIZE_IS(count)),                         \
             (sent, sentCount, sentType, received, count, type))                                   \
  NEIGHBOURS(                                                                                      \
      WHEN, XV, 0, BLOCKS_OF_SIZES,                                                                \
      (const void *sent, const int sentCounts[], const int sentPlaces[], MPI_Datatype sentType,    \
       void *received, const int counts[], const int places[], MPI_Datatype type),                 \
      (sentType, 0, SIZES_ARE(sentCounts, sentPlaces)), (type, 0, SIZES_ARE(counts, places)),      \
      (sent, sentCounts, sentPlaces, sentType, received, counts, places, type))                    \
  NEIGHBOURS(WHEN, XW, 0, BLOCKS_OF_KINDS,                                                         \
             (const void *sent, const int sentCounts[], const MPI_Aint sentPlaces[],               \
              const MPI_Datatype sentTypes[], void *received, const int counts[],                  \
              const MPI_Aint places[], const MPI_Datatype types[]),                                \
             (MPI_DATATYPE_NULL, 0, TYPES_ARE(sentCounts, sentPlaces, sentTypes)),                 \
             (MPI_DATATYPE_NULL, 0, TYPES_ARE(counts, places, types)),                             \
             (sent, sentCounts, sentPlaces, sentTypes, received, counts, places, types))

CALLS(NOW, Neighbor_allgather, Neighbor_allgatherv, Neighbor_alltoall, Neighbor_alltoallv,
      Neighbor_alltoallw)
CALLS(LATER, Ineighbor_allgather, Ineighbor_allgatherv, Ineighbor_alltoall, Ineighbor_alltoallv,
      Ineighbor_alltoallw)
