/* Titles as JSON, for both edges. The promises of wire/json.h hold here too. */
#ifndef WIRE_TITLES_H
#define WIRE_TITLES_H

#include "service/titles.h"
#include "wire/emit.h"

enum { TITLE_PLAYERS = 10 /* of a title's page, at the most */ };

/*
 * {"id","name":{"en","fr"},"engine","plays","first","last","minutes","timed","merged_into"}: finished games, the days
 * of the first and the last of them, the minutes of the `timed` ones that say how long they took.
 */
void emit_title(struct emit *emit, const struct title *title);
ERR_CHECK enum err wire_title(const struct title *title, struct strbuf *out, struct error *error);

/*
 * The same, and "log_size","mean_score","mean_score_lo","mean_score_hi", the club's,
 * "spread":{"low","scores","least","lower","middle","upper","most"}, the first of "spreads":[…], null where no totals
 * count: all totals of games in which the higher is better, and of those in which the lower is, the more first,
 * "players":[rows of wire_leaderboard, the most games first, TITLE_PLAYERS at the most],
 * "records":[rows of wire_records that are scores].
 */
ERR_CHECK enum err wire_title_page(const struct title_page *page, struct strbuf *out, struct error *error);

#endif
