# FROM, a file of IR, as a C++ string in the file TO.
file(READ ${FROM} text)
file(WRITE ${TO} "R\"ir(${text})ir\"\n")
