#!/usr/bin/env bash
# dendro log: checkpoints, keys, proofs, and the check that a member makes with the exported log alone.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"

"$DENDRO" simulate --game foret --variant duel --level sheet --games 300 --seed 5 >games
head -n "$(($(grep -n '^dendro 1$' games | sed -n 201p | cut -d: -f1) - 1))" games >first
"$DENDRO" import --quiet --db "$db" first 2>/dev/null

note "a checkpoint and the key"
run log checkpoint --db "$db"
expect 0
expect_err </dev/null
cp "$out" old.txt
head -2 "$out" >head
cp head "$out"
expect_out <<'END'
dendro/club
200
END
run log key --db "$db"
expect 0
cp "$out" key.txt
grep -qE '^dendro/club\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$' key.txt || fail "no key: $(cat key.txt)"
"$DENDRO" import --quiet --db "$db" games
"$DENDRO" log --db "$db" checkpoint >new.txt
run log checkpoint --db "$db"
expect_out <new.txt

note "the log"
run log export --db "$db"
expect 0
cp "$out" log.ndjson
if [[ $(jq -s -c '[length, (map(.seq) == [range(1; 301)]), (map(keys_unsorted) | unique)]' log.ndjson) != \
    '[300,true,[["seq","at","author","kind","game","body","leaf"]]]' ]]; then
    fail "not 300 entries with their keys"
fi
run log export --db "$db" --first 7 --last 8
expect_out < <(sed -n 7,8p log.ndjson)
if grep -q Bot log.ndjson; then
    fail "the log knows people by name"
fi

note "unchanged; no database is needed, nor looked at"
mkdir elsewhere
cp log.ndjson old.txt new.txt key.txt elsewhere
cd elsewhere
run log check --log log.ndjson --checkpoint old.txt
expect 0
expect_out <<'END'
OK: the first 200 of 300 entries are those of the checkpoint, signature not checked: no --key
END
run log check --log log.ndjson --checkpoint old.txt --checkpoint new.txt --key key.txt
expect 0
expect_out <<'END'
OK: the first 300 of 300 entries are those of the checkpoint, signature good
END
run log check --lang fr --log - --checkpoint new.txt --key "$(cat key.txt)" <log.ndjson
expect 0
expect_out <<'END'
OK : les 300 premières entrées sur 300 sont celles du point de contrôle, signature bonne
END
if [[ -n $(find . -name '*.db*') ]]; then
    fail "a database appeared"
fi

note "what the member's Python program says, Dendro says"
sed -n '/^```python$/,/^```$/p' "$SOURCE_DIR/docs/proofs.md" | sed '/^```/d' | awk '/^import base64, hashlib, json/ { on = 1 } /^import base64, hashlib, sys/ { on = 0 } on' >check.py
python3 check.py log.ndjson old.txt >"$out" || fail "it says: $(cat "$out")"

note "CRLF and blank lines do no harm"
sed 's/$/\r/' log.ndjson >crlf.ndjson
echo >>crlf.ndjson
sed 's/$/\r/' old.txt >crlf.txt
run log check --log crlf.ndjson --checkpoint crlf.txt --key key.txt
expect 0

note "a changed entry is named"
sed '7s/bee/fox/' log.ndjson >forged.ndjson
run log check --log forged.ndjson --checkpoint old.txt
expect 1
expect_has "$out" "forged.ndjson:7:1: entry 7 was changed: its contents have the leaf "
expect_has "$out" "CHANGED: the first 200 entries are not those of old.txt"
if [[ $(wc -l <"$out") != 2 ]]; then
    fail "it says more"
fi

note "also with a leaf that fits, between two checkpoints"
python3 - log.ndjson >forged.ndjson <<'END'
import hashlib, json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    entry = json.loads(line)
    if entry["seq"] == 250:
        entry["body"] = entry["body"].replace("bee", "fox")
        fields = [entry[name] for name in ("seq", "at", "author", "kind", "game", "body")]
        entry["leaf"] = hashlib.sha256(b"\x00" + b"".join(f"{field}\n".encode() for field in fields)).hexdigest()
    print(json.dumps(entry, ensure_ascii=False))
END
run log check --log forged.ndjson --checkpoint old.txt
expect 0
run log check --log forged.ndjson --checkpoint new.txt --checkpoint old.txt
expect 1
expect_out <<'END'
CHANGED: the first 300 entries are not those of new.txt; the first 200 are unchanged
END

note "an end that is missing"
head -150 log.ndjson >short.ndjson
run log check --log short.ndjson --checkpoint old.txt
expect 1
expect_out <<'END'
CHANGED: the log ends with entry 150, but old.txt speaks of 200
END
run log check --log /dev/null --checkpoint old.txt
expect 1
expect_has "$out" "ends with entry 0"

note "entries removed, swapped, slipped in"
sed 100d log.ndjson >forged.ndjson
run log check --log forged.ndjson --checkpoint old.txt
expect 1
expect_out <<'END'
forged.ndjson:100:1: entry 101 stands where entry 100 should be
END
awk 'NR == 100 { kept = $0; next } { print } NR == 101 { print kept }' log.ndjson >forged.ndjson
run log check --log forged.ndjson --checkpoint old.txt
expect 1
expect_has "$out" "forged.ndjson:100:1: entry 101 stands"
sed '99p' log.ndjson >forged.ndjson
run log check --log forged.ndjson --checkpoint old.txt
expect 1
expect_has "$out" "forged.ndjson:100:1: entry 99 stands where entry 100 should be"

note "lines that are no entries"
while IFS='|' read -r line expected; do
    printf '%s\n' "$line" >bad.ndjson
    run log check --log bad.ndjson --checkpoint old.txt
    expect 1
    expect_has "$out" "bad.ndjson:1:"
    expect_has "$out" "$expected"
done <<'END'
nonsense|not an entry in JSON
{"seq":1}|'at' is missing
{"seq":"1","at":1,"author":"a","kind":"k","game":1,"body":"","leaf":"00"}|'seq' is missing, or not what it should be
{"seq":1,"at":1,"author":"a","kind":"k","game":1,"body":"","leaf":"00"}|'leaf' is missing, or not what it should be
{"seq":1,"seq":1,"at":1,"author":"a","kind":"k","game":1,"body":"","leaf":"00"}|not an entry in JSON
{"seq":1,"at":1,"author":"a","kind":"k","game":1,"body":"","leaf":"0000000000000000000000000000000000000000000000000000000000000000","x":1}|an entry has 7 keys
[1]|'seq' is missing
END
printf '{"seq":1,"author":"\377"}\n' >bad.ndjson
run log check --log bad.ndjson --checkpoint old.txt
expect 2
expect_has "$err" "bad.ndjson:1:20: not UTF-8"

note "a line without end"
head -c 20000000 /dev/zero | tr '\0' ' ' >bad.ndjson
run log check --log bad.ndjson --checkpoint old.txt
expect 1
expect_has "$out" "bad.ndjson:1:1: the line is longer than "

note "signatures"
sed '2s/200/199/' old.txt >bad.txt
run log check --log log.ndjson --checkpoint bad.txt --key key.txt
expect 1
expect_has "$out" "bad.txt:5:"
expect_has "$out" "the signature is wrong"
run log check --log log.ndjson --checkpoint bad.txt
expect 1
expect_has "$out" "CHANGED: the first 199 entries are not those of bad.txt"
"$DENDRO" demo --nights 1 --db "$(address "$work/other.db")" 2>/dev/null
"$DENDRO" log key --db "$(address "$work/other.db")" >other.txt
run log check --log log.ndjson --checkpoint old.txt --key other.txt
expect 1
expect_has "$out" "old.txt:5:"

note "what cannot be checked"
run log check --log log.ndjson --checkpoint key.txt
expect 2
run log check --log log.ndjson --checkpoint missing.txt
expect 2
expect_err <<'END'
missing.txt: no such file or directory
END
run log check --log missing.ndjson --checkpoint old.txt
expect 2
run log check --log log.ndjson --checkpoint old.txt --key nonsense
expect 2
run log check --log log.ndjson
expect 2
expect_has "$err" "give --log and --checkpoint"
run log check --checkpoint old.txt
expect 2

note "proofs: a consistent log"
cd ..
run log prove --db "$db" consistency 200 300
expect 0
cp "$out" elsewhere/proof.txt
run log prove --db "$db" consistency 200
expect_out <elsewhere/proof.txt
run log prove --db "$db" consistency 200 --json
jq -r '.hashes[]' "$out" >hashes
jq -c '[.proof, .first, .second, .first_root, .second_root]' "$out" >facts
cp hashes "$out"
expect_out <elsewhere/proof.txt
cp facts "$out"
expect_out <<END
["consistency",200,300,"$(sed -n 3p old.txt)","$(sed -n 3p new.txt)"]
END
cd elsewhere
run log check --proof proof.txt --checkpoint new.txt --checkpoint old.txt --key key.txt
expect 0
expect_out <<'END'
OK: the log of old.txt is the beginning of that of new.txt
END
sed 1d proof.txt >short.txt
run log check --proof short.txt --checkpoint new.txt --checkpoint old.txt
expect 1
expect_out <<'END'
NOT PROVED: that the log of old.txt is the beginning of that of new.txt
END
echo nonsense >bad.txt
run log check --proof bad.txt --checkpoint new.txt --checkpoint old.txt
expect 2
expect_has "$err" "bad.txt:1:1: 'nonsense' is not a hash"
sed -n '/^```python$/,/^```$/p' "$SOURCE_DIR/docs/proofs.md" | sed '/^```/d' | awk '/^import base64, hashlib, sys/ { on = 1 } on' >check.py
python3 check.py old.txt new.txt proof.txt >"$out" || fail "Python says: $(cat "$out")"

note "proofs: an entry that is there"
run log prove --db "$db" inclusion 7 --size 200
expect 0
cp "$out" proof.txt
sed -n 7p log.ndjson >entry.ndjson
run log check --proof proof.txt --log entry.ndjson --checkpoint old.txt --key key.txt
expect 0
expect_out <<'END'
OK: entry 7 is in the log of old.txt
END
sed 's/bee/fox/' entry.ndjson >forged.ndjson
run log check --proof proof.txt --log forged.ndjson --checkpoint old.txt
expect 1
expect_out <<'END'
NOT PROVED: that entry 7 is in the log of old.txt
END
run log check --proof proof.txt --log entry.ndjson --checkpoint new.txt
expect 1

note "no such proof"
run log prove --db "$db" inclusion 301
expect 1
expect_has "$err" "there is no entry 301"
run log prove --db "$db" consistency 300 200
expect 1
expect_has "$err" "a log of 200 entries has no entry 300"
run log prove --db "$db" inclusion 0
expect 2
run log prove --db "$db" nonsense 1
expect 2
expect_has "$err" "'nonsense' is no kind of proof"
run log nonsense
expect 2
expect_has "$err" "unknown command 'nonsense': 'dendro help log' lists the commands"
run log
expect 2

note "help on a command of a group"
run help log check
expect 0
cp "$out" page
expect_has "$out" "usage: dendro log check "
run log check --help
expect_out <page
run log --help check
expect_out <page

finish
