// The version of the programs.
#ifndef CBUILD_H
#define CBUILD_H

#pragma clang assume_nonnull begin

// "0.1.0", or "0.1.0 (abc1234)" where the Makefile has linked an object that names the commit.
const char *cbuild_version(void);

#pragma clang assume_nonnull end

#endif
