"""Which mutants are noticed, with as little processor time as that takes.

In each round every mutant that still lives is tried on one more program. Mutants that many programs have
not noticed are broken several at once: if a program is right with all of them, it notices none. If
not, the group is halved. Which program comes next: what it costs, how often it meets the mutant, and whether it
noticed others of the same point. Each answer is kept at once, so that runs add up.
"""
import collections
import json
import math
import resource

from programs import attempt_of


def point_of(mutant):
    return mutant.split(":")[0]


def spent():
    """Processor minutes of all that was started."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) / 60


class Results:
    """Of each mutant: what noticed it, or who did not, and in how many programs it changed nothing at all."""

    def __init__(self, options):
        self.file = options.work / "results.json"
        known = json.loads(self.file.read_text()) if self.file.exists() and not options.anew else {}
        self.killed = known.get("killed", {})
        self.spared = collections.defaultdict(list, known.get("spared", {}))
        self.unchanged = collections.Counter(known.get("unchanged", {}))

    def forget(self, programs):
        """What these said: they are others now."""
        self.killed = {mutant: said for mutant, said in self.killed.items() if said[0] not in programs}
        for mutant, names in self.spared.items():
            self.spared[mutant] = [name for name in names if name.split()[0] not in programs]

    def save(self):
        self.file.write_text(json.dumps({"killed": self.killed, "spared": self.spared,
                                         "unchanged": self.unchanged}, indent=1))


class Search:
    def __init__(self, mutants, programs, options):
        self.options = options
        self.all = programs
        self.programs = programs.known
        self.meeting = programs.meeting()
        self.mutants = mutants
        self.results = Results(options)
        self.results.forget(programs.changed)
        self.noticers = collections.defaultdict(collections.Counter)  # point -> program -> mutants it noticed
        for mutant, (program, _, _) in self.results.killed.items():
            self.noticers[point_of(mutant)][program] += 1

    def label(self, program):
        return program if self.options.level == "-O0" else f"{program} {self.options.level}"

    def living(self):
        return [mutant for mutant in self.mutants if mutant not in self.results.killed]

    def untried(self, mutant):
        spared = set(self.results.spared[mutant])
        return [program for program in self.meeting[mutant] if self.label(program) not in spared]

    def chance(self, mutant):
        """That the next program notices."""
        return 1 / (6 + 2 * len(self.results.spared[mutant]))

    def weight(self, mutant, program):
        return (1 + math.log(self.meeting[mutant][program])) * \
            (1 + 2 * min(3, self.noticers[point_of(mutant)][program]))

    def assign(self):
        """[(program, its mutants)] of one round: first the programs that tell most for their cost."""
        left = {mutant: set(self.untried(mutant)) for mutant in self.living()
                if len(self.results.spared[mutant]) < self.options.tries}
        left = {mutant: programs for mutant, programs in left.items() if programs}
        by_program = collections.defaultdict(list)
        for mutant, programs in left.items():
            for program in programs:
                by_program[program].append(mutant)

        def value(program):
            mutants = by_program[program]
            runs = sum(min(1.0, 1.5 * self.chance(mutant)) for mutant in mutants)
            worth = sum(self.chance(mutant) * self.weight(mutant, program) for mutant in mutants)
            return worth / (self.programs[program]["cost"] * max(1.0, runs))

        assigned, taken = [], set()
        for program in sorted(by_program, key=value, reverse=True):
            mutants = [mutant for mutant in by_program[program] if mutant not in taken]
            taken.update(mutants)
            if mutants:
                assigned.append((program, mutants))
        return assigned

    def groups(self, mutants):
        """Such that about every second group is noticed. (Most mutants change nothing in most programs.)"""
        mutants = sorted(mutants, key=self.chance)
        while mutants:
            size = max(1, min(len(mutants), int(0.7 / self.chance(mutants[0]))))
            yield mutants[:size]
            mutants = mutants[size:]

    def attempt(self, program, mutants):
        if spent() > self.options.minutes:
            return
        attempt = attempt_of(program, self.options.level, self.options)
        if attempt.flags is None:
            self.spare(program, mutants)
            return
        unbroken = self.programs[program]["object"] if self.options.level == "-O0" else None
        limit = 20 * self.programs[program]["cost"] + 10
        trouble, total = attempt.go(",".join(mutants), limit, lambda total: total == unbroken)
        if trouble is None or not self.all.is_right(program, self.options.level):
            if total and total == unbroken:
                self.results.unchanged.update(mutants)
            self.spare(program, mutants)
        elif len(mutants) == 1:
            self.kill(mutants[0], program, trouble)
        else:
            half = len(mutants) // 2
            self.attempt(program, mutants[:half])
            self.attempt(program, mutants[half:])

    def spare(self, program, mutants):
        for mutant in mutants:
            self.results.spared[mutant].append(self.label(program))

    def kill(self, mutant, program, trouble):
        self.results.killed[mutant] = [program, trouble, self.options.level]
        self.noticers[point_of(mutant)][program] += 1
        if self.options.verbose:
            print(f"killed    {mutant}  {trouble}  {self.label(program)}", flush=True)

    def run(self, pool):
        while spent() < self.options.minutes:
            tasks = [(program, group) for program, mutants in self.assign() for group in self.groups(mutants)]
            if not tasks:
                return
            for count, _ in enumerate(pool.map(lambda task: self.attempt(*task), tasks)):
                if count % 16 == 15:
                    self.results.save()
            self.results.save()
            print(f"{len(self.living())} of {len(self.mutants)} live after {spent():.1f} processor minutes",
                  flush=True)

    def report(self, equivalent):
        """Survivors and a line of figures; the share of the mutants that were noticed."""
        for mutant in self.living():
            tried, same = len(self.results.spared[mutant]), self.results.unchanged[mutant]
            print(f"survived  {mutant}  (met by {len(self.meeting[mutant])} programs, {tried} tried, "
                  f"the object is the same in {same})")
        kinds = collections.Counter(self.results.killed[mutant][1].split()[0]
                                    for mutant in self.mutants if mutant in self.results.killed)
        total, dead = len(self.mutants), sum(kinds.values())
        share = 100 * dead / total if total else 100
        said = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        print(f"{total} mutants, {dead} killed ({said}), {total - dead} survived: {share:.1f} % "
              f"({equivalent} more are equivalent); {spent():.1f} processor minutes")
        return share
