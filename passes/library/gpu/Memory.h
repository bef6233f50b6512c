/*===- Memory.h - memory of devices, and copies -----------------------------------------===*/

/*--- alloc: each kind is a step, since programs need not link what they do not call ---------*/

#define CLEAR_HERE(MEMORY, BYTES) memset(MEMORY, 0, BYTES)
#define CLEAR_THERE(MEMORY, BYTES)                                                                 \
  enzyme_gpu_check(API(Memset)(MEMORY, 0, BYTES), "a shadow cannot be set to zero", "")

/* structure: allow parameters, because the text is made of them */
#define ALLOCATION(STEP, CLEAR, RELEASE, PARAMETERS, GIVEN, TWICE, CALL)                           \
  void *enzyme_step_##STEP PARAMETERS { return malloc(bytes); }                                    \
  void *enzyme_step_##STEP##_plain PARAMETERS {                                                    \
    void *made = 0;                                                                                \
    return (CALL) == success ? made : 0;                                                           \
  }                                                                                                \
  static void releaseOf_##STEP(void *shadow) {                                                     \
    if (enzyme_gpu_is_gone(shadow))                                                                \
      RELEASE(shadow);                                                                             \
  }                                                                                                \
  static void *shadowOf_##STEP PARAMETERS {                                                        \
    void *shadow = enzyme_step_##STEP GIVEN;                                                       \
    if (shadow)                                                                                    \
      CLEAR(shadow, bytes);                                                                        \
    return shadow;                                                                                 \
  }                                                                                                \
  static void *keptShadowOf_##STEP PARAMETERS {                                                    \
    void *shadow = shadowOf_##STEP GIVEN;                                                          \
    enzyme_gpu_made(shadow);                                                                       \
    enzyme_rt_defer(shadow, releaseOf_##STEP);                                                     \
    return shadow;                                                                                 \
  }                                                                                                \
  struct made enzyme_step_##STEP##_augmented_again TWICE {                                         \
    struct made both = {0, keptShadowOf_##STEP GIVEN};                                             \
    return both;                                                                                   \
  } struct made enzyme_step_##STEP##_augmented TWICE {                                             \
    struct made both = {enzyme_step_##STEP GIVEN, keptShadowOf_##STEP GIVEN};                      \
    return both;                                                                                   \
  } void enzyme_step_##STEP##_reverse TWICE {                                                      \
  }                                                                                                \
  struct made enzyme_step_##STEP##_forward_again TWICE {                                           \
    struct made both = {0, shadowOf_##STEP GIVEN};                                                 \
    return both;                                                                                   \
  } struct made enzyme_step_##STEP##_forward TWICE {                                               \
    struct made both = {enzyme_step_##STEP GIVEN, shadowOf_##STEP GIVEN};                          \
    return both;                                                                                   \
  }

#define RESULT_OF_ALLOCATION(PLACE, MADE)                                                          \
  void *made = MADE;                                                                               \
  *PLACE = made;                                                                                   \
  return made || !bytes ? success : outOfMemory

/*--- release ------------------------------------------------------------------------------*/

#define RELEASE(STEP, PARAMETERS, GIVEN, TWICE, CALL)                                              \
  int enzyme_step_##STEP PARAMETERS {                                                              \
    memory ? (void)(*(volatile char *)memory = 0) : (void)0;                                       \
    return enzyme_gpu_result();                                                                    \
  }                                                                                                \
  int enzyme_step_##STEP##_plain PARAMETERS { return CALL; }                                       \
  int enzyme_step_##STEP##_augmented TWICE {                                                       \
    if (hasShadow(memory, shadow))                                                                 \
      enzyme_gpu_gone(shadow);                                                                     \
    return enzyme_step_##STEP GIVEN;                                                               \
  }                                                                                                \
  int enzyme_step_##STEP##_augmented_again TWICE {                                                 \
    if (hasShadow(memory, shadow))                                                                 \
      enzyme_gpu_gone(shadow);                                                                     \
    return success;                                                                                \
  }                                                                                                \
  void enzyme_step_##STEP##_reverse TWICE {}                                                       \
  int enzyme_step_##STEP##_forward_again TWICE {                                                   \
    void *primal = memory;                                                                         \
    if (!hasShadow(primal, shadow))                                                                \
      return success;                                                                              \
    memory = shadow;                                                                               \
    return enzyme_step_##STEP GIVEN;                                                               \
  }                                                                                                \
  int enzyme_step_##STEP##_forward TWICE {                                                         \
    void *primal = memory;                                                                         \
    int error = enzyme_step_##STEP GIVEN;                                                          \
    if (hasShadow(primal, shadow)) {                                                               \
      memory = shadow;                                                                             \
      enzyme_step_##STEP GIVEN;                                                                    \
    }                                                                                              \
    return error;                                                                                  \
  }

RELEASE(release, (void *memory), (memory), (void *memory, void *shadow), API(Free)(memory))
int BODY(Free)(void *memory) { return enzyme_step_release(memory); }

/* structure: allow parameters, because the text is made of them */
ALLOCATION(alloc, CLEAR_THERE, API(Free), (size bytes), (bytes), (size bytes),
           API(Malloc)(&made, bytes))
int BODY(Malloc)(void **place, size bytes) {
  RESULT_OF_ALLOCATION(place, enzyme_step_alloc(bytes));
}

/* Rows are as far apart as those that the runtime itself would allocate. */
int BODY(MallocPitch)(void **place, size *pitch, size width, size height) {
  enum { alignment = 512 };
  size apart = (width + alignment - 1) & ~(size)(alignment - 1), bytes = apart * height;
  *pitch = apart;
  RESULT_OF_ALLOCATION(place, enzyme_step_alloc(bytes));
}

int API(MallocManaged)(void **, size, unsigned);
/* structure: allow parameters, because the text is made of them */
ALLOCATION(managed, CLEAR_THERE, API(Free), (size bytes, unsigned flags), (bytes, flags),
           (size bytes, unsigned flags), API(MallocManaged)(&made, bytes, flags))
int BODY(MallocManaged)(void **place, size bytes, unsigned flags) {
  RESULT_OF_ALLOCATION(place, enzyme_step_managed(bytes, flags));
}

int API(FreeAsync)(void *, void *);
RELEASE(later, (void *memory, void *stream), (memory, stream),
        (void *memory, void *shadow, void *stream, void *streamShadow),
        API(FreeAsync)(memory, stream))
int BODY(FreeAsync)(void *memory, void *stream) { return enzyme_step_later(memory, stream); }

int API(MallocAsync)(void **, size, void *);
/* structure: allow parameters, because the text is made of them */
ALLOCATION(ordered, CLEAR_THERE, API(Free), (size bytes, void *stream), (bytes, stream),
           (size bytes, void *stream, void *streamShadow), API(MallocAsync)(&made, bytes, stream))
int BODY(MallocAsync)(void **place, size bytes, void *stream) {
  RESULT_OF_ALLOCATION(place, enzyme_step_ordered(bytes, stream));
}

/* Memory of the host that devices know, which the two call by other names. */
#if defined HIP
#define FREE_PINNED hipHostFree
int hipHostFree(void *);
RELEASE(unpin, (void *memory), (memory), (void *memory, void *shadow), hipHostFree(memory))
int enzyme_body_hipHostFree(void *memory) { return enzyme_step_unpin(memory); }
int enzyme_body_hipFreeHost(void *memory) { return enzyme_step_unpin(memory); }

int hipHostMalloc(void **, size, unsigned);
/* structure: allow parameters, because the text is made of them */
ALLOCATION(pinned, CLEAR_HERE, hipHostFree, (size bytes, unsigned flags), (bytes, flags),
           (size bytes, unsigned flags), hipHostMalloc(&made, bytes, flags))
int enzyme_body_hipHostMalloc(void **place, size bytes, unsigned flags) {
  RESULT_OF_ALLOCATION(place, enzyme_step_pinned(bytes, flags));
}
int enzyme_body_hipHostAlloc(void **place, size bytes, unsigned flags) {
  RESULT_OF_ALLOCATION(place, enzyme_step_pinned(bytes, flags));
}
int enzyme_body_hipMallocHost(void **place, size bytes) {
  RESULT_OF_ALLOCATION(place, enzyme_step_pinned(bytes, 0));
}
#else
int cudaFreeHost(void *);
RELEASE(unpin, (void *memory), (memory), (void *memory, void *shadow), cudaFreeHost(memory))
int enzyme_body_cudaFreeHost(void *memory) { return enzyme_step_unpin(memory); }

int cudaHostAlloc(void **, size, unsigned);
/* structure: allow parameters, because the text is made of them */
ALLOCATION(pinned, CLEAR_HERE, cudaFreeHost, (size bytes, unsigned flags), (bytes, flags),
           (size bytes, unsigned flags), cudaHostAlloc(&made, bytes, flags))
int enzyme_body_cudaHostAlloc(void **place, size bytes, unsigned flags) {
  RESULT_OF_ALLOCATION(place, enzyme_step_pinned(bytes, flags));
}
int cudaMallocHost(void **, size);
/* structure: allow parameters, because the text is made of them */
ALLOCATION(locked, CLEAR_HERE, cudaFreeHost, (size bytes), (bytes), (size bytes),
           cudaMallocHost(&made, bytes))
int enzyme_body_cudaMallocHost(void **place, size bytes) {
  RESULT_OF_ALLOCATION(place, enzyme_step_locked(bytes));
}
#endif

/*--- copy ----------------------------------------------------------------------------------*/

/* The runtime works on memory of the host: what it changes comes from there and goes back. */
static void *fetch(const void *memory, size bytes) {
  void *there = malloc(bytes ? bytes : 1);
  enzyme_gpu_check(API(Memcpy)(there, memory, bytes, anyDirection), "a shadow cannot be read", "");
  return there;
}
static void put(void *memory, void *there, size bytes) {
  enzyme_gpu_check(API(Memcpy)(memory, there, bytes, anyDirection), "a shadow cannot be written",
                   "");
  free(there);
}

static void pull(void *to, void *from, size bytes, long format) {
  enzyme_gpu_check(API(DeviceSynchronize)(), "the device stopped", "");
  void *target = fetch(to, bytes), *source = from ? fetch(from, bytes) : 0;
  size begin = 0;
  if (format == unknownNumbers)
    format = enzyme_gpu_held(to, bytes, &begin);
  if (format == unknownNumbers && from)
    format = enzyme_gpu_held(from, bytes, &begin);
  enzyme_gpu_pull(target, source, bytes, format, begin);
  if (from)
    put(from, source, bytes);
  put(to, target, bytes);
}

/* Of constants: zero, and addresses, which are their own shadows. */
static void copyConst(void *to, const void *from, size bytes, long format) {
  enzyme_gpu_check(API(DeviceSynchronize)(), "the device stopped", "");
  void *target = fetch(to, bytes), *source = fetch(from, bytes);
  enzyme_gpu_copy_const(target, source, bytes, format);
  free(source);
  put(to, target, bytes);
}

struct move {
  void *to, *toShadow;
  const void *from;
  void *fromShadow;
  size bytes;
  long format;
};

/* The shadow of what is copied from, if that is no constant. */
static void *sourceOf(const struct move *move) {
  return hasShadow(move->from, move->fromShadow) ? move->fromShadow : 0;
}

static void copyShadow(const struct move *move) {
  void *source = sourceOf(move);
  if (!hasShadow(move->to, move->toShadow))
    return;
  if (!source)
    return copyConst(move->toShadow, move->from, move->bytes, move->format);
  enzyme_gpu_check(API(DeviceSynchronize)(), "the device stopped", "");
  enzyme_gpu_check(API(Memcpy)(move->toShadow, source, move->bytes, anyDirection),
                   "a shadow cannot be copied", "");
}

/* On the way there only addresses have shadows that travel. */
static void copyAddresses(const struct move *move) {
  if (move->format != unknownNumbers || !hasShadow(move->to, move->toShadow))
    return;
  enzyme_gpu_check(API(DeviceSynchronize)(), "the device stopped", "");
  void *target = fetch(move->toShadow, move->bytes),
       *source = fetch(sourceOf(move) ? sourceOf(move) : move->from, move->bytes);
  enzyme_gpu_copy_addresses(target, source, move->bytes);
  free(source);
  put(move->toShadow, target, move->bytes);
}

static void pullShadow(const struct move *move) {
  if (hasShadow(move->to, move->toShadow))
    pull(move->toShadow, sourceOf(move), move->bytes, move->format);
}

#define MOVE (&(struct move){to, toShadow, from, fromShadow, bytes, format})

/* CHECK comes before anything is done to shadows. */
/* structure: allow parameters, because the text is made of them */
#define COPY(STEP, PARAMETERS, GIVEN, TWICE, CALL, CHECK)                                          \
  int enzyme_step_##STEP PARAMETERS {                                                              \
    memmove(to, from, bytes);                                                                      \
    return enzyme_gpu_result();                                                                    \
  }                                                                                                \
  int enzyme_step_##STEP##_plain PARAMETERS { return CALL; }                                       \
  int enzyme_step_##STEP##_augmented_again TWICE {                                                 \
    CHECK;                                                                                         \
    copyAddresses(MOVE);                                                                           \
    return success;                                                                                \
  }                                                                                                \
  int enzyme_step_##STEP##_augmented TWICE {                                                       \
    CHECK;                                                                                         \
    copyAddresses(MOVE);                                                                           \
    return enzyme_step_##STEP GIVEN;                                                               \
  }                                                                                                \
  void enzyme_step_##STEP##_reverse TWICE { pullShadow(MOVE); }                                    \
  int enzyme_step_##STEP##_forward_again TWICE {                                                   \
    CHECK;                                                                                         \
    copyShadow(MOVE);                                                                              \
    return success;                                                                                \
  }                                                                                                \
  int enzyme_step_##STEP##_forward TWICE {                                                         \
    CHECK;                                                                                         \
    copyShadow(MOVE);                                                                              \
    return enzyme_step_##STEP GIVEN;                                                               \
  }

#define FROM_TO void *to, void *toShadow, const void *from, void *fromShadow

/* structure: allow parameters, because the text is made of them */
COPY(copy, (void *to, const void *from, size bytes, int direction, long format),
     (to, from, bytes, direction, format), (FROM_TO, size bytes, int direction, long format),
     API(Memcpy)(to, from, bytes, direction), (void)0)
int BODY(Memcpy)(void *to, const void *from, size bytes, int direction) {
  return enzyme_step_copy(to, from, bytes, direction, unknownNumbers);
}

int API(MemcpyAsync)(void *, const void *, size, int, void *);
static int copyInStream(void *to, const void *from, size bytes, int direction, void *stream) {
  int error = API(MemcpyAsync)(to, from, bytes, direction, stream);
  return error || direction == deviceToDevice ? error : API(StreamSynchronize)(stream);
}
/* structure: allow parameters, because the API's function has as many */
COPY(flow, (void *to, const void *from, size bytes, int direction, void *stream, long format),
     (to, from, bytes, direction, stream, format),
     (FROM_TO, size bytes, int direction, void *stream, void *streamShadow, long format),
     copyInStream(to, from, bytes, direction, stream), (void)0)
int BODY(MemcpyAsync)(void *to, const void *from, size bytes, int direction, void *stream) {
  return enzyme_step_flow(to, from, bytes, direction, stream, unknownNumbers);
}

/* From one device to another: addresses tell of which they are. */
/* structure: allow parameters, because they are the API's */
int BODY(MemcpyPeer)(void *to, int toDevice, const void *from, int fromDevice, size bytes) {
  return enzyme_step_copy(to, from, bytes, anyDirection, unknownNumbers);
}
/* structure: allow parameters, because they are the API's */
int BODY(MemcpyPeerAsync)(void *to, int toDevice, const void *from, int fromDevice, size bytes,
                          void *stream) {
  return enzyme_step_flow(to, from, bytes, anyDirection, stream, unknownNumbers);
}

/*--- rows, which are copies one by one
 * -----------------------------------------------------------*/

/* structure: allow parameters, because the API's function has as many */
int BODY(Rows)(void *to, size toPitch, const void *from, size fromPitch, size width, size height,
               int direction, long format) {
  if (width > toPitch || width > fromPitch)
    return invalidValue;
  for (size row = 0; row != height; ++row) {
    int error = enzyme_step_copy((char *)to + row * toPitch, (const char *)from + row * fromPitch,
                                 width, direction, format);
    if (error)
      return error;
  }
  return success;
}
/* structure: allow parameters, because they are the API's */
int BODY(Memcpy2D)(void *to, size toPitch, const void *from, size fromPitch, size width,
                   size height, int direction) {
  return BODY(Rows)(to, toPitch, from, fromPitch, width, height, direction, unknownNumbers);
}
/* structure: allow parameters, because the API's function has as many */
int BODY(RowsAsync)(void *to, size toPitch, const void *from, size fromPitch, size width,
                    size height, int direction, void *stream, long format) {
  if (width > toPitch || width > fromPitch)
    return invalidValue;
  for (size row = 0; row != height; ++row) {
    int error = enzyme_step_flow((char *)to + row * toPitch, (const char *)from + row * fromPitch,
                                 width, direction, stream, format);
    if (error)
      return error;
  }
  return success;
}
/* structure: allow parameters, because they are the API's */
int BODY(Memcpy2DAsync)(void *to, size toPitch, const void *from, size fromPitch, size width,
                        size height, int direction, void *stream) {
  return BODY(RowsAsync)(to, toPitch, from, fromPitch, width, height, direction, stream,
                         unknownNumbers);
}

/*--- fill -----------------------------------------------------------------------------------*/

static void clear(void *memory, void *shadow, size bytes) {
  if (!hasShadow(memory, shadow))
    return;
  enzyme_gpu_check(API(DeviceSynchronize)(), "the device stopped", "");
  enzyme_gpu_check(API(Memset)(shadow, 0, bytes), "a shadow cannot be set to zero", "");
  enzyme_gpu_check(API(DeviceSynchronize)(), "the device stopped", "");
}

#define FILL(STEP, PARAMETERS, GIVEN, TWICE, CALL)                                                 \
  int enzyme_step_##STEP PARAMETERS {                                                              \
    memset(memory, byte, bytes);                                                                   \
    return enzyme_gpu_result();                                                                    \
  }                                                                                                \
  int enzyme_step_##STEP##_plain PARAMETERS { return CALL; }                                       \
  int enzyme_step_##STEP##_augmented_again TWICE { return success; }                               \
  int enzyme_step_##STEP##_augmented TWICE { return enzyme_step_##STEP GIVEN; }                    \
  void enzyme_step_##STEP##_reverse TWICE { clear(memory, shadow, bytes); }                        \
  int enzyme_step_##STEP##_forward_again TWICE {                                                   \
    clear(memory, shadow, bytes);                                                                  \
    return success;                                                                                \
  }                                                                                                \
  int enzyme_step_##STEP##_forward TWICE {                                                         \
    clear(memory, shadow, bytes);                                                                  \
    return enzyme_step_##STEP GIVEN;                                                               \
  }

FILL(fill, (void *memory, int byte, size bytes), (memory, byte, bytes),
     (void *memory, void *shadow, int byte, size bytes), API(Memset)(memory, byte, bytes))
int BODY(Memset)(void *memory, int byte, size bytes) {
  return enzyme_step_fill(memory, byte, bytes);
}

int API(MemsetAsync)(void *, int, size, void *);
FILL(wash, (void *memory, int byte, size bytes, void *stream), (memory, byte, bytes, stream),
     (void *memory, void *shadow, int byte, size bytes, void *stream, void *streamShadow),
     API(MemsetAsync)(memory, byte, bytes, stream))
int BODY(MemsetAsync)(void *memory, int byte, size bytes, void *stream) {
  return enzyme_step_wash(memory, byte, bytes, stream);
}

/* structure: allow parameters, because they are the API's */
int BODY(Memset2D)(void *memory, size pitch, int byte, size width, size height) {
  if (width > pitch)
    return invalidValue;
  for (size row = 0; row != height; ++row) {
    int error = enzyme_step_fill((char *)memory + row * pitch, byte, width);
    if (error)
      return error;
  }
  return success;
}
/* structure: allow parameters, because they are the API's */
int BODY(Memset2DAsync)(void *memory, size pitch, int byte, size width, size height, void *stream) {
  if (width > pitch)
    return invalidValue;
  for (size row = 0; row != height; ++row) {
    int error = enzyme_step_wash((char *)memory + row * pitch, byte, width, stream);
    if (error)
      return error;
  }
  return success;
}
