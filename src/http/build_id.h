/* Which build this is: 12 hexadecimal digits, the same for the same sources (cmake/embed_build.cmake). */
#ifndef HTTP_BUILD_ID_H
#define HTTP_BUILD_ID_H

extern const char BUILD_ID[];

#endif
