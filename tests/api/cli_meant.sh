#!/usr/bin/env bash
# What was probably meant: a mistyped command, option, game, card, person, place, variant, level or catalogue is refused
# with the one that is near; what is near nothing, or near two of them, is refused without a guess.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
cd "$work"
"$DENDRO" import --quiet "$SOURCE_DIR/replays/foret/booklet-three-players.dendro" 2>/dev/null

# meant GUESS WORD...: the command fails, and its line ends in this guess (empty: in none)
meant() {
    local guess=$1
    shift
    note "dendro $*"
    run "$@"
    if [[ $code == 0 ]]; then
        fail "was not refused"
    fi
    if [[ -n $guess ]]; then
        expect_has "$err" "; did you mean '$guess'?"
    elif grep -q "did you mean" "$err"; then
        fail "a guess: $(cat "$err")"
    fi
}

meant score scroe
meant "" frobnicate
meant leaderboard stats leaderbord
meant "" stats xyz
meant --game stats cards --gmae foret
meant --game stats cards --gmae=foret
meant --help stats cards --hlep
meant --seats stats cards --sates=4
meant "" stats cards --frobnicate
meant rating stats leaderboard --order ratign
meant foret stats cards --game forte
meant "Ecosystème Forêt" stats cards --game "Ecosysteme Foret x"
meant "" stats cards --game chess
meant foret simulate --game forret
meant foret games forett
meant foret export --game forrt
meant bee stats card beee --game foret
meant bee stats card be --game foret
meant abeille stats card abielle --game foret
meant "" stats card 1055 --game ecos
meant "" stats card elephant --game foret
meant Ferdinand stats leaderboard --player Feridnand
meant Ferdinand stats player ferdinnd
meant Amélie stats versus Ferdinand ameile
meant Mana stats history manna
meant Mana stats forecast --seats Ferdinand,manna
"$DENDRO" demo --db demo.db --nights 3 >/dev/null 2>&1
meant "Lazare (demo)" stats player Lazar --db demo.db
meant "Lazare (demo)" stats player lazare --db demo.db
meant Amélie game list --player Amelie2
meant Amélie export --player Amélia
meant Amélie players rename Amlie Somebody
meant "" stats player Zebulon
meant "" stats player @ameliexxxxxx
meant "Ludothèque du quartier" stats records --place "ludotheque du quatrier"
meant "" stats records --place Mars
meant standard stats records --variant standrad
meant duel stats records --variant dule
meant sheet stats records --level sheeet
meant feuille stats records --level feuile
meant duel simulate --game foret --variant dual
meant table simulate --game foret --level tabel
meant house simulate --game ecos --catalogue huose
meant house stats cards --game ecos --catalogue hous
meant "" stats cards --game foret --catalogue hous
meant printed catalogue show pritned
meant --access-log serve --access-lag x
printf 'acess-log = x\n' >daemon.conf
meant access-log serve --config daemon.conf

note "in a record"
hash=$("$DENDRO" simulate --game ecos --seats 2 --level sheet | sed -n 's/^option catalogue house //p')
printf 'dendro 1\ngame ecos\nlevel sheet\nseat 1 A\nseat 2 B\noption catalogue hous %s\n' "$hash" >named
for place in "" "--db=dendro.db"; do
    run verify $place named
    expect_has "$out" "; did you mean 'house'?"
done
printf 'dendro 1\njeu foret\njoueur 1 A\nPlayer 2 B\n' >players
run verify players
expect_out <<END
players:3:1: unknown keyword 'joueur'; did you mean 'siège'?
players:4:1: unknown keyword 'Player'; did you mean 'seat'?
END

# refused SENTENCE WORD...: the command fails with this line
refused() {
    local wanted=$1
    shift
    run "$@"
    [[ $code != 0 ]] || fail "was not refused"
    expect_err <<<"dendro: $wanted"
}
note "what was not found is named; what stands elsewhere is found there"
refused "no catalogue of Ecos: First Continent is called 'hous'; did you mean 'house'?" stats cards --game ecos --catalogue hous
refused "'duel' is a variant of Ecosystem: Forest, not of Ecos: First Continent" stats cards --game ecos --variant duel
refused "« duel » est une variante du jeu Ecosystème Forêt, pas du jeu Ecos : Continent originel" stats cards --lang fr --game ecos --variant duel
refused "unknown option '--player': this command takes PLAYER OTHER, without an option" stats versus Ferdinand Mana --player Amélie
refused "option « --player » inconnue : cette commande prend JOUEUR AUTRE, sans option" --lang fr stats versus Ferdinand Mana --player=Amélie
refused "'Mana' and '--player Amélie' say the same thing: leave one out" stats player Mana --player Amélie
refused "'Mana' and '--player Amélie' say the same thing: leave one out" stats history Mana --player Amélie
refused "'2026-11-13' and '--night 2026-11-14' say the same thing: leave one out" stats night 2026-11-13 --night 2026-11-14
refused "'Mana' and 'mana' are the same person" stats versus Mana mana

note "a table without a row says why"
run stats cards --game ecos --catalogue printed
expect 0
expect_out <<<"no finished game: Ecos: First Continent, catalogue printed"
run stats leaderboard --from 1990-01-01 --to 1990-02-01
expect_out <<<"no finished game, between 1990-01-01 and 1990-02-01 (solo games are not looked at)"
run stats leaderboard --night 1990-01-01 --lang fr
expect_out <<<"aucune partie terminée, le 1990-01-01 (les parties en solo ne sont pas regardées)"
"$DENDRO" simulate --game foret --variant solo | sed 's/^level table/&\nplayed 2026-11-20/' >solo
"$DENDRO" import --quiet --db solo.db solo 2>/dev/null
run stats night 2026-11-20 --db solo.db
expect 0
expect_out <<'END'
game                      player  total  rank
   1  foret, solo, table  Bot 1      75     1

no standings: nobody played against others
END

note "in French, too"
DENDRO_LANG=fr run stats player Feridnand
expect_err <<END
dendro: personne ici ne s'appelle « Feridnand » ; vouliez-vous dire « Ferdinand » ?
END

# Who was erased is nobody's guess.
"$DENDRO" players erase Ferdinand 2>/dev/null
meant "" stats player Feridnand
finish
