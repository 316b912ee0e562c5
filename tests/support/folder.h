/* A folder of a test's own, where a sync costs little (test_parent_folder), removed with the files in it at the end. */
#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

enum { FOLDER_PATH = 64 };

/* Makes a new folder whose name begins with `name`, of at most 16 letters; its path is in `path`. */
void folder_make(char path[FOLDER_PATH], const char *name);

/* Removes the folder and the files in it; fails the test when it has folders of its own, or is gone already. */
void folder_remove(const char *path);

#endif
