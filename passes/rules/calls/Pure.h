//===- Pure.h - library functions that move pointers about ---------------===//
//
// The halves of std::map, std::set and std::list that live in libstdc++: they
// link, unlink, rotate and walk nodes and look at no value. What they do to the
// primal's nodes, the same call does to the shadow's nodes, with the same
// integers and truth values. So do those of its containers that check their iterators
// (-D_GLIBCXX_DEBUG): each container has a list of them. And words of our own, by which memory is
// managed, and by which the places of adjoints are freed of addresses.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_PURE_H
#define ENZYME_RULES_CALLS_PURE_H

#include "llvm/ADT/StringRef.h"

namespace enzyme::calls {
using llvm::StringLiteral;

inline constexpr StringLiteral pointerMovers = R"(
_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base
_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base
_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base
_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base
_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_
_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_
_ZSt20_Rb_tree_black_countPKSt18_Rb_tree_node_baseS1_
_ZNSt8__detail15_List_node_base7_M_hookEPS0_
enzyme_rt_forget_addresses
enzyme_rt_forget_moved
enzyme_rt_to_free
_ZNSt8__detail15_List_node_base9_M_unhookEv
_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_
_ZNSt8__detail15_List_node_base10_M_reverseEv
_ZNSt8__detail15_List_node_base4swapERS0_S1_
enzyme_rt_set_word
_ZN11__gnu_debug19_Safe_iterator_base9_M_attachEPNS_19_Safe_sequence_baseEb
_ZN11__gnu_debug19_Safe_iterator_base16_M_attach_singleEPNS_19_Safe_sequence_baseEb
_ZN11__gnu_debug19_Safe_iterator_base9_M_detachEv
_ZN11__gnu_debug19_Safe_iterator_base16_M_detach_singleEv
_ZN11__gnu_debug19_Safe_iterator_base12_M_get_mutexEv
_ZN11__gnu_debug19_Safe_sequence_base12_M_get_mutexEv
_ZN11__gnu_debug19_Safe_sequence_base13_M_detach_allEv
_ZN11__gnu_debug19_Safe_sequence_base18_M_detach_singularEv
_ZN11__gnu_debug19_Safe_sequence_base22_M_revalidate_singularEv
_ZN11__gnu_debug19_Safe_sequence_base7_M_swapERS0_
_ZN11__gnu_debug25_Safe_local_iterator_base9_M_attachEPNS_19_Safe_sequence_baseEb
_ZN11__gnu_debug25_Safe_local_iterator_base16_M_attach_singleEPNS_19_Safe_sequence_baseEb
_ZN11__gnu_debug25_Safe_local_iterator_base9_M_detachEv
_ZN11__gnu_debug30_Safe_unordered_container_base13_M_detach_allEv
_ZN11__gnu_debug30_Safe_unordered_container_base7_M_swapERS0_
_ZNK11__gnu_debug16_Error_formatter10_M_messageENS_13_Debug_msg_idE
)";

/// The result points into the object of the argument, or is null.
struct PointerIntoRow {
  StringLiteral name;
  StringLiteral shape; ///< Shape.h
  unsigned argument;
};

inline constexpr PointerIntoRow pointersInto[] = {
    {"__dynamic_cast", "ppppn", 0},
};

/// "i": as if the function had a row with argument i.
inline constexpr StringLiteral pointsIntoAttribute = "enzyme_pointermath";

} // namespace enzyme::calls
#endif
