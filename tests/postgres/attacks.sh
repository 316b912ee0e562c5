#!/usr/bin/env bash
# What somebody with bad intentions tries at a daemon of many clubs: tokens of other clubs, names that are SQL, values beyond all limits,
# clubs that are renamed, suspended, removed and made again under way.
set -eu
. "${SOURCE_DIR:?}/tests/support/needs.sh"
needs python3 || exit 77
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SOURCE_DIR/tests/torture
exec python3 "$SOURCE_DIR/tests/postgres/storm/attacks.py" "$@"
