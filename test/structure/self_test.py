#!/usr/bin/env python3
"""Shows that check_structure.py finds what it is there to find."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_structure  # noqa: E402
from cxx_scan import scan  # noqa: E402


def complaints(path, text):
    """What the checker says about one file with this text."""
    report = check_structure.Report()
    with tempfile.TemporaryDirectory() as root:
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full))
        with open(full, "w", encoding="utf-8") as file:
            file.write("// What problem this solves.\n" + text)
        check_structure.check_file(root, path, report)
    return [line.split(": ")[1] for line in report.lines]


class Limits(unittest.TestCase):
    def test_long_file(self):
        self.assertEqual(complaints("driver/A.cpp", "int a;\n" * 600), ["file-length"])

    def test_long_function(self):
        long = "void f() {\n" + "  g();\n" * 80 + "}\n"
        self.assertEqual(complaints("driver/A.cpp", long), ["function-length"])
        reason = "// structure: allow function-length, because it is a table\n"
        self.assertEqual(complaints("driver/A.cpp", reason + long), [])

    def test_nesting_without_braces(self):
        body = "".join(f"for (int i{n}; ; ) " for n in range(6)) + "g();"
        self.assertEqual(complaints("driver/A.cpp", "void f() { " + body + " }\n"), ["nesting"])

    def test_else_if_chain_is_flat(self):
        text = "void f() {" + "if (a) b(); else " * 9 + "c(); }"
        self.assertEqual(scan(text).functions[0].nesting, 1)

    def test_parameters(self):
        text = "int f(int a, std::map<int, int> b, int c, int d, int e, int g) { return a; }\n"
        self.assertEqual(complaints("driver/A.cpp", text), ["parameters"])

    def test_name_of_a_function_outside_rules(self):
        text = 'bool f(StringRef n) { return n == "malloc"; }\n'
        self.assertEqual(complaints("passes/plan/A.cpp", text), ["function-name"])
        self.assertEqual(complaints("passes/rules/A.cpp", text), [])

    def test_identity_by_name(self):
        text = 'bool f(StringRef n) { return n.starts_with("enzyme."); }\n'
        self.assertEqual(complaints("passes/plan/A.cpp", text), ["name-prefix"])
        self.assertEqual(complaints("passes/support/Origins.cpp", text), [])

    def test_layers(self):
        text = '#include "emit/Emit.h"\n'
        self.assertEqual(complaints("passes/plan/A.cpp", text), ["layer"])
        self.assertEqual(complaints("passes/optimise/A.cpp", text), [])

    def test_limits_stand_in_one_table(self):
        limit = ["own-limit"]
        self.assertEqual(complaints("passes/plan/A.cpp", "constexpr unsigned deepest = 8;\n"), limit)
        self.assertEqual(complaints("passes/plan/A.cpp", "  static constexpr size_t mostLoads = 1 << 4;\n"), limit)
        self.assertEqual(complaints("passes/plan/A.cpp", "constexpr unsigned bytes = 8, maxRounds = 3;\n"), limit)
        self.assertEqual(complaints("passes/plan/A.cpp", "void f(unsigned depth) {\n  if (depth > 6)\n    return;\n}\n"), limit)
        self.assertEqual(complaints("passes/plan/A.cpp", "constexpr unsigned wordBytes = 8;\n"), [])
        self.assertEqual(complaints("passes/plan/A.cpp", "constexpr unsigned most = limits::loadsOfArrays;\n"), [])
        self.assertEqual(complaints("passes/plan/A.cpp", '#include "limits/emit.h"\n'), ["layer"])
        self.assertEqual(complaints("passes/plan/A.cpp", '#include "limits/types.h"\n'), [])

    def test_listed_files(self):
        report = check_structure.Report()
        with tempfile.TemporaryDirectory() as root:
            room = os.path.join(root, "passes", "plan")
            os.makedirs(room)
            with open(os.path.join(room, "README.md"), "w", encoding="utf-8") as file:
                file.write("| `Step.*`, `Read.cpp` | steps |\n")
            paths = [f"passes/plan/{name}" for name in ("Step.h", "Step.cpp", "Read.cpp", "Ready.cpp", "sub/Other.h")]
            check_structure.check_listed_files(root, paths, report)
        self.assertEqual(report.lines, ["passes/plan/README.md:1: listed-file: does not name Ready.cpp"])

    def test_named_files(self):
        report = check_structure.Report()
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "passes/plan"))
            path = "passes/plan/A.cpp"
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write("// As in A.cpp (B.h), see B.*\n")
            check_structure.check_named_files(root, [path], report)
        self.assertEqual([line.split(": ")[2] for line in report.lines], ["B.h is not there"])

    def test_two_types_of_one_name(self):
        report, types = check_structure.Report(), {}
        public = "namespace enzyme {\nstruct Layout {\n};\n} // namespace enzyme\n"
        private = "namespace enzyme {\nnamespace {\nstruct Layout {\n};\n} // namespace\n} // namespace enzyme\n"
        for path, text in (("passes/a/A.h", public), ("passes/b/B.cpp", private), ("passes/c/C.h", public)):
            for name, number in check_structure.shared_types(path, text.splitlines(True)):
                types.setdefault(name, []).append((path, number))
        check_structure.check_types(types, report)
        self.assertEqual(report.lines, ["passes/c/C.h:2: type-name: enzyme::Layout is another type in passes/a/A.h"])

    def test_words(self):
        self.assertEqual(complaints("passes/plan/A.cpp", 'void f() { errs() << "x"; }\n'), ["errs()"])
        self.assertEqual(complaints("passes/plan/A.cpp", "static cl::opt<bool> x;\n"), ["cl::opt", "globals"])
        self.assertEqual(complaints("passes/plan/A.cpp", "// errs() in a comment\n"), [])
        self.assertEqual(complaints("passes/plan/A.cpp", "#if LLVM_VERSION_MAJOR > 3\n#endif\n"), ["llvm-version"])
        self.assertEqual(complaints("passes/plan/A.cpp", "static const int x = 1;\n"), [])

    def test_reasons(self):
        cast = "int *f(const int *p) {\n  return const_cast<int *>(p);{}\n}\n"
        self.assertEqual(complaints("driver/A.cpp", cast.replace("{}", "")), ["const-cast"])
        self.assertEqual(complaints("driver/A.cpp", cast.replace("{}", " // why")), [])

    def test_lambdas_and_initialisers(self):
        text = ("A::A(int x) : a{x}, b(x) { g(); }\n"
                "void h() { run([&](int i) { if (i) k(); }); int t[] = {1, 2}; }\n")
        functions = scan(text).functions
        self.assertEqual(functions[-1].name, "h")
        self.assertEqual(functions[-1].nesting, 2)


if __name__ == "__main__":
    unittest.main()
