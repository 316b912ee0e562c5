#!/usr/bin/env bash
# Files of other programs on the command line: which kind each is, what is told, what is refused, and what stays as it was.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
cd "$work"
export DENDRO_DB=$work/club.db TMPDIR=$work/tmp
mkdir tmp

# table FIRST LAST: a wide table, a game a row.
table() {
    echo "date,game,Ada,Bo"
    seq "$1" "$2" | awk '{printf "%d-%02d-%02d,Azul,%d,%d\n", 1990 + $1 / 336, 1 + $1 / 28 % 12, 1 + $1 % 28, $1 + 1, $1 + 2}'
}
# state: what a change of the database would change.
state() {
    "$DENDRO" log export --db club.db
    "$DENDRO" players list --db club.db
}
printf 'dendro 1\ngame foret\nlevel totals\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\n1: total 5\n2: total 6\n3: total 7\n' >one.dendro

note "a dry run where there is no database: as if for an empty club, and none is made"
table 1 3 >three.csv
run import --dry-run three.csv
expect 0
expect_has "$err" "there is no database yet"
expect_has "$err" "3 records: 3 added, 0 already known, 0 refused"
expect_has "$out" "three.csv: new person: A"
expect_has "$out" "three.csv: new title: Azul, "
if grep -q "import" "$err"; then
    fail "a dry run has no number"
fi
[[ ! -e club.db && -z $(ls tmp) ]] || fail "a dry run left a file"

note "for good, from a file, a pipe and standard input"
run import three.csv
expect 0
tail -1 "$err" | grep -qx "3 records: 3 added, 0 already known, 0 refused; import 1" || fail "the closing line: $(tail -1 "$err")"
before=$(state)
run import three.csv
expect 0
tail -1 "$err" | grep -qx "3 records: 0 added, 3 already known, 0 refused" || fail "twice: $(tail -1 "$err")"
run import - <three.csv
expect 0
expect_has "$err" "3 records: 0 added, 3 already known, 0 refused"
run import --format csv - < <(cat three.csv)
expect 0
expect_has "$err" "3 records: 0 added, 3 already known, 0 refused"
run import --dry-run three.csv
expect 0
expect_has "$err" "3 records: "
[[ $(state) == "$before" ]] || fail "importing again changed something"
[[ -z $(ls tmp) ]] || fail "a spool has a name"

note "a pipe without an end is refused before it fills the disk; a file is read where it is"
DENDRO_IMPORT_LIMIT=4096 run import --format csv - < <(
    echo "date,game,Ada,Bo"
    yes "2026-01-01,Azul,1,2"
)
expect 2
expect_has "$err" "more than 4096 bytes: save it as a file"
DENDRO_IMPORT_LIMIT=4096 run import --lang fr --format csv - < <(yes)
expect_has "$err" "plus de 4096 octets"
DENDRO_IMPORT_LIMIT=few run import - < <(cat three.csv)
expect 2
expect_has "$err" "import-limit"
table 1 400 >long.csv
DENDRO_IMPORT_LIMIT=4096 run import --dry-run long.csv
expect 0
expect_has "$err" "400 records: 397 added, 3 already known"
[[ -z $(ls tmp) && $(state) == "$before" ]] || fail "what was refused left something"

note "files of one dry run are held against each other, as in an import"
cp "$SOURCE_DIR/tests/fixtures/exchange/evening.bgsplay" evening.bgsplay
sed 's/"score": *"[0-9]*"/"score":"77"/' evening.bgsplay >changed.bgsplay
run import --dry-run --db new.db evening.bgsplay evening.bgsplay three.csv three.csv one.dendro one.dendro
expect 0
dry=$(tail -1 "$err")
run import --dry-run --db new.db evening.bgsplay changed.bgsplay
expect 0
grep -q " corrected$" "$err" || fail "a changed play in a second file: $(cat "$err")"
dry_changed=$(tail -2 "$err")
run import --db new.db evening.bgsplay evening.bgsplay three.csv three.csv one.dendro one.dendro
expect 0
[[ $(tail -1 "$err") == "$dry; import 1" ]] || fail "the dry run said '$dry', the import $(tail -1 "$err")"
run import --db newer.db evening.bgsplay changed.bgsplay
expect 0
[[ $(tail -2 "$err") == "$dry_changed; import 1" ]] || fail "the dry run said '$dry_changed', the import $(tail -2 "$err")"

note "records come as they did, whatever else is in the command"
run import one.dendro three.csv
expect 0
expect_has "$err" "4 records: 1 added, 3 already known, 0 refused; import 2"
run import - < <(cat one.dendro)
expect 0
expect_has "$err" "1 record: 0 added, 1 already known, 0 refused"
printf 'dendor 1\ngame foret\n' >slip
run import slip
expect 1
expect_has "$out" "slip:1:1: a record starts with 'dendro 1', not 'dendor 1'"

note "what does not hold together: nothing of it, the place and the reason, and the other files go on"
before=$(state)
printf 'PK\003\004\024\000\000\000' >archive.zip
printf '{"games": [' >short.json
printf '<plays><play id="1"' >short.xml
head -c 3000 /dev/urandom | tr '\0' '\1' >noise
for file in archive.zip short.json short.xml noise; do
    run import "$file"
    expect 2
    grep -q "^dendro: $file" "$err" || fail "$file is not named: $(head -2 "$err")"
    tail -1 "$err" | grep -qx "0 records: 0 added, 0 already known, 0 refused" || fail "$file: $(tail -1 "$err")"
    run import - <"$file"
    expect 2
done
run import missing.csv archive.zip three.csv
expect 2
expect_has "$err" "missing.csv: no such file or directory"
expect_has "$err" "3 records: 0 added, 3 already known, 0 refused"
[[ $(state) == "$before" ]] || fail "a broken file changed something"

note "options that make no sense"
run import --format odd three.csv
expect 2
run import --player Ada three.csv
expect 2
expect_has "$err" "'Ada' is not FROM=TO"
run import --title =x three.csv
expect 2
run import --player A=B --player A=C three.csv
expect 2
expect_has "$err" "'A' is mapped twice"
run import --player A=B one.dendro
expect 2
expect_has "$err" "names are mapped in files of other programs"
run import --format record --title A=B one.dendro
expect 2
run import --dry-run --undo 1
expect 2
many=()
for i in $(seq 1001); do many+=(--player "p$i=Ada"); done
run import "${many[@]}" three.csv
said="dendro import with 1001 mappings"
expect 2
expect_has "$err" "option '--player' is given more than 1000 times"
[[ $(state) == "$before" ]] || fail "a refused command changed something"

note "who is who"
"$DENDRO" players add --db who.db Simon >"$out" 2>&1
sed 's/Ada/Simone/; s/Bo/Max Ernst/' three.csv >who.csv
run import --db who.db --dry-run who.csv
expect 0
expect_has "$out" "who.csv: new person: Simone, 3 plays; looks like Simon: --player Simone=Simon"
run import --db who.db --dry-run --strict who.csv
expect 1
expect_has "$out" "who.csv:2: Azul, 1990-01-02: strict: 'Simone' is new here and looks like 'Simon'"
run import --db who.db --player Simone=Simon --player 'Max Ernst=Zoé' --title Azul=Mosaic who.csv
expect 0
expect_out <<END
who.csv: new person: Max Ernst, 3 plays, as Zoé
who.csv: new title: Azul, 3 plays, as Mosaic
END
[[ $("$DENDRO" players list --db who.db | grep -cE "Simon|Zoé") == 2 ]] || fail "$("$DENDRO" players list --db who.db)"
if "$DENDRO" export --db who.db | grep -qE "Simone|Max|Azul"; then
    fail "a name that was mapped is in a record"
fi

note "--json and --quiet"
run import --json --dry-run three.csv
expect 0
head -1 "$out" | grep -q '^{"file":"three.csv","records":3,.*"format":"csv","dry_run":true,.*"people":\[{.*"people_count":2,"titles":\[{.*"titles_count":1}$' || fail "$(head -1 "$out")"
tail -1 "$out" | grep -q '^{"records":3,.*"import":null}$' || fail "$(tail -1 "$out")"
run import --quiet three.csv
expect 0
expect_out </dev/null
expect_err </dev/null

note "in French"
run --lang fr import --dry-run --db other.db three.csv
expect 0
expect_has "$out" "nouvelle personne : "
expect_has "$err" "3 parties : 3 ajoutées"
[[ ! -e other.db ]] || fail "a dry run made a database"

note "undoing it"
run import --undo 1
expect 0
expect_has "$err" "import 1: 3 games, 3 made void"

note "every file that was made for it: a bad one changes nothing, any other is taken and known again"
run import --db fixtures.db one.dendro
for file in "$SOURCE_DIR"/tests/fixtures/exchange/*.{csv,json,bgsplay,xml}; do
    name=$(basename "$file")
    [[ -e $file ]] || continue
    case $name in
        bad-*)
            run import --db fixtures.db "$file"
            expect 2
            tail -1 "$err" | grep -qx "0 records: 0 added, 0 already known, 0 refused" || fail "$name: $(tail -1 "$err")"
            ;;
        *)
            run import --dry-run --db fixtures.db "$file"
            ((code < 2)) || fail "$name: $(cat "$err")"
            would=$(tail -1 "$err")
            run import --db fixtures.db - <"$file"
            ((code < 2)) || fail "$name through standard input: $(cat "$err")"
            [[ $(tail -1 "$err") == "$would"* ]] || fail "$name: $(tail -1 "$err"), and the dry run said $would"
            run import --db fixtures.db "$file"
            tail -1 "$err" | grep -q ": 0 added" || fail "$name twice: $(tail -1 "$err")"
            ;;
    esac
done
finish
