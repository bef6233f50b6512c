/* requests.c - messages that are started, and completed later.
 *
 * Backwards, what completes a request starts the message of adjoints, and what started it waits.
 * A completion knows handles, and a program may have copied them: a handle is looked for as it is
 * where it was put when it was made, else among those that the same thread has made for the same
 * kind of derivative. (MPICH gives one handle to all sends that are done at once.) A request that
 * is not known was made where nothing is differentiated. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

enum { buckets = 256 };
static struct enzyme_mpi_transfer *open[buckets];
static int openInReverse;

/* A persistent request. */
struct persistent {
  MPI_Request handle;
  const char *call;
  struct enzyme_mpi_buffer buffer; /* its shadows are a copy, its type is one */
  void **shadow;
  struct enzyme_mpi_route route;
  struct persistent *next;
};
static struct persistent *persistents;

static unsigned bucket_of(MPI_Request handle) {
  uintptr_t word = 0;
  memcpy(&word, &handle, sizeof handle);
  return (unsigned)((word >> 4 ^ word >> 12 ^ word) % buckets);
}

/* Where a program keeps a handle. */
static _Thread_local struct {
  const MPI_Request *handles;
  const MPI_Fint *integers;
  int count;
} fortran;

void enzyme_mpi_stand_in(const MPI_Request *handles, const MPI_Fint *integers, int count) {
  fortran.handles = handles;
  fortran.integers = integers;
  fortran.count = count;
}

static const void *place_of(const MPI_Request *request) {
  if (!fortran.handles || request < fortran.handles || request >= fortran.handles + fortran.count)
    return request;
  return fortran.integers + (request - fortran.handles);
}

static _Thread_local char thisThread; /* its address */

static void open_request(struct enzyme_mpi_transfer *transfer, const MPI_Request *request) {
  transfer->handle = *request;
  transfer->address = place_of(request);
  transfer->thread = &thisThread;
  enzyme_mpi_lock();
  struct enzyme_mpi_transfer **bucket = &open[bucket_of(*request)];
  transfer->next = *bucket;
  *bucket = transfer;
  openInReverse += transfer->isRecorded;
  enzyme_mpi_unlock();
}

void enzyme_mpi_open(struct enzyme_mpi_transfer *transfer, const MPI_Request *request) {
  if (transfer->isReceive) /* the program may free its own before the message is there */
    PMPI_Type_dup(transfer->type, &transfer->type);
  open_request(transfer, request);
}

/* Takes it out; null if it is not known. */
static struct enzyme_mpi_transfer *close_request(MPI_Request handle, const MPI_Request *request,
                                                 int isRecorded) {
  const void *address = place_of(request);
  struct enzyme_mpi_transfer **found = NULL;
  enzyme_mpi_lock();
  for (struct enzyme_mpi_transfer **at = &open[bucket_of(handle)]; *at; at = &(*at)->next) {
    const struct enzyme_mpi_transfer *one = *at;
    int isThere = one->address == address;
    int isLike = one->thread == &thisThread && one->isRecorded == isRecorded;
    if (one->handle == handle && (isThere || (isLike && !found)))
      found = at;
    if (found == at && isThere)
      break;
  }
  struct enzyme_mpi_transfer *transfer = found ? *found : NULL;
  if (found) {
    *found = transfer->next;
    openInReverse -= transfer->isRecorded;
  }
  enzyme_mpi_unlock();
  return transfer;
}

/* Who goes back while a request is open would wait for an adjoint that is never sent. (With several
 * threads another one may still go forward.) */
void enzyme_mpi_check_open(void) {
  int level;
  PMPI_Query_thread(&level);
  if (level == MPI_THREAD_MULTIPLE || !openInReverse)
    return;
  for (int i = 0; i < buckets; ++i)
    for (struct enzyme_mpi_transfer *at = open[i]; at; at = at->next)
      if (at->isRecorded)
        enzyme_mpi_stop(at->call, "its request was not completed in what is differentiated");
}

/* May a message that `later` waits for come to `earlier` instead? */
int enzyme_mpi_may_take(const struct enzyme_mpi_transfer *earlier,
                        const struct enzyme_mpi_transfer *later) {
  return earlier != later && earlier->isReceive && !earlier->isPosted &&
         earlier->started < later->started && earlier->twin == later->twin &&
         (earlier->peer == MPI_ANY_SOURCE || later->peer == MPI_ANY_SOURCE ||
          earlier->peer == later->peer) &&
         (earlier->tag == MPI_ANY_TAG || later->tag == MPI_ANY_TAG || earlier->tag == later->tag);
}

/* Whose message the next one from that rank is, is not known in forward mode yet. */
int enzyme_mpi_is_behind(const struct enzyme_mpi_transfer *transfer) {
  int isBehind = enzyme_mpi_is_behind_probed(transfer);
  enzyme_mpi_lock();
  for (int i = 0; i < buckets; ++i)
    for (struct enzyme_mpi_transfer *at = open[i]; at; at = at->next)
      isBehind |= enzyme_mpi_may_take(at, transfer);
  enzyme_mpi_unlock();
  return isBehind;
}

void enzyme_mpi_check_order(const struct enzyme_mpi_transfer *transfer) {
  if (enzyme_mpi_is_behind(transfer))
    enzyme_mpi_stop(
        transfer->call,
        "it is complete before a receive that was started earlier, takes messages of "
        "any source or tag, and may have got one of the same rank: not in forward mode");
}

/*--- starting ---*/

void enzyme_mpi_wait_for(struct enzyme_mpi_record *base) {
  struct enzyme_mpi_transfers *record = (struct enzyme_mpi_transfers *)base;
  for (int i = record->count; i-- > 0;)
    enzyme_mpi_finish(record->transfer[i]);
  free(record);
}

static void start(enzyme_mpi_slot slot, struct enzyme_mpi_transfer *transfer,
                  const MPI_Request *request) {
  if (slot)
    *slot = NULL;
  if (!transfer)
    return;
  enzyme_mpi_started(transfer);
  if (slot) {
    struct enzyme_mpi_transfers *record = enzyme_mpi_transfers(1, enzyme_mpi_wait_for);
    transfer->isRecorded = 1;
    record->transfer[record->count++] = transfer;
    *slot = &record->base;
  } else if (!transfer->isReceive) {
    enzyme_mpi_send_tangent(transfer);
    enzyme_mpi_transfer_free(transfer);
    return;
  } else if (!transfer->isWildcard && !enzyme_mpi_is_behind(transfer)) {
    enzyme_mpi_expect_tangent(transfer);
  }
  enzyme_mpi_open(transfer, request);
}

#define START(X, IS_RECEIVE, CONST)                                                                \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *shadow, CONST void *buffer,     \
                     int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,               \
                     MPI_Request *request) {                                                       \
    struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};                            \
    int code = MPI_##X(buffer, count, type, peer, tag, comm, request);                             \
    struct enzyme_mpi_route route = {IS_RECEIVE, peer, tag, comm};                                 \
    start(slot, enzyme_mpi_transfer_make("MPI_" #X, &of, &route), request);                        \
    return code;                                                                                   \
  }

void enzyme_mpi_moving(enzyme_mpi_slot slot, struct enzyme_mpi_motion *motion,
                       const MPI_Request *request) {
  if (slot)
    *slot = NULL;
  if (!motion)
    return;
  struct enzyme_mpi_transfer *transfer = enzyme_mpi_room(sizeof *transfer);
  transfer->call = motion->call;
  transfer->motion = motion;
  if (slot) {
    struct enzyme_mpi_transfers *record = enzyme_mpi_transfers(1, enzyme_mpi_wait_for);
    transfer->isRecorded = 1;
    record->transfer[record->count++] = transfer;
    *slot = &record->base;
    enzyme_mpi_motion_started(motion);
  } else {
    motion->leave(motion, /*isBack=*/0, &motion->request);
  }
  open_request(transfer, request);
}

START(Isend, 0, const)
START(Issend, 0, const)
START(Irsend, 0, const)
START(Ibsend, 0, const)
START(Irecv, 1, )

/*--- completing ---*/

void enzyme_mpi_depart(struct enzyme_mpi_record *base) {
  struct enzyme_mpi_transfers *record = (struct enzyme_mpi_transfers *)base;
  for (int i = record->count; i-- > 0;)
    enzyme_mpi_post(record->transfer[i]);
  free(record);
}

/* What one call completes. */
struct completion {
  enzyme_mpi_slot slot;
  int count;
  MPI_Request *before; /* as the requests were */
  const MPI_Request *address;
  struct enzyme_mpi_transfers *record;
};

static struct completion look_at(enzyme_mpi_slot slot, int count, const MPI_Request *requests) {
  struct completion completion = {slot, count, enzyme_mpi_room(count * sizeof *requests), requests,
                                  NULL};
  if (count)
    memcpy(completion.before, requests, count * sizeof *requests);
  if (slot)
    *slot = NULL;
  return completion;
}

static void complete_one(struct completion *completion, int i, const MPI_Status *status) {
  struct enzyme_mpi_transfer *transfer =
      close_request(completion->before[i], completion->address + i, completion->slot != NULL);
  if (!transfer)
    return;
  if (transfer->motion && !completion->slot) {
    struct enzyme_mpi_motion *motion = transfer->motion;
    PMPI_Wait(&motion->request, MPI_STATUS_IGNORE);
    motion->arrive(motion, /*isBack=*/0);
    motion->free(motion);
    free(transfer);
    return;
  }
  if (transfer->isReceive) {
    int isCancelled = 0;
    PMPI_Test_cancelled(status, &isCancelled);
    if (isCancelled)
      enzyme_mpi_stop(transfer->call, "a message that was cancelled is not differentiated");
    if (!completion->slot && !transfer->isPosted)
      enzyme_mpi_check_order(transfer);
    enzyme_mpi_arrived(transfer, status);
    PMPI_Type_free(&transfer->type);
  }
  if (!completion->slot) {
    enzyme_mpi_receive_tangent(transfer);
    enzyme_mpi_transfer_free(transfer);
    return;
  }
  if (transfer->motion) {
    enzyme_mpi_motion_completed(transfer->motion);
    transfer->completed = transfer->motion->completed;
  } else {
    enzyme_mpi_completed(transfer);
  }
  if (!completion->record) {
    completion->record = enzyme_mpi_transfers(completion->count, enzyme_mpi_depart);
    *completion->slot = &completion->record->base;
  }
  completion->record->transfer[completion->record->count++] = transfer;
}

static void all_seen(struct completion *completion) { free(completion->before); }

static MPI_Status *room_for(int count, MPI_Status *statuses) {
  return statuses == MPI_STATUSES_IGNORE ? enzyme_mpi_room(count * sizeof *statuses) : statuses;
}

static void free_room(MPI_Status *own, const MPI_Status *statuses) {
  if (own != statuses)
    free(own);
}

int enzyme_mpi_Wait(enzyme_mpi_slot slot, int lanes, MPI_Request *request, MPI_Status *status) {
  (void)lanes;
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  struct completion completion = look_at(slot, 1, request);
  int code = MPI_Wait(request, status);
  complete_one(&completion, 0, status);
  all_seen(&completion);
  return code;
}

int enzyme_mpi_Test(enzyme_mpi_slot slot, int lanes, MPI_Request *request, int *flag,
                    MPI_Status *status) {
  (void)lanes;
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  struct completion completion = look_at(slot, 1, request);
  int code = MPI_Test(request, flag, status);
  if (*flag)
    complete_one(&completion, 0, status);
  all_seen(&completion);
  return code;
}

/* The message is there, and may be read, though the request stays: later, it is not known. */
int enzyme_mpi_Request_get_status(enzyme_mpi_slot slot, int lanes, MPI_Request request, int *flag,
                                  MPI_Status *status) {
  (void)lanes;
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  struct completion completion = look_at(slot, 1, &request);
  int code = MPI_Request_get_status(request, flag, status);
  if (*flag)
    complete_one(&completion, 0, status);
  all_seen(&completion);
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Waitall(enzyme_mpi_slot slot, int lanes, int count, MPI_Request *requests,
                       MPI_Status *statuses) {
  (void)lanes;
  MPI_Status *own = room_for(count, statuses);
  struct completion completion = look_at(slot, count, requests);
  int code = MPI_Waitall(count, requests, own);
  for (int i = 0; i < count; ++i)
    complete_one(&completion, i, &own[i]);
  all_seen(&completion);
  free_room(own, statuses);
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Testall(enzyme_mpi_slot slot, int lanes, int count, MPI_Request *requests, int *flag,
                       MPI_Status *statuses) {
  (void)lanes;
  MPI_Status *own = room_for(count, statuses);
  struct completion completion = look_at(slot, count, requests);
  int code = MPI_Testall(count, requests, flag, own);
  for (int i = 0; i < count && *flag; ++i)
    complete_one(&completion, i, &own[i]);
  all_seen(&completion);
  free_room(own, statuses);
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Waitany(enzyme_mpi_slot slot, int lanes, int count, MPI_Request *requests,
                       int *index, MPI_Status *status) {
  (void)lanes;
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  struct completion completion = look_at(slot, count, requests);
  int code = MPI_Waitany(count, requests, index, status);
  if (*index != MPI_UNDEFINED)
    complete_one(&completion, *index, status);
  all_seen(&completion);
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Testany(enzyme_mpi_slot slot, int lanes, int count, MPI_Request *requests,
                       int *index, int *flag, MPI_Status *status) {
  (void)lanes;
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  struct completion completion = look_at(slot, count, requests);
  int code = MPI_Testany(count, requests, index, flag, status);
  if (*flag && *index != MPI_UNDEFINED)
    complete_one(&completion, *index, status);
  all_seen(&completion);
  return code;
}

#define SOME(X)                                                                                    \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, int count, MPI_Request *requests, int *done, \
                     int *indices, MPI_Status *statuses) {                                         \
    (void)lanes;                                                                                   \
    MPI_Status *own = room_for(count, statuses);                                                   \
    struct completion completion = look_at(slot, count, requests);                                 \
    int code = MPI_##X(count, requests, done, indices, own);                                       \
    for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i)                                      \
      complete_one(&completion, indices[i], &own[i]);                                              \
    all_seen(&completion);                                                                         \
    free_room(own, statuses);                                                                      \
    return code;                                                                                   \
  }

SOME(Waitsome)
SOME(Testsome)

/*--- persistent requests ---*/

static void keep(const char *call, const struct enzyme_mpi_buffer *buffer,
                 const struct enzyme_mpi_route *route, MPI_Request handle) {
  struct persistent *one = enzyme_mpi_room(sizeof *one);
  one->handle = handle;
  one->call = call;
  one->buffer = *buffer;
  if (buffer->shadow) {
    one->shadow = enzyme_mpi_room(buffer->lanes * sizeof *one->shadow);
    memcpy(one->shadow, buffer->shadow, buffer->lanes * sizeof *one->shadow);
    one->buffer.shadow = one->shadow;
  }
  PMPI_Type_dup(buffer->type, &one->buffer.type);
  one->route = *route;
  enzyme_mpi_lock();
  one->next = persistents;
  persistents = one;
  enzyme_mpi_unlock();
}

#define INIT(X, IS_RECEIVE, CONST)                                                                 \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *shadow, CONST void *buffer,     \
                     int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,               \
                     MPI_Request *request) {                                                       \
    struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};                            \
    int code = MPI_##X(buffer, count, type, peer, tag, comm, request);                             \
    struct enzyme_mpi_route route = {IS_RECEIVE, peer, tag, comm};                                 \
    keep("MPI_" #X, &of, &route, *request);                                                        \
    if (slot)                                                                                      \
      *slot = NULL;                                                                                \
    return code;                                                                                   \
  }

INIT(Send_init, 0, const)
INIT(Ssend_init, 0, const)
INIT(Recv_init, 1, )

static struct persistent **persistent_of(MPI_Request handle) {
  struct persistent **at = &persistents;
  while (*at && (*at)->handle != handle)
    at = &(*at)->next;
  return at;
}

static void start_again(enzyme_mpi_slot slot, const MPI_Request *request) {
  const struct persistent *one = *persistent_of(*request);
  if (!one)
    enzyme_mpi_stop("MPI_Start", "the request was made where nothing is differentiated");
  start(slot, enzyme_mpi_transfer_make(one->call, &one->buffer, &one->route), request);
}

int enzyme_mpi_Start(enzyme_mpi_slot slot, int lanes, MPI_Request *request) {
  (void)lanes;
  int code = MPI_Start(request);
  start_again(slot, request);
  return code;
}

int enzyme_mpi_Startall(enzyme_mpi_slot slot, int lanes, int count, MPI_Request *requests) {
  (void)lanes;
  int code = MPI_Startall(count, requests);
  struct enzyme_mpi_transfers *all = slot ? enzyme_mpi_transfers(count, enzyme_mpi_wait_for) : NULL;
  for (int i = 0; i < count; ++i) {
    struct enzyme_mpi_record *record = NULL;
    start_again(slot ? &record : NULL, &requests[i]);
    if (!record)
      continue;
    all->transfer[all->count++] = ((struct enzyme_mpi_transfers *)record)->transfer[0];
    free(record);
  }
  if (slot)
    *slot = &all->base;
  return code;
}

/* A send that was started is completed by the call that waits for its effect. */
int enzyme_mpi_Request_free(enzyme_mpi_slot slot, int lanes, MPI_Request *request) {
  (void)lanes;
  MPI_Status none = {0};
  struct completion completion = look_at(slot, 1, request);
  struct persistent **at = persistent_of(*request);
  int code = MPI_Request_free(request);
  struct enzyme_mpi_transfer *transfer =
      close_request(completion.before[0], completion.address, slot != NULL);
  if (transfer && transfer->isReceive)
    enzyme_mpi_stop(transfer->call, "its request is freed before the message has arrived");
  if (transfer) {
    open_request(transfer, completion.before); /* as it was */
    transfer->handle = completion.before[0];
    transfer->address = place_of(completion.address);
    complete_one(&completion, 0, &none);
  }
  if (*at) {
    struct persistent *one = *at;
    *at = one->next;
    PMPI_Type_free(&one->buffer.type);
    free(one->shadow);
    free(one);
  }
  all_seen(&completion);
  return code;
}
