#!/usr/bin/env bash
# Running the daemon: HTTPS, the access log and its rotation, nothing secret in what it writes, a clean end, a second daemon on
# the same port, and a large import and export in constant memory.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"

needs openssl || exit 77
. "$SOURCE_DIR/tests/support/daemon.sh"

note "HTTPS"
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 -subj /CN=localhost \
    -addext subjectAltName=IP:127.0.0.1 2>/dev/null
start --tls-cert "$work/cert.pem" --tls-key "$work/key.pem" --access-log "$work/access.log"
[[ $URL == https://* ]] || fail "it listens on $URL"
curl -s --cacert "$work/cert.pem" "$URL/healthz" >"$out" || true
expect_has "$out" '"status":"ok"'
curl -s --cacert "$work/cert.pem" "$URL/v1/players" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
    -d '{"name": "Ada"}' >"$out"
expect_has "$out" '"name":"Ada"'

note "a client that warns of something while both still greet is served"
cat >"$work/warn.py" <<'END'
import socket, ssl, sys
plain = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
context = ssl.create_default_context(cafile=sys.argv[2])
context.maximum_version = ssl.TLSVersion.TLSv1_2
received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
tls = context.wrap_bio(received, sent, server_hostname="127.0.0.1")
greetings = 0
while True:
    try:
        tls.do_handshake()
        break
    except ssl.SSLWantReadError:
        greetings += 1
        plain.sendall(b"\x15\x03\x03\0\2\1\x5a" if greetings == 2 else b"")  # an alert, of the kind that ends nothing
        plain.sendall(sent.read())
        received.write(plain.recv(65536) or sys.exit("the daemon hangs up"))
END
if needs python3; then
    python3 "$work/warn.py" "${URL##*:}" "$work/cert.pem" || fail "it is sent away"
fi

note "the access log"
mv "$work/access.log" "$work/access.old"
kill -HUP "$daemon"
# rotated: the signal is taken when it is taken; a line in the new file says that it has been
rotated() {
    curl -s -o "$out" --cacert "$work/cert.pem" "$URL/healthz"
    [[ -s $work/access.log ]]
}
eventually rotated || fail "it writes no new log"
curl -s --cacert "$work/cert.pem" "$URL/v1/games?player=Secret" >"$out"
curl -s --cacert "$work/cert.pem" "$URL/metrics" >"$work/metrics"
# What only grows says so in its name and in its type; what has buckets is a histogram; the rest goes up and down.
while read -r _ _ name type; do
    case $name:$type in
        *_total:counter | *_seconds:histogram | *_requests:histogram) ;;
        *_total:* | *:counter | *:histogram) fail "$name is a $type" ;;
        *:gauge) ;;
        *) fail "$name is a $type" ;;
    esac
done < <(grep '^# TYPE' "$work/metrics")
stop
expect_has "$work/access.old" '"route":"/v1/players"'
expect_has "$work/access.log" '"route":"/v1/games","path":"/v1/games","status":404'
if grep -qE "${TOKEN#dendro_}|Secret|Ada" "$work/access.log" "$work/access.old" "$work/metrics"; then
    fail "a token, a query or a name is in the log or the metrics"
fi
if needs jq; then
    jq -e .status "$work/access.old" "$work/access.log" >"$out" || fail "the access log is not JSON"
fi

note "a port that is taken"
start
run serve --db "$work/other.db" --listen "${URL#http://}"
expect 2
expect_has "$err" "cannot listen on"

note "a large import and export"
"$DENDRO" simulate --game foret --seats 4 --level table --seed 3 --games 600 >"$work/games"
curl -s "$URL/v1/import" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' -T "$work/games" -X POST >"$out"
expect_has "$out" '"records":600,"added":600,"known":0,"contested":0,"refused":0'
curl -s "$URL/v1/export" >"$work/exported"
run export --db "$work/club.db"
cmp "$out" "$work/exported" || fail "the daemon exports something else than the command line"
curl -s "$URL/v1/import" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' --data-binary @"$work/exported" >"$out"
expect_has "$out" '"added":0,"known":600'
stop
run audit --quiet --db "$work/club.db"
expect 0
finish
