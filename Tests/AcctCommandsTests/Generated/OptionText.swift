/// An option or argument in a manual page.
extension ToolDescription.Argument {
    var isHelp: Bool { names?.contains { $0.name == "help" } ?? false }

    /// In the synopsis, by its shortest use.
    var synopsis: String {
        let repetition = isRepeating ? " ..." : ""
        switch kind {
        case .positional:
            return (isOptional ? ".Op Ar " : ".Ar ") + value + repetition
        case .option, .flag:
            let name = (names ?? []).first { $0.kind == .short } ?? preferredName
            let use = "Fl \(name?.macroArgument ?? "")" + (kind == .option ? " Ar \(value)" : "")
            // After a flag, Fl would write dashes before the dots.
            return (isOptional ? ".Op " : ".") + use + (kind == .flag && isRepeating ? " No ..." : repetition)
        }
    }

    /// An entry of the list of options: names, description, allowed values and default.
    var item: [String] {
        let values = allValues.map { "One of \($0.joined(separator: ", "))." }
        let standard = kind == .option ? defaultValue.map { "The default is \($0)." } : nil
        let text = [abstract, discussion, values, standard].compactMap { $0 }.joined(separator: " ")
        return [".It " + heading] + Mdoc.paragraph(text)
    }

    private var heading: String {
        if kind == .positional { return "Ar \(value)" }
        let shortFirst = (names ?? []).sorted { $0.kind == .short && $1.kind != .short }
        let names = shortFirst.map { "Fl \($0.macroArgument)" }.joined(separator: " , ")
        return kind == .option ? "\(names) Ar \(value)" : names
    }

    private var value: String { valueName ?? "value" }
}

extension ToolDescription.Name {
    /// `Fl` writes the first dash.
    fileprivate var macroArgument: String {
        switch kind {
        case .short, .longWithSingleDash: name
        case .long: "\\-" + name.replacing("-", with: "\\-")
        }
    }
}
