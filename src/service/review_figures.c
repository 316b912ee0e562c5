/* Figures over reviewed games, from the sums that stand beside each review. */
#include "service/review_figures.h"

#include "service/internal.h"
#include "service/reviews.h"
#include "service/seasons.h"
#include "stats/moments.h"
#include "store/reviews.h"

#include "base/banned.h"

enum { DRAFTING, PLACING, LOSS, PARTS };

/* The club, person 0, or somebody. */
struct tallied {
    int64_t person;
    struct moments part[PARTS];
};

struct tallying {
    struct service *service;
    int64_t only; /* person; 0: everybody */
    struct tallied club;
    int64_t game; /* whose seats come */
    int64_t n, s[PARTS];
    struct tallied *people;
    size_t count;
    size_t room;
};

static enum err find_person(struct tallying *tallying, int64_t person, struct tallied **out, struct error *error)
{
    for (size_t i = 0; i < tallying->count; i++) {
        if (tallying->people[i].person == person) {
            *out = &tallying->people[i];
            return ERR_OK;
        }
    }
    struct tallied *more = mem_more(tallying->service->options.allocator, tallying->people, tallying->count,
                                    &tallying->room, sizeof(*more));
    if (!more) {
        return error_raise(error, &MSG_MEMORY);
    }
    tallying->people = more;
    *out = &more[tallying->count++];
    **out = (struct tallied){.person = person};
    return ERR_OK;
}

/* The seats of a game are one observation of the club. */
static void end_game(struct tallying *tallying)
{
    for (unsigned part = 0; part < PARTS; part++) {
        moments_add(&tallying->club.part[part], tallying->s[part], tallying->n, 1);
        tallying->s[part] = 0;
    }
    tallying->n = 0;
}

static enum err take_seat(void *context, const struct store_review_seat *row, struct error *error)
{
    struct tallying *tallying = context;
    struct reviewed_sums sums;
    struct tallied *person = NULL;
    if (row->game != tallying->game) {
        end_game(tallying);
        tallying->game = row->game;
    }
    if (!reviewed_sums_find(row->sums, row->seat, &sums) || sums.decisions == 0) {
        return ERR_OK; /* a damaged row is for an audit to find */
    }
    const int64_t s[PARTS] = {sums.drafting * sums.truth / REVIEW_PERCENT, sums.placing * sums.truth / REVIEW_PERCENT,
                              sums.loss * sums.truth / REVIEW_PERCENT};
    bool wanted = row->person != 0 && (tallying->only == 0 || tallying->only == row->person);
    enum err err = wanted ? find_person(tallying, row->person, &person, error) : ERR_OK;
    tallying->n += sums.decisions;
    for (unsigned part = 0; err == ERR_OK && part < PARTS; part++) {
        tallying->s[part] += s[part];
        if (person) {
            moments_add(&person->part[part], s[part], sums.decisions, 1);
        }
    }
    return err;
}

/* ---- telling ---- */

struct telling {
    const struct tallied *tallied;
    review_figures_fn *fn;
    void *context;
};

static enum err tell(void *context, const struct store_person *person, struct error *error)
{
    const struct telling *to = context;
    const struct moments *part = to->tallied->part;
    const struct review_figures figures = {.person = person ? person->handle : span_of(NULL, 0),
                                           .name = person ? person->name : span_of(NULL, 0),
                                           .games = part[LOSS].games,
                                           .decisions = part[LOSS].n,
                                           .drafting = figure_ratio(&part[DRAFTING], REVIEW_UNIT),
                                           .placing = figure_ratio(&part[PLACING], REVIEW_UNIT),
                                           .loss = figure_ratio(&part[LOSS], REVIEW_UNIT)};
    return to->fn(to->context, &figures, error);
}

/* Those with the most decisions first; of equal ones who came first. */
static void sort(struct tallied *people, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct tallied one = people[i];
        size_t at = i;
        while (at > 0 && (people[at - 1].part[LOSS].n < one.part[LOSS].n ||
                          (people[at - 1].part[LOSS].n == one.part[LOSS].n && people[at - 1].person > one.person))) {
            people[at] = people[at - 1];
            at--;
        }
        people[at] = one;
    }
}

static enum err tell_all(struct tallying *tallying, review_figures_fn *fn, void *context, struct error *error)
{
    struct telling to = {&tallying->club, fn, context};
    enum err err = tell(&to, NULL, error);
    sort(tallying->people, tallying->count);
    for (size_t i = 0; err == ERR_OK && i < tallying->count && i < REVIEW_FIGURES; i++) {
        to.tallied = &tallying->people[i];
        err = store_person(tallying->service->store, tallying->people[i].person, tell, &to, error);
    }
    return err;
}

/* ---- which games ---- */

struct season_days {
    struct store_review_filter *filter;
    char title[STORE_TITLE];
};

static enum err take_season(void *context, const struct season *season, struct error *error)
{
    (void)error;
    struct season_days *days = context;
    struct strbuf title;
    strbuf_wrap(&title, days->title, sizeof(days->title));
    strbuf_add_span(&title, season->terms.title);
    days->filter->title = strbuf_span(&title);
    days->filter->has_since = days->filter->has_until = true;
    days->filter->since = season->terms.from;
    days->filter->until = season->terms.to;
    return ERR_OK;
}

enum err service_review_figures(struct service *service, const struct review_figures_asked *asked,
                                review_figures_fn *fn, void *context, struct error *error)
{
    struct tallying tallying = {.service = service};
    struct store_review_filter filter = {.version = REVIEW_VERSION,
                                         .title = asked->title,
                                         .has_since = asked->has_since,
                                         .has_until = asked->has_until,
                                         .since = asked->since,
                                         .until = asked->until};
    struct season_days days = {.filter = &filter};
    char handle[PERSON_HANDLE];
    enum err err = asked->season > 0 ? service_season(service, asked->season, take_season, &days, error) : ERR_OK;
    if (err == ERR_OK && asked->player.len > 0) {
        err = person_asked(service, asked->player, &tallying.only, handle, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    err = store_review_seats(service->store, &filter, take_seat, &tallying, error);
    end_game(&tallying);
    err = err == ERR_OK ? tell_all(&tallying, fn, context, error) : err;
    mem_free(service->options.allocator, tallying.people);
    return err;
}
