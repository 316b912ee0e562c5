/* People who turn out to be one, or not to be: what a merge would change, its undoing, and "these are two". */
#ifndef SERVICE_MERGES_H
#define SERVICE_MERGES_H

#include "base/arena.h"
#include "service/service.h"

/* service_person_merge, with the number of the entry, by which it can be undone. */
ERR_CHECK enum err service_person_merge_entry(struct service *service, struct span author, struct span handle,
                                              struct span into, int64_t *seq, struct error *error);

/* A game in which both sat. One that counts forbids the merge; a void one could not count again. */
struct merge_shared {
    int64_t game;
    bool voided;
};

/* What a merge would change. */
struct merge_preview {
    char handle[PERSON_HANDLE]; /* who goes, after earlier merges; likewise the next */
    char into[PERSON_HANDLE];
    int64_t games;       /* that would move, of any status */
    int64_t games_there; /* that `into` has by now */
    const char **names;  /* that would mean `into` from then on */
    size_t names_count;
    struct merge_shared *shared;
    size_t shared_count;
    bool refused;    /* they sat in one game that counts */
    bool told_apart; /* somebody said that they are two people */
    struct arena arena;
};

/* Writes nothing. ERR_NOT_FOUND, and ERR_USAGE when both are one person already. */
ERR_CHECK enum err service_merge_preview(struct service *service, struct span handle, struct span into,
                                         struct merge_preview *out, struct error *error);
void merge_preview_release(struct merge_preview *preview);

struct unmerged {
    int64_t seq;                /* of the entry */
    char handle[PERSON_HANDLE]; /* who is a person again */
    char from[PERSON_HANDLE];   /* whom they were until now */
    int64_t games;              /* that went back */
};

/*
 * Undoes the merge of entry `merge` (0: the one that made `handle` another person): whom it merged is a person again,
 * with the names and the games entered under it and under those merged into it; games entered since stay where they are.
 * `handle` may be empty. ERR_NOT_FOUND, ERR_USAGE for an entry that is no merge, ERR_CONFLICT when it was undone already,
 * when it merged somebody else than `handle`, or while its name has gone over to the one it was merged into.
 */
ERR_CHECK enum err service_person_unmerge(struct service *service, struct span author, struct span handle,
                                          int64_t merge, struct unmerged *out, struct error *error);

/* Two people whose names look alike (warnings.c says when), who never sat in one game and of whom nobody said that they are two. */
struct alike_pair {
    struct span handle[2];
    struct span name[2];
};
typedef enum err alike_pair_fn(void *context, const struct alike_pair *pair, struct error *error);
enum { ALIKE_PAIRS = 1000 /* that are told at the most */ };
ERR_CHECK enum err service_people_alike(struct service *service, alike_pair_fn *fn, void *context, struct error *error);

/* These are two people, whatever their names look like: it is remembered. ERR_USAGE when they are one. */
ERR_CHECK enum err service_people_two(struct service *service, struct span one, struct span other, struct error *error);

#endif
