/* The registry: one line a game. */
#include "rules/registry.h"

#include "rules/ecos/ecos.h"
#include "rules/foret/foret.h"
#include "rules/grandbois/grandbois.h"

#include "base/banned.h"

static const struct game *const GAMES[] = {
    &foret_game,
    &ecos_game,
    &grandbois_game,
};

enum { GAMES_COUNT = sizeof(GAMES) / sizeof(GAMES[0]) };

const struct game *const *registry_all(size_t *count)
{
    *count = GAMES_COUNT;
    return GAMES;
}

const struct game *registry_newest(struct span id)
{
    const struct game *best = NULL;
    for (size_t i = 0; i < GAMES_COUNT; i++) {
        if (name_find(&GAMES[i]->name, 1, id) == 0 && (!best || GAMES[i]->rules > best->rules)) {
            best = GAMES[i];
        }
    }
    return best;
}

const struct game *registry_find(struct span id, unsigned rules)
{
    for (size_t i = 0; i < GAMES_COUNT; i++) {
        if (GAMES[i]->rules == rules && name_find(&GAMES[i]->name, 1, id) == 0) {
            return GAMES[i];
        }
    }
    return NULL;
}
