import Testing

/// Starts the server when the suite begins and ends it after the last of its tests.
struct WithGlewlwyd: SuiteTrait, TestScoping {
    let isRecursive = false

    func provideScope(
        for test: Test, testCase: Test.Case?, performing suite: @Sendable () async throws -> Void
    ) async throws {
        let server = try await Glewlwyd()
        do {
            try await Glewlwyd.$running.withValue(server, operation: suite)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

extension Trait where Self == WithGlewlwyd {
    static var glewlwyd: Self { Self() }
}
