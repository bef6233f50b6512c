/* probes.c - messages that are looked at first, and received by what was found.
 *
 * MPI_Mprobe takes a message out of those that wait, before what is started later may take it; so
 * it is what starts the receive, and MPI_Mrecv completes it: backwards adjoints leave in that
 * order. What the message holds, only the receive says. */
#include "internal.h"
#include <stdlib.h>

struct probed {
  MPI_Message message;
  struct enzyme_mpi_transfer *transfer;
  struct probed *next;
};
static struct probed *messages;

int enzyme_mpi_is_behind_probed(const struct enzyme_mpi_transfer *transfer) {
  int isBehind = 0;
  enzyme_mpi_lock();
  for (const struct probed *at = messages; at; at = at->next)
    isBehind |= enzyme_mpi_may_take(at->transfer, transfer);
  enzyme_mpi_unlock();
  return isBehind;
}

static void probe(enzyme_mpi_slot slot, MPI_Message message, const MPI_Status *status,
                  MPI_Comm comm) {
  if (message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC)
    return;
  struct enzyme_mpi_transfer *transfer = enzyme_mpi_room(sizeof *transfer);
  struct probed *one = enzyme_mpi_room(sizeof *one);
  transfer->call = "MPI_Mprobe";
  transfer->isReceive = 1;
  transfer->peer = status->MPI_SOURCE;
  transfer->tag = status->MPI_TAG;
  transfer->twin = enzyme_mpi_twin(transfer->call, comm, /*isCollective=*/0);
  transfer->request = MPI_REQUEST_NULL;
  enzyme_mpi_started(transfer);
  one->message = message;
  one->transfer = transfer;
  enzyme_mpi_lock();
  one->next = messages;
  messages = one;
  enzyme_mpi_unlock();
  if (!slot)
    return;
  struct enzyme_mpi_transfers *record = enzyme_mpi_transfers(1, enzyme_mpi_wait_for);
  transfer->isRecorded = 1;
  record->transfer[record->count++] = transfer;
  *slot = &record->base;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Mprobe(enzyme_mpi_slot slot, int lanes, int peer, int tag, MPI_Comm comm,
                      MPI_Message *message, MPI_Status *status) {
  (void)lanes;
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  int code = MPI_Mprobe(peer, tag, comm, message, status);
  if (slot)
    *slot = NULL;
  probe(slot, *message, status, comm);
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Improbe(enzyme_mpi_slot slot, int lanes, int peer, int tag, MPI_Comm comm, int *flag,
                       MPI_Message *message, MPI_Status *status) {
  (void)lanes;
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  int code = MPI_Improbe(peer, tag, comm, flag, message, status);
  if (slot)
    *slot = NULL;
  if (*flag)
    probe(slot, *message, status, comm);
  return code;
}

static struct enzyme_mpi_transfer *transfer_of(MPI_Message message) {
  struct enzyme_mpi_transfer *transfer = NULL;
  enzyme_mpi_lock();
  struct probed **at = &messages;
  while (*at && (*at)->message != message)
    at = &(*at)->next;
  if (*at) {
    struct probed *found = *at;
    transfer = found->transfer;
    *at = found->next;
    free(found);
  }
  enzyme_mpi_unlock();
  return transfer;
}

/* Null where no number travels. */
static struct enzyme_mpi_transfer *received(enzyme_mpi_slot slot, const char *call,
                                            MPI_Message message,
                                            const struct enzyme_mpi_buffer *buffer) {
  struct enzyme_mpi_transfer *transfer = transfer_of(message);
  struct enzyme_mpi_side side;
  enzyme_mpi_side_make(&side, call, buffer);
  if (!transfer && side.layout.bytes && message != MPI_MESSAGE_NO_PROC)
    enzyme_mpi_stop(call, "the message was looked at where nothing is differentiated");
  if (!transfer || side.layout.bytes == 0) {
    enzyme_mpi_side_free(&side);
    if (transfer && slot)
      transfer->isEmpty = 1;
    else if (transfer)
      enzyme_mpi_transfer_free(transfer);
    return NULL;
  }
  transfer->call = call;
  transfer->side = side;
  transfer->type = buffer->type;
  transfer->bytes = buffer->count * side.layout.bytes;
  return transfer;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Mrecv(enzyme_mpi_slot slot, int lanes, void *const *shadow, void *buffer, int count,
                     MPI_Datatype type, MPI_Message *message, MPI_Status *status) {
  struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};
  MPI_Message handle = *message;
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  int code = MPI_Mrecv(buffer, count, type, message, status);
  struct enzyme_mpi_transfer *transfer = received(slot, "MPI_Mrecv", handle, &of);
  if (slot)
    *slot = NULL;
  if (!transfer)
    return code;
  enzyme_mpi_arrived(transfer, status);
  if (!slot) {
    enzyme_mpi_check_order(transfer);
    enzyme_mpi_receive_tangent(transfer);
    enzyme_mpi_transfer_free(transfer);
    return code;
  }
  struct enzyme_mpi_transfers *record = enzyme_mpi_transfers(1, enzyme_mpi_depart);
  enzyme_mpi_completed(transfer);
  record->transfer[record->count++] = transfer;
  *slot = &record->base;
  return code;
}

/* What started it is the probe, what completes it waits for the request. */
/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Imrecv(enzyme_mpi_slot slot, int lanes, void *const *shadow, void *buffer, int count,
                      MPI_Datatype type, MPI_Message *message, MPI_Request *request) {
  struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};
  MPI_Message handle = *message;
  int code = MPI_Imrecv(buffer, count, type, message, request);
  struct enzyme_mpi_transfer *transfer = received(slot, "MPI_Imrecv", handle, &of);
  if (slot)
    *slot = NULL;
  if (transfer)
    enzyme_mpi_open(transfer, request);
  return code;
}
