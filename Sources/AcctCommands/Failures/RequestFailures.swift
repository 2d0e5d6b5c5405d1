import Foundation

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

extension Failure {
    init(_ error: JQError) {
        switch error {
        case .libraryMissing(let reason):
            self.init(
                .failed, "--jq needs libjq, which cannot be loaded (\(reason)). Install it:",
                command: "sudo apt-get install libjq1")
        case .badProgram(let message):
            self.init(.usage, "--jq is no jq program, and nothing was sent. \(message)")
        case .notJSON(let reason):
            self.init(
                .failed,
                "The answer is not JSON that jq can read (\(reason)). See it without --jq; "
                    + "a proxy may stand in between.")
        case .failed(let message):
            self.init(.failed, "The jq program failed: \(message). See the answer without --jq, or with --jq .")
        }
    }
}

extension Failure {
    init(_ error: OutputFileError) {
        switch error {
        case .unsuitable(let path, let code):
            self.init(
                .usage,
                "Cannot write \(path): \(Failure.reason(code)). Nothing was sent; give --output a file in a folder "
                    + "that you may write to.")
        case .cannotWrite(let path, let code):
            self.init(
                .failed,
                "Cannot write \(path): \(Failure.reason(code)). What was there before is unchanged; "
                    + "make room or give --output another file.")
        }
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
