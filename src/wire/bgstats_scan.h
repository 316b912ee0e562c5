/*
 * Private to src/wire: JSON of any size, walked through in a window. Every byte of it is checked (syntax, UTF-8, depth), and
 * only what the caller wants to see is held: one element of a list at a time, which jansson then makes a tree of. What a
 * value means, and whether a name within it is there twice, is jansson's to say.
 */
#ifndef WIRE_BGSTATS_SCAN_H
#define WIRE_BGSTATS_SCAN_H

#include "base/window.h"

enum {
    SCAN_ELEMENT = 1 << 20, /* bytes of an element, or a name, that is held */
    SCAN_DEPTH = 32         /* levels, counted from the outermost */
};

/* A place in the file. */
struct scan_place {
    uint64_t offset;
    uint64_t line;    /* from 1 */
    uint64_t line_at; /* offset at which that line starts */
};

struct json_scan {
    struct window window;
    size_t at;               /* bytes of the window that were walked over */
    bool hold;               /* they stay in the window */
    bool overflow;           /* they were to stay and had no room */
    enum err failed;         /* the source has: ERR_IO or ERR_MEMORY */
    unsigned depth;          /* of containers that the caller has entered */
    struct scan_place place; /* of the window's first byte, but for the line, which is that of `at` */
};

/* One value that was held; `text` is borrowed until the scan goes on. */
struct scan_element {
    struct span text;
    bool overflow; /* it has more than SCAN_ELEMENT bytes, and `text` is empty */
    uint32_t line, column;
};

/* From a place where a value, or what lies between two, begins; `depth` containers around it are open. */
void json_scan_init(struct json_scan *scan, struct source source, const struct allocator *allocator,
                    struct scan_place place, unsigned depth);
void json_scan_release(struct json_scan *scan);

/* Where the next byte is. */
struct scan_place json_scan_place(const struct json_scan *scan);
/* Raises `message` there. */
ERR_CHECK enum err json_scan_raise(const struct json_scan *scan, const struct message *message, struct error *error);

/* A byte order mark at the front is passed over. */
ERR_CHECK enum err json_scan_begin(struct json_scan *scan, struct error *error);
/* Enters an object (`{`) or a list (`[`); anything else is refused: `path`, when there is one, must be `what`. */
ERR_CHECK enum err json_scan_enter(struct json_scan *scan, char open, const char *path, const struct name *what,
                                   struct error *error);
/*
 * The next name of an object that was entered, as it is written between its quotes, with the colon behind it; ERR_END behind
 * the last, and the object is left. `first` is true for the first and becomes false.
 */
ERR_CHECK enum err json_scan_key(struct json_scan *scan, bool *first, struct scan_element *key, struct error *error);
/* The next element of a list that was entered; ERR_END as above. */
ERR_CHECK enum err json_scan_item(struct json_scan *scan, bool *first, struct scan_element *item, struct error *error);
/* Passes a value over. */
ERR_CHECK enum err json_scan_pass(struct json_scan *scan, struct error *error);
/* Nothing but blanks up to the end. */
ERR_CHECK enum err json_scan_end(struct json_scan *scan, struct error *error);

#endif
