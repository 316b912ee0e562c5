/* Stored catalogues: their bytes have the hash that games are pinned to, and the row says what the document says. */
#include "service/audit_internal.h"
#include "service/catalogues.h"

#include "base/banned.h"

struct shelves {
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
    const struct catalogue_shelf *shelf = audit->options->shelf;
    const struct span nothing = {NULL, 0};
    struct catalogue read;
    enum err err = shelf ? catalogue_read(shelf, row, &read, error) : catalogue_check(row, error);
    if (err != ERR_OK) {
        if (!audit_fails(err)) {
            report(audit, row, NULL, nothing, nothing, error);
            err = ERR_OK;
        }
        return err;
    }
    if (shelf && !span_equal(row->game, read.game)) {
        report(audit, row, "game", row->game, read.game, NULL);
    }
    if (shelf && !span_equal(row->name, read.name)) {
        report(audit, row, "name", row->name, read.name, NULL);
    }
    return ERR_OK;
}

/* The list is without documents: each is fetched by its hash. */
static enum err see(void *context, const struct store_catalogue *row, struct error *error)
{
    const struct shelves *shelves = context;
    return store_catalogue(shelves->store, row->hash, check, shelves->audit, error);
}

enum err audit_catalogues(struct audit *audit, struct store *store, struct error *error)
{
    struct shelves shelves = {audit, store};
    return store_catalogues(store, see, &shelves, error);
}
