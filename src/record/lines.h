/* Private to the room: the lines of one record's text, read into a struct record. */
#ifndef RECORD_LINES_H
#define RECORD_LINES_H

#include "record/record.h"

enum {
    LINES_START_REACH = 1024 /* a `dendro` line has its first word within this many bytes */
};

/* Bytes of the no-break space (U+00A0, and U+202F, the narrow one) that `text` starts with; 0: of none. */
size_t lines_no_break(struct span text);

enum lines_start { LINES_START_NO, LINES_START_YES, LINES_START_UNKNOWN };

/*
 * Whether the line names itself the start of a record: its first word is
 * `dendro`. `line` is what is known of it, without its line feed; `complete`
 * says that this is all. The answer for a beginning is the answer for the
 * line, or unknown; it is known after LINES_START_REACH and 8 bytes.
 */
enum lines_start lines_start_record(struct span line, bool complete);

/*
 * Reads `text`, which is UTF-8 and starts at line `line` of its file, into
 * `*record`. `headless`: move lines only. ERR_END when there is nothing but
 * blank lines and comments and a header was expected. Any failure but
 * ERR_MEMORY is the text's.
 */
ERR_CHECK enum err lines_read(struct record_reader *reader, struct span text, uint32_t line, bool headless,
                              struct record *record, struct error *error);

#endif
