# Writes OUT: which PLUGIN the driver was built with.
file(SHA256 "${PLUGIN}" hash)
file(WRITE "${OUT}" "#include \"Toolchain.h\"
const char *enzyme::driver::pluginIdentity() { return \"${hash}\"; }
")
