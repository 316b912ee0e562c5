/* The club's settings as JSON, for both edges. The promises of wire/json.h hold here too. */
#ifndef WIRE_CLUB_H
#define WIRE_CLUB_H

#include "service/club.h"
#include "wire/emit.h"

/* {"name","zone","language","searchable"}, and "private" where `closed` is not NULL: only the daemon knows. */
ERR_CHECK enum err wire_club(const struct club_settings *club, const bool *closed, struct strbuf *out,
                             struct error *error);

#endif
