/* The games that are known, as JSON: the facts of rules/game.h, table by table. */
#include "wire/build.h"
#include "wire/json.h"

#include "base/banned.h"

static json_t *names(struct build *build, const struct name *list, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        build_append_steal(build, array, build_name(build, &list[i]));
    }
    return array;
}

static json_t *variants(struct build *build, const struct game *game)
{
    json_t *array = json_array();
    for (size_t i = 0; i < game->variants_count; i++) {
        const struct variant *variant = &game->variants[i];
        json_t *object = build_name(build, &variant->name);
        build_set_steal(build, object, "min_seats", json_integer(variant->min_seats));
        build_set_steal(build, object, "max_seats", json_integer(variant->max_seats));
        build_set_steal(build, object, "extra", build_seats(build, variant->extra));
        build_append_steal(build, array, object);
    }
    return array;
}

static json_t *levels(struct build *build, const struct game *game)
{
    json_t *array = json_array();
    for (size_t i = 0; i < game->levels_count; i++) {
        json_t *object = build_name(build, &game->levels[i].name);
        build_set_steal(build, object, "whole_game", json_boolean(game->levels[i].whole_game));
        build_append_steal(build, array, object);
    }
    return array;
}

static json_t *options(struct build *build, const struct game *game)
{
    json_t *array = json_array();
    for (size_t i = 0; i < game->options_count; i++) {
        const struct option *option = &game->options[i];
        json_t *object = build_name(build, &option->name);
        build_set_steal(build, object, "values", names(build, option->values, option->values_count));
        build_append_steal(build, array, object);
    }
    return array;
}

static json_t *notation(struct build *build, const struct game *game)
{
    json_t *array = json_array();
    for (size_t i = 0; i < game->notation_count; i++) {
        const struct notation *line = &game->notation[i];
        json_t *object = json_object();
        build_set_steal(build, object, "example", build_text(build, span_from(line->example)));
        build_set_steal(build, object, "en", build_text(build, span_from(line->en)));
        build_set_steal(build, object, "fr", build_text(build, span_from(line->fr)));
        build_append_steal(build, array, object);
    }
    return array;
}

static json_t *game_facts(struct build *build, const struct game *game)
{
    json_t *object = json_object();
    build_set_steal(build, object, "game", build_text(build, span_from(game->name.id)));
    build_set_steal(build, object, "rules", json_integer(game->rules));
    build_set_steal(build, object, "en", build_text(build, span_from(game->name.en)));
    build_set_steal(build, object, "fr", build_text(build, span_from(game->name.fr)));
    build_set_steal(build, object, "variants", variants(build, game));
    build_set_steal(build, object, "levels", levels(build, game));
    build_set_steal(build, object, "categories", names(build, game->categories, game->categories_count));
    build_set_steal(build, object, "options", options(build, game));
    build_set_steal(build, object, "cards", names(build, game->cards, game->cards ? game->cards_count : 0));
    build_set_steal(build, object, "notation", notation(build, game));
    build_set_steal(build, object, "catalogue", json_boolean(game->catalogue != NULL));
    return object;
}

enum err wire_games(const struct game *const *games, size_t count, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_array();
    for (size_t i = 0; i < count; i++) {
        build_append_steal(&build, root, game_facts(&build, games[i]));
    }
    return build_end_steal(&build, root, out, error);
}
