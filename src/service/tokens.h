/*
 * Tokens: who may do what over the network. A token is 32 random bytes,
 * shown once as `dendro_` and base64; the database keeps its SHA-256 and
 * knows it by a public id, which is also the author of the entries it writes.
 */
#ifndef SERVICE_TOKENS_H
#define SERVICE_TOKENS_H

#include "service/scopes.h"
#include "service/service.h"

enum {
    TOKEN_TEXT = 64,  /* room for the token itself, terminated */
    TOKEN_ID = 16,    /* room for the id, terminated */
    TOKEN_LABEL = 100 /* characters of a label at the most */
};

struct token {
    struct span id;
    const uint8_t *hash; /* SHA256_SIZE bytes */
    struct span label;
    unsigned scopes; /* bits of enum scope */
    int64_t created;
    int64_t expires; /* 0: never */
    int64_t revoked; /* 0: valid */
};
typedef enum err token_fn(void *context, const struct token *token, struct error *error);

/* What is stored of a token's text. */
void token_hash(struct span text, uint8_t hash[SHA256_SIZE]);

/* Makes a token; `text` gets it and nobody will ever see it again. ERR_USAGE for a label that is none. */
ERR_CHECK enum err service_token_add(struct service *service, struct span label, unsigned scopes, int64_t expires,
                                     char text[TOKEN_TEXT], char id[TOKEN_ID], struct error *error);
/* ERR_NOT_FOUND. Revoking twice leaves the first moment. */
ERR_CHECK enum err service_token_revoke(struct service *service, struct span id, struct error *error);
/* All tokens, revoked and expired ones too, the oldest first. */
ERR_CHECK enum err service_tokens(struct service *service, token_fn *visit, void *context, struct error *error);

#endif
