#!/usr/bin/env bash
# Runs every `console` block of docs/operating.md in an empty folder, and compares to the byte.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/console_page.sh"
page=$SOURCE_DIR/docs/operating.md

mkdir "$work/bin" "$work/folder"
ln -s "$DENDRO" "$work/bin/dendro"
PATH=$work/bin:$PATH
unset DENDRO_DB
cd "$work/folder"

run_console_page "$page"

note "the page"
if ((commands < 10)); then
    fail "only $commands commands found"
fi

finish
