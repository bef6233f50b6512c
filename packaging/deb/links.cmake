# The thin package's tree is /usr/lib/enzyme-clang. Here its names in /usr: programs, manual
# pages, and what CMake, pkg-config and Meson look for; and the files that Debian asks of
# every package.
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(tree ${usr}/lib/enzyme-clang)
set(shared ${usr}/share/doc/enzyme-clang)
file(MAKE_DIRECTORY ${usr}/bin ${usr}/lib/cmake ${usr}/share/pkgconfig ${usr}/share/man/man1 ${shared})

file(GLOB programs RELATIVE ${tree}/bin ${tree}/bin/enzyme-*)
foreach(program ${programs})
  file(CREATE_LINK ../lib/enzyme-clang/bin/${program} ${usr}/bin/${program} SYMBOLIC)
endforeach()
file(CREATE_LINK ../enzyme-clang/lib/cmake/EnzymeClang ${usr}/lib/cmake/EnzymeClang SYMBOLIC)
file(CREATE_LINK ../lib/enzyme-clang/share/enzyme-clang ${usr}/share/enzyme-clang SYMBOLIC)
# A .pc file finds its prefix from the folder through which it was found.
file(READ ${tree}/lib/pkgconfig/enzyme-clang.pc text)
string(REPLACE "\${pcfiledir}/../.." "\${pcfiledir}/../../lib/enzyme-clang" text "${text}")
file(WRITE ${usr}/share/pkgconfig/enzyme-clang.pc "${text}")

file(RENAME ${tree}/share/man/man1/enzyme-clang.1 ${usr}/share/man/man1/enzyme-clang.1)
file(REMOVE_RECURSE ${tree}/share/man)
execute_process(COMMAND gzip -9n ${usr}/share/man/man1/enzyme-clang.1 COMMAND_ERROR_IS_FATAL ANY)
foreach(program ${programs})
  if(NOT program STREQUAL "enzyme-clang")
    file(CREATE_LINK enzyme-clang.1.gz ${usr}/share/man/man1/${program}.1.gz SYMBOLIC)
  endif()
endforeach()

# LLVM's tools, by relative paths.
foreach(tool llvm-ar llvm-ranlib llvm-nm)
  file(CREATE_LINK ../../llvm-${CPACK_ENZYME_LLVM_MAJOR}/bin/${tool} ${tree}/bin/enzyme-${tool} SYMBOLIC)
endforeach()
file(CREATE_LINK ../../llvm-${CPACK_ENZYME_LLVM_MAJOR}/bin/ld.lld ${tree}/bin/ld.lld SYMBOLIC)

file(COPY ${CPACK_ENZYME_PACKAGING}/deb/lintian-overrides DESTINATION ${usr}/share/lintian/overrides)
file(RENAME ${usr}/share/lintian/overrides/lintian-overrides ${usr}/share/lintian/overrides/enzyme-clang)
file(COPY ${CPACK_ENZYME_PACKAGING}/deb/copyright DESTINATION ${shared})
configure_file(${CPACK_ENZYME_PACKAGING}/deb/changelog.in ${shared}/changelog @ONLY)
execute_process(COMMAND gzip -9n ${shared}/changelog COMMAND_ERROR_IS_FATAL ANY)
# What was copied has the modes of this machine's files and umask.
execute_process(COMMAND chmod -R u+rwX,go+rX,go-w ${CPACK_TEMPORARY_DIRECTORY} COMMAND_ERROR_IS_FATAL ANY)
