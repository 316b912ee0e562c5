/* Media types: tokens, parameters and quoted texts. */
#include "http/media.h"

#include "base/banned.h"

static bool is_token_char(char c)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           memchr(others, c, sizeof(others) - 1);
}

/* Cuts a token off the front; the empty span when there is none. */
static struct span cut_token(struct span *rest)
{
    size_t length = 0;
    while (length < rest->len && is_token_char(rest->ptr[length])) {
        length++;
    }
    struct span token = span_of(rest->ptr, length);
    *rest = span_skip(*rest, length);
    return token;
}

static bool cut_char(struct span *rest, char c)
{
    bool there = rest->len > 0 && rest->ptr[0] == c;
    *rest = there ? span_skip(*rest, 1) : *rest;
    return there;
}

/* A token, or a text in quotes, which a backslash may be in; no value that we compare has one. */
static bool cut_value(struct span *rest, struct span *value)
{
    if (!cut_char(rest, '"')) {
        *value = cut_token(rest);
        return value->len > 0;
    }
    size_t length = 0;
    while (length < rest->len && rest->ptr[length] != '"') {
        length += rest->ptr[length] == '\\' ? 2 : 1;
    }
    if (length >= rest->len) {
        return false;
    }
    *value = span_of(rest->ptr, length);
    *rest = span_skip(*rest, length + 1);
    return true;
}

bool media_read(struct span header, struct media *media)
{
    struct span rest = span_trim(header);
    const char *start = rest.ptr;
    *media = (struct media){.type = {NULL, 0}};
    bool good = cut_token(&rest).len > 0 && cut_char(&rest, '/') && cut_token(&rest).len > 0;
    media->type = span_of(start, good ? (size_t)(rest.ptr - start) : 0);
    for (rest = span_trim(rest); good && rest.len > 0; rest = span_trim(rest)) {
        struct span value = {NULL, 0};
        good = cut_char(&rest, ';');
        rest = span_trim(rest);
        if (!good || rest.len == 0 || rest.ptr[0] == ';') {
            continue; /* an empty parameter is none */
        }
        struct span name = cut_token(&rest);
        good = name.len > 0 && cut_char(&rest, '=') && cut_value(&rest, &value);
        if (good && span_is_nocase(name, "charset")) {
            good = media->charset.ptr == NULL;
            media->charset = value;
        }
    }
    return good;
}

bool media_is(const struct media *media, const char *type)
{
    return span_is_nocase(media->type, type);
}

bool media_is_utf8(const struct media *media)
{
    return !media->charset.ptr || span_is_nocase(media->charset, "utf-8") || span_is_nocase(media->charset, "utf8") ||
           span_is_nocase(media->charset, "us-ascii");
}
