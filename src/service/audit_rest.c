/* Merges against the log, and what belongs to nothing: entries of no game, derived rows of no entry. */
#include "service/audit_internal.h"
#include "service/messages.h"

#include "base/banned.h"

/* ---- people ---- */

static enum err hear_bad_merge(void *context, int64_t seq, struct error *error)
{
    (void)error;
    struct error cause;
    (void)!error_raise_int(&cause, &SERVICE_MSG_ENTRY, seq);
    audit_report_entry(context, seq, "body", &cause);
    return ERR_OK;
}

/* `@handle`, or the number of somebody who is not there. */
static void print_person(const struct people_map *people, int64_t id, struct strbuf *out)
{
    const struct people_slot *slot = people_map_by_id(people, id);
    if (slot) {
        strbuf_add_char(out, '@');
        strbuf_add(out, slot->handle);
    } else {
        strbuf_int(out, id);
    }
}

static void report_alias(struct audit *audit, const struct people_slot *slot)
{
    char memory[3][64];
    struct strbuf text[3];
    for (int i = 0; i < 3; i++) {
        strbuf_wrap(&text[i], memory[i], sizeof(memory[i]));
    }
    strbuf_add_char(&text[0], '@');
    strbuf_add(&text[0], slot->handle);
    print_person(&audit->people, slot->stored, &text[1]);
    print_person(&audit->people, slot->target, &text[2]);
    struct audit_finding finding = {
        .subject = "people",
        .seq = slot->merge,
        .ply = -1,
        .seat = -1,
        .field = strbuf_text(&text[0]),
        .stored = strbuf_span(&text[1]),
        .computed = strbuf_span(&text[2]),
    };
    audit_report(audit, &finding);
}

enum err audit_people(struct audit *audit, struct store *store, struct error *error)
{
    enum err err = people_map_load(&audit->people, audit->options->allocator, store, hear_bad_merge, audit, error);
    for (size_t i = 0; err == ERR_OK && i < audit->people.room; i++) {
        const struct people_slot *slot = &audit->people.slots[i];
        if (slot->handle[0] == '\0') {
            continue;
        }
        audit->met.aliases += slot->stored != slot->id;
        if (slot->stored != slot->target) {
            report_alias(audit, slot);
        }
    }
    audit->met.entries += audit->people.merges;
    return err;
}

/* ---- entries of no game ---- */

static enum err see_opening(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    bool opens = span_is(entry->kind, "open") || span_is(entry->kind, "import");
    *(bool *)context = opens && entry->seq == entry->game;
    return ERR_OK;
}

struct orphans {
    struct audit *audit;
    struct store *store;
};

static enum err see_entry(void *context, const struct store_entry *entry, struct error *error)
{
    const struct orphans *orphans = context;
    bool opened = entry->game == 0 || entry->game == entry->seq; /* those are looked at elsewhere */
    enum err err =
        opened ? ERR_OK : store_entries(orphans->store, entry->game, entry->game, see_opening, &opened, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!opened) {
        struct error cause;
        (void)!error_raise_int(&cause, &SERVICE_MSG_ENTRY, entry->seq);
        audit_report_entry(orphans->audit, entry->seq, "game", &cause);
    }
    return ERR_OK;
}

static enum err find_orphans(struct audit *audit, struct store *store, struct error *error)
{
    struct orphans orphans = {audit, store};
    enum err err = store_entries(store, 1, audit->size, see_entry, &orphans, error);
    return err == ERR_OK || audit_fails(err) ? err : ERR_OK; /* a row that cannot be read was told by its worker */
}

/* ---- rows of nothing ---- */

static enum err report_stray(void *context, struct span table, int64_t key, int64_t second, struct error *error)
{
    static const struct {
        const char *table;
        const char *subject;
    } subjects[] = {
        {"d_game", "game"}, {"d_seat", "seat"}, {"d_facts", "facts"}, {"d_alias", "people"}, {"d_tile", "tree"}};
    (void)error;
    struct audit *audit = context;
    struct audit_finding finding = {.subject = "database", .ply = -1, .seat = -1, .field = "surplus"};
    for (size_t i = 0; i < sizeof(subjects) / sizeof(subjects[0]); i++) {
        finding.subject = span_is(table, subjects[i].table) ? subjects[i].subject : finding.subject;
    }
    if (span_is(table, "d_game") || span_is(table, "d_seat") || span_is(table, "d_facts")) {
        finding.game = key;
        finding.seat = span_is(table, "d_seat") && second >= 0 && second < GAME_PLAYERS ? (int)second : -1;
    }
    char memory[64];
    struct strbuf row;
    strbuf_wrap(&row, memory, sizeof(memory));
    strbuf_add_span(&row, table);
    strbuf_add_char(&row, ' ');
    strbuf_int(&row, key);
    if (span_is(table, "d_seat") || span_is(table, "d_tile")) {
        strbuf_add_char(&row, '/');
        strbuf_int(&row, second);
    }
    finding.stored = strbuf_span(&row);
    audit_report(audit, &finding);
    return ERR_OK;
}

enum err audit_strays(struct audit *audit, struct store *store, struct error *error)
{
    struct store_counts counts;
    const struct audit_met *met = &audit->met;
    enum err err = met->entries == audit->size ? ERR_OK : find_orphans(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_derived_counts(store, &counts, error);
    bool facts = !audit->audit->results_only;
    if (err != ERR_OK) {
        return err;
    }
    if ((counts.games != met->games || counts.seats != met->seats || counts.aliases != met->aliases ||
         counts.tiles != met->tiles || (facts && counts.facts != met->facts))) {
        err = store_strays(store, report_stray, audit, error);
    }
    return err;
}
