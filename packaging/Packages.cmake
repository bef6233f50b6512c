# Packages: `cpack -G DEB` makes the thin package, which works with the distribution's clang;
# `cpack -G TXZ` the offline archive, which brings clang and lld along. What is installed is
# what the install() rules beside the code say; here is only what packages add.
set(CPACK_PACKAGE_NAME enzyme-clang)
set(CPACK_PACKAGE_VENDOR "enzyme-clang developers")
# Who answers for a package is who builds it.
set(ENZYME_PACKAGER "enzyme-clang developers <packager@localhost>" CACHE STRING "name <address> of who makes packages")
set(CPACK_PACKAGE_CONTACT ${ENZYME_PACKAGER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "C, C++ and Fortran compilers that differentiate")
set(CPACK_PACKAGE_DESCRIPTION
"Compilers in the place of clang and flang. A call of __enzyme_autodiff
becomes the gradient of the function that it names, __enzyme_fwddiff its
derivative in a direction, made from the optimised intermediate code.
They take every option of clang, work in builds that exist already, and
find functions in other files, archives and shared libraries.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# The thin package. Its tree lies by itself, as what it installs beside the compiler
# (ld.lld) is another package's in /usr/bin; deb/links.cmake adds the names in /usr.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/passes)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "clang-${ENZYME_LLVM_MAJOR}, lld-${ENZYME_LLVM_MAJOR}, llvm-${ENZYME_LLVM_MAJOR}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "flang-${ENZYME_LLVM_MAJOR}, cmake")

# What cpack reads: which generator gets which prefix and which additions.
set(CPACK_ENZYME_PACKAGING ${CMAKE_CURRENT_SOURCE_DIR})
set(CPACK_ENZYME_VERSION ${PROJECT_VERSION})
set(CPACK_ENZYME_LLVM_ROOT ${LLVM_TOOLS_BINARY_DIR}/..)
set(CPACK_ENZYME_LLVM_MAJOR ${ENZYME_LLVM_MAJOR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/PerGenerator.cmake)
include(CPack)
