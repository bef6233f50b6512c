"""lit tests: the printed state of a stage, a message, a command line.

Run by ctest, or by hand on a folder or a file:  lit test/stages  (after ./dev build).
The tests run the installed toolchain, as a user would; ENZYME_TOOLCHAIN names
another one. On PATH: enzyme-clang, enzyme-clang++, and LLVM's own tools (opt,
FileCheck, not, split-file, llvm-dis, llvm-ar, llvm-objdump, clang, clang++).

Substitutions beyond lit's own:
  %plugin      the plugin file
  %opt         opt with the plugin loaded, for .ll tests:  %opt -passes=... %s
  %llvm        the folder of LLVM's own tools
  %toolchain   the installed toolchain's folder
  %python      the Python that runs lit
"""
import glob
import os
import shutil
import subprocess
import sys

import lit.formats

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.environ.get("ENZYME_BUILD", os.path.join(root, "build"))
toolchain = os.environ.get("ENZYME_TOOLCHAIN", os.path.join(build, "toolchain"))
llvm = os.environ.get("ENZYME_LLVM_BINARIES", "/usr/lib/llvm-22/bin")
plugin = os.path.join(toolchain, "lib", "enzyme", "enzyme-22.so")

config.name = "enzyme-clang"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp", ".test"]
config.excludes = ["Inputs", "harness", "derivatives", "header", "unit", "structure", "demo", "tools", "interface", "link",
                   "projects"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(build, "test", "lit")

path = [os.path.join(toolchain, "bin"), llvm, os.environ.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(path)
# Neither the user's settings nor another language may change what is printed.
for name in ("ENZYME_CLANG", "ENZYME_CLANG_BACKEND", "ENZYME_FLANG_BACKEND"):
    config.environment.pop(name, None)
config.environment["LC_ALL"] = "C"

config.substitutions += [
    ("%plugin", plugin),
    ("%opt", f"opt -load-pass-plugin={plugin}"),
    ("%llvm", llvm),
    ("%toolchain", toolchain),
    ("%python", sys.executable),
]

# REQUIRES: <tool>, for tests that use what ./dev test installs but a
# bare machine may lack.
for tool in ("cmake", "ninja", "meson", "make", "autoreconf", "libtoolize", "ccache",
             "flang", "pkg-config", "mpicc.openmpi", "mpicc.mpich", "chromium",
             "ld.gold", "mold", "valgrind", "clang-offload-bundler",
             "clang-14", "ldc2", "mlir-opt", "mlir-translate"):
    if shutil.which(tool, path=config.environment["PATH"]):
        config.available_features.add(tool)

# The CUDA toolkit, for what links its mathematical functions.
cuda = os.environ.get("CUDA_PATH", "/usr/local/cuda")
if os.path.exists(os.path.join(cuda, "bin", "ptxas")) and os.path.exists(os.path.join(cuda, "nvvm", "libdevice")):
    config.available_features.add("cuda")
    config.substitutions.append(("%cuda_path", cuda))
    if os.path.exists(os.path.join(cuda, "bin", "nvcc")):
        config.available_features.add("nvcc")

# ROCm's mathematical functions, for the same of HIP.
for libraries in glob.glob("/usr/lib/*/amdgcn/bitcode") + glob.glob("/opt/rocm/amdgcn/bitcode"):
    config.available_features.add("rocm-device-libs")
    config.substitutions.append(("%rocm_libraries", libraries))
    break

# libomp is a package of its own.
omp = subprocess.run([os.path.join(llvm, "clang"), "-fopenmp", "-x", "c", "-", "-o", os.devnull], text=True,
                     input="#include <omp.h>\nint main(void) { return omp_get_num_threads() - 1; }",
                     capture_output=True)
if omp.returncode == 0:
    config.available_features.add("openmp")
