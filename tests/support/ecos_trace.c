/*
 * What the engine of Ecos shows, ply by ply, for the slow referee
 * (ecos_referee.py): records from standard input come out as
 *
 *   {"record": the text}
 *   {..., "turn": [...], "state": {...}, "legal": {"1": ["turn", ...]}}     at the start and after every line
 *   {"refused": "ecos.which"}                                              instead, after a line that is refused
 *
 * Legal moves are listed at every EVERYth ply, in another place for every
 * game. A program of its own: its main is not part of the support library.
 *
 * usage: ecos_trace EVERY CATALOGUE.json... < records
 */
#include "record/record.h"
#include "record/replay.h"
#include "support/shipped.h"
#include "support/text.h"
#include "wire/json.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 64 << 20, STEP = 1 << 16 };

struct trace {
    struct catalogues catalogues;
    struct record_reader reader;
    struct replay replay;
    struct strbuf input, out;
    game_move *moves;
    unsigned every, games;
};

static void stop(const char *what, const struct error *error)
{
    char text[512] = "";
    if (error) {
        (void)error_text(error, LANG_EN, text, sizeof(text));
    }
    (void)fprintf(stderr, "ecos_trace: %s: %s\n", what, text);
    exit(1);
}

static void put_string(struct strbuf *out, struct span text)
{
    static const char digits[] = "0123456789abcdef";
    strbuf_add_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c < ' ') {
            strbuf_add(out, "\\u00");
            strbuf_add_char(out, digits[c >> 4]);
            strbuf_add_char(out, digits[c & 15]);
        } else {
            if (c == '"' || c == '\\') {
                strbuf_add_char(out, '\\');
            }
            strbuf_add_char(out, (char)c);
        }
    }
    strbuf_add_char(out, '"');
}

static void put_out(struct trace *t)
{
    struct span text = strbuf_span(&t->out);
    if (!strbuf_ok(&t->out) || fwrite(text.ptr, 1, text.len, stdout) != text.len) {
        stop("cannot write", NULL);
    }
    strbuf_clear(&t->out);
}

static void put_legal(struct trace *t, unsigned seat)
{
    const struct setup *setup = &t->replay.setup;
    const struct game *game = setup->game;
    size_t count = game->legal(setup, t->replay.state, seat, t->moves, game->legal_limit);
    for (size_t i = 0; i < count; i++) {
        char memory[256];
        struct strbuf text;
        strbuf_wrap(&text, memory, sizeof(memory));
        (void)game->print(setup, t->replay.state, &t->moves[i], 1, &text);
        strbuf_add(&t->out, i > 0 ? "," : "");
        put_string(&t->out, strbuf_span(&text));
    }
}

static void put_position(struct trace *t, size_t ply)
{
    const struct setup *setup = &t->replay.setup;
    struct wire_position position = {.setup = setup, .state = t->replay.state, .ply = ply};
    struct error error;
    if (wire_position(&position, &t->out, &error) != ERR_OK) {
        stop("a position", &error);
    }
    if ((ply + t->games) % t->every == 0) {
        seat_set turn = setup->game->turn(setup, t->replay.state);
        const char *before = ",\"legal\":{";
        strbuf_truncate(&t->out, t->out.len - 2); /* the end of the object and of the line */
        strbuf_add(&t->out, turn ? "" : before);
        for (unsigned seat = 0; seat < GAME_SEATS; seat++) {
            if (turn & seat_bit(seat)) {
                strbuf_add(&t->out, before);
                put_string(&t->out, span_from(seat_label(seat)));
                strbuf_add(&t->out, ":[");
                put_legal(t, seat);
                strbuf_add(&t->out, "]");
                before = ",";
            }
        }
        strbuf_add(&t->out, "}}\n");
    }
    put_out(t);
}

static void trace_record(struct trace *t, const struct record *record)
{
    struct setup setup;
    struct error error;
    if (record_setup(record, &t->catalogues.source, &setup, &error) != ERR_OK ||
        replay_begin(&t->replay, &setup, &error) != ERR_OK) {
        stop("a record's header", &error);
    }
    strbuf_add(&t->out, "{\"record\":");
    put_string(&t->out, record->text);
    strbuf_add(&t->out, "}\n");
    put_position(t, 0);
    for (size_t i = 0; i < record->moves_count; i++) {
        const struct record_move *move = &record->moves[i];
        if (move->back) {
            stop("a move is taken back, which is not traced", NULL);
        }
        enum err err = replay_line(&t->replay, move->seat, move->text, &error);
        if (err == ERR_RULE || err == ERR_SYNTAX) {
            strbuf_add(&t->out, "{\"refused\":");
            put_string(&t->out, span_from(error.message->id));
            strbuf_add(&t->out, "}\n");
            put_out(t);
            continue;
        }
        if (err != ERR_OK) {
            stop("a move", &error);
        }
        put_position(t, i + 1);
    }
    t->games++;
}

static void read_file(const char *path, struct strbuf *out)
{
    FILE *file = path ? fopen(path, "rb") : stdin;
    static char piece[STEP];
    size_t n;
    while (file && (n = fread(piece, 1, sizeof(piece), file)) > 0) {
        strbuf_add_span(out, span_of(piece, n));
    }
    if (!file || ferror(file) || !strbuf_ok(out)) {
        stop(path ? path : "standard input", NULL);
    }
    if (path) {
        (void)fclose(file);
    }
}

int main(int argc, char **argv)
{
    static struct trace t;
    struct source_memory memory;
    struct record record;
    struct error error;
    enum err err = ERR_OK;
    t.every = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    if (t.every == 0) {
        stop("usage: ecos_trace EVERY CATALOGUE.json... < records", NULL);
    }
    shipped_init(&t.catalogues, &allocator_heap);
    strbuf_init(&t.input, &allocator_heap, LIMIT);
    strbuf_init(&t.out, &allocator_heap, LIMIT);
    replay_init(&t.replay, &allocator_heap);
    t.moves = malloc(sizeof(game_move) * 100000);
    for (int i = 2; i < argc; i++) {
        strbuf_clear(&t.input);
        read_file(argv[i], &t.input);
        const struct catalogue *added = NULL;
        if (catalogues_add(&t.catalogues, strbuf_span(&t.input), &added, &error) != ERR_OK) {
            stop(argv[i], &error);
        }
    }
    strbuf_clear(&t.input);
    read_file(NULL, &t.input);
    record_reader_init(&t.reader, source_from_memory(&memory, strbuf_span(&t.input)), &allocator_heap);
    while (t.moves && (err = record_reader_next(&t.reader, &record, &error)) == ERR_OK) {
        trace_record(&t, &record);
    }
    if (err != ERR_END) {
        stop("a record", &error);
    }
    free(t.moves);
    record_reader_release(&t.reader);
    replay_release(&t.replay);
    strbuf_release(&t.input);
    strbuf_release(&t.out);
    catalogues_release(&t.catalogues);
    return 0;
}
