/// What a command was asked for, apart from how it was typed.
protocol Request: Sendable {
    /// Whether the answer, and an error, is written as JSON.
    var asJSON: Bool { get }
    func run(_ services: Services) async throws
}
