/// What a command was asked for, apart from how it was typed.
protocol Request: Sendable {
    /// Whether the answer, and an error, is written as JSON.
    var asJSON: Bool { get }
    /// Whether one thread is enough: it does one thing after the other, and nothing has to go on while something blocks.
    var isSequential: Bool { get }
    /// Begins what takes time and is needed whatever the store holds, before anything else is done.
    func prepare()
    func run(_ context: Context) async throws
}

extension Request {
    var isSequential: Bool { true }
    func prepare() {}
}
