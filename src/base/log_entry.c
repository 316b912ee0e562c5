/* The hashed form of a log entry, and the check of one that comes from elsewhere. */
#include "base/log_entry.h"

#include "base/strbuf.h"
#include "base/utf8.h"

#include "base/banned.h"

static const struct message MSG_SEQ = {ERR_CORRUPT, "log.seq", "%1 is not the number of an entry",
                                       "%1 n'est pas le numéro d'une entrée"};
static const struct message MSG_AUTHOR = {ERR_CORRUPT, "log.author", "entry %1: '%2' cannot be an author",
                                          "entrée %1 : « %2 » ne peut être un auteur"};
static const struct message MSG_KIND = {ERR_CORRUPT, "log.kind", "entry %1: '%2' cannot be a kind of entry",
                                        "entrée %1 : « %2 » ne peut être une sorte d'entrée"};
static const struct message MSG_GAME = {ERR_CORRUPT, "log.game", "entry %1: %2 is not a game opened before",
                                        "entrée %1 : %2 n'est pas une partie ouverte avant"};
static const struct message MSG_BODY = {ERR_CORRUPT, "log.body", "entry %1: the body is not UTF-8",
                                        "entrée %1 : le corps n'est pas en UTF-8"};
static const struct message MSG_LEAF = {ERR_MISMATCH, "log.leaf", "entry %1 was changed: its contents have the leaf %2",
                                        "l'entrée %1 a été modifiée : son contenu a la feuille %2"};

static void add_text(struct sha256 *hash, struct span text)
{
    sha256_add(hash, text.ptr, text.len);
    sha256_add_u8(hash, '\n');
}

static void add_int(struct sha256 *hash, int64_t value)
{
    char memory[24];
    struct strbuf digits;
    strbuf_wrap(&digits, memory, sizeof(memory));
    strbuf_int(&digits, value);
    add_text(hash, strbuf_span(&digits));
}

void log_entry_leaf(int64_t seq, int64_t at, struct span author, struct span kind, int64_t game, struct span body,
                    struct merkle_hash *out)
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add_u8(&hash, 0x00);
    add_int(&hash, seq);
    add_int(&hash, at);
    add_text(&hash, author);
    add_text(&hash, kind);
    add_int(&hash, game);
    add_text(&hash, body);
    sha256_end(&hash, out->byte);
}

/* One line of text, and not an empty one. */
static bool is_word(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.ptr[i] < 0x20 || text.ptr[i] == 0x7f) {
            return false;
        }
    }
    return text.len > 0 && utf8_valid(text) == text.len;
}

/* Bytes that are not UTF-8 do not go into a sentence. */
static enum err refuse(struct error *error, const struct message *message, int64_t seq, struct span text)
{
    enum err err = error_raise_int(error, message, seq);
    error_add(error, span_of(text.ptr, utf8_valid(text)));
    return err;
}

enum err log_entry_check(int64_t seq, int64_t at, struct span author, struct span kind, int64_t game, struct span body,
                         const struct merkle_hash *leaf, struct error *error)
{
    if (seq < 1) {
        return error_raise_int(error, &MSG_SEQ, seq);
    }
    if (!is_word(author)) {
        return refuse(error, &MSG_AUTHOR, seq, author);
    }
    if (!is_word(kind)) {
        return refuse(error, &MSG_KIND, seq, kind);
    }
    if (game < 0 || game > seq) {
        enum err err = error_raise_int(error, &MSG_GAME, seq);
        error_add_int(error, game);
        return err;
    }
    if (utf8_valid(body) != body.len) {
        return error_raise_int(error, &MSG_BODY, seq);
    }
    struct merkle_hash computed;
    log_entry_leaf(seq, at, author, kind, game, body, &computed);
    if (merkle_equal(&computed, leaf)) {
        return ERR_OK;
    }
    char memory[SHA256_HEX + 1];
    struct strbuf hex;
    strbuf_wrap(&hex, memory, sizeof(memory));
    strbuf_hex(&hex, computed.byte, sizeof(computed.byte));
    enum err err = error_raise_int(error, &MSG_LEAF, seq);
    error_add(error, strbuf_span(&hex));
    return err;
}
