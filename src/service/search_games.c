/* Games for a search: by number, the newest of what was found, and of two parts of what was asked for. */
#include "rules/registry.h"
#include "service/reading.h"
#include "service/search_inside.h"
#include "store/search.h"

#include "base/banned.h"

enum { BEST_OF = 3 /* people, titles, days and places whose games are looked at */, WORDS_MOST = 8 };

struct gathering {
    struct search *search;
    int rank; /* of what the games are of */
};

static enum err put_game(const struct gathering *to, int64_t game, bool has_day, int64_t day, struct error *error)
{
    /* The newest first, of one day the one that was written down last; those without a day come last. */
    int64_t order = has_day ? -day * (INT64_C(1) << 31) : INT64_MAX / 2;
    struct search_hit hit = {.rank = to->rank, .order = order - game, .id = game};
    return search_put(to->search, SEARCH_GAMES, &hit, NULL, error);
}

static enum err see_found(void *context, int64_t game, bool has_day, int64_t day, struct error *error)
{
    return put_game(context, game, has_day, day, error);
}

static enum err see_row(void *context, const struct store_game *game, struct error *error)
{
    return span_is(game->status, "void") ? ERR_OK : put_game(context, game->id, game->has_day, game->day, error);
}

/* ---- by number ---- */

/* `12`, `#12`. */
static enum err by_number(struct search *search, struct error *error)
{
    struct gathering to = {search, -1};
    struct span text = search->wanted;
    int64_t number = 0;
    text = text.ptr[0] == '#' ? span_skip(text, 1) : text;
    if (text.len == 0 || text.ptr[0] == '0' || !span_int(text, 1, SPAN_INT_MAX, &number)) {
        return ERR_OK;
    }
    enum err err = store_game(search->service->store, number, see_row, &to, error);
    return err == ERR_NOT_FOUND ? ERR_OK : err;
}

/* ---- of what was found ---- */

static enum err of_person(struct search *search, const struct search_hit *hit, struct error *error)
{
    struct gathering to = {search, hit->rank};
    struct store_game_filter filter = {.since = INT64_MIN,
                                       .until = INT64_MAX,
                                       .person = hit->id,
                                       .newest_first = true,
                                       .limit = (int64_t)search->limit};
    return store_games(search->service->store, &filter, see_row, &to, error);
}

static enum err of_title(struct search *search, const struct search_hit *hit, struct error *error)
{
    struct gathering to = {search, hit->rank};
    return store_found_of_title(search->service->store, hit->key, (int64_t)search->limit, see_found, &to, error);
}

static enum err of_night(struct search *search, const struct search_hit *hit, struct error *error)
{
    struct gathering to = {search, hit->rank};
    return store_found_of_day(search->service->store, hit->id, (int64_t)search->limit, see_found, &to, error);
}

static enum err of_place(struct search *search, const struct search_hit *hit, struct error *error)
{
    struct gathering to = {search, hit->rank};
    return store_found_of_place(search->service->store, hit->key, (int64_t)search->limit, see_found, &to, error);
}

typedef enum err hit_games_fn(struct search *search, const struct search_hit *hit, struct error *error);

static enum err of_found(struct search *search, struct error *error)
{
    static const struct {
        enum search_kind kind;
        hit_games_fn *games;
    } ways[] = {
        {SEARCH_PEOPLE, of_person}, {SEARCH_TITLES, of_title}, {SEARCH_NIGHTS, of_night}, {SEARCH_PLACES, of_place}};
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        const struct search_list *list = &search->found->list[ways[i].kind];
        for (size_t j = 0; j < list->count && j < BEST_OF; j++) {
            enum err err = ways[i].games(search, &list->hit[j], error);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return ERR_OK;
}

/* ---- of two parts ---- */

/* What a part of the words means. */
struct meaning {
    int64_t person;
    char title[STORE_TITLE];
    bool timed;
    int32_t first, last;
};

/* The best person or title that is called `words`; or a time. */
static enum err mean(struct search *search, struct span words, struct meaning *out, struct error *error)
{
    struct search_found found;
    struct search_days days;
    struct strbuf title;
    struct search part = *search;
    memset(&found, 0, sizeof(found));
    arena_init(&found.arena, search->service->options.allocator, 1 << 20);
    part.wanted = words;
    part.limit = 1;
    part.found = &found;
    out->timed = search_days_read(words, &days) && search_days_range(&days, &out->first, &out->last);
    enum err err = search_titles(&part, SEARCH_TITLES, error);
    err = err == ERR_OK ? search_people(&part, SEARCH_PEOPLE, error) : err;
    const struct search_list *titles = &found.list[SEARCH_TITLES];
    const struct search_list *people = &found.list[SEARCH_PEOPLE];
    strbuf_wrap(&title, out->title, sizeof(out->title));
    if (err == ERR_OK && titles->count > 0 && titles->hit[0].rank <= RANK_WORD) {
        strbuf_add_span(&title, titles->hit[0].key);
    }
    if (err == ERR_OK && people->count > 0 && people->hit[0].rank <= RANK_WORD) {
        out->person = people->hit[0].id;
    }
    search->folded = part.folded; /* it may have grown */
    search_found_release(&found);
    return err;
}

/* One part says one thing and the other another. */
static bool join(const struct meaning *a, const struct meaning *b, struct store_game_filter *filter)
{
    bool title = a->title[0] && (b->timed || b->person != 0);
    bool person = a->person != 0 && b->timed;
    *filter = (struct store_game_filter){.since = INT64_MIN, .until = INT64_MAX, .newest_first = true};
    if (!title && !person) {
        return false;
    }
    filter->game = title ? span_from(a->title) : (struct span){NULL, 0};
    filter->person = title ? b->person : a->person;
    if (b->timed) {
        filter->since = b->first;
        filter->until = b->last;
        filter->person = title ? 0 : a->person;
    }
    return true;
}

/* The words before the `count`th blank, and those behind it; false: there are not so many. */
static bool cut_at(struct span words, size_t count, struct span *left, struct span *right)
{
    struct span rest = words;
    for (size_t i = 0; i < count; i++) {
        (void)span_word(&rest);
    }
    *right = span_trim(rest);
    *left = span_trim(span_of(words.ptr, words.len - rest.len));
    return right->len > 0;
}

static enum err of_parts(struct search *search, struct error *error)
{
    struct gathering to = {search, RANK_WORDS};
    struct span left;
    struct span right;
    for (size_t words = 1; words < WORDS_MOST && cut_at(search->wanted, words, &left, &right); words++) {
        struct meaning one = {0};
        struct meaning other = {0};
        struct store_game_filter filter;
        enum err err = mean(search, left, &one, error);
        err = err == ERR_OK ? mean(search, right, &other, error) : err;
        if (err != ERR_OK) {
            return err;
        }
        if (join(&one, &other, &filter) || join(&other, &one, &filter)) {
            filter.limit = (int64_t)search->limit;
            return store_games(search->service->store, &filter, see_row, &to, error);
        }
    }
    return ERR_OK;
}

enum err search_games(struct search *search, struct error *error)
{
    const struct search_found *found = search->found;
    enum err err = by_number(search, error);
    if (err != ERR_OK) {
        return err;
    }
    err = of_found(search, error);
    if (err != ERR_OK) {
        return err;
    }
    bool nothing = found->list[SEARCH_PEOPLE].count == 0 && found->list[SEARCH_TITLES].count == 0 &&
                   found->list[SEARCH_GAMES].count == 0;
    return nothing ? of_parts(search, error) : ERR_OK;
}
