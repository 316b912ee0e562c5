/* The games that are known, as JSON: the facts of rules/game.h, table by table. */
#include "review/review.h"
#include "wire/json.h"
#include "wire/pieces.h"

#include "base/banned.h"

static void emit_names(struct emit *emit, const char *key, const struct name *list, size_t count)
{
    emit_list(emit, key);
    for (size_t i = 0; i < count; i++) {
        emit_object(emit, NULL);
        emit_name(emit, &list[i]);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_variants(struct emit *emit, const struct game *game)
{
    emit_list(emit, "variants");
    for (size_t i = 0; i < game->variants_count; i++) {
        const struct variant *variant = &game->variants[i];
        emit_object(emit, NULL);
        emit_name(emit, &variant->name);
        emit_integer(emit, "min_seats", variant->min_seats);
        emit_integer(emit, "max_seats", variant->max_seats);
        emit_seats(emit, "extra", variant->extra);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_levels(struct emit *emit, const struct game *game)
{
    emit_list(emit, "levels");
    for (size_t i = 0; i < game->levels_count; i++) {
        emit_object(emit, NULL);
        emit_name(emit, &game->levels[i].name);
        emit_boolean(emit, "whole_game", game->levels[i].basis == BASIS_JUDGED);
        emit_basis(emit, game->levels[i].basis);
        emit_boolean(emit, "review", review_at_level(game, (unsigned)i));
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_options(struct emit *emit, const struct game *game)
{
    emit_list(emit, "options");
    for (size_t i = 0; i < game->options_count; i++) {
        const struct option *option = &game->options[i];
        emit_object(emit, NULL);
        emit_name(emit, &option->name);
        emit_names(emit, "values", option->values, option->values_count);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_notation(struct emit *emit, const struct game *game)
{
    emit_list(emit, "notation");
    for (size_t i = 0; i < game->notation_count; i++) {
        const struct notation *line = &game->notation[i];
        emit_object(emit, NULL);
        emit_word(emit, "example", line->example);
        emit_word(emit, "en", line->en);
        emit_word(emit, "fr", line->fr);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_game_facts(struct emit *emit, const struct game *game)
{
    emit_object(emit, NULL);
    emit_word(emit, "game", game->name.id);
    emit_integer(emit, "rules", game->rules);
    emit_word(emit, "en", game->name.en);
    emit_word(emit, "fr", game->name.fr);
    emit_variants(emit, game);
    emit_levels(emit, game);
    emit_names(emit, "categories", game->categories, game->categories_count);
    emit_options(emit, game);
    emit_names(emit, "cards", game->cards, game->cards ? game->cards_count : 0);
    emit_notation(emit, game);
    emit_boolean(emit, "catalogue", game->catalogue != NULL);
    emit_close(emit);
}

static void emit_games(struct emit *emit, const char *key, const struct game *const *games, size_t count)
{
    emit_list(emit, key);
    for (size_t i = 0; i < count; i++) {
        emit_game_facts(emit, games[i]);
    }
    emit_close(emit);
}

enum err wire_games(const struct game *const *games, size_t count, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_games(&emit, NULL, games, count);
    return emit_end(&emit, error);
}

enum err wire_rules(const struct game *const *games, size_t count, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_games(&emit, "games", games, count);
    emit_close(&emit);
    return emit_end(&emit, error);
}
