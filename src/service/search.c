/* Looking for a word: one pass over every kind of name, the best of each kept. */
#include "service/search.h"

#include "base/utf8.h"
#include "rules/registry.h"
#include "service/catalogues.h"
#include "service/reading.h"
#include "service/search_inside.h"
#include "service/seasons.h"
#include "service/titles.h"
#include "store/search.h"

#include "base/banned.h"

enum { FOUND_MEMORY = 16 << 20, FOLDED_MEMORY = 1 << 16 };

static const struct message MSG_TEXT = {ERR_USAGE, "search.text",
                                        "what is looked for has 1 to 100 characters, and a letter or a digit",
                                        "ce qu'on cherche a de 1 à 100 caractères, dont une lettre ou un chiffre"};

/* ---- the best of a kind ---- */

static int order_of(const struct search_hit *a, const struct search_hit *b)
{
    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    if (a->order != b->order) {
        return a->order < b->order ? -1 : 1;
    }
    int sort = span_order(a->sort, b->sort);
    return sort != 0 ? sort : span_order(a->key, b->key);
}

static void remove_at(struct search_list *list, size_t at)
{
    list->count--;
    memmove(&list->hit[at], &list->hit[at + 1], (list->count - at) * sizeof(list->hit[0]));
}

enum err search_put(struct search *search, enum search_kind kind, const struct search_hit *hit,
                    struct search_hit **kept, struct error *error)
{
    struct search_list *list = &search->found->list[kind];
    struct arena *arena = &search->found->arena;
    if (kept) {
        *kept = NULL;
    }
    for (size_t i = 0; i < list->count; i++) {
        if (list->hit[i].id == hit->id && span_equal(list->hit[i].key, hit->key)) {
            if (order_of(&list->hit[i], hit) <= 0) {
                return ERR_OK;
            }
            remove_at(list, i);
        }
    }
    size_t at = list->count;
    while (at > 0 && order_of(hit, &list->hit[at - 1]) < 0) {
        at--;
    }
    if (at >= search->limit) {
        return ERR_OK;
    }
    const char *sort = arena_copy(arena, hit->sort);
    const char *key = arena_copy(arena, hit->key);
    if (!sort || !key) {
        return error_raise(error, &MSG_MEMORY);
    }
    list->count -= list->count == search->limit;
    memmove(&list->hit[at + 1], &list->hit[at], (list->count - at) * sizeof(list->hit[0]));
    list->hit[at] = *hit;
    list->hit[at].sort = span_of(sort, hit->sort.len);
    list->hit[at].key = span_of(key, hit->key.len);
    list->count++;
    if (kept) {
        *kept = &list->hit[at];
    }
    return ERR_OK;
}

enum err search_name(struct search *search, struct span name, enum search_rank *rank, struct error *error)
{
    strbuf_clear(&search->folded);
    fold_name(name, &search->folded);
    if (!strbuf_ok(&search->folded)) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum search_rank own = search_rank(strbuf_span(&search->folded), search->wanted);
    *rank = own < *rank ? own : *rank;
    return ERR_OK;
}

/* ---- people ---- */

struct placing {
    struct search *search;
    enum search_kind into;
};

static enum err see_person(void *context, struct span folded, int64_t person, struct error *error)
{
    const struct placing *to = context;
    struct search_hit hit = {.rank = (int)search_rank(folded, to->search->wanted), .sort = folded, .id = person};
    return hit.rank == RANK_NONE ? ERR_OK : search_put(to->search, to->into, &hit, NULL, error);
}

enum err search_people(struct search *search, enum search_kind into, struct error *error)
{
    struct placing to = {search, into};
    struct span rest = search->wanted;
    struct span longest = {NULL, 0};
    for (struct span word = span_word(&rest); word.len > 0; word = span_word(&rest)) {
        longest = word.len > longest.len ? word : longest;
    }
    return store_found_people(search->service->store, longest, see_person, &to, error);
}

struct handle_call {
    struct arena *arena;
    struct search_hit *hit;
};

static enum err keep_handle(void *context, const struct store_person *person, struct error *error)
{
    const struct handle_call *to = context;
    const char *handle = arena_copy(to->arena, person->handle);
    to->hit->key = span_of(handle, person->handle.len);
    return handle ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err name_people(struct search *search, struct error *error)
{
    struct search_list *list = &search->found->list[SEARCH_PEOPLE];
    for (size_t i = 0; i < list->count; i++) {
        struct handle_call to = {&search->found->arena, &list->hit[i]};
        enum err err = store_person(search->service->store, list->hit[i].id, keep_handle, &to, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* ---- titles ---- */

static enum err see_title(void *context, const struct store_title *name, struct error *error)
{
    const struct placing *to = context;
    char id[STORE_TITLE];
    enum search_rank rank = search_rank(name->id, to->search->wanted); /* of names, `id` is the folded one */
    if (rank == RANK_NONE) {
        return ERR_OK;
    }
    enum err err = store_title_find(to->search->service->store, name->id, id, error);
    struct search_hit hit = {.rank = (int)rank, .sort = name->id, .key = span_from(id)};
    return err == ERR_OK ? search_put(to->search, to->into, &hit, NULL, error) : err;
}

/* The best rank of the names that a thing has in both languages. */
static enum err rank_names(struct search *search, const struct name *name, enum search_rank *rank, struct error *error)
{
    *rank = RANK_NONE;
    enum err err = search_name(search, span_from(name->en), rank, error);
    return err == ERR_OK ? search_name(search, span_from(name->fr), rank, error) : err;
}

enum err search_titles(struct search *search, enum search_kind into, struct error *error)
{
    struct placing to = {search, into};
    size_t count = 0;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; i < count; i++) {
        enum search_rank rank = RANK_NONE;
        enum err err = rank_names(search, &games[i]->name, &rank, error);
        if (err != ERR_OK) {
            return err;
        }
        struct search_hit hit = {.rank = (int)rank, .order = -1, .key = span_from(games[i]->name.id)};
        err = rank == RANK_NONE || games[i]->titled ? ERR_OK : search_put(search, into, &hit, NULL, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return store_title_names(search->service->store, see_title, &to, error);
}

/* ---- cards ---- */

static enum err put_card(struct search *search, const struct game *game, const struct name *name, int64_t order,
                         struct error *error)
{
    struct search_hit *kept = NULL;
    enum search_rank rank = RANK_NONE;
    struct arena *arena = &search->found->arena;
    enum err err = rank_names(search, name, &rank, error);
    if (err != ERR_OK || rank == RANK_NONE) {
        return err;
    }
    /* Two catalogues may call one number alike: that is one card. */
    struct search_hit hit = {.rank = (int)rank, .order = order, .id = order, .key = span_from(name->en)};
    err = search_put(search, SEARCH_CARDS, &hit, &kept, error);
    if (err != ERR_OK || !kept) {
        return err;
    }
    struct search_card *card = arena_new(arena, 1, sizeof(*card));
    if (!card) {
        return error_raise(error, &MSG_MEMORY);
    }
    card->game = span_from(game->name.id);
    card->name = (struct name){arena_copy(arena, span_from(name->id)), arena_copy(arena, span_from(name->en)),
                               arena_copy(arena, span_from(name->fr))};
    kept->what = card;
    return card->name.id && card->name.en && card->name.fr ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* Where a game's cards stand among all: games in the order of the registry. */
static int64_t card_order(const struct game *game, unsigned card)
{
    size_t count = 0;
    size_t at = 0;
    const struct game *const *games = registry_current(&count);
    while (at < count && strcmp(games[at]->name.id, game->name.id) != 0) {
        at++;
    }
    return (int64_t)at * 100000 + card;
}

static enum err see_catalogue(void *context, const struct catalogue_info *info, struct error *error)
{
    struct search *search = context;
    const struct catalogue *catalogue = NULL;
    enum err err = catalogue_find(search->service, info->hash, &catalogue, error);
    if (err != ERR_OK || !catalogue || !catalogue->game->card_name || catalogue->game->cards) {
        return err;
    }
    struct setup setup = {.game = catalogue->game};
    catalogue_use(catalogue, &setup);
    for (unsigned i = 0; err == ERR_OK && i < catalogue->game->cards_count; i++) {
        struct name name = catalogue->game->card_name(&setup, i);
        char memory[16];
        struct strbuf number;
        strbuf_wrap(&number, memory, sizeof(memory));
        strbuf_int(&number, i + 1);
        name.id = strbuf_text(&number); /* as statistics and addresses name it */
        err = put_card(search, catalogue->game, &name, card_order(catalogue->game, i), error);
    }
    return err == ERR_OK ? deadline_check(service_deadline_now(search->service), error) : err;
}

static enum err search_cards(struct search *search, struct error *error)
{
    size_t count = 0;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; i < count; i++) {
        for (unsigned card = 0; games[i]->cards && card < games[i]->cards_count; card++) {
            enum err err = put_card(search, games[i], &games[i]->cards[card], card_order(games[i], card), error);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return service_catalogues(search->service, see_catalogue, search, error);
}

/* ---- nights, seasons, places ---- */

static enum err see_night(void *context, const struct night *night, struct error *error)
{
    struct search *search = context;
    struct arena *arena = &search->found->arena;
    struct search_hit *kept = NULL;
    enum search_rank rank = search->timed && search_days_has(&search->days, night->day) ? RANK_EXACT : RANK_NONE;
    const struct span said[] = {night->title, night->place, night->note};
    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
        enum err err = said[i].len > 0 ? search_name(search, said[i], &rank, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    struct search_hit hit = {.rank = (int)rank, .order = -(int64_t)night->day, .id = night->day};
    enum err err = rank == RANK_NONE ? ERR_OK : search_put(search, SEARCH_NIGHTS, &hit, &kept, error);
    if (err != ERR_OK || !kept) {
        return err;
    }
    struct night *copy = arena_new(arena, 1, sizeof(*copy));
    const char *title = arena_copy(arena, night->title);
    const char *place = arena_copy(arena, night->place);
    if (!copy || !title || !place) {
        return error_raise(error, &MSG_MEMORY);
    }
    *copy = (struct night){.day = night->day,
                           .title = span_of(title, night->title.len),
                           .place = span_of(place, night->place.len),
                           .games = night->games};
    kept->what = copy;
    return ERR_OK;
}

static enum err see_season(void *context, const struct season *season, struct error *error)
{
    struct search *search = context;
    enum search_rank rank = RANK_NONE;
    enum err err = search_name(search, season->terms.name, &rank, error);
    struct search_hit hit = {.rank = (int)rank, .order = -(int64_t)season->terms.from, .id = season->id};
    return err != ERR_OK || rank == RANK_NONE ? err : search_put(search, SEARCH_SEASONS, &hit, NULL, error);
}

static enum err see_place(void *context, struct span name, struct error *error)
{
    struct search *search = context;
    enum search_rank rank = RANK_NONE;
    enum err err = search_name(search, name, &rank, error);
    struct search_hit hit = {.rank = (int)rank, .sort = strbuf_span(&search->folded), .key = name};
    return err != ERR_OK || rank == RANK_NONE ? err : search_put(search, SEARCH_PLACES, &hit, NULL, error);
}

static enum err search_club(struct search *search, struct error *error)
{
    enum err err = service_nights(search->service, INT32_MIN, see_night, search, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_seasons(search->service, NULL, see_season, search, error);
    return err == ERR_OK ? service_places(search->service, see_place, search, error) : err;
}

/* ---- all of it ---- */

static enum err search_all(struct search *search, struct error *error)
{
    enum err err = search_people(search, SEARCH_PEOPLE, error);
    if (err != ERR_OK) {
        return err;
    }
    err = search_titles(search, SEARCH_TITLES, error);
    if (err != ERR_OK) {
        return err;
    }
    err = search_cards(search, error);
    if (err != ERR_OK) {
        return err;
    }
    err = search_club(search, error);
    if (err != ERR_OK) {
        return err;
    }
    err = search_games(search, error);
    return err == ERR_OK ? name_people(search, error) : err;
}

static enum err check_text(struct span text, struct error *error)
{
    bool good = text.len > 0 && utf8_valid(text) == text.len && utf8_count(text) <= SEARCH_TEXT;
    return good ? check_visible(text, "", error) : error_raise(error, &MSG_TEXT);
}

enum err service_search(struct service *service, struct span text, size_t limit, struct search_found *out,
                        struct error *error)
{
    struct strbuf wanted;
    struct search search = {.service = service, .limit = limit, .found = out};
    memset(out, 0, sizeof(*out));
    enum err err = check_text(text, error);
    if (err != ERR_OK) {
        return err;
    }
    arena_init(&out->arena, service->options.allocator, FOUND_MEMORY);
    strbuf_init(&wanted, service->options.allocator, FOLDED_MEMORY);
    strbuf_init(&search.folded, service->options.allocator, FOLDED_MEMORY);
    fold_name(text, &wanted);
    search.wanted = strbuf_span(&wanted);
    search.timed = search_days_read(search.wanted, &search.days);
    if (!strbuf_ok(&wanted) || wanted.len == 0) {
        err = error_raise(error, strbuf_ok(&wanted) ? &MSG_TEXT : &MSG_MEMORY);
    } else {
        err = search_all(&search, error);
    }
    strbuf_release(&wanted);
    strbuf_release(&search.folded);
    if (err != ERR_OK) {
        search_found_release(out);
    }
    return err;
}

void search_found_release(struct search_found *found)
{
    arena_release(&found->arena);
}
