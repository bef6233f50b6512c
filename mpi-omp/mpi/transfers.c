/* transfers.c - messages between two ranks, and those of their derivatives.
 *
 *   message      tangent                 adjoint
 *   send b       send b'                 receive t; b' += t
 *   receive b    receive b'              send b'; b' = 0
 *
 * Messages from one rank to another, of one tag, arrive in the order in which they were started,
 * whenever they are completed. Backwards they must travel in the opposite order:
 *
 *   start A, start B, complete B, complete A      backwards: A is completed first, B leaves first
 *
 * So a message leaves, or is expected, when all those have that were started behind it and were
 * completed in between. Only those: what was started later belongs to other sweeps.
 *
 * An adjoint is sent from a copy, and no rank waits until it has arrived: a program that relies on
 * buffers for its sends does not hang on its way back. */
#include "windows.h"

static struct enzyme_mpi_transfer *newest; /* completed, not yet gone back */
static struct enzyme_mpi_transfer *delayed;
static long long events;

/*--- sends without a wait ---*/

struct sending {
  MPI_Request request;
  char *packed;
  struct sending *next;
};
static struct sending *sendings;

static void send_from(const struct enzyme_mpi_transfer *transfer, char *packed) {
  struct sending *sending = enzyme_mpi_room(sizeof *sending);
  int bytes = enzyme_mpi_int(transfer->call, transfer->side.lanes * transfer->bytes);
  sending->packed = packed;
  PMPI_Isend(packed, bytes, MPI_BYTE, transfer->peer, transfer->tag, transfer->twin->comm,
             &sending->request);
  enzyme_mpi_lock();
  sending->next = sendings;
  sendings = sending;
  enzyme_mpi_unlock();
  enzyme_mpi_complete_sends(0);
}

void enzyme_mpi_complete_sends(int all) {
  enzyme_mpi_lock();
  for (struct sending **at = &sendings; *at;) {
    struct sending *one = *at;
    int isDone = 1;
    if (all)
      PMPI_Wait(&one->request, MPI_STATUS_IGNORE);
    else
      PMPI_Test(&one->request, &isDone, MPI_STATUS_IGNORE);
    if (!isDone) {
      at = &one->next;
      continue;
    }
    *at = one->next;
    free(one->packed);
    free(one);
  }
  enzyme_mpi_unlock();
}

/*--- making ---*/

struct enzyme_mpi_transfer *enzyme_mpi_transfer_make(const char *call,
                                                     const struct enzyme_mpi_buffer *buffer,
                                                     const struct enzyme_mpi_route *route) {
  if (route->peer == MPI_PROC_NULL)
    return NULL;
  struct enzyme_mpi_transfer *transfer = enzyme_mpi_room(sizeof *transfer);
  enzyme_mpi_side_make(&transfer->side, call, buffer);
  transfer->bytes = buffer->count * transfer->side.layout.bytes;
  if (transfer->side.layout.bytes == 0) { /* empty messages count: others are behind them */
    enzyme_mpi_side_free(&transfer->side);
    free(transfer);
    return NULL;
  }
  transfer->call = call;
  transfer->twin = enzyme_mpi_twin(call, route->comm, /*isCollective=*/0);
  transfer->isReceive = route->isReceive;
  transfer->isWildcard =
      route->isReceive && (route->peer == MPI_ANY_SOURCE || route->tag == MPI_ANY_TAG);
  transfer->peer = route->peer;
  transfer->tag = route->tag;
  transfer->type = buffer->type;
  transfer->request = MPI_REQUEST_NULL;
  return transfer;
}

void enzyme_mpi_transfer_free(struct enzyme_mpi_transfer *transfer) {
  enzyme_mpi_side_free(&transfer->side);
  enzyme_mpi_twin_release(transfer->twin);
  free(transfer->packed);
  free(transfer);
}

void enzyme_mpi_arrived(struct enzyme_mpi_transfer *transfer, const MPI_Status *status) {
  int basics = 0, count = 0;
  transfer->peer = status->MPI_SOURCE;
  transfer->tag = status->MPI_TAG;
  PMPI_Get_count(status, transfer->type, &count); /* libraries differ in the basics of pairs */
  if (count != MPI_UNDEFINED) {
    transfer->bytes = count * transfer->side.layout.bytes;
    return;
  }
  PMPI_Get_elements(status, transfer->type, &basics);
  if (basics == MPI_UNDEFINED)
    enzyme_mpi_stop(transfer->call, "the message ends within a number");
  transfer->bytes = enzyme_mpi_bytes_of(&transfer->side, basics);
}

static char *room_for(const struct enzyme_mpi_transfer *transfer) {
  return enzyme_mpi_room(transfer->side.lanes * transfer->bytes);
}

/* Bytes of MPI_PACKED travel as they are, with integers, numbers of other types without. */
static void check_length(const struct enzyme_mpi_transfer *transfer, MPI_Aint bytes) {
  if (bytes != transfer->side.lanes * transfer->bytes)
    enzyme_mpi_stop(transfer->call,
                    "one rank has packed the message (MPI_PACKED), and the other has not");
}

/*--- forward ---*/

void enzyme_mpi_send_tangent(struct enzyme_mpi_transfer *transfer) {
  char *packed = room_for(transfer);
  enzyme_mpi_move_lanes(&transfer->side, transfer->bytes, MOVE_PACK, packed);
  send_from(transfer, packed);
}

static void receive_into(struct enzyme_mpi_transfer *transfer) {
  transfer->packed = room_for(transfer);
  PMPI_Irecv(transfer->packed,
             enzyme_mpi_int(transfer->call, transfer->side.lanes * transfer->bytes), MPI_BYTE,
             transfer->peer, transfer->tag, transfer->twin->comm, &transfer->request);
}

/* Before the message is there; of one that any rank may send it is not known what to expect. */
void enzyme_mpi_expect_tangent(struct enzyme_mpi_transfer *transfer) {
  receive_into(transfer);
  transfer->isPosted = 1;
}

void enzyme_mpi_receive_tangent(struct enzyme_mpi_transfer *transfer) {
  MPI_Status status;
  int bytes = 0;
  if (!transfer->isPosted)
    receive_into(transfer);
  PMPI_Wait(&transfer->request, &status);
  PMPI_Get_count(&status, MPI_BYTE, &bytes);
  check_length(transfer, bytes);
  enzyme_mpi_move_lanes(&transfer->side, bytes / transfer->side.lanes, MOVE_SET, transfer->packed);
}

/*--- reverse ---*/

long long enzyme_mpi_now(void) {
  enzyme_mpi_lock();
  long long now = ++events;
  enzyme_mpi_unlock();
  return now;
}

void enzyme_mpi_started(struct enzyme_mpi_transfer *transfer) {
  transfer->started = enzyme_mpi_now();
}

void enzyme_mpi_completed(struct enzyme_mpi_transfer *transfer) {
  enzyme_mpi_lock();
  transfer->completed = ++events;
  transfer->older = newest;
  if (newest)
    newest->newer = transfer;
  newest = transfer;
  enzyme_mpi_unlock();
}

static int is_of_one_channel(const struct enzyme_mpi_transfer *a,
                             const struct enzyme_mpi_transfer *b) {
  return a->isReceive == b->isReceive && a->peer == b->peer && a->tag == b->tag &&
         a->twin == b->twin;
}

/* The one started last of those that must go before `transfer`, or null. */
static struct enzyme_mpi_transfer *next_before(const struct enzyme_mpi_transfer *transfer) {
  struct enzyme_mpi_transfer *found = NULL;
  for (struct enzyme_mpi_transfer *at = transfer->older; at && at->completed > transfer->started;
       at = at->older)
    if (!at->isPosted && at->started > transfer->started && is_of_one_channel(at, transfer) &&
        (!found || at->started > found->started))
      found = at;
  return found;
}

/* An adjoint is expected: where to, is all that must be known. */
static void expect(struct enzyme_mpi_transfer *transfer) {
  receive_into(transfer);
  transfer->isPosted = 1;
}

static void leave(struct enzyme_mpi_transfer *transfer) {
  transfer->isPosted = 1;
  send_from(transfer, transfer->packed);
  transfer->packed = NULL;
}

static struct enzyme_mpi_transfer *next_delayed(void) {
  for (struct enzyme_mpi_transfer **at = &delayed; *at; at = &(*at)->next)
    if (!next_before(*at)) {
      struct enzyme_mpi_transfer *found = *at;
      *at = found->next;
      return found;
    }
  return NULL;
}

/* Threads go through one list. Nothing in here waits. */
static void post(struct enzyme_mpi_transfer *transfer) {
  if (transfer->isPosted)
    return;
  if (!transfer->isReceive) {
    for (struct enzyme_mpi_transfer *before; (before = next_before(transfer));)
      expect(before);
    expect(transfer);
    return;
  }
  transfer->packed = room_for(transfer);
  enzyme_mpi_move_lanes(&transfer->side, transfer->bytes, MOVE_TAKE, transfer->packed);
  transfer->next = delayed;
  delayed = transfer;
  for (struct enzyme_mpi_transfer *ready; (ready = next_delayed());)
    leave(ready);
}

void enzyme_mpi_post(struct enzyme_mpi_transfer *transfer) {
  if (transfer->motion) {
    enzyme_mpi_motion_post(transfer->motion);
    return;
  }
  enzyme_mpi_lock();
  post(transfer);
  enzyme_mpi_unlock();
}

void enzyme_mpi_finish(struct enzyme_mpi_transfer *transfer) {
  if (transfer->isEmpty) {
    enzyme_mpi_transfer_free(transfer);
    return;
  }
  if (!transfer->completed)
    enzyme_mpi_stop(transfer->call, "its request was not completed in what is differentiated");
  if (transfer->motion) {
    enzyme_mpi_motion_finish(transfer->motion);
    free(transfer);
    return;
  }
  if (!transfer->isPosted)
    enzyme_mpi_stop(transfer->call, "what completes its request has not gone back before it");
  if (!transfer->isReceive) {
    MPI_Status status;
    int bytes = 0;
    PMPI_Wait(&transfer->request, &status);
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    check_length(transfer, bytes);
    enzyme_mpi_move_lanes(&transfer->side, transfer->bytes, MOVE_ADD, transfer->packed);
  }
  enzyme_mpi_lock();
  if (transfer->newer)
    transfer->newer->older = transfer->older;
  else
    newest = transfer->older;
  if (transfer->older)
    transfer->older->newer = transfer->newer;
  enzyme_mpi_unlock();
  enzyme_mpi_transfer_free(transfer);
}

struct enzyme_mpi_transfers *enzyme_mpi_transfers(int count,
                                                  void (*reverse)(struct enzyme_mpi_record *)) {
  struct enzyme_mpi_transfers *record =
      enzyme_mpi_room(sizeof *record + count * sizeof *record->transfer);
  record->base.reverse = reverse;
  return record;
}

void enzyme_mpi_reverse(enzyme_mpi_slot slot) {
  enzyme_mpi_check_open();
  if (*slot)
    (*slot)->reverse(*slot);
  *slot = NULL;
  enzyme_mpi_settle();
}
