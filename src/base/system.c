/* The table of errno's meanings. */
#include "base/system.h"

#include "base/strbuf.h"

#include <errno.h>

#include "base/banned.h"

static const struct meaning {
    int number;
    struct message message;
} MEANINGS[] = {
    {ENOENT, {ERR_IO, "io.not-found", "no such file or directory", "aucun fichier ou dossier de ce nom"}},
    {EACCES, {ERR_IO, "io.denied", "permission denied", "accès refusé"}},
    {EPERM, {ERR_IO, "io.denied", "permission denied", "accès refusé"}},
    {EISDIR, {ERR_IO, "io.directory", "is a directory", "est un dossier"}},
    {ENOTDIR, {ERR_IO, "io.not-directory", "not a directory", "n'est pas un dossier"}},
    {EEXIST, {ERR_IO, "io.exists", "it exists already", "existe déjà"}},
    {ELOOP, {ERR_IO, "io.loop", "too many symbolic links", "trop de liens symboliques"}},
    {ENAMETOOLONG, {ERR_IO, "io.name", "the name is too long", "le nom est trop long"}},
    {EBADF, {ERR_IO, "io.closed", "it is closed", "c'est fermé"}},
    {ENOSPC, {ERR_IO, "io.full", "no space left on the device", "plus de place sur le support"}},
    {EDQUOT, {ERR_IO, "io.full", "no space left on the device", "plus de place sur le support"}},
    {EFBIG, {ERR_IO, "io.large", "the file is too large", "le fichier est trop grand"}},
    {EROFS, {ERR_IO, "io.medium", "the disk can only be read", "le disque ne peut qu'être lu"}},
    {EIO, {ERR_IO, "io.device", "the device failed", "le support a échoué"}},
    {ENOMEM, {ERR_IO, "io.memory", "not enough memory", "mémoire insuffisante"}},
    {EMFILE, {ERR_IO, "io.files", "too many open files", "trop de fichiers ouverts"}},
    {ENFILE, {ERR_IO, "io.files", "too many open files", "trop de fichiers ouverts"}},
    {EADDRINUSE, {ERR_IO, "io.address", "the address is already in use", "l'adresse est déjà utilisée"}},
    {EADDRNOTAVAIL, {ERR_IO, "io.no-address", "not an address of this machine", "pas une adresse de cette machine"}},
    {EAFNOSUPPORT, {ERR_IO, "io.family", "no such network here", "pas de tel réseau ici"}},
};

static const struct message MSG_OTHER = {ERR_IO, "io.other", "system error %1", "erreur système %1"};

enum { MEANINGS_COUNT = sizeof(MEANINGS) / sizeof(MEANINGS[0]) };

const struct message *system_message(size_t i)
{
    return i < MEANINGS_COUNT ? &MEANINGS[i].message : i == MEANINGS_COUNT ? &MSG_OTHER : NULL;
}

enum err system_raise(struct error *error, int number)
{
    for (size_t i = 0; i < MEANINGS_COUNT; i++) {
        if (MEANINGS[i].number == number) {
            return error_raise(error, &MEANINGS[i].message);
        }
    }
    return error_raise_int(error, &MSG_OTHER, number);
}

void system_add(struct error *error, int number)
{
    char text[2][ERROR_ARG_SIZE];
    struct error why;
    (void)!system_raise(&why, number);
    (void)error_text(&why, LANG_EN, text[LANG_EN], sizeof(text[LANG_EN]));
    (void)error_text(&why, LANG_FR, text[LANG_FR], sizeof(text[LANG_FR]));
    error_add_name(error, &(struct name){.id = why.message->id, .en = text[LANG_EN], .fr = text[LANG_FR]});
}
