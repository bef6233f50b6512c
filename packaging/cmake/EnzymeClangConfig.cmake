# find_package(EnzymeClang): what a CMake project needs to know of this installation.
#
#   EnzymeClang_C_COMPILER, EnzymeClang_CXX_COMPILER, EnzymeClang_Fortran_COMPILER
#   EnzymeClang_TOOLCHAIN_FILE   for CMAKE_TOOLCHAIN_FILE
#   EnzymeClang::AD              to link with: files of the target may ask for derivatives
#   EnzymeClang::Runtime         the runtime library alone
#
# Where our compiler is that of the project, EnzymeClang::AD has nothing to add. Where plain
# clang of our major is, it adds the plugin and the runtime: requests are then answered
# within each file, since only our driver finishes them at the link.
get_filename_component(_enzyme_folder "${CMAKE_CURRENT_LIST_DIR}" REALPATH) # packages link to it
get_filename_component(_enzyme_prefix "${_enzyme_folder}/../../.." ABSOLUTE)
set(EnzymeClang_C_COMPILER "${_enzyme_prefix}/bin/enzyme-clang")
set(EnzymeClang_CXX_COMPILER "${_enzyme_prefix}/bin/enzyme-clang++")
set(EnzymeClang_Fortran_COMPILER "${_enzyme_prefix}/bin/enzyme-flang")
set(EnzymeClang_TOOLCHAIN_FILE "${CMAKE_CURRENT_LIST_DIR}/EnzymeClangToolchain.cmake")
set(_enzyme_major 22)
set(_enzyme_plugin "${_enzyme_prefix}/lib/enzyme/enzyme-${_enzyme_major}.so")

if(NOT TARGET EnzymeClang::Runtime)
  add_library(EnzymeClang::Runtime STATIC IMPORTED)
  set_target_properties(EnzymeClang::Runtime PROPERTIES
    IMPORTED_LOCATION "${_enzyme_prefix}/lib/libenzyme_rt.a"
    INTERFACE_LINK_LIBRARIES m)
endif()

if(NOT TARGET EnzymeClang::AD)
  add_library(EnzymeClang::AD INTERFACE IMPORTED)
  get_filename_component(_enzyme_driver "${EnzymeClang_C_COMPILER}" REALPATH)
  foreach(_enzyme_language C CXX)
    if(NOT CMAKE_${_enzyme_language}_COMPILER)
      continue()
    endif()
    get_filename_component(_enzyme_used "${CMAKE_${_enzyme_language}_COMPILER}" REALPATH)
    get_filename_component(_enzyme_name "${_enzyme_used}" NAME)
    if(_enzyme_used STREQUAL _enzyme_driver OR _enzyme_name STREQUAL "enzyme-clang")
      continue()
    endif()
    if(CMAKE_${_enzyme_language}_COMPILER_ID STREQUAL "Clang"
       AND CMAKE_${_enzyme_language}_COMPILER_VERSION VERSION_GREATER_EQUAL ${_enzyme_major}
       AND CMAKE_${_enzyme_language}_COMPILER_VERSION VERSION_LESS 23)
      set_property(TARGET EnzymeClang::AD APPEND PROPERTY INTERFACE_COMPILE_OPTIONS
        "$<$<COMPILE_LANGUAGE:${_enzyme_language}>:-fplugin=${_enzyme_plugin};-fpass-plugin=${_enzyme_plugin};SHELL:-idirafter ${_enzyme_prefix}/include>")
      set_property(TARGET EnzymeClang::AD APPEND PROPERTY INTERFACE_LINK_LIBRARIES
        "$<$<LINK_LANGUAGE:${_enzyme_language}>:EnzymeClang::Runtime>")
    else()
      set(EnzymeClang_FOUND FALSE)
      set(EnzymeClang_NOT_FOUND_MESSAGE
        "the project's ${_enzyme_language} compiler, ${CMAKE_${_enzyme_language}_COMPILER}, is neither enzyme-clang nor clang ${_enzyme_major}; configure with -DCMAKE_TOOLCHAIN_FILE=${EnzymeClang_TOOLCHAIN_FILE}")
    endif()
  endforeach()
endif()
