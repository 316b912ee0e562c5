/*
 * The cells of every CSV that we write. A text that a spreadsheet would take for
 * a formula (it starts with = + - @, narrow or wide, a tab or the end of a line) gets an
 * apostrophe before it and stands in quotes; numbers of our own making are
 * numbers, negative ones too. RFC 4180 otherwise; blanks at an end are quoted.
 */
#ifndef WIRE_CSV_CELLS_H
#define WIRE_CSV_CELLS_H

#include "base/strbuf.h"

struct figure;

/* A text without a comma at either side. */
void wire_csv_span(struct span text, struct strbuf *out);
void wire_csv_text(const char *text, struct strbuf *out);

/* What wire_csv_span was given, from the cell: without the apostrophe, if it has one. */
struct span wire_csv_unguarded(struct span cell);

/* A number with at most six decimals, without a comma. */
void wire_csv_number(bool known, double value, struct strbuf *out);
/* A comma, and points of this scale behind it, if there are any. */
void wire_csv_points(bool known, int64_t value, int64_t scale, struct strbuf *out);
/* A comma, and a whole number behind it if there is one. */
void wire_csv_int(bool known, int64_t value, struct strbuf *out);
/* A figure and its interval: three fields, a comma before each. */
void wire_csv_figure(const struct figure *figure, struct strbuf *out);
/* A comma, and `YYYY-MM-DD` behind it if there is a day. */
void wire_csv_day(bool known, int32_t day, struct strbuf *out);

/* A number with exactly `digits` decimals (at most 9); what does not fit into 63 bits is `?`. */
void wire_decimal(double value, unsigned digits, struct strbuf *out);

#endif
