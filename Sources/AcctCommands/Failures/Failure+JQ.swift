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
