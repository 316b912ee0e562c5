#!/usr/bin/env bash
# Every figure of `dendro stats` against a computation that shares nothing with the program (tests/support/stats_check.py).
set -euo pipefail
. "$SOURCE_DIR/tests/support/needs.sh"
needs python3 || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DENDRO_LANG DENDRO_DB
export PYTHONDONTWRITEBYTECODE=1
python3 "$SOURCE_DIR/tests/support/stats_check.py" "$DENDRO" "$work"
