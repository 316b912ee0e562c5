# shellcheck shell=bash
# A club with every kind of game, for what goes out to other programs; source assert.sh first.
#
#   make_club DB           makes it: engines at every level, pads of every variant, teams, guests, an erased person, decimals,
#                          places, notes, times around the changes of summer time, and games that are void, live and abandoned
: "${work:?source assert.sh first}"

# pad TITLE PLAYED HEADERS LINES: a record; `;` parts lines, and PLAYED may be empty.
pad() {
    printf 'dendro 1\ngame pad\ntitle %s\n' "$1"
    tr ';' '\n' <<<"$3"
    [[ -z $2 ]] || printf 'played %s\n' "$2"
    printf '\n'
    tr ';' '\n' <<<"$4"
    printf '\n'
}

pads() {
    local hedgerow
    hedgerow=$(sha256sum "$SOURCE_DIR/catalogues/pad/hedgerow.json")
    pad Catan 2026-11-10 'seat 1 Ada;seat 2 Bo;seat 3 Cy;duration 60;place Chez Ada' '1: total 10;2: total 8.5;3: total 7'
    pad Catan 2026-03-28T23:30+01:00 'seat 1 Bo;seat 2 ?;seat 3 Ada;seat 4 ?' '1: total 12.25;2: total 99.5;3: total -3;4: total 0'
    pad Catan 2026-03-29T03:30+02:00 'seat 1 Ada;seat 2 Bo;seat 3 Cy;seat 4 Dan;team 1 3;team 2 4' '1: total 6;2: total 11'
    pad Catan 2026-10-25T02:30+01:00 'seat 1 Ada;seat 2 Bo' '1: total 5 rank 2;2: total 4 rank 1'
    pad Catan 2026-10-25T23:30Z 'seat 1 Ada;seat 2 Bo' '1: total 5 rank 1;2: total 5 rank 2'
    pad Catan 2026-11-11T10:00+01:00 'seat 1 Ada;seat 2 Zoé' '1: total 5;2: total 6'
    pad Catan 2026-11-11T20:15:30 'seat 1 Zoé;seat 2 Cy;night 2026-11-11' '1: total 5;2: total 6'
    pad Catan '' 'seat 1 Ada;seat 2 Cy;night 2026-11-12' '1: total 5;2: total 6'
    pad Catan '' 'seat 1 Ada;seat 2 Dan;note nobody wrote down when' '1: total 7;2: total 6'
    pad Catan 2026-12-02 'variant win;seat 1 Ada;seat 2 Bo;x-bgg-quantity 3' '1: wins;2: loses'
    pad Catan 2026-12-02 'variant low;seat 1 Cy;seat 2 Bo' '1: total 3;2: total 4'
    pad Golf 2026-12-02 'variant low;seat 1 Ada;seat 2 Bo' '1: total 4;2: total 3.75'
    pad Loup 2026-12-02 'variant win;seat 1 Ada;seat 2 Bo;seat 3 Cy' '1: wins;2: loses;3: wins'
    pad Loup 2026-12-02 'variant win;seat 1 Ada;seat 2 Bo' '1: loses;2: loses'
    pad Course 2026-12-03 'variant rank;seat 1 Cy;seat 2 Bo;seat 3 ?' '1: rank 1;2: rank 3;3: rank 2'
    pad "L'Île perdue" 2026-12-03 'variant together;seat 1 Ada;seat 2 Bo;place Café « Ümit », 1er' '*: won, total 21'
    pad "L'Île perdue" 2026-12-03 'variant together;seat 1 Ada;seat 2 Cy' '*: lost'
    pad Catan 2026-12-04 'seat 1 Ada;seat 2 Bo;note he said "never again" \o/ 🎲;note second line;x-other kept' '*: played'
    pad Hedgerow 2026-12-05 "seat 1 Ada;seat 2 Bo;option pad hedgerow sha256:${hedgerow%% *}" '1: nests 9, gaps 2, total 7;2: nests 3, gaps 0, total 3'
    pad Forêt 2026-12-05T20:00+01:00 'seat 1 Ada;seat 2 Bo;seat 3 Zoé' '1: total 50;2: total 36;3: bee 6, wolf 8, total 43'
}

# Records of engines, played by people of the club.
engines() {
    local game replays=$SOURCE_DIR/replays
    for game in foret grandbois ecos biotopes; do
        "$DENDRO" simulate --game "$game" --seats 3 --games 1 --seed 3 | sed 's/^seat 1 .*/seat 1 Ada/; s/^seat 2 .*/seat 2 Bo/; s/^seat 3 .*/seat 3 Zoé/'
    done
    cat "$replays"/foret/{duel-full,solo-easy,solo-loss,totals-ranks,totals-solo,ties-four-seats,unfinished-five}.dendro \
        "$replays"/biotopes/{totals-ranks,sheet-initiate}.dendro
}

# The number of a game that the filter of sqlite3 finds.
game_of() {
    sqlite3 "$1" "SELECT id FROM d_game WHERE $2 ORDER BY id LIMIT 1"
}

make_club() {
    local db=$1
    {
        pads
        engines
        pad Catan 2026-11-13 'seat 1 Bo;seat 2 Cy' '1: total 1;2: total 2' # void, below
        pad Azul 2026-11-13 'seat 1 Bo;seat 2 Cy' '1: total 1'           # abandoned, below
    } >"$work/records"
    "$DENDRO" import --quiet --db "$db" "$work/records" >"$work/made" 2>&1 || {
        cat "$work/made"
        return 1
    }
    "$DENDRO" settings set --db "$db" zone Europe/Paris
    "$DENDRO" players erase --db "$db" Zoé
    "$DENDRO" game void --db "$db" --reason twice "$(game_of "$db" "game = 'catan' AND day = 20770")"
    "$DENDRO" game abandon --db "$db" "$(game_of "$db" "game = 'azul'")"
}
