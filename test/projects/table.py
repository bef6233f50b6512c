"""The projects, one entry each: how its users build it and run its tests.

Nothing here is written for our compiler. `build` and `check` are shell lines, run in the
unpacked source with CC, CXX and FC in the environment, as the project's own manual says.
What `check` prints is reduced to the lines that match `result`; they must be those that
plain clang gives, at least `least` of them, none matching `failure`. `product` is a file
that must hold code that we compiled, so that a build which found another compiler by
itself is noticed. `uses` is what a user then does with what was built, with our compiler
only; HERE is this folder. It must end well.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Project:
    name: str
    source: str          # Debian's name of the source package
    build: str
    check: str
    result: str          # regular expression; its groups, or all of it, are what is compared
    product: str
    kind: str            # of build, for people
    least: int = 1
    failure: str = r"\bFAIL"
    needs: tuple = ()    # programs
    uses: str = ""
    quick: bool = False  # part of the tests (ctest), not only of ./dev projects


AUTOMAKE_RESULT = r"^# (TOTAL|PASS|SKIP|XFAIL|FAIL|XPASS|ERROR): +([0-9]+)$"
AUTOMAKE_FAILURE = r"# (FAIL|XPASS|ERROR): +[1-9]"
CTEST_RESULT = r"^ *[0-9]+/[0-9]+ Test +#[0-9]+: (\S+) \.* *(\S+)"
CTEST_FAILURE = r"Failed|Not|Exception|Timeout"

P4EST = dict(
    source="p4est",
    kind="autotools and libtool, C with MPI",
    product="src/.libs/libp4est.a",
    result=AUTOMAKE_RESULT, failure=AUTOMAKE_FAILURE, least=2,
    check="make check",
)
P4EST_BUILD = """
  ./bootstrap
  ./configure --enable-mpi --without-blas --disable-vtk-zlib CC=mpicc.{mpi} CXX=mpicxx.{mpi} MPIRUN=mpirun.{mpi} LIBS=-lm
  make -j$JOBS
"""

PROJECTS = (
    Project(
        name="zlib", source="zlib", quick=True, kind="configure script of its own, C",
        build="./configure && make -j$JOBS",
        check="make test",
        result=r"\*\*\* (.*) \*\*\*", failure="FAILED", least=3, product="libz.a"),
    Project(
        name="lua", source="lua5.4", quick=True, kind="plain Makefile, C with setjmp and dlopen",
        build="make -j$JOBS linux CC=$CC",
        check="""make test; src/lua -e '
          print("Lua says", pcall(error, {}) == false, string.format("%.17g", 2^0.5))
          local steps = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end)
          print("Lua counts", steps(), steps(), steps(), #string.rep("x", 1000))
          print("Lua compiles", load("return 6 * 7")(), select("#", table.unpack({1, 2, 3})))'""",
        result=r"^Lua .*", failure="error", least=4, product="src/liblua.a"),
    Project(
        name="fribidi", source="fribidi", quick=True, kind="Meson, C", needs=("meson", "ninja"),
        build="meson setup made -Ddocs=false && ninja -C made",
        check="meson test -C made",
        result=r"^ *[0-9]+/[0-9]+ (\S.*?) +(OK|FAIL|ERROR|TIMEOUT|SKIP)", failure="FAIL|ERROR|TIMEOUT",
        least=8, product="made/lib/libfribidi.so"),
    Project(
        name="cppunit", source="cppunit", quick=True, kind="autotools and libtool, C++",
        build="./configure --disable-doxygen && make -j$JOBS",
        check="make -j$JOBS check",
        result=AUTOMAKE_RESULT, failure=AUTOMAKE_FAILURE, least=2, product="src/cppunit/.libs/libcppunit.a"),
    Project(
        name="qhull", source="qhull", kind="plain Makefile, C and C++",
        build="make -j$JOBS CC=$CC CXX=$CXX",
        check="make test",
        result=r"^(?!.*(seconds|CPU)).*[0-9]\.[0-9].*", failure="[Ee]rror", least=10,
        product="lib/libqhullstatic_r.a"),
    Project(
        name="gsl", source="gsl", kind="autotools and libtool, C",
        # Debian's source is without the manual, whose folder the Makefile would enter.
        build="sed -i '/^SUBDIRS/s/ doc$//' Makefile.in && ./configure && make -j$JOBS",
        check="make -k -j$JOBS check",
        result=AUTOMAKE_RESULT, failure=AUTOMAKE_FAILURE, least=2, product=".libs/libgsl.a",
        uses="""
          program="$CC -O2 -I. $HERE/gsl/through_gsl.c"
          for linker in bfd lld; do
            $program -fuse-ld=$linker .libs/libgsl.a cblas/.libs/libgslcblas.a -lm -o through
            ./through
            $program -fuse-ld=$linker -L.libs -Lcblas/.libs -lgsl -lgslcblas -lm -o through
            LD_LIBRARY_PATH=.libs:cblas/.libs ./through
          done"""),
    Project(
        name="sundials", source="sundials", kind="CMake with Ninja and link-time optimisation, C and C++",
        needs=("cmake", "ninja"),
        build="""cmake -S . -B made -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \\
                   -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld \\
                   -DCMAKE_SHARED_LINKER_FLAGS=-fuse-ld=lld -DSUNDIALS_TEST_UNITTESTS=ON -DENABLE_LAPACK=ON \\
                   -DSUNDIALS_INDEX_SIZE=32
                 ninja -C made""",
        check="ctest --test-dir made -j$JOBS",
        result=CTEST_RESULT, failure=CTEST_FAILURE, least=40, product="made/src/cvode/libsundials_cvode.so",
        uses="""
          libraries= folders=
          for library in cvode kinsol nvecserial:nvector/serial sunlinsollapackdense:sunlinsol/lapackdense \\
                         sunlinsollapackband:sunlinsol/lapackband generic:sundials; do
            folder=made/src/${library#*:}
            libraries="$libraries -L$folder -lsundials_${library%:*}" folders=$folder:$folders
          done
          $CC -O2 -fuse-ld=lld -Iinclude -Imade/include $HERE/sundials/through_sundials.c -o through \\
            $libraries -llapack -lblas -lm
          LD_LIBRARY_PATH=$folders ./through"""),
    Project(
        name="sundials-vectors", source="sundials",
        kind="CMake with Ninja and link-time optimisation, C with MPI, OpenMP and pthreads",
        needs=("cmake", "ninja", "mpicc.openmpi"),
        build="""export OMPI_CC=$CC OMPI_CXX=$CXX
                 cmake -S . -B made -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \\
                   -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld \\
                   -DCMAKE_SHARED_LINKER_FLAGS=-fuse-ld=lld -DSUNDIALS_INDEX_SIZE=32 \\
                   -DENABLE_MPI=ON -DENABLE_OPENMP=ON -DENABLE_PTHREAD=ON
                 ninja -C made sundials_generic_shared sundials_nvecserial_shared \\
                   test_nvector_openmp test_nvector_pthreads test_nvector_mpi""",
        check="""cd made/examples/nvector
                 echo "by OpenMP" && C_openmp/test_nvector_openmp 1000 2 0
                 echo "by pthreads" && pthreads/test_nvector_pthreads 1000 2 0
                 echo "by ranks" && mpirun.openmpi -n 2 parallel/test_nvector_mpi 1000 0""",
        result=r"^(by .*|PASSED test -- .*|>>> FAILED.*)$", failure="FAILED", least=100,
        product="made/src/nvector/parallel/libsundials_nvecparallel.so",
        uses="""
          export OMPI_CC=$CC
          libraries= folders=
          for library in nvecserial:nvector/serial nvecparallel:nvector/parallel nvecopenmp:nvector/openmp \\
                         nvecpthreads:nvector/pthreads generic:sundials; do
            folder=made/src/${library#*:}
            libraries="$libraries -L$folder -lsundials_${library%:*}" folders=$folder:$folders
          done
          mpicc.openmpi -O2 -fopenmp -fuse-ld=lld -Iinclude -Imade/include $HERE/sundials/through_nvectors.c -o through \\
            $libraries -lpthread -lm
          for ranks in 1 2 3; do LD_LIBRARY_PATH=$folders mpirun.openmpi -n $ranks ./through; done"""),
    Project(
        name="hypre", source="hypre", kind="configure script and Makefiles, C with MPI", needs=("mpicc.openmpi",),
        # The part with Krylov methods and multigrid, without its grids (struct, sstruct) and FEI.
        build="""
          export OMPI_CC=$CC
          cd src
          CC=mpicc.openmpi CXX=mpicxx.openmpi ./configure --disable-fortran
          make -j$JOBS HYPRE_DIRS="utilities blas lapack multivector krylov seq_mv parcsr_mv parcsr_block_mv \\
            distributed_matrix matrix_matrix IJ_mv distributed_ls parcsr_ls"
          cd ..
          find src -name '*.o' -o -name '*.obj' | xargs ar rcs libparcsr.a""",
        check="""
          export OMPI_CC=$CC
          mpicc.openmpi -O2 -DHAVE_CONFIG_H -DHYPRE_TIMING -Isrc -Isrc/hypre/include src/test/ij.c libparcsr.a -lm -o ij
          for solver in 0 1 2 3 4 5 9 10 50 61; do
            echo "solver $solver" && mpirun.openmpi -n 2 ./ij -n 8 8 8 -solver $solver
          done""",
        result=r"^(solver \d+|.*(?:Iterations|Residual Norm|residual norm) = .*)$", failure="rror", least=25,
        product="libparcsr.a",
        uses="""
          export OMPI_CC=$CC
          mpicc.openmpi -O2 -Isrc/hypre/include $HERE/hypre/through_hypre.c libparcsr.a -lm -o through
          for ranks in 1 2 3; do mpirun.openmpi -n $ranks ./through; done"""),
    Project(
        name="nlopt", source="nlopt", kind="CMake with Ninja, C and C++", needs=("cmake", "ninja"),
        build="""cmake -S . -B made -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DNLOPT_PYTHON=OFF \\
                   -DNLOPT_OCTAVE=OFF -DNLOPT_MATLAB=OFF -DNLOPT_GUILE=OFF -DNLOPT_SWIG=OFF -DNLOPT_FORTRAN=OFF
                 ninja -C made""",
        check="ctest --test-dir made -j$JOBS",
        result=CTEST_RESULT, failure=CTEST_FAILURE, least=20, product="made/libnlopt.a",
        uses="""
          $CC -O2 -Isrc/api $HERE/nlopt/through_nlopt.c made/libnlopt.a -lstdc++ -lm -o through
          ./through"""),
    Project(
        name="lapack", source="lapack", kind="CMake with Makefiles, Fortran", needs=("cmake", "flang-22"),
        build="""cmake -S . -B made -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON \\
                   -DCMAKE_Fortran_COMPILER=$FC -DCBLAS=ON
                 make -C made -j$JOBS""",
        check="ctest --test-dir made -j$JOBS",
        result=CTEST_RESULT, failure=CTEST_FAILURE, least=60, product="made/lib/libcblas.a",
        uses="""
          $CC -O2 -c $HERE/lapack/through_lapack.c -o through.o
          $FC through.o made/lib/liblapack.a made/lib/libblas.a -o through
          ./through"""),
    Project(
        name="minpack", source="minpack", kind="plain compilation, Fortran 77", needs=("flang-22",),
        # Its configure script is of 1999, and asks for g77.
        build="for file in *.f; do $FC -O2 -c $file; done; ar rcs libminpack.a *.o",
        check="""for example in ex/t*.f; do
                   $FC -O2 $example libminpack.a -o example && echo "of $example" && ./example | sed 's/^/says /'
                 done""",
        result=r"^(of|says).*\S.*", failure="ERROR", least=60, product="libminpack.a",
        uses="""
          for level in -O0 -O2; do
            $CC $level -c $HERE/minpack/through_minpack.c -o through.o
            $FC through.o libminpack.a -o through
            ./through
          done"""),
    Project(
        name="ifeffit", source="ifeffit", kind="autotools, Fortran 77 and C", needs=("flang-22",),
        # An application of 60,000 lines, with FFTPACK among them. Its C is older than prototypes,
        # and its command line, which is left out, wants readline.
        build="""
          F77=$FC CFLAGS="-O2 -Wno-implicit-function-declaration -Wno-implicit-int" FFLAGS=-O2 \\
            ./configure --without-pgplot
          for folder in pgstub lib feff6; do make -C src/$folder; done""",
        check="""cd src/feff6/TEST && ../feff6 </dev/null && sed 's/^/path /' paths.dat
                 sed 's/^/of /' files.dat""",
        result=r"^((?:path|of|[0-9]| Feff| Unique).*)", failure="rror", least=100, product="src/lib/libifeffit.a",
        uses="""
          for level in -O0 -O2; do
            for program in through_fftpack through_ifeffit; do
              $CC $level -c $HERE/ifeffit/$program.c -o $program.o
              $FC $program.o src/lib/libifeffit.a src/pgstub/libnopgplot.a -o $program
              ./$program
            done
          done"""),
    Project(
        name="mopac7", source="mopac7", kind="autotools and libtool, Fortran 77 and C", needs=("flang-22",),
        # It keeps numbers between calls without saying so. Its fdate is in flang's library, too.
        build="""
          F77=$FC CFLAGS="-O2 -Wno-implicit-function-declaration" FFLAGS="-O2 -fno-automatic" \\
            LDFLAGS=-Wl,--allow-multiple-definition ./configure --disable-shared
          make -j$JOBS""",
        # Some of its inputs end in an error of flang's library, as with plain flang.
        check="""mkdir run && cd run
                 for input in ../tests/*.dat; do
                   rm -f FOR* && cp $input FOR005 && echo "of $input"
                   timeout 60 ../fortran/mopac7 || true
                 done""",
        result=r"^(of \S+\.dat)|^ *FINAL (HEAT OF FORMATION) = +(\S+) KCAL", failure="NaN", least=18,
        product="fortran/.libs/libmopac7.a",
        uses="""
          $CC -O2 -c $HERE/mopac7/through_mopac7.c -o through.o
          $FC through.o fortran/.libs/libmopac7.a -Wl,--allow-multiple-definition -o through
          cp $HERE/mopac7/formaldehyde.dat FOR005
          ./through"""),
    Project(
        name="muparser", source="muparser", kind="CMake with Ninja, C++", needs=("cmake", "ninja"),
        build="""cmake -S . -B made -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DENABLE_OPENMP=OFF
                 ninja -C made""",
        check="ctest --test-dir made",
        result=CTEST_RESULT, failure=CTEST_FAILURE, least=1, product="made/libmuparser.a",
        uses="""
          for level in -O0 -O2; do
            $CXX $level -Iinclude $HERE/muparser/through_muparser.cpp made/libmuparser.a -o through
            ./through
          done"""),
    Project(
        name="alglib", source="alglib", kind="plain compilation, C++",
        build="""
          for file in src/*.cpp; do $CXX -O2 -w -Isrc -c $file; done
          ar rcs libalglib.a *.o""",
        check="$CXX -O1 -w -Isrc tests/test_i.cpp libalglib.a -lm -o examples && ./examples",
        result=r"^(\d+/\d+|Allocation counter checked.*|FAILURE.*)$", failure="FAIL|exception", least=3,
        product="libalglib.a",
        uses="""
          $CXX -O2 -w -Isrc $HERE/alglib/through_alglib.cpp libalglib.a -lm -o through
          ./through"""),
    Project(
        name="glm", source="glm", kind="headers, C++",
        # Its CMake files make errors of all warnings that a newer clang has.
        build="""
          for test in core/core_func_geometric core/core_func_matrix gtc/gtc_quaternion gtx/gtx_euler_angle \\
                      gtx/gtx_matrix_factorisation; do
            name=made-$(basename $test)
            $CXX -O1 -std=c++17 -I. -c test/$test.cpp -o $name.o && $CXX $name.o -o $name
          done""",
        check="for test in made-*.o; do test=${test%.o}; ./$test && echo right $test || echo FAILED $test; done",
        result=r"^(right|FAILED) (made-\S+)", failure="FAILED", least=5, product="made-gtc_quaternion.o",
        uses="""
          for level in -O0 -O2; do
            $CXX $level -std=c++17 -I. $HERE/glm/through_glm.cpp -o through
            ./through
          done"""),
    Project(
        name="eigen", source="eigen3", kind="headers, C++",
        # Each of its tests in parts, as its CMake files compile them: those of double.
        build="""
          compile() {
            name=made-$1; source=test/$1.cpp; shift
            parts=; for part in "$@"; do parts="$parts -DEIGEN_TEST_PART_$part=1"; done
            $CXX -O1 -I. -Itest -DEIGEN_TEST_MAX_SIZE=100 -DEIGEN_TEST_FUNC=$name $parts -c $source -o $name.o
            $CXX $name.o -o $name
          }
          compile qr 4 5 6
          compile inverse 2 7
          compile determinant 2 3 4 6""",
        check="for test in made-*.o; do test=${test%.o}; ./$test r2 s1 && echo right $test || echo FAILED $test; done",
        result=r"^(right|FAILED) (made-\S+)", failure="FAILED", least=3, product="made-qr.o",
        # Their templates once more, as functions of numbers: the shim (main.h) comes before Eigen's only
        # where the tests lie in another folder.
        uses="""
          mkdir through
          for file in qr.cpp inverse.cpp determinant.cpp lu.cpp cholesky.cpp product_small.cpp product.h solverbase.h; do
            cp test/$file through
          done
          for program in through_eigen through_lu through_cholesky through_products; do
            $CXX -O2 -w -std=c++17 -DEIGEN_TEST_MAX_SIZE=12 -I. -I$HERE/eigen -Ithrough $HERE/eigen/$program.cpp \
              -o $program
            ./$program
          done"""),
    Project(
        name="p4est-openmpi", needs=("mpicc.openmpi", "autoreconf", "libtoolize"),
        build="export OMPI_CC=$CC OMPI_CXX=$CXX" + P4EST_BUILD.format(mpi="openmpi"),
        **P4EST),
    Project(
        name="p4est-mpich", needs=("mpicc.mpich", "autoreconf", "libtoolize"),
        build="export MPICH_CC=$CC MPICH_CXX=$CXX" + P4EST_BUILD.format(mpi="mpich"),
        **P4EST),
)
