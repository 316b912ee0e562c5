# Embeds the page (web/) in the daemon: web/embed.mjs joins, hashes and compresses the files and writes one C file.
#
# With DENDRO_PAGE=OFF nothing of node is needed and `/` answers with a short text. The libraries come from
# web/node_modules, which scripts/setup fills from the lock file.
option(DENDRO_PAGE "Embed the page (needs node, and web/node_modules as scripts/setup makes it)" ON)

if(NOT TARGET dendro_http)
  return()
endif()

set(page_source "${PROJECT_BINARY_DIR}/generated/http/page_files.c")
if(DENDRO_PAGE)
  find_program(NODE_PROGRAM NAMES node nodejs)
  if(NOT NODE_PROGRAM)
    message(FATAL_ERROR "The page needs node: run scripts/setup, or configure with -DDENDRO_PAGE=OFF")
  endif()
  if(NOT EXISTS "${PROJECT_SOURCE_DIR}/web/node_modules/preact/package.json" OR NOT EXISTS
                                                                                "${PROJECT_SOURCE_DIR}/web/node_modules/esbuild/package.json")
    message(FATAL_ERROR "web/node_modules is not there, or older than its lock file: run scripts/setup, or configure with -DDENDRO_PAGE=OFF")
  endif()
  file(GLOB_RECURSE page_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/css/*.css" "${PROJECT_SOURCE_DIR}/web/js/*.js"
       "${PROJECT_SOURCE_DIR}/web/glyphs/*.svg" "${PROJECT_SOURCE_DIR}/web/static/*")
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/generated/http")
  add_custom_command(
    OUTPUT "${page_source}"
    COMMAND "${NODE_PROGRAM}" "${PROJECT_SOURCE_DIR}/web/embed.mjs" "${page_source}" "${page_source}.d"
    DEPENDS ${page_files} "${PROJECT_SOURCE_DIR}/web/embed.mjs" "${PROJECT_SOURCE_DIR}/web/bundle.mjs"
            "${PROJECT_SOURCE_DIR}/web/index.html" "${PROJECT_SOURCE_DIR}/web/sw.js"
    DEPFILE "${page_source}.d"
    COMMENT "Embedding the page"
    VERBATIM)
else()
  file(WRITE "${page_source}.new" "/* Made by cmake/embed_web.cmake without a page: do not edit. */
#include \"http/page.h\"

#include \"base/banned.h\"

const struct page_file PAGE_FILES[] = {{\"\", \"\", \"\", NULL, 0, 0}};
const size_t PAGE_FILES_COUNT = 0;
")
  file(COPY_FILE "${page_source}.new" "${page_source}" ONLY_IF_DIFFERENT)
endif()
target_sources(dendro_http PRIVATE "${page_source}")
