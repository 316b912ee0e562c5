/* The sentences about files of other programs. */
#include "wire/foreign_messages.h"

#include "base/banned.h"

#define FOREIGN_DEFINE(name, code, id, en, fr) const struct message FOREIGN_MSG_##name = {code, id, en, fr};
FOREIGN_MESSAGES(FOREIGN_DEFINE)

const struct name FOREIGN_A_TEXT = {"text", "a text", "un texte"};
const struct name FOREIGN_A_NUMBER = {"number", "a whole number", "un nombre entier"};
const struct name FOREIGN_A_BOOLEAN = {"boolean", "true or false", "« true » ou « false »"};
const struct name FOREIGN_A_LIST = {"list", "a list", "une liste"};
const struct name FOREIGN_AN_OBJECT = {"object", "an object", "un objet"};
const struct name FOREIGN_A_DOCUMENT = {"document", "a text that holds JSON", "un texte qui contient du JSON"};
