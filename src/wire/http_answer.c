/* Rows of the database as answers of the daemon. */
#include "wire/http_answer.h"

#include "wire/pieces.h"

#include "base/banned.h"

static void emit_player(struct emit *emit, unsigned number, const struct seat_info *seat, int64_t scale)
{
    bool guest = seat->person.len == 0;
    emit_object(emit, NULL);
    emit_integer(emit, "seat", (int64_t)number + 1);
    emit_text_or_null(emit, "person", seat->person);
    emit_text_or_null(emit, "player", seat->name);
    emit_boolean(emit, "guest", guest);
    emit_integer_or_null(emit, "team", seat->team > 0, seat->team);
    emit_points_or_null(emit, "total", seat->has_result && seat->has_total, seat->total, (int32_t)scale);
    emit_integer_or_null(emit, "rank", seat->has_result && seat->rank > 0, seat->rank);
    emit_integer_or_null(emit, "win60", seat->has_win, seat->win60);
    emit_close(emit);
}

void emit_game(struct emit *emit, const struct game_info *game)
{
    bool digested = game->digest.len > 0 && game->digest.len <= SHA256_SIZE;
    emit_object(emit, NULL);
    emit_integer(emit, "id", game->id);
    emit_text(emit, "game", game->game);
    emit_title_name(emit, &game->title);
    emit_integer(emit, "rules", game->rules);
    emit_text(emit, "variant", game->variant);
    emit_text(emit, "level", game->level);
    emit_basis(emit, game->basis);
    emit_text(emit, "status", game->status);
    emit_integer(emit, "plies", game->plies);
    emit_day(emit, "day", game->has_day, game->day);
    emit_moment(emit, "played", game->has_played, game->played);
    emit_integer_or_null(emit, "duration", game->has_duration, game->duration);
    emit_text_or_null(emit, "place", game->place);
    emit_list(emit, "seats");
    for (unsigned i = 0; i < game->seats_count; i++) {
        emit_player(emit, i, &game->seats[i], game->scale);
    }
    emit_close(emit);
    emit_points_or_null(emit, "margin", game->has_margin, game->margin, (int32_t)game->scale);
    emit_text_or_null(emit, "outcome", game->verdict);
    emit_integer(emit, "source", game->source);
    emit_integer(emit, "last", game->last);
    emit_hex(emit, "digest", digested ? (const uint8_t *)game->digest.ptr : NULL, game->digest.len);
    emit_close(emit);
}

enum err wire_game(const struct game_info *game, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_game(&emit, game);
    return emit_end(&emit, error);
}

enum err wire_receipt(const struct receipt *receipt, const struct span *problems, struct strbuf *out,
                      struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "game", receipt->game);
    emit_integer(&emit, "seq", receipt->seq);
    emit_integer(&emit, "ply", receipt->ply);
    emit_text(&emit, "status", game_status_id(receipt->status));
    if (receipt->duplicate) {
        emit_boolean(&emit, "duplicate", true);
    }
    if (problems) {
        emit_items(&emit, "problems", *problems);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}

static void emit_person_members(struct emit *emit, const struct person *person)
{
    emit_text(emit, "id", person->handle);
    emit_text_or_null(emit, "name", person->name);
    emit_moment(emit, "created", true, person->created);
    emit_integer(emit, "games", person->games);
    emit_text_or_null(emit, "merged_into", person->merged_into);
}

void emit_person(struct emit *emit, const struct person *person)
{
    emit_object(emit, NULL);
    emit_person_members(emit, person);
    emit_close(emit);
}

enum err wire_person_changed(const struct person *person, int64_t entry, const struct span *problems,
                             struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_person_members(&emit, person);
    if (entry != 0) {
        emit_integer(&emit, "entry", entry);
    }
    if (problems) {
        emit_items(&emit, "problems", *problems);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}

static void emit_shared(struct emit *emit, const char *key, const struct merge_preview *preview, bool voided)
{
    emit_list(emit, key);
    for (size_t i = 0; i < preview->shared_count; i++) {
        if (preview->shared[i].voided == voided) {
            emit_integer(emit, NULL, preview->shared[i].game);
        }
    }
    emit_close(emit);
}

enum err wire_merge_preview(const struct merge_preview *preview, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_word(&emit, "id", preview->handle);
    emit_word(&emit, "into", preview->into);
    emit_integer(&emit, "games", preview->games);
    emit_integer(&emit, "games_there", preview->games_there);
    emit_list(&emit, "names");
    for (size_t i = 0; i < preview->names_count; i++) {
        emit_word(&emit, NULL, preview->names[i]);
    }
    emit_close(&emit);
    emit_shared(&emit, "together", preview, false);
    emit_shared(&emit, "together_void", preview, true);
    emit_boolean(&emit, "told_apart", preview->told_apart);
    emit_boolean(&emit, "refused", preview->refused);
    emit_close(&emit);
    return emit_end(&emit, error);
}

void emit_alike_pair(struct emit *emit, const struct alike_pair *pair)
{
    static const char *const keys[] = {"one", "other"};
    emit_object(emit, NULL);
    for (int i = 0; i < 2; i++) {
        emit_object(emit, keys[i]);
        emit_text(emit, "id", pair->handle[i]);
        emit_text(emit, "name", pair->name[i]);
        emit_close(emit);
    }
    emit_close(emit);
}

enum err wire_import_undo(const struct import_undo *undo, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "import", undo->number);
    emit_integer(&emit, "games", undo->games);
    emit_integer(&emit, "voided", undo->voided);
    emit_integer(&emit, "restored", undo->restored);
    emit_integer(&emit, "kept", undo->kept);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err wire_person(const struct person *person, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_person(&emit, person);
    return emit_end(&emit, error);
}

static void emit_night_members(struct emit *emit, const struct night *night)
{
    emit_day(emit, "day", true, night->day);
    emit_text_or_null(emit, "title", night->title);
    emit_text_or_null(emit, "place", night->place);
    emit_text_or_null(emit, "note", night->note);
    emit_integer(emit, "games", night->games);
}

void emit_night(struct emit *emit, const struct night *night)
{
    emit_object(emit, NULL);
    emit_night_members(emit, night);
    emit_close(emit);
}

void emit_night_won(struct emit *emit, const struct night *night, const struct night_won *won)
{
    emit_object(emit, NULL);
    emit_night_members(emit, night);
    emit_integer(emit, "people", won->people);
    emit_integer(emit, "wins", won->wins);
    emit_list(emit, "winners");
    for (int64_t i = 0; i < won->winners && i < NIGHT_WINNERS; i++) {
        emit_object(emit, NULL);
        emit_word(emit, "person", won->winner[i].handle);
        emit_text_or_null(emit, "player", span_from(won->winner[i].name));
        emit_close(emit);
    }
    emit_close(emit);
    emit_integer(emit, "winners_total", won->winners);
    emit_close(emit);
}

enum err wire_night(const struct night *night, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_night(&emit, night);
    return emit_end(&emit, error);
}

void emit_place(struct emit *emit, struct span name)
{
    emit_object(emit, NULL);
    emit_text(emit, "name", name);
    emit_close(emit);
}

enum err wire_place(struct span name, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_place(&emit, name);
    return emit_end(&emit, error);
}

void emit_catalogue(struct emit *emit, const struct catalogue_info *catalogue)
{
    emit_object(emit, NULL);
    emit_hex(emit, "hash", catalogue->hash, SHA256_SIZE);
    emit_text(emit, "game", catalogue->game);
    emit_text(emit, "name", catalogue->name);
    emit_boolean(emit, "shipped", catalogue->shipped);
    emit_moment(emit, "added", catalogue->added != 0, catalogue->added);
    emit_close(emit);
}

enum err wire_catalogue(const struct catalogue_info *catalogue, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_catalogue(&emit, catalogue);
    return emit_end(&emit, error);
}

static void emit_names(struct emit *emit, const struct name *name)
{
    emit_word(emit, "id", name->id);
    emit_word(emit, "en", name->en);
    emit_word(emit, "fr", name->fr);
}

void emit_pad(struct emit *emit, const struct title_document *document)
{
    const struct catalogue_title *about = &document->about;
    emit_object(emit, NULL);
    emit_hex(emit, "hash", document->catalogue->hash, SHA256_SIZE);
    emit_object(emit, "name");
    emit_names(emit, &about->name);
    emit_close(emit);
    emit_integer(emit, "edition", document->edition);
    emit_integer_or_null(emit, "bgg", about->bgg != 0, about->bgg);
    emit_word(emit, "variant", document->catalogue->game->variants[about->variant].name.id);
    emit_object(emit, "seats");
    emit_integer(emit, "least", about->least);
    emit_integer(emit, "most", about->most);
    emit_close(emit);
    emit_list(emit, "categories");
    for (unsigned i = 0; i < about->categories; i++) {
        emit_object(emit, NULL);
        emit_names(emit, &about->category[i]);
        emit_word(emit, "sign", about->sign[i] < 0 ? "-" : "+");
        emit_close(emit);
    }
    emit_close(emit);
    emit_boolean(emit, "shipped", document->shipped);
    emit_text_or_null(emit, "title", document->title);
    emit_close(emit);
}

void emit_token(struct emit *emit, const struct token *token, const char *text)
{
    emit_object(emit, NULL);
    emit_text(emit, "id", token->id);
    emit_text(emit, "label", token->label);
    emit_list(emit, "scopes");
    for (unsigned i = 0; i < SCOPES; i++) {
        if (token->scopes & scope_table[i].scope) {
            emit_word(emit, NULL, scope_table[i].word);
        }
    }
    emit_close(emit);
    emit_moment(emit, "created", true, token->created);
    emit_moment(emit, "expires", token->expires != 0, token->expires);
    emit_moment(emit, "revoked", token->revoked != 0, token->revoked);
    if (text) {
        emit_word(emit, "token", text);
    }
    emit_close(emit);
}

enum err wire_token(const struct token *token, const char *text, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_token(&emit, token, text);
    return emit_end(&emit, error);
}

enum err wire_event(int64_t game, const struct game_entry *entry, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "seq", entry->seq);
    emit_moment(&emit, "at", true, entry->at);
    emit_text(&emit, "author", entry->author);
    emit_text(&emit, "kind", entry->kind);
    emit_integer(&emit, "game", game);
    emit_text(&emit, "body", entry->body);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err wire_proof(const struct wire_proof *proof, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    if (proof->seq) {
        emit_integer(&emit, "seq", *proof->seq);
    }
    if (proof->first) {
        emit_integer(&emit, "first", *proof->first);
        emit_hex(&emit, "first_root", proof->first_root->byte, SHA256_SIZE);
    }
    emit_integer(&emit, "size", proof->size);
    emit_hex(&emit, "root", proof->root->byte, SHA256_SIZE);
    if (proof->leaf) {
        emit_hex(&emit, "leaf", proof->leaf->byte, SHA256_SIZE);
    }
    emit_list(&emit, "hashes");
    for (size_t i = 0; i < proof->proof->count; i++) {
        emit_hex(&emit, NULL, proof->proof->hash[i].byte, SHA256_SIZE);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum { SENTENCE_SIZE = 1024 };

enum err wire_trouble(const struct wire_trouble *trouble, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    const struct error *what = trouble->error;
    char sentence[SENTENCE_SIZE];
    char memory[128];
    struct strbuf type;
    size_t length = error_text(what, trouble->lang, sentence, sizeof(sentence));
    const char *id = what->message ? what->message->id : "internal";
    strbuf_wrap(&type, memory, sizeof(memory));
    strbuf_add(&type, "/problems/");
    strbuf_add(&type, id);
    emit_object(&emit, NULL);
    emit_text(&emit, "type", strbuf_span(&type));
    emit_word(&emit, "title", trouble->title);
    emit_integer(&emit, "status", trouble->status);
    emit_text(&emit, "detail", span_of(sentence, length));
    if (what->message && what->message->code == ERR_RULE) {
        emit_word(&emit, "rule", id);
    }
    if (what->line > 0) {
        emit_integer(&emit, "line", what->line);
    }
    if (what->column > 0) {
        emit_integer(&emit, "column", what->column);
    }
    if (trouble->seat >= 0) {
        emit_seat(&emit, "seat", trouble->seat);
    }
    if (trouble->ply >= 0) {
        emit_integer(&emit, "ply", trouble->ply);
    }
    if (trouble->legal.len > 0) {
        emit_items(&emit, "legal", trouble->legal);
    }
    if (trouble->problems.len > 0) {
        emit_items(&emit, "problems", trouble->problems);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}
