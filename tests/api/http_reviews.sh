#!/usr/bin/env bash
# Reviews over HTTP: asked for, watched, joined, cancelled; a daemon that is killed in the middle; a thousand that wait while
# moves are recorded; who may ask.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
cd "$work"
json='Content-Type: application/json'
endless=1048576 # playouts a decision: nobody waits for its end

# review METHOD STATUS GAME [BODY]: with the token in $who
review() {
    if (($# > 3)); then
        ask "$2" -X "$1" "$URL/v1/games/$3/review" -H "Authorization: Bearer $who" -H "$json" -d "$4"
    else
        ask "$2" -X "$1" "$URL/v1/games/$3/review" -H "Authorization: Bearer $who"
    fi
}

# state GAME: queued, running, done, failed, or the status of a problem
state() {
    curl -s "$URL/v1/games/$1/review" | sed -n 's/.*"status":"\{0,1\}\([a-z0-9]*\).*/\1/p'
}
is() { [[ $(state "$1") == "$2" ]]; }
begun() { is "$1" running; } # one of such a budget takes minutes for a decision
metric() { curl -s "$URL/metrics" | sed -n "s/^$1 //p"; }
made() { [[ $(metric dendro_reviews_total) == "$1" ]]; }

"$DENDRO" simulate --game foret --level full --seats 3 --games 12 --seed 5 >games
"$DENDRO" import --quiet --db club.db games
record=$("$DENDRO" token add --db club.db --scopes record one | tail -n 1)
other=$("$DENDRO" token add --db club.db --scopes record two | tail -n 1)
reader=$("$DENDRO" token add --db club.db --scopes read three | tail -n 1)
start --threads 2
who=$record

note "nobody has asked"
ask 404 "$URL/v1/games/1/review"
expect_has "$out" review.none
ask 404 "$URL/v1/games/1/review/events"
review DELETE 404 1
review POST 404 99 '{}'

note "who may"
ask 401 -X POST "$URL/v1/games/1/review"
who=$reader review POST 403 1 '{}'
who=$reader review DELETE 403 1
who=dendro_nobody review POST 401 1 '{}'

note "what cannot be asked"
review POST 400 1 '{"budget":63}'
expect_has "$out" review.budget
review POST 400 1 '{"playouts":64}'

note "asked, watched, made; asked twice at once it is made once"
review POST 202 1 '{"budget":256}'
expect_has "$heads" "/v1/games/1/review"
expect_has "$out" '"budget":256'
curl -s -N -m "$PATIENCE" "$URL/v1/games/1/review/events" >events &
watcher=$!
who=$other review POST 202 1 '{"budget":256}'
wait "$watcher"
expect_has events "event: progress"
expect_has events "event: done"
[[ $(grep -c '^event: done' events) == 1 ]] || fail "$(cat events)"
ask 200 "$URL/v1/games/1/review"
expect_has "$out" '"status":"done"'
expect_has "$out" '"players":[{"seat":1,"decisions":19,'
cp "$out" answer
tag=$(sed -n 's/^etag: \(.*\)\r$/\1/Ip' "$heads")
ask 304 "$URL/v1/games/1/review" -H "If-None-Match: $tag"
review POST 200 1 '{"budget":128}'
made 1 || fail "made: $(metric dendro_reviews_total)"
"$DENDRO" review 1 --db club.db --budget 256 --json >command
cmp -s answer command || fail "the command says something else"
"$DENDRO" simulate --game foret --level full --seats 3 --games 1 --seed 5 >one
"$DENDRO" review one --budget 256 --threads 3 --json | sed 's/.*"players"/"players"/' >file
sed 's/.*"players"/"players"/' answer | cmp -s - file || fail "a file gives other figures"

note "a larger budget is another question, and can be cancelled"
review POST 202 1 '{}'
expect_has "$out" '"budget":10000'
review POST 202 1 "{\"budget\":$endless}"
review POST 202 2 "{\"budget\":$endless}"
is 2 queued || is 2 running || fail "$(state 2)"
review DELETE 204 1
is 1 done || fail "what was made went with it: $(state 1)"
eventually begun 2
curl -s -N -m "$PATIENCE" -D watching "$URL/v1/games/2/review/events" >events &
watcher=$!
watches() { [[ -s watching ]]; }
eventually watches
review DELETE 204 2
wait "$watcher"
expect_has events "event: none"
is 2 404 || fail "$(state 2)"
no_thread() { [[ $(metric dendro_reviews_running) == 0 ]]; }
eventually no_thread
made 1 || fail "made: $(metric dendro_reviews_total)"

note "who watches what waits is told at once that it was cancelled"
stop
start --threads 2 --heartbeat 600
review POST 202 2 "{\"budget\":$endless}"
eventually begun 2
review POST 202 3 "{\"budget\":$endless}"
rm watching
curl -s -N -m "$PATIENCE" -D watching "$URL/v1/games/3/review/events" >events &
watcher=$!
eventually watches
review DELETE 204 3
wait "$watcher" || fail "nothing came"
expect_has events "event: none"
review DELETE 204 2
eventually no_thread

note "killed in the middle, it begins again"
review POST 202 3 "{\"budget\":$endless}"
eventually begun 3
kill -9 "$daemon"
wait "$daemon" || true
exec 3<&-
start --threads 2
again() { [[ $(sqlite3 -cmd '.timeout 60000' club.db 'SELECT tries FROM review_job WHERE game = 3') == 2 ]]; }
eventually again || fail "tries"
begun 3 || fail "$(state 3)"
stop
[[ $(sqlite3 club.db 'SELECT holder || until || tries FROM review_job WHERE game = 3') == 01 ]] || fail "it was not let go: $(sqlite3 club.db 'SELECT * FROM review_job')"
sqlite3 club.db 'UPDATE review_job SET budget = 64'
start --threads 2
eventually is 3 "done"

note "while a decision takes minutes the job is held"
"$DENDRO" simulate --game grandbois --level full --seats 3 --games 2 --seed 5 >slow
"$DENDRO" import --quiet --db slow.db slow
"$DENDRO" review 2 --db slow.db --budget "$endless" --quiet >/dev/null 2>&1 &
alone=$!
held_until() { sqlite3 -cmd '.timeout 60000' "$1" "SELECT CASE WHEN holder <> '' AND tries = 1 THEN until ELSE 0 END FROM review_job WHERE game = $2"; }
holds() { [[ -n $(held_until "$1" "$2") ]]; }
renewed() { (($(held_until "$1" "$2") > $3)); }
"$DENDRO" import --quiet --db club.db slow
review POST 202 13 "{\"budget\":$endless}"
eventually begun 13
eventually holds slow.db 2
first=$(held_until club.db 13)
second=$(held_until slow.db 2)
eventually renewed club.db 13 "$first" || fail "the daemon lets it go"
eventually renewed slow.db 2 "$second" || fail "the command lets it go"
ask 200 "$URL/v1/games/13/review"
expect_has "$out" '"status":"running","made_at":null,"done":0,' # no decision has come to its end
kill "$alone"
wait "$alone" || true
review DELETE 204 13

note "who asks for what the daemon is making waits for it"
before=$(metric dendro_reviews_total)
review POST 202 11 '{"budget":2000}'
eventually begun 11
run review 11 --db club.db --budget 2000 --json
expect 0
expect_has "$err" "is being made"
expect_has "$out" '"budget":2000,"status":"done"'
made $((before + 1)) || fail "made: $before, then $(metric dendro_reviews_total)"
[[ $(sqlite3 -cmd '.timeout 60000' club.db 'SELECT count(*) FROM review_job') == 0 ]] || fail "a job is left"

note "authors take turns"
review POST 202 4 "{\"budget\":$endless}"
eventually begun 4
for game in 5 6 7; do
    review POST 202 "$game" '{"budget":64}'
done
who=$other review POST 202 8 '{"budget":64}'
[[ $(sqlite3 -cmd '.timeout 60000' club.db "SELECT group_concat(game) FROM (SELECT game FROM review_job WHERE holder = '' ORDER BY turn, game)") == 5,8,6,7 ]] ||
    [[ $(sqlite3 -cmd '.timeout 60000' club.db "SELECT group_concat(game) FROM (SELECT game FROM review_job WHERE holder = '' ORDER BY turn, game)") == 8,5,6,7 ]] ||
    fail "$(sqlite3 club.db 'SELECT * FROM review_job')"
review DELETE 204 4
for game in 5 6 7 8; do
    eventually is "$game" "done"
done

note "figures over all of them"
ask 200 "$URL/v1/reviews"
expect_has "$out" '{"club":{"games":7,"decisions":399,'
expect_has "$out" '"player":"Bot 1","games":7,"decisions":133,'
ask 200 "$URL/v1/reviews?player=Bot%202&from=2020-01-01"
expect_has "$out" '"club":{"games":0,'
ask 200 "$URL/v1/reviews?player=Bot%202&game=foret"
expect_has "$out" '"players":[{"person":'
! grep -q 'Bot 1' "$out" || fail "$(cat "$out")"
ask 404 "$URL/v1/reviews?player=Nobody"
ask 404 "$URL/v1/reviews?season=1"
ask 400 "$URL/v1/reviews?season=x"

note "a corrected game has no review"
cat >body <<END
{"reason":"a note","record":$(python3 -c 'import json,subprocess,sys;print(json.dumps(subprocess.run([sys.argv[1],"export","--db","club.db"],capture_output=True,text=True).stdout.split("\n\ndendro 1")[0]+"\n"))' "$DENDRO")}
END
ask 200 "$URL/v1/games/1/correct" -H "Authorization: Bearer $record" -H "$json" -d @body
is 1 404 || fail "$(state 1)"
review POST 202 1 '{"budget":64}'
eventually is 1 "done"
stop
run audit --db club.db --quiet
expect 0

note "a thousand that wait, and moves"
"$DENDRO" simulate --game foret --level full --seats 3 --games 1000 --seed 6 >games
"$DENDRO" import --quiet --db many.db games
DENDRO_DB=many.db
db=$work/many.db
record=$("$DENDRO" token add --db many.db --scopes record one | tail -n 1)
start --threads 2
who=$record
for ((game = 1; game <= 1000; game++)); do
    printf 'url = "%s/v1/games/%d/review"\nrequest = POST\noutput = /dev/null\nwrite-out = "%%{http_code}\\n"\nheader = "Authorization: Bearer %s"\nheader = "%s"\ndata = "{\\"budget\\":%d}"\nnext\n' "$URL" "$game" "$record" "$json" "$endless"
done >asked
curl -s -m "$PATIENCE" -K asked | sort | uniq -c >codes
[[ $(awk '{print $1, $2}' codes) == "1000 202" ]] || fail "$(cat codes)"
eventually begun 1
"$DENDRO" simulate --game foret --level table --seats 3 --games 1 --seed 9 >live
{
    sed -n '1,/^$/p' live
} >head
ask 201 "$URL/v1/games" -H "Authorization: Bearer $record" -H 'Content-Type: text/plain' --data-binary @head
game=$(sed -n 's/.*"game":\([0-9]*\).*/\1/p' "$out")
ply=0
while IFS= read -r line; do
    ask 200 "$URL/v1/games/$game/moves" -H "Authorization: Bearer $record" -H "$json" -d "{\"ply\":$ply,\"moves\":\"$line\"}"
    ply=$((ply + 1))
done < <(grep '^[0-9*n]*: ' live | head -n 20)
ask 200 "$URL/v1/games/$game"
expect_has "$out" '"plies":20'
made 0 || fail "a move waited for a review"
[[ $(metric dendro_reviews_queued) == 1000 ]] || fail "queued: $(metric dendro_reviews_queued)"
stop # promptly, though a thousand wait

note "none is made where there are no threads, but what is kept is shown"
db=$work/club.db
start --threads 2 --review-threads 0
ask 503 "$URL/v1/games/9/review" -X POST -H "Authorization: Bearer $other" -H "$json" -d '{"budget":64}'
expect_has "$out" review.off
ask 200 "$URL/v1/games/8/review" -X POST -H "Authorization: Bearer $other" -H "$json" -d '{"budget":64}'
[[ $(sqlite3 -cmd '.timeout 60000' club.db 'SELECT count(*) FROM review_job') == 0 ]] || fail "it was queued"
stop

note "a queue that is full"
sqlite3 club.db "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4096)
    INSERT INTO review_job (game, entry, budget, author, asked, turn, tries, holder, until, why)
    SELECT 1000 + i, 1, 64, 'x', 1, i, 0, 'x', 9000000000000000, '' FROM n"
start --threads 2
ask 503 "$URL/v1/games/9/review" -X POST -H "Authorization: Bearer $other" -H "$json" -d '{"budget":64}'
expect_has "$out" review.full
grep -qi '^retry-after: 1' "$heads" || fail "no Retry-After"
stop
sqlite3 club.db "DELETE FROM review_job"

note "a closed club; who watches is sent nothing more when the token is taken back"
start --threads 2 --private --heartbeat 600
ask 401 "$URL/v1/games/8/review"
ask 401 "$URL/v1/games/8/review/events"
ask 200 "$URL/v1/games/8/review" -H "Authorization: Bearer $reader"
who=$other review POST 202 9 "{\"budget\":$endless}"
rm watching
curl -s -N -m "$PATIENCE" -D watching "$URL/v1/games/9/review/events" -H "Authorization: Bearer $reader" >events &
watcher=$!
eventually watches
[[ $(head -n 1 watching) == *" 200"* ]] || fail "$(head -n 1 watching)"
run token revoke --db club.db "$(sqlite3 club.db "SELECT id FROM token WHERE label = 'three'")"
expect 0
ended=0
wait "$watcher" || ended=$?
((ended != 28)) || fail "it goes on"
! grep -q 'event: none' events || fail "$(cat events)"
stop
finish
