//===- MemoryResources.cpp - libstdc++'s memory resources, once more -------===//
//
// Problem: containers of std::pmr allocate by a virtual call of a resource. Those of the
// library are compiled in it: neither their code nor, of the one that uses operator new, the
// name of its class can be seen.
//
// Here: the same in our words, which the build makes IR of (LibraryBodies.cpp).
// `enzyme.body.X` stands for a function X of the library; `enzyme.instead.X` replaces an
// inline function of its header, that which makes the virtual call:
//
//     r->allocate(n, a)       r is a monotonic buffer ? take n bytes of it
//                             : r is the heap's       ? operator new(n, a)
//                             : r->do_allocate(n, a)       another class of the program
//
// A buffer may come from code that is not differentiated, or go there, and its shadow too:
// members, and what stands at the end of each block, are those of libstdc++ since version 9,
// and the words among them are set in the shadow. Pools are not here.
//===----------------------------------------------------------------------===//
#include <new>

using Size = unsigned long;

struct Resource {
  virtual ~Resource();
  virtual void *allocate(Size bytes, Size alignment);
  virtual void release(void *memory, Size bytes, Size alignment);
  virtual bool equals(const Resource &other) const;
};

struct Block { ///< at its end
  Size sizeAndAlignment;
  Block *next;
};

struct Buffer {
  void *table;
  char *now;
  Size left, following;
  Resource *upstream;
  char *first;
  Size firstSize;
  Block *blocks;
};

extern "C" {
extern void *const bufferTable[] __asm__("_ZTVNSt3pmr25monotonic_buffer_resourceE");
void enzyme_rt_set_word(Size *place, Size word) noexcept; ///< the library reads shadows, too
Resource *heap() noexcept __asm__("_ZNSt3pmr19new_delete_resourceEv");
}
#define BODY(FUNCTION) __asm__("enzyme.body._ZNSt3pmr" FUNCTION)
#define INSTEAD(FUNCTION) __asm__("enzyme.instead._ZN" FUNCTION)
static constexpr Size blockSizes = 64; ///< multiples of it

static bool isBuffer(const Resource *resource) {
  using Table = const void *const *__attribute__((may_alias));
  return *reinterpret_cast<const Table *>(resource) ==
         reinterpret_cast<const void *const *>(bufferTable) + 2;
}

static void *allocateFrom(Resource *resource, Size bytes, Size alignment) {
  return resource == heap() ? ::operator new(bytes, std::align_val_t(alignment))
                            : resource->allocate(bytes, alignment);
}

static void releaseTo(Resource *resource, void *memory, Size bytes, Size alignment) {
  if (resource == heap())
    ::operator delete(memory, std::align_val_t(alignment));
  else
    resource->release(memory, bytes, alignment);
}

extern "C" void addBlock(Buffer *buffer, Size bytes, Size alignment)
    BODY("25monotonic_buffer_resource13_M_new_bufferEmm");
extern "C" void addBlock(Buffer *buffer, Size bytes, Size alignment) {
  Size least = bytes > buffer->following ? bytes : buffer->following;
  Size whole = (least + sizeof(Block) + blockSizes - 1) & -blockSizes;
  Size aligned = (alignment + 15) & -16ul;
  char *memory = static_cast<char *>(allocateFrom(buffer->upstream, whole, aligned));
  auto *last = reinterpret_cast<Block *>(memory + whole - sizeof(Block));
  enzyme_rt_set_word(&last->sizeAndAlignment, whole | __builtin_ctzl(aligned));
  last->next = buffer->blocks;
  buffer->blocks = last;
  buffer->now = memory;
  enzyme_rt_set_word(&buffer->left, whole - sizeof(Block));
  enzyme_rt_set_word(&buffer->following, buffer->following + buffer->following / 2);
}

extern "C" void releaseBlocks(Buffer *buffer)
    BODY("25monotonic_buffer_resource18_M_release_buffersEv");
extern "C" void releaseBlocks(Buffer *buffer) {
  Block *block = buffer->blocks;
  buffer->blocks = nullptr;
  while (block) {
    Block *next = block->next;
    Size whole = block->sizeAndAlignment & -blockSizes;
    Size alignment = 1ul << (block->sizeAndAlignment & (blockSizes - 1));
    releaseTo(buffer->upstream, reinterpret_cast<char *>(block + 1) - whole, whole, alignment);
    block = next;
  }
}

extern "C" void destroyBuffer(Buffer *buffer) BODY("25monotonic_buffer_resourceD1Ev");
extern "C" void destroyBuffer(Buffer *buffer) { releaseBlocks(buffer); }
extern "C" void destroyBufferPart(Buffer *buffer) BODY("25monotonic_buffer_resourceD2Ev");
extern "C" void destroyBufferPart(Buffer *buffer) { releaseBlocks(buffer); }
extern "C" void deleteBuffer(Buffer *buffer) BODY("25monotonic_buffer_resourceD0Ev");
extern "C" void deleteBuffer(Buffer *buffer) {
  releaseBlocks(buffer);
  ::operator delete(static_cast<void *>(buffer));
}
extern "C" void destroyResource(Resource *) BODY("15memory_resourceD2Ev");
extern "C" void destroyResource(Resource *) {}

static void *takeFrom(Buffer *buffer, Size bytes, Size alignment) {
  bytes = bytes ? bytes : 1;
  Size gap = -reinterpret_cast<Size>(buffer->now) & (alignment - 1);
  if (buffer->left < bytes + gap) {
    addBlock(buffer, bytes, alignment);
    gap = 0;
  }
  char *taken = buffer->now + gap;
  buffer->now = taken + bytes;
  enzyme_rt_set_word(&buffer->left, buffer->left - bytes - gap);
  return taken;
}

extern "C" void *allocate(Resource *resource, Size bytes, Size alignment)
    INSTEAD("St3pmr15memory_resource8allocateEmm");
extern "C" void *allocate(Resource *resource, Size bytes, Size alignment) {
  return isBuffer(resource) ? takeFrom(reinterpret_cast<Buffer *>(resource), bytes, alignment)
                            : allocateFrom(resource, bytes, alignment);
}

extern "C" void deallocate(Resource *resource, void *memory, Size bytes, Size alignment)
    INSTEAD("St3pmr15memory_resource10deallocateEPvmm");
extern "C" void deallocate(Resource *resource, void *memory, Size bytes, Size alignment) {
  if (!isBuffer(resource))
    releaseTo(resource, memory, bytes, alignment);
}

extern "C" bool isEqual(const Resource *resource, const Resource *other)
    INSTEAD("KSt3pmr15memory_resource8is_equalERKS0_");
extern "C" bool isEqual(const Resource *resource, const Resource *other) {
  return resource == other ||
         (!isBuffer(resource) && resource != heap() && resource->equals(*other));
}
