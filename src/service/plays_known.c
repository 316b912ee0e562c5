/*
 * Plays that are here already. What both sides said when they last agreed is
 * kept as a hash of the play and the number of the game's last entry: so it is
 * known which side has changed since. What changed there corrects ours; what
 * changed on both sides, or is written down here more closely than another
 * program can, is told of and left alone.
 */
#include "base/fnv.h"
#include "record/write.h"
#include "service/messages.h"
#include "service/own_ids.h"
#include "service/plays_internal.h"
#include "store/foreign.h"

#include "base/banned.h"

enum { PLAY_MEMORY = 1 << 20 };

static const char *const CHANGED[PLAY_SOURCES] = {
    [PLAYS_BGSTATS] = "changed in BG Stats", [PLAYS_BGG] = "changed at BoardGameGeek", [PLAYS_CSV] = "changed there"};
static const char *const DELETED[PLAY_SOURCES] = {
    [PLAYS_BGSTATS] = "deleted in BG Stats", [PLAYS_BGG] = "deleted at BoardGameGeek", [PLAYS_CSV] = "deleted there"};

static enum err take_row(void *context, const struct store_foreign *row, struct error *error)
{
    (void)error;
    struct play_known *known = context;
    known->has_row = span_int(row->ours, 1, SPAN_INT_MAX, &known->game);
    known->has_state = row->has_state;
    memcpy(known->state, row->state, sizeof(known->state));
    known->entry = row->entry;
    known->changed = row->changed;
    return ERR_OK;
}

/* A table has ids of its own, which say nothing here, or those with which we wrote it: BG Stats' and ours. */
static bool is_unknown_id(const struct plays_import *import)
{
    uint8_t bytes[UUID_BYTES];
    struct span id = import->play.id;
    return id.len == 0 || (import->reader->source == PLAYS_CSV && !uuid_read(id, bytes));
}

enum err plays_known(struct plays_import *import, struct play_known *out, struct error *error)
{
    const struct play *play = &import->play;
    struct game_state state;
    bool table = import->reader->source == PLAYS_CSV;
    *out = (struct play_known){.table = table};
    if (is_unknown_id(import)) {
        return ERR_OK;
    }
    enum play_source source = table ? PLAYS_BGSTATS : import->reader->source;
    enum err err = store_foreign_find(import->service->store, span_from(play_sources[source]),
                                      span_from(play_kinds[PLAYS_PLAY]), play->id, take_row, out, error);
    if (err != ERR_OK || out->has_row) {
        return err;
    }
    if (!own_id_game_read(import->service->seen_key, play->id, &out->game)) {
        return ERR_OK;
    }
    err = game_state(import->service, out->game, &state, error);
    out->game = err == ERR_OK ? out->game : 0; /* of a log that was restored from an older backup */
    return err == ERR_NOT_FOUND ? ERR_OK : err;
}

enum err plays_agree(struct plays_import *import, int64_t game, int64_t entry, struct error *error)
{
    char memory[24];
    struct strbuf number;
    if (import->reader->source == PLAYS_CSV || import->play.id.len == 0) {
        return ERR_OK;
    }
    strbuf_wrap(&number, memory, sizeof(memory));
    strbuf_int(&number, game);
    struct store_foreign row = {.source = span_from(play_sources[import->reader->source]),
                                .kind = span_from(play_kinds[PLAYS_PLAY]),
                                .id = import->play.id,
                                .ours = strbuf_span(&number),
                                .has_state = true,
                                .entry = entry,
                                .changed = import->play.modified};
    const uint8_t *state = NULL;
    enum err err = plays_state(import, &state, error);
    if (err != ERR_OK) {
        return err;
    }
    memcpy(row.state, state, sizeof(row.state));
    return store_foreign_put(import->service->store, &row, error);
}

enum err plays_state(struct plays_import *import, const uint8_t **out, struct error *error)
{
    *out = import->state;
    if (import->has_state) {
        return ERR_OK;
    }
    enum err err = play_state(import->service->seen_key, &import->play, &import->scratch, import->state, error);
    import->has_state = err == ERR_OK;
    return err;
}

/* ---- several files in one dry run ---- */

/* Hashes of the play's id, and of that with what it says. */
static enum err hash_play(struct plays_import *import, uint64_t *id, uint64_t *whole, struct error *error)
{
    const uint8_t *state = NULL;
    enum err err = plays_state(import, &state, error);
    if (err != ERR_OK) {
        return err;
    }
    *id = fnv_add(fnv_add(FNV_START, span_from(play_sources[import->reader->source])), import->play.id);
    *whole = fnv_add(*id, span_of((const char *)state, KEYED_HASH_SIZE));
    return ERR_OK;
}

/* A play without an id is known by its record, as it is in an import. */
static bool is_rehearsed(const struct plays_import *import)
{
    return import->options.dry_run && import->listener.would && import->reader->source != PLAYS_CSV &&
           import->play.id.len > 0;
}

enum err plays_came_before(struct plays_import *import, bool *before, struct error *error)
{
    uint64_t id = 0;
    uint64_t whole = 0;
    *before = false;
    enum err err = is_rehearsed(import) ? hash_play(import, &id, &whole, error) : ERR_OK;
    if (err != ERR_OK || id == 0 || !hash_set_has(import->would, id)) {
        return err;
    }
    *before = true;
    import->now.known++;
    import->now.corrected += !hash_set_has(import->would, whole);
    return plays_rehearsed(import, error);
}

enum err plays_rehearsed(struct plays_import *import, struct error *error)
{
    uint64_t id = 0;
    uint64_t whole = 0;
    bool fresh = false;
    enum err err = is_rehearsed(import) ? hash_play(import, &id, &whole, error) : ERR_OK;
    if (err != ERR_OK || id == 0) {
        return err;
    }
    return hash_set_add(import->would, id, &fresh) && hash_set_add(import->would, whole, &fresh)
               ? ERR_OK
               : error_raise(error, &MSG_MEMORY);
}

/* ---- is it the same ---- */

/* Whether what we would send out now is this play; `*entered`, when our game was last changed, as that would say it. */
static enum err is_as_sent(struct plays_import *import, int64_t game, const uint8_t state[KEYED_HASH_SIZE], bool *same,
                           int64_t *entered, struct error *error)
{
    uint8_t ours[KEYED_HASH_SIZE];
    struct arena memory;
    *same = false;
    struct play *sent = mem_new(import->service->options.allocator, 1, sizeof(*sent));
    if (!sent) {
        return error_raise(error, &MSG_MEMORY);
    }
    arena_init(&memory, import->service->options.allocator, PLAY_MEMORY);
    enum err err = service_play(import->service, game, &memory, sent, error);
    if (err == ERR_OK) {
        *entered = sent->entered;
        /* A file says how a title counts, not a play of it, and its plays may differ; and it has no word for quantity. */
        const struct play_title *there = &import->play.title;
        sent->title.together = there->together;
        sent->title.lowest_wins = there->lowest_wins;
        sent->title.no_points = there->no_points;
        sent->quantity = import->play.quantity;
        err = play_state(import->service->seen_key, sent, &import->scratch, ours, error);
        *same = err == ERR_OK && memcmp(ours, state, sizeof(ours)) == 0;
    }
    arena_release(&memory);
    mem_free(import->service->options.allocator, sent);
    return err == ERR_USAGE || err == ERR_CONFLICT ? ERR_OK : err; /* a game that goes on was not sent */
}

/* Whether the record of the play and that of the game are one text. */
static enum err is_same_record(struct plays_import *import, int64_t game, const struct record *record, bool *same,
                               struct error *error)
{
    struct service *service = import->service;
    strbuf_clear(&import->scratch);
    strbuf_clear(&import->other);
    *same = false;
    enum err err = service_record(service, game, false, &import->other, error);
    if (err != ERR_OK) {
        return err;
    }
    err = record_write(record, &service->finder.source, &service->replay, &import->scratch, error);
    *same = err == ERR_OK && strbuf_ok(&import->scratch) && strbuf_ok(&import->other) &&
            span_equal(strbuf_span(&import->scratch), strbuf_span(&import->other));
    return err_is_fatal(err) ? err : ERR_OK; /* a record that cannot be is another one */
}

/* ---- what becomes of it ---- */

/* Somebody put another record in the place of the one that both sides agreed on; void and back again is no change. */
static bool is_changed_here(const struct play_known *known, const struct game_state *ours)
{
    return ours->source > known->entry && !ours->restored;
}

static enum err tell_left(struct plays_import *import, const struct message *message, int64_t game)
{
    struct error warning;
    (void)error_put_int(&warning, message, game);
    plays_warn(import, &warning);
    import->now.known++;
    return ERR_OK;
}

static enum err correct(struct plays_import *import, int64_t game, const struct record *record, struct error *error)
{
    struct receipt receipt;
    import->now.known++;
    import->now.corrected++;
    if (import->options.dry_run) {
        return ERR_OK;
    }
    enum err err =
        correct_imported(import->service, import->author, game, record, span_from(CHANGED[import->reader->source]),
                         &import->mark, plays_tell, import, &receipt, error);
    if (err != ERR_OK) {
        import->now.known--;
        import->now.corrected--;
        return err;
    }
    import->now.number = import->mark.number;
    first_write(import->service);
    err = plays_remember(import, error);
    return err == ERR_OK ? plays_agree(import, game, receipt.seq, error) : err;
}

/* Unless two of its people are one by now. */
static enum err would_revive(struct plays_import *import, int64_t game, struct error *error)
{
    strbuf_clear(&import->other);
    enum err err = game_text(import->service, game, &import->other, error);
    err = err == ERR_OK ? check_sitting(import->service, strbuf_span(&import->other), error) : err;
    import->now.added += err == ERR_OK;
    return err;
}

/*
 * Its import was undone, and it comes again: it counts again, as it is now. What undoing a correction put back is not what
 * both sides agreed on; what somebody corrected here before it was undone stays, and is not agreed on either.
 */
static enum err revive(struct plays_import *import, const struct play_known *known, const struct record *record,
                       struct error *error)
{
    const struct game_state *ours = &known->ours;
    struct receipt receipt;
    bool changed_here = known->has_row && is_changed_here(known, ours);
    if (import->options.dry_run) {
        return would_revive(import, known->game, error);
    }
    enum err err = unvoid_by_import(import->service, import->author, known->game, SPAN_LITERAL("imported again"),
                                    &import->mark, &receipt, error);
    if (err != ERR_OK) {
        return err;
    }
    import->now.added++;
    import->now.number = import->mark.number;
    if (changed_here) {
        return ERR_OK;
    }
    if (!known->same || ours->restored) {
        err = correct_imported(import->service, import->author, known->game, record,
                               span_from(CHANGED[import->reader->source]), &import->mark, plays_tell, import, &receipt,
                               error);
        if (err != ERR_OK && !err_is_fatal(err)) { /* it counts again, as it was */
            struct problem problem = problem_of(error);
            plays_tell(import, &problem);
            return ERR_OK;
        }
        if (err != ERR_OK) {
            return err;
        }
    }
    first_write(import->service);
    return plays_agree(import, known->game, receipt.seq, error);
}

enum err plays_settled(struct plays_import *import, struct play_known *known, bool *settled, struct error *error)
{
    const uint8_t *state = NULL;
    struct game_state *ours = &known->ours;
    bool as_sent = false;
    *settled = true;
    if (known->table) {
        import->now.known++;
        return ERR_OK;
    }
    enum err err = game_state(import->service, known->game, ours, error);
    if (err != ERR_OK) {
        return err;
    }
    err = plays_state(import, &state, error);
    if (err != ERR_OK) {
        return err;
    }
    known->same = known->has_state && memcmp(state, known->state, sizeof(known->state)) == 0;
    bool older = known->changed != 0 && import->play.modified != 0 && import->play.modified < known->changed;
    if (ours->undone == 0 &&
        (known->same || older || ours->status == GAME_VOID)) { /* an older backup has nothing to say */
        import->now.known++;
        return ERR_OK;
    }
    if (ours->status != GAME_VOID) {
        err = is_as_sent(import, known->game, state, &as_sent, &known->entered, error);
        import->now.known += as_sent;
    }
    if (err != ERR_OK || as_sent) {
        return err;
    }
    if (ours->status != GAME_VOID && !ours->stated) {
        return tell_left(import, &SERVICE_MSG_PLAY_JUDGED, known->game);
    }
    *settled = false;
    return ERR_OK;
}

enum err plays_take_known(struct plays_import *import, const struct play_known *known, const struct record *record,
                          struct error *error)
{
    const struct game_state *ours = &known->ours;
    bool same = false;
    if (ours->status == GAME_VOID) {
        return revive(import, known, record, error);
    }
    enum err err = is_same_record(import, known->game, record, &same, error);
    if (err != ERR_OK || same) {
        import->now.known += same;
        return err == ERR_OK && known->has_row && !import->options.dry_run
                   ? plays_agree(import, known->game, ours->last, error)
                   : err;
    }
    bool changed_here = known->has_row ? is_changed_here(known, ours)
                                       : import->play.entered != 0 && import->play.entered != known->entered;
    return changed_here ? tell_left(import, &SERVICE_MSG_PLAY_BOTH, known->game)
                        : correct(import, known->game, record, error);
}

enum err plays_take_deleted(struct plays_import *import, struct error *error)
{
    struct play_known known;
    struct game_state ours;
    struct receipt receipt;
    struct error warning;
    enum err err = plays_known(import, &known, error);
    if (err != ERR_OK || known.game == 0) {
        return err;
    }
    err = game_state(import->service, known.game, &ours, error);
    if (err != ERR_OK || ours.status == GAME_VOID) {
        return err;
    }
    bool changed_here = known.has_row && is_changed_here(&known, &ours);
    if (changed_here || !ours.stated || !import->options.may_void) {
        (void)error_put_int(&warning,
                            changed_here   ? &SERVICE_MSG_PLAY_GONE
                            : !ours.stated ? &SERVICE_MSG_PLAY_GONE_JUDGED
                                           : &SERVICE_MSG_PLAY_GONE_ADMIN,
                            known.game);
        plays_warn(import, &warning);
        return ERR_OK;
    }
    import->now.voided++;
    if (import->options.dry_run) {
        return ERR_OK;
    }
    err = void_by_import(import->service, import->author, known.game, span_from(DELETED[import->reader->source]),
                         &import->mark, &receipt, error);
    import->now.number = import->mark.number;
    return err;
}
