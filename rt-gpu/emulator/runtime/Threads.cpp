//===- Threads.cpp - who runs next, and who waits for whom -----------------===//
#include "Threads.h"
#include "Report.h"
#include "Settings.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <thread>

namespace emu {

thread_local Thread *self = nullptr;
const Launch *current = nullptr;

namespace {

/// Threads that can go on, in the order of the schedule. Each thread is there at most once, so
/// that its size is known before threads run.
class Runnable {
  std::vector<Thread *> ring;
  size_t first = 0, count = 0;
  std::minstd_rand random;

  Thread *&at(size_t i) { return ring[(first + i) % ring.size()]; }

public:
  void reseed(unsigned seed) { random.seed(seed); }
  void reserve(size_t threads) {
    if (threads > ring.size())
      ring.assign(threads, nullptr), first = 0;
  }
  bool empty() const { return count == 0; }
  void add(Thread *thread) { at(count++) = thread; }
  /// A thread that could go on, but lets others.
  void addLast(Thread *thread) {
    if (settings().order != Order::reversed)
      return add(thread);
    first = (first + ring.size() - 1) % ring.size();
    ++count;
    at(0) = thread;
  }
  Thread *next() {
    --count;
    if (settings().order == Order::reversed)
      return at(count);
    if (settings().order == Order::random)
      std::swap(at(0), at(random() % (count + 1)));
    Thread *thread = at(0);
    first = (first + 1) % ring.size();
    return thread;
  }
  unsigned any(unsigned below) { return unsigned(random() % below); }
};

/// What a thread of the CPU runs blocks with. It outlives the launch, as stacks are dear.
struct Worker {
  Runnable runnable;
  Stacks stacks;
  Fiber scheduler;
  std::vector<std::unique_ptr<Block>> resident;
};
thread_local Worker *worker = nullptr;
char launched, ended; // what is before all threads, and after them

void makeRunnable(Thread *thread) {
  thread->waits = Waits::no;
  ++thread->warp->running;
  worker->runnable.add(thread);
}

const char *describe(const Thread &thread) {
  static char text[200];
  const Size &b = thread.block->index, &t = thread.index;
  switch (thread.waits) {
  case Waits::barrier:
    snprintf(text, sizeof text, "waits at barrier %u", thread.barrier);
    break;
  case Waits::gather:
    snprintf(text, sizeof text, "waits in %s for lanes %#llx", thread.operation,
             (unsigned long long)thread.mask);
    break;
  case Waits::meet:
    snprintf(text, sizeof text, "waits in %s", thread.operation);
    break;
  case Waits::ended:
    snprintf(text, sizeof text, "has ended");
    break;
  case Waits::no:
    snprintf(text, sizeof text, "could go on");
    break;
  }
  static char line[400];
  snprintf(line, sizeof line, "block (%u,%u,%u), thread (%u,%u,%u) %s", b.x, b.y, b.z, t.x, t.y,
           t.z, text);
  return line;
}

[[noreturn]] void deadlock() {
  self = nullptr;
  fprintf(stderr, "gpuemu: in kernel '%s' no thread can go on:\n", current->name);
  unsigned told = 0, more = 0;
  for (auto &block : worker->resident)
    for (const Thread &thread : block->threads)
      if (thread.waits != Waits::ended)
        told++ < 8 ? void(fprintf(stderr, "  %s\n", describe(thread))) : void(more++);
  if (more)
    fprintf(stderr, "  and %u more\n", more);
  stop("deadlock");
}

//===-- waiting --------------------------------------------------------------===//

/// Hands over to the scheduler until somebody makes this thread runnable.
void wait(Waits what) {
  self->waits = what;
  --self->warp->running;
}
void sleep() {
  Thread *me = self;
  switchTo(me->fiber, worker->scheduler);
}

void publish(Thread &lane) { published(&lane.done[lane.operations & 1]); }
void seeLanes(const Thread &me) {
#ifdef EMU_TSAN
  for (unsigned i = 0; i < widest; ++i)
    if (me.lanes >> i & 1)
      seen(&me.warp->lanes[i]->done[me.turns >> i & 1]);
#else
  (void)me;
#endif
}

/// The lanes `there` have what each of them brought, and go on.
void goOn(Warp &warp, uint64_t there, const uint64_t (&values)[widest]) {
  uint64_t turns = 0;
  for (unsigned i = 0; i < widest; ++i)
    if (there >> i & 1)
      turns |= uint64_t(warp.lanes[i]->operations++ & 1) << i;
  for (unsigned i = 0; i < widest; ++i) {
    if (!(there >> i & 1))
      continue;
    Thread &lane = *warp.lanes[i];
    lane.lanes = there, lane.turns = turns;
    for (unsigned j = 0; j < widest; ++j) // not memcpy: ThreadSanitizer would look at it
      lane.values[j] = values[j];
    makeRunnable(&lane);
  }
}

bool isSameWay(const Thread &a, const Thread &b) {
  return a.place == b.place && a.callCount == b.callCount &&
         std::equal(a.calls, a.calls + std::min(a.callCount, Thread::mostCalls), b.calls);
}

bool goesFirst(const Thread &a, const Thread &b) {
  if (a.depth != b.depth)
    return a.depth > b.depth;
  for (unsigned i = 0; i < std::min({a.callCount, b.callCount, Thread::mostCalls}); ++i)
    if (a.calls[i] != b.calls[i])
      return a.calls[i] < b.calls[i];
  return a.place < b.place;
}

/// The lanes that are at one place by the same calls meet: those deepest in calls first, then those
/// of the lowest address, as hardware that runs a warp in step brings its lanes together after
/// branches.
void meetIfAllWait(Warp &warp) {
  if (warp.running != 0)
    return;
  Thread *best = nullptr;
  for (Thread *lane : warp.lanes)
    if (lane && lane->waits == Waits::meet && (!best || goesFirst(*lane, *best)))
      best = lane;
  if (!best)
    return;
  uint64_t there = 0, values[widest] = {};
  for (unsigned i = 0; i < widest; ++i)
    if (Thread *lane = warp.lanes[i]; lane && lane->waits == Waits::meet && isSameWay(*lane, *best))
      there |= uint64_t(1) << i, values[i] = lane->value;
  if (settings().order == Order::random && strcmp(best->operation, "activemask") == 0 &&
      worker->runnable.any(2))
    there = uint64_t(1) << best->lane; // which lanes find each other is not promised
  goOn(warp, there, values);
}

void releaseBarrier(Block &block, unsigned id) {
  if (block.atBarrier.empty() ||
      (block.atBarrier.back()->wanted == 0 && block.atBarrier.size() < block.live))
    return; // most calls; for the others all are counted
  std::vector<Thread *> here;
  unsigned wanted = 0, with = 0;
  for (Thread *thread : block.atBarrier)
    if (thread->barrier == id)
      here.push_back(thread), wanted = thread->wanted, with += thread->value != 0;
  if (here.empty() || here.size() < (wanted ? wanted : block.live))
    return;
  ++block.barriers[id & 15];
  std::erase_if(block.atBarrier, [&](Thread *thread) { return thread->barrier == id; });
  std::sort(here.begin(), here.end());
  if (settings().order == Order::reversed)
    std::reverse(here.begin(), here.end());
  for (Thread *thread : here) {
    thread->values[0] = with, thread->values[1] = here.size();
    makeRunnable(thread);
  }
}

/// After a thread has ended or waits: others may have waited for just that.
void lookAround(Thread &thread) {
  meetIfAllWait(*thread.warp);
  if (thread.waits == Waits::ended) {
    std::vector<unsigned> ids;
    for (Thread *waiting : thread.block->atBarrier)
      ids.push_back(waiting->barrier);
    for (unsigned id : ids)
      releaseBarrier(*thread.block, id);
  }
}

//===-- running --------------------------------------------------------------===//

void threadBegins() {
  seen(&launched);
  current->kernel(current->arguments);
  endThread();
  __builtin_unreachable();
}

void start(Thread &thread) {
  thread.isStarted = true;
  thread.fiber.stack = worker->stacks.take();
  prepare(thread.fiber, threadBegins);
}

/// Nothing is in shared memory when a block begins: 0xff, of which numbers are NaN.
void shareMemory(Block &block) {
  block.sharedSize = current->sharedBytes + 16;
  block.shared = map(block.sharedSize);
  memset(block.shared, 0xff, block.sharedSize);
}

std::unique_ptr<Block> makeBlock(uint64_t number) {
  auto block = std::make_unique<Block>();
  const Size &grid = current->grid, &size = current->block;
  block->index = {unsigned(number % grid.x), unsigned(number / grid.x % grid.y),
                  unsigned(number / grid.x / grid.y)};
  unsigned count = unsigned(size.count());
  block->live = count;
  block->threads = std::vector<Thread>(count);
  block->warps.resize((count + current->warpSize - 1) / current->warpSize);
  shareMemory(*block);
  for (unsigned i = 0; i < count; ++i) {
    Thread &thread = block->threads[i];
    thread.block = block.get();
    thread.warp = &block->warps[i / current->warpSize];
    thread.lane = i % current->warpSize;
    thread.index = {i % size.x, i / size.x % size.y, i / size.x / size.y};
    thread.warp->lanes[thread.lane] = &thread;
    ++thread.warp->live, ++thread.warp->running;
  }
  return block;
}

/// A block that has ended serves again for another index.
void renew(Block &block, uint64_t number) {
  const Size &grid = current->grid;
  block.index = {unsigned(number % grid.x), unsigned(number / grid.x % grid.y),
                 unsigned(number / grid.x / grid.y)};
  block.live = unsigned(block.threads.size());
#ifdef EMU_TSAN
  unmap(block.shared, block.sharedSize);
  shareMemory(block); // another block's, for the sanitizer
#else
  memset(block.shared, 0xff, block.sharedSize);
#endif
  for (Thread &thread : block.threads) {
    thread.isStarted = false, thread.waits = Waits::no, thread.callCount = 0;
    ++thread.warp->live, ++thread.warp->running;
  }
}

void schedule(Block &block) {
  block.atBarrier.reserve(block.threads.size());
  if (settings().order == Order::reversed)
    for (auto thread = block.threads.rbegin(); thread != block.threads.rend(); ++thread)
      worker->runnable.add(&*thread);
  else
    for (Thread &thread : block.threads)
      worker->runnable.add(&thread);
}

void runResident() {
  while (!worker->runnable.empty()) {
    Thread *thread = worker->runnable.next();
    if (!thread->isStarted)
      start(*thread);
    self = thread;
    switchTo(worker->scheduler, thread->fiber);
    self = nullptr;
    if (thread->waits == Waits::ended)
      worker->stacks.giveBack(thread->fiber.stack);
    if (thread->waits != Waits::no)
      lookAround(*thread);
  }
  for (auto &block : worker->resident)
    if (block->live)
      deadlock();
}

std::vector<uint64_t> orderOfBlocks(uint64_t count) {
  std::vector<uint64_t> order(count);
  for (uint64_t i = 0; i < count; ++i)
    order[i] = settings().order == Order::reversed ? count - 1 - i : i;
  std::minstd_rand random(settings().seed);
  if (settings().order == Order::random)
    for (uint64_t i = count; i > 1; --i)
      std::swap(order[i - 1], order[random() % i]);
  return order;
}

/// The blocks of a launch that none has begun with.
struct Blocks {
  std::vector<uint64_t> order;
  uint64_t atATime; ///< those that may wait for each other
  std::atomic<uint64_t> next = 0;
};

void runBlocks(Blocks &blocks) {
  adopt(worker->scheduler);
  auto &resident = worker->resident;
  uint64_t count = blocks.order.size();
  for (uint64_t first; (first = blocks.next.fetch_add(blocks.atATime)) < count;) {
    uint64_t now = std::min(blocks.atATime, count - first);
    resident.resize(std::min<uint64_t>(resident.size(), now));
    worker->runnable.reserve(now * current->block.count());
    for (uint64_t i = 0; i < now; ++i) {
      if (i < resident.size())
        renew(*resident[i], blocks.order[first + i]);
      else
        resident.push_back(makeBlock(blocks.order[first + i]));
      schedule(*resident[i]);
    }
    runResident();
  }
  resident.clear();
}

void work(Blocks &blocks, Worker &as) {
  worker = &as;
  watchAccesses();
  runBlocks(blocks);
}

} // namespace

void run(const Launch &launch) {
  static std::mutex one;
  std::lock_guard lock(one);
  static auto *workers = new std::deque<Worker>(1); // programs may launch while they end
  static thread_local bool isWatched = (watchAccesses(), true);
  (void)isWatched;
  current = &launch;
  worker = &workers->front();
  worker->runnable.reseed(settings().seed);
  published(&launched);
  uint64_t count = launch.grid.count();
  Blocks blocks{orderOfBlocks(count),
                launch.isCooperative ? count : std::min<uint64_t>(count, settings().blocks)};
  constexpr uint64_t worth = 512; // threads of the GPU, for which one of the CPU is made
  uint64_t useful =
      std::min({uint64_t(settings().workers), (count + blocks.atATime - 1) / blocks.atATime,
                1 + count * launch.block.count() / worth});
  std::vector<std::thread> others;
  for (uint64_t i = 1; i < useful; ++i) {
    if (workers->size() <= i)
      workers->emplace_back();
    others.emplace_back(work, std::ref(blocks), std::ref((*workers)[i]));
  }
  runBlocks(blocks);
  for (std::thread &other : others)
    other.join();
  seen(&ended);
  current = nullptr;
}

void letOthersRun() {
  worker->runnable.addLast(self);
  sleep();
}

void endThread() {
  published(&ended);
  wait(Waits::ended);
  --self->warp->live;
  --self->block->live;
  sleep();
}

unsigned waitForBlock(unsigned id, unsigned wanted, bool value, unsigned place, unsigned *present) {
  Thread *me = self;
  Block &block = *me->block;
  auto last = std::find_if(block.atBarrier.rbegin(), block.atBarrier.rend(),
                           [&](Thread *other) { return other->barrier == id; });
  if (settings().isStrict && last != block.atBarrier.rend() && (*last)->place != place) {
    fprintf(stderr, "gpuemu: %s\n", describe(**last));
    stop("threads of one block wait at different places in the program for each other");
  }
  char *done = &block.done[id & 15][block.barriers[id & 15] & 1];
  published(done);
  me->barrier = id, me->wanted = wanted, me->value = value, me->place = place;
  block.atBarrier.push_back(me);
  wait(Waits::barrier);
  releaseBarrier(block, id);
  sleep();
  seen(done);
  if (present)
    *present = unsigned(me->values[1]);
  return unsigned(me->values[0]);
}

void gather(const char *operation, uint64_t mask, uint64_t value) {
  Thread *me = self;
  Warp &warp = *me->warp;
  uint64_t all = current->warpSize == 64 ? ~uint64_t(0) : (uint64_t(1) << current->warpSize) - 1;
  mask &= all;
  if (!(mask >> me->lane & 1))
    stop("%s: the lane itself (%u) is not in the mask %#llx", operation, me->lane,
         (unsigned long long)mask);
  publish(*me);
  me->mask = mask, me->value = value, me->operation = operation;
  wait(Waits::gather);
  uint64_t here = 0;
  for (unsigned i = 0; i < current->warpSize; ++i) {
    Thread *lane = warp.lanes[i];
    if (!(mask >> i & 1) || !lane)
      continue; // a warp that is not full
    if (lane->waits == Waits::ended)
      stop("%s: lane %u of the mask %#llx has ended", operation, i, (unsigned long long)mask);
    if (lane->waits == Waits::gather && lane->mask == mask) {
      if (lane->operation != operation && strcmp(lane->operation, operation) != 0)
        stop("%s: lane %u is in %s", operation, i, lane->operation);
      here |= uint64_t(1) << i;
    }
  }
  uint64_t wanted = 0;
  for (unsigned i = 0; i < current->warpSize; ++i)
    wanted |= uint64_t(warp.lanes[i] != nullptr && (mask >> i & 1)) << i;
  if (here == wanted) {
    uint64_t values[widest] = {};
    for (unsigned i = 0; i < current->warpSize; ++i)
      if (here >> i & 1)
        values[i] = warp.lanes[i]->value;
    goOn(warp, here, values);
  }
  sleep();
  seeLanes(*me);
}

void meet(const char *operation, uint64_t value, unsigned place, const void *frame) {
  Thread *me = self;
  publish(*me);
  me->value = value, me->operation = operation, me->place = place;
  me->depth = uintptr_t(me->fiber.stack.memory + Stacks::size) - uintptr_t(frame);
  wait(Waits::meet);
  sleep();
  seeLanes(*me);
}

} // namespace emu

using emu::self, emu::Thread;

extern "C" {
void emu_call(unsigned place) {
  if (self->callCount < Thread::mostCalls)
    self->calls[self->callCount] = place;
  ++self->callCount;
}
void emu_return(void) { --self->callCount; }
}
