/*
 * Answers kept by Idempotency-Key, in the transaction of the change that
 * they acknowledge: whoever repeats a request, not knowing whether the first
 * one arrived, gets the first answer and changes nothing.
 */
#ifndef SERVICE_ANSWERS_H
#define SERVICE_ANSWERS_H

#include "service/service.h"

enum { ANSWER_KEY = 200 /* bytes of a key at the most */ };

/* Who asked what: the token's id, the client's key, SHA-256 of the request. */
struct answer_key {
    struct span token;
    struct span key;
    uint8_t request[SHA256_SIZE];
};

struct answer {
    int64_t status;
    struct span type;
    struct span location; /* the header; empty: none */
    struct span body;
};
typedef enum err answer_fn(void *context, const struct answer *answer, struct error *error);

/*
 * Hands the kept answer to `fn`. ERR_NOT_FOUND when there is none (or it is
 * older than a week), ERR_MISMATCH when the key was used for another request.
 */
ERR_CHECK enum err service_answer_find(struct service *service, const struct answer_key *key, answer_fn *fn,
                                       void *context, struct error *error);
ERR_CHECK enum err service_answer_keep(struct service *service, const struct answer_key *key,
                                       const struct answer *answer, struct error *error);
/* Whose name is being erased: a person, and everybody merged with them. */
struct forgotten {
    const char *handle;
    const char *folded; /* the name without case and accents; empty: erased before */
    const struct forgotten *next;
};
/* The one of them whose name is in `text`, however it is spelt, or NULL. `scratch` is overwritten. */
const struct forgotten *forgotten_within(const struct forgotten *who, struct span text, struct strbuf *scratch);

/* Forgets what is older than a week. */
ERR_CHECK enum err service_answers_sweep(struct service *service, struct error *error);

/*
 * Writes something small that is no part of the log, so that a locked
 * database, a full disk or a file that has become read-only shows.
 */
ERR_CHECK enum err service_probe(struct service *service, struct error *error);
/*
 * Takes as much room as the largest requests need, or gives it back. Where
 * writing has failed, something small may still fit behind the end of a file.
 */
enum { PROBE_ROOM = 256 << 10 };
ERR_CHECK enum err service_probe_room(struct service *service, bool take, struct error *error);

/* What a cached answer depends on besides the log. */
struct versions {
    int64_t log;    /* entries */
    int64_t people; /* grows with each change of a person, place, night, aside or catalogue */
    int64_t token;  /* grows with each change of a token */
    int64_t flush;  /* not 0: a name was erased, and service_flush is due */
};
ERR_CHECK enum err service_versions(struct service *service, struct versions *versions, struct error *error);
/* That of the tokens when the open transaction began. */
int64_t service_token_version(const struct service *service);

#endif
