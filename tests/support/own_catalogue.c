/* The shipped catalogue that says the least, under another name. */
#include "support/cmocka.h"

#include "support/own_catalogue.h"

#include "support/shipped.h"
#include "support/text.h"

static const char ID[] = "\"id\": \"printed\"";

void own_catalogue(const char *name, struct strbuf *json)
{
    const struct catalogue_document *shipped = shipped_document("ecos", "printed");
    const char *found = strstr(shipped->bytes, ID);
    assert_non_null(found);
    size_t before = (size_t)(found - shipped->bytes);
    strbuf_add_span(json, span_of(shipped->bytes, before));
    text_format(json, "\"id\": \"%s\"", name);
    strbuf_add_span(json, span_skip(span_of(shipped->bytes, shipped->size), before + sizeof(ID) - 1));
    assert_true(strbuf_ok(json));
}

void own_catalogue_hash(struct span json, char hex[65])
{
    struct sha256 sum;
    struct strbuf text;
    uint8_t hash[SHA256_SIZE];
    sha256_init(&sum);
    sha256_add(&sum, json.ptr, json.len);
    sha256_end(&sum, hash);
    strbuf_wrap(&text, hex, 65);
    strbuf_hex(&text, hash, sizeof(hash));
}

void own_catalogue_record(const char *name, struct span json, struct strbuf *record)
{
    char hex[65];
    own_catalogue_hash(json, hex);
    text_format(record, "dendro 1\ngame ecos\nlevel table\nseat 1 Ada\nseat 2 Bo\noption catalogue %s sha256:%s\n",
                name, hex);
}
