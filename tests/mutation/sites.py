"""Where a C file can be changed a little, and how: a tokenizer, a reader of statements, and the table of changes.

Only bodies of functions are looked at. Comments, strings, preprocessor lines, static initialisers, labels of a switch and
assertions are left alone. A place may have several changes; whoever chooses takes one of them.
"""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"""
      (?P<blank>\s+|\\\n|//[^\n]*|/\*.*?\*/)
    | (?P<directive>(?<![^\n])[ \t]*\#(?:\\.|[^\n\\])*)
    | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")
    | (?P<char>'(?:[^'\\\n]|\\.)+')
    | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    | (?P<name>[A-Za-z_]\w*)
    | (?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
    """,
    re.DOTALL | re.VERBOSE,
)
PAIRS = {"(": ")", "[": "]", "{": "}"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
TYPE_WORDS = set(
    "struct enum union const unsigned signed int char bool long short float double void volatile static extern register typedef "
    "_Atomic _Alignas _Thread_local".split()
)

# One operator becomes another. Those of the second table only where they have two operands.
OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "++": "--", "--": "++", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=",
}  # fmt: skip
BINARY = {"+": "-", "-": "+", "/": "*", "%": "/", "&": "|", "|": "&", "<<": ">>", ">>": "<<"}
# Where an expression ends when a change is shown to a reader.
BORDERS = {",", ";", "&&", "||", "?", ":", "{", "}", "return"} | ASSIGNMENTS


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass
class Place:
    """A piece of a file (start to end) that is written twice, and the changes of its second copy: (what a reader sees, text)."""

    function: str
    line: int
    start: int
    end: int
    form: str  # condition, value, step or statement
    changes: list = field(default_factory=list)


def tokens_of(text):
    found = []
    for match in TOKEN.finditer(text):
        if match.lastgroup not in ("blank", "directive"):
            found.append(Token(match.lastgroup, match.group(), match.start(), match.end()))
    return found


class Reader:
    """Reads one file; `places` has what it found."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.partner = self.match_brackets()
        self.places = []
        self.function = ""

    def match_brackets(self):
        partner, open_ones = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind != "op":
                continue
            if token.text in PAIRS:
                open_ones.append(i)
            elif open_ones and token.text == PAIRS[self.tokens[open_ones[-1]].text]:
                partner[i] = open_ones[-1]
                partner[open_ones.pop()] = i
        return partner

    # ---- small questions ----

    def word(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def source(self, first, last):
        """The text of the tokens first to last (without), on one line."""
        if first >= last:
            return ""
        parts = [self.tokens[first].text]
        for before, token in zip(self.tokens[first:], self.tokens[first + 1 : last]):
            parts.append((" " if token.start > before.end else "") + token.text)
        return "".join(parts)

    def line(self, i):
        return self.text.count("\n", 0, self.tokens[i].start) + 1

    def split(self, first, last, separators):
        """The places of separators between first and last that are in no bracket."""
        found, i = [], first
        while i < last:
            if self.word(i) in separators and self.tokens[i].kind == "op":
                found.append(i)
            i = self.partner.get(i, i) if self.word(i) in PAIRS else i
            i += 1
        return found

    def has_operand_before(self, i):
        before = self.tokens[i - 1]
        word = before.kind in ("name", "number", "char") and before.text not in ("return", "case", "sizeof")
        return word or before.text in (")", "]")

    # ---- functions and statements ----

    def read(self):
        i = 0
        while i < len(self.tokens):
            if self.word(i) in PAIRS and i in self.partner:
                if self.word(i) == "{" and self.word(i - 1) == ")":
                    self.function = self.word(self.partner[i - 1] - 1)
                    self.block(i)
                i = self.partner[i]
            i += 1
        return self.places

    def block(self, brace):
        i = brace + 1
        while i < self.partner[brace]:
            i = self.statement(i)

    def end_of(self, i):
        """The semicolon that ends the simple statement at i."""
        while self.tokens[i].text != ";":
            i = self.partner[i] + 1 if self.word(i) in PAIRS else i + 1
        return i

    def statement(self, i):
        """Reads the statement at i and returns where the next one begins."""
        word = self.word(i)
        if word == "{":
            self.block(i)
            return self.partner[i] + 1
        if word in ("if", "while", "switch"):
            close = self.partner[i + 1]
            form = "value" if word == "switch" else "condition"
            self.expression(i + 2, close, form, forced={"if": (True, False), "while": (False,)}.get(word, ()))
            return self.statement(close + 1)
        if word == "for":
            return self.loop(i)
        if word in ("else", "do"):
            return self.statement(i + 1)
        if word in ("case", "default") or (self.tokens[i].kind == "name" and self.word(i + 1) == ":"):
            return next(j for j in range(i, len(self.tokens)) if self.word(j) == ":") + 1
        if self.word(i + 1) == "(" and self.word(self.partner[i + 1] + 1) == "{":  # a macro that is a loop
            return self.statement(self.partner[i + 1] + 1)
        end = self.end_of(i)
        if word in ("break", "continue") or (word == "return" and end == i + 1):
            self.add(i, end + 1, "statement", i, [(f"`{word};` removed", "")])
        elif word == "return":
            self.returned(i, end)
        elif self.is_declaration(i):
            self.declaration(i, end)
        elif "assert" not in word and word != "goto":
            self.simple(i, end)
        return end + 1

    def loop(self, i):
        close = self.partner[i + 1]
        first, second = self.split(i + 2, close, {";"})
        if self.is_declaration(i + 2):
            self.declaration(i + 2, first)
        else:
            self.expression(i + 2, first, "step")
        self.expression(first + 1, second, "condition", forced=(False,))
        self.expression(second + 1, close, "step")
        return self.statement(close + 1)

    def is_declaration(self, i):
        token = self.tokens[i]
        if token.kind != "name":
            return False
        if token.text in TYPE_WORDS or token.text.endswith("_t"):
            return True
        i += 1
        while self.word(i) in ("*", "const"):
            i += 1
        return self.tokens[i].kind == "name" and self.word(i + 1) in ("=", ";", ",", "[")

    def declaration(self, i, end):
        if self.word(i) in ("static", "extern", "typedef") or "assert" in self.word(i):
            return
        borders = [*self.split(i, end, {","}), end]
        for equals in self.split(i, end, {"="}):
            self.initialiser(equals + 1, min(border for border in borders if border > equals))

    def initialiser(self, first, last):
        if self.word(first) != "{":
            self.expression(first, last, "value")
            return
        close = self.partner[first]
        if self.source(first, close + 1) in ("{0}", "{ 0 }"):
            return
        start = first + 1
        for comma in [*self.split(first + 1, close, {","}), close]:
            equals = self.split(start, comma, {"="})
            start = equals[0] + 1 if equals and self.word(start) in (".", "[") else start
            if start < comma:
                self.initialiser(start, comma)
            start = comma + 1

    def returned(self, i, end):
        word = self.word(i + 1)
        if word == "err" and end == i + 2 or word.startswith("error_raise"):
            shown = self.source(i, end + 1)
            self.add(i, end + 1, "statement", i, [(f"`{shown}` → `return ERR_OK;`", "return ERR_OK;")])
        self.expression(i, end + 1, "statement")

    def simple(self, i, end):
        """An expression with a semicolon: it may go as a whole, or change inside."""
        shown = f"`{self.source(i, end + 1)}` removed"
        call = self.word(end - 1) == ")" and "(" in self.source(i, end)
        only_void = self.word(i + 1) == "void" and end == i + 4  # (void)argument;
        if self.split(i, end, ASSIGNMENTS | {"++", "--"}) or (call and not only_void):
            self.add(i, end + 1, "statement", i, [(shown, "")])
        self.expression(i, end + 1, "statement")

    # ---- expressions ----

    def expression(self, first, last, form, forced=()):
        """Every change inside the tokens first to last, which are written twice as what `form` says."""
        if first >= last:
            return
        if forced:
            shown = self.source(first, last)
            changes = [(f"`{shown}` always {str(value).lower()}", f"((void)({shown}), {int(value)})") for value in forced]
            self.add(first, last, form, first, changes)
        for i in range(first, last):
            changes = [(i, after, new) for after, new in self.token_changes(i)]
            if changes:
                self.add(first, last, form, i, [self.changed(first, last, *change) for change in changes])

    def token_changes(self, i):
        """What the token at i may become: (the token behind what is replaced, the new text)."""
        token, found = self.tokens[i], []
        if token.kind == "number" and re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*", token.text):
            found.append((i + 1, f"({token.text} + 1)"))
            if not re.fullmatch(r"0[uUlL]*", token.text):
                found.append((i + 1, f"({token.text} - 1)"))
        elif token.text in ("true", "false"):
            found.append((i + 1, "false" if token.text == "true" else "true"))
        elif token.kind == "op" and token.text in OPERATORS:
            found.append((i + 1, OPERATORS[token.text]))
        elif token.kind == "op" and token.text in BINARY and self.has_operand_before(i):
            found.append((i + 1, BINARY[token.text]))
            if token.text in "+-" and self.word(i + 1).rstrip("uUlL") == "1":
                found.append((i + 2, ""))
        elif token.text == "!":
            found.append((i + 1, ""))
        return found

    def changed(self, first, last, i, after, new):
        """A change of the tokens i to after, as a reader sees it and as text of the piece first to last."""
        whole = f"{self.source(first, i)} {new} {self.source(after, last)}"
        low, high = i, after
        while low > first and self.word(low - 1) not in BORDERS and not (self.word(low - 1) in "([" and self.word(low - 1)):
            low = self.partner.get(low - 1, low - 1) if self.word(low - 1) in ")]" else low - 1
        while high < last and self.word(high) not in BORDERS and self.word(high) not in (")", "]"):
            high = self.partner.get(high, high) + 1 if self.word(high) in PAIRS else high + 1
        tail = self.source(after, high)
        tight = after < len(self.tokens) and self.tokens[after - 1].end == self.tokens[after].start
        head = self.source(low, i) + (" " if i > low and self.tokens[i - 1].end < self.tokens[i].start else "")
        shown = (head + new + ("" if tight or not tail or not new else " ") + tail).strip()
        return (f"`{self.source(low, high)}` → `{shown}`", whole)

    def add(self, first, last, form, at, changes):
        self.places.append(
            Place(self.function, self.line(at), self.tokens[first].start, self.tokens[last - 1].end, form, changes)
        )


def places_of(text):
    """All places of a C file."""
    return Reader(text).read()


def written_twice(text, place, new, number):
    """The piece of text at a place, as it is and changed, by the number of the mutant. It has as many lines as before."""
    old, chosen = text[place.start : place.end], f"dendro_mutant({number})"
    if place.form == "condition":
        return f"({chosen} ? !!({new}) : !!({old}))"
    if place.form == "value":
        return f"({chosen} ? ({new}) : ({old}))"
    if place.form == "step":
        return f"({chosen} ? (void)({new}) : (void)({old}))"
    return f"if ({chosen}) {{ {new} }} else {{ {old} }}"
