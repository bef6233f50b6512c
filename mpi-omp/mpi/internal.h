/* internal.h - what the files of the MPI library share.
 *
 * Derivative code calls one function for each call of MPI (emit/Communicate.cpp). It makes the
 * call, and moves tangents beside it, or writes a record of it: enzyme_mpi_reverse(record) then
 * moves adjoints the other way. The compiler knows the names of calls and which arguments are
 * buffers; all that an MPI's header says is read here, when the program runs.
 *
 * A message of derivatives has the numbers of the message it belongs to, packed without what is
 * no number, all lanes one behind the other. So both sides agree on its length whatever their
 * datatypes are: MPI asks that these have the same sequence of basic types. A rank on which a
 * buffer is constant sends zeros and ignores what it gets. */
#ifndef ENZYME_MPI_INTERNAL_H
#define ENZYME_MPI_INTERNAL_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/*--- datatypes (layout.c) ---*/

/* A buffer of the call that is made, as the compiler hands it over. */
struct enzyme_mpi_buffer {
  const void *primal;
  void *const *shadow;
  int lanes;
  MPI_Aint count;
  MPI_Datatype type;
};

enum enzyme_mpi_real {
  REAL_NONE, /* integers and the like */
  REAL_FLOAT,
  REAL_DOUBLE,
  REAL_LONG,
  REAL_PACKED, /* a byte of what MPI_Pack made (packs.c) */
  REAL_UNKNOWN /* bytes that may be anything; formats that C does not have */
};

/* `basics` things of one kind, one behind the other. */
struct enzyme_mpi_run {
  MPI_Aint offset;
  MPI_Aint basics;
  int reals; /* in each: 2 of a complex number, 0 of an integer */
  int bytes; /* of one that is no number */
  enum enzyme_mpi_real kind;
  MPI_Datatype type; /* of numbers: the basic type as the program calls it */
};

/* Where the numbers of one element of a datatype are. */
struct enzyme_mpi_layout {
  struct enzyme_mpi_run *run;
  int runs, room;
  MPI_Aint extent;
  MPI_Aint bytes; /* of its numbers, packed */
  enum enzyme_mpi_real
      kind; /* of all numbers; REAL_LONG if they differ; REAL_NONE: there is none */
  int isMixed;
  int isUnknown; /* MPI does not tell what is in it */
};

/* Numbers in a packed buffer, `offset` bytes behind its begin. */
struct enzyme_mpi_range {
  MPI_Aint offset, bytes;
  enum enzyme_mpi_real kind;
};

/* `count` elements somewhere; their shadow in each lane, null in those where it has none. */
struct enzyme_mpi_side {
  struct enzyme_mpi_layout layout;
  MPI_Aint count;
  int lanes;
  char **shadow; /* null: none at all */
  struct enzyme_mpi_range *range;
  int ranges;
};

enum enzyme_mpi_move {
  MOVE_PACK,  /* packed = shadow */
  MOVE_TAKE,  /* packed = shadow; shadow = 0 */
  MOVE_SET,   /* shadow = packed */
  MOVE_ADD,   /* shadow += packed */
  MOVE_CLEAR, /* shadow = 0 */
};

/* Tells the user and ends the run. */
_Noreturn void enzyme_mpi_stop(const char *call, const char *what);
void *enzyme_mpi_room(size_t bytes);
size_t enzyme_mpi_size(enum enzyme_mpi_real kind);

/* The datatype may be freed afterwards. */
void enzyme_mpi_side_make(struct enzyme_mpi_side *side, const char *call,
                          const struct enzyme_mpi_buffer *buffer);
void enzyme_mpi_side_free(struct enzyme_mpi_side *side);
/* Some elements in a lane, and at most so many bytes of their numbers. */
struct enzyme_mpi_part {
  int lane;
  MPI_Aint first, count, bytes;
};
void enzyme_mpi_move(const struct enzyme_mpi_side *side, struct enzyme_mpi_part part,
                     enum enzyme_mpi_move how, char *packed);
/* The same in all lanes, that are `bytes` long in `packed`. */
void enzyme_mpi_move_lanes(const struct enzyme_mpi_side *side, MPI_Aint bytes,
                           enum enzyme_mpi_move how, char *packed);
/* Bytes of numbers in the first `basics` basic elements. */
MPI_Aint enzyme_mpi_bytes_of(const struct enzyme_mpi_side *side, MPI_Aint basics);
void enzyme_mpi_add(enum enzyme_mpi_real kind, MPI_Aint bytes, char *to, const char *from);
/* What is known of packed bytes (packs.c): where numbers are in them. */
void enzyme_mpi_find_ranges(struct enzyme_mpi_side *side, const void *primal);
void enzyme_mpi_add_packed(const struct enzyme_mpi_side *side, MPI_Aint first, MPI_Aint bytes,
                           char *to, const char *from);
/* As MPI takes it. */
int enzyme_mpi_int(const char *call, MPI_Aint bytes);

/*--- communicators (communicators.c) ---*/

/* A communicator's twin, in which only derivatives travel. */
struct enzyme_mpi_communicator {
  MPI_Comm comm;
  MPI_Comm backward;   /* its ranks the other way round, or MPI_COMM_NULL */
  MPI_Comm neighbours; /* for messages between neighbours, or MPI_COMM_NULL */
  int rank, size;
  int references;
  unsigned neighbourCalls; /* so far */
};

/* `isCollective`: all ranks of `comm` are in this call, so that the twin can be made now. */
struct enzyme_mpi_communicator *enzyme_mpi_twin(const char *call, MPI_Comm comm, int isCollective);
void enzyme_mpi_twin_release(struct enzyme_mpi_communicator *twin);
MPI_Comm enzyme_mpi_backward(struct enzyme_mpi_communicator *twin);
MPI_Comm enzyme_mpi_neighbours(struct enzyme_mpi_communicator *twin);
/* How many ranks this one sends to, or receives from, in its topology (neighbours.c). */
int enzyme_mpi_neighbours_of(MPI_Comm comm, int isReceived);
/* All ranks of `comm` call it: makes its twin. For communicators that were made where this library
 * did not see it. */
void enzyme_mpi_prepare(MPI_Comm comm);

/*--- records ---*/

struct enzyme_mpi_record {
  void (*reverse)(struct enzyme_mpi_record *record); /* frees it, too */
};
typedef struct enzyme_mpi_record **enzyme_mpi_slot; /* null: forward mode */

void enzyme_mpi_reverse(enzyme_mpi_slot slot);

/*--- messages between two ranks (transfers.c) ---*/

struct enzyme_mpi_motion;

struct enzyme_mpi_transfer {
  const char *call;
  struct enzyme_mpi_motion *motion; /* of a collective call: what follows does not count then */
  struct enzyme_mpi_side side;
  struct enzyme_mpi_communicator *twin;
  int isReceive, isWildcard;
  int peer, tag;
  MPI_Aint bytes; /* of numbers, in each lane */
  /* When, counted over all: what matters is the order of messages. */
  long long started, completed; /* 0: not yet */
  int isRecorded, isPosted;
  int isEmpty; /* of a message that was looked at first: no number was in it */
  char *packed;
  MPI_Request request;                       /* of the derivative's message */
  struct enzyme_mpi_transfer *newer, *older; /* by completion */
  /* The program's request, while it is open. */
  MPI_Request handle;
  const void *address;
  const void *thread; /* that started it */
  MPI_Datatype type; /* to count what came: the program's, kept while it is open */
  struct enzyme_mpi_transfer *next;
};

struct enzyme_mpi_route {
  int isReceive, peer, tag;
  MPI_Comm comm;
};

/* Null where no number travels. */
struct enzyme_mpi_transfer *enzyme_mpi_transfer_make(const char *call,
                                                     const struct enzyme_mpi_buffer *buffer,
                                                     const struct enzyme_mpi_route *route);
void enzyme_mpi_transfer_free(struct enzyme_mpi_transfer *transfer);
/* What came, and from whom. */
void enzyme_mpi_arrived(struct enzyme_mpi_transfer *transfer, const MPI_Status *status);
/* Forward mode. */
void enzyme_mpi_send_tangent(struct enzyme_mpi_transfer *transfer);
void enzyme_mpi_expect_tangent(struct enzyme_mpi_transfer *transfer);
void enzyme_mpi_receive_tangent(struct enzyme_mpi_transfer *transfer);
/* Stops the run where the next tangent from that rank may be another message's (requests.c). */
int enzyme_mpi_may_take(const struct enzyme_mpi_transfer *earlier,
                        const struct enzyme_mpi_transfer *later);
int enzyme_mpi_is_behind_probed(const struct enzyme_mpi_transfer *transfer); /* probes.c */
void enzyme_mpi_check_order(const struct enzyme_mpi_transfer *transfer);
int enzyme_mpi_is_behind(const struct enzyme_mpi_transfer *transfer);
/* Reverse mode: both events when they happen, and backwards. */
void enzyme_mpi_started(struct enzyme_mpi_transfer *transfer);
void enzyme_mpi_completed(struct enzyme_mpi_transfer *transfer);
void enzyme_mpi_post(struct enzyme_mpi_transfer *transfer);
void enzyme_mpi_finish(struct enzyme_mpi_transfer *transfer);
/* Sends without a wait of their own: those that are done are forgotten, or all are waited for. */
void enzyme_mpi_complete_sends(int all);
/* Stops the run if a request is open that adjoints must go through (requests.c). */
void enzyme_mpi_check_open(void);

/* From now on the request is known; its datatype is duplicated. */
void enzyme_mpi_open(struct enzyme_mpi_transfer *transfer, const MPI_Request *request);
/* Records' ways back: of what started transfers, and of what completed them. */
void enzyme_mpi_wait_for(struct enzyme_mpi_record *record);
void enzyme_mpi_depart(struct enzyme_mpi_record *record);

/* Requests of Fortran are integers: while its calls are made with handles of C, the table knows
 * them by the place of the integer. Null: no longer. */
void enzyme_mpi_stand_in(const MPI_Request *handles, const MPI_Fint *integers, int count);

/* A record of transfers that `reverse` knows how to go through. */
struct enzyme_mpi_transfers {
  struct enzyme_mpi_record base;
  int count;
  struct enzyme_mpi_transfer *transfer[];
};
struct enzyme_mpi_transfers *enzyme_mpi_transfers(int count,
                                                  void (*reverse)(struct enzyme_mpi_record *));

/*--- collective calls (motions.c) ---*/

/* What travels for the derivative of one call of all ranks. */
struct enzyme_mpi_motion {
  struct enzyme_mpi_record base;
  const char *call;
  struct enzyme_mpi_communicator *twin;
  /* Packs and sends, of adjoints if `isBack`; with a request the call is one that is completed
   * later. Then what arrived is unpacked. */
  void (*leave)(struct enzyme_mpi_motion *motion, int isBack, MPI_Request *request);
  void (*arrive)(struct enzyme_mpi_motion *motion, int isBack);
  void (*complete)(
      struct enzyme_mpi_motion *motion); /* reverse mode: the program's call is; or null */
  void (*free)(struct enzyme_mpi_motion *motion);
  char *sent, *received; /* in between */
  /* Of one that is completed later, or was called while such was open. */
  MPI_Request request;
  long long started, completed;
  int isOrdered, isWanted, isPosted;
  struct enzyme_mpi_motion *next;
};

/* After the program's call: moves tangents, or keeps the motion for the way back. The motion may be
 * null: no number travels. */
void enzyme_mpi_moved(enzyme_mpi_slot slot, struct enzyme_mpi_motion *motion);
/* The same of a call that is completed later (requests.c). */
void enzyme_mpi_moving(enzyme_mpi_slot slot, struct enzyme_mpi_motion *motion,
                       const MPI_Request *request);
void enzyme_mpi_motion_started(struct enzyme_mpi_motion *motion);
void enzyme_mpi_motion_completed(struct enzyme_mpi_motion *motion);
void enzyme_mpi_motion_post(struct enzyme_mpi_motion *motion);
void enzyme_mpi_motion_finish(struct enzyme_mpi_motion *motion);

/* Events are counted over all calls. */
long long enzyme_mpi_now(void);

void enzyme_mpi_lock(void);
void enzyme_mpi_unlock(void);

#endif
