import FoundationEssentials

/// Completions of the path of a file, for a shell that completes whole words only, and not the path in `name=@path`.
enum FilePaths {
    /// Each completion repeats the typed directories. A `~` stands for itself, as it does within a word.
    static func completing(_ typed: String, onlyDirectories: Bool = false) -> [CompletedWord] {
        let slash = typed.lastIndex(of: "/")
        let directory = slash.map { String(typed[...$0]) } ?? ""
        let name = slash.map { typed[typed.index(after: $0)...] } ?? typed[...]
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: directory.isEmpty ? "." : directory)) ?? []
        return names.filter { $0.hasPrefix(".") == name.hasPrefix(".") }.sorted().compactMap { name in
            let path = directory + name
            var isDirectory = false
            guard files.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory || !onlyDirectories else {
                return nil
            }
            // Every directory has an entry that begins with a dot.
            return isDirectory ? CompletedWord(path + "/", continuation: ".") : CompletedWord(path)
        }
    }
}
