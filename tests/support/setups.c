/* Setups of every registered game. */
#include "support/setups.h"

#include "rules/registry.h"
#include "support/shipped.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>

/* What a game that needs one is tested with: older rules with the first edition, as they were when they were new. */
static const struct catalogue *catalogue_of(const struct game *game)
{
    bool newest = registry_newest(span_from(game->name.id)) == game;
    return newest ? shipped_catalogue(game, CATALOGUE_DEFAULT) : shipped_edition(game, CATALOGUE_DEFAULT "-1");
}

static enum err find_block(void *context, const struct game *game, struct span name, const uint8_t hash[SHA256_SIZE],
                           const void **block, size_t *size, struct error *error)
{
    (void)context;
    (void)name;
    (void)hash;
    (void)error;
    *block = catalogue_of(game)->block;
    *size = game->catalogue->block_size;
    return ERR_OK;
}

const struct block_source setups_blocks = {.find = find_block};

struct span setups_catalogue(const struct setup *setup)
{
    static char memory[128];
    struct strbuf out;
    if (!setup->block) {
        return span_from(NULL);
    }
    strbuf_wrap(&out, memory, sizeof(memory));
    const struct catalogue *printed = shipped_catalogue(setup->game, "printed");
    catalogue_option(setup->block == printed->block ? printed : catalogue_of(setup->game), &out);
    return strbuf_span(&out);
}

static void visit_options(struct setup *setup, setup_fn *visit, void *context)
{
    bool fewest = setup->seats == setup->game->variants[setup->variant].min_seats;
    visit(context, setup);
    if (setup->block && !fewest) { /* long games: options only where they are shortest */
        return;
    }
    for (int i = 0; i < setup->game->options_count; i++) {
        for (uint8_t value = 1; value < setup->game->options[i].values_count; value++) {
            setup->option[i] = value;
            visit(context, setup);
        }
        setup->option[i] = 0;
    }
}

/* Levels from `first` to `last`, as far as there are so many. */
static void visit_game(const struct game *game, unsigned first, unsigned last, setup_fn *visit, void *context)
{
    struct setup setup = {.game = game};
    if (game->catalogue && !game->catalogue->optional) {
        catalogue_use(catalogue_of(game), &setup);
    }
    for (setup.variant = 0; setup.variant < game->variants_count; setup.variant++) {
        const struct variant *variant = &game->variants[setup.variant];
        for (setup.level = (uint8_t)first; setup.level <= last && setup.level < game->levels_count; setup.level++) {
            for (setup.seats = variant->min_seats; setup.seats <= variant->max_seats; setup.seats++) {
                visit_options(&setup, visit, context);
            }
        }
    }
}

/*
 * In the order in which they came: a new game, a new version of one or a level that was added later does not change
 * the numbers of those before.
 */
enum { LAST_LEVEL = 255 };
static const struct {
    const char *id;
    unsigned rules;
    unsigned first, last; /* levels */
} ARRIVED[] = {{"foret", 1, 0, 2},          {"ecos", 1, 0, LAST_LEVEL},      {"grandbois", 1, 0, 2},
               {"ecos", 2, 0, LAST_LEVEL},  {"grandbois", 2, 0, 2},          {"biotopes", 1, 0, LAST_LEVEL},
               {"foret", 1, 3, LAST_LEVEL}, {"grandbois", 1, 3, LAST_LEVEL}, {"grandbois", 2, 3, LAST_LEVEL},
               {"pad", 1, 0, LAST_LEVEL}};
enum { ARRIVED_COUNT = sizeof(ARRIVED) / sizeof(ARRIVED[0]) };

void setups_visit(setup_fn *visit, void *context)
{
    size_t count;
    size_t games = 0;
    (void)registry_all(&count);
    for (size_t i = 0; i < ARRIVED_COUNT; i++) {
        games += ARRIVED[i].first == 0;
        visit_game(registry_find(span_from(ARRIVED[i].id), ARRIVED[i].rules), ARRIVED[i].first, ARRIVED[i].last, visit,
                   context);
    }
    if (games != count) {
        (void)fprintf(stderr, "a registered game is not in ARRIVED of tests/support/setups.c\n");
        abort();
    }
}

/* The plainest of its kind: the fewest seats, every option at its default. */
static bool is_plain(const struct setup *setup)
{
    bool plain = setup->seats == setup->game->variants[setup->variant].min_seats;
    for (int i = 0; i < setup->game->options_count; i++) {
        plain = plain && setup->option[i] == 0;
    }
    return plain;
}

unsigned setup_cases(const struct setup *setup, unsigned cases)
{
    unsigned some = setup->game->catalogue ? (cases + 5) / 6 : cases;
    some = setup_is_judged(setup) ? some : (some + 1) / 2;
    if (registry_newest(span_from(setup->game->name.id)) == setup->game) {
        return test_cases(some);
    }
    bool scaled_down = test_cases(100) < 100;
    return scaled_down && !is_plain(setup) ? 0 : test_cases((some + 3) / 4);
}

const char *setup_text(const struct setup *setup)
{
    static char text[256];
    const struct game *game = setup->game;
    int n =
        snprintf(text, sizeof(text), "%s %u %s %s, %u seats", game->name.id, (unsigned)game->rules,
                 game->variants[setup->variant].name.id, game->levels[setup->level].name.id, (unsigned)setup->seats);
    for (int i = 0; i < game->options_count && n > 0 && (size_t)n < sizeof(text); i++) {
        n += snprintf(text + n, sizeof(text) - (size_t)n, ", %s %s", game->options[i].name.id,
                      game->options[i].values[setup->option[i]].id);
    }
    return text;
}

int setup_random_seat(const struct setup *setup, const void *state, struct prng *prng)
{
    seat_set turn = setup->game->turn(setup, state);
    unsigned seats[GAME_SEATS];
    unsigned count = 0;
    for (unsigned seat = 0; seat < GAME_SEATS; seat++) {
        if (turn & seat_bit(seat)) {
            seats[count++] = seat;
        }
    }
    while (count > 0) {
        unsigned drawn = prng_below(prng, count);
        /* On a sheet a seat may have nothing left to write. Its words are a long list: only the drawn one's is asked for. */
        if (setup_is_judged(setup) || setup->game->legal(setup, state, seats[drawn], NULL, 0) > 0) {
            return (int)seats[drawn];
        }
        seats[drawn] = seats[--count];
    }
    return -1;
}

game_move setup_random_move(const struct setup *setup, const void *state, unsigned seat, game_move *room,
                            struct prng *prng)
{
    size_t count = setup->game->legal(setup, state, seat, room, setup->game->legal_limit);
    if (count == 0 || count > setup->game->legal_limit) {
        (void)fprintf(stderr, "%s: seat %s may move and has %zu legal moves\n", setup_text(setup), seat_label(seat),
                      count);
        abort();
    }
    return room[prng_below(prng, (uint32_t)count)];
}
