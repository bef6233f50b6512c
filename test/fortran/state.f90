! Reverse communication: a procedure keeps its state in arrays of the caller.
subroutine saved_state(n, x, s)
  integer :: n, it
  real(8) :: x(n), s, w(20), dsave(4)
  integer :: isave(6), task
  logical :: lsave(2)
  task = 0
  s = 0
  do it = 1, 12
    !dir$ noinline
    call step_with_state(n, x, w, task, lsave, isave, dsave)
    if (task == 1) then
      w(2) = w(1)*x(2)
    else
      s = s + w(3)*dsave(1)
    end if
  end do
end subroutine

subroutine step_with_state(n, x, w, task, lsave, isave, dsave)
  integer :: n, task, isave(*), count, where_, last
  real(8) :: x(n), w(*), dsave(*), best
  logical :: lsave(*), improved, first
  if (task == 0) then
    count = 0
    where_ = 8
    last = 1
    improved = .false.
    first = .true.
    best = x(1)
    w(1) = x(1)**2
    task = 1
  else
    improved = lsave(1)
    first = lsave(2)
    count = isave(1)
    where_ = isave(2)
    last = isave(3)
    best = dsave(1)
    if (task == 1) then
      w(3) = sin(w(2)) + x(3)
      if (w(3) > best) then
        improved = .true.
        count = count + 1
        best = w(3)*x(4)
      end if
      task = 2
    else
      w(1) = w(3)*x(1)
      if (.not. first) where_ = where_ - last
      first = .false.
      task = 1
    end if
  end if
  lsave(1) = improved
  lsave(2) = first
  isave(1) = count
  isave(2) = where_
  isave(3) = last
  dsave(1) = best
end subroutine

subroutine task_in_characters(n, x, s)
  integer n, it
  real(8) x(n), s
  character(60) task, csave
  real(8) w(20)
  task = 'START'
  it = 0
  do while (it < 20)
    it = it + 1
    !dir$ noinline
    call step_of_task(n, x, s, w, task, csave)
    if (task(1:2) == 'FG') w(2) = w(1)*x(2)
    if (task(1:5) == 'NEW_X') w(3) = w(2)*x(3)
    if (task(1:4) == 'CONV') exit
  end do
end subroutine

subroutine step_of_task(n, x, s, w, task, csave)
  integer n
  real(8) x(n), s, w(20)
  character(60) task, csave
  if (task == 'START') then
    w(1) = x(1)**2
    task = 'FG_START'
  else if (task == 'FG_START') then
    w(1) = w(2)*x(1)
    csave = task
    task = 'NEW_X'
  else if (task == 'NEW_X') then
    task = 'CONVERGENCE: REL_REDUCTION_OF_F <= FACTR*EPSMCH'
    if (csave /= 'FG_START') task = 'ERROR'
    s = w(3) + w(1)
  end if
end subroutine
