/* What callbacks were given. */
#include "support/said.h"

struct strbuf said;

void said_begin(void)
{
    strbuf_init(&said, &allocator_heap, 1 << 20);
}

void said_end(void)
{
    strbuf_release(&said);
}

void say(const char *s)
{
    strbuf_add(&said, s);
}

void say_span(struct span s)
{
    strbuf_add_span(&said, s);
    strbuf_add_char(&said, ' ');
}

void say_int(int64_t value)
{
    strbuf_int(&said, value);
    strbuf_add_char(&said, ' ');
}
