/*===- runtime.h - the ABI between derivative code and its runtime -------===
 *
 * Derivative code keeps values between its two sweeps on a tape: a per-thread
 * arena that grows upwards in chunks and is released as a whole down to a mark.
 * Derivative functions inline the bump; only a full chunk calls the runtime.
 *
 *   top-level derivative:   mark = enzyme_rt_mark(); … enzyme_rt_release(mark);
 *   keep n bytes:           p = enzyme_rt_alloc(n)      (16-byte aligned, not cleared)
 *   primal calls free(q):   enzyme_rt_defer(q, free)    (done at release, in order)
 *
 * Releasing also happens when an exception unwinds through the derivative.
 * All functions are thread safe: a thread sees only its own arena.
 *===----------------------------------------------------------------------===*/
#ifndef ENZYME_RUNTIME_H
#define ENZYME_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ENZYME_RT_ABI_VERSION 2

/** Opaque position on the calling thread's tape. */
typedef struct enzyme_rt_mark_t {
  void *position;
  void *chunk;
  void *deferred;
} enzyme_rt_mark_t;

/** Writes the current position to *mark. */
void enzyme_rt_mark(enzyme_rt_mark_t *mark);

/** Frees everything kept and runs everything deferred since *mark. */
void enzyme_rt_release(const enzyme_rt_mark_t *mark);

/** `bytes` of tape, 16-byte aligned, contents undefined. Aborts with a sentence
 *  when memory is exhausted. */
void *enzyme_rt_alloc(size_t bytes);

/** As enzyme_rt_alloc, for variables that want a larger alignment, a power of two. */
void *enzyme_rt_alloc_aligned(size_t bytes, size_t alignment);

/** As enzyme_rt_alloc, cleared. */
void *enzyme_rt_alloc_zeroed(size_t bytes);

/** Frees `memory` by `release(memory)` when the tape is released; null is ignored. */
void enzyme_rt_defer(void *memory, void (*release)(void *));

/** As enzyme_rt_defer for deallocators with further arguments (size, alignment). */
void enzyme_rt_defer2(void *memory, void (*release)(void *, size_t), size_t second);
void enzyme_rt_defer3(void *memory, void (*release)(void *, size_t, size_t), size_t second,
                      size_t third);

/** `malloc`, `calloc` and `free` of derivative code: small blocks are kept for the next that asks
 *  (runtime/blocks.c). */
void *enzyme_rt_take_block(size_t bytes);
void *enzyme_rt_take_cleared(size_t count, size_t each);
void enzyme_rt_give_block(void *memory);
/** The same of several at once, as the lanes of a derivative need them; those to be freed may be
 *  null. And their first bytes are cleared. */
void enzyme_rt_take_blocks(void **blocks, size_t count, size_t bytes);
void enzyme_rt_give_blocks(void *const *blocks, size_t count);
void enzyme_rt_clear_blocks(void *const *blocks, size_t count, size_t bytes);

/** Derivatives of parallel regions (runtime/team.c): `body(frame, tape)` in each thread of a team,
 *  where `tape` is what it gave in the thread of the same number. The team that was recorded lives
 * as long as the calling thread's tape; `isLast`: it is reversed once only. */
typedef void *(*enzyme_rt_team_body)(void *frame, void *tape);
void enzyme_rt_team_run(enzyme_rt_team_body body, void *frame);
void *enzyme_rt_team_record(enzyme_rt_team_body body, void *frame);
void enzyme_rt_team_reverse(enzyme_rt_team_body body, void *frame, void *team, int32_t isLast);

/** `function` in each thread of the teams that the program begins. Stops the program if the calling
 *  thread is not the one that was recorded in its place. */
void enzyme_rt_team_each(void (*function)(void));
void enzyme_rt_team_same_thread(void);

/** Between them the threads of a team come in the order of their numbers, each once; *turn is 0
 * when the team begins. */
void enzyme_rt_team_await_turn(int32_t *turn);
void enzyme_rt_team_end_turn(int32_t *turn);

/** What a thread adds to memory that others add to as well, gathered in a table of its own until it
 *  ends (runtime/sums.c). */
void *enzyme_rt_sums_begin(void);
void enzyme_rt_sums_add(void *table, double *place, double number);
void enzyme_rt_sums_end(void *table);

/** Waits for the other threads of the team, if there are any. */
void enzyme_rt_team_barrier(void);

/** Between them one thread at a time (runtime/locks.c); `lock` is one of OpenMP's critical
 * sections. `recorded`: in the primal sweep, where leaving gives a ticket; `reversed`: in the
 * reverse sweep, which begins with leaving. */
void enzyme_rt_team_enter(void *lock);
void enzyme_rt_team_leave(void *lock);
void enzyme_rt_team_enter_recorded(void *lock);
int64_t enzyme_rt_team_leave_recorded(void *lock);
void enzyme_rt_team_leave_reversed(void *lock, int64_t ticket);
void enzyme_rt_team_enter_reversed(void *lock);
extern int32_t enzyme_rt_team_atomics[8], enzyme_rt_team_ordered[8];
/** The same without the lock itself, which the program has, or had. */
void enzyme_rt_team_hold(void *lock);
void enzyme_rt_team_drop(void *lock);
void enzyme_rt_team_hold_recorded(void *lock);
int64_t enzyme_rt_team_drop_recorded(void *lock);
void enzyme_rt_team_drop_reversed(void *lock, int64_t ticket);
void enzyme_rt_team_hold_reversed(void *lock);

/** Tasks of a team (runtime/tasks.c): `body(frame, NULL)` in some thread, with a copy of the frame;
 *  `recorded`: `reverse(frame, tape)` in the same thread, in the reverse sweep, which waits for it
 * at `reversed`, which gives the frame. What is said of the next one; into how many tasks a loop
 * falls; waits. */
void enzyme_rt_team_next_task(int32_t flags, int32_t isDeferred, int32_t count, const void *list);
int64_t enzyme_rt_team_pieces(int64_t iterations, int32_t kind, int64_t wanted);
void enzyme_rt_team_task(enzyme_rt_team_body body, void *frame, size_t bytes);
void *enzyme_rt_team_task_recorded(enzyme_rt_team_body body, enzyme_rt_team_body reverse,
                                   void *frame, size_t bytes);
void *enzyme_rt_team_task_reversed(void *tape);
void enzyme_rt_team_taskwait(void);
void *enzyme_rt_team_taskwait_recorded(void);
void enzyme_rt_team_taskwait_reversed(void *tape);
void enzyme_rt_team_group(void);
void enzyme_rt_team_group_recorded(void);
void enzyme_rt_team_end_group(void);
void *enzyme_rt_team_end_group_recorded(void);
void enzyme_rt_team_end_group_reversed(void *tape);
void enzyme_rt_team_join(void);
void *enzyme_rt_team_join_recorded(void);
void enzyme_rt_team_join_reversed(void *tape);

/** Bytes at the beginning of a split derivative's tape that belong to the runtime,
 *  but for the first two words: what the primal sweep hands to the reverse sweep,
 *  and a tag that tells tapes of different derivatives apart. */
#define ENZYME_RT_TAPE_HEADER 64

/** A tape of a split derivative: `bytes`, at least the header, all zero. Given back
 *  by enzyme_rt_free_tape with everything that was kept on it; what was deferred
 *  is run then. Any thread may do that. */
void *enzyme_rt_new_tape(size_t bytes);
void enzyme_rt_free_tape(void *tape);

/** From open to close the calling thread keeps and defers on `tape`. Discard instead
 *  of close when an exception passes: frees the tape too. */
void enzyme_rt_tape_open(void *tape);
void enzyme_rt_tape_close(void *tape);
void enzyme_rt_tape_discard(void *tape);

/** Stops the program unless `tape` has this tag. */
void enzyme_rt_tape_check(const void *tape, uint64_t tag);

/** The frames of a loop whose length was unknown, oldest first; each begins with the
 *  address of the one before. On the calling thread's tape. */
void **enzyme_rt_tape_frames(void *newest);

/** Zeroed memory of the system's, null if there is none; back to it; and what the program asked
 *  for (mmap's arguments), over such memory: not 0 if that failed. */
void *enzyme_rt_map(size_t bytes);
void enzyme_rt_unmap(void *memory, size_t bytes);
int enzyme_rt_map_over(void *memory, size_t bytes, int protection, int flags, int file,
                       long offset);

/** Shadow memory for const arguments of registered rules: reads as zero, may be
 *  written, of (practically) any size; each call gives another piece, which the second
 *  function gives back. Stops the program when no address space is left. */
#define ENZYME_RT_SCRATCH_BYTES ((uint64_t)1 << 36)
void *enzyme_rt_scratch(void);
void enzyme_rt_free_scratch(void *memory);

/** `bytes` from malloc for results that have one value per lane (enzyme_width known
 *  at run time); the program frees them. Stops the program when there is no memory. */
void *enzyme_rt_lanes(size_t bytes);

/** Stops the program with "enzyme: <message> (file:line)" and exit code 1. */
void enzyme_rt_refuse(const char *message, const char *position) __attribute__((noreturn));
/** The same of a call through a pointer to `function`, which has no derivative: says which it is.
 */
void enzyme_rt_refuse_function(const void *function, const char *position)
    __attribute__((noreturn));

/** The bound on rounding errors that a derivative sums up, one per thread: begins at
 *  zero and returns what there was before; adds; ends, returns the sum and goes back to
 *  what there was. */
double enzyme_rt_error_begin(void);
void enzyme_rt_error_add(double term);
double enzyme_rt_error_end(double before);

/** Arithmetic in the format of `exponent` and `significand` bits, at most double's:
 *  one rounding, to nearest, ties to even. `x` (and `y`, …) are in the format, except
 *  for the first two. */
double enzyme_rt_round(double x, int32_t exponent, int32_t significand);
#ifdef __SIZEOF_FLOAT128__
double enzyme_rt_round_quad(__float128 x, int32_t exponent, int32_t significand);
#endif
double enzyme_rt_sqrt(double x, int32_t exponent, int32_t significand);
double enzyme_rt_fma(double x, double y, double z, int32_t exponent, int32_t significand);
double enzyme_rt_ldexp(double x, int32_t n, int32_t exponent, int32_t significand);
double enzyme_rt_nextafter(double x, double y, int32_t exponent, int32_t significand);

/** Formats of a float piece. */
enum {
  ENZYME_RT_HALF = 0,
  ENZYME_RT_FLOAT = 1,
  ENZYME_RT_DOUBLE = 2,
  ENZYME_RT_EXTENDED = 3,
  ENZYME_RT_QUAD = 4,
  ENZYME_RT_FLOAT_OR_DOUBLE = 5 /* in each word a double, or one float where it begins */
};
/** What is not a float that can be checked; and addresses. */
enum { ENZYME_RT_NONE = -1, ENZYME_RT_POINTER = -2 };
/** With a format: the shadow is one that derivatives keep beside a global. */
enum { ENZYME_RT_OF_GLOBAL = 16, ENZYME_RT_MAY_BE_OWN = 32 };

/** With a format, for pull and spread: the bytes are a part of a number, which lies as a whole
 *  at one end, or at neither. */
enum {
  ENZYME_RT_PART_NUMBER = 15, /* the format, 15: not known */
  ENZYME_RT_PART = 256,
  ENZYME_RT_PART_OF_SOURCE = 512,
  ENZYME_RT_PART_OF_TARGET = 1024,
  ENZYME_RT_PARTS_TOGETHER = 2048, /* with it: all others are moved at once */
  ENZYME_RT_PART_OFFSET = 4096     /* times where in the number they lie */
};

/** Memory of unknown contents; `place` is where the program moves it, or
 *  null. Shadow sweep: words that are
 *  addresses are copied. The same from constant memory: all others are cleared. */
void enzyme_rt_copy_raw(void *destination, const void *source, size_t bytes, const char *place);
void enzyme_rt_copy_const_raw(void *destination, const void *source, size_t bytes,
                              const char *place);

/** Pull: source += destination; destination = 0 on all words that are not addresses.
 *  A null source is constant memory. `format` is what the program computes with
 *  (ENZYME_RT_FLOAT, ENZYME_RT_DOUBLE, ENZYME_RT_FLOAT_OR_DOUBLE), else -1: then two
 *  adjoints that meet stop the program. */
void enzyme_rt_pull_raw(void *destination, void *source, size_t bytes, int format,
                        const char *place);

/** The derivative that a program asked for returns: stops the program if an adjoint has arrived in
 *  part by then. */
void enzyme_rt_sweep_ends(void);

/** The opposite of the pull: destination = source on all words that are not addresses. */
void enzyme_rt_spread_raw(void *destination, const void *source, size_t bytes, int format,
                          const char *place);

/** Adjoints of doubles or floats, of `number` bytes, were added at `place`, one every
 *  `period` of `bytes`, which need not be multiples of `number`: pull_raw must know
 *  where they lie. Or were taken. */
void enzyme_rt_skewed(const void *place, size_t bytes, size_t period, size_t number);
void enzyme_rt_unskewed(const void *place, size_t bytes);
/** The same of numbers that lie as they should, beside others of another type. */
void enzyme_rt_placed(const void *place, size_t bytes, size_t period, size_t number);

/** Floats are here where addresses may have been, in memory that a pool of the program's own
 *  has given out: words that are addresses are not adjoints, and are cleared. */
void enzyme_rt_forget_addresses(void *place, size_t bytes);
/** The same of addresses that copies of memory of unknown type have brought. */
void enzyme_rt_forget_moved(void *place, size_t bytes);

/** Derivative code throws `object`; `isActive` if it may hold active values. */
void enzyme_rt_throws(const void *object, int isActive);

/** Derivative code catches an exception (the unwinder's header; the object, null if
 *  it is not looked at). Stops the program if a derivative would be lost. */
void enzyme_rt_catches(const void *exception, const void *object, int leftActiveCall,
                       const char *position);

/** Exceptions that are caught inside derivatives (runtime/exceptions.c, library/cxx/Exceptions.ll).
 *  `exception` is the unwinder's header, `object` what was thrown, a slot the number of an object
 *  that derivative code has thrown and that has not been destroyed, or -1. Around a call of a
 * derivative: the next one may return instead of being left by an exception, or may not; the
 * exception because of which it returned, or null; raise it again here. */
void enzyme_rt_exception_expect(void);
void enzyme_rt_exception_alone(void);
void *enzyme_rt_exception_left(void);
void enzyme_rt_exception_again(void *exception);
/** In a derivative: was that said to it; return because of `exception`; let it pass after all. */
int enzyme_rt_exception_expected(void);
void enzyme_rt_exception_leave(void *exception);
void enzyme_rt_exception_escape(void *exception);
/** `object` is thrown, with memory for its shadow; the unwinder destroys it; or the library keeps
 *  it. */
int64_t enzyme_rt_exception_thrown(void *object, void *destructor);
void enzyme_rt_exception_shadow(void *object, void *memory, int isOnTape);
void enzyme_rt_exception_gone(void *object);
void enzyme_rt_exception_disown(void *object);
/** The slot of an exception; of one that a handler begins with, which then stays alive; and of
 *  the one whose last handler ends. */
int64_t enzyme_rt_exception_slot(void *exception);
int64_t enzyme_rt_exception_caught(void *exception);
int64_t enzyme_rt_exception_last(void);
/** Is a pointer thrown? How far behind the object (or where that points) lies what is caught? */
bool enzyme_rt_exception_is_pointer(void *exception);
int64_t enzyme_rt_exception_distance(void *exception, void *caught);
void *enzyme_rt_exception_destructor(int64_t slot);
void enzyme_rt_exception_destroy(void *destructor, void *object);
void enzyme_rt_exception_forget(int64_t slot);

/** Jumps inside derivatives (runtime/jumps.c, prepare/Jumps.h). setjmp(buffer) was called. Around a
 *  call of a derivative: the next one may return instead of jumping, or may not; the buffer because
 * of which it returned, or null; and the value that goes there, never 0. */
void enzyme_rt_jump_place(void *buffer);
void enzyme_rt_jump_expect(void);
void enzyme_rt_jump_alone(void);
void *enzyme_rt_jump_left(void);
int enzyme_rt_jump_value(void);
/** In a derivative: was that said to it; return because of longjmp(buffer, value); jump after all.
 */
int enzyme_rt_jump_expected(void);
void enzyme_rt_jump_leave(void *buffer, int value);
void enzyme_rt_jump_escape(void *buffer, int value) __attribute__((noreturn));

/** Threads that run where they are started (runtime/threads.c, library/cxx/Threads.ll): the
 *  slot of a new one, its number for the program, and the slot of a number, -1 for a thread of the
 *  system's. */
int64_t enzyme_rt_thread_begin(void);
int64_t enzyme_rt_thread_end(int64_t slot);
int64_t enzyme_rt_thread_slot(uint64_t number);
void enzyme_rt_thread_forget(int64_t slot);
void enzyme_rt_thread_returns(int64_t slot, int result);
int enzyme_rt_thread_returned(int64_t slot);
/** pthread_once and its kin: must this caller do it? It says so when it is done, or when an
 *  exception ended the attempt: the next caller must do it then. */
bool enzyme_rt_once_begin(int *once);
void enzyme_rt_once_end(int *once);
void enzyme_rt_once_failed(int *once);

/** -fenzyme-trap-nan: `operation` of the primal at `place` ("file:line", or null) made
 *  `derivative` of `incoming`. Where the first is not finite and the second is,
 *  says so and aborts. */
void enzyme_rt_watch(double derivative, double incoming, const char *operation, const char *place);

/** -fenzyme-check (runtime/check.c). An argument of a function whose derivative checks
 *  itself: a number (`format` ENZYME_RT_FLOAT or ENZYME_RT_DOUBLE) and its tangent, or a
 *  pointer (ENZYME_RT_POINTER) and its shadow, at these bytes of a frame. */
struct enzyme_rt_checked_argument {
  const char *name;
  int number; /* the first is 1 */
  int format;
  size_t primal, shadow;
  size_t reports;
};

/** Such a function. `run` calls the forward derivative with what the frame holds, and
 *  leaves result and tangent there; `exact` calls the function itself. resultFormat is
 *  ENZYME_RT_NONE where there is none. Where a check fails, the program ends with
 *  exitCode, unless that is 0. */
struct enzyme_rt_checked {
  const char *function, *place;
  void (*run)(void *frame);
  void (*exact)(void *frame);
  int isReverse, exitCode;
  int resultFormat, isNarrow; /* computes with float somewhere */
  size_t result, tangent;
  size_t reports;
  size_t arguments;
  struct enzyme_rt_checked_argument *argument;
};

/** Before the derivative runs: forward mode and differences, in random directions; all
 *  memory is afterwards what it was. `seed`: of the result, in reverse mode. And after
 *  it: `adjoints` of the arguments that are numbers (one per argument). */
void *enzyme_rt_check_begin(struct enzyme_rt_checked *checked, void *frame, double seed);
void enzyme_rt_check_end(void *check, const double *adjoints);

/** What forward derivatives tell: `count` floats, one every `period` bytes, and their
 *  shadows, are about to be read or written; or bytes of unknown contents. */
void enzyme_rt_check_places(const void *primal, const void *shadow, size_t count, size_t period,
                            int format);
void enzyme_rt_check_unable(void);

/** With the exact oracle: a float that the forward derivative has at a line ("file:line",
 *  or null), and its tangent. */
void enzyme_rt_check_line(const char *where, double value, double tangent);

/** What their copies that can be undone tell: bytes about to be written; memory from an
 *  allocator; memory that would be released now. */
void enzyme_rt_check_write(void *place, size_t bytes);
void enzyme_rt_check_made(void *memory, size_t bytes);
void enzyme_rt_check_release(void *memory, void (*release)(void *, size_t), size_t second);

/** A pointer and its shadow, loaded from memory that a global leads to; null is no
 *  shadow. Then, until forgotten, active values may not be written where
 *  primal == shadow. */
void enzyme_rt_met(const void *primal, const void *shadow);
void enzyme_rt_forget_met(void);
/** The same for the first half of a split derivative and for one that reads its tape. */
void enzyme_rt_begin_half(int isFirst);
void enzyme_rt_written(const void *primal, const void *shadow, const char *place);

/** How far apart two addresses lie, and their shadows, which must be as far where the distance is
 *  kept. */
void enzyme_rt_distance(uint64_t primal, uint64_t shadow, const char *place);

/** *place += part, where other threads of a team may add, too: no processor adds such numbers
 *  atomically. */
void enzyme_rt_add_long(long double *place, long double part);

/** How many bytes `to` lies behind `from`, in the same memory. */
int64_t enzyme_rt_span(const void *from, const void *to);

/** An integer that was computed from the bits of active numbers is stored where numbers may lie:
 *  its tangent becomes NaN. If it is a part of a number of `number` bytes (a power of two),
 *  computed from what lay there, that must have had none. In reverse: the adjoint must be zero. */
void enzyme_rt_bits_stored(void *tangent, size_t bytes, const char *place);
void enzyme_rt_bits_changed(void *tangent, size_t bytes, size_t number, const char *place);
void enzyme_rt_bits_read(const void *adjoint, size_t bytes, size_t number, const char *place);

/** The shadow of what differentiated code finds at `place`, a pointer into memory that may be
 *  older than the derivative: `shadow`, unless that is null. A variable that keeps memory for
 *  itself is reported after enzyme_rt_forget_met, which begins a derivative. And such a shadow,
 *  or null where it is not to be freed. */
void *enzyme_rt_shadow_of(void *primal, void *shadow, const void *place, const void *placeShadow,
                          uint64_t lane);
/** The shadows of nodes of std::map (isTree) or std::list that can be reached from one get links.
 */
void enzyme_rt_link_nodes(void *node, void *shadow, int isTree, uint64_t lane);
typedef struct {
  size_t bytes; /* of the variable */
  const void *initial,
      *initialShadow; /* what it and its shadow begin with; null: with no address */
} enzyme_rt_variable;
void enzyme_rt_keeps(const void *variable, void *shadow, const enzyme_rt_variable *of,
                     uint64_t lane);
/** The derivatives that are made in one run have numbers: a lane, and the order above these bits.
 */
#define ENZYME_RT_ORDER_SHIFT 16
/** A derivative begins: what was known of others of its order is forgotten. */
void enzyme_rt_begins(uint64_t number);
/** The first half of a split derivative ends. */
void enzyme_rt_half_ends(uint64_t number);
/** A variable has a shadow. */
void enzyme_rt_has(const void *variable, void *shadow, size_t bytes, uint64_t number);
/** The same of one that holds addresses: those of an earlier derivative are forgotten, and those
 *  that it begins with, where the program has put others since. */
void enzyme_rt_points(const void *variable, void *shadow, const enzyme_rt_variable *of,
                      uint64_t number);
/** An argument leads to memory with a shadow; `isFlat`: that holds no addresses. Before the
 * variables are reported. */
void enzyme_rt_leads(const void *argument, void *shadow, int isFlat, uint64_t number);
/** The same of the pointer to numbers that lies in an object, and in its shadow, so many bytes in.
 */
void enzyme_rt_leads_at(const void *object, const void *shadow, uint64_t offset, uint64_t number);
/** As enzyme_rt_keeps, of a variable whose memory others may know, too: it keeps it for itself if
 * no argument can lead there. */
void enzyme_rt_shares(const void *variable, void *shadow, const enzyme_rt_variable *of,
                      uint64_t number);
/** Of a descriptor of Fortran, in the variable of this name; before, of the derivative's arguments.
 */
void enzyme_rt_argument(const void *argument);
void enzyme_rt_keeps_array(const void *descriptor, void *shadow, uint64_t lane, const char *name,
                           int mayWrite);
/** Stops the run if `primal` lies in such an array and `shadow` is not its own. */
void enzyme_rt_arrays_check(const void *primal, const void *shadow, uint64_t lane,
                            const char *place);
void *enzyme_rt_to_free(void *shadow);

/** Around calls of derivatives that the program wrote itself and that ask for others; and
 *  whether there is one around the caller. */
void enzyme_rt_enter_rule(void);
void enzyme_rt_leave_rule(void);
int enzyme_rt_in_rule(void);

/** *place = word, in the shadow of `place` too. */
void enzyme_rt_set_word(void *place, size_t word);

/** What derivatives of the calling thread need: bytes of memory that its tape holds now,
 *  and the most bytes of values that were on it at once since the thread began or since
 *  the peak was forgotten (of split derivatives, the largest single tape). Asking costs
 *  derivative code nothing:
 *
 *    enzyme_rt_tape_forget_peak();
 *    gradient(…);
 *    printf("%zu bytes of tape\n", enzyme_rt_tape_peak()); */
size_t enzyme_rt_tape_bytes(void);
size_t enzyme_rt_tape_peak(void);
void enzyme_rt_tape_forget_peak(void);

/** Loops that keep snapshots of their state (emit/Checkpoint.cpp, runtime/checkpoint.c).
 *  `state` is what steps change, `constant` what they only read; pieces of no or fewer
 *  bytes are none. */
struct enzyme_rt_checkpoint_piece {
  void *memory;
  int64_t bytes;
};
struct enzyme_rt_checkpoint_memory {
  const struct enzyme_rt_checkpoint_piece *state, *constant;
  uint64_t states, constants;
};
/** A plan on the tape for at most `budget` snapshots, or -`budget` bytes of them, and
 *  `count` steps, 0 if unknown. */
void *enzyme_rt_checkpoint_begin(const struct enzyme_rt_checkpoint_memory *memory, int64_t budget,
                                 uint64_t count);
/** Are the states of all `count` steps no more than `limit` bytes? */
int enzyme_rt_checkpoint_fits(const struct enzyme_rt_checkpoint_memory *memory, int64_t limit,
                              uint64_t count);
/** Before each step of the first run. */
void enzyme_rt_checkpoint_visit(void *tape, const struct enzyme_rt_checkpoint_memory *memory);
/** The reverse sweep begins; a tape can have several, one after the other. What to do,
 *  until it is 0: 1 run a step, 2 run a step and reverse it, 3 run a step and keep what
 *  its reverse wants, 4 reverse the step that was kept last. */
void *enzyme_rt_checkpoint_enter(void *tape, const struct enzyme_rt_checkpoint_memory *memory);
int enzyme_rt_checkpoint_next(void *schedule);
/** After 3: what the step keeps; with 4: what it kept. */
void enzyme_rt_checkpoint_keep(void *schedule, void *tape);
void *enzyme_rt_checkpoint_kept(void *schedule);
/** How many steps of such loops ran again so far in the calling thread, those that were
 *  reversed at once or kept not counted. */
uint64_t enzyme_rt_checkpoint_again(void);
/** Of that many steps from a snapshot, how many lie in front of the next one. */
uint64_t enzyme_rt_checkpoint_distance(uint64_t steps, uint64_t snapshots);

/** The derivative of lgamma; relative error below 1e-14 (x > 0), 1e-17 for long
 *  double. x86 also has enzyme_rt_digammaf128. */
double enzyme_rt_digamma(double x);
float enzyme_rt_digammaf(float x);
long double enzyme_rt_digammal(long double x);

/** A derivative depends on eigenvectors or singular vectors of equal values, or on singular vectors
 * of zero, by more than what they span: warned of once a process (docs/libraries.md). */
void enzyme_rt_vectors_of_equal_values(void);

/** The n-th derivative of digamma, n from 1 to 20. x86 also has enzyme_rt_polygammaf128. */
double enzyme_rt_polygamma(int n, double x);
float enzyme_rt_polygammaf(int n, float x);
long double enzyme_rt_polygammal(int n, long double x);

#ifdef __cplusplus
}
#endif
#endif
