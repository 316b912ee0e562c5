/*
 * A file of a test's VFS that stands in front of a file of the default one. Every method passes through to the real
 * file; a VFS copies the table and puts its own methods over those that it is about.
 */
#ifndef SUPPORT_REAL_FILE_H
#define SUPPORT_REAL_FILE_H

#include <sqlite3.h>

/* The first member of whatever the VFS keeps of an open file. */
struct real_file {
    sqlite3_file base;
    sqlite3_file *real;
};

/* Version 2, without xFetch: no memory mapping. */
extern const sqlite3_io_methods real_file_methods;

#endif
