#!/usr/bin/env bash
# Two daemons on one club: what one has acknowledged the other shows at once, whatever it has ready.
set -eu
. "${SOURCE_DIR:?}/tests/support/needs.sh"
needs python3 || exit 77
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SOURCE_DIR/tests/torture
exec python3 "$SOURCE_DIR/tests/postgres/storm/fresh.py"
