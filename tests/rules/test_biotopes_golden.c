/*
 * The golden records of Biotopes: each is there, verifies, and is won by whom
 * it must be; and wherever a record says `#> WHAT = FIGURES`, derived by hand
 * from the booklet, the engine has these figures after the line above. The
 * words for WHAT are in replays/biotopes/README.md. That every record is
 * canonical and its digest right is tests/replay/test_golden.c's.
 */
#include "rules/biotopes/biotopes.h"
#include "rules/biotopes/biotopes_state.h"
#include "support/cmocka.h"
#include "support/golden.h"
#include "support/shipped.h"
#include "support/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANYBODY = 64, SAYS = 256 }; /* a simulated game, made again before the rules are released: any winner */

/* What the folder must show: the record, its seats, who wins (a bit a seat; 0: unfinished), how many `#>` it has. */
static const struct {
    const char *name;
    unsigned seats, winners, figures;
} EXPECTED[] = {
    {"deck-renewed", 2, 0, 6},
    {"decks-exhausted", 2, 0, 10},
    {"declared-words", 2, 1, 44},
    {"discreet-actions", 2, 0, 8},
    {"five-pass", 5, 31, 7},
    {"four-pass", 4, 15, 5},
    {"gain-passed-over", 2, 0, 7},
    {"gains-competition", 2, 0, 12},
    {"gains-expansion", 2, 0, 13},
    {"gains-migration", 2, 0, 13},
    {"gains-other", 2, 0, 14},
    {"migration-around", 2, 0, 4},
    {"pollinator", 2, 0, 9},
    {"predator", 2, 1, 17},
    {"reserve-empty-landscape", 2, 0, 10},
    {"sheet-initiate", 4, 4, 4},
    {"sheet-solo-initiate", 1, 1, 2},
    {"simulated-discovery-2", 2, ANYBODY, 0},
    {"simulated-discovery-3", 3, ANYBODY, 0},
    {"simulated-discovery-4", 4, ANYBODY, 0},
    {"simulated-discovery-5", 5, ANYBODY, 0},
    {"simulated-initiate-2", 2, ANYBODY, 0},
    {"simulated-initiate-3", 3, ANYBODY, 0},
    {"simulated-initiate-4", 4, ANYBODY, 0},
    {"simulated-initiate-5", 5, ANYBODY, 0},
    {"simulated-solo-initiate", 1, ANYBODY, 0},
    {"simulated-solo", 1, ANYBODY, 0},
    {"situation-01-production", 2, 1, 26},
    {"situation-02-adaptation", 2, 0, 11},
    {"situation-02-reserve-empty", 2, 0, 15},
    {"situation-03-transfer", 2, 0, 9},
    {"situation-04-evolution", 2, 0, 15},
    {"situation-05-discreet", 2, 0, 9},
    {"situation-06-reserve-short", 2, 0, 12},
    {"situation-07-tokens", 2, 0, 5},
    {"situation-08-expansion", 2, 0, 7},
    {"situation-09-migration", 2, 0, 9},
    {"situation-10-competition", 2, 0, 15},
    {"situation-11-fragmentation", 2, 1, 3},
    {"situation-12-score", 2, 1, 2},
    {"solo-initiate-passes", 1, 1, 4},
    {"solo-retreats", 1, 1, 27},
    {"solo-verdict-19", 1, 1, 1},
    {"solo-verdict-20", 1, 1, 1},
    {"solo-verdict-40", 1, 1, 1},
    {"solo-verdict-60", 1, 1, 1},
    {"solo-verdict-80", 1, 1, 1},
    {"three-players", 3, 3, 35},
    {"tie-carnivores", 3, 1, 3},
    {"tie-shared", 3, 3, 3},
    {"totals-categories", 5, 3, 0},
    {"totals-ranks", 3, 2, 0},
    {"waived-adjacency", 2, 0, 2},
    {"waived-biotope", 2, 1, 5},
    {"waived-edge", 2, 0, 3},
    {"waivers", 2, 0, 15},
};

enum { COUNT = sizeof(EXPECTED) / sizeof(EXPECTED[0]) };

/* ---- what the engine says to WHAT ---- */

static void say_four(char *out, unsigned a, unsigned b, unsigned c, unsigned d)
{
    (void)snprintf(out, SAYS, "%u %u %u %u", a, b, c, d);
}

static int find_card(const char *id)
{
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        if (strcmp(bio_card_names[i].id, id) == 0) {
            return (int)i;
        }
    }
    fail_msg("'%s' is no species", id);
    return -1;
}

static void say_row(const struct bio_state *s, unsigned seat, const char *biotope, char *out)
{
    unsigned b = 0;
    while (b < BIO_BIOTOPES && strcmp(bio_biotopes[b].id, biotope) != 0) {
        b++;
    }
    assert_true(b < BIO_BIOTOPES);
    size_t n = 0;
    for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
        n += (size_t)snprintf(out + n, SAYS - n, "%s%s", i > 0 ? " " : "", bio_card_names[s->row[seat][b][i]].id);
    }
    out[n] = '\0';
}

static void say_owner(const struct bio_state *s, const char *cell, char *out)
{
    char *end = NULL;
    long q = strtol(cell, &end, 10);
    long r = strtol(end + 1, NULL, 10);
    unsigned hex = bio_land_find(&s->land, (int)q, (int)r);
    assert_true(hex != HEX_NONE);
    unsigned owner = s->land.owner[hex];
    (void)snprintf(out, SAYS, "%s", owner == OWNER_NONE ? "-" : owner == OWNER_NEUTRAL ? "n" : seat_label(owner - 1));
}

static void say_asked(const struct setup *setup, const struct bio_state *s, char *out)
{
    seat_set seats = biotopes_game.turn(setup, s);
    size_t n = 0;
    out[0] = '\0';
    for (unsigned i = 0; i <= SEAT_TABLE; i++) {
        if (seats & seat_bit(i)) {
            n += (size_t)snprintf(out + n, SAYS - n, "%s%s", n > 0 ? " " : "", seat_label(i));
        }
    }
}

static void say_score(const struct setup *setup, const struct bio_state *s, unsigned seat, char *out)
{
    struct outcome outcome;
    size_t n = 0;
    biotopes_game.outcome(setup, s, &outcome);
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        n += (size_t)snprintf(out + n, SAYS - n, "%d ", (int)outcome.rows[seat].category[i]);
    }
    (void)snprintf(out + n, SAYS - n, "total %d rank %d", (int)outcome.rows[seat].total, (int)outcome.rows[seat].rank);
}

/* The figures of one seat. */
static bool say_seat(const struct setup *setup, const struct bio_state *s, const char *what, const char *rest,
                     char *out)
{
    unsigned i = (unsigned)(rest[0] - '1');
    if (i >= BIO_PLAYERS) {
        return false;
    }
    if (strcmp(what, "bag") == 0) {
        say_four(out, s->bag[i][0], s->bag[i][1], s->bag[i][2], s->bag[i][3]);
    } else if (strcmp(what, "board") == 0) {
        say_four(out, s->board[i][0], s->board[i][1], s->board[i][2], s->board[i][3]);
    } else if (strcmp(what, "plants") == 0) {
        say_four(out, s->plants[i][0], s->plants[i][1], s->plants[i][2], s->plants[i][3]);
    } else if (strcmp(what, "hand") == 0) {
        (void)snprintf(out, SAYS, "%u %u %u", s->hand[i][0], s->hand[i][1], s->hand[i][2]);
    } else if (strcmp(what, "tokens") == 0) {
        (void)snprintf(out, SAYS, "%u", s->tokens[i]);
    } else if (strcmp(what, "row") == 0) {
        say_row(s, i, rest + 2, out);
    } else if (strcmp(what, "score") == 0) {
        say_score(setup, s, i, out);
    } else {
        return false;
    }
    return true;
}

static void say(const struct setup *setup, const struct bio_state *s, const char *what, const char *rest, char *out)
{
    if (say_seat(setup, s, what, rest, out)) {
        return;
    }
    if (strcmp(what, "reserve") == 0) {
        say_four(out, s->reserve[0], s->reserve[1], s->reserve[2], s->reserve[3]);
    } else if (strcmp(what, "cubes") == 0) {
        uint16_t cubes = s->cubes[find_card(rest)];
        say_four(out, cubes_of(cubes, 0), cubes_of(cubes, 1), cubes_of(cubes, 2), cubes_of(cubes, 3));
    } else if (strcmp(what, "deck") == 0) {
        (void)snprintf(out, SAYS, "%u %u %u", s->deck[0], s->deck[1], s->deck[2]);
    } else if (strcmp(what, "at") == 0) {
        say_owner(s, rest, out);
    } else if (strcmp(what, "asked") == 0) {
        say_asked(setup, s, out);
    } else if (strcmp(what, "cycle") == 0) {
        (void)snprintf(out, SAYS, "%u", s->cycle + 1u);
    } else if (strcmp(what, "declared") == 0) {
        (void)snprintf(out, SAYS, "%u", (unsigned)s->verified[BIO_STEP_DECLARED]);
    } else if (strcmp(what, "verdict") == 0) {
        struct outcome outcome;
        biotopes_game.outcome(setup, s, &outcome);
        (void)snprintf(out, SAYS, "%s", outcome.verdict ? outcome.verdict->id : "-");
    } else {
        fail_msg("nothing is known of '%s'", what);
    }
}

/* ---- the figures of a record ---- */

static void check_figure(struct golden *reading, const char *name, size_t ply, const char *line)
{
    char what[32];
    char rest[64] = "";
    char found[SAYS] = "";
    const char *is = strchr(line, '=');
    assert_non_null(is);
    size_t n = strcspn(line, " =");
    assert_true(n < sizeof(what));
    (void)snprintf(what, sizeof(what), "%.*s", (int)n, line);
    const char *from = line + n + (line[n] == ' ');
    if (from < is) {
        (void)snprintf(rest, sizeof(rest), "%.*s", (int)(is - from - 1), from);
    }
    say(&reading->replay.setup, replay_at(&reading->replay, ply), what, rest, found);
    is += strspn(is, "= ");
    if (strcmp(found, is) != 0) {
        fail_msg("%s, after ply %zu: '%s', and the engine has '%s'", name, ply, line, found);
    }
}

/* Lines `#> WHAT = FIGURES` against the position after the moves above them; returns how many there are. */
static unsigned check_figures(struct golden *reading, const char *name)
{
    size_t ply = 0;
    unsigned count = 0;
    char *text = strdup(strbuf_text(&reading->text));
    char *rest = NULL;
    assert_non_null(text);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "#> ", 3) == 0) {
            check_figure(reading, name, ply, line + 3);
            count++;
        } else if (line[0] != '#' && line[0] != '\0' && strncmp(line + 1, ": ", 2) == 0) {
            ply++;
        }
    }
    assert_int_equal(ply, reading->replay.plies);
    free(text);
    return count;
}

static void the_records_say_what_the_engine_says(void **unused)
{
    (void)unused;
    struct golden reading;
    golden_init(&reading);
    for (unsigned i = 0; i < COUNT; i++) {
        struct outcome outcome;
        golden_read(&reading, &biotopes_game, EXPECTED[i].name, &shipped_catalogues()->source);
        assert_int_equal(reading.replay.setup.seats, EXPECTED[i].seats);
        unsigned figures = check_figures(&reading, EXPECTED[i].name);
        if (figures != EXPECTED[i].figures) {
            fail_msg("%s: %u figures", EXPECTED[i].name, figures);
        }
        biotopes_game.outcome(&reading.replay.setup, reading.replay.state, &outcome);
        bool any = EXPECTED[i].winners == ANYBODY && outcome.winners != 0;
        if (!any && outcome.winners != EXPECTED[i].winners) {
            fail_msg("%s: won by %u", EXPECTED[i].name, (unsigned)outcome.winners);
        }
    }
    golden_release(&reading);
}

static void none_is_forgotten(void **unused)
{
    (void)unused;
    char path[512];
    unsigned files = 0;
    (void)snprintf(path, sizeof(path), "%s/replays/biotopes", test_source_dir());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        files += strstr(entry->d_name, ".dendro") != NULL;
    }
    (void)closedir(folder);
    assert_int_equal(files, COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_records_say_what_the_engine_says),
        cmocka_unit_test(none_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
