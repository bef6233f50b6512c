//===- ClangHeaders.h - clang's headers, parsed once ----------------------===//
//
// Problem: those of clang's syntax trees and of its analyses take longer to parse than the few
// lines that use them. As support/LlvmHeaders.h: the build precompiles this list, no file
// includes it, each names what it uses.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_CLANG_CLANGHEADERS_H
#define ENZYME_FRONTEND_CLANG_CLANGHEADERS_H

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/IR/Module.h"

#endif
