# Functions that declare the project's libraries, tools and generated sources.

# The precompiled header holds the MLIR and LLVM headers that nearly every file needs. It takes about half a minute to
# build, once, and takes a translation unit from 12-50 s to a few seconds.
add_library(tritonc_pch OBJECT ${CMAKE_CURRENT_LIST_DIR}/pch.cpp)
target_link_libraries(tritonc_pch PRIVATE llvm_archives)
target_include_directories(tritonc_pch PRIVATE ${CMAKE_SOURCE_DIR})
target_include_directories(tritonc_pch SYSTEM PRIVATE ${CMAKE_BINARY_DIR})
# The dialects' generated headers are part of it.
add_dependencies(tritonc_pch tritonc_tt_gen tritonc_ttg_gen)
target_precompile_headers(tritonc_pch PRIVATE ${CMAKE_CURRENT_LIST_DIR}/pch.h)

# tritonc_library(NAME sources... [LINK libs...]): a static archive that shares the precompiled header.
function(tritonc_library name)
  cmake_parse_arguments(ARG "" "" "LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  # Generated sources are system headers, so that warnings in them are not ours.
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_include_directories(${name} SYSTEM PUBLIC ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} llvm_archives)
  target_precompile_headers(${name} REUSE_FROM tritonc_pch)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# tritonc_executable(NAME sources... LINK libs...)
function(tritonc_executable name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(TRITONC_SANITIZE)
    target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/SanitizerOptions.cpp)
    set_source_files_properties(${CMAKE_SOURCE_DIR}/cmake/SanitizerOptions.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  target_include_directories(${name} SYSTEM PRIVATE ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} llvm_archives)
  target_precompile_headers(${name} REUSE_FROM tritonc_pch)
  # Objects of executables get the same code model as the libraries, or the precompiled header does not fit.
  target_compile_options(${name} PRIVATE -fPIC)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endfunction()

# tritonc_tablegen(TARGET td_file out1 args1 out2 args2 ...): runs mlir-tblgen once per output.
function(tritonc_tablegen target td)
  set(outputs)
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest out args)
    separate_arguments(args)
    add_custom_command(
      OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${out}
      COMMAND ${MLIR_TABLEGEN} ${args} -I ${TRITONC_LLVM_PREFIX}/include -I ${CMAKE_SOURCE_DIR}
              ${CMAKE_CURRENT_SOURCE_DIR}/${td} -o ${CMAKE_CURRENT_BINARY_DIR}/${out}
              --write-if-changed -d ${CMAKE_CURRENT_BINARY_DIR}/${out}.d
      DEPFILE ${CMAKE_CURRENT_BINARY_DIR}/${out}.d
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${td}
      VERBATIM)
    list(APPEND outputs ${CMAKE_CURRENT_BINARY_DIR}/${out})
  endwhile()
  add_custom_target(${target} DEPENDS ${outputs})
endfunction()
