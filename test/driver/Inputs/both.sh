#!/usr/bin/env bash
# both.sh <folder> <c|c++|fortran> <arguments>
# Runs plain clang and then enzyme-clang with the same arguments, in the same
# (fresh) working folder, and fails unless standard output, standard error, exit
# code and every file they leave are the same, byte for byte. (Code is not carried:
# carried-code.test.)
set -u
folder=$1 language=$2
shift 2
case $language in
  c) plain=clang ours=enzyme-clang ;;
  c++) plain=clang++ ours=enzyme-clang++ ;;
  fortran) plain=flang ours=enzyme-flang ;;
  *) echo "both.sh: c, c++ or fortran" >&2; exit 2 ;;
esac

run() { # <result folder> <compiler> <arguments>
  local result=$1
  shift
  rm -rf "$folder/work" "$result"
  mkdir -p "$folder/work"
  (cd "$folder/work" && "$@" >stdout 2>stderr </dev/null; echo $? >code)
  sed -i 's/-[0-9a-f]\{6\}\.o/-XXXXXX.o/g' "$folder/work/stderr" # names of temporary files
  mv "$folder/work" "$result"
}

run "$folder/plain" "$plain" "$@"
carry=(-fno-enzyme-carry)
[[ ${1-} == -[cf]c1 ]] && carry=() # which must come first
run "$folder/ours" "$ours" "${carry[@]}" "$@"
diff -r "$folder/plain" "$folder/ours" && exit 0
echo "both.sh: not the same: $*" >&2
exit 1
