# How every line of Dendro is compiled: the standard, the warnings, the hardening, the sanitizers.
include_guard()
include(CheckCCompilerFlag)

# No _GNU_SOURCE: a room that wants more than POSIX must say so where it does.
add_compile_definitions(_POSIX_C_SOURCE=200809L)

set(warnings
  -Wall -Wextra -Wpedantic
  # conversions that lose something
  -Wconversion -Wsign-conversion -Wdouble-promotion -Wcast-qual -Wwrite-strings
  # declarations that say less, or more, than they should
  -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wredundant-decls -Wnested-externs
  # control flow
  -Wswitch-enum -Wimplicit-fallthrough
  # things we do not write
  -Wvla -Walloca -Wpointer-arith -Wundef -Wformat=2 -Wdate-time -Winit-self)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  list(APPEND warnings -Wlogical-op -Wduplicated-cond -Wtrampolines -Walloc-zero)
elseif(CMAKE_C_COMPILER_ID MATCHES "Clang")
  list(APPEND warnings -Wcomma -Wconditional-uninitialized -Wmissing-variable-declarations -Wunreachable-code-return
                       -Wshift-sign-overflow -Wover-aligned)
endif()
add_compile_options(${warnings})
if(DENDRO_WERROR)
  add_compile_options(-Werror)
endif()
# Left out as noise: -Wdeclaration-after-statement (a variable begins where it gets its value, after the steps that may have
# returned), -Wjump-misses-init (a step that failed returns at once, or goes to the one `out:` label where what was acquired is
# released, past the initialisations in between), -Wpadded, -Wfloat-equal, -Wnull-dereference (clang's analyzer does it
# better), -Wcast-align (a table of offsets casts; the undefined behaviour sanitizer sees the real ones).

# Who only wants to read traces (scripts/test) does without the variables: a seventh of a build's time.
option(DENDRO_TRACES_ONLY "Debug information of lines, not of variables" OFF)
if(DENDRO_TRACES_ONLY)
  set(CMAKE_C_FLAGS_DEBUG "-O1 -g1 -fno-omit-frame-pointer")
else()
  set(CMAKE_C_FLAGS_DEBUG "-O1 -g -fno-omit-frame-pointer")
endif()
# Assertions stay in the release: a wrong number in a record is worse than the nanosecond.
set(CMAKE_C_FLAGS_RELEASE "-O2 -g1")

# A build with tests links some 200 programs: lld does that in a third of the time, where it is. The release has the linker of the
# machine, as everybody else who builds it.
find_program(DENDRO_LLD ld.lld)
mark_as_advanced(DENDRO_LLD)
if(DENDRO_LLD AND NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  add_link_options(-fuse-ld=lld)
endif()

# Code is position independent in every build, so that all builds run the same code paths.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)

if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT DENDRO_SANITIZE)
  add_compile_definitions(_FORTIFY_SOURCE=2)
  add_compile_options(-fstack-protector-strong -fno-common "-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=")
  foreach(flag IN ITEMS -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "HAVE${flag}" have)
    check_c_compiler_flag(${flag} ${have})
    if(${have})
      add_compile_options(${flag})
    endif()
  endforeach()
  add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)
endif()

if(DENDRO_SANITIZE)
  # The first finding ends the program: a test that only prints a finding would pass.
  add_compile_options("-fsanitize=${DENDRO_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${DENDRO_SANITIZE}")
endif()

if(DENDRO_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "DENDRO_FUZZ needs clang: use the preset `fuzz`")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
