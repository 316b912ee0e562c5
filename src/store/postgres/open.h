/* Private to PostgreSQL's engine: the schema of a club, as its migrations make it (cmake/embed_sql.cmake). */
#ifndef STORE_POSTGRES_OPEN_H
#define STORE_POSTGRES_OPEN_H

/* All of a club's tables, for an empty schema that the search_path names. */
extern const char POSTGRES_CLUB[];

#endif
