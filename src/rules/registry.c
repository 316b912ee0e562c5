/* The registry: one line a game, and one for each earlier version of its rules. */
#include "rules/registry.h"

#include "rules/biotopes/biotopes.h"
#include "rules/ecos/ecos.h"
#include "rules/foret/foret.h"
#include "rules/grandbois/grandbois.h"
#include "rules/pad/pad.h"

#include "base/banned.h"

static const struct game *const GAMES[] = {
    &foret_game,
    &ecos_game,
    &grandbois_game,
    &biotopes_game,
    &pad_game,
    /* Earlier rules, for the records that name them. */
    &ecos_game_1,
    &grandbois_game_1,
};

enum { GAMES_COUNT = sizeof(GAMES) / sizeof(GAMES[0]) };

const struct game *const *registry_all(size_t *count)
{
    *count = GAMES_COUNT;
    return GAMES;
}

const struct game *const *registry_current(size_t *count)
{
    for (*count = 0; *count < GAMES_COUNT; (*count)++) {
        for (size_t i = 0; i < *count; i++) {
            if (strcmp(GAMES[i]->name.id, GAMES[*count]->name.id) == 0) {
                return GAMES;
            }
        }
    }
    return GAMES;
}

const struct game *registry_newest(struct span id)
{
    size_t count;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; i < count; i++) { /* most are written as they should be */
        if (span_is(id, games[i]->name.id)) {
            return games[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (name_find(&games[i]->name, 1, id) == 0) {
            return games[i];
        }
    }
    return NULL;
}

const struct game *registry_find(struct span id, unsigned rules)
{
    for (size_t i = 0; i < GAMES_COUNT; i++) {
        if (GAMES[i]->rules == rules && (span_is(id, GAMES[i]->name.id) || name_find(&GAMES[i]->name, 1, id) == 0)) {
            return GAMES[i];
        }
    }
    return NULL;
}
