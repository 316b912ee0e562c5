/*
 * The audit of one game: its entries are hashed again, its record replayed,
 * and what the derived rows say compared with what they should say. The whole
 * database, the tree and the facts of cards are service_audit's business.
 */
#include "base/log_entry.h"
#include "service/internal.h"
#include "service/reading.h"

#include "base/banned.h"

struct game_audit {
    struct service *service;
    int64_t game;
    audit_finding_fn *fn;
    void *context;
};

static void report(const struct game_audit *audit, const char *subject, int seat, const char *field, struct span stored,
                   struct span computed)
{
    struct audit_finding finding = {.subject = subject,
                                    .seq = audit->service->derived.game.last,
                                    .game = audit->game,
                                    .ply = -1,
                                    .seat = seat,
                                    .field = field,
                                    .stored = stored,
                                    .computed = computed};
    audit->fn(audit->context, &finding);
}

static void compare_text(const struct game_audit *audit, const char *field, struct span stored, struct span computed)
{
    if (!span_equal(stored, computed)) {
        report(audit, "game", -1, field, stored, computed);
    }
}

static void compare_int(const struct game_audit *audit, const char *subject, int seat, const char *field,
                        int64_t stored, int64_t computed)
{
    char memory[2][24];
    struct strbuf text[2];
    const int64_t values[] = {stored, computed};
    if (stored == computed) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        strbuf_wrap(&text[i], memory[i], sizeof(memory[i]));
        strbuf_int(&text[i], values[i]);
    }
    report(audit, subject, seat, field, strbuf_span(&text[0]), strbuf_span(&text[1]));
}

static enum err check_entry(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    const struct game_audit *audit = context;
    struct merkle_hash leaf;
    struct error cause;
    memcpy(leaf.byte, entry->leaf, sizeof(leaf.byte));
    if (log_entry_check(entry->seq, entry->at, entry->author, entry->kind, entry->game, entry->body, &leaf, &cause) !=
        ERR_OK) {
        struct audit_finding finding = {
            .subject = "entry", .seq = entry->seq, .game = audit->game, .ply = -1, .seat = -1, .cause = &cause};
        audit->fn(audit->context, &finding);
    }
    return ERR_OK;
}

static enum err compare_game(void *context, const struct store_game *stored, struct error *error)
{
    (void)error;
    const struct game_audit *audit = context;
    const struct store_game *computed = &audit->service->derived.game;
    compare_text(audit, "game", stored->game, computed->game);
    compare_text(audit, "variant", stored->variant, computed->variant);
    compare_text(audit, "level", stored->level, computed->level);
    compare_text(audit, "status", stored->status, computed->status);
    compare_int(audit, "game", -1, "rules", stored->rules, computed->rules);
    compare_int(audit, "game", -1, "source", stored->source, computed->source);
    compare_int(audit, "game", -1, "last", stored->last, computed->last);
    compare_int(audit, "game", -1, "plies", stored->plies, computed->plies);
    if (!span_equal(stored->digest, computed->digest)) {
        report(audit, "game", -1, "digest", (struct span){NULL, 0}, (struct span){NULL, 0});
    }
    return ERR_OK;
}

static enum err compare_seat(void *context, const struct store_seat *stored, struct error *error)
{
    (void)error;
    const struct game_audit *audit = context;
    int seat = (int)stored->seat;
    if (seat < 0 || seat >= GAME_PLAYERS || seat >= audit->service->derived.game.seats) {
        report(audit, "seat", seat, "surplus", (struct span){NULL, 0}, (struct span){NULL, 0});
        return ERR_OK;
    }
    const struct store_seat *computed = &audit->service->derived.seats[seat];
    compare_int(audit, "seat", seat, "person", stored->person, computed->person);
    compare_int(audit, "seat", seat, "finished", stored->has_result, computed->has_result);
    if (stored->has_result && computed->has_result) {
        compare_int(audit, "seat", seat, "total", stored->total, computed->total);
        compare_int(audit, "seat", seat, "rank", stored->rank, computed->rank);
    }
    return ERR_OK;
}

/* The rows as they should be, into service->derived. */
static enum err derive_again(struct service *service, int64_t game, struct story *story, struct error *error)
{
    struct record record;
    struct seating seating;
    enum err err = story_load(service->store, game, story, error);
    if (err != ERR_OK) {
        return err;
    }
    err = story_play(story, &service->finder.source, &service->reader, &service->replay, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = seating_of(service->store, &record, &seating, error);
    if (err != ERR_OK) {
        return err;
    }
    return derive(story, &record, &service->replay, &seating, false, &service->derived, error);
}

static enum err compare(struct game_audit *audit, struct story *story, struct error *error)
{
    struct service *service = audit->service;
    enum err err = derive_again(service, audit->game, story, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_entries_of(service->store, audit->game, check_entry, audit, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_game(service->store, audit->game, compare_game, audit, error);
    if (err != ERR_OK) {
        return err;
    }
    return store_seats(service->store, audit->game, compare_seat, audit, error);
}

enum err service_game_audit(struct service *service, int64_t game, audit_finding_fn *fn, void *context,
                            struct error *error)
{
    struct game_audit audit = {service, game, fn, context};
    struct story story;
    story_init(&story, service->options.allocator);
    enum err err = compare(&audit, &story, error);
    story_release(&story);
    return err;
}
