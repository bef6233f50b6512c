/*===- Variables.h - variables of devices -----------------------------------------------===
 *
 * A variable of the host stands for each; its address is what the runtime knows it by. To all
 * analyses it is the device's memory, and has a shadow like any other variable, which stands for
 * the shadow that the device has (rules/gpu/Variables.h in the compiler).
 *
 *   place     where the variable lies
 *
 * What is copied to is a place. A variable in which there may be addresses has no shadow: to
 * kernels' derivatives it holds constants, and numbers that vary stop the program there.
 *===-------------------------------------------------------------------------------===*/
int API(GetSymbolAddress)(void **, const void *);
int API(GetLastError)(void);
enum { invalidSymbol = 13 };

static void *placeOnDevice(void *variable) {
  void *place = 0;
  return API(GetSymbolAddress)(&place, variable) == success ? place : 0;
}
static void *placeOfShadow(void *variable, void *shadow) {
  void *place = 0;
  if (!hasShadow(variable, shadow))
    return 0;
  enzyme_gpu_check(API(GetSymbolAddress)(&place, shadow),
                   "a variable of the device has no shadow there", "");
  return place;
}

/* Nothing may conclude that the result is the argument: that is only so to analyses. */
void *enzyme_step_place(void *variable) { return (char *)variable + enzyme_gpu_result(); }
void *enzyme_step_place_plain(void *variable) { return placeOnDevice(variable); }
struct made enzyme_step_place_augmented_again(void *variable, void *shadow) {
  struct made both = {0, placeOfShadow(variable, shadow)};
  return both;
}
struct made enzyme_step_place_augmented(void *variable, void *shadow) {
  struct made both = {enzyme_step_place(variable), placeOfShadow(variable, shadow)};
  return both;
}
void enzyme_step_place_reverse(void *variable, void *shadow) {}
struct made enzyme_step_place_forward_again(void *variable, void *shadow) {
  return enzyme_step_place_augmented_again(variable, shadow);
}
struct made enzyme_step_place_forward(void *variable, void *shadow) {
  return enzyme_step_place_augmented(variable, shadow);
}

int BODY(GetSymbolAddress)(void **place, const void *variable) {
  void *there = enzyme_step_place((void *)variable);
  *place = there;
  return there ? success : invalidSymbol;
}

static void refuseLoss(const void *to, const void *toShadow, const void *from,
                       const void *fromShadow) {
  if (hasShadow(from, fromShadow) && !hasShadow(to, toShadow))
    enzyme_gpu_no_numbers();
}

COPY(enter, (void *to, const void *from, size bytes, int direction, long format),
     (to, from, bytes, direction, format), (FROM_TO, size bytes, int direction, long format),
     API(Memcpy)(to, from, bytes, direction), refuseLoss(to, toShadow, from, fromShadow))
/* structure: allow parameters, because the API's function has as many */
COPY(pour, (void *to, const void *from, size bytes, int direction, void *stream, long format),
     (to, from, bytes, direction, stream, format),
     (FROM_TO, size bytes, int direction, void *stream, void *streamShadow, long format),
     copyInStream(to, from, bytes, direction, stream), refuseLoss(to, toShadow, from, fromShadow))

/* What is copied is known (CopiesInPlainSight), or not. */
/* structure: allow parameters, because the API's function has as many */
int BODY(IntoVariable)(const void *variable, const void *from, size bytes, size offset,
                       int direction, long format) {
  char *to = enzyme_step_place((void *)variable);
  return enzyme_step_enter(to + offset, from, bytes, direction, format);
}
/* structure: allow parameters, because the API's function has as many */
int BODY(IntoVariableAsync)(const void *variable, const void *from, size bytes, size offset,
                            int direction, void *stream, long format) {
  char *to = enzyme_step_place((void *)variable);
  return enzyme_step_pour(to + offset, from, bytes, direction, stream, format);
}
/* structure: allow parameters, because the API's function has as many */
int BODY(FromVariable)(void *to, const void *variable, size bytes, size offset, int direction,
                       long format) {
  char *from = enzyme_step_place((void *)variable);
  return enzyme_step_copy(to, from + offset, bytes, direction, format);
}
/* structure: allow parameters, because the API's function has as many */
int BODY(FromVariableAsync)(void *to, const void *variable, size bytes, size offset, int direction,
                            void *stream, long format) {
  char *from = enzyme_step_place((void *)variable);
  return enzyme_step_flow(to, from + offset, bytes, direction, stream, format);
}

/* structure: allow parameters, because they are the API's */
int BODY(MemcpyToSymbol)(const void *symbol, const void *from, size bytes, size offset,
                         int direction) {
  return BODY(IntoVariable)(symbol, from, bytes, offset, direction, unknownNumbers);
}
/* structure: allow parameters, because the API's function has as many */
int BODY(MemcpyToSymbolAsync)(const void *symbol, const void *from, size bytes, size offset,
                              int direction, void *stream) {
  return BODY(IntoVariableAsync)(symbol, from, bytes, offset, direction, stream, unknownNumbers);
}
/* structure: allow parameters, because they are the API's */
int BODY(MemcpyFromSymbol)(void *to, const void *symbol, size bytes, size offset, int direction) {
  return BODY(FromVariable)(to, symbol, bytes, offset, direction, unknownNumbers);
}
/* structure: allow parameters, because the API's function has as many */
int BODY(MemcpyFromSymbolAsync)(void *to, const void *symbol, size bytes, size offset,
                                int direction, void *stream) {
  return BODY(FromVariableAsync)(to, symbol, bytes, offset, direction, stream, unknownNumbers);
}

/*--- where a derivative begins (emit/GlobalShadows.cpp in the compiler) ------------------------*/

enum { isConstantThere = -1 }; /* rules/gpu/Variables.h in the compiler */

void beginVariable(void *shadow, size bytes, size placeOfMark, int varies, long format) {
  char *place = 0;
  int mark = 0, device = 0;
  int error = API(GetSymbolAddress)((void **)&place, shadow);
  if (error && !varies) { /* nothing uses it */
    API(GetLastError)();
    return;
  }
  enzyme_gpu_check(error, "a variable of the device has no shadow there", "");
  enzyme_gpu_check(API(GetDevice)(&device), "the device stopped", "");
  enzyme_gpu_begins(device);
  enzyme_gpu_holds(place, bytes, format);
  enzyme_gpu_check(API(DeviceSynchronize)(), "the device stopped", "");
  enzyme_gpu_check(API(Memset)(place, 0, bytes), "a shadow cannot be set to zero", "");
  enzyme_gpu_check(API(Memcpy)(&mark, place + placeOfMark, sizeof mark, deviceToHost),
                   "a shadow cannot be read", "");
  if (mark == isConstantThere && varies)
    enzyme_gpu_no_numbers();
  if (mark != isConstantThere)
    enzyme_gpu_check(API(Memcpy)(place + placeOfMark, &varies, sizeof varies, hostToDevice),
                     "a shadow cannot be written", "");
  enzyme_gpu_check(API(DeviceSynchronize)(), "the device stopped", "");
}
