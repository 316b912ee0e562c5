/* Sums of cards over clubs: rounds, and what of them is shown. */
#include "service/shared_cards.h"

#include "base/fnv.h"
#include "service/messages.h"
#include "service/reading.h"
#include "service/stats_shelves.h"

#include "base/banned.h"

enum { GAMES = 16 };

/* What a club has of a row: a hash of its folds, whose lowest bit says that the card occurs. */
struct share {
    uint64_t club;
    uint64_t folds;
};

struct row {
    bool hidden;
    size_t count, room;
    struct share *share; /* in the order of clubs; published: none, if the row never was */
};

/* The sums of one catalogue of a game. */
struct sum {
    const struct game *game;
    bool catalogued;
    bool shipped; /* or without a catalogue */
    uint8_t hash[SHA256_SIZE];
    struct aggregate *size[STATS_SIZES]; /* NULL: no game yet */
    struct row *row;                     /* one a card */
};

struct shared_cards {
    const struct allocator *allocator;
    struct catalogues *catalogues; /* NULL: none are known */
    struct sum *sum;
    size_t count, room;
    int64_t clubs[GAMES]; /* with a game of it, in the order of the registry */
};

uint64_t shared_club(struct span slug)
{
    return fnv_add(FNV_START, slug);
}

static enum err load(const struct shared_cards *all, struct error *error)
{
    return all->catalogues ? catalogues_load(all->catalogues, error) : ERR_OK;
}

/* NULL: it is not part of the program. */
static const struct catalogue *known_here(const struct shared_cards *all, const uint8_t hash[SHA256_SIZE])
{
    return all->catalogues ? catalogues_known(all->catalogues, hash) : NULL;
}

/* ---- beginning and end ---- */

struct shared_cards *shared_cards_new(const struct allocator *allocator, struct catalogues *catalogues)
{
    struct shared_cards *all = mem_new(allocator, 1, sizeof(*all));
    if (all) {
        all->allocator = allocator;
        all->catalogues = catalogues;
    }
    return all;
}

static void release_sum(const struct allocator *allocator, struct sum *sum)
{
    for (unsigned i = 0; i < STATS_SIZES; i++) {
        aggregate_free(allocator, sum->size[i]);
    }
    for (unsigned i = 0; sum->row && i < sum->game->cards_count; i++) {
        mem_free(allocator, sum->row[i].share);
    }
    mem_free(allocator, sum->row);
}

void shared_cards_free(struct shared_cards *all)
{
    if (all) {
        for (size_t i = 0; i < all->count; i++) {
            release_sum(all->allocator, &all->sum[i]);
        }
        mem_free(all->allocator, all->sum);
        mem_free(all->allocator, all);
    }
}

/* ---- sums ---- */

static struct sum *find_sum(const struct shared_cards *all, const struct game *game, bool catalogued,
                            const uint8_t hash[SHA256_SIZE])
{
    for (size_t i = 0; i < all->count; i++) {
        struct sum *sum = &all->sum[i];
        if (sum->game == game && sum->catalogued == catalogued && memcmp(sum->hash, hash, SHA256_SIZE) == 0) {
            return sum;
        }
    }
    return NULL;
}

static size_t others(const struct shared_cards *all)
{
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        count += !all->sum[i].shipped;
    }
    return count;
}

/* `*out` NULL: there is no room for one that is not part of the program. */
static enum err make_sum(struct shared_cards *all, const struct sum *like, struct sum **out, struct error *error)
{
    struct sum *sum = find_sum(all, like->game, like->catalogued, like->hash);
    *out = sum;
    if (sum || (!like->shipped && others(all) >= SHARED_OTHERS)) {
        return ERR_OK;
    }
    struct sum *larger = mem_more(all->allocator, all->sum, all->count, &all->room, sizeof(*larger));
    struct row *row = larger ? mem_new(all->allocator, like->game->cards_count, sizeof(*row)) : NULL;
    all->sum = larger ? larger : all->sum;
    if (!row) {
        return error_raise(error, &MSG_MEMORY);
    }
    sum = &all->sum[all->count++];
    *sum = (struct sum){
        .game = like->game, .catalogued = like->catalogued, .shipped = like->shipped, .size = {NULL}, .row = row};
    memcpy(sum->hash, like->hash, SHA256_SIZE);
    *out = sum;
    return ERR_OK;
}

static enum err make_size(const struct shared_cards *all, struct sum *sum, unsigned seats, struct error *error)
{
    if (!sum->size[seats]) {
        sum->size[seats] = aggregate_new(all->allocator, sum->game->categories_count, sum->game->cards_count);
    }
    return sum->size[seats] ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* ---- a round ---- */

/* What a club has of a card, so that a change of it is seen. */
static enum err hash_folds(const struct shelf *shelf, unsigned card, struct strbuf *scratch, uint64_t *hash,
                           struct error *error)
{
    bool occurs = false;
    *hash = FNV_START;
    for (unsigned size = 0; size < STATS_SIZES; size++) {
        if (shelf->size[size]) {
            const struct card_fold *fold = &shelf->size[size]->folds[card];
            strbuf_clear(scratch);
            strbuf_add_char(scratch, (char)size);
            card_folds_pack(fold, 1, scratch);
            *hash = fnv_add(*hash, strbuf_span(scratch));
            occurs = occurs || fold->games > 0;
        }
    }
    *hash = (*hash & ~(uint64_t)1) | (occurs ? 1 : 0);
    return strbuf_ok(scratch) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* All that can fail comes first, so that a club is in a sum with all of it or not at all. */
static enum err add_shelf(struct shared_cards *round, struct sum *sum, uint64_t club, const struct shelf *shelf,
                          struct error *error)
{
    struct strbuf scratch;
    enum err err = ERR_OK;
    unsigned card = 0;
    for (unsigned size = 0; err == ERR_OK && size < STATS_SIZES; size++) {
        err = shelf->size[size] ? make_size(round, sum, size, error) : ERR_OK;
    }
    strbuf_init(&scratch, round->allocator, 1 << 16);
    for (; err == ERR_OK && card < sum->game->cards_count; card++) {
        struct row *row = &sum->row[card];
        struct share *larger = mem_more(round->allocator, row->share, row->count, &row->room, sizeof(*larger));
        row->share = larger ? larger : row->share;
        err = larger ? hash_folds(shelf, card, &scratch, &row->share[row->count].folds, error)
                     : error_raise(error, &MSG_MEMORY);
    }
    strbuf_release(&scratch);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned size = 0; size < STATS_SIZES; size++) {
        if (shelf->size[size]) {
            aggregate_merge(sum->size[size], shelf->size[size]);
        }
    }
    for (card = 0; card < sum->game->cards_count; card++) {
        struct row *row = &sum->row[card];
        row->share[row->count++].club = club;
    }
    return ERR_OK;
}

static enum err add_shelves(struct shared_cards *round, uint64_t club, const struct shelves *all, bool *any,
                            struct error *error)
{
    for (size_t i = 0; i < all->count; i++) {
        const struct shelf *shelf = &all->shelf[i];
        struct sum like = {.game = all->game, .catalogued = shelf->catalogued};
        struct sum *sum = NULL;
        if (shelf->games == 0) {
            continue;
        }
        memcpy(like.hash, shelf->hash, SHA256_SIZE);
        like.shipped = !shelf->catalogued || known_here(round, shelf->hash) != NULL;
        enum err err = make_sum(round, &like, &sum, error);
        if (err != ERR_OK) {
            return err;
        }
        err = sum ? add_shelf(round, sum, club, shelf, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
        *any = *any || sum;
    }
    return ERR_OK;
}

static enum err add_game(struct shared_cards *round, uint64_t club, struct service *service, const struct game *game,
                         bool *any, struct error *error)
{
    const struct stats_filter filter = {.game = span_from(game->name.id)};
    struct selection selection;
    enum err err = selection_make(service, &filter, &selection, error);
    if (err != ERR_OK) {
        return err;
    }
    struct shelves *all = mem_new(service->options.allocator, 1, sizeof(*all));
    if (!all) {
        return error_raise(error, &MSG_MEMORY);
    }
    all->service = service;
    all->detail = true;
    all->game = game;
    err = shelves_fill(all, &selection, error);
    err = err == ERR_OK ? add_shelves(round, club, all, any, error) : err;
    shelves_free(service->options.allocator, all);
    return err;
}

static enum err add_games(struct shared_cards *round, uint64_t club, struct service *service, struct error *error)
{
    size_t count = 0;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; i < count && i < GAMES; i++) {
        bool any = false;
        enum err err = games[i]->cards_count > 0 ? add_game(round, club, service, games[i], &any, error) : ERR_OK;
        round->clubs[i] += any;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err shared_cards_add(struct shared_cards *round, uint64_t club, struct service *service, struct error *error)
{
    bool stale = false;
    enum err err = service_stale(service, &stale, error);
    if (err != ERR_OK) {
        return err;
    }
    if (stale) {
        return error_raise(error, &SERVICE_MSG_SHARED_STALE);
    }
    err = load(round, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_snapshot(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = add_games(round, club, service, error);
    service_snapshot_end(service);
    return err;
}

/* ---- what is shown ---- */

static bool occurs(const struct share *share)
{
    return share && share->folds & 1;
}

static size_t clubs_of(const struct row *row)
{
    size_t count = 0;
    for (size_t i = 0; i < row->count; i++) {
        count += occurs(&row->share[i]);
    }
    return count;
}

/* Clubs in which the card occurs, or did, and whose figures are others than they were. */
static size_t changed(const struct row *old, const struct row *new)
{
    size_t count = 0;
    size_t i = 0;
    size_t k = 0;
    while (i < old->count || k < new->count) {
        const struct share *was = i < old->count ? &old->share[i] : NULL;
        const struct share *is = k < new->count ? &new->share[k] : NULL;
        bool gone = was && (!is || was->club < is->club);
        bool came = is && (!was || is->club < was->club);
        was = came ? NULL : was;
        is = gone ? NULL : is;
        i += was != NULL;
        k += is != NULL;
        count += (occurs(was) || occurs(is)) && (!was || !is || was->folds != is->folds);
    }
    return count;
}

static bool all_agree(const struct row *row, const struct shared_clubs *agreed)
{
    size_t k = 0;
    for (size_t i = 0; i < row->count; i++) {
        while (k < agreed->count && agreed->club[k] < row->share[i].club) {
            k++;
        }
        if (k == agreed->count || agreed->club[k] != row->share[i].club) {
            return false;
        }
    }
    return true;
}

static void replace(const struct shared_cards *shown, struct sum *to, struct sum *from, unsigned card)
{
    static const struct card_fold none = {.games = 0};
    for (unsigned size = 0; size < STATS_SIZES; size++) {
        if (to->size[size]) {
            to->size[size]->folds[card] = from->size[size] ? from->size[size]->folds[card] : none;
        }
    }
    mem_free(shown->allocator, to->row[card].share);
    to->row[card] = from->row[card];
    from->row[card] = (struct row){.share = NULL};
}

static enum err publish_sum(const struct shared_cards *shown, struct sum *to, struct sum *from,
                            const struct shared_clubs *agreed, struct error *error)
{
    static const struct row nothing = {.share = NULL};
    for (unsigned size = 0; from && size < STATS_SIZES; size++) {
        enum err err = from->size[size] ? make_size(shown, to, size, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    for (unsigned card = 0; card < to->game->cards_count; card++) {
        const struct row *new = from ? &from->row[card] : &nothing;
        if (from && clubs_of(new) >= SHARED_LEAST && changed(&to->row[card], new) >= SHARED_LEAST) {
            replace(shown, to, from, card);
        }
        to->row[card].hidden = !all_agree(&to->row[card], agreed);
    }
    return ERR_OK;
}

/* Sums of which no row was ever shown make room. */
static void drop_empty(struct shared_cards *shown)
{
    size_t kept = 0;
    for (size_t i = 0; i < shown->count; i++) {
        struct sum *sum = &shown->sum[i];
        bool any = false;
        for (unsigned card = 0; card < sum->game->cards_count; card++) {
            any = any || sum->row[card].count > 0;
        }
        if (any) {
            shown->sum[kept++] = *sum;
        } else {
            release_sum(shown->allocator, sum);
        }
    }
    shown->count = kept;
}

enum err shared_cards_publish(struct shared_cards *shown, struct shared_cards *round, const struct shared_clubs *agreed,
                              struct error *error)
{
    for (size_t i = 0; i < round->count; i++) {
        struct sum *ignored; /* without room, it is shown when there is some */
        enum err err = make_sum(shown, &round->sum[i], &ignored, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    for (size_t i = 0; i < shown->count; i++) {
        struct sum *to = &shown->sum[i];
        struct sum *from = find_sum(round, to->game, to->catalogued, to->hash);
        enum err err = publish_sum(shown, to, from, agreed, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    drop_empty(shown);
    memcpy(shown->clubs, round->clubs, sizeof(shown->clubs));
    return ERR_OK;
}

bool shared_cards_withdraw(struct shared_cards *shown, const struct shared_clubs *agreed)
{
    bool any = false;
    for (size_t i = 0; i < shown->count; i++) {
        for (unsigned card = 0; card < shown->sum[i].game->cards_count; card++) {
            struct row *row = &shown->sum[i].row[card];
            bool hidden = !all_agree(row, agreed);
            any = any || hidden != row->hidden;
            row->hidden = hidden;
        }
    }
    return any;
}

/* ---- answers ---- */

static bool is_shown(const struct row *row)
{
    return row->count > 0 && !row->hidden;
}

/* The shelves of the game that the question is about; `known`: there is such a catalogue. */
static enum err take_shelves(const struct shared_cards *shown, struct span catalogue, struct shelves *all, bool *known,
                             struct error *error)
{
    for (size_t i = 0; i < shown->count; i++) {
        const struct sum *sum = &shown->sum[i];
        struct shelf shelf = {.catalogued = sum->catalogued};
        memcpy(shelf.hash, sum->hash, SHA256_SIZE);
        memcpy(shelf.size, sum->size, sizeof(shelf.size));
        shelf.catalogue = sum->catalogued ? known_here(shown, sum->hash) : NULL;
        struct span name = shelf.catalogue ? shelf.catalogue->name : span_from("");
        for (unsigned card = 0; card < sum->game->cards_count; card++) {
            int64_t clubs = is_shown(&sum->row[card]) ? (int64_t)clubs_of(&sum->row[card]) : 0;
            shelf.games = clubs > shelf.games ? clubs : shelf.games; /* what puts them in order */
        }
        if (sum->game != all->game || shelf.games == 0 || !shelf_is_wanted(catalogue, name, shelf.hash)) {
            continue;
        }
        struct shelf *larger = mem_more(shown->allocator, all->shelf, all->count, &all->room, sizeof(*larger));
        all->shelf = larger ? larger : all->shelf;
        if (!larger) {
            return error_raise(error, &MSG_MEMORY);
        }
        *known = true;
        all->shelf[all->count++] = shelf;
    }
    return ERR_OK;
}

/* Drops rows that are not shown; the others get the number of their clubs. */
static void choose_rows(const struct shared_cards *shown, const struct shelves *all, struct card_table *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++) {
        const struct shelf *shelf = &all->shelf[i / all->game->cards_count];
        const struct sum *sum = find_sum(shown, all->game, shelf->catalogued, shelf->hash);
        const struct row *row = &sum->row[i % all->game->cards_count];
        if (is_shown(row)) {
            out->rows[kept] = out->rows[i];
            out->rows[kept++].clubs = (int64_t)clubs_of(row);
        }
    }
    out->count = kept;
}

/* A catalogue of the program, by name or hash, with which the game can be played. */
static bool is_of_game(const struct shared_cards *shown, const struct game *game, struct span text)
{
    uint8_t hash[SHA256_SIZE];
    if (!game->catalogue || !shown->catalogues) {
        return false;
    }
    bool hashed = span_starts(text, "sha256:") && sha256_from_hex(span_skip(text, 7), hash);
    const struct catalogue *found = hashed ? known_here(shown, hash) : catalogues_named(shown->catalogues, game, text);
    return found && found->game->catalogue == game->catalogue;
}

static enum err fill(const struct shared_cards *shown, struct span catalogue, struct shelves *all,
                     struct card_table *out, struct error *error)
{
    bool known = catalogue.len == 0;
    enum err err = take_shelves(shown, catalogue, all, &known, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!known && !is_of_game(shown, all->game, catalogue)) {
        err = error_raise_span(error, &SERVICE_MSG_NOT_ITS_CATALOGUE, catalogue);
        error_add_name(error, &all->game->name);
        return err;
    }
    shelves_sort(all);
    err = shelves_table(all, (struct span){NULL, 0}, out, error);
    if (err == ERR_OK) {
        choose_rows(shown, all, out);
    }
    return err;
}

enum err shared_cards_table(const struct shared_cards *shown, struct span name, struct span catalogue,
                            struct card_table *out, struct error *error)
{
    size_t count = 0;
    const struct game *const *games = registry_current(&count);
    const struct game *game = registry_newest(name);
    struct shelves all = {.game = game, .detail = true};
    *out = (struct card_table){.count = 0};
    if (name.len == 0) {
        return error_raise(error, &SERVICE_MSG_WHICH_GAME);
    }
    if (!game) {
        return registry_refuse(&SERVICE_MSG_NO_SUCH_GAME, name, error);
    }
    enum err err = load(shown, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < count && i < GAMES; i++) {
        out->clubs = games[i] == game ? shown->clubs[i] : out->clubs;
    }
    arena_init(&out->arena, shown->allocator, STATS_ARENA);
    err = fill(shown, catalogue, &all, out, error);
    mem_free(shown->allocator, all.shelf);
    if (err != ERR_OK) {
        card_table_release(out);
    }
    return err;
}
