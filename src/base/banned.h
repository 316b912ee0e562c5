/*
 * Functions that Dendro does not call: they overflow, allocate behind the
 * allocator's back, depend on the locale or on hidden state. Include this
 * last; using one of them is then a compile error that says what to use.
 */
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef sprintf
#undef vsprintf
#undef gets
#undef strtok
#undef atoi
#undef atol
#undef atof
#undef rand
#undef srand
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef strdup
#undef alloca
#undef localtime
#undef gmtime
#undef ctime
#undef asctime
#undef setlocale
#undef system

#define strcpy use_strbuf_not_strcpy
#define strcat use_strbuf_not_strcat
#define strncpy use_strbuf_not_strncpy
#define strncat use_strbuf_not_strncat
#define sprintf use_strbuf_not_sprintf
#define vsprintf use_strbuf_not_vsprintf
#define gets use_source_not_gets
#define strtok use_span_word_not_strtok
#define atoi use_span_int_not_atoi
#define atol use_span_int_not_atol
#define atof use_span_int_not_atof
#define rand use_prng_not_rand
#define srand use_prng_not_srand
#define malloc use_mem_new_not_malloc
#define calloc use_mem_new_not_calloc
#define realloc use_mem_resize_not_realloc
#define free use_mem_free_not_free
#define strdup use_arena_copy_not_strdup
#define alloca use_arena_new_not_alloca
#define localtime use_gmtime_r_not_localtime
#define gmtime use_gmtime_r_not_gmtime
#define ctime use_gmtime_r_not_ctime
#define asctime use_gmtime_r_not_asctime
#define setlocale use_no_locale
#define system use_posix_spawn_not_system

#endif
