/* Rows of the database as answers of the daemon. */
#include "wire/http_answer.h"

#include "base/date.h"
#include "wire/build.h"

#include "base/banned.h"

static json_t *moment(struct build *build, int64_t ms, bool has)
{
    char text[DATE_TIME_SIZE];
    if (!has) {
        return json_null();
    }
    date_time_format(ms, text);
    return build_text(build, span_from(text));
}

static json_t *day_of(struct build *build, int32_t day, bool has)
{
    char text[DATE_SIZE];
    if (!has) {
        return json_null();
    }
    date_format(day, text);
    return build_text(build, span_from(text));
}

static json_t *text_or_null(struct build *build, struct span text)
{
    return text.len > 0 ? build_text(build, text) : json_null();
}

static json_t *hex(struct build *build, const void *bytes, size_t size)
{
    char memory[2 * SHA256_SIZE + 1];
    struct strbuf text;
    if (!bytes || size > SHA256_SIZE) {
        return json_null();
    }
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_hex(&text, bytes, size);
    return build_text(build, strbuf_span(&text));
}

static json_t *seat_of(struct build *build, unsigned number, const struct seat_info *seat)
{
    json_t *object = json_object();
    build_set_steal(build, object, "seat", json_integer((json_int_t)number + 1));
    build_set_steal(build, object, "person", build_text(build, seat->person));
    build_set_steal(build, object, "player", text_or_null(build, seat->name));
    build_set_steal(build, object, "total", seat->has_result ? json_integer(seat->total) : json_null());
    build_set_steal(build, object, "rank", seat->has_result ? json_integer(seat->rank) : json_null());
    build_set_steal(build, object, "win60", seat->has_win ? json_integer(seat->win60) : json_null());
    return object;
}

enum err wire_game(const struct game_info *game, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "id", json_integer(game->id));
    build_set_steal(&build, root, "game", build_text(&build, game->game));
    build_set_steal(&build, root, "rules", json_integer(game->rules));
    build_set_steal(&build, root, "variant", build_text(&build, game->variant));
    build_set_steal(&build, root, "level", build_text(&build, game->level));
    build_set_steal(&build, root, "status", build_text(&build, game->status));
    build_set_steal(&build, root, "plies", json_integer(game->plies));
    build_set_steal(&build, root, "day", day_of(&build, game->day, game->has_day));
    build_set_steal(&build, root, "played", moment(&build, game->played, game->has_played));
    build_set_steal(&build, root, "place", text_or_null(&build, game->place));
    json_t *seats = json_array();
    for (unsigned i = 0; i < game->seats_count; i++) {
        build_append_steal(&build, seats, seat_of(&build, i, &game->seats[i]));
    }
    build_set_steal(&build, root, "seats", seats);
    build_set_steal(&build, root, "margin", game->has_margin ? json_integer(game->margin) : json_null());
    build_set_steal(&build, root, "outcome", text_or_null(&build, game->verdict));
    build_set_steal(&build, root, "source", json_integer(game->source));
    build_set_steal(&build, root, "last", json_integer(game->last));
    build_set_steal(&build, root, "digest",
                    hex(&build, game->digest.len > 0 ? game->digest.ptr : NULL, game->digest.len));
    return build_end_steal(&build, root, out, error);
}

void wire_receipt(const struct receipt *receipt, struct strbuf *out)
{
    strbuf_add(out, "{\"game\":");
    strbuf_int(out, receipt->game);
    strbuf_add(out, ",\"seq\":");
    strbuf_int(out, receipt->seq);
    strbuf_add(out, ",\"ply\":");
    strbuf_int(out, receipt->ply);
    strbuf_add(out, ",\"status\":\"");
    strbuf_add_span(out, game_status_id(receipt->status));
    strbuf_add(out, receipt->duplicate ? "\",\"duplicate\":true}\n" : "\"}\n");
}

enum err wire_person(const struct person *person, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "id", build_text(&build, person->handle));
    build_set_steal(&build, root, "name", text_or_null(&build, person->name));
    build_set_steal(&build, root, "created", moment(&build, person->created, true));
    build_set_steal(&build, root, "games", json_integer(person->games));
    build_set_steal(&build, root, "merged_into", text_or_null(&build, person->merged_into));
    return build_end_steal(&build, root, out, error);
}

enum err wire_night(const struct night *night, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "day", day_of(&build, night->day, true));
    build_set_steal(&build, root, "title", text_or_null(&build, night->title));
    build_set_steal(&build, root, "place", text_or_null(&build, night->place));
    build_set_steal(&build, root, "note", text_or_null(&build, night->note));
    build_set_steal(&build, root, "games", json_integer(night->games));
    return build_end_steal(&build, root, out, error);
}

enum err wire_place(struct span name, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "name", build_text(&build, name));
    return build_end_steal(&build, root, out, error);
}

enum err wire_catalogue(const struct catalogue_info *catalogue, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "hash", hex(&build, catalogue->hash, SHA256_SIZE));
    build_set_steal(&build, root, "game", build_text(&build, catalogue->game));
    build_set_steal(&build, root, "name", build_text(&build, catalogue->name));
    build_set_steal(&build, root, "shipped", json_boolean(catalogue->shipped));
    build_set_steal(&build, root, "added", moment(&build, catalogue->added, catalogue->added != 0));
    return build_end_steal(&build, root, out, error);
}

enum err wire_token(const struct token *token, const char *text, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    json_t *scopes = json_array();
    for (unsigned i = 0; i < SCOPES; i++) {
        if (token->scopes & scope_table[i].scope) {
            build_append_steal(&build, scopes, json_string(scope_table[i].word));
        }
    }
    build_set_steal(&build, root, "id", build_text(&build, token->id));
    build_set_steal(&build, root, "label", build_text(&build, token->label));
    build_set_steal(&build, root, "scopes", scopes);
    build_set_steal(&build, root, "created", moment(&build, token->created, true));
    build_set_steal(&build, root, "expires", moment(&build, token->expires, token->expires != 0));
    build_set_steal(&build, root, "revoked", moment(&build, token->revoked, token->revoked != 0));
    if (text) {
        build_set_steal(&build, root, "token", build_text(&build, span_from(text)));
    }
    return build_end_steal(&build, root, out, error);
}

enum err wire_event(int64_t game, const struct game_entry *entry, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "seq", json_integer(entry->seq));
    build_set_steal(&build, root, "at", moment(&build, entry->at, true));
    build_set_steal(&build, root, "author", build_text(&build, entry->author));
    build_set_steal(&build, root, "kind", build_text(&build, entry->kind));
    build_set_steal(&build, root, "game", json_integer(game));
    build_set_steal(&build, root, "body", build_text(&build, entry->body));
    return build_end_steal(&build, root, out, error);
}

enum err wire_proof(const struct wire_proof *proof, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    json_t *hashes = json_array();
    if (proof->seq) {
        build_set_steal(&build, root, "seq", json_integer(*proof->seq));
    }
    if (proof->first) {
        build_set_steal(&build, root, "first", json_integer(*proof->first));
        build_set_steal(&build, root, "first_root", hex(&build, proof->first_root->byte, SHA256_SIZE));
    }
    build_set_steal(&build, root, "size", json_integer(proof->size));
    build_set_steal(&build, root, "root", hex(&build, proof->root->byte, SHA256_SIZE));
    if (proof->leaf) {
        build_set_steal(&build, root, "leaf", hex(&build, proof->leaf->byte, SHA256_SIZE));
    }
    for (size_t i = 0; i < proof->proof->count; i++) {
        build_append_steal(&build, hashes, hex(&build, proof->proof->hash[i].byte, SHA256_SIZE));
    }
    build_set_steal(&build, root, "hashes", hashes);
    return build_end_steal(&build, root, out, error);
}

enum { SENTENCE_SIZE = 1024 };

enum err wire_trouble(const struct wire_trouble *trouble, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    const struct error *what = trouble->error;
    char sentence[SENTENCE_SIZE];
    char memory[128];
    struct strbuf type;
    size_t length = error_text(what, trouble->lang, sentence, sizeof(sentence));
    const char *id = what->message ? what->message->id : "internal";
    strbuf_wrap(&type, memory, sizeof(memory));
    strbuf_add(&type, "/problems/");
    strbuf_add(&type, id);
    json_t *root = json_object();
    build_set_steal(&build, root, "type", build_text(&build, strbuf_span(&type)));
    build_set_steal(&build, root, "title", build_text(&build, span_from(trouble->title)));
    build_set_steal(&build, root, "status", json_integer(trouble->status));
    build_set_steal(&build, root, "detail", build_text(&build, span_of(sentence, length)));
    if (what->message && what->message->code == ERR_RULE) {
        build_set_steal(&build, root, "rule", build_text(&build, span_from(id)));
    }
    if (what->line > 0) {
        build_set_steal(&build, root, "line", json_integer(what->line));
    }
    if (what->column > 0) {
        build_set_steal(&build, root, "column", json_integer(what->column));
    }
    if (trouble->seat >= 0) {
        build_set_steal(&build, root, "seat", build_seat(trouble->seat));
    }
    if (trouble->ply >= 0) {
        build_set_steal(&build, root, "ply", json_integer(trouble->ply));
    }
    if (trouble->legal.len > 0) {
        build_set_steal(&build, root, "legal", json_loadb(trouble->legal.ptr, trouble->legal.len, 0, NULL));
    }
    return build_end_steal(&build, root, out, error);
}

void wire_string(struct strbuf *out, struct span text)
{
    static const char digits[] = "0123456789abcdef";
    strbuf_add_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c == '"' || c == '\\') {
            strbuf_add_char(out, '\\');
            strbuf_add_char(out, (char)c);
        } else if (c < 0x20) {
            strbuf_add(out, "\\u00");
            strbuf_add_char(out, digits[c >> 4]);
            strbuf_add_char(out, digits[c & 15]);
        } else {
            strbuf_add_char(out, (char)c);
        }
    }
    strbuf_add_char(out, '"');
}
