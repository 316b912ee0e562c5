/*
 * Words by their pieces, so that those a slip or two away from another one (base/near.h) are found without looking at all
 * the others. A word of NEAR_TWO_SLIPS letters is cut in three, a shorter one in two: fewer slips than pieces leave one
 * piece as it is, at most so many letters further on. Two letters in each other's place at a cut would spoil the pieces on
 * both sides, so pieces are kept with them exchanged, too.
 */
#ifndef BASE_NEAR_INDEX_H
#define BASE_NEAR_INDEX_H

#include "base/alloc.h"
#include "base/near.h"

enum {
    NEAR_ONE_SLIP = 4, /* letters of the shortest word that is kept */
    NEAR_TWO_SLIPS = 8 /* letters that both words have when two slips between them are forgiven */
};

struct near_node;

struct near_index {
    const struct allocator *allocator;
    uint32_t *head; /* by hash of a piece: a node's number, counted from 1; 0: none */
    size_t heads;   /* a power of two, or 0 */
    struct near_node *node;
    size_t nodes;
    size_t room;
};

void near_index_init(struct near_index *index, const struct allocator *allocator);
void near_index_release(struct near_index *index);

/* Slips that are forgiven between words of so many letters. */
static inline unsigned near_forgiven(size_t one, size_t other)
{
    return (one < other ? one : other) >= NEAR_TWO_SLIPS ? 2 : 1;
}

/*
 * Keeps a word of NEAR_ONE_SLIP to NEAR_LETTERS letters as `number`. Words of another `kind` are not near, whatever their
 * letters. False when there is no memory: then the word is not found, or not always.
 */
bool near_index_add(struct near_index *index, const uint32_t *word, size_t letters, uint64_t kind, uint32_t number);

/*
 * Shows `fn` the number of every kept word of this kind that is near_forgiven() slips away or nearer, and a few others;
 * some more than once, in no order.
 */
typedef void near_index_fn(void *context, uint32_t number);
void near_index_find(const struct near_index *index, const uint32_t *word, size_t letters, uint64_t kind,
                     near_index_fn *fn, void *context);

#endif
