/*
 * Checkpoints: reading, and saying exactly what is wrong. What was read is
 * written again in its one canonical form before the signature is checked,
 * so leniency about blanks cannot change what is verified.
 */
#include "base/checkpoint.h"

#include "base/base64.h"
#include "base/checkpoint_parts.h"
#include "base/hex.h"
#include "base/utf8.h"

#include "base/banned.h"

enum {
    SIGNATURE_MOST = 6144, /* bytes of a signature, by others who may use longer ones */
    SIGNATURES = 32        /* in one checkpoint at the most */
};

/* X(name, code, id, English, French) */
#define CHECKPOINT_MESSAGES(X)                                                                                         \
    X(LONG, ERR_LIMIT, "checkpoint.too-long", "a checkpoint of more than %1 bytes",                                    \
      "un point de contrôle de plus de %1 octets")                                                                     \
    X(ENCODING, ERR_ENCODING, "checkpoint.encoding", "not UTF-8", "le texte n'est pas en UTF-8")                       \
    X(EMPTY, ERR_SYNTAX, "checkpoint.empty", "no checkpoint here: it starts with the name of a log",                   \
      "aucun point de contrôle ici : il commence par le nom d'un journal")                                             \
    X(ORIGIN, ERR_SYNTAX, "checkpoint.origin", "'%1' is not the name of a log: it has no blank and no '+'",            \
      "« %1 » n'est pas le nom d'un journal : il n'a ni espace ni « + »")                                              \
    X(ORIGIN_LONG, ERR_LIMIT, "checkpoint.origin-too-long", "the name of a log has at most %1 bytes",                  \
      "le nom d'un journal a au plus %1 octets")                                                                       \
    X(SIZE_MISSING, ERR_SYNTAX, "checkpoint.size-missing", "the second line, the number of entries, is missing",       \
      "il manque la deuxième ligne, le nombre d'entrées")                                                              \
    X(SIZE, ERR_SYNTAX, "checkpoint.size", "'%1' is not a number of entries: digits, without leading zeros",           \
      "« %1 » n'est pas un nombre d'entrées : des chiffres, sans zéros devant")                                        \
    X(SIZE_LARGE, ERR_LIMIT, "checkpoint.size-too-large", "no log has %1 entries", "aucun journal n'a %1 entrées")     \
    X(ROOT_MISSING, ERR_SYNTAX, "checkpoint.root-missing", "the third line, the root of the tree, is missing",         \
      "il manque la troisième ligne, la racine de l'arbre")                                                            \
    X(ROOT, ERR_SYNTAX, "checkpoint.root", "'%1' is not a root: 32 bytes in base64 are 44 characters",                 \
      "« %1 » n'est pas une racine : 32 octets en base64 font 44 caractères")                                          \
    X(ROOT_OF_NOTHING, ERR_MISMATCH, "checkpoint.root-of-nothing", "this is not the root of an empty log",             \
      "ce n'est pas la racine d'un journal vide")                                                                      \
    X(BLANK, ERR_SYNTAX, "checkpoint.blank-line", "an empty line is expected between the root and the signatures",     \
      "une ligne vide est attendue entre la racine et les signatures")                                                 \
    X(UNSIGNED, ERR_SYNTAX, "checkpoint.unsigned", "there is no signature of '%1'",                                    \
      "il n'y a pas de signature de « %1 »")                                                                           \
    X(SIGNATURES, ERR_LIMIT, "checkpoint.too-many-signatures", "more than %1 signatures", "plus de %1 signatures")     \
    X(DASH, ERR_SYNTAX, "checkpoint.dash", "a signature line starts with a long dash and a space, '— '",               \
      "une ligne de signature commence par un tiret long et une espace, « — »")                                        \
    X(SIGNATURE_FORM, ERR_SYNTAX, "checkpoint.signature-form", "a signature line is '— NAME BASE64'",                  \
      "une ligne de signature s'écrit « — NOM BASE64 »")                                                               \
    X(SIGNER, ERR_SYNTAX, "checkpoint.signer", "'%1' is not the name of a signer",                                     \
      "« %1 » n'est pas le nom d'un signataire")                                                                       \
    X(SIGNATURE_BASE64, ERR_SYNTAX, "checkpoint.signature-base64", "the signature is not in base64",                   \
      "la signature n'est pas en base64")                                                                              \
    X(SIGNATURE_LENGTH, ERR_SYNTAX, "checkpoint.signature-length", "a key id and a signature are %1 bytes, not %2",    \
      "un identifiant de clé et une signature font %1 octets, pas %2")                                                 \
    X(OTHER_KEY, ERR_MISMATCH, "checkpoint.other-key", "signed with the key %1, not with the expected key %2",         \
      "signé avec la clé %1, pas avec la clé attendue %2")                                                             \
    X(SIGNATURE, ERR_MISMATCH, "checkpoint.signature",                                                                 \
      "the signature is wrong: the text or the signature was changed",                                                 \
      "la signature est fausse : le texte ou la signature a été modifié")                                              \
    X(MORE, ERR_SYNTAX, "checkpoint.more", "nothing may follow the signatures", "rien ne doit suivre les signatures")  \
    X(KEY_FORM, ERR_SYNTAX, "checkpoint.key-form", "a public key is 'NAME+ID+BASE64'",                                 \
      "une clé publique s'écrit « NOM+IDENTIFIANT+BASE64 »")                                                           \
    X(KEY_ID, ERR_SYNTAX, "checkpoint.key-id", "'%1' is not a key id of 8 hexadecimal digits",                         \
      "« %1 » n'est pas un identifiant de clé de 8 chiffres hexadécimaux")                                             \
    X(KEY_BASE64, ERR_SYNTAX, "checkpoint.key-base64", "the key is not 33 bytes in base64",                            \
      "la clé ne fait pas 33 octets en base64")                                                                        \
    X(KEY_ALGORITHM, ERR_SYNTAX, "checkpoint.key-algorithm", "a key of kind %1, only kind 1 (Ed25519) is known",       \
      "une clé de type %1, seul le type 1 (Ed25519) est connu")                                                        \
    X(KEY_DIFFERS, ERR_MISMATCH, "checkpoint.key-differs", "the key has the id %1, yet %2 is written: it was changed", \
      "la clé a l'identifiant %1, mais %2 est écrit : elle a été modifiée")

#define DEFINE(name, code, id, en, fr) static const struct message MSG_##name = {code, id, en, fr};
CHECKPOINT_MESSAGES(DEFINE)

#define LIST(name, code, id, en, fr) &MSG_##name,
static const struct message *const ALL[] = {CHECKPOINT_MESSAGES(LIST)};

const struct message *const *checkpoint_messages(size_t *count)
{
    *count = sizeof(ALL) / sizeof(ALL[0]);
    return ALL;
}

/* ---- reading: lines ---- */

struct reader {
    struct span rest;
    const char *start; /* of the current line */
    uint32_t line;     /* its number; behind the last line, that of the one that is missing */
    struct error *error;
};

/* Raises `message` at `where`, which is in the current line, or at its start when NULL. */
static enum err refuse_at(struct reader *at, const struct message *message, struct span arg, const char *where)
{
    enum err err = error_raise_span(at->error, message, arg);
    at->error->line = at->line;
    at->error->column = where ? (uint32_t)(where - at->start) + 1 : 1;
    return err;
}

static enum err refuse(struct reader *at, const struct message *message, struct span text)
{
    return refuse_at(at, message, text, text.ptr);
}

/* The same for a message about numbers. */
static enum err refuse_int(struct reader *at, const struct message *message, int64_t number, struct span text)
{
    enum err err = refuse(at, message, text);
    at->error->args = 0;
    error_add_int(at->error, number);
    return err;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next line, without its end and blanks before that; false at the end of the text. */
static bool next_line(struct reader *at, struct span *line)
{
    at->line++;
    at->start = at->rest.ptr;
    *line = at->rest;
    if (at->rest.len == 0) {
        return false;
    }
    *line = span_cut(&at->rest, '\n');
    while (line->len > 0 && is_blank(line->ptr[line->len - 1])) {
        line->len--;
    }
    return true;
}

/* Whether it can be a text at all; a byte order mark is skipped. */
static enum err start(struct reader *at, struct span text, struct error *error)
{
    *at = (struct reader){.rest = text, .start = text.ptr, .line = 1, .error = error};
    if (text.len > CHECKPOINT_TEXT) {
        return refuse_int(at, &MSG_LONG, CHECKPOINT_TEXT, text);
    }
    size_t valid = utf8_valid(text);
    if (valid < text.len) {
        for (size_t i = 0; i < valid; i++) {
            if (text.ptr[i] == '\n') {
                at->line++;
                at->start = text.ptr + i + 1;
            }
        }
        return refuse(at, &MSG_ENCODING, span_of(text.ptr + valid, 0));
    }
    if (span_starts(text, "\xef\xbb\xbf")) {
        at->rest = span_skip(text, 3);
    }
    at->line = 0;
    return ERR_OK;
}

/* ---- reading: what was signed ---- */

static enum err read_origin(struct reader *at, struct checkpoint *found)
{
    struct span line;
    if (!next_line(at, &line) || line.len == 0) {
        return refuse(at, &MSG_EMPTY, line);
    }
    if (line.len > CHECKPOINT_ORIGIN) {
        return refuse_int(at, &MSG_ORIGIN_LONG, CHECKPOINT_ORIGIN, line);
    }
    found->origin = line;
    return checkpoint_name_ok(line) ? ERR_OK : refuse(at, &MSG_ORIGIN, line);
}

static enum err read_size(struct reader *at, struct checkpoint *found)
{
    struct span line;
    if (!next_line(at, &line) || line.len == 0) {
        return refuse(at, &MSG_SIZE_MISSING, line);
    }
    bool large = false;
    for (size_t i = 0; i < line.len; i++) {
        if (line.ptr[i] < '0' || line.ptr[i] > '9' || (i == 1 && line.ptr[0] == '0')) {
            return refuse(at, &MSG_SIZE, line);
        }
        uint64_t digit = (uint64_t)(line.ptr[i] - '0');
        large = large || found->size > (MERKLE_SIZE_MAX - digit) / 10;
        found->size = large ? 0 : found->size * 10 + digit;
    }
    return large ? refuse(at, &MSG_SIZE_LARGE, line) : ERR_OK;
}

static enum err read_root(struct reader *at, struct checkpoint *found)
{
    struct span line;
    if (!next_line(at, &line) || line.len == 0) {
        return refuse(at, &MSG_ROOT_MISSING, line);
    }
    size_t n = 0;
    if (!base64_read(line, found->root.byte, sizeof(found->root.byte), &n) || n != sizeof(found->root.byte)) {
        return refuse(at, &MSG_ROOT, line);
    }
    struct merkle empty;
    struct merkle_hash nothing;
    merkle_init(&empty);
    merkle_root(&empty, &nothing);
    return found->size == 0 && !merkle_equal(&found->root, &nothing) ? refuse(at, &MSG_ROOT_OF_NOTHING, line) : ERR_OK;
}

static enum err read_blank_line(struct reader *at, struct checkpoint *found)
{
    struct span line;
    bool more = next_line(at, &line);
    if (more && line.len > 0) {
        return refuse(at, &MSG_BLANK, line);
    }
    return more ? ERR_OK : refuse_at(at, &MSG_UNSIGNED, found->origin, NULL);
}

/* ---- reading: who signed ---- */

/* What the signature lines have shown so far. */
struct signers {
    const struct checkpoint *found;
    const uint8_t *key;            /* NULL: signatures are not checked */
    uint8_t id[CHECKPOINT_KEY_ID]; /* of that key */
    bool complete;                 /* the signature that is needed is there */
    struct reader other;           /* at a line in the name of the origin that is not it; line 0: none */
    struct span other_text;
    uint8_t other_id[CHECKPOINT_KEY_ID];
    size_t other_length;
};

static void add_id(struct error *error, const uint8_t id[CHECKPOINT_KEY_ID])
{
    char memory[2 * CHECKPOINT_KEY_ID + 1];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_hex(&text, id, CHECKPOINT_KEY_ID);
    error_add(error, strbuf_span(&text));
}

static enum err refuse_length(struct reader *at, size_t n, struct span text)
{
    enum err err = refuse_int(at, &MSG_SIGNATURE_LENGTH, CHECKPOINT_SIGNATURE, text);
    error_add_int(at->error, (int64_t)n);
    return err;
}

/* A line in the name of the origin: `n` bytes of key id and signature, written as `text`. */
static enum err read_own(struct reader *at, struct signers *signers, const uint8_t *bytes, size_t n, struct span text)
{
    bool expected = signers->key ? memcmp(signers->id, bytes, sizeof(signers->id)) == 0 : n == CHECKPOINT_SIGNATURE;
    if (!expected) {
        signers->other = *at;
        signers->other_text = text;
        signers->other_length = n;
        memcpy(signers->other_id, bytes, sizeof(signers->other_id));
        return ERR_OK;
    }
    if (n != CHECKPOINT_SIGNATURE) {
        return refuse_length(at, n, text);
    }
    signers->complete = true;
    if (!signers->key) {
        return ERR_OK;
    }
    char memory[CHECKPOINT_BODY];
    struct strbuf body;
    strbuf_wrap(&body, memory, sizeof(memory));
    checkpoint_add_body(signers->found, &body);
    bool right = crypto_sign_ed25519_verify_detached(bytes + CHECKPOINT_KEY_ID, (const uint8_t *)body.text, body.len,
                                                     signers->key) == 0;
    return right ? ERR_OK : refuse(at, &MSG_SIGNATURE, text);
}

static enum err read_signature(struct reader *at, struct signers *signers, struct span line)
{
    if (!span_starts(line, CHECKPOINT_DASH)) {
        return refuse(at, &MSG_DASH, line);
    }
    struct span text = span_skip(line, sizeof(CHECKPOINT_DASH) - 1);
    struct span name = span_cut(&text, ' ');
    if (text.len == 0) {
        return refuse(at, &MSG_SIGNATURE_FORM, line);
    }
    if (!checkpoint_name_ok(name)) {
        return refuse(at, &MSG_SIGNER, name);
    }
    uint8_t bytes[SIGNATURE_MOST];
    size_t n = 0;
    if (!base64_read(text, bytes, sizeof(bytes), &n)) {
        return refuse(at, &MSG_SIGNATURE_BASE64, text);
    }
    if (n <= CHECKPOINT_KEY_ID) {
        return refuse_length(at, n, text);
    }
    return span_equal(name, signers->found->origin) ? read_own(at, signers, bytes, n, text) : ERR_OK;
}

/* Says why the signature that is needed is not there; `line` is where it could have been. */
static enum err refuse_signers(struct reader *at, struct signers *signers, uint32_t line)
{
    struct reader *other = &signers->other;
    if (other->line == 0) {
        at->line = line;
        return refuse_at(at, &MSG_UNSIGNED, signers->found->origin, NULL);
    }
    if (!signers->key) {
        return refuse_length(other, signers->other_length, signers->other_text);
    }
    enum err err = refuse(other, &MSG_OTHER_KEY, signers->other_text);
    other->error->args = 0;
    add_id(other->error, signers->other_id);
    add_id(other->error, signers->id);
    return err;
}

static enum err read_signatures(struct reader *at, const struct checkpoint *found, const uint8_t *key)
{
    struct signers signers = {.found = found, .key = key};
    if (key) {
        checkpoint_key_id(found->origin, key, signers.id);
    }
    struct span line;
    unsigned count = 0;
    while (next_line(at, &line) && line.len > 0) {
        enum err err = ++count > SIGNATURES ? refuse_int(at, &MSG_SIGNATURES, SIGNATURES, line)
                                            : read_signature(at, &signers, line);
        if (err != ERR_OK) {
            return err;
        }
    }
    uint32_t end = at->line;
    while (next_line(at, &line)) {
        if (line.len > 0) {
            return refuse(at, &MSG_MORE, line);
        }
    }
    return signers.complete ? ERR_OK : refuse_signers(at, &signers, end);
}

enum err checkpoint_parse(struct span text, const uint8_t *key, struct checkpoint *checkpoint, struct error *error)
{
    static enum err (*const lines[])(struct reader *, struct checkpoint *) = {read_origin, read_size, read_root,
                                                                              read_blank_line};
    struct reader at;
    struct checkpoint found = {.size = 0};
    enum err err = start(&at, text, error);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]) && err == ERR_OK; i++) {
        err = lines[i](&at, &found);
    }
    if (err == ERR_OK) {
        err = read_signatures(&at, &found, key);
    }
    if (err == ERR_OK) {
        *checkpoint = found;
    }
    return err;
}

/* ---- reading: the public key ---- */

enum err checkpoint_parse_key(struct span text, struct span *origin, uint8_t key[CHECKPOINT_PUBLIC],
                              struct error *error)
{
    struct reader at;
    struct span rest;
    struct span name;
    struct span hex;
    enum err err = start(&at, text, error);
    if (err != ERR_OK) {
        return err;
    }
    (void)next_line(&at, &rest);
    rest = span_trim(rest);
    if (!span_cut_at(&rest, '+', &name) || !span_cut_at(&rest, '+', &hex)) {
        return refuse(&at, &MSG_KEY_FORM, rest);
    }
    if (name.len > CHECKPOINT_ORIGIN) {
        return refuse_int(&at, &MSG_ORIGIN_LONG, CHECKPOINT_ORIGIN, name);
    }
    if (!checkpoint_name_ok(name)) {
        return refuse(&at, &MSG_ORIGIN, name);
    }
    uint8_t written[CHECKPOINT_KEY_ID];
    uint8_t computed[CHECKPOINT_KEY_ID];
    uint8_t tagged[CHECKPOINT_TAGGED_KEY];
    size_t n = 0;
    if (!hex_read(hex, written, sizeof(written))) {
        return refuse(&at, &MSG_KEY_ID, hex);
    }
    if (!base64_read(rest, tagged, sizeof(tagged), &n) || n != sizeof(tagged)) {
        return refuse(&at, &MSG_KEY_BASE64, rest);
    }
    if (tagged[0] != CHECKPOINT_ED25519) {
        return refuse_int(&at, &MSG_KEY_ALGORITHM, tagged[0], rest);
    }
    checkpoint_key_id(name, tagged + 1, computed);
    if (memcmp(computed, written, sizeof(written)) != 0) {
        err = refuse(&at, &MSG_KEY_DIFFERS, hex);
        error->args = 0;
        add_id(error, computed);
        add_id(error, written);
        return err;
    }
    *origin = name;
    memcpy(key, tagged + 1, CHECKPOINT_PUBLIC);
    return ERR_OK;
}
