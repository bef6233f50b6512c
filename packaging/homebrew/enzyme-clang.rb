class EnzymeClang < Formula
  desc "C, C++ and Fortran compilers that differentiate programs"
  homepage "https://enzyme-clang.example.org/"
  url "https://enzyme-clang.example.org/releases/enzyme-clang-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0" => { with: "LLVM-exception" }

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on :linux
  depends_on "lld@22"
  depends_on "llvm@22"

  def install
    llvm = Formula["llvm@22"]
    lld = Formula["lld@22"]
    # Folders of opt, not of the Cellar: the compiler looks for clang there after an update of LLVM, too.
    args = %W[
      -DCMAKE_BUILD_TYPE=RelWithDebInfo
      -DCMAKE_C_COMPILER=#{llvm.opt_bin}/clang
      -DCMAKE_CXX_COMPILER=#{llvm.opt_bin}/clang++
      -DLLVM_ROOT=#{llvm.opt_prefix}
      -DENZYME_LLVM_BINARIES=#{llvm.opt_bin}
      -DENZYME_LLD=#{lld.opt_bin}/ld.lld
    ]
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *std_cmake_args, *args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build", "--strip"
  end

  test do
    (testpath/"chain.c").write <<~C
      #include <stdio.h>
      extern int enzyme_dup;
      double __enzyme_autodiff(void *, ...);

      double energy(const double *x, int n) {
        double sum = 0;
        for (int i = 0; i + 1 < n; i++)
          sum += (x[i + 1] - x[i] * x[i]) * (x[i + 1] - x[i] * x[i]);
        return sum;
      }

      int main(void) {
        double x[3] = {1, 2, 3}, gradient[3] = {0};
        __enzyme_autodiff((void *)energy, enzyme_dup, x, gradient, 3);
        printf("%g %g %g\\n", gradient[0], gradient[1], gradient[2]);
      }
    C
    %w[-O0 -O2].each do |level|
      system bin/"enzyme-clang", level, "chain.c", "-o", "chain"
      assert_equal "-4 10 -2\n", shell_output("./chain")
    end

    # The function in one file, its derivative in another: made at the link.
    (testpath/"cube.cpp").write "extern \"C\" double cube(double x) { return x * x * x; }\n"
    (testpath/"slope.cpp").write <<~CPP
      #include <enzyme/enzyme>
      #include <iostream>
      extern "C" double cube(double);
      int main() { std::cout << enzyme::gradient([](double x) { return cube(x); }, 2.0) << '\\n'; }
    CPP
    system bin/"enzyme-clang++", "-std=c++20", "-O2", "-c", "cube.cpp", "slope.cpp"
    system bin/"enzyme-clang++", "cube.o", "slope.o", "-o", "slope"
    assert_equal "12\n", shell_output("./slope")
  end
end
