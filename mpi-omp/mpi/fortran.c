/* fortran.c - the calls of Fortran programs.
 *
 * mpi_send_ has the arguments of MPI_Send, all by address, and gives its code to one more. Handles
 * are integers, and what C knows as a null or a small number (MPI_IN_PLACE, MPI_STATUS_IGNORE) is
 * the address of a common block. Here arguments become those of C, and the call is that of C: so
 * does an MPI's own library.
 *
 * Of integers that are requests the program keeps copies as of others; which of them are open is
 * known by where the integer lies (requests.c). */
#include "fortran.h"

/*--- messages ---*/

#define SEND(X)                                                                                    \
  int enzyme_mpi_##X(enzyme_mpi_slot, int, BUFFER, const void *, int, MPI_Datatype, int, int,      \
                     MPI_Comm);                                                                    \
  void enzyme_mpi_fortran_##X(enzyme_mpi_slot slot, int lanes, BUFFER, void *buffer,               \
                              Integer count, Integer type, Integer peer, Integer tag,              \
                              Integer comm, Integer error) {                                       \
    *error = enzyme_mpi_##X(slot, lanes, shadow, buffer_at(buffer), *count, TYPE(type), *peer,     \
                            *tag, COMM(comm));                                                     \
  }

SEND(Send)
SEND(Ssend)
SEND(Rsend)
SEND(Bsend)

#define START(X, CONST)                                                                            \
  int enzyme_mpi_##X(enzyme_mpi_slot, int, BUFFER, CONST void *, int, MPI_Datatype, int, int,      \
                     MPI_Comm, MPI_Request *);                                                     \
  void enzyme_mpi_fortran_##X(enzyme_mpi_slot slot, int lanes, BUFFER, void *buffer,               \
                              Integer count, Integer type, Integer peer, Integer tag,              \
                              Integer comm, Integer request, Integer error) {                      \
    MPI_Request own;                                                                               \
    *error = enzyme_mpi_##X(slot, lanes, shadow, buffer_at(buffer), *count, TYPE(type), *peer,     \
                            *tag, COMM(comm), new_request(&own, request));                         \
    give_request(own, request);                                                                    \
  }

START(Isend, const)
START(Issend, const)
START(Irsend, const)
START(Ibsend, const)
START(Irecv, )
START(Send_init, const)
START(Ssend_init, const)
START(Recv_init, )

int enzyme_mpi_Recv(enzyme_mpi_slot, int, BUFFER, void *, int, MPI_Datatype, int, int, MPI_Comm,
                    MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Recv(enzyme_mpi_slot slot, int lanes, BUFFER, void *buffer, Integer count,
                             Integer type, Integer peer, Integer tag, Integer comm, Integer status,
                             Integer error) {
  MPI_Status own, *at = status_in(status, &own);
  *error = enzyme_mpi_Recv(slot, lanes, shadow, buffer_at(buffer), *count, TYPE(type), *peer, *tag,
                           COMM(comm), at);
  give_status(at, status);
}

int enzyme_mpi_Sendrecv(enzyme_mpi_slot, int, BUFFERS, const void *, int, MPI_Datatype, int, int,
                        void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Sendrecv(enzyme_mpi_slot slot, int lanes, BUFFERS, void *sent,
                                 Integer sentCount, Integer sentType, Integer to, Integer sentTag,
                                 void *received, Integer count, Integer type, Integer from,
                                 Integer tag, Integer comm, Integer status, Integer error) {
  MPI_Status own, *at = status_in(status, &own);
  *error = enzyme_mpi_Sendrecv(slot, lanes, sentShadow, receivedShadow, buffer_at(sent), *sentCount,
                               TYPE(sentType), *to, *sentTag, buffer_at(received), *count,
                               TYPE(type), *from, *tag, COMM(comm), at);
  give_status(at, status);
}

int enzyme_mpi_Sendrecv_replace(enzyme_mpi_slot, int, BUFFER, void *, int, MPI_Datatype, int, int,
                                int, int, MPI_Comm, MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Sendrecv_replace(enzyme_mpi_slot slot, int lanes, BUFFER, void *buffer,
                                         Integer count, Integer type, Integer to, Integer sentTag,
                                         Integer from, Integer tag, Integer comm, Integer status,
                                         Integer error) {
  MPI_Status own, *at = status_in(status, &own);
  *error = enzyme_mpi_Sendrecv_replace(slot, lanes, shadow, buffer_at(buffer), *count, TYPE(type),
                                       *to, *sentTag, *from, *tag, COMM(comm), at);
  give_status(at, status);
}

/*--- messages that are looked at first ---*/

int enzyme_mpi_Mprobe(enzyme_mpi_slot, int, int, int, MPI_Comm, MPI_Message *, MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Mprobe(enzyme_mpi_slot slot, int lanes, Integer peer, Integer tag,
                               Integer comm, Integer message, Integer status, Integer error) {
  MPI_Status own, *at = status_in(status, &own);
  MPI_Message handle;
  *error = enzyme_mpi_Mprobe(slot, lanes, *peer, *tag, COMM(comm), &handle, at);
  *message = PMPI_Message_c2f(handle);
  give_status(at, status);
}

int enzyme_mpi_Improbe(enzyme_mpi_slot, int, int, int, MPI_Comm, int *, MPI_Message *,
                       MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Improbe(enzyme_mpi_slot slot, int lanes, Integer peer, Integer tag,
                                Integer comm, Integer flag, Integer message, Integer status,
                                Integer error) {
  MPI_Status own, *at = status_in(status, &own);
  MPI_Message handle = MPI_MESSAGE_NULL;
  int isThere;
  *error = enzyme_mpi_Improbe(slot, lanes, *peer, *tag, COMM(comm), &isThere, &handle, at);
  *flag = isThere != 0;
  if (!isThere)
    return;
  *message = PMPI_Message_c2f(handle);
  give_status(at, status);
}

int enzyme_mpi_Mrecv(enzyme_mpi_slot, int, BUFFER, void *, int, MPI_Datatype, MPI_Message *,
                     MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Mrecv(enzyme_mpi_slot slot, int lanes, BUFFER, void *buffer, Integer count,
                              Integer type, Integer message, Integer status, Integer error) {
  MPI_Status own, *at = status_in(status, &own);
  MPI_Message handle = PMPI_Message_f2c(*message);
  *error =
      enzyme_mpi_Mrecv(slot, lanes, shadow, buffer_at(buffer), *count, TYPE(type), &handle, at);
  *message = PMPI_Message_c2f(handle);
  give_status(at, status);
}

int enzyme_mpi_Imrecv(enzyme_mpi_slot, int, BUFFER, void *, int, MPI_Datatype, MPI_Message *,
                      MPI_Request *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Imrecv(enzyme_mpi_slot slot, int lanes, BUFFER, void *buffer, Integer count,
                               Integer type, Integer message, Integer request, Integer error) {
  MPI_Request own;
  MPI_Message handle = PMPI_Message_f2c(*message);
  *error = enzyme_mpi_Imrecv(slot, lanes, shadow, buffer_at(buffer), *count, TYPE(type), &handle,
                             new_request(&own, request));
  *message = PMPI_Message_c2f(handle);
  give_request(own, request);
}

/*--- requests ---*/

#define OF_ONE(X)                                                                                  \
  int enzyme_mpi_##X(enzyme_mpi_slot, int, MPI_Request *);                                         \
  void enzyme_mpi_fortran_##X(enzyme_mpi_slot slot, int lanes, Integer request, Integer error) {   \
    MPI_Request *at = requests_in(request, 1);                                                     \
    *error = enzyme_mpi_##X(slot, lanes, at);                                                      \
    give_requests(at, 1, request);                                                                 \
  }

OF_ONE(Start)
OF_ONE(Request_free)

int enzyme_mpi_Startall(enzyme_mpi_slot, int, int, MPI_Request *);
void enzyme_mpi_fortran_Startall(enzyme_mpi_slot slot, int lanes, Integer count, Integer requests,
                                 Integer error) {
  MPI_Request *at = requests_in(requests, *count);
  *error = enzyme_mpi_Startall(slot, lanes, *count, at);
  give_requests(at, *count, requests);
}

int enzyme_mpi_Wait(enzyme_mpi_slot, int, MPI_Request *, MPI_Status *);
void enzyme_mpi_fortran_Wait(enzyme_mpi_slot slot, int lanes, Integer request, Integer status,
                             Integer error) {
  MPI_Request *at = requests_in(request, 1);
  MPI_Status own, *said = status_in(status, &own);
  *error = enzyme_mpi_Wait(slot, lanes, at, said);
  give_requests(at, 1, request);
  give_status(said, status);
}

int enzyme_mpi_Waitall(enzyme_mpi_slot, int, int, MPI_Request *, MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Waitall(enzyme_mpi_slot slot, int lanes, Integer count, Integer requests,
                                Integer statuses, Integer error) {
  MPI_Request *at = requests_in(requests, *count);
  MPI_Status *said = statuses_in(statuses, *count);
  *error = enzyme_mpi_Waitall(slot, lanes, *count, at, said);
  give_requests(at, *count, requests);
  give_statuses(said, *count, statuses);
}

int enzyme_mpi_Test(enzyme_mpi_slot, int, MPI_Request *, int *, MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Test(enzyme_mpi_slot slot, int lanes, Integer request, Integer flag,
                             Integer status, Integer error) {
  MPI_Request *at = requests_in(request, 1);
  MPI_Status own, *said = status_in(status, &own);
  int isDone;
  *error = enzyme_mpi_Test(slot, lanes, at, &isDone, said);
  give_requests(at, 1, request);
  *flag = isDone != 0;
  if (isDone)
    give_status(said, status);
}

int enzyme_mpi_Request_get_status(enzyme_mpi_slot, int, MPI_Request, int *, MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Request_get_status(enzyme_mpi_slot slot, int lanes, Integer request,
                                           Integer flag, Integer status, Integer error) {
  MPI_Status own, *said = status_in(status, &own);
  int isDone;
  *error = enzyme_mpi_Request_get_status(slot, lanes, PMPI_Request_f2c(*request), &isDone, said);
  *flag = isDone != 0;
  if (isDone)
    give_status(said, status);
}

int enzyme_mpi_Testall(enzyme_mpi_slot, int, int, MPI_Request *, int *, MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Testall(enzyme_mpi_slot slot, int lanes, Integer count, Integer requests,
                                Integer flag, Integer statuses, Integer error) {
  MPI_Request *at = requests_in(requests, *count);
  MPI_Status *said = statuses_in(statuses, *count);
  int isDone;
  *error = enzyme_mpi_Testall(slot, lanes, *count, at, &isDone, said);
  give_requests(at, *count, requests);
  *flag = isDone != 0;
  give_statuses(said, isDone ? *count : 0, statuses);
}

int enzyme_mpi_Waitany(enzyme_mpi_slot, int, int, MPI_Request *, int *, MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Waitany(enzyme_mpi_slot slot, int lanes, Integer count, Integer requests,
                                Integer index, Integer status, Integer error) {
  MPI_Request *at = requests_in(requests, *count);
  MPI_Status own, *said = status_in(status, &own);
  int place;
  *error = enzyme_mpi_Waitany(slot, lanes, *count, at, &place, said);
  give_requests(at, *count, requests);
  give_place(place, index);
  give_status(said, status);
}

int enzyme_mpi_Testany(enzyme_mpi_slot, int, int, MPI_Request *, int *, int *, MPI_Status *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Testany(enzyme_mpi_slot slot, int lanes, Integer count, Integer requests,
                                Integer index, Integer flag, Integer status, Integer error) {
  MPI_Request *at = requests_in(requests, *count);
  MPI_Status own, *said = status_in(status, &own);
  int place, isDone;
  *error = enzyme_mpi_Testany(slot, lanes, *count, at, &place, &isDone, said);
  give_requests(at, *count, requests);
  give_place(place, index);
  *flag = isDone != 0;
  if (isDone)
    give_status(said, status);
}

#define SOME(X)                                                                                    \
  int enzyme_mpi_##X(enzyme_mpi_slot, int, int, MPI_Request *, int *, int *, MPI_Status *);        \
  void enzyme_mpi_fortran_##X(enzyme_mpi_slot slot, int lanes, Integer count, Integer requests,    \
                              Integer done, Integer indices, Integer statuses, Integer error) {    \
    MPI_Request *at = requests_in(requests, *count);                                               \
    MPI_Status *said = statuses_in(statuses, *count);                                              \
    *error = enzyme_mpi_##X(slot, lanes, *count, at, done, indices, said);                         \
    int some = *done == MPI_UNDEFINED ? 0 : *done;                                                 \
    give_requests(at, *count, requests);                                                           \
    for (int i = 0; i < some; ++i)                                                                 \
      ++indices[i];                                                                                \
    give_statuses(said, some, statuses);                                                           \
  }

SOME(Waitsome)
SOME(Testsome)

/*--- packing ---*/

int enzyme_mpi_Pack(enzyme_mpi_slot, int, BUFFERS, const void *, int, MPI_Datatype, void *, int,
                    int *, MPI_Comm);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Pack(enzyme_mpi_slot slot, int lanes, BUFFERS, void *from, Integer count,
                             Integer type, void *to, Integer size, Integer position, Integer comm,
                             Integer error) {
  *error = enzyme_mpi_Pack(slot, lanes, sentShadow, receivedShadow, buffer_at(from), *count,
                           TYPE(type), to, *size, position, COMM(comm));
}

int enzyme_mpi_Unpack(enzyme_mpi_slot, int, BUFFERS, const void *, int, int *, void *, int,
                      MPI_Datatype, MPI_Comm);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Unpack(enzyme_mpi_slot slot, int lanes, BUFFERS, void *from, Integer size,
                               Integer position, void *to, Integer count, Integer type,
                               Integer comm, Integer error) {
  *error = enzyme_mpi_Unpack(slot, lanes, sentShadow, receivedShadow, from, *size, position,
                             buffer_at(to), *count, TYPE(type), COMM(comm));
}
