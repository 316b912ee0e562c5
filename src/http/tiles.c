/* Pieces out of the page's file, and PNG (RFC 2083) as far as a picture with a palette needs it. */
#include "http/tiles.h"
#include "http/gzip.h"
#include "http/page.h"

#include <zlib.h>

#include "base/banned.h"

static const char MAGIC[] = "DTILES1\n";
static const char FILE_NAME[] = "/static/og/tiles.bin";

/* ---- the file ---- */

static const struct page_file *find_file(void)
{
    for (size_t i = 0; i < PAGE_FILES_COUNT; i++) {
        if (strstr(PAGE_FILES[i].path, FILE_NAME)) {
            return &PAGE_FILES[i];
        }
    }
    return NULL;
}

bool tiles_open(struct tiles *tiles, const struct allocator *allocator)
{
    enum { HEAD = sizeof(MAGIC) };
    const struct page_file *file = find_file();
    *tiles = (struct tiles){.colours = 0};
    strbuf_init(&tiles->bytes, allocator, TILES_BYTES);
    if (!file || !gunzip_add(span_of((const char *)file->gzip, file->gzip_size), file->plain_size, &tiles->bytes) ||
        tiles->bytes.len < HEAD || memcmp(tiles->bytes.text, MAGIC, HEAD - 1) != 0) {
        return false;
    }
    const uint8_t *bytes = (const uint8_t *)tiles->bytes.text;
    tiles->colours = bytes[HEAD - 1];
    tiles->palette = bytes + HEAD;
    tiles->pieces = span_skip(strbuf_span(&tiles->bytes), HEAD + 3 * tiles->colours);
    return tiles->colours >= TILE_SEATS + TILE_SEATS_COUNT && tiles->pieces.len > 0;
}

void tiles_release(struct tiles *tiles)
{
    strbuf_release(&tiles->bytes);
}

/* Cuts the next piece off: the length of its name, the name, width, height, places. False at the end. */
static bool next_piece(struct span *rest, struct span *name, struct piece *piece)
{
    const uint8_t *at = (const uint8_t *)rest->ptr;
    size_t length = rest->len > 0 ? at[0] : 0;
    if (rest->len < length + 3) {
        return false;
    }
    *name = span_of(rest->ptr + 1, length);
    *piece = (struct piece){.width = at[1 + length], .height = at[2 + length], .places = at + length + 3};
    size_t whole = length + 3 + (size_t)piece->width * piece->height;
    if (rest->len < whole) {
        return false;
    }
    *rest = span_skip(*rest, whole);
    return true;
}

bool tiles_find(const struct tiles *tiles, struct span name, struct piece *piece)
{
    struct span rest = tiles->pieces;
    struct span called;
    while (next_piece(&rest, &called, piece)) {
        if (span_equal(called, name)) {
            return true;
        }
    }
    return false;
}

/* ---- the picture ---- */

uint8_t *picture_new(const struct allocator *allocator)
{
    uint8_t *picture = mem_new(allocator, PICTURE_WIDTH, PICTURE_HEIGHT);
    if (picture) {
        memset(picture, TILE_PAPER, (size_t)PICTURE_WIDTH * PICTURE_HEIGHT);
    }
    return picture;
}

static bool inside(int x, int y)
{
    return x >= 0 && x < PICTURE_WIDTH && y >= 0 && y < PICTURE_HEIGHT;
}

void picture_fill(uint8_t *picture, int x, int y, int width, int height, uint8_t colour)
{
    for (int row = y; row < y + height; row++) {
        for (int column = x; column < x + width; column++) {
            if (inside(column, row)) {
                picture[row * PICTURE_WIDTH + column] = colour;
            }
        }
    }
}

void picture_put(uint8_t *picture, int x, int y, const struct piece *piece)
{
    for (int row = 0; row < (int)piece->height; row++) {
        for (int column = 0; column < (int)piece->width; column++) {
            if (inside(x + column, y + row)) {
                picture[(y + row) * PICTURE_WIDTH + x + column] = piece->places[row * (int)piece->width + column];
            }
        }
    }
}

/* ---- PNG ---- */

static void put_number(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

static void add_bytes(struct strbuf *out, const uint8_t *bytes, size_t size)
{
    strbuf_add_span(out, span_of((const char *)bytes, size));
}

static void add_chunk(struct strbuf *out, const char *kind, const uint8_t *bytes, size_t size)
{
    uint8_t number[4];
    put_number(number, (uint32_t)size);
    add_bytes(out, number, sizeof(number));
    uLong sum = crc32(0, (const Bytef *)kind, 4);
    sum = size > 0 ? crc32(sum, bytes, (uInt)size) : sum;
    strbuf_add_span(out, span_of(kind, 4));
    add_bytes(out, bytes, size);
    put_number(number, (uint32_t)sum);
    add_bytes(out, number, sizeof(number));
}

/* Each line begins with the byte that says that it is not filtered. */
static void add_lines(struct strbuf *out, const uint8_t *picture)
{
    for (size_t row = 0; row < PICTURE_HEIGHT; row++) {
        strbuf_add_char(out, '\0');
        add_bytes(out, picture + row * PICTURE_WIDTH, PICTURE_WIDTH);
    }
}

/* The lines packed; false: no memory. */
static bool add_data(struct strbuf *out, const struct strbuf *lines, const struct allocator *allocator)
{
    enum { LEVEL = 6 };
    uLongf size = compressBound((uLong)lines->len);
    uint8_t *packed = mem_new(allocator, size, 1);
    bool good = packed && compress2(packed, &size, (const Bytef *)lines->text, (uLong)lines->len, LEVEL) == Z_OK;
    if (good) {
        add_chunk(out, "IDAT", packed, size);
    }
    mem_free(allocator, packed);
    return good;
}

bool picture_png(const struct tiles *tiles, const uint8_t *picture, struct strbuf *out)
{
    static const uint8_t SIGNATURE[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    const struct allocator *allocator = tiles->bytes.allocator;
    uint8_t head[13] = {[8] = 8, [9] = 3}; /* eight bits, places in a palette */
    struct strbuf lines;
    put_number(head, PICTURE_WIDTH);
    put_number(head + 4, PICTURE_HEIGHT);
    strbuf_init(&lines, allocator, (size_t)(PICTURE_WIDTH + 1) * PICTURE_HEIGHT);
    add_lines(&lines, picture);
    add_bytes(out, SIGNATURE, sizeof(SIGNATURE));
    add_chunk(out, "IHDR", head, sizeof(head));
    add_chunk(out, "PLTE", tiles->palette, 3 * tiles->colours);
    bool good = strbuf_ok(&lines) && add_data(out, &lines, allocator);
    add_chunk(out, "IEND", NULL, 0);
    strbuf_release(&lines);
    return good && strbuf_ok(out);
}
