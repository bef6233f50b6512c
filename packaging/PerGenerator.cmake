# Read by cpack once for each kind of package: where the tree lies, and what is added to it
# between its installation and its packing. With -D CPACK_ENZYME_FAST=ON what is large is packed
# fast instead of small, for tests.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr/lib/enzyme-clang)
  set(CPACK_PRE_BUILD_SCRIPTS ${CPACK_ENZYME_PACKAGING}/deb/links.cmake)
elseif(CPACK_GENERATOR STREQUAL "External") # the archive
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  set(CPACK_PACKAGE_FILE_NAME enzyme-clang-${CPACK_ENZYME_VERSION}-linux-${CPACK_ENZYME_PROCESSOR})
  set(CPACK_EXTERNAL_ENABLE_STAGING ON)
  set(CPACK_PRE_BUILD_SCRIPTS ${CPACK_ENZYME_PACKAGING}/offline/bundle.cmake
    ${CPACK_ENZYME_PACKAGING}/offline/installer.cmake)
  set(CPACK_EXTERNAL_PACKAGE_SCRIPT ${CPACK_ENZYME_PACKAGING}/offline/pack.cmake)
elseif(CPACK_GENERATOR STREQUAL "RPM")
  set(CPACK_PACKAGING_INSTALL_PREFIX /opt/enzyme-clang)
  set(CPACK_PRE_BUILD_SCRIPTS ${CPACK_ENZYME_PACKAGING}/offline/bundle.cmake)
  if(CPACK_ENZYME_FAST)
    string(REPLACE w6T2.xzdio w1.zstdio CPACK_RPM_SPEC_MORE_DEFINE "${CPACK_RPM_SPEC_MORE_DEFINE}")
  endif()
endif()
