/* Fits of worth kept in sixteen places; the one that was used the longest ago makes room. */
#include "service/worths.h"

#include <string.h>

#include "base/banned.h"

void worths_init(struct worths *all, const struct allocator *allocator)
{
    *all = (struct worths){.allocator = allocator};
    (void)pthread_mutex_init(&all->lock, NULL);
    (void)pthread_cond_init(&all->done, NULL);
}

void worths_release(struct worths *all)
{
    for (size_t i = 0; i < WORTHS_KEPT; i++) {
        mem_free(all->allocator, all->kept[i].shelf);
    }
    (void)pthread_cond_destroy(&all->done);
    (void)pthread_mutex_destroy(&all->lock);
}

static struct kept_worth *find(struct worths *all, const char *key)
{
    for (size_t i = 0; i < WORTHS_KEPT; i++) {
        if (all->kept[i].state != WORTHS_FREE && strcmp(all->kept[i].key, key) == 0) {
            return &all->kept[i];
        }
    }
    return NULL;
}

/* A place that nobody is filling; NULL: there is none. */
static struct kept_worth *make_room(struct worths *all)
{
    struct kept_worth *oldest = NULL;
    for (size_t i = 0; i < WORTHS_KEPT; i++) {
        struct kept_worth *kept = &all->kept[i];
        if (kept->state == WORTHS_FREE) {
            return kept;
        }
        if (kept->state == WORTHS_READY && (!oldest || kept->used < oldest->used)) {
            oldest = kept;
        }
    }
    return oldest;
}

static struct kept_worth *claim(struct worths *all, const char *key)
{
    struct kept_worth *kept = make_room(all);
    if (kept) {
        size_t length = strlen(key);
        mem_free(all->allocator, kept->shelf);
        *kept = (struct kept_worth){.state = WORTHS_MAKING};
        memcpy(kept->key, key, length < WORTHS_KEY ? length : WORTHS_KEY - 1);
    }
    return kept;
}

enum err worths_take(struct worths *all, const char *key, const struct deadline *deadline, struct worth_shelf *shelf,
                     size_t *count, bool *found, struct kept_worth **mine, struct error *error)
{
    enum err err = ERR_OK;
    *found = false;
    *mine = NULL;
    (void)pthread_mutex_lock(&all->lock);
    struct kept_worth *kept = find(all, key);
    while (kept && kept->state == WORTHS_MAKING) {
        (void)pthread_cond_wait(&all->done, &all->lock);
        err = deadline_check(deadline, error);
        if (err != ERR_OK) {
            goto out;
        }
        kept = find(all, key);
    }
    if (kept) {
        kept->used = ++all->clock;
        memcpy(shelf, kept->shelf, kept->count * sizeof(*shelf));
        *count = kept->count;
        *found = true;
    } else {
        *mine = claim(all, key);
    }
out:
    (void)pthread_mutex_unlock(&all->lock);
    return err;
}

/* The place gets what was fitted, NULL: nothing, and whoever waited looks again. */
static void settle(struct worths *all, struct kept_worth *mine, struct worth_shelf *shelf, size_t count)
{
    (void)pthread_mutex_lock(&all->lock);
    mine->state = shelf ? WORTHS_READY : WORTHS_FREE;
    mine->shelf = shelf;
    mine->count = count;
    mine->used = ++all->clock;
    (void)pthread_cond_broadcast(&all->done);
    (void)pthread_mutex_unlock(&all->lock);
}

void worths_put(struct worths *all, struct kept_worth *mine, const struct worth_shelf *shelf, size_t count)
{
    if (!mine) {
        return;
    }
    struct worth_shelf *copy = mem_new(all->allocator, count + 1, sizeof(*copy));
    if (copy && count > 0) {
        memcpy(copy, shelf, count * sizeof(*copy));
    }
    settle(all, mine, copy, copy ? count : 0);
}

void worths_drop(struct worths *all, struct kept_worth *mine)
{
    if (mine) {
        settle(all, mine, NULL, 0);
    }
}
