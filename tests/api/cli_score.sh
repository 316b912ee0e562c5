#!/usr/bin/env bash
# dendro score: every number below was counted by hand, in the comments of the golden records.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
golden=$SOURCE_DIR/replays/foret

note "the booklet's example in JSON"
run score --json "$golden/booklet-three-players.dendro"
expect 0
expect_err </dev/null
expect_out <<'END'
{"game":"foret","variant":"standard","level":"table","seats":[{"seat":1,"player":"Amélie","total":50,"rank":1,"categories":{"bee":6,"bear":4,"trout":4,"fox":3,"eagle":2,"dragonfly":7,"deer":12,"rabbit":0,"meadow":0,"stream":5,"wolf":0,"biodiversity":7}},{"seat":2,"player":"Ferdinand","total":36,"rank":3,"categories":{"bee":9,"bear":2,"trout":0,"fox":0,"eagle":6,"dragonfly":8,"deer":0,"rabbit":3,"meadow":0,"stream":8,"wolf":0,"biodiversity":0}},{"seat":3,"player":"Mana","total":43,"rank":2,"categories":{"bee":9,"bear":0,"trout":0,"fox":6,"eagle":0,"dragonfly":0,"deer":6,"rabbit":0,"meadow":15,"stream":0,"wolf":12,"biodiversity":-5}}],"winners":[1]}
END

note "a solo game: Alban has 11 categories and no rank"
run score --json "$golden/solo-easy.dendro"
expect 0
expect_out <<'END'
{"game":"foret","variant":"solo","level":"sheet","seats":[{"seat":1,"player":"Jonas","total":52,"rank":1,"categories":{"bee":0,"bear":0,"trout":0,"fox":21,"eagle":0,"dragonfly":0,"deer":18,"rabbit":1,"meadow":0,"stream":5,"wolf":12,"biodiversity":-5}},{"seat":"a","player":null,"total":22,"rank":null,"categories":{"bee":0,"bear":4,"trout":4,"fox":0,"eagle":6,"dragonfly":0,"deer":0,"rabbit":0,"meadow":0,"stream":8,"wolf":0}}],"winners":[1],"margin":30,"outcome":"easy"}
END

note "a duel: the neutral seat has nothing"
run score --json "$golden/duel-table.dendro"
expect 0
expect_out <<'END'
{"game":"foret","variant":"duel","level":"table","seats":[{"seat":1,"player":"Uma","total":64,"rank":1,"categories":{"bee":0,"bear":2,"trout":4,"fox":6,"eagle":20,"dragonfly":0,"deer":8,"rabbit":3,"meadow":6,"stream":0,"wolf":8,"biodiversity":7}},{"seat":2,"player":"Vincent","total":58,"rank":2,"categories":{"bee":0,"bear":0,"trout":0,"fox":9,"eagle":2,"dragonfly":1,"deer":12,"rabbit":1,"meadow":6,"stream":8,"wolf":12,"biodiversity":7}},{"seat":"n","player":null,"total":null,"rank":null,"categories":{}}],"winners":[1]}
END

note "solo outcomes"
for level in hard normal easy loss; do
    run score --json "$golden/solo-$level.dendro"
    expect 0
    expect_has "$out" "\"outcome\":\"$level\"}"
done
run score --json "$golden/solo-loss.dendro"
expect_has "$out" '"winners":[],"margin":'

note "the sheet for a person"
run score "$golden/booklet-three-players.dendro"
expect 0
expect_out <<'END'
Ecosystem: Forest, standard, table, 2026-11-13T20:30+01:00, Ludothèque du quartier
              Amélie  Ferdinand    Mana
bees               6          9       9
bears              4          2       0
trouts             4          0       0
foxes              3          0       6
eagles             2          6       0
dragonflies        7          8       0
deer              12          0       6
rabbits            0          3       0
meadows            0          0      15
streams            5          8       0
wolves             0          0      12
biodiversity       7          0      -5
total            *50         36      43
winner: Amélie
END

note "Ecos says how far its moves could be checked"
# Of the 29 moves, 10 of them active cards, five charges and seven declared effects are of cards known by number only.
run score --json "$SOURCE_DIR/replays/ecos/by-hand-duel.dendro"
expect 0
expect_out <<'END'
{"game":"ecos","variant":"standard","level":"table","seats":[{"seat":1,"player":"Ada","total":61,"rank":1,"categories":{"points":61}},{"seat":2,"player":"Blaise","total":60,"rank":2,"categories":{"points":60}}],"winners":[1],"verified":{"moves":29,"number":12,"slots":0,"effects":17}}
END
run score "$SOURCE_DIR/replays/ecos/by-hand-duel.dendro"
expect_has "$out" "checked of 29 moves: 59 % in full, 41 % by card number"
run score --json "$SOURCE_DIR/replays/ecos/sheet.dendro"
if grep -q '"verified"' "$out"; then
    echo "a sheet has no moves that could be checked"
    exit 1
fi

note "in French, from standard input"
run score --lang fr <"$golden/solo-easy.dendro"
expect 0
expect_out <<'END'
Ecosystème Forêt, solo, feuille
               Jonas   Alban
abeilles           0       0
ours               0       4
truites            0       4
renards           21       0
aigles             0       6
libellules         0       0
cerfs             18       0
lapins             1       0
clairières         0       0
ruisseaux          5       8
loups             12       0
biodiversité      -5       -
total            *52      22
résultat : victoire facile, écart 30
END
cp "$out" "$work/fr"
DENDRO_LANG=fr run score - <"$golden/solo-easy.dendro"
expect_out <"$work/fr"

note "unfinished: no ranks, no winners, and it says so"
cat >"$work/short" <<'END'
dendro 1
game foret
seat 1 A
seat 2 B
seat 3 C
1: bee 0,0
END
run score --json "$work/short"
expect 0
expect_out <<'END'
{"game":"foret","variant":"standard","level":"table","seats":[{"seat":1,"player":"A","total":-5,"rank":null,"categories":{"bee":0,"bear":0,"trout":0,"fox":0,"eagle":0,"dragonfly":0,"deer":0,"rabbit":0,"meadow":0,"stream":0,"wolf":0,"biodiversity":-5}},{"seat":2,"player":"B","total":-5,"rank":null,"categories":{"bee":0,"bear":0,"trout":0,"fox":0,"eagle":0,"dragonfly":0,"deer":0,"rabbit":0,"meadow":0,"stream":0,"wolf":0,"biodiversity":-5}},{"seat":3,"player":"C","total":-5,"rank":null,"categories":{"bee":0,"bear":0,"trout":0,"fox":0,"eagle":0,"dragonfly":0,"deer":0,"rabbit":0,"meadow":0,"stream":0,"wolf":0,"biodiversity":-5}}],"winners":[],"finished":false}
END
run score "$work/short"
expect 0
expect_has "$out" "not finished"

note "written totals that differ are verify's business"
run score --json "$golden/contested/written-scores.dendro"
expect 0
expect_err </dev/null
expect_has "$out" '"player":"Simon","total":62'

note "two records, the first one broken: the second is scored"
{
    printf 'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n1: fox 0,0\n2: bee 0,0\n3: fox 0,0\n2: wolf 3,0\n\n'
    cat "$golden/solo-easy.dendro"
} >"$work/two"
run score --json "$work/two"
expect 1
expect_err <<END
$work/two:9:4: seat 2: wolf 3,0: not adjacent to any card
END
expect_has "$out" '"player":"Jonas","total":52'

note "several files say which is which"
run score "$golden/solo-easy.dendro" "$work/short"
expect 0
expect_has "$out" "$golden/solo-easy.dendro:1"
expect_has "$out" "$work/short:1"

note "names are data: nothing in them reaches a terminal as a command"
printf 'dendro 1\ngame foret\nseat 1 \033[31mEve\302\233\342\200\256\tX\nseat 2 A name that is far too long for a column\nseat 3 C\n' >"$work/evil"
run score "$work/evil"
expect 0
expect_out <<'END'
Ecosystem: Forest, standard, table
              [31mEve X  A name that is far …       C
bees                  0                     0       0
bears                 0                     0       0
trouts                0                     0       0
foxes                 0                     0       0
eagles                0                     0       0
dragonflies           0                     0       0
deer                  0                     0       0
rabbits               0                     0       0
meadows               0                     0       0
streams               0                     0       0
wolves                0                     0       0
biodiversity         -5                    -5      -5
total                -5                    -5      -5
not finished
END
run score --json "$work/evil"
expect 0
expect_has "$out" '"player":"\u001B[31mEve'

note "a name has at most 20 columns, however few players there are"
printf 'dendro 1\ngame foret\nseat 1 Amélie-Ferdinande de la Forêt\nseat 2 B\n' >"$work/long"
run score "$work/long"
expect 0
expect_has "$out" '              Amélie-Ferdinande d…       B'

finish
