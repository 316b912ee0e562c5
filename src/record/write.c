/* Canonical records: headers in one order, every move parsed and printed again, the engine's result. */
#include "record/write.h"

#include "base/points.h"
#include "base/utf8.h"
#include "record/claims.h"
#include "record/lines.h"
#include "record/messages.h"

#include "base/banned.h"

void record_write_header(struct strbuf *out, const char *keyword, struct span value)
{
    strbuf_add(out, keyword);
    strbuf_add_char(out, ' ');
    size_t before = out->len;
    size_t end = before; /* behind the last character that is not blank */
    while (value.len > 0) {
        size_t control = utf8_control(value);
        size_t kept = lines_no_break(value); /* a blank at an end, and itself in between */
        bool blank = control > 0 || kept > 0 || value.ptr[0] == ' ';
        if (!blank || end > before) {
            strbuf_add_span(out, kept > 0 ? span_of(value.ptr, kept)
                                 : blank  ? SPAN_LITERAL(" ")
                                          : span_of(value.ptr, 1));
        }
        end = blank ? end : out->len;
        value = span_skip(value, kept > 0 ? kept : control > 0 ? control : 1);
    }
    if (strbuf_ok(out)) {
        strbuf_truncate(out, end);
    }
    strbuf_add(out, end > before ? "\n" : "?\n");
}

struct span record_seat_name(struct span text, char memory[RECORD_NAME])
{
    struct strbuf line;
    strbuf_wrap(&line, memory, RECORD_NAME);
    record_write_header(&line, "", text);
    return strbuf_ok(&line) ? span_trim(span_of(memory, line.len - 1)) : (struct span){NULL, 0};
}

static void write_field(struct strbuf *out, const char *keyword, const struct field *field)
{
    if (field->text.len > 0) {
        record_write_header(out, keyword, field->text);
    }
}

/* The catalogue: its name and its hash, separated by one space, digits in lower case. */
static void write_catalogue(const struct field_pair *pair, struct strbuf *out)
{
    struct span hash = pair->value.text;
    strbuf_add_span(out, pair->name.text);
    strbuf_add_char(out, ' ');
    strbuf_add_span(out, span_word(&hash));
    strbuf_add_char(out, ' ');
    hash = span_trim(hash);
    for (size_t i = 0; i < hash.len; i++) {
        char c = hash.ptr[i];
        strbuf_add_char(out, (char)(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c));
    }
}

static void write_options(const struct record *record, const struct setup *setup, struct strbuf *out)
{
    const struct game *game = setup->game;
    for (size_t i = 0; i < record->options_count; i++) {
        const struct field_pair *pair = &record->options[i];
        strbuf_add(out, "option ");
        int known = -1;
        for (int j = 0; known < 0 && j < game->options_count; j++) {
            known = name_find(&game->options[j].name, 1, pair->name.text) == 0 ? j : -1;
        }
        if (known >= 0) {
            strbuf_add(out, game->options[known].name.id);
            strbuf_add_char(out, ' ');
            strbuf_add(out, game->options[known].values[setup->option[known]].id);
        } else {
            write_catalogue(pair, out);
        }
        strbuf_add_char(out, '\n');
    }
    if (setup->pinned.len > 0) {
        strbuf_add(out, "option ");
        strbuf_add(out, catalogue_word(game->catalogue));
        strbuf_add_char(out, ' ');
        strbuf_add_span(out, setup->pinned);
        strbuf_add(out, " sha256:");
        strbuf_hex(out, setup->pinned_hash, SHA256_SIZE);
        strbuf_add_char(out, '\n');
    }
}

/* By their lowest seats, and the seats of each in order. */
static void write_teams(const struct record *record, struct strbuf *out)
{
    seat_set taken = 0;
    for (unsigned first = 0; first < record->seats; first++) {
        for (unsigned i = 0; i < record->teams_count; i++) {
            seat_set seats = record->team[i].seats & ~taken;
            if (!(seats & seat_bit(first))) {
                continue;
            }
            taken |= seats;
            strbuf_add(out, "team");
            for (unsigned seat = first; seat < record->seats; seat++) {
                if (seats & seat_bit(seat)) {
                    strbuf_add_char(out, ' ');
                    strbuf_add(out, seat_label(seat));
                }
            }
            strbuf_add_char(out, '\n');
        }
    }
}

void record_write_head(const struct record *record, const struct setup *setup, struct strbuf *out)
{
    const struct game *game = setup->game;
    strbuf_add(out, "dendro 1\ngame ");
    strbuf_add(out, game->name.id);
    strbuf_add_char(out, '\n');
    if (game->titled) { /* the totals of a game with an engine may come under its title */
        write_field(out, "title", &record->title);
    }
    strbuf_add(out, "rules ");
    strbuf_int(out, game->rules);
    strbuf_add(out, "\nvariant ");
    strbuf_add(out, game->variants[setup->variant].name.id);
    strbuf_add(out, "\nlevel ");
    strbuf_add(out, game->levels[setup->level].name.id);
    strbuf_add_char(out, '\n');
    for (unsigned i = 0; i < record->seats; i++) {
        strbuf_add(out, "seat ");
        record_write_header(out, seat_label(i), record->seat[i].text);
    }
    write_teams(record, out);
    write_field(out, "played", &record->played);
    if (record->minutes > 0) {
        strbuf_add(out, "duration ");
        strbuf_int(out, record->minutes);
        strbuf_add_char(out, '\n');
    }
    write_field(out, "place", &record->place);
    write_field(out, "night", &record->night);
    write_options(record, setup, out);
    for (size_t i = 0; i < record->notes_count; i++) {
        write_field(out, "note", &record->notes[i].value);
    }
    write_field(out, "id", &record->id);
    for (size_t i = 0; i < record->extras_count; i++) {
        strbuf_add_plain(out, record->extras[i].name.text);
        if (record->extras[i].value.text.len > 0) {
            record_write_header(out, "", record->extras[i].value.text);
        } else {
            strbuf_add_char(out, '\n');
        }
    }
}

/* Plays and prints every line, take-backs included. */
static enum err write_moves(const struct record *record, struct replay *scratch, struct strbuf *out,
                            struct error *error)
{
    if (record->moves_count > 0) {
        strbuf_add_char(out, '\n');
    }
    for (size_t i = 0; i < record->moves_count; i++) {
        const struct record_move *move = &record->moves[i];
        enum err err = move->back > 0 ? replay_back(scratch, move->back, error)
                                      : replay_spell(scratch, move->seat, move->text, out, error);
        if (err == ERR_BUSY) { /* the time is over: that is not about the line */
            return err;
        }
        if (err != ERR_OK) {
            uint32_t column = move->column + (error->column > 0 ? error->column - 1 : 0);
            error->line = move->line;
            error->column = record_column(record, move->line, column);
            return err;
        }
        if (move->back > 0) {
            strbuf_add(out, "*: back ");
            strbuf_int(out, move->back);
            strbuf_add_char(out, '\n');
        }
    }
    return ERR_OK;
}

static void write_claim(struct strbuf *out, unsigned seat, struct span name, int32_t hundredths)
{
    strbuf_add(out, "claim ");
    strbuf_add(out, seat_label(seat));
    strbuf_add_char(out, ' ');
    strbuf_add_span(out, name);
    strbuf_add_char(out, ' ');
    strbuf_points(out, hundredths, POINTS_ONE);
    strbuf_add_char(out, '\n');
}

/* A written total that the record does not already claim, and that the engine does not share. */
static bool is_contested(const struct record *record, const struct game *game, const struct outcome *outcome,
                         const struct outcome_row *row, int32_t written)
{
    for (size_t i = 0; i < record->claims_count; i++) {
        const struct record_claim *claim = &record->claims[i];
        if (claim->seat == row->seat && claim->hundredths == written &&
            utf8_same(claim->name.text, span_from(claim_name(NULL, CLAIM_TOTAL).id))) {
            return false;
        }
    }
    return !outcome->over || written != game_hundredths(game, row->total);
}

/* The claims, then the written totals that differ from the engine's, or that came too early, as claims. */
static enum err write_claims(const struct record *record, const struct setup *setup, const struct outcome *outcome,
                             struct strbuf *out, struct error *error)
{
    const struct game *game = setup->game;
    size_t count = record->claims_count;
    for (size_t i = 0; i < count; i++) {
        const struct record_claim *claim = &record->claims[i];
        int row;
        int category;
        enum err err = claim_find(record, setup, outcome, claim, &row, &category, error);
        if (err != ERR_OK) {
            return err;
        }
        const struct outcome_row *at = &outcome->rows[row];
        int32_t computed = game_hundredths(game, category == CLAIM_TOTAL ? at->total : at->category[category]);
        if (record->renewed && outcome->over && claim->hundredths != computed) {
            continue;
        }
        write_claim(out, claim->seat, span_from(claim_name(setup, category).id), claim->hundredths);
    }
    size_t next = 0;
    for (size_t i = 0; i < outcome->rows_count && next < record->totals_count; i++) {
        const struct outcome_row *row = &outcome->rows[i];
        if (row->scored) {
            int32_t written = record->totals[next++].hundredths;
            if (is_contested(record, game, outcome, row, written)) {
                write_claim(out, row->seat, span_from(claim_name(setup, CLAIM_TOTAL).id), written);
                count++;
            }
        }
    }
    return count <= RECORD_CLAIMS ? ERR_OK : error_raise_int(error, &RECORD_MSG_TOO_MANY, RECORD_CLAIMS);
}

/* The totals and the digest of a game that is over. */
static void write_result(const struct replay *replay, const struct outcome *outcome, struct strbuf *out)
{
    if (!outcome->over) {
        return;
    }
    bool totalled = outcome_is_totalled(outcome);
    strbuf_add(out, totalled ? "=" : "");
    for (size_t i = 0; totalled && i < outcome->rows_count; i++) {
        if (outcome->rows[i].scored) {
            strbuf_add_char(out, ' ');
            strbuf_points(out, outcome->rows[i].total, game_scale(replay->setup.game));
        }
    }
    uint8_t digest[SHA256_SIZE];
    replay_digest(&replay->setup, replay->state, digest);
    strbuf_add(out, totalled ? "\ndigest " : "digest ");
    strbuf_hex(out, digest, sizeof(digest));
    strbuf_add_char(out, '\n');
}

void record_write_result(const struct replay *replay, struct strbuf *out)
{
    struct outcome outcome;
    replay->setup.game->outcome(&replay->setup, replay->state, &outcome);
    write_result(replay, &outcome, out);
}

/* The three functions below leave `out` as it was when these fail. */

static enum err write_end(const struct record *record, const struct replay *replay, struct strbuf *out,
                          struct error *error)
{
    const struct setup *setup = &replay->setup;
    struct outcome outcome;
    setup->game->outcome(setup, replay->state, &outcome);
    enum err err = write_claims(record, setup, &outcome, out, error);
    if (err != ERR_OK) {
        return err;
    }
    write_result(replay, &outcome, out);
    return strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err write_tail(const struct record *record, struct replay *scratch, struct strbuf *out, struct error *error)
{
    enum err err = write_moves(record, scratch, out, error);
    if (err != ERR_OK) {
        return err;
    }
    return write_end(record, scratch, out, error);
}

static enum err write_all(const struct record *record, const struct block_source *blocks, struct replay *scratch,
                          struct strbuf *out, struct error *error)
{
    size_t before = out->len;
    struct setup setup;
    enum err err = record_setup(record, blocks, &setup, error);
    if (err != ERR_OK) {
        return err;
    }
    err = replay_begin(scratch, &setup, error);
    if (err != ERR_OK) {
        return err;
    }
    record_write_head(record, &setup, out);
    err = write_tail(record, scratch, out, error);
    if (err != ERR_OK) {
        return err;
    }
    return out->len - before > RECORD_BYTES ? error_raise_int(error, &RECORD_MSG_TOO_LONG, RECORD_BYTES) : ERR_OK;
}

enum err record_write_end(const struct record *record, const struct replay *replay, struct strbuf *out,
                          struct error *error)
{
    size_t before = out->len;
    enum err err = write_end(record, replay, out, error);
    if (err != ERR_OK) {
        strbuf_truncate(out, before);
    }
    return err;
}

enum err record_write_tail(const struct record *record, struct replay *scratch, struct strbuf *out, struct error *error)
{
    size_t before = out->len;
    enum err err = write_tail(record, scratch, out, error);
    if (err != ERR_OK) {
        strbuf_truncate(out, before);
    }
    return err;
}

enum err record_write(const struct record *record, const struct block_source *blocks, struct replay *scratch,
                      struct strbuf *out, struct error *error)
{
    size_t before = out->len;
    enum err err = write_all(record, blocks, scratch, out, error);
    if (err != ERR_OK) {
        strbuf_truncate(out, before);
    }
    return err;
}
