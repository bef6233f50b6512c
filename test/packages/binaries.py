"""What files of an installation ask of the machine they run on: shared libraries, and the
versions of the C and C++ libraries' functions. The limits here are those that
docs/installing.md and the .rpm's dependencies promise."""
import re

from machine import Failed, run

# The newest versions that the archive's programs may need: glibc 2.36, and libstdc++ of GCC 12.
FLOOR = {"GLIBC": (2, 36), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
# What the runtime library needs, which users' programs hold: glibc 2.17, that of RHEL 7.
RUNTIME_FLOOR = (2, 17)
# Every host has these.
HOST = re.compile(r"(ld-linux(-x86-64)?|libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+|libresolv)\.so\b")


def elf_files(tree):
    for path in sorted(tree.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def numbers(version):
    return tuple(map(int, version.split(".")))


def needs(path):
    """({libraries}, {kind of version: the newest that is needed}) of an ELF file."""
    text = run(["objdump", "-p", path])
    newest = {}
    for kind, version in re.findall(r"\b(GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)$", text.partition("Version References")[2],
                                    re.M):
        newest[kind] = max(newest.get(kind, ()), numbers(version))
    return set(re.findall(r"^\s+NEEDED\s+(\S+)", text, re.M)), newest


def check_tree(tree):
    """Libraries come with the tree or with every host; no function is newer than the floor.
    Says the newest versions that were needed."""
    files = list(elf_files(tree))
    own = {path.name for path in tree.rglob("*.so*")}
    newest = {}
    for path in files:
        libraries, versions = needs(path)
        for library in sorted(libraries):
            if library not in own and not HOST.match(library):
                raise Failed(f"{path.relative_to(tree)} needs {library}, which is not in the package")
        for kind, version in versions.items():
            newest[kind] = max(newest.get(kind, ()), version)
            if version > FLOOR[kind]:
                raise Failed(f"{path.relative_to(tree)} needs {kind}_{'.'.join(map(str, version))}, "
                             f"newer than {kind}_{'.'.join(map(str, FLOOR[kind]))}")
    if len(files) < 10:
        raise Failed(f"only {len(files)} programs and libraries in {tree}")
    said = ", ".join(f"{kind}_{'.'.join(map(str, version))}" for kind, version in sorted(newest.items()))
    return f"{len(files)} programs and libraries need at most {said}"


def oldest_versions(compiler):
    """{function: the version of glibc in which it came}, of this machine's C library."""
    oldest = {}
    for library in ("libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"):
        path = run([compiler, f"-print-file-name={library}"]).strip()
        for name, version in re.findall(r" (\w+)@@?GLIBC_([0-9.]+)", run(["readelf", "--dyn-syms", "-W", path])):
            oldest[name] = min(oldest.get(name, (9,)), numbers(version))
    return oldest


def symbols(archive, option, kinds=r"\w"):
    """Names that `nm` lists for the members of an archive."""
    return set(re.findall(rf"^(?:[0-9a-f]{{16}}|\s{{16}}) {kinds} (\S+)$", run(["nm", option, archive]), re.M))


def check_runtime(archive, compiler):
    """The runtime library asks the C library for what old ones have, and libgcc; nothing else.
    (What it asks for weakly, it can do without. team.c is linked by programs with OpenMP alone, fftw_*.c by programs with FFTW.)"""
    oldest = oldest_versions(compiler)
    libgcc = symbols(run([compiler, "--rtlib=libgcc", "-print-libgcc-file-name"]).strip(), "--defined-only")
    wanted = symbols(archive, "-u", "U") - symbols(archive, "--defined-only") - libgcc
    for name in sorted(wanted):
        if name == "_GLOBAL_OFFSET_TABLE_" or name.startswith(("__kmpc_", "omp_", "fftw_", "fftwf_", "fftwl_")):
            continue
        if name not in oldest:
            raise Failed(f"{archive.name} needs {name}, of neither the C library nor libgcc")
        if oldest[name] > RUNTIME_FLOOR:
            raise Failed(f"{archive.name} needs {name}, which came with glibc {'.'.join(map(str, oldest[name]))}")
    newest = max((oldest[name] for name in wanted if name in oldest), default=())
    return f"{archive.name} needs functions of glibc {'.'.join(map(str, newest))} and libgcc"


def check_program(path, allowed):
    """A compiled program needs the libraries that plain clang's would, and none of ours."""
    extra = needs(path)[0] - set(allowed)
    if extra:
        raise Failed(f"the program {path.name} needs {', '.join(sorted(extra))}")
