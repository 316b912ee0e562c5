/*
 * Plays saved from BoardGameGeek: one page of <plays> as XML, read by expat piece by piece. expat is stopped behind each
 * play and goes on when the next one is asked for. It expands nothing here: a DOCTYPE, without which there are no entities,
 * ends the file. expat keeps a token in one run, and its memory comes from the heap: a token that grows beyond
 * TOKEN_BYTES is refused before it takes more.
 */
#include "wire/bgg.h"
#include "wire/bgg_play.h"
#include "wire/foreign_messages.h"
#include "wire/foreign_source.h"

#include "base/system.h"

#include <errno.h>
#include <expat.h>

#include "base/banned.h"

enum { PIECE = 1 << 16, TOKEN_BYTES = 1 << 20, XML_DEPTH = 16 };

/* Elements that are looked into, by the level at which they stand. */
enum { LEVEL_PLAYS = 1, LEVEL_PLAY, LEVEL_PART, LEVEL_PLAYER };

struct bgg {
    const struct allocator *allocator;
    struct foreign_source source;
    struct source from;
    XML_Parser parser;
    bool checking;  /* the first reading: nothing is given out */
    bool suspended; /* behind a play */
    bool whole;     /* the last byte was given to expat */
    bool yields;    /* a play is there */
    unsigned depth;
    bool in_play, in_players, in_comments;
    uint32_t end_line, end_column; /* of the end of <plays>; 0: it was not there yet */
    uint64_t fed;
    enum err refused; /* by a handler, which stopped the parser */
    struct error error;
    struct bgg_play builder;
};

/* ---- refusals ---- */

static uint32_t fit(XML_Size n)
{
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

static void place_here(const struct bgg *file, struct error *error)
{
    XML_Size line = file->parser ? XML_GetCurrentLineNumber(file->parser) : 0;
    error->line = line > 0 ? fit(line) : 1;
    error->column = line > 0 ? fit(XML_GetCurrentColumnNumber(file->parser) + 1) : 1;
}

/* From within a handler: the file is refused. */
static struct error *stop(struct bgg *file, const struct message *message)
{
    file->refused = error_raise(&file->error, message);
    place_here(file, &file->error);
    (void)XML_StopParser(file->parser, XML_FALSE);
    return &file->error;
}

/* What is wrong, in words for people; the last is for the rest. */
static const struct {
    enum XML_Error code;
    struct name why;
} REASONS[] = {
    {XML_ERROR_TAG_MISMATCH, {"tag", "a tag is closed that is not open", "une balise fermée n'est pas ouverte"}},
    {XML_ERROR_DUPLICATE_ATTRIBUTE, {"attribute", "an attribute is there twice", "un attribut est donné deux fois"}},
    {XML_ERROR_UNDEFINED_ENTITY, {"entity", "an entity that XML does not have", "une entité que XML ne connaît pas"}},
    {XML_ERROR_UNCLOSED_CDATA_SECTION, {"cdata", "a CDATA section has no end", "une section CDATA n'a pas de fin"}},
    {XML_ERROR_NONE, {"syntax", "a character or a tag that cannot be here", "un caractère ou une balise mal placés"}},
};
enum { REASONS_COUNT = sizeof(REASONS) / sizeof(REASONS[0]) };

/* The sentences that expat's codes have to themselves. */
static const struct {
    enum XML_Error code;
    const struct message *message;
} SENTENCES[] = {
    {XML_ERROR_NO_ELEMENTS, &FOREIGN_MSG_ENDS},
    {XML_ERROR_UNCLOSED_TOKEN, &FOREIGN_MSG_ENDS},
    {XML_ERROR_PARTIAL_CHAR, &FOREIGN_MSG_ENDS},
    {XML_ERROR_UNKNOWN_ENCODING, &FOREIGN_MSG_XML_ENCODING},
    {XML_ERROR_INCORRECT_ENCODING, &FOREIGN_MSG_XML_ENCODING},
};

static enum err raise_expat(const struct bgg *file, struct error *error)
{
    enum XML_Error code = XML_GetErrorCode(file->parser);
    if (code == XML_ERROR_NO_MEMORY) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (file->end_line > 0) { /* whatever it is; what expat calls it depends on how much of it was there */
        enum err err = error_raise(error, &FOREIGN_MSG_PAGES);
        error->line = file->end_line;
        error->column = file->end_column;
        return err;
    }
    for (size_t i = 0; i < sizeof(SENTENCES) / sizeof(SENTENCES[0]); i++) {
        if (SENTENCES[i].code == code) {
            enum err err = error_raise(error, SENTENCES[i].message);
            place_here(file, error);
            return err;
        }
    }
    size_t at = 0;
    while (at < REASONS_COUNT - 1 && REASONS[at].code != code) {
        at++;
    }
    enum err err = error_raise(error, &FOREIGN_MSG_XML);
    error_add_name(error, &REASONS[at].why);
    place_here(file, error);
    return err;
}

/* ---- handlers ---- */

/* What a file that is not plays may be. */
static const struct name ANSWERS[] = {
    {"html", "a web page", "une page du web"},
    {"errors", "an error that BoardGameGeek answered", "une erreur que BoardGameGeek a répondue"},
    {"error", "an error that BoardGameGeek answered", "une erreur que BoardGameGeek a répondue"},
    {"message", "a message of BoardGameGeek", "un message de BoardGameGeek"},
    {"items", "a collection of BoardGameGeek", "une collection de BoardGameGeek"},
};

static void check_root(struct bgg *file, const char *name)
{
    for (size_t i = 0; i < sizeof(ANSWERS) / sizeof(ANSWERS[0]); i++) {
        if (span_is_nocase(span_from(name), ANSWERS[i].id)) {
            error_add_name(stop(file, &FOREIGN_MSG_ANSWER), &ANSWERS[i]);
            return;
        }
    }
    if (strcmp(name, "plays") != 0) {
        error_add(stop(file, &FOREIGN_MSG_ROOT), span_from(name));
    }
}

static void XMLCALL on_start(void *context, const char *name, const char **attributes)
{
    struct bgg *file = context;
    file->depth++;
    if (file->depth > XML_DEPTH) {
        error_add_int(stop(file, &FOREIGN_MSG_DEPTH), XML_DEPTH);
    } else if (file->depth == LEVEL_PLAYS) {
        check_root(file, name);
    } else if (file->depth == LEVEL_PLAY && strcmp(name, "play") == 0) {
        file->in_play = true;
        bgg_play_begin(&file->builder, attributes, fit(XML_GetCurrentLineNumber(file->parser)),
                       fit(XML_GetCurrentColumnNumber(file->parser) + 1));
    } else if (file->in_play && file->depth == LEVEL_PART) {
        file->in_comments = strcmp(name, "comments") == 0;
        file->in_players = strcmp(name, "players") == 0;
        if (strcmp(name, "item") == 0) {
            bgg_play_item(&file->builder, attributes);
        }
    } else if (file->in_players && file->depth == LEVEL_PLAYER && strcmp(name, "player") == 0) {
        bgg_play_player(&file->builder, attributes);
    }
}

static void XMLCALL on_end(void *context, const char *name)
{
    struct bgg *file = context;
    (void)name;
    if (file->depth == LEVEL_PART) {
        file->in_comments = false;
        file->in_players = false;
    } else if (file->depth == LEVEL_PLAY && file->in_play) {
        file->in_play = false;
        bgg_play_end(&file->builder);
        if (!file->checking) {
            file->yields = true;
            (void)XML_StopParser(file->parser, XML_TRUE);
        }
    }
    file->depth--;
    if (file->depth == 0) {
        file->end_line = fit(XML_GetCurrentLineNumber(file->parser));
        file->end_column = fit(XML_GetCurrentColumnNumber(file->parser) + 1);
    }
}

static void XMLCALL on_text(void *context, const char *text, int len)
{
    struct bgg *file = context;
    if (file->in_comments && len > 0) {
        bgg_play_comments(&file->builder, span_of(text, (size_t)len));
    }
}

static void XMLCALL on_doctype(void *context, const char *name, const char *system, const char *public, int internal)
{
    struct bgg *file = context;
    (void)system;
    (void)public;
    (void)internal;
    if (span_is_nocase(span_from(name), ANSWERS[0].id)) {
        error_add_name(stop(file, &FOREIGN_MSG_ANSWER), &ANSWERS[0]);
    } else {
        (void)stop(file, &FOREIGN_MSG_DOCTYPE);
    }
}

/* ---- feeding expat ---- */

static void drop_parser(struct bgg *file)
{
    if (file->parser) {
        XML_ParserFree(file->parser);
        file->parser = NULL;
    }
}

static enum err start(struct bgg *file, bool checking, struct error *error)
{
    drop_parser(file);
    file->parser = XML_ParserCreate(NULL);
    if (!file->parser) {
        return error_raise(error, &MSG_MEMORY);
    }
    file->checking = checking;
    file->suspended = file->whole = file->yields = false;
    file->in_play = file->in_players = file->in_comments = false;
    file->depth = 0;
    file->end_line = file->end_column = 0;
    file->fed = 0;
    file->refused = ERR_OK;
    file->from = foreign_source_at(&file->source, 0);
    XML_SetUserData(file->parser, file);
    XML_SetElementHandler(file->parser, on_start, on_end);
    XML_SetCharacterDataHandler(file->parser, on_text);
    XML_SetStartDoctypeDeclHandler(file->parser, on_doctype);
    return ERR_OK;
}

/* The next piece of the file; the last one is empty. */
static enum err feed(struct bgg *file, enum XML_Status *status, struct error *error)
{
    void *room = XML_GetBuffer(file->parser, PIECE);
    if (!room) {
        return error_raise(error, &MSG_MEMORY);
    }
    ptrdiff_t n = file->from.read(file->from.context, room, PIECE);
    if (n < 0) {
        return system_raise(error, errno);
    }
    file->whole = n == 0;
    file->fed += (uint64_t)n;
    *status = XML_ParseBuffer(file->parser, (int)n, file->whole ? XML_TRUE : XML_FALSE);
    return ERR_OK;
}

/* Behind a piece that expat has taken: it keeps only what it has not understood yet. */
static enum err check_token(const struct bgg *file, struct error *error)
{
    XML_Index at = XML_GetCurrentByteIndex(file->parser);
    uint64_t done = at > 0 ? (uint64_t)at : 0;
    if (file->fed - (done < file->fed ? done : file->fed) <= TOKEN_BYTES) {
        return ERR_OK;
    }
    enum err err = error_raise_span(error, &FOREIGN_MSG_ELEMENT, SPAN_LITERAL("<"));
    error_add_int(error, TOKEN_BYTES);
    place_here(file, error);
    return err;
}

/* Goes on until a play is there. ERR_END: the file is at its end. */
static enum err run(struct bgg *file, struct error *error)
{
    file->yields = false;
    for (;;) {
        enum XML_Status status = XML_STATUS_OK;
        enum err err = ERR_OK;
        if (file->suspended) {
            status = XML_ResumeParser(file->parser);
        } else if (file->whole) {
            return ERR_END;
        } else {
            err = feed(file, &status, error);
        }
        if (err != ERR_OK) {
            return err;
        }
        if (status == XML_STATUS_ERROR) {
            if (file->refused != ERR_OK) {
                *error = file->error;
                return file->refused;
            }
            return raise_expat(file, error);
        }
        file->suspended = status == XML_STATUS_SUSPENDED;
        if (file->yields) {
            return ERR_OK;
        }
        err = check_token(file, error);
        if (err != ERR_OK) {
            return err;
        }
    }
}

/* ---- the reader ---- */

static void release(void *context)
{
    struct bgg *file = context;
    drop_parser(file);
    bgg_play_release(&file->builder);
    mem_free(file->allocator, file);
}

static enum err rewind_plays(void *context, struct error *error)
{
    return start(context, false, error);
}

static enum err next_play(void *context, struct play *play, struct error *error)
{
    struct bgg *file = context;
    if (!file->parser) {
        return ERR_END;
    }
    enum err err = run(file, error);
    if (err != ERR_OK) {
        drop_parser(file);
        bool changed = err != ERR_END && !err_is_fatal(err); /* it was read through before */
        return changed ? error_raise(error, &FOREIGN_MSG_CHANGED) : err;
    }
    if (file->builder.wrong != ERR_OK) {
        *error = file->builder.error;
        return file->builder.wrong;
    }
    *play = file->builder.play;
    return ERR_OK;
}

enum err bgg_open_stepped(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                          size_t step, struct error *error)
{
    struct bgg *file = mem_new(allocator, 1, sizeof(*file));
    if (!file) {
        return error_raise(error, &MSG_MEMORY);
    }
    file->allocator = allocator;
    file->source = (struct foreign_source){.spool = spool, .step = step};
    bgg_play_init(&file->builder, allocator);
    enum err err = start(file, true, error);
    if (err == ERR_OK) {
        err = run(file, error);
    }
    if (err == ERR_END) {
        err = start(file, false, error);
    }
    if (err != ERR_OK) {
        release(file);
        return err;
    }
    *out = (struct foreign_reader){{PLAYS_BGG, rewind_plays, next_play, file}, release};
    return ERR_OK;
}

enum err bgg_open(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                  struct error *error)
{
    return bgg_open_stepped(out, spool, allocator, 0, error);
}
