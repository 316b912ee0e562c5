/*
 * Private to the room: pieces of pictures, as web/pictures.mjs has drawn them out of our glyphs, and a picture that is
 * put together of them. Colours are places in the one palette that the pieces have.
 */
#ifndef HTTP_TILES_H
#define HTTP_TILES_H

#include "base/alloc.h"
#include "base/strbuf.h"

enum {
    PICTURE_WIDTH = 1200,
    PICTURE_HEIGHT = 630,
    TILES_BYTES = 1 << 20, /* of the file at the most */
    TILES_NAME = 64,
    TILE_PAPER = 0,  /* the first colours of the palette: what is behind everything, */
    TILE_WINNER = 1, /* what marks who won, */
    TILE_SEATS = 2,  /* and the seats in their order */
    TILE_SEATS_COUNT = 6
};

/* The file of the pieces. */
struct tiles {
    struct strbuf bytes;
    size_t colours;
    const uint8_t *palette; /* three bytes each */
    struct span pieces;
};

/* One of them: `width` times `height` places in the palette, row by row. */
struct piece {
    unsigned width, height;
    const uint8_t *places;
};

/* False when the page has no pieces, or memory is short; tiles_release is due in any case. */
bool tiles_open(struct tiles *tiles, const struct allocator *allocator);
void tiles_release(struct tiles *tiles);
/* The piece of that name; false when there is none. */
bool tiles_find(const struct tiles *tiles, struct span name, struct piece *piece);

/* PICTURE_WIDTH times PICTURE_HEIGHT places, all paper; NULL: no memory. mem_free gives it back. */
uint8_t *picture_new(const struct allocator *allocator);
/* What reaches beyond the picture is cut off. */
void picture_fill(uint8_t *picture, int x, int y, int width, int height, uint8_t colour);
void picture_put(uint8_t *picture, int x, int y, const struct piece *piece);
/* Appends it as PNG. False: no memory. */
bool picture_png(const struct tiles *tiles, const uint8_t *picture, struct strbuf *out);

#endif
