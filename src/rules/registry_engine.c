/* What the tables of a club say of a game, in terms of the registry: ids of titles, and variants. */
#include "rules/registry.h"

#include "base/banned.h"

const struct name registry_unwon = {"played", "played", "joué"};

const struct game *registry_titled(void)
{
    size_t count;
    const struct game *const *games = registry_all(&count);
    for (size_t i = 0; i < count; i++) {
        if (games[i]->titled) {
            return games[i];
        }
    }
    return NULL;
}

const struct game *registry_bgg(uint32_t number)
{
    size_t count;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; number != 0 && i < count; i++) {
        if (games[i]->bgg == number) {
            return games[i];
        }
    }
    return NULL;
}

const struct game *registry_engine(struct span id)
{
    size_t count;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; i < count; i++) {
        if (span_is(id, games[i]->name.id)) {
            return games[i];
        }
    }
    return registry_titled();
}

enum contest registry_contest(struct span variant)
{
    const struct game *pad = registry_titled();
    for (unsigned i = 0; pad && i < pad->variants_count; i++) {
        if (span_is(variant, pad->variants[i].name.id)) {
            return pad->variants[i].contest;
        }
    }
    return span_is(variant, registry_unwon.id) ? CONTEST_NONE : CONTEST_HIGH;
}
