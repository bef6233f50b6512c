// Names of programs in which each thread of the host has a default stream of its own, as
// -fgpu-default-stream=per-thread asks for it (CUDA's headers also do by this macro alone).
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define cudaMemcpy cudaMemcpy_ptds
#define cudaMemcpy2D cudaMemcpy2D_ptds
#define cudaMemcpyToSymbol cudaMemcpyToSymbol_ptds
#define cudaMemcpyFromSymbol cudaMemcpyFromSymbol_ptds
#define cudaMemset cudaMemset_ptds
#define cudaMemcpyAsync cudaMemcpyAsync_ptsz
#define cudaMemcpy2DAsync cudaMemcpy2DAsync_ptsz
#define cudaMemcpyToSymbolAsync cudaMemcpyToSymbolAsync_ptsz
#define cudaMemcpyFromSymbolAsync cudaMemcpyFromSymbolAsync_ptsz
#define cudaMemsetAsync cudaMemsetAsync_ptsz
#define cudaMallocAsync cudaMallocAsync_ptsz
#define cudaFreeAsync cudaFreeAsync_ptsz
#define cudaStreamSynchronize cudaStreamSynchronize_ptsz
#define cudaStreamQuery cudaStreamQuery_ptsz
#define cudaStreamWaitEvent cudaStreamWaitEvent_ptsz
#define cudaEventRecord cudaEventRecord_ptsz
#define cudaLaunchKernel cudaLaunchKernel_ptsz
#endif
#ifdef HIP_API_PER_THREAD_DEFAULT_STREAM
#define hipMemcpy hipMemcpy_spt
#define hipMemcpy2D hipMemcpy2D_spt
#define hipMemcpyToSymbol hipMemcpyToSymbol_spt
#define hipMemcpyFromSymbol hipMemcpyFromSymbol_spt
#define hipMemset hipMemset_spt
#define hipMemcpyAsync hipMemcpyAsync_spt
#define hipMemcpy2DAsync hipMemcpy2DAsync_spt
#define hipMemcpyToSymbolAsync hipMemcpyToSymbolAsync_spt
#define hipMemcpyFromSymbolAsync hipMemcpyFromSymbolAsync_spt
#define hipMemsetAsync hipMemsetAsync_spt
#define hipMallocAsync hipMallocAsync_spt
#define hipFreeAsync hipFreeAsync_spt
#define hipStreamSynchronize hipStreamSynchronize_spt
#define hipStreamQuery hipStreamQuery_spt
#define hipStreamWaitEvent hipStreamWaitEvent_spt
#define hipEventRecord hipEventRecord_spt
#define hipLaunchKernel hipLaunchKernel_spt
#endif
