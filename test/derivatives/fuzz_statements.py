"""Statements of random programs that need several lines: records, scratch memory, lists, grids,
places chosen by integers, growing arrays, moved bits; and what they call. fuzz.py's Writer puts
them together with simpler ones."""

INPUTS = 4

# What every program has beside its own helpers.
SHARED = """
typedef struct {
  double value;
  int index;
  double *at;
} cell;
NOINLINE static cell turned(cell c, double by) {
  c.value = soft(c.value * by + c.at[c.index]);
  c.index = (c.index + 1) % 4;
  return c;
}
NOINLINE static void push(cell *to, const cell *from, double by) {
  *to = *from;
  to->value += by;
  to->at[from->index] *= 0.5;
}
static double squared(double u) { return u * u; }
static double waved(double u) { return sin(2 * u); }
static double shrunk(double u) { return u / (1 + u * u); }
static double (*const table[3])(double) = {squared, waved, shrunk};
NOINLINE static double again(double *p, double u, int depth) {
  if (depth == 0)
    return soft(u * p[0]);
  p[depth] = soft(p[depth] + u);
  double inner = again(p, u * 0.5, depth - 1);
  return soft(inner * p[depth] + again(p, inner, depth / 2 - 1 < 0 ? 0 : depth / 2 - 1));
}
typedef struct {
  int kind;
  double at[2], weight;
  short next;
} record;
typedef struct node {
  struct node *next;
  double value;
} node;
NOINLINE static void blend(double *restrict to, const double *restrict from, int count, double by) {
  for (int i = 0; i < count; i++)
    to[i] = soft(to[i] * by + from[count - 1 - i]);
}
static void sweep(double *to, const double *from, long begin, long end, long step, double by) {
  for (long i = begin; step > 0 ? i < end : i > end; i += step)
    to[i] += by * soft(from[i]) * to[i - 1];
}
static void apart(double u, double *low, double *high) {
  *high = soft(u * 2 + *low);
  *low = u - *high;
}
NOINLINE static void twice(double *u, double *v) {
  double rest = *u;
  apart(*v, &rest, u);
  *v = soft(rest * *u);
}
""".strip().splitlines()


class Statements:
    """What a Writer adds to a program; `self` is that Writer."""

    def records(self, scope, depth):
        """An array of structures with numbers and integers, sorted by an integer, copied whole, indexed by a member."""
        r, i = self.fresh("r"), self.fresh("i")
        self.put(depth, "{")
        self.put(depth + 1, f"record {r}[{INPUTS}];")
        self.put(depth + 1, f"for (int {i} = 0; {i} < n; {i}++)")
        self.put(depth + 2, f"{r}[{i}] = (record){{{i} * {self.random.randint(1, 5)} % 3, {{{self.leaf(scope)}, 0.1 * {i}}}, "
                            f"{self.leaf(scope)}, (short)((n - 1) - {i})}};")
        self.snapshots(depth + 1)
        self.put(depth + 1, f"for (int {i} = 0; {i} + 1 < n; {i}++) {{")
        self.put(depth + 2, f"record *a = &{r}[{i}], *b = &{r}[a->next];")
        self.put(depth + 2, f"if (a->kind {self.random.choice(['<', '>', '!='])} b->kind) {{")
        self.put(depth + 3, "record t = *a; *a = *b, *b = t;")
        self.put(depth + 2, "}")
        self.put(depth + 2, f"a->at[b->kind & 1] = soft(a->weight + b->at[{i} & 1] * {self.leaf(scope)});")
        self.put(depth + 2, f"b->kind += a->kind, b->weight *= 0.5 + a->at[{self.random.randrange(2)}];")
        self.put(depth + 1, "}")
        self.put(depth + 1, f"{self.place(scope)} = soft({r}[n - 2].weight + {r}[{r}[1].next].at[1]);")
        self.put(depth, "}")

    def scratch(self, scope, depth):
        """Memory of each iteration's own, of a length the run knows, on the heap or the stack."""
        m, i, j = self.fresh("m"), self.fresh("i"), self.fresh("j")
        made = self.random.choice(["double *{0} = (double *)malloc(sizeof(double) * {1});",
                                   "double *{0} = (double *)calloc({1}, sizeof(double));", "double {0}[{1}];",
                                   "double *{0} = (double *)__builtin_alloca(sizeof(double) * {1});"])
        length = self.random.choice([f"(n + {i})", f"(2 * n - {i})", "(n + 1)"])
        self.snapshots(depth)
        self.put(depth, f"for (int {i} = 0; {i} < {self.random.choice(['3', 'n'])}; {i}++) {{")
        self.put(depth + 1, made.format(m, length))
        if "calloc" not in made or self.random.random() < 0.3:
            self.put(depth + 1, f"memset({m}, 0, sizeof(double) * {length});")
        inner = self.inner(scope, i)
        self.put(depth + 1, f"for (int {j} = 0; {j} < {length}; {j}++)")
        self.put(depth + 2, f"{m}[{j}] {self.random.choice(['=', '+=', '-='])} {self.leaf(inner)} * (0.5 + {j} % 3);")
        if self.random.random() < 0.5:
            self.put(depth + 1, f"for (int {j} = 1; {j} < {length}; {j}++)")
            self.put(depth + 2, f"{m}[{j}] = soft({m}[{j}] * {m}[{j} - 1]);")
        inner["arrays"].append(m)
        inner["written"].append(m)
        self.assign(inner, depth + 1)
        self.assign(inner, depth + 1)
        self.put(depth + 1, f"{self.place(scope)} += 0.2 * {m}[{length} - 1];")
        if "lloc" in made and "alloca" not in made:
            self.put(depth + 1, f"free({m});")
        self.put(depth, "}")

    def handed(self, scope, depth):
        """Arrays handed to functions, with and without restrict, overlapping where they may."""
        one, other = self.random.choice(scope["written"]), self.random.choice(scope["written"])
        if self.random.random() < 0.4:
            own = self.fresh("o")
            self.put(depth, f"double {own}[{INPUTS}] = {{{self.leaf(scope)}, {self.leaf(scope)}, 0.5}};")
            self.put(depth, f"blend({own}, {one}, {self.random.choice(['n', 'n - 1', '2'])}, {self.leaf(scope)});")
            self.put(depth, f"blend({one}, {own}, n, {self.leaf(scope)});")
        else:
            ends = self.random.choice(["1, n, 1", "n - 1, 0, -1", "1, n - 1, 2", "1, 1, 1"])
            self.put(depth, f"sweep({one}, {other}, {ends}, {self.leaf(scope)});")
            self.put(depth, f"{one}[1] = soft({one}[1]), {one}[2] = soft({one}[2]), {one}[3] = soft({one}[3]);")

    def searched(self, scope, depth):
        """A loop whose length integers decide that it changes itself."""
        k, s = self.fresh("k"), self.fresh("s")
        self.put(depth, f"unsigned {k} = {self.random.randint(3, 11)};")
        self.put(depth, f"for (int {s} = 0;; {s}++) {{")
        self.put(depth + 1, f"if ({k} == 1 || {s} > 9)")
        self.put(depth + 2, "break;")
        inner = self.inner(scope)
        inner["counters"].append(f"(int){k}")
        self.put(depth + 1, f"{k} = {k} % 2 ? 3 * {k} + 1 : {k} / 2;")
        if self.random.random() < 0.5:
            self.put(depth + 1, f"if ({k} % 3 == 0)")
            self.put(depth + 2, "continue;")
        self.assign(inner, depth + 1)
        self.put(depth, "}")

    def outputs(self, scope, depth):
        """Results through pointers to variables and to places of arrays."""
        u, v = self.fresh("u"), self.fresh("v")
        self.put(depth, f"double {u} = {self.leaf(scope)}, {v} = {self.leaf(scope)};")
        first = self.random.choice([f"&{u}", f"&{self.place(scope)}"])
        self.put(depth, f"twice({first}, &{v});")
        self.put(depth, f"apart({self.leaf(scope)}, &{u}, &{v});")
        self.put(depth, f"{self.place(scope)} = soft({u} - {v});")

    def chain(self, scope, depth):
        """A list, built, turned round, walked and taken down."""
        h, i = self.fresh("h"), self.fresh("i")
        self.put(depth, "{")
        self.put(depth + 1, f"node *{h} = 0, *turned = 0;")
        self.put(depth + 1, f"for (int {i} = 0; {i} < n + {self.random.randint(0, 3)}; {i}++) {{")
        self.put(depth + 2, "node *made = (node *)malloc(sizeof *made);")
        self.put(depth + 2, f"made->next = {h}, made->value = {self.leaf(scope)} * (1 + {i}), {h} = made;")
        self.put(depth + 1, "}")
        self.put(depth + 1, f"while ({h}) {{")
        self.put(depth + 2, f"node *next = {h}->next;")
        self.put(depth + 2, f"if (next) next->value = soft(next->value * {h}->value + {self.leaf(scope)});")
        self.put(depth + 2, f"{h}->next = turned, turned = {h}, {h} = next;")
        self.put(depth + 1, "}")
        self.put(depth + 1, "while (turned) {")
        self.put(depth + 2, "node *gone = turned;")
        self.put(depth + 2, f"{self.place(scope)} {self.random.choice(['=', '+='])} 0.2 * soft(gone->value);")
        self.put(depth + 2, "turned = gone->next;")
        self.put(depth + 2, "free(gone);")
        self.put(depth + 1, "}")
        self.put(depth, "}")

    def grid(self, scope, depth):
        """Two dimensions, lengths of the run, neighbours, rows exchanged."""
        g, i, j = self.fresh("g"), self.fresh("i"), self.fresh("j")
        self.put(depth, "{")
        self.put(depth + 1, f"int rows = n + 2, columns = n + {self.random.choice([1, 3, 40])};")
        self.put(depth + 1, f"double (*{g})[columns] = (double (*)[columns])malloc(sizeof(double) * rows * columns), "
                            f"(*{g}b)[columns] = (double (*)[columns])calloc(rows * columns, sizeof(double));")
        self.put(depth + 1, f"for (int {i} = 0; {i} < rows; {i}++)")
        self.put(depth + 2, f"for (int {j} = 0; {j} < columns; {j}++)")
        self.put(depth + 3, f"{g}[{i}][{j}] = {self.leaf(scope)} * sin({i} + 0.3 * {j});")
        self.snapshots(depth + 1)
        self.put(depth + 1, f"for (int t = 0; t < {self.random.randint(1, 3)}; t++) {{")
        self.put(depth + 2, f"for (int {i} = 1; {i} + 1 < rows; {i}++)")
        self.put(depth + 3, f"for (int {j} = 1; {j} + 1 < columns; {j}++)")
        near = lambda: f"{g}[{i} + {self.random.randint(-1, 1)}][{j} + {self.random.randint(-1, 1)}]"
        to = self.random.choice([g, f"{g}b"])
        self.put(depth + 4, f"{to}[{i}][{j}] {self.random.choice(['=', '+='])} 0.3 * soft({near()} * {near()} + {near()} - {self.leaf(scope)});")
        if self.random.random() < 0.5:
            self.put(depth + 2, f"double (*other)[columns] = {g};")
            self.put(depth + 2, f"{g} = {g}b, {g}b = other;")
        else:
            self.put(depth + 2, f"memcpy({g}[1], {g}b[2], sizeof *{g});")
        self.put(depth + 1, "}")
        self.put(depth + 1, f"for (int {i} = 0; {i} < rows; {i}++)")
        self.put(depth + 2, f"for (int {j} = 0; {j} < columns; {j}++)")
        self.put(depth + 3, f"{self.random.choice(scope['written'])}[({i} + {j}) % 4] += 0.01 * soft({g}[{i}][{j}] * ({i} + 1));")
        self.put(depth + 1, f"free({g}), free({g}b);")
        self.put(depth, "}")

    def indices(self, scope, depth):
        """Places chosen by integers in memory that the loop changes."""
        at, i = self.fresh("at"), self.fresh("i")
        to, source = self.random.choice(scope["written"]), self.random.choice(scope["arrays"])
        kind = self.random.choice(["int", "unsigned char", "long", "signed char"])
        self.put(depth, f"{kind} {at}[{INPUTS}] = {{{', '.join(str(self.random.randrange(INPUTS)) for _ in range(INPUTS))}}};")
        self.put(depth, f"for (int {i} = 0; {i} < 2 * n; {i}++) {{")
        self.put(depth + 1, f"{to}[{at}[{i} % 4]] = soft({to}[{at}[({i} + 1) % 4]] * {source}[{i} % 4] + {self.leaf(scope)});")
        self.put(depth + 1, f"{at}[{i} % 4] = ({at}[{i} % 4] + {self.random.randint(1, 3)}) % 4;")
        self.put(depth, "}")

    def grown(self, scope, depth):
        """An array that grows as it is filled."""
        v, i = self.fresh("v"), self.fresh("i")
        self.put(depth, "{")
        self.put(depth + 1, f"double *{v} = 0;")
        self.put(depth + 1, "int size = 0, room = 0;")
        self.put(depth + 1, f"for (int {i} = 0; {i} < n + {self.random.randint(0, 5)}; {i}++) {{")
        self.put(depth + 2, "if (size == room)")
        self.put(depth + 3, f"room = room ? 2 * room : 2, {v} = (double *)realloc({v}, sizeof(double) * room);")
        self.put(depth + 2, f"if ({i} % 3 != {self.random.randrange(3)})")
        self.put(depth + 3, f"{v}[size++] = {self.leaf(scope)} * (1 + {i});")
        self.put(depth + 1, "}")
        self.put(depth + 1, f"for (int {i} = 1; {i} < size; {i}++)")
        self.put(depth + 2, f"{v}[{i}] = soft({v}[{i}] + {v}[{i} - 1] * {v}[size - 1 - {i}]);")
        self.put(depth + 1, f"{self.place(scope)} = size ? soft({v}[size - 1]) : 0.5;")
        self.put(depth + 1, f"free({v});")
        self.put(depth, "}")

    def bits(self, scope, depth):
        """Numbers moved as integers and bytes."""
        w = self.fresh("w")
        self.put(depth, "{")
        if self.random.random() < 0.5:
            self.put(depth + 1, f"unsigned long {w}[2], other;")
            self.put(depth + 1, f"memcpy({w}, &{self.place(scope)}, 8), memcpy({w} + 1, &{self.place(scope)}, 8);")
            self.put(depth + 1, f"other = {w}[n & 1], {w}[n & 1] = {w}[1], {w}[1] = other;")
            self.put(depth + 1, f"memcpy(&{self.place(scope)}, {w} + {self.random.randrange(2)}, 8);")
        else:
            self.put(depth + 1, f"union {{ double number; unsigned long bits; unsigned char bytes[8]; }} {w} = {{{self.leaf(scope)}}}, other;")
            self.put(depth + 1, "for (int byte = 0; byte < 8; byte++)")
            self.put(depth + 2, f"other.bytes[byte] = {w}.bytes[byte];")
            self.put(depth + 1, f"{self.place(scope)} += 0.5 * other.number;")
        self.put(depth, "}")
