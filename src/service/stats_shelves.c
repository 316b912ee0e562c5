/* The folds of the groups that a filter selects, from sums or from the facts of games, catalogue by catalogue. */
#include "service/stats_shelves.h"

#include "service/messages.h"
#include "stats/facts.h"

#include "base/banned.h"

/* ---- shelves ---- */

/* `name` or `sha256:HEX`. */
bool shelf_is_wanted(struct span wanted, struct span name, const uint8_t hash[SHA256_SIZE])
{
    uint8_t asked[SHA256_SIZE];
    if (wanted.len == 0) {
        return true;
    }
    return span_starts(wanted, "sha256:")
               ? sha256_from_hex(span_skip(wanted, 7), asked) && memcmp(asked, hash, SHA256_SIZE) == 0
               : span_equal(wanted, name);
}

static enum err add_shelf(struct shelves *all, struct span hash, struct shelf **out, struct error *error)
{
    const struct allocator *allocator = all->service->options.allocator;
    struct shelf *larger = mem_more(allocator, all->shelf, all->count, &all->room, sizeof(*larger));
    if (!larger) {
        return error_raise(error, &MSG_MEMORY);
    }
    all->shelf = larger;
    struct shelf shelf = {.catalogued = hash.len == SHA256_SIZE};
    if (shelf.catalogued) {
        memcpy(shelf.hash, hash.ptr, SHA256_SIZE);
        enum err err = catalogue_find(all->service, shelf.hash, &shelf.catalogue, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    shelf.wanted = shelf_is_wanted(all->wanted, shelf.catalogue ? shelf.catalogue->name : span_from(""), shelf.hash);
    *out = &all->shelf[all->count++];
    **out = shelf;
    return ERR_OK;
}

bool shelf_is(const struct shelf *shelf, struct span hash)
{
    return shelf->catalogued ? span_equal(hash, span_of((const char *)shelf->hash, SHA256_SIZE)) : hash.len == 0;
}

/* The shelf of the catalogue of that hash (empty: of none). Valid until the next one is asked for. */
static enum err shelf_for(struct shelves *all, struct span hash, struct shelf **out, struct error *error)
{
    for (size_t i = 0; i < all->count; i++) {
        struct shelf *shelf = &all->shelf[i];
        if (shelf_is(shelf, hash)) {
            *out = shelf;
            return ERR_OK;
        }
    }
    return add_shelf(all, hash, out, error);
}

static struct aggregate *shelf_size(const struct shelves *all, struct shelf *shelf, int64_t seats)
{
    const struct game *game = all->game;
    if (seats < 0 || seats >= STATS_SIZES) {
        return NULL;
    }
    if (!shelf->size[seats]) {
        shelf->size[seats] = aggregate_new(all->service->options.allocator, game->categories_count, game->cards_count);
    }
    return shelf->size[seats];
}

/* ---- sums ---- */

static enum err add_sum(void *context, const struct store_aggregate *row, struct error *error)
{
    struct shelves *all = context;
    struct shelf *shelf = NULL;
    if (!selection_has(&all->parts.sums, &row->group) ||
        !selection_counts(all->selection, row->group.seats, row->group.variant)) {
        return ERR_OK;
    }
    enum err err = shelf_for(all, row->group.catalogue, &shelf, error);
    if (err != ERR_OK || !shelf->wanted) {
        return err;
    }
    struct aggregate *to = shelf_size(all, shelf, row->group.seats);
    if (!to) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (!aggregate_unpack(row->body, all->scratch)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_aggregate"));
    }
    aggregate_merge(to, all->scratch);
    shelf->games += row->games;
    shelf->seats += row->games * row->group.seats;
    return ERR_OK;
}

/* ---- games one by one ---- */

/* One player's seat of a game, or a game that has no sum over its seats. */
static enum err add_seats(struct shelves *all, const struct store_result *row, struct aggregate *to,
                          struct error *error)
{
    seat_set seats = row->seat >= 0 ? seat_bit((unsigned)row->seat) : ~(seat_set)0;
    if (!facts_unpack(row->facts, all->game->unit, seats, all->detail, &all->facts) || all->facts.cards != to->cards) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, row->id);
    }
    card_folds_add(to->folds, to->cards, &all->facts, seats, 1);
    return ERR_OK;
}

static enum err add_summed(const struct shelves *all, struct shelf *shelf, const struct store_result *row,
                           const struct facts_summed *summed, struct error *error)
{
    struct summed_games **sums = &shelf->summed[row->seats];
    if (!*sums) {
        *sums = summed_new(all->service->options.allocator, summed->cards, all->game->unit, all->game->looks != NULL);
        if (!*sums) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    return summed_add(*sums, summed->bytes, summed->size, &summed->form, all->detail)
               ? ERR_OK
               : error_raise_int(error, &SERVICE_MSG_FACTS, row->id);
}

static enum err add_facts(void *context, const struct store_result *row, struct error *error)
{
    struct shelves *all = context;
    struct facts_summed summed;
    struct shelf *shelf = NULL;
    if (!selection_counts(all->selection, row->seats, SPAN_LITERAL("") /* one with cards */)) {
        return ERR_OK;
    }
    if (!facts_find_summed(row->facts, &summed) || summed.cards != all->game->cards_count) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, row->id);
    }
    enum err err = shelf_for(all, summed.catalogue, &shelf, error);
    if (err != ERR_OK || !shelf->wanted) {
        return err;
    }
    struct aggregate *to = shelf_size(all, shelf, row->seats);
    if (!to) {
        return error_raise(error, &MSG_MEMORY);
    }
    shelf->games++;
    shelf->seats += row->seats;
    return row->seat < 0 && summed.bytes.len > 0 ? add_summed(all, shelf, row, &summed, error)
                                                 : add_seats(all, row, to, error);
}

static enum err add_games(struct shelves *all, const struct selection *selection, struct error *error)
{
    struct service *service = all->service;
    enum err err = ERR_OK;
    all->selection = selection;
    if (selection->player != 0) { /* sums are everybody's */
        struct store_result_filter rows = selection->rows;
        rows.person = selection->player;
        return selection->impossible ? ERR_OK : store_results_facts(service->store, &rows, add_facts, all, error);
    }
    selection_split(selection, &all->parts);
    if (all->parts.summed) {
        all->scratch = aggregate_new(service->options.allocator, all->game->categories_count, all->game->cards_count);
        err = all->scratch ? store_aggregates(service->store, selection->rows.game, add_sum, all, error)
                           : error_raise(error, &MSG_MEMORY);
    }
    for (unsigned i = 0; err == ERR_OK && i < all->parts.rest_count; i++) {
        err = store_results_facts(service->store, &all->parts.rest[i], add_facts, all, error);
    }
    return err;
}

/* ---- all of it ---- */

/* The catalogue that is asked for, or else the default one, among those that a game can be played with. */
struct choice {
    const struct shelves *all;
    struct span wanted;
    bool found;
    uint8_t hash[SHA256_SIZE];
};

static enum err choose(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    struct choice *choice = context;
    (void)error;
    if (!choice->found && span_is(catalogue->game, choice->all->game->name.id) &&
        shelf_is_wanted(choice->wanted, catalogue->name, catalogue->hash)) {
        choice->found = true;
        memcpy(choice->hash, catalogue->hash, SHA256_SIZE);
    }
    return ERR_OK;
}

/* Nothing was played: a shelf without games. */
static enum err add_empty(struct shelves *all, struct error *error)
{
    struct choice choice = {.all = all, .wanted = all->wanted};
    struct shelf *shelf = NULL;
    if (!all->game->catalogue && all->wanted.len == 0) {
        return add_shelf(all, choice.wanted, &shelf, error);
    }
    if (choice.wanted.len == 0) {
        choice.wanted = SPAN_LITERAL(CATALOGUE_DEFAULT);
    }
    enum err err = service_catalogues(all->service, choose, &choice, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!choice.found && all->wanted.len > 0) {
        err = error_raise_span(error, &SERVICE_MSG_NOT_ITS_CATALOGUE, all->wanted);
        error_add_name(error, &all->game->name);
        hint_catalogue(all->service, span_from(all->game->name.id), all->wanted, error);
        return err;
    }
    return add_shelf(all, span_of((const char *)choice.hash, choice.found ? SHA256_SIZE : 0), &shelf, error);
}

static void release_shelf(const struct allocator *allocator, struct shelf *shelf)
{
    for (unsigned i = 0; i < STATS_SIZES; i++) {
        aggregate_free(allocator, shelf->size[i]);
        summed_free(allocator, shelf->summed[i]);
    }
}

static int shelf_order(const void *left, const void *right)
{
    const struct shelf *a = left;
    const struct shelf *b = right;
    if (a->games != b->games) {
        return a->games > b->games ? -1 : 1;
    }
    /* Names of catalogues end where their text ends: see struct game_catalogue. */
    int order = a->catalogue && b->catalogue ? strcmp(a->catalogue->name.ptr, b->catalogue->name.ptr) : 0;
    return order != 0 ? order : memcmp(a->hash, b->hash, SHA256_SIZE);
}

static void drop_unwanted(struct shelves *all)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (all->shelf[i].wanted) {
            all->shelf[kept++] = all->shelf[i]; /* the others have no sums */
        }
    }
    all->count = kept;
}

void shelves_sort(struct shelves *all)
{
    if (all->count > 1) {
        qsort(all->shelf, all->count, sizeof(struct shelf), shelf_order);
    }
}

enum err shelves_fill(struct shelves *all, const struct selection *selection, struct error *error)
{
    enum err err = add_games(all, selection, error);
    if (err != ERR_OK) {
        return err;
    }
    drop_unwanted(all);
    shelves_sort(all);
    for (size_t i = 0; i < all->count; i++) {
        for (unsigned size = 0; size < STATS_SIZES; size++) {
            if (all->shelf[i].summed[size]) {
                summed_pour(all->shelf[i].summed[size], all->shelf[i].size[size]->folds);
            }
        }
    }
    return all->count > 0 ? ERR_OK : add_empty(all, error);
}

void shelves_free(const struct allocator *allocator, struct shelves *all)
{
    for (size_t i = 0; i < all->count; i++) {
        release_shelf(allocator, &all->shelf[i]);
    }
    mem_free(allocator, all->shelf);
    aggregate_free(allocator, all->scratch);
    mem_free(allocator, all);
}
