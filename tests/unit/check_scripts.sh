#!/usr/bin/env bash
# scripts/test itself, in a tree of its own with tests made up for it: one that passes, one that fails, one that fails by chance,
# one that cannot run here, one that can in part; and the same of the browser. What is counted, what is shown, how it ends.
set -euo pipefail
root=${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/build/dev" "$tree/tests/browser" "$tree/bin"
cp -R "$root/scripts" "$tree/scripts"
cd "$tree"

# script <path>: an executable from standard input
script() {
    { echo '#!/usr/bin/env bash' && cat; } >"$1"
    chmod +x "$1"
}

for stub in scripts/setup scripts/run bin/cmake; do # everything is installed and built
    script "$stub" <<<'exit 0'
done
PATH=$tree/bin:$PATH
script passes <<<'echo well'
script fails <<<'for i in {1..100}; do echo "line $i of why"; done; exit 3'
script flaky <<END
echo "by chance: run \$(ls "$tree" | grep -c "^been-") of it" # the first run leaves a mark, the second finds it
[[ -e $tree/been-here ]] || { touch "$tree/been-here" && exit 1; }
END
script skips <<<'echo "SKIPPED: there is no moon"; exit 77'
script silent <<<'exit 77'
script partly <<<'seq 5000; echo "SKIPPED: the tide is out"; seq 5000'
script tests/browser/run <<END
if [[ -z \${1:-} ]]; then
    echo 'ok      a page (0.1 s)'
    echo 'FAILED  a page (by chance) (0.2 s)'
    echo '    Error: it was not there'
    echo 'FAILED  a broken page (0.3 s)'
    echo '    Error: it never is'
    echo '1 passed, 2 failed'
    exit 1
elif [[ \$1 == 'a page (by chance)' ]]; then
    echo 'ok      a page (by chance) (0.2 s)'
    echo '1 passed, 0 failed'
else
    echo "FAILED  \$1 (0.3 s)"
    echo '0 passed, 1 failed'
    exit 1
fi
END

# register TEST...: these are the tests of the debug build; $KIND is what they are labelled with
KIND=unit
register() {
    local name
    rm -f been-here
    for name in "$@"; do
        echo "add_test($KIND/$name.sh \"$tree/$name\")"
        echo "set_tests_properties($KIND/$name.sh PROPERTIES SKIP_RETURN_CODE 77 LABELS $KIND)"
    done >build/dev/CTestTestfile.cmake
}

# test_ends <exit code> <last line> <option of scripts/test>...: what it said is in the file `said`
test_ends() {
    local wanted=$1 line=$2 code=0
    shift 2
    bash scripts/test "$@" >said 2>&1 || code=$?
    if ((code != wanted)) || [[ $(tail -n 1 said) != "$line" ]]; then
        echo "FAILED: scripts/test $* ends with $code, not $wanted, or not with '$line':"
        cat said
        exit 1
    fi
}

# says <text>: exactly one line begins with it
says() {
    if [[ $(grep -cF -- "$1" said) != 1 ]] || ! grep -F -- "$1" said | grep -qE '^(SKIPPED|FLAKY|FAILED|    \|) '; then
        echo "FAILED: '$1' is not said once:"
        cat said
        exit 1
    fi
}

# The build is the first that passes.
register passes
test_ends 0 "2 passed, 0 failed, 0 skipped" unit

register passes flaky skips partly silent
test_ends 0 "4 passed, 0 failed, 3 skipped" unit
says "FLAKY    unit: unit/flaky.sh"
says "    | by chance: run 0 of it"
says "SKIPPED  unit: unit/skips.sh: there is no moon"
says "SKIPPED  unit: unit/partly.sh: the tide is out"
says "SKIPPED  unit: unit/silent.sh: it does not say why"

register passes flaky skips
test_ends 1 "2 passed, 1 failed, 1 skipped" --strict unit
says "FLAKY    unit: unit/flaky.sh"

register passes fails flaky
test_ends 1 "3 passed, 1 failed, 0 skipped" unit
says "FAILED   unit: unit/fails.sh"
says "    | line 100 of why"
says "    | line 50 of why"
if grep -q "line 30 of why" said; then
    echo "FAILED: the output of a failure is shown without an end"
    exit 1
fi

# Many that fail at once are not run again: this one would pass.
names=()
for i in {1..21}; do
    cp flaky "chance$i"
    sed -i "s/been-here/been-here-$i/g" "chance$i"
    names+=("chance$i")
done
register "${names[@]}"
test_ends 1 "1 passed, 21 failed, 0 skipped" unit

register gone # a test that cannot even be started has failed
test_ends 1 "1 passed, 1 failed, 0 skipped" unit
says "FAILED   unit: unit/gone.sh"
register
test_ends 1 "1 passed, 1 failed, 0 skipped" unit
says "FAILED   unit: ctest ran no test"

test_ends 1 "3 passed, 1 failed, 0 skipped" browser
says "FLAKY    browser: a page (by chance)"
says "    | Error: it was not there"
says "FAILED   browser: a broken page"
says "    | Error: it never is"
test_ends 1 "2 passed, 2 failed, 0 skipped" --strict browser
script tests/browser/run <<<'echo "no browser"; exit 2'
test_ends 1 "1 passed, 1 failed, 0 skipped" browser
says "FAILED   browser: the tests did not come to an end"

# Tests of PostgreSQL run in their own stage, and only there: one that fails is run again with the same server, which is then stopped.
mkdir -p tests/support
script tests/support/postgres.sh <<END
case \$1 in
    start) touch "$tree/server" && echo "$tree/server" ;;
    env) echo "DENDRO_TEST_POSTGRES=at \$2" && echo "DENDRO_TEST_POSTGRES_FOLDER=\$2" ;;
    stop) rm "\$2" ;;
esac
END
script asks <<END
[[ \$DENDRO_TEST_POSTGRES == "at $tree/server" && -e \$DENDRO_TEST_POSTGRES_FOLDER ]] && exec "$tree/flaky"
END
register passes
KIND=postgres
cp build/dev/CTestTestfile.cmake others
register asks passes
cat others >>build/dev/CTestTestfile.cmake
test_ends 0 "3 passed, 0 failed, 0 skipped" postgres
says "FLAKY    postgres: postgres/asks.sh"
if [[ -e server ]]; then
    echo "FAILED: the server was not stopped"
    exit 1
fi
test_ends 0 "2 passed, 0 failed, 0 skipped" unit
script tests/support/postgres.sh <<<'echo "SKIPPED: no room for elephants"; exit 77'
test_ends 0 "1 passed, 0 failed, 1 skipped" postgres
says "SKIPPED  postgres: no room for elephants"
script tests/support/postgres.sh <<<'echo "it is ill" >&2; exit 1'
test_ends 1 "1 passed, 1 failed, 0 skipped" postgres
says "FAILED   postgres: the server does not start"
says "    | it is ill"
KIND=unit

# Two stages are counted together.
register passes flaky skips
script tests/browser/run <<<'echo "ok      a page (0.1 s)"; echo "1 passed, 0 failed"'
test_ends 0 "5 passed, 0 failed, 1 skipped" unit browser
says "FLAKY    unit: unit/flaky.sh"

# What is begun ahead of its stage runs beside those before it (the test `waits` waits for it), is shown in its own stage and counts
# there; also when it fails, or is killed.
script waits <<END
for i in {1..1200}; do [[ -e $tree/begun ]] && exit; sleep 0.1; done
exit 1
END
register waits passes
for ending in false 'kill -9 $PPID'; do
    rm -f begun
    script bin/cmake <<END
[[ \$* == *asan* ]] || exit 0
echo "asan does not compile"
touch "$tree/begun"
$ending
END
    test_ends 1 "5 passed, 2 failed, 0 skipped" unit browser asan tidy
    if [[ $ending == false ]]; then
        if [[ $(grep -A1 '^== asan$' said | tail -n 1) != "asan does not compile" ]]; then
            echo "FAILED: what was begun ahead is not shown in its stage:"
            cat said
            exit 1
        fi
        says "FAILED   asan build"
        says "FAILED   build for tidy"
    else
        says "FAILED   asan_build: it did not come to an end"
        says "FAILED   tidy: it did not come to an end"
    fi
done
script bin/cmake <<<'exit 0'

# Checks that run beside each other: each is counted, and what one says stays in one piece.
mkdir -p tests/unit tests/js
for stub in tests/unit/check_{version,scripts,includes,files}.sh scripts/format; do
    script "$stub" <<<'echo well'
done
script bin/shellcheck <<<'for i in {1..5}; do echo "mistake $i"; sleep 0.01; done; exit 1'
script tests/js/check <<<'for i in {1..5}; do echo "$1 $i"; sleep 0.01; done; [[ $1 == lint ]]'
test_ends 1 "6 passed, 2 failed, 0 skipped" lint
says "FAILED   shellcheck"
says "    | mistake 5"
says "FAILED   javascript types"
if [[ $(grep -A4 '^types 1$' said | tail -n 1) != "types 5" || $(grep -A4 '^mistake 1$' said | tail -n 1) != "mistake 5" ]]; then
    echo "FAILED: what two checks say is mixed:"
    cat said
    exit 1
fi

bash scripts/test --help | grep -q "N passed, M failed, K skipped"
if bash scripts/test no-such-stage >said 2>&1; then
    echo "FAILED: it takes a stage that there is not"
    exit 1
fi
