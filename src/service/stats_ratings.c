/*
 * Ratings off the writer: whoever reads fits them, once for each size of the
 * log, starting from the last fit; the pairs of d_pair are all it takes.
 */
#include "service/stats_internal.h"

#include <stdlib.h>

#include "base/banned.h"

struct gathered {
    const struct allocator *allocator;
    struct store_pair *pairs;
    size_t count;
    size_t room;
};

static enum err take_pair(void *context, const struct store_pair *row, struct error *error)
{
    struct gathered *to = context;
    if (to->count == to->room) {
        size_t room = to->room ? to->room * 2 : 256;
        struct store_pair *larger = mem_resize(to->allocator, to->pairs, room * sizeof(*larger));
        if (!larger) {
            return error_raise(error, &MSG_MEMORY);
        }
        to->pairs = larger;
        to->room = room;
    }
    to->pairs[to->count] = *row;
    to->pairs[to->count++].game = (struct span){NULL, 0}; /* borrowed for the call */
    return ERR_OK;
}

static int by_people(const void *a, const void *b)
{
    const struct store_pair *one = a;
    const struct store_pair *two = b;
    if (one->a != two->a) {
        return one->a < two->a ? -1 : 1;
    }
    return one->b < two->b ? -1 : one->b > two->b;
}

static int by_number(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a;
    int64_t two = *(const int64_t *)b;
    return one < two ? -1 : one > two;
}

/* Sorts, and makes one of those that are about the same two people. Returns how many are left. */
static size_t sum_pairs(struct store_pair *pairs, size_t count)
{
    size_t left = 0;
    if (count > 0) { /* of no pairs there is no list either */
        qsort(pairs, count, sizeof(*pairs), by_people);
    }
    for (size_t i = 0; i < count; i++) {
        if (left > 0 && pairs[left - 1].a == pairs[i].a && pairs[left - 1].b == pairs[i].b) {
            pairs[left - 1].a_won += pairs[i].a_won;
            pairs[left - 1].b_won += pairs[i].b_won;
        } else {
            pairs[left++] = pairs[i];
        }
    }
    return left;
}

static size_t place_of(const int64_t *people, size_t count, int64_t person)
{
    const int64_t *found = bsearch(&person, people, count, sizeof(person), by_number);
    return found ? (size_t)(found - people) : count;
}

const struct rating *fit_find(const struct fit *fit, int64_t person)
{
    size_t at = fit->count > 0 ? place_of(fit->person, fit->count, person) : fit->count;
    return at < fit->count ? &fit->rating[at] : NULL;
}

void fit_release(const struct allocator *allocator, struct fit *fit)
{
    mem_free(allocator, fit->person);
    mem_free(allocator, fit->rating);
    *fit = (struct fit){.count = 0};
}

/* Everybody in the pairs, once, ascending, into fit->person. */
static void list_people(const struct store_pair *pairs, size_t count, struct fit *fit)
{
    for (size_t i = 0; i < count; i++) {
        fit->person[2 * i] = pairs[i].a;
        fit->person[2 * i + 1] = pairs[i].b;
    }
    qsort(fit->person, 2 * count, sizeof(fit->person[0]), by_number);
    fit->count = 0;
    for (size_t i = 0; i < 2 * count; i++) {
        if (fit->count == 0 || fit->person[fit->count - 1] != fit->person[i]) {
            fit->person[fit->count++] = fit->person[i];
        }
    }
}

/* Which of the people of the fit are called; NULL without memory. */
static bool *call_roll(const struct allocator *allocator, const struct fit *fit, const struct roll *only)
{
    bool *called = mem_new(allocator, fit->count + 1, sizeof(*called));
    for (size_t i = 0, k = 0; called && i < fit->count && k < only->count;) {
        called[i] = fit->person[i] == only->person[k];
        if (fit->person[i] <= only->person[k]) {
            i++;
        } else {
            k++;
        }
    }
    return called;
}

static enum err fit_dense(struct service *service, const struct rating_pair *pairs, size_t count,
                          const struct roll *only, struct fit *fit, struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    bool *wanted = only ? call_roll(allocator, fit, only) : NULL;
    if (only && !wanted) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = ratings_fit_some(allocator, pairs, count, fit->rating, fit->count, wanted, service->deadline, error);
    mem_free(allocator, wanted);
    return err;
}

enum err fit_pairs(struct service *service, struct store_pair *pairs, size_t count, const struct fit *start,
                   const struct roll *only, struct fit *fit, struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    count = sum_pairs(pairs, count);
    *fit = (struct fit){.person = mem_new(allocator, 2 * count + 1, sizeof(int64_t))};
    struct rating_pair *dense = mem_new(allocator, count + 1, sizeof(*dense));
    enum err err = fit->person && dense ? ERR_OK : error_raise(error, &MSG_MEMORY);
    if (err == ERR_OK) {
        list_people(pairs, count, fit);
        fit->rating = mem_new(allocator, fit->count + 1, sizeof(struct rating));
        err = fit->rating ? ERR_OK : error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        dense[i] = (struct rating_pair){
            .a = (uint32_t)place_of(fit->person, fit->count, pairs[i].a),
            .b = (uint32_t)place_of(fit->person, fit->count, pairs[i].b),
            .a_won = pairs[i].a_won,
            .b_won = pairs[i].b_won,
        };
    }
    for (size_t i = 0; err == ERR_OK && start && i < fit->count; i++) {
        const struct rating *before = fit_find(start, fit->person[i]);
        fit->rating[i].theta = before ? before->theta : 0;
    }
    if (err == ERR_OK) {
        err = fit_dense(service, dense, count, only, fit, error);
    }
    mem_free(allocator, dense);
    if (err != ERR_OK) {
        fit_release(allocator, fit);
    }
    return err;
}

/* The fit of that game, whatever its age; or one that may be forgotten. */
static struct fit *fit_for(struct fits *fits, struct span game, bool *found)
{
    for (size_t i = 0; i < FITS; i++) {
        if (fits->fit[i].person && span_is(game, fits->fit[i].game)) {
            *found = true;
            return &fits->fit[i];
        }
    }
    *found = false;
    return &fits->fit[fits->next++ % FITS];
}

enum err fits_get(struct service *service, struct span game, int64_t log_size, const struct fit **out,
                  struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    struct gathered gathered = {.allocator = allocator};
    struct fit fresh = {.count = 0};
    bool found = false;
    if (!service->fits) {
        service->fits = mem_new(allocator, 1, sizeof(*service->fits));
        if (!service->fits) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    struct fit *fit = fit_for(service->fits, game, &found);
    *out = fit;
    if (found && fit->log_size == log_size) {
        return ERR_OK;
    }
    enum err err = store_pairs(service->store, game, take_pair, &gathered, error);
    if (err == ERR_OK) {
        err = fit_pairs(service, gathered.pairs, gathered.count, found ? fit : NULL, NULL, &fresh, error);
    }
    if (err == ERR_OK) {
        struct strbuf name;
        fit_release(allocator, fit);
        *fit = fresh;
        fit->log_size = log_size;
        strbuf_wrap(&name, fit->game, sizeof(fit->game));
        strbuf_add_span(&name, game);
    }
    mem_free(allocator, gathered.pairs);
    return err;
}

void fits_release(struct service *service)
{
    for (size_t i = 0; service->fits && i < FITS; i++) {
        fit_release(service->options.allocator, &service->fits->fit[i]);
    }
    mem_free(service->options.allocator, service->fits);
    service->fits = NULL;
}
