/* Cells of a spreadsheet: quoted where RFC 4180 asks for it, never a formula. */
#include "wire/csv_cells.h"

#include "base/date.h"
#include "service/statistics.h"

#include <math.h>

#include "base/banned.h"

/*
 * What a text starts with that a spreadsheet would compute, also as wide as a Chinese letter, which some take for the same;
 * a cell that has an apostrophe before that is one of ours.
 */
static bool is_formula(struct span text)
{
    static const char *const starts[] = {"=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
    bool found = false;
    while (text.len > 0 && text.ptr[0] == '\'') {
        text = span_skip(text, 1);
    }
    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]) && !found; i++) {
        found = span_starts(text, starts[i]);
    }
    return found;
}

struct span wire_csv_unguarded(struct span cell)
{
    return cell.len > 0 && cell.ptr[0] == '\'' && is_formula(cell) ? span_skip(cell, 1) : cell;
}

static bool needs_quotes(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (strchr("\",\r\n", text.ptr[i]) && text.ptr[i] != '\0') {
            return true;
        }
    }
    return span_trim(text).len != text.len;
}

void wire_csv_span(struct span text, struct strbuf *out)
{
    bool guarded = is_formula(text);
    bool quotes = guarded || needs_quotes(text);
    strbuf_add(out, quotes ? "\"" : "");
    strbuf_add(out, guarded ? "'" : "");
    while (text.len > 0) {
        struct span part = span_cut(&text, '"');
        strbuf_add_span(out, part);
        strbuf_add(out, text.ptr ? "\"\"" : "");
    }
    strbuf_add(out, quotes ? "\"" : "");
}

void wire_csv_text(const char *text, struct strbuf *out)
{
    wire_csv_span(span_from(text), out);
}

void wire_decimal(double value, unsigned digits, struct strbuf *out)
{
    int64_t unit = 1;
    for (unsigned i = 0; i < digits && i < 9; i++) {
        unit *= 10;
    }
    double scaled = value * (double)unit;
    if (!(fabs(scaled) < 9e18)) {
        strbuf_add_char(out, '?');
        return;
    }
    int64_t number = (int64_t)llround(scaled);
    strbuf_add(out, number < 0 ? "-" : "");
    number = number < 0 ? -number : number;
    strbuf_int(out, number / unit);
    if (unit > 1) {
        strbuf_add_char(out, '.');
        for (int64_t digit = unit / 10; digit > 0; digit /= 10) {
            strbuf_add_char(out, (char)('0' + number / digit % 10));
        }
    }
}

void wire_csv_number(bool known, double value, struct strbuf *out)
{
    if (known) {
        wire_decimal(value, 6, out);
    }
}

void wire_csv_figure(const struct figure *figure, struct strbuf *out)
{
    bool bounded = figure->known && figure->bounded;
    strbuf_add_char(out, ',');
    wire_csv_number(figure->known, figure->value, out);
    strbuf_add_char(out, ',');
    wire_csv_number(bounded, figure->lo, out);
    strbuf_add_char(out, ',');
    wire_csv_number(bounded, figure->hi, out);
}

void wire_csv_int(bool known, int64_t value, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    if (known) {
        strbuf_int(out, value);
    }
}

void wire_csv_points(bool known, int64_t value, int64_t scale, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    if (known) {
        strbuf_points(out, value, (int32_t)scale);
    }
}

void wire_csv_day(bool known, int32_t day, struct strbuf *out)
{
    char text[DATE_SIZE];
    strbuf_add_char(out, ',');
    if (known) {
        date_format(day, text);
        strbuf_add(out, text);
    }
}
