// The system's SQLite, with a function for each macro and each variadic call that Swift cannot reach.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdbool.h>

// SQLITE_TRANSIENT casts -1 to a function pointer, and Swift imports no macro with a cast. SQLite copies a value that is
// bound with it before the call returns.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// sqlite3_db_config is variadic. The settings that are switches take an int, and a place for the new state or NULL.
static inline int csqlite_db_config(sqlite3 *db, int setting, bool on) {
    return sqlite3_db_config(db, setting, on ? 1 : 0, (int *)0);
}

// sqlite3_config is variadic. Without a page cache that is allocated ahead, memory is taken for the pages in use only.
// Without statistics of memory, no lock is taken for each allocation.
static inline int csqlite_configure(void) {
    int code = sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
    return code ? code : sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Extended result codes are macros with a shift, and Swift imports none of those.
static const int csqlite_ioerr_lock = SQLITE_IOERR_LOCK;
static const int csqlite_ioerr_rdlock = SQLITE_IOERR_RDLOCK;
static const int csqlite_ioerr_shmlock = SQLITE_IOERR_SHMLOCK;
static const int csqlite_ioerr_shmmap = SQLITE_IOERR_SHMMAP;
static const int csqlite_ioerr_shmopen = SQLITE_IOERR_SHMOPEN;

#endif
