# Packages: `cpack -G DEB` makes the thin package, which works with the distribution's clang;
# `cpack -G External` the offline archive and `cpack -G RPM` the package for other distributions,
# which bring clang and lld along. What is installed is what the install() rules beside the
# code say; here is only what packages add.
set(CPACK_GENERATOR "DEB;RPM;External")
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
set(CPACK_THREADS 2) # a number: what xz writes depends on whether there are several
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

# The package for distributions with rpm. None has our clang, so that it holds the tree of the
# archive; the libraries in it are its own affair, and what it needs of the machine is said here:
# the age of the C and C++ libraries (test/packages measures it), and their headers.
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_SUMMARY ${CPACK_PACKAGE_DESCRIPTION_SUMMARY})
set(CPACK_RPM_PACKAGE_DESCRIPTION ${CPACK_PACKAGE_DESCRIPTION})
set(CPACK_RPM_PACKAGE_LICENSE "Apache-2.0 WITH LLVM-exception")
set(CPACK_RPM_PACKAGE_GROUP Development/Languages)
set(CPACK_RPM_PACKAGE_RELOCATABLE ON)
set(CPACK_RPM_PACKAGE_AUTOREQPROV OFF)
set(CPACK_RPM_PACKAGE_REQUIRES
  "libc.so.6(GLIBC_2.36)(64bit), libstdc++.so.6(GLIBCXX_3.4.30)(64bit), gcc-c++")
set(CPACK_RPM_USER_FILELIST "%license /opt/enzyme-clang/LICENSE"
  "%doc /opt/enzyme-clang/share/doc/enzyme-clang/diagnostics.md" "%doc /opt/enzyme-clang/share/doc/enzyme-clang/rules.md")
set(CPACK_RPM_SPEC_MORE_DEFINE
"%define _build_id_links none
%define __os_install_post %{nil}
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _buildhost reproducible
%define _binary_payload w6T2.xzdio")

# What cpack reads: which generator gets which prefix and which additions.
set(CPACK_ENZYME_PACKAGING ${CMAKE_CURRENT_SOURCE_DIR})
set(CPACK_ENZYME_VERSION ${PROJECT_VERSION})
set(CPACK_ENZYME_LLVM_ROOT ${LLVM_TOOLS_BINARY_DIR}/..)
set(CPACK_ENZYME_LLVM_MAJOR ${ENZYME_LLVM_MAJOR})
set(CPACK_ENZYME_PROCESSOR ${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/PerGenerator.cmake)
include(CPack)
