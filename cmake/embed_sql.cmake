# Embeds migrations/*.sql in the store, so that the program needs no file beside it to make or migrate a database.
#
# Included, it makes a C file at build time and adds it to dendro_store. Run as a script
# (cmake -DFILES=... -DOUTPUT=... -P embed_sql.cmake) it writes that file: an array of bytes a step, because a string
# literal of more than 4 095 characters is not portable C. A gap in the numbers is an error.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_store)
    file(GLOB migrations CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/migrations/[0-9][0-9][0-9][0-9]_*.sql")
    set(output "${PROJECT_BINARY_DIR}/generated/store/migrations.c")
    string(REPLACE ";" "," files "${migrations}")
    add_custom_command(
      OUTPUT "${output}"
      COMMAND "${CMAKE_COMMAND}" "-DFILES=${files}" "-DOUTPUT=${output}" -P "${CMAKE_CURRENT_LIST_FILE}"
      DEPENDS ${migrations} "${CMAKE_CURRENT_LIST_FILE}"
      COMMENT "Embedding migrations"
      VERBATIM)
    target_sources(dendro_store PRIVATE "${output}")
  endif()
  return()
endif()

set(arrays "")
set(rows "")
set(count 0)
string(REPLACE "," ";" files "${FILES}")
list(SORT files)
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  math(EXPR count "${count} + 1")
  string(REGEX MATCH "^0*([1-9][0-9]*)_" number "${name}")
  if(NOT CMAKE_MATCH_1 EQUAL count)
    message(FATAL_ERROR "${file}: the number of this migration must be ${count}")
  endif()
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1', " bytes "${bytes}")
  string(REGEX REPLACE "('[^']*', '[^']*', '[^']*', '[^']*', '[^']*', '[^']*', '[^']*', '[^']*', )" "\\1\n    " bytes "${bytes}")
  string(APPEND arrays "static const char SQL_${count}[] = {\n    ${bytes}0};\n\n")
  string(APPEND rows "    {${count}, \"${name}\", SQL_${count}},\n")
endforeach()
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_sql.cmake from migrations/: do not edit. */
#include \"store/migrations.h\"

#include \"base/banned.h\"

${arrays}const struct migration MIGRATIONS[] = {
${rows}};
const int MIGRATIONS_COUNT = ${count};
")
