#!/usr/bin/env bash
# Everything that the commands print about one club, to the byte: pages of statistics in three forms and two languages, lists,
# replays, exports, what is refused. A figure in another column is noticed here.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
. "$SOURCE_DIR/tests/support/transcript.sh"
cd "$work"
make_club
club=$db
foret=$SOURCE_DIR/replays/foret
ecos=$SOURCE_DIR/replays/ecos
grandbois=$SOURCE_DIR/replays/grandbois

cd "$work"
note "words"
for words in "" "--nonsense" "--lang de help" "help nonsense" "help stats nonsense" "stats" "stats nonsense" "scoer" "score --jsn" "score --json=1" \
    "score --json --json nothing" "simulate" "simulate --game" "simulate --game chess" "simulate --game foret --seats 9" \
    "simulate --game foret --seats x" "simulate --game foret --games 0" "simulate --game foret --variant odd" "simulate --game foret --level odd" \
    "simulate --game foret --player clever" "simulate --game foret --option odd 1" "simulate --game ecos --catalogue nothing" "replay" \
    "replay a b" "replay nothing" "replay --at x nothing" "verify nothing" "verify" "format nothing" "import" "import --db nowhere/x.db nothing" \
    "audit --db nothing.db" "audit --threads 0" "game show" "game show x" "game show --db nothing.db 1" "completion" "completion ksh" "completion bash" \
    "completion zsh" "completion fish" "backup" "restore nothing" "move" "move --from nothing.db" "move --from nothing.db --to x.db" "migrate --db nothing.db" "token add" "log check" "log prove" "demo --nights 0" \
    "players add" "catalogue check nothing" "catalogue show" "catalogue show nothing" "export --format odd --db nothing.db"; do
    # shellcheck disable=SC2086 # words
    tell $words
    # shellcheck disable=SC2086 # words
    [[ $words == completion* ]] || DENDRO_LANG=fr tell $words
done
for words in score verify replay simulate format games catalogue import export players game demo stats audit log rebuild backup restore move migrate \
    serve token completion help "game list" "stats cards" "log prove" "catalogue add" "players erase" "token add"; do
    # shellcheck disable=SC2086 # words
    tell help $words
    # shellcheck disable=SC2086 # words
    tell help $words --lang fr
done
printf 'threads 2\nlisten\n' >bad.conf
printf '# ours\nthreads 2\nprivate yes\n' >good.conf
printf 'threads 999\n' >worse.conf
for file in bad good worse no; do
    tell serve --config "$file.conf" --print-config
done
tell serve --print-config --threads 3 --host a.example --host b.example
tell serve --threads many
tell serve --listen nowhere --db x.db
same words

note "lists"
tell game list --db "$club"
tell game list --db "$club" --since 2026-11-01 --lang fr
tell game list --db "$club" --player Paula
for game in 1 2 11 12 13 14 15 16 17 18 19 20 21 22; do
    tell game show --db "$club" "$game"
done
tell game show --db "$club" 14 --lang fr
tell game record --db "$club" 14
tell players list --db "$club"
tell players list --db "$club" --json
tell catalogue list --db "$club"
tell token list --db "$club"
same lists

note "statistics"
for form in "" --csv --json; do
    for page in "leaderboard --game foret" "leaderboard --order wins" "leaderboard --seats 4" "cards --game foret" \
        "cards --game grandbois" "card --game foret bee" "card --game ecos 7" "card --game grandbois toad" "player Paula" \
        "player --game foret Paula" "versus Nour Paula" "night 2026-11-13" "records" "records --game grandbois" \
        "history --game foret --from 2026-11-13 --to 2026-11-14" "history Paula"; do
        # shellcheck disable=SC2086 # words
        tell stats $page --db "$club" $form
    done
done
for form in "" --csv --json; do # somebody who has been here on more than one night
    tell stats player "Inès (demo)" --db "$club" ${form:+"$form"}
    tell stats player "Inès (demo)" --game foret --seats 5 --db "$club" ${form:+"$form"}
    tell stats versus "Inès (demo)" "Garance (demo)" --db "$club" ${form:+"$form"}
    tell stats history "Inès (demo)" --db "$club" ${form:+"$form"}
done
for page in "leaderboard --game foret" "cards --game ecos" "player Paula" "night 2026-11-13" "records"; do
    # shellcheck disable=SC2086 # words
    tell stats $page --db "$club" --lang fr
done
for page in "leaderboard --game chess" "cards" "card --game foret unicorn" "player Nobody" "night 2001-01-01" "night soon" \
    "leaderboard --order luck" "leaderboard --seats 0" "versus Nour" "history Nobody" "leaderboard --json --csv"; do
    # shellcheck disable=SC2086 # words
    tell stats $page --db "$club"
done
same statistics

note "files"
for file in "$foret/booklet-three-players.dendro" "$foret/duel-full.dendro" "$foret/solo-loss.dendro" "$foret/take-back.dendro" \
    "$foret/unfinished-five.dendro" "$ecos/full-3-players.dendro" "$ecos/table-islands.dendro" "$ecos/sheet.dendro" \
    "$grandbois/three-full.dendro" "$grandbois/unfinished-four.dendro" "$grandbois/tie-squares.dendro"; do
    tell score "$file"
    tell replay "$file"
done
tell score --json "$foret/duel-table.dendro"
tell score --lang fr "$grandbois/four-sheet.dendro" "$ecos/sheet.dendro"
for at in 0 1 7; do
    tell replay --at "$at" "$foret/take-back.dendro"
    tell replay --at "$at" --lang fr "$grandbois/duel-table.dendro"
    tell replay --at "$at" "$ecos/by-hand-duel.dendro"
done
tell replay --at 999 "$foret/take-back.dendro"
tell replay --raw "$foret/take-back.dendro"
tell replay --raw --json "$grandbois/take-back.dendro"
tell replay --json --at 3 "$foret/duel-full.dendro"
tell replay --record 2 "$foret/take-back.dendro"
tell verify "$foret"/contested/*.dendro "$grandbois"/contested/*.dendro "$ecos"/contested/*.dendro
tell verify --json "$foret"/contested/*.dendro
tell verify --lang fr "$foret"/contested/*.dendro
tell format "$foret/contested/written-scores.dendro"
tell format "$ecos/by-hand-opening.dendro"
for game in foret ecos grandbois; do
    tell games "$game"
    tell simulate --game "$game" --seed 5 --player random
done
tell simulate --game grandbois --option expert yes --seed 2
tell simulate --game grandbois --option expert no --option odd 1
tell simulate --game grandbois --option expert maybe
tell simulate --game ecos --catalogue printed --level sheet
tell catalogue show house
tell catalogue check "$SOURCE_DIR/catalogues/ecos/house.json" "$SOURCE_DIR/catalogues/ecos/printed.json"
tell games --json foret
tell games --lang fr
tell catalogue show --card 7 house
tell catalogue show --card 999 house
tell catalogue check "$SOURCE_DIR/catalogues/ecos/printed.json"
same files

note "exports"
for form in record ndjson csv bgg-csv; do
    tell export --db "$club" --format "$form" --since 2026-11-13
done
tell export --db "$club" --format csv --player Paula
tell export --db "$club" --player Nobody
tell audit --db "$club" --threads 1
tell audit --db "$club" 14
tell audit --db "$club" 999
tell rebuild --db "$club"
tell game void --db "$club" 14 --reason "a test"
tell game void --db "$club" 14 --reason "a test"
tell game show --db "$club" 14
tell game abandon --db "$club" 15
tell export --db "$club" --format csv --player Rachel
tell export --db "$club" --format csv --player Rachel --voided
tell players rename --db "$club" Rachel Simon
tell players merge --db "$club" Rachel Simon
tell players erase --db "$club" Nobody
tell stats records --db "$club" --game foret
tell stats year 1999 --db "$club"
tell stats year soon --db "$club"
same exports

note "proofs"
tell log export --db "$club"
cp "$out" log.json
for file in one two; do
    "$DENDRO" log checkpoint --db "$club" >"$file"
done
"$DENDRO" log key --db "$club" >key
tell log check --log log.json --checkpoint one --checkpoint two --key key
tell log check --log log.json --checkpoint two --checkpoint one
tell log prove --db "$club" inclusion 1
cp "$out" proof
tell log check --proof proof --log log.json --checkpoint one
tell log check --proof proof
head -5 log.json >short.json
tell log check --log short.json --checkpoint one --checkpoint two
sed '3s/foret/forest/' log.json >changed.json
tell log check --log changed.json --checkpoint one --key key --lang fr
tell log prove --db "$club" inclusion 99
tell log prove --db "$club" consistency 4 20
tell log prove --db "$club" consistency 20 4
tell log prove --db "$club" --size 7 --json inclusion 3
same proofs
finish
