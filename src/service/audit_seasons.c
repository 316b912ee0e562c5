/* Seasons: their entries are read again, in the order of the log, into the shadow, and what stands is held against it. */
#include "service/audit_internal.h"
#include "service/kinds.h"
#include "service/messages.h"
#include "service/season_text.h"

#include "base/banned.h"

struct seasons {
    struct audit *audit;
    bool bad; /* an entry said nothing: what the table should be is not known */
};

/* Everybody on the board of a closed season is known. */
static enum err check_people(const struct people_map *people, const struct store_entry *entry, struct error *error)
{
    struct season_entry said;
    struct season_written line;
    if (!season_read(entry->body, &said)) {
        return error_raise_int(error, &SERVICE_MSG_ENTRY, entry->seq);
    }
    for (struct span rest = said.lines; season_read_line(&rest, &line);) {
        if (!people_map_find(people, line.handle)) {
            return error_raise_span(error, &SERVICE_MSG_HANDLE, line.handle);
        }
    }
    return ERR_OK;
}

static enum err read_entry(void *context, const struct store_entry *entry, struct error *error)
{
    struct seasons *seasons = context;
    struct audit *audit = seasons->audit;
    if (!entry_kind_concerns(entry->kind, ABOUT_SEASONS)) {
        return ERR_OK;
    }
    audit->met.entries++;
    enum err err = check_people(&audit->people, entry, error);
    err = err == ERR_OK ? season_enter(audit->shadow, entry, error) : err;
    if (err == ERR_OK || audit_fails(err)) {
        return err;
    }
    seasons->bad = true;
    audit_report_entry(audit, entry->seq, "body", error);
    return ERR_OK;
}

/* `d_season 12 name`: stored, computed. */
static enum err report(void *context, struct span table, struct span key, struct span column, struct span stored,
                       struct span computed, struct error *error)
{
    (void)error;
    char memory[128];
    struct strbuf field;
    strbuf_wrap(&field, memory, sizeof(memory));
    strbuf_add_span(&field, table);
    strbuf_add_char(&field, ' ');
    strbuf_add_span(&field, key);
    if (!span_is(column, "*")) {
        strbuf_add_char(&field, ' ');
        strbuf_add_span(&field, column);
    }
    struct audit_finding finding = {.subject = "season",
                                    .ply = -1,
                                    .seat = -1,
                                    .field = strbuf_text(&field),
                                    .stored = stored,
                                    .computed = computed};
    audit_report(context, &finding);
    return ERR_OK;
}

enum err audit_seasons(struct audit *audit, struct store *store, struct error *error)
{
    struct seasons seasons = {.audit = audit};
    enum err err = store_entries_of(store, 0, read_entry, &seasons, error);
    if (err == ERR_CORRUPT) {
        return ERR_OK; /* a row that cannot be read: the worker that has it says so */
    }
    if (err != ERR_OK || seasons.bad) {
        return err;
    }
    struct store_comparison comparison = {.parts = STORE_SEASONS, .fn = report, .context = audit};
    err = store_shadow_compare(audit->shadow, &comparison, error);
    store_comparison_end(audit->shadow, &comparison);
    return err;
}
