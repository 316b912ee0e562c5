#!/usr/bin/env bash
# Titles of a club on the command line: pads of every variant, teams, guests, durations, a rename and a merge. What was
# renamed and merged gives the figures of a club whose records had the final title from the start; audits and rebuilds agree.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"

# pad TITLE DAY HEADERS LINES: a record; `;` parts lines.
pad() {
    printf 'dendro 1\ngame pad\ntitle %s\n' "$1"
    tr ';' '\n' <<<"$3"
    printf 'played %s\n\n' "$2"
    tr ';' '\n' <<<"$4"
    printf '\n'
}

# club A B C: records of three titles, called so.
club() {
    pad "$1" 2026-11-10 'seat 1 Ada;seat 2 Bo;seat 3 Cy;duration 60' '1: total 10;2: total 8.5;3: total 7'
    pad "$2" 2026-11-10 'seat 1 Bo;seat 2 ?;seat 3 Ada;duration 45' '1: total 12.25;2: total 99.5;3: total 3'
    pad "$2" 2026-11-12 'seat 1 Ada;seat 2 Bo;seat 3 Cy;seat 4 Dan;team 1 3;team 2 4' '1: total 6;2: total 11'
    pad "$3" 2026-11-12 'seat 1 Cy;seat 2 Dan' '1: total -2.5;2: total 0'
    pad "$1" 2026-12-01 'seat 1 Dan;seat 2 Ada' '1: total 12.25;2: total 12'
    pad "$3" 2026-12-02 'variant low;seat 1 Ada;seat 2 Bo' '1: total 4;2: total 3.75'
    pad "$2" 2026-12-02 'variant win;seat 1 Ada;seat 2 Bo;seat 3 Cy' '1: wins;2: loses;3: wins'
    pad "$1" 2026-12-03 'variant rank;seat 1 Cy;seat 2 Bo;seat 3 ?' '1: rank 1;2: rank 3;3: rank 2'
    pad "$2" 2026-12-03 'variant together;seat 1 Ada;seat 2 Bo' '*: won, total 21'
    pad "$3" 2026-12-03 'variant together;seat 1 Ada;seat 2 Cy' '*: lost'
    pad "$1" 2026-12-04 'seat 1 Ada;seat 2 Bo' '*: played'
    pad Autre 2026-12-04 'seat 1 Ada;seat 2 Bo' '1: total 1;2: total 2'
}

club Catan 'Les Colons' 'Settlers' >records
club Catan Catan Catan >final
run import --quiet --db a.db records
expect 0
run import --quiet --db b.db final
expect 0

note "a rename and two merges"
run title rename --db a.db settlers 'Les Colons de Catane'
expect 0
run title merge --db a.db 'LES COLONS DE CATANE' 'les colons'
expect 0
run title merge --db a.db 'settlers' CATAN
expect 0
expect_err </dev/null

note "the log has an entry for each"
run log export --db a.db
jq -r 'select(.kind == "title") | .body' <"$out" | paste -sd' ' >bodies
cp bodies "$out"
expect_out <<'END'
title catan name Catan  title les colons name Les Colons  title settlers name Settlers  title autre name Autre  title settlers name Les Colons de Catane  title settlers into les colons  title les colons into catan 
END

note "nothing is left to find"
for db in a.db b.db; do
    run audit --db $db
    expect 0
    expect_has "$out" '(12 stated)'
    expect_has "$out" ' 0 findings, 0 notes'
    run audit --db $db --json
    jq -c '[.games, .judged, .scored, .stated, .findings]' <"$out" >found
    cp found "$out"
    expect_out <<<'[12,0,0,12,0]'
    run rebuild --db $db
    expect 0
    expect_has "$out" '12 games, 0 differences'
done

note "a rebuild keeps the ratings of a title's nights, an audit looks at them, and a merge drops those that are no more"
kept_nights() {
    sqlite3 a.db "SELECT count(*) FROM d_history WHERE game = '$1'"
}
(($(kept_nights catan) == 5)) || fail "$(kept_nights catan) nights of catan are kept, not 5"
(($(kept_nights settlers) == 0)) || fail "nights of a title that is another now are kept"
copy_db a.db changed.db
tamper changed.db "UPDATE d_history SET day = 1 WHERE game = 'catan' AND day = (SELECT min(day) FROM d_history WHERE game = 'catan')"
run audit --db changed.db
expect 1
expect_has "$out" 'd_history catan/'

# Handles, which order ties, and the numbers of entries differ; nothing else may.
plain() {
    jq -cS 'walk(if type == "object" then del(.handle, .log_size, .id) elif type == "array" then sort_by(tostring) else . end)' <"$1"
}

note "the figures are those of a club whose records had the title from the start"
# same NAME WORDS...: a statistic of the first club by this name is that of the second.
same() {
    local name=$1
    shift
    run stats "$@" --json --db a.db --game "$name"
    expect 0
    plain "$out" >one
    run stats "$@" --json --db b.db --game catan
    expect 0
    plain "$out" >two
    cmp -s one two || fail "stats $* --game '$name': $(diff one two | cut -c1-400 | head -4)"
}
for name in catan CATAN 'les colons' settlers 'Les Colons de Catane'; do
    same "$name" leaderboard
done
for order in wins games win-points mean-score best-score; do
    same settlers leaderboard --order $order
done
same settlers leaderboard --seats 3
same settlers leaderboard --variant low
same settlers leaderboard --variant together
same settlers leaderboard --from 2026-11-12 --to 2026-12-02
same settlers records
same settlers records --variant low
same settlers player Ada
same settlers player Bo
same settlers versus Ada Bo
same settlers history
same settlers forecast --seats 'Ada,Bo,Cy'
same settlers night 2026-11-12
same settlers night 2026-12-03
for words in leaderboard records 'player Ada' history 'night 2026-11-10' 'versus Ada Cy'; do
    # shellcheck disable=SC2086
    run stats $words --json --db a.db
    plain "$out" >one
    # shellcheck disable=SC2086
    run stats $words --json --db b.db
    plain "$out" >two
    cmp -s one two || fail "stats $words of all games: $(diff one two | cut -c1-400 | head -4)"
done
run title show --json --db a.db settlers
plain "$out" >one
run title show --json --db b.db catan
plain "$out" >two
cmp -s one two || fail "title show: $(diff one two)"

note "a name that came back: a record that has an old name joins the title, and makes none"
pad settlers 2026-12-05 'seat 1 Ada;seat 2 Bo' '1: total 1;2: total 2' >more
run import --quiet --db a.db more
expect 0
run title show --json --db a.db catan
jq -c '[.id, .plays, .first, .last, .minutes, .timed]' <"$out" >found
cp found "$out"
expect_out <<<'["catan",12,"2026-11-10","2026-12-05",105,2]'

day=0
note "a document has names in two languages, and they are one title"
hedgerow=$(sha256sum "$SOURCE_DIR/catalogues/pad/hedgerow.json" | cut -d' ' -f1)
for name in 'La Haie' Hedgerow 'la haie'; do
    pad "$name" 2026-11-1$((++day)) "option pad hedgerow sha256:$hedgerow;seat 1 Ada;seat 2 Bo" '1: total 10;2: total 8'
done >haie
run import --quiet --db haie.db haie
expect 0
run title list --json --db haie.db
jq -c 'select(.plays > 0) | [.id, .plays]' <"$out" >found
cp found "$out"
expect_out <<<'["la haie",3]'
run title show --db haie.db hedgerow
expect_has "$out" 'La Haie'
run audit --db haie.db
expect 0
run rebuild --db haie.db
expect_has "$out" ' 0 differences'
"$DENDRO" log export --db haie.db | jq -r 'select(.kind == "title") | .body' | paste -sd' ' >bodies
cp bodies "$out"
expect_out <<<'title la haie name La Haie  title la haie name Hedgerow  title la haie name La Haie '

note "a void game of several guests counts again: they are nobody, and no one person"
pad Haiku 2026-11-12 'seat 1 Ada;seat 2 ?;seat 3 ?' '1: total 3;2: total 2;3: total 1' >guests
run import --quiet --db guests.db guests
expect 0
run game void --db guests.db 2 --reason twice
expect 0
run game unvoid --db guests.db 2 --reason once
expect 0
run import --db guests.db --undo 1
expect 0
run import --db guests.db guests
expect 0
expect_has "$err" '1 added'
run export --db guests.db --voided
expect_has "$out" 'seat 3 ?'
run audit --db guests.db
expect_has "$out" ' 0 findings'

note "records: low is good where it is"
run stats records --db b.db --game catan
expect_has "$out" 'highest score'
expect_has "$out" '12.25'
expect_has "$out" 'lowest score'
expect_has "$out" '3.75'
if grep -q '99.5' "$out"; then
    fail "a guest holds a record"
fi

note "a night and a list: decimals, guests, what is not there"
run stats night 2026-11-10 --db b.db
expect_has "$out" '? (guest)'
expect_has "$out" '99.5'
run --lang fr stats night 2026-12-03 --db b.db
expect_has "$out" '? (invité)'
run game list --db a.db --since 2026-12-03
expect_has "$out" 'Catan ranks'
expect_has "$out" 'Cy #1, Bo #3, ? (guest) #2'
expect_has "$out" 'Catan played'
run --lang fr game list --db a.db --since 2026-12-04
expect_has "$out" 'Catan joué'

note "exports"
run export --format csv --db a.db --game settlers
grep -c '^[0-9]*,catan,' "$out" >found
cp found "$out"
expect_out <<<30
run export --format csv --db b.db --game catan
expect_has "$out" ',high,totals,finished,2026-11-10,3,2,?,99.5,1,Catan,stated,45,'
expect_has "$out" ',high,totals,finished,2026-11-12,4,4,Dan,11,1,Catan,stated,,2'
expect_has "$out" ',rank,totals,finished,2026-12-03,3,1,Cy,,1,Catan,stated,,'
run export --format ndjson --db b.db --game catan
jq -c 'select(.day == "2026-11-12" and .seats[3]) | [.title.fr, .basis, [.seats[] | [.player, (.guest // false), .team, .total, .rank]]]' <"$out" >found
cp found "$out"
expect_out <<<'["Catan","stated",[["Ada",false,1,6,2],["Bo",false,2,11,1],["Cy",false,1,6,2],["Dan",false,2,11,1]]]'
run export --db a.db
cp "$out" exported
run import --db c.db exported
expect 0
run export --db c.db
cmp -s "$out" exported || fail "exported, imported and exported again is not the same"

note "the list of titles"
run title list --db a.db
expect 0
grep -E '^Catan +catan +12  2026-11-10  2026-12-05 +105$' "$out" >found || fail "no Catan: $(cat "$out")"
grep -E '^Les Colons de Catane +settlers += catan' "$out" >found || fail "no merged title"
run --lang fr title list --db a.db
expect_has "$out" 'titre'
run title list --json --db a.db
jq -c 'select(.merged_into) | [.id, .merged_into]' <"$out" >found
cp found "$out"
expect_out <<'END'
["les colons","catan"]
["settlers","catan"]
END

note "what is refused says why and changes nothing"
count=$(entries a.db)
refused() {
    local wanted=$1
    shift
    run title "$@" --db a.db
    expect 2
    expect_has "$err" "$wanted"
}
run title show --db a.db catn
expect 1
expect_has "$err" "no game is called 'catn'; did you mean 'Catan'?"
run title rename --db a.db autre CATAN
expect 1
expect_has "$err" "another title is called 'CATAN': merge them"
run title rename --db a.db autre 'Les colons de catane'
expect 1
expect_has "$err" 'merge them'
run title rename --db a.db autre 'Forêt'
expect 1
refused 'is one title already' merge catan 'les colons'
refused "'foret' has an engine: its name stays" rename foret Bois
refused "'foret' has an engine: its name stays" merge foret catan
refused "'foret' has an engine: its name stays" merge catan foret
refused 'a title has 1 to 120 bytes' rename catan "$(printf 'x%.0s' {1..121})"
refused 'a title has 1 to 120 bytes' rename catan ' Catan'
refused 'cannot be seen' rename catan "$(printf 'Ca\u202etan')"
run title merge --db a.db catan nothing
expect 1
[[ $(entries a.db) == "$count" ]] || fail "the log has grown"
{
    pad "$(printf 'x%.0s' {1..300})" 2026-12-06 'seat 1 Ada;seat 2 Bo' '1: total 1;2: total 2'
    pad Catan 2026-12-06 "$(printf 'seat %d P%d;' $(for i in {1..13}; do echo "$i $i"; done))" '1: total 1'
    pad Catan 2026-12-06 'seat 1 Ada;seat 2 Bo;seat 3 Cy;team 1 2;team 2 3' '1: total 1'
    pad Catan 2026-12-06 'seat 1 Ada;seat 2 Bo;team 1' '1: total 1;2: total 2'
    pad Catan 2026-12-06 'seat 1 Ada;seat 2 Bo;duration 0' '1: total 1;2: total 2'
    pad Catan 2026-12-06 'seat 1 Ada;seat 2 Bo' '1: total 1.234;2: total 2'
    pad Catan 2026-12-06 'seat 1 Ada;seat 2 Bo' '1: total 1000000;2: total 2'
    pad '   ' 2026-12-06 'seat 1 Ada;seat 2 Bo' '1: total 1;2: total 2'
} >bad
run import --db a.db bad
expect 1
expect_has "$err" '8 refused'
[[ $(entries a.db) == "$count" ]] || fail "the log has grown"
run audit --db a.db
expect 0

note "a look-alike is of the same title, and of no other"
printf 'dendro 1\ngame pad\ntitle Azul\nseat 1 Ada\nseat 2 Bo\nplayed 2026-11-02\n1: total 40\n2: total 30\n' >azul
sed 's/Azul/Splendor/' azul >splendor
sed 's/total 40/total 41/' azul >again
run import --db alike.db azul splendor
expect 0
expect_out </dev/null
run import --db alike.db again
expect 0
expect_has "$out" "has the same day, title and people"

note "totals of a game that needs a catalogue need none under its title: the printed one is pinned"
{
    pad Ecos 2026-11-02 'seat 1 Ada;seat 2 Bo' '1: total 80;2: total 57'
    pad 'ecos : continent originel' 2026-11-03 'seat 1 Ada;seat 2 Bo;seat 3 Cy' '1: total 80;2: total 57;3: total 61'
    pad Biotopes 2026-11-04 'seat 1 Ada;seat 2 Bo' '1: territory 6, stars 3, total 57 rank 2;2: total 57 rank 1'
} >boxes
run verify boxes
expect 0
run import --db boxes.db boxes
expect 0
run import --db boxes.db boxes
expect_has "$err" '0 added, 3 already known'
run export --db boxes.db
grep -E '^(game|level|option)' "$out" | sed 's/sha256:.*/HASH/' | sort | uniq -c | sed 's/^ *//' >found
cp "$out" exported
cp found "$out"
expect_out <<'END'
1 game biotopes
2 game ecos
2 level sheet
1 level totals
3 option catalogue printed HASH
END
run import --db boxes2.db exported
expect 0
run import --db boxes2.db boxes
expect_has "$err" '0 added, 3 already known'
run audit --db boxes.db
expect 0
expect_has "$out" '(3 stated)'
run rebuild --db boxes.db
expect_has "$out" '3 games, 0 differences'
run stats leaderboard --db boxes.db --game ecos --json
jq -c '[.rows[] | [.player, .games]] | sort' <"$out" >found
cp found "$out"
expect_out <<<'[["Ada",2],["Bo",2],["Cy",1]]'
sed 's/game pad/game ecos/; /^title/d' boxes | head -9 >bare
run verify bare
expect 1
cat "$out" "$err" >said
grep -q "needs 'option catalogue" said || fail "a record of the game itself has to name its catalogue: $(cat said)"

note "claims on the categories of a pad document, and its columns in a table"
hash=$(sha256sum <"$SOURCE_DIR/catalogues/pad/hedgerow.json" | cut -d' ' -f1)
pad Hedgerow 2026-11-05 "seat 1 Ada;seat 2 Bo;option pad hedgerow sha256:$hash" \
    '1: nests 4, longest hedge 5, gaps 2, total 9;2: total 7;claim 1 nests 5 plus longue haie 5;claim 2 total 8' >claims
run verify claims
expect 1
expect_has "$out" '1: nests: written 5, computed 4'
expect_has "$out" '2: total: written 8, computed 7'
run import --db claims.db claims
expect 0
run export --db claims.db
grep '^claim' "$out" >found
cp found "$out"
expect_out <<'END'
claim 1 nests 5
claim 1 longest 5
claim 2 total 8
END
run audit --db claims.db
expect 0
expect_has "$out" '0 findings, 2 notes'
sed 's/nests 5 plus/nets 5 plus/' claims >unknown
run import --db claims.db unknown
expect 1
grep -q "no category is called 'nets'; did you mean 'nests'" "$out" "$err" || fail "a claim on nothing: $(cat "$out" "$err")"
run export --db claims.db --format csv
head -1 "$out" | grep -q ',fragmentation,nests,berries,longest,gaps$' || fail "columns: $(head -1 "$out")"
expect_has "$out" ',4,,5,2'
run export --db a.db --format csv
head -1 "$out" | grep -q ',fragmentation$' || fail "columns of a document that is not here: $(head -1 "$out")"

note "a fuller record in the place of totals: they become its claims, seat by person"
cat >totals <<'END'
dendro 1
game foret
level totals
seat 1 Mana
seat 2 Amélie
seat 3 Ferdinand
played 2026-11-13

1: bee 9, wolf 12, total 43
2: bee 6, wolf 3, total 52
3: total 36
END
grep -v '^[=#]\|^digest' "$SOURCE_DIR/replays/foret/booklet-three-players.dendro" >fuller
run import --db fuller.db totals
expect 0
# corrected CLAIMS: the fuller record takes the place, and has these claims.
corrected() {
    run game correct --db fuller.db --reason 'the table was found' 1 fuller
    expect 0
    cp "$out" told
    run game record --db fuller.db 1
    grep '^claim' "$out" >found || true
    cp found "$out"
    expect_out <<<"$1"
}
corrected 'claim 1 bee 6
claim 1 wolf 3
claim 1 total 52
claim 3 bee 9
claim 3 wolf 12'
cp told "$out"
expect_out <<'END'
fuller: seat 1: wolf: written 3, computed 0
fuller: seat 1: total: written 52, computed 50
END
run audit --db fuller.db
expect 0
expect_has "$out" '(1 judged)'
expect_has "$out" '0 findings, 2 notes'

note "the totals that stood last count, and those of a record that has its own stand"
sed 's/wolf 3, total 52/total 51/' totals >totals2
run game correct --db fuller.db --reason 'only totals after all' 1 totals
run game correct --db fuller.db --reason 'better ones' 1 totals2
expect 0
corrected 'claim 1 bee 6
claim 1 total 51
claim 3 bee 9
claim 3 wolf 12'
run game correct --db fuller.db --reason 'totals once more' 1 totals
{
    cat fuller
    echo 'claim 2 total 37'
} >own
run game correct --db fuller.db --reason 'with what is on the sheet' 1 own
expect 0
run game record --db fuller.db 1
grep '^claim' "$out" >found
cp found "$out"
expect_out <<<'claim 2 total 37'

note "other people have other seats: nothing is claimed of who was not there; another game has no claims"
sed 's/Mana/Zoe/' fuller >stranger
run game correct --db fuller.db --reason 'totals once more' 1 totals
run game correct --db fuller.db --reason 'it was Zoe' 1 stranger
expect 0
run game record --db fuller.db 1
grep '^claim' "$out" >found
cp found "$out"
expect_out <<'END'
claim 1 bee 6
claim 1 wolf 3
claim 1 total 52
END
run audit --db fuller.db
expect 0
run rebuild --db fuller.db
expect_has "$out" '0 differences'
run export --db fuller.db
cp "$out" exported
run import --db fuller2.db exported
expect 0
run export --db fuller2.db
cmp -s "$out" exported || fail "exported, imported and exported again is not the same"

finish
