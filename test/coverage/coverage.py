#!/usr/bin/env python3
"""Which lines of the compiler and of the runtime the tests run, at the speed of the tests.

    coverage.py prepare               a copy of the build's tests and toolchain with breakpoints, in build/coverage
    coverage.py run COMMAND…          runs it so that breakpoints are noted; `ctest --test-dir build/coverage`,
                                      or any other that uses build/coverage/toolchain
    coverage.py report [--below 80]   lines by room; the files below that share
    coverage.py report --file passes/plan/Overwritten.cpp   its lines that never ran

The compiler's lines: a breakpoint stands at the beginning of each, and is taken out when it is met for the first
time (traps.c). Lines are those of the optimised build's line table: what the optimiser removed does not count.
The runtime's lines: it is linked into programs of users, so it is built once more, with clang's counters.
`./dev coverage` does all three.
"""
import argparse
import bisect
import collections
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PARTS = ("passes", "driver", "runtime")
LEAST = 90.0
ROW = re.compile(r"^0x([0-9a-f]+)\s+(\d+)\s+\d+\s+(\d+)\s+\d+\s+\d+\s+\d*\s*(.*)$")


def name_of(path):
    """The path in the repository, wherever it was built; none for what is not ours."""
    parts = Path(path).parts
    for at in range(len(parts) - 1, -1, -1):
        if parts[at] in PARTS and (ROOT / Path(*parts[at:])).exists():
            return "/".join(parts[at:])
    return None


def room_of(name):
    parts = name.split("/")
    return "/".join(parts[:2]) if parts[0] == "passes" and len(parts) > 2 else parts[0]


def line_starts(options, binary):
    """{address: (file, line)} of statements of the compiler."""
    found, ours, folders, pending = {}, {}, {}, None
    dump = subprocess.Popen([options.llvm / "llvm-dwarfdump", "--debug-line", str(binary)],
                            stdout=subprocess.PIPE, text=True)
    for text in dump.stdout:
        if text.startswith("debug_line["):
            ours, folders, pending = {}, {}, None
        elif text.startswith("include_directories["):
            number, path = re.match(r"include_directories\[\s*(\d+)\] = \"(.*)\"", text).groups()
            folders[int(number)] = path
        elif text.startswith("file_names["):
            pending = int(re.match(r"file_names\[\s*(\d+)\]", text).group(1))
        elif pending is not None and text.startswith("           name:"):
            ours[pending] = text.split('"')[1]
        elif pending is not None and text.startswith("      dir_index:"):
            folder = folders.get(int(text.split(":")[1]), "")
            path = Path(ours[pending]) if ours[pending].startswith("/") else Path(folder) / ours[pending]
            if not path.is_absolute():
                path = Path(folders.get(0, "/")) / path
            ours[pending], pending = name_of(os.path.normpath(path)), None
        else:
            row = ROW.match(text)
            if row and "is_stmt" in row[4] and "end_sequence" not in row[4] and row[2] != "0":
                name = ours.get(int(row[3]))
                if name and "/cxx/" not in name and not name.startswith("runtime/"):
                    found.setdefault(int(row[1], 16), (name, int(row[2])))
    return found


def segments(binary):
    """(address, offset, size) of what is loaded and may run."""
    data = binary.read_bytes()
    start, = struct.unpack_from("<Q", data, 32)
    size, number = struct.unpack_from("<HH", data, 54)
    for i in range(number):
        kind, flags, offset, address, _, length = struct.unpack_from("<IIQQQQ", data, start + i * size)
        if kind == 1 and flags & 1:
            yield address, offset, length


def set_traps(options, binary, table):
    starts = line_starts(options, binary)
    data = bytearray(binary.read_bytes())
    places = list(segments(binary))
    rows, lines = [], sorted(set(starts.values()))
    for address in sorted(starts):
        offset = next((o + address - a for a, o, n in places if a <= address < a + n), None)
        if offset is not None:
            rows.append((address, data[offset], bisect.bisect_left(lines, starts[address])))
            data[offset] = 0xCC
    table.write_bytes(struct.pack("<Q", len(rows)) + b"".join(struct.pack("<QII", *row) for row in rows) +
                      bytes(len(rows)))
    table.with_suffix(".lines").write_text("".join(f"{name}\t{line}\n" for name, line in lines))
    mode = binary.stat().st_mode
    binary.unlink()
    binary.write_bytes(data)
    binary.chmod(mode)


def binaries(options):
    tools = options.work / "toolchain"
    return [*sorted((tools / "lib/enzyme").glob("*.so")), tools / "bin/enzyme-clang",
            options.work / "test/enzyme_unit_tests"]


def table_of(options, binary):
    return options.work / "tables" / binary.name


def build_runtime(options):
    """The runtime with counters, into the copy of the toolchain."""
    counted = options.work / "counted"
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    subprocess.run(["cmake", "-S", ROOT, "-B", counted, "-G", "Ninja", "-DCMAKE_C_COMPILER=clang-22",
                    "-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_BUILD_TYPE=Coverage", "-DBUILD_TESTING=OFF",
                    "-DENZYME_RUNTIME_COVERAGE=ON"], **quiet)
    subprocess.run(["ninja", "-C", counted, "enzyme_rt", "enzyme_oracle"], **quiet)
    shutil.copy2(counted / "runtime/libenzyme_rt.a", options.work / "toolchain/lib")
    shutil.copy2(counted / "runtime/libenzyme_oracle.a", options.work / "toolchain/lib/enzyme")


def prepare(options):
    shutil.rmtree(options.work, ignore_errors=True)
    (options.work / "tables").mkdir(parents=True)
    shutil.copytree(options.build / "toolchain", options.work / "toolchain", symlinks=True)
    shutil.copytree(options.build / "test", options.work / "test", symlinks=True,
                    ignore=shutil.ignore_patterns("CMakeFiles", "lit"))
    shutil.copy2(options.build / "CTestTestfile.cmake", options.work)
    for name in ("CTestTestfile.cmake", "*_include.cmake", "*_tests.cmake"):
        for listed in options.work.rglob(name): # tests name the build's folder
            listed.write_text(re.sub(re.escape(str(options.build)) + r"(?=[/;\"\]\s]|$)", str(options.work),
                                     listed.read_text()))
    subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-Wall", HERE / "traps.c", "-o", options.work / "traps.so",
                    "-ldl"], check=True)
    for binary in binaries(options):
        set_traps(options, binary, table_of(options, binary))
    (options.work / "modules").write_text("".join(f"{binary.name}={table_of(options, binary)}\n"
                                                  for binary in binaries(options)))
    build_runtime(options)


def run(options):
    environment = {**os.environ, "LD_PRELOAD": str(options.work / "traps.so"),
                   "LLVM_PROFILE_FILE": str(options.work / "profiles/%m%c.profraw"),
                   "ENZYME_TOOLCHAIN": str(options.work / "toolchain")}
    return subprocess.run(options.command, env=environment).returncode


def lines_of_runtime(options):
    """{file: (lines that ran, lines)}, from the profiles that programs of the tests left."""
    profiles = sorted((options.work / "profiles").glob("*.profraw"))
    if not profiles:
        return {}
    merged = options.work / "runtime.profdata"
    listed = options.work / "profiles.txt"
    listed.write_text("\n".join(map(str, profiles)))
    subprocess.run([options.llvm / "llvm-profdata", "merge", "-sparse", "--failure-mode=all", "-f", listed,
                    "-o", merged], check=True, stderr=subprocess.DEVNULL)
    words = []
    for path in sorted((options.work / "counted/runtime/CMakeFiles").rglob("*.o")):
        words += ["-object", path] if words else [path]
    done = subprocess.run([options.llvm / "llvm-cov", "show" if options.file else "export", *words, "-instr-profile",
                           merged, *([ROOT / options.file] if options.file else ["-summary-only"])],
                          stdout=subprocess.PIPE, text=True, check=True)
    if options.file:
        return done.stdout
    found = {}
    for entry in json.loads(done.stdout)["data"][0]["files"]:
        lines = entry["summary"]["lines"]
        found[name_of(entry["filename"])] = (lines["covered"], lines["count"])
    found.pop(None, None)
    return found


def lines_met(options):
    """{file: {line: did it run?}} of the compiler."""
    found = collections.defaultdict(dict)
    for binary in binaries(options):
        table = table_of(options, binary)
        data = table.read_bytes()
        count, = struct.unpack_from("<Q", data)
        lines = [text.split("\t") for text in table.with_suffix(".lines").read_text().splitlines()]
        for i in range(count):
            _, _, line = struct.unpack_from("<QII", data, 8 + 16 * i)
            name, number = lines[line]
            met = data[8 + 16 * count + i] != 0
            found[name][int(number)] = found[name].get(int(number), False) or met
    return found


def show(title, covered, count):
    print(f"{title:24} {covered:6} of {count:6} lines  {100 * covered / max(count, 1):5.1f} %")


def report_file(options):
    if options.file.startswith("runtime/"):
        print(lines_of_runtime(options))
        return
    text = (ROOT / options.file).read_text().splitlines()
    for number, met in sorted(lines_met(options)[options.file].items()):
        if not met:
            print(f"{number:5} {text[number - 1]}")


def report(options):
    if options.file:
        return report_file(options)
    files = {name: (sum(lines.values()), len(lines)) for name, lines in lines_met(options).items()}
    files.update(lines_of_runtime(options))
    rooms = collections.defaultdict(lambda: [0, 0])
    for name, (covered, count) in files.items():
        for group in {room_of(name), name.split("/")[0] + "/", "all"}:
            rooms[group][0] += covered
            rooms[group][1] += count
    for room in sorted(rooms, key=lambda room: (room == "all", room)):
        show(room, *rooms[room])
    for name, (covered, count) in sorted(files.items()):
        if 100 * covered < options.below * count:
            show("  " + name, covered, count)
    covered, count = rooms["all"]
    return 0 if 100 * covered >= LEAST * count else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--work", type=Path, default=ROOT / "build/coverage")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22/bin"))
    kinds = parser.add_subparsers(dest="kind", required=True)
    kinds.add_parser("prepare")
    kinds.add_parser("run").add_argument("command", nargs=argparse.REMAINDER)
    shown = kinds.add_parser("report")
    shown.add_argument("--below", type=float, default=0)
    shown.add_argument("--file")
    options = parser.parse_args()
    return {"prepare": prepare, "run": run, "report": report}[options.kind](options) or 0


if __name__ == "__main__":
    sys.exit(main())
