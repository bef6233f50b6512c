"""What an ordinary user compiles first with an installed package, and what it must print."""
import re

from machine import ROOT, Failed


def readme_example():
    """(source, what it prints) of the README's first example."""
    text = (ROOT / "README.md").read_text()
    source = re.search(r"```c\n(.*?)```", text, re.S).group(1)
    printed = re.search(r"chain.c -o chain && ./chain\n(.*?)```", text, re.S).group(1)
    return source, printed


def use(root, compiler, offline):
    """An ordinary user's first programs: of one file, of two files, in C++ with the header."""
    source, printed = readme_example()
    (root.home / "chain.c").write_text(source)
    definition = source[source.index("double energy"):source.index("int main")]
    (root.home / "energy.c").write_text(definition)
    (root.home / "ask.c").write_text(source.replace(definition, "double energy(const double *x, int n);\n"))
    (root.home / "cube.cpp").write_text(
        "#include <enzyme/enzyme>\n#include <cmath>\n#include <iostream>\n"
        "int main() { auto g = enzyme::gradient([](double x) { return std::pow(x, 3); }, 2.0);\n"
        "  std::cout << g << '\\n'; }\n")
    for level in ("-O0", "-O2"):
        output = root.as_user(f"{compiler} {level} chain.c -o chain && ./chain", offline)
        if output != printed:
            raise Failed(f"the README's example at {level} printed {output!r}, not {printed!r}")
    output = root.as_user(f"{compiler} -O2 -c energy.c && {compiler} -O2 -c ask.c && "
                          f"{compiler} ask.o energy.o -o both && ./both", offline)
    if output != printed:
        raise Failed(f"two files printed {output!r}, not {printed!r}")
    output = root.as_user(f"{compiler}++ -std=c++20 -O2 cube.cpp -o cube && ./cube", offline)
    if output != "12\n":
        raise Failed(f"the C++ program printed {output!r}, not 12")
