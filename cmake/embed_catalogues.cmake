# Embeds catalogues/*.json in src/wire, so that a record that names a shipped catalogue needs no file beside the program.
#
# Included, it makes a C file at build time and adds it to dendro_wire. Run as a script
# (cmake -DFILES=... -DOUTPUT=... -P embed_catalogues.cmake) it writes that file: an array of bytes a catalogue.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_wire)
    file(GLOB catalogues CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/catalogues/*.json")
    set(output "${PROJECT_BINARY_DIR}/generated/wire/catalogues.c")
    string(REPLACE ";" "," files "${catalogues}")
    add_custom_command(
      OUTPUT "${output}"
      COMMAND "${CMAKE_COMMAND}" "-DFILES=${files}" "-DOUTPUT=${output}" -P "${CMAKE_CURRENT_LIST_FILE}"
      DEPENDS ${catalogues} "${CMAKE_CURRENT_LIST_FILE}"
      COMMENT "Embedding catalogues"
      VERBATIM)
    target_sources(dendro_wire PRIVATE "${output}")
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
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1', " bytes "${bytes}")
  string(REGEX REPLACE "('[^']*', '[^']*', '[^']*', '[^']*', '[^']*', '[^']*', '[^']*', '[^']*', )" "\\1\n    " bytes "${bytes}")
  string(APPEND arrays "static const char JSON_${count}[] = {\n    ${bytes}0};\n\n")
  string(APPEND rows "    {\"${name}\", JSON_${count}, sizeof(JSON_${count}) - 1},\n")
endforeach()
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_catalogues.cmake from catalogues/: do not edit. */
#include \"wire/catalogue.h\"

#include \"base/banned.h\"

${arrays}const struct wire_shipped wire_shipped[] = {
${rows}};
const size_t wire_shipped_count = ${count};
")
