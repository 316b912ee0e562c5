/* From what a header says to a setup that a game can start from. */
#include "record/messages.h"
#include "record/record.h"

#include "base/utf8.h"
#include "rules/registry.h"

#include "base/banned.h"

static enum err find_game(const struct record *record, const struct game **game, struct error *error)
{
    if (record->game.text.len == 0) {
        enum err err = error_raise(error, &RECORD_MSG_GAME_MISSING);
        error->line = record->line;
        error->column = 1;
        return err;
    }
    *game = registry_newest(record->game.text);
    if (!*game) {
        return record_raise(error, &RECORD_MSG_GAME, record, record->game);
    }
    if (record->rules > 0) {
        *game = registry_find(record->game.text, record->rules);
    }
    return *game ? ERR_OK : record_raise(error, &RECORD_MSG_GAME_RULES, record, record->rules_field);
}

static enum err find_variant(const struct record *record, struct setup *setup, struct error *error)
{
    const struct game *game = setup->game;
    struct field field = record->variant.text.len > 0 ? record->variant : record->game;
    int found = -1;
    if (record->variant.text.len == 0) {
        found = game_variant_for(game, record->seats);
        if (found < 0) {
            enum err err = record_raise(error, &RECORD_MSG_NO_VARIANT, record, field);
            error->args = 0;
            error_add_int(error, record->seats);
            return err;
        }
    }
    for (int i = 0; found < 0 && i < game->variants_count; i++) {
        found = name_find(&game->variants[i].name, 1, record->variant.text) == 0 ? i : -1;
    }
    if (found < 0) {
        return record_raise(error, &RECORD_MSG_VARIANT, record, field);
    }
    const struct variant *variant = &game->variants[found];
    if (record->seats < variant->min_seats || record->seats > variant->max_seats) {
        enum err err = record_raise(error, &RECORD_MSG_SEATS, record, field);
        error->args = 0;
        error_add_int(error, record->seats);
        error_add_int(error, variant->min_seats);
        error_add_int(error, variant->max_seats);
        return err;
    }
    setup->variant = (uint8_t)found;
    return ERR_OK;
}

/* True when a line of the record starts with one of the level's marks. */
static bool is_marked(const struct record *record, const struct level *level)
{
    for (size_t i = 0; level->marks && i < record->moves_count; i++) {
        struct span rest = record->moves[i].text;
        struct span word = span_word(&rest);
        for (const char *const *mark = level->marks; *mark; mark++) {
            if (utf8_same(word, span_from(*mark))) {
                return true;
            }
        }
    }
    return false;
}

static enum err find_level(const struct record *record, struct setup *setup, struct error *error)
{
    const struct game *game = setup->game;
    int found = -1;
    for (int i = 0; found < 0 && i < game->levels_count; i++) {
        const struct level *level = &game->levels[i];
        bool here =
            record->level.text.len > 0 ? name_find(&level->name, 1, record->level.text) == 0 : is_marked(record, level);
        found = here ? i : -1;
    }
    if (found < 0 && record->level.text.len > 0) {
        return record_raise(error, &RECORD_MSG_LEVEL, record, record->level);
    }
    for (int i = 0; found < 0 && i < game->levels_count; i++) {
        found = game->levels[i].fallback ? i : -1;
    }
    if (found < 0) {
        return record_raise(error, &RECORD_MSG_LEVEL_MISSING, record, record->game);
    }
    setup->level = (uint8_t)found;
    return ERR_OK;
}

/* `option catalogue NAME sha256:HEX` */
static enum err find_block(const struct record *record, struct field value, const struct block_source *blocks,
                           struct setup *setup, struct error *error)
{
    struct span rest = value.text;
    struct span name = span_word(&rest);
    struct span hex = span_trim(rest);
    uint8_t hash[SHA256_SIZE];
    if (!span_starts(hex, "sha256:") || !sha256_from_hex(span_skip(hex, 7), hash)) {
        return record_raise(error, &RECORD_MSG_CATALOGUE, record, value);
    }
    enum err err =
        blocks ? blocks->find(blocks->context, setup->game, name, hash, &setup->block, &setup->block_size, error)
               : ERR_NOT_FOUND;
    if (err == ERR_NOT_FOUND) {
        value.text = name;
        err = record_raise(error, &RECORD_MSG_CATALOGUE_UNKNOWN, record, value);
        error_add(error, hex);
    }
    return err;
}

/* `*given` has a bit for each option that an earlier line has set, whatever it called it. */
static enum err set_option(const struct record *record, const struct field_pair *pair, struct setup *setup,
                           uint32_t *given, struct error *error)
{
    const struct game *game = setup->game;
    for (int i = 0; i < game->options_count; i++) {
        const struct option *option = &game->options[i];
        if (name_find(&option->name, 1, pair->name.text) != 0) {
            continue;
        }
        if (*given >> i & 1) {
            return record_raise(error, &RECORD_MSG_TWICE, record, pair->name);
        }
        *given |= UINT32_C(1) << i;
        int value = name_find(option->values, option->values_count, pair->value.text);
        if (value < 0) {
            return record_raise(error, &RECORD_MSG_OPTION_VALUE, record, pair->value);
        }
        setup->option[i] = (uint8_t)value;
        return ERR_OK;
    }
    return record_raise(error, &RECORD_MSG_OPTION, record, pair->name);
}

enum err record_setup(const struct record *record, const struct block_source *blocks, struct setup *setup,
                      struct error *error)
{
    *setup = (struct setup){.seats = record->seats};
    uint32_t given = 0;
    enum err err = find_game(record, &setup->game, error);
    if (err == ERR_OK) {
        err = find_variant(record, setup, error);
    }
    if (err == ERR_OK) {
        err = find_level(record, setup, error);
    }
    for (size_t i = 0; err == ERR_OK && i < record->options_count; i++) {
        const struct field_pair *pair = &record->options[i];
        bool catalogue = setup->game->catalogue && span_is(pair->name.text, "catalogue");
        err = catalogue ? find_block(record, pair->value, blocks, setup, error)
                        : set_option(record, pair, setup, &given, error);
    }
    if (err == ERR_OK && setup->game->catalogue && !setup->block) {
        err = record_raise(error, &RECORD_MSG_CATALOGUE, record, record->game);
    }
    return err;
}
