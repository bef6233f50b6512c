-- For Lmod: `module use <tree>/share/modulefiles`, `module load enzyme-clang`. The tree is
-- found from where this file lies, so that it can be moved. LD_LIBRARY_PATH is left alone: the
-- compiler finds its libraries by itself, and other programs must not find them.
local tree = myFileName():match("^(.*)/share/modulefiles/")

help([[Compilers in the place of clang and flang that differentiate: __enzyme_autodiff, __enzyme_fwddiff.
enzyme-clang --doctor says what they find on this machine; man enzyme-clang.]])
whatis("Name: enzyme-clang")
whatis("Version: " .. myModuleVersion())
whatis("Description: C, C++ and Fortran compilers that differentiate")
family("compiler")

prepend_path("PATH", pathJoin(tree, "bin"))
prepend_path("MANPATH", pathJoin(tree, "share/man"))
append_path("MANPATH", "") -- and the system's pages

-- Names, not paths: makefiles do not quote $(CC).
setenv("CC", "enzyme-clang")
setenv("CXX", "enzyme-clang++")
setenv("OMPI_CC", "enzyme-clang")
setenv("OMPI_CXX", "enzyme-clang++")
setenv("MPICH_CC", "enzyme-clang")
setenv("MPICH_CXX", "enzyme-clang++")
-- flang is a package of its own: without it, another Fortran compiler stays the one to use.
if isFile(pathJoin(tree, "lib/enzyme-clang/bin/flang")) or isFile("/usr/lib/llvm-22/bin/flang") then
  setenv("FC", "enzyme-flang")
  setenv("OMPI_FC", "enzyme-flang")
  setenv("MPICH_FC", "enzyme-flang")
end
