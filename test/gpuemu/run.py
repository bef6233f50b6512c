#!/usr/bin/env python3
"""CUDA and HIP programs, derivatives included, run on the CPU (README.md).

    run.py --toolchain <folder> [--levels=-O0,-O2] [--schedules=straight,rev,rand:1] [--kinds=plain,yield] <file>...

GPU_EMULATED is defined. A program `NAME.cu` is compiled as CUDA, `NAME.hip` as HIP, and ends with status 0 where all is right. Of the levels and
schedules, each level is run with the first schedule, and the last level with all. Of several kinds, the first is run at each level, the others at
the last one, of the same compiled halves.
Lines `//! flags: <options>` give options; `//! with: <files>` names other files of the program, whose device code is
linked with its own; `//! status: 86` another status that is expected, `//! says: <text>` what must be said then; `//! refused: <text>` what the compiler must say, which then makes no program; `//! kinds: tsan` other
kinds of runs than those of the line.

    --races=rand:1             the schedules of kinds but the first, if these need fewer
    --kinds=count              the program says in the end what its kernels have run (with --run it is shown)
    --kinds=plain,yield,tsan   a thread runs until it waits; may be interrupted before each access to memory that others
                               see; ThreadSanitizer looks for races
    --assemble                 no runs: what the tools of the makers make of the device's half, where they are installed:
                               ptxas for sm_80, sm_90 and sm_100, with libdevice; a code object for gfx90a and gfx942
                               (--in-turn: each program for one of these five)
    --sdk                      with NVIDIA's headers instead of our own small ones
    --keep=<folder>            keeps what is made: device.ll, cpu.bc, the program
    --run                      one program, run once with the level and schedule given first; its output is shown
"""
import argparse
import fcntl
import glob
import hashlib
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "rt-gpu", "emulator")
LIMIT = 300
WRONG = 86


class Failed(Exception):
    pass


def run(line, environment=None, limit=LIMIT):
    try:
        done = subprocess.run(line, env={**os.environ, **(environment or {})}, timeout=limit, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace")
    except subprocess.TimeoutExpired as expired:
        return None, (expired.stdout or b"").decode(errors="replace") + f"does not end in {limit} seconds"
    return done.returncode, done.stdout


def must(line, what):
    status, output = run(line)
    if status != 0:
        raise Failed(f"{what}\n{output}")
    return output


class Emulator:
    def __init__(self, options):
        self.options = options
        self.clang = os.path.join(options.llvm, "clang++")
        self.compiler = os.path.join(options.toolchain, "bin", "enzyme-clang++")
        self.tool = options.tool or os.path.join(options.toolchain, "lib", "enzyme", "gpu2cpu")
        self.cache = os.path.join(options.toolchain, "..", "test", "gpuemu", "runtime")

    def runtime(self, kind):
        """The runtime's archive, made when its sources are new."""
        folder = os.path.join(HERE, "runtime")
        sources = sorted(os.path.join(folder, name) for name in os.listdir(folder))
        text = b"".join(open(name, "rb").read() for name in sources + [os.path.join(HERE, "include", name) for name in ("gpu_api.h", "gpu_blas.h")])
        include = os.path.join(self.options.sdk, "include") if self.options.sdk else os.path.join(HERE, "include")
        flags = ["-std=c++20", "-O2", "-g1", "-fno-builtin", f"-I{include}"] + (["-DEMU_TSAN"] if kind == "tsan" else [])
        name = hashlib.sha256(text + " ".join(flags).encode()).hexdigest()[:16]
        archive = os.path.join(self.cache, f"runtime-{name}.a")
        if os.path.exists(archive):
            return archive
        os.makedirs(self.cache, exist_ok=True)
        with open(f"{archive}.lock", "w") as lock:  # tests that begin together make it once
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not os.path.exists(archive):
                self.make_runtime([source for source in sources if source.endswith(".cpp")], flags, archive)
        return archive

    def make_runtime(self, sources, flags, archive):
        with tempfile.TemporaryDirectory(dir=self.cache) as scratch:
            objects = []
            for source in sources:
                objects.append(os.path.join(scratch, os.path.basename(source) + ".o"))
                must([self.clang, *flags, "-c", source, "-o", objects[-1]], "the runtime does not compile")
            made = os.path.join(scratch, "archive.a")
            must([os.path.join(self.options.llvm, "llvm-ar"), "rcs", made, *objects], "the runtime")
            os.replace(made, archive)

    def like(self):
        """A module of this machine, whose data layout the device code gets."""
        path = os.path.join(self.cache, "host.ll")
        if not os.path.exists(path):
            os.makedirs(self.cache, exist_ok=True)
            scratch = f"{path}.{os.getpid()}"
            must([self.clang, "-x", "c", "-S", "-emit-llvm", "/dev/null", "-o", scratch], "clang")
            os.replace(scratch, path)
        return path

    def language(self, path):
        include = os.path.join(HERE, "include")
        if path.endswith(".hip") or self.options.language == "hip":
            return ["-x", "hip", "--offload-arch=gfx90a", "-nogpuinc", "-nogpulib", f"-I{include}", "-include", "cuda_runtime.h"]
        common = ["-x", "cuda", "--cuda-gpu-arch=sm_90", "--cuda-feature=+ptx86", "-Xclang", "-target-sdk-version=12.9", "-Wno-unknown-cuda-version"]
        if self.options.sdk:
            return [*common, f"--cuda-path={self.options.sdk}", f"-I{self.options.sdk}/include/cccl", "-nogpulib"]
        return [*common, "-nocudainc", "-nogpulib", f"-I{include}", "-include", "cuda_runtime.h"]

    def compile(self, path, level, flags, folder):
        """The device's half, which every kind of run changes for itself, and the host's, of each file."""
        sources = sources_of(path)
        devices, hosts = [], []
        for number, source in enumerate(sources):
            device, host = (os.path.join(folder, f"{number or ''}{name}") for name in ("device.ll", "host.o"))
            language = [*self.language(source), level, "-DGPU_EMULATED", *flags]
            carry = ["--enzyme-carry"] if len(sources) > 1 else []
            must([self.compiler, *language, *carry, "--cuda-device-only", "-S", "-emit-llvm", source, "-o", device],
                 f"the device's half of {source} does not compile")
            binary = os.path.join(folder, "binary")  # what the host's half would load onto a GPU
            with open(binary, "w") as file:
                file.write("gpu-on-cpu:\0")
            linked = ["--enzyme-device-linked"] if "-fgpu-rdc" in flags else []
            must([self.compiler, *language, *linked, "-fno-gpu-rdc", "--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang",
                  binary, "-c", source, "-o", host], f"the host's half of {source} does not compile")
            devices.append(device)
            hosts.append(host)
        return (self.link_devices(devices, level, folder) if len(sources) > 1 else devices[0]), hosts

    def link_devices(self, devices, level, folder):
        """What the device's linker does: the derivatives that files leave open are made where all code is together."""
        together, finished = os.path.join(folder, "together.bc"), os.path.join(folder, "linked.ll")
        must([os.path.join(self.options.llvm, "llvm-link"), *devices, "-o", together], "the device's halves cannot be linked")
        with open(devices[0]) as file:
            target = re.search(r'^target triple = "(.*)"', file.read(), re.M)[1]
        processor = "-mcpu=gfx90a" if "amdgcn" in target else "-march=sm_90"
        must([self.compiler, f"--target={target}", processor, "-nogpulib", level, "-S", "-emit-llvm", "-x", "ir", together, "-o", finished],
             "the derivatives of the device cannot be made")
        return finished

    def link(self, halves, level, kind, folder):
        device, hosts = halves
        cpu, program = (os.path.join(folder, name) for name in ("cpu.bc", "program"))
        must([self.tool, device, f"--like={self.like()}", "-o", cpu, *([f"--{kind}"] if kind != "plain" else [])],
             "the device's half cannot be made to run on the CPU")
        sanitizer = ["-fsanitize=thread"] if kind == "tsan" else []
        must([self.clang, "-fuse-ld=lld", *sanitizer, level, "-Wno-override-module", "-ffp-contract=off", cpu, *hosts, self.runtime(kind),
              os.path.join(self.options.toolchain, "lib", "libenzyme_rt.a"), "-lm",
              "-o", program], "the halves cannot be linked")
        return program


def device_libraries(installed, target, folder, llvm):
    """ROCm's device libraries, made to know a processor that is younger than they are: of each they have one number."""
    version = f"oclc_isa_version_{target[3:]}.bc"
    if os.path.exists(os.path.join(installed, version)):
        return installed
    os.makedirs(folder)
    for name in os.listdir(installed):
        os.symlink(os.path.join(installed, name), os.path.join(folder, name))
    major, minor, stepping = target[3:-2], target[-2], target[-1]
    text = os.path.join(folder, "version.ll")
    with open(text, "w") as file:
        file.write('target triple = "amdgcn-amd-amdhsa"\n@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr '
                   f"addrspace(4) constant i32 {int(major) * 1000 + int(minor, 16) * 100 + int(stepping, 16)}, align 4\n")
    must([os.path.join(llvm, "llvm-as"), text, "-o", os.path.join(folder, version)], f"{target}: its number")
    return folder


NVIDIA, AMD = ("sm_80", "sm_90", "sm_100"), ("gfx90a", "gfx942")


def in_turn(number, named):
    """The processors of each maker that the program of this number is assembled for."""
    turn = number % (len(NVIDIA) + len(AMD))
    if turn < len(NVIDIA) or "hip" not in named.get("languages", "cuda,hip"):
        return [NVIDIA[turn % len(NVIDIA)]], []
    return [], [AMD[turn - len(NVIDIA)]]


def assemble(emulator, path, flags, nvidia=NVIDIA, amd=AMD):
    """The complaints of ptxas, and of the link with ROCm's device libraries."""
    options = emulator.options
    complaints = []
    with tempfile.TemporaryDirectory() as folder:
        for target in nvidia if os.path.exists(os.path.join(options.cuda, "bin", "ptxas")) else ():
            try:
                assemble_for_nvidia(emulator, path, flags, target, folder)
            except Failed as failed:
                complaints.append(f"{target}: {failed}")
        libraries = glob.glob("/usr/lib/*/amdgcn/bitcode") + glob.glob("/opt/rocm/amdgcn/bitcode")
        isHip = "hip" in headers(path).get("languages", "cuda,hip")
        for target in amd if libraries and isHip else ():
            try:
                assemble_for_amd(emulator, path, flags, target, libraries[0], folder)
            except Failed as failed:
                complaints.append(f"{target}: {failed}")
    return complaints


def link_for_device(emulator, path, compile_line, link_line, folder):
    """A program of several files, up to the device's linker, which is the maker's own."""
    objects = []
    for number, source in enumerate(sources_of(path)):
        objects.append(os.path.join(folder, f"{number}.o"))
        must([*compile_line, "-c", source, "-o", objects[-1]], f"{source} does not compile")
    must([*link_line, *objects, emulator.runtime("plain"), "-lstdc++", "-lm", "-lpthread", "-o", os.path.join(folder, "program")], "cannot be linked")


def assemble_for_nvidia(emulator, path, flags, target, folder):
    cuda = emulator.options.cuda
    line = [emulator.compiler, "-x", "cuda", f"--cuda-path={cuda}", "-Xclang", "-target-sdk-version=12.9", "-Wno-unknown-cuda-version",
            f"-I{cuda}/include/cccl", f"--cuda-gpu-arch={target}", "-O2", *flags]
    if len(sources_of(path)) > 1:
        return link_for_device(emulator, path, line, [emulator.compiler, "--offload-link", "-fgpu-rdc", f"--cuda-path={cuda}"], folder)
    text = os.path.join(folder, "device.ptx")
    must([*line, "--cuda-device-only", "-S", path, "-o", text], "does not compile with NVIDIA's headers")
    must([os.path.join(cuda, "bin", "ptxas"), f"-arch={target}", text, "-o", os.path.join(folder, "cubin")], "ptxas")
    with open(text) as file:
        if left := re.findall(r"^\.extern \.func.*?((?:__nv_|enzyme_)\w+)", file.read(), re.M):
            raise Failed(f"left for a linker, which devices lack: {' '.join(left)}")


def assemble_for_amd(emulator, path, flags, target, installed, folder):
    library = device_libraries(installed, target, os.path.join(folder, target), emulator.options.llvm)
    # The compiler does not ask for the variable of the libraries that it does not know any more.
    old = os.path.join(library, "oclc_daz_opt_off.bc")
    line = [emulator.compiler, "-x", "hip", f"--offload-arch={target}", "-nogpuinc", "-mcode-object-version=5",
            f"--rocm-device-lib-path={library}", f"-I{HERE}/include", "-O2", *flags]
    if len(sources_of(path)) > 1:
        link = [emulator.compiler, "--hip-link", "-fgpu-rdc", f"--offload-arch={target}", "-no-hip-rt"]
        return link_for_device(emulator, path, [*line, "-include", "cuda_runtime.h"], link, folder)
    extra = ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", old] if os.path.exists(old) else []
    must([*line, *extra, "--cuda-device-only", path, "-o", os.path.join(folder, "object")], "no code object")


def sources_of(path):
    """The files of a program."""
    return [path, *(os.path.join(os.path.dirname(path), other) for other in headers(path).get("with", "").split())]


def headers(path):
    with open(path) as file:
        return dict(re.findall(r"^//! (\w+): (.*)", file.read(), re.M))


def check(emulator, path, level, runs):
    """The complaints, with the kind of run of each; `runs`: kinds, and the schedules of each."""
    lines = headers(path)
    options = emulator.options
    flags = lines.get("flags", "").split() + options.flags.split() + (["-gline-tables-only"] if "tsan" in runs else [])
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        kind = next(iter(runs))
        try:
            halves = emulator.compile(path, level, flags, folder)
            complaints = []
            for kind, schedules in runs.items():
                program = emulator.link(halves, level, kind, folder)
                complaints += [(kind, complaint) for complaint in observe(options, lines, program, kind, schedules)]
        except Failed as failed:
            return [] if lines.get("refused", "\0") in str(failed) else [(kind, str(failed))]
        return complaints if "refused" not in lines else [(kind, f"not refused: {lines['refused']}")]


def observe(options, lines, program, kind, schedules):
    """What a program does that it should not."""
    complaints = []
    for schedule in schedules:
        line = ["setarch", "-R", program] if kind == "tsan" else [program]
        environment = {"EMU_SCHED": schedule, "TSAN_OPTIONS": f"exitcode={WRONG} allocator_may_return_null=1"}
        status, output = run(line, environment)
        if options.run:
            print(output, end="")
        if status != int(lines.get("status", 0)) or lines.get("says", "") not in output:
            complaints.append(f"schedule {schedule}: status {status}\n{output[-4000:]}")
    return complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", required=True, type=os.path.abspath)
    split = lambda text: text.split(",")
    parser.add_argument("--levels", default=["-O0", "-O2"], type=split)
    parser.add_argument("--schedules", default=["straight", "rev", "rand:1"], type=split)
    parser.add_argument("--races", default=[], type=split, help="schedules of kinds but the first")
    parser.add_argument("--kinds", default=["plain"], type=split)
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--tool", default="", help="gpu2cpu")
    parser.add_argument("--assemble", action="store_true")
    parser.add_argument("--in-turn", action="store_true", help="each program for one processor")
    parser.add_argument("--cuda", default=os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    parser.add_argument("--sdk", nargs="?", const="/usr/local/cuda", default="")
    parser.add_argument("--language", default="cuda", choices=["cuda", "hip"], help="of files .cu: hip runs them as HIP")
    parser.add_argument("--keep", default="")
    parser.add_argument("--run", action="store_true")
    parser.add_argument("--flags", default="", help="more options of the compiler")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    emulator = Emulator(options)
    failures = 0
    for number, path in enumerate(options.files):
        if options.language not in headers(path).get("languages", "cuda,hip").split(","):
            continue
        if options.assemble:
            processors = in_turn(number, headers(path)) if options.in_turn else (NVIDIA, AMD)
            for complaint in assemble(emulator, path, headers(path).get("flags", "").split(), *processors):
                failures += 1
                print(f"{path}: {complaint}")
            continue
        kinds = headers(path).get("kinds", ",".join(options.kinds)).split(",")
        for level in options.levels[:1] if options.run else options.levels:
            isLast = level == options.levels[-1]
            schedules = options.schedules if isLast and not options.run else options.schedules[:1]
            races = options.races if options.races and not options.run else schedules
            runs = {kind: schedules if kind == kinds[0] else races for kind in (kinds if isLast or options.run else kinds[:1])}
            for kind, complaint in check(emulator, path, level, runs):
                failures += 1
                print(f"{path}, {level}, {kind}: {complaint}")
    print(f"{len(options.files)} programs: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
