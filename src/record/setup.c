/* From what a header says to a setup that a game can start from. */
#include "record/messages.h"
#include "record/record.h"

#include "base/fold.h"
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
        enum err err = registry_refuse(&RECORD_MSG_GAME, record->game.text, error);
        error->line = record->game.line;
        error->column = record_column(record, record->game.line, record->game.column);
        return err;
    }
    if (record->rules > 0) {
        *game = registry_find(span_from((*game)->name.id), record->rules);
    }
    return *game ? ERR_OK : record_raise(error, &RECORD_MSG_GAME_RULES, record, record->rules_field);
}

/* The game with an engine that a record names only by its title: its totals are that game's. NULL: there is none. */
static const struct game *find_engine(const struct record *record, const struct game *game)
{
    const struct game *named = game->titled && record->title.text.len > 0 ? registry_newest(record->title.text) : NULL;
    return named && !named->titled ? named : NULL;
}

/* The variant for so many players, when no line names one. */
static enum err choose_variant(const struct record *record, struct setup *setup, struct error *error)
{
    int found = game_variant_for(setup->game, record->seats);
    if (found < 0) {
        enum err err = record_raise(error, &RECORD_MSG_NO_VARIANT, record, record->game);
        error->args = 0;
        error_add_int(error, record->seats);
        return err;
    }
    setup->variant = (uint8_t)found;
    return ERR_OK;
}

static enum err find_variant(const struct record *record, struct setup *setup, struct error *error)
{
    int found = name_list_find(game_variants(setup->game), record->variant.text);
    if (found < 0) {
        enum err err = record_raise(error, &RECORD_MSG_VARIANT, record, record->variant);
        name_list_hint(game_variants(setup->game), record->variant.text, error);
        return err;
    }
    setup->variant = (uint8_t)found;
    return ERR_OK;
}

static enum err check_seats(const struct record *record, const struct setup *setup, struct error *error)
{
    const struct variant *variant = &setup->game->variants[setup->variant];
    if (record->seats >= variant->min_seats && record->seats <= variant->max_seats) {
        return ERR_OK;
    }
    struct field field = record->variant.text.len > 0 ? record->variant : record->game;
    bool one = variant->min_seats == variant->max_seats;
    enum err err = record_raise(error, one ? &RECORD_MSG_SEATS_ONLY : &RECORD_MSG_SEATS, record, field);
    error->args = 0;
    error_add_int(error, record->seats);
    error_add_int(error, variant->min_seats);
    error_add_int(error, variant->max_seats);
    return err;
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

/* The level that the moves are marked with, when no line names one. */
static enum err choose_level(const struct record *record, struct setup *setup, struct error *error)
{
    const struct game *game = setup->game;
    int found = -1;
    for (int i = 0; found < 0 && i < game->levels_count; i++) {
        found = is_marked(record, &game->levels[i]) ? i : -1;
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

static enum err find_level(const struct record *record, struct setup *setup, struct error *error)
{
    int found = name_list_find(game_levels(setup->game), record->level.text);
    if (found < 0) {
        enum err err = record_raise(error, &RECORD_MSG_LEVEL, record, record->level);
        name_list_hint(game_levels(setup->game), record->level.text, error);
        return err;
    }
    setup->level = (uint8_t)found;
    return ERR_OK;
}

/* `NAME sha256:HEX` */
static bool read_catalogue(struct span value, struct span *name, struct span *hex, uint8_t hash[SHA256_SIZE])
{
    *name = span_word(&value);
    *hex = span_trim(value);
    return span_starts(*hex, "sha256:") && sha256_from_hex(span_skip(*hex, 7), hash);
}

/* True when some game calls its documents so. */
static bool is_catalogue_word(struct span word)
{
    size_t count;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; i < count; i++) {
        if (games[i]->catalogue && span_is(word, catalogue_word(games[i]->catalogue))) {
            return true;
        }
    }
    return false;
}

bool record_catalogue(const struct record *record, const struct setup *setup, uint8_t hash[SHA256_SIZE])
{
    struct span name;
    struct span hex;
    if (setup->pinned.len > 0) {
        memcpy(hash, setup->pinned_hash, SHA256_SIZE);
        return true;
    }
    for (size_t i = 0; i < record->options_count; i++) {
        const struct field_pair *pair = &record->options[i];
        if (is_catalogue_word(pair->name.text) && read_catalogue(pair->value.text, &name, &hex, hash)) {
            return true;
        }
    }
    return false;
}

/* `option catalogue NAME sha256:HEX` */
static enum err find_block(const struct record *record, struct field value, const struct block_source *blocks,
                           struct setup *setup, struct error *error)
{
    struct span name;
    struct span hex;
    uint8_t hash[SHA256_SIZE];
    if (!read_catalogue(value.text, &name, &hex, hash)) {
        return record_raise(error, &RECORD_MSG_CATALOGUE, record, value);
    }
    error_clear(error);
    enum err err =
        blocks ? blocks->find(blocks->context, setup->game, name, hash, &setup->block, &setup->block_size, error)
               : ERR_NOT_FOUND;
    if (err == ERR_NOT_FOUND) {
        struct error found = *error;
        value.text = name;
        err = record_raise(error, &RECORD_MSG_CATALOGUE_UNKNOWN, record, value);
        error_add(error, hex);
        error_hint(error, span_from(found.hint));
    }
    return err;
}

/* `*given` has a bit for each option that an earlier line has set, whatever it called it. */
static enum err set_option(const struct record *record, const struct field_pair *pair, struct setup *setup,
                           uint32_t *given, struct error *error)
{
    const struct game *game = setup->game;
    int found = game->options ? name_list_find(game_options(game), pair->name.text) : -1;
    if (found < 0) {
        enum err err = record_raise(error, &RECORD_MSG_OPTION, record, pair->name);
        name_list_hint(game_options(game), pair->name.text, error);
        return err;
    }
    if (*given >> found & 1) {
        return record_raise(error, &RECORD_MSG_TWICE, record, pair->name);
    }
    *given |= UINT32_C(1) << found;
    const struct option *option = &game->options[found];
    int value = name_find(option->values, option->values_count, pair->value.text);
    if (value < 0) {
        enum err err = record_raise(error, &RECORD_MSG_OPTION_VALUE, record, pair->value);
        name_hint(option->values, option->values_count, pair->value.text, error);
        return err;
    }
    setup->option[found] = (uint8_t)value;
    return ERR_OK;
}

/* ---- all of it ---- */

struct setting {
    const struct record *record;
    const struct block_source *blocks;
    struct setup *setup;
    record_complaint_fn *complain; /* NULL: what is wrong first is the end of it */
    void *context;
    struct error *error;
    enum err worst; /* what was wrong first, and was gone on behind; left in `first` */
    struct error first;
    bool by_title;   /* it is written as a game of any title, and the title has an engine */
    bool impossible; /* what was wrong leaves no setup */
    bool unsure;     /* or leaves one that may be another than was meant */
};

/* Tells of what is wrong; ERR_OK when that is not the end of it. */
static enum err tell(struct setting *at, enum err err)
{
    if (err == ERR_OK || !at->complain) {
        return err;
    }
    if (at->worst == ERR_OK) {
        at->worst = err;
        at->first = *at->error;
    }
    at->complain(at->context, at->error);
    return ERR_OK;
}

/* The same for what no setup can do without. */
static enum err tell_lack(struct setting *at, enum err err)
{
    at->impossible = at->impossible || err != ERR_OK;
    return tell(at, err);
}

static enum err set_variant(struct setting *at)
{
    const struct record *record = at->record;
    bool usual = at->by_title && utf8_same(record->variant.text, SPAN_LITERAL("high")); /* there; says nothing here */
    bool known = record->variant.text.len > 0 && !usual;
    if (known) {
        enum err err = find_variant(record, at->setup, at->error);
        known = err == ERR_OK;
        at->unsure = at->unsure || !known;
        err = tell(at, err);
        if (err != ERR_OK) {
            return err;
        }
    }
    enum err err = known ? ERR_OK : choose_variant(record, at->setup, at->error);
    return tell_lack(at, err == ERR_OK ? check_seats(record, at->setup, at->error) : err);
}

/* The level at which totals are written down. */
static uint8_t stated_level(const struct game *game)
{
    uint8_t level = 0;
    while (level + 1 < game->levels_count && game->levels[level].basis != BASIS_STATED) {
        level++;
    }
    return level;
}

static enum err set_level(struct setting *at)
{
    const struct record *record = at->record;
    if (at->by_title) {
        at->setup->level = stated_level(at->setup->game);
        return ERR_OK;
    }
    if (record->level.text.len > 0) {
        enum err err = find_level(record, at->setup, at->error);
        if (err == ERR_OK || !at->complain) {
            return err;
        }
        at->unsure = true;
        (void)!tell(at, err);
    }
    enum err err = choose_level(record, at->setup, at->error);
    bool told = record->level.text.len > 0; /* a level that is not known is there */
    at->impossible = at->impossible || err != ERR_OK;
    return told && err != ERR_OK ? ERR_OK : tell_lack(at, err);
}

/* Totals under a title need no cards: where the game wants a catalogue and the record names none, it is the usual one. */
static enum err pin_usual(const struct setting *at)
{
    const struct block_source *blocks = at->blocks;
    struct setup *setup = at->setup;
    enum err err = at->by_title && blocks && blocks->usual
                       ? blocks->usual(blocks->context, setup->game, &setup->pinned, &setup->pinned_hash, &setup->block,
                                       &setup->block_size, at->error)
                       : ERR_NOT_FOUND;
    return err == ERR_NOT_FOUND ? record_raise(at->error, &RECORD_MSG_CATALOGUE, at->record, at->record->game) : err;
}

static enum err set_options(struct setting *at)
{
    const struct record *record = at->record;
    const struct game *game = at->setup->game;
    uint32_t given = 0;
    bool named = false;
    for (size_t i = 0; i < record->options_count; i++) {
        const struct field_pair *pair = &record->options[i];
        bool catalogue = game->catalogue && span_is(pair->name.text, catalogue_word(game->catalogue));
        enum err err = catalogue ? find_block(record, pair->value, at->blocks, at->setup, at->error)
                                 : set_option(record, pair, at->setup, &given, at->error);
        at->unsure = at->unsure || (err != ERR_OK && (game->options_count > 0 || game->catalogue));
        err = catalogue ? tell_lack(at, err) : tell(at, err);
        named = named || catalogue;
        if (err != ERR_OK) {
            return err;
        }
    }
    bool lacking = game->catalogue && !game->catalogue->optional && !named;
    return lacking ? tell_lack(at, pin_usual(at)) : ERR_OK;
}

/* Numbers the teams by their lowest seats. */
static enum err set_teams(const struct record *record, struct setup *setup, struct error *error)
{
    for (unsigned i = 0; i < record->teams_count; i++) {
        const struct record_team *team = &record->team[i];
        if (!setup->game->titled) {
            return record_raise(error, &RECORD_MSG_TEAM_NONE, record, team->field);
        }
        seat_set beyond = team->seats & ~(seat_bit(record->seats) - 1);
        for (unsigned seat = record->seats; seat < GAME_PLAYERS; seat++) {
            if (beyond & seat_bit(seat)) {
                enum err err = record_raise(error, &RECORD_MSG_TEAM_SEAT, record, team->field);
                error_add(error, span_from(seat_label(seat)));
                return err;
            }
        }
    }
    uint8_t number = 0;
    for (unsigned seat = 0; seat < record->seats; seat++) {
        for (unsigned i = 0; i < record->teams_count; i++) {
            seat_set seats = record->team[i].seats;
            bool lowest = (seats & seat_bit(seat)) && !(seats & (seat_bit(seat) - 1));
            number = (uint8_t)(number + lowest);
            for (unsigned mate = seat; lowest && mate < record->seats; mate++) {
                setup->team[mate] = seats & seat_bit(mate) ? number : setup->team[mate];
            }
        }
    }
    return ERR_OK;
}

/* What was played: a game of any title says it, every other game is it. */
static enum err check_title(const struct record *record, const struct game *game, struct error *error)
{
    char memory[RECORD_TITLE + 8];
    struct strbuf folded;
    if (game->titled && record->title.text.len == 0) {
        return record_raise(error, &RECORD_MSG_TITLE_MISSING, record, record->game);
    }
    strbuf_wrap(&folded, memory, sizeof(memory));
    fold_name(record->title.text, &folded);
    if (!strbuf_ok(&folded) || (game->titled && folded.len == 0)) { /* nothing in it can be seen, or it grows */
        return record_raise(error, &RECORD_MSG_TITLE_LONG, record, record->title);
    }
    return !game->titled && record->title.text.len > 0
               ? record_raise(error, &RECORD_MSG_TITLE_KNOWN, record, record->title)
               : ERR_OK;
}

static enum err set_all(struct setting *at)
{
    *at->setup = (struct setup){.seats = at->record->seats};
    enum err err = tell_lack(at, find_game(at->record, &at->setup->game, at->error));
    if (err != ERR_OK || at->impossible) {
        return err;
    }
    const struct game *engine = find_engine(at->record, at->setup->game);
    at->by_title = engine != NULL;
    err = at->by_title ? ERR_OK : tell(at, check_title(at->record, at->setup->game, at->error));
    if (err != ERR_OK) {
        return err;
    }
    at->setup->game = at->by_title ? engine : at->setup->game;
    err = set_variant(at);
    if (err != ERR_OK) {
        return err;
    }
    err = tell(at, set_teams(at->record, at->setup, at->error));
    if (err != ERR_OK) {
        return err;
    }
    err = set_level(at);
    if (err != ERR_OK) {
        return err;
    }
    return set_options(at);
}

enum err record_setup(const struct record *record, const struct block_source *blocks, struct setup *setup,
                      struct error *error)
{
    struct setting at = {.record = record, .blocks = blocks, .setup = setup, .error = error};
    return set_all(&at);
}

enum err record_setup_anyway(const struct record *record, const struct block_source *blocks, struct setup *setup,
                             record_complaint_fn *complain, void *context, bool *sure, struct error *error)
{
    struct setting at = {
        .record = record, .blocks = blocks, .setup = setup, .complain = complain, .context = context, .error = error};
    enum err err = set_all(&at);
    (void)err; /* it has been told */
    *sure = !at.unsure;
    if (at.impossible) {
        setup->game = NULL;
    }
    if (at.worst != ERR_OK) {
        *error = at.first;
    }
    return at.worst;
}
