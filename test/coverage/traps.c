/*===- traps.c - which addresses of a library or program ever ran ----------===*
 *
 * Problem: a build with counters costs a second build, and is slow enough that whole families of
 * tests cannot be run with it.
 *
 * Here: preloaded beside copies of the ordinary build, in which coverage.py has put a breakpoint at
 * each beginning of a line. The first time one is met it is noted in a file that all processes
 * share and taken out; all that any process has met are taken out at once when a process meets
 * its first. What runs then runs at full speed.
 *
 * The file `modules` beside this library has lines NAME=TABLE, NAME that of the file, wherever tests
 * have copied it (lit hands on no environment).
 * A table:  u64 count; { u64 address; u32 byte; u32 line }[count] by address, then
 * one byte for each that was met.
 *===----------------------------------------------------------------------===*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

struct trap {
  uint64_t address;
  uint32_t byte, line;
};
struct module {
  const char *name;
  uint64_t count;
  const struct trap *traps;
  unsigned char *met;
  uintptr_t base;
};
enum { most = 8 };
static struct module modules[most];
static int count;

/* Where the module lies; its code becomes writable, and what was met elsewhere is taken out. */
static int place(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  char own[4096];
  const char *name = info->dlpi_name;
  if (!*name) {
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length < 0 ? 0 : length] = 0;
    name = own;
  }
  const char *slash = strrchr(name, '/');
  name = slash ? slash + 1 : name;
  for (struct module *module = modules; module != modules + count; module++) {
    if (module->base || strcmp(name, module->name) != 0)
      continue;
    module->base = info->dlpi_addr ? info->dlpi_addr : 1;
    for (int i = 0; i != info->dlpi_phnum; i++) {
      const ElfW(Phdr) *part = &info->dlpi_phdr[i];
      if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
        continue;
      uintptr_t begin = (info->dlpi_addr + part->p_vaddr) & ~(uintptr_t)4095;
      uintptr_t end = (info->dlpi_addr + part->p_vaddr + part->p_memsz + 4095) & ~(uintptr_t)4095;
      mprotect((void *)begin, end - begin, PROT_READ | PROT_WRITE | PROT_EXEC);
    }
    for (uint64_t i = 0; i != module->count; i++)
      if (module->met[i])
        *(unsigned char *)(info->dlpi_addr + module->traps[i].address) = module->traps[i].byte;
  }
  return 0;
}

static const struct trap *find(const struct module *module, uint64_t address) {
  uint64_t low = 0, high = module->count;
  while (low < high) {
    uint64_t middle = (low + high) / 2;
    if (module->traps[middle].address < address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < module->count && module->traps[low].address == address ? module->traps + low : NULL;
}

static void meet(int number, siginfo_t *unused, void *where) {
  (void)number, (void)unused;
  greg_t *at = &((ucontext_t *)where)->uc_mcontext.gregs[REG_RIP];
  uintptr_t address = (uintptr_t)*at - 1;
  for (int again = 0; again != 2; again++) {
    for (struct module *module = modules; module != modules + count; module++) {
      uintptr_t base = module->base == 1 ? 0 : module->base;
      const struct trap *trap = module->base ? find(module, address - base) : NULL;
      if (!trap)
        continue;
      module->met[trap - module->traps] = 1;
      *(volatile unsigned char *)address = trap->byte;
      *at = (greg_t)address;
      return;
    }
    dl_iterate_phdr(place, NULL);
  }
  abort(); /* a breakpoint that is not ours */
}

/* LLVM would take the signal for a crash. */
int sigaction(int number, const struct sigaction *wanted, struct sigaction *old) {
  static int (*next)(int, const struct sigaction *, struct sigaction *);
  if (!next)
    *(void **)&next = dlsym(RTLD_NEXT, "sigaction");
  return number == SIGTRAP && wanted && wanted->sa_sigaction != meet ? 0 : next(number, wanted, old);
}

static void takeModule(char *line) {
  char *table = strchr(line, '=');
  int file = table ? open(table + 1, O_RDWR) : -1;
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0)
    return;
  *table = 0;
  char *bytes = mmap(NULL, about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (bytes == MAP_FAILED)
    return;
  struct module *module = &modules[count++];
  module->name = line;
  module->count = *(uint64_t *)bytes;
  module->traps = (const struct trap *)(bytes + sizeof(uint64_t));
  module->met = (unsigned char *)(module->traps + module->count);
}

__attribute__((constructor)) static void begin(void) {
  Dl_info own;
  static char list[16384];
  if (!dladdr((void *)begin, &own) || strlen(own.dli_fname) > sizeof list / 2)
    return;
  strcpy(list, own.dli_fname);
  strcpy(strrchr(list, '/') + 1, "modules");
  int file = open(list, O_RDONLY);
  ssize_t length = file < 0 ? 0 : read(file, list, sizeof list - 1);
  list[length < 0 ? 0 : length] = 0;
  close(file);
  for (char *line = strtok(list, "\n"); line && count != most; line = strtok(NULL, "\n"))
    takeModule(line);
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
  action.sa_sigaction = meet;
  sigaction(SIGTRAP, &action, NULL);
}
