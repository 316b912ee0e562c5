/*
 * Every way in which GrandBois says no, with the sentence that people read.
 * The ids are part of the contract; docs/grandbois.md lists them.
 */
#include "rules/cursor.h"
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

const struct message grandbois_messages[GRANDBOIS_RULES_COUNT] = {
    [GRANDBOIS_OK] = {ERR_OK, "grandbois.ok", "", ""},
    [GRANDBOIS_BAD_SETUP] = {ERR_RULE, "grandbois.setup", "a game has 3 or 4 players, a duel 2",
                             "une partie a 3 ou 4 joueurs, un duel 2"},

    [GRANDBOIS_BAD_WORD] = {ERR_SYNTAX, "grandbois.player-move",
                            "a player says 'tile', 'tower', 'pass' or 'reveal', not '%1'",
                            "un joueur dit « tuile », « tour », « passe » ou « révèle », pas « %1 »"},
    [GRANDBOIS_BAD_TABLE] = {ERR_SYNTAX, "grandbois.table-move", "the table says 'clan', 'river' or 'row', not '%1'",
                             "la table dit « clan », « rivière » ou « ligne », pas « %1 »"},
    [GRANDBOIS_BAD_TILE] = {ERR_SYNTAX, "grandbois.tile", "'%1' is not a tile from 1 to 36",
                            "« %1 » n'est pas une tuile de 1 à 36"},
    [GRANDBOIS_BAD_ROTATION] = {ERR_SYNTAX, "grandbois.rotation", "'%1' is not a rotation: r0, r90, r180 or r270",
                                "« %1 » n'est pas une rotation : r0, r90, r180 ou r270"},
    [GRANDBOIS_BAD_CELL] = {ERR_SYNTAX, "grandbois.place", "a place such as 3,-1 is expected",
                            "une case comme 3,-1 est attendue"},
    [GRANDBOIS_BAD_CLAN] = {ERR_SYNTAX, "grandbois.clan", "'%1' is not a clan: raccoon, fox, lizard, rabbit or toad",
                            "« %1 » n'est pas un clan : raton laveur, renard, lézard, lapin ou crapaud"},
    [GRANDBOIS_BAD_SEAT] = {ERR_SYNTAX, "grandbois.clan-of", "'%1' is not a player of this game",
                            "« %1 » n'est pas un joueur de cette partie"},
    [GRANDBOIS_BAD_COLOUR] = {ERR_SYNTAX, "grandbois.colour", "'%1' is not a tower: white, black, blue or brown",
                              "« %1 » n'est pas une tour : blanche, noire, bleue ou marron"},
    [GRANDBOIS_BAD_SQUARE] = {ERR_SYNTAX, "grandbois.square",
                              "'%1' is not a square: C, B, . or a letter of W F L R T with 1 to 4",
                              "« %1 » n'est pas une case : C, B, . ou une lettre de W F L R T avec 1 à 4"},
    [GRANDBOIS_BAD_FRENCH] = {ERR_SYNTAX, "grandbois.french-square",
                              "'%1' is not a square of a 'ligne', which has French letters: C, O, . or RA, R, LE, L, C "
                              "with 1 to 4; W F L R T are those of a 'row'",
                              "« %1 » n'est pas une case d'une « ligne », qui a des lettres françaises : C, O, . ou "
                              "RA, R, LE, L, C avec 1 à 4 ; W F L R T sont celles d'une « row »"},
    [GRANDBOIS_TWO_MEANINGS] = {ERR_SYNTAX, "grandbois.two-meanings", "'%1' may be %2 or %3: write one letter more",
                                "« %1 » peut être %2 ou %3 : une lettre de plus le dira"},
    [GRANDBOIS_BAD_REST] = {ERR_SYNTAX, "grandbois.rest", "unexpected '%1'", "« %1 » inattendu"},
    [GRANDBOIS_BAD_LENGTH] = {ERR_SYNTAX, "grandbois.line-length", "a line holds at most %1 of these",
                              "une ligne en contient au plus %1"},

    [GRANDBOIS_NOT_A_MOVE] = {ERR_RULE, "grandbois.not-a-move", "this is not a move of this game",
                              "ce n'est pas un coup de ce jeu"},
    [GRANDBOIS_NO_SUCH_SEAT] = {ERR_RULE, "grandbois.no-such-seat", "seat %1 has no such move in this game",
                                "le siège %1 n'a pas de tel coup dans cette partie"},
    [GRANDBOIS_IS_OVER] = {ERR_RULE, "grandbois.over", "the game is over", "la partie est finie"},
    [GRANDBOIS_SETUP_FIRST] = {ERR_RULE, "grandbois.setup-first", "the River and, at level full, the clans come first",
                               "la Rivière et, au niveau complet, les clans viennent d'abord"},
    [GRANDBOIS_REFILL_FIRST] = {ERR_RULE, "grandbois.refill-first", "a tile must be drawn to the River first",
                                "il faut d'abord piocher une tuile pour la Rivière"},
    [GRANDBOIS_TOWER_FIRST] = {ERR_RULE, "grandbois.tower-first", "first 'tower' or 'pass' for the tile just laid",
                               "d'abord « tour » ou « passe » pour la tuile posée"},
    [GRANDBOIS_LAY_FIRST] = {ERR_RULE, "grandbois.lay-first", "a tile is to be laid now, no tower can be placed",
                             "il faut poser une tuile, aucune tour ne peut être placée"},
    [GRANDBOIS_REVEAL_ONLY] = {ERR_RULE, "grandbois.reveal-only", "all tiles are laid: the clans are to be revealed",
                               "les tuiles sont posées : il reste à révéler les clans"},
    [GRANDBOIS_NOT_YOUR_TURN] = {ERR_RULE, "grandbois.not-your-turn", "it is the turn of seat %1",
                                 "c'est le tour du siège %1"},
    [GRANDBOIS_NOT_IN_RIVER] = {ERR_RULE, "grandbois.not-in-river", "tile %1 is not in the River",
                                "la tuile %1 n'est pas dans la Rivière"},
    [GRANDBOIS_COVERS_NOTHING] = {ERR_RULE, "grandbois.covers-nothing", "the tile must cover a square of the forest",
                                  "la tuile doit recouvrir une case de la forêt"},
    [GRANDBOIS_ADDS_NOTHING] = {ERR_RULE, "grandbois.adds-nothing", "the tile must add a square to the forest",
                                "la tuile doit agrandir la forêt d'une case"},
    [GRANDBOIS_COVERS_TOWER] = {ERR_RULE, "grandbois.covers-tower", "the tower at %1 cannot be covered",
                                "la tour en %1 ne peut pas être recouverte"},
    [GRANDBOIS_COVERS_BEAR] = {ERR_RULE, "grandbois.covers-bear", "the bear at %1 cannot be covered",
                               "l'ours en %1 ne peut pas être recouvert"},
    [GRANDBOIS_CLEARING_COVERS] = {ERR_RULE, "grandbois.clearing-covers", "a clearing does not cover the %1 at %2",
                                   "une clairière ne recouvre pas « %1 » en %2"},
    [GRANDBOIS_TOO_FEW_ANIMALS] = {ERR_RULE, "grandbois.too-few-animals",
                                   "only more animals or a bear cover the %1 at %2",
                                   "il faut plus d'animaux ou un ours pour recouvrir « %1 » en %2"},
    [GRANDBOIS_SAME_CLAN] = {ERR_RULE, "grandbois.same-clan",
                             "expert option: animals do not cover their own clan, %1 at %2",
                             "règle expert : un clan ne se recouvre pas lui-même, « %1 » en %2"},
    [GRANDBOIS_NOT_YOUR_TOWER] = {ERR_RULE, "grandbois.not-your-tower", "the %1 tower is another player's",
                                  "la tour %1 est à un autre joueur"},
    [GRANDBOIS_TOWER_PLACED] = {ERR_RULE, "grandbois.tower-placed", "the %1 tower is placed already",
                                "la tour %1 est déjà placée"},
    [GRANDBOIS_NOT_ON_TILE] = {ERR_RULE, "grandbois.not-on-tile", "%1 is not a square of the tile just laid",
                               "%1 n'est pas une case de la tuile posée"},
    [GRANDBOIS_NO_CLEARING] = {ERR_RULE, "grandbois.no-clearing", "there is no free clearing at %1",
                               "il n'y a pas de clairière libre en %1"},
    [GRANDBOIS_NO_DRAW_NOW] = {ERR_RULE, "grandbois.no-draw-now", "no tile is to be drawn now",
                               "aucune tuile n'est à piocher maintenant"},
    [GRANDBOIS_TILE_DRAWN] = {ERR_RULE, "grandbois.tile-drawn", "tile %1 has been drawn already",
                              "la tuile %1 a déjà été piochée"},
    [GRANDBOIS_NO_CLAN_NOW] = {ERR_RULE, "grandbois.no-clan-now", "clans are dealt before the first tile is laid",
                               "les clans sont distribués avant la première tuile"},
    [GRANDBOIS_NO_CLAN_LEVEL] = {ERR_RULE, "grandbois.no-clan-at-this-level",
                                 "only a record of level full has clans dealt",
                                 "seul un relevé de niveau complet distribue les clans"},
    [GRANDBOIS_CLANS_KNOWN] = {ERR_RULE, "grandbois.clans-known", "seat %1 has %2 and no other clan",
                               "le siège %1 a %2 et pas d'autre clan"},
    [GRANDBOIS_CLAN_TAKEN] = {ERR_RULE, "grandbois.clan-taken", "the clan %1 is that of seat %2",
                              "le clan %1 est celui du siège %2"},
    [GRANDBOIS_NO_REVEAL_LEVEL] = {ERR_RULE, "grandbois.no-reveal-at-this-level",
                                   "at level full the clans are dealt, not revealed",
                                   "au niveau complet les clans sont distribués, pas révélés"},
    [GRANDBOIS_NO_REVEAL_YET] = {ERR_RULE, "grandbois.no-reveal-yet", "clans are revealed when the game has ended",
                                 "les clans se révèlent à la fin de la partie"},
    [GRANDBOIS_NO_SQUARE_LEVEL] = {ERR_RULE, "grandbois.no-row-at-this-level", "only a sheet has rows of squares",
                                   "seule une feuille contient des lignes de cases"},
    [GRANDBOIS_NO_PLAY_LEVEL] = {ERR_RULE, "grandbois.no-play-at-this-level",
                                 "a sheet has rows, towers and clans, no tiles",
                                 "une feuille contient des lignes, des tours et des clans, pas de tuiles"},
    [GRANDBOIS_FOREST_FIRST] = {ERR_RULE, "grandbois.forest-first", "the rows of the forest come first",
                                "les lignes de la forêt viennent d'abord"},
    [GRANDBOIS_FEW_SQUARES] = {ERR_RULE, "grandbois.few-squares", "a forest has at least 8 squares, this one %1",
                               "une forêt a au moins 8 cases, celle-ci %1"},
    [GRANDBOIS_ROWS_FIRST] = {ERR_RULE, "grandbois.rows-first", "all rows come before the first tower or clan",
                              "toutes les lignes viennent avant la première tour ou le premier clan"},
    [GRANDBOIS_SEAT_DONE] = {ERR_RULE, "grandbois.seat-done", "the towers of seat %1 come before its clan",
                             "les tours du siège %1 viennent avant son clan"},
    [GRANDBOIS_FIRST_SQUARE] = {ERR_RULE, "grandbois.first-square", "the first row of a sheet holds the square 0,0",
                                "la première ligne d'une feuille contient la case 0,0"},
    [GRANDBOIS_SQUARE_TAKEN] = {ERR_RULE, "grandbois.square-taken", "there is a square at %1 already",
                                "il y a déjà une case en %1"},
    [GRANDBOIS_SQUARE_ALONE] = {ERR_RULE, "grandbois.square-alone", "%1 touches no square written so far",
                                "%1 ne touche aucune case déjà écrite"},
    [GRANDBOIS_TOO_WIDE] = {ERR_RULE, "grandbois.too-wide", "no forest is wider than 38 columns",
                            "aucune forêt ne dépasse 38 colonnes"},
    [GRANDBOIS_TOO_HIGH] = {ERR_RULE, "grandbois.too-high", "no forest is higher than 38 rows",
                            "aucune forêt ne dépasse 38 lignes"},
    [GRANDBOIS_TOO_MANY] = {ERR_RULE, "grandbois.too-many-squares", "no forest has more than 112 squares",
                            "aucune forêt n'a plus de 112 cases"},
    [GRANDBOIS_SUPPLY] = {ERR_RULE, "grandbois.supply", "no %1 is left: the box has only %2",
                          "il ne reste pas de case « %1 » : la boîte n'en a que %2"},
    [GRANDBOIS_NO_BLOCK] = {ERR_RULE, "grandbois.no-block", "the square at %1 belongs to no tile of 2 x 2",
                            "la case en %1 n'appartient à aucune tuile de 2 x 2"},
    [GRANDBOIS_NO_TILE] = {ERR_RULE, "grandbois.no-tile", "no tile with %1 can lie at %2 beside what is seen there",
                           "aucune tuile avec « %1 » ne peut être en %2 avec ce qui l'entoure"},
    [GRANDBOIS_NO_LAST_TILE] = {ERR_RULE, "grandbois.no-last-tile",
                                "no tile of the 36 is seen whole, as the one laid last is",
                                "aucune des 36 tuiles n'est visible entière, comme l'est la dernière posée"},
    [GRANDBOIS_TOWER_ON_START] = {ERR_RULE, "grandbois.tower-tile", "no tile with a clearing can lie at %1 for a tower",
                                  "aucune tuile avec une clairière ne peut être en %1 pour une tour"},
    [GRANDBOIS_STUCK_SQUARES] = {ERR_RULE, "grandbois.not-over-squares",
                                 "%1 squares: 36 tiles make at least %2, and the game was not stuck before",
                                 "%1 cases : 36 tuiles en font au moins %2, et la partie n'était pas bloquée avant"},
    [GRANDBOIS_STUCK_BEARS] = {ERR_RULE, "grandbois.not-over-bears",
                               "%1 bears: 36 tiles show %2, and the game was not stuck before",
                               "%1 ours : 36 tuiles en montrent %2, et la partie n'était pas bloquée avant"},
    [GRANDBOIS_STUCK_ANIMALS] = {ERR_RULE, "grandbois.not-over-animals",
                                 "%1 squares of %3 animals or more, bears included: 36 tiles show at least %2, and "
                                 "the game was not stuck before",
                                 "%1 cases de %3 animaux ou plus, ours compris : 36 tuiles en montrent au moins %2, "
                                 "et la partie n'était pas bloquée avant"},
};

/* What is said instead when the line ends where the word should be; without an id where no word can be missing. */
static const struct message MISSING[GRANDBOIS_RULES_COUNT] = {
    [GRANDBOIS_BAD_TILE] = {ERR_SYNTAX, "grandbois.tile", "a tile from 1 to 36 is missing",
                            "il manque une tuile de 1 à 36"},
    [GRANDBOIS_BAD_ROTATION] = {ERR_SYNTAX, "grandbois.rotation", "a place such as 3,-1 is missing",
                                "il manque une case comme 3,-1"},
    [GRANDBOIS_BAD_CLAN] = {ERR_SYNTAX, "grandbois.clan", "a clan is missing: raccoon, fox, lizard, rabbit or toad",
                            "il manque un clan : raton laveur, renard, lézard, lapin ou crapaud"},
    [GRANDBOIS_BAD_SEAT] = {ERR_SYNTAX, "grandbois.clan-of", "the number of a seat is missing",
                            "il manque le numéro d'un siège"},
    [GRANDBOIS_BAD_SQUARE] = {ERR_SYNTAX, "grandbois.square",
                              "a square is missing: C, B or a letter of W F L R T with 1 to 4",
                              "il manque une case : C, B ou une lettre de W F L R T avec 1 à 4"},
    [GRANDBOIS_BAD_FRENCH] = {ERR_SYNTAX, "grandbois.french-square",
                              "a square is missing: C, O or RA, R, LE, L, C with 1 to 4",
                              "il manque une case : C, O ou RA, R, LE, L, C avec 1 à 4"},
};

enum err grandbois_refuse_word(struct error *error, enum grandbois_rule rule, struct span word)
{
    bool missing = word.len == 0 && MISSING[rule].id;
    return error_raise_span(error, missing ? &MISSING[rule] : &grandbois_messages[rule], word);
}

static const struct message NO_SEAT = {ERR_RULE, "grandbois.no-such-seat", "there is no seat %1: the last one is %2",
                                       "il n'y a pas de siège %1 : le dernier est le %2"};

enum err grandbois_refuse_stranger(struct error *error, const struct setup *setup, unsigned seat)
{
    if (seat < setup->seats || seat >= GAME_PLAYERS) {
        return grandbois_refuse_seat(error, GRANDBOIS_NO_SUCH_SEAT, seat);
    }
    enum err err = error_raise_int(error, &NO_SEAT, seat + 1);
    error_add_int(error, setup->seats);
    return err;
}

#define ROW_EN "R is a rabbit and L a lizard in a 'row'"
#define LIGNE_EN "R is a fox (renard) and L a rabbit (lapin) in a 'ligne'"
#define ROW_FR "dans « row », R est un lapin et L un lézard"
#define LIGNE_FR "dans « ligne », R est un renard et L un lapin"

const struct mixed_letters grandbois_mixed = {
    .lines =
        {
            [LANG_EN] = {ERR_OK, "grandbois.mixed-letters", "this is a 'row' behind a 'ligne': " ROW_EN ", " LIGNE_EN,
                         "c'est une « row » après une « ligne » : " ROW_FR " ; " LIGNE_FR},
            [LANG_FR] = {ERR_OK, "grandbois.mixed-letters", "this is a 'ligne' behind a 'row': " LIGNE_EN ", " ROW_EN,
                         "c'est une « ligne » après une « row » : " LIGNE_FR " ; " ROW_FR},
        },
    .header =
        {
            [LANG_EN] = {ERR_OK, "grandbois.other-letters",
                         "the header is French and the rows have English letters: " ROW_EN,
                         "l'en-tête est en français, mais les lettres sont anglaises : " ROW_FR},
            [LANG_FR] = {ERR_OK, "grandbois.other-letters",
                         "the header is English and the rows have French letters: " LIGNE_EN,
                         "l'en-tête est en anglais, mais les lettres sont françaises : " LIGNE_FR},
        },
};

/* What is said of squares that other lines of a sheet write, and of the whole that they make. */
static const uint8_t RESTS[GRANDBOIS_RULES_COUNT] = {
    [GRANDBOIS_FIRST_SQUARE] = RESTS_ON_TABLE, [GRANDBOIS_SQUARE_ALONE] = RESTS_ON_TABLE,
    [GRANDBOIS_NO_CLEARING] = RESTS_ON_TABLE,  [GRANDBOIS_TOWER_ON_START] = RESTS_ON_TABLE,
    [GRANDBOIS_ROWS_FIRST] = RESTS_ON_TABLE,   [GRANDBOIS_FOREST_FIRST] = RESTS_ON_ALL,
    [GRANDBOIS_FEW_SQUARES] = RESTS_ON_ALL,    [GRANDBOIS_NO_BLOCK] = RESTS_ON_ALL,
    [GRANDBOIS_NO_TILE] = RESTS_ON_ALL,        [GRANDBOIS_NO_LAST_TILE] = RESTS_ON_ALL,
    [GRANDBOIS_STUCK_SQUARES] = RESTS_ON_ALL,  [GRANDBOIS_STUCK_BEARS] = RESTS_ON_ALL,
    [GRANDBOIS_STUCK_ANIMALS] = RESTS_ON_ALL,
};

enum err grandbois_refuse(struct error *error, enum grandbois_rule rule)
{
    enum err err = error_raise(error, &grandbois_messages[rule]);
    error->rests = RESTS[rule];
    return err;
}

enum err grandbois_refuse_int(struct error *error, enum grandbois_rule rule, unsigned number)
{
    enum err err = grandbois_refuse(error, rule);
    error_add_int(error, number);
    return err;
}

enum err grandbois_refuse_seat(struct error *error, enum grandbois_rule rule, unsigned seat)
{
    enum err err = grandbois_refuse(error, rule);
    error_add(error, span_from(seat_label(seat)));
    return err;
}

enum err grandbois_refuse_clan(struct error *error, enum grandbois_rule rule, unsigned clan)
{
    enum err err = grandbois_refuse(error, rule);
    error_add_name(error, grandbois_clan_name(clan));
    return err;
}

enum err grandbois_refuse_tower(struct error *error, enum grandbois_rule rule, unsigned colour)
{
    enum err err = grandbois_refuse(error, rule);
    error_add_name(error, &grandbois_towers[colour]);
    return err;
}

enum err grandbois_refuse_cell(struct error *error, enum grandbois_rule rule, int x, int y)
{
    enum err err = grandbois_refuse(error, rule);
    error_add_cell(error, x, y);
    return err;
}

/* Adds a square: `R2`, and in French, whose letters are others, `lapin 2`. */
static void add_square(struct error *error, unsigned square)
{
    unsigned clan = square_clan(square);
    char english[8];
    char french[32];
    struct strbuf en;
    struct strbuf fr;
    strbuf_wrap(&en, english, sizeof(english));
    strbuf_wrap(&fr, french, sizeof(french));
    grandbois_print_square(&en, square);
    strbuf_add(&fr, clan > 0 ? grandbois_clan_name(clan)->fr : square == SQUARE_BEAR ? "ours" : "clairière");
    if (clan > 0) {
        strbuf_add_char(&fr, ' ');
        strbuf_int(&fr, square_animals(square));
    }
    struct name name = {strbuf_text(&en), strbuf_text(&en), strbuf_text(&fr)};
    error_add_name(error, &name);
}

enum err grandbois_refuse_square(struct error *error, enum grandbois_rule rule, unsigned square, unsigned cell)
{
    enum err err = grandbois_refuse(error, rule);
    add_square(error, square);
    error_add_cell(error, grid_x(cell), grid_y(cell));
    return err;
}

enum err grandbois_refuse_supply(struct error *error, unsigned square)
{
    enum err err = grandbois_refuse(error, GRANDBOIS_SUPPLY);
    add_square(error, square);
    error_add_int(error, grandbois_copies(square));
    return err;
}
