/* Seasons as JSON and as rows of a spreadsheet; the promises of wire/json.h. */
#ifndef WIRE_SEASONS_H
#define WIRE_SEASONS_H

#include "service/seasons.h"
#include "wire/emit.h"

/* {"id","name","from","to","title","points":"win"|[5,3,2,1],"closed","last"}; `closed` is the entry that closed it. */
ERR_CHECK enum err wire_season(const struct season *season, struct strbuf *out, struct error *error);
void emit_season(struct emit *emit, const struct season *season);

/*
 * {"log_size","season":{…},"closed_at","undated","games","winners":[handle,…],"board":[{"place","player","handle",
 * "points","win_points","wins","games"}],"now":null|{"games","board":[…],"differences":[{"player","handle","then",
 * "now"}]}}. Winners are those of the first place of a season that is closed; `now` is what the games give where that
 * is another board than the one written, and what a person has in neither is null.
 */
ERR_CHECK enum err wire_season_page(const struct season_page *page, struct strbuf *out, struct error *error);
void wire_season_csv(const struct season_page *page, struct strbuf *out);

/* Units of 1/WIN_UNIT as a number. */
double wire_season_points(int64_t units);

#endif
