# Compiler, linker and cache settings shared by every target.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # A precompiled header is cacheable only with these relaxations (ccache manual, "Precompiled headers").
  set(TRITONC_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TRITONC_LAUNCHER})
  set(CMAKE_C_COMPILER_LAUNCHER ${TRITONC_LAUNCHER})
endif()

add_compile_options(-Wall -Wextra -fno-semantic-interposition)
# These let ccache serve files that use a precompiled header.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
else()
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
if(TRITONC_WERROR)
  add_compile_options(-Werror)
endif()
if(TRITONC_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=address,undefined)
else()
  # Unreferenced sections of the LLVM archives are dropped; this halves the binary.
  add_link_options(-Wl,--gc-sections)
  add_compile_options(-ffunction-sections -fdata-sections)
endif()

# One binary for every distribution: only libc stays dynamic.
add_link_options(-static-libstdc++ -static-libgcc)
# Position-dependent: 93,000 relocations of LLVM's tables at every start would cost 2.5 ms.
add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
set(CMAKE_SKIP_RPATH ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
add_compile_definitions($<$<CONFIG:Release>:NDEBUG>)
