#!/usr/bin/env bash
# The club's settings: shown and set, kept by backups, no part of the log; what is no setting is refused and changes nothing.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"

run demo --db club.db --nights 1 --club Ormes
expect 0
size=$(entries club.db)
run log key --db club.db
cp "$out" key

# settings NAME ZONE LANGUAGE: as they are shown to programs.
settings() {
    run settings --db club.db --json
    expect 0
    jq -c '[.name, .zone, .language]' <"$out" >found
    cp found "$out"
    expect_out <<<"[$1,$2,$3]"
}

note "until they are set: the name of the key, and UTC"
settings '"Ormes"' '"UTC"' null
run settings --db club.db
expect_out <<'END'
name      Ormes
zone      UTC
language  -
END

note "setting them"
run settings set --db club.db name 'Les Ormes du Mail'
expect 0
expect_out </dev/null
run settings set --db club.db language fr
expect 0
run settings --db club.db set language fr
expect 0
if [[ -e /usr/share/zoneinfo/Europe/Paris ]]; then
    run settings set --db club.db zone Europe/Paris
    expect 0
    zone='"Europe/Paris"'
else
    skip_part "no time zones on this machine"
    zone='"UTC"'
fi
settings '"Les Ormes du Mail"' "$zone" '"fr"'

note "what is none is refused in both languages, and changes nothing"
# refused SENTENCE NAME VALUE
refused() {
    run settings set --db club.db "$2" "$3"
    expect 2
    expect_has "$err" "$1"
}
refused "no setting is called 'nme': \`dendro help settings set\` names them; did you mean 'name'?" nme x
refused "'private' is yes or no, not 'true'" private true
refused "no setting is called 'suspended'" suspended yes
refused "'bytes' is a whole number, 0 for no limit, not 'few'" bytes few
refused "'host' is a host name in small letters, such as club.example.org, not '../x'" host ../x
refused 'a club'"'"'s name has 1 to 80 bytes' name "$(printf 'x%.0s' {1..81})"
refused 'a club'"'"'s name has 1 to 80 bytes' name ' Ormes'
refused 'cannot be seen' name "$(printf 'Or\u200bmes')"
refused "'' is not a time zone" zone ''
refused "'../../etc/passwd' is not a time zone; Europe/Paris and UTC are, for example" zone ../../etc/passwd
refused "is not a time zone" zone "$(printf 'x%.0s' {1..10000})"
refused "is not a time zone" zone europe/paris
if [[ -d /usr/share/zoneinfo ]]; then
    refused "'Europe/Ormes' is not a time zone" zone Europe/Ormes
    refused "'Europe' is not a time zone" zone Europe
fi
refused "'de' is not a language of the page: fr or en" language de
run --lang fr settings set --db club.db language de
expect_has "$err" '« de » n'"'"'est pas une langue de la page'
run settings set --db club.db name
expect 2
run settings get --db club.db
expect 2
settings '"Les Ormes du Mail"' "$zone" '"fr"'

note "not in the log, and no concern of audit and rebuild; the key stays"
[[ $(entries club.db) == "$size" ]] || fail "the log has grown"
run log key --db club.db
cmp -s "$out" key || fail "another key"
run audit --db club.db
expect 0
run rebuild --db club.db
expect 0
settings '"Les Ormes du Mail"' "$zone" '"fr"'

note "backups have them"
run backup --db club.db club.bak
expect 0
run settings set --db club.db name ''
expect 0
run settings set --db club.db language ''
expect 0
settings null "$zone" null
run restore --db club.db --force club.bak
expect 0
settings '"Les Ormes du Mail"' "$zone" '"fr"'

note "completion"
run completion bash
expect_has "$out" "'settings') offers='set --db --json --clubs --club --lang --help'"

finish
