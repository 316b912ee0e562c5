#!/usr/bin/env bash
# dendro season and /v1/seasons: the same boards, figures that a person can add up, a closed board that stands whatever comes
# later, and what is refused in both languages.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
needs jq
unset DENDRO_DB
cd "$work"
house=$(sed -n 's/^option catalogue house //p' "$SOURCE_DIR/replays/ecos/sheet.dendro")

# sheet DAY NAME TOTAL...: a finished game of Ecos; a day of - is none.
sheet() {
    local seats="" lines="" i=0
    [[ $1 == - ]] || seats="night $1"$'\n'
    shift
    while (($# > 0)); do
        i=$((i + 1))
        seats="seat $i $1"$'\n'$seats
        lines+="$i: total $2"$'\n'
        shift 2
    done
    printf 'dendro 1\ngame ecos\nrules 1\nlevel sheet\n%soption catalogue house %s\n\n%s\n' "$seats" "$house" "$lines"
}
{
    sheet 2026-09-01 Ann 80 Bob 70 Cy 60
    sheet 2026-10-01 Bob 80 Ann 70 Cy 70
    sheet 2026-12-31 Cy 80 Ann 60
    sheet 2026-08-31 Di 80 Ann 70
    sheet 2027-01-01 Di 80 Ann 71
    sheet - Di 80 Ann 72
} >games
run import --quiet --db club.db games
expect 0

note "a board that one can add up"
run season add "Autumn 2026" --from 2026-09-01 --to 2026-12-31 --points 5,3,2,1 --db club.db
expect 0
expect_out <<<'7  2026-09-01 2026-12-31  any title  5 3 2 1  Autumn 2026'
run season show 7 --db club.db
expect 0
expect_out <<'END'
Autumn 2026  2026-09-01 2026-12-31  any title  5 3 2 1
#  player  points  win points  wins  games
1  Ann      10.50           3     1      3
2  Cy        9.50           2     1      3
3  Bob          8           3     1      2
3 games; log size 7
1 game without a day left out
END
run season show 7 --db club.db --csv
sed -E 's/,[0-9a-z]{12},/,@,/' "$out" >csv
diff csv - <<'END' || fail "another CSV"
place,player,handle,points,win_points,wins,games
1,Ann,@,10.500000,3.000000,1,3
2,Cy,@,9.500000,2.000000,1,3
3,Bob,@,8.000000,3.000000,1,2
END
run season add Wins --from 2026-09-01 --to 2026-12-31 --title Ecos --db club.db --json
expect 0
jq -e '.id == 8 and .title == "ecos" and .points == "win" and .closed == null' "$out" >/dev/null || fail "$(cat "$out")"
run season show 8 --db club.db --json
# Ann and Bob are level, and each finished before the other once: they share the first place.
jq -e '[.board[] | [.place, .player, .points]] | sort == [[1,"Ann",3],[1,"Bob",3],[3,"Cy",2]]' "$out" >/dev/null || fail "$(cat "$out")"
run season show 8 --db club.db --lang fr
expect_has "$out" "points de victoire"
expect_has "$out" "1 partie sans jour laissée de côté"
run season list --db club.db --day 2026-10-10
expect 0
[[ $(wc -l <"$out") == 2 ]] || fail "$(cat "$out")"
run season list --db club.db --day 2027-01-01
expect_out </dev/null

# refused CODE SENTENCE FRENCH WORD...
refused() {
    local wanted=$1 english=$2 french=$3 before
    shift 3
    before=$(sqlite3 club.db "SELECT count(*) FROM entry")
    run "$@" --db club.db
    expect "$wanted"
    expect_out </dev/null
    expect_err <<<"dendro: $english"
    run "$@" --db club.db --lang fr
    expect_err <<<"dendro: $french"
    [[ $(sqlite3 club.db "SELECT count(*) FROM entry") == "$before" ]] || fail "something was written"
}
days=(--from 2026-01-01 --to 2026-12-31)
note "refusals"
refused 2 "the days are in the wrong order: from 2026-12-31 to 2026-01-01" "les jours sont à l'envers : du 2026-12-31 au 2026-01-01" \
    season add x --from 2026-12-31 --to 2026-01-01
refused 2 "option '--to': '2026-02-30' is not a date like 2026-11-13" "option « --to » : « 2026-02-30 » n'est pas une date comme 2026-11-13" \
    season add x --from 2026-01-01 --to 2026-02-30
refused 1 "an open season is called 'Wins' already" "une saison ouverte s'appelle déjà « Wins »" season add WINS "${days[@]}"
refused 1 "no game is called 'chess'" "aucun jeu ne s'appelle « chess »" season add x "${days[@]}" --title chess
for points in "5 3 4" -1 1000000 "1 2" "1,1,1,1,1,1,1,1,1,1,1,1,1" none; do
    refused 2 "'$points' are no points of a season: 'win', or 1 to 12 whole numbers from 0 to 999999, none above the one before" \
        "« $points » ne sont pas les points d'une saison : « win », ou 1 à 12 entiers de 0 à 999999 qui ne montent pas" \
        season add x "${days[@]}" "--points=$points"
done
refused 1 "there is no season 1" "il n'y a pas de saison 1" season show 1
refused 1 "there is no season 99" "il n'y a pas de saison 99" season close 99
refused 2 "'x' is not the number of a season" "« x » n'est pas le numéro d'une saison" season change x --name y
run season add x --from 2026-01-01 --db club.db
expect 2

note "a closed board stands"
run season close 7 --db club.db
expect 0
expect_out <<<'7  2026-09-01 2026-12-31  any title  5 3 2 1  Autumn 2026 (closed)'
refused 1 "season 7 is closed: its board stands in the log" "la saison 7 est close : son classement est dans le journal" season close 7
refused 1 "season 7 is closed: its board stands in the log" "la saison 7 est close : son classement est dans le journal" season change 7 --name y
run season show 7 --db club.db --json
jq -e '.now == null and (.winners | length) == 1 and .closed_at != null' "$out" >/dev/null || fail "$(cat "$out")"
cp "$out" closed.json
sheet 2026-09-01 Ann 60 Bob 70 Cy 80 >mended
run game correct 1 --reason "read the wrong way" mended --db club.db
expect 0
run season show 7 --db club.db
expect 0
expect_out <<'END'
Autumn 2026  2026-09-01 2026-12-31  any title  5 3 2 1
closed; won by Ann
#  player  points  win points  wins  games
1  Ann      10.50           3     1      3
2  Cy        9.50           2     1      3
3  Bob          8           3     1      2
3 games; log size 10
1 game without a day left out

Since it was closed its games have changed. The board above stands; they would give now:
#  player  points  win points  wins  games
1  Cy       12.50           5     2      3
2  Bob          8           3     1      2
3  Ann       7.50           0     0      3
3 games
Ann: #1 (10.50, 3 games) -> #3 (7.50, 3 games)
Cy: #2 (9.50, 3 games) -> #1 (12.50, 3 games)
Bob: #3 (8, 2 games) -> #2 (8, 2 games)
END
run season show 7 --db club.db --json
jq -e --slurpfile was closed.json '.board == $was[0].board and .winners == $was[0].winners' "$out" >/dev/null || fail "the board has changed"
jq -e '.now.board[0].player == "Cy" and (.now.differences | length) == 3 and .now.differences[0].then.place == 1' "$out" >/dev/null || fail "$(cat "$out")"
cp "$out" shown.json

note "audit and rebuild"
run audit --db club.db
expect 0
run rebuild --db club.db
expect 0

note "over HTTP: the same answer, with an ETag"
start --threads 2
ask 200 "$URL/v1/seasons/7"
cmp -s "$out" shown.json || fail "the command line says otherwise"
etag=$(sed -n 's/^[Ee][Tt]ag: \(.*\)\r$/\1/p' "$heads")
ask 304 "$URL/v1/seasons/7" -H "If-None-Match: $etag"
ask 200 "$URL/v1/seasons/7" -H "Accept-Language: fr"
cmp -s "$out" shown.json || fail "a board has a language"
ask 200 "$URL/v1/seasons?day=2026-12-31"
jq -e '[.seasons[].id] == [8, 7]' "$out" >/dev/null || fail "$(cat "$out")"
ask 401 "$URL/v1/seasons" --json '{"name": "x", "from": "2026-01-01", "to": "2026-12-31"}'
stop

note "with a key, once"
run token add --db club.db --scopes admin phone
TOKEN=$(cat "$out")
auth=(-H "Authorization: Bearer $TOKEN")
start --threads 2
for _ in 1 2; do
    ask 201 "$URL/v1/seasons" "${auth[@]}" -H "Idempotency-Key: k" --json '{"name": "Winter", "from": "2027-01-01", "to": "2027-03-31", "points": "3 2 1"}'
done
expect_has "$heads" "Location: /v1/seasons/11"
ask 200 "$URL/v1/seasons/11"
jq -e '.games == 1 and .board[0].player == "Di" and .board[0].points == 3' "$out" >/dev/null || fail "$(cat "$out")"
ask 400 -X PATCH "$URL/v1/seasons/11" "${auth[@]}" --json '{"closed": true, "name": "y"}'
ask 200 -X PATCH "$URL/v1/seasons/11" "${auth[@]}" --json '{"name": "y", "closed": false}'
ask 200 -X PATCH "$URL/v1/seasons/11" "${auth[@]}" --json '{"closed": true}'
ask 409 -X PATCH "$URL/v1/seasons/11" "${auth[@]}" --json '{"closed": true}'
expect_has "$out" "season 11 is closed"
stop
run audit --db club.db
expect 0

finish
