/* Tables for tonight: people and titles looked up and put in order, games together counted, the proposal put in words. */
#include "rules/registry.h"
#include "service/club.h"
#include "service/messages.h"
#include "service/stats_internal.h"
#include "service/tables.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"

enum { RATING_START = 1500, RATING_PARTS = 100 /* of a point, in which spreads are compared */ };

struct guest {
    int64_t person;
    char handle[PERSON_HANDLE];
    struct span asked;
};

struct table {
    struct span title;
    struct tables_size size;
};

struct evening_out {
    struct tables_question question;
    struct guest guest[TABLES_PEOPLE];
    struct table table[TABLES_MOST];
    double rating[TABLES_PEOPLE];
    bool rated[TABLES_PEOPLE];
};

/* ---- who is here ---- */

static int by_handle(const void *a, const void *b)
{
    return strcmp(((const struct guest *)a)->handle, ((const struct guest *)b)->handle);
}

static enum err find_guests(struct service *service, const struct tables_asked *asked, struct evening_out *to,
                            struct error *error)
{
    if (asked->people_count < 1 || asked->people_count > TABLES_PEOPLE) {
        return error_raise_int(error, &SERVICE_MSG_TABLES_PEOPLE, (int64_t)asked->people_count);
    }
    for (size_t i = 0; i < asked->people_count; i++) {
        struct guest *guest = &to->guest[i];
        guest->asked = span_trim(asked->people[i]);
        enum err err = guest->asked.len > 0 ? person_asked(service, guest->asked, &guest->person, guest->handle, error)
                                            : error_raise(error, &SERVICE_MSG_WHICH_PLAYER);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t k = 0; k < i; k++) {
            if (to->guest[k].person == guest->person) {
                err = error_raise_span(error, &SERVICE_MSG_VERSUS_SELF, to->guest[k].asked);
                error_add(error, guest->asked);
                return err;
            }
        }
    }
    to->question.people = (unsigned)asked->people_count;
    qsort(to->guest, to->question.people, sizeof(to->guest[0]), by_handle);
    return ERR_OK;
}

/* ---- the tables ---- */

static int by_title(const void *a, const void *b)
{
    const struct table *one = a;
    const struct table *two = b;
    int order = span_order(one->title, two->title);
    if (order != 0) {
        return order;
    }
    if (one->size.min != two->size.min) {
        return one->size.min < two->size.min ? -1 : 1;
    }
    return one->size.max < two->size.max ? -1 : one->size.max > two->size.max;
}

/* How many can play it together. */
static struct tables_size sizes_of(const struct game *game)
{
    struct tables_size size = {TABLES_SEATS, 2};
    for (unsigned i = 0; i < game->variants_count; i++) {
        const struct variant *variant = &game->variants[i];
        unsigned least = variant->min_seats < 2 ? 2 : variant->min_seats;
        if (variant->max_seats >= least) {
            size.min = least < size.min ? least : size.min;
            size.max = variant->max_seats > size.max ? variant->max_seats : size.max;
        }
    }
    return size;
}

/* `3-5` or `4`. */
static bool read_sizes(struct span text, struct tables_size *size)
{
    int64_t min = 0;
    int64_t max = 0;
    struct span first;
    bool range = span_cut_at(&text, '-', &first);
    if (!span_int(range ? first : text, 1, TABLES_SEATS, &min) || !span_int(text, 1, TABLES_SEATS, &max) || min > max) {
        return false;
    }
    *size = (struct tables_size){(unsigned)min, (unsigned)max};
    return true;
}

/* What stands behind the last colon is sizes. */
static bool cut_sizes(struct span *title, struct span *sizes)
{
    for (size_t i = title->len; i > 0; i--) {
        if (title->ptr[i - 1] == ':') {
            *sizes = span_trim(span_skip(*title, i));
            title->len = i - 1;
            return true;
        }
    }
    return false;
}

static enum err read_table(struct span text, struct table *table, struct error *error)
{
    struct span title = span_trim(text);
    struct span sizes = {NULL, 0};
    bool sized = cut_sizes(&title, &sizes);
    table->title = span_trim(title);
    if (sized && !read_sizes(sizes, &table->size)) {
        return error_raise_span(error, &SERVICE_MSG_TABLES_SIZES, text);
    }
    enum err err = check_name(table->title, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct game *game = registry_newest(table->title);
    if (!game || game->titled) {
        return sized ? ERR_OK : registry_refuse(&SERVICE_MSG_TABLES_TITLE, table->title, error);
    }
    struct tables_size size = sizes_of(game);
    table->title = span_from(game->name.id);
    if (sized && (table->size.min < size.min || table->size.max > size.max)) {
        err = error_raise_span(error, &SERVICE_MSG_TABLES_OTHER_SIZES, table->title);
        error_add_int(error, size.min);
        error_add_int(error, size.max);
        return err;
    }
    table->size = sized ? table->size : size;
    return ERR_OK;
}

static enum err find_tables(const struct tables_asked *asked, struct evening_out *to, struct error *error)
{
    if (asked->titles_count < 1 || asked->titles_count > TABLES_MOST) {
        return error_raise_int(error, &SERVICE_MSG_TABLES_COUNT, (int64_t)asked->titles_count);
    }
    for (size_t i = 0; i < asked->titles_count; i++) {
        enum err err = read_table(asked->titles[i], &to->table[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    to->question.tables = (unsigned)asked->titles_count;
    qsort(to->table, to->question.tables, sizeof(to->table[0]), by_title);
    for (unsigned t = 0; t < to->question.tables; t++) {
        to->question.size[t] = to->table[t].size;
    }
    return ERR_OK;
}

/* ---- games together ---- */

/* The seats of one game that are of people who are here. */
struct meeting {
    struct evening_out *to;
    int64_t game;
    unsigned count;
    unsigned at[TABLES_SEATS];
};

static void end_meeting(struct meeting *meeting)
{
    for (unsigned i = 0; i < meeting->count; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (meeting->at[i] != meeting->at[k]) {
                meeting->to->question.together[meeting->at[i]][meeting->at[k]]++;
                meeting->to->question.together[meeting->at[k]][meeting->at[i]]++;
            }
        }
    }
    meeting->count = 0;
}

static enum err take_seat(void *context, const struct store_result *row, struct error *error)
{
    (void)error;
    struct meeting *meeting = context;
    if (row->id != meeting->game) {
        end_meeting(meeting);
        meeting->game = row->id;
    }
    for (unsigned p = 0; p < meeting->to->question.people && meeting->count < TABLES_SEATS; p++) {
        if (meeting->to->guest[p].person == row->person) {
            meeting->at[meeting->count++] = p;
        }
    }
    return ERR_OK;
}

static enum err count_together(struct service *service, int32_t day, struct evening_out *to, struct error *error)
{
    struct meeting meeting = {.to = to};
    struct store_result_filter filter = {.since = (int64_t)day - TABLES_DAYS, .until = (int64_t)day - 1};
    enum err err = store_results(service->store, &filter, take_seat, &meeting, error);
    end_meeting(&meeting);
    return err;
}

static enum err find_ratings(struct service *service, int64_t log_size, struct evening_out *to, struct error *error)
{
    const struct fit *fit = NULL;
    enum err err = fits_get(service, (struct span){NULL, 0}, log_size, &fit, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned p = 0; p < to->question.people; p++) {
        const struct rating *rating = fit_find(fit, to->guest[p].person);
        to->rated[p] = rating != NULL;
        to->rating[p] = rating ? rating->rating : RATING_START;
        to->question.rating[p] = llround(to->rating[p] * RATING_PARTS);
    }
    return ERR_OK;
}

/* ---- the proposal ---- */

static enum err name_person(struct service *service, const struct evening_out *evening, unsigned p,
                            struct tables_person *person, struct arena *arena, struct error *error)
{
    person->rated = evening->rated[p];
    person->rating = evening->rating[p];
    return stats_person(service, arena, evening->guest[p].person, &person->player, &person->handle, error);
}

static int by_name(const void *a, const void *b)
{
    const struct tables_person *one = a;
    const struct tables_person *two = b;
    int order = strcmp(one->player, two->player);
    return order != 0 ? order : strcmp(one->handle, two->handle);
}

/* Everybody whom the answer has at this table, or left. */
static enum err list_people(struct service *service, const struct evening_out *evening,
                            const struct tables_answer *answer, int table, struct arena *arena,
                            struct tables_person **people, size_t *count, struct error *error)
{
    *people = arena_new(arena, evening->question.people, sizeof(**people));
    if (!*people) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (unsigned p = 0; p < evening->question.people; p++) {
        enum err err =
            answer->table[p] == table ? name_person(service, evening, p, &(*people)[(*count)++], arena, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    qsort(*people, *count, sizeof(**people), by_name);
    return ERR_OK;
}

static void measure(const struct evening_out *evening, const struct tables_answer *answer, int table,
                    struct tables_table *out)
{
    struct tables_answer alone = *answer;
    for (unsigned p = 0; p < evening->question.people; p++) {
        alone.table[p] = answer->table[p] == table ? table : TABLES_LEFT;
    }
    tables_measure(&evening->question, &alone);
    out->together = alone.together;
    out->spread = (double)alone.spread / RATING_PARTS;
}

static enum err write_proposal(struct service *service, const struct evening_out *evening,
                               const struct tables_answer *answer, struct tables_proposal *out, struct error *error)
{
    unsigned tables = evening->question.tables;
    out->exact = answer->exact;
    out->together = answer->together;
    out->spread = (double)answer->spread / RATING_PARTS;
    out->tables = arena_new(&out->arena, tables, sizeof(*out->tables));
    if (!out->tables) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (unsigned t = 0; t < tables; t++) {
        struct tables_table *table = &out->tables[out->count++];
        table->title = arena_copy(&out->arena, evening->table[t].title);
        table->size = evening->table[t].size;
        if (!table->title) {
            return error_raise(error, &MSG_MEMORY);
        }
        enum err err = list_people(service, evening, answer, (int)t, &out->arena, &table->people, &table->count, error);
        if (err != ERR_OK) {
            return err;
        }
        measure(evening, answer, (int)t, table);
    }
    return list_people(service, evening, answer, TABLES_LEFT, &out->arena, &out->left, &out->left_count, error);
}

static enum err propose(struct service *service, const struct tables_asked *asked, struct evening_out *evening,
                        struct tables_proposal *out, struct error *error)
{
    struct tables_answer answer;
    enum err err = find_guests(service, asked, evening, error);
    if (err != ERR_OK) {
        return err;
    }
    err = find_tables(asked, evening, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_log_size(service->store, &out->log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    out->day = asked->day;
    err = asked->has_day ? ERR_OK : service_today(service, &out->day, error);
    if (err != ERR_OK) {
        return err;
    }
    err = count_together(service, out->day, evening, error);
    if (err != ERR_OK) {
        return err;
    }
    err = find_ratings(service, out->log_size, evening, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tables_propose(&evening->question, service->options.allocator, store_deadline_now(service->store), &answer,
                         error);
    return err == ERR_OK ? write_proposal(service, evening, &answer, out, error) : err;
}

enum err service_tables(struct service *service, const struct tables_asked *asked, struct tables_proposal *out,
                        struct error *error)
{
    *out = (struct tables_proposal){.count = 0};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    struct evening_out *evening = arena_new(&out->arena, 1, sizeof(*evening));
    enum err err = evening ? propose(service, asked, evening, out, error) : error_raise(error, &MSG_MEMORY);
    if (err != ERR_OK) {
        tables_proposal_release(out);
    }
    return err;
}

void tables_proposal_release(struct tables_proposal *proposal)
{
    arena_release(&proposal->arena);
    *proposal = (struct tables_proposal){.count = 0};
}
