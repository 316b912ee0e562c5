/*
 * Writing lines of Biotopes: words made by hand, legal or not, are read back as
 * they were in both languages, alone and joined in lines; and what refusals say
 * of them.
 */
#include "biotopes_text.h"

#include "base/prng.h"
#include "base/utf8.h"
#include "support/game_line.h"

enum { SEED = 15, RANDOM = 20000 };

static unsigned below(struct prng *prng, unsigned limit)
{
    return prng_below(prng, limit);
}

static uint8_t cell(struct prng *prng)
{
    return bio_coord((int)below(prng, 127) - 63);
}

/* One field that a line can say, or the two of a hex; returns how many. */
static unsigned random_field(struct prng *prng, char what, uint8_t *f)
{
    static const struct {
        char what;
        uint8_t from, below;
    } ranges[] = {
        {'s', 0, BIO_SPECIES}, {'p', 0, BIO_SPOTS}, {'g', 0, BIO_SPOTS + 1}, {'k', 0, BIO_BIOTOPES},
        {'t', 0, BIO_TYPES},   {'d', 0, BIO_DECKS}, {'D', 0, BIO_DECKS + 1}, {'A', ACT_REPRODUCE, ACT_COMPETE + 1},
        {'S', 0, FIVE},        {'n', 0, UINT8_MAX}};
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        if (ranges[i].what == what) {
            *f = (uint8_t)(ranges[i].from + below(prng, ranges[i].below - (unsigned)ranges[i].from));
            return 1;
        }
    }
    bool board = what == 'H' && below(prng, 3) == 0;
    f[0] = board ? (uint8_t)BIO_NOWHERE : cell(prng);
    f[1] = board ? (uint8_t)BIO_NOWHERE : cell(prng);
    return 2;
}

/* The shape of every kind; those that have none for reading have one here. */
static const char *shape_of(unsigned kind)
{
    static const char *const own[KINDS] = {
        [KIND_CONDITIONS] = "kktt", [KIND_DEAL] = "Ss",    [KIND_CUBES] = "Snknk",  [KIND_PAY] = "tkp",
        [KIND_ROW] = "kn",          [KIND_LAND] = "nknks", [KIND_CATEGORY] = "nnn", [KIND_TOTAL] = "nnn",
        [KIND_TILE] = "nnh",        [KIND_BIOTOPE] = "kk"};
    return bio_shapes[kind] ? bio_shapes[kind] : own[kind];
}

/* A word that a line can say. */
static struct bio_word random_word(struct prng *prng, unsigned kind, unsigned seat)
{
    uint8_t f[BIO_FIELDS + 1] = {0};
    unsigned at = bio_is_for(kind);
    if (at) {
        f[0] = (uint8_t)below(prng, FIVE + 1);
        f[0] = f[0] == seat + 1 ? 0 : f[0]; /* for oneself is not said */
    }
    for (const char *shape = shape_of(kind); *shape; shape++) {
        at += random_field(prng, *shape, f + at);
    }
    f[0] = kind == KIND_CATEGORY ? f[0] % BIO_CATEGORIES : kind == KIND_TILE ? f[0] % (2 * BIO_TILES) : f[0];
    f[1] = kind == KIND_TILE ? f[1] % 6 : kind == KIND_BIOTOPE || kind == KIND_CUBES ? (uint8_t)(f[1] % 200 + 1) : f[1];
    return (struct bio_word){(uint8_t)kind, f[0], f[1], f[2], f[3], f[4]};
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
        cmocka_unit_test_setup(every_word_is_read_back, prepare),
        cmocka_unit_test_setup(any_moves_are_lines, prepare),
        cmocka_unit_test_setup(lines_join_what_belongs_together, prepare),
        cmocka_unit_test_setup(words_that_nobody_can_say_are_written_all_the_same, prepare),
        cmocka_unit_test_setup(every_refusal_has_a_sentence, prepare),
        cmocka_unit_test_setup(refusals_name_what_they_are_about, prepare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
