/* The sentences of this room, and the one table from errors to statuses. */
#include "http/messages.h"

#include "base/banned.h"

#define HTTP_DEFINE(name, code, status, id, en, fr) const struct message HTTP_MSG_##name = {code, id, en, fr};
HTTP_MESSAGES(HTTP_DEFINE)
#undef HTTP_DEFINE

static const struct status_of {
    const struct message *message;
    int status;
} STATUSES[] = {
#define HTTP_ROW(name, code, status, id, en, fr) {&HTTP_MSG_##name, status},
    HTTP_MESSAGES(HTTP_ROW)
#undef HTTP_ROW
};

static const int BY_CODE[] = {
    [ERR_OK] = 200,    [ERR_END] = 200,      [ERR_USAGE] = 400,     [ERR_SYNTAX] = 400,   [ERR_ENCODING] = 400,
    [ERR_RULE] = 422,  [ERR_MISMATCH] = 422, [ERR_NOT_FOUND] = 404, [ERR_CONFLICT] = 409, [ERR_DENIED] = 403,
    [ERR_LIMIT] = 413, [ERR_MEMORY] = 503,   [ERR_IO] = 503,        [ERR_CORRUPT] = 500,  [ERR_BUSY] = 503,
};

int http_status(const struct error *error)
{
    if (!error->message) {
        return 500;
    }
    for (size_t i = 0; i < sizeof(STATUSES) / sizeof(STATUSES[0]); i++) {
        if (STATUSES[i].message == error->message) {
            return STATUSES[i].status;
        }
    }
    return BY_CODE[error->message->code];
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

void http_discreet(struct error *error)
{
    static const struct name PLACE = {.en = "the database", .fr = "la base"};
    static const struct name THIS = {.en = "this database", .fr = "cette base"};
    static const struct name OTHER = {.en = "another place", .fr = "un autre endroit"};
    struct error told;
    if (error->message &&
        (strcmp(error->message->id, "club.moved") == 0 || strcmp(error->message->id, "club.moving") == 0)) {
        (void)!error_put(&told, error->message);
        error_add_name(&told, &THIS);
        error_add_name(&told, &OTHER);
        *error = told;
        return;
    }
    if (!error->message || !span_starts(span_from(error->message->id), "store.") || error->args == 0 ||
        !span_starts(span_from(error->arg[0]), "postgresql:")) {
        return;
    }
    (void)!error_put(&told, error->message);
    error_add_name(&told, &PLACE);
    for (unsigned i = 1; i < error->args; i++) {
        error_add(&told, is_number(error->arg[i]) ? span_from(error->arg[i]) : SPAN_LITERAL("…"));
    }
    *error = told;
}

static const struct title {
    int status;
    const char *en;
    const char *fr;
} TITLES[] = {
    {400, "The request cannot be understood", "La demande est incompréhensible"},
    {401, "A token is needed", "Il faut un jeton"},
    {403, "Not allowed", "Interdit"},
    {404, "Not found", "Introuvable"},
    {405, "Not possible here", "Impossible ici"},
    {409, "The state is another", "L'état est différent"},
    {413, "Too large", "Trop grand"},
    {414, "Address too long", "Adresse trop longue"},
    {415, "Wrong kind of body", "Mauvais type de corps"},
    {421, "Not this server", "Pas ce serveur"},
    {422, "Against the rules", "Contraire aux règles"},
    {429, "Too many requests", "Trop de demandes"},
    {431, "Headers too large", "En-têtes trop grands"},
    {503, "Not now", "Pas maintenant"},
    {505, "Another version of HTTP", "Une autre version de HTTP"},
};

const char *http_title(int status, enum lang lang)
{
    for (size_t i = 0; i < sizeof(TITLES) / sizeof(TITLES[0]); i++) {
        if (TITLES[i].status == status) {
            return lang == LANG_FR ? TITLES[i].fr : TITLES[i].en;
        }
    }
    return lang == LANG_FR ? "Erreur du serveur" : "Server error";
}

const struct message *const *http_messages(size_t *count)
{
    static const struct message *const messages[] = {
#define HTTP_POINTER(name, code, status, id, en, fr) &HTTP_MSG_##name,
        HTTP_MESSAGES(HTTP_POINTER)
#undef HTTP_POINTER
    };
    *count = sizeof(messages) / sizeof(messages[0]);
    return messages;
}
