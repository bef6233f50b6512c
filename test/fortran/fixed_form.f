c     FORTRAN 77 in fixed form.
      subroutine householder(n, x, s)
      integer n
      double precision x(n), s
      double precision a(5,5), wa(5), qtb(5)
      common /dog/ a, wa, qtb
      integer i, j
      data one /1.0/
      do 20 j = 1, n
         do 10 i = 1, n
            a(i,j) = x(i)/(i+j) + one
   10    continue
         qtb(j) = x(j)*j
   20 continue
      call qr(a, 5, n, qtb)
      call back(s)
      return
      end
      subroutine qr(a, lda, n, b)
      integer lda, n, i, j, k
      double precision a(lda,*), b(*), nrm, t
      do 50 k = 1, n-1
         nrm = 0d0
         do 10 i = k, n
            nrm = nrm + a(i,k)**2
   10    continue
         nrm = dsqrt(nrm)
         if (nrm .eq. 0d0) goto 50
         if (a(k,k) .lt. 0d0) nrm = -nrm
         do 20 i = k, n
   20    a(i,k) = a(i,k)/nrm
         a(k,k) = a(k,k) + 1d0
         do 40 j = k+1, n+1
            t = 0d0
            if (j .gt. n) then
               do 30 i = k, n
   30          t = t - a(i,k)*b(i)
               t = t/a(k,k)
               do 31 i = k, n
   31          b(i) = b(i) + t*a(i,k)
            else
               do 33 i = k, n
   33          t = t - a(i,k)*a(i,j)
               t = t/a(k,k)
               do 35 i = k, n
   35          a(i,j) = a(i,j) + t*a(i,k)
            end if
   40    continue
   50 continue
      end
      subroutine back(s)
      double precision a(5,5), wa(5), qtb(5), s
      common /dog/ a, wa, qtb
      s = 0
      do 10 i = 1, 5
         wa(i) = qtb(i)*a(i,i)
         s = s + wa(i)*a(1,i)
   10 continue
      end
      subroutine arithmetic_if(n, x, s)
      real*8 x(*), s
      integer n
      s = 0d0
      do 100 i = 1, n
      if (x(i)-1.0d0) 10, 20, 30
   10 s = s + x(i)
      go to 100
   20 s = s*2
      go to 100
   30 s = s + x(i)**2
  100 continue
      assign 200 to label
      go to label
  150 s = s*2
  200 s = s + x(1)*x(2)
      end
      subroutine saved_steps(n, x, s)
      integer n, iflag
      double precision x(n), s, w(20)
      integer iw(5)
      iflag = 0
      s = 1d0
    5 call stepper(n, x, s, w, iw, iflag)
      if (iflag .eq. 1) then
         w(2) = w(1)*x(2)
         go to 5
      else if (iflag .eq. 2) then
         w(3) = dsin(w(2)) + x(3)
         go to 5
      end if
      end
      subroutine stepper(n, x, s, w, iw, iflag)
      integer n, iflag, iw(*)
      double precision x(n), s, w(*), sv
      integer it
      save it, sv
      if (iflag .eq. 0) then
        it = 0
        sv = x(1)
        w(1) = x(1)**2
        iflag = 1
        return
      end if
      if (iflag .eq. 1) then
        sv = sv + w(2)
        iflag = 2
        return
      end if
      it = it + 1
      s = s + w(3)*sv
      w(1) = w(3)
      if (it .lt. 4) then
         iflag = 1
      else
         iflag = 3
      end if
      end
      subroutine external_functions(n, x, s)
      external fa, fb
      double precision x(n), s, zero
      call zero2(fa, x, n, s)
      s = s + zero(fb, x(2), x(3))
      end
      double precision function fa(t, p)
      double precision t, p(*)
      fa = t**3 - p(1)*t - p(2)
      end
      double precision function fb(t, p)
      double precision t, p(*)
      fb = dexp(t) - p(1)**2 - 3
      end
      subroutine zero2(f, p, n, s)
      external f
      double precision f, p(*), s, a, b, fx, fy
      a = 1d0
      b = 3d0
      do 10 it = 1, 30
        fx = f(a, p)
        fy = f(b, p)
        if (abs(fy-fx) .lt. 1d-13) goto 20
        s = b - fy*(b-a)/(fy-fx)
        a = b
        b = s
   10 continue
   20 s = b
      end
      double precision function zero(f, p, q)
      double precision f, p, q, t
      external f
      t = q
      do 10 i = 1, 8
        t = t - f(t, p)/(dexp(t))
   10 continue
      zero = t
      end
      subroutine options_as_letters(n, x, s)
      double precision x(n), s
      character*1 uplo
      uplo = 'U'
      call mv(uplo, 'N', n, x, s)
      call mv('L', 'T', n, x, s)
      end
      subroutine mv(uplo, trans, n, x, s)
      character*(*) uplo, trans
      logical lsame
      double precision x(n), s
      if (lsame(uplo, 'u')) then
        s = x(1)
        if (lsame(trans, 'N')) s = s*x(2)
      else
        s = s*x(3)
        if (.not. lsame(trans, 'N')) s = s + x(4)**2
      end if
      end
      logical function lsame(a, b)
      character a, b
      lsame = a .eq. b .or. ichar(a) .eq. ichar(b) - 32
      end
