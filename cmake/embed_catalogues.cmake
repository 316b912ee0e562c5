# Embeds catalogues/GAME/*.json in src/service, so that a record that names a shipped catalogue needs no file beside the program.
include("${CMAKE_CURRENT_LIST_DIR}/DendroEmbed.cmake")
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_service)
    file(GLOB catalogues CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/catalogues/*/*.json")
    dendro_embed(dendro_service "${PROJECT_BINARY_DIR}/generated/service/catalogues_shipped.c" ${catalogues})
  endif()
  return()
endif()

set(arrays "")
set(rows "")
set(count 0)
dendro_embedded_files(files)
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  get_filename_component(game "${file}" DIRECTORY)
  get_filename_component(game "${game}" NAME)
  math(EXPR count "${count} + 1")
  dendro_bytes("${file}" bytes)
  string(APPEND arrays "static const char BYTES_${count}[] = ${bytes};\n\n")
  string(APPEND rows "    {\"${game}\", \"${name}\", BYTES_${count}, sizeof(BYTES_${count}) - 1},\n")
endforeach()
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_catalogues.cmake from catalogues/: do not edit. */
#include \"service/catalogues.h\"

#include \"base/banned.h\"

${arrays}static const struct catalogue_document DOCUMENTS[] = {
${rows}};
const struct catalogue_documents catalogues_shipped = {DOCUMENTS, ${count}};
")
