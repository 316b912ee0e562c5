/*
 * Rebuilding beside what stands. The shadow of a derived table is a
 * temporary table of the same name and definition: both engines find
 * temporary tables first, so every derived statement works on the shadow as
 * it is. How they come and go is the engine's business.
 */
#include "store/shadow.h"

#include "store/engine.h"
#include "store/messages.h"

#include "base/banned.h"

const struct derived_table DERIVED_TABLE[] = {
    {"d_game", 1, STORE_ROWS},     {"d_seat", 2, STORE_ROWS},       {"d_facts", 1, STORE_ROWS},
    {"d_alias", 1, STORE_ROWS},    {"d_tile", 2, STORE_TREE},       {"d_aggregate", 6, STORE_CARDS},
    {"d_title", 1, STORE_ROWS},    {"d_title_name", 1, STORE_ROWS}, {"d_pair", 3, STORE_SUMS},
    {"d_standing", 6, STORE_SUMS}, {"d_evening", 6, STORE_PAGES},   {"d_record", 6, STORE_PAGES},
    {"d_run", 3, STORE_PAGES},     {"d_history", 2, STORE_LATER},   {"d_season", 1, STORE_SEASONS},
};
const int DERIVED_TABLES = sizeof(DERIVED_TABLE) / sizeof(DERIVED_TABLE[0]);

static enum err refuse(const struct store *store, const struct message *message, struct error *error)
{
    return error_raise_span(error, message, path_shown(strbuf_text(&store->path)));
}

enum err store_shadow_open(struct store *store, struct error *error)
{
    if (store->shadow || !store->in_transaction) {
        return refuse(store, store->shadow ? &STORE_MSG_SHADOW : &STORE_MSG_TRANSACTION, error);
    }
    enum err err = store->engine->shadow_make(store, error);
    store->shadow = true;
    store->shadow_new = true;
    if (err != ERR_OK) {
        struct error ignored;
        (void)!store_shadow_drop(store, &ignored);
    }
    return err;
}

bool store_has_shadow(const struct store *store)
{
    return store->shadow;
}

enum err store_shadow_index(struct store *store, struct error *error)
{
    return store->shadow ? store->engine->shadow_index(store, error) : refuse(store, &STORE_MSG_SHADOW, error);
}

void shadow_forget(struct store *store)
{
    if (store->shadow) {
        store->engine->shadow_gone(store);
    }
    store->shadow = false;
    store->shadow_new = false;
}

enum err store_shadow_drop(struct store *store, struct error *error)
{
    if (!store->shadow) {
        return refuse(store, &STORE_MSG_SHADOW, error);
    }
    enum err err = store->engine->shadow_drop(store, error);
    if (err != ERR_OK) {
        return err; /* some stand in front of the real ones until the caller rolls back */
    }
    shadow_forget(store);
    return ERR_OK;
}
