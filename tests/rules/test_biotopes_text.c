/*
 * The notation of Biotopes: what is read, how it is written in both languages,
 * where an error points, and what refusals say. Words are made by hand, legal
 * or not: whether they are is the engine's business.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "base/utf8.h"
#include "rules/biotopes/biotopes_state.h"
#include "support/game_line.h"

#include <stdio.h>
#include <string.h>

enum { SEED = 15, RANDOM = 20000, FIVE = 5, TEXT = 4096 };

static struct bio_catalogue cat;
static struct bio_state state;
static struct setup setup;
static struct error error;
static game_move moves[GAME_LINE];
static size_t count;

/* Five seats, an empty landscape; a catalogue in which a card's type is its number modulo the types. */
static int prepare(void **unused)
{
    (void)unused;
    memset(&cat, 0, sizeof(cat));
    memset(&state, 0, sizeof(state));
    memset(&error, 0, sizeof(error));
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        cat.species[i].type = (uint8_t)(i % BIO_TYPES);
    }
    setup = (struct setup){.seats = FIVE, .block = &cat, .block_size = sizeof(cat)};
    return 0;
}

static enum err read_line(const char *line)
{
    int seat = seat_from_label(span_of(line, 1));
    assert_true(seat >= 0 && line[1] == ':');
    count = 0;
    memset(&error, 0, sizeof(error));
    return bio_parse(&setup, &state, (unsigned)seat, span_from(line + 2), moves, &count, &error);
}

/* The line's text as it is written in that language, valid until the next call; the id of what is wrong otherwise. */
static const char *written(const char *line, enum lang lang)
{
    static char text[TEXT];
    struct strbuf out;
    if (read_line(line) != ERR_OK) {
        return error.message->id;
    }
    if (count == 0) {
        return "nothing";
    }
    strbuf_wrap(&out, text, sizeof(text));
    assert_int_equal(bio_say(&setup, &state, moves, count, lang, &out), count);
    assert_true(strbuf_ok(&out));
    return text;
}

/* Reads as `text`, whatever way it is written in. */
static void reads_as(const char *line, const char *text)
{
    const char *found = written(line, LANG_EN);
    if (strcmp(found, text) != 0) {
        fail_msg("'%s' is read as '%s', not '%s'", line, found, text);
    }
    char french[TEXT];
    (void)snprintf(french, sizeof(french), "%c: %s", line[0], written(line, LANG_FR));
    found = written(french, LANG_EN);
    if (strcmp(found, text) != 0) {
        fail_msg("'%s', which is '%s', is read as '%s'", french, line, found);
    }
}

static void refused(const char *line, const char *id, uint32_t column)
{
    enum err err = read_line(line);
    if (err == ERR_OK) {
        fail_msg("'%s' is read", line);
    }
    if (strcmp(error.message->id, id) != 0 || error.column != column) {
        fail_msg("'%s': %s at %u, not %s at %u", line, error.message->id, error.column, id, column);
    }
    char sentence[512];
    for (int lang = LANG_EN; lang <= LANG_FR; lang++) {
        assert_true(error_text(&error, (enum lang)lang, sentence, sizeof(sentence)) > 0);
        assert_null(strchr(sentence, '%'));
    }
}

static void hints(const char *line, const char *meant)
{
    assert_int_not_equal(read_line(line), ERR_OK);
    if (strcmp(error.hint, meant) != 0) {
        fail_msg("'%s': the hint is '%s', not '%s'", line, error.hint, meant);
    }
}

/* ---- what is read ---- */

static void lines_of_the_document_read(void **unused)
{
    (void)unused;
    static const char *const lines[][2] = {
        {"*: conditions forest meadow bird mammal", NULL},
        {"*: tile A3 r2 -2,-1", NULL},
        {"1: tile B10 0,0", NULL},
        {"1: token 0,2", NULL},
        {"1: biotope forest preserved", NULL},
        {"*: deal 1 alpine-ibex hawfinch brown-rat mute-swan", NULL},
        {"*: cubes 1 green blue", NULL},
        {"1: adapt european-crested-tit", NULL},
        {"1: pay plant yellow meadow", NULL},
        {"1: adapt european-crested-tit with plant yellow meadow, invertebrate blue large-copper", NULL},
        {"1: reproduce", NULL},
        {"1: transfer", NULL},
        {"1: evolve", NULL},
        {"1: expand 1,2", NULL},
        {"1: migrate 0,1 2,2", NULL},
        {"1: compete 1,0", NULL},
        {"1: use hawfinch", NULL},
        {"1: pass", NULL},
        {"2: retreat -1,1", NULL},
        {"1: draw herbivore", NULL},
        {"1: draw bag", NULL},
        {"1: skip", NULL},
        {"*: card brown-rat", NULL},
        {"*: cubes 1 green", NULL},
        {"1: put large-copper", NULL},
        {"1: put forest", NULL},
        {"1: shift yellow meadow hawfinch", NULL},
        {"1: prey 2 green forest", NULL},
        {"1: discard brown-rat", NULL},
        {"1: done", NULL},
        {"1: effect hawfinch", NULL},
        {"1: gain card carnivore", NULL},
        {"1: gain cube", NULL},
        {"1: gain green bag", NULL},
        {"1: gain green forest", NULL},
        {"1: recycle blue large-copper", NULL},
        {"1: again migrate", NULL},
        {"1: waive reptile", NULL},
        {"1: token 0,1 2,2", NULL},
        {"1: token - 0,2", NULL},
        {"1: token 0,2 -", NULL},
        {"1: for 2 gain card herbivore", NULL},
        {"1: for 1 gain card herbivore", "gain card herbivore"},
        {"1: for 5 token - 1,1", NULL},
        {"1: bonus eurasian-badger 3", NULL},
        {"1: bonus forest 0", NULL},
        {"*: conditions mountain forest bird mammal", NULL},
        {"1: biotope mountain preserved", NULL},
        {"1: row mountain alpine-ibex 2 citril-finch 1", NULL},
        {"1: row forest", NULL},
        {"1: land mountain 3 forest 2 meadow 1 wetland 0 groups 2", NULL},
        {"1: total 57", NULL},
        {"1: total 57 rank 2", NULL},
        {"1: territory 6, stars 3, total 57", NULL},
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        reads_as(lines[i][0], lines[i][1] ? lines[i][1] : lines[i][0] + 3);
    }
}

static void spelling_is_free(void **unused)
{
    (void)unused;
    static const char *const lines[][2] = {
        {"*:  CONDITIONS  Forêt zone humide Oiseau mammifere ", "conditions forest wetland bird mammal"},
        {"*: conditions bird forest mammals, wetland", "conditions forest wetland bird mammal"},
        {"*: tuile a3 -2,-1", "tile A3 -2,-1"},
        {"*: tile 3B R0 ( -2 , +1 )", "tile B3 -2,1"},
        {"1: biotope préservée forêt", "biotope forest preserved"},
        {"1: biotope Zone Humide populeux", "biotope wetland populous"},
        {"1: biotope forest-preserved", "biotope forest preserved"},
        {"1: biotope Prairie : milieu abondant", "biotope meadow plentiful"},
        {"*: distribuer 2 Bouquetin des Alpes, Grosbec casse noyaux Rat surmulot cygne TUBERCULÉ",
         "deal 2 alpine-ibex hawfinch brown-rat mute-swan"},
        {"*: deal 3 wild boar", "deal 3 wild-boar"},
        {"*: cubes 1 blue, vert jaunes blue gris", "cubes 1 grey green yellow blue blue"},
        {"1: adapter Lièvre d’Europe", "adapt european-hare"},
        {"1: adapter mille-pattes a tete rouge", "adapt red-headed-millipede"},
        {"1: adapt e\xcc\x81re\xcc\x80se coccinelle", "adapt ladybird-spider"},
        {"1: adapt Mountain   Hare avec gris mountain grey mountain hare",
         "adapt mountain-hare with plant grey mountain, bird grey mountain-hare"},
        {"1: pay yellow meadow", "pay plant yellow meadow"},
        {"1: payer oiseau jaune prairie", "pay bird yellow meadow"},
        {"1: shift grey mountain mountain hare", "shift grey mountain mountain-hare"},
        {"1: déplacer gris lièvre variable montagne", "shift grey mountain-hare mountain"},
        {"1: pour 2 capturer 3 vert forêt", "for 2 prey 3 green forest"},
        {"1: token board 1,1", "token - 1,1"},
        {"1: bonus mountain hare 3", "bonus mountain-hare 3"},
        {"1: bonus mountain 3", "bonus mountain 3"},
        {"1: ligne forêt Grosbec casse-noyaux 2, Chouette hulotte 1", "row forest hawfinch 2 tawny-owl 1"},
        {"1: land wetland 1", "land mountain 0 forest 0 meadow 0 wetland 1 groups 1"},
        {"1: land groups 2, forest 2, montagne 1", "land mountain 1 forest 2 meadow 0 wetland 0 groups 2"},
        {"1: Total -5 rang 1, biotope 3 bonus 0", "biotope 3, bonus 0, total -5 rank 1"},
        {"1: étoiles 3, total 57", "stars 3, total 57"},
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        reads_as(lines[i][0], lines[i][1]);
    }
}

static void a_type_that_is_left_out_is_the_cards_own(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        char line[128];
        (void)snprintf(line, sizeof(line), "1: pay green %s", bio_card_names[i].id);
        assert_int_equal(read_line(line), ERR_OK);
        assert_int_equal(bio_unpack(moves[0]).a, cat.species[i].type);
        assert_int_equal(bio_unpack(moves[0]).c, i);
    }
    assert_int_equal(read_line("1: use hawfinch with blue wetland"), ERR_OK);
    assert_int_equal(count, 2);
    assert_int_equal(bio_unpack(moves[1]).a, BIO_PLANT);
}

/* Every name of every card, behind and before every other one. */
static void every_name_is_read_next_to_every_other(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < BIO_SPOTS; i++) {
        for (unsigned j = 0; j < BIO_SPOTS; j++) {
            const struct name *a = i < BIO_SPECIES ? &bio_card_names[i] : &bio_biotopes[i - BIO_SPECIES];
            const struct name *b = j < BIO_SPECIES ? &bio_card_names[j] : &bio_biotopes[j - BIO_SPECIES];
            const char *const names[][2] = {{a->id, b->en}, {a->en, b->fr}, {a->fr, b->id},
                                            {a->fr, b->fr}, {a->en, b->en}, {a->en, b->id}};
            for (size_t k = 0; k < 6; k++) {
                char line[160];
                (void)snprintf(line, sizeof(line), "1: shift blue %s %s", names[k][0], names[k][1]);
                assert_int_equal(read_line(line), ERR_OK);
                struct bio_word w = bio_unpack(moves[0]);
                if (w.c != i || w.d != j) {
                    fail_msg("'%s' is read as %u and %u", line, w.c, w.d);
                }
            }
        }
    }
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        if (bio_alias[i]) {
            char line[160];
            (void)snprintf(line, sizeof(line), "1: adapt %s", bio_alias[i]);
            reads_as(line, written(line, LANG_EN));
            assert_int_equal(bio_unpack(moves[0]).a, i);
        }
    }
}

static void a_retreat_that_has_happened_is_no_move(void **unused)
{
    (void)unused;
    state.step = STEP_TURN;
    state.land.count = 2;
    state.land.q[1] = -1;
    state.land.r[1] = 1;
    state.retreated = 2;
    state.retreater = 1;
    assert_string_equal(written("2: retreat -1,1", LANG_EN), "nothing");
    assert_string_equal(written("2: replier -1,1", LANG_EN), "nothing");
    assert_string_equal(written("3: retreat -1,1", LANG_EN), "retreat -1,1");
    assert_string_equal(written("2: retreat 0,0", LANG_EN), "retreat 0,0");
    refused("2: retreat -1,1 at once", "biotopes.rest", 15);
    state.step = STEP_RETREAT;
    assert_string_equal(written("2: retreat -1,1", LANG_EN), "retreat -1,1");
    state.step = STEP_TURN;
    state.retreated = 0;
    assert_string_equal(written("2: retreat -1,1", LANG_EN), "retreat -1,1");
    state.retreated = 2;
    state.retreater = SEAT_NEUTRAL; /* solo: the player may write it */
    setup.seats = 1;
    assert_string_equal(written("1: retreat -1,1", LANG_EN), "nothing");
    assert_string_equal(written("n: retreat -1,1", LANG_EN), "nothing");
}

/* ---- what is not ---- */

static void errors_point_at_the_word(void **unused)
{
    (void)unused;
    static const struct {
        const char *line;
        const char *id;
        uint32_t column;
    } wrong[] = {
        {"1:", "biotopes.move", 1},
        {"1:  ", "biotopes.move", 3},
        {"1: adopt hawfinch", "biotopes.move", 2},
        {"1: adapt", "biotopes.card", 7},
        {"1: adapt forest", "biotopes.card", 8},
        {"1: adapt hawfinch2", "biotopes.card", 8},
        {"1: adapt hawfinch brown-rat", "biotopes.rest", 17},
        {"1: adapt hawfinch with", "biotopes.colour", 21},
        {"1: adapt hawfinch with plant", "biotopes.colour", 27},
        {"1: adapt hawfinch with plant red forest", "biotopes.colour", 28},
        {"1: adapt hawfinch with plant green", "biotopes.spot", 33},
        {"1: adapt hawfinch with green forest,", "biotopes.colour", 35},
        {"1: adapt hawfinch with green forest,, blue wetland", "biotopes.colour", 35},
        {"1: pass with green forest", "biotopes.with", 7},
        {"1: discard hawfinch with green forest", "biotopes.with", 19},
        {"1: expand 1;2", "biotopes.hex", 10},
        {"1: expand 1", "biotopes.hex", 10},
        {"1: expand (1,2", "biotopes.hex", 13},
        {"1: migrate 1,2", "biotopes.hex", 13},
        {"1: retreat 1,2 3,4", "biotopes.rest", 14},
        {"*: conditions forest meadow wetland bird", "biotopes.type", 27},
        {"*: conditions forest bird mammal", "biotopes.biotope", 31},
        {"*: conditions forest meadow bird", "biotopes.type", 31},
        {"*: conditions", "biotopes.biotope", 12},
        {"*: conditions forest meadow bird mammal bird", "biotopes.rest", 39},
        {"*: tile C3 0,0", "biotopes.tile", 7},
        {"*: tile A11 0,0", "biotopes.tile", 7},
        {"*: tile A0 0,0", "biotopes.tile", 7},
        {"*: tile", "biotopes.tile", 6},
        {"*: tile A3 r6 0,0", "biotopes.rotation", 10},
        {"*: tile A3 r 0,0", "biotopes.rotation", 10},
        {"1: biotope forest basic", "biotopes.milieu", 17},
        {"1: biotope", "biotopes.biotope", 9},
        {"*: deal 6 hawfinch", "biotopes.seat", 7},
        {"*: deal 1", "biotopes.card", 8},
        {"*: deal 1 hawfinch merlin apollo wallcreeper brown-rat", "biotopes.line-length", 53},
        {"*: cubes 1", "biotopes.colour", 9},
        {"*: cubes n green", "biotopes.seat", 8},
        {"1: draw spade", "biotopes.deck", 7},
        {"1: gain card bag", "biotopes.deck", 12},
        {"1: gain green", "biotopes.spot", 12},
        {"1: again adapt", "biotopes.action", 8},
        {"1: for", "biotopes.seat", 5},
        {"1: for 2", "biotopes.move", 7},
        {"1: for 9 done", "biotopes.seat", 6},
        {"1: for 2 adapt hawfinch", "biotopes.for", 8},
        {"1: for 2 total 5", "biotopes.for", 8},
        {"1: bonus forest", "biotopes.number", 14},
        {"1: bonus forest 256", "biotopes.number", 15},
        {"1: row hawfinch 2", "biotopes.biotope", 6},
        {"1: row forest hawfinch", "biotopes.number", 21},
        {"1: row forest hawfinch tawny-owl 2", "biotopes.number", 22},
        {"1: row forest of", "biotopes.number", 15},
        {"1: land", "biotopes.biotope", 6},
        {"1: land forest 2", "biotopes.groups", 15},
        {"1: land forest 1 forest 2 groups 1", "biotopes.rest", 16},
        {"1: total", "biotopes.number", 7},
        {"1: total 70000", "biotopes.number", 8},
        {"1: total 99999999999999999999999", "biotopes.number", 8},
        {"1: total 5 total 6", "biotopes.rest", 10},
        {"1: total 5 rank 0", "biotopes.number", 15},
        {"1: rank 1 total 5", "biotopes.move", 2},
        {"1: territory 6 rank 1", "biotopes.rest", 14},
        {"1: territory 6, beauty 7", "biotopes.move", 15},
        {"1: territory six", "biotopes.move", 2},
        {"1: territory 6,", "biotopes.move", 14},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        refused(wrong[i].line, wrong[i].id, wrong[i].column);
        assert_int_equal(error.message->code, ERR_SYNTAX);
    }
    static const char *const far[] = {"1: expand 64,0", "1: token 0,-64", "*: tile A1 1000000000000000000000,0"};
    for (size_t i = 0; i < 3; i++) {
        refused(far[i], "biotopes.too-far", 0);
        assert_int_equal(error.message->code, ERR_RULE);
    }
    assert_string_equal(written("1: expand -63,63", LANG_EN), "expand -63,63");
}

static void what_was_probably_meant_is_offered(void **unused)
{
    (void)unused;
    hints("1: adapte hawfinch", "adapt");
    hints("1: adapt hawfinsh", "hawfinch");
    hints("1: adapt alpine-ibx", "alpine-ibex");
    hints("1: adapt bouquetin", "Bouquetin des Alpes");
    hints("1: adapt Bouquetin des Alpe", "Bouquetin des Alpes");
    hints("1: adapt hawfinch with grean forest", "green");
    hints("1: adapt hawfinch with green forrest, blue wetland", "forest");
    hints("*: deal 1 hawfinsh brown-rat", "hawfinch");
    hints("*: conditions forest meadow brid mammal", "bird");
    hints("1: biotope forest presrved", "preserved");
    hints("1: territory 6, start 7", "stars");
    hints("1: adapt xyzzy", "");
}

static void hostile_text_is_refused(void **unused)
{
    (void)unused;
    static const char *const begins[] = {
        "",         "adapt ",       "pay green ",           "deal 1 ", "cubes 1 ",   "row forest ", "land ",
        "total 5 ", "territory 6 ", "adapt hawfinch with ", "for 2 ",  "tile A3 r1 "};
    static const char *const repeated[] = {"a",
                                           " ",
                                           "-",
                                           ",",
                                           "1",
                                           "green ",
                                           "\xff",
                                           "\xcc\x81",
                                           "hawfinch ",
                                           "'",
                                           "forest 1 ",
                                           "green forest ",
                                           "territory 1 ",
                                           "\xe2\x80\x99",
                                           "é",
                                           "("};
    static char text[10000];
    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
        for (size_t j = 0; j < sizeof(repeated) / sizeof(repeated[0]); j++) {
            size_t len = strlen(begins[i]);
            size_t step = strlen(repeated[j]);
            memcpy(text, begins[i], len);
            for (; len + step <= sizeof(text); len += step) {
                memcpy(text + len, repeated[j], step);
            }
            enum err err = bio_parse(&setup, &state, 0, span_of(text, len), moves, &count, &error);
            if (err == ERR_OK && repeated[j][0] == ' ') {
                continue; /* `row forest`, and nothing */
            }
            assert_true(err == ERR_SYNTAX || (err == ERR_RULE && error.column == 0));
            assert_in_range(error.column, err == ERR_SYNTAX, len + 1);
        }
    }
    assert_int_equal(bio_parse(&setup, &state, 0, (struct span){NULL, 0}, moves, &count, &error), ERR_SYNTAX);
    assert_int_equal(error.column, 1);
    static const char nul[] = "pass\0";
    assert_int_equal(bio_parse(&setup, &state, 0, span_of(nul, 5), moves, &count, &error) == ERR_OK, count == 1);
}

/* ---- writing ---- */

static unsigned below(struct prng *prng, unsigned limit)
{
    return prng_below(prng, limit);
}

static uint8_t cell(struct prng *prng)
{
    return bio_coord((int)below(prng, 127) - 63);
}

/* A word that a line can say, of each kind. */
static struct bio_word random_word(struct prng *prng, unsigned kind, unsigned seat)
{
    uint8_t whom = (uint8_t)below(prng, FIVE + 1);
    uint8_t species = (uint8_t)below(prng, BIO_SPECIES);
    uint8_t spot = (uint8_t)below(prng, BIO_SPOTS);
    uint8_t other = (uint8_t)below(prng, BIO_SPOTS);
    uint8_t colour = (uint8_t)below(prng, BIO_BIOTOPES);
    uint8_t second = (uint8_t)below(prng, BIO_BIOTOPES);
    uint8_t type = (uint8_t)below(prng, BIO_TYPES);
    uint8_t number = (uint8_t)below(prng, 256);
    unsigned points = below(prng, UINT16_MAX + 1);
    bool board = below(prng, 3) == 0;
    struct bio_word w = {.kind = (uint8_t)kind};
    whom = whom == seat + 1 ? 0 : whom;
    switch (kind) {
    case KIND_CONDITIONS:
        return (struct bio_word){(uint8_t)kind, colour, second, type, (uint8_t)below(prng, BIO_TYPES), 0};
    case KIND_TILE:
        return (struct bio_word){
            (uint8_t)kind, (uint8_t)below(prng, 20), (uint8_t)below(prng, 6), cell(prng), cell(prng), 0};
    case KIND_TOKEN:
    case KIND_EXPAND:
    case KIND_COMPETE:
    case KIND_RETREAT:
        return (struct bio_word){(uint8_t)kind, cell(prng), cell(prng), 0, 0, 0};
    case KIND_MIGRATE:
        return (struct bio_word){(uint8_t)kind, cell(prng), cell(prng), cell(prng), cell(prng), 0};
    case KIND_BIOTOPE:
        return (struct bio_word){(uint8_t)kind, colour, (uint8_t)(1 + below(prng, BIO_MILIEUS - 1)), 0, 0, 0};
    case KIND_DEAL:
        return (struct bio_word){(uint8_t)kind, (uint8_t)below(prng, FIVE), species, 0, 0, 0};
    case KIND_CUBES:
        return (struct bio_word){
            (uint8_t)kind, (uint8_t)below(prng, FIVE), (uint8_t)(1 + below(prng, 9)), colour, second, number};
    case KIND_ADAPT:
    case KIND_CARD:
        w.a = species;
        return w;
    case KIND_USE:
    case KIND_EFFECT:
    case KIND_PUT:
        w.a = spot;
        return w;
    case KIND_PAY:
        return (struct bio_word){(uint8_t)kind, type, colour, spot, 0, 0};
    case KIND_DRAW:
        w.a = (uint8_t)below(prng, BIO_DECKS + 1);
        return w;
    case KIND_SHIFT:
        return (struct bio_word){(uint8_t)kind, whom, colour, spot, other, 0};
    case KIND_PREY:
        return (struct bio_word){(uint8_t)kind, whom, (uint8_t)below(prng, FIVE), colour, spot, 0};
    case KIND_DISCARD:
        return (struct bio_word){(uint8_t)kind, whom, species, 0, 0, 0};
    case KIND_GAIN_CARD:
        return (struct bio_word){(uint8_t)kind, whom, (uint8_t)below(prng, BIO_DECKS), 0, 0, 0};
    case KIND_GAIN_CUBE:
        w.a = whom;
        return w;
    case KIND_GAIN_COLOUR:
        return (struct bio_word){(uint8_t)kind, whom, colour, board ? (uint8_t)BIO_BAG : spot, 0, 0};
    case KIND_RECYCLE:
        return (struct bio_word){(uint8_t)kind, whom, colour, spot, 0, 0};
    case KIND_AGAIN:
        return (struct bio_word){(uint8_t)kind, whom, (uint8_t)(ACT_REPRODUCE + below(prng, 6)), 0, 0, 0};
    case KIND_WAIVE:
        return (struct bio_word){(uint8_t)kind, whom, type, 0, 0, 0};
    case KIND_MOVE_TOKEN:
        if (board) {
            return (struct bio_word){(uint8_t)kind, whom, BIO_NOWHERE, BIO_NOWHERE, cell(prng), cell(prng)};
        }
        w = (struct bio_word){(uint8_t)kind, whom, cell(prng), cell(prng), cell(prng), cell(prng)};
        w.d = below(prng, 2) ? w.d : (uint8_t)BIO_NOWHERE;
        w.e = w.d == BIO_NOWHERE ? (uint8_t)BIO_NOWHERE : w.e;
        return w;
    case KIND_BONUS:
        return (struct bio_word){(uint8_t)kind, spot, number, 0, 0, 0};
    case KIND_ROW:
        return (struct bio_word){(uint8_t)kind, colour, number, 0, 0, 0};
    case KIND_SPECIES:
        return (struct bio_word){(uint8_t)kind, species, number, 0, 0, 0};
    case KIND_LAND:
        return (struct bio_word){(uint8_t)kind, number, colour, second, type, species};
    case KIND_CATEGORY:
        return (struct bio_word){
            (uint8_t)kind, (uint8_t)below(prng, BIO_CATEGORIES), (uint8_t)(points >> 8), (uint8_t)points, 0, 0};
    case KIND_TOTAL:
        return (struct bio_word){(uint8_t)kind, (uint8_t)(points >> 8), (uint8_t)points, number, 0, 0};
    default: /* no fields */
        return w;
    }
}

/* Moves of a game, written in lines and read back one by one. */
static void check_lines(const game_move *game, size_t total, enum lang lang)
{
    static char text[16384];
    for (size_t i = 0; i < total;) {
        struct strbuf out;
        strbuf_wrap(&out, text, sizeof(text));
        size_t n = bio_say(&setup, &state, game + i, total - i, lang, &out);
        struct span line = strbuf_span(&out);
        assert_true(strbuf_ok(&out) && n >= 1 && n <= total - i && n <= GAME_LINE);
        assert_int_equal(utf8_valid(line), line.len);
        enum err err = bio_parse(&setup, &state, move_seat(game[i + n - 1]), line, moves, &count, &error);
        if (err != ERR_OK || count != n || memcmp(moves, game + i, n * sizeof(moves[0])) != 0) {
            fail_msg("'%s' of %zu moves reads back as %zu others: %s", text, n, count,
                     err == ERR_OK ? "" : error.message->id);
        }
        i += n;
    }
}

static void every_word_is_read_back(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, SEED);
    for (unsigned i = 0; i < RANDOM; i++) {
        unsigned seat = below(&prng, FIVE);
        game_move move = bio_pack(seat, random_word(&prng, i % KINDS, seat));
        check_lines(&move, 1, LANG_EN);
        check_lines(&move, 1, LANG_FR);
    }
}

/* Kinds that share lines, in every order: whatever print joins is what parse makes of it. */
static void any_moves_are_lines(void **unused)
{
    (void)unused;
    static const uint8_t often[] = {KIND_PAY,      KIND_PAY,   KIND_PAY,     KIND_ADAPT,   KIND_EVOLVE,
                                    KIND_DISCARD,  KIND_DEAL,  KIND_ROW,     KIND_SPECIES, KIND_CATEGORY,
                                    KIND_CATEGORY, KIND_TOTAL, KIND_SPECIES, KIND_DEAL,    KIND_USE};
    struct prng prng;
    prng_seed(&prng, SEED);
    for (unsigned i = 0; i < RANDOM / 100; i++) {
        game_move game[300];
        for (unsigned j = 0; j < 300; j++) {
            unsigned seat = below(&prng, 8) ? 0 : below(&prng, FIVE);
            unsigned kind = often[below(&prng, sizeof(often))];
            struct bio_word w = random_word(&prng, kind, seat);
            w.a = kind == KIND_DEAL ? (uint8_t)below(&prng, 2) : w.a;
            w.b = kind == KIND_ROW ? (uint8_t)below(&prng, 3) : w.b;
            game[j] = bio_pack(seat, w);
        }
        check_lines(game, 300, i % 2 ? LANG_FR : LANG_EN);
    }
    game_move many[200];
    for (unsigned i = 0; i < 200; i++) { /* more than a line holds */
        many[i] = bio_pack(0, (struct bio_word){.kind = i ? KIND_PAY : KIND_EVOLVE});
    }
    check_lines(many, 200, LANG_EN);
    for (unsigned i = 0; i < 200; i++) {
        many[i] = bio_pack(0, (struct bio_word){.kind = KIND_CATEGORY, .b = 4});
    }
    check_lines(many, 200, LANG_EN);
}

static void lines_join_what_belongs_together(void **unused)
{
    (void)unused;
    static const struct {
        const char *line;
        size_t moves;
    } lines[] = {
        {"1: evolve with plant green forest, bird blue merlin", 3},
        {"1: row forest hawfinch 2 tawny-owl 1", 3},
        {"1: row forest of 3", 1},
        {"1: species hawfinch 2", 1},
        {"1: territory 6", 1},
        {"1: territory 6, stars 3, total 57 rank 2", 3},
        {"*: deal 1 alpine-ibex hawfinch brown-rat mute-swan", 4},
        {"*: cubes 1 grey grey green blue", 1},
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        reads_as(lines[i].line, lines[i].line + 3);
        assert_int_equal(count, lines[i].moves);
    }
    assert_string_equal(written("1: adapt european-crested-tit with plant yellow meadow, blue large-copper", LANG_FR),
                        "adapter Mésange huppée avec plante jaune prairie, reptile bleu Cuivré des marais");
    assert_string_equal(written("1: for 2 gain green bag", LANG_FR), "pour 2 gagner vert sac");
    assert_string_equal(written("1: row wetland mute-swan 2", LANG_FR), "ligne zone humide Cygne tuberculé 2");
}

static void words_that_nobody_can_say_are_written_all_the_same(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, SEED);
    for (unsigned i = 0; i < RANDOM; i++) {
        static char text[16384];
        struct strbuf out;
        game_move any[3] = {prng_next(&prng), prng_next(&prng), prng_next(&prng)};
        strbuf_wrap(&out, text, sizeof(text));
        size_t n = bio_say(&setup, &state, any, 3, i % 2 ? LANG_FR : LANG_EN, &out);
        assert_in_range(n, 1, 3);
        assert_true(out.len > 0);
        assert_int_equal(utf8_valid(strbuf_span(&out)), out.len);
    }
}

/* ---- refusals ---- */

static void every_refusal_has_a_sentence(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, SEED);
    for (unsigned rule = 1; rule < BIO_RULES_COUNT; rule++) {
        const struct message *message = &bio_messages[rule];
        assert_non_null(message->id);
        assert_true(strncmp(message->id, "biotopes.", 9) == 0);
        assert_true(message->en[0] && message->fr[0] && strcmp(message->en, message->fr) != 0);
        bool text = rule >= BIO_BAD_WORD && rule < BIO_TOO_FAR;
        assert_int_equal(message->code, text ? ERR_SYNTAX : ERR_RULE);
        for (unsigned i = 0; !text && i < 200; i++) {
            char sentence[512];
            unsigned seat = below(&prng, GAME_SEATS + 2);
            struct bio_word w = random_word(&prng, i % KINDS, seat);
            game_move move = i < 150 ? bio_pack(seat, w) : prng_next(&prng);
            state.step = (uint8_t)below(&prng, BIO_STEPS);
            state.asked = (uint8_t)below(&prng, FIVE);
            state.row_due = (uint8_t)below(&prng, 2);
            assert_int_equal(bio_refuse(&setup, &state, (enum bio_rule)rule, move, &error), ERR_RULE);
            for (int lang = LANG_EN; lang <= LANG_FR; lang++) {
                assert_true(error_text(&error, (enum lang)lang, sentence, sizeof(sentence)) > 0);
                assert_null(strchr(sentence, '%'));
            }
        }
    }
}

/* The sentence with which a line is refused. */
static const char *says(const char *line, enum bio_rule rule, enum lang lang)
{
    assert_int_equal(read_line(line), ERR_OK);
    assert_int_equal(bio_refuse(&setup, &state, rule, moves[0], &error), ERR_RULE);
    return game_says(&error, lang);
}

static void refusals_name_what_they_are_about(void **unused)
{
    (void)unused;
    assert_string_equal(says("1: expand 1,-2", BIO_NO_HEX, LANG_EN), "the landscape has no hex at 1,-2");
    state.land.count = 1;
    state.land.q[0] = 0;
    state.land.r[0] = 1;
    assert_string_equal(says("1: migrate 0,1 2,2", BIO_NO_HEX, LANG_EN), "the landscape has no hex at 2,2");
    assert_string_equal(says("1: migrate 1,1 0,1", BIO_NO_HEX, LANG_EN), "the landscape has no hex at 1,1");
    assert_string_equal(says("1: for 3 token 0,1 2,2", BIO_NOT_OWN, LANG_EN), "seat 3 has no token at 0,1");
    assert_string_equal(says("1: adapt hawfinch", BIO_CANNOT_PAY, LANG_EN),
                        "the cubes of this seat do not pay the diet of Hawfinch");
    assert_string_equal(says("1: evolve", BIO_CANNOT_PAY, LANG_EN), "this seat has no cubes that pay for 'evolve'");
    assert_string_equal(says("1: pay bird blue mute-swan", BIO_NO_CUBE, LANG_FR),
                        "il n'y a pas ce cube sur Cygne tuberculé : bleu");
    assert_string_equal(says("1: prey 2 green hawfinch", BIO_NOT_IN_PLAY, LANG_EN),
                        "Hawfinch is not in the ecosystem of seat 2");
    state.at[12] = AT_PLAY + 2;
    assert_string_equal(says("*: card hawfinch", BIO_CARD_ELSEWHERE, LANG_EN),
                        "Hawfinch is in the ecosystem of seat 3");
    assert_string_equal(says("1: biotope forest preserved", BIO_MILIEU_TAKEN, LANG_EN),
                        "'Preserved forest' is taken already");
    assert_string_equal(says("1: use forest", BIO_NOT_A_MOVE, LANG_FR), "forêt n'a pas d'Action");
    assert_string_equal(says("1: land forest 2 groups 3", BIO_LAND_GROUPS, LANG_EN), "2 tokens cannot form 3 groups");
    state.category[0][BIO_STARS] = 7;
    assert_string_equal(says("1: total 57", BIO_NOT_THE_SUM, LANG_EN), "the categories add up to 7, not to 57");
    state.step = STEP_RETREAT;
    state.asked = 1;
    assert_string_equal(says("1: pass", BIO_NOT_YOUR_TURN, LANG_EN),
                        "seat 2 has to retreat first: 'retreat' and a hex");
    assert_string_equal(error.message->id, "biotopes.not-your-turn");
    assert_string_equal(says("2: pass", BIO_NOT_NOW, LANG_FR),
                        "le siège 2 doit d'abord se replier : « replier » et un hexagone");
    assert_string_equal(error.message->id, "biotopes.not-now");
    state.step = STEP_CARD;
    state.whom = 2;
    assert_string_equal(says("1: pass", BIO_NOT_YOUR_TURN, LANG_EN),
                        "the table says first which card seat 3 has drawn: 'card' and a species");
    state.step = STEP_TOTALS;
    state.done = 1 | 4;
    assert_string_equal(says("1: total 5", BIO_NOT_YOUR_TURN, LANG_FR),
                        "on écrit maintenant les totaux, comme « total 57 » : les sièges 2, 4, 5");
    state.step = STEP_TILE;
    assert_string_equal(says("1: tile A1 0,0", BIO_NOT_YOUR_TURN, LANG_EN),
                        "the table has to lay a tile first: 'tile A3 r2 0,0'");
    setup.variant = BIO_INITIATE;
    assert_string_equal(says("1: tile A1 0,0", BIO_NOT_YOUR_TURN, LANG_EN),
                        "seat 2 has to lay a tile first: 'tile A3 r2 0,0'");
    setup.seats = 3;
    assert_string_equal(says("5: pass", BIO_NO_SUCH_SEAT, LANG_EN), "there is no seat 5: the last one is 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(lines_of_the_document_read, prepare),
        cmocka_unit_test_setup(spelling_is_free, prepare),
        cmocka_unit_test_setup(a_type_that_is_left_out_is_the_cards_own, prepare),
        cmocka_unit_test_setup(every_name_is_read_next_to_every_other, prepare),
        cmocka_unit_test_setup(a_retreat_that_has_happened_is_no_move, prepare),
        cmocka_unit_test_setup(errors_point_at_the_word, prepare),
        cmocka_unit_test_setup(what_was_probably_meant_is_offered, prepare),
        cmocka_unit_test_setup(hostile_text_is_refused, prepare),
        cmocka_unit_test_setup(every_word_is_read_back, prepare),
        cmocka_unit_test_setup(any_moves_are_lines, prepare),
        cmocka_unit_test_setup(lines_join_what_belongs_together, prepare),
        cmocka_unit_test_setup(words_that_nobody_can_say_are_written_all_the_same, prepare),
        cmocka_unit_test_setup(every_refusal_has_a_sentence, prepare),
        cmocka_unit_test_setup(refusals_name_what_they_are_about, prepare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
