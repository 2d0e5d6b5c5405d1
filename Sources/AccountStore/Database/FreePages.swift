extension Database {
    /// The free part of a file, in pages of 4 KB mostly, below which it is not worth writing the rest anew.
    private static let leastFreePages: Int64 = 256
    /// Bytes. The rest of the file is copied in memory: a temporary file would be outside the private folder.
    private static let copyLimit: Int64 = 128 << 20

    /// Makes the file smaller where most of it is free, as after many removals: rewrites the database where at least
    /// half of it is free, so that all rewriting together costs no more than the removals did. Readers in other
    /// processes keep their snapshot; the file gets smaller when they have ended.
    func releaseFreePages() throws {
        func value(_ pragma: String) throws -> Int64 { try first("PRAGMA \(pragma)") { try $0.integer(0) } ?? 0 }

        let free = try value("freelist_count")
        guard free >= Self.leastFreePages else { return }
        let used = try value("page_count") - free
        guard free >= used, try used * value("page_size") <= Self.copyLimit else { return }
        try withBusyTimeout(0) {
            try run("PRAGMA temp_store = MEMORY")
            try run("VACUUM")
        }
        checkpoint()
    }
}
