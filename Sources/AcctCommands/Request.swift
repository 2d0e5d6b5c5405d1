/// What a command was asked for, apart from how it was typed.
protocol Request: Sendable {
    /// Whether the answer, and an error, is written as JSON.
    var asJSON: Bool { get }
    /// Begins what takes time and is needed whatever the store holds, before anything else is done.
    func prepare(_ context: Context)
    func run(_ context: Context) async throws
}

extension Request {
    func prepare(_ context: Context) {}
}
