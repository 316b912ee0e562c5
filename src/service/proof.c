/* Checkpoints and proofs, out of the stored tree. */
#include "service/proof.h"

#include "base/secret.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/reading.h"

#include "base/banned.h"

enum { CLUB_SIZE = 1024 };

/* `dendro/` and the club's name in the letters that a checkpoint allows, cut where an origin ends. */
static enum err origin_of(struct store *store, struct strbuf *out, struct error *error)
{
    char club[CLUB_SIZE];
    size_t length = 0;
    enum err err = store_setting_get(store, "club", club, sizeof(club), &length, error);
    if (err != ERR_OK && err != ERR_NOT_FOUND) {
        return err;
    }
    struct span rest = err == ERR_OK && length > 0 ? span_of(club, length) : SPAN_LITERAL("club");
    strbuf_add(out, "dendro/");
    while (rest.len > 0) {
        size_t size = 1;
        while (size < rest.len && ((unsigned char)rest.ptr[size] & 0xc0) == 0x80) {
            size++;
        }
        struct span letter = span_of(rest.ptr, size);
        letter = checkpoint_origin_ok(letter) ? letter : SPAN_LITERAL("-");
        if (out->len + letter.len > CHECKPOINT_ORIGIN) {
            break;
        }
        strbuf_add_span(out, letter);
        rest = span_skip(rest, size);
    }
    return ERR_OK;
}

enum err service_root_at(struct service *service, int64_t size, struct merkle_hash *root, struct error *error)
{
    int64_t entries = 0;
    enum err err = store_log_size(service->store, &entries, error);
    if (err != ERR_OK) {
        return err;
    }
    if (size < 0 || size > entries) {
        return error_raise_int(error, &SERVICE_MSG_NO_ENTRY, size);
    }
    return merkle_root_at((uint64_t)size, tree_subtree, service->store, root, error);
}

enum err service_root(struct service *service, uint64_t *size, struct merkle_hash *root, struct error *error)
{
    int64_t entries = 0;
    enum err err = store_log_size(service->store, &entries, error);
    *size = (uint64_t)entries;
    return err == ERR_OK ? service_root_at(service, entries, root, error) : err;
}

enum err service_key(struct service *service, struct strbuf *out, struct error *error)
{
    char memory[CHECKPOINT_ORIGIN + 8];
    struct strbuf origin;
    uint8_t key[CHECKPOINT_PUBLIC];
    strbuf_wrap(&origin, memory, sizeof(memory));
    enum err err = signing_key(service->store, NULL, key, error);
    if (err != ERR_OK) {
        return err;
    }
    err = origin_of(service->store, &origin, error);
    if (err != ERR_OK) {
        return err;
    }
    checkpoint_print_key(strbuf_span(&origin), key, out);
    return strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* Appends the signed text. */
static enum err sign(struct service *service, struct strbuf *out, struct error *error)
{
    char memory[CHECKPOINT_ORIGIN + 8];
    struct strbuf origin;
    uint8_t secret[CHECKPOINT_SECRET];
    uint8_t key[CHECKPOINT_PUBLIC];
    strbuf_wrap(&origin, memory, sizeof(memory));
    enum err err = origin_of(service->store, &origin, error);
    if (err != ERR_OK) {
        return err;
    }
    err = signing_key(service->store, secret, key, error);
    if (err != ERR_OK) {
        return err;
    }
    struct checkpoint checkpoint = {.origin = strbuf_span(&origin), .size = service->tree.log.size};
    merkle_root(&service->tree.log, &checkpoint.root);
    checkpoint_sign(&checkpoint, secret, out);
    secret_wipe(secret, sizeof(secret));
    return strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err add_checkpoint(struct service *service, struct strbuf *out, struct error *error)
{
    int64_t now = now_of(service);
    size_t before = out->len;
    enum err err = sign(service, out, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    return store_checkpoint_add(service->store, (int64_t)service->tree.log.size, now,
                                span_skip(strbuf_span(out), before), error);
}

enum err service_checkpoint(struct service *service, struct strbuf *out, struct error *error)
{
    size_t before = out->len;
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = end_write(service, add_checkpoint(service, out, error), error);
    if (err != ERR_OK) {
        strbuf_truncate(out, before);
    }
    return err;
}

static enum err check_size(struct service *service, int64_t seq, int64_t size, struct error *error)
{
    int64_t entries = 0;
    enum err err = store_log_size(service->store, &entries, error);
    if (err != ERR_OK) {
        return err;
    }
    bool no_size = size < 1 || size > entries;
    if (no_size || seq < 1 || seq > entries) {
        return error_raise_int(error, &SERVICE_MSG_NO_ENTRY, no_size ? size : seq);
    }
    if (size < seq) {
        err = error_raise_int(error, &SERVICE_MSG_BEYOND, seq);
        error_add_int(error, size);
    }
    return err;
}

enum err service_prove_inclusion(struct service *service, int64_t seq, int64_t size, struct merkle_proof *proof,
                                 struct merkle_hash *leaf, struct error *error)
{
    enum err err = check_size(service, seq, size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tree_subtree(service->store, 0, (uint64_t)seq - 1, leaf, error);
    if (err != ERR_OK) {
        return err;
    }
    return merkle_prove_inclusion((uint64_t)seq - 1, (uint64_t)size, tree_subtree, service->store, proof, error);
}

enum err service_prove_consistency(struct service *service, int64_t first, int64_t second, struct merkle_proof *proof,
                                   struct error *error)
{
    enum err err = check_size(service, first, second, error);
    return err == ERR_OK
               ? merkle_prove_consistency((uint64_t)first, (uint64_t)second, tree_subtree, service->store, proof, error)
               : err;
}

struct log_walk {
    log_line_fn *fn;
    void *context;
};

static enum err show_line(void *context, const struct store_entry *entry, struct error *error)
{
    const struct log_walk *walk = context;
    struct log_line line = {entry->seq, entry->at, entry->author, entry->kind, entry->game, entry->body, entry->leaf};
    return walk->fn(walk->context, &line, error);
}

enum err service_log(struct service *service, int64_t first, int64_t last, log_line_fn *fn, void *context,
                     struct error *error)
{
    struct log_walk walk = {fn, context};
    int64_t end = last > 0 ? last : INT64_MAX;
    enum err err = range_entries(first, end, error);
    return err == ERR_OK ? store_entries(service->store, first, end, show_line, &walk, error) : err;
}
