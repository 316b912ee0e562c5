/*
 * One game of Biotopes told in several ways: line by line in English and in
 * French it reads back as the same moves; at level table it is the same game
 * with the same result; as a sheet and as totals it has the same totals, ranks
 * and winners; and the digest does not depend on the order in which tiles were
 * laid or a sheet was written.
 */
#include "support/cmocka.h"

#include "base/sha256.h"
#include "support/biotopes_slow.h"
#include "support/text.h"

#include <stdio.h>

enum { SEED = 909, GAMES = 150, ROOM = 50000, MOST = 20000, SHEET = 400, SHUFFLES = 400 };

#define CHECK(condition, ...)                            \
    do {                                                 \
        if (!(condition)) {                              \
            (void)fprintf(stderr, __VA_ARGS__);          \
            (void)fprintf(stderr, ": %s\n", #condition); \
            fail();                                      \
        }                                                \
    } while (0)

static game_move room[ROOM];
static game_move played[MOST];
static size_t plies;
static unsigned number;

static void play(const struct setup *setup, struct bio_state *s, struct prng *prng)
{
    struct error error;
    plies = 0;
    assert_int_equal(biotopes_game.init(setup, s, &error), ERR_OK);
    while (biotopes_game.turn(setup, s) != 0) {
        played[plies] = bio_any_move(setup, s, room, prng);
        CHECK(biotopes_game.apply(setup, s, played[plies], &error) == ERR_OK, "game %u ply %zu", number, plies);
        plies++;
        assert_true(plies < MOST);
    }
}

static void digest(const struct setup *setup, const struct bio_state *s, uint8_t out[SHA256_SIZE])
{
    struct sha256 hash;
    sha256_init(&hash);
    biotopes_game.digest(setup, s, &hash);
    sha256_end(&hash, out);
}

/* ---- lines ---- */

static void check_line(const struct setup *setup, struct bio_state *s, const game_move *moves, size_t count,
                       enum lang lang)
{
    char memory[4096];
    struct strbuf line;
    struct error error;
    game_move read[GAME_LINE];
    size_t back = 0;
    strbuf_wrap(&line, memory, sizeof(memory));
    size_t said = lang == LANG_FR ? biotopes_game.say(setup, s, moves, count, lang, &line)
                                  : biotopes_game.print(setup, s, moves, count, &line);
    enum err err = biotopes_game.parse(setup, s, move_seat(moves[said - 1]), strbuf_span(&line), read, &back, &error);
    CHECK(err == ERR_OK, "game %u: '%s' is refused: %s", number, strbuf_text(&line), error.message->id);
    CHECK(back == said && memcmp(read, moves, said * sizeof(moves[0])) == 0, "game %u: '%s' is read as another", number,
          strbuf_text(&line));
}

/* The moves again, each line as the record has it and each move as a line of its own. */
static void check_lines(const struct setup *setup, const game_move *moves, size_t count, const struct bio_state *end)
{
    static struct bio_state s;
    struct error error;
    size_t line = 0;
    assert_int_equal(biotopes_game.init(setup, &s, &error), ERR_OK);
    for (size_t i = 0; i < count; i++) {
        check_line(setup, &s, moves + i, 1, LANG_EN);
        if (i == line) {
            char memory[4096];
            struct strbuf text;
            strbuf_wrap(&text, memory, sizeof(memory));
            check_line(setup, &s, moves + i, count - i, LANG_EN);
            check_line(setup, &s, moves + i, count - i, LANG_FR);
            line += biotopes_game.print(setup, &s, moves + i, count - i, &text);
        }
        CHECK(biotopes_game.apply(setup, &s, moves[i], &error) == ERR_OK, "game %u: %s", number, error.message->id);
    }
    CHECK(memcmp(&s, end, sizeof(s)) == 0, "game %u: another end", number);
}

/* ---- other levels ---- */

static void same_outcome(const struct setup *a, const struct bio_state *s, const struct setup *b,
                         const struct bio_state *t, bool categories)
{
    struct outcome first;
    struct outcome second;
    biotopes_game.outcome(a, s, &first);
    biotopes_game.outcome(b, t, &second);
    CHECK(first.over && second.over && first.winners == second.winners, "game %u: winners %x, %x", number,
          first.winners, second.winners);
    CHECK(first.verdict == second.verdict && first.margin == second.margin, "game %u: verdict", number);
    for (unsigned i = 0; i < a->seats; i++) {
        CHECK(first.rows[i].total == second.rows[i].total, "game %u seat %u: %d, %d", number, i + 1,
              (int)first.rows[i].total, (int)second.rows[i].total);
        CHECK(first.rows[i].rank == second.rows[i].rank, "game %u seat %u: rank", number, i + 1);
        CHECK(!categories ||
                  memcmp(first.rows[i].category, second.rows[i].category, sizeof(first.rows[i].category)) == 0,
              "game %u seat %u: categories", number, i + 1);
    }
}

static void check_table(const struct setup *full, const struct bio_state *end)
{
    static struct bio_state s;
    static struct bio_state told;
    static game_move table[MOST];
    struct setup setup = *full;
    struct error error;
    size_t count = 0;
    setup.level = BIO_TABLE;
    assert_int_equal(biotopes_game.init(full, &s, &error), ERR_OK);
    assert_int_equal(biotopes_game.init(&setup, &told, &error), ERR_OK);
    for (size_t i = 0; i < plies; i++) {
        game_move out[GAME_LINE];
        size_t n = biotopes_game.project(full, &s, played[i], BIO_TABLE, out);
        for (size_t k = 0; k < n; k++) {
            CHECK(biotopes_game.apply(&setup, &told, out[k], &error) == ERR_OK, "game %u: %s", number,
                  error.message->id);
            table[count++] = out[k];
        }
        assert_int_equal(biotopes_game.apply(full, &s, played[i], &error), ERR_OK);
    }
    same_outcome(full, end, &setup, &told, true);
    CHECK(memcmp(told.verified, end->verified, sizeof(told.verified)) == 0, "game %u: verified", number);
    check_lines(&setup, table, count, &told);
}

/* Whole lines in another order: those of players among themselves, the table's first. */
static void shuffle_lines(const struct setup *setup, game_move *moves, size_t count, struct prng *prng)
{
    static game_move out[SHEET];
    size_t start[SHEET];
    size_t length[SHEET];
    size_t lines = 0;
    size_t at = 0;
    for (size_t i = 0; i < count; lines++) {
        struct bio_word w = bio_unpack(moves[i]);
        start[lines] = i;
        length[lines] = w.kind == KIND_ROW ? 1u + w.b : 1u;
        while (w.kind == KIND_CATEGORY) { /* up to the total */
            w = bio_unpack(moves[i + length[lines]]);
            length[lines]++;
        }
        i += length[lines];
    }
    for (size_t first = setup->level == BIO_SHEET ? 1 : 0; lines > first + 1; first++) {
        size_t k = first + prng_below(prng, (uint32_t)(lines - first));
        game_move a = moves[start[k]];
        game_move b = moves[start[first]];
        bool free = !bio_declares(setup) || move_seat(a) == move_seat(b);
        free = free && bio_unpack(a).kind != KIND_BONUS && bio_unpack(b).kind != KIND_BONUS;
        free = free && bio_unpack(a).kind != KIND_DONE && bio_unpack(b).kind != KIND_DONE;
        if (free) { /* what is declared follows the cards that it is about, and `done` ends a seat's */
            size_t s = start[k];
            size_t l = length[k];
            start[k] = start[first];
            length[k] = length[first];
            start[first] = s;
            length[first] = l;
        }
    }
    for (size_t i = 0; i < lines; i++) {
        memcpy(out + at, moves + start[i], length[i] * sizeof(out[0]));
        at += length[i];
    }
    memcpy(moves, out, count * sizeof(moves[0]));
}

static bool tell(const struct setup *setup, const game_move *moves, size_t count, struct bio_state *s)
{
    struct error error;
    assert_int_equal(biotopes_game.init(setup, s, &error), ERR_OK);
    for (size_t i = 0; i < count; i++) {
        if (biotopes_game.apply(setup, s, moves[i], &error) != ERR_OK) {
            return false;
        }
    }
    return true;
}

static void check_sheet(const struct setup *full, const struct bio_state *end, unsigned level, struct prng *prng)
{
    static struct bio_state told;
    static struct bio_state again;
    game_move moves[SHEET];
    uint8_t one[SHA256_SIZE];
    uint8_t two[SHA256_SIZE];
    struct setup setup = *full;
    size_t count = biotopes_game.sheet(full, end, level, moves, SHEET);
    assert_true(count <= SHEET);
    setup.level = (uint8_t)level;
    CHECK(tell(&setup, moves, count, &told), "game %u: level %u is refused", number, level);
    same_outcome(full, end, &setup, &told, true);
    check_lines(&setup, moves, count, &told);
    digest(&setup, &told, one);
    shuffle_lines(&setup, moves, count, prng);
    CHECK(tell(&setup, moves, count, &again), "game %u: level %u in another order is refused", number, level);
    same_outcome(full, end, &setup, &again, true);
    digest(&setup, &again, two);
    CHECK(memcmp(one, two, sizeof(one)) == 0, "game %u: level %u, another digest", number, level);
}

/* ---- tiles ---- */

static void check_tiles(const struct setup *setup, const struct bio_state *end, struct prng *prng)
{
    static struct bio_state s;
    uint8_t one[SHA256_SIZE];
    uint8_t two[SHA256_SIZE];
    size_t tiles = setup->seats == 1 ? 4 : 2u * setup->seats;
    digest(setup, end, one);
    for (unsigned i = 0, found = 0; i < SHUFFLES && found < 2; i++) {
        size_t a = 1 + prng_below(prng, (uint32_t)tiles);
        size_t b = 1 + prng_below(prng, (uint32_t)tiles);
        struct bio_word w = bio_unpack(played[a]);
        played[a] = bio_pack(move_seat(played[a]), bio_unpack(played[b]));
        played[b] = bio_pack(move_seat(played[b]), w);
        if (tell(setup, played, 1 + tiles, &s)) {
            found++;
            CHECK(tell(setup, played, plies, &s), "game %u: refused after another order of tiles", number);
            digest(setup, &s, two);
            CHECK(memcmp(one, two, sizeof(one)) == 0, "game %u: another digest", number);
        }
    }
}

static void a_game_is_the_same_however_it_is_told(void **unused)
{
    (void)unused;
    static struct bio_state s;
    struct prng prng;
    for (number = 0; number < test_cases(GAMES); number++) {
        unsigned seats = 1 + number % 5;
        unsigned variant = (seats == 1 ? BIO_SOLO : BIO_DISCOVERY) + number / 5 % 2;
        struct setup setup = bio_setup(number / 10 % 2 ? "printed" : "house", variant, BIO_FULL, seats);
        setup.option[BIO_OPTION_UNKNOWN] = number / 20 % 3 == 2 ? BIO_BLANK : BIO_DECLARE;
        prng_seed(&prng, SEED + number);
        play(&setup, &s, &prng);
        check_lines(&setup, played, plies, &s);
        check_table(&setup, &s);
        check_sheet(&setup, &s, BIO_SHEET, &prng);
        check_sheet(&setup, &s, BIO_TOTALS, &prng);
        check_tiles(&setup, &s, &prng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_game_is_the_same_however_it_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
