#!/usr/bin/env bash
# The systemd unit: systemd understands it, its sandbox leaves little, and the daemon lives in it: it calls only what the unit's
# system call filter allows, and writes only to its state folder, write-ahead log included.
set -eu
if [[ ${1:-} == inside ]]; then # as under ProtectSystem=strict: nothing can be written but the state
    mount --bind "$2" "$2"
    mount -o remount,bind,ro /
    shift 2
    umask 0077
    exec "$@"
fi
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
unit=$SOURCE_DIR/packaging/dendro.service
GAME='{"game": "foret", "seats": ["Ada", "Bo", "Cy"]}'
needs systemd-analyze || exit 77

note "the unit"
mkdir "$work/unit"
sed "s|^ExecStart=/usr/bin/dendro|ExecStart=$DENDRO|" "$unit" >"$work/unit/dendro.service"
# It also reads the units that ours names, and complains about the machine's; those are not ours to mend.
systemd-analyze verify --man=no "$work/unit/dendro.service" >"$out" 2>&1 || fail "systemd-analyze verify ends with $?"
if grep -q dendro "$out"; then
    fail "systemd-analyze verify says: $(head -5 "$out")"
fi
if systemd-analyze security --help 2>&1 | grep -q -- --threshold; then
    systemd-analyze security --offline=true --threshold=20 "$work/unit/dendro.service" >"$out" 2>&1 ||
        fail "exposed: $(tail -1 "$out")"
else
    skip_part "this systemd does not judge a unit that is not installed: its exposure"
fi
# What the unit starts is what the program understands.
words=$(sed -n 's|^ExecStart=/usr/bin/dendro ||p' "$unit")
touch "$work/dendro.conf"
# shellcheck disable=SC2086 # several words
run ${words/\/etc\/dendro.conf/$work/dendro.conf} --print-config
expect 0

note "the comments of --print-config are in the reader's language, and the file is read either way"
run serve --print-config
expect_has "$out" "# where to listen; port 0 takes a free one"
grep -v '^#' "$out" >"$work/settings"
run serve --print-config --lang fr
expect 0
expect_has "$out" "# où écouter ; le port 0 en prend un libre"
if grep -q "# where to listen" "$out"; then
    fail "English comments"
fi
cp "$out" "$work/french.conf"
run serve --config "$work/french.conf" --print-config
grep -v '^#' "$out" | cmp - "$work/settings" || fail "the French file says something else"

note "a file of settings that is wrong says where"
printf 'threads = 2\n\nlisen = 127.0.0.1:80\n' >"$work/wrong.conf"
run serve --config "$work/wrong.conf" --print-config
expect 2
expect_has "$err" "dendro: $work/wrong.conf:3: 'lisen' is not a setting"
run serve --config "$work/none.conf" --print-config
expect 2
expect_has "$err" "dendro: $work/none.conf: no such file or directory"

note "the state folder alone"
state=$work/state
mkdir "$state"
# shellcheck disable=SC2119 # with no command
if private_mounts; then
    DENDRO_REAL=$DENDRO
    DENDRO=$work/dendro-inside
    printf '#!/usr/bin/env bash\n. "%s"\nprivate_mounts "%s" inside "%s" "%s" "$@"\n' "$SOURCE_DIR/tests/support/needs.sh" \
        "$(realpath "$0")" "$state" "$DENDRO_REAL" >"$DENDRO"
    chmod +x "$DENDRO"
    start --db "$state/dendro.db"
    ask 201 "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME"
    ask 200 "$URL/readyz"
    ask 202 "$URL/v1/audit" -X POST -H "Authorization: Bearer $TOKEN"
    [[ -s $state/dendro.db-wal ]] || fail "there is no write-ahead log"
    [[ $(stat -c %a "$state/dendro.db" "$state/dendro.db-wal" | sort -u) == 600 ]] || fail "others can read the database"
    stop
    DENDRO=$DENDRO_REAL
    run audit --quiet --db "$state/dendro.db"
    expect 0
else
    skip_part "no file system can be mounted: what the daemon writes"
fi

note "system calls"
if ! needs strace; then
    finish
    exit 0
fi
if ! strace -o "$out" true 2>/dev/null; then
    skip_part "strace may not trace: the daemon's system calls"
    finish
    exit 0
fi
if is_sanitized "$DENDRO"; then
    skip_part "a sanitizer's system calls are its own, and it does not live with strace: the daemon's system calls"
    finish
    exit 0
fi
# calls SET...: the names in these sets, sets inside them included.
calls() {
    local line
    systemd-analyze syscall-filter "$@" | while read -r line; do
        case $line in
            "#"* | "" | "$1") ;;
            @*) calls "$line" ;;
            *) echo "$line" ;;
        esac
    done
}
allowed=$(sed -n 's/^SystemCallFilter=\(@.*\)/\1/p' "$unit")
denied=$(sed -n 's/^SystemCallFilter=~\(.*\)/\1/p' "$unit")
for set in $allowed; do calls "$set"; done | sort -u >"$work/allowed"
for set in $denied; do calls "$set"; done | sort -u >"$work/denied"
(($(wc -l <"$work/allowed") > 100 && $(wc -l <"$work/denied") > 20)) || fail "the unit has no filter to look at"

DENDRO_REAL=$DENDRO
DENDRO=$work/dendro-traced
printf '#!/bin/sh\nexec strace -f -qq -o "%s" "%s" "$@"\n' "$work/trace" "$DENDRO_REAL" >"$DENDRO"
chmod +x "$DENDRO"
tls=()
if needs openssl; then
    openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 -subj /CN=localhost \
        -addext subjectAltName=IP:127.0.0.1 2>/dev/null
    tls=(--tls-cert "$work/cert.pem" --tls-key "$work/key.pem")
fi
start --db "$state/traced.db" --access-log "$work/access.log" "${tls[@]}"
server=$(pgrep -P "$daemon" | head -1)
"$DENDRO_REAL" simulate --game foret --seats 3 --games 30 >"$work/games"
ask 200 -k "$URL/v1/import" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' --data-binary @"$work/games"
ask 201 -k "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME"
ask 200 -k --compressed "$URL/v1/cards?game=foret"
ask 200 -k "$URL/v1/export"
ask 202 -k "$URL/v1/audit" -X POST -H "Authorization: Bearer $TOKEN"
ask 200 -k "$URL/v1/log/checkpoint"
kill -HUP "$server"
ask 200 -k "$URL/metrics"
kill "$server"
wait "$daemon" || fail "the daemon ended with $?"
sed -n 's/^[0-9]* *\([a-z_0-9]*\)(.*/\1/p' "$work/trace" | sort -u >"$work/called"
(($(wc -l <"$work/called") > 15)) || fail "only $(wc -l <"$work/called") system calls were seen"
comm -13 "$work/allowed" "$work/called" >"$work/surplus"
[[ ! -s $work/surplus ]] || fail "not allowed: $(tr '\n' ' ' <"$work/surplus")"
comm -12 "$work/denied" "$work/called" >"$work/surplus"
if (($(id -u) == 0)); then # SQLite gives new files to the owner of the database when it is root, which the unit's user is not
    sed -i '/^fchown$/d' "$work/surplus"
fi
[[ ! -s $work/surplus ]] || fail "denied: $(tr '\n' ' ' <"$work/surplus")"
finish
