//===- TeamCalls.h - what calls of OpenMP's runtime do in a team of one ----===//
//
// clang and flang write a parallel region as a function that __kmpc_fork_call runs in each
// thread of a team, and every construct in it as calls of LLVM's OpenMP runtime. In a team
// of one thread each of these has a plain meaning: a loop's share is the whole loop, the
// only thread is the first one, there is no waiting, a task runs where it is made.
//
// Source: openmp/runtime/src/kmp.h of LLVM 22; the OpenMP specification 5.2.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_OPENMP_TEAMCALLS_H
#define ENZYME_RULES_OPENMP_TEAMCALLS_H

#include "rules/Shape.h"
#include "rules/gpu/Meetings.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include <optional>

namespace enzyme {

enum class TeamCall : uint8_t {
  Fork,            ///< (ident, count, region, captures…)
  ForkIf,          ///< (ident, count, region, condition, captures)
  Share,           ///< (ident, thread, schedule, &isLast, &low, &high, &stride, step, chunk)
  ShareOfTeams,    ///< (ident, thread, schedule, &isLast, &low, &high, &highOfTeam, &stride, …)
  BeginDispatch,   ///< (ident, thread, schedule, low, high, stride, chunk)
  NextDispatch,    ///< (ident, thread, &isLast, &low, &high, &stride): another share?
  NewTask,         ///< (ident, thread, flags, bytes, bytes of what is shared, body)
  Task,            ///< (ident, thread, task, …): it may run
  TaskLoop,        ///< the same; its bounds are in it
  OwnSum,          ///< (thread, group, place): where a thread adds to `place`
  TaskWait,        ///< (ident, thread): waits for the tasks that this one has made
  WaitDependences, ///< (ident, thread, count, dependences, count, dependences, …)
  BeginGroup,      ///< (ident, thread): of tasks, and those that they make
  EndGroup,        ///< (ident, thread): waits for all of them
  BeginInPlace,    ///< (ident, thread, task): it is run at once, by a call
  EndInPlace,      ///< (ident, thread, task): it was
  Yield,           ///< (ident, thread, part): others may run
  SizeWanted,      ///< of the region that begins next
  Prelude,         ///< to that region, too: without meaning
  ThreadNumber,    ///< which thread runs
  TeamSize,        ///< how many run
  LargestTeam,     ///< how many would run in a region
  Ordered,         ///< (ident, thread): one thread at a time, in the order of iterations
  EndOrdered,      ///<
  Critical,        ///< (ident, thread, lock, …): one thread at a time, of all teams
  SetLock,         ///< (lock): the program's own
  UnsetLock,       ///<
  TestLock,        ///< (lock): the same, if it is free: not 0
  TryMutex,        ///< (lock): the same, and 0
  CopyPrivate, ///< (ident, thread, bytes, own, copy(to, from), isFrom): one thread's to all others
  Barrier,     ///< waits for the others of the team
  EndShare,    ///< tells that a share, or what one thread does, is done
  Reduce,      ///< how a thread adds what it has to the team's: 1 by itself, 2 atomically
  EndReduce,   ///< of what was added by itself
  EndReduceWait, ///< the same, and waits for the others
  Flush,         ///< (ident): what others wrote before an atomic access that is seen is seen
  Nothing,       ///< waits for other tasks or iterations, or tells them
  Zero,          ///< a number that counts from zero
  OneOf,         ///< may this thread be the one that does it?
  One,           ///< how many there are
  IsFirst,       ///< (ident, thread, number): is it the first one that is meant?
};

/// Of OpenMP's runtime: (ident) gives the number by which it knows the thread.
inline constexpr llvm::StringLiteral threadNumberCall = "__kmpc_global_thread_num";

/// Of OpenMP's runtime: (ident, thread, lock) ends what one thread does at a time.
inline constexpr llvm::StringLiteral endCriticalCall = "__kmpc_end_critical";

/// The same: (ident, thread, count) asks for the size of the team that begins next.
inline constexpr llvm::StringLiteral sizeCall = "__kmpc_push_num_threads";

/// The same: (ident, thread) begin and end what the thread runs as a team of its own.
inline constexpr llvm::StringLiteral serialCall = "__kmpc_serialized_parallel";
inline constexpr llvm::StringLiteral endSerialCall = "__kmpc_end_serialized_parallel";

/// The same: (ident, thread) is it this one that does it? One of them does, or the first one.
inline constexpr llvm::StringLiteral singleCall = "__kmpc_single", masterCall = "__kmpc_master";
inline constexpr llvm::StringLiteral endSingleCall = "__kmpc_end_single";
inline constexpr llvm::StringLiteral beginGroupCall = "__kmpc_taskgroup";
inline constexpr llvm::StringLiteral endGroupCall = "__kmpc_end_taskgroup";
/// What tasks of a group add to; the same of a construct's modifier, and its end.
inline constexpr llvm::StringLiteral taskSumsCall = "__kmpc_taskred_init";
inline constexpr llvm::StringLiteral modifiedSumsCall = "__kmpc_taskred_modifier_init";
inline constexpr llvm::StringLiteral endModifiedSumsCall = "__kmpc_task_reduction_modifier_fini";
inline constexpr llvm::StringLiteral endMasterCall = "__kmpc_end_master";

/// The same: (ident, thread, variable, bytes, cache) gives the address of what the thread has of a
/// variable of which each has its own, as flang asks for it; clang has variables of threads.
inline constexpr llvm::StringLiteral ownVariableCall = "__kmpc_threadprivate_cached";
inline constexpr llvm::StringLiteral ownVariableShape = "ppnpnp";

/// Of Fortran's runtime: (to, from, file, line) assigns arrays.
inline constexpr llvm::StringLiteral assignArraysCall = "_FortranAAssign";

/// The same of OpenMP's: (ident, thread) waits for the others of the team.
inline constexpr llvm::StringLiteral barrierCall = "__kmpc_barrier";

/// A region that every thread of a team runs, without conditions.
inline constexpr llvm::StringLiteral forkCall = "__kmpc_fork_call";
/// A region that the first thread of every team of a league runs, and how many there may be.
inline constexpr llvm::StringLiteral leagueCall = "__kmpc_fork_teams";
inline constexpr llvm::StringLiteral leagueSizeCall = "__kmpc_push_num_teams";
inline bool mayHaveTeams(const llvm::Module &module) { return module.getFunction(forkCall); }

/// On a call of a region that each thread of a team makes (parallel/Teams.h); in derivatives
/// with a value (shadow/TeamCalls.h).
inline constexpr llvm::StringLiteral teamAttribute = "enzyme-team";
inline bool isTeamCall(const llvm::CallBase &call) { return call.hasFnAttr(teamAttribute); }

/// On a region's function in which threads compute more than their share of loops: its derivative
/// is that of a team.
inline constexpr llvm::StringLiteral countsOnTeamAttribute = "enzyme-counts-on-team";

/// void (void ()): in each thread of the teams that the program begins.
inline constexpr llvm::StringLiteral teamEach = "enzyme_rt_team_each";
/// void (): in a reverse sweep, the program ends if another thread ran this part of the primal one.
inline constexpr llvm::StringLiteral teamSameThread = "enzyme_rt_team_same_thread";

/// On a parameter of such a function: a variable that holds addresses, and nothing else.
inline constexpr llvm::StringLiteral ofAddressesAttribute = "enzyme-of-addresses";

/// void (): waits for the others of the team, in both sweeps. Outside a team it does nothing.
inline constexpr llvm::StringLiteral teamBarrier = "enzyme_rt_team_barrier";
/// The same where the team has tasks: threads run them meanwhile (runtime/tasks.c).
inline constexpr llvm::StringLiteral teamJoin = "enzyme_rt_team_join";
inline bool isTeamBarrier(const llvm::Function &function) {
  return function.isDeclaration() &&
         (function.getName() == teamBarrier || function.getName() == teamJoin);
}
inline bool isTeamBarrier(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && isTeamBarrier(*callee);
}

/// void (ptr lock): from one to the other one thread at a time. The reverse sweep goes through the
/// sections of a lock in the opposite order, whichever threads they are of (runtime/locks.c).
inline constexpr llvm::StringLiteral teamEnter = "enzyme_rt_team_enter";
inline constexpr llvm::StringLiteral teamLeave = "enzyme_rt_team_leave";
/// The same where the program takes and gives up the lock itself.
inline constexpr llvm::StringLiteral teamHold = "enzyme_rt_team_hold";
inline constexpr llvm::StringLiteral teamDrop = "enzyme_rt_team_drop";
inline bool isTeamLock(const llvm::Function &function) {
  constexpr llvm::StringLiteral doors[] = {teamEnter, teamLeave, teamHold, teamDrop};
  return function.isDeclaration() && llvm::is_contained(doors, function.getName());
}
/// Does such a section end there?
inline bool isTeamExit(const llvm::Function &function) {
  return function.getName() == teamLeave || function.getName() == teamDrop;
}

/// Locks of the runtime library's, as compilers make those of critical sections: (i32 x lockWords).
inline constexpr llvm::StringLiteral atomicsLock = "enzyme_rt_team_atomics";
inline constexpr llvm::StringLiteral orderedLock = "enzyme_rt_team_ordered";
inline constexpr unsigned lockWords = 8;

/// On a call of a task's body, beside teamAttribute: some thread of the team makes it, before the
/// next such wait or barrier that it belongs to. The order in which the program makes tasks is one
/// in which they could run, so that to analyses each runs where it is made.
inline constexpr llvm::StringLiteral taskAttribute = "enzyme-task";
inline bool isTaskCall(const llvm::CallBase &call) { return call.hasFnAttr(taskAttribute); }
/// On such a call that hands words on in memory of the function that makes the task, which may have
/// put others there by the time the task runs (bits/WordsInMemory.h).
inline constexpr llvm::StringLiteral taskWordsAttribute = "enzyme-task-words";

/// void (): what waits for tasks; threads run tasks meanwhile.
inline constexpr llvm::StringLiteral teamTaskWait = "enzyme_rt_team_taskwait";
inline constexpr llvm::StringLiteral teamGroup = "enzyme_rt_team_group";
inline constexpr llvm::StringLiteral teamEndGroup = "enzyme_rt_team_end_group";
/// Does what `function` waits for include tasks?
inline bool isTaskWait(const llvm::Function &function) {
  constexpr llvm::StringLiteral waits[] = {teamJoin, teamTaskWait, teamGroup, teamEndGroup};
  return function.isDeclaration() && llvm::is_contained(waits, function.getName());
}
/// Of the task that is made next: void (flags, isDeferred, count, dependences).
inline constexpr llvm::StringLiteral teamNextTask = "enzyme_rt_team_next_task";
/// void (address): other threads know it. Only analyses have to do with it.
inline constexpr llvm::StringLiteral teamPublish = "enzyme_rt_team_publish";
/// Into how many tasks a loop falls: i64 (iterations, kind of wish, wish).
inline constexpr llvm::StringLiteral teamPieces = "enzyme_rt_team_pieces";

/// Does it wait for other threads of the team (or of the device), or let them go on? Both sweeps
/// call it, whatever it has to do with numbers. To analyses it is a call that may read and write
/// all that others see: what the others wrote before, or will write after.
inline bool isTeamWait(const llvm::Function &function) {
  return isTeamBarrier(function) || isTeamLock(function) || isTaskWait(function) ||
         isDeviceMeeting(function);
}
inline bool isTeamWait(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && isTeamWait(*callee);
}

/// Of the calls that end a share, those with this name end an iteration of an ordered loop.
inline constexpr llvm::StringLiteral endOfIterationPrefix = "__kmpc_dispatch_fini";

struct TeamRow {
  llvm::StringLiteral name;
  TeamCall call;
};

/// Calls that compilers write.
inline constexpr TeamRow teamRows[] = {
    {forkCall, TeamCall::Fork},
    {leagueCall, TeamCall::Fork},
    {"__kmpc_fork_call_if", TeamCall::ForkIf},
    {"__kmpc_for_static_init_4", TeamCall::Share},
    {"__kmpc_for_static_init_4u", TeamCall::Share},
    {"__kmpc_for_static_init_8", TeamCall::Share},
    {"__kmpc_for_static_init_8u", TeamCall::Share},
    {"__kmpc_dist_for_static_init_4", TeamCall::ShareOfTeams},
    {"__kmpc_dist_for_static_init_4u", TeamCall::ShareOfTeams},
    {"__kmpc_dist_for_static_init_8", TeamCall::ShareOfTeams},
    {"__kmpc_dist_for_static_init_8u", TeamCall::ShareOfTeams},
    {"__kmpc_for_static_fini", TeamCall::EndShare},
    {"__kmpc_distribute_static_fini", TeamCall::EndShare},
    {"__kmpc_dispatch_init_4", TeamCall::BeginDispatch},
    {"__kmpc_dispatch_init_4u", TeamCall::BeginDispatch},
    {"__kmpc_dispatch_init_8", TeamCall::BeginDispatch},
    {"__kmpc_dispatch_init_8u", TeamCall::BeginDispatch},
    {"__kmpc_dispatch_next_4", TeamCall::NextDispatch},
    {"__kmpc_dispatch_next_4u", TeamCall::NextDispatch},
    {"__kmpc_dispatch_next_8", TeamCall::NextDispatch},
    {"__kmpc_dispatch_next_8u", TeamCall::NextDispatch},
    {"__kmpc_dispatch_fini_4", TeamCall::EndShare},
    {"__kmpc_dispatch_fini_4u", TeamCall::EndShare},
    {"__kmpc_dispatch_fini_8", TeamCall::EndShare},
    {"__kmpc_dispatch_fini_8u", TeamCall::EndShare},
    {"__kmpc_dispatch_deinit", TeamCall::EndShare},
    {threadNumberCall, TeamCall::Zero},
    {sizeCall, TeamCall::SizeWanted},
    {leagueSizeCall, TeamCall::Prelude},
    {"__kmpc_push_proc_bind", TeamCall::Prelude},
    {serialCall, TeamCall::Prelude},
    {endSerialCall, TeamCall::Prelude},
    {barrierCall, TeamCall::Barrier},
    {"__kmpc_flush", TeamCall::Flush},
    {"__kmpc_critical", TeamCall::Critical},
    {"__kmpc_critical_with_hint", TeamCall::Critical},
    {endCriticalCall, TeamCall::Critical},
    {"__kmpc_ordered", TeamCall::Ordered},
    {"__kmpc_end_ordered", TeamCall::EndOrdered},
    {singleCall, TeamCall::OneOf},
    {endSingleCall, TeamCall::EndShare},
    {"__kmpc_copyprivate", TeamCall::CopyPrivate},
    {masterCall, TeamCall::OneOf},
    {endMasterCall, TeamCall::EndShare},
    {"__kmpc_masked", TeamCall::IsFirst},
    {"__kmpc_end_masked", TeamCall::EndShare},
    {"__kmpc_reduce", TeamCall::Reduce},
    {"__kmpc_end_reduce", TeamCall::EndReduceWait},
    {"__kmpc_reduce_nowait", TeamCall::Reduce},
    {"__kmpc_end_reduce_nowait", TeamCall::EndReduce},
    {"__kmpc_omp_task_alloc", TeamCall::NewTask},
    {"__kmpc_omp_task", TeamCall::Task},
    {"__kmpc_omp_task_with_deps", TeamCall::Task},
    {"__kmpc_taskloop", TeamCall::TaskLoop},
    {"__kmpc_omp_task_begin_if0", TeamCall::BeginInPlace},
    {"__kmpc_omp_task_complete_if0", TeamCall::EndInPlace},
    {"__kmpc_omp_taskwait", TeamCall::TaskWait},
    {"__kmpc_omp_wait_deps", TeamCall::WaitDependences},
    {"__kmpc_omp_taskwait_deps_51", TeamCall::WaitDependences},
    {"__kmpc_omp_taskyield", TeamCall::Yield},
    {beginGroupCall, TeamCall::BeginGroup},
    {endGroupCall, TeamCall::EndGroup},
    {taskSumsCall, TeamCall::Nothing},
    {modifiedSumsCall, TeamCall::Nothing},
    {endModifiedSumsCall, TeamCall::Nothing},
    {"__kmpc_task_reduction_get_th_data", TeamCall::OwnSum},
    {"__kmpc_doacross_init", TeamCall::Nothing},
    {"__kmpc_doacross_post", TeamCall::Nothing},
    {"__kmpc_doacross_wait", TeamCall::Nothing},
    {"__kmpc_doacross_fini", TeamCall::Nothing},
};

/// Calls that programs write: what they mean in a region. The two with an underscore are
/// Fortran's.
inline constexpr TeamRow teamQuestions[] = {
    {"omp_get_thread_num", TeamCall::ThreadNumber},
    {"omp_get_thread_num_", TeamCall::ThreadNumber},
    {"omp_get_num_threads", TeamCall::TeamSize},
    {"omp_get_num_threads_", TeamCall::TeamSize},
    {"omp_get_max_threads", TeamCall::LargestTeam},
    {"omp_get_max_threads_", TeamCall::LargestTeam},
    {"omp_get_team_num", TeamCall::Zero},
    {"omp_get_team_num_", TeamCall::Zero},
    {"omp_get_num_teams", TeamCall::One},
    {"omp_get_num_teams_", TeamCall::One},
    {"omp_in_parallel", TeamCall::Zero},
    {"omp_in_parallel_", TeamCall::Zero},
    {"omp_get_thread_limit", TeamCall::One},
    {"omp_get_thread_limit_", TeamCall::One},
    {"omp_set_lock", TeamCall::SetLock},
    {"omp_set_lock_", TeamCall::SetLock},
    {"omp_unset_lock", TeamCall::UnsetLock},
    {"omp_unset_lock_", TeamCall::UnsetLock},
    {"omp_test_lock", TeamCall::TestLock},
    {"omp_test_lock_", TeamCall::TestLock},
    {"omp_set_nest_lock", TeamCall::SetLock}, // who has it enters again: so do tickets
    {"omp_set_nest_lock_", TeamCall::SetLock},
    {"omp_unset_nest_lock", TeamCall::UnsetLock},
    {"omp_unset_nest_lock_", TeamCall::UnsetLock},
    {"omp_test_nest_lock", TeamCall::TestLock},
    {"omp_test_nest_lock_", TeamCall::TestLock},
    {"pthread_mutex_lock", TeamCall::SetLock},
    {"pthread_mutex_unlock", TeamCall::UnsetLock},
    {"pthread_mutex_trylock", TeamCall::TryMutex},
    {"_ZNSt3__15mutex4lockEv", TeamCall::SetLock},
    {"_ZNSt3__15mutex6unlockEv", TeamCall::UnsetLock},
    {"_ZNSt3__15mutex8try_lockEv", TeamCall::TestLock},
    {"omp_get_active_level", TeamCall::Zero},
    {"omp_get_active_level_", TeamCall::Zero},
};

/// What such calls look like (rules/Shape.h).
inline llvm::StringRef shapeOf(TeamCall call) {
  switch (call) {
  case TeamCall::Fork:
    return "vpnp*";
  case TeamCall::ForkIf:
    return "vpnpnp";
  case TeamCall::Share:
    return "vpnnppppss";
  case TeamCall::ShareOfTeams:
    return "vpnnpppppss";
  case TeamCall::BeginDispatch:
    return "vpnnssss";
  case TeamCall::NextDispatch:
    return "npnpppp";
  case TeamCall::NewTask:
    return "ppnnnnp";
  case TeamCall::Task:
  case TeamCall::TaskLoop:
    return ".pnp-";
  case TeamCall::OwnSum:
    return "pnpp";
  case TeamCall::BeginInPlace:
  case TeamCall::EndInPlace:
    return "vpnp";
  case TeamCall::CopyPrivate:
    return "vpnnppn";
  case TeamCall::WaitDependences:
    return "vpnnpnp-";
  case TeamCall::TestLock:
  case TeamCall::TryMutex:
    return "np";
  case TeamCall::Critical:
    return "vpnp-";
  case TeamCall::ThreadNumber:
  case TeamCall::TeamSize:
  case TeamCall::LargestTeam:
    return "n";
  case TeamCall::SizeWanted:
  case TeamCall::Prelude:
  case TeamCall::EndShare:
  case TeamCall::Flush:
  case TeamCall::TaskWait:
  case TeamCall::BeginGroup:
  case TeamCall::EndGroup:
  case TeamCall::Yield:
  case TeamCall::Nothing:
    return ".-";
  case TeamCall::Barrier:
  case TeamCall::Ordered:
  case TeamCall::EndOrdered:
    return "vpn";
  case TeamCall::SetLock:
  case TeamCall::UnsetLock:
    return ".p";
  case TeamCall::EndReduce:
  case TeamCall::EndReduceWait:
    return "vpnp";
  case TeamCall::Zero:
  case TeamCall::OneOf:
  case TeamCall::Reduce:
  case TeamCall::One:
    return "n-";
  case TeamCall::IsFirst:
    return "npnn";
  }
  llvm_unreachable("all calls are listed");
}

/// Locks and their like, of C, C++ and POSIX: threads wait for each other there, which a reverse
/// sweep would have to do in the opposite order.
inline bool waitsOtherwise(llvm::StringRef name) {
  constexpr llvm::StringLiteral prefixes[] = {
      "pthread_", "mtx_", "cnd_", "sem_", "call_once", "futex", "syscall",
      // of C++'s libraries
      "_ZNSt18condition_variable", "_ZNSt28__atomic_futex_unsigned_base", "_ZNSt3__15mutex",
      "_ZNSt3__118condition_variable", "_ZNSt3__119__shared_mutex_base"};
  return name != "pthread_self" &&
         llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return name.starts_with(prefix); });
}

/// The first thread that comes by initialises a static variable of C++, for which others wait
/// (Itanium C++ ABI, 3.3.3): of the variable's guard, the call that may wait, and the one that ends
/// it.
constexpr llvm::StringLiteral guardAcquire = "__cxa_guard_acquire";
constexpr llvm::StringLiteral guardRelease = "__cxa_guard_release";
constexpr llvm::StringLiteral guardPrefix = "_ZGV";

template <size_t Count>
std::optional<TeamCall> teamCallIn(const TeamRow (&rows)[Count], const llvm::CallBase &call,
                                   llvm::StringRef name) {
  for (const TeamRow &row : rows)
    if (row.name == name && hasShape(call, shapeOf(row.call)))
      return row.call;
  return std::nullopt;
}

} // namespace enzyme
#endif
