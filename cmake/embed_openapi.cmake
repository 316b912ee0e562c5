# Embeds schema/openapi.yaml in the daemon, which serves it at /openapi.json.
include("${CMAKE_CURRENT_LIST_DIR}/DendroEmbed.cmake")
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_http)
    dendro_embed(dendro_http "${PROJECT_BINARY_DIR}/generated/http/openapi.c" "${PROJECT_SOURCE_DIR}/schema/openapi.yaml")
  endif()
  return()
endif()

dendro_bytes("${FILES}" bytes)
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_openapi.cmake from schema/openapi.yaml: do not edit. */
#include \"http/openapi.h\"

#include \"base/banned.h\"

const char OPENAPI[] = ${bytes};
const size_t OPENAPI_SIZE = sizeof(OPENAPI) - 1;
")
