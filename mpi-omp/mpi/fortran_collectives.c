/* fortran_collectives.c - collective calls of Fortran programs (fortran.c), each at once and
 * completed later; and makers of communicators, for the reason that communicators.c tells. */
#include "fortran.h"

#define UNWRAP(...) __VA_ARGS__

/* Where handles of C are integers they stay where they are: MPI may look at them until a call is
 * complete. (Open MPI does not.) */
static MPI_Datatype *types_in(MPI_Fint *types, int count) {
  if (sizeof(MPI_Datatype) == sizeof(MPI_Fint))
    return (MPI_Datatype *)types;
  MPI_Datatype *in = enzyme_mpi_room(count * sizeof(MPI_Datatype));
  for (int i = 0; i < count; ++i)
    in[i] = PMPI_Type_f2c(types[i]);
  return in;
}

static void free_types(MPI_Datatype *in, const MPI_Fint *types) {
  if ((const void *)in != types)
    free(in);
}

/* TYPES and ARGUMENTS: of C's call, after the shadows and without the request. */
#define CALL(X, IX, SHADOWS, PASSED, TYPES, PARAMETERS, ARGUMENTS)                                 \
  int enzyme_mpi_##X(enzyme_mpi_slot, int, UNWRAP SHADOWS UNWRAP TYPES);                           \
  int enzyme_mpi_##IX(enzyme_mpi_slot, int, UNWRAP SHADOWS UNWRAP TYPES, MPI_Request *);           \
  void enzyme_mpi_fortran_##X(enzyme_mpi_slot slot, int lanes, UNWRAP SHADOWS UNWRAP PARAMETERS,   \
                              Integer error) {                                                     \
    *error = enzyme_mpi_##X(slot, lanes, UNWRAP PASSED UNWRAP ARGUMENTS);                          \
  }                                                                                                \
  void enzyme_mpi_fortran_##IX(enzyme_mpi_slot slot, int lanes, UNWRAP SHADOWS UNWRAP PARAMETERS,  \
                               Integer request, Integer error) {                                   \
    MPI_Request own;                                                                               \
    new_request(&own, request);                                                                    \
    *error = enzyme_mpi_##IX(slot, lanes, UNWRAP PASSED UNWRAP ARGUMENTS, &own);                   \
    give_request(own, request);                                                                    \
  }

#define ONE_BUFFER(X, IX, TYPES, PARAMETERS, ARGUMENTS)                                            \
  CALL(X, IX, (BUFFER, ), (shadow, ), TYPES, PARAMETERS, ARGUMENTS)
#define TWO_BUFFERS(X, IX, TYPES, PARAMETERS, ARGUMENTS)                                           \
  CALL(X, IX, (BUFFERS, ), (sentShadow, receivedShadow, ), TYPES, PARAMETERS, ARGUMENTS)

/* structure: allow parameters, because a macro has as many */
CALL(Barrier, Ibarrier, (), (), (MPI_Comm), (Integer comm), (COMM(comm)))
ONE_BUFFER(Bcast, Ibcast, (void *, int, MPI_Datatype, int, MPI_Comm),
           (void *buffer, Integer count, Integer type, Integer root, Integer comm),
           (buffer_at(buffer), *count, TYPE(type), *root, COMM(comm)))

/*--- reductions ---*/

TWO_BUFFERS(Reduce, Ireduce, (const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm),
            (void *from, void *to, Integer count, Integer type, Integer op, Integer root,
             Integer comm),
            (buffer_at(from), buffer_at(to), *count, TYPE(type), OP(op), *root, COMM(comm)))

#define REDUCTION(X, IX)                                                                           \
  TWO_BUFFERS(X, IX, (const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm),                  \
              (void *from, void *to, Integer count, Integer type, Integer op, Integer comm),       \
              (buffer_at(from), buffer_at(to), *count, TYPE(type), OP(op), COMM(comm)))

REDUCTION(Allreduce, Iallreduce)
REDUCTION(Reduce_scatter_block, Ireduce_scatter_block)
REDUCTION(Scan, Iscan)
REDUCTION(Exscan, Iexscan)
TWO_BUFFERS(Reduce_scatter, Ireduce_scatter,
            (const void *, void *, const int[], MPI_Datatype, MPI_Op, MPI_Comm),
            (void *from, void *to, Integer counts, Integer type, Integer op, Integer comm),
            (buffer_at(from), buffer_at(to), counts, TYPE(type), OP(op), COMM(comm)))

/*--- blocks ---*/

#define SENT_ONE void *sent, Integer sentCount, Integer sentType
#define SENT_MANY void *sent, Integer sentCounts, Integer sentPlaces, Integer sentType
#define GOT_ONE void *received, Integer count, Integer type
#define GOT_MANY void *received, Integer counts, Integer places, Integer type
#define ONE_SENT buffer_at(sent), *sentCount, TYPE(sentType)
#define MANY_SENT buffer_at(sent), sentCounts, sentPlaces, TYPE(sentType)
#define ONE_GOT buffer_at(received), *count, TYPE(type)
#define MANY_GOT buffer_at(received), counts, places, TYPE(type)
#define SEND_ONE const void *, int, MPI_Datatype
#define SEND_MANY const void *, const int[], const int[], MPI_Datatype
#define GET_ONE void *, int, MPI_Datatype
#define GET_MANY void *, const int[], const int[], MPI_Datatype

TWO_BUFFERS(Gather, Igather, (SEND_ONE, GET_ONE, int, MPI_Comm),
            (SENT_ONE, GOT_ONE, Integer root, Integer comm), (ONE_SENT, ONE_GOT, *root, COMM(comm)))
TWO_BUFFERS(Gatherv, Igatherv, (SEND_ONE, GET_MANY, int, MPI_Comm),
            (SENT_ONE, GOT_MANY, Integer root, Integer comm),
            (ONE_SENT, MANY_GOT, *root, COMM(comm)))
TWO_BUFFERS(Scatter, Iscatter, (SEND_ONE, GET_ONE, int, MPI_Comm),
            (SENT_ONE, GOT_ONE, Integer root, Integer comm), (ONE_SENT, ONE_GOT, *root, COMM(comm)))
TWO_BUFFERS(Scatterv, Iscatterv, (SEND_MANY, GET_ONE, int, MPI_Comm),
            (SENT_MANY, GOT_ONE, Integer root, Integer comm),
            (MANY_SENT, ONE_GOT, *root, COMM(comm)))
TWO_BUFFERS(Allgather, Iallgather, (SEND_ONE, GET_ONE, MPI_Comm), (SENT_ONE, GOT_ONE, Integer comm),
            (ONE_SENT, ONE_GOT, COMM(comm)))
TWO_BUFFERS(Allgatherv, Iallgatherv, (SEND_ONE, GET_MANY, MPI_Comm),
            (SENT_ONE, GOT_MANY, Integer comm), (ONE_SENT, MANY_GOT, COMM(comm)))
TWO_BUFFERS(Alltoall, Ialltoall, (SEND_ONE, GET_ONE, MPI_Comm), (SENT_ONE, GOT_ONE, Integer comm),
            (ONE_SENT, ONE_GOT, COMM(comm)))
TWO_BUFFERS(Alltoallv, Ialltoallv, (SEND_MANY, GET_MANY, MPI_Comm),
            (SENT_MANY, GOT_MANY, Integer comm), (MANY_SENT, MANY_GOT, COMM(comm)))

TWO_BUFFERS(Neighbor_allgather, Ineighbor_allgather, (SEND_ONE, GET_ONE, MPI_Comm),
            (SENT_ONE, GOT_ONE, Integer comm), (ONE_SENT, ONE_GOT, COMM(comm)))
TWO_BUFFERS(Neighbor_allgatherv, Ineighbor_allgatherv, (SEND_ONE, GET_MANY, MPI_Comm),
            (SENT_ONE, GOT_MANY, Integer comm), (ONE_SENT, MANY_GOT, COMM(comm)))
TWO_BUFFERS(Neighbor_alltoall, Ineighbor_alltoall, (SEND_ONE, GET_ONE, MPI_Comm),
            (SENT_ONE, GOT_ONE, Integer comm), (ONE_SENT, ONE_GOT, COMM(comm)))
TWO_BUFFERS(Neighbor_alltoallv, Ineighbor_alltoallv, (SEND_MANY, GET_MANY, MPI_Comm),
            (SENT_MANY, GOT_MANY, Integer comm), (MANY_SENT, MANY_GOT, COMM(comm)))

/*--- blocks of several types ---*/

static int size_of(MPI_Comm comm) {
  int size;
  PMPI_Comm_size(comm, &size);
  return size;
}

#define KINDS(X, PLACE, SENT, RECEIVED, REQUEST_TYPE, REQUEST_PARAMETER, REQUEST, BEFORE, AFTER)   \
  int enzyme_mpi_##X(enzyme_mpi_slot, int, BUFFERS, const void *, const int[], const PLACE[],      \
                     const MPI_Datatype[], void *, const int[], const PLACE[],                     \
                     const MPI_Datatype[], MPI_Comm REQUEST_TYPE);                                 \
  void enzyme_mpi_fortran_##X(enzyme_mpi_slot slot, int lanes, BUFFERS, void *sent,                \
                              Integer sentCounts, PLACE *sentPlaces, Integer sentTypes,            \
                              void *received, Integer counts, PLACE *places, Integer types,        \
                              Integer comm REQUEST_PARAMETER, Integer error) {                     \
    int isInPlace = buffer_at(sent) == MPI_IN_PLACE;                                               \
    MPI_Datatype *of = isInPlace ? NULL : types_in(sentTypes, SENT);                               \
    MPI_Datatype *to = types_in(types, RECEIVED);                                                  \
    BEFORE;                                                                                        \
    *error = enzyme_mpi_##X(slot, lanes, sentShadow, receivedShadow, buffer_at(sent), sentCounts,  \
                            sentPlaces, of, buffer_at(received), counts, places, to,               \
                            COMM(comm) REQUEST);                                                   \
    AFTER;                                                                                         \
    free_types(of, sentTypes);                                                                     \
    free_types(to, types);                                                                         \
  }

#define NONE
#define TYPE_OF_REQUEST , MPI_Request *
#define REQUEST_BEHIND , Integer request
#define ITS_ADDRESS , &own
#define MAKE_REQUEST                                                                               \
  MPI_Request own;                                                                                 \
  new_request(&own, request)
/* structure: allow parameters, because a macro has as many */
KINDS(Alltoallw, int, size_of(COMM(comm)), size_of(COMM(comm)), NONE, NONE, NONE, NONE, NONE)
KINDS(Ialltoallw, int, size_of(COMM(comm)), size_of(COMM(comm)), TYPE_OF_REQUEST, REQUEST_BEHIND,
      ITS_ADDRESS, MAKE_REQUEST, give_request(own, request))
KINDS(Neighbor_alltoallw, MPI_Aint, enzyme_mpi_neighbours_of(COMM(comm), 0),
      enzyme_mpi_neighbours_of(COMM(comm), 1), NONE, NONE, NONE, NONE, NONE)
KINDS(Ineighbor_alltoallw, MPI_Aint, enzyme_mpi_neighbours_of(COMM(comm), 0),
      enzyme_mpi_neighbours_of(COMM(comm), 1), TYPE_OF_REQUEST, REQUEST_BEHIND, ITS_ADDRESS,
      MAKE_REQUEST, give_request(own, request))

/*--- before the makers of communicators ---*/

void enzyme_mpi_prepare_(const MPI_Fint *comm) { enzyme_mpi_prepare(COMM(comm)); }

#define MAKER(X, PARAMETERS, ARGUMENTS, RESULT)                                                    \
  void pmpi_##X##_(UNWRAP PARAMETERS, Integer error);                                              \
  void mpi_##X##_(UNWRAP PARAMETERS, Integer error) {                                              \
    pmpi_##X##_(UNWRAP ARGUMENTS, error);                                                          \
    if (*error == MPI_SUCCESS)                                                                     \
      enzyme_mpi_prepare(RESULT);                                                                  \
  }

void pmpi_init_(Integer error);
void mpi_init_(Integer error) {
  pmpi_init_(error);
  enzyme_mpi_prepare(MPI_COMM_WORLD);
}

void pmpi_finalize_(Integer error);
void mpi_finalize_(Integer error) {
  enzyme_mpi_complete_sends(1);
  pmpi_finalize_(error);
}

MAKER(init_thread, (Integer required, Integer provided), (required, provided), MPI_COMM_WORLD)
MAKER(comm_dup, (Integer comm, Integer result), (comm, result), COMM(result))
MAKER(comm_dup_with_info, (Integer comm, Integer info, Integer result), (comm, info, result),
      COMM(result))
MAKER(comm_split, (Integer comm, Integer color, Integer rank, Integer result),
      (comm, color, rank, result), COMM(result))
MAKER(comm_split_type, (Integer comm, Integer type, Integer rank, Integer info, Integer result),
      (comm, type, rank, info, result), COMM(result))
MAKER(comm_create, (Integer comm, Integer group, Integer result), (comm, group, result),
      COMM(result))
MAKER(comm_create_group, (Integer comm, Integer group, Integer tag, Integer result),
      (comm, group, tag, result), COMM(result))
MAKER(cart_create,
      (Integer comm, Integer n, Integer sizes, Integer periods, Integer reorder, Integer result),
      (comm, n, sizes, periods, reorder, result), COMM(result))
MAKER(cart_sub, (Integer comm, Integer remain, Integer result), (comm, remain, result),
      COMM(result))
MAKER(graph_create,
      (Integer comm, Integer n, Integer index, Integer edges, Integer reorder, Integer result),
      (comm, n, index, edges, reorder, result), COMM(result))
MAKER(dist_graph_create_adjacent,
      (Integer comm, Integer in, Integer sources, Integer sw, Integer out, Integer destinations,
       Integer dw, Integer info, Integer reorder, Integer result),
      (comm, in, sources, sw, out, destinations, dw, info, reorder, result), COMM(result))
MAKER(dist_graph_create,
      (Integer comm, Integer n, Integer sources, Integer degrees, Integer destinations,
       Integer weights, Integer info, Integer reorder, Integer result),
      (comm, n, sources, degrees, destinations, weights, info, reorder, result), COMM(result))
