import AccountProfiles
import FoundationEssentials

/// Completions of the path of a file, for a shell that completes whole words only, and not the path in `name=@path`.
enum FilePaths {
    /// Each completion repeats the typed directories. A `~` stands for itself, as it does within a word.
    static func completing(_ typed: String, onlyDirectories: Bool = false) -> [CompletedWord] {
        let name = typed[(typed.lastIndex(of: "/").map(typed.index(after:)) ?? typed.startIndex)...]
        return paths(typed) { $0.hasPrefix(".") == name.hasPrefix(".") && ($1 || !onlyDirectories) }
    }

    /// The `.acct` file of the typed directory, and the directories in it.
    static func acctFiles(_ typed: String) -> [CompletedWord] {
        let files = paths(typed) { !$1 && $0 == AcctFileContents.name }
        return files + completing(typed, onlyDirectories: true)
    }

    /// - Parameter isWanted: by the name, and whether it is that of a directory.
    private static func paths(_ typed: String, where isWanted: (String, Bool) -> Bool) -> [CompletedWord] {
        let slash = typed.lastIndex(of: "/")
        let directory = slash.map { String(typed[...$0]) } ?? ""
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: directory.isEmpty ? "." : directory)) ?? []
        return names.sorted().compactMap { name in
            let path = directory + name
            var isDirectory = false
            guard files.fileExists(atPath: path, isDirectory: &isDirectory), isWanted(name, isDirectory) else {
                return nil
            }
            // Every directory has an entry that begins with a dot.
            return isDirectory ? CompletedWord(path + "/", continuation: ".") : CompletedWord(path)
        }
    }
}
