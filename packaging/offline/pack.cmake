# Packs the archive by tar, as cpack's own archives keep who made them and when: here the names
# are in order, the owner is root, the modes do not depend on the umask, and the times are
# SOURCE_DATE_EPOCH's where that is set. The same tree then gives the same bytes anywhere.
set(times)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  set(times --mtime=@$ENV{SOURCE_DATE_EPOCH})
endif()
set(archive ${CPACK_TOPLEVEL_DIRECTORY}/${CPACK_PACKAGE_FILE_NAME}.tar)
set(packer xz -6 -T2) # several threads, or one, write other bytes
set(suffix xz)
if(CPACK_ENZYME_FAST)
  set(packer zstd -q --rm -3 -T2)
  set(suffix zst)
endif()
get_filename_component(beside ${CPACK_TEMPORARY_DIRECTORY} DIRECTORY)
execute_process(
  COMMAND tar --format=gnu --sort=name --owner=root:0 --group=root:0 --mode=u+rwX,go+rX,go-w ${times}
    -C ${beside} -cf ${archive} ${CPACK_PACKAGE_FILE_NAME}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${packer} -f ${archive} COMMAND_ERROR_IS_FATAL ANY)
set(CPACK_EXTERNAL_BUILT_PACKAGES ${archive}.${suffix})
