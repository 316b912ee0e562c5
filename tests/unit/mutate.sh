#!/usr/bin/env bash
# scripts/mutate on a toy program whose mutants are known: a test notices some of them, one hangs, one is never reached, one is
# noticed by chance only. And what must not be touched is not.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
toy=$work/toy
mkdir -p "$toy/src/base" "$toy/tests"
cat >"$toy/src/base/toy.c" <<'END'
/* A toy: if (x < 1) in a comment, */
#define LIMIT(x) ((x) < 10)
static const int TABLE[] = {1 + 1, 2 < 3};
enum { ROOM = 4 + 4 };
const char *text = "a < b";

int small(int n)
{
    static const int least = 2 + 1;
    char memory[ROOM + 1];
    memory[0] = 0;
    if (n < 3) {
        return 1;
    }
    switch (n) {
    case 1 + 3:
        return least + memory[0];
    default:
        break;
    }
    return TABLE[0] - 2;
}

int rounds(int n)
{
    int sum = 0;
    for (int i = 0; i != n; i++) {
        sum += i;
    }
    return sum;
}

void log_line(int n);
static int logged;
void log_line(int n)
{
    logged = n;
}

int unreached(int n)
{
    return n >= 7;
}

int same(int n)
{
    int noticed = 0;
    int unnoticed = 0;
    unnoticed = n;
    return unnoticed + noticed;
}
END
cat >"$toy/tests/test.c" <<'END'
#include <stdlib.h>
int small(int);
int rounds(int);
int same(int);
void log_line(int);
int main(int argc, char **argv)
{
    log_line(argc);
    if (argc > 1) { /* a test that fails now and then, whatever is mutated */
        return getenv("DENDRO_MUTANT") && system("test -e \"$FLAG\" || { : >\"$FLAG\"; exit 1; }") != 0;
    }
    (void)argv;
    return !(small(2) == 1 && small(3) == 0 && small(4) == 3 && rounds(4) == 6 && same(4) == 4);
}
END
cat >"$toy/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
enable_testing()
file(GLOB sources src/base/*.c)
add_executable(toy \${sources} tests/test.c)
add_test(NAME unit/toy COMMAND toy)
add_test(NAME unit/chance COMMAND toy by chance)
set_tests_properties(unit/chance PROPERTIES ENVIRONMENT "FLAG=$work/flag")
END

note "what is chosen"
code=0
"$SOURCE_DIR/scripts/mutate" --root "$toy" --list base 1000 1 >"$out" 2>"$err" || code=$?
expect 0
said="mutate --list"
for line in 2 3 4 5 9 10 16; do # the macro, the tables, the string, what is static, the size of an array, a label
    if grep -q "toy.c:$line " "$out"; then
        fail "line $line is touched: $(grep "toy.c:$line " "$out")"
    fi
done

note "what is noticed"
"$SOURCE_DIR/scripts/mutate" --root "$toy" --patience 5 base 1000 1 >"$out" 2>"$err" || code=$?
expect 0
said="mutate"
grep -qE '^killed +src/base/toy.c:12 small: .*\(by unit/toy\)$' "$out" || fail "nobody notices another limit"
grep -qE '^killed +src/base/toy.c:27 rounds: .*\(by unit/toy(, timeout)?\)$' "$out" || fail "nobody notices another loop"
grep -qE '^survived src/base/toy.c:37 log_line: `logged = n;` removed \(2 tests reach it\)$' "$out" || fail "somebody notices what cannot be"
grep -qE '^survived src/base/toy.c:42 unreached: .*\(no test reaches it\)$' "$out" || fail "somebody notices what is never run"
grep -qE '^killed +src/base/toy.c:47 same: `0` → .*\(by unit/toy\)$' "$out" || fail "one of two with one name is not noticed"
grep -qE '^survived src/base/toy.c:48 same: `0` → .*$' "$out" || fail "the other one is, which cannot be"
grep -qE '^base +[0-9]+ +[0-9]+ +[0-9]+ +0 +[0-9]+$' "$out" || fail "no table"
((failures == 0)) || cat "$out" "$err"

note "named survivors, and only survivors again"
cat >"$toy/tests/mutants.txt" <<'END'
# comment
src/base/toy.c log_line: `logged = n;` removed
    Nobody reads it.
END
"$SOURCE_DIR/scripts/mutate" --root "$toy" --patience 5 --again base 1000 1 >"$out" 2>"$err" || code=$?
expect 0
grep -qE '^base +[0-9]+ +[0-9]+ +[0-9]+ +1 +[0-9]+$' "$out" || fail "the named survivor is not counted"

note "the same seed, the same mutants; another, others"
for seed in 1 1 2; do
    "$SOURCE_DIR/scripts/mutate" --root "$toy" --list base 4 "$seed" >"$work/list.$seed" 2>"$err"
    [[ ! -e $work/before ]] || cmp -s "$work/before" "$work/list.1" || fail "one seed, two choices"
    cp "$work/list.1" "$work/before"
done
if cmp -s "$work/list.1" "$work/list.2"; then
    fail "two seeds, one choice"
fi
finish
