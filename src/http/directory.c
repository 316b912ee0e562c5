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

#include <stdlib.h>

#include "base/banned.h"

enum { LOOK_US = 2 * 1000 * 1000 /* that clubs are looked at before what is known is shown */ };

struct directory {
    pthread_mutex_t lock;
    struct club_entry *entries; /* under `lock`, as the rest */
    size_t count;
    size_t *hosts; /* which of them have a name of their own, in the order of these */
    size_t hosts_count;
    int64_t reached; /* when all of it was last listed, microseconds */
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

/* The first host that is not before `name`. */
static size_t first_host(const struct directory *directory, const char *name)
{
    size_t low = 0;
    size_t high = directory->hosts_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        bool before = strcmp(directory->entries[directory->hosts[middle]].standing.host, name) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static bool is_host(const struct directory *directory, size_t number, const char *name)
{
    return number < directory->hosts_count &&
           strcmp(directory->entries[directory->hosts[number]].standing.host, name) == 0;
}

bool directory_host(struct server *server, struct span host, char slug[CLUB_SLUG + 1])
{
    struct directory *directory = server->clubs.directory;
    char name[CLUB_HOST + 1];
    if (host.len == 0 || host.len > CLUB_HOST) {
        return false;
    }
    for (size_t i = 0; i < host.len; i++) {
        name[i] = (char)(host.ptr[i] >= 'A' && host.ptr[i] <= 'Z' ? host.ptr[i] + ('a' - 'A') : host.ptr[i]);
    }
    name[host.len] = '\0';
    (void)pthread_mutex_lock(&directory->lock);
    size_t first = first_host(directory, name);
    bool found = is_host(directory, first, name) && !is_host(directory, first + 1, name);
    if (found) {
        memcpy(slug, directory->entries[directory->hosts[first]].slug, CLUB_SLUG + 1);
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

void directory_each(struct server *server, void (*fn)(void *context, const struct club_entry *entry), void *context)
{
    struct directory *directory = server->clubs.directory;
    (void)pthread_mutex_lock(&directory->lock);
    for (size_t i = 0; i < directory->count; i++) {
        fn(context, &directory->entries[i]);
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

struct named {
    const char *host;
    size_t entry;
};

static int host_order(const void *left, const void *right)
{
    const struct named *a = left;
    const struct named *b = right;
    return strcmp(a->host, b->host);
}

/* Without memory the clubs have no hosts until the next time. */
static void sort_hosts(const struct allocator *allocator, struct directory *directory)
{
    size_t count = 0;
    for (size_t i = 0; i < directory->count; i++) {
        count += directory->entries[i].standing.host[0] != '\0';
    }
    struct named *named = count > 0 ? mem_new(allocator, count, sizeof(*named)) : NULL;
    size_t *hosts = count > 0 ? mem_new(allocator, count, sizeof(*hosts)) : NULL;
    mem_free(allocator, directory->hosts);
    directory->hosts = hosts;
    directory->hosts_count = 0;
    for (size_t i = 0; named && hosts && i < directory->count; i++) {
        const struct club_entry *entry = &directory->entries[i];
        if (entry->standing.host[0]) {
            named[directory->hosts_count++] = (struct named){entry->standing.host, i};
        }
    }
    if (directory->hosts_count > 1) {
        qsort(named, directory->hosts_count, sizeof(*named), host_order);
    }
    for (size_t i = 0; i < directory->hosts_count; i++) {
        directory->hosts[i] = named[i].entry;
    }
    mem_free(allocator, named);
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
        sort_hosts(server->allocator, directory);
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

bool directory_reached(struct server *server)
{
    enum { LATELY_US = 15 * 1000 * 1000 };
    struct directory *directory = server->clubs.directory;
    (void)pthread_mutex_lock(&directory->lock);
    bool reached = directory->reached > 0 && ticks() - directory->reached < LATELY_US;
    (void)pthread_mutex_unlock(&directory->lock);
    return reached;
}

static enum err refresh(struct server *server, bool *complete, struct error *error)
{
    struct directory *directory = server->clubs.directory;
    struct gathering all = {.server = server, .until = ticks() + LOOK_US, .complete = true};
    enum err err = clubs_list_by(server->config.clubs, &server->options, gather, &all, error);
    if (err == ERR_OK) {
        (void)pthread_mutex_lock(&directory->lock);
        directory->reached = ticks();
        struct club_entry *old = directory->entries;
        directory->entries = all.entries;
        directory->count = all.count;
        sort_hosts(server->allocator, directory);
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
        mem_free(server->allocator, directory->hosts);
        (void)pthread_mutex_destroy(&directory->lock);
        mem_free(server->allocator, directory);
        server->clubs.directory = NULL;
    }
}
