#!/usr/bin/env bash
# R is a rabbit in a `row` and a fox in a `ligne`: a sheet that mixes them is warned about, and one of rules 1 is read as it was written.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
cd "$work"
sheet=$SOURCE_DIR/replays/grandbois/tie-squares.dendro
old=$SOURCE_DIR/replays/grandbois/duel-sheet.dendro

french_header() {
    sed 's/^game/jeu/; s/^rules/règles/; s/^variant/variante/; s/^level sheet/niveau feuille/; s/^seat/siège/'
}

note "rules 1: ligne is a row"
sed 's/^\*: row/*: ligne/' "$old" >old.dendro
run verify old.dendro
expect 0
expect_out </dev/null
run format old.dendro
"$DENDRO" format "$old" | diff - "$out" || fail "another forest"

note "rules 2: one language has no warning"
french_header <"$sheet" | sed '/^\*: row/s/^\*: row/*: ligne/; /^digest/d' >all.dendro
python3 - <<'END'
import re

turn = {"W": "RA", "F": "R", "L": "LE", "R": "L", "T": "C", "B": "O", "C": "C"}
text = open("all.dendro", encoding="utf-8").read()
row = lambda m: re.sub(r"\b([WFLRTBC])([1-4]?)(?= |$)", lambda s: turn[s[1]] + s[2], m[0])
open("all.dendro", "w", encoding="utf-8").write(re.sub(r"(?m)^\*: ligne .*$", row, text))
END
run verify all.dendro
expect 0
expect_out </dev/null

note "rules 2: a ligne behind a row"
{
    sed '/^digest/d; /^\*: row 0,0/q' "$sheet"
    sed -n '/^\*: ligne 0,0/,$p' all.dendro | tail -n +2
} >mixed.dendro
run verify mixed.dendro
expect 0
line=$(grep -n '^\*: ligne' mixed.dendro | head -n 1 | cut -d: -f1)
expect_has "$out" "mixed.dendro:$line:4: warning: ligne -1,1"
expect_has "$out" "this is a 'ligne' behind a 'row': R is a fox (renard) and L a rabbit (lapin) in a 'ligne', R is a rabbit and L a lizard in a 'row'"
[[ $(wc -l <"$out") == 1 ]] || fail "more than one warning"
DENDRO_LANG=fr run verify mixed.dendro
expect_has "$out" "attention : ligne -1,1"
expect_has "$out" "c'est une « ligne » après une « row » : dans « ligne », R est un renard et L un lapin ; dans « row », R est un lapin et L un lézard"
run import --db club.db mixed.dendro
expect 0
expect_has "$out" "this is a 'ligne' behind a 'row'"

note "rules 2: a header in the other language"
french_header <"$sheet" >header.dendro
run verify header.dendro
expect 0
expect_has "$out" "warning: row 0,0 F2 C: the header is French and the rows have English letters: R is a rabbit and L a lizard in a 'row'"
sed 's/^jeu/game/; s/^règles/rules/; s/^variante/variant/; s/^niveau/level/; s/^siège/seat/' all.dendro >header.dendro
run verify header.dendro
expect 0
expect_has "$out" "the header is English and the rows have French letters: R is a fox (renard) and L a rabbit (lapin) in a 'ligne'"

note "a refusal that comes of it has the warning beside it"
sed 's/^\*: ligne -1,1 .*/*: row -1,1 R2 L1 L4 R1/' all.dendro >refused.dendro
run verify refused.dendro
expect 1
expect_has "$out" "warning: row -1,1 R2 L1 L4 R1: this is a 'row' behind a 'ligne'"
[[ $(wc -l <"$out") -ge 2 ]] || fail "no refusal"
finish
