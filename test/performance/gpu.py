#!/usr/bin/env python3
"""Runs the CUDA programs of test/gpu on this machine's GPU, and says how long each takes.

usage: gpu.py --toolchain DIR [--cuda DIR] [--ablation] [FILE...]

test/gpu/cost_of_gradients.cu prints the times of kernels and of their gradients; of the others the time of
the whole program is told, and whether its derivatives were right. Where there is no GPU nothing is
timed: --enzyme-gpu-on-cpu tells what is right, and nothing of how fast it is.

--ablation leaves one optimisation out after the other (passes/support/Ablation.h), and prints what programs of
test/gpu run then in the emulator, which needs no GPU: instructions of all kernels and atomic sums, and what
threads take of the device's heap. On a GPU it tells the programs' times beside.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def gpu():
    """(name, sm_90) of the first one; None where there is none."""
    if not shutil.which("nvidia-smi"):
        return None
    done = subprocess.run(["nvidia-smi", "--query-gpu=name,compute_cap", "--format=csv,noheader"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    found = re.match(r"(.*), (\d+)\.(\d+)", done.stdout)
    return (found[1], f"sm_{found[2]}{found[3]}") if done.returncode == 0 and found else None


def headers(path):
    with open(path) as file:
        return dict(re.findall(r"^//! (\w+): (.*)", file.read(), re.M))


def measure(path, options, processor, program):
    """A line about the program, and whether all was right."""
    compiler = os.path.join(options.toolchain, "bin", "enzyme-clang++")
    built = subprocess.run([compiler, "-O3", f"--cuda-path={options.cuda}", f"--cuda-gpu-arch={processor}", "-Xclang",
                            "-target-sdk-version=12.9", "-Wno-unknown-cuda-version",
                            *options.extra, *headers(path).get("flags", "").split(), path, "-o", program,
                            f"-L{options.cuda}/lib64", "-lcudart"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode != 0:
        return "does not compile\n" + built.stdout[-2000:], False
    begin = time.monotonic()
    done = subprocess.run([program], env={**os.environ, "LD_LIBRARY_PATH": f"{options.cuda}/lib64"}, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    seconds = time.monotonic() - begin
    shown = f"\n{done.stdout}" if done.returncode != 0 or "cost_of" in path else ""
    return f"{seconds:6.2f} s, {'right' if done.returncode == 0 else f'status {done.returncode}'}{shown}", done.returncode == 0


ABLATED = {"": "all optimisations", "recompute": "values kept, none computed again", "hoist": "kept in the loop as soon as around it",
           "slots": "tapes of launches on the heap", "stack": "tapes of kernels' own requests on the heap",
           "gather": "sums in loops not gathered", "warp": "sums of a warp not added once",
           "plain": "sums atomic in places of one thread, too", "block": "sums of a block not added once",
           "forward": "own places of shared memory read again behind a barrier",
           "barriers": "every barrier may have changed all memory"}
COUNTED = ("across_barriers", "algorithms", "lattice", "mixture", "tapes_in_kernels")


def count(path, without, options):
    """What the kernels of a program run in the emulator: instructions, sums, allocations, bytes."""
    extra = [f"--flags=-mllvm -enzyme-without={without}"] if without else []
    runner = os.path.join(ROOT, "test", "gpuemu", "run.py")
    done = subprocess.run([sys.executable, runner, "--toolchain", options.toolchain, "--run", "--levels=-O2", "--kinds=count", *extra, path],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = re.search(r"gpuemu: (\d+) instructions, (\d+) atomic sums, (\d+) allocations of threads of (\d+) bytes", done.stdout)
    if done.returncode != 0 or not found:
        sys.exit(f"{path} without '{without}':\n{done.stdout[-3000:]}")
    return [int(number) for number in found.groups()]


def ablate(options, found):
    """The table, in Markdown."""
    paths = [path for path in options.files if os.path.splitext(os.path.basename(path))[0] in COUNTED]
    print("| left out | program | instructions | atomic sums | allocations | bytes of the heap | time on a GPU |\n|---|---|---|---|---|---|---|")
    for path in paths:
        name = os.path.splitext(os.path.basename(path))[0]
        whole = None
        for without, what in ABLATED.items():
            numbers = count(path, without, options)
            whole = whole or numbers
            if without and numbers == whole:
                continue
            seconds = "not measured"
            if found:
                with tempfile.TemporaryDirectory() as folder:
                    options.extra = ["-mllvm", f"-enzyme-without={without}"] if without else []
                    seconds = measure(path, options, found[1], os.path.join(folder, "program"))[0]
            cells = [f"{number:,}" + (f" ({number / before:.2f})" if before and number != before else "")
                     for number, before in zip(numbers, whole)]
            print(f"| {what} | {name} | {' | '.join(cells)} | {seconds} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--toolchain", required=True, type=os.path.abspath)
    parser.add_argument("--cuda", default=os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    parser.add_argument("--ablation", action="store_true")
    parser.add_argument("files", nargs="*", default=sorted(glob.glob(os.path.join(ROOT, "test", "gpu", "*.cu"))))
    options = parser.parse_args()
    options.extra = []
    found = gpu()
    if options.ablation:
        ablate(options, found)
        return 0
    if not found:
        print("There is no NVIDIA GPU here (nvidia-smi names none): nothing is timed. 'ctest -L gpu' runs the programs "
              "on the CPU.")
        return 0
    name, processor = found
    print(f"{name}, {processor}")
    areRight = True
    with tempfile.TemporaryDirectory() as folder:
        for path in options.files:
            if "status" in headers(path):
                continue  # stops the program, and with it the context
            line, isRight = measure(path, options, processor, os.path.join(folder, "program"))
            areRight &= isRight
            print(f"{os.path.basename(path):32} {line}", flush=True)
    return 0 if areRight else 1


if __name__ == "__main__":
    sys.exit(main())
