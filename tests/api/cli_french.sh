#!/usr/bin/env bash
# A reader of French meets no English word: tables, help, refusals, and what goes wrong with files, disks and databases.
# What is typed as it is (in guillemets, options, ids of games) may be English.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
. "$SOURCE_DIR/tests/support/database.sh"
unset DENDRO_DB
cd "$work"
read -r -d '' -a english <"$SOURCE_DIR/tests/support/english_words.txt" || true
pattern=$(IFS='|' && echo "${english[*]}")
export DENDRO_LANG=fr
"$DENDRO" demo --db club.db --nights 3 >"$out" 2>&1

# no_english FILE: after what may be English is taken out: in guillemets, options, commands, what one chooses from, paths
no_english() {
    sed -E 's/«[^»]*»//g; s/--?[a-z][a-z-]*//g; s/^(usage : )?dendro [a-z]+( [a-z]+)?//; s/^  [a-z-]+  //; s/(parmi|doit être) [a-z|, -]+//
        s/[^ ]*[/=_.@|][^ ]*//g; s/[éèêàâçùûîôœ]/x/g' "$1" >"$work/.bare"
    if grep -inwE "$pattern" "$work/.bare" >"$work/.found"; then
        fail "English: $(head -3 "$work/.found")"
    fi
}

# french WORD...: whatever comes of it
french() {
    note "dendro $*"
    run "$@"
    no_english "$out"
    no_english "$err"
    if grep -q "did you mean" "$err"; then
        fail "$(cat "$err")"
    fi
}

# Pages of help, each of the commands and of those in groups.
"$DENDRO" help | sed -n '/^commandes/,/^$/s/^  \([a-z]*\) .*/\1/p' >commands
while read -r command; do
    french help "$command"
    sed -n '/^commandes/,/^$/s/^  \([a-z]*\) .*/\1/p' "$out" >children
    while read -r child; do
        french help "$command" "$child"
    done <children
done <commands

# Tables, and tables without a row.
day=$(sqlite3 club.db "SELECT date(max(day) * 86400, 'unixepoch') FROM d_game")
someone=$(sqlite3 club.db "SELECT name FROM person ORDER BY id LIMIT 1")
other=$(sqlite3 club.db "SELECT name FROM person ORDER BY id LIMIT 1 OFFSET 1")
for filter in "" "--from 2030-01-01" "--to 2020-01-01 --level sheet" "--from 2026-02-01 --to 2026-01-01"; do
    read -r -a words <<<"--db club.db $filter"
    french stats leaderboard "${words[@]}"
    french stats cards --game foret "${words[@]}"
    french stats card bee --game foret "${words[@]}"
    french stats card bee --game fortt "${words[@]}"
    french stats player "$someone" --game foret "${words[@]}"
    french stats versus "$someone" "$other" "${words[@]}"
    french stats records "${words[@]}"
done
french stats history --db club.db
french stats forecast --seats "$someone,$other" --db club.db
french stats forecast --seats "$someone" --db club.db
french stats forecast --seats "$someone,$someone" --db club.db
french stats night "$day" --db club.db
french stats night 1999-01-01 --db club.db
french game list --db club.db
french game show 1 --db club.db
french players list --db club.db
french audit --db club.db
french rebuild --db club.db
french token list --db club.db
french migrate --db club.db
french games
french catalogue check printed
french score "$SOURCE_DIR/replays/foret/booklet-three-players.dendro"

# Refusals.
french
french scroe
french stats cards --gmae foret
french stats leaderboard --order luck
french stats leaderboard --seats 9
french stats leaderboard --db
french stats versus Nour
french stats night demain
french stats player --db club.db
french stats player "$someone" --player "$other" --db club.db
french simulate --game foret --variant duel --seats 5
french simulate --game foret --level nul
french simulate --game foret --option couleur rouge
french log prove inclusion 99 --db club.db
french log export --first 3 --last 2 --db club.db
french token add --scopes lire X --db club.db
french token revoke nul --db club.db
french game void 999 --reason x --db club.db
french replay --at 99 "$SOURCE_DIR/replays/foret/booklet-three-players.dendro"
french demo --db club.db

# Files and disks.
mkdir dossier
echo "Ce ne sont que des mots, et non une base." >text.db
french players list --db absent.db
french players list --db dossier
french players list --db text.db
french import --db club.db dossier
french import --db club.db absent.dendro
french backup --db club.db absent/copie
french serve --db club.db --listen 192.0.2.1:80
french serve --db club.db --listen 127.0.0.1:0 --access-log dossier
french serve --db club.db --listen 127.0.0.1:0 --tls-cert absent.pem --tls-key absent.pem
if [[ -c /dev/full ]]; then
    note "no room for what is said"
    code=0
    "$DENDRO" games >/dev/full 2>"$err" || code=$?
    expect 2
    expect_has "$err" "plus de place sur le support"
    no_english "$err"
fi
cp club.db limited.db
note "a file that may not grow"
code=0
(ulimit -f 1 && "$DENDRO" import --db limited.db "$SOURCE_DIR"/replays/foret/*.dendro) >"$out" 2>"$err" || code=$?
((code != 0)) || fail "it grew"
no_english "$err"

# damaged SQL: what is done to a copy of the database, and every complaint about it
damaged() {
    rm -f bad.db
    cp club.db bad.db
    sqlite3 bad.db "$1"
    french audit --db bad.db
    french stats leaderboard --db bad.db
    french migrate --db bad.db
}
damaged "DROP TABLE d_standing"
damaged "DROP INDEX d_seat_person"
damaged "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE TABLE d_game (x' WHERE name = 'd_game'"
damaged "UPDATE d_seat SET rank = 6, total = 1 WHERE game = 1"
damaged "DELETE FROM d_game WHERE id = 1"
damaged "UPDATE d_game SET digest = x'00' WHERE id = 2"

# Every kind of row that an audit compares, changed, taken away or put beside the others: what is said in the place of a value, too.
# compared SQL...: on a copy of the database, of which an audit and a rebuild then say something
compared() {
    rm -f bad.db
    cp club.db bad.db
    tamper bad.db "$@"
    french audit --db bad.db
    expect 1
    french rebuild --db bad.db
}
compared "UPDATE d_facts SET body = x'00' WHERE game = 1"
compared "DELETE FROM d_facts WHERE game = 1"
compared "UPDATE d_facts SET body = CAST(body || x'0102' AS BLOB) WHERE game = 1"
compared "UPDATE d_seat SET categories = x'00' WHERE game = 1 AND seat = 0"
compared "UPDATE d_seat SET categories = CAST(x'0900' || substr(categories, 3) AS BLOB), total = NULL, rank = NULL WHERE game = 1 AND seat = 0"
compared "DELETE FROM d_seat WHERE game = 1 AND seat = 0"
compared "UPDATE d_seat SET person = 3, win = 5 WHERE game = 1 AND seat = 0"
compared "UPDATE d_game SET status = 'live', level = 'sheet', variant = 'duel', game = 'grandbois', margin = NULL, source = 2, last = 3 WHERE id = 1"
compared "UPDATE d_game SET verdict = 'easy', day = NULL, played = 5, plies = 1, rules = 9, seats = 2 WHERE id = 2"
compared "DELETE FROM d_run"
compared "UPDATE d_run SET games = games + 1"
compared "INSERT INTO d_run SELECT person + 900, game, month$(sqlite3 club.db "SELECT ', ' || group_concat(name, ', ') FROM pragma_table_info('d_run') WHERE name NOT IN ('person', 'game', 'month')") FROM d_run LIMIT 2"
compared "DELETE FROM d_evening"
compared "UPDATE d_evening SET body = x'00'"
compared "DELETE FROM d_record"
compared "DELETE FROM d_pair"
compared "UPDATE d_pair SET games = games + 1"
compared "UPDATE d_pair SET a = a + 900"
compared "UPDATE d_standing SET wins = wins + 1, best = 1"
compared "UPDATE d_aggregate SET body = x'00'"
compared "UPDATE d_history SET body = x'00'"
compared "UPDATE d_history SET day = day + 1"
compared "DELETE FROM seen" "DELETE FROM seen_recent"
compared "UPDATE entry SET at = 5 WHERE seq = 2"
compared "UPDATE entry SET body = 'x' WHERE seq = 1"
compared "DELETE FROM entry WHERE seq = 2"
run log checkpoint --db club.db
compared "UPDATE checkpoint SET text = 'x'"
compared "UPDATE checkpoint SET size = size + 1"
compared "UPDATE checkpoint SET size = size - 1"
compared "DELETE FROM setting WHERE name = 'seen-key'"
compared "DELETE FROM setting WHERE name LIKE '%sign%' OR name LIKE 'log-key%'"
sqlite3 club.db "DELETE FROM checkpoint"
french audit --db club.db
compared "DELETE FROM d_alias" "INSERT INTO d_alias VALUES (1, 2)"

note "the words for it"
# finds SENTENCE SQL
finds() {
    rm -f bad.db
    cp club.db bad.db
    tamper bad.db "$2"
    run audit --db bad.db
    expect_has "$out" "$1"
}
finds "cartes : enregistré 00 à l'octet 0 sur 1, calculé " "UPDATE d_facts SET body = x'00' WHERE game = 1"
finds "cartes : enregistré rien à l'octet 0 sur 0, calculé " "DELETE FROM d_facts WHERE game = 1"
finds " : enregistré aucune ligne, calculé une ligne" "DELETE FROM d_pair"
finds " parties : enregistré " "UPDATE d_pair SET games = games + 1"
finds " : enregistré rien, calculé 1 " "DELETE FROM d_run"
finds " : état : enregistré en cours, calculé terminée" "UPDATE d_game SET status = 'live' WHERE id = 1"
finds "partie 1, siège 1, entrée 1 : catégories : enregistré 00, calculé " "UPDATE d_seat SET categories = x'00' WHERE game = 1 AND seat = 0"

# Logs, proofs and checkpoints, good and bad.
cp club.db proofs.db
"$DENDRO" log checkpoint --db proofs.db >checkpoint.txt
"$DENDRO" log export --db proofs.db >log.ndjson
"$DENDRO" log prove inclusion 2 --db proofs.db >proof.txt
head -2 log.ndjson >short.ndjson
sed '2s/"at":[0-9]*/"at":5/' log.ndjson >forged.ndjson
echo '{"seq":1}' >lacking.ndjson
echo x >none.txt
for log in log short forged lacking none; do
    french log check --log "$log.ndjson" --checkpoint checkpoint.txt
    french log check --log "$log.ndjson" --proof proof.txt --checkpoint checkpoint.txt
done
french log check --log log.ndjson --checkpoint none.txt
french log check --log log.ndjson --checkpoint checkpoint.txt --key none.txt
french log export --first 900 --db proofs.db
french export --since 2030-01-01 --db proofs.db

# What was done to a game.
cp club.db told.db
"$DENDRO" game record 1 --db told.db | sed 's/^place .*/place Cave/' >corrected
"$DENDRO" game correct 1 corrected --reason "ici" --db told.db
"$DENDRO" game void 1 --reason "ici" --db told.db
printf 'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n1: bee 0,0\n' | "$DENDRO" import --db told.db - >"$out" 2>&1
last=$(sqlite3 told.db "SELECT max(id) FROM d_game")
"$DENDRO" game abandon "$last" --reason "ici" --db told.db
french game show "$last" --db told.db
expect_has "$out" "  abandon : ici"
french game show 1 --db told.db
expect_has "$out" "  import"
expect_has "$out" "  correction : ici"
expect_has "$out" "  annulation : ici"
cp club.db torn.db
dd if=/dev/zero of=torn.db bs=4096 seek=3 count=8 conv=notrunc 2>/dev/null
french audit --db torn.db
french players list --db torn.db

# Somebody else's file.
if [[ $EUID == 0 ]] && needs setpriv; then
    chmod 700 dossier
    cp club.db dossier/club.db
    cp "$DENDRO" "$work/dendro" && chmod 755 "$work" "$work/dendro"
    note "no permission"
    code=0
    setpriv --reuid=65534 --regid=65534 --clear-groups "$work/dendro" players list --db dossier/club.db >"$out" 2>"$err" || code=$?
    ((code != 0)) || fail "it was read"
    no_english "$err"
fi

# The daemon, asked in French; start() waits for what it says in English.
unset DENDRO_LANG
start --db club.db
for address in "/v1/leaderboard?gmae=foret" "/v1/leaderboard?game=forret" "/v1/leaderboard?order=luck" "/v1/nights/hier" \
    "/v1/leaderboard?from=2026-02-01&to=2026-01-01" "/v1/cards/beee?game=foret" "/v1/games/9999" "/v1/games/x" "/v1/nothing" \
    "/v1/games?limit=0" "/v1/games?cursor=x" "/v1/players/abc/stats" "/v1/tokens" "/v1/log?first=2&last=1" "/v1/games?status=neuf"; do
    note "GET $address"
    curl -s -m 60 -H 'Accept-Language: fr' "$URL$address" | jq -r '.title, .detail' >"$out"
    no_english "$out"
done
curl -s -m 60 -H 'Accept-Language: fr' -X POST "$URL/v1/tokens" -H 'Content-Type: application/json' -d '{"x": ' | jq -r '.detail' >"$out"
no_english "$out"

note "numbers and signs"
# says WANTED WORD...: in French, on either output
says() {
    local wanted=$1
    shift
    run --lang fr "$@"
    cat "$err" >>"$out"
    expect_has "$out" "$wanted"
}
good=$SOURCE_DIR/replays/foret/booklet-three-players.dendro
sed 's/^variant .*/variant duel/' "$good" >duel.dendro
says "la variante duel se joue à 2, pas à 3" simulate --game foret --variant duel --seats 3
says "table de 3 : cette variante se joue à 2" verify duel.dendro
says "--record 2 : au-delà de la dernière partie du fichier, la 1" replay --record 2 "$good"
says " ; (bas–haut) : intervalle à 95 %" stats cards --game foret --db club.db
says "[--quiet] [PARTIE]" audit --help

note "the language of the machine"
for variable in DENDRO_LANG=fr LC_ALL=fr_FR.UTF-8 "DENDRO_LANG=xx LC_ALL= LANG=fr_FR" "LC_ALL= LANG=fr_CA" "LC_ALL= LC_MESSAGES=fr LANG=en_US.UTF-8"; do
    read -r -a words <<<"$variable"
    env "${words[@]}" "$DENDRO" scroe >"$out" 2>"$err" || true
    expect_has "$err" "commande « scroe » inconnue"
done
for variable in "DENDRO_LANG=en LC_ALL=fr_FR.UTF-8" "LC_ALL=C LANG=fr_FR" "LC_ALL= LANG=frisian" "LC_ALL= LANG=" "DENDRO_LANG=xx LC_ALL= LANG="; do
    read -r -a words <<<"$variable"
    env "${words[@]}" "$DENDRO" scroe >"$out" 2>"$err" || true
    expect_has "$err" "unknown command 'scroe'"
done
finish
