# Embeds schema/openapi.yaml in the daemon, which serves it at /openapi.json. Included, it makes a C file at build time;
# run as a script (cmake -DFILE=... -DOUTPUT=... -P embed_openapi.cmake) it writes that file.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_http)
    set(source "${PROJECT_SOURCE_DIR}/schema/openapi.yaml")
    set(output "${PROJECT_BINARY_DIR}/generated/http/openapi.c")
    add_custom_command(
      OUTPUT "${output}"
      COMMAND "${CMAKE_COMMAND}" "-DFILE=${source}" "-DOUTPUT=${output}" -P "${CMAKE_CURRENT_LIST_FILE}"
      DEPENDS "${source}" "${CMAKE_CURRENT_LIST_FILE}"
      COMMENT "Embedding the OpenAPI document"
      VERBATIM)
    target_sources(dendro_http PRIVATE "${output}")
  endif()
  return()
endif()

file(READ "${FILE}" bytes HEX)
string(LENGTH "${bytes}" length)
math(EXPR size "${length} / 2")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
string(REGEX REPLACE "(('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',))" "\\1\n    " bytes "${bytes}")
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_openapi.cmake from schema/openapi.yaml: do not edit. */
#include \"http/openapi.h\"

#include \"base/banned.h\"

const char OPENAPI[] = {
    ${bytes}0};
const size_t OPENAPI_SIZE = ${size};
")
