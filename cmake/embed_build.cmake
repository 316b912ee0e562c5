# The id of a build: a hash of everything that the program is made of, wherever the checkout lies and whenever it is built. It
# is in the ETags of computed answers, so that a mended program's answers are not taken for those of the one before.
include("${CMAKE_CURRENT_LIST_DIR}/DendroEmbed.cmake")
if(NOT CMAKE_SCRIPT_MODE_FILE)
  if(TARGET dendro_http)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*.c" "${PROJECT_SOURCE_DIR}/src/*.h"
         "${PROJECT_SOURCE_DIR}/src/*.def" "${PROJECT_SOURCE_DIR}/migrations/*.sql" "${PROJECT_SOURCE_DIR}/catalogues/*"
         "${PROJECT_SOURCE_DIR}/schema/openapi.yaml" "${PROJECT_SOURCE_DIR}/cmake/*.cmake")
    dendro_embed(dendro_http "${PROJECT_BINARY_DIR}/generated/http/build_id.c" ${sources}
                 "${PROJECT_SOURCE_DIR}/CMakeLists.txt")
  endif()
  return()
endif()

get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
set(lines "")
dendro_embedded_files(files)
foreach(file IN LISTS files)
  file(RELATIVE_PATH name "${root}" "${file}")
  file(SHA256 "${file}" hash)
  string(APPEND lines "${hash}  ${name}\n")
endforeach()
string(SHA256 id "${lines}")
string(SUBSTRING "${id}" 0 12 id)
file(WRITE "${OUTPUT}" "/* Made by cmake/embed_build.cmake: do not edit. */
#include \"http/build_id.h\"

#include \"base/banned.h\"

const char BUILD_ID[] = \"${id}\";
")
