#!/usr/bin/env python3
"""Line coverage of an ordinary build: breakpoints at the beginnings of lines, each met once.

    traps.py prepare               copies of the toolchain and of the unit tests with breakpoints, in build/traps
    traps.py run COMMAND…          runs it with them; %toolchain and %unit stand for the copies
    traps.py report [--below 80]   lines by room; the files below that share
    traps.py report --file passes/plan/Overwritten.cpp   its lines that never ran

A second build with counters (report.py) says more and costs an hour; this costs what the tests cost.
Lines are those of the optimised build's line table: what the optimiser removed does not count.
The runtime is linked into programs of users and has no copy here: report.py counts its lines.
"""
import argparse
import bisect
import collections
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

from report import ROOT, name_of, room_of, show

HERE = Path(__file__).resolve().parent
DWARFDUMP = "/usr/lib/llvm-22/bin/llvm-dwarfdump"
ROW = re.compile(r"^0x([0-9a-f]+)\s+(\d+)\s+\d+\s+(\d+)\s+\d+\s+\d+\s+\d*\s*(.*)$")


def line_starts(binary):
    """{address: (file, line)} of statements of what is ours, and the files."""
    found, ours, folders, pending = {}, {}, {}, None
    dump = subprocess.Popen([DWARFDUMP, "--debug-line", str(binary)], stdout=subprocess.PIPE, text=True)
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
                if name and "/cxx/" not in name:
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


def set_traps(binary, table):
    starts = line_starts(binary)
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
    return [tools / "lib/enzyme/enzyme-22.so", tools / "lib/enzyme/enzyme-22-clang.so", tools / "bin/enzyme-clang",
            options.work / "enzyme_unit_tests"]


def table_of(options, binary):
    return options.work / (binary.name + ".table")


def prepare(options):
    shutil.rmtree(options.work, ignore_errors=True)
    options.work.mkdir(parents=True)
    shutil.copytree(options.build / "toolchain", options.work / "toolchain", symlinks=True)
    shutil.copy2(options.build / "test/enzyme_unit_tests", options.work)
    subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-Wall", str(HERE / "traps.c"), "-o",
                    str(options.work / "traps.so"), "-ldl"], check=True)
    for binary in binaries(options):
        set_traps(binary, table_of(options, binary))
    (options.work / "modules").write_text("".join(f"{binary}={table_of(options, binary)}\n"
                                                  for binary in binaries(options)))


def run(options):
    command = [word.replace("%toolchain", str(options.work / "toolchain"))
               .replace("%unit", str(options.work / "enzyme_unit_tests")) for word in options.command]
    environment = {**os.environ, "LD_PRELOAD": str(options.work / "traps.so"),
                   "ENZYME_TOOLCHAIN": str(options.work / "toolchain")}
    return subprocess.run(command, env=environment).returncode


def lines_met(options):
    """{file: {line: did it run?}}"""
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


def report(options):
    found = lines_met(options)
    if options.file:
        text = (ROOT / options.file).read_text().splitlines()
        for number in sorted(found[options.file]):
            if not found[options.file][number]:
                print(f"{number:5} {text[number - 1]}")
        return 0
    rooms = collections.defaultdict(lambda: [0, 0])
    for name, lines in found.items():
        for group in {room_of(name), name.split("/")[0] + "/", "all"}:
            rooms[group][0] += sum(lines.values())
            rooms[group][1] += len(lines)
    for room in sorted(rooms, key=lambda room: (room == "all", room)):
        show(room, *rooms[room])
    for name, lines in sorted(found.items()):
        if 100 * sum(lines.values()) < options.below * len(lines):
            show("  " + name, sum(lines.values()), len(lines))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--work", type=Path, default=ROOT / "build/traps")
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
