/* Ids of what was played into names. */
#include "cli/kinds.h"

#include "rules/registry.h"

#include "base/banned.h"

static struct span find(enum lang lang, const struct game *only, game_names_fn *names, struct span text)
{
    const struct name *name = registry_name(only, names, text, NULL);
    return name ? span_from(name_in(name, lang)) : text;
}

struct span kinds_variant(enum lang lang, const struct game *game, struct span text)
{
    if (span_is(text, registry_unwon.id)) {
        return span_from(name_in(&registry_unwon, lang));
    }
    return find(lang, game, game_variants, text);
}

struct span kinds_level(enum lang lang, const struct game *game, struct span text)
{
    return find(lang, game, game_levels, text);
}

void kinds_add(struct strbuf *out, enum lang lang, struct span game, struct span variant, struct span level,
               const char *between)
{
    const struct game *known = registry_newest(game);
    strbuf_add_span(out, game);
    strbuf_add(out, between);
    strbuf_add_span(out, kinds_variant(lang, known, variant));
    strbuf_add(out, between);
    strbuf_add_span(out, kinds_level(lang, known, level));
}
