//===- DefaultStreams.h - the default stream that each thread of the host has --===//
//
// Problem: programs compiled with a default stream per thread call the runtime by other names
// (cudaMemcpyAsync_ptsz, hipMemcpyAsync_spt), where no stream means the thread's own.
//
// Here: such calls get the names that all rules know, and say which stream they mean. What waits
// until it is done and names no stream works in the stream of all threads, for which that of the
// thread waits and the other way round; a wait behind it stays, because the program may only wait
// for its own stream later.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LIBRARY_GPU_DEFAULTSTREAMS_H
#define ENZYME_LIBRARY_GPU_DEFAULTSTREAMS_H

namespace llvm {
class Module;
}

namespace enzyme {

/// In front of all that asks for functions of the runtime by name.
void nameDefaultStreams(llvm::Module &workshop);

} // namespace enzyme
#endif
