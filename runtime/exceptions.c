/*===- exceptions.c - exceptions that are caught inside derivatives -----------===
 *
 * Two problems. The object of an exception is reached through the unwinder, which knows no
 * shadows: derivative code keeps the addresses of thrown objects in slots of its own, and
 * here is known which slot is whose. And a derivative that is left by an exception leaves no
 * tape: so it returns instead, and who called it raises the exception again in its own frame,
 * where the handlers are. Both say so here, by thread.
 *
 *   caller:  expect(); derivative(…); if ((e = left())) again(e);
 *   callee:  isExpected = expected(); … leave(e); return 0;    or, if not expected, escape(e)
 *
 * An object that was caught inside is kept alive (its count of references is one more) and is
 * not destroyed by the unwinder, but by code that can be differentiated.
 *
 * The layout of an exception's header is that of the Itanium C++ ABI as libstdc++ and libc++abi
 * have it on machines of 64 bits; both put the count in front of what the ABI names.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <stdlib.h>
#include <unwind.h>

enum { slotCount = 64 }; // library/cxx/Exceptions.ll: @enzyme.thrown

typedef void Destructor(void *);

/// What lies in front of the unwinder's header; the object of a primary one lies behind that.
typedef struct {
  union { // a dependent one (std::rethrow_exception) has the address of the object, see objectOf
    const void *type;
    void *primary;
  };
  Destructor *destructor;
  void *handlers[2], *next;
  int handlerCount, handlerValue;
  void *caches[4];
  struct _Unwind_Exception unwind;
} Header;

typedef struct Shadow {
  struct Shadow *next;
  void *memory;
  int isOnTape; ///< a reverse sweep will read it
} Shadow;

typedef struct {
  void *object; ///< null: free
  Destructor *destructor;
  Shadow *shadows;
  int isOwned;
} Slot;

static _Thread_local Slot slots[slotCount];
static _Thread_local int isExpected;
static _Thread_local void *leaving;

// Of the C++ library, where there is one.
#pragma weak _Unwind_RaiseException
__attribute__((weak)) void *__cxa_get_globals(void);
__attribute__((weak)) void __cxa_free_exception(void *);
__attribute__((weak, noreturn)) void enzyme_rt_terminate(void) __asm__("_ZSt9terminatev");

static const uint64_t classOfGnu = 0x474E5543432B2B00, classOfLlvm = 0x434C4E47432B2B00;

static Header *headerOf(void *exception) {
  return (Header *)((char *)exception - offsetof(Header, unwind));
}

static Header *headerOfObject(void *object) { return (Header *)object - 1; }

static int isLlvms(const Header *header) {
  return (header->unwind.exception_class & ~UINT64_C(0xff)) == classOfLlvm;
}

/// Null for an exception of another language.
static void *objectOf(void *exception) {
  Header *header = headerOf(exception);
  if ((header->unwind.exception_class & ~UINT64_C(0xff)) != classOfGnu && !isLlvms(header))
    return 0;
  int isDependent = header->unwind.exception_class & 1;
  if (!isDependent)
    return header + 1;
  return isLlvms(header) ? ((void **)header)[-1] : header->primary;
}

static int *references(Header *header) {
  return (int *)((char *)header - (isLlvms(header) ? 8 : 16));
}

static int64_t slotOf(const void *object) {
  if (object)
    for (int64_t i = 0; i < slotCount; i++)
      if (slots[i].object == object)
        return i;
  return -1;
}

void enzyme_rt_exception_expect(void) { isExpected = 1; }
void enzyme_rt_exception_alone(void) { isExpected = 0; }

int enzyme_rt_exception_expected(void) {
  int was = isExpected;
  isExpected = 0;
  return was;
}

void enzyme_rt_exception_leave(void *exception) { leaving = exception; }

void *enzyme_rt_exception_left(void) {
  void *exception = leaving;
  leaving = 0;
  isExpected = 0;
  return exception;
}

void enzyme_rt_exception_again(void *exception) {
  _Unwind_RaiseException(exception);
  if (enzyme_rt_terminate) // it is not caught
    enzyme_rt_terminate();
  abort();
}

void enzyme_rt_exception_escape(void *exception) { enzyme_rt_exception_again(exception); }

int64_t enzyme_rt_exception_thrown(void *object, void *destructor) {
  for (int64_t i = 0; i < slotCount; i++)
    if (!slots[i].object) {
      slots[i] = (Slot){object, (Destructor *)destructor, 0, 0};
      return i;
    }
  enzyme_rt_refuse("more than 64 exceptions are on their way at once in differentiated code", 0);
}

void enzyme_rt_exception_shadow(void *object, void *memory, int isOnTape) {
  int64_t slot = slotOf(object);
  Shadow *shadow = slot < 0 ? 0 : malloc(sizeof *shadow);
  if (!shadow)
    return;
  *shadow = (Shadow){slots[slot].shadows, memory, isOnTape};
  slots[slot].shadows = shadow;
}

/// Where derivative code does not free the shadows itself, they end with the object.
static void empty(int64_t slot, int areShadowsLeft) {
  for (Shadow *shadow = slots[slot].shadows, *next; shadow; shadow = next) {
    next = shadow->next;
    if (areShadowsLeft && shadow->isOnTape)
      enzyme_rt_defer(shadow->memory, __cxa_free_exception);
    else if (areShadowsLeft)
      __cxa_free_exception(shadow->memory);
    free(shadow);
  }
  slots[slot] = (Slot){0};
}

/// The destructor for the unwinder: an object that it destroys is no longer ours.
void enzyme_rt_exception_gone(void *object) {
  int64_t slot = slotOf(object);
  if (slot < 0)
    return;
  Destructor *destructor = slots[slot].destructor;
  empty(slot, /*areShadowsLeft=*/1);
  if (destructor)
    destructor(object);
}

int64_t enzyme_rt_exception_slot(void *exception) { return slotOf(objectOf(exception)); }

int64_t enzyme_rt_exception_caught(void *exception) {
  void *object = objectOf(exception);
  int64_t slot = slotOf(object);
  if (slot < 0 || slots[slot].isOwned)
    return slot;
  slots[slot].isOwned = 1;
  __atomic_add_fetch(references(headerOfObject(object)), 1, __ATOMIC_ACQ_REL);
  return slot;
}

static const void *typeOf(void *exception) { return headerOfObject(objectOf(exception))->type; }

/// By the mangled name, the second word of std::type_info.
_Bool enzyme_rt_exception_is_pointer(void *exception) {
  const char *name = ((const char *const *)typeOf(exception))[1];
  return name[0] == 'P';
}

int64_t enzyme_rt_exception_distance(void *exception, void *caught) {
  char *object = objectOf(exception);
  char *base = enzyme_rt_exception_is_pointer(exception) ? *(char **)object : object;
  return (char *)caught - base;
}

/// libc++abi's globals lead to where a header of its own begins, two words earlier.
static Header *innermostHandled(void) {
  char *header = *(char **)__cxa_get_globals();
  if (!header)
    return 0;
  Header *gnu = (Header *)header, *llvm = (Header *)(header + 16);
  return (gnu->unwind.exception_class & ~UINT64_C(0xff)) == classOfGnu ? gnu : llvm;
}

static void giveBack(int64_t slot) {
  __atomic_sub_fetch(references(headerOfObject(slots[slot].object)), 1, __ATOMIC_ACQ_REL);
  slots[slot].isOwned = 0;
}

/// The slot of an object of ours whose last handler ends now. One that the program keeps
/// (std::exception_ptr) is given back to the C++ library.
int64_t enzyme_rt_exception_last(void) {
  Header *header = innermostHandled();
  if (!header || header->handlerCount != 1)
    return -1;
  int64_t slot = slotOf(objectOf(&header->unwind));
  if (slot < 0 || !slots[slot].isOwned)
    return -1;
  if (*references(headerOfObject(slots[slot].object)) == 2)
    return slot;
  giveBack(slot);
  return -1;
}

void *enzyme_rt_exception_destructor(int64_t slot) { return (void *)slots[slot].destructor; }

void enzyme_rt_exception_destroy(void *destructor, void *object) {
  if (destructor)
    ((Destructor *)destructor)(object);
}

void enzyme_rt_exception_forget(int64_t slot) { empty(slot, /*areShadowsLeft=*/0); }

/// The C++ library alone takes care of the object from here on, in whatever thread. A shadow
/// has no owner then.
void enzyme_rt_exception_disown(void *object) {
  int64_t slot = slotOf(object);
  if (slot < 0)
    return __cxa_free_exception(object);
  if (slots[slot].isOwned)
    giveBack(slot);
  headerOfObject(object)->destructor = slots[slot].destructor;
  enzyme_rt_exception_forget(slot);
}
