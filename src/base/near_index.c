/* Pieces of words in a table of chains, by a hash of what a piece is and where. */
#include "base/near_index.h"

#include "base/fnv.h"

#include "base/banned.h"

enum { PIECES = 3, HEADS_FIRST = 256 };

struct near_node {
    uint32_t next;   /* in its chain, as in near_index.head */
    uint32_t number; /* of the word */
    uint64_t hash;   /* of the piece */
};

void near_index_init(struct near_index *index, const struct allocator *allocator)
{
    *index = (struct near_index){.allocator = allocator};
}

void near_index_release(struct near_index *index)
{
    mem_free(index->allocator, index->head);
    mem_free(index->allocator, index->node);
    *index = (struct near_index){.allocator = index->allocator};
}

static unsigned pieces_of(size_t letters)
{
    return letters >= NEAR_TWO_SLIPS ? PIECES : PIECES - 1;
}

/* Where a piece of a word of so many letters begins; that of the one behind the last is where the word ends. */
static size_t cut(size_t letters, unsigned piece)
{
    return letters * piece / pieces_of(letters);
}

/* `length`: of the whole word. */
static uint64_t hash_piece(const uint32_t *piece, size_t letters, size_t length, unsigned which, uint64_t kind)
{
    uint64_t hash = hash_mix(hash_mix(FNV_START, kind), length << 8 | which);
    for (size_t i = 0; i < letters; i++) {
        hash = hash_mix(hash, piece[i]);
    }
    return hash ^ hash >> 32;
}

/* ---- keeping ---- */

/* Keeps chains short: as many heads as nodes, or more. */
static bool grow(struct near_index *index)
{
    if (index->nodes < index->heads) {
        return true;
    }
    size_t heads = index->heads > 0 ? 2 * index->heads : HEADS_FIRST;
    uint32_t *head = heads < UINT32_MAX ? mem_new(index->allocator, heads, sizeof(*head)) : NULL;
    if (!head) {
        return false;
    }
    mem_free(index->allocator, index->head);
    index->head = head;
    index->heads = heads;
    for (size_t i = 0; i < index->nodes; i++) {
        size_t at = (size_t)index->node[i].hash & (heads - 1);
        index->node[i].next = head[at];
        head[at] = (uint32_t)i + 1;
    }
    return true;
}

static bool keep(struct near_index *index, uint64_t hash, uint32_t number)
{
    struct near_node *node = mem_more(index->allocator, index->node, index->nodes, &index->room, sizeof(*node));
    index->node = node ? node : index->node;
    if (!node || !grow(index)) {
        return false;
    }
    size_t at = (size_t)hash & (index->heads - 1);
    node[index->nodes] = (struct near_node){index->head[at], number, hash};
    index->head[at] = (uint32_t)++index->nodes;
    return true;
}

bool near_index_add(struct near_index *index, const uint32_t *word, size_t letters, uint64_t kind, uint32_t number)
{
    for (unsigned p = 0; p < pieces_of(letters); p++) {
        uint32_t piece[NEAR_LETTERS];
        size_t from = cut(letters, p);
        size_t count = cut(letters, p + 1) - from;
        bool first = p > 0 && word[from - 1] != word[from];
        bool last = p + 1 < pieces_of(letters) && word[from + count - 1] != word[from + count];
        memcpy(piece, word + from, count * sizeof(*piece));
        for (int exchanged = 0; exchanged < 4;
             exchanged++) { /* with the letter before it, with the one behind it, both */
            bool before = (exchanged & 1) != 0;
            bool behind = (exchanged & 2) != 0;
            if ((before && !first) || (behind && !last)) {
                continue;
            }
            piece[0] = word[before ? from - 1 : from];
            piece[count - 1] = word[from + count - (behind ? 0 : 1)];
            if (!keep(index, hash_piece(piece, count, letters, p, kind), number)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- finding ---- */

static void show(const struct near_index *index, uint64_t hash, near_index_fn *fn, void *context)
{
    for (uint32_t at = index->head[hash & (index->heads - 1)]; at != 0; at = index->node[at - 1].next) {
        if (index->node[at - 1].hash == hash) {
            fn(context, index->node[at - 1].number);
        }
    }
}

void near_index_find(const struct near_index *index, const uint32_t *word, size_t letters, uint64_t kind,
                     near_index_fn *fn, void *context)
{
    enum { MOST = 2 };
    size_t longest = letters + MOST < NEAR_LETTERS ? letters + MOST : NEAR_LETTERS;
    size_t shortest = letters > NEAR_ONE_SLIP + MOST ? letters - MOST : NEAR_ONE_SLIP;
    for (size_t length = shortest; index->heads > 0 && length <= longest; length++) {
        size_t slips = near_forgiven(letters, length);
        if (length + slips < letters || length > letters + slips) {
            continue;
        }
        for (unsigned p = 0; p < pieces_of(length); p++) {
            size_t from = cut(length, p);
            size_t count = cut(length, p + 1) - from;
            for (size_t at = from > slips ? from - slips : 0; at <= from + slips && at + count <= letters; at++) {
                show(index, hash_piece(word + at, count, length, p, kind), fn, context);
            }
        }
    }
}
