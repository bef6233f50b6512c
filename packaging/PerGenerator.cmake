# Read by cpack once for each kind of package: where the tree lies, and what is added to it
# between its installation and its packing.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr/lib/enzyme-clang)
  set(CPACK_PRE_BUILD_SCRIPTS ${CPACK_ENZYME_PACKAGING}/deb/links.cmake)
elseif(CPACK_GENERATOR MATCHES "^(TXZ|TZST)$") # xz is small, zstd is fast
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  set(CPACK_PACKAGE_FILE_NAME
    enzyme-clang-${CPACK_ENZYME_VERSION}-linux-${CMAKE_HOST_SYSTEM_PROCESSOR})
  set(CPACK_PRE_BUILD_SCRIPTS ${CPACK_ENZYME_PACKAGING}/offline/bundle.cmake)
endif()
