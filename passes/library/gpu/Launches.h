/*===- Launches.h - launches of kernels' derivatives ---------------------------------------===
 *
 * What the kernels are called and take is in rules/gpu/Kernels.h. `arguments` are the addresses of
 * what the kernel takes, each behind that of its shadow, with room for five more at the end.
 *===-------------------------------------------------------------------------------===*/
struct extent {
  unsigned x, y, z;
};
int POP(struct extent *grid, struct extent *block, size *shared, void *stream);
int API(LaunchKernel)(const void *kernel, struct extent grid, struct extent block, void **arguments,
                      size shared, void *stream);
int API(GetLastError)(void);
void *enzyme_rt_alloc(size);

struct configuration {
  struct extent grid, block;
  size shared;
  void *stream;
};

struct derivatives {
  const void *forward, *augmented, *gradient, *bytes; /* the handles of kernels */
  const char *name;
  size parameters, adjointBytes;
  size variables; /* of the file, which the kernel may use */
};

struct launched {
  struct configuration configuration;
  void *memory;                       /* of all threads, on the device */
  size tapeBytes, slotBytes, threads; /* bytes of each thread */
};

static void configure(struct configuration *as) {
  POP(&as->grid, &as->block, &as->shared, &as->stream);
}

int API(FuncSetAttribute)(const void *kernel, int attribute, int value);

/* Memory of a block, and behind it its shadow (emit/BlockShadows.cpp). */
static size withShadow(size shared) { return 2 * ((shared + 15) & ~(size)15); }

/* With variables of known size it may be more than what blocks have without being asked for. */
static void askForShared(const void *kernel, size shared, const char *name) {
  enum { mostDynamicShared = 8 };
  if (shared)
    enzyme_gpu_check(API(FuncSetAttribute)(kernel, mostDynamicShared, (int)shared),
                     "a block has no room for the dynamic shared memory of a kernel and for its "
                     "shadow",
                     name);
}

static size threadsOf(const struct configuration *as) {
  return (size)as->grid.x * as->grid.y * as->grid.z * as->block.x * as->block.y * as->block.z;
}

/* One of no thread runs nothing, and its error is the program's own, which it may ask for. */
static void launch(const void *kernel, const struct configuration *as, void **arguments,
                   const char *name) {
  size shared = withShadow(as->shared);
  askForShared(kernel, shared, name);
  int error = API(LaunchKernel)(kernel, as->grid, as->block, arguments, shared, as->stream);
  enzyme_gpu_check(threadsOf(as) ? error : 0, "the derivative of a kernel cannot be launched",
                   name);
}

static void waitFor(const char *name) {
  enzyme_gpu_check(API(DeviceSynchronize)(), "the derivative of a kernel failed", name);
}

static void *allocate(size bytes, const char *name) {
  void *made = 0;
  if (bytes)
    enzyme_gpu_check(API(Malloc)(&made, bytes), "there is no memory for the derivative of a kernel",
                     name);
  return made;
}

/* As emit/SplitEntry.cpp writes them: of the thread that needs most. */
struct bytes {
  size tape, slots, allSlots, varyByThread;
};

static void askBytes(const struct derivatives *of, void **arguments, const struct configuration *as,
                     struct bytes *bytes) {
  void *place = allocate(sizeof *bytes, of->name);
  enzyme_gpu_check(API(Memset)(place, 0, sizeof *bytes), "the derivative of a kernel failed",
                   of->name);
  waitFor(of->name);
  arguments[2 * of->parameters] = &place;
  launch(of->bytes, as, arguments, of->name);
  waitFor(of->name);
  enzyme_gpu_check(API(Memcpy)(bytes, place, sizeof *bytes, deviceToHost),
                   "the derivative of a kernel failed", of->name);
  API(Free)(place);
}

/* Where there is no memory for all that threads may keep, they take the device's heap for it. */
static void allocateTapes(const struct derivatives *of, void **arguments,
                          struct launched *launched) {
  struct configuration one = {{1, 1, 1}, {1, 1, 1}, 0, 0};
  struct bytes bytes = {0, 0, 0, 0};
  if (threadsOf(&launched->configuration))
    askBytes(of, arguments, &one, &bytes);
  if (bytes.varyByThread)
    askBytes(of, arguments, &launched->configuration, &bytes);
  size threads = threadsOf(&launched->configuration);
  launched->threads = threads;
  launched->tapeBytes = bytes.tape;
  launched->slotBytes = bytes.allSlots;
  launched->memory = 0;
  if (bytes.allSlots > bytes.slots &&
      API(Malloc)(&launched->memory, (bytes.tape + bytes.allSlots) * threads)) {
    API(GetLastError)();
    launched->memory = 0;
    launched->slotBytes = bytes.slots;
  }
  if (!launched->memory)
    launched->memory = allocate((bytes.tape + launched->slotBytes) * threads, of->name);
}

static void passMemory(void **arguments, struct launched *launched) {
  arguments[0] = &launched->memory;
  arguments[1] = &launched->tapeBytes;
  arguments[2] = &launched->slotBytes;
  arguments[3] = &launched->threads;
}

static void freeTape(void *tape) { API(Free)(tape); }

/* Each device has variables of its own, and those of one began at zero. */
static void keepDevice(const struct derivatives *of) {
  int device = 0;
  if (!of->variables)
    return;
  enzyme_gpu_check(API(GetDevice)(&device), "the derivative of a kernel failed", of->name);
  enzyme_gpu_uses(device);
}

void enzyme_step_launch_forward(const struct derivatives *of, void **arguments) {
  struct configuration as;
  keepDevice(of);
  configure(&as);
  launch(of->forward, &as, arguments, of->name);
}

void *enzyme_step_launch_augmented(const struct derivatives *of, void **arguments) {
  struct launched *launched = enzyme_rt_alloc(sizeof *launched);
  configure(&launched->configuration);
  allocateTapes(of, arguments, launched);
  enzyme_rt_defer(launched->memory, freeTape);
  passMemory(arguments + 2 * of->parameters, launched);
  launch(of->augmented, &launched->configuration, arguments, of->name);
  return launched;
}

/* `adjoints`: of what is passed by value, for the host. One at a time in the whole process: a
 * kernel may add plainly where no other of its threads adds (shadow/LaunchSums.cpp). */
void enzyme_step_launch_reverse(const struct derivatives *of, void **arguments,
                                struct launched *launched, void *adjoints) {
  size bytes = of->adjointBytes;
  keepDevice(of);
  void *onDevice = allocate(bytes, of->name);
  enzyme_gpu_alone(1);
  if (bytes)
    enzyme_gpu_check(API(Memset)(onDevice, 0, bytes), "a shadow cannot be set to zero", of->name);
  waitFor(of->name);
  arguments[2 * of->parameters] = &onDevice;
  passMemory(arguments + 2 * of->parameters + 1, launched);
  if (launched->threads)
    launch(of->gradient, &launched->configuration, arguments, of->name);
  waitFor(of->name);
  enzyme_gpu_alone(0);
  if (bytes)
    enzyme_gpu_check(API(Memcpy)(adjoints, onDevice, bytes, deviceToHost),
                     "a shadow cannot be read", of->name);
  API(Free)(onDevice);
}
