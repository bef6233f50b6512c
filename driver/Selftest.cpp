//===- Selftest.cpp - enzyme-clang --enzyme-selftest ------------------------===//
//
// Problem: an installation can have all its files (--doctor) and still not work: no
// headers of C, another linker, a plugin of another build, a folder that may not be
// written. Found by users as an error in their own program.
//
// Here: small programs with known derivatives are compiled, linked and run as a user
// would do it, in a temporary folder.
//===----------------------------------------------------------------------===//
#include "Jobs.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>

using namespace llvm;

namespace enzyme::driver {
namespace {

struct Source {
  const char *file;
  const char *text;
};

struct Trial {
  const char *what;
  const char *compiler; ///< beside this one
  std::vector<Source> sources;
  std::vector<std::string> flags;
};

constexpr const char *bothModes = R"(
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double cube(double x) { return x * x * x; }
int main(void) {
  return !(__enzyme_autodiff((void *)cube, 2.0) == 12 && __enzyme_fwddiff((void *)cube, 2.0, 1.0) == 12);
}
)";

constexpr const char *header = R"(
#include <enzyme/enzyme>
#include <vector>
double squares(const std::vector<double> &x) {
  double sum = 0;
  for (double value : x) sum += value * value;
  return sum;
}
int main() {
  std::vector<double> gradient = enzyme::gradient(squares, std::vector<double>{1.0, -3.0});
  return !(gradient[0] == 2 && gradient[1] == -6);
}
)";

constexpr const char *asking = R"(
double __enzyme_autodiff(void *, double);
double model(double);
int main(void) { return __enzyme_autodiff((void *)model, 3.0) != 6; }
)";
constexpr const char *asked = "double model(double x) { return x * x; }\n";

constexpr const char *kernel = R"(
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
__device__ double wave(double x) { return sin(x) * x; }
__global__ void slopes(double *x) {
  x[threadIdx.x] = __enzyme_autodiff<double>((void *)wave, x[threadIdx.x]);
}
int main() {
  double *x;
  cudaMallocManaged(&x, 64 * sizeof(double));
  for (int i = 0; i < 64; ++i) x[i] = i;
  slopes<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  for (double i = 0; i < 64; ++i)
    if (fabs(x[int(i)] - (cos(i) * i + sin(i))) > 1e-12) return 1;
}
)";

std::vector<Trial> trials() {
  return {
      {"C", "enzyme-clang", {{"modes.c", bothModes}}, {"-O0"}},
      {"C, optimised", "enzyme-clang", {{"modes.c", bothModes}}, {"-O2"}},
      {"C++", "enzyme-clang++", {{"header.cpp", header}}, {"-O2", "-std=c++20"}},
      {"two files", "enzyme-clang", {{"asking.c", asking}, {"asked.c", asked}}, {"-O2"}},
      {"CUDA, no GPU", "enzyme-clang++", {{"kernel.cu", kernel}}, {"-O2", "--enzyme-gpu-on-cpu"}},
  };
}

class Folder {
public:
  Folder() { isMade = !sys::fs::createUniqueDirectory("enzyme-selftest", path); }
  ~Folder() {
    if (isMade)
      sys::fs::remove_directories(path);
  }
  bool exists() const { return isMade; }
  std::string operator/(const Twine &name) const { return (path + "/" + name).str(); }

private:
  SmallString<128> path;
  bool isMade = false;
};

int run(const Line &line, const std::string &output, std::string &error) {
  std::vector<StringRef> words(line.begin(), line.end());
  constexpr unsigned limit = 120; // seconds
  return sys::ExecuteAndWait(words[0], words, std::nullopt,
                             {StringRef(""), StringRef(output), StringRef(output)}, limit, 0,
                             &error);
}

/// What went wrong; empty if nothing did.
std::string attempt(const Trial &trial, const std::string &binaries) {
  Folder folder;
  if (!folder.exists())
    return "no temporary folder can be made (TMPDIR says where)";
  Line line{binaries + "/" + trial.compiler};
  line.insert(line.end(), trial.flags.begin(), trial.flags.end());
  for (const Source &source : trial.sources) {
    std::error_code failed;
    raw_fd_ostream(folder / source.file, failed) << source.text;
    if (failed)
      return "cannot write " + folder / source.file + ": " + failed.message();
    line.push_back(folder / source.file);
  }
  std::string program = folder / "program", output = folder / "output", error;
  line.insert(line.end(), {"-o", program});
  auto shown = [&](StringRef what) {
    auto text = MemoryBuffer::getFile(output);
    return what.str() + (error.empty() ? "" : ": " + error) + "\n" +
           (text ? (*text)->getBuffer().str() : "");
  };
  if (run(line, output, error) != 0)
    return shown("does not compile");
  if (run({program}, output, error) != 0)
    return shown("gives a wrong derivative, or does not run");
  return "";
}

} // namespace

int testInstallation(const Toolchain &toolchain) {
  bool isRight = true;
  for (const Trial &trial : trials()) {
    std::string trouble = attempt(trial, toolchain.prefix + "/bin");
    std::printf("%-14s %s\n", trial.what, trouble.empty() ? "right" : trouble.c_str());
    isRight &= trouble.empty();
  }
  std::printf(isRight ? "\nThis compiler works here.\n"
                      : "\nThis compiler does not work here; --doctor says what is missing.\n");
  return isRight ? 0 : 1;
}

} // namespace enzyme::driver
