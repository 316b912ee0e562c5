# Embeds migrations/*.sql in the store, so that the program needs no file beside it to make or migrate a database. A gap in
# the numbers is an error.
include("${CMAKE_CURRENT_LIST_DIR}/DendroEmbed.cmake")
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_store)
    file(GLOB migrations CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/migrations/[0-9][0-9][0-9][0-9]_*.sql")
    dendro_embed(dendro_store "${PROJECT_BINARY_DIR}/generated/store/migrations.c" ${migrations})
  endif()
  return()
endif()

set(arrays "")
set(rows "")
set(count 0)
dendro_embedded_files(files)
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  math(EXPR count "${count} + 1")
  string(REGEX MATCH "^0*([1-9][0-9]*)_" number "${name}")
  if(NOT CMAKE_MATCH_1 EQUAL count)
    message(FATAL_ERROR "${file}: the number of this migration must be ${count}")
  endif()
  dendro_bytes("${file}" bytes)
  string(APPEND arrays "static const char SQL_${count}[] = ${bytes};\n\n")
  string(APPEND rows "    {${count}, \"${name}\", SQL_${count}},\n")
endforeach()
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_sql.cmake from migrations/: do not edit. */
#include \"store/sqlite/migrations.h\"

#include \"base/banned.h\"

${arrays}const struct migration MIGRATIONS[] = {
${rows}};
const int MIGRATIONS_COUNT = ${count};
")
