# Cuts libclc's bitcode down to scalar math functions and embeds it: the whole library is 5-8 MB, most of it for vectors.

set(TRITONC_LIBCLC_DIR /usr/lib/clc CACHE PATH "Folder with libclc's bitcode")
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/libclc-functions.txt libclc_lines)
string(REPLACE ";" " " libclc_names "${libclc_lines}")
separate_arguments(libclc_names)

# Itanium manglings of one to three float or double arguments; names that do not exist are ignored by the tool.
set(libclc_symbols)
foreach(name ${libclc_names})
  string(LENGTH ${name} length)
  foreach(suffix f ff fff d dd ddd fi di)
    list(APPEND libclc_symbols _Z${length}${name}${suffix})
  endforeach()
endforeach()
list(JOIN libclc_symbols "," libclc_symbols)

# tritonc_embed_libclc(C_FILE name bitcode_file ...)
function(tritonc_embed_libclc out)
  set(text "/* Generated: libclc's bitcode as bytes of the binary. */\n__asm__(\".section .rodata\\n\"\n")
  set(deps)
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest name bitcode)
    set(cut ${CMAKE_CURRENT_BINARY_DIR}/libclc-${name}.bc)
    add_custom_command(
      OUTPUT ${cut}
      COMMAND ${LLVM_TOOLS_DIR}/opt -passes=internalize,globaldce,strip
              -internalize-public-api-list=${libclc_symbols} ${bitcode} -o ${cut}
      DEPENDS ${bitcode} VERBATIM)
    list(APPEND deps ${cut})
    set(symbol tritonc_libclc_${name})
    foreach(line ".balign 16" ".globl ${symbol}_begin" "${symbol}_begin:" ".incbin \\\"${cut}\\\"" ".globl ${symbol}_end"
            "${symbol}_end:" ".byte 0")
      string(APPEND text "        \"${line}\\n\"\n")
    endforeach()
  endwhile()
  string(APPEND text "        \".text\\n\");\n")
  file(CONFIGURE OUTPUT ${out} CONTENT "${text}" @ONLY)
  set_source_files_properties(${out} PROPERTIES OBJECT_DEPENDS "${deps}")
endfunction()
