/*
 * The link that hands a finished game to BG Stats: whoever opens it on a device
 * that has the app is shown the play, ready to be saved. The app remembers what
 * our ids became there, so they are our own and stay the same for ever, whatever
 * was imported since. docs/exchange.md says what is in it.
 */
#ifndef WIRE_BGSTATS_LINK_H
#define WIRE_BGSTATS_LINK_H

#include "service/plays.h"

/* Bytes of the comments at the most, cut between characters: a code of squares has to hold the link. */
enum { BGSTATS_LINK_COMMENTS = 200 };

/* Appends the address to a buffer that grows. ERR_NOT_FOUND; ERR_CONFLICT for a game that is not finished, or void. */
ERR_CHECK enum err bgstats_link_url(struct service *service, int64_t game, struct strbuf *out, struct error *error);

/* {"game","url","play":{…}}: the number, the address and what the address carries; the same otherwise. */
ERR_CHECK enum err wire_bgstats_link(struct service *service, int64_t game, struct strbuf *out, struct error *error);

#endif
