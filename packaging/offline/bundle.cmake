# The offline archive: clang, lld and their libraries under lib/enzyme-clang, where the
# driver looks first; the installer, the licences and the checksums at the top.
set(tree ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
execute_process(
  COMMAND bash ${CPACK_ENZYME_PACKAGING}/offline/bundle.sh
    ${CPACK_ENZYME_LLVM_ROOT} ${CPACK_ENZYME_LLVM_MAJOR} ${tree}
  COMMAND_ERROR_IS_FATAL ANY)
file(COPY ${CPACK_ENZYME_PACKAGING}/offline/install.sh DESTINATION ${tree})
file(COPY ${CPACK_RESOURCE_FILE_LICENSE} DESTINATION ${tree})
execute_process(
  COMMAND bash -c "find . -type f ! -name SHA256SUMS -print0 | sort -z | xargs -0 sha256sum > SHA256SUMS"
  WORKING_DIRECTORY ${tree} COMMAND_ERROR_IS_FATAL ANY)
