/*
 * What is known of all clubs of a place without having them open: who is
 * listed, and who has a host name of its own. The caretaker reads it when the
 * daemon starts, and every few seconds what has changed since; an open club
 * says by itself when it changes. Some hundred clubs are read before the
 * daemon listens, thousands in the minutes after that.
 *
 * The list is replaced as a whole, in the order of slugs. Who reads it holds
 * its lock for as long as that takes.
 */
#include "http/clubs.h"

#include "http/inside.h"

#include "base/banned.h"

enum { LOOK_US = 2 * 1000 * 1000 /* that clubs are looked at before what is known is shown */ };

struct directory {
    pthread_mutex_t lock;
    struct club_entry *entries; /* under `lock`, as the rest */
    size_t count;
    size_t hosts; /* of them, those with a name of their own */
};

/* ---- finding ---- */

static struct club_entry *find(const struct directory *directory, const char *slug)
{
    size_t low = 0;
    size_t high = directory->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(directory->entries[middle].slug, slug);
        if (order == 0) {
            return &directory->entries[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return NULL;
}

bool directory_host(struct server *server, struct span host, char slug[CLUB_SLUG + 1])
{
    struct directory *directory = server->clubs.directory;
    bool found = false;
    (void)pthread_mutex_lock(&directory->lock);
    for (size_t i = 0; directory->hosts > 0 && host.len > 0 && i < directory->count && !found; i++) {
        const struct club_entry *entry = &directory->entries[i];
        found = entry->standing.host[0] && span_is_nocase(host, entry->standing.host);
        if (found) {
            memcpy(slug, entry->slug, sizeof(entry->slug));
        }
    }
    (void)pthread_mutex_unlock(&directory->lock);
    return found;
}

void directory_listed(struct server *server, void (*fn)(void *context, const struct club_entry *entry), void *context)
{
    struct directory *directory = server->clubs.directory;
    (void)pthread_mutex_lock(&directory->lock);
    for (size_t i = 0; i < directory->count; i++) {
        const struct club_entry *entry = &directory->entries[i];
        if (entry->standing.listed && !entry->standing.suspended) {
            fn(context, entry);
        }
    }
    (void)pthread_mutex_unlock(&directory->lock);
}

bool directory_has(struct server *server, struct span slug)
{
    struct directory *directory = server->clubs.directory;
    char name[CLUB_SLUG + 1];
    struct strbuf copy;
    strbuf_wrap(&copy, name, sizeof(name));
    strbuf_add_span(&copy, slug);
    (void)pthread_mutex_lock(&directory->lock);
    bool has = find(directory, name) != NULL;
    (void)pthread_mutex_unlock(&directory->lock);
    return has;
}

size_t directory_count(struct server *server)
{
    struct directory *directory = server->clubs.directory;
    if (!directory) {
        return 0;
    }
    (void)pthread_mutex_lock(&directory->lock);
    size_t count = directory->count;
    (void)pthread_mutex_unlock(&directory->lock);
    return count;
}

static void count_hosts(struct directory *directory)
{
    directory->hosts = 0;
    for (size_t i = 0; i < directory->count; i++) {
        directory->hosts += directory->entries[i].standing.host[0] != '\0';
    }
}

static void set_name(struct club_entry *entry, const char *name)
{
    struct strbuf out;
    strbuf_wrap(&out, entry->name, sizeof(entry->name));
    strbuf_add(&out, name);
}

void directory_note(struct server *server, const char *slug, const struct club_standing *standing, const char *name)
{
    struct directory *directory = server->clubs.directory;
    (void)pthread_mutex_lock(&directory->lock);
    struct club_entry *entry = find(directory, slug);
    if (entry) {
        entry->standing = *standing;
        set_name(entry, name);
        count_hosts(directory);
    }
    (void)pthread_mutex_unlock(&directory->lock);
}

/* ---- reading ---- */

struct gathering {
    struct server *server;
    struct club_entry *entries;
    size_t count;
    size_t room;
    int64_t until; /* as ticks(): what is not read by then is read the next time */
    bool complete;
};

/* What was known of it, if nothing has changed since, or if it is too late to look: true, if it need not be looked at. */
static bool was_known(struct server *server, bool late, struct club_entry *entry)
{
    struct directory *directory = server->clubs.directory;
    (void)pthread_mutex_lock(&directory->lock);
    const struct club_entry *old = find(directory, entry->slug);
    bool same = old && old->known && memcmp(old->stamp, entry->stamp, sizeof(entry->stamp)) == 0;
    if (old && (same || late)) {
        *entry = *old;
    }
    (void)pthread_mutex_unlock(&directory->lock);
    return same;
}

static enum err gather(void *context, struct span slug, struct error *error)
{
    struct gathering *all = context;
    struct club_address address;
    if (all->count == all->room) {
        size_t room = all->room > 0 ? 2 * all->room : 64;
        struct club_entry *grown = mem_resize(all->server->allocator, all->entries, room * sizeof(*grown));
        if (!grown) {
            return error_raise(error, &MSG_MEMORY);
        }
        all->entries = grown;
        all->room = room;
    }
    if (clubs_address(all->server->config.clubs, slug, &address, error) != ERR_OK) {
        return ERR_OK; /* no name of a club */
    }
    struct club_entry *entry = &all->entries[all->count++];
    memset(entry, 0, sizeof(*entry));
    memcpy(entry->slug, address.slug, sizeof(entry->slug));
    clubs_stamp(all->server->config.clubs, &address, entry->stamp);
    bool late = ticks() >= all->until;
    if (was_known(all->server, late, entry)) {
        return ERR_OK;
    }
    if (!late) {
        entry->known = clubs_look(all->server, slug, entry);
    }
    all->complete = all->complete && !late;
    return ERR_OK;
}

static enum err refresh(struct server *server, bool *complete, struct error *error)
{
    struct directory *directory = server->clubs.directory;
    struct gathering all = {.server = server, .until = ticks() + LOOK_US, .complete = true};
    enum err err = clubs_list_by(server->config.clubs, &server->options, gather, &all, error);
    if (err == ERR_OK) {
        (void)pthread_mutex_lock(&directory->lock);
        struct club_entry *old = directory->entries;
        directory->entries = all.entries;
        directory->count = all.count;
        count_hosts(directory);
        (void)pthread_mutex_unlock(&directory->lock);
        all.entries = old;
    }
    mem_free(server->allocator, all.entries);
    *complete = all.complete || err != ERR_OK;
    return err;
}

bool directory_refresh(struct server *server)
{
    struct error ignored; /* what was known stays: the next time is not far */
    bool complete = true;
    (void)!refresh(server, &complete, &ignored);
    return complete;
}

enum err directory_new(struct server *server, struct error *error)
{
    struct directory *directory = mem_new(server->allocator, 1, sizeof(*directory));
    server->clubs.directory = directory;
    if (!directory) {
        return error_raise(error, &MSG_MEMORY);
    }
    (void)pthread_mutex_init(&directory->lock, NULL);
    bool complete; /* else the caretaker goes on */
    return refresh(server, &complete, error);
}

void directory_free(struct server *server)
{
    struct directory *directory = server->clubs.directory;
    if (directory) {
        mem_free(server->allocator, directory->entries);
        (void)pthread_mutex_destroy(&directory->lock);
        mem_free(server->allocator, directory);
        server->clubs.directory = NULL;
    }
}
