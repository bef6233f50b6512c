"""Turns Google Benchmark's results into the table, its summary, JSON and a chart."""
import json
import math
import os
import platform

import chart

PEERS = {"adolc": "ADOL-C", "sacado": "Sacado"}

# What a release must hold. Ratios of times; a limit on each row, and on the geometric mean.
LIMITS = {"hand mean": 1.3, "hand": 2.0, "gmm": 1.2, "primal": 4.0, "primal mean": 3.0, "forward": 4.0,
          "forward hand": 2.0}


class Row:
    def __init__(self, case, size):
        self.case, self.size = case, size
        self.times, self.errors, self.tape, self.memory = {}, {}, {}, {}
        self.work, self.order, self.gradient = 0, 0, True

    def ratio(self, tool, to):
        return self.times[tool] / self.times[to] if tool in self.times and self.times.get(to) else None

    def json(self):
        return {"case": self.case, "row": self.size, "milliseconds": self.times, "errors": self.errors,
                "tape_bytes": self.tape.get("ours"), "memory_bytes": self.memory, "work": self.work,
                "gradient_over_primal": self.ratio("ours", "primal"), "hand_over_primal": self.ratio("hand", "primal"),
                "gradient_over_hand": self.ratio("ours", "hand"), "forward8_over_primal": self.ratio("forward", "primal"),
                "hand8_over_primal": self.ratio("forwardHand", "primal")}


def rows(case, results):
    """Rows of one case: for each tool its fastest repetition."""
    found = {}
    for group in results:
        for entry in group["benchmarks"]:
            if entry.get("run_type") == "aggregate":
                continue
            size, tool = entry["run_name"].split("/")[:2]
            row = found.setdefault(size, Row(case, size))
            if entry.get("error_occurred"):
                row.errors[tool] = entry["error_message"]
                continue
            time = entry["cpu_time"]  # others may use the machine too
            row.times[tool] = min(time, row.times.get(tool, time))
            row.tape[tool], row.memory[tool] = entry["tape"], entry["memory"]
            row.work, row.gradient = entry["work"], entry["gradient"] != 0
            if tool == "primal":
                row.order = entry["family_index"]
    return sorted(found.values(), key=lambda row: row.order)


#--- the table ------------------------------------------------------------------

def number(x):
    return "–" if x is None else f"{x:.0f}" if x >= 100 else f"{x:.1f}" if x >= 20 else f"{x:.2f}"


def megabytes(x):
    return "–" if x is None else f"{x / 1e6:.2f}"


def cell(row, tool, to="primal"):
    for t in (tool, to):
        if t in row.errors:
            return row.errors[t].split(":")[0]
    return number(row.ratio(tool, to))


COLUMNS = [
    ("", lambda r: r.size),
    ("primal ms", lambda r: f"{r.times['primal']:.4f}" if "primal" in r.times else "–"),
    ("gradient", lambda r: cell(r, "ours")),
    ("hand", lambda r: cell(r, "hand")),
    ("gradient/hand", lambda r: cell(r, "ours", "hand")),
    ("forward 8", lambda r: cell(r, "forward")),
    ("8 by hand", lambda r: cell(r, "forwardHand")),
    ("ADOL-C", lambda r: cell(r, "adolc")),
    ("Sacado", lambda r: cell(r, "sacado")),
    ("tape MB", lambda r: megabytes(r.tape.get("ours"))),
    ("memory MB", lambda r: megabytes(r.memory.get("ours"))),
]


def table(rows):
    lines = [[title for title, _ in COLUMNS]] + [[f(row) for _, f in COLUMNS] for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(COLUMNS))]
    return "\n".join("  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths)))
                     for line in lines)


def markdown(rows):
    titles = [title for title, _ in COLUMNS]
    lines = ["| " + " | ".join(titles) + " |", "|---" + "|--:" * (len(titles) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(f(row) for _, f in COLUMNS) + " |" for row in rows]) + "\n"


#--- the summary ------------------------------------------------------------------

def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def limit(text, pairs, most, of_mean=None):
    """One line: does `value <= most` hold for all (value, row), and for the mean?"""
    pairs = [(v, row) for v, row in pairs if v is not None]
    if not pairs:
        return []
    worst, where = max(pairs, key=lambda p: p[0])
    over = sum(v > most for v, _ in pairs)
    lines = [f"{'holds ' if not over else 'MISSED'}  {text}: each at most {most:g}; worst {number(worst)} ({where.size})"
             + (f", {over} of {len(pairs)} over" if over else "")]
    if of_mean:
        average = mean([v for v, _ in pairs])
        lines.append(f"{'holds ' if average <= of_mean else 'MISSED'}  {text}: geometric mean {average:.2f}, "
                     f"at most {of_mean:g}")
    return lines


def against_peers(rows):
    pairs = [(row.times["ours"] / row.times[p], row, p) for row in rows for p in PEERS
             if p in row.times and "ours" in row.times]
    if not pairs:
        return []
    slower = sorted((x for x in pairs if x[0] >= 1), key=lambda x: -x[0])
    lines = [f"{'holds ' if not slower else 'MISSED'}  faster than every peer on every row"]
    lines += [f"        {number(v)} times {PEERS[p]}'s time: {row.size}" for v, row, p in slower]
    for p, name in PEERS.items():
        own = [1 / v for v, _, q in pairs if q == p]
        if own:
            lines.append(f"        {name}: {number(mean(own))} times our time on average (geometric), {len(own)} rows")
    return lines


def orders(rows):
    """For each series the exponents of time and memory in the primal's work."""
    lines = []
    for case in dict.fromkeys(row.case for row in rows):
        series = [row for row in rows if row.case == case and row.work and "ours" in row.times]
        if len(series) < 2:
            continue
        first, last = series[0], series[-1]
        span = math.log(last.work / first.work)

        def exponent(a, b):
            return math.log(b / a) / span if a > 0 and b > 0 else 0

        primal, ours = (exponent(first.times[t], last.times[t]) for t in ("primal", "ours"))
        tape = exponent(first.tape["ours"], last.tape["ours"])
        lines.append(f"        {case}: work × {last.work / first.work:.0f}: primal's time ~ work^{primal:.2f}, "
                     f"gradient's ^{ours:.2f}, tape's bytes ^{tape:.2f}")
    return ["order in the primal's work, smallest to largest row"] + lines if lines else []


def summary(rows):
    gradients = [row for row in rows if row.gradient]
    lines = limit("gradient over hand-written", [(r.ratio("ours", "hand"), r) for r in rows], LIMITS["hand"],
                  LIMITS["hand mean"])
    lines += limit("of these the mixtures", [(r.ratio("ours", "hand"), r) for r in rows if r.case == "gmm"], LIMITS["gmm"])
    lines += limit("gradient over primal", [(r.ratio("ours", "primal"), r) for r in gradients], LIMITS["primal"],
                   LIMITS["primal mean"])
    # A primal that computes several numbers at once leaves eight tangents nothing to gain: by hand, either.
    reached = [r for r in rows if (r.ratio("forwardHand", "primal") or 0) <= LIMITS["forward"]]
    lines += limit("eight directions forward over primal", [(r.ratio("forward", "primal"), r) for r in reached],
                   LIMITS["forward"])
    lines += limit("eight directions forward over hand-written", [(r.ratio("forward", "forwardHand"), r) for r in rows],
                   LIMITS["forward hand"])
    lines += against_peers(rows)
    return "\n".join(lines + orders(rows))


def processor():
    try:
        with open("/proc/cpuinfo") as f:
            names = [line.split(":")[1].strip() for line in f if line.startswith("model name")]
        return names[0] if names else platform.machine()
    except OSError:
        return platform.machine()


def write(rows, options):
    print(f"All tools: {options.flags}, on {processor()}. CPU time, the fastest of {options.repetitions} repetitions.")
    print("gradient, hand, forward 8, 8 by hand, ADOL-C, Sacado: time over the primal's. tape: values kept, at their peak.\n")
    print(table(rows) + "\n")
    print(summary(rows) + "\n")
    results = os.path.join(options.out, "results.json")
    with open(results, "w") as f:
        json.dump({"flags": options.flags, "processor": processor(), "repetitions": options.repetitions,
                   "limits": LIMITS, "rows": [row.json() for row in rows]}, f, indent=1)
    picture = os.path.join(options.out, "chart.svg")
    with open(picture, "w") as f:
        f.write(chart.draw(rows, f"{options.flags}, {processor()}", LIMITS["primal"]))
    with open(os.path.join(options.out, "table.md"), "w") as f:
        f.write(markdown(rows))
    print(f"written: {results}\n         {picture}")
