/* Stored catalogues: their bytes have the hash that games are pinned to, and the row says what the document says. */
#include "service/audit_internal.h"
#include "service/catalogues.h"

#include "base/banned.h"

struct stored {
    struct audit *audit;
    struct store *store;
};

/* `sha256:…`, and the column that differs. */
static void report(struct audit *audit, const struct store_catalogue *row, const char *column, struct span stored,
                   struct span computed, const struct error *cause)
{
    char memory[128];
    struct strbuf field;
    strbuf_wrap(&field, memory, sizeof(memory));
    strbuf_add(&field, "sha256:");
    strbuf_hex(&field, row->hash, SHA256_SIZE);
    strbuf_add(&field, column ? " " : "");
    strbuf_add(&field, column ? column : "");
    struct audit_finding finding = {.subject = "catalogue",
                                    .ply = -1,
                                    .seat = -1,
                                    .field = strbuf_text(&field),
                                    .stored = stored,
                                    .computed = computed,
                                    .cause = cause};
    audit_report(audit, &finding);
}

static enum err check(void *context, const struct store_catalogue *row, struct error *error)
{
    struct audit *audit = context;
    struct catalogues *all = audit->options->catalogues;
    const struct span nothing = {NULL, 0};
    const struct catalogue *read = NULL;
    enum err err = all ? catalogue_read(all, row, &read, error) : catalogue_check(row, error);
    if (err != ERR_OK && audit_fails(err)) {
        return err;
    }
    if (err != ERR_OK) {
        report(audit, row, NULL, nothing, nothing, error);
        return ERR_OK;
    }
    if (!read) {
        return ERR_OK;
    }
    struct span game = span_from(read->game->name.id);
    if (!span_equal(row->game, game)) {
        report(audit, row, "game", row->game, game, NULL);
    }
    if (!span_equal(row->name, read->name)) {
        report(audit, row, "name", row->name, read->name, NULL);
    }
    return ERR_OK;
}

/* The list is without documents: each is fetched by its hash. */
static enum err check_listed(void *context, const struct store_catalogue *row, struct error *error)
{
    const struct stored *stored = context;
    return store_catalogue(stored->store, row->hash, check, stored->audit, error);
}

enum err audit_catalogues(struct audit *audit, struct store *store, struct error *error)
{
    struct stored stored = {audit, store};
    return store_catalogues(store, check_listed, &stored, error);
}
