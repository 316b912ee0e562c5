#!/usr/bin/env bash
# Many clubs on the command line: made, listed, renamed, suspended and removed; what contradicts itself is refused, and no slug
# becomes a path.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
. "$SOURCE_DIR/tests/support/older.sh"
cd "$work"
unset DENDRO_DB DENDRO_CLUBS

# without FILE TEXT
without() {
    ! grep -qF -- "$2" "$1" || fail "'$2' in $1"
}

note "a club is made, with a token that is one"
run club add alpha --clubs many
expect 0
[[ $(cat "$out") == dendro_* ]] || fail "no token"
run club add beta --clubs many
expect 0
[[ $(stat -c %a many many/alpha.db) == $'700\n600' ]] || fail "others can read it"
[[ $(find many -name '.new-*' -o -name '*-wal') == "" ]] || fail "something is left over"
run club add alpha --clubs many
expect 2
expect_has "$err" "there is a club 'alpha' already"

note "what is no slug is refused, and makes nothing"
find many | sort >before # the list itself is not in it
for slug in '' . .. ../x a/b A 'a b' é a_b alpha.db "$(printf 'a%.0s' {1..41})" "x'; DROP TABLE setting"; do
    run club add --clubs many -- "$slug"
    expect 2
    expect_has "$err" 'is no slug of a club'
    run players list --clubs many --club="$slug"
    expect 2
done
DENDRO_LANG=fr run club add A --clubs many
expect_has "$err" "« A » n'est pas un nom court de club"
find many | sort | cmp - before || fail "something was made"

note "one of many"
run players add Ada --clubs many --club alpha
expect 0
DENDRO_CLUBS=many run players add Bo --club beta
expect 0
run players list --json --clubs many --club alpha
expect_has "$out" '"Ada"'
without "$out" '"Bo"'
run players --clubs many --club beta list --json
expect_has "$out" '"Bo"'
run players list --clubs many --club gamma
expect 2
expect_has "$err" "there is no club 'gamma' in many"
[[ ! -e many/gamma.db ]] || fail "it was made"

note "contradictions"
run players list --db many/alpha.db --club alpha
expect 2
expect_has "$err" "--db names the file of one club"
run players list --db many/alpha.db --clubs many
expect 2
run players list --club alpha
expect 2
expect_has "$err" "--club needs the folder of clubs"
run players list --clubs many
expect 2
expect_has "$err" "which club? --club SLUG"
DENDRO_CLUBS=many run players add Cy
expect 2
[[ ! -e dendro.db ]] || fail "a database was made where nobody asked for one"
DENDRO_CLUBS=many DENDRO_DB=many/beta.db run players list --json
expect 0
expect_has "$out" '"Bo"'
run serve --db x.db --clubs many
expect 2
run club list
expect 2
expect_has "$err" "where are the clubs?"
DENDRO_CLUBS=many run score "$SOURCE_DIR"/replays/foret/booklet-drawings.dendro
without "$err" "which club"

note "how a club stands"
run settings set private yes --clubs many --club alpha
run settings set entries-a-day 500 --clubs many --club alpha
run settings --clubs many --club alpha
expect_has "$out" 'private        yes'
expect_has "$out" 'entries-a-day  500'
run club list --clubs many
expect 0
expect_has "$out" 'private'
DENDRO_LANG=fr run club list --clubs many
expect_has "$out" 'privé'

note "suspended and resumed"
run club suspend alpha --clubs many
expect 0
run players add Di --clubs many --club alpha
expect 2
expect_has "$err" 'this club is suspended'
run players add Di --db many/alpha.db
expect 2
run players list --clubs many --club alpha
expect 0
run club resume alpha --clubs many
run players add Di --clubs many --club alpha
expect 0

note "another slug"
run club rename alpha beta --clubs many
expect 2
expect_has "$err" "there is a club 'beta' already"
run club rename alpha omega --clubs many
expect 0
run players list --json --clubs many --club omega
expect_has "$out" '"Di"'
run players add Ed --clubs many --club omega
expect 0
[[ ! -e many/alpha.db ]] || fail "it is still there"

note "taken away, and brought back"
run club remove omega --clubs many
expect 0
backup=$(cat "$out")
[[ $backup == many/omega.*.bak && -f $backup && ! -e many/omega.db ]] || fail "no backup: $backup"
run club list --clubs many --json
jq -r .slug <"$out" | cmp - <(echo beta) || fail "it is listed"
run club add omega --clubs many
run restore --force --clubs many --club omega "$backup"
expect 0
run club resume omega --clubs many
run players list --json --clubs many --club omega
expect_has "$out" '"Ed"'

if ! type -P sqlite3 >/dev/null; then
    skip_part "no sqlite3: clubs are not made older"
    finish
fi
note "all of them are brought up to date; one that is broken does not stop the others"
run club add older --clubs many
to_schema_9 many/older.db
echo "no database" >many/broken.db
run migrate --all --clubs many
expect 2
expect_out <<'END'
older: schema 9 -> 15; the database from before is in many/older.db.v9.bak
4 clubs, 1 brought up to date, 1 failed
END
expect_has "$err" "dendro: broken: "
rm many/broken.db
DENDRO_CLUBS=many run migrate --all --json
expect 0
echo '{"clubs":3,"changed":0,"failed":0}' | expect_out
run migrate --all --clubs nowhere
expect 2
finish
