/* What a game is to evenings, records, runs and the nights of the ratings' history. */
#include "service/messages.h"
#include "service/stats_tally.h"

#include "base/banned.h"

bool moment_before(const struct moment *one, const struct moment *two)
{
    if (one->day != two->day) {
        return one->day < two->day;
    }
    return one->time != two->time ? one->time < two->time : one->game < two->game;
}

/* A game on its way into the tally. */
struct coming {
    struct tally *tally;
    const struct store_game *game;
    struct store_group group;
    struct tally_sort sort;
    struct moment moment;
    int sign;
};

static enum err bad_key(const struct coming *coming, struct error *error)
{
    return error_raise_int(error, &SERVICE_MSG_FACTS, coming->game->id);
}

/* The item of the key, or NULL with ERR_OK when the tally does not gather it. */
static enum err item_of(struct tally *tally, const struct tally_key *key, unsigned categories, struct tally_item **item,
                        struct error *error)
{
    *item = NULL;
    if ((tally->kinds & 1U << key->kind) == 0) {
        return ERR_OK;
    }
    if (tally->only && key->names) {
        const struct tally_item *wanted = tally_find(tally->only, key);
        if (!wanted || !wanted->lost) {
            return ERR_OK;
        }
    }
    *item = tally_item_for(tally, key, categories, 0);
    return *item ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err add_evening(const struct coming *coming, const struct store_seat *seat, struct error *error)
{
    struct store_group group = coming->group;
    struct tally_key key;
    struct tally_item *item = NULL;
    group.month = coming->game->has_day ? coming->game->day : EVENING_UNDATED;
    if (!tally_key_of(coming->tally, TALLY_EVENING, &group, seat->person, 0, &key)) {
        return bad_key(coming, error);
    }
    enum err err = item_of(coming->tally, &key, 0, &item, error);
    if (err != ERR_OK || !item) {
        return err;
    }
    struct evening_game result = tally_result(&coming->sort, seat);
    struct evening one = evening_of_game(coming->sign, &result);
    return tally_add_results(coming->tally, &item->of.results, &one) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* The margin of the one winner of a game over the best of the others; false for a shared win, and for solo. */
static bool margin_of(const struct coming *coming, const struct store_seat *seats, const struct store_seat *seat,
                      int64_t *margin)
{
    bool second = false;
    for (int64_t i = 0; i < coming->game->seats; i++) {
        if (&seats[i] == seat) {
            continue;
        }
        if (seats[i].rank == 1) {
            return false;
        }
        int64_t ahead = tally_merit(&coming->sort, seat->total) - tally_merit(&coming->sort, seats[i].total);
        *margin = second && *margin < ahead ? *margin : ahead;
        second = true;
    }
    return second && seat->rank == 1;
}

static enum err add_record(const struct coming *coming, const struct store_seat *seats, const struct store_seat *seat,
                           int64_t person, struct error *error)
{
    struct tally_key key;
    struct tally_item *item = NULL;
    unsigned categories = (unsigned)(seat->categories.len / 2);
    if (!tally_key_of(coming->tally, TALLY_RECORD, &coming->group, person, 0, &key)) {
        return bad_key(coming, error);
    }
    enum err err = item_of(coming->tally, &key, categories, &item, error);
    if (err != ERR_OK || !item) {
        return err;
    }
    if (coming->sign < 0) {
        item->lost = true;
        return ERR_OK;
    }
    struct holder holder = {coming->game->id, coming->game->has_day ? (int32_t)coming->game->day : INT32_MIN,
                            (int32_t)seat->seat};
    int64_t margin = 0;
    if (seat->has_total) {
        holders_take(item->of.holders, RECORD_SCORE, tally_merit(&coming->sort, seat->total), &holder);
    }
    if (seat->has_total && margin_of(coming, seats, seat, &margin)) {
        holders_take(item->of.holders, RECORD_MARGIN, margin, &holder);
    }
    for (unsigned c = 0; c < categories && c < GAME_CATEGORIES; c++) {
        holders_take(item->of.holders, RECORD_CATEGORY + c, seat_category(seat->categories, c), &holder);
    }
    return ERR_OK;
}

/* `game`: of one, or empty for all. */
static enum err add_run(const struct coming *coming, const struct store_seat *seat, struct span game,
                        struct error *error)
{
    struct store_group group = {.game = game, .month = coming->group.month};
    struct tally_key key;
    struct tally_item *item = NULL;
    if (!tally_key_of(coming->tally, TALLY_RUN, &group, seat->person, 0, &key)) {
        return bad_key(coming, error);
    }
    enum err err = item_of(coming->tally, &key, 0, &item, error);
    if (err != ERR_OK || !item) {
        return err;
    }
    struct tally_run *run = &item->of.run;
    if (run->run.games == 0) {
        run->first = coming->moment;
    }
    bool late = run->run.games > 0 && moment_before(&coming->moment, &run->last);
    item->lost = item->lost || coming->sign < 0 || late;
    run->last = coming->moment;
    run_add(&run->run, coming->game->id, seat->win > 0);
    return ERR_OK;
}

static enum err add_night(const struct coming *coming, struct error *error)
{
    struct store_group group = {.game = coming->game->game};
    struct tally_key key;
    struct tally_item *item = NULL;
    if (!tally_key_of(coming->tally, TALLY_NIGHT, &group, 0, 0, &key)) {
        return bad_key(coming, error);
    }
    enum err err = item_of(coming->tally, &key, 0, &item, error);
    if (item && coming->moment.day < item->of.night) {
        item->of.night = coming->moment.day;
    }
    return err;
}

enum err tally_pages(struct tally *tally, const struct store_game *game, const struct store_seat *seats, int sign,
                     struct error *error)
{
    if ((tally->kinds & ~(unsigned)TALLY_SUMS) == 0) {
        return ERR_OK;
    }
    struct coming coming = {.tally = tally,
                            .game = game,
                            .group = tally_group(game),
                            .sort = tally_sort_of(game->game, game->variant),
                            .sign = sign};
    coming.moment =
        (struct moment){game->has_day ? game->day : INT64_MIN, game->has_played ? game->played : INT64_MIN, game->id};
    enum err err = game->seats > 1 && contest_is_rated(coming.sort.contest) ? add_night(&coming, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    for (int64_t i = 0; i < game->seats; i++) {
        const struct store_seat *seat = &seats[i];
        if (seat->person == 0) { /* a guest is nobody */
            continue;
        }
        err = add_evening(&coming, seat, error);
        if (err != ERR_OK) {
            return err;
        }
        err = add_record(&coming, seats, seat, 0, error);
        if (err != ERR_OK) {
            return err;
        }
        err = add_record(&coming, seats, seat, seat->person, error);
        if (err != ERR_OK) {
            return err;
        }
        if (seat->has_win) {
            err = add_run(&coming, seat, SPAN_LITERAL(""), error);
        }
        if (err != ERR_OK) {
            return err;
        }
        if (seat->has_win) {
            err = add_run(&coming, seat, game->game, error);
        }
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* ---- a month ---- */

/* The game whose seats are coming. */
struct assembly {
    struct tally *tally;
    struct store_game game; /* id 0: none */
    char text[3][NAMES_TITLE];
    struct store_seat seats[GAME_PLAYERS];
    char categories[GAME_PLAYERS][2 * GAME_CATEGORIES];
    int64_t count;
};

static enum err end_game(struct assembly *assembly, struct error *error)
{
    const struct span nothing = {NULL, 0};
    bool complete = assembly->game.id != 0 && assembly->count == assembly->game.seats;
    return complete ? tally_game(assembly->tally, &assembly->game, assembly->seats, nothing, 1, error) : ERR_OK;
}

static struct span copy_text(char out[NAMES_TITLE], struct span text)
{
    size_t size = text.len < NAMES_TITLE ? text.len : NAMES_TITLE;
    if (size > 0) {
        memcpy(out, text.ptr, size);
    }
    return span_of(out, size);
}

static enum err take_result(void *context, const struct store_result *row, struct error *error)
{
    struct assembly *assembly = context;
    if (row->id != assembly->game.id) {
        enum err err = end_game(assembly, error);
        if (err != ERR_OK) {
            return err;
        }
        assembly->count = 0;
        assembly->game = (struct store_game){.id = row->id,
                                             .game = copy_text(assembly->text[0], row->game),
                                             .rules = row->rules,
                                             .variant = copy_text(assembly->text[1], row->variant),
                                             .level = copy_text(assembly->text[2], row->level),
                                             .seats = row->seats,
                                             .status = game_status_id(GAME_FINISHED),
                                             .has_day = row->has_day,
                                             .day = row->day,
                                             .has_played = row->has_played,
                                             .played = row->played};
    }
    if (assembly->count < GAME_PLAYERS && row->categories.len <= sizeof(assembly->categories[0])) {
        char *bytes = assembly->categories[assembly->count];
        if (row->categories.len > 0) {
            memcpy(bytes, row->categories.ptr, row->categories.len);
        }
        assembly->seats[assembly->count++] = (struct store_seat){.game = row->id,
                                                                 .seat = row->seat,
                                                                 .person = row->person,
                                                                 .team = row->team,
                                                                 .has_result = true,
                                                                 .has_total = row->has_total,
                                                                 .total = row->total,
                                                                 .rank = row->rank,
                                                                 .has_win = row->has_win,
                                                                 .win = row->win,
                                                                 .categories = span_of(bytes, row->categories.len)};
    }
    return ERR_OK;
}

enum err tally_month(struct tally *tally, struct store *store, int32_t month, struct error *error)
{
    struct assembly assembly = {.tally = tally};
    int64_t first = 0;
    int64_t last = 0;
    if (month >= 0) {
        month_days(month, &first, &last);
    }
    enum err err = store_results_in_order(store, month >= 0, first, last, take_result, &assembly, error);
    return err == ERR_OK ? end_game(&assembly, error) : err;
}
