/*
 * Games that look alike. A table of hashes of day, title and people, filled a day at a time when the day is first asked
 * for. It is true of a log of one size: an entry that is not the import's own empties it.
 */
#include "base/date.h"
#include "service/alike.h"

#include <stdlib.h>

#include "base/banned.h"

enum { DAY_MS = 86400000, MOST = 1 << 21 /* games in memory; then it begins again */ };

struct alike_slot {
    uint64_t key; /* 0: free */
    int64_t game; /* 0: all games of this day are in the table */
};

struct alike_games {
    const struct allocator *allocator;
    int64_t log_size;
    struct alike_slot *slots;
    size_t room; /* a power of two */
    size_t count;
};

void alike_games_free(const struct allocator *allocator, struct alike_games *games)
{
    if (games) {
        mem_free(allocator, games->slots);
        mem_free(allocator, games);
    }
}

/* ---- the table ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static uint64_t day_key(int64_t day)
{
    return mix(UINT64_C(0xda1), (uint64_t)day) | 1;
}

static int by_number(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a;
    int64_t two = *(const int64_t *)b;
    return one < two ? -1 : one > two;
}

static uint64_t game_key(int64_t day, struct span title, const struct seating *seating)
{
    struct seating sorted = *seating;
    uint64_t hash = mix(UINT64_C(0x9a3e), (uint64_t)day);
    qsort(sorted.person, sorted.count, sizeof(sorted.person[0]), by_number);
    for (size_t i = 0; i < title.len; i++) {
        hash = mix(hash, (uint8_t)title.ptr[i]);
    }
    for (unsigned i = 0; i < sorted.count; i++) {
        hash = mix(hash, (uint64_t)sorted.person[i]);
    }
    return hash | 1;
}

static void put(struct alike_games *games, struct alike_slot slot)
{
    size_t at = (size_t)(slot.key >> 1) & (games->room - 1);
    while (games->slots[at].key != 0) {
        at = (at + 1) & (games->room - 1);
    }
    games->slots[at] = slot;
    games->count++;
}

static bool add(struct alike_games *games, uint64_t key, int64_t game)
{
    if ((games->count + 1) * 2 > games->room) {
        struct alike_games larger = *games;
        larger.room = games->room ? games->room * 2 : 1024;
        larger.count = 0;
        larger.slots = mem_new(games->allocator, larger.room, sizeof(larger.slots[0]));
        if (!larger.slots) {
            return false;
        }
        for (size_t i = 0; i < games->room; i++) {
            if (games->slots[i].key != 0) {
                put(&larger, games->slots[i]);
            }
        }
        mem_free(games->allocator, games->slots);
        *games = larger;
    }
    put(games, (struct alike_slot){key, game});
    return true;
}

/* The next slot of that key from `*at` on, which is moved behind it; NULL: there is none. */
static const struct alike_slot *next(const struct alike_games *games, uint64_t key, size_t *at)
{
    while (games->room > 0 && games->slots[*at & (games->room - 1)].key != 0) {
        const struct alike_slot *slot = &games->slots[(*at)++ & (games->room - 1)];
        if (slot->key == key) {
            return slot;
        }
    }
    return NULL;
}

/* ---- filling it ---- */

struct filling {
    struct service *service;
    struct alike_games *games;
};

static enum err take_seat(void *context, const struct store_seat *seat, struct error *error)
{
    (void)error;
    struct seating *seating = context;
    if (seating->count < GAME_PLAYERS) {
        seating->person[seating->count++] = seat->person;
    }
    return ERR_OK;
}

static enum err take_game(void *context, const struct store_game *game, struct error *error)
{
    struct filling *filling = context;
    struct seating seating = {.count = 0};
    if (game_status_is(game->status, GAME_VOID)) {
        return ERR_OK;
    }
    enum err err = store_seats(filling->service->store, game->id, take_seat, &seating, error);
    if (err != ERR_OK) {
        return err;
    }
    bool good = add(filling->games, game_key(game->day, game->game, &seating), game->id);
    return good ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* The table with all games of that day in it. */
static enum err be_ready(struct service *service, int64_t day, struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    struct alike_games *games = service->alike_games;
    int64_t size = (int64_t)service->tree.log.size;
    if (games && (games->log_size != size || games->count > MOST)) {
        alike_games_free(allocator, games);
        service->alike_games = games = NULL;
    }
    if (!games) {
        games = mem_new(allocator, 1, sizeof(*games));
        if (!games) {
            return error_raise(error, &MSG_MEMORY);
        }
        *games = (struct alike_games){.allocator = allocator, .log_size = size};
        service->alike_games = games;
    }
    size_t at = (size_t)(day_key(day) >> 1);
    if (next(games, day_key(day), &at)) {
        return ERR_OK;
    }
    struct filling filling = {service, games};
    struct store_game_filter filter = {.since = day, .until = day, .limit = INT64_MAX};
    enum err err = store_games(service->store, &filter, take_game, &filling, error);
    bool marked = err == ERR_OK && add(games, day_key(day), 0);
    if (!marked) {
        games->log_size = -1; /* half a day: made anew */
    }
    return err == ERR_OK && !marked ? error_raise(error, &MSG_MEMORY) : err;
}

enum err alike_game_added(struct service *service, struct error *error)
{
    struct alike_games *games = service->alike_games;
    const struct store_game *game = &service->derived.game;
    struct seating seating = {.count = 0};
    size_t at = (size_t)(day_key(game->day) >> 1);
    if (!games || games->log_size != game->last - 1) {
        return ERR_OK;
    }
    for (unsigned i = 0; i < (unsigned)game->seats && i < GAME_PLAYERS; i++) {
        seating.person[seating.count++] = service->derived.seats[i].person;
    }
    bool listed = game->has_day && next(games, day_key(game->day), &at);
    games->log_size = -1;
    if (listed && !add(games, game_key(game->day, game->game, &seating), game->id)) {
        return error_raise(error, &MSG_MEMORY);
    }
    games->log_size = game->last;
    return ERR_OK;
}

/* ---- asking it ---- */

struct comparison {
    struct service *service;
    uint64_t key;
    bool timed; /* the record says a time of the day */
    int64_t played;
    struct span level;
    struct alike_game *out;
};

/* A game that an import has corrected since, or made void, is still where it was in the table. */
static enum err still_alike(const struct comparison *comparison, const struct store_game *game, bool *alike,
                            struct error *error)
{
    struct seating seating = {.count = 0};
    enum err err = store_seats(comparison->service->store, game->id, take_seat, &seating, error);
    *alike = err == ERR_OK && game->has_day && !game_status_is(game->status, GAME_VOID) &&
             game_key(game->day, game->game, &seating) == comparison->key;
    return err;
}

static enum err compare(void *context, const struct store_game *game, struct error *error)
{
    const struct comparison *comparison = context;
    bool alike = false;
    enum err err = still_alike(comparison, game, &alike, error);
    if (err != ERR_OK || !alike) {
        return err;
    }
    bool timed = comparison->timed && game->has_played && game->played % DAY_MS != 0;
    if (timed && game->played != comparison->played) {
        return ERR_OK;
    }
    *comparison->out = (struct alike_game){game->id, !span_equal(game->level, comparison->level)};
    return ERR_OK;
}

enum err alike_game_find(struct service *service, const struct record *record, const struct seating *seating,
                         struct alike_game *out, struct error *error)
{
    const struct setup *setup = &service->replay.setup;
    struct comparison comparison = {
        .service = service, .level = span_from(setup->game->levels[setup->level].name.id), .out = out};
    int32_t day = 0;
    bool dated = date_wall_parse(record->played.text, &comparison.played, &day);
    comparison.timed = dated && comparison.played % DAY_MS != 0;
    dated = date_parse(record->night.text, &day) || dated;
    *out = (struct alike_game){.game = 0};
    for (unsigned i = 0; i < seating->count; i++) {
        dated = dated && seating->person[i] != 0;
    }
    enum err err = dated ? be_ready(service, day, error) : ERR_OK;
    if (err != ERR_OK || !dated) {
        return err;
    }
    uint64_t key = comparison.key = game_key(day, seating_title(seating, setup->game), seating);
    const struct alike_slot *slot = NULL;
    size_t at = (size_t)(key >> 1);
    do {
        slot = next(service->alike_games, key, &at);
        err = slot ? store_game(service->store, slot->game, compare, &comparison, error) : ERR_OK;
    } while (err == ERR_OK && slot && out->game == 0);
    return err;
}
