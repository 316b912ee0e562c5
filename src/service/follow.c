/*
 * Following a log that other programs write, too. When it has grown by a
 * little, and our last entry is still what it was, the tree takes over the new
 * leaves, and of the games in memory those go that the new entries are about.
 * Otherwise everything is read again: a log that is shorter, whose last entry
 * is another (a server that has lost what it had acknowledged), or that has
 * grown by much.
 */
#include "service/internal.h"

#include "base/banned.h"

enum { FOLLOWED = 256 /* new entries that are taken over one by one */ };

struct following {
    struct service *service;
    struct tree tree;
    bool began;
    bool other; /* it is not the log that we know */
};

/* Its entry goes on with a game that is under way, and changes nothing else. */
static bool is_of_one_game(const struct store_entry *entry)
{
    static const char *const words[] = {"open", "moves", "back", "abandon"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (entry->game > 0 && span_is(entry->kind, words[i])) {
            return true;
        }
    }
    return false;
}

/* The tiles that it completes are stored already. */
static enum err pass_over(void *context, int level, int64_t position, const struct merkle_hash *root,
                          struct error *error)
{
    (void)context;
    (void)level;
    (void)position;
    (void)root;
    (void)error;
    return ERR_OK;
}

static enum err take_over(struct following *following, const struct store_entry *entry, struct error *error)
{
    struct service *service = following->service;
    struct merkle_hash leaf;
    memcpy(leaf.byte, entry->leaf, SHA256_SIZE);
    if (is_of_one_game(entry)) {
        live_forget(service, entry->game);
    } else {
        live_forget_all(service);
    }
    return tree_append(&following->tree, &leaf, pass_over, NULL, error);
}

/* The first is the last that we know. */
static enum err follow_entry(void *context, const struct store_entry *entry, struct error *error)
{
    struct following *following = context;
    struct tree *tree = &following->tree;
    int64_t expected = (int64_t)tree->log.size + following->began;
    bool known = following->began || memcmp(entry->leaf, tree->last.byte, SHA256_SIZE) == 0;
    if (entry->seq != expected || !known) {
        following->other = true;
        return ERR_END;
    }
    if (!following->began) {
        following->began = true;
        return ERR_OK;
    }
    return take_over(following, entry, error);
}

static bool may_follow(const struct tree *tree, int64_t size)
{
    return tree->last_known && tree->log.size > 0 && (uint64_t)size > tree->log.size &&
           (uint64_t)size - tree->log.size <= FOLLOWED;
}

static enum err follow_some(struct service *service, int64_t size, bool *followed, struct error *error)
{
    struct following following = {.service = service, .tree = service->tree};
    int64_t known = (int64_t)service->tree.log.size;
    enum err err = store_news(service->store, known, FOLLOWED + 1, follow_entry, &following, error);
    if (err != ERR_OK) {
        return err;
    }
    *followed = !following.other && (uint64_t)size == following.tree.log.size;
    if (*followed) {
        service->tree = following.tree;
    }
    return ERR_OK;
}

static enum err follow_log(struct service *service, int64_t size, struct error *error)
{
    bool followed = false;
    if ((uint64_t)size == service->tree.log.size) {
        return ERR_OK;
    }
    enum err err = may_follow(&service->tree, size) ? follow_some(service, size, &followed, error) : ERR_OK;
    if (err != ERR_OK || followed) {
        return err;
    }
    live_forget_all(service);
    return tree_load(service->store, &service->tree, error);
}

static enum err ignore_entry(void *context, const struct store_entry *entry, struct error *error)
{
    (void)context;
    (void)entry;
    (void)error;
    return ERR_OK;
}

void follow_ahead(struct service *service, struct error *ignored)
{
    if (service->tree.last_known) {
        (void)!store_news(service->store, (int64_t)service->tree.log.size, FOLLOWED + 1, ignore_entry, NULL, ignored);
    }
}

enum err read_log_state(struct service *service, int64_t *size, bool *marked, int64_t *token, struct error *error)
{
    return store_log_state(service->store, size, marked, "token-version", token, error);
}

enum err catch_up(struct service *service, struct error *error)
{
    int64_t size = 0;
    enum err err = store_log_size(service->store, &size, error);
    return err == ERR_OK ? follow_log(service, size, error) : err;
}

enum err catch_up_to_write(struct service *service, struct error *error)
{
    int64_t size = 0;
    bool marked = false;
    enum err err = read_log_state(service, &size, &marked, &service->token_version, error);
    if (err != ERR_OK) {
        return err;
    }
    if (marked && !service->options.moving) {
        return refuse_moved(service, error);
    }
    return follow_log(service, size, error);
}
