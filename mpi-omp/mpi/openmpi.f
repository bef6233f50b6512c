! Open MPI's mpif.h for flang: the files that it includes, but for mpif-sizeof.h, whose procedures flang
! cannot tell apart where it has no reals of 16 bytes. The driver puts this folder in front of the others.
      include 'mpif-config.h'
      include 'mpif-constants.h'
      include 'mpif-handles.h'
      include 'mpif-io-constants.h'
      include 'mpif-io-handles.h'
      include 'mpif-externals.h'
      include 'mpif-sentinels.h'
