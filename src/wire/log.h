/*
 * The log as NDJSON, an entry a line, and proofs about it as JSON. Writing
 * keeps the promises of wire/json.h. Reading trusts nothing: it is what a
 * member runs on a file from somewhere.
 */
#ifndef WIRE_LOG_H
#define WIRE_LOG_H

#include "base/strbuf.h"
#include "base/window.h"
#include "service/proof.h"

/* {"seq","at","author","kind","game","body","leaf"}, the leaf in hexadecimal. */
ERR_CHECK enum err wire_log_entry(const struct log_line *line, struct strbuf *out, struct error *error);

enum { WIRE_LOG_LINE = (16 << 20) + (1 << 16) /* bytes of a line at the most: any body, every character escaped */ };

struct wire_log_reader {
    struct window window; /* what has not been handed out */
    uint32_t line;        /* number of the last line read */
    void *json;           /* the line handed out last */
    uint8_t leaf[SHA256_SIZE];
};

void wire_log_reader_init(struct wire_log_reader *reader, struct source source, const struct allocator *allocator);
void wire_log_reader_release(struct wire_log_reader *reader);

/*
 * The next entry, borrowed until the next call. Every key must be there, once
 * and of its kind, and no other; blank lines are passed over.
 *   ERR_END       no more
 *   ERR_SYNTAX, ERR_ENCODING, ERR_LIMIT
 *                 the line is no entry; line and column are in `error`
 *   ERR_IO, ERR_MEMORY
 * After anything but ERR_OK there is no going on.
 */
ERR_CHECK enum err wire_log_next(struct wire_log_reader *reader, struct log_line *line, struct error *error);

/* {"proof":"inclusion","seq","size","leaf","root","hashes":[…]}: the leaf in hexadecimal, the others in base64. */
struct wire_inclusion {
    int64_t seq;
    int64_t size;
    const struct merkle_hash *leaf;
    const struct merkle_hash *root;
    const struct merkle_proof *proof;
};
ERR_CHECK enum err wire_inclusion(const struct wire_inclusion *inclusion, struct strbuf *out, struct error *error);

/* {"proof":"consistency","first","second","first_root","second_root","hashes":[…]}: hashes in base64. */
struct wire_consistency {
    int64_t first;
    int64_t second;
    const struct merkle_hash *first_root;
    const struct merkle_hash *second_root;
    const struct merkle_proof *proof;
};
ERR_CHECK enum err wire_consistency(const struct wire_consistency *consistency, struct strbuf *out,
                                    struct error *error);

#endif
