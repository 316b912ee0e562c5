/* Private to the folder: how the two files that show a position put values into its tree. */
#ifndef RULES_BIOTOPES_BIOTOPES_VIEW_H
#define RULES_BIOTOPES_BIOTOPES_VIEW_H

#include "rules/biotopes/biotopes_state.h"

/* What an action is called; several acts are `use`. */
extern const char *const bio_act_ids[BIO_ACTS];

static inline void put_int(const struct view_sink *sink, const char *key, int64_t value)
{
    sink->integer(sink->context, key, value);
}

static inline void put_text(const struct view_sink *sink, const char *key, const char *text)
{
    sink->text(sink->context, key, span_from(text));
}

static inline void put_null(const struct view_sink *sink, const char *key)
{
    sink->null(sink->context, key);
}

static inline void put_card(const struct view_sink *sink, const char *key, unsigned card)
{
    put_text(sink, key, bio_card_names[card].id);
}

/* The cubes of four colours. */
static inline void put_colours(const struct view_sink *sink, const char *key, const uint8_t *count)
{
    sink->open_object(sink->context, key);
    for (unsigned i = 0; i < BIO_BIOTOPES; i++) {
        put_int(sink, bio_colours[i].id, count[i]);
    }
    sink->close(sink->context);
}

static inline void put_names(const struct view_sink *sink, const char *key, const struct name *names, unsigned count,
                             unsigned mask)
{
    sink->open_list(sink->context, key);
    for (unsigned i = 0; i < count; i++) {
        if (mask >> i & 1) {
            put_text(sink, NULL, names[i].id);
        }
    }
    sink->close(sink->context);
}

/* The list `seats`, as the level has it: biotopes_view_seats.c. */
void bio_view_seats(const struct setup *setup, const struct bio_state *s, const struct view_sink *sink);

#endif
