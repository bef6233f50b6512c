//===- SupportFortranNames.cpp - names of flang's as people write them ----===//
#include "support/FortranNames.h"
#include "gtest/gtest.h"

using namespace enzyme;

TEST(FortranNames, areReadAsDebuggersWriteThem) {
  EXPECT_EQ(readableFortranName("_QMfitPmisfit"), "fit::misfit");
  EXPECT_EQ(readableFortranName("_QMfitFouterPinner"), "fit::outer::inner");
  EXPECT_EQ(readableFortranName("_QMfitSsolversPqr"), "fit::solvers::qr");
  EXPECT_EQ(readableFortranName("_QFPenergy"), "energy");
  EXPECT_EQ(readableFortranName("_QFouterB1Escale_2"), "outer::scale_2");
  EXPECT_EQ(readableFortranName("_QQmain"), "main program");
}

TEST(FortranNames, ofOthersStay) {
  for (const char *name : {"dgemm_", "_Z1fd", "_Quick", "_Q", "main", "_QQclX2E5", "_QMfitFPa%b"})
    EXPECT_EQ(readableFortranName(name), name);
  EXPECT_EQ(fortranVariable("_Z1E"), "");
  EXPECT_FALSE(isScopedByFortran("FM"));
}

TEST(FortranNames, endWithTheVariable) {
  EXPECT_EQ(fortranVariable("_QMfitEscale"), "scale");
  EXPECT_EQ(fortranVariable("_QFouterEscale.own"), "scale");
}
