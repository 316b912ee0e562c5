#!/usr/bin/env bash
# Runs one libFuzzer target for a bounded time, on a copy of its corpus: what it finds on the way must not end up in
# the checkout. An input that fails is kept, and its place is printed.
#
# usage: fuzz_run.sh <target> <corpus folder> <seconds>
# FUZZ_RUNS (20000), FUZZ_SECONDS (those given) and FUZZ_SEED (1) say how long and from where; 0 seconds is without end.
set -euo pipefail

target=$1
corpus=$2
seconds=$3
name=$(basename "$target")
kept=$(dirname "$target")/found-$name-

if [[ ! -d $corpus ]] || [[ -z $(ls -A "$corpus") ]]; then
    echo "$name: no inputs in $corpus: a target that starts from nothing finds nothing" >&2
    exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$corpus" "$work/corpus"

# What fails ends with 70: with its own 77 libFuzzer would pass for a test that cannot run here.
# One input may take long on a machine that is busy with something else: what hangs is still found by ctest's limit.
options=(-runs="${FUZZ_RUNS:-20000}" -max_total_time="${FUZZ_SECONDS:-$seconds}" -seed="${FUZZ_SEED:-1}"
    -error_exitcode=70 -timeout=300 -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="$kept")
if [[ -f $corpus.dict ]]; then
    options+=(-dict="$corpus.dict")
fi
"$target" "${options[@]}" "$work/corpus"
