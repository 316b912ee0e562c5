/* Cards: the folds of the groups that the filter selects, from sums or from the facts of games, as rows of figures. */
#include "rules/registry.h"
#include "service/messages.h"
#include "service/stats_internal.h"
#include "stats/facts.h"

#include "base/banned.h"

_Static_assert((int)STATS_CELLS == (int)CARD_CELLS && (int)STATS_LINKS == (int)CARD_LINKS &&
                   (int)STATS_TIMES == (int)CARD_TIMES,
               "the answer shows what the folds have");

/* One aggregate a table size, because improvements are compared within one. */
struct pool {
    struct service *service;
    struct parts parts;
    const struct game *game;
    bool detail;
    int64_t games;
    struct aggregate *size[STATS_SIZES];      /* NULL: no game yet */
    struct summed_games *summed[STATS_SIZES]; /* likewise: games that are folded in one piece, until the end */
    struct aggregate *scratch;
    struct game_facts facts;
};

static struct aggregate *pool_size(struct pool *pool, int64_t seats)
{
    const struct game *game = pool->game;
    if (seats < 0 || seats >= STATS_SIZES) {
        return NULL;
    }
    if (!pool->size[seats]) {
        pool->size[seats] = aggregate_new(pool->service->options.allocator, game->categories_count, game->cards_count);
    }
    return pool->size[seats];
}

static enum err pool_sum(void *context, const struct store_aggregate *row, struct error *error)
{
    struct pool *pool = context;
    if (!selection_has(&pool->parts.sums, &row->group)) {
        return ERR_OK;
    }
    struct aggregate *to = pool_size(pool, row->group.seats);
    if (!to) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (!aggregate_unpack(row->body, pool->scratch)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_aggregate"));
    }
    aggregate_merge(to, pool->scratch);
    pool->games += row->games;
    return ERR_OK;
}

/* One player's seat of a game, or a game that has no sum over its seats. */
static enum err pool_seats(struct pool *pool, const struct store_result *row, struct aggregate *to, struct error *error)
{
    seat_set seats = row->seat >= 0 ? seat_bit((unsigned)row->seat) : ~(seat_set)0;
    if (!facts_unpack(row->facts, pool->game->unit, seats, pool->detail, &pool->facts) ||
        pool->facts.cards != to->cards) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, row->id);
    }
    card_folds_add(to->folds, to->cards, &pool->facts, seats, 1);
    return ERR_OK;
}

static enum err pool_summed(struct pool *pool, const struct store_result *row, const struct facts_summed *summed,
                            struct error *error)
{
    struct summed_games **sums = &pool->summed[row->seats];
    if (!*sums) {
        *sums = summed_new(pool->service->options.allocator, summed->cards, pool->game->unit);
        if (!*sums) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    return summed_add(*sums, summed->bytes, summed->size, &summed->form, pool->detail)
               ? ERR_OK
               : error_raise_int(error, &SERVICE_MSG_FACTS, row->id);
}

static enum err pool_facts(void *context, const struct store_result *row, struct error *error)
{
    struct pool *pool = context;
    struct facts_summed summed;
    struct aggregate *to = pool_size(pool, row->seats);
    if (!to) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (!facts_find_summed(row->facts, &summed) || summed.cards != to->cards) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, row->id);
    }
    pool->games++;
    return row->seat < 0 && summed.bytes.len > 0 ? pool_summed(pool, row, &summed, error)
                                                 : pool_seats(pool, row, to, error);
}

/* ---- figures ---- */

static struct figure ratio(double sum, int64_t n)
{
    return n > 0 ? (struct figure){.known = true, .value = sum / (double)n} : (struct figure){.known = false};
}

static int64_t sum_of(const int64_t *counts)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < GATHER_PICKS; i++) {
        sum += counts[i];
    }
    return sum;
}

static void fill_looks(const struct card_fold *fold, const struct took *took, struct card_row *row)
{
    double picks = 0;
    row->drafted = true;
    row->seen = sum_of(fold->seen);
    row->taken = sum_of(fold->taken);
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        row->seen_at[t] = fold->seen[t];
        row->taken_at[t] = fold->taken[t];
        picks += (double)(t + 1) * (double)fold->taken[t];
    }
    row->ata = ratio(picks, row->taken);
    row->alsa = ratio((double)fold->last_sum, fold->last_hands);
    row->iwt.known = card_improvement(took, STATS_SIZES, &row->iwt.value, &row->iwt.error, &row->iwt.bounded);
    row->iwt.bounded = row->iwt.known && row->iwt.bounded;
}

static void fill_places(const struct card_fold *fold, double unit, struct card_row *row)
{
    row->placed = true;
    for (unsigned i = 0; i < STATS_CELLS; i++) {
        row->cell_copies[i] = fold->cell_copies[i];
        row->cell_points[i] = ratio((double)fold->cell_units[i] / unit, fold->cell_copies[i]);
    }
    for (unsigned i = 0; i < STATS_LINKS; i++) {
        row->link_pairs[i] = fold->link_pairs[i];
        row->link_points[i] = (double)fold->link_units[i] / unit;
    }
}

static void fill_uses(const struct card_fold *fold, double unit, struct card_row *row)
{
    const struct uses *uses = &fold->uses;
    double points = (double)fold->points.s / unit;
    row->used = true;
    row->activations = uses->times.n;
    row->cubes = uses->cubes;
    row->ppa = figure_of(&uses->times, unit);
    if (points > 0) {
        row->cubes_per_point = (struct figure){.known = true, .value = (double)uses->cubes / points};
    }
    row->first_round = ratio((double)uses->first_sum, uses->first_seats);
    for (unsigned i = 0; i < STATS_TIMES; i++) {
        row->times_seats[i] = uses->by_times[i].n;
        row->times_win[i] = figure_of(&uses->by_times[i], SIXTIETHS);
    }
}

static void fill_row(const struct pool *pool, unsigned card, struct card_row *row)
{
    const struct game *game = pool->game;
    double unit = (double)game->unit;
    struct took took[STATS_SIZES] = {{0}};
    struct card_fold fold = {0};
    for (unsigned size = 0; size < STATS_SIZES; size++) {
        if (pool->size[size]) {
            took[size] = pool->size[size]->folds[card].took;
            card_folds_merge(&fold, &pool->size[size]->folds[card], 1);
        }
    }
    *row = (struct card_row){.name = row->name, .games = fold.games, .seats = fold.seats, .zero = fold.zero};
    row->copies = fold.points.n;
    /* A game that cannot say what a card is worth by itself (GrandBois' tiles) has nothing to tell about it. */
    if (game->without || game->uses || fold.points.ss != 0) {
        row->points = (struct figure){.known = true, .value = (double)fold.points.s / unit};
        row->ppc = figure_of(&fold.points, unit);
        row->zero_rate = ratio((double)fold.zero, row->copies);
    }
    if (game->without) {
        row->mpc = ratio((double)fold.marginal, row->copies);
    }
    row->wp_with = figure_of(&fold.with, SIXTIETHS);
    row->wp_without = figure_of(&fold.without, SIXTIETHS);
    if (game->looks) {
        fill_looks(&fold, took, row);
    }
    if (game->uses) {
        fill_uses(&fold, unit, row);
    }
    if (game->links && pool->detail) {
        fill_places(&fold, unit, row);
    }
}

/* The game's name for it; cards of a catalogue have their number, which is all that games have in common. */
static bool name_card(const struct game *game, unsigned card, struct arena *arena, struct name *name)
{
    static const char *const forms[] = {"", "card ", "carte "};
    const char *text[3] = {NULL};
    if (game->cards) {
        *name = game->cards[card];
        return true;
    }
    for (int i = 0; i < 3; i++) {
        char memory[16];
        struct strbuf form;
        strbuf_wrap(&form, memory, sizeof(memory));
        strbuf_add(&form, forms[i]);
        strbuf_int(&form, card + 1);
        text[i] = arena_copy(arena, strbuf_span(&form));
    }
    *name = (struct name){text[0], text[1], text[2]};
    return text[0] && text[1] && text[2];
}

/* The card that `text` names, or -1. */
static int find_card(const struct game *game, struct span text)
{
    int64_t number = 0;
    if (game->cards) {
        return name_find(game->cards, game->cards_count, text);
    }
    return span_int(text, 1, game->cards_count, &number) ? (int)number - 1 : -1;
}

static enum err fill_table(const struct pool *pool, int only, struct card_table *out, struct error *error)
{
    unsigned cards = pool->game->cards_count;
    out->game = pool->game;
    out->games = pool->games;
    out->rows = arena_new(&out->arena, only >= 0 ? 1 : cards + 1U, sizeof(*out->rows));
    if (!out->rows) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (unsigned card = 0; card < cards; card++) {
        if (only < 0 || (unsigned)only == card) {
            struct card_row *row = &out->rows[out->count++];
            if (!name_card(pool->game, card, &out->arena, &row->name)) {
                return error_raise(error, &MSG_MEMORY);
            }
            fill_row(pool, card, row);
        }
    }
    return ERR_OK;
}

static enum err fill_pool(struct pool *pool, const struct selection *selection, struct error *error)
{
    struct service *service = pool->service;
    enum err err = ERR_OK;
    if (selection->player != 0) { /* sums are everybody's */
        struct store_result_filter rows = selection->rows;
        rows.person = selection->player;
        return selection->impossible ? ERR_OK : store_results_facts(service->store, &rows, pool_facts, pool, error);
    }
    selection_split(selection, &pool->parts);
    if (pool->parts.summed) {
        pool->scratch =
            aggregate_new(service->options.allocator, pool->game->categories_count, pool->game->cards_count);
        err = pool->scratch ? store_aggregates(service->store, selection->rows.game, pool_sum, pool, error)
                            : error_raise(error, &MSG_MEMORY);
    }
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < pool->parts.rest_count; i++) {
        err = store_results_facts(service->store, &pool->parts.rest[i], pool_facts, pool, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    for (unsigned i = 0; i < STATS_SIZES; i++) {
        if (pool->summed[i]) {
            summed_pour(pool->summed[i], pool->size[i]->folds);
        }
    }
    return ERR_OK;
}

enum err service_cards(struct service *service, const struct stats_filter *filter, struct span card, bool detail,
                       struct card_table *out, struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    struct selection selection;
    int only = -1;
    *out = (struct card_table){.count = 0};
    arena_init(&out->arena, allocator, STATS_ARENA);
    struct pool *pool = mem_new(allocator, 1, sizeof(*pool));
    enum err err = pool ? selection_make(service, filter, &selection, error) : error_raise(error, &MSG_MEMORY);
    if (err == ERR_OK && !selection.game) {
        err = error_raise(error, &SERVICE_MSG_WHICH_GAME);
    }
    if (err == ERR_OK && card.len > 0) {
        only = find_card(selection.game, card);
        err = only >= 0 ? ERR_OK : error_raise_span(error, &SERVICE_MSG_NO_CARD, card);
    }
    if (err == ERR_OK) {
        err = store_log_size(service->store, &out->log_size, error);
    }
    if (err == ERR_OK) {
        pool->service = service;
        pool->game = selection.game;
        pool->detail = detail;
        err = fill_pool(pool, &selection, error);
        if (err == ERR_OK) {
            err = fill_table(pool, only, out, error);
        }
    }
    for (unsigned i = 0; pool && i < STATS_SIZES; i++) {
        aggregate_free(allocator, pool->size[i]);
        summed_free(allocator, pool->summed[i]);
    }
    aggregate_free(allocator, pool ? pool->scratch : NULL);
    mem_free(allocator, pool);
    if (err != ERR_OK) {
        card_table_release(out);
    }
    return err;
}

void card_table_release(struct card_table *table)
{
    arena_release(&table->arena);
    table->rows = NULL;
    table->count = 0;
}
