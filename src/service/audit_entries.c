/* What a worker does with a run of entries: hash them, sum them up in tiles, replay the games that they open. */
#include "base/log_entry.h"
#include "record/messages.h"
#include "service/audit_internal.h"
#include "service/messages.h"

#include "base/banned.h"

/* ---- a game ---- */

/* Nobody corrects a card in the log: where the digest of an entry differs, the entry was changed. */
static const struct message MSG_DIGEST = {ERR_MISMATCH, "record.digest-differs", "the digest differs, computed %1",
                                          "l'empreinte diffère, calculée %1"};

/* A claim that differs is a note; everything else that verify says of a logged game is a finding. */
static void report_problem(void *context, const struct problem *problem)
{
    struct auditor *auditor = context;
    if (audit_fails(problem->error.message->code)) {
        return; /* nothing was found out: the audit ends */
    }
    bool contested = problem->error.message->code == ERR_MISMATCH && problem->seat >= 0;
    struct error cause = problem->error;
    const struct message *message = cause.message;
    if (message == &RECORD_MSG_OUTDATED || message == &RECORD_MSG_DIGEST_DIFFERS) {
        const char *digest = problem->error.arg[message == &RECORD_MSG_OUTDATED ? 1 : 0];
        (void)!error_raise_span(&cause, &MSG_DIGEST, span_from(digest));
    }
    struct audit_finding finding = {
        .subject = contested ? "claim" : "game",
        .note = contested,
        .seq = auditor->story.source,
        .game = auditor->game,
        .ply = problem->ply,
        .seat = problem->seat,
        .cause = &cause,
    };
    char field[64];
    struct strbuf name;
    strbuf_wrap(&name, field, sizeof(field));
    strbuf_add_span(&name, problem->move);
    if (contested) {
        finding.field = field;
        finding.stored = span_from(problem->error.arg[0]);
        finding.computed = span_from(problem->error.arg[1]);
    }
    audit_report(auditor->audit, &finding);
}

/* A failure that is about this game becomes a finding; one of the database ends the audit. */
static enum err settle(struct auditor *auditor, enum err err, struct error *error)
{
    if (err == ERR_OK || audit_fails(err)) {
        return err;
    }
    struct audit_finding finding = {
        .subject = "game", .seq = auditor->story.last, .game = auditor->game, .ply = -1, .seat = -1, .cause = error};
    audit_report(auditor->audit, &finding);
    return ERR_OK;
}

static enum err continue_story(void *context, const struct store_entry *entry, struct error *error)
{
    struct auditor *auditor = context;
    auditor->met.entries++;
    return story_add(&auditor->story, entry, error);
}

/* The game that `entry` opens, as this and its later entries tell it. */
static enum err read_story(struct auditor *auditor, const struct store_entry *entry, struct error *error)
{
    auditor->story.last = entry->seq;
    auditor->met.entries++;
    enum err err = story_add(&auditor->story, entry, error);
    return err == ERR_OK ? store_entries_after(auditor->store, entry->game, entry->seq, continue_story, auditor, error)
                         : err;
}

/* The rows of the game, derived again from its replay, against those that are stored. */
static enum err audit_rows(struct auditor *auditor, const struct record *record, struct error *error)
{
    struct audit *audit = auditor->audit;
    struct derived *derived = &auditor->derived;
    struct seating seating;
    enum err err = people_map_seat(&audit->people, record, &seating, error);
    if (err != ERR_OK) {
        return err;
    }
    err = derive(&auditor->story, record, &auditor->replay, &seating, !audit->audit->results_only, derived, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct setup *setup = &auditor->replay.setup;
    if (game_status_is(derived->game.status, GAME_FINISHED)) {
        auditor->basis[setup->game->levels[setup->level].basis]++;
    }
    err = tally_game(&auditor->tally, &derived->game, derived->seats, strbuf_span(&derived->facts), 1, error);
    if (err != ERR_OK) {
        return err;
    }
    auditor->tallied++;
    err = audit_pour(auditor, false, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_compare(auditor, error);
    if (err != ERR_OK) {
        return err;
    }
    return audit_seen(auditor, record, error);
}

static enum err audit_story(struct auditor *auditor, const struct store_entry *entry, struct error *error)
{
    const struct allocator *allocator = auditor->audit->options->allocator;
    struct record record;
    enum err err = read_story(auditor, entry, error);
    if (err != ERR_OK) {
        return err;
    }
    err = record_read_one(&auditor->reader, strbuf_span(&auditor->story.text), allocator, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = record_verify(&record, &auditor->finder.source, &auditor->replay, report_problem, auditor, error);
    if (err != ERR_OK && err != ERR_MISMATCH) {
        return audit_fails(err) ? err : ERR_OK; /* reported by report_problem; there is nothing to compare with */
    }
    auditor->plies += (int64_t)auditor->replay.plies;
    return audit_rows(auditor, &record, error);
}

static enum err audit_game(struct auditor *auditor, const struct store_entry *entry, struct error *error)
{
    auditor->game = entry->game;
    auditor->games++;
    return settle(auditor, audit_story(auditor, entry, error), error);
}

/* ---- entries ---- */

/* The leaf joins its tile; a tile from which one is missing is never complete. */
static void add_to_tile(struct auditor *auditor, const struct store_entry *entry)
{
    uint64_t position = (uint64_t)(entry->seq - 1) % AUDIT_TILE;
    if (position == 0) {
        merkle_init(&auditor->tile);
    }
    if (auditor->tile.size != position) {
        return;
    }
    struct merkle_hash leaf;
    memcpy(leaf.byte, entry->leaf, SHA256_SIZE);
    merkle_append(&auditor->tile, &leaf);
    if (auditor->tile.size == AUDIT_TILE) {
        struct audit_tile *tile = &auditor->audit->tiles[(entry->seq - 1) / AUDIT_TILE];
        merkle_root(&auditor->tile, &tile->root);
        tile->complete = true;
    }
}

/* The entry is what was hashed. */
static void check_leaf(struct auditor *auditor, const struct store_entry *entry)
{
    struct merkle_hash leaf;
    struct error cause;
    memcpy(leaf.byte, entry->leaf, SHA256_SIZE);
    enum err err =
        log_entry_check(entry->seq, entry->at, entry->author, entry->kind, entry->game, entry->body, &leaf, &cause);
    if (err != ERR_OK) {
        audit_report_entry(auditor->audit, entry->seq, err == ERR_MISMATCH ? "leaf" : NULL, &cause);
    }
}

/* A clock that went back: entries are in order all the same, and what they say of the time is what it said. */
static void check_time(struct auditor *auditor, const struct store_entry *entry)
{
    if (auditor->at > entry->at) {
        char memory[2][24];
        struct strbuf text[2];
        for (int i = 0; i < 2; i++) {
            strbuf_wrap(&text[i], memory[i], sizeof(memory[i]));
            strbuf_int(&text[i], i == 0 ? entry->at : auditor->at);
        }
        struct audit_finding finding = {.subject = "clock",
                                        .note = true,
                                        .seq = entry->seq,
                                        .ply = -1,
                                        .seat = -1,
                                        .field = "at",
                                        .stored = strbuf_span(&text[0]),
                                        .computed = strbuf_span(&text[1])};
        audit_report(auditor->audit, &finding);
    }
    auditor->at = entry->at;
}

static enum err take_time(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    *(int64_t *)context = entry->at;
    return ERR_OK;
}

static enum err audit_entry(void *context, const struct store_entry *entry, struct error *error)
{
    struct auditor *auditor = context;
    for (; auditor->expected < entry->seq; auditor->expected++) {
        audit_report_entry(auditor->audit, auditor->expected, "missing", NULL);
    }
    auditor->expected = entry->seq + 1;
    check_leaf(auditor, entry);
    check_time(auditor, entry);
    add_to_tile(auditor, entry);
    return entry->seq == entry->game ? audit_game(auditor, entry, error) : ERR_OK;
}

enum err audit_entries(struct auditor *auditor, int64_t first, int64_t last, struct error *error)
{
    merkle_init(&auditor->tile);
    auditor->expected = first;
    auditor->at = 0;
    if (first > 1) {
        struct error ignored; /* one that cannot be read is reported by its own worker */
        (void)!store_entries(auditor->store, first - 1, first - 1, take_time, &auditor->at, &ignored);
    }
    while (auditor->expected <= last) {
        enum err err = store_entries(auditor->store, auditor->expected, last, audit_entry, auditor, error);
        if (audit_fails(err)) {
            return err;
        }
        if (err != ERR_OK) {
            /* A row that cannot be read: report it, and go on behind it. */
            audit_report_entry(auditor->audit, auditor->expected++, "damaged", error);
            continue;
        }
        for (; auditor->expected <= last; auditor->expected++) {
            audit_report_entry(auditor->audit, auditor->expected, "missing", NULL);
        }
    }
    return ERR_OK;
}

static enum err audit_own_entry(void *context, const struct store_entry *entry, struct error *error)
{
    struct auditor *auditor = context;
    auditor->audit->summary->entries++;
    check_leaf(auditor, entry);
    return entry->seq == entry->game ? audit_game(auditor, entry, error) : ERR_OK;
}

enum err audit_one_game(struct auditor *auditor, struct error *error)
{
    struct audit *audit = auditor->audit;
    enum err err = store_entries_of(auditor->store, audit->audit->game, audit_own_entry, auditor, error);
    audit->summary->games = auditor->games;
    memcpy(audit->summary->basis, auditor->basis, sizeof(auditor->basis));
    audit->summary->plies = auditor->plies;
    if (err != ERR_OK) {
        return err;
    }
    return auditor->games > 0 ? ERR_OK : error_raise_int(error, &SERVICE_MSG_NO_GAME, audit->audit->game);
}
