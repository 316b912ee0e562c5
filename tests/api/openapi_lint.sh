#!/usr/bin/env bash
# An outside linter finds nothing to say about schema/openapi.yaml: redocly, as strict as tests/openapi/redocly.yaml says.
set -eu
. "$SOURCE_DIR/tests/support/needs.sh"
cd "$SOURCE_DIR/tests/openapi"
PATH=$SOURCE_DIR/build/node/bin:$PATH # where scripts/setup puts a newer one than an old system has
if (($(node -p 'process.versions.node.split(".")[0]') < 20)); then
    skip "redocly wants Node.js 20, and this is $(node --version) (scripts/setup test)"
fi
if [[ ! -x node_modules/.bin/redocly ]]; then
    skip "no redocly (scripts/setup test)"
fi
# It would look for a newer version of itself, and tell its makers that it was used.
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true CI=true
said=$(node_modules/.bin/redocly lint --config redocly.yaml --format=stylish ../../schema/openapi.yaml 2>&1) || {
    echo "$said"
    exit 1
}
if grep -qiE '[0-9]+ (warning|error)' <<<"$said"; then
    echo "$said"
    exit 1
fi
# It does find something when there is something: an operation without an id.
broken=$(mktemp --suffix=.yaml)
trap 'rm -f "$broken"' EXIT
sed '0,/"operationId": "listPlayers",/s///' ../../schema/openapi.yaml >"$broken"
if node_modules/.bin/redocly lint --config redocly.yaml "$broken" >/dev/null 2>&1; then
    echo "redocly takes an operation without an id"
    exit 1
fi
echo "schema/openapi.yaml: redocly has nothing to say"
