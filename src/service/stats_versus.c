/*
 * What two players did against each other, and everybody whom a player met: out
 * of the sums of pairs for a whole game, or all of them; under any other filter
 * out of the player's games. Who stands out among them: a rival, a nemesis, and
 * those with whom most games were shared. The sums of pairs know only who was
 * compared with whom, so companions come out of the player's own games.
 */
#include "service/messages.h"
#include "service/stats_board.h"

#include <stdlib.h>

#include "base/banned.h"

struct meeting {
    int64_t person;
    struct lines *lines; /* games: together; wins, extra: finished before and behind */
};

static enum err add_meeting(void *context, const struct store_pair *row, struct error *error)
{
    const struct meeting *meeting = context;
    bool first = row->a == meeting->person;
    struct line *line = lines_of(meeting->lines, first ? row->b : row->a);
    if (!line) {
        return error_raise(error, &MSG_MEMORY);
    }
    line->games += row->games;
    line->wins += first ? row->a_first : row->b_first;
    line->extra += first ? row->b_first : row->a_first;
    return ERR_OK;
}

/* True when the filter says nothing but, perhaps, which game. */
static bool is_whole(const struct store_result_filter *rows)
{
    return rows->variant.len == 0 && rows->level.len == 0 && rows->seats == 0 && rows->place == 0 &&
           rows->since == INT64_MIN && rows->until == INT64_MAX;
}

/* Everybody whom the selection's player met in the games that it selects. */
static enum err add_meetings(struct service *service, const struct selection *selection, struct lines *lines,
                             struct error *error)
{
    struct meeting meeting = {selection->player, lines};
    struct store_result_filter rows = selection->rows;
    if (selection->impossible) {
        return ERR_OK;
    }
    if (is_whole(&rows)) {
        return store_pairs_of(service->store, rows.game, meeting.person, add_meeting, &meeting, error);
    }
    rows.person = selection->player;
    return store_meetings(service->store, &rows, add_meeting, &meeting, error);
}

static int by_meetings(const void *a, const void *b)
{
    const struct versus_row *one = a;
    const struct versus_row *two = b;
    if (one->games != two->games) {
        return one->games > two->games ? -1 : 1;
    }
    int names = strcmp(one->player, two->player);
    return names != 0 ? names : strcmp(one->handle, two->handle);
}

static struct versus_row versus_of(const struct line *line)
{
    return (struct versus_row){
        .games = line->games, .won = line->wins, .lost = line->extra, .tied = line->games - line->wins - line->extra};
}

static enum err fill_rows(struct service *service, const struct selection *selection, struct lines *lines,
                          struct player_page *out, struct error *error)
{
    enum err err = add_meetings(service, selection, lines, error);
    if (err != ERR_OK) {
        return err;
    }
    out->versus = arena_new(&out->arena, lines->count + 1, sizeof(*out->versus));
    if (!out->versus) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < lines->room; i++) {
        const struct line *line = &lines->items[i];
        if (line->person == 0) {
            continue;
        }
        struct versus_row *row = &out->versus[out->versus_count++];
        *row = versus_of(line);
        err = stats_person(service, &out->arena, line->person, &row->player, &row->handle, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    qsort(out->versus, out->versus_count, sizeof(*out->versus), by_meetings);
    return ERR_OK;
}

/* Rival and nemesis, among the rows. */
static enum err find_rivals(struct player_page *out, struct error *error)
{
    struct rivalry *all = arena_new(&out->arena, out->versus_count + 1, sizeof(*all));
    if (!all) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < out->versus_count; i++) {
        const struct versus_row *row = &out->versus[i];
        all[i] = (struct rivalry){row->handle, row->games, row->won, row->lost};
    }
    struct rivals found = rivals_find(all, out->versus_count);
    if (found.nemesis) {
        out->nemesis = (struct rival_row){&out->versus[found.nemesis - all], found.nemesis_share};
    }
    if (found.rival) {
        out->rival = (struct rival_row){&out->versus[found.rival - all], found.rival_share};
    }
    return ERR_OK;
}

struct company {
    struct service *service;
    struct player_page *out;
};

/* They come with the most games first. */
static enum err take_companion(void *context, const struct store_pair *row, struct error *error)
{
    const struct company *company = context;
    struct player_page *out = company->out;
    if (out->companions_count == COMPANIONS_SHOWN || row->games < COMPANIONS_FLOOR) {
        return ERR_END;
    }
    struct companion_row *companion = &out->companions[out->companions_count++];
    companion->games = row->games;
    return stats_person(company->service, &out->arena, row->b, &companion->player, &companion->handle, error);
}

static enum err fill_companions(struct service *service, const struct selection *selection, struct player_page *out,
                                struct error *error)
{
    struct company company = {service, out};
    struct store_result_filter rows = selection->rows;
    rows.person = selection->player;
    return selection->impossible ? ERR_OK : store_companions(service->store, &rows, take_companion, &company, error);
}

enum err versus_fill(struct service *service, const struct selection *selection, struct player_page *out,
                     struct error *error)
{
    struct lines lines;
    lines_init(&lines, service->options.allocator);
    enum err err = fill_rows(service, selection, &lines, out, error);
    lines_release(&lines);
    if (err != ERR_OK) {
        return err;
    }
    err = find_rivals(out, error);
    return err == ERR_OK ? fill_companions(service, selection, out, error) : err;
}

static enum err fill_pair(struct service *service, const struct stats_filter filters[2], struct arena *arena,
                          struct lines *lines, struct versus_row *out, struct error *error)
{
    struct selection selection[2];
    for (int i = 0; i < 2; i++) {
        enum err err = selection_make(service, &filters[i], &selection[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (selection[0].player == selection[1].player) {
        (void)!error_raise_span(error, &SERVICE_MSG_VERSUS_SELF, filters[0].player);
        error_add(error, filters[1].player);
        return ERR_USAGE;
    }
    enum err err = add_meetings(service, &selection[0], lines, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct line *line = lines_find(lines, selection[1].player);
    if (line) {
        *out = versus_of(line);
    }
    err = selection_undated(service, &selection[0], selection[1].player, &out->undated, error);
    if (err != ERR_OK) {
        return err;
    }
    return stats_person(service, arena, selection[1].player, &out->player, &out->handle, error);
}

enum err service_versus(struct service *service, const struct stats_filter *filter, struct span other,
                        struct arena *arena, struct versus_row *out, int64_t *log_size, struct error *error)
{
    struct stats_filter filters[2] = {*filter, {.player = other}};
    struct lines lines;
    *out = (struct versus_row){.games = 0};
    if (filter->player.len == 0 || other.len == 0) {
        return error_raise(error, &SERVICE_MSG_WHICH_PLAYER);
    }
    enum err err = store_log_size(service->store, log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    lines_init(&lines, service->options.allocator);
    err = fill_pair(service, filters, arena, &lines, out, error);
    lines_release(&lines);
    return err;
}
