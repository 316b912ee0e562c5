#!/usr/bin/env bash
# kill -9 of the whole server while clients write through a daemon: what was acknowledged is there once, without gaps, and the audit is clean.
set -eu
. "${SOURCE_DIR:?}/tests/support/needs.sh"
needs python3 || exit 77
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SOURCE_DIR/tests/torture
exec python3 "$SOURCE_DIR/tests/postgres/storm/storm.py" server
