/* Merges against the log, and what belongs to nothing: entries of no game, derived rows of no entry. */
#include "base/utf8.h"
#include "service/audit_internal.h"
#include "service/messages.h"

#include "base/banned.h"

/* ---- people ---- */

static enum err report_merge(void *context, int64_t seq, struct error *error)
{
    (void)error;
    struct error cause;
    (void)!error_raise_int(&cause, &SERVICE_MSG_ENTRY, seq);
    audit_report_entry(context, seq, "body", &cause);
    return ERR_OK;
}

/* `@handle`, or the number of a person who is not there. */
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

/* ---- titles ---- */

struct title_check {
    struct audit *audit;
    size_t met;
};

static void report_title(struct audit *audit, struct span id, const char *field, struct span stored,
                         struct span computed)
{
    char memory[2 * STORE_TITLE];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_add_span(&text, span_of(id.ptr, utf8_fit(id, STORE_TITLE)));
    strbuf_add_char(&text, ' ');
    strbuf_add(&text, field);
    struct audit_finding finding = {
        .subject = "title", .ply = -1, .seat = -1, .field = strbuf_text(&text), .stored = stored, .computed = computed};
    audit_report(audit, &finding);
}

/* A stored title against what the log says. */
static enum err check_title(void *context, const struct store_title *row, struct error *error)
{
    (void)error;
    struct title_check *check = context;
    const struct title_map *titles = &check->audit->people.titles;
    const struct title_slot *title = title_map_id(titles, row->id);
    check->met++;
    if (!title) {
        report_title(check->audit, row->id, "surplus", row->name, (struct span){NULL, 0});
        return ERR_OK;
    }
    struct span target = span_from(titles->titles[title->target].id);
    if (!span_is(row->name, title->name)) {
        report_title(check->audit, row->id, "name", row->name, span_from(title->name));
    }
    if (!span_equal(row->target, target)) {
        report_title(check->audit, row->id, "target", row->target, target);
    }
    return ERR_OK;
}

/* A stored name of a title, the folded one as `id`; `name` is the id of its title. */
static enum err check_title_name(void *context, const struct store_title *row, struct error *error)
{
    (void)error;
    struct title_check *check = context;
    const struct title_map *titles = &check->audit->people.titles;
    const struct title_name *name = title_map_name(titles, row->id);
    struct span owner = name ? span_from(titles->titles[name->title].id) : (struct span){NULL, 0};
    check->met++;
    if (!name || !span_equal(row->name, owner)) {
        report_title(check->audit, row->id, name ? "title" : "surplus", row->name, owner);
    }
    return ERR_OK;
}

static enum err audit_titles(struct audit *audit, struct store *store, struct error *error)
{
    struct title_check titles = {.audit = audit};
    struct title_check names = {.audit = audit};
    enum err err = store_titles(store, check_title, &titles, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_title_names(store, check_title_name, &names, error);
    if (titles.met < audit->people.titles.count || names.met < audit->people.titles.names_count) {
        report_title(audit, SPAN_LITERAL("d_title"), "missing", (struct span){NULL, 0}, (struct span){NULL, 0});
    }
    return err;
}

enum err audit_people(struct audit *audit, struct store *store, struct error *error)
{
    enum err err = people_map_load(&audit->people, audit->options->allocator, store, report_merge, audit, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < audit->people.room; i++) {
        const struct people_slot *slot = &audit->people.slots[i];
        if (slot->handle[0] == '\0') {
            continue;
        }
        audit->met.aliases += slot->stored != slot->id;
        if (slot->stored != slot->target) {
            report_alias(audit, slot);
        }
    }
    audit->met.entries += audit->people.merges + audit->people.titles.entries;
    return audit_titles(audit, store, error);
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
    return err == ERR_OK || audit_fails(err) ? err : ERR_OK; /* a row that cannot be read was reported by its worker */
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
    bool facts = !audit->audit->results_only;
    err = store_derived_counts(store, &counts, error);
    if (err != ERR_OK) {
        return err;
    }
    bool same = counts.games == met->games && counts.seats == met->seats && counts.aliases == met->aliases &&
                counts.tiles == met->tiles && (!facts || counts.facts == met->facts);
    return same ? ERR_OK : store_strays(store, report_stray, audit, error);
}
