extension Failure {
    init(_ error: FieldError) {
        switch error {
        case .name(let name):
            self.init(.usage, "“\(name)” is no field's name: write name, name[member] or name[] for an array.")
        case .noValue(let name):
            self.init(.usage, "The field “\(name)” has no value: write \(name)=value, or name[] for an empty array.")
        case .repeated(let name): self.init(.usage, "The field “\(name)” is there twice: give it once.")
        case .conflict(let name):
            self.init(
                .usage, "The field “\(name)” takes apart what another field says is no such thing: check the brackets.")
        case .notJSON(let name):
            self.init(
                .usage,
                "The value of “\(name)” is not JSON: quote it for the shell, as in -F \(name.asShellWord):='[1,2]'.")
        case .unreadable(let name, let file):
            self.init(.usage, "Cannot read \(file) for the field “\(name)”. Use -f for text that begins with @.")
        case .notText(let name, let file):
            self.init(.usage, "\(file) is not UTF-8 text, so it cannot be the field “\(name)”. Send it with --input.")
        case .stdinTwice: self.init(.usage, "Only one thing can be read from stdin: use @- or --input - once.")
        case .nestedInQuery(let name):
            self.init(
                .usage, "“\(name)” cannot go into a query, which has names and values only: send a body, with -X POST.")
        }
    }
}
