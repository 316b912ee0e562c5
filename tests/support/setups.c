/* Setups of every registered game. */
#include "support/setups.h"

#include "rules/registry.h"
#include "support/ecos_house.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>

/* Catalogues for the games that need one: add yours here. */
struct boxed {
    const char *game;
    const char *option; /* `NAME sha256:HEX` */
    const void *block;
    size_t size;
};
static struct boxed CATALOGUES[] = {{"ecos", NULL, NULL, 0}, {NULL, NULL, NULL, 0}};

static const struct boxed *catalogue_of(const struct game *game)
{
    for (struct boxed *c = CATALOGUES; c->game; c++) {
        if (strcmp(c->game, game->name.id) == 0) {
            if (!c->block) { /* Ecos: a block made from JSON when first asked for */
                c->option = ecos_shipped_option("house");
                c->block = ecos_shipped("house");
                c->size = sizeof(struct ecos_catalogue);
            }
            return c;
        }
    }
    return NULL;
}

static enum err find_block(void *context, const struct game *game, struct span name, const uint8_t hash[SHA256_SIZE],
                           const void **block, size_t *size, struct error *error)
{
    (void)context;
    (void)name;
    (void)hash;
    static const struct message unknown = {ERR_NOT_FOUND, "setups.unknown", "unknown", "inconnu"};
    const struct boxed *found = catalogue_of(game);
    if (!found) {
        return error_raise(error, &unknown);
    }
    *block = found->block;
    *size = found->size;
    return ERR_OK;
}

const struct block_source setups_blocks = {find_block, NULL};

struct span setups_catalogue(const struct setup *setup)
{
    const struct boxed *found = setup->game->needs_block ? catalogue_of(setup->game) : NULL;
    return span_from(found ? found->option : NULL);
}

static void visit_options(struct setup *setup, setup_fn *visit, void *context)
{
    bool fewest = setup->seats == setup->game->variants[setup->variant].min_seats;
    visit(context, setup);
    if (setup->game->needs_block && !fewest) { /* long games: options only where they are shortest */
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

static void visit_game(const struct game *game, setup_fn *visit, void *context)
{
    struct setup setup = {.game = game};
    if (game->needs_block) {
        const struct boxed *found = catalogue_of(game);
        if (!found) {
            (void)fprintf(stderr, "tests/support/setups.c has no catalogue for the game %s\n", game->name.id);
            exit(1);
        }
        setup.block = found->block;
        setup.block_size = found->size;
    }
    for (setup.variant = 0; setup.variant < game->variants_count; setup.variant++) {
        const struct variant *variant = &game->variants[setup.variant];
        for (setup.level = 0; setup.level < game->levels_count; setup.level++) {
            for (setup.seats = variant->min_seats; setup.seats <= variant->max_seats; setup.seats++) {
                visit_options(&setup, visit, context);
            }
        }
    }
}

void setups_visit(setup_fn *visit, void *context)
{
    size_t count;
    const struct game *const *games = registry_all(&count);
    for (size_t i = 0; i < count; i++) {
        visit_game(games[i], visit, context);
    }
}

unsigned setup_cases(const struct setup *setup, unsigned cases)
{
    return test_cases(setup->game->needs_block ? (cases + 5) / 6 : cases);
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
    return count > 0 ? (int)seats[prng_below(prng, count)] : -1;
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
