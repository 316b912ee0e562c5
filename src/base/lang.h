/* The two languages that people read; ids, code and files stay English. */
#ifndef BASE_LANG_H
#define BASE_LANG_H

enum lang { LANG_EN, LANG_FR };

/* What a thing is called: an id that programs rely on and a name for each language. */
struct name {
    const char *id;
    const char *en;
    const char *fr;
};

static inline const char *name_in(const struct name *name, enum lang lang)
{
    return lang == LANG_FR ? name->fr : name->en;
}

#endif
