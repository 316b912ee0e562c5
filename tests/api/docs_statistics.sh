#!/usr/bin/env bash
# Runs every `console` block of docs/statistics.md in an empty folder that has the checkout's replays in it.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/console_page.sh"

mkdir "$work/bin" "$work/folder"
ln -s "$DENDRO" "$work/bin/dendro"
PATH=$work/bin:$PATH
unset DENDRO_DB
ln -s "$SOURCE_DIR/replays" "$work/folder/replays"
cd "$work/folder"

run_console_page "$SOURCE_DIR/docs/statistics.md"

note "the page"
if ((commands < 6)); then
    fail "only $commands commands found"
fi
finish
