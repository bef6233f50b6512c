//===- Cxx.h - the C++ run-time library, by mangled prefix ---------------===//
//
// Streams, locales, strings, exceptions and the language's own support. These
// are precompiled in libstdc++ and libc++, so that only their names are seen.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_CXX_H
#define ENZYME_RULES_CALLS_CXX_H

#include "llvm/ADT/StringRef.h"

namespace enzyme::calls {
using llvm::StringLiteral;

inline constexpr StringLiteral cxxPrefixes[] = {
    // Language support. (__dynamic_cast gives a pointer: not inactive.)
    "__cxa_",
    "_Unwind_",
    "__gxx_personality",
    "__clang_call_terminate",
    "_ZSt9terminatev",
    "_ZSt10unexpectedv",
    "_ZSt18uncaught_exception",
    "_ZSt19uncaught_exceptions",
    "_ZSt17current_exceptionv",
    "_ZSt17rethrow_exception",
    "_ZSt13set_terminate",
    "_ZSt15get_new_handlerv",
    "_ZSt15set_new_handler",
    "_ZNSt15__exception_ptr",
    "_ZNKSt15__exception_ptr",
    "_ZSt21__glibcxx_assert_fail",
    "_ZSt15__glibcxx_assert",
    // Checked containers: reports, and the lock of their lists of iterators.
    "_ZNK11__gnu_debug16_Error_formatter10_M_message",
    "_ZNK11__gnu_debug16_Error_formatter8_M_error",
    "_ZN11__gnu_debug19_Safe_iterator_base12_M_get_mutex",
    "_ZN11__gnu_debug19_Safe_sequence_base12_M_get_mutex",
    "_ZNK11__gnu_debug19_Safe_iterator_base",
    // Memory resources that all share: not the program's memory.
    "_ZNSt3pmr20get_default_resourceEv",
    "_ZNSt3pmr20set_default_resource",
    "_ZNSt3pmr19new_delete_resourceEv",
    "_ZNSt3pmr20null_memory_resourceEv",
    // Exception classes: constructors, destructors, what().
    "_ZNSt9exception",
    "_ZNKSt9exception",
    "_ZNSt9bad_alloc",
    "_ZNKSt9bad_alloc",
    "_ZNSt8bad_cast",
    "_ZNKSt8bad_cast",
    "_ZNSt10bad_typeid",
    "_ZNKSt10bad_typeid",
    "_ZNSt13bad_exception",
    "_ZNKSt13bad_exception",
    "_ZNSt17bad_function_call",
    "_ZNKSt17bad_function_call",
    "_ZNSt16bad_array_length",
    "_ZNSt20bad_array_new_length",
    "_ZNKSt20bad_array_new_length",
    "_ZNSt12bad_weak_ptr",
    "_ZNKSt12bad_weak_ptr",
    "_ZNSt11regex_error",
    "_ZNSt16nested_exception",
    "_ZNSt8ios_base7failure",
    "_ZNKSt12future_error",
    "_ZNSt11logic_error",
    "_ZNKSt11logic_error",
    "_ZNSt12domain_error",
    "_ZNSt16invalid_argument",
    "_ZNSt12length_error",
    "_ZNSt12out_of_range",
    "_ZNSt13runtime_error",
    "_ZNKSt13runtime_error",
    "_ZNSt11range_error",
    "_ZNSt14overflow_error",
    "_ZNSt15underflow_error",
    "_ZNSt12system_error",
    "_ZNSt12future_error",
    "_ZNSt19__ios_failure",
    "_ZNSt14error_category",
    "_ZNKSt14error_category",
    "_ZNSt3_V214error_category",
    "_ZNKSt3_V214error_category",
    "_ZNSt3_V215system_category",
    "_ZNSt3_V216generic_category",
    "_ZNKSt9type_info",
    "_ZNSt9type_info",
    // Clocks, random devices, threads.
    "_ZNSt6chrono",
    "_ZNSt13random_device",
    "_ZNKSt13random_device",
    "_ZNKRSt7__cxx11",
    "_ZNOSt7__cxx11",
    "_ZNSt13__future_base12_Result_base",
    "_ZNSt13__future_base13_State_baseV211_Make_ready",
    "_ZSt15future_categoryv",
    "_ZNSt28__atomic_futex_unsigned_base",
    "_ZNSt12__sso_string",
    "_ZNSt6thread6_StateD",
    "_ZNSt6thread20hardware_concurrencyv",
    "_ZNSt11this_thread",
    "_ZNSt18condition_variable",
    "_ZNSt10filesystem",
    "_ZNKSt10filesystem",
    "_ZNSt10error_code",
    // libc++ (inline namespace __1; what it shares with others' run-time library has none).
    "_ZNSt13exception_ptr",
    "_ZNKSt13exception_ptr",
    "_ZNKSt3__112basic_string",
    "_ZNSt3__119__shared_mutex_base",
    "_ZNSt3__15mutex",
    "_ZNSt3__118condition_variable",
    "_ZNSt3__111this_thread",
    "_ZNSt3__16threadD",
    "_ZNSt3__16thread20hardware_concurrencyEv",
    "_ZNSt3__115__thread_structD",
    "_ZNSt3__119__thread_local_dataEv",
    // Of a future's state: that it is ready, and what was thrown instead of a value.
    "_ZNSt3__117__assoc_sub_state9set_valueEv",
    "_ZNSt3__117__assoc_sub_state12__make_readyEv",
    "_ZNSt3__117__assoc_sub_state13set_exceptionESt13exception_ptr",
    "_ZNSt3__117__assoc_sub_state4copyEv",
    "_ZNSt3__115future_categoryEv",
    "_ZNSt3__112future_error",
    "_ZNSt3__13pmr20get_default_resourceEv",
    "_ZNSt3__13pmr20set_default_resource",
    "_ZNSt3__13pmr19new_delete_resourceEv",
    "_ZNSt3__13pmr20null_memory_resourceEv",
    "_ZNSt3__122__libcpp_verbose_abort",
    "_ZNSt3__16chrono",
    "_ZNSt3__112system_error",
    "_ZNSt3__115system_category",
    "_ZNSt3__116generic_category",
    "_ZNSt3__113random_device",
    "_ZNKSt3__113random_device",
    "_ZNSt3__117bad_function_call",
    "_ZNSt3__112bad_weak_ptr",
    "_ZNKSt3__112bad_weak_ptr",
};

/// Those that keep what they are passed within the objects that they are passed.
inline constexpr StringLiteral cxxValuePrefixes[] = {
    // Allocators of strings, empty classes (a header's code without optimisation calls them).
    "_ZNSaIcEC",
    "_ZNSaIcED",
    "_ZNSaIwEC",
    "_ZNSaIwED",
    // Strings: characters only.
    "_ZNSs",
    "_ZNKSs",
    "_ZNSbIwSt",
    "_ZNKSbIwSt",
    "_ZNSt7__cxx1112basic_stringI",
    "_ZNKSt7__cxx1112basic_stringI",
    "_ZNSt7__cxx119to_string",
    "_ZStplIcSt11char_traits",
    "_ZSteqIcSt11char_traits",
    "_ZNSt7__cxx1112to_string",
    // Numbers from and to text, hashes.
    "_ZSt10from_chars",
    "_ZSt8to_chars",
    "_ZSt11_Hash_bytes",
    "_ZSt15_Fnv_hash_bytes",
    "_ZNSt8__detail20_Prime_rehash_policy",
    "_ZNKSt8__detail20_Prime_rehash_policy",
    // libc++ (inline namespace __1).
    "_ZNSt3__112basic_string",
    "_ZNSt3__19to_string",
    "_ZNSt3__18to_chars",
    "_ZNSt3__127__from_chars_floating_point",
    "_ZNSt3__113__hash_memory",
    "_ZNSt3__14stod",
    "_ZNSt3__14stoi",
};

/// Streams, locales and facets. Their inline functions, where a library has them
/// (libc++ has many), are seen by name before anything is inlined.
inline constexpr StringLiteral cxxStreamPrefixes[] = {
    // Streams: ostream, istream, iostream, ios, buffers, files, string streams.
    "_ZNSo",
    "_ZNKSo",
    "_ZNSi",
    "_ZNKSi",
    "_ZNSd",
    "_ZNKSd",
    "_ZStls",
    "_ZStrs",
    "_ZSt4endl",
    "_ZSt4ends",
    "_ZSt5flush",
    "_ZSt2ws",
    "_ZSt7getline",
    "_ZSt16__ostream_insert",
    "_ZSt21__istream_extract",
    "_ZSt16__ostream_write",
    "_ZNSt8ios_base",
    "_ZNKSt8ios_base",
    "_ZNSt9basic_ios",
    "_ZNKSt9basic_ios",
    "_ZNSt15basic_streambuf",
    "_ZNKSt15basic_streambuf",
    "_ZNSt13basic_filebuf",
    "_ZNKSt13basic_filebuf",
    "_ZNSt12__basic_file",
    "_ZNKSt12__basic_file",
    "_ZNSt13basic_ostream",
    "_ZNSt13basic_istream",
    "_ZNSt13basic_fstream",
    "_ZNSt14basic_ofstream",
    "_ZNSt14basic_ifstream",
    "_ZNSt14basic_iostream",
    "_ZNKSt13basic_ostream",
    "_ZNKSt13basic_istream",
    "_ZNKSt14basic_ifstream",
    "_ZNKSt14basic_ofstream",
    "_ZNSt7__cxx1115basic_stringbuf",
    "_ZNSt7__cxx1118basic_stringstream",
    "_ZNSt7__cxx1119basic_ostringstream",
    "_ZNSt7__cxx1119basic_istringstream",
    "_ZNKSt7__cxx1115basic_stringbuf",
    "_ZNKSt7__cxx1118basic_stringstream",
    "_ZNKSt7__cxx1119basic_ostringstream",
    "_ZNKSt7__cxx1119basic_istringstream",
    "_ZSt13__copy_streambufs",
    "_ZSt17__copy_streambufs",
    // Locales and facets.
    "_ZNSt6locale",
    "_ZNKSt6locale",
    "_ZSt9use_facet",
    "_ZSt9has_facet",
    "_ZSt13__try_use_facet",
    "_ZNSt5ctype",
    "_ZNKSt5ctype",
    "_ZNSt7codecvt",
    "_ZNKSt7codecvt",
    "_ZNSt7num_",
    "_ZNKSt7num_",
    "_ZNSt7__cxx118numpunct",
    "_ZNKSt7__cxx118numpunct",
    "_ZNSt8time_put",
    "_ZNKSt8time_put",
    // libc++ (inline namespace __1).
    "_ZNSt3__113basic_ostream",
    "_ZNKSt3__113basic_ostream",
    "_ZNSt3__113basic_istream",
    "_ZNKSt3__113basic_istream",
    "_ZNSt3__114basic_iostream",
    "_ZNSt3__115basic_streambuf",
    "_ZNKSt3__115basic_streambuf",
    "_ZNSt3__114basic_ofstream",
    "_ZNSt3__114basic_ifstream",
    "_ZNSt3__113basic_filebuf",
    "_ZNSt3__115basic_stringbuf",
    "_ZNKSt3__115basic_stringbuf",
    "_ZNKSt3__119basic_ostringstream",
    "_ZNKSt3__119basic_istringstream",
    "_ZNKSt3__118basic_stringstream",
    "_ZNSt3__113basic_fstream",
    "_ZNKSt3__114basic_ofstream",
    "_ZNKSt3__114basic_ifstream",
    "_ZNSt3__17codecvt",
    "_ZNSt3__17num_",
    "_ZNKSt3__17num_",
    "_ZNSt3__18numpunct",
    "_ZNSt3__19use_facet",
    "_ZNSt3__119basic_ostringstream",
    "_ZNSt3__119basic_istringstream",
    "_ZNSt3__118basic_stringstream",
    "_ZNSt3__18ios_base",
    "_ZNKSt3__18ios_base",
    "_ZNSt3__19basic_ios",
    "_ZNKSt3__19basic_ios",
    "_ZNSt3__16locale",
    "_ZNKSt3__16locale",
    "_ZNSt3__15ctype",
    "_ZNKSt3__15ctype",
    "_ZNSt3__1ls",
    "_ZNSt3__1rs",
    "_ZNSt3__14endl",
    "_ZNSt3__15flush",
    "_ZNSt3__124__put_character_sequence",
};

/// Of these, the members that keep what they are handed: buffers, other streams, functions to call.
/// (Itanium C++ ABI: the name behind its length, then E or a tag of the library's version.)
inline constexpr StringLiteral streamKeepers[] = {
    "4setgE", "4setgB", "4setpE", "4setpB", "9pubsetbuf", "6setbuf", "17register_callback",
};
/// And those that are handed a buffer or another stream by its address.
inline constexpr StringLiteral streamLinks[] = {
    "PSt15basic_streambuf",
    "PNS_15basic_streambuf",
    "3tieEP",
    "3tieB",
};
/// One character to a stream, or from there.
inline constexpr StringLiteral streamPuts[] = {"_ZNSo3putEc", "5sputcE", "5sputcB"};
inline constexpr StringLiteral streamGets[] = {"_ZNSi3getE", "6sbumpcE", "5sgetcE", "6snextcE"};

/// Objects of the library that own memory of the library's: their members may put another
/// address into them, `offset` bytes in.
struct OwnerFact {
  StringLiteral member; ///< prefix of the members that may; the first argument is the object
  StringLiteral type;   ///< of a result through memory
  unsigned offset;
  unsigned room = 0; ///< where it has some in itself, which the address leads to at first
};
inline constexpr OwnerFact owners[] = {
    {"_ZNSt7__cxx1112basic_stringI", "class.std::__cxx11::basic_string", 0, 16},
    {"_ZNSs", "class.std::basic_string", 0},
    {"_ZNSt6locale", "class.std::locale", 0},
    {"_ZNSt15__exception_ptr13exception_ptr", "class.std::__exception_ptr::exception_ptr", 0},
    {"_ZNSt13exception_ptr", "class.std::exception_ptr", 0},
    {"_ZNSt10filesystem7__cxx114path", "class.std::filesystem::__cxx11::path", 0},
    {"_ZNSt10filesystem7__cxx114path", "class.std::filesystem::__cxx11::path", 32}, // its parts
    {"_ZNSt3__112basic_string", "class.std::__1::basic_string", 16},
    {"_ZNSt3__16locale", "class.std::__1::locale", 0},
};

/// Static members of these classes, which have no object, have one of these in their names
/// (those of libstdc++ begin so).
inline constexpr StringLiteral staticMembers[] = {"_S_", "__from_native_exception_pointer"};

/// operator delete(void *): of memory that was asked for without an alignment.
inline constexpr StringLiteral ordinaryDelete = "_ZdlPv";

/// Of these, the strings.
inline constexpr StringLiteral textMembers[] = {
    "_ZNSt7__cxx1112basic_stringI",
    "_ZNSs",
    "_ZNSbIwSt",
    "_ZNSt3__112basic_string",
};

/// Constructors of exceptions, which keep what they are handed as text.
inline constexpr StringLiteral messageKeepers[] = {
    "_ZNSt11logic_errorC",  "_ZNSt12domain_errorC",   "_ZNSt16invalid_argumentC",
    "_ZNSt12length_errorC", "_ZNSt12out_of_rangeC",   "_ZNSt13runtime_errorC",
    "_ZNSt11range_errorC",  "_ZNSt14overflow_errorC", "_ZNSt15underflow_errorC",
};

/// Those whose code is in the headers, or comes from there (frontend/clang/StringMembers.h), and
/// operator+ of them. Not of strings that share their characters, as libstdc++ had them before
/// C++11.
inline constexpr StringLiteral differentiatedText[] = {
    "_ZNSt7__cxx1112basic_stringI",
    "_ZNKSt7__cxx1112basic_stringI",
    "_ZNSt3__112basic_string",
    "_ZNKSt3__112basic_string",
};
inline constexpr StringLiteral textSum = "_ZStplI", textOfHeaders = "St7__cxx1112basic_string";

/// Functions that write into a string which is their second argument.
inline constexpr StringLiteral intoString[] = {
    "_ZSt7getlineIcSt11char_traits",
    "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istream",
};

/// A throw (the object is the first argument) and a catch (its result is the object).
inline constexpr StringLiteral cxxThrowCall = "__cxa_throw";
inline constexpr StringLiteral cxxCatchCall = "__cxa_begin_catch";
inline constexpr StringLiteral throwShape = "vppp", catchShape = "pp";
/// Makes an exception of an object that is not thrown yet.
inline constexpr StringLiteral cxxKeptCall = "__cxa_init_primary_exception", keptShape = "pppp";
inline constexpr StringLiteral cxxRethrowCall = "__cxa_rethrow";
inline constexpr StringLiteral cxxRethrowPrefix = "_ZSt17rethrow_exception";

/// what() of the library's exceptions, which a catch of std::exception calls through a virtual
/// table that only the library has. (Other classes of the library inherit one of these, or are
/// templates and inline.)
inline constexpr StringLiteral whatOfExceptions[] = {
    "_ZNKSt9exception4whatEv",
    "_ZNKSt11logic_error4whatEv",
    "_ZNKSt13runtime_error4whatEv",
    "_ZNKSt9bad_alloc4whatEv",
    "_ZNKSt20bad_array_new_length4whatEv",
    "_ZNKSt8bad_cast4whatEv",
    "_ZNKSt10bad_typeid4whatEv",
    "_ZNKSt13bad_exception4whatEv",
    "_ZNKSt17bad_function_call4whatEv",
    "_ZNKSt12bad_weak_ptr4whatEv",
    "_ZNKSt12future_error4whatEv",
    "_ZNKSt8ios_base7failureB5cxx114whatEv",
    "_ZNKSt10filesystem7__cxx1116filesystem_error4whatEv",
};
/// Its place behind the two destructors, in addresses (Itanium C++ ABI); names of the library's
/// type information begin so.
inline constexpr unsigned whatSlot = 2;
inline constexpr StringLiteral cxxTypeInformation = "_ZTISt";

/// libstdc++'s std::__throw_length_error and libc++'s: the name follows a length.
inline constexpr StringLiteral cxxThrowScopes[] = {"_ZSt", "_ZNSt3__1", "_ZNSt8__detail",
                                                   "_ZNSt10filesystem"};
inline constexpr StringLiteral cxxThrow = "__throw_";
/// Those of them that report that there is no memory.
inline constexpr StringLiteral cxxNoMemory[] = {"__throw_length_error", "__throw_bad_alloc",
                                                "__throw_bad_array_new_length"};

} // namespace enzyme::calls
#endif
