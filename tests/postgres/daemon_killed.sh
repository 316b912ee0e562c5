#!/usr/bin/env bash
# kill -9 of a daemon on a server, and of commands, at any moment: what was acknowledged is there once.
set -eu
. "${SOURCE_DIR:?}/tests/support/needs.sh"
needs python3 || exit 77
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SOURCE_DIR/tests/torture
exec python3 "$SOURCE_DIR/tests/postgres/storm/storm.py" daemon
