# One static library a room of src. A room without a .c file yet is skipped, and so is a mention of it in USES.
include_guard()

set(DENDRO_ROOMS "") # those that exist, from the ground up

# dendro_room(<room> USES <room>... [LIBRARIES <target>...] [EXCEPT <file>...] [FUZZED <file>...])
#
# Makes dendro_<room> from every .c file under src/<room> but those in EXCEPT. Link lines are PRIVATE: nobody gets
# a library, or its flags, through somebody else's room. A build of the fuzz targets (DENDRO_FUZZ) has only the files in FUZZED
# (a `*` stands for any) of a room that says so, and no room without any: a target that needs another file fails to link until the
# file is named.
function(dendro_room room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;LIBRARIES;EXCEPT;FUZZED")
  set(folder "${PROJECT_SOURCE_DIR}/src/${room}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.c")
  foreach(file IN LISTS arg_EXCEPT)
    list(REMOVE_ITEM sources "${folder}/${file}")
  endforeach()
  if(DENDRO_FUZZ AND DEFINED arg_FUZZED)
    list(TRANSFORM arg_FUZZED PREPEND "${folder}/")
    file(GLOB sources CONFIGURE_DEPENDS ${arg_FUZZED})
  elseif(DENDRO_FUZZ AND FUZZED IN_LIST arg_KEYWORDS_MISSING_VALUES)
    set(sources "")
  endif()
  if(NOT sources)
    message(STATUS "room ${room}: no sources yet")
    return()
  endif()

  add_library(dendro_${room} STATIC ${sources})
  # Includes name the room: "base/span.h", "rules/game.h".
  target_include_directories(dendro_${room} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(dendro_${room} PRIVATE ${arg_LIBRARIES})
  foreach(used IN LISTS arg_USES)
    if(used IN_LIST DENDRO_ROOMS)
      target_link_libraries(dendro_${room} PRIVATE dendro_${used})
    endif()
  endforeach()
  set(DENDRO_ROOMS ${DENDRO_ROOMS} ${room} PARENT_SCOPE)
endfunction()

# dendro_link_rooms(<target> <room>...): the target includes and links these rooms.
function(dendro_link_rooms target)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  set(rooms ${ARGN})
  list(REVERSE rooms) # a static library comes before those it uses
  foreach(room IN LISTS rooms)
    target_link_libraries(${target} PRIVATE dendro_${room})
  endforeach()
endfunction()
