/// The command that `acct` stands for under the name of a symbolic link to it.
enum ProgramName {
    /// The words after `acct`.
    ///
    /// - Parameter arguments: those of `main`, with the name or path of the program first.
    static func words(of arguments: [String]) -> [String] {
        let name = arguments.first.map(ResolvedPath.lastName)
        let words = Array(arguments.dropFirst())
        return name == "docker-credential-acct" ? ["docker-credential"] + words : words
    }
}
