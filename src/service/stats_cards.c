/* Cards: the folds that the filter selects (stats_shelves.h) as rows of figures, catalogue by catalogue. */
#include "base/near.h"
#include "service/messages.h"
#include "service/stats_worth.h"

#include "base/banned.h"

_Static_assert((int)STATS_CELLS == (int)CARD_CELLS && (int)STATS_LINKS == (int)CARD_LINKS &&
                   (int)STATS_TIMES == (int)CARD_TIMES,
               "the answer shows what the folds have");

/* ---- figures ---- */

static void fill_looks(const struct card_fold *fold, const struct took *took, struct card_row *row)
{
    row->drafted = true;
    row->seen = fold->looks.n;
    row->taken = fold->looks.s;
    row->seen_hands = fold->last.n;
    row->taken_rate = figure_rate(&fold->looks);
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        row->seen_at[t] = fold->picks[t].n;
        row->taken_at[t] = fold->picks[t].s;
        row->pick_rate[t] = figure_rate(&fold->picks[t]);
    }
    row->ata = figure_counts(&fold->turns);
    row->alsa = figure_counts(&fold->last);
    row->iwt.known = card_improvement(took, STATS_SIZES, &row->iwt.value, &row->iwt_took, &row->iwt_left);
}

static void fill_places(const struct card_fold *fold, double unit, struct card_row *row)
{
    row->placed = true;
    for (unsigned i = 0; i < STATS_CELLS; i++) {
        row->cell_copies[i] = fold->cells[i].n;
        row->cell_points[i] = figure_ratio(&fold->cells[i], unit);
    }
    for (unsigned i = 0; i < STATS_LINKS; i++) {
        row->link_pairs[i] = fold->link_pairs[i];
        row->link_points[i] = (double)fold->link_units[i] / unit;
    }
}

static void fill_uses(const struct card_fold *fold, double unit, struct card_row *row)
{
    const struct uses *uses = &fold->uses;
    row->used = true;
    row->activations = uses->times.n;
    row->cubes = uses->cubes;
    row->ppa = figure_ratio(&uses->times, unit);
    row->cubes_per_point = figure_counts(&uses->spent);
    row->first_round = figure_counts(&uses->first);
    for (unsigned i = 0; i < STATS_TIMES; i++) {
        row->times_seats[i] = uses->by_times[i].seats;
        row->times_win[i] = figure_wins(&uses->by_times[i]);
    }
}

static void fill_row(const struct shelves *all, const struct shelf *shelf, unsigned card, struct card_row *row)
{
    const struct game *game = all->game;
    double unit = (double)game->unit;
    struct took took[STATS_SIZES] = {{0}};
    struct card_fold fold = {0};
    for (unsigned size = 0; size < STATS_SIZES; size++) {
        if (shelf->size[size]) {
            took[size] = shelf->size[size]->folds[card].took;
            card_folds_merge(&fold, &shelf->size[size]->folds[card], 1);
        }
    }
    row->games = fold.games;
    row->seats = fold.seats;
    row->copies = fold.points.n;
    /* A game that cannot say what a card is worth by itself (GrandBois' tiles) has nothing to tell about it. */
    if (game->without || game->uses || fold.points.ss != 0) {
        row->points = figure_exact(true, (double)fold.points.s / unit);
        row->ppc = figure_ratio(&fold.points, unit);
        row->zero_rate = figure_rate(&fold.zero);
    }
    if (game->without) {
        row->mpc = figure_counts(&fold.marginal);
    }
    row->wp_with = figure_wins(&fold.with);
    row->wp_without = figure_wins(&fold.without);
    row->seats_without = fold.without.seats;
    row->worth = all->worth ? worth_answer_find(all->worth, shelf, card) : (struct figure){.known = false};
    if (game->looks) {
        fill_looks(&fold, took, row);
    }
    if (game->uses) {
        fill_uses(&fold, unit, row);
    }
    if (game->links && all->detail) {
        fill_places(&fold, unit, row);
    }
}

/* ---- names ---- */

/* "17", "card 17" and "carte 17": what a card is called whose catalogue has no name for it. */
static bool number_card(unsigned card, struct arena *arena, struct name *name)
{
    static const char *const forms[] = {"", "card ", "carte "};
    const char *text[3] = {NULL};
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

/* What the catalogue calls it. */
static struct name catalogue_name(const struct shelves *all, const struct shelf *shelf, unsigned card)
{
    struct setup setup = {.game = all->game};
    catalogue_use(shelf->catalogue, &setup);
    return all->game->card_name(&setup, card);
}

/* The game's name for it, or that of its catalogue under its number. */
static bool name_card(const struct shelves *all, const struct shelf *shelf, unsigned card, struct arena *arena,
                      struct card_row *row)
{
    if (all->game->cards) {
        row->name = all->game->cards[card];
        return true;
    }
    if (!number_card(card, arena, &row->name)) {
        return false;
    }
    if (shelf->catalogue) {
        struct name name = catalogue_name(all, shelf, card);
        row->named = strcmp(name.en, row->name.en) != 0;
        row->name.en = name.en;
        row->name.fr = name.fr;
    }
    return true;
}

/* The card that `text` names, by number or as the catalogue calls it; or -1. */
static int find_card(const struct shelves *all, const struct shelf *shelf, struct span text)
{
    const struct game *game = all->game;
    int64_t number = 0;
    if (game->cards) {
        return name_find(game->cards, game->cards_count, text);
    }
    if (span_int(text, 1, game->cards_count, &number)) {
        return (int)number - 1;
    }
    for (unsigned card = 0; shelf->catalogue && card < game->cards_count; card++) {
        struct name name = catalogue_name(all, shelf, card);
        if (name_find(&name, 1, text) == 0) {
            return (int)card;
        }
    }
    return -1;
}

/* ---- rows ---- */

static enum err name_source(const struct shelf *shelf, struct arena *arena, const struct card_source **out,
                            struct error *error)
{
    if (!shelf->catalogued) {
        return ERR_OK;
    }
    struct card_source *source = arena_new(arena, 1, sizeof(*source));
    if (!source) {
        return error_raise(error, &MSG_MEMORY);
    }
    source->name = shelf->catalogue ? shelf->catalogue->name : span_from("");
    memcpy(source->hash, shelf->hash, SHA256_SIZE);
    *out = source;
    return ERR_OK;
}

/* The rows of one shelf: all cards, or the one that `card` names, if it has one. */
static enum err fill_shelf(const struct shelves *all, const struct shelf *shelf, struct span card,
                           struct card_table *out, struct error *error)
{
    int only = card.len > 0 ? find_card(all, shelf, card) : -1;
    const struct card_source *source = NULL;
    enum err err = name_source(shelf, &out->arena, &source, error);
    if (err != ERR_OK || (card.len > 0 && only < 0)) {
        return err;
    }
    out->games += shelf->games;
    unsigned first = only < 0 ? 0 : (unsigned)only;
    unsigned end = only < 0 ? all->game->cards_count : first + 1;
    for (unsigned i = first; i < end; i++) {
        struct card_row *row = &out->rows[out->count++];
        *row = (struct card_row){.source = source};
        if (!name_card(all, shelf, i, &out->arena, row)) {
            return error_raise(error, &MSG_MEMORY);
        }
        fill_row(all, shelf, i, row);
    }
    return ERR_OK;
}

/* A number is near every other: it is no slip of the hand. */
static enum err refuse_card(const struct shelves *all, struct span card, struct error *error)
{
    int64_t number = 0;
    struct near near;
    enum err err = error_raise_span(error, &SERVICE_MSG_NO_CARD, card);
    if (span_int(card, 0, SPAN_INT_MAX, &number)) {
        return err;
    }
    near_begin(&near, card);
    size_t first = 0;
    while (first < all->count && !all->shelf[first].catalogue) {
        first++;
    }
    for (unsigned i = 0; i < all->game->cards_count; i++) {
        if (all->game->cards) {
            near_offer_name(&near, &all->game->cards[i]);
        } else if (first < all->count) {
            struct name name = catalogue_name(all, &all->shelf[first], i);
            near_offer_name(&near, &name);
        }
    }
    near_hint(&near, error);
    return err;
}

enum err shelves_table(const struct shelves *all, struct span card, struct card_table *out, struct error *error)
{
    size_t rows = all->count * (card.len > 0 ? 1 : all->game->cards_count);
    out->game = all->game;
    out->rows = arena_new(&out->arena, rows + 1, sizeof(*out->rows));
    if (!out->rows) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < all->count; i++) {
        enum err err = fill_shelf(all, &all->shelf[i], card, out, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return card.len > 0 && out->count == 0 ? refuse_card(all, card, error) : ERR_OK;
}

static enum err fill_worth(struct shelves *all, const struct selection *selection, struct card_table *out,
                           struct error *error)
{
    struct worth_answer *worth = arena_new(&out->arena, 1, sizeof(*worth));
    if (!worth) {
        return error_raise(error, &MSG_MEMORY);
    }
    all->worth = worth;
    return worth_answer_fill(all, selection, out->log_size, worth, error);
}

static enum err fill_cards(struct shelves *all, const struct stats_filter *filter, struct span card,
                           struct card_table *out, struct error *error)
{
    struct selection selection;
    enum err err = selection_make(all->service, filter, &selection, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!selection.game) {
        return error_raise(error, &SERVICE_MSG_WHICH_GAME);
    }
    all->game = selection.game;
    all->wanted = filter->catalogue;
    err = store_log_size(all->service->store, &out->log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = selection_undated(all->service, &selection, 0, &out->undated, error);
    if (err != ERR_OK) {
        return err;
    }
    err = shelves_fill(all, &selection, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fill_worth(all, &selection, out, error);
    return err == ERR_OK ? shelves_table(all, card, out, error) : err;
}

enum err service_cards(struct service *service, const struct stats_filter *filter, struct span card, bool detail,
                       struct card_table *out, struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    *out = (struct card_table){.count = 0};
    struct shelves *all = mem_new(allocator, 1, sizeof(*all));
    if (!all) {
        return error_raise(error, &MSG_MEMORY);
    }
    arena_init(&out->arena, allocator, STATS_ARENA);
    all->service = service;
    all->detail = detail;
    enum err err = fill_cards(all, filter, card, out, error);
    shelves_free(allocator, all);
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
