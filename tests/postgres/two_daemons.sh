#!/usr/bin/env bash
# Two daemons on one club: one effect and one answer for a key, whoever is asked; races, an import, tokens, an audit and a rebuild meanwhile.
set -eu
. "${SOURCE_DIR:?}/tests/support/needs.sh"
needs python3 || exit 77
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SOURCE_DIR/tests/torture
exec python3 "$SOURCE_DIR/tests/postgres/storm/storm.py" two
