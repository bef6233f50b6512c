! What the ranks of a Fortran program hand to each other; test/mpi/fortran.c compares derivatives.
module ring
  implicit none
  include 'mpif.h'
  integer :: rank, ranks, left, right
end module

subroutine start()
  use ring
  integer :: error
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  left = mod(rank + ranks - 1, ranks)
  right = mod(rank + 1, ranks)
end subroutine

subroutine finish()
  use ring
  integer :: error
  call MPI_Finalize(error)
end subroutine

! Each kind of send, a receive from anybody, of what is not known how much.
subroutine messages(x, y)
  use ring
  real(8) :: x(6), y(6), s(3), t(3), box(1000)
  integer :: error, status(MPI_STATUS_SIZE), count, request, words(2)
  s = [x(1)*x(2), x(3)**2, x(4)]
  t = 0
  call MPI_Irecv(t, 3, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, request, error)
  call MPI_Send(s, 2, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, error)
  call MPI_Wait(request, status, error)
  call MPI_Get_count(status, MPI_DOUBLE_PRECISION, count, error)
  y(1:3) = t**2*x(5)*count
  if (status(MPI_SOURCE) /= left) y(1) = -1000
  call MPI_Sendrecv(s(3), 1, MPI_REAL8, left, 2, t(3), 1, MPI_REAL8, right, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  y(4) = t(3)*x(1)
  call MPI_Sendrecv_replace(s, 3, MPI_DOUBLE_PRECISION, right, 3, left, 3, MPI_COMM_WORLD, status, error)
  y(5) = s(1)*s(2)*s(3)
  call MPI_Buffer_attach(box, 8000, error)
  call MPI_Bsend(y(5), 1, MPI_DOUBLE_PRECISION, right, 4, MPI_COMM_WORLD, error)
  words = [rank, 7]
  call MPI_Bsend(words, 2, MPI_INTEGER, right, 5, MPI_COMM_WORLD, error)
  call MPI_Recv(y(6), 1, MPI_DOUBLE_PRECISION, left, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Recv(words, 2, MPI_INTEGER, left, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Buffer_detach(box, count, error)
  y(6) = y(6)**2*words(2)
  if (MPI_Wtime() < 0) y(6) = 0
end subroutine

! Requests, in arrays, by every call that completes them.
subroutine requests(x, y)
  use ring
  real(8) :: x(6), y(6), s(4), t(4), again(2)
  integer :: error, in(4), out(4), status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 4), at, some, which(4), i, fixed(2)
  logical :: done
  s = x(1:4)*x(2:5)
  t = 0
  do i = 1, 4
    call MPI_Irecv(t(i), 1, MPI_DOUBLE_PRECISION, left, i, MPI_COMM_WORLD, in(i), error)
    call MPI_Isend(s(i), 1, MPI_DOUBLE_PRECISION, right, i, MPI_COMM_WORLD, out(i), error)
  end do
  call MPI_Waitany(2, in, at, status, error)
  y(1) = t(at)**2
  if (status(MPI_TAG) /= at) y(1) = -1000
  call MPI_Waitsome(2, in, some, which, statuses, error)
  y(1) = t(1)*t(2)
  if (which(1) /= 3 - at) y(1) = -1000
  done = .false.
  do while (.not. done)
    call MPI_Test(in(3), done, MPI_STATUS_IGNORE, error)
  end do
  y(2) = t(3)*x(6)
  done = .false.
  do while (.not. done)
    call MPI_Testall(1, in(4), done, MPI_STATUSES_IGNORE, error)
  end do
  y(3) = t(4)**2
  call MPI_Waitall(4, out, statuses, error)
  again = 0
  call MPI_Send_init(y(2), 2, MPI_DOUBLE_PRECISION, right, 9, MPI_COMM_WORLD, fixed(1), error)
  call MPI_Recv_init(again, 2, MPI_DOUBLE_PRECISION, left, 9, MPI_COMM_WORLD, fixed(2), error)
  do i = 1, 2
    call MPI_Startall(2, fixed, error)
    call MPI_Waitall(2, fixed, MPI_STATUSES_IGNORE, error)
    y(3 + i) = again(1)*again(2)*x(i)
    y(2) = y(2)*again(1)
  end do
  call MPI_Request_free(fixed(1), error)
  call MPI_Request_free(fixed(2), error)
end subroutine

! Collective calls, in place too; the number of the best, as Fortran's pairs have it.
subroutine collectives(x, y)
  use ring
  real(8) :: x(6), y(6), s(2), t(2), pair(2), best(2), all(16), own(2)
  complex(8) :: z, w
  integer :: error, counts(8), places(8), i, request, later(2)
  s = x(1:2)*x(2:3)
  call MPI_Bcast(s, 2, MPI_DOUBLE_PRECISION, ranks - 1, MPI_COMM_WORLD, error)
  call MPI_Allreduce(s(1)*x(4), y(1), 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  t = x(3:4)**2
  call MPI_Allreduce(MPI_IN_PLACE, t, 2, MPI_DOUBLE_PRECISION, MPI_PROD, MPI_COMM_WORLD, error)
  y(2) = t(1)*t(2) + s(2)
  pair = [x(5)*x(1), real(rank, 8)]
  call MPI_Allreduce(pair, best, 1, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD, error)
  y(3) = best(1)**2*(best(2) + 1)
  all = 0
  call MPI_Gather(s, 1, MPI_DOUBLE_PRECISION, all(9), 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
  counts = 1
  places = [(i - 1, i=1, 8)]
  own = [x(6)**2, x(1)]
  call MPI_Iallgatherv(own, 1, MPI_DOUBLE_PRECISION, all, counts, places, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, later(1), error)
  z = cmplx(x(1), x(2)*x(3), 8)
  call MPI_Ireduce(z, w, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, 0, MPI_COMM_WORLD, later(2), error)
  call MPI_Waitall(2, later, MPI_STATUSES_IGNORE, error)
  y(4) = sum(all**2)
  y(5) = 0
  if (rank == 0) y(5) = real(w)*aimag(w)
  call MPI_Ibarrier(MPI_COMM_WORLD, request, error)
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  call MPI_Scan(own(1), y(6), 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  y(6) = y(6)**2
end subroutine

! Rows of a matrix and pairs beside integers; communicators of one's own; a message that is looked at first.
subroutine kinds(x, y)
  use ring
  real(8) :: x(6), y(6), a(3, 4), all(8, 2), best(2), pair(2)
  integer :: error, row, half, line, status(MPI_STATUS_SIZE), count, request, message, place(2)
  logical :: periodic(1)
  a(1, :) = x(1:4)*x(3:6)
  a(2, :) = x(1)
  a(3, :) = 0
  call MPI_Type_vector(4, 1, 3, MPI_DOUBLE_PRECISION, row, error)
  call MPI_Type_commit(row, error)
  call MPI_Sendrecv(a(1, 1), 1, row, right, 1, a(3, 1), 1, row, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Type_free(row, error)
  y(1:4) = a(3, :)**2*x(2)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, error)
  call MPI_Allreduce(y(1)*x(5), y(5), 1, MPI_DOUBLE_PRECISION, MPI_SUM, half, error)
  call MPI_Comm_free(half, error)
  periodic = .true.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], periodic, .false., line, error)
  all = 0
  call MPI_Neighbor_allgather(y(2), 1, MPI_DOUBLE_PRECISION, all, 1, MPI_DOUBLE_PRECISION, line, error)
  y(6) = all(1, 1)*all(2, 1)
  pair = [y(6), x(6)]
  call MPI_Ineighbor_alltoall(pair, 1, MPI_DOUBLE_PRECISION, best, 1, MPI_DOUBLE_PRECISION, line, request, error)
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  y(6) = best(1)*best(2)
  call MPI_Comm_free(line, error)
  pair = [y(6), x(6)] ! two numbers that both vary
  call MPI_Isend(pair, 1, MPI_2DOUBLE_PRECISION, right, 4, MPI_COMM_WORLD, request, error)
  call MPI_Mprobe(left, 4, MPI_COMM_WORLD, message, status, error)
  call MPI_Mrecv(best, 1, MPI_2DOUBLE_PRECISION, message, status, error)
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  y(6) = best(1)*best(2)
end subroutine
