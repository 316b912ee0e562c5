/*
 * What the club can prove about its log: signed checkpoints, and proofs that
 * an entry is in the log and that an earlier log is the beginning of a later
 * one.
 */
#ifndef SERVICE_PROOF_H
#define SERVICE_PROOF_H

#include "base/checkpoint.h"
#include "service/service.h"

/* Signs what the log is now, keeps it, and appends its text. */
ERR_CHECK enum err service_checkpoint(struct service *service, struct strbuf *out, struct error *error);

/* Appends the public key as members keep it. */
ERR_CHECK enum err service_key(struct service *service, struct strbuf *out, struct error *error);

/* Size and root of the log as this connection sees it now. */
ERR_CHECK enum err service_root(struct service *service, uint64_t *size, struct merkle_hash *root, struct error *error);

/* That entry `seq` is in the log of `size` entries; `leaf` gets its hash. ERR_NOT_FOUND beyond the log. */
ERR_CHECK enum err service_prove_inclusion(struct service *service, int64_t seq, int64_t size,
                                           struct merkle_proof *proof, struct merkle_hash *leaf, struct error *error);
/* That the log of `first` entries is the beginning of that of `second`. ERR_NOT_FOUND beyond the log. */
ERR_CHECK enum err service_prove_consistency(struct service *service, int64_t first, int64_t second,
                                             struct merkle_proof *proof, struct error *error);

/* The root of the first `size` entries. ERR_NOT_FOUND beyond the log. */
ERR_CHECK enum err service_root_at(struct service *service, int64_t size, struct merkle_hash *root,
                                   struct error *error);

struct log_line {
    int64_t seq;
    int64_t at;
    struct span author;
    struct span kind;
    int64_t game;
    struct span body;
    const uint8_t *leaf;
};
typedef enum err log_line_fn(void *context, const struct log_line *line, struct error *error);

/* Entries first..last (0: to the end), to check everything without the server. */
ERR_CHECK enum err service_log(struct service *service, int64_t first, int64_t last, log_line_fn *fn, void *context,
                               struct error *error);

#endif
