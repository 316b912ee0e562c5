#!/usr/bin/env bash
# dendro import and export: records into a database and out again, the same bytes, each once.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
golden=$SOURCE_DIR/replays/foret
files=("$golden"/*.dendro)
count=$(cat "${files[@]}" | grep -c '^dendro 1$')
cd "$work"

note "golden records go in"
run import --db a.db "${files[@]}"
expect 0
expect_has "$out" "has the same day, title and people, at another level"
[[ $(wc -l <"$out") == 1 ]] || fail "more than the one game that is there twice is warned of"
expect_err <<END
dendro: made a new database: a.db
$count records: $count added, 0 already known, 0 refused; import 1
END
size=$(entries a.db)

note "and once only"
run import --db a.db "${files[@]}"
expect 0
expect_err <<END
$count records: 0 added, $count already known, 0 refused
END
if [[ $(entries a.db) != "$size" ]]; then
    fail "the log has grown from $size to $(entries a.db) entries"
fi

note "from standard input, and quietly"
cat "${files[@]}" >all
run import --quiet --db b.db - <all
expect 0
expect_err <<'END'
dendro: made a new database: b.db
END

note "out, in elsewhere, and out again: the same bytes"
run export --db a.db
expect 0
expect_err </dev/null
cp "$out" a.txt
run import --quiet --db c.db a.txt
expect 0
run export --db c.db
expect 0
expect_out <a.txt
run verify a.txt
expect 0

note "filters hold together"
"$DENDRO" import --quiet --db f.db - <<'END'
dendro 1
game foret
seat 1 Ada
seat 2 Bo
played 2026-01-10

dendro 1
game foret
seat 1 Ada
seat 2 Cy
played 2026-02-10

dendro 1
game foret
seat 1 Bo
seat 2 Cy
played 2026-03-10
END
for words in "--player Ada:2" "--since 2026-02-01:2" "--since 2026-02-01 --player Ada:1" "--game foret --since 2026-02-01 --player Bo:1" \
    "--game ecos --player Ada:0"; do
    # shellcheck disable=SC2086 # several words
    run export --db f.db ${words%:*}
    expect 0
    [[ $(grep -c '^dendro 1' "$out") == "${words#*:}" ]] || fail "${words%:*}: $(cat "$out")"
done

note "what was exported is known where it came from"
run import --db a.db a.txt
expect 0
expect_has "$err" " 0 added, $count already known, 0 refused"

note "a contested score is added, told, and stays contested on its way"
run import --db a.db "$golden/contested/written-scores.dendro"
expect 0
expect_has "$out" "$golden/contested/written-scores.dendro:74:6: contested: seat 2: total: written 58, computed 62"
expect_err <<'END'
1 record: 1 added (1 contested), 0 already known, 0 refused; import 2
END
run import --lang fr --db c.db "$golden/contested/written-scores.dendro"
expect_has "$out" ":74:6: contesté : siège 2: total: "
expect_err <<'END'
1 partie : 1 ajoutée (1 contestée), 0 déjà connues, 0 refusées ; import 2
END
run export --db c.db
expect_has "$out" "claim 2 total 58"
"$DENDRO" export --db a.db >wanted
expect_out <wanted

note "a refused record is told with its place, and the others are added"
"$DENDRO" simulate --game foret --seed 77 >one
"$DENDRO" simulate --game foret --seed 78 >two
{
    cat one
    printf '\ndendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n1: bee 0,0\n1: wolf 5,5\n\n'
    cat two
} >three
line=$(($(wc -l <one) + 8))
run import --db d.db three
expect 1
expect_out <<END
three:$line:4: seat 1: wolf 5,5: seat already moved this turn
END
expect_has "$err" "3 records: 2 added, 0 already known, 1 refused"
run import --json --db d.db three
expect 1
expect_err </dev/null
expect_has "$out" '"rule":"foret.not-your-turn","message":"seat already moved this turn","refused":true}'
tail -1 "$out" >last
cp last "$out"
expect_out <<'END'
{"records":3,"added":0,"known":2,"contested":0,"refused":1,"import":null}
END
if [[ $(entries d.db) != 2 ]]; then
    fail "$(entries d.db) entries, not 2"
fi

note "a syntax error, bytes that are not UTF-8, a missing file: the highest code, and the rest is done"
printf 'dendro 1\ngame foret\nvaraint duel\n' >keyword
printf 'dendro 1\ngame foret\nseat 1 \377\n' >latin
"$DENDRO" simulate --game foret --seed 79 >good
run import --db d.db keyword
expect 1
expect_out <<'END'
keyword:3:1: unknown keyword 'varaint'; did you mean 'variant'?
END
run import --db d.db keyword latin missing good
expect 2
expect_out <<'END'
keyword:3:1: unknown keyword 'varaint'; did you mean 'variant'?
END
expect_has "$err" "latin:3:"
expect_has "$err" "dendro: missing: no such file or directory"
expect_has "$err" "3 records: 1 added, 0 already known, 2 refused"

note "all that is wrong with a record is told, and it is refused once"
printf 'dendro 1\ngame foret\nvaraint duel\nseat 1 A\nseat 2 B\nnight hier\n1: beee 0,0\n1: bee 0,0\n2: baer 0,0\n' >many
run import --db d.db many
expect 1
expect_out <<'END'
many:3:1: unknown keyword 'varaint'; did you mean 'variant'?
many:6:7: 'hier' is not a date such as 2026-11-13
many:7:4: seat 1: beee 0,0: 'beee' is not a card; did you mean 'bee'?
many:9:4: seat 2: baer 0,0: 'baer' is not a card; did you mean 'bear'?
END
expect_has "$err" "1 record: 0 added, 0 already known, 1 refused"
printf 'dendro 1\ngame foret\nlevel table\nseat 1 A\nseat 2 B\n1: beee 0,0\n2: baer 0,0\n' >two
run import --db d.db two
expect 1
expect_out <<'END'
two:6:4: seat 1: beee 0,0: 'beee' is not a card; did you mean 'bee'?
two:7:4: seat 2: baer 0,0: 'baer' is not a card; did you mean 'bear'?
END

note "not a database, and a folder that is not there"
echo "not a database, but long enough to be taken for one by its size alone, perhaps" >text
run import --db text good
expect 2
expect_has "$err" "text is not a Dendro database"
run import --db no/such/folder/a.db good
expect 2
run export --db nothing.db
expect 2
expect_err <<'END'
dendro: there is no database nothing.db
END
if [[ -e nothing.db ]]; then
    fail "a reader made a database"
fi

note "the database's name: option, environment, default"
run export --db a.db
cp "$out" a.txt
DENDRO_DB=a.db run export
expect_out <a.txt
cp a.db dendro.db
run export
expect_out <a.txt
DENDRO_DB=a.db run export --db nothing.db
expect 2

note "choosing"
run export --db a.db --player MANA
expect 0
if grep -c '^dendro 1$' "$out" >found; then
    if (($(grep -c '^seat . Mana$' "$out") != $(<found))); then
        fail "a game without Mana, or twice"
    fi
else
    fail "no game of Mana"
fi
run export --db a.db --player nobody
expect 1
expect_has "$err" "nobody here is called 'nobody'"
run export --db a.db --since 2026-11-13
expect 0
expect_has "$out" "played 2026-11-13T20:30+01:00"
run export --db a.db --since 2100-01-01
expect 0
expect_out </dev/null
run export --db a.db --since friday
expect 2
expect_err <<'END'
dendro: option '--since': 'friday' is not a date like 2026-11-13
END
run export --db a.db --game Forêt
expect 0
expect_out <a.txt
run export --db a.db --game chess
expect 1
expect_has "$err" "no game is called 'chess'"

note "JSON: an object a game, which a program reads"
run export --db a.db --format ndjson
expect 0
cp "$out" a.ndjson
if [[ $(wc -l <a.ndjson) != $((count + 1)) ]]; then
    fail "$(wc -l <a.ndjson) lines"
fi
jq -j '.record + "\n"' a.ndjson | sed '$d' >records
cmp -s records a.txt || fail "the records in it are not the exported ones"
if ! jq -e -s 'all(.status == "live" or (.seats | all(.total != null or .seat == "n"))) and (map(.id) == (map(.id) | sort))' a.ndjson >/dev/null; then
    fail "not what it should be"
fi
jq -c 'select(.variant == "solo" and .outcome == "easy") | [.seats[] | [.seat, .player, .total, .rank]]' a.ndjson | head -1 >"$out"
expect_out <<'END'
[[1,"Jonas",52,1],["a",null,22,null]]
END
jq -c 'select(.status == "live") | [.finished, .winners, ([.seats[] | .total, .rank, .categories] | unique)]' a.ndjson | head -1 >"$out"
expect_out <<'END'
[false,[],[null,{}]]
END

note "a table: a row a seat that scores"
run export --db a.db --format csv --game foret
expect 0
cp "$out" a.csv
sed -i -E 's/,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12},/,UUID,/' a.csv # another in every club
head -1 a.csv >"$out"
expect_out <<'END'
id,game,variant,level,status,day,seats,seat,player,total,rank,title,basis,duration,team,time,place,contested,uuid,bee,bear,trout,fox,eagle,dragonfly,deer,rabbit,meadow,stream,wolf,biodiversity
END
grep '^2,.*,3,2,Ferdinand,' a.csv >"$out"
expect_out <<'END'
2,foret,standard,table,finished,2026-11-13,3,2,Ferdinand,36,3,Ecosystem: Forest,judged,,,20:30,Ludothèque du quartier,0,UUID,9,2,0,0,6,8,0,3,0,8,0,0
END
sum=$(awk -F, 'NR > 1 && $10 != "" && $4 != "totals" { s = 0; for (i = 20; i <= NF; i++) s += $i; if (s != $10) bad++ } END { print bad + 0 }' a.csv)
if [[ $sum != 0 ]]; then
    fail "$sum rows whose categories do not add up"
fi

note "a table: names that need quotes"
printf 'dendro 1\ngame foret\nseat 1 Ann "the fox", Jr.\nseat 2 =1+1\nseat 3 C\n1: bee 0,0\n' >names
run import --quiet --db e.db names
run export --db e.db --format csv
sed -E 's/,,,Ecosystem: Forest,judged,,,,,0,[0-9a-f-]{36},*$//' "$out" | tail -3 >"$work/rows"
cp rows "$out"
expect_out <<'END'
1,foret,standard,table,live,,3,1,"Ann ""the fox"", Jr."
1,foret,standard,table,live,,3,2,"'=1+1"
1,foret,standard,table,live,,3,3,C
END

note "nobody reads on: no complaint about it"
code=0
"$DENDRO" export --db a.db 2>"$err" | head -1 >"$out" || code=$?
expect_out <<'END'
dendro 1
END
expect_err </dev/null

note "an import that is killed leaves a whole database, and going on is running it again"
"$DENDRO" simulate --game foret --level sheet --games $((60 * ${DENDRO_TEST_SCALE:-100} + 600)) --player random >many
"$DENDRO" import --quiet --db k.db many 2>/dev/null &
job=$!
eventually has_entries k.db || fail "nothing was imported"
kill -INT "$job" 2>/dev/null || true
wait "$job" 2>/dev/null || true
run audit --results --db k.db
expect 0
run import --db k.db many
expect 0
run audit --results --db k.db
expect 0
expect_has "$out" "$(grep -c '^dendro 1$' many) games"

finish
