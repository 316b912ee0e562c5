#!/usr/bin/env bash
# Every French sentence of the program, wherever it stands in src, has no English word in it. What is typed as it is may
# be English: what stands in guillemets, options, paths and addresses, names of headers.
set -euo pipefail
. "$SOURCE_DIR/tests/support/needs.sh"
needs python3 || exit 77
export PYTHONDONTWRITEBYTECODE=1
python3 - "$SOURCE_DIR" <<'END'
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
ENGLISH = set((root / "tests/support/english_words.txt").read_text().split())

literal = r'(?:"(?:[^"\\]|\\.)*"|[A-Z_]+)'
text = rf'({literal}(?:\s*\\?\s*{literal})*)'
SHAPES = [
    re.compile(rf'ERR_[A-Z]+,\s*(?:\d+,\s*)?\\?\s*"[\w.-]+",\s*\\?\s*{text},\s*\\?\s*{text}\s*[)}}]', re.S),  # a message
    re.compile(rf'(?:cli_say|in)\((?:cli|lang|[\w>.-]+),\s*{text},\s*{text}\)', re.S),  # said by the command line
    re.compile(rf'\.en = {text},\s*\.fr = {text}', re.S),  # a command or an option
    re.compile(rf'more_en = {text},\s*\.more_fr = {text}', re.S),
    re.compile(r'\{"[^"]*",\s*("[^"]*"),\s*("[^"]*")\}', re.S),  # a name
]
HEADS = re.compile(r'\{("[^"]*"), ("[^"]*")\}', re.S)  # of a table


def plain(source):
    return "".join(m[1:-1] for m in re.findall(r'"(?:[^"\\]|\\.)*"', source)).replace("\\n", " ")


seen = 0
wrong = 0
for path in sorted((root / "src").rglob("*.[ch]")):
    if path.name == "french.c":
        continue
    source = path.read_text()
    for shape in SHAPES + ([HEADS] if path.parent.name == "cli" else []):
        for match in shape.finditer(source):
            english, french = plain(match.group(1)), plain(match.group(2))
            seen += 1
            if english == french:
                continue  # a word that both languages have, or an address
            bare = re.sub(r"«[^»]*»|--?[a-z][\w-]*|%\d|[\w.]*[/=_][\w./=-]*|\b[A-Z][a-z]+(?:-[A-Z][a-z]+)+\b", " ", french)
            found = ENGLISH & set(re.findall(r"[a-z]+", bare.lower().replace("é", "x").replace("è", "x")))
            if found:
                wrong += 1
                line = source.count("\n", 0, match.start()) + 1
                print(f"{path.relative_to(root)}:{line}: {' '.join(sorted(found))}: {french}", file=sys.stderr)
if seen < 900:
    sys.exit(f"only {seen} sentences were found: the shapes of this test do not fit the sources any more")
sys.exit(wrong > 0)
END
