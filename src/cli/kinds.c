/* Ids of what was played into names. */
#include "cli/kinds.h"

#include "cli/text.h"
#include "rules/registry.h"

#include "base/banned.h"

static struct span find(enum lang lang, const struct game *only, game_names_fn *names, struct span text)
{
    /* What games without a result are kept apart as. */
    static const struct name PLAYED = {"played", "played", "jouée"};
    const struct name *name = registry_name(only, names, text, NULL);
    name = !name && span_is(text, PLAYED.id) ? &PLAYED : name;
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

void kinds_title(struct strbuf *out, enum lang lang, struct span game, const struct name *title)
{
    enum { TITLE_WIDTH = 30 };
    const struct game *engine = registry_engine(game);
    if (engine && !engine->titled) {
        strbuf_add_span(out, game);
    } else {
        text_clean_cut(out, span_from(name_in(title, lang)), TITLE_WIDTH);
    }
}

void kinds_guest(struct strbuf *out, enum lang lang)
{
    strbuf_add(out, lang == LANG_FR ? "? (invité)" : "? (guest)");
}

void kinds_add(struct strbuf *out, enum lang lang, struct span game, const struct name *title, struct span variant,
               struct span level, const char *between)
{
    const struct game *known = registry_engine(game);
    kinds_title(out, lang, game, title);
    strbuf_add(out, between);
    strbuf_add_span(out, kinds_variant(lang, known, variant));
    if (known && known->titled) {
        return; /* one level is all it has */
    }
    strbuf_add(out, between);
    strbuf_add_span(out, kinds_level(lang, known, level));
}
