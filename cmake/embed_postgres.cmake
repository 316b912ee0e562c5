# Embeds migrations/postgres in the store: all tables of a new club. There is one step so far; it has the number of SQLite's
# migration whose tables it makes, and a later one has that of SQLite's step beside it.
include("${CMAKE_CURRENT_LIST_DIR}/DendroEmbed.cmake")
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_store)
    dendro_embed(dendro_store "${PROJECT_BINARY_DIR}/generated/store/postgres_club.c"
                 "${PROJECT_SOURCE_DIR}/migrations/postgres/0014_club.sql")
  endif()
  return()
endif()

dendro_embedded_files(files)
dendro_bytes("${files}" bytes)
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_postgres.cmake from migrations/postgres: do not edit. */
#include \"store/postgres/open.h\"

#include \"base/banned.h\"

const char POSTGRES_CLUB[] = ${bytes};
")
