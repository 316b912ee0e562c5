/*
 * The memory of imports: what an export says of a finished game now must be
 * known, or an import would double it. What it said under former names cannot
 * be told from the log any more: such rows are only looked at for their game.
 */
#include "service/audit_internal.h"

#include "base/banned.h"

static void report(struct audit *audit, int64_t game, const char *field, const struct error *cause)
{
    struct audit_finding finding = {
        .subject = "imports", .game = game, .ply = -1, .seat = -1, .field = field, .cause = cause};
    audit_report(audit, &finding);
}

enum err audit_seen_key(struct audit *audit, struct store *store, struct error *error)
{
    struct error cause;
    if (audit->audit->results_only || audit->size == 0) {
        return ERR_OK;
    }
    enum err err = known_key(store, audit->seen_key, &cause);
    if (audit_fails(err)) {
        *error = cause;
        return err;
    }
    audit->has_seen_key = err == ERR_OK;
    if (err != ERR_OK) {
        report(audit, 0, NULL, &cause);
    }
    return ERR_OK;
}

enum err audit_seen(struct auditor *auditor, const struct record *record, struct error *error)
{
    struct audit *audit = auditor->audit;
    uint8_t hash[KEYED_HASH_SIZE];
    bool found = true;
    if (!audit->has_seen_key || !game_status_is(auditor->derived.game.status, GAME_FINISHED)) {
        return ERR_OK;
    }
    memcpy(auditor->known.key, audit->seen_key, sizeof(audit->seen_key));
    enum err err = known_find(&auditor->known, &auditor->story, record, &auditor->replay, hash, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!found) {
        report(audit, auditor->game, "unknown", NULL);
    }
    return ERR_OK;
}

static enum err see_stray(void *context, const uint8_t hash[STORE_SEEN_SIZE], int64_t game, struct error *error)
{
    (void)hash;
    (void)error;
    report(context, game, "surplus", NULL);
    return ERR_OK;
}

enum err audit_seen_strays(struct audit *audit, struct store *store, struct error *error)
{
    return audit->audit->results_only ? ERR_OK : store_seen_strays(store, see_stray, audit, error);
}
