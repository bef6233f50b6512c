# For the archive and the .rpm: clang, lld and their libraries under lib/enzyme-clang, where
# the driver looks first, and the licences.
set(tree ${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
execute_process(
  COMMAND bash ${CPACK_ENZYME_PACKAGING}/offline/bundle.sh
    ${CPACK_ENZYME_LLVM_ROOT} ${CPACK_ENZYME_LLVM_MAJOR} ${tree}
  COMMAND_ERROR_IS_FATAL ANY)
file(COPY ${CPACK_RESOURCE_FILE_LICENSE} DESTINATION ${tree})
# What was copied has the modes of this machine's files and umask.
execute_process(COMMAND chmod -R u+rwX,go+rX,go-w ${tree} COMMAND_ERROR_IS_FATAL ANY)
