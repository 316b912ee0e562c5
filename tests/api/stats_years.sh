#!/usr/bin/env bash
# The club's years, the spreads of titles and whom people meet, against a plain recount (tests/support/years_check.py).
set -euo pipefail
. "$SOURCE_DIR/tests/support/needs.sh"
needs python3 || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DENDRO_LANG DENDRO_DB
export PYTHONDONTWRITEBYTECODE=1
python3 "$SOURCE_DIR/tests/support/years_check.py" "$DENDRO" "$work"
