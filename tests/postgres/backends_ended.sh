#!/usr/bin/env bash
# Sessions of two daemons are ended by the server at any moment: clients see a success or 503, and nothing is lost or doubled.
set -eu
. "${SOURCE_DIR:?}/tests/support/needs.sh"
needs python3 || exit 77
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SOURCE_DIR/tests/torture
exec python3 "$SOURCE_DIR/tests/postgres/storm/storm.py" backends
