/*
 * The sums that statistics are answered from, against those of the games that
 * the audit has just replayed. Workers gather a few thousand rows each and
 * pour them together: people and pairs into a list in memory, what cards
 * earned and what does not fit there into the shadow of a connection of its
 * own, with which the stored tables are compared in the end.
 */
#include "service/audit_internal.h"

#include "base/banned.h"

enum { TEXT_SIZE = 256, TALLY_ROWS = 4096, CARDS_BYTES = 2 << 20 };

enum err audit_pour(struct auditor *auditor, bool all, struct error *error)
{
    struct audit *audit = auditor->audit;
    const struct tally *tally = &auditor->tally;
    if (!audit->shadow || (!all && tally->count < TALLY_ROWS && tally->bytes < CARDS_BYTES)) {
        return ERR_OK;
    }
    (void)pthread_mutex_lock(&audit->pouring);
    enum err err = sums_absorb(&audit->sums, &auditor->tally, audit->shadow, error);
    err = err == ERR_OK ? tally_flush(&auditor->tally, audit->shadow, error) : err; /* the rest: what cards earned */
    (void)pthread_mutex_unlock(&audit->pouring);
    return err;
}

struct reporting {
    struct audit *audit;
    char last[TEXT_SIZE]; /* the row that was reported last */
};

/* `d_standing 12/foret/standard/4/table/24191 wins`: stored 3, computed 4. Of a row, the first column that differs. */
static enum err report(void *context, struct span table, struct span key, struct span column, struct span stored,
                       struct span computed, struct error *error)
{
    (void)error;
    struct reporting *reporting = context;
    char memory[TEXT_SIZE];
    struct strbuf name;
    strbuf_wrap(&name, memory, sizeof(memory));
    strbuf_add_span(&name, table);
    strbuf_add_char(&name, ' ');
    strbuf_add_span(&name, key);
    if (strcmp(reporting->last, strbuf_text(&name)) == 0) {
        return ERR_OK;
    }
    memcpy(reporting->last, strbuf_text(&name), name.len + 1);
    if (!span_is(column, "*")) {
        strbuf_add_char(&name, ' ');
        strbuf_add_span(&name, column);
    }
    struct audit_finding finding = {.subject = "statistics",
                                    .ply = -1,
                                    .seat = -1,
                                    .field = strbuf_text(&name),
                                    .stored = stored,
                                    .computed = computed};
    audit_report(reporting->audit, &finding);
    return ERR_OK;
}

enum err audit_statistics(struct audit *audit, struct auditor *auditors, unsigned count, struct error *error)
{
    int64_t tallied = 0;
    for (unsigned i = 0; i < count; i++) {
        enum err err = audit_pour(&auditors[i], true, error);
        if (err != ERR_OK) {
            return err;
        }
        tallied += auditors[i].tallied;
    }
    if (tallied != audit->summary->games || audit->met.entries != audit->size) {
        return ERR_OK; /* a game could not be played: that has been reported, and what it adds to is not known */
    }
    enum err err = sums_pour(&audit->sums, audit->shadow, error);
    if (err != ERR_OK) {
        return err;
    }
    struct reporting reporting = {.audit = audit};
    struct store_comparison comparison = {.parts = audit->audit->results_only ? STORE_SUMS : STORE_SUMS | STORE_CARDS,
                                          .fn = report,
                                          .context = &reporting};
    err = store_shadow_compare(audit->shadow, &comparison, error);
    store_comparison_end(audit->shadow, &comparison);
    return err;
}
