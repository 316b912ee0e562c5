/*
 * Lines of Biotopes read and written without an engine: five seats, an empty
 * position, a catalogue of which only the types of cards matter. For
 * tests/rules/test_biotopes_text.c and test_biotopes_words.c only.
 */
#ifndef RULES_BIOTOPES_TEXT_H
#define RULES_BIOTOPES_TEXT_H

#include "support/cmocka.h"

#include "rules/biotopes/biotopes_words.h"

#include <stdio.h>
#include <string.h>

enum { FIVE = 5, TEXT = 4096 };

static struct bio_catalogue cat;
static struct bio_state state;
static struct setup setup;
static struct error error;
static game_move moves[GAME_LINE];
static size_t count;

/* Five seats, an empty landscape; a catalogue in which a card's type is its number modulo the types. */
static inline int prepare(void **unused)
{
    (void)unused;
    memset(&cat, 0, sizeof(cat));
    memset(&state, 0, sizeof(state));
    memset(&error, 0, sizeof(error));
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        cat.species[i].type = (uint8_t)(i % BIO_TYPES);
    }
    setup = (struct setup){.seats = FIVE, .block = &cat, .block_size = sizeof(cat)};
    return 0;
}

static inline enum err read_line(const char *line)
{
    int seat = seat_from_label(span_of(line, 1));
    assert_true(seat >= 0 && line[1] == ':');
    count = 0;
    memset(&error, 0, sizeof(error));
    return bio_parse(&setup, &state, (unsigned)seat, span_from(line + 2), moves, &count, &error);
}

/* The line's text as it is written in that language, valid until the next call; the id of what is wrong otherwise. */
static inline const char *written(const char *line, enum lang lang)
{
    static char text[TEXT];
    struct strbuf out;
    if (read_line(line) != ERR_OK) {
        return error.message->id;
    }
    if (count == 0) {
        return "nothing";
    }
    strbuf_wrap(&out, text, sizeof(text));
    assert_int_equal(bio_say(&setup, &state, moves, count, lang, &out), count);
    assert_true(strbuf_ok(&out));
    return text;
}

/* Reads as `text`, whatever way it is written in. */
static inline void reads_as(const char *line, const char *text)
{
    const char *found = written(line, LANG_EN);
    if (strcmp(found, text) != 0) {
        fail_msg("'%s' is read as '%s', not '%s'", line, found, text);
    }
    char french[TEXT + 8];
    (void)snprintf(french, sizeof(french), "%c: %s", line[0], written(line, LANG_FR));
    found = written(french, LANG_EN);
    if (strcmp(found, text) != 0) {
        fail_msg("'%s', which is '%s', is read as '%s'", french, line, found);
    }
}

#endif
