/* What is odd about a record that arrives, measured by what is here: told, and refused only to who is strict. */
#include "base/date.h"
#include "service/alike.h"
#include "service/messages.h"

#include "base/banned.h"

enum { DAY_MS = 86400000, EASTERNMOST_MS = 14 * 3600000 /* where a day begins first */ };

struct telling {
    const struct record *record;
    problem_fn *fn;
    void *context;
};

static void tell(const struct telling *telling, struct error *error, struct field field)
{
    struct problem problem = problem_of(error);
    problem.error.line = field.line;
    problem.error.column = record_column(telling->record, field.line, field.column);
    telling->fn(telling->context, &problem);
}

static enum err warn_names(struct service *service, const struct telling *telling, const struct seats *seats,
                           struct error *error)
{
    for (unsigned i = 0; i < seats->seating.count; i++) {
        struct alike_name alike;
        struct error warning;
        bool fresh = seats->seating.person[i] == 0 && !span_starts(seats->name[i], "@");
        if (!fresh) {
            continue;
        }
        enum err err =
            alike_name_find(service, seats->name[i], seats->seating.person, seats->seating.count, &alike, error);
        if (err != ERR_OK) {
            return err;
        }
        if (alike.person != 0) {
            (void)error_put_span(&warning, &SERVICE_MSG_ALIKE, seats->name[i]);
            error_add(&warning, span_from(alike.name));
            tell(telling, &warning, telling->record->seat[i]);
        }
    }
    return ERR_OK;
}

/* The last day that has begun somewhere. */
static int64_t today(const struct service *service)
{
    int32_t set = service->options.today;
    return set != 0 ? set : (now_of(service) + EASTERNMOST_MS) / DAY_MS;
}

/* A day that has begun nowhere yet. */
static void warn_day(struct service *service, const struct telling *telling)
{
    const struct field fields[] = {telling->record->played, telling->record->night};
    int32_t told = INT32_MIN; /* once, when both lines say it */
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        struct error warning;
        char text[DATE_SIZE];
        int32_t day = 0;
        bool dated = i == 0 ? date_wall_parse(fields[i].text, NULL, &day) : date_parse(fields[i].text, &day);
        if (dated && day != told && day > today(service)) {
            told = day;
            date_format(day, text);
            (void)error_put_span(&warning, &SERVICE_MSG_FUTURE, span_from(text));
            tell(telling, &warning, fields[i]);
        }
    }
}

static enum err warn_game(struct service *service, const struct telling *telling, const struct seats *seats,
                          struct error *error)
{
    const struct record *record = telling->record;
    struct alike_game alike;
    struct error warning;
    enum err err = alike_game_find(service, record, &seats->seating, &alike, error);
    if (err != ERR_OK || alike.game == 0) {
        return err;
    }
    (void)error_put_int(&warning, alike.other_level ? &SERVICE_MSG_ALIKE_LEVEL : &SERVICE_MSG_ALIKE_GAME, alike.game);
    tell(telling, &warning, record->played.line > 0 ? record->played : record->night);
    return ERR_OK;
}

enum err arrival_warn(struct service *service, const struct record *record, const struct seats *seats,
                      enum arrival_sort sort, problem_fn *fn, void *context, struct error *error)
{
    struct telling telling = {record, fn, context};
    enum err err = warn_names(service, &telling, seats, error);
    if (err != ERR_OK) {
        return err;
    }
    warn_day(service, &telling);
    return sort == ARRIVAL_IMPORT ? warn_game(service, &telling, seats, error) : ERR_OK;
}

/* ---- to who is strict ---- */

static const struct {
    const struct message *warning;
    const struct message *refusal;
} REFUSALS[] = {{&SERVICE_MSG_ALIKE, &SERVICE_MSG_ALIKE_STRICT},
                {&SERVICE_MSG_FUTURE, &SERVICE_MSG_FUTURE_STRICT},
                {&SERVICE_MSG_ALIKE_GAME, &SERVICE_MSG_ALIKE_GAME_STRICT},
                {&SERVICE_MSG_ALIKE_LEVEL, &SERVICE_MSG_ALIKE_LEVEL_STRICT}};

void warning_refuses(struct problem *problem)
{
    struct error warning = problem->error;
    for (size_t i = 0; i < sizeof(REFUSALS) / sizeof(REFUSALS[0]); i++) {
        if (warning.message == REFUSALS[i].warning) {
            problem->error.message = REFUSALS[i].refusal;
            return;
        }
    }
    char text[ERROR_ARG_SIZE]; /* a warning of a game, in both languages */
    (void)error_text(&warning, LANG_EN, text, sizeof(text));
    (void)!error_raise_span(&problem->error, &SERVICE_MSG_STRICT, span_from(text));
    (void)error_text(&warning, LANG_FR, text, sizeof(text));
    error_add(&problem->error, span_from(text));
    problem->error.line = warning.line;
    problem->error.column = warning.column;
}

/* ---- a person who is added ---- */

enum err service_name_alike(struct service *service, struct span name, problem_fn *fn, void *context,
                            struct error *error)
{
    struct alike_name alike;
    struct error warning;
    struct error ignored;
    if (check_name(name, &ignored) != ERR_OK) {
        return ERR_OK; /* who adds it is told */
    }
    enum err err = alike_name_find(service, name, NULL, 0, &alike, error);
    if (err != ERR_OK || alike.person == 0) {
        return err;
    }
    (void)error_put_span(&warning, &SERVICE_MSG_ALIKE, name);
    error_add(&warning, span_from(alike.name));
    struct problem problem = problem_of(&warning);
    fn(context, &problem);
    return ERR_OK;
}
