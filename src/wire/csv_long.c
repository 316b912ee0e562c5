/*
 * The long form of a spreadsheet: a row is a seat, and rows that follow one
 * another are one play when they have one id, or, without ids, one date, game and
 * place and nobody twice.
 */
#include "base/fold.h"
#include "wire/csv_inside.h"

#include "base/banned.h"

static const struct message MSG_DIFFERS = {ERR_SYNTAX, "csv.differs",
                                           "column '%2': '%1' here, and '%3' in the row of the same id in line %4",
                                           "colonne « %2 » : « %1 » ici, et « %3 » à la ligne %4 du même identifiant"};
static const struct message MSG_NOBODY = {ERR_SYNTAX, "csv.nobody", "a row without a player", "une ligne sans joueur"};
static const struct message MSG_PLAY = {ERR_LIMIT, "csv.play", "a play of more than %1 bytes",
                                        "une partie de plus de %1 octets"};

static const struct name A_MARK = {"", "1, 0, x, yes or no", "1, 0, x, oui ou non"};
static const struct name A_RANK = {"", "a rank", "un rang"};

/* A copy that lives as long as the play. */
static enum err csv_keep(struct csv_reader *reader, struct span text, struct span *out, struct error *error)
{
    *out = (struct span){"", 0};
    if (text.len == 0) {
        return ERR_OK;
    }
    if (reader->used + text.len > CSV_PLAY) {
        return csv_at_column(reader, 0, error_raise_int(error, &MSG_PLAY, CSV_PLAY), error);
    }
    const char *copy = arena_copy(&reader->memory, text);
    if (!copy) {
        reader->broken = true;
        return error_raise(error, &MSG_MEMORY);
    }
    reader->used += text.len;
    *out = span_of(copy, text.len);
    return ERR_OK;
}

/* What rows of one play have in common. */
enum { SAME_ID, SAME_DATE, SAME_TIME, SAME_GAME, SAME_TITLE, SAME_PLACE, SAME };
static const enum csv_column SAMES[SAME] = {CSV_ID, CSV_DATE, CSV_TIME, CSV_GAME, CSV_TITLE, CSV_PLACE};

/* Letters that begin two names and differ also without case and accents: most names are told apart by them. */
static bool begin_apart(struct span a, struct span b)
{
    unsigned char first = (unsigned char)a.ptr[0];
    unsigned char other = (unsigned char)b.ptr[0];
    return first > ' ' && first < 0x7f && other > ' ' && other < 0x7f &&
           !span_equal_nocase(span_of(a.ptr, 1), span_of(b.ptr, 1));
}

static bool is_seated(const struct play *play, struct span name)
{
    for (unsigned i = 0; i < play->seats && i < PLAY_SEATS; i++) {
        struct span other = play->seat[i].person.name;
        if (!play->seat[i].person.anonymous && name.len > 0 && !begin_apart(other, name) && fold_same(other, name)) {
            return true;
        }
    }
    return false;
}

static bool belongs(const struct csv_reader *reader, const struct play *play, const struct span same[SAME])
{
    struct span id = csv_id_of(reader);
    if (same[SAME_ID].len > 0 || id.len > 0) {
        return span_equal(same[SAME_ID], id);
    }
    for (unsigned i = SAME_DATE; i < SAME; i++) {
        if (!span_equal(same[i], csv_cell_of(reader, SAMES[i]))) {
            return false;
        }
    }
    return !is_seated(play, csv_cell_of(reader, CSV_PLAYER));
}

/* A further row of an id says nothing else about its date, game and place. */
static enum err check_same(const struct csv_reader *reader, const struct play *play, const struct span same[SAME],
                           struct error *error)
{
    for (unsigned i = SAME_DATE; i < SAME; i++) {
        struct span cell = csv_cell_of(reader, SAMES[i]);
        if (cell.len > 0 && !span_equal(cell, same[i])) {
            enum err err = error_raise_span(error, &MSG_DIFFERS, cell);
            error_add(error, reader->header.name[reader->header.at[SAMES[i]] - 1]);
            error_add(error, same[i]);
            error_add_int(error, play->line);
            return csv_at_kind(reader, SAMES[i], err, error);
        }
    }
    return ERR_OK;
}

/* Notes of several rows, each once, a line each. */
static enum err add_note(struct csv_reader *reader, struct play *play, struct span *last, struct error *error)
{
    struct span note = csv_cell_of(reader, CSV_NOTE);
    struct span before = play->comments;
    if (note.len == 0 || span_equal(note, *last)) {
        return ERR_OK;
    }
    enum err err = csv_keep(reader, note, last, error);
    if (err != ERR_OK || before.len == 0) {
        play->comments = err == ERR_OK ? *last : before;
        return err;
    }
    if (reader->used + before.len + note.len > CSV_PLAY) {
        return csv_at_kind(reader, CSV_NOTE, error_raise_int(error, &MSG_PLAY, CSV_PLAY), error);
    }
    char *both = arena_new(&reader->memory, before.len + 1 + note.len, 1);
    if (!both) {
        reader->broken = true;
        return error_raise(error, &MSG_MEMORY);
    }
    memcpy(both, before.ptr, before.len);
    both[before.len] = '\n';
    memcpy(both + before.len + 1, note.ptr, note.len);
    reader->used += before.len + 1 + note.len;
    play->comments = span_of(both, before.len + 1 + note.len);
    return ERR_OK;
}

/* The person is there whatever is wrong with the rest, so that the next row finds them. */
static enum err read_seat(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct play_seat seat = {.rank = 0};
    struct span name = csv_cell_of(reader, CSV_PLAYER);
    if (name.len == 0 && reader->header.ours) { /* a rival that the rules play */
        return ERR_OK;
    }
    if (name.len == 0 && reader->header.at[CSV_BGG] == 0) { /* at BoardGameGeek nobody in particular has no name */
        return csv_at_kind(reader, CSV_PLAYER, error_raise(error, &MSG_NOBODY), error);
    }
    if (play->seats >= PLAY_SEATS) {
        play->seats++;
        return ERR_OK;
    }
    enum err err = csv_keep(reader, name, &seat.person.name, error);
    if (err != ERR_OK) {
        return err;
    }
    seat.person.anonymous = name.len == 0 || span_is(name, RECORD_GUEST);
    enum err score = csv_keep(reader, csv_cell_of(reader, CSV_SCORE), &seat.score, error);
    err = score == ERR_OK ? csv_keep(reader, csv_cell_of(reader, CSV_TEAM), &seat.team, error) : score;
    bool marked = csv_read_mark(csv_cell_of(reader, CSV_WIN), &seat.winner);
    bool ranked = csv_read_rank(csv_cell_of(reader, CSV_RANK), &seat.rank);
    csv_add_seat(play, &seat);
    play->manual_winner = play->manual_winner || seat.winner;
    play->told_winner = play->told_winner || csv_cell_of(reader, CSV_WIN).len > 0;
    if (err != ERR_OK) {
        return err;
    }
    if (!marked) {
        return csv_refuse_value(reader, CSV_WIN, &A_MARK, error);
    }
    return ranked ? ERR_OK : csv_refuse_value(reader, CSV_RANK, &A_RANK, error);
}

static enum err begin_long(struct csv_reader *reader, struct play *play, struct span same[SAME], struct error *error)
{
    csv_begin_play(reader, play);
    for (unsigned i = 0; i < SAME; i++) {
        struct span cell = i == SAME_ID ? csv_id_of(reader) : csv_cell_of(reader, SAMES[i]);
        enum err err = csv_keep(reader, cell, &same[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    play->id = same[SAME_ID];
    play->title.name = same[SAME_TITLE].len > 0 ? same[SAME_TITLE] : same[SAME_GAME];
    play->place = same[SAME_PLACE];
    return csv_read_about(reader, play, error);
}

/* A row of the play; what is wrong first is told. */
static enum err take_row(struct csv_reader *reader, struct play *play, const struct span same[SAME], struct span *note,
                         struct error *error)
{
    enum err err = read_seat(reader, play, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_same(reader, play, same, error);
    return err == ERR_OK ? add_note(reader, play, note, error) : err;
}

enum err csv_long_play(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct span same[SAME] = {{NULL, 0}};
    struct span note = {NULL, 0};
    struct error later;
    enum err judged = begin_long(reader, play, same, error);
    while (!reader->broken) {
        enum err err = take_row(reader, play, same, &note, judged == ERR_OK ? error : &later);
        judged = judged == ERR_OK ? err : judged;
        if (reader->broken) {
            break;
        }
        err = csv_next_row(reader, &later);
        if (err == ERR_END) {
            break;
        }
        if (err != ERR_OK) {
            *error = later;
            return err;
        }
        reader->pending = !belongs(reader, play, same);
        if (reader->pending) {
            break;
        }
    }
    return judged;
}
