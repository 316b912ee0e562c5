/*
 * Private to the audit: what all games add up to for people and pairs, in
 * little memory. A club of 400 people has 100 000 such rows, each touched
 * hundreds of times: here one takes 80 bytes, a person's also 16 a category,
 * and only what does not fit any more is added to tables on disk.
 */
#ifndef SERVICE_AUDIT_SUMS_H
#define SERVICE_AUDIT_SUMS_H

#include "service/stats_tally.h"

struct sum;

struct sums {
    const struct allocator *allocator;
    struct names_table names; /* of the groups: those of a tally go with it */
    struct tally_key *groups; /* keys without people */
    size_t groups_count;
    size_t groups_room;
    struct hash_index groups_index;
    struct sum *rows;
    size_t rows_count;
    size_t rows_room;
    struct hash_index index; /* of `rows` */
    int64_t *categories;     /* of people: sum and sum of squares of each */
    uint32_t categories_count;
    uint32_t categories_room;
};

void sums_init(struct sums *sums, const struct allocator *allocator);
void sums_release(struct sums *sums);

/* Takes people and pairs out of the tally; whatever else it has stays. Pours into `store` what does not fit. */
ERR_CHECK enum err sums_absorb(struct sums *sums, struct tally *tally, struct store *store, struct error *error);
/* Adds everything to the derived tables of the store and is empty afterwards. */
ERR_CHECK enum err sums_pour(struct sums *sums, struct store *store, struct error *error);

#endif
