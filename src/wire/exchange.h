/*
 * What goes in and out in bulk: exported games as NDJSON and CSV, and what an
 * import says about the records it met. The promises of wire/json.h hold here
 * too: one line a call, and on failure `out` is as long as before.
 */
#ifndef WIRE_EXCHANGE_H
#define WIRE_EXCHANGE_H

#include "base/strbuf.h"
#include "service/catalogues.h"
#include "service/exchange.h"
#include "service/plays.h"
#include "wire/emit.h"

/* A game on its way out, with its record replayed. */
struct wire_export {
    const struct export_game *game;
    const struct setup *setup;
    const struct outcome *outcome;
    const struct span *players;  /* setup->seats names; `?`: a guest */
    enum lang lang;              /* of titles, in CSV */
    const struct record *record; /* for CSV: its text has the time and the place; NULL: nothing is known of them */
    seat_set contested;          /* for CSV: seats of which a written total or claim differs from the engine's */
    struct span uuid;            /* for CSV: the id that service_play_id gives the game */
};

/*
 * {"id","game","title":{"en","fr"},"variant","level","basis","status","day","duration","plies","seats":[…],
 * "winners":[…],…,"record"}: what wire_score says between "plies" and
 * "record", and "day" as YYYY-MM-DD or null. Only a finished game has
 * results: in any other the totals and ranks are null, the categories and the
 * winners empty, and "finished":false is there.
 */
ERR_CHECK enum err wire_export_json(const struct wire_export *export, struct strbuf *out, struct error *error);

/* The categories of a CSV, in order: the union of those of several games and pad documents. */
enum { WIRE_COLUMNS = 2048 };
struct wire_columns {
    size_t count;
    const char *id[WIRE_COLUMNS]; /* borrowed from the games and the documents */
};

/* Adds the categories of `game`, or of a pad document, that are not there yet; beyond WIRE_COLUMNS they are dropped. */
void wire_columns_add(struct wire_columns *columns, const struct game *game);
void wire_columns_add_pad(struct wire_columns *columns, const struct title_document *document);

/*
 * The head line: id,game,variant,level,status,day,seats,seat,player,total,rank,title,basis,duration,team,time,place,
 * contested,uuid and the categories.
 */
void wire_export_csv_head(const struct wire_columns *columns, struct strbuf *out);

/*
 * A line for each seat that scores: the players and a rival, not a neutral
 * seat. What there is not, is empty. Cells are those of wire/csv_cells.h; lines
 * end in LF.
 */
void wire_export_csv(const struct wire_columns *columns, const struct wire_export *export, struct strbuf *out);

/* The same with the attributes of BoardGameGeek's plays, a line a player; `number`: of the title there, 0: none is known. */
enum { WIRE_NOTES = 64 << 10 /* bytes of notes; what is beyond is dropped */ };
void wire_export_bgg_head(struct strbuf *out);
void wire_export_bgg(const struct wire_export *export, uint32_t number, struct strbuf *out);

/* As wire_problem, with "refused" at the end: false for a contested score. "record" is null. */
ERR_CHECK enum err wire_import_problem(struct span file, const struct problem *problem, bool refused, enum lang lang,
                                       struct strbuf *out, struct error *error);

/* Appends it, with an empty "file", to items for an answer that is not begun yet (emit_item). */
void wire_gather_import_problem(const struct problem *problem, bool refused, enum lang lang, struct strbuf *problems);

/* {"records","added","known","contested","refused","import"}; the last is null when nothing was added */
ERR_CHECK enum err wire_import_tally(const struct import_tally *tally, struct strbuf *out, struct error *error);

/* The same with "problems" at the end: those that wire_gather_import_problem made. NULL: without. */
ERR_CHECK enum err wire_import_report(const struct import_tally *tally, const struct span *problems, struct strbuf *out,
                                      struct error *error);

/* What a file of another program, or a dry run, came to. */
struct wire_plays {
    struct span file; /* empty: not told */
    const struct import_tally *tally;
    const char *format; /* record, bgstats, bgg, csv */
    bool dry_run;
    const struct import_names *names; /* NULL: not told */
    const struct span *problems;      /* as in wire_import_report */
};
enum { WIRE_PLAYS_NAMES = 500 /* people, and titles, that are told one by one */ };

/*
 * The members of wire_import_tally, then "format","dry_run","corrected","voided","people":[{"name","id","plays","ours",
 * "named","alike","alike_name"}],"people_count","titles":[the same],"titles_count" and "problems"; null where there is none.
 * "file" comes first when there is one.
 */
ERR_CHECK enum err wire_plays_report(const struct wire_plays *plays, struct strbuf *out, struct error *error);

/* {"import","at","author","entries"}: an item of the list that is open. */
void emit_import(struct emit *emit, const struct import_info *import);

#endif
