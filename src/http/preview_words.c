/* The words of previews: names, days, counts and what stands between them, in both languages. */
#include "base/date.h"
#include "base/hidden.h"
#include "base/utf8.h"
#include "http/preview.h"

#include "base/banned.h"

static const char *const MONTHS[][2] = {{"January", "janvier"}, {"February", "février"},  {"March", "mars"},
                                        {"April", "avril"},     {"May", "mai"},           {"June", "juin"},
                                        {"July", "juillet"},    {"August", "août"},       {"September", "septembre"},
                                        {"October", "octobre"}, {"November", "novembre"}, {"December", "décembre"}};

/* What joins letters where it belongs stays (hidden.h); once something is there that does not, all of it goes. */
void preview_name(struct strbuf *out, struct span name)
{
    uint32_t found = 0;
    bool strange = hidden_find(name, &found);
    for (size_t shown = 0; name.len > 0; shown++) {
        struct span rest = name;
        (void)utf8_next(&rest);
        struct span one = span_of(name.ptr, name.len - rest.len);
        if (shown == PREVIEW_NAME) {
            strbuf_add(out, "…");
            return;
        }
        if (!strange || !hidden_find(one, &found)) {
            strbuf_add_span(out, one);
        }
        name = rest;
    }
}

void preview_day(const struct preview *preview, struct strbuf *out, int32_t day)
{
    char text[DATE_SIZE]; /* YYYY-MM-DD */
    date_format(day, text);
    int month = (text[5] - '0') * 10 + text[6] - '0';
    int number = (text[8] - '0') * 10 + text[9] - '0';
    strbuf_int(out, number);
    strbuf_add(out, number == 1 ? preview_word(preview, "", "er") : "");
    strbuf_add_char(out, ' ');
    strbuf_add(out, MONTHS[month - 1][preview->lang == LANG_FR]);
    strbuf_add_char(out, ' ');
    strbuf_add_span(out, span_of(text, 4));
}

void preview_points(const struct preview *preview, struct strbuf *out, int64_t value, int64_t scale)
{
    char memory[32];
    struct strbuf number;
    strbuf_wrap(&number, memory, sizeof(memory));
    strbuf_points(&number, value, (int32_t)scale);
    for (size_t i = 0; i < number.len; i++) {
        bool point = memory[i] == '.' && preview->lang == LANG_FR;
        strbuf_add_char(out, point ? ',' : memory[i]);
    }
}

void preview_player(const struct preview *preview, struct strbuf *out, const char *player)
{
    if (!player || !player[0] || player[0] == '@') {
        bool first = out->len == 0; /* it begins the sentence */
        strbuf_add(out, preview_word(preview, first ? "Somebody erased" : "somebody erased",
                                     first ? "Une personne effacée" : "une personne effacée"));
    } else {
        preview_name(out, span_from(player));
    }
}

void preview_count(const struct preview *preview, struct strbuf *out, int64_t count, const char *const en[2],
                   const char *const fr[2])
{
    bool french = preview->lang == LANG_FR;
    bool many = french ? count > 1 : count != 1;
    strbuf_int(out, count);
    strbuf_add(out, french ? "\u00a0" : " ");
    strbuf_add(out, french ? fr[many] : en[many]);
}

void preview_between(const struct preview *preview, struct strbuf *out, size_t at, size_t count)
{
    bool last = at + 1 == count;
    strbuf_add(out, at == 0 ? "" : last ? preview_word(preview, " and ", " et ") : ", ");
}

void preview_dot(struct strbuf *out)
{
    strbuf_add(out, out->len > 0 ? " · " : "");
}
