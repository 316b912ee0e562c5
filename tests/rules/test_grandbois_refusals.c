/*
 * Every way in which GrandBois says no, by its id and often by its sentence.
 * The last test walks the table of refusals and fails for one that nothing
 * here provokes.
 */
#include "grandbois_table.h"

#include <stdio.h>

/* Which refusals were seen, by their index in grandbois_messages. */
static bool seen[GRANDBOIS_RULES_COUNT];

static void see(const struct message *message)
{
    bool found = false; /* a refusal may have two sentences: what is missing, a seat that is not there */
    for (size_t i = 1; i < GRANDBOIS_RULES_COUNT; i++) {
        bool this = strcmp(message->id, grandbois_messages[i].id) == 0;
        seen[i] = seen[i] || this;
        found = found || this;
    }
    assert_true(found);
}

static void refused(struct table *table, const char *line, const char *id)
{
    const char *said = table_line(table, line);
    if (strcmp(said, id) != 0) {
        fail_msg("'%s': %s, not %s", line, said, id);
    }
    see(table->error.message);
}

struct refusal {
    unsigned level, seats;
    bool expert;
    const char *before; /* lines that pass */
    const char *line;   /* the line that does not */
    const char *id;
    const char *says; /* in English; NULL: not checked */
};

#define T GRANDBOIS_TABLE, 3, false
#define E GRANDBOIS_TABLE, 3, true
#define F GRANDBOIS_FULL, 3, false
#define S GRANDBOIS_SHEET, 3, false
#define X GRANDBOIS_SHEET, 3, true
#define D GRANDBOIS_TABLE, 2, false

#define FULL_DUEL GRANDBOIS_FULL, 2, false

/* 12 is W4 C T1 T2, 5 is B F3 F1 W2, 30 is W4 W1 L1 L2, 7 is C W3 R3 W1, 9 is C T2 L4 T2 */
#define RIVER "*: river 12 5 30 7;"
/* Leaves W4 on 1,1 and C, T1, T2 on 2,1, 2,2 and 1,2. */
#define TWELVE RIVER "1: tile 12 r0 1,1;"
#define TWELVE_DRAWN TWELVE "*: river 9;"
#define TWELVE_PASSED TWELVE_DRAWN "1: pass;"
/* Leaves B on 1,1 and F3, F1, W2 on 2,1, 2,2 and 1,2: no clearing, so no tower. */
#define FIVE_DRAWN RIVER "1: tile 5 r0 1,1;*: river 9;"
#define EIGHT_SQUARES "*: row 0,0 C C F1 F2 F3 T1 T2 T3;"
#define C28 "C C C C C C C C C C C C C C C C C C C C C C C C C C C C"
#define WIDE "*: row 0,0 " C28 " F1 F1 F1 F1 F1 T1 T1 T1 T1 T1;"

static const struct refusal REFUSALS[] = {
    /* whose turn, and for what */
    {T, "", "1: tile 12 r0 1,1", "grandbois.setup-first", "the River and, at level full, the clans come first"},
    {T, "*: river 12 5 30;", "1: tile 12 r0 1,1", "grandbois.setup-first", NULL},
    {F, RIVER, "1: tile 12 r0 1,1", "grandbois.setup-first", NULL},
    {F, RIVER "*: clan 1 fox;*: clan 3 toad;", "1: tile 12 r0 1,1", "grandbois.setup-first", NULL},
    {T, RIVER, "2: tile 12 r0 1,1", "grandbois.not-your-turn", "it is the turn of seat 1"},
    {T, TWELVE_PASSED, "1: tile 5 r0 -1,-1", "grandbois.not-your-turn", "it is the turn of seat 2"},
    {T, RIVER, "4: tile 12 r0 1,1", "grandbois.no-such-seat", "there is no seat 4: the last one is 3"},
    {T, RIVER, "n: pass", "grandbois.no-such-seat", "seat n has no such move in this game"},
    {T, RIVER, "a: reveal fox", "grandbois.no-such-seat", NULL},
    {S, EIGHT_SQUARES, "4: tower 0,0", "grandbois.no-such-seat", NULL},
    {T, TWELVE, "1: tower 2,1", "grandbois.refill-first", "a tile must be drawn to the River first"},
    {T, TWELVE, "2: tile 5 r0 -1,-1", "grandbois.refill-first", NULL},
    {T, TWELVE_DRAWN, "2: tile 5 r0 -1,-1", "grandbois.tower-first", "first 'tower' or 'pass' for the tile just laid"},
    {T, TWELVE_DRAWN, "2: pass", "grandbois.not-your-turn", NULL},
    {T, RIVER, "1: tower 0,0", "grandbois.lay-first", "a tile is to be laid now, no tower can be placed"},
    {T, RIVER, "1: pass", "grandbois.lay-first", NULL},
    {T, FIVE_DRAWN, "1: pass", "grandbois.lay-first", NULL},
    /* laying */
    {T, RIVER, "1: tile 1 r0 1,1", "grandbois.not-in-river", "tile 1 is not in the River"},
    {T, TWELVE_PASSED, "2: tile 12 r0 -1,-1", "grandbois.not-in-river", NULL},
    {T, RIVER, "1: tile 12 r0 2,2", "grandbois.covers-nothing", "the tile must cover a square of the forest"},
    {T, RIVER, "1: tile 12 r0 2,0", "grandbois.covers-nothing", NULL},
    {T, RIVER, "1: tile 12 r0 36,36", "grandbois.covers-nothing", NULL},
    {T, RIVER, "1: tile 12 r0 -37,0", "grandbois.covers-nothing", NULL},
    {T, RIVER, "1: tile 12 r0 37,0", "grandbois.covers-nothing", NULL},
    {T, RIVER, "1: tile 12 r0 0,-999", "grandbois.covers-nothing", NULL},
    {T, RIVER, "1: tile 12 r0 0,0", "grandbois.adds-nothing", "the tile must add a square to the forest"},
    {T, TWELVE_PASSED, "2: tile 5 r0 1,1", "grandbois.adds-nothing", NULL},
    {T, TWELVE_DRAWN "1: tower 2,1;", "2: tile 30 r0 2,0", "grandbois.covers-tower",
     "the tower at 2,1 cannot be covered"},
    {T, TWELVE_DRAWN "1: tower 2,1;", "2: tile 5 r90 1,0", "grandbois.covers-tower", NULL}, /* nor by a bear */
    {T, FIVE_DRAWN, "2: tile 12 r0 0,1", "grandbois.covers-bear", "the bear at 1,1 cannot be covered"},
    {T, TWELVE_PASSED, "2: tile 7 r0 2,2", "grandbois.clearing-covers", "a clearing does not cover the T1 at 2,2"},
    {T, TWELVE_PASSED, "2: tile 7 r90 2,2", "grandbois.too-few-animals",
     "only more animals or a bear cover the T1 at 2,2"},
    {E, TWELVE_PASSED, "2: tile 9 r270 2,2", "grandbois.same-clan",
     "expert option: animals do not cover their own clan, T1 at 2,2"},
    /* towers */
    {T, TWELVE_DRAWN, "1: tower 1,1", "grandbois.no-clearing", "there is no free clearing at 1,1"},
    {T, TWELVE_DRAWN, "1: tower 99,1", "grandbois.no-clearing", NULL},
    {T, TWELVE_DRAWN, "1: tower 0,0", "grandbois.not-on-tile", "0,0 is not a square of the tile just laid"},
    {T, TWELVE_DRAWN, "1: tower 3,1", "grandbois.not-on-tile", NULL},
    {T, TWELVE_DRAWN, "1: tower black 2,1", "grandbois.not-your-tower", "the black tower is another player's"},
    {T, TWELVE_DRAWN, "1: tower brown 2,1", "grandbois.not-your-tower", NULL},
    {D, TWELVE_DRAWN, "1: tower blue 2,1", "grandbois.not-your-tower", NULL},
    {S, EIGHT_SQUARES "1: tower 0,0;", "1: tower 1,0", "grandbois.tower-placed", "the white tower is placed already"},
    {S, EIGHT_SQUARES "1: tower 0,0;", "2: tower 0,0", "grandbois.no-clearing", NULL},
    {S, EIGHT_SQUARES, "1: tower 2,0", "grandbois.no-clearing", NULL},
    {S, EIGHT_SQUARES "1: reveal fox;", "1: tower 0,0", "grandbois.seat-done",
     "the towers of seat 1 come before its clan"},
    /* the River */
    {T, RIVER, "*: river 9", "grandbois.no-draw-now", "no tile is to be drawn now"},
    {F, RIVER, "*: river 9", "grandbois.no-draw-now", NULL}, /* the clans are still to come */
    {T, TWELVE_DRAWN, "*: river 10", "grandbois.no-draw-now", NULL},
    {T, TWELVE, "*: river 9 10", "grandbois.no-draw-now", NULL},
    {T, "", "*: river 12 12 1 2", "grandbois.tile-drawn", "tile 12 has been drawn already"},
    {T, TWELVE, "*: river 12", "grandbois.tile-drawn", NULL},
    /* clans */
    {F, RIVER "*: clan 1 fox;*: clan 3 toad;*: clan 2 lizard;", "*: clan 1 rabbit", "grandbois.no-clan-now", NULL},
    {T, "", "*: clan 1 fox", "grandbois.no-clan-at-this-level", NULL},
    {F, "*: clan 1 fox;", "*: clan 1 toad", "grandbois.clans-known", "seat 1 has fox and no other clan"},
    {FULL_DUEL, "", "*: clan 1 fox toad lizard", "grandbois.clans-known", "seat 1 has fox, toad and no other clan"},
    {F, "", "*: clan 1 fox toad", "grandbois.clans-known", NULL},
    {F, "*: clan 1 fox;", "*: clan 2 fox", "grandbois.clan-taken", "the clan fox is that of seat 1"},
    {F, RIVER, "1: reveal fox", "grandbois.no-reveal-at-this-level", NULL},
    {T, RIVER, "1: reveal fox", "grandbois.no-reveal-yet", "clans are revealed when the game has ended"},
    {S, EIGHT_SQUARES "1: reveal fox;", "1: reveal toad", "grandbois.clans-known", NULL},
    {S, EIGHT_SQUARES "1: reveal fox;", "2: reveal fox", "grandbois.clan-taken", NULL},
    /* sheets */
    {T, RIVER, "*: row 0,0 F1", "grandbois.no-row-at-this-level", "only a sheet has rows of squares"},
    {S, EIGHT_SQUARES, "1: tile 12 r0 1,1", "grandbois.no-play-at-this-level", NULL},
    {S, EIGHT_SQUARES, "1: pass", "grandbois.no-play-at-this-level", NULL},
    {S, "", "*: river 12", "grandbois.no-play-at-this-level", NULL},
    {S, "", "*: clan 1 fox", "grandbois.no-clan-at-this-level", NULL},
    {S, "", "1: reveal fox", "grandbois.forest-first", "the rows of the forest come first"},
    {S, "*: row 0,0 C C C C C C C;", "1: tower 0,0", "grandbois.few-squares",
     "a forest has at least 8 squares, this one 7"},
    {S, "", "*: row 1,0 F1", "grandbois.first-square", "the first row of a sheet holds the square 0,0"},
    {S, "", "*: row 0,1 F1 F1", "grandbois.first-square", NULL},
    {S, EIGHT_SQUARES, "*: row 2,0 F1", "grandbois.square-taken", "there is a square at 2,0 already"},
    {S, EIGHT_SQUARES, "*: row 0,2 F1", "grandbois.square-alone", "0,2 touches no square written so far"},
    {S, EIGHT_SQUARES, "*: row 8,1 F1", "grandbois.square-alone", NULL},
    {S, EIGHT_SQUARES, "*: row 6,1 F1 . . F1", "grandbois.square-alone", NULL},
    {S, EIGHT_SQUARES, "*: row 38,0 F1", "grandbois.square-alone", NULL},
    {S, "", "*: row 0,0 F1 . F1", "grandbois.square-alone", NULL},
    {S, "", "*: row 0,0 B B B B B B", "grandbois.supply", "no B is left: the box has only 5"},
    {S, "", "*: row 0,0 F4 F4 F4 F4", "grandbois.supply", "no F4 is left: the box has only 3"},
    {S, WIDE, "*: row -1,0 F2", "grandbois.too-wide", "no forest is wider than 38 columns"},
    {S, "*: row -37,0 " C28 " F1 F1 F1 F1 F1 T1 T1 T1 T1 T1;", "*: row 1,0 F2", "grandbois.too-wide", NULL},
    /* text */
    {T, "", "1: fly", "grandbois.player-move", "a player says 'tile', 'tower', 'pass' or 'reveal', not 'fly'"},
    {T, "", "1: ", "grandbois.player-move", NULL},
    {T, "", "1: clan fox", "grandbois.player-move", NULL},
    {T, "", "1: passed", "grandbois.player-move", NULL},
    {T, "", "1: pas", "grandbois.player-move", NULL},
    {T, "", "*: shuffle", "grandbois.table-move", "the table says 'clan', 'river' or 'row', not 'shuffle'"},
    {T, "", "*: ", "grandbois.table-move", NULL},
    {T, "", "*: river", "grandbois.tile", "a tile from 1 to 36 is missing"},
    {T, "", "*: river 37 1 2 3", "grandbois.tile", "'37' is not a tile from 1 to 36"},
    {T, "", "*: river 0", "grandbois.tile", NULL},
    {T, RIVER, "1: tile x r0 1,1", "grandbois.tile", NULL},
    {T, RIVER, "1: tile", "grandbois.tile", NULL},
    {T, RIVER, "1: tile 12 r45 1,1", "grandbois.rotation", "'r45' is not a rotation: r0, r90, r180 or r270"},
    {T, RIVER, "1: tile 12", "grandbois.rotation", "a place such as 3,-1 is missing"},
    {T, RIVER, "1: tile 12 r0", "grandbois.place", "a place such as 3,-1 is expected"},
    {T, RIVER, "1: tile 12 r0 1", "grandbois.place", NULL},
    {T, RIVER, "1: tile 12 r0 1;1", "grandbois.place", NULL},
    {T, RIVER, "1: tile 12 r0 (1,1", "grandbois.place", NULL},
    {T, RIVER, "1: tile 12 r0 1,1000", "grandbois.place", NULL},
    {T, RIVER, "1: tower", "grandbois.place", NULL},
    {S, "", "*: row F1", "grandbois.place", NULL},
    {T, RIVER, "1: tile 12 r0 1,1 now", "grandbois.rest", "unexpected 'now'"},
    {T, RIVER, "1: pass twice", "grandbois.rest", NULL},
    {T, RIVER, "1: tower 1,1 2", "grandbois.rest", NULL},
    {T, RIVER, "1: reveal wolf", "grandbois.clan", "'wolf' is not a clan: raccoon, fox, lizard, rabbit or toad"},
    {T, RIVER, "1: reveal", "grandbois.clan", "a clan is missing: raccoon, fox, lizard, rabbit or toad"},
    {F, "", "*: clan 4 fox", "grandbois.clan-of", "'4' is not a player of this game"},
    {F, "", "*: clan * fox", "grandbois.clan-of", NULL},
    {F, "", "*: clan", "grandbois.clan-of", "the number of a seat is missing"},
    {F, "", "*: clan 1 fox fox fox fox fox fox", "grandbois.line-length", "a line holds at most 5 of these"},
    {T, "", "*: river 1 2 3 4 5", "grandbois.line-length", "a line holds at most 4 of these"},
    {S, "", "*: row 0,0 " C28 " F1 F1 F1 F1 F1 T1 T1 T1 T1 T1 T1", "grandbois.line-length", NULL},
    {S, "", "*: row 37,0 F1 F1", "grandbois.line-length", NULL},
    {T, RIVER, "1: tower pink 1,1", "grandbois.colour", "'pink' is not a tower: white, black, blue or brown"},
    {S, "", "*: row 0,0 X3", "grandbois.square", NULL},
    {S, "", "*: row 0,0 F5", "grandbois.square", NULL},
    {S, "", "*: row 0,0 F", "grandbois.square", NULL},
    {S, "", "*: row 0,0", "grandbois.square", NULL},
    {S, "", "*: row 0,0 . .", "grandbois.square", "a square is missing: C, B or a letter of W F L R T with 1 to 4"},
};

/* What is out of turn or after the end, or a tile that is not there, says so before a place is judged, however far. */
static const struct refusal TURNS[] = {
    {T, RIVER, "2: tile 12 r0 99,99", "grandbois.not-your-turn", "it is the turn of seat 1"},
    {T, RIVER, "1: tile 1 r0 99,99", "grandbois.not-in-river", NULL},
    {T, RIVER, "2: tower 99,99", "grandbois.lay-first", NULL},
    {T, TWELVE_DRAWN, "2: tower 99,99", "grandbois.not-your-turn", NULL},
    {T, TWELVE_DRAWN, "1: tower black 99,99", "grandbois.not-your-tower", NULL},
    {T, RIVER, "*: row 99,99 C", "grandbois.no-row-at-this-level", NULL},
    {S, "", "1: tower 99,99", "grandbois.forest-first", NULL},
    {S, EIGHT_SQUARES "1: reveal fox;2: reveal toad;3: reveal lizard;", "1: tower 99,99", "grandbois.over", NULL},
    {S, EIGHT_SQUARES "1: reveal fox;2: reveal toad;3: reveal lizard;", "*: row 99,99 C", "grandbois.over", NULL},
};

/* What replays/grandbois/stuck-after-two.dendro leaves: with towers at 1,1 and 0,2 nothing can be laid. */
#define UPPER "*: row 0,0 W3 L3;*: row 0,1 W2 C;"
#define FOREST UPPER "*: row 0,2 C L1;*: row 0,3 T3 L3;"
/* Tiles 30, 31, 36, 34, 35, 32 and 33 beside one another, below all the clearings that there are. */
#define CLEARINGS "*: row 0,0 C C C C C C C C C C C C C C;*: row 0,1 C C C C C C C C C C C C C C;"
#define SEVEN \
    "*: row 0,2 W4 W1 R3 L2 F3 F1 T2 T2 W1 R3 F4 F2 R1 T2;*: row 0,3 L2 L1 R1 L2 L1 L3 W3 W1 W1 R3 T1 T1 R1 T3;"
/* Tiles 1 to 5. */
#define BEARS "*: row 0,4 B W3 T3 B R1 L2 F1 L1 B F3;*: row 0,5 T1 T1 R1 R1 R2 B B L2 W2 F1;"

/* Sheets of rules 2: forests that no game can leave. */
static const struct refusal FORESTS[] = {
    {S, FOREST "*: row 2,0 F1;", "1: tower 1,1", "grandbois.no-block", "the square at 2,0 belongs to no tile of 2 x 2"},
    {S, FOREST "*: row 2,0 F1;", "1: reveal fox", "grandbois.no-block", NULL},
    {S, UPPER "*: row 0,2 C R1;*: row 0,3 T3 L3;", "1: tower 1,1", "grandbois.no-tile",
     "no tile with R1 can lie at 1,2 beside what is seen there"},
    {X, "*: row 0,0 W4 W1 B W4;*: row 0,1 L2 L1 T1 T1;", "1: reveal fox", "grandbois.no-tile",
     "no tile with B can lie at 2,0 beside what is seen there"}, /* tile 1 with its W3 under the W4 */
    {S, "*: row 0,0 C C C C;*: row 0,1 C C C C;", "1: tower 1,1", "grandbois.no-last-tile",
     "no tile of the 36 is seen whole, as the one laid last is"},
    {S, "*: row 0,0 W3 L3 C C;*: row 0,1 W2 C C C;", "1: tower 3,0", "grandbois.tower-tile",
     "no tile with a clearing can lie at 3,0 for a tower"},
    {S, FOREST "1: tower 1,1;", "*: row 2,0 F1", "grandbois.rows-first",
     "all rows come before the first tower or clan"},
    {S, FOREST "1: reveal fox;", "*: row 99,99 F1", "grandbois.rows-first", NULL},
    {S, FOREST "1: tower 1,1;1: reveal lizard;2: reveal rabbit;", "3: reveal toad", "grandbois.not-over-squares",
     "8 squares: 36 tiles make at least 40, and the game was not stuck before"},
    {S, CLEARINGS SEVEN "1: reveal fox;3: reveal toad;", "2: reveal rabbit", "grandbois.not-over-bears",
     "0 bears: 36 tiles show 5, and the game was not stuck before"},
    {S, CLEARINGS SEVEN BEARS "1: reveal fox;3: reveal toad;", "2: reveal rabbit", "grandbois.not-over-animals",
     "7 squares of 4 animals or more, bears included: 36 tiles show at least 15, and the game was not stuck before"},
    {S, "", "*: row 0,0 ra3", "grandbois.two-meanings", "'ra3' may be raccoon or rabbit: write one letter more"},
    {S, "", "*: ligne 0,0 R3 F3", "grandbois.french-square", NULL},
    {S, "", "*: ligne 0,0", "grandbois.french-square", "a square is missing: C, O or RA, R, LE, L, C with 1 to 4"},
    {S, "", "*: ligne 0,0 B", "grandbois.french-square", NULL},
    {S, "", "*: row 0,0 O", "grandbois.square", NULL},
    {S, "", "*: row 0,0 C3", "grandbois.square", NULL},
};

static void check_refusal(const struct refusal *r, const struct game *game)
{
    struct table table;
    table_init_under(&table, game, r->level, r->seats, r->expert);
    table_play(&table, r->before);
    refused(&table, r->line, r->id);
    if (r->says) {
        assert_string_equal(table_says(&table, LANG_EN), r->says);
    }
}

static void test_refusals(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(REFUSALS) / sizeof(REFUSALS[0]); i++) { /* sheets of rules 1 take little forests */
        check_refusal(&REFUSALS[i], REFUSALS[i].level == GRANDBOIS_SHEET ? &grandbois_game_1 : &grandbois_game);
    }
    for (size_t i = 0; i < sizeof(TURNS) / sizeof(TURNS[0]); i++) {
        check_refusal(&TURNS[i], TURNS[i].level == GRANDBOIS_SHEET ? &grandbois_game_1 : &grandbois_game);
    }
}

static void test_forests(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(FORESTS) / sizeof(FORESTS[0]); i++) {
        check_refusal(&FORESTS[i], &grandbois_game);
    }
    struct table table;
    table_init(&table, GRANDBOIS_SHEET, 3, false);
    table_play(&table, FOREST "1: tower 1,1;2: tower 0,2;1: reveal lizard;2: reveal rabbit;3: reveal toad");
    assert_int_equal(table.state.phase, PHASE_OVER);
    /* A clan upon itself: not with the expert option, unless another can lie between. */
    table_init(&table, GRANDBOIS_SHEET, 3, false);
    table_play(&table, "*: row 0,0 W4 W1 B W4;*: row 0,1 L2 L1 T1 T1;1: reveal fox");
    table_init(&table, GRANDBOIS_SHEET, 3, true);
    table_play(&table, "*: row 0,0 W4 W1 B W3;*: row 0,1 L2 L1 T3 T1;1: reveal fox");
}

/* In French a square is named by its word, as French letters mean other animals. */
static void test_french_squares(void **unused)
{
    (void)unused;
    static const struct {
        unsigned level;
        const char *before, *line, *says;
    } cases[] = {
        {GRANDBOIS_TABLE, TWELVE_PASSED, "2: tile 7 r0 2,2", "une clairière ne recouvre pas « crapaud 1 » en 2,2"},
        {GRANDBOIS_TABLE, TWELVE_PASSED, "2: tile 7 r90 2,2",
         "il faut plus d'animaux ou un ours pour recouvrir « crapaud 1 » en 2,2"},
        {GRANDBOIS_SHEET, "*: row 0,0 R4 R4 R4;", "*: ligne 3,0 L4",
         "il ne reste pas de case « lapin 4 » : la boîte n'en a que 3"},
        {GRANDBOIS_SHEET, "*: row 0,0 B B B B B;", "*: row 5,0 B",
         "il ne reste pas de case « ours » : la boîte n'en a que 5"},
        {GRANDBOIS_SHEET, "", "*: row 0,0 ra3", "« ra3 » peut être raton-laveur ou lapin : une lettre de plus le dira"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct table table;
        table_init(&table, cases[i].level, 3, false);
        table_play(&table, cases[i].before);
        (void)table_line(&table, cases[i].line);
        assert_string_equal(table_says(&table, LANG_FR), cases[i].says);
    }
}

/* ---- words that no text says ---- */

static void no_move(struct table *table, unsigned seat, struct grandbois_word w, const char *id)
{
    struct grandbois_state before = table->state;
    game_move move = grandbois_pack(seat, w);
    assert_int_equal(grandbois_game.apply(&table->setup, &table->state, move, &table->error), ERR_RULE);
    assert_memory_equal(&before, &table->state, sizeof(before));
    assert_string_equal(table->error.message->id, id);
    see(table->error.message);
}

/* Each differs from a legal move in one field. */
static void test_words_that_say_nothing(void **unused)
{
    (void)unused;
    static const char id[] = "grandbois.not-a-move";
    const unsigned cell = grid_cell(1, 1);
    const unsigned clearing = grid_cell(2, 1);
    struct table table;
    table_init(&table, GRANDBOIS_TABLE, 3, false);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_RIVER, 0, 0, 0}, id);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_RIVER, 37, 0, 0}, id);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_RIVER, 12, 1, 0}, id);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_RIVER, 12, 0, 1}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_RIVER, 12, 0, 0}, "grandbois.no-such-seat");
    table_play(&table, RIVER);
    no_move(&table, 0, (struct grandbois_word){KIND_LAY, 0, 0, cell}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_LAY, 37, 0, cell}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_LAY, 12, 4, cell}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_LAY, 12, 0, GRID_CELLS}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_LAY, 12, 0, GRID_CELLS - 1}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_SQUARE + 1, 0, 0, 0}, id);
    table_play(&table, "1: tile 12 r0 1,1;*: river 9");
    no_move(&table, 0, (struct grandbois_word){KIND_TOWER, 4, 0, clearing}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_TOWER, 0, 1, clearing}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_TOWER, 0, 0, GRID_CELLS}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_PASS, 1, 0, 0}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_PASS, 0, 1, 0}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_PASS, 0, 0, 1}, id);
    game_move stray = grandbois_pack(0, (struct grandbois_word){.kind = KIND_PASS}) | UINT64_C(1) << 40;
    assert_int_equal(grandbois_game.apply(&table.setup, &table.state, stray, &table.error), ERR_RULE);
    assert_string_equal(table.error.message->id, id);
    table_init(&table, GRANDBOIS_FULL, 3, false);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_CLAN, 3, 1, 0}, id);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_CLAN, 0, 0, 0}, id);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_CLAN, 0, 6, 0}, id);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_CLAN, 0, 1, 1}, id);
    table_init_sheet(&table, 3);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_SQUARE, SQUARE_TOWER, 0, GRID_ORIGIN}, id);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_SQUARE, 1, 1, GRID_ORIGIN}, id);
    no_move(&table, SEAT_TABLE, (struct grandbois_word){KIND_SQUARE, 1, 0, GRID_CELLS}, id);
    table_play(&table, EIGHT_SQUARES);
    no_move(&table, 0, (struct grandbois_word){KIND_REVEAL, 1, 1, 0}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_REVEAL, 1, 0, 1}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_REVEAL, 0, 0, 0}, id);
    no_move(&table, 0, (struct grandbois_word){KIND_REVEAL, 6, 0, 0}, id);
}

static void test_setups(void **unused)
{
    (void)unused;
    struct error error;
    struct grandbois_state state;
    for (unsigned variant = 0; variant < 3; variant++) {
        for (unsigned seats = 0; seats <= GAME_PLAYERS; seats++) {
            struct setup setup = {.game = &grandbois_game, .variant = (uint8_t)variant, .seats = (uint8_t)seats};
            bool good =
                variant == GRANDBOIS_DUEL ? seats == 2 : variant == GRANDBOIS_STANDARD && (seats == 3 || seats == 4);
            assert_int_equal(grandbois_game.init(&setup, &state, &error), good ? ERR_OK : ERR_RULE);
            if (!good) {
                see(error.message);
            }
        }
    }
    struct setup setup = {.game = &grandbois_game, .seats = 3, .level = 4};
    assert_int_equal(grandbois_game.init(&setup, &state, &error), ERR_RULE);
    setup = (struct setup){.game = &grandbois_game, .seats = 3, .option = {2}};
    assert_int_equal(grandbois_game.init(&setup, &state, &error), ERR_RULE);
}

/* ---- after the last tile ---- */

static void test_after_the_last_tile(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, GRANDBOIS_TABLE, 3, false);
    table_play_out(&table, true);
    refused(&table, "1: tile 12 r0 1,1", "grandbois.reveal-only");
    refused(&table, "1: pass", "grandbois.reveal-only");
    refused(&table, "*: river 1", "grandbois.no-draw-now");
    table_play(&table, "2: reveal fox;3: reveal toad;1: reveal lizard");
    refused(&table, "1: reveal rabbit", "grandbois.over");
    refused(&table, "1: tile 99", "grandbois.over"); /* before anything of the line is judged but its first word */
    refused(&table, "1: reveal wolf", "grandbois.over");
    refused(&table, "*: river", "grandbois.over");
    refused(&table, "1: fly", "grandbois.player-move");
    refused(&table, "1: tile 12 r0 1,1", "grandbois.over");
    refused(&table, "*: river 1", "grandbois.over");
}

/* ---- sheets that are too large ---- */

static const char *const KINDS[] = {"C",  "B",  "W1", "W2", "W3", "W4", "F1", "F2", "F3", "F4", "L1",
                                    "L2", "L3", "L4", "R1", "R2", "R3", "R4", "T1", "T2", "T3", "T4"};

/* Writes one square at x,y: the first kind that the box still has. */
static const char *write_any(struct table *table, int x, int y)
{
    const char *said = "";
    for (size_t i = 0; i < sizeof(KINDS) / sizeof(KINDS[0]); i++) {
        char line[64];
        (void)snprintf(line, sizeof(line), "*: row %d,%d %s", x, y, KINDS[i]);
        said = table_line(table, line);
        if (strcmp(said, "grandbois.supply") != 0) {
            break;
        }
    }
    return said;
}

static void test_sheet_limits(void **unused)
{
    (void)unused;
    struct table table;
    table_init_sheet(&table, 3);
    for (int y = 0; y > -38; y--) {
        assert_string_equal(write_any(&table, 0, y), "ok");
    }
    assert_string_equal(write_any(&table, 0, -38), "grandbois.square-alone");
    assert_string_equal(write_any(&table, 0, 1), "grandbois.too-high");
    see(table.error.message);
    assert_string_equal(table_says(&table, LANG_EN), "no forest is higher than 38 rows");
    for (int y = 0; y > -37; y--) {
        assert_string_equal(write_any(&table, 1, y), "ok");
        assert_string_equal(write_any(&table, 2, y), "ok");
    }
    assert_int_equal(table.state.squares, 112);
    assert_int_equal(grandbois_game.turn(&table.setup, &table.state), seat_bit(0) | seat_bit(1) | seat_bit(2));
    assert_string_equal(write_any(&table, 1, -37), "grandbois.too-many-squares");
    see(table.error.message);
    table_play(&table, "1: reveal fox;2: reveal toad;3: reveal lizard");
    assert_string_equal(write_any(&table, 1, -37), "grandbois.over");
    refused(&table, "1: tower 0,0", "grandbois.over");
}

/* ---- every refusal ---- */

static void test_every_refusal_was_provoked(void **unused)
{
    (void)unused;
    for (size_t i = 1; i < GRANDBOIS_RULES_COUNT; i++) {
        const struct message *message = &grandbois_messages[i];
        if (!seen[i]) {
            fail_msg("%s: nothing provokes it", message->id);
        }
        assert_true(message->en[0] != '\0' && message->fr[0] != '\0');
        assert_memory_equal(message->id, "grandbois.", 10);
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(message->id, grandbois_messages[j].id);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),       cmocka_unit_test(test_forests),
        cmocka_unit_test(test_french_squares), cmocka_unit_test(test_words_that_say_nothing),
        cmocka_unit_test(test_setups),         cmocka_unit_test(test_after_the_last_tile),
        cmocka_unit_test(test_sheet_limits),   cmocka_unit_test(test_every_refusal_was_provoked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
