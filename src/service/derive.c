/*
 * What the derived tables must say about a game, computed from its story and
 * its replay. Adding a move, rebuilding and auditing all come here, so there
 * is one answer.
 */
#include "base/date.h"
#include "rules/registry.h"
#include "service/internal.h"
#include "service/messages.h"
#include "stats/facts.h"
#include "stats/win_points.h"
#include "store/ahead.h"

#include "base/banned.h"

/* Who sits there; 0: a guest. */
static enum err seated(struct store *store, const struct field *seat, int64_t *person, struct error *error)
{
    *person = 0;
    return span_is(seat->text, RECORD_GUEST) ? ERR_OK
                                             : store_person_target(store, span_skip(seat->text, 1), person, error);
}

enum err seating_of(struct store *store, const struct record *record, struct seating *seating, struct error *error)
{
    struct error ignored;
    size_t from = 0;
    enum err err = ERR_OK;
    seating->count = record->seats;
    if (store_foresee(store, &from)) {
        for (unsigned i = 0; i < record->seats; i++) {
            (void)!seated(store, &record->seat[i], &seating->person[i], &ignored);
        }
        store_foreseen(store);
    }
    for (unsigned i = 0; i < record->seats && err == ERR_OK; i++) {
        err = seated(store, &record->seat[i], &seating->person[i], error);
    }
    store_forget(store, from);
    if (err != ERR_OK) {
        return err;
    }
    return title_of(store, record, seating->title, error);
}

static void derive_times(const struct record *record, struct store_game *game)
{
    int32_t day = 0;
    if (date_wall_parse(record->played.text, &game->played, &day)) {
        game->has_played = true;
        game->has_day = true;
        game->day = day;
    }
    game->has_duration = record->minutes > 0;
    game->duration = record->minutes;
    if (date_parse(record->night.text, &day)) {
        game->has_day = true;
        game->day = day;
    }
}

/* A row's categories as bytes, two each, the low one first. */
static struct span pack_categories(const struct outcome_row *row, unsigned count, char *out)
{
    for (unsigned i = 0; i < count; i++) {
        uint16_t value = (uint16_t)(int16_t)row->category[i];
        out[2 * i] = (char)(value & 0xff);
        out[2 * i + 1] = (char)(value >> 8);
    }
    return span_of(out, (size_t)2 * count);
}

static void derive_results(const struct setup *setup, const struct outcome *outcome, struct derived *derived)
{
    for (unsigned i = 0; i < setup->seats; i++) {
        const struct outcome_row *row = &outcome->rows[i];
        struct store_seat *seat = &derived->seats[i];
        seat->has_result = true;
        seat->has_total = contest_is_scored(setup_contest(setup)) && !row->untotalled;
        seat->total = seat->has_total ? row->total : 0;
        seat->rank = row->rank;
        int32_t win = win_points(setup, outcome, i);
        seat->has_win = win != WIN_NONE;
        seat->win = seat->has_win ? win : 0;
        bool told = game_tells_categories(setup->game, span_from(setup->game->levels[setup->level].name.id));
        seat->categories = pack_categories(row, told ? setup->game->categories_count : 0, derived->categories[i]);
    }
    if (outcome->verdict) {
        derived->game.has_margin = setup_contest(setup) != CONTEST_TOGETHER;
        derived->game.margin = outcome->margin;
        derived->game.verdict = span_from(outcome->verdict->id);
    }
}

static bool is_unwon(const struct setup *setup, const struct outcome *outcome)
{
    bool nobody = setup_contest(setup) == CONTEST_WINNERS && outcome->winners == 0;
    return setup->game->titled && outcome->over && (outcome->undecided || nobody);
}

enum err derive(const struct story *story, const struct record *record, const struct replay *replay,
                const struct seating *seating, bool facts, struct derived *derived, struct error *error)
{
    const struct setup *setup = &replay->setup;
    const struct game *game = setup->game;
    struct outcome outcome;
    game->outcome(setup, replay->state, &outcome);
    enum game_status status = story->voided      ? GAME_VOID
                              : story->abandoned ? GAME_ABANDONED
                              : outcome.over     ? GAME_FINISHED
                                                 : GAME_LIVE;
    replay_digest(setup, replay->state, derived->digest);
    memcpy(derived->title, seating->title, sizeof(derived->title));
    derived->game = (struct store_game){
        .id = story->id,
        .game = game->titled ? span_from(derived->title) : span_from(game->name.id),
        .rules = game->rules,
        .variant = span_from(is_unwon(setup, &outcome) ? registry_unwon.id : game->variants[setup->variant].name.id),
        .level = span_from(game->levels[setup->level].name.id),
        .seats = setup->seats,
        .status = game_status_id(status),
        .source = story->source,
        .last = story->last,
        .plies = (int64_t)replay->plies,
        .digest = span_of((const char *)derived->digest, sizeof(derived->digest)),
    };
    derive_times(record, &derived->game);
    for (unsigned i = 0; i < setup->seats; i++) {
        derived->seats[i] =
            (struct store_seat){.game = story->id, .seat = i, .person = seating->person[i], .team = setup->team[i]};
    }
    strbuf_clear(&derived->facts);
    if (status == GAME_FINISHED) {
        derive_results(setup, &outcome, derived);
        if (facts && game->cards_count > 0) {
            gather_facts(setup, replay->state, &derived->gathered);
            derived->gathered.catalogued =
                game->catalogue && record_catalogue(record, setup, derived->gathered.catalogue);
            facts_pack(&derived->gathered, game->unit, &derived->facts);
        }
    }
    return strbuf_ok(&derived->facts) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err derive_and_put(struct service *service, const struct story *story, const struct record *record,
                        const struct replay *replay, const struct seating *seating, struct error *error)
{
    struct derived *derived = &service->derived;
    enum err err = derive(story, record, replay, seating, true, derived, error);
    if (err != ERR_OK) {
        return err;
    }
    err = statistics_settle(service, false, error); /* while the tables say what has been gathered */
    if (err != ERR_OK) {
        return err;
    }
    bool first = story->last == story->id;
    err = first ? ERR_OK : statistics_leave(service, story->id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = statistics_join(service, error);
    if (err != ERR_OK) {
        return err;
    }
    return store_game_put(service->store, &derived->game, derived->seats, (size_t)derived->game.seats,
                          strbuf_span(&derived->facts), error);
}
