"""The demo's programs: what is compiled with which flags, run how, drawn how."""

from dataclasses import dataclass

C_FLAGS = ["-O2", "-fno-math-errno"]
CXX_FLAGS = ["-O2", "-fno-math-errno", "-std=c++20"]


@dataclass(frozen=True)
class Program:
    name: str
    about: str
    sources: tuple  # relative to test/demo; the first one holds the requests
    flags: tuple = ()
    data: tuple = ()  # R script and the CSV it writes, before the run
    arguments: tuple = ()  # files in build/demo
    plot: tuple = ()  # R script, its input, the PNG
    goals: tuple = ()  # (mode, largest time over the primal's)
    needs_gsl: bool = False

    @property
    def is_cxx(self) -> bool:
        return self.sources[0].endswith(".cpp")


CLASSICAL = (("reverse", 10.0), ("forward", 3.0))

PROGRAMS = [
    Program("mixture", "Gaussian mixture, d = 10, k = 25, 1000 points",
            ("objectives/mixture_benchmark.c",), goals=CLASSICAL),
    Program("bundle", "bundle adjustment, 49 cameras, 3184 observations: the Jacobian",
            ("objectives/bundle.c",), goals=CLASSICAL),
    Program("lstm", "two layers of long short-term memory over a text",
            ("objectives/lstm.c",), goals=CLASSICAL),
    Program("hand", "hand tracking: 21 bones, 630 vertices, 1000 observations",
            ("objectives/hand.c", "objectives/hand_model.c"), goals=CLASSICAL),
    Program("faithful", "the mixture fitted to the Old Faithful geyser",
            ("fit/faithful.c", "fit/lbfgs.c"),
            data=("fit/data.R", "faithful.csv"), arguments=("faithful.csv", "faithful-fit.csv"),
            plot=("fit/plot.R", "faithful-fit.csv", "faithful.png")),
    Program("gaussian-process", "log marginal likelihood on Eigen: dynamic matrices, Cholesky",
            ("eigen/gaussian_process.cpp",), flags=("-isystem", "/usr/include/eigen3", "-DEIGEN_DONT_VECTORIZE")),
    Program("bonds", "std::vector, virtual functions, exceptions",
            ("cxx/bonds.cpp",)),
    Program("layers", "a network of polymorphic layers, std::function, vectors by value",
            ("cxx/layers.cpp",)),
    Program("burgers", "Burgers equation in place, 200 cells, 10,000 steps",
            ("pde/burgers.c",), arguments=("burgers.csv",),
            plot=("pde/plot.R", "burgers.csv", "burgers.png")),
    Program("gsl", "GSL's Bessel, gamma and beta functions, unchanged",
            ("gsl/bessel.c",), flags=("-std=gnu23",), needs_gsl=True),
]
