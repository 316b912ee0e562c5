/*
 * The demo season. Every choice is drawn from one generator in one order, so a draw that is added or left out changes
 * all records after it.
 */
#include "cli/demo.h"

#include "base/date.h"
#include "record/record.h"
#include "record/simulate.h"
#include "record/write.h"
#include "rules/registry.h"

#include "base/banned.h"

enum {
    WEEK = 7,
    FRIDAY = 1, /* of a day number: 1970-01-01 was a Thursday */
    TAKE_BACK = 0,
    CONTESTED = 1, /* games of that number */
    TAKE_BACK_PLY = 7,
    CONTESTED_POINTS = 7, /* too many on the first seat's sheet */
    CHOICES = 64
};

/* Every name says that there is no such person. */
static const char *const ROSTER[] = {
    "Aliénor (demo)", "Basile (demo)",  "Céleste (demo)",   "Dorian (demo)", "Élodie (demo)",
    "Firmin (demo)",  "Garance (demo)", "Hippolyte (demo)", "Inès (demo)",   "Jocelyn (demo)",
    "Katell (demo)",  "Lazare (demo)",  "Maëlle (demo)",    "Nestor (demo)",
};

enum { ROSTER_COUNT = sizeof(ROSTER) / sizeof(ROSTER[0]) };

/* What is on the tables, and how often, in all of them. */
static const struct favourite {
    const char *game;
    unsigned weight;
} FAVOURITES[] = {{"foret", 7}, {"grandbois", 2}, {"ecos", 1}};

enum { FAVOURITES_COUNT = sizeof(FAVOURITES) / sizeof(FAVOURITES[0]) };

void demo_init(struct demo *demo, const struct allocator *allocator, struct catalogues *catalogues, uint64_t seed,
               int nights, int32_t until)
{
    *demo = (struct demo){.seed = seed, .nights = nights, .until = until, .night = -1, .catalogues = catalogues};
    prng_seed(&demo->prng, seed);
    replay_init(&demo->full, allocator);
    replay_init(&demo->written, allocator);
}

void demo_release(struct demo *demo)
{
    replay_release(&demo->full);
    replay_release(&demo->written);
}

static unsigned free_people(const struct demo *demo)
{
    unsigned count = 0;
    for (unsigned i = 0; i < ROSTER_COUNT; i++) {
        count += !(demo->seated >> i & 1);
    }
    return count;
}

/* A person of the roster who does not play yet tonight. */
static struct span draw_person(struct demo *demo)
{
    unsigned nth = prng_below(&demo->prng, free_people(demo));
    unsigned i = 0;
    while (demo->seated >> i & 1 || nth-- > 0) {
        i++;
    }
    demo->seated |= (uint32_t)1 << i;
    return span_from(ROSTER[i]);
}

/* Two or three tables a night; the first night has both games that the season is to show. */
static bool next_night(struct demo *demo)
{
    while (demo->tables == 0) {
        if (++demo->night >= demo->nights) {
            return false;
        }
        demo->tables = 2 + (int)prng_below(&demo->prng, 2);
        demo->seated = 0;
    }
    demo->tables--;
    return true;
}

static uint8_t level_named(const struct game *game, const char *id)
{
    for (uint8_t i = 0; i < game->levels_count; i++) {
        if (strcmp(game->levels[i].name.id, id) == 0) {
            return i;
        }
    }
    return 0;
}

static const struct game *draw_game(struct demo *demo)
{
    unsigned sum = 0;
    size_t i = 0;
    for (size_t j = 0; j < FAVOURITES_COUNT; j++) {
        sum += FAVOURITES[j].weight;
    }
    for (uint32_t drawn = prng_below(&demo->prng, sum); drawn >= FAVOURITES[i].weight; i++) {
        drawn -= FAVOURITES[i].weight;
    }
    return registry_newest(span_from(FAVOURITES[i].game));
}

/* How many play, what, and how closely it is written down. */
static void draw_setup(struct demo *demo, struct setup *setup)
{
    static const char *const LEVELS[] = {"table", "table", "table", "sheet", "sheet", "full"};
    const struct game *game = draw_game(demo);
    unsigned people = free_people(demo);
    uint32_t seats = 2 + prng_below(&demo->prng, 5);
    bool alone = prng_below(&demo->prng, 8) == 0;
    const char *level = LEVELS[prng_below(&demo->prng, sizeof(LEVELS) / sizeof(LEVELS[0]))];
    if (game->catalogue) {
        level = "table"; /* the sheet of a long game has little to look at */
    }
    if (demo->number == TAKE_BACK || demo->number == CONTESTED) {
        game = registry_newest(span_from(FAVOURITES[0].game));
        seats = seats < 3 ? 3 : seats;
        alone = false;
        level = demo->number == TAKE_BACK ? "table" : "sheet";
    }
    seats = alone ? 1 : seats > people ? people : seats;
    while (game_variant_for(game, seats) < 0) { /* too many for this game, or it cannot be played alone */
        seats = seats > 2 ? seats - 1 : 2;
    }
    *setup = (struct setup){.game = game,
                            .variant = (uint8_t)game_variant_for(game, seats),
                            .level = level_named(game, level),
                            .seats = (uint8_t)seats};
}

/* The headers `played`, `place` and `night`. */
static void add_headers(const struct demo *demo, struct strbuf *out)
{
    static const char *const TIMES[] = {"T21:45+01:00", "T20:30+01:00", "T20:15+01:00"};
    char date[DATE_SIZE];
    int32_t friday = demo->until - (demo->until - FRIDAY) % WEEK;
    date_format(friday - WEEK * (demo->nights - 1 - demo->night), date);
    strbuf_add(out, "played ");
    strbuf_add(out, date);
    strbuf_add(out, TIMES[demo->tables]);
    strbuf_add(out, "\nplace Salle des fêtes (demo)\nnight ");
    strbuf_add(out, date);
    strbuf_add_char(out, '\n');
}

/* ---- the game with a move taken back, and the one with a wrong total ---- */

/* Where line number `line` behind the headers starts in the record at `from`. */
static size_t line_start(const struct strbuf *out, size_t from, size_t line)
{
    const char *text = strbuf_text(out) + from;
    const char *at = strstr(text, "\n\n");
    at = at ? at + 2 : text;
    for (size_t i = 0; i < line; i++) {
        const char *feed = strchr(at, '\n');
        at = feed ? feed + 1 : at;
    }
    return from + (size_t)(at - text);
}

/* Another move than the one made at that ply. */
static game_move other_move(struct demo *demo, size_t ply)
{
    const struct setup *setup = &demo->written.setup;
    game_move made = demo->written.moves[ply];
    game_move moves[CHOICES];
    size_t count = setup->game->legal(setup, replay_at(&demo->written, ply), move_seat(made), moves, CHOICES);
    count = count < CHOICES ? count : CHOICES;
    for (size_t i = 0; i < count; i++) {
        if (moves[i] != made) {
            return moves[i];
        }
    }
    return made;
}

/* Puts another move and `back 1` before the move of TAKE_BACK_PLY. False: not enough memory. */
static bool take_back(struct demo *demo, size_t from, struct strbuf *out)
{
    const struct setup *setup = &demo->written.setup;
    game_move other = other_move(demo, TAKE_BACK_PLY);
    size_t at = line_start(out, from, TAKE_BACK_PLY);
    struct strbuf rest;
    strbuf_init(&rest, demo->written.allocator, out->len);
    strbuf_add_span(&rest, span_skip(strbuf_span(out), at));
    bool good = strbuf_ok(&rest);
    if (good) {
        strbuf_truncate(out, at);
        strbuf_add(out, seat_label(move_seat(other)));
        strbuf_add(out, ": ");
        (void)setup->game->print(setup, replay_at(&demo->written, TAKE_BACK_PLY), &other, 1, out);
        strbuf_add(out, "\n*: back 1\n");
        strbuf_add_span(out, strbuf_span(&rest));
    }
    strbuf_release(&rest);
    return good && strbuf_ok(out);
}

/* Makes the first written total one that the cards are not worth. */
static void contest(const struct demo *demo, size_t from, struct strbuf *out)
{
    char memory[512];
    struct strbuf rest;
    const char *line = strstr(strbuf_text(out) + from, "\n= ");
    if (!line) {
        return;
    }
    size_t at = (size_t)(line - strbuf_text(out)) + 3;
    struct span totals = span_skip(strbuf_span(out), at);
    struct span first = span_word(&totals);
    int64_t points = 0;
    strbuf_wrap(&rest, memory, sizeof(memory));
    strbuf_add_span(&rest, totals);
    if (span_int(first, INT32_MIN, INT32_MAX, &points) && strbuf_ok(&rest) && demo->written.setup.seats > 1) {
        strbuf_truncate(out, at);
        strbuf_int(out, points + CONTESTED_POINTS);
        strbuf_add_span(out, strbuf_span(&rest));
    }
}

enum err demo_next(struct demo *demo, struct strbuf *out, struct error *error)
{
    char headers[256];
    char catalogue[128];
    struct strbuf header;
    struct strbuf option;
    struct span names[GAME_PLAYERS];
    size_t from = out->len;
    if (!next_night(demo)) {
        return ERR_END;
    }
    strbuf_wrap(&header, headers, sizeof(headers));
    strbuf_wrap(&option, catalogue, sizeof(catalogue));
    add_headers(demo, &header);
    struct simulation simulation = {.seed = demo->seed, .number = demo->number, .names = names};
    draw_setup(demo, &simulation.setup);
    if (simulation.setup.game->catalogue) {
        const struct catalogue *house = NULL;
        enum err err = catalogues_default(demo->catalogues, simulation.setup.game, &house, error);
        if (err != ERR_OK) {
            return err;
        }
        catalogue_use(house, &simulation.setup);
        catalogue_option(house, &option);
        simulation.catalogue = strbuf_span(&option);
    }
    simulation.player = prng_below(&demo->prng, 4) == 0 ? SIMULATE_RANDOM : SIMULATE_GREEDY;
    for (unsigned i = 0; i < simulation.setup.seats; i++) {
        names[i] = draw_person(demo);
    }
    simulation.header = strbuf_span(&header);
    enum err err = simulate_record(&simulation, &demo->full, &demo->written, out, error);
    if (err != ERR_OK) {
        return err;
    }
    uint32_t number = demo->number++;
    if (number == TAKE_BACK && !take_back(demo, from, out)) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (number == CONTESTED) {
        contest(demo, from, out);
    }
    return strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}
