/* A finished game as a play: who, what, when and how it ended, in the words of other programs. */
#include "service/plays.h"

#include "base/date.h"
#include "service/club.h"
#include "service/messages.h"
#include "service/own_ids.h"
#include "service/play_beside.h"
#include "service/play_ids.h"

#include "base/banned.h"

enum { DAY_SECONDS = 86400, DAY_ONLY = 10 * 3600 /* the time that stands for none in BG Stats */ };

struct telling {
    struct service *service;
    struct play_ids ids;
    struct play *play;
    struct club_settings club;
    enum lang lang;
    const struct story *story;
    struct record record;
    struct seating seating;
    struct outcome outcome;
};

static enum err keep(const struct telling *telling, struct span text, struct span *out, struct error *error)
{
    return play_keep(telling->ids.memory, text, out, error);
}

/* ---- what ---- */

/* What the document that the game is pinned to says of its title; false: there is none. */
static bool document_of(const struct setup *setup, struct catalogue_title *about)
{
    bool has = setup->block && setup->game->catalogue && setup->game->catalogue->title;
    if (has) {
        setup->game->catalogue->title(setup->block, about);
    }
    return has;
}

static enum err tell_title(const struct telling *telling, const struct setup *setup, struct error *error)
{
    struct play_title *title = &telling->play->title;
    struct span id = seating_title(&telling->seating, setup->game);
    struct catalogue_title about;
    char memory[STORE_TITLE];
    enum contest contest = setup_contest(setup);
    struct name name = title_called(telling->service, id, memory);
    enum err err = keep(telling, span_from(name_in(&name, telling->lang)), &title->name, error);
    if (err != ERR_OK) {
        return err;
    }
    title->together = contest == CONTEST_TOGETHER;
    title->lowest_wins = contest == CONTEST_LOW;
    title->no_points = contest == CONTEST_RANKS || contest == CONTEST_WINNERS ||
                       (contest == CONTEST_TOGETHER && telling->outcome.rows[0].untotalled);
    title->bgg = document_of(setup, &about) ? about.bgg : setup->game->bgg;
    err = title->bgg == 0 ? play_bgg_title(&telling->ids, id, &title->bgg, error) : ERR_OK;
    return err == ERR_OK ? play_id_title(&telling->ids, id, &title->id, error) : err;
}

/* ---- when ---- */

/* Seconds as if the clock on the club's wall, at the moment `ms`, were UTC's. */
static int64_t wall_of(const struct telling *telling, int64_t ms)
{
    int32_t ahead = 0;
    int64_t at = ms / 1000 - (ms % 1000 < 0);
    (void)zone_ahead(ZONE_FOLDER, span_from(telling->club.zone), at, &ahead); /* no zones: the clock of UTC */
    return at + ahead;
}

static void tell_wall(struct play *play, int64_t wall, bool time)
{
    play->has_day = true;
    play->day = (int32_t)(wall / DAY_SECONDS - (wall % DAY_SECONDS < 0));
    play->second = (int32_t)(wall - (int64_t)play->day * DAY_SECONDS);
    play->has_time = time;
    play->second = !time ? 0 : play->second == DAY_ONLY ? DAY_ONLY + 1 : play->second;
}

static enum err take_at(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    *(int64_t *)context = entry->at;
    return ERR_OK;
}

static enum err entry_at(const struct telling *telling, int64_t seq, int64_t *at, struct error *error)
{
    *at = 0;
    return store_entries(telling->service->store, seq, seq, take_at, at, error);
}

static enum err tell_when(const struct telling *telling, struct error *error)
{
    struct play *play = telling->play;
    const struct record *record = &telling->record;
    struct span played = record->played.text;
    int64_t ms = 0;
    int32_t day = 0;
    enum err err = entry_at(telling, telling->story->last, &ms, error);
    if (err != ERR_OK) {
        return err;
    }
    play->entered = wall_of(telling, ms);
    play->minutes = record->minutes;
    if (date_parse(played, &day) || (played.len == 0 && date_parse(record->night.text, &day))) {
        tell_wall(play, (int64_t)day * DAY_SECONDS, false);
        return ERR_OK;
    }
    if (date_time_parse(played, &ms, NULL)) {
        tell_wall(play, wall_of(telling, ms), true);
        return ERR_OK;
    }
    if (date_wall_parse(played, &ms, NULL)) {
        tell_wall(play, ms / 1000, true);
        return ERR_OK;
    }
    err = entry_at(telling, telling->story->id, &ms, error);
    tell_wall(play, wall_of(telling, ms), false);
    return err;
}

/* ---- who ---- */

static enum err take_person(void *context, const struct store_person *person, struct error *error)
{
    const struct telling *telling = context;
    struct play_person *out = &telling->play->seat[telling->play->seats].person;
    enum err err = keep(telling, person->name.len > 0 ? person->name : SPAN_LITERAL(RECORD_GUEST), &out->name, error);
    return err == ERR_OK ? play_id_person(&telling->ids, person->handle, &out->id, error) : err;
}

static enum err tell_guest(const struct telling *telling, struct play_person *out, struct error *error)
{
    char id[UUID_SIZE];
    own_id_guest(telling->ids.key, id);
    out->anonymous = true;
    out->name = SPAN_LITERAL(RECORD_GUEST);
    return keep(telling, span_from(id), &out->id, error);
}

/* ---- how it ended ---- */

static enum err tell_points(const struct telling *telling, const struct setup *setup, int32_t points, struct span *out,
                            struct error *error)
{
    char memory[32];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_points(&text, points, game_scale(setup->game));
    return keep(telling, strbuf_span(&text), out, error);
}

static enum err tell_seat(struct telling *telling, const struct setup *setup, unsigned i, struct error *error)
{
    struct play_seat *seat = &telling->play->seat[i];
    const struct outcome_row *row = &telling->outcome.rows[i];
    enum contest contest = setup_contest(setup);
    int64_t person = telling->seating.person[i];
    enum err err = person == 0 ? tell_guest(telling, &seat->person, error)
                               : store_person(telling->service->store, person, take_person, telling, error);
    if (err != ERR_OK) {
        return err;
    }
    seat->winner = telling->outcome.winners >> i & 1;
    seat->rank = contest == CONTEST_WINNERS || contest == CONTEST_TOGETHER ? 0 : row->rank;
    if (setup->team[i] > 0) {
        char memory[8];
        struct strbuf team;
        strbuf_wrap(&team, memory, sizeof(memory));
        strbuf_int(&team, setup->team[i]);
        err = keep(telling, strbuf_span(&team), &seat->team, error);
    }
    return err == ERR_OK && !row->untotalled ? tell_points(telling, setup, row->total, &seat->score, error) : err;
}

/* Whether totals alone would name others as winners than those who won. */
static bool is_by_hand(const struct setup *setup, const struct outcome *outcome)
{
    bool low = setup_contest(setup) == CONTEST_LOW;
    seat_set best = 0;
    int32_t most = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        int32_t total = low ? -outcome->rows[i].total : outcome->rows[i].total;
        if (outcome->rows[i].untotalled) {
            return outcome->winners != 0;
        }
        best = best == 0 || total > most ? seat_bit(i) : total == most ? best | seat_bit(i) : best;
        most = best == seat_bit(i) ? total : most;
    }
    return best != outcome->winners;
}

static enum err tell_row(const struct telling *telling, const struct setup *setup, unsigned category, bool negative,
                         struct error *error)
{
    struct play_row *row = &telling->play->row[telling->play->rows++];
    struct name name = setup_category(setup, category);
    row->negative = negative;
    enum err err = keep(telling, span_from(name_in(&name, telling->lang)), &row->label, error);
    for (unsigned i = 0; i < setup->seats && err == ERR_OK; i++) {
        const struct outcome_row *seat = &telling->outcome.rows[i];
        if (seat->categories >> category & 1) {
            err = tell_points(telling, setup, seat->category[category], &row->score[i], error);
        }
    }
    return err;
}

/* Whether the one category that was said is the total by another name, and so no news. */
static bool is_total(const struct telling *telling, const struct setup *setup, uint32_t said)
{
    bool same = said != 0 && (said & (said - 1)) == 0;
    for (unsigned i = 0; i < setup->seats && same; i++) {
        const struct outcome_row *row = &telling->outcome.rows[i];
        same = row->categories == said && row->category[__builtin_ctz(said)] == row->total;
    }
    return same;
}

static enum err tell_rows(const struct telling *telling, const struct setup *setup, struct error *error)
{
    struct catalogue_title about;
    bool signs = document_of(setup, &about);
    uint32_t said = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        said |= telling->outcome.rows[i].categories;
    }
    said = is_total(telling, setup, said) ? 0 : said;
    for (unsigned c = 0; c < setup_categories(setup) && c < PLAY_ROWS; c++) {
        bool negative = signs && c < about.categories && about.sign[c] < 0;
        enum err err = said >> c & 1 ? tell_row(telling, setup, c, negative, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}
_Static_assert((int)GAME_CATEGORIES <= (int)PLAY_ROWS && (int)GAME_PLAYERS <= (int)PLAY_SEATS,
               "a game fits into a play");

static enum err tell_result(struct telling *telling, const struct setup *setup, struct error *error)
{
    struct play *play = telling->play;
    for (play->seats = 0; play->seats < setup->seats; play->seats++) {
        enum err err = tell_seat(telling, setup, play->seats, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    play->manual_winner = is_by_hand(setup, &telling->outcome);
    return tell_rows(telling, setup, error);
}

/* ---- the whole ---- */

static enum err check_finished(const struct story *story, const struct outcome *outcome, struct error *error)
{
    enum game_status status = story->voided ? GAME_VOID : story->abandoned ? GAME_ABANDONED : GAME_LIVE;
    if (status == GAME_LIVE && outcome->over) {
        return ERR_OK;
    }
    enum err err = error_raise(error, &SERVICE_MSG_NOT_FINISHED);
    error_add_name(error, &game_status_names[status]);
    return err;
}

static enum err tell(struct telling *telling, struct error *error)
{
    struct service *service = telling->service;
    struct replay *replay = &service->replay;
    const struct setup *setup = &replay->setup;
    enum err err =
        story_play(telling->story, &service->finder.source, &service->reader, replay, &telling->record, error);
    if (err != ERR_OK) {
        return err;
    }
    setup->game->outcome(setup, replay->state, &telling->outcome);
    err = check_finished(telling->story, &telling->outcome, error);
    if (err != ERR_OK) {
        return err;
    }
    err = seating_of(service->store, &telling->record, &telling->seating, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tell_title(telling, setup, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tell_when(telling, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tell_result(telling, setup, error);
    if (err != ERR_OK) {
        return err;
    }
    err = asides_put_back(service->store, telling->story->source, telling->ids.memory, &telling->record, error);
    return err == ERR_OK ? play_beside(&telling->record, telling->ids.memory, telling->play, error) : err;
}

static enum err tell_game(struct service *service, int64_t game, bool own, struct arena *memory, struct play *out,
                          struct error *error)
{
    struct story story;
    struct telling telling = {.service = service, .play = out, .story = &story, .lang = LANG_EN};
    memset(out, 0, sizeof(*out));
    enum err err = play_ids_init(&telling.ids, service, memory, own, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_club(service, &telling.club, error);
    if (err != ERR_OK) {
        return err;
    }
    telling.lang = span_is(span_from(telling.club.language), "fr") ? LANG_FR : LANG_EN;
    err = play_id_game(&telling.ids, game, &out->id, error);
    if (err != ERR_OK) {
        return err;
    }
    story_init(&story, service->options.allocator);
    err = story_load(service->store, game, &story, error);
    err = err == ERR_OK ? tell(&telling, error) : err;
    story_release(&story);
    return err;
}

enum err service_play(struct service *service, int64_t game, struct arena *memory, struct play *out,
                      struct error *error)
{
    return tell_game(service, game, false, memory, out, error);
}

enum err service_play_own(struct service *service, int64_t game, struct arena *memory, struct play *out,
                          struct error *error)
{
    return tell_game(service, game, true, memory, out, error);
}

enum err service_play_id(struct service *service, int64_t game, struct arena *memory, struct span *id,
                         struct error *error)
{
    struct play_ids ids;
    enum err err = play_ids_init(&ids, service, memory, false, error);
    return err == ERR_OK ? play_id_game(&ids, game, id, error) : err;
}

enum err service_title_uuid(struct service *service, struct span name, struct arena *memory, struct span *id,
                            struct error *error)
{
    struct play_ids ids;
    char title[STORE_TITLE];
    bool found = false;
    enum err err = play_ids_init(&ids, service, memory, false, error);
    if (err != ERR_OK) {
        return err;
    }
    err = title_named(service->store, name, title, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    return play_id_title(&ids, found || title_fold(name, title) ? span_from(title) : name, id, error);
}

enum err service_place_uuid(struct service *service, struct span name, char out[UUID_SIZE], struct error *error)
{
    uint8_t key[KEYED_HASH_KEY];
    enum err err = seen_key(service->store, key, error);
    if (err == ERR_OK) {
        own_id_place(key, name, out);
    }
    return err;
}
