#!/usr/bin/env bash
# ETags of computed answers change with the build: its id is the same for the same sources, wherever they lie, and another
# one when any of them changes; and the daemon's ETags begin with it.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"

# id_of <folder>: the id that a checkout there would get.
id_of() {
    local files
    files=$(find "$1/src" "$1/CMakeLists.txt" -type f | sort | tr '\n' ',')
    cmake "-DFILES=${files%,}" "-DOUTPUT=$1/build_id.c" -P "$1/cmake/embed_build.cmake"
    sed -n 's/.*BUILD_ID\[\] = "\(.*\)";/\1/p' "$1/build_id.c"
}

for place in one "two/and a blank"; do
    mkdir -p "$work/$place/src"
    cp -r "$SOURCE_DIR/cmake" "$SOURCE_DIR/CMakeLists.txt" "$work/$place"
    cp -r "$SOURCE_DIR/src/stats" "$work/$place/src"
done
note "the same sources"
first=$(id_of "$work/one")
[[ $first =~ ^[0-9a-f]{12}$ ]] || fail "no id: '$first'"
touch -d 2001-01-01 "$work"/two/*/src/stats/*
[[ $(id_of "$work/two/and a blank") == "$first" ]] || fail "the same sources elsewhere have another id"

note "other sources"
echo >>"$work/one/src/stats/facts.c"
second=$(id_of "$work/one")
[[ $second != "$first" ]] || fail "a changed file keeps the id"
mv "$work/one/src/stats/facts.c" "$work/one/src/stats/facts2.c"
[[ $(id_of "$work/one") != "$second" ]] || fail "a renamed file keeps the id"

note "the daemon"
start --threads 2
ask 200 "$URL/v1/players"
grep -qiE '^etag: "[0-9a-f]{12}\.' "$heads" || fail "the ETag has no build: $(grep -i ^etag "$heads")"
stop
finish
