# Embeds catalogues/*.json in src/wire, so that a record that names a shipped catalogue needs no file beside the program.
include("${CMAKE_CURRENT_LIST_DIR}/DendroEmbed.cmake")
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_wire)
    file(GLOB catalogues CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/catalogues/*.json")
    dendro_embed(dendro_wire "${PROJECT_BINARY_DIR}/generated/wire/catalogues.c" ${catalogues})
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
  dendro_bytes("${file}" bytes)
  string(APPEND arrays "static const char JSON_${count}[] = ${bytes};\n\n")
  string(APPEND rows "    {\"${name}\", JSON_${count}, sizeof(JSON_${count}) - 1},\n")
endforeach()
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_catalogues.cmake from catalogues/: do not edit. */
#include \"wire/catalogue.h\"

#include \"base/banned.h\"

${arrays}const struct wire_shipped wire_shipped[] = {
${rows}};
const size_t wire_shipped_count = ${count};
")
