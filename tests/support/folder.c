/* Folders of tests. */
#include "support/cmocka.h"

#include "support/folder.h"
#include "support/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void folder_make(char path[FOLDER_PATH], const char *name)
{
    (void)snprintf(path, FOLDER_PATH, "%.32s/%.16s-XXXXXX", test_parent_folder(), name);
    if (!mkdtemp(path)) {
        fail_msg("no folder %s", path);
    }
}

void folder_remove(const char *path)
{
    DIR *folder = opendir(path);
    assert_non_null(folder);
    const struct dirent *file;
    while ((file = readdir(folder)) != NULL) { // NOLINT(concurrency-mt-unsafe)
        if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0) {
            assert_int_equal(unlinkat(dirfd(folder), file->d_name, 0), 0);
        }
    }
    (void)closedir(folder);
    assert_int_equal(rmdir(path), 0);
}
