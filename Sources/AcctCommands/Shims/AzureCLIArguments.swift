/// The options of a command line of the Azure CLI, read as its parser (Python's argparse) reads them: in any order, as
/// `--name value`, `--name=value`, `-nvalue` or `-n=value`, and a long name by any unambiguous beginning.
struct AzureCLIArguments {
    enum Option: Hashable {
        case resource, resourceType, scope, tenant, subscription, output, query, help
        /// An option that changes only what is logged.
        case logging
    }

    private var values: [Option: [String]] = [:]

    /// Nil for a line that the Azure CLI refuses, too, and for one that asks for help.
    ///
    /// - Parameter names: the names of the options, besides those of every command.
    init?(_ words: some Sequence<String>, options names: [String: Option]) {
        let names = names.merging(Self.commonOptions) { own, _ in own }
        var words = Array(words)[...]
        while let word = words.popFirst() {
            guard let (option, joined) = Self.option(word, among: names) else { return nil }
            switch option {
            case .help: return nil
            case .logging: guard joined == nil else { return nil }
            case .scope: values[option] = joined.map { [$0] } ?? Self.popValues(&words)
            case .resource, .resourceType, .tenant, .subscription, .output, .query:
                guard let value = joined ?? Self.popValue(&words) else { return nil }
                values[option] = [value]
            }
        }
    }

    /// The value of an option, of which the last one counts; nil for none and for empty text, which the Azure CLI takes for
    /// none.
    subscript(option: Option) -> String? { values[option]?.last.flatMap { $0.isEmpty ? nil : $0 } }

    var scopes: [String] { values[.scope]?.filter { !$0.isEmpty } ?? [] }

    private static let commonOptions: [String: Option] = [
        "--output": .output, "-o": .output, "--query": .query, "--help": .help, "-h": .help, "--debug": .logging,
        "--verbose": .logging, "--only-show-errors": .logging,
    ]

    /// The option that a word names, and the value that is joined to it.
    private static func option(_ word: String, among names: [String: Option]) -> (Option, String?)? {
        if let option = names[word] { return (option, nil) }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let joined = parts.count == 2 ? parts[1] : nil
        if let option = names[parts[0]] { return (option, joined) }
        if word.hasPrefix("--") {
            let matches = names.keys.filter { parts[0].count > 2 && $0.hasPrefix(parts[0]) }
            guard matches.count == 1, let option = names[matches[0]] else { return nil }
            return (option, joined)
        }
        return names[String(word.prefix(2))].map { ($0, String(word.dropFirst(2))) }
    }

    private static func popValue(_ words: inout ArraySlice<String>) -> String? {
        guard let word = words.first, isValue(word) else { return nil }
        return words.removeFirst()
    }

    private static func popValues(_ words: inout ArraySlice<String>) -> [String] {
        let values = words.prefix(while: isValue)
        words = words.dropFirst(values.count)
        return Array(values)
    }

    /// A word that begins with a hyphen is an option, but for the hyphen alone.
    private static func isValue(_ word: String) -> Bool { !word.hasPrefix("-") || word == "-" }
}
