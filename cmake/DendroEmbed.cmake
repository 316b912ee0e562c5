# What the embed_*.cmake files share. Each of them is two things: included, it has a C file made at build time; run as a
# script by that build (cmake -DFILES=... -DOUTPUT=... -P embed_*.cmake), it writes the file.
include_guard()

# dendro_embed(<target> <output> <file>...): the embed_*.cmake that calls this makes <output> from the files, and the target
# is compiled with it.
function(dendro_embed target output)
  string(REPLACE ";" "," files "${ARGN}")
  get_filename_component(name "${output}" NAME)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFILES=${files}" "-DOUTPUT=${output}" -P "${CMAKE_CURRENT_LIST_FILE}"
    DEPENDS ${ARGN} "${CMAKE_CURRENT_LIST_FILE}" "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    COMMENT "Embedding ${name}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()

# dendro_embedded_files(<result>): the files that the script was given, by name.
function(dendro_embedded_files result)
  string(REPLACE "," ";" files "${FILES}")
  list(SORT files)
  set(${result} "${files}" PARENT_SCOPE)
endfunction()

# dendro_bytes(<file> <result>): a file as the initializer of an array of char, with a zero behind it. A string literal of more
# than 4 095 characters would not be portable C.
function(dendro_bytes file result)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(REGEX REPLACE "('[^']*','[^']*','[^']*','[^']*','[^']*','[^']*','[^']*','[^']*',)" "\\1\n    " bytes "${bytes}")
  set(${result} "{\n    ${bytes}0}" PARENT_SCOPE)
endfunction()
