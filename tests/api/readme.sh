#!/usr/bin/env bash
# The README does what it says: every `console` block is run, in a folder of its own beside the checkout's files.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/console_page.sh"

mkdir "$work/bin" "$work/club"
ln -s "$DENDRO" "$work/bin/dendro"
PATH=$work/bin:$PATH
cd "$work/club"
ln -s "$SOURCE_DIR/replays" replays

# What scripts/run would have started.
DB=$work/demo.db
dendro demo --db "$DB" 2>/dev/null
TOKEN=$(dendro token add --db "$DB" --scopes admin readme)
dendro serve --db "$DB" --listen 127.0.0.1:0 >"$work/serve.log" 2>&1 &
daemon=$!
trap 'kill "$daemon" 2>/dev/null || true; rm -rf "$work"' EXIT
eventually grep -q '^listening on ' "$work/serve.log" || fail "the daemon did not start"
URL=$(sed -n 's/^listening on //p' "$work/serve.log")
export DB TOKEN URL

run_console_page "$SOURCE_DIR/README.md"
note "the page"
if ((commands < 5)); then
    fail "only $commands commands found"
fi
finish
