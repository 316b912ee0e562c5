/* Names and addresses of Host headers, compared as browsers mean them. */
#include "http/host.h"

#include "base/strbuf.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "base/banned.h"

enum { NAME_LIMIT = 255 };

static bool is_port(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9') {
            return false;
        }
    }
    return text.len <= 5;
}

/* Letters, digits and what else a name in the DNS may have; a name that is not ASCII stays as its bytes are. */
static bool is_name(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        bool letter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
        if (!letter && c != '-' && c != '_' && c != '.') {
            return false;
        }
    }
    return text.len > 0 && text.len <= NAME_LIMIT && text.ptr[0] != '.';
}

/* An IPv6 address in brackets. */
static bool read_six(struct span name, struct in6_addr *address)
{
    char memory[INET6_ADDRSTRLEN];
    struct strbuf text;
    if (name.len < 4 || name.ptr[0] != '[' || name.ptr[name.len - 1] != ']') {
        return false;
    }
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_add_span(&text, span_of(name.ptr + 1, name.len - 2));
    return strbuf_ok(&text) && inet_pton(AF_INET6, strbuf_text(&text), address) == 1;
}

bool host_name(struct span text, struct span *name)
{
    struct in6_addr six;
    text = span_trim(text);
    const char *bracket = text.len > 0 && text.ptr[0] == '[' ? memchr(text.ptr, ']', text.len) : NULL;
    const char *colon = text.len > 0 && !bracket ? memchr(text.ptr, ':', text.len) : NULL;
    size_t length = bracket ? (size_t)(bracket - text.ptr) + 1 : colon ? (size_t)(colon - text.ptr) : text.len;
    struct span port = span_skip(text, length);
    *name = span_of(text.ptr, length);
    if (port.len > 0 && (port.ptr[0] != ':' || !is_port(span_skip(port, 1)))) {
        return false;
    }
    if (bracket) {
        return read_six(*name, &six);
    }
    name->len -= length > 0 && text.ptr[length - 1] == '.' ? 1 : 0;
    return is_name(*name);
}

bool host_is_loopback(struct span name)
{
    char memory[INET_ADDRSTRLEN];
    struct strbuf text;
    struct in_addr four;
    struct in6_addr six;
    if (span_is_nocase(name, "localhost")) {
        return true;
    }
    if (read_six(name, &six)) {
        return IN6_IS_ADDR_LOOPBACK(&six) || (IN6_IS_ADDR_V4MAPPED(&six) && six.s6_addr[12] == 127);
    }
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_add_span(&text, name);
    return strbuf_ok(&text) && inet_pton(AF_INET, strbuf_text(&text), &four) == 1 && ntohl(four.s_addr) >> 24 == 127;
}

/* The next name of a list; false at its end. */
static bool next_name(struct span *list, struct span *word)
{
    *word = span_word_between(list, ", \t");
    return word->len > 0;
}

bool host_list_ok(struct span list)
{
    struct span word;
    struct span name;
    bool good = true;
    while (good && next_name(&list, &word)) {
        good = span_is(word, "*") || host_name(word, &name);
    }
    return good;
}

static bool same_host(struct span a, struct span b)
{
    struct in6_addr six[2];
    if (read_six(a, &six[0]) && read_six(b, &six[1])) {
        return memcmp(&six[0], &six[1], sizeof(six[0])) == 0;
    }
    return span_equal_nocase(a, b);
}

bool host_allowed(struct span list, struct span listen, struct span header)
{
    struct span asked;
    struct span word;
    struct span name;
    bool any = true; /* the list is empty */
    bool known = host_name(header, &asked);
    while (next_name(&list, &word)) {
        any = false;
        if (span_is(word, "*") || (known && host_name(word, &name) && same_host(name, asked))) {
            return true;
        }
    }
    if (!any) {
        return false;
    }
    bool loopback = host_name(listen, &name) && host_is_loopback(name);
    return !loopback || (known && host_is_loopback(asked));
}
