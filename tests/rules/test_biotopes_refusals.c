/*
 * Every way in which Biotopes says no, by its id and often by its sentence.
 * The last test walks the table of refusals and fails for one that nothing
 * here provokes. What is refused, and why, was derived from the booklet; the
 * situations that the rules tell are among them, by their numbers.
 */
#include "rules/biotopes/biotopes.h"
#include "rules/biotopes/biotopes_words.h"
#include "support/cmocka.h"
#include "support/game_line.h"
#include "support/shipped.h"

#include <stdio.h>
#include <string.h>

/* Which refusals were seen, by their index in bio_messages. */
static bool seen[BIO_RULES_COUNT];
static unsigned wrong; /* lines that were taken, or refused for another reason */

static void see(const struct message *message)
{
    bool found = false; /* a refusal may have two sentences: one for what is missing */
    for (size_t i = 1; i < BIO_RULES_COUNT; i++) {
        bool this = strcmp(message->id, bio_messages[i].id) == 0;
        seen[i] = seen[i] || this;
        found = found || this;
    }
    assert_true(found);
}

struct kind {
    unsigned variant, level, seats, unknown;
    const char *catalogue;
};

struct table {
    struct setup setup;
    struct bio_state state;
    struct error error;
};

static void table_init(struct table *t, const struct kind *kind)
{
    memset(t, 0, sizeof(*t));
    t->setup = (struct setup){.game = &biotopes_game,
                              .variant = (uint8_t)kind->variant,
                              .level = (uint8_t)kind->level,
                              .seats = (uint8_t)kind->seats,
                              .block = shipped_catalogue(&biotopes_game, kind->catalogue)->block,
                              .block_size = sizeof(struct bio_catalogue)};
    t->setup.option[BIO_OPTION_UNKNOWN] = (uint8_t)kind->unknown;
    assert_int_equal(biotopes_game.init(&t->setup, &t->state, &t->error), ERR_OK);
}

static void refused(struct table *t, const char *line, const char *id)
{
    const char *said = game_line(&t->setup, &t->state, line, &t->error);
    if (strncmp(said, "biotopes.", 9) != 0 || strcmp(said + 9, id) != 0) {
        print_error("'%s': %s, not %s\n", line, said, id);
        wrong++;
        return;
    }
    see(t->error.message);
}

struct refusal {
    struct kind kind;
    const char *before; /* lines that pass */
    const char *line;   /* the line that does not */
    const char *id;
    const char *says; /* in English; NULL: not checked */
};

/* Discovery, Initiate and solo; declared unless they say otherwise. */
#define DF                                                 \
    {                                                      \
        BIO_DISCOVERY, BIO_FULL, 2, BIO_DECLARE, "printed" \
    }
#define DT                                                  \
    {                                                       \
        BIO_DISCOVERY, BIO_TABLE, 2, BIO_DECLARE, "printed" \
    }
#define BT                                                \
    {                                                     \
        BIO_DISCOVERY, BIO_TABLE, 2, BIO_BLANK, "printed" \
    }
#define HT                                                \
    {                                                     \
        BIO_DISCOVERY, BIO_TABLE, 2, BIO_DECLARE, "house" \
    }
#define IF                                                \
    {                                                     \
        BIO_INITIATE, BIO_FULL, 2, BIO_DECLARE, "printed" \
    }
#define IT                                                 \
    {                                                      \
        BIO_INITIATE, BIO_TABLE, 2, BIO_DECLARE, "printed" \
    }
#define ST                                           \
    {                                                \
        BIO_SOLO, BIO_TABLE, 1, BIO_BLANK, "printed" \
    }
#define DS                                                  \
    {                                                       \
        BIO_DISCOVERY, BIO_SHEET, 2, BIO_DECLARE, "printed" \
    }
#define IS                                                 \
    {                                                      \
        BIO_INITIATE, BIO_SHEET, 2, BIO_DECLARE, "printed" \
    }
#define DP                                                   \
    {                                                        \
        BIO_DISCOVERY, BIO_TOTALS, 2, BIO_DECLARE, "printed" \
    }

#define CONDITIONS "*: conditions mountain forest bird mammal;"
#define TILES CONDITIONS "*: tile A1 -2,-1;*: tile A2 1,-2;*: tile A3 -1,1;*: tile A4 2,0;"
#define TOKENS                                                                                                \
    TILES "1: token 3,-1;2: token -2,2;1: token -3,-1;2: token 2,1;1: token 2,-3;2: token 0,1;1: token -1,2;" \
          "2: token 0,-2;"
#define TILES_LAID CONDITIONS "1: tile A1 -2,-1;2: tile A2 1,-2;1: tile A3 -1,1;2: tile A4 2,0;"
#define TOKENS_LAID                                                                                       \
    TILES_LAID                                                                                            \
    "1: token 3,-1;1: biotope wetland preserved;2: token -2,2;2: biotope wetland adapted;1: token -3,-1;" \
    "1: biotope forest preserved;2: token 2,1;2: biotope forest adapted;1: token 2,-3;"                   \
    "1: biotope mountain preserved;2: token 0,1;2: biotope mountain adapted;1: token -1,2;"               \
    "1: biotope meadow preserved;2: token 0,-2;2: biotope meadow adapted;"
#define DEAL_1 "*: deal 1 alpine-ibex hawfinch brown-rat large-copper;"
#define DEAL DEAL_1 "*: deal 2 red-deer wild-boar european-goldfinch mute-swan;"
#define FREE "1: effect forest;1: waive plant;1: waive plant;1: done;"
#define TWO(x) x x
#define FOUR(x) TWO(x) TWO(x)
#define EIGHT(x) FOUR(x) FOUR(x)
#define FOURTEEN(x) EIGHT(x) FOUR(x) TWO(x)
#define THIRTY_TWO(x) EIGHT(x) EIGHT(x) EIGHT(x) EIGHT(x)
#define PASSES_2 "1: pass;2: pass;"
#define PASSES_5 PASSES_2 "2: pass;1: pass;" PASSES_2 "2: pass;1: pass;" PASSES_2

static const struct refusal READING[] = {
    {DT, TOKENS, "1: fly", "move", "'fly' is not a move"},
    {DT, TOKENS, "1: adapt unicorn", "card", "'unicorn' is not a species"},
    {DT, TOKENS, "1: adapt", "card", "a species is missing"},
    {DT, TOKENS "1: adapt hawfinch;", "1: pay plant green unicorn", "spot",
     "'unicorn' is neither a species nor a biotope"},
    {DT, "", "*: conditions forest sea bird mammal", "biotope", NULL},
    {DT, TOKENS "1: adapt hawfinch;", "1: pay plant pink forest", "colour", NULL},
    {DT, "", "*: conditions forest meadow bird dragon", "type", NULL},
    {DT, TOKENS "1: evolve;1: pay plant green forest;", "1: draw omnivore", "deck", NULL},
    {IT, TILES_LAID "1: token 3,-1;", "1: biotope wetland wild", "milieu", NULL},
    {DT, CONDITIONS, "*: tile C1 -2,-1", "tile", NULL},
    {DT, CONDITIONS, "*: tile A11 -2,-1", "tile", NULL},
    {DT, CONDITIONS, "*: tile A1 r6 -2,-1", "rotation", NULL},
    {DT, TILES, "1: token 3", "hex", NULL},
    {DT, TILES, "1: token", "hex", NULL},
    {DF, TOKENS, "*: deal 9 hawfinch", "seat", NULL},
    {DP, "", "1: total lots", "number", NULL},
    {IT, TOKENS_LAID "1: effect forest;", "1: again adapt", "action", NULL},
    {DT, TOKENS, "1: for 2 pass", "for", NULL},
    {DT, TOKENS, "1: pass with plant green forest", "with", NULL},
    {DT, TOKENS, "1: pass now", "rest", "unexpected 'now'"},
    {DT, TILES, "1: token 99,0", "too-far", NULL},
    {DF, TOKENS, "*: deal 1 apollo hawfinch brown-rat large-copper red-deer", "line-length", NULL},
};

static const struct refusal SETTING_UP[] = {
    {DT, TOKENS, "3: pass", "no-such-seat", NULL},
    {DT, TOKENS, "n: pass", "no-such-seat", NULL},
    {DT, TOKENS, "2: pass", "not-your-turn", NULL},
    {DT, TOKENS "1: adapt hawfinch;", "1: pass", "not-now", NULL},
    {DT, TOKENS, "*: conditions mountain forest bird mammal", "not-your-turn", NULL},
    {DT, "", "*: conditions forest forest bird mammal", "same-conditions", NULL},
    {DT, "", "*: conditions forest meadow bird bird", "same-conditions", NULL},
    {DT, "", "*: conditions forest meadow plant mammal", "condition-plant", NULL},
    {DT, CONDITIONS, "*: tile A1 6,0", "too-far", NULL},
    {DT, CONDITIONS "*: tile A1 -2,-1;", "*: tile B1 1,-2", "tile-used",
     "tile 1 lies in the landscape already: its two faces are one tile"},
    {DT, CONDITIONS "*: tile A1 -2,-1;", "*: tile A1 1,-2", "tile-used", NULL},
    {DT, CONDITIONS "*: tile A1 -2,-1;", "*: tile A2 0,-1", "tile-overlaps", NULL},
    {DT, CONDITIONS "*: tile A1 -2,-1;", "*: tile A2 5,5", "tile-apart", NULL},
    /* One hex of it would touch, 0,-1. */
    {DT, CONDITIONS "*: tile A1 -2,-1;", "*: tile A2 1,-1", "tile-apart", NULL},
    {DT, TILES, "1: token 9,9", "no-hex", "the landscape has no hex at 9,9"},
    {DT, TILES "1: token 3,-1;", "2: token 3,-1", "hex-taken", NULL},
    /* Situation 7. */
    {DT, TILES "1: token 3,-1;2: token -2,2;", "1: token 3,0", "biotope-held", NULL},
    {DT, TILES "1: token 3,-1;2: token -2,2;", "1: token 2,-1", "next-to-own", NULL},
    {DT, TILES "1: token 3,-1;2: token -2,2;", "1: token 0,0", "not-edge", NULL},
    {IT, TILES_LAID "1: token 3,-1;1: biotope wetland preserved;2: token -2,2;", "2: biotope wetland preserved",
     "milieu-taken", NULL},
    {IT, TILES_LAID "1: token 3,-1;", "1: biotope forest preserved", "milieu-other", NULL},
    {IS, CONDITIONS "1: biotope forest preserved;", "1: biotope forest adapted", "milieu-held", NULL},
    {DF, TOKENS, "*: deal 2 red-deer", "deal-order", NULL},
    {DF, TOKENS, "*: deal 1 merlin", "deal-herbivore", NULL},
    {DF, TOKENS, "*: deal 1 hawfinch wild-boar", "deal-biotope", NULL},
    {DF, TOKENS DEAL_1, "*: deal 2 alpine-ibex", "card-elsewhere", NULL},
    {DF, TOKENS DEAL "1: evolve;1: pay plant green forest;1: draw herbivore;", "*: card merlin", "wrong-deck", NULL},
    {DF, TOKENS DEAL "1: evolve;1: pay plant green forest;1: draw herbivore;", "*: card red-deer", "card-elsewhere",
     NULL},
};

/* Bag of seat 1: grey, green; of seat 2: blue. */
#define PRODUCTION                                                                                                   \
    TOKENS "1: adapt large-copper with plant grey mountain, plant green forest;2: transfer with plant blue wetland;" \
           "1: pass;2: pass;"
/* The finch is in play with its cube, and pays for nothing else. */
#define FINCH TOKENS "1: adapt citril-finch with plant green forest, plant yellow meadow;2: pass;"
#define COPPER TOKENS "1: adapt large-copper with plant grey mountain, plant green forest;2: pass;"

static const struct refusal ACTIONS[] = {
    {DT, PRODUCTION, "*: cubes 2 blue", "cubes-seat", NULL},
    {DT, PRODUCTION, "*: cubes 1 grey", "cubes-count", NULL},
    {DT, PRODUCTION, "*: cubes 1 grey blue", "cubes-bag", NULL},
    {DF, TOKENS DEAL, "1: adapt red-deer", "not-in-hand", NULL},
    {DF, TOKENS DEAL, "1: adapt merlin", "not-in-hand", NULL},
    {DT, TOKENS, "1: adapt merlin", "not-in-hand", NULL}, /* nobody has drawn a carnivore */
    {DT, TOKENS "1: transfer with plant green forest;2: pass;", "1: transfer", "action-used", NULL},
    {DT, TOKENS, "1: reproduce", "cannot-pay", NULL},
    {DT, FINCH, "1: adapt hawfinch with plant grey mountain, bird grey citril-finch", "not-needed", NULL},
    {IT, TOKENS_LAID "1: effect forest;" EIGHT("1: for 1 token - 0,0;1: for 1 token 0,0 -;"), "1: pass", "not-now",
     NULL},
    {IT,
     TOKENS_LAID "1: effect forest;1: token - -2,-1;1: token - -1,-1;1: token - -1,0;1: token - 0,0;1: token - 1,0;"
                 "1: token - 2,0;1: token - 1,1;1: token - -2,0;1: done;",
     "1: expand 0,-1", "no-token", NULL},
    {IT,
     TOKENS_LAID "1: effect forest;1: token - -2,-1;1: token - -1,-1;1: token - -1,0;1: token - 0,0;1: token - 1,0;"
                 "1: token - 2,0;1: token - 1,1;1: token - -2,0;1: done;",
     "1: compete 0,1", "no-token", NULL},
    {DT, TOKENS, "1: expand 0,0", "not-next-to-own", NULL},
    {DT, TOKENS, "1: expand -2,2", "hex-taken", NULL},
    {DT, TOKENS, "1: compete 2,1", "not-next-to-own", NULL},
    {DT, TOKENS, "1: compete -1,1", "no-rival", NULL},
    {DT, TOKENS, "1: compete 3,-1", "no-rival", NULL},
    {DT, FINCH, "1: migrate -3,0 0,0", "not-own", NULL},
    {DT, FINCH, "1: migrate 2,1 0,0", "not-own", NULL},
    {DT, FINCH, "1: migrate 2,-3 0,-2", "hex-taken", NULL},
    /* Situation 9: four steps. */
    {BT,
     TILES "1: token 3,-1;2: token -2,2;1: token -3,0;2: token -2,-2;1: token 2,-3;2: token 1,1;1: token -1,2;"
           "2: token 0,-2;1: adapt citril-finch with plant green forest, plant yellow meadow;2: pass;",
     "1: migrate -3,0 0,1", "too-many-steps", NULL},
    /* Two steps over a bay, six round it: replays/biotopes/migration-around.dendro has the landscape. */
    {BT,
     CONDITIONS "*: tile A1 0,0;*: tile A2 -3,2;*: tile A3 -2,4;*: tile A4 1,3;1: token 1,2;2: token 2,3;1: token 1,-1;"
                "2: token -2,1;1: token -3,4;2: token -3,3;1: token -1,0;2: token -2,5;"
                "1: adapt common-linnet with plant green forest, plant grey mountain;2: pass;",
     "1: migrate 1,2 0,1", "too-many-steps", NULL},
    {DT, TOKENS, "1: use hawfinch", "not-in-play", NULL},
    {BT, COPPER, "1: use large-copper", "no-action", NULL},
    {DT, TOKENS "1: adapt hawfinch;", "1: pay plant yellow forest", "no-cube", NULL},
    {DT, TOKENS "1: adapt hawfinch;", "1: pay bird green forest", "wrong-type", NULL},
    /* Situation 8: a green cube does not pay for a meadow. */
    {DT, TOKENS, "1: expand -2,-1 with plant green forest", "wrong-colour", NULL},
    {BT, FINCH, "1: migrate 2,-3 0,0 with plant grey mountain", "from-species", NULL},
    /* One plant and one pollinator are left for a plant and an invertebrate. */
    {DT, COPPER "1: evolve with plant blue wetland;1: draw insectivore;",
     "1: adapt european-crested-tit with plant blue large-copper", "rest-unpaid", NULL},
    {DT, TOKENS "1: evolve;1: pay plant green forest;", "1: pay plant grey mountain", "type-twice", NULL},
    {DT, TOKENS "1: evolve;", "1: draw herbivore", "pay-first", NULL},
    {DT, TOKENS "1: evolve;1: pay plant green forest;", "1: done", "decks-left", NULL},
    {DT, TOKENS "1: evolve;1: pay plant green forest;1: discard apollo;1: draw herbivore;", "1: skip", "no-skip", NULL},
    {IT, TOKENS_LAID "1: effect forest;" EIGHT("1: gain card carnivore;1: gain card carnivore;1: gain card carnivore;"),
     "1: gain card carnivore", "deck-empty", NULL},
    {BT,
     TOKENS "1: adapt mountain-hare with plant green forest, plant yellow meadow;2: pass;1: use mountain-hare;1: done;",
     "1: use mountain-hare", "cannot-pay", NULL},
    {IT, TOKENS_LAID "1: effect forest;", "1: gain cube", "bag-empty", NULL},
    {BT, FINCH "1: migrate 2,-3 0,0 with bird grey citril-finch;", "1: draw bag", "not-drawable", NULL},
};

/* The ibex of seat 1 against seat 2's 0,1, which has 1,1 and more to go to. */
#define IBEX TOKENS_LAID "1: adapt alpine-ibex with plant green forest, plant yellow meadow;2: pass;"
#define COMPETES IBEX "1: compete 0,1 with mammal grey alpine-ibex;"
/* Two species of the forest with two cubes each, one green cube in the reserve, one in the bag. */
#define SHORT                                                                                                 \
    TOKENS_LAID                                                                                               \
    "1: effect forest;1: waive plant;1: waive plant;1: gain green bag;1: done;1: adapt large-copper;"         \
    "2: effect forest;" EIGHT(                                                                                \
        "2: gain green bag;") "2: done;2: pass;"                                                              \
                              "1: adapt hawfinch with plant grey mountain, plant yellow meadow;" FREE         \
                              "1: adapt hazel-dormouse;"                                                      \
                              "1: effect forest;1: gain green hawfinch;1: gain green hazel-dormouse;1: done;" \
                              "1: reproduce with invertebrate blue large-copper;"

static const struct refusal EFFECTS[] = {
    {IT, COMPETES, "2: retreat 2,1", "not-retreat", NULL},
    {IT, COMPETES, "2: retreat 3,0", "not-retreat", NULL},
    {IT, COMPETES, "1: retreat 1,1", "not-your-turn", NULL},
    {IT, SHORT, "1: skip", "must-put", NULL},
    {IT, SHORT, "1: put large-copper", "wrong-card", NULL},
    {IT, TOKENS_LAID "1: effect forest;", "1: shift green forest forest", "same-spot", NULL},
    {IT, TOKENS_LAID "1: effect forest;", "1: shift green forest meadow", "no-room", NULL},
    {IT, TOKENS_LAID "1: effect forest;", "1: shift blue forest wetland", "no-cube", NULL},
    {BT,
     TOKENS "1: adapt mountain-hare with plant green forest, plant yellow meadow;2: pass;1: use mountain-hare;"
            "1: shift blue wetland mountain-hare;",
     "1: shift blue mountain-hare wetland", "has-shifted", NULL},
    {BT, TOKENS "1: adapt mountain-hare with plant green forest, plant yellow meadow;2: pass;1: use mountain-hare;",
     "1: shift blue wetland mountain", "no-room", NULL},
    {IT, TOKENS_LAID "1: effect forest;", "1: prey 1 green forest", "not-other", NULL},
    {HT, TOKENS "1: adapt hawfinch with plant green forest, plant yellow meadow;2: pass;", "1: effect hawfinch",
     "no-declaring", NULL},
    {BT, TOKENS "1: adapt hawfinch with plant green forest, plant yellow meadow;2: pass;", "1: effect hawfinch",
     "no-declaring", NULL},
    {IT, TOKENS_LAID THIRTY_TWO(TWO("1: effect forest;1: done;")), "1: effect forest", "many-openings", NULL},
    {IT, TOKENS_LAID "1: effect forest;" EIGHT(TWO("1: token - 0,0;1: token 0,0 -;")), "1: waive plant", "many-effects",
     NULL},
    {DT, TOKENS, "1: effect forest", "no-effect", NULL},
    {IT, TOKENS_LAID, "1: effect hawfinch", "not-in-play", NULL},
    {IT, TOKENS_LAID "1: effect forest;" FOURTEEN("1: gain green bag;"), "1: gain green bag", "reserve-empty", NULL},
    {IT, TOKENS_LAID "1: effect forest;", "1: again transfer", "not-used", NULL},
    {IT, TOKENS_LAID "1: effect forest;" FOUR("1: waive plant;"), "1: waive plant", "waived-enough", NULL},
    {IT, TOKENS_LAID PASSES_5 "1: bonus forest 3;", "1: bonus forest 3", "bonus-twice", NULL},
    {IT, TOKENS_LAID PASSES_5, "1: bonus forest 41", "bonus-range", NULL},
    {IT,
     TOKENS_LAID "1: adapt large-copper with plant green forest, plant blue wetland;2: pass;"
                 "1: transfer with invertebrate blue large-copper;1: pass;*: cubes 1 green blue blue;"
                 "2: pass;1: pass;" PASSES_2 "2: pass;1: pass;" PASSES_2,
     "1: bonus large-copper 3", "not-in-play", NULL /* discarded */},
    {IT, TOKENS_LAID PASSES_5 "1: done;2: done;", "1: pass", "over", NULL},
};

static const struct refusal SHEETS[] = {
    {DS, CONDITIONS "1: row forest hawfinch 1;", "1: row forest wild-boar 1", "row-twice", NULL},
    {DS, CONDITIONS, "1: row forest hawfinch 1 brown-rat 1", "row-biotope", NULL},
    {DS, CONDITIONS, "1: row forest hawfinch 1 hawfinch 1", "card-twice", NULL},
    {DS, CONDITIONS "2: row forest hawfinch 1;", "1: row forest hawfinch 1", "card-twice", NULL},
    {DS, CONDITIONS, "1: row forest hawfinch 5", "cubes-range", NULL},
    {DS,
     CONDITIONS "1: row mountain alpine-ibex 4 apollo 4 citril-finch 4 green-grasshopper 4 mountain-hare 4 red-deer 4;"
                "1: row forest eurasian-bullfinch 4 european-hare 4 hawfinch 4 hazel-dormouse 4 mammoth-wasp 4;"
                "1: row meadow brown-rat 4 common-linnet 4 european-rabbit 4 minotaur-beetle 4 spanish-festoon 4;",
     "1: row wetland large-copper 1", "cubes-supply", NULL},
    {DS, CONDITIONS "1: land mountain 1 forest 1 meadow 1 wetland 1 groups 4;",
     "1: land mountain 1 forest 1 meadow 1 wetland 1 groups 4", "land-twice", NULL},
    {DS, CONDITIONS, "1: land mountain 13 forest 0 meadow 0 wetland 0 groups 1", "land-tokens", NULL},
    {DS, CONDITIONS, "1: land mountain 7 forest 6 meadow 0 wetland 0 groups 1", "land-tokens", NULL},
    {DS, CONDITIONS, "1: land mountain 1 forest 1 meadow 0 wetland 0 groups 3", "land-groups", NULL},
    {DS, CONDITIONS, "1: land mountain 1 forest 1 meadow 0 wetland 0 groups 0", "land-groups", NULL},
    {DS, CONDITIONS, "1: land mountain 0 forest 0 meadow 0 wetland 0 groups 1", "land-groups", NULL},
    {DS, CONDITIONS, "1: pass", "not-now", NULL},
    {DS, CONDITIONS "1: row wetland large-copper 0;", "1: bonus large-copper 3", "no-cubes-left", NULL},
    {DP, "", "1: stars 3, stars 3, total 9", "category-twice", NULL},
    {DP, "", "1: total 1000", "points-range", NULL},
    {DP, "", "1: total -100", "points-range", NULL},
    {DP, "", "1: territory 2, biotope 2, type 2, population 1, stars 1, bonus 0, columns 2, fragmentation -3, total 8",
     "not-the-sum", "the categories add up to 7, not to 8"},
    {DP, "", "1: total 8 rank 3", "rank-range", NULL},
    {DP, "1: total 8 rank 1;", "2: total 8", "ranks-all", NULL},
    {DP, "1: total 8 rank 2;", "2: total 8 rank 2", "nobody-first", NULL},
    {DP, "1: total 8;", "2: total 8 rank 1", "ranks-all", NULL},
};

static void check_refusals(const struct refusal *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct table t;
        table_init(&t, &all[i].kind);
        game_lines(&t.setup, &t.state, all[i].before, &t.error);
        refused(&t, all[i].line, all[i].id);
        if (all[i].says) {
            assert_string_equal(game_says(&t.error, LANG_EN), all[i].says);
        }
    }
    unsigned found = wrong;
    wrong = 0;
    assert_int_equal(found, 0);
}

#define CHECK(all) check_refusals(all, sizeof(all) / sizeof((all)[0]))

static void what_cannot_be_read(void **unused)
{
    (void)unused;
    CHECK(READING);
}

static void setting_up(void **unused)
{
    (void)unused;
    CHECK(SETTING_UP);
}

static void actions_and_what_they_cost(void **unused)
{
    (void)unused;
    CHECK(ACTIONS);
}

static void effects_and_what_is_declared(void **unused)
{
    (void)unused;
    CHECK(EFFECTS);
}

static void sheets_and_totals(void **unused)
{
    (void)unused;
    CHECK(SHEETS);
}

/* ---- what no line says ---- */

static void words_that_say_nothing(void **unused)
{
    (void)unused;
    static const struct kind kind = DT;
    struct table t;
    table_init(&t, &kind);
    struct bio_state before = t.state;
    static const struct bio_word words[] = {
        {.kind = KINDS},
        {.kind = KIND_CONDITIONS, .a = 4, .b = 1, .c = 3, .d = 4},
        {.kind = KIND_CONDITIONS, .a = 0, .b = 1, .c = 3, .d = 5},
        {.kind = KIND_CONDITIONS, .a = 0, .b = 1, .c = 3, .d = 4, .e = 1},
    };
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        game_move move = bio_pack(SEAT_TABLE, words[i]);
        assert_int_equal(biotopes_game.apply(&t.setup, &t.state, move, &t.error), ERR_RULE);
        assert_memory_equal(&before, &t.state, sizeof(before));
        assert_string_equal(t.error.message->id, "biotopes.not-a-move");
        see(t.error.message);
    }
}

static void row_without_end(void **unused)
{
    (void)unused;
    static const struct kind kind = DS;
    struct table t;
    table_init(&t, &kind);
    game_lines(&t.setup, &t.state, CONDITIONS, &t.error);
    game_move move = bio_pack(0, (struct bio_word){.kind = KIND_ROW, .a = BIO_FOREST, .b = BIO_ROW + 1});
    assert_int_equal(biotopes_game.apply(&t.setup, &t.state, move, &t.error), ERR_RULE);
    assert_string_equal(t.error.message->id, "biotopes.row-length");
    see(t.error.message);
}

static void players_and_catalogues(void **unused)
{
    (void)unused;
    const struct catalogue *printed = shipped_catalogue(&biotopes_game, "printed");
    struct error error;
    struct bio_state state;
    for (unsigned variant = 0; variant < 4; variant++) {
        for (unsigned seats = 0; seats <= GAME_PLAYERS; seats++) {
            struct setup setup = {.game = &biotopes_game,
                                  .variant = (uint8_t)variant,
                                  .seats = (uint8_t)seats,
                                  .block = printed->block,
                                  .block_size = sizeof(struct bio_catalogue)};
            bool good = variant >= BIO_SOLO ? seats == 1 : seats >= 2 && seats <= 5;
            assert_int_equal(biotopes_game.init(&setup, &state, &error), good ? ERR_OK : ERR_RULE);
            if (!good) {
                assert_string_equal(error.message->id, "biotopes.setup");
                see(error.message);
            }
        }
    }
    static const struct bio_catalogue other = {.magic = 1};
    struct setup setup = {.game = &biotopes_game, .seats = 2, .block = &other, .block_size = sizeof(other)};
    assert_int_equal(biotopes_game.init(&setup, &state, &error), ERR_RULE);
    assert_string_equal(error.message->id, "biotopes.catalogue");
    see(error.message);
}

static void every_refusal_was_provoked(void **unused)
{
    (void)unused;
    unsigned missing = 0;
    for (size_t i = 1; i < BIO_RULES_COUNT; i++) {
        const struct message *message = &bio_messages[i];
        if (!seen[i]) {
            print_message("%s: nothing provokes it\n", message->id);
            missing++;
        }
        assert_true(message->en[0] != '\0' && message->fr[0] != '\0');
        assert_memory_equal(message->id, "biotopes.", 9);
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(message->id, bio_messages[j].id);
        }
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_read),
        cmocka_unit_test(setting_up),
        cmocka_unit_test(actions_and_what_they_cost),
        cmocka_unit_test(effects_and_what_is_declared),
        cmocka_unit_test(sheets_and_totals),
        cmocka_unit_test(words_that_say_nothing),
        cmocka_unit_test(row_without_end),
        cmocka_unit_test(players_and_catalogues),
        cmocka_unit_test(every_refusal_was_provoked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
