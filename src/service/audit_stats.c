/* The sums that statistics are answered from, against those of the games that the audit has just replayed. */
#include "service/audit_internal.h"

#include "base/banned.h"

enum { TEXT_SIZE = 256 };

struct sums {
    struct audit *audit;
    struct tally *tally;
    struct strbuf body; /* scratch */
};

static void print_key(const struct tally_key *key, struct strbuf *out)
{
    static const char *const tables[] = {"", "d_aggregate ", "d_standing ", "d_pair "};
    strbuf_add(out, tables[key->kind]);
    if (key->kind == TALLY_STANDING) {
        strbuf_int(out, key->a);
        strbuf_add_char(out, '/');
    }
    strbuf_add(out, key->game);
    if (key->kind == TALLY_PAIR) {
        strbuf_add_char(out, '/');
        strbuf_int(out, key->a);
        strbuf_add_char(out, '/');
        strbuf_int(out, key->b);
        return;
    }
    strbuf_add_char(out, '/');
    strbuf_add(out, key->variant);
    strbuf_add_char(out, '/');
    strbuf_int(out, key->seats);
    strbuf_add_char(out, '/');
    strbuf_add(out, key->level);
    strbuf_add_char(out, '/');
    strbuf_int(out, key->month);
}

static void report(struct audit *audit, const struct tally_key *key, struct span stored, struct span computed)
{
    char memory[TEXT_SIZE];
    struct strbuf name;
    strbuf_wrap(&name, memory, sizeof(memory));
    print_key(key, &name);
    struct audit_finding finding = {.subject = "statistics",
                                    .ply = -1,
                                    .seat = -1,
                                    .field = strbuf_text(&name),
                                    .stored = stored,
                                    .computed = computed};
    audit_report(audit, &finding);
}

/* The row that the tally has for a stored one; tells of a stored one that nothing accounts for. */
static struct tally_item *expected(struct sums *sums, enum tally_kind kind, const struct store_group *group, int64_t a,
                                   int64_t b)
{
    struct tally_key key;
    bool good = tally_key_of(kind, group, a, b, &key);
    struct tally_item *item = good ? tally_find(sums->tally, &key) : NULL;
    if (item) {
        item->met = true;
    } else {
        report(sums->audit, &key, SPAN_LITERAL("a row"), SPAN_LITERAL("none"));
    }
    return item;
}

static void compare_numbers(struct sums *sums, const struct tally_key *key, const int64_t *stored,
                            const int64_t *computed, size_t count)
{
    char memory[2][TEXT_SIZE];
    struct strbuf text[2];
    if (memcmp(stored, computed, count * sizeof(*stored)) == 0) {
        return;
    }
    for (int side = 0; side < 2; side++) {
        strbuf_wrap(&text[side], memory[side], TEXT_SIZE);
        for (size_t i = 0; i < count; i++) {
            strbuf_add(&text[side], i > 0 ? " " : "");
            strbuf_int(&text[side], side == 0 ? stored[i] : computed[i]);
        }
    }
    report(sums->audit, key, strbuf_span(&text[0]), strbuf_span(&text[1]));
}

static enum err compare_standing(void *context, const struct store_standing *row, struct error *error)
{
    (void)error;
    struct sums *sums = context;
    const struct tally_item *item = expected(sums, TALLY_STANDING, &row->group, row->person, 0);
    if (item) {
        const struct store_standing *s = &item->of.standing;
        const int64_t stored[] = {row->games, row->wins,          row->win60, row->win60_squares,
                                  row->total, row->total_squares, row->best};
        const int64_t computed[] = {s->games, s->wins, s->win60, s->win60_squares, s->total, s->total_squares, s->best};
        compare_numbers(sums, &item->key, stored, computed, sizeof(stored) / sizeof(stored[0]));
    }
    return ERR_OK;
}

static enum err compare_pair(void *context, const struct store_pair *row, struct error *error)
{
    (void)error;
    struct sums *sums = context;
    const struct store_group group = {.game = row->game};
    const struct tally_item *item = expected(sums, TALLY_PAIR, &group, row->a, row->b);
    if (item) {
        const struct store_pair *p = &item->of.pair;
        const int64_t stored[] = {row->games, row->a_first, row->b_first, row->a_won, row->b_won};
        const int64_t computed[] = {p->games, p->a_first, p->b_first, p->a_won, p->b_won};
        compare_numbers(sums, &item->key, stored, computed, sizeof(stored) / sizeof(stored[0]));
    }
    return ERR_OK;
}

/* Some bytes where two runs part. */
static void print_parting(struct span bytes, size_t from, struct strbuf *out)
{
    enum { SHOWN = 16 };
    struct span shown = span_skip(bytes, from);
    strbuf_hex(out, (const uint8_t *)shown.ptr, shown.len < SHOWN ? shown.len : SHOWN);
    strbuf_add(out, " at byte ");
    strbuf_int(out, (int64_t)from);
    strbuf_add(out, " of ");
    strbuf_int(out, (int64_t)bytes.len);
}

static enum err compare_aggregate(void *context, const struct store_aggregate *row, struct error *error)
{
    struct sums *sums = context;
    const struct tally_item *item = expected(sums, TALLY_AGGREGATE, &row->group, 0, 0);
    if (!item) {
        return ERR_OK;
    }
    strbuf_clear(&sums->body);
    aggregate_pack(item->of.aggregate, &sums->body);
    if (!strbuf_ok(&sums->body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct span computed = strbuf_span(&sums->body);
    compare_numbers(sums, &item->key, &row->games, &item->of.aggregate->games, 1);
    if (!span_equal(row->body, computed)) {
        char memory[2][TEXT_SIZE];
        struct strbuf text[2];
        size_t from = 0;
        while (from < row->body.len && from < computed.len && row->body.ptr[from] == computed.ptr[from]) {
            from++;
        }
        strbuf_wrap(&text[0], memory[0], TEXT_SIZE);
        strbuf_wrap(&text[1], memory[1], TEXT_SIZE);
        print_parting(row->body, from, &text[0]);
        print_parting(computed, from, &text[1]);
        report(sums->audit, &item->key, strbuf_span(&text[0]), strbuf_span(&text[1]));
    }
    return ERR_OK;
}

enum err audit_statistics(struct audit *audit, struct auditor *auditors, unsigned count, struct error *error)
{
    const struct span all = {NULL, 0};
    struct store *store = auditors[0].store;
    struct sums sums = {.audit = audit, .tally = &auditors[0].tally};
    enum err err = ERR_OK;
    int64_t tallied = auditors[0].tallied;
    for (unsigned i = 1; i < count; i++) {
        tallied += auditors[i].tallied;
    }
    if (tallied != audit->summary->games || audit->met.entries != audit->size) {
        return ERR_OK; /* a game could not be played: that has been told, and what it adds to is not known */
    }
    strbuf_init(&sums.body, audit->options->allocator, TEXT_LIMIT);
    for (unsigned i = 1; err == ERR_OK && i < count; i++) {
        err = tally_merge(sums.tally, &auditors[i].tally, error);
        tally_clear(&auditors[i].tally);
    }
    if (err == ERR_OK && !audit->audit->results_only) {
        err = store_aggregates(store, all, compare_aggregate, &sums, error);
    }
    if (err == ERR_OK) {
        err = store_standings(store, all, compare_standing, &sums, error);
    }
    if (err == ERR_OK) {
        err = store_pairs(store, all, compare_pair, &sums, error);
    }
    for (size_t i = 0; err == ERR_OK && i < sums.tally->room; i++) {
        const struct tally_item *item = &sums.tally->items[i];
        if (item->key.kind != TALLY_FREE && !item->met) {
            report(audit, &item->key, SPAN_LITERAL("none"), SPAN_LITERAL("a row"));
        }
    }
    strbuf_release(&sums.body);
    return err;
}
