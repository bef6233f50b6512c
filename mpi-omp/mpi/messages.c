/* messages.c - calls that return when their message has left or arrived. */
#include "internal.h"
#include <stdlib.h>

static void go_back(struct enzyme_mpi_record *base) {
  struct enzyme_mpi_transfers *record = (struct enzyme_mpi_transfers *)base;
  for (int i = record->count; i-- > 0;)
    enzyme_mpi_post(record->transfer[i]);
  for (int i = record->count; i-- > 0;) /* what was received is cleared, then the rest is added */
    enzyme_mpi_finish(record->transfer[i]);
  free(record);
}

/* Sent, received: either may be null. In this order; backwards in the other. */
static void done(enzyme_mpi_slot slot, struct enzyme_mpi_transfer *sent,
                 struct enzyme_mpi_transfer *received) {
  struct enzyme_mpi_transfer *both[] = {sent, received};
  struct enzyme_mpi_transfers *record = NULL;
  if (slot) {
    *slot = NULL;
    if (sent || received) {
      record = enzyme_mpi_transfers(2, go_back);
      *slot = &record->base;
    }
  }
  for (int i = 0; i < 2; ++i) {
    struct enzyme_mpi_transfer *transfer = both[i];
    if (!transfer)
      continue;
    enzyme_mpi_started(transfer);
    if (slot) {
      enzyme_mpi_completed(transfer);
      record->transfer[record->count++] = transfer;
      continue;
    }
    if (transfer->isReceive) {
      enzyme_mpi_check_order(transfer);
      enzyme_mpi_receive_tangent(transfer);
    } else
      enzyme_mpi_send_tangent(transfer);
    enzyme_mpi_transfer_free(transfer);
  }
}

static struct enzyme_mpi_transfer *received(const char *call,
                                            const struct enzyme_mpi_buffer *buffer,
                                            const MPI_Status *status, MPI_Comm comm) {
  struct enzyme_mpi_route route = {1, status->MPI_SOURCE, status->MPI_TAG, comm};
  struct enzyme_mpi_transfer *transfer = enzyme_mpi_transfer_make(call, buffer, &route);
  if (transfer)
    enzyme_mpi_arrived(transfer, status);
  return transfer;
}

static struct enzyme_mpi_transfer *sent(const char *call, const struct enzyme_mpi_buffer *buffer,
                                        int peer, int tag, MPI_Comm comm) {
  struct enzyme_mpi_route route = {0, peer, tag, comm};
  return enzyme_mpi_transfer_make(call, buffer, &route);
}

#define SEND(X)                                                                                    \
  int enzyme_mpi_##X(enzyme_mpi_slot slot, int lanes, void *const *shadow, const void *buffer,     \
                     int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {             \
    struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};                            \
    int code = MPI_##X(buffer, count, type, peer, tag, comm);                                      \
    done(slot, sent("MPI_" #X, &of, peer, tag, comm), NULL);                                       \
    return code;                                                                                   \
  }

SEND(Send)
SEND(Ssend)
SEND(Rsend)
SEND(Bsend)

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Recv(enzyme_mpi_slot slot, int lanes, void *const *shadow, void *buffer, int count,
                    MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Status *status) {
  struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  int code = MPI_Recv(buffer, count, type, peer, tag, comm, status);
  done(slot, NULL, received("MPI_Recv", &of, status, comm));
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Sendrecv(enzyme_mpi_slot slot, int lanes, void *const *sentShadow,
                        void *const *receivedShadow, const void *sentFrom, int sentCount,
                        MPI_Datatype sentType, int to, int sentTag, void *receivedIn,
                        int receivedCount, MPI_Datatype receivedType, int from, int receivedTag,
                        MPI_Comm comm, MPI_Status *status) {
  struct enzyme_mpi_buffer sentOf = {sentFrom, sentShadow, lanes, sentCount, sentType};
  struct enzyme_mpi_buffer receivedOf = {receivedIn, receivedShadow, lanes, receivedCount,
                                         receivedType};
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  int code = MPI_Sendrecv(sentFrom, sentCount, sentType, to, sentTag, receivedIn, receivedCount,
                          receivedType, from, receivedTag, comm, status);
  done(slot, sent("MPI_Sendrecv", &sentOf, to, sentTag, comm),
       received("MPI_Sendrecv", &receivedOf, status, comm));
  return code;
}

/* structure: allow parameters, because MPI's own call has as many */
int enzyme_mpi_Sendrecv_replace(enzyme_mpi_slot slot, int lanes, void *const *shadow, void *buffer,
                                int count, MPI_Datatype type, int to, int sentTag, int from,
                                int receivedTag, MPI_Comm comm, MPI_Status *status) {
  struct enzyme_mpi_buffer of = {buffer, shadow, lanes, count, type};
  MPI_Status own;
  status = status == MPI_STATUS_IGNORE ? &own : status;
  int code =
      MPI_Sendrecv_replace(buffer, count, type, to, sentTag, from, receivedTag, comm, status);
  done(slot, sent("MPI_Sendrecv_replace", &of, to, sentTag, comm),
       received("MPI_Sendrecv_replace", &of, status, comm));
  return code;
}
