# For the archive alone: the installer and the checksums at the top. (rpm has its own.)
set(tree ${CPACK_TEMPORARY_DIRECTORY})
file(COPY ${CPACK_ENZYME_PACKAGING}/offline/install.sh DESTINATION ${tree})
execute_process(
  COMMAND bash -c "find . -type f ! -name SHA256SUMS -print0 | LC_ALL=C sort -z | xargs -0 sha256sum > SHA256SUMS"
  WORKING_DIRECTORY ${tree} COMMAND_ERROR_IS_FATAL ANY)
