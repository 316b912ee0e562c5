/* The pairs that ratings are fitted to, as a sorted list, and the fit of such a list. */
#include "service/stats_internal.h"

#include <stdlib.h>

#include "base/banned.h"

void pair_list_release(struct pair_list *list)
{
    mem_free(list->allocator, list->items);
    *list = (struct pair_list){.allocator = list->allocator};
}

/* Room for one more; false: no memory. */
static bool make_room(struct pair_list *list)
{
    struct pair_sum *items = mem_more(list->allocator, list->items, list->count, &list->room, sizeof(*items));
    list->items = items ? items : list->items;
    return items != NULL;
}

static enum err take_pair(void *context, const struct store_pair *row, struct error *error)
{
    struct pair_list *list = context;
    if (!make_room(list)) {
        return error_raise(error, &MSG_MEMORY);
    }
    list->items[list->count++] = (struct pair_sum){row->a, row->b, row->a_won, row->b_won};
    return ERR_OK;
}

static int by_people(const struct pair_sum *one, const struct pair_sum *two)
{
    if (one->a != two->a) {
        return one->a < two->a ? -1 : 1;
    }
    return one->b < two->b ? -1 : one->b > two->b;
}

enum err pair_list_load(struct store *store, struct span game, struct pair_list *list, struct error *error)
{
    list->count = 0;
    return store_pair_weights(store, game, take_pair, list, error);
}

/* Where the pair is, or would be. */
static size_t index_of(const struct pair_list *list, int64_t a, int64_t b)
{
    const struct pair_sum wanted = {.a = a, .b = b};
    size_t low = 0;
    size_t high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_people(&list->items[middle], &wanted) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

struct pair_sum *pair_list_find(const struct pair_list *list, int64_t a, int64_t b)
{
    int64_t first = a < b ? a : b;
    int64_t second = a < b ? b : a;
    size_t at = index_of(list, first, second);
    bool found = at < list->count && list->items[at].a == first && list->items[at].b == second;
    return found ? &list->items[at] : NULL;
}

static enum err take_sums(void *context, const struct store_pair *row, struct error *error)
{
    (void)error;
    *(struct store_pair *)context = *row;
    return ERR_OK;
}

enum err pair_list_refresh(struct store *store, struct span game, struct pair_list *list, int64_t a, int64_t b,
                           bool *changed, struct error *error)
{
    int64_t first = a < b ? a : b;
    int64_t second = a < b ? b : a;
    struct store_pair sum = {.a = first, .b = second};
    enum err err = store_pair_of(store, game, first, second, take_sums, &sum, error);
    if (err != ERR_OK) {
        return err;
    }
    size_t at = index_of(list, first, second);
    bool found = at < list->count && list->items[at].a == first && list->items[at].b == second;
    if (!found && sum.games == 0) {
        return ERR_OK;
    }
    if (found && sum.games > 0 && list->items[at].a_won == sum.a_won && list->items[at].b_won == sum.b_won) {
        return ERR_OK;
    }
    *changed = true;
    if (found && sum.games == 0) {
        list->count--;
        memmove(&list->items[at], &list->items[at + 1], (list->count - at) * sizeof(list->items[0]));
        return ERR_OK;
    }
    if (!found) {
        if (!make_room(list)) {
            return error_raise(error, &MSG_MEMORY);
        }
        memmove(&list->items[at + 1], &list->items[at], (list->count - at) * sizeof(list->items[0]));
        list->count++;
    }
    list->items[at] = (struct pair_sum){first, second, sum.a_won, sum.b_won};
    return ERR_OK;
}

/* ---- the fit ---- */

static int by_number(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a;
    int64_t two = *(const int64_t *)b;
    return one < two ? -1 : one > two;
}

const struct rating *fit_find(const struct fit *fit, int64_t person)
{
    const int64_t *found = fit->count > 0 ? bsearch(&person, fit->person, fit->count, sizeof(person), by_number) : NULL;
    return found ? &fit->rating[found - fit->person] : NULL;
}

void fit_release(const struct allocator *allocator, struct fit *fit)
{
    mem_free(allocator, fit->person);
    mem_free(allocator, fit->rating);
    rating_grid_release(allocator, &fit->grid);
    *fit = (struct fit){.count = 0};
}

/* A pair that has not met yet, of a list that knows who will. */
static bool is_empty(const struct pair_sum *pair)
{
    return pair->a_won == 0 && pair->b_won == 0;
}

/* Everybody in the pairs, once, ascending; false: no memory. */
static bool fill_people(const struct pair_list *pairs, struct lines *people, struct fit *fit)
{
    for (size_t i = 0; i < pairs->count; i++) {
        const struct pair_sum *pair = &pairs->items[i];
        if (!is_empty(pair) && !(lines_of(people, pair->a) && lines_of(people, pair->b))) {
            return false;
        }
    }
    fit->person = mem_new(pairs->allocator, people->count + 1, sizeof(int64_t));
    if (!fit->person) {
        return false;
    }
    for (size_t i = 0; i < people->room; i++) {
        if (people->items[i].person != 0) {
            fit->person[fit->count++] = people->items[i].person;
        }
    }
    if (fit->count > 0) {
        qsort(fit->person, fit->count, sizeof(fit->person[0]), by_number);
    }
    return true;
}

static bool list_people(const struct pair_list *pairs, struct fit *fit)
{
    struct lines people;
    lines_init(&people, pairs->allocator);
    bool good = fill_people(pairs, &people, fit);
    lines_release(&people);
    return good;
}

/* The pairs by the positions of their people: both run upwards in a sorted list, so no search begins anew. */
static size_t index_pairs(const struct pair_list *pairs, const struct fit *fit, struct rating_pair *out)
{
    size_t count = 0;
    size_t a = 0;
    size_t b = 0;
    int64_t last = 0;
    for (size_t i = 0; i < pairs->count; i++) {
        const struct pair_sum *pair = &pairs->items[i];
        if (is_empty(pair)) {
            continue;
        }
        while (fit->person[a] < pair->a) {
            a++;
        }
        if (pair->a != last) {
            b = a;
            last = pair->a;
        }
        while (fit->person[b] < pair->b) {
            b++;
        }
        out[count++] = (struct rating_pair){(uint32_t)a, (uint32_t)b, pair->a_won, pair->b_won};
    }
    return count;
}

/* Which of the people of the fit are called. */
static void call_roll(const struct fit *fit, const struct roll *only, bool *called)
{
    for (size_t i = 0, k = 0; i < fit->count && k < only->count;) {
        called[i] = fit->person[i] == only->person[k];
        if (fit->person[i] <= only->person[k]) {
            i++;
        } else {
            k++;
        }
    }
}

/* Where each of these people stood at each tau; newcomers at 0. NULL: no memory. */
static double *begin_with(const struct allocator *allocator, const struct fit *before, const struct fit *fit)
{
    double *start = mem_new(allocator, RATINGS_TAUS * fit->count + 1, sizeof(*start));
    for (size_t i = 0, k = 0; start && i < fit->count; i++) {
        while (k < before->count && before->person[k] < fit->person[i]) {
            k++;
        }
        bool known = k < before->count && before->person[k] == fit->person[i];
        for (size_t t = 0; known && t < RATINGS_TAUS; t++) {
            start[t * fit->count + i] = before->grid.theta[t * before->count + k];
        }
    }
    return start;
}

/* The arrays that a fit needs besides its result. */
struct materials {
    struct rating_pair *pairs;
    bool *wanted;
    double *start;
};

static enum err run_fit(const struct pair_list *pairs, const struct roll *only, const struct fit *before,
                        const struct deadline *deadline, struct materials *of, struct fit *fit, struct error *error)
{
    const struct allocator *allocator = pairs->allocator;
    bool warm = before && before->count > 0;
    if (!list_people(pairs, fit)) {
        return error_raise(error, &MSG_MEMORY);
    }
    of->pairs = mem_new(allocator, pairs->count + 1, sizeof(*of->pairs));
    of->wanted = mem_new(allocator, fit->count + 1, sizeof(*of->wanted));
    of->start = warm ? begin_with(allocator, before, fit) : NULL;
    fit->rating = mem_new(allocator, fit->count + 1, sizeof(struct rating));
    if (!of->pairs || !of->wanted || (warm && !of->start) || !fit->rating) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (only) {
        call_roll(fit, only, of->wanted);
    }
    const struct rating_task task = {.allocator = allocator,
                                     .pairs = of->pairs,
                                     .count = index_pairs(pairs, fit, of->pairs),
                                     .players = fit->count,
                                     .wanted = only ? of->wanted : NULL,
                                     .deadline = deadline,
                                     .start = of->start};
    return ratings_run(&task, fit->rating, &fit->grid, error);
}

enum err fit_pairs(const struct pair_list *pairs, const struct roll *only, const struct fit *before,
                   const struct deadline *deadline, struct fit *fit, struct error *error)
{
    struct materials of = {.pairs = NULL};
    *fit = (struct fit){.count = 0};
    enum err err = run_fit(pairs, only, before, deadline, &of, fit, error);
    mem_free(pairs->allocator, of.pairs);
    mem_free(pairs->allocator, of.wanted);
    mem_free(pairs->allocator, of.start);
    if (err != ERR_OK) {
        fit_release(pairs->allocator, fit);
    }
    return err;
}

enum err fit_joint(const struct pair_list *pairs, const struct fit *fit, const int64_t *person, size_t seats,
                   const struct deadline *deadline, struct rating_mixture *out, struct error *error)
{
    const struct allocator *allocator = pairs->allocator;
    size_t seat[RATINGS_TABLE];
    struct rating_pair *dense = mem_new(allocator, pairs->count + 1, sizeof(*dense));
    if (!dense) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < seats; i++) {
        const struct rating *rating = fit_find(fit, person[i]);
        seat[i] = rating ? (size_t)(rating - fit->rating) : RATING_NEWCOMER;
    }
    const struct rating_task task = {.allocator = allocator,
                                     .pairs = dense,
                                     .count = index_pairs(pairs, fit, dense),
                                     .players = fit->count,
                                     .deadline = deadline};
    enum err err = ratings_joint(&task, &fit->grid, seat, seats, out, error);
    mem_free(allocator, dense);
    return err;
}
