/* Statistics as rows of a spreadsheet. */
#include "wire/stats.h"

#include <math.h>

#include "base/banned.h"

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

void wire_csv_text(const char *text, struct strbuf *out)
{
    bool quotes = strpbrk(text, "\",\r\n") || text[0] == ' ';
    strbuf_add(out, quotes ? "\"" : "");
    for (const char *c = text; *c != '\0'; c++) {
        strbuf_add(out, *c == '"' ? "\"" : "");
        strbuf_add_char(out, *c);
    }
    strbuf_add(out, quotes ? "\"" : "");
}

void wire_csv_figure(bool known, double value, struct strbuf *out)
{
    if (known) {
        wire_decimal(value, 6, out);
    }
}

static void add_figure(const struct figure *figure, bool error, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    wire_csv_figure(figure->known, figure->value, out);
    if (error) {
        strbuf_add_char(out, ',');
        wire_csv_figure(figure->known && figure->bounded, figure->error, out);
    }
}

static void add_int(int64_t value, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    strbuf_int(out, value);
}

void wire_leaderboard_csv(const struct leaderboard *leaderboard, struct strbuf *out)
{
    strbuf_add(out, "player,rank,rating,sd,provisional,games,wins,win_points,win_points_se,mean_score,best_score,"
                    "handle\n");
    for (size_t i = 0; i < leaderboard->count; i++) {
        const struct leaderboard_row *row = &leaderboard->rows[i];
        wire_csv_text(row->player, out);
        add_int(row->rank, out);
        add_figure(&row->rating, true, out);
        strbuf_add(out, row->provisional ? ",true" : ",false");
        add_int(row->games, out);
        add_int(row->wins, out);
        add_figure(&row->win_points, true, out);
        add_figure(&row->mean_score, false, out);
        add_int(row->best_score, out);
        strbuf_add_char(out, ',');
        wire_csv_text(row->handle, out);
        strbuf_add_char(out, '\n');
    }
}

/* What only cards of a catalogue have. */
static void add_source(const struct card_row *row, enum lang lang, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    wire_csv_text(lang == LANG_FR ? row->name.fr : row->name.en, out);
    strbuf_add_char(out, ',');
    if (!row->source) {
        strbuf_add_char(out, ',');
        return;
    }
    strbuf_add_span(out, row->source->name); /* a word */
    strbuf_add_char(out, ',');
    strbuf_hex(out, row->source->hash, SHA256_SIZE);
}

void wire_cards_csv(const struct card_table *table, enum lang lang, struct strbuf *out)
{
    strbuf_add(out, "card,games,seats,copies,points,ppc,ppc_se,mpc,zero_rate,wp_with,wp_with_se,wp_without,"
                    "wp_without_se,seen,taken,ata,alsa,iwt,iwt_se");
    strbuf_add(out, table->game->uses ? ",plays,activations,ppa,ppa_se,cubes,cubes_per_point,first_round" : "");
    strbuf_add(out, table->game->catalogue ? ",name,catalogue,catalogue_hash\n" : "\n");
    for (size_t i = 0; i < table->count; i++) {
        const struct card_row *row = &table->rows[i];
        wire_csv_text(row->name.id, out);
        add_int(row->games, out);
        add_int(row->seats, out);
        add_int(row->copies, out);
        add_figure(&row->points, false, out);
        add_figure(&row->ppc, true, out);
        add_figure(&row->mpc, false, out);
        add_figure(&row->zero_rate, false, out);
        add_figure(&row->wp_with, true, out);
        add_figure(&row->wp_without, true, out);
        if (row->drafted) {
            add_int(row->seen, out);
            add_int(row->taken, out);
        } else {
            strbuf_add(out, ",,");
        }
        add_figure(&row->ata, false, out);
        add_figure(&row->alsa, false, out);
        add_figure(&row->iwt, true, out);
        if (row->used) {
            add_int(row->copies, out);
            add_int(row->activations, out);
            add_figure(&row->ppa, true, out);
            add_int(row->cubes, out);
            add_figure(&row->cubes_per_point, false, out);
            add_figure(&row->first_round, false, out);
        }
        if (table->game->catalogue) {
            add_source(row, lang, out);
        }
        strbuf_add_char(out, '\n');
    }
}
