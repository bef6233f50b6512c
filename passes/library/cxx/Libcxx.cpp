//===- Libcxx.cpp - what LLVM's C++ library keeps in itself, once more -----===//
//
// Problem: of libc++'s threads, futures and memory resources, headers have the larger half. Of what
// is compiled in the library, some calls code of the program (a future that is asked for what was
// put off), and some hands out memory.
//
// Here: these functions in our words, which the build makes IR of (LibraryBodies.cpp).
// `enzyme.body.X` stands for a function X of the library; `enzyme.instead.X` replaces an inline
// function of its headers, whose name is without the tag of the library's version.
//
//     thread     run where they are started (Threads.ll): what the library keeps of each for its
//                end is nothing, and goes at once
//     future     asked for a value that was put off: it is computed. The rest of what the library
//                does with its state moves no number, and is left to it (rules/calls/Cxx.h)
//     resource   as libstdc++'s (MemoryResources.cpp); a buffer is taken from its end to its
//                beginning, and what is known of a block lies behind it
//
// Members are those of the library's stable ABI (version 1). Pools are not here, nor is
// std::promise<void>.
//===----------------------------------------------------------------------===//
#include <new>

using Size = unsigned long;
#define BODY(FUNCTION) __asm__("enzyme.body._Z" FUNCTION)
#define INSTEAD(FUNCTION) __asm__("enzyme.instead._Z" FUNCTION)

//===- threads --------------------------------------------------------------===//

struct ThreadData {
  void *kept;
};

extern "C" {
void destroyKept(ThreadData *data) noexcept __asm__("_ZNSt3__115__thread_structD1Ev");

void makeData(ThreadData *data) BODY("NSt3__115__thread_structC1Ev");
void makeData(ThreadData *data) { data->kept = nullptr; }

/// Of a thread that code without derivatives has started.
void destroyData(ThreadData *data) BODY("NSt3__115__thread_structD1Ev");
void destroyData(ThreadData *data) {
  if (data->kept)
    destroyKept(data);
}

void setPointer(void *key, ThreadData *data)
    INSTEAD("NSt3__121__thread_specific_ptrINS_15__thread_structEE11set_pointerEPS1_");
void setPointer(void *, ThreadData *data) { ::operator delete(static_cast<void *>(data)); }
}

//===- futures --------------------------------------------------------------===//

struct State {
  virtual ~State();
  virtual void nothingHolds();
  virtual void execute();
  long others; ///< that hold it, beside the first
  void *exception;
  long mutex[5], condition[6];
  unsigned flags;
};
enum : unsigned { attached = 2, ready = 4, deferred = 8 };

struct HeldLock {
  void *mutex;
  bool isHeld;
};
struct Future {
  State *state;
};

extern "C" {
void lock(void *mutex) __asm__("_ZNSt3__15mutex4lockEv");
void unlock(void *mutex) noexcept __asm__("_ZNSt3__15mutex6unlockEv");
void waitFor(void *condition, HeldLock *held) noexcept
    __asm__("_ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE");
void throwKept(State *state) __asm__("_ZNSt3__117__assoc_sub_state4copyEv"); ///< when it is ready

void waitLocked(State *state, HeldLock *held)
    BODY("NSt3__117__assoc_sub_state10__sub_waitERNS_11unique_lockINS_5mutexEEE");
void waitLocked(State *state, HeldLock *held) {
  if (state->flags & ready)
    return;
  if (state->flags & deferred) {
    state->flags &= ~deferred;
    held->isHeld = false;
    unlock(held->mutex);
    state->execute();
    return;
  }
  while (!(state->flags & ready))
    waitFor(state->condition, held);
}

void waitUntilReady(State *state) BODY("NSt3__117__assoc_sub_state4waitEv");
void waitUntilReady(State *state) {
  HeldLock held = {state->mutex, true};
  lock(state->mutex);
  waitLocked(state, &held);
  if (held.isHeld)
    unlock(state->mutex);
}

void waitForNothing(State *state) BODY("NSt3__117__assoc_sub_state4copyEv");
void waitForNothing(State *state) {
  waitUntilReady(state);
  if (state->exception)
    throwKept(state);
}

void destroyCount(void *) BODY("NSt3__114__shared_countD2Ev");
void destroyCount(void *) {}

void deleteState(State *state) BODY("NSt3__117__assoc_sub_state16__on_zero_sharedEv");
void deleteState(State *state) { delete state; }

static void letGo(State *state) {
  if (__atomic_fetch_sub(&state->others, 1, __ATOMIC_ACQ_REL) == 0)
    state->nothingHolds();
}

void attach(Future *future, State *state) BODY("NSt3__16futureIvEC1EPNS_17__assoc_sub_stateE");
void attach(Future *future, State *state) {
  future->state = state;
  __atomic_fetch_add(&state->others, 1, __ATOMIC_RELAXED);
  lock(state->mutex);
  state->flags |= attached;
  unlock(state->mutex);
}

void getNothing(Future *future) BODY("NSt3__16futureIvE3getEv");
void getNothing(Future *future) {
  State *state = future->state;
  future->state = nullptr;
  waitForNothing(state);
  letGo(state);
}

void destroyFuture(Future *future) BODY("NSt3__16futureIvED1Ev");
void destroyFuture(Future *future) {
  if (future->state)
    letGo(future->state);
}
}

//===- memory resources -----------------------------------------------------===//

struct MemorySource {
  virtual ~MemorySource();
  virtual void *allocate(Size bytes, Size alignment);
  virtual void release(void *memory, Size bytes, Size alignment);
  virtual bool equals(const MemorySource &other) const;
};

struct BufferEnd { ///< at its end
  BufferEnd *next;
  char *first, *taken; ///< down to here
  Size alignment;
};

struct DownwardBuffer {
  void *table;
  char *first, *taken;
  union {
    char *end;
    Size wanted; ///< of the first block, without memory of its own
  };
  BufferEnd *blocks;
  MemorySource *upstream;
};

extern "C" {
extern void *const bufferTable[] __asm__("_ZTVNSt3__13pmr25monotonic_buffer_resourceE");
void enzyme_rt_set_word(Size *place, Size word) noexcept; ///< the library reads shadows, too
MemorySource *heap() noexcept __asm__("_ZNSt3__13pmr19new_delete_resourceEv");
}
static constexpr Size leastAlignment = 16;

static bool isBuffer(const MemorySource *resource) {
  using Table = const void *const *__attribute__((may_alias));
  return *reinterpret_cast<const Table *>(resource) ==
         reinterpret_cast<const void *const *>(bufferTable) + 2;
}

static void *allocateFrom(MemorySource *resource, Size bytes, Size alignment) {
  if (resource != heap())
    return resource->allocate(bytes, alignment);
  return alignment > leastAlignment ? ::operator new(bytes, std::align_val_t(alignment))
                                    : ::operator new(bytes);
}

static void releaseTo(MemorySource *resource, void *memory, Size bytes, Size alignment) {
  if (resource != heap())
    resource->release(memory, bytes, alignment);
  else if (alignment > leastAlignment)
    ::operator delete(memory, std::align_val_t(alignment));
  else
    ::operator delete(memory);
}

/// How far below the end of what is left the memory begins; 0 if it does not fit.
static Size distanceDown(const char *first, const char *taken, Size bytes, Size alignment) {
  bytes = bytes ? bytes : 1;
  Size distance = bytes + ((reinterpret_cast<Size>(taken) - bytes) & (alignment - 1));
  return taken && Size(taken - first) >= distance ? distance : 0;
}

static Size roundedUp(Size bytes) { return (bytes + alignof(BufferEnd) - 1) & -alignof(BufferEnd); }

/// As large as the library's, since programs count what their resources are asked for: twice as
/// large as the one before, or as is wanted.
static void addBlock(DownwardBuffer *buffer, Size bytes, Size alignment) {
  const BufferEnd *last = buffer->blocks;
  Size before = last            ? Size(reinterpret_cast<const char *>(last) - last->first)
                : buffer->first ? roundedUp(Size(buffer->end - buffer->first))
                                : roundedUp(buffer->wanted);
  Size room = roundedUp(bytes);
  if (room <= before)
    room = 2 * before;
  Size aligned = alignment > alignof(BufferEnd) ? alignment : alignof(BufferEnd);
  char *memory =
      static_cast<char *>(allocateFrom(buffer->upstream, room + sizeof(BufferEnd), aligned));
  auto *block = reinterpret_cast<BufferEnd *>(memory + room);
  block->next = buffer->blocks;
  block->first = memory;
  block->taken = memory + room;
  enzyme_rt_set_word(&block->alignment, aligned);
  buffer->blocks = block;
}

static void *takeFrom(DownwardBuffer *buffer, Size bytes, Size alignment) {
  if (Size down = distanceDown(buffer->first, buffer->taken, bytes, alignment))
    return buffer->taken = buffer->taken - down;
  BufferEnd *block = buffer->blocks;
  if (!block || !distanceDown(block->first, block->taken, bytes, alignment)) {
    addBlock(buffer, bytes, alignment);
    block = buffer->blocks;
  }
  Size down = distanceDown(block->first, block->taken, bytes, alignment);
  return block->taken = block->taken - down;
}

extern "C" {
void destroyResource(MemorySource *) BODY("NSt3__13pmr15memory_resourceD2Ev");
void destroyResource(MemorySource *) {}

void *takeFromBuffer(DownwardBuffer *buffer, Size bytes, Size alignment)
    BODY("NSt3__13pmr25monotonic_buffer_resource11do_allocateEmm");
void *takeFromBuffer(DownwardBuffer *buffer, Size bytes, Size alignment) {
  return takeFrom(buffer, bytes, alignment);
}

void *allocate(MemorySource *resource, Size bytes, Size alignment)
    INSTEAD("NSt3__13pmr15memory_resource8allocateEmm");
void *allocate(MemorySource *resource, Size bytes, Size alignment) {
  return isBuffer(resource)
             ? takeFrom(reinterpret_cast<DownwardBuffer *>(resource), bytes, alignment)
             : allocateFrom(resource, bytes, alignment);
}

void deallocate(MemorySource *resource, void *memory, Size bytes, Size alignment)
    INSTEAD("NSt3__13pmr15memory_resource10deallocateEPvmm");
void deallocate(MemorySource *resource, void *memory, Size bytes, Size alignment) {
  if (!isBuffer(resource))
    releaseTo(resource, memory, bytes, alignment);
}

bool isEqual(const MemorySource *resource, const MemorySource *other)
    INSTEAD("NKSt3__13pmr15memory_resource8is_equalERKS1_");
bool isEqual(const MemorySource *resource, const MemorySource *other) {
  return resource == other ||
         (!isBuffer(resource) && resource != heap() && resource->equals(*other));
}
}
