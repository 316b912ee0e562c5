/*
 * Games out of the store into the fit of worth/1: who sat where and came in
 * which place from the seats, who held what from the packed facts, who is how strong from the ratings of
 * the game. One walk over the games that the filter selects, then one fit a shelf.
 */
#include "service/stats_worth.h"

#include "service/answers.h"
#include "service/messages.h"
#include "stats/facts.h"

#include "base/banned.h"

/* The games of one walk. */
struct walk {
    const struct shelves *all;
    const struct fit *ratings;
    size_t shelves;
    struct worth *worth[WORTHS_SHELVES];
    int64_t game;  /* whose seats are gathered; 0: none */
    unsigned due;  /* seats of it that are still to come */
    bool unranked; /* one of them has no rank */
    struct worth *to;
    struct facts_held facts;
    struct worth_seat seat[ENGINE_PLAYERS];
};

static struct worth *worth_for(const struct walk *walk, struct span hash)
{
    for (size_t i = 0; i < walk->shelves; i++) {
        if (shelf_is(&walk->all->shelf[i], hash)) {
            return walk->worth[i];
        }
    }
    return NULL;
}

static double strength_of(const struct walk *walk, int64_t person)
{
    const struct rating *rating = fit_find(walk->ratings, person);
    return rating ? (rating->rating - 1500) / RATINGS_SCALE : 0;
}

/* The first row of a game, the one that has its facts. */
static enum err begin_game(struct walk *walk, const struct store_result *row, struct error *error)
{
    struct facts_held *facts = &walk->facts;
    if (!facts_held(row->facts, walk->all->game->unit, facts) || facts->cards != walk->all->game->cards_count ||
        facts->seats != row->seats || row->seats > ENGINE_PLAYERS) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, row->id);
    }
    walk->game = row->id;
    walk->due = facts->seats;
    walk->unranked = false;
    walk->to = worth_for(walk, facts->catalogue);
    for (unsigned i = 0; i < facts->seats; i++) {
        unsigned untold = 0;
        for (unsigned k = 0; k < facts->count[i]; k++) {
            struct held *held = &facts->held[i][k];
            untold += held->type < facts->first;
            held->copies = facts->used ? 1 : held->copies; /* played, or not */
        }
        walk->seat[i] = (struct worth_seat){.held = facts->held[i] + untold, .count = facts->count[i] - untold};
    }
    return ERR_OK;
}

static enum err end_game(struct walk *walk, struct error *error)
{
    if (!walk->to || walk->unranked) {
        return ERR_OK;
    }
    enum err err = worth_add(walk->to, walk->seat, walk->facts.seats, error);
    return err == ERR_USAGE ? error_raise_int(error, &SERVICE_MSG_FACTS, walk->game) : err;
}

static enum err take_row(void *context, const struct store_result *row, struct error *error)
{
    struct walk *walk = context;
    if (row->facts.len > 0) {
        enum err err = begin_game(walk, row, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (walk->game != row->id || row->seat < 0 || row->seat >= row->seats || walk->due == 0) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, row->id);
    }
    walk->seat[row->seat].rank = row->rank;
    walk->seat[row->seat].theta = strength_of(walk, row->person);
    walk->unranked = walk->unranked || row->rank == 0;
    walk->due--;
    return walk->due > 0 ? ERR_OK : end_game(walk, error);
}

/* ---- the fits ---- */

static enum err fit_shelves(struct walk *walk, const struct selection *selection, struct worth_answer *out,
                            struct error *error)
{
    const struct shelves *all = walk->all;
    struct service *service = all->service;
    for (size_t i = 0; i < walk->shelves; i++) {
        walk->worth[i] = worth_new(service->options.allocator, all->game->cards_count, WORTHS_SEATS);
        if (!walk->worth[i]) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    enum err err = store_placings(service->store, &selection->rows, take_row, walk, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < walk->shelves; i++) {
        struct worth_shelf *shelf = &out->shelf[out->count++];
        *shelf = (struct worth_shelf){.catalogued = all->shelf[i].catalogued};
        memcpy(shelf->hash, all->shelf[i].hash, SHA256_SIZE);
        err = worth_fit(walk->worth[i], store_deadline_now(service->store), shelf->value, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err fit_now(const struct shelves *all, const struct selection *selection, int64_t log_size,
                        struct worth_answer *out, struct error *error)
{
    const struct allocator *allocator = all->service->options.allocator;
    struct walk *walk = mem_new(allocator, 1, sizeof(*walk));
    if (!walk) {
        return error_raise(error, &MSG_MEMORY);
    }
    walk->all = all;
    walk->shelves = all->count < WORTHS_SHELVES ? all->count : WORTHS_SHELVES;
    out->count = 0;
    enum err err = fits_get(all->service, selection->rows.game, log_size, &walk->ratings, error);
    if (err == ERR_OK) {
        err = fit_shelves(walk, selection, out, error);
    }
    for (size_t i = 0; i < walk->shelves; i++) {
        worth_free(walk->worth[i]);
    }
    mem_free(allocator, walk);
    return err;
}

/* ---- what is kept ---- */

/* All that a fit depends on, as text; false: too long to be kept. */
static bool spell_key(const struct shelves *all, const struct selection *selection,
                      const struct store_finished *finished, int64_t people, char key[WORTHS_KEY])
{
    const struct store_result_filter *rows = &selection->rows;
    const int64_t numbers[] = {finished->games, finished->last, finished->merges, people,
                               rows->seats,     rows->since,    rows->until,      rows->place};
    const struct span words[] = {rows->game, rows->variant, rows->level, all->wanted};
    struct strbuf out;
    strbuf_wrap(&out, key, WORTHS_KEY);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        strbuf_int(&out, numbers[i]);
        strbuf_add_char(&out, ' ');
    }
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        strbuf_add_span(&out, words[i]);
        strbuf_add_char(&out, '\n');
    }
    return strbuf_ok(&out);
}

static enum err find_or_fit(const struct shelves *all, const struct selection *selection, const char *key,
                            int64_t log_size, struct worth_answer *out, struct error *error)
{
    struct worths *worths = all->service->options.worths;
    const struct deadline *deadline = store_deadline_now(all->service->store);
    struct kept_worth *mine = NULL;
    bool found = false;
    enum err err = worths_take(worths, key, deadline, out->shelf, &out->count, &found, &mine, error);
    if (err != ERR_OK || found) {
        return err;
    }
    err = fit_now(all, selection, log_size, out, error);
    if (err != ERR_OK) {
        worths_drop(worths, mine);
        return err;
    }
    worths_put(worths, mine, out->shelf, out->count);
    return ERR_OK;
}

enum err worth_answer_fill(const struct shelves *all, const struct selection *selection, int64_t log_size,
                           struct worth_answer *out, struct error *error)
{
    struct service *service = all->service;
    struct store_finished finished;
    struct versions versions;
    char key[WORTHS_KEY];
    int64_t seats = 0;
    for (size_t i = 0; i < all->count; i++) {
        seats += all->shelf[i].seats;
    }
    out->count = 0;
    if (selection->impossible || selection->player != 0 || seats > WORTHS_SEATS) {
        return ERR_OK;
    }
    /* What a writer sees inside its group may never be committed: nobody else is to see it. */
    if (!service->options.worths || service->writes) {
        return fit_now(all, selection, log_size, out, error);
    }
    enum err err = service_versions(service, &versions, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_finished(service->store, selection->rows.game, &finished, error);
    if (err != ERR_OK) {
        return err;
    }
    return versions.log == log_size && spell_key(all, selection, &finished, versions.people, key)
               ? find_or_fit(all, selection, key, log_size, out, error)
               : fit_now(all, selection, log_size, out, error);
}

struct figure worth_answer_find(const struct worth_answer *answer, const struct shelf *shelf, unsigned card)
{
    for (size_t i = 0; i < answer->count; i++) {
        const struct worth_shelf *other = &answer->shelf[i];
        if (other->catalogued == shelf->catalogued && memcmp(other->hash, shelf->hash, SHA256_SIZE) == 0) {
            const struct worth_value *value = &other->value[card];
            return (struct figure){value->known, value->known, value->value, value->lo, value->hi};
        }
    }
    return (struct figure){.known = false};
}
