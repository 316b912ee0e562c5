/* Reading lines of Biotopes: what is understood, as what, and where an error points. */
#include "biotopes_text.h"

#include "support/text.h"

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

/* Each line, and what it is read as where that is not itself. */
static const char *const OF_DOCUMENT[][2] = {
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

static void lines_of_the_document_read(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(OF_DOCUMENT) / sizeof(OF_DOCUMENT[0]); i++) {
        reads_as(OF_DOCUMENT[i][0], OF_DOCUMENT[i][1] ? OF_DOCUMENT[i][1] : OF_DOCUMENT[i][0] + 3);
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
    const unsigned stride = test_cases(100) < 10 ? 7 : 1; /* under valgrind each with a seventh of the others */
    for (unsigned i = 0; i < BIO_SPOTS; i++) {
        for (unsigned j = i % stride; j < BIO_SPOTS; j += stride) {
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
            assert_int_equal(read_line(line), ERR_OK);
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

static const struct {
    const char *line;
    const char *id;
    uint32_t column;
} WRONG[] = {
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

static void errors_point_at_the_word(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        refused(WRONG[i].line, WRONG[i].id, WRONG[i].column);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
