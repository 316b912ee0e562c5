#!/usr/bin/env bash
# Every figure of `dendro stats` against a computation that shares nothing with the program (tests/support/stats_check.py).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DENDRO_LANG DENDRO_DB
export PYTHONDONTWRITEBYTECODE=1
python3 "$SOURCE_DIR/tests/support/stats_check.py" "$DENDRO" "$work"
