/* The allocator that fails on command: each block is preceded by its size, so that held bytes can be counted. */
#include "support/failing_alloc.h"

#include "support/text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct block {
    size_t size;
    max_align_t data[];
};

static struct block *block_of(void *p)
{
    return (struct block *)(void *)((char *)p - offsetof(struct block, data));
}

static void give_back(struct failing_alloc *memory, void *p)
{
    if (p) {
        struct block *block = block_of(p);
        memory->live--;
        memory->held -= block->size;
        memset(block->data, 0xdd, block->size);
        free(block);
    }
}

static void *failing_resize(void *context, void *old, size_t size)
{
    struct failing_alloc *memory = context;
    if (size == 0) {
        give_back(memory, old);
        return NULL;
    }
    memory->requests++;
    if (memory->fail_at > 0 &&
        (memory->requests == memory->fail_at || (memory->for_good && memory->requests > memory->fail_at))) {
        memory->fired = true;
        return NULL;
    }
    struct block *block = malloc(sizeof(*block) + size);
    if (!block) {
        abort(); /* the machine's memory, not the test's */
    }
    block->size = size;
    memset(block->data, 0xcd, size); /* fresh memory is not zero */
    if (old) {
        size_t kept = block_of(old)->size < size ? block_of(old)->size : size;
        memcpy(block->data, old, kept);
        give_back(memory, old);
    }
    memory->live++;
    memory->held += size;
    memory->most = memory->held > memory->most ? memory->held : memory->most;
    return block->data;
}

void failing_alloc_init(struct failing_alloc *memory)
{
    *memory = (struct failing_alloc){.allocator = {failing_resize, memory}};
}

void failing_alloc_arm(struct failing_alloc *memory, long fail_at)
{
    memory->fail_at = fail_at;
    memory->requests = 0;
    memory->fired = false;
}

long failing_alloc_next(long n)
{
    long pace = (long)test_cases(100);
    return n + (pace < 100 ? 1 + n / pace : 1);
}
