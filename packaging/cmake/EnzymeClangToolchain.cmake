# -DCMAKE_TOOLCHAIN_FILE=<this file>: the project is compiled by enzyme-clang. What is set
# already (on the command line, by another toolchain file) stays.
get_filename_component(_enzyme_folder "${CMAKE_CURRENT_LIST_DIR}" REALPATH) # packages link to it
get_filename_component(_enzyme_bin "${_enzyme_folder}/../../../bin" ABSOLUTE)
foreach(_enzyme_pair C:enzyme-clang CXX:enzyme-clang++ Fortran:enzyme-flang)
  string(REPLACE ":" ";" _enzyme_pair "${_enzyme_pair}")
  list(GET _enzyme_pair 0 _enzyme_language)
  list(GET _enzyme_pair 1 _enzyme_name)
  if(NOT CMAKE_${_enzyme_language}_COMPILER)
    set(CMAKE_${_enzyme_language}_COMPILER "${_enzyme_bin}/${_enzyme_name}")
  endif()
endforeach()
