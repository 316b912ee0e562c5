/*
 * Records that are known. An import leaves the hash of what was imported. But
 * what an export says of a game may differ from that: somebody was renamed,
 * merged or erased, is spelled otherwise here, or the game was played or
 * corrected here. So wherever that happens, the hash of what an export says
 * now is left as well, and importing an export where it came from changes
 * nothing.
 *
 * A game that goes on says something else after every move: leaving a hash
 * each time would cost more than the move. It leaves one when somebody's name
 * is about to change, and else is found among the games of those who sit at
 * it, by the lines it begins with.
 */
#include "service/internal.h"

#include "base/banned.h"

/* A game that cannot be written down is the audit's business, and no reason to keep a name. */
static bool is_passed_over(enum err err)
{
    return err != ERR_OK && err != ERR_IO && err != ERR_BUSY && err != ERR_MEMORY;
}

enum err remember_game(struct service *service, int64_t game, struct error *error)
{
    uint8_t hash[KEYED_HASH_SIZE];
    int64_t known = 0;
    strbuf_clear(&service->text);
    enum err err = service_record(service, game, false, &service->text, error);
    if (err != ERR_OK) {
        return is_passed_over(err) ? ERR_OK : err;
    }
    keyed_hash(service->seen_key, strbuf_span(&service->text), hash);
    err = store_seen_find(service->store, hash, &known, error);
    return err == ERR_NOT_FOUND ? store_seen_add(service->store, hash, game, error) : err;
}

static enum err remember_row(void *context, const struct store_game *game, struct error *error)
{
    return remember_game(context, game->id, error);
}

enum err remember_live(struct service *service, int64_t person, struct error *error)
{
    struct store_game_filter filter = {
        .status = game_status_id(GAME_LIVE), .person = person, .since = INT64_MIN, .until = INT64_MAX};
    first_write(service);
    return store_games(service->store, &filter, remember_row, service, error);
}

enum err remember_person(struct service *service, int64_t person, struct error *error)
{
    struct store_game_filter filter = {.person = person, .since = INT64_MIN, .until = INT64_MAX};
    return store_games(service->store, &filter, remember_row, service, error);
}

/* ---- games that go on ---- */

enum {
    LOOK_BACK = 200,    /* of somebody's games, the newest, are looked at */
    DIFFERENT_PLIES = 8 /* nobody plays the same so far twice */
};

struct looking {
    struct service *service;
    const struct seating *seating;
    struct span text;
    struct span id; /* the record's own; empty: none */
    int64_t plies;
    int64_t found; /* 0: none yet */
};

/* The next line that is not empty; false at the end. */
static bool next_line(struct span *rest, struct span *line)
{
    while (rest->len > 0) {
        *line = span_cut(rest, '\n');
        if (line->len > 0) {
            return true;
        }
    }
    return false;
}

/* True when `text` begins with the lines of `start`, whoever the seats are; `*whole`: and has no others. */
static bool begins_with(struct span text, struct span start, bool *whole)
{
    struct span line;
    struct span wanted;
    while (next_line(&start, &wanted)) {
        bool more = next_line(&text, &line);
        bool seats = more && span_starts(line, "seat ") && span_starts(wanted, "seat ");
        if (!more || (!seats && !span_equal(line, wanted))) {
            return false;
        }
    }
    *whole = !next_line(&text, &line);
    return true;
}

/*
 * The same beginning is the same game when it is long, when both say the
 * minute in which it began, or when the one here is still being played: who
 * sits at it has not begun another like it.
 */
static bool is_telling(const struct looking *looking, const struct store_game *game)
{
    struct span rest = looking->text;
    struct span line = {NULL, 0};
    bool timed = false;
    while (!timed && next_line(&rest, &line)) {
        timed = span_starts(line, "played ") && memchr(line.ptr, 'T', line.len);
    }
    bool live = game_status_is(game->status, GAME_LIVE);
    return timed || looking->plies >= DIFFERENT_PLIES || (live && looking->plies > 0);
}

/* A handle in the log is that of before a merge: people are compared as they are now. */
static enum err compare_seat(void *context, const struct store_seat *seat, struct error *error)
{
    (void)error;
    struct seating *left = context; /* becomes empty when somebody else sits there */
    bool same = seat->seat >= 0 && seat->seat < left->count && left->person[seat->seat] == seat->person;
    left->count = same ? left->count : 0;
    return ERR_OK;
}

struct identity {
    struct span wanted;
    bool there; /* it has an id */
    bool same;
};

static enum err compare_id(void *context, struct span keyword, struct span text, struct error *error)
{
    (void)error;
    struct identity *identity = context;
    if (span_is(keyword, "id")) {
        identity->there = true;
        identity->same = span_equal(text, identity->wanted);
    }
    return ERR_OK;
}

/*
 * Records with different ids are different games. One whose id was erased
 * with a name is known by its moves, if there are enough of them.
 */
static enum err check_id(const struct looking *looking, int64_t entry, bool *same, struct error *error)
{
    struct identity identity = {.wanted = looking->id};
    enum err err = store_asides(looking->service->store, entry, compare_id, &identity, error);
    bool enough = looking->id.len == 0 || looking->plies >= DIFFERENT_PLIES;
    *same = err == ERR_OK && (identity.there ? identity.same : enough);
    return err;
}

static enum err look_at(void *context, const struct store_game *game, struct error *error)
{
    struct looking *looking = context;
    struct story story;
    struct seating seating = *looking->seating;
    bool whole = false;
    bool same = false;
    if (looking->found != 0 || game->plies < looking->plies || game->seats != seating.count) {
        return ERR_OK;
    }
    enum err err = store_seats(looking->service->store, game->id, compare_seat, &seating, error);
    if (err != ERR_OK || seating.count == 0) {
        return err;
    }
    story_init(&story, looking->service->options.allocator);
    err = story_load(looking->service->store, game->id, &story, error);
    if (err == ERR_OK && begins_with(strbuf_span(&story.text), looking->text, &whole) &&
        (whole || is_telling(looking, game))) {
        err = check_id(looking, story.source, &same, error);
        looking->found = same ? game->id : 0;
    }
    story_release(&story);
    return is_passed_over(err) ? ERR_OK : err;
}

enum err find_unfinished(struct service *service, const struct seating *seating, struct span game, struct span id,
                         int64_t plies, struct span text, int64_t *found, struct error *error)
{
    struct looking looking = {service, seating, text, id, plies, 0};
    struct store_game_filter filter = {.game = game,
                                       .person = seating->person[0],
                                       .since = INT64_MIN,
                                       .until = INT64_MAX,
                                       .newest_first = true,
                                       .limit = LOOK_BACK};
    enum err err = store_games(service->store, &filter, look_at, &looking, error);
    *found = looking.found;
    return err;
}
