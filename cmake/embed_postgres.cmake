# Embeds migrations/postgres in the store. The first file makes all tables of a club; it has the number of SQLite's migration whose
# tables these are. Each later one is a step for clubs that there are, and has the number of SQLite's step beside it. A gap in the
# numbers is an error.
include("${CMAKE_CURRENT_LIST_DIR}/DendroEmbed.cmake")
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_store)
    file(GLOB migrations CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/migrations/postgres/[0-9][0-9][0-9][0-9]_*.sql")
    dendro_embed(dendro_store "${PROJECT_BINARY_DIR}/generated/store/postgres_club.c" ${migrations})
  endif()
  return()
endif()

set(arrays "")
set(rows "")
set(first 14)
set(number ${first})
set(count 0)
dendro_embedded_files(files)
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  string(REGEX MATCH "^0*([1-9][0-9]*)_" prefix "${name}")
  if(NOT CMAKE_MATCH_1 EQUAL number)
    message(FATAL_ERROR "${file}: the number of this migration must be ${number}")
  endif()
  dendro_bytes("${file}" bytes)
  if(number EQUAL first)
    string(APPEND arrays "const char POSTGRES_CLUB[] = ${bytes};\n\n")
  else()
    string(APPEND arrays "static const char SQL_${number}[] = ${bytes};\n\n")
    string(APPEND rows "    {${number}, \"${name}\", SQL_${number}},\n")
    math(EXPR count "${count} + 1")
  endif()
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_postgres.cmake from migrations/postgres: do not edit. */
#include \"store/postgres/open.h\"

#include \"base/banned.h\"

${arrays}const struct pg_step POSTGRES_STEPS[] = {
${rows}    {0, \"\", \"\"}};
const int POSTGRES_STEPS_COUNT = ${count};
")
