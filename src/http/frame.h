/*
 * Where a request begins and ends: the head of a message and its chunks, as
 * RFC 9112 writes them and not otherwise.
 *
 * Requests are smuggled past a proxy by bytes that two programs read in two
 * ways, so whatever the RFC lets a server repair is refused here: a line that
 * ends in a bare line feed or holds a bare carriage return, a blank before a
 * colon, a folded line, a control character, a length that is not one plain
 * number, two lengths, both kinds of framing. Who is refused is answered and
 * the connection closed; nothing behind it is read as a request.
 *
 * Nothing here reads or allocates: bytes come from the caller, spans point
 * into them.
 */
#ifndef HTTP_FRAME_H
#define HTTP_FRAME_H

#include "base/error.h"

enum { FRAME_FIELDS = 100, FRAME_LINE_EXTRA = 64 };

struct frame_field {
    struct span name;
    struct span value; /* without blanks at its ends */
};

enum frame_body { FRAME_NONE, FRAME_LENGTH, FRAME_CHUNKED };

struct frame_limits {
    size_t target; /* bytes of the address */
    size_t fields; /* bytes of all header lines */
};

struct frame {
    struct span method;
    struct span target;
    bool old; /* HTTP/1.0 */
    struct frame_field field[FRAME_FIELDS];
    size_t fields;
    enum frame_body body;
    uint64_t length; /* of FRAME_LENGTH; what is more than 64 bits hold is UINT64_MAX */
    bool keep;       /* the connection may stay open afterwards */
    bool expects;    /* the client waits for `100 Continue` */
};

/*
 * Reads a head from the beginning of `bytes`. ERR_OK: it is there, `*used`
 * bytes long. ERR_END: more bytes are needed, and what is there so far is
 * right. Anything else: refused; the frame then has what was read before.
 * `*seen` is where the last call stopped looking for the end; 0 at first.
 */
ERR_CHECK enum err frame_head(struct span bytes, const struct frame_limits *limits, struct frame *frame, size_t *seen,
                              size_t *used, struct error *error);

/* The first field of that name, written in any case, or the empty span (ptr NULL); and how many there are. */
struct span frame_find(const struct frame_field *field, size_t count, const char *name);
size_t frame_count(const struct frame_field *field, size_t count, const char *name);

/* ---- chunks ---- */

enum chunk_state {
    CHUNK_SIZE,
    CHUNK_EXTENSION,
    CHUNK_SIZE_END,
    CHUNK_DATA,
    CHUNK_DATA_CR,
    CHUNK_DATA_END,
    CHUNK_TRAILER,
    CHUNK_TRAILER_LINE,
    CHUNK_TRAILER_END,
    CHUNK_LAST_END,
    CHUNK_DONE
};

/* Zeroed at the beginning of a body. */
struct chunks {
    enum chunk_state state;
    unsigned digits;
    size_t extra;  /* bytes of extensions and trailers */
    uint64_t left; /* bytes of this chunk */
};

/*
 * Takes what it can off the front of `*bytes`. `*data` is the next piece of
 * the body (empty: none yet); call again until `bytes` is empty, the state is
 * CHUNK_DONE or it is refused.
 */
ERR_CHECK enum err chunks_take(struct chunks *chunks, struct span *bytes, struct span *data, struct error *error);

#endif
