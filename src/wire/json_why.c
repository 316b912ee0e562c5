/* Why a text is not JSON, by jansson's code, and where, as jansson's words end: " near 'x'". */
#include "wire/json_why.h"

#include "base/strbuf.h"

#include "base/banned.h"

static json_t *load(struct span text, size_t flags, json_error_t *why)
{
    *why = (json_error_t){.line = -1};
    return json_loadb(text.len > 0 ? text.ptr : "", text.len, flags, why);
}

json_t *wire_json_load(struct span text, size_t flags, json_error_t *why)
{
    json_t *root = load(text, flags, why);
    bool doubtful = !root && !wire_json_memory(why) && json_error_code(why) == json_error_invalid_syntax;
    return doubtful ? load(text, flags, why) : root;
}

bool wire_json_memory(const json_error_t *why)
{
    return why->text[0] == '\0' || json_error_code(why) == json_error_out_of_memory;
}

struct reason {
    enum json_error_code code;
    const char *en; /* NULL: jansson's own words */
    const char *fr;
};

static const struct reason REASONS[] = {
    {json_error_stack_overflow, NULL, "trop de niveaux"},
    {json_error_invalid_utf8, NULL, "le texte n'est pas en UTF-8"},
    {json_error_premature_end_of_input, NULL, "le texte s'arrête trop tôt"},
    {json_error_end_of_input_expected, NULL, "il y a encore du texte après la fin"},
    {json_error_null_character, "a text holds the character \\u0000", "un texte contient le caractère \\u0000"},
    {json_error_null_byte_in_key, "a name holds the character \\u0000", "un nom contient le caractère \\u0000"},
    {json_error_duplicate_key, NULL, "un nom est donné deux fois"},
    {json_error_numeric_overflow, NULL, "un nombre est trop grand"},
    {json_error_invalid_syntax, NULL, "une autre suite est attendue"}, /* the last: also for what is not here */
};
enum { REASONS_COUNT = sizeof(REASONS) / sizeof(REASONS[0]) };

static const struct reason *reason_of(enum json_error_code code)
{
    for (size_t i = 0; i < REASONS_COUNT; i++) {
        if (REASONS[i].code == code) {
            return &REASONS[i];
        }
    }
    return &REASONS[REASONS_COUNT - 1];
}

void wire_json_why(const json_error_t *wrong, struct error *error)
{
    char memory[2 * ERROR_ARG_SIZE];
    struct strbuf french;
    const struct reason *reason = reason_of(json_error_code(wrong));
    const char *near = strstr(wrong->text, " near ");
    strbuf_wrap(&french, memory, sizeof(memory));
    strbuf_add(&french, reason->fr);
    if (near && !strstr(near, "end of file")) {
        strbuf_add(&french, ", près de ");
        strbuf_add(&french, near + strlen(" near "));
    }
    error->args = 0;
    error_add(error, span_from(reason->en ? reason->en : wrong->text));
    error_add(error, strbuf_span(&french));
}
