import Testing

@testable import AuthCore

/// The error of a call that should fail, or nil when it succeeds.
func failure<Failure: Error>(_ call: () throws(Failure) -> some Any) -> Failure? {
    do throws(Failure) {
        _ = try call()
        return nil
    } catch {
        return error
    }
}

func failure<Failure: Error>(_ call: () async throws(Failure) -> some Any) async -> Failure? {
    do throws(Failure) {
        _ = try await call()
        return nil
    } catch {
        return error
    }
}

/// The problem of an app's call that should fail with one.
func problem(_ call: () async throws -> some Any) async -> ApplicationProblem? {
    do {
        _ = try await call()
    } catch AuthError.application(let problem) {
        return problem
    } catch {
        Issue.record("\(error)")
    }
    return nil
}

/// A value with which a test cannot continue.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ value: Any?) {
        description = "unexpected: \(String(describing: value))"
    }
}
