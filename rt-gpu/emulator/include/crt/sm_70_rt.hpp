// Asked for by clang's <__clang_cuda_intrinsics.h>; what it has to offer is in mini_cuda.h.
