/* Names looked for in all games, and what to say about one that none has; a file of its own, so that tests may have other registries. */
#include "base/near.h"
#include "rules/registry.h"

#include "base/banned.h"

enum err registry_refuse(const struct message *message, struct span name, struct error *error)
{
    struct near near;
    size_t count;
    const struct game *const *games = registry_current(&count);
    enum err err = error_raise_span(error, message, name);
    near_begin(&near, name);
    for (size_t i = 0; i < count; i++) {
        near_offer_name(&near, &games[i]->name);
    }
    near_hint(&near, error);
    return err;
}

const struct name *registry_name(const struct game *only, game_names_fn *names, struct span text,
                                 const struct game **game)
{
    size_t count = 1;
    const struct game *const *games = only ? &only : registry_current(&count);
    for (size_t i = 0; i < count; i++) {
        int found = name_list_find(names(games[i]), text);
        if (found >= 0) {
            if (game) {
                *game = games[i];
            }
            return name_at(names(games[i]), (size_t)found);
        }
    }
    return NULL;
}
