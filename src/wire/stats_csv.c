/* Statistics as rows of a spreadsheet. */
#include "wire/stats.h"

#include "base/banned.h"

/* The heads of a figure: `ppc,ppc_lo,ppc_hi`, with a comma before each. */
static void add_heads(const char *const *names, struct strbuf *out)
{
    for (; *names; names++) {
        static const char *const ends[] = {"", "_lo", "_hi"};
        for (int i = 0; i < 3; i++) {
            strbuf_add_char(out, ',');
            strbuf_add(out, *names);
            strbuf_add(out, ends[i]);
        }
    }
}

static void add_known(const struct figure *figure, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    wire_csv_number(figure->known, figure->value, out);
}

void wire_leaderboard_csv(const struct leaderboard *leaderboard, struct strbuf *out)
{
    strbuf_add(out, "player,rank,rating,rating_lo,rating_hi,sd,provisional,games,wins,win_points,win_points_lo,"
                    "win_points_hi,mean_score,mean_score_lo,mean_score_hi,best_score,handle\n");
    for (size_t i = 0; i < leaderboard->count; i++) {
        const struct leaderboard_row *row = &leaderboard->rows[i];
        wire_csv_text(row->player, out);
        wire_csv_int(row->rank > 0, row->rank, out);
        wire_csv_figure(&row->rating, out);
        strbuf_add_char(out, ',');
        wire_csv_number(row->rating.known, row->sd, out);
        strbuf_add(out, row->provisional ? ",true" : ",false");
        wire_csv_int(true, row->games, out);
        wire_csv_int(true, row->wins, out);
        wire_csv_figure(&row->win_points, out);
        wire_csv_figure(&row->mean_score, out);
        wire_csv_points(row->has_best, row->best_score, leaderboard->scale, out);
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
    wire_csv_span(row->source->name, out);
    strbuf_add_char(out, ',');
    strbuf_hex(out, row->source->hash, SHA256_SIZE);
}

void wire_cards_csv(const struct card_table *table, enum lang lang, struct strbuf *out)
{
    static const char *const COMMON[] = {"ppc", "mpc", "zero_rate", "wp_with", "wp_without", "worth", NULL};
    static const char *const DRAFTED[] = {"taken_rate", "ata", "alsa", NULL};
    static const char *const USED[] = {"ppa", "cubes_per_point", "first_round", NULL};
    strbuf_add(out, "card,games,seats,seats_without,copies,points");
    add_heads(COMMON, out);
    strbuf_add(out, ",seen,seen_hands,taken");
    add_heads(DRAFTED, out);
    strbuf_add(out, ",iwt,iwt_took,iwt_left");
    if (table->game->uses) {
        strbuf_add(out, ",plays,activations,cubes");
        add_heads(USED, out);
    }
    strbuf_add(out, table->game->catalogue ? ",name,catalogue,catalogue_hash\n" : "\n");
    for (size_t i = 0; i < table->count; i++) {
        const struct card_row *row = &table->rows[i];
        wire_csv_text(row->name.id, out);
        wire_csv_int(true, row->games, out);
        wire_csv_int(true, row->seats, out);
        wire_csv_int(true, row->seats_without, out);
        wire_csv_int(true, row->copies, out);
        add_known(&row->points, out);
        wire_csv_figure(&row->ppc, out);
        wire_csv_figure(&row->mpc, out);
        wire_csv_figure(&row->zero_rate, out);
        wire_csv_figure(&row->wp_with, out);
        wire_csv_figure(&row->wp_without, out);
        wire_csv_figure(&row->worth, out);
        wire_csv_int(row->drafted, row->seen, out);
        wire_csv_int(row->drafted, row->seen_hands, out);
        wire_csv_int(row->drafted, row->taken, out);
        wire_csv_figure(&row->taken_rate, out);
        wire_csv_figure(&row->ata, out);
        wire_csv_figure(&row->alsa, out);
        add_known(&row->iwt, out);
        wire_csv_int(row->drafted, row->iwt_took, out);
        wire_csv_int(row->drafted, row->iwt_left, out);
        if (row->used) {
            wire_csv_int(true, row->copies, out);
            wire_csv_int(true, row->activations, out);
            wire_csv_int(true, row->cubes, out);
            wire_csv_figure(&row->ppa, out);
            wire_csv_figure(&row->cubes_per_point, out);
            wire_csv_figure(&row->first_round, out);
        }
        if (table->game->catalogue) {
            add_source(row, lang, out);
        }
        strbuf_add_char(out, '\n');
    }
}
