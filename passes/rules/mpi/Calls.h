//===- Calls.h - the calls of MPI, by name ---------------------------------===//
//
// A row: the name without MPI_, the signature (rules/Shape.h; handles are integers in MPICH
// and its kin, addresses in Open MPI), and a letter for each argument up to the last buffer:
//     s  a buffer that is sent      r  one that is received      b  both      -  none
//     a  a variable that gets the address of memory that the call makes
//
// Fortran's mpi_send_ has the arguments of MPI_Send, all by address, and an error code behind them.
//
// What is no row and not inactive is refused by its name.
// Source: MPI: A Message-Passing Interface Standard, version 3.1.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_MPI_CALLS_H
#define ENZYME_RULES_MPI_CALLS_H

#include "llvm/ADT/StringRef.h"

namespace enzyme::mpi {

using llvm::StringLiteral;

inline constexpr StringLiteral prefix = "MPI_", fortranPrefix = "mpi_";
inline constexpr StringLiteral ownPrefix = "MPIX_"; ///< a library's own, such as MPIX_Bcast_init
inline constexpr StringLiteral libraryPrefix = "enzyme_mpi_", fortranPart = "fortran_";

struct Row {
  StringLiteral name;
  StringLiteral shape;
  StringLiteral buffers = "";
};

inline constexpr Row rows[] = {
    // (buffer, count, type, peer, tag, communicator)
    {"Send", "npn.nn.", "s"},
    {"Ssend", "npn.nn.", "s"},
    {"Rsend", "npn.nn.", "s"},
    {"Bsend", "npn.nn.", "s"},
    {"Recv", "npn.nn.p", "r"},
    {"Sendrecv", "npn.nnpn.nn.p", "s----r"},
    {"Sendrecv_replace", "npn.nnnn.p", "b"},
    // … and a request
    {"Isend", "npn.nn.p", "s"},
    {"Issend", "npn.nn.p", "s"},
    {"Irsend", "npn.nn.p", "s"},
    {"Ibsend", "npn.nn.p", "s"},
    {"Irecv", "npn.nn.p", "r"},
    {"Send_init", "npn.nn.p", "s"},
    {"Ssend_init", "npn.nn.p", "s"},
    {"Recv_init", "npn.nn.p", "r"},
    {"Start", "np"},
    {"Startall", "nnp"},
    {"Request_free", "np"},
    {"Wait", "npp"},
    {"Waitall", "nnpp"},
    {"Waitany", "nnppp"},
    {"Waitsome", "nnpppp"},
    {"Test", "nppp"},
    {"Testall", "nnppp"},
    {"Testany", "nnpppp"},
    {"Testsome", "nnpppp"},
    {"Request_get_status", "n.pp"},
    // collective
    {"Barrier", "n."},
    {"Bcast", "npn.n.", "b"},
    {"Reduce", "nppn..n.", "sb"}, // in place the second buffer is sent, too
    {"Allreduce", "nppn...", "sb"},
    {"Reduce_scatter_block", "nppn...", "sb"},
    {"Reduce_scatter", "nppp...", "sb"},
    {"Scan", "nppn...", "sb"},
    {"Exscan", "nppn...", "sb"},
    {"Gather", "npn.pn.n.", "s--b"},
    {"Gatherv", "npn.ppp.n.", "s--b"},
    {"Scatter", "npn.pn.n.", "s--r"},
    {"Scatterv", "nppp.pn.n.", "s---r"},
    {"Allgather", "npn.pn..", "s--b"},
    {"Allgatherv", "npn.ppp..", "s--b"},
    {"Alltoall", "npn.pn..", "s--b"},
    {"Alltoallv", "nppp.ppp..", "s---b"},
    {"Alltoallw", "npppppppp.", "s---b"},
    // … and completed later
    {"Ibarrier", "n.p"},
    {"Ibcast", "npn.n.p", "b"},
    {"Ireduce", "nppn..n.p", "sb"},
    {"Iallreduce", "nppn...p", "sb"},
    {"Ireduce_scatter_block", "nppn...p", "sb"},
    {"Ireduce_scatter", "nppp...p", "sb"},
    {"Iscan", "nppn...p", "sb"},
    {"Iexscan", "nppn...p", "sb"},
    {"Igather", "npn.pn.n.p", "s--b"},
    {"Igatherv", "npn.ppp.n.p", "s--b"},
    {"Iscatter", "npn.pn.n.p", "s--r"},
    {"Iscatterv", "nppp.pn.n.p", "s---r"},
    {"Iallgather", "npn.pn..p", "s--b"},
    {"Iallgatherv", "npn.ppp..p", "s--b"},
    {"Ialltoall", "npn.pn..p", "s--b"},
    {"Ialltoallv", "nppp.ppp..p", "s---b"},
    {"Ialltoallw", "npppppppp.p", "s---b"},
    // among neighbours
    {"Neighbor_allgather", "npn.pn..", "s--r"},
    {"Neighbor_allgatherv", "npn.ppp..", "s--r"},
    {"Neighbor_alltoall", "npn.pn..", "s--r"},
    {"Neighbor_alltoallv", "nppp.ppp..", "s---r"},
    {"Neighbor_alltoallw", "npppppppp.", "s---r"},
    {"Ineighbor_allgather", "npn.pn..p", "s--r"},
    {"Ineighbor_allgatherv", "npn.ppp..p", "s--r"},
    {"Ineighbor_alltoall", "npn.pn..p", "s--r"},
    {"Ineighbor_alltoallv", "nppp.ppp..p", "s---r"},
    {"Ineighbor_alltoallw", "npppppppp.p", "s---r"},
    // messages that are looked at, then received
    {"Mprobe", "nnn.pp"},
    {"Improbe", "nnn.ppp"},
    {"Mrecv", "npn.pp", "r"},
    {"Imrecv", "npn.pp", "r"},
    // numbers as bytes
    {"Pack", "npn.pnp.", "s--r"},
    {"Unpack", "npnppn..", "s--r"},
    // windows: (memory, bytes, unit, info, communicator, window), and what reaches into them
    {"Win_create", "npnn..p", "b"},
    {"Win_allocate", "nnn..pp", "----a"},
    {"Win_free", "np"},
    {"Win_fence", "nn."},
    {"Put", "npn.nnn..", "s"},
    {"Get", "npn.nnn..", "r"},
    {"Accumulate", "npn.nnn...", "s"},
    {"Fetch_and_op", "npp.nn..", "sr"},
    {"Compare_and_swap", "nppp.nn.", "s-r"},
    {"Win_lock", "nnnn."},
    {"Win_lock_all", "nn."},
    {"Win_unlock", "nn."},
    {"Win_unlock_all", "n."},
    {"Win_flush", "nn."},
    {"Win_flush_all", "n."},
    {"Win_flush_local", "nn."},
    {"Win_flush_local_all", "n."},
    {"Win_sync", "n."},
    {"Win_post", "n.n."},
    {"Win_start", "n.n."},
    {"Win_complete", "n."},
    {"Win_wait", "n."},
};

/// Of those, the ones that reach into windows; the others are called Win_….
inline constexpr StringLiteral ofWindows[] = {"Put", "Get", "Accumulate", "Fetch_and_op",
                                              "Compare_and_swap"};

/// Write to memory that they are not given, or that a datatype which is not the last handle but one
/// says.
inline constexpr StringLiteral writesElsewhere[] = {"Start",
                                                    "Startall",
                                                    "Mrecv",
                                                    "Imrecv",
                                                    "Alltoallw",
                                                    "Ialltoallw",
                                                    "Neighbor_alltoallw",
                                                    "Ineighbor_alltoallw"};

/// Questions, and whatever makes, changes and frees what is no message.
inline constexpr StringLiteral inactive =
    "Init Init_thread Initialized Finalize Finalized Query_thread Is_thread_main Abort "
    "Get_processor_name Get_version Get_library_version Get_count Get_elements Get_elements_x "
    "Get_address Address Probe Iprobe Dims_create Topo_test Pack_size Buffer_attach Buffer_detach "
    "Win_get_group Win_set_name Win_get_name Win_set_info Win_get_info Win_set_errhandler "
    "Win_get_errhandler Win_call_errhandler Win_create_errhandler "
    "Query_cuda_support Query_hip_support Query_rocm_support Query_ze_support "
    // What is written to files is what the primal computes, as by fwrite.
    "File_open File_close File_delete File_set_view File_get_view File_seek File_get_position "
    "File_get_byte_offset File_set_size File_preallocate File_get_size File_get_amode "
    "File_get_group File_set_info File_get_info File_sync File_set_atomicity File_get_atomicity "
    "File_set_errhandler File_get_errhandler File_write File_write_all File_write_at "
    "File_write_at_all File_write_shared File_write_ordered "
    "Aint_add Aint_diff Test_cancelled Pcontrol Add_error_class Add_error_code Add_error_string";

inline constexpr StringLiteral inactivePrefixes[] = {
    "Comm_", "Type_",  "Group_",      "Cart_",   "Cartdim_get", "Graph_", "Graphdims_get", "Info_",
    "Op_",   "Error_", "Errhandler_", "Status_", "Keyval_",     "Attr_",  "Dist_graph_",
};

/// Of those with such names, these bring other programs in.
inline constexpr StringLiteral notInactive =
    "Comm_spawn Comm_spawn_multiple Comm_accept Comm_connect Comm_join";

inline constexpr StringLiteral clocks = "Wtime Wtick", fortranClocks = "wtime wtick";

/// Variables of Open MPI that are the handles.
inline constexpr StringLiteral handlePrefixes[] = {"ompi_mpi_", "ompi_request_", "ompi_message_"};

} // namespace enzyme::mpi
#endif
