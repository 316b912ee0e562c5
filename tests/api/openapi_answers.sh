#!/usr/bin/env bash
# Runs the C tests of the API once more, with every answer written down, and holds each against schema/openapi.yaml
# (tests/openapi/answers.mjs): its status, its media type, and its body to the last member.
set -eu
. "$SOURCE_DIR/tests/support/needs.sh"
needs node || exit 77
validator=$SOURCE_DIR/tests/openapi
if [[ ! -d $validator/node_modules/ajv ]]; then
    skip "no ajv (scripts/setup test)"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DENDRO_HTTP_TRACE=$work/trace DENDRO_TEST_SCALE=20

# Those that are about crowds and time have few answers of their own, and take long.
for program in ./test_api_http_*; do
    case $program in
        *_limits | *_thread | *_crowd*) continue ;;
    esac
    if ! "$program" >"$work/said" 2>&1; then
        cat "$work/said"
        echo "$program fails"
        exit 1
    fi
done
node "$validator/answers.mjs" "$SOURCE_DIR/schema/openapi.yaml" "$work/trace"

# And it does see what is not described: another status, another type, a member too many, a member too few.
bad() {
    printf '%s\n' "$1" >"$work/bad"
    if node "$validator/answers.mjs" "$SOURCE_DIR/schema/openapi.yaml" "$work/bad" | grep -q "^GET $2"; then
        return
    fi
    echo "not seen: $1"
    exit 1
}
answer='{"method":"GET","path":"/v1/access","head":false'
bad "$answer,\"status\":418,\"type\":\"application/json\",\"body\":\"{}\"}" "/v1/access: the status 418"
bad "$answer,\"status\":200,\"type\":\"text/html\",\"body\":\"{}\"}" "/v1/access: 200 of the type 'text/html'"
bad "$answer,\"status\":200,\"type\":\"application/json\",\"body\":\"{\\\"token\\\":null}\"}" "/v1/access 200: / must have required"
bad "$answer,\"status\":200,\"type\":\"application/json\",\"body\":\"{\\\"token\\\":null,\\\"scopes\\\":[],\\\"x\\\":1}\"}" \
    "/v1/access 200: / must NOT have additional properties"

# The schema of catalogues: all that are shipped fit it, and a document that is none does not.
node "$validator/catalogues.mjs" "$SOURCE_DIR/schema/catalogue.schema.json" "$SOURCE_DIR"/catalogues/*/*.json
sed 's/"least"/"lest"/' "$SOURCE_DIR/catalogues/pad/hedgerow.json" >"$work/bad.json"
if node "$validator/catalogues.mjs" "$SOURCE_DIR/schema/catalogue.schema.json" "$work/bad.json" >/dev/null; then
    echo "the schema of catalogues takes a misspelt key"
    exit 1
fi
