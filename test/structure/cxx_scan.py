"""A small reader of C and C++: functions, their length, nesting and parameters.

No parser: comments and literals are blanked, the rest is cut into tokens, and
braces are followed. What this gets wrong is rare in formatted code (K&R
definitions, macros that open a brace) and shows as an odd name in a report.
"""
import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"[A-Za-z_]\w*|->|::|[{}()\[\];,:<>=?~&*]|[^\s\w]")
LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M | re.S)
SCOPES = {"namespace", "class", "struct", "union", "enum", "extern"}


@dataclass
class Function:
    name: str
    start: int
    end: int
    parameters: int
    nesting: int

    @property
    def length(self):
        return self.end - self.start + 1


@dataclass
class Source:
    lines: list                                   # as written
    code: list                                    # without comments and literals
    strings: list = field(default_factory=list)   # (line, text) of string literals
    includes: list = field(default_factory=list)  # (line, path) of "…" includes
    functions: list = field(default_factory=list)


def scan(text):
    source = Source(text.split("\n"), [])
    blanked = blank_literals(text, source)
    for number, line in enumerate(source.lines, 1):
        match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if match:
            source.includes.append((number, match.group(1)))
    source.code = blanked.split("\n")
    code = DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), blanked)
    Reader(tokens_of(code), source.functions).read_scope()
    return source


def blank_literals(text, source):
    def blank(match):
        found = match.group()
        if found.startswith('"'):
            source.strings.append((text.count("\n", 0, match.start()) + 1, found[1:-1]))
        # A literal leaves a word behind, so that the statement keeps its shape.
        kept = "0" if found[0] in "\"'R" else ""
        return kept + re.sub(r"[^\n]", " ", found[len(kept):])
    return LITERAL.sub(blank, text)


def tokens_of(code):
    result, line, last = [], 1, 0
    for match in TOKEN.finditer(code):
        line += code.count("\n", last, match.start())
        last = match.start()
        result.append((match.group(), line))
    return result


class Reader:
    """Walks the tokens: scopes first, and in each function its statements."""

    def __init__(self, tokens, functions):
        self.tokens = tokens + [("", tokens[-1][1] if tokens else 1)]
        self.at = 0
        self.functions = functions
        self.deepest = 0

    def now(self):
        return self.tokens[self.at][0]

    def line(self):
        return self.tokens[self.at][1]

    def step(self):
        if self.at < len(self.tokens) - 1:
            self.at += 1

    def skip(self, opening, closing):
        """From an opening token past its closing one."""
        depth = 0
        while self.now():
            depth += (self.now() == opening) - (self.now() == closing)
            self.step()
            if depth == 0:
                return

    # -- declarations ---------------------------------------------------------

    def read_scope(self):
        """Declarations up to the scope's closing brace or the end."""
        start = self.at
        while self.now() and self.now() != "}":
            if self.now() == ";":
                start = self.at + 1
                self.step()
            elif self.now() == "{":
                self.read_braces(start)
                start = self.at
            elif self.now() == "(":
                self.skip("(", ")")
            else:
                self.step()
        self.step()

    def read_braces(self, start):
        header = [word for word, _ in self.tokens[start:self.at]]
        kind = self.kind_of(header)
        if kind == "scope":
            self.step()
            self.read_scope()
        elif kind == "function":
            self.read_function(start, header)
        else:
            self.skip("{", "}")

    @staticmethod
    def kind_of(header):
        plain = header
        if plain[:1] == ["template"]:
            plain = plain[closing_angle(plain):]
        if plain and plain[0] in SCOPES and ")" not in plain[-2:]:
            return "scope" if "enum" not in plain[:1] and "=" not in plain else "data"
        if "(" not in header or (header and header[-1] in ("=", ",", "(", "return")):
            return "data"
        before = header[:header.index("(")]
        if "=" in before and "operator" not in before:
            return "function" if "[" in header else "data"
        return "function"

    def read_function(self, start, header):
        self.deepest = 0
        first = self.tokens[start][1]
        self.read_block(0)
        end = self.tokens[self.at - 1][1]
        self.functions.append(
            Function(name_of(header), first, end, parameters_of(header), self.deepest))

    # -- statements -----------------------------------------------------------

    def read_block(self, depth):
        self.step()  # {
        while self.now() and self.now() != "}":
            self.read_statement(depth)
        self.step()

    def read_nested(self, depth):
        self.deepest = max(self.deepest, depth)
        if self.now() == "{":
            self.read_block(depth)
        else:
            self.read_statement(depth)

    def read_statement(self, depth):
        word = self.now()
        if word == "{":
            self.read_block(depth)
        elif word in ("if", "for", "while", "switch", "catch"):
            self.read_control(depth)
        elif word in ("else", "do", "try"):
            self.step()
            chained = word == "else" and self.now() == "if"
            (self.read_statement if chained else self.read_nested)(depth if chained else depth + 1)
        elif word in ("case", "default"):
            while self.now() and self.now() != ":":
                self.step()
            self.step()
        else:
            self.read_expression(depth)

    def read_control(self, depth):
        self.step()
        while self.now() not in ("(", "{", ";", ""):
            self.step()  # if constexpr
        if self.now() == "(":
            self.skip("(", ")")
        if self.now() == ";":  # the end of do … while (…);
            self.step()
            return
        self.read_nested(depth + 1)

    def read_expression(self, depth):
        """Up to `;`; a lambda's body counts as one level."""
        open_parens, previous = 0, ""
        while self.now() and not (self.now() in (";", "}") and open_parens <= 0):
            word = self.now()
            open_parens += (word == "(") - (word == ")")
            if word == "{" and self.opens_lambda(previous):
                self.read_nested(depth + 1)
            elif word == "{":
                self.skip("{", "}")
            else:
                self.step()
            previous = word
        if self.now() == ";":
            self.step()

    def opens_lambda(self, previous):
        if previous in (")", "]", "mutable", "noexcept"):
            return True
        back = [word for word, _ in self.tokens[max(0, self.at - 6):self.at]]
        return "->" in back and ";" not in back


def closing_angle(words):
    depth = 0
    for index, word in enumerate(words):
        depth += (word == "<") - (word == ">")
        if word == ">" and depth == 0:
            return index + 1
    return len(words)


def name_of(header):
    index = header.index("(")
    if index and header[index - 1] == "=" and "[" in header:
        return "lambda"
    name = header[index - 1] if index else "?"
    return "operator" if not re.match(r"\w", name) else name


def parameters_of(header):
    """Counts the first parameter list: commas outside all brackets."""
    depth, angles, count, empty = 0, 0, 1, True
    for word in header[header.index("("):]:
        depth += (word in "([{") - (word in ")]}")
        if depth == 0:
            break
        angles += (word == "<") - (word == ">")
        if word == "," and depth == 1 and angles <= 0:
            count += 1
        elif word not in "(" and word != "void":
            empty = False
    return 0 if empty else count
