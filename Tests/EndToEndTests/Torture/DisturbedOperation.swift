import Foundation
import Testing

/// An operation that is run again and again from the same state, disturbed at another call each time.
struct DisturbedOperation {
    let operation: StoreOperation
    let before: StoreState
    let after: StoreState
    /// The calls of the run that nothing disturbed.
    let calls: [FaultLog.Call]
    let sandbox: Sandboxed
    private let prepared: TortureStore

    init(_ operation: StoreOperation, in sandbox: Sandboxed) async throws {
        (self.operation, self.sandbox) = (operation, sandbox)
        prepared = try await operation.prepared(in: sandbox)
        try await operation.renewSignIn(of: prepared)
        before = try await StoreState(of: prepared)
        let store = try prepared.copy("unharmed")
        let (run, log) = try await store.disturbed(operation.arguments(sandbox), by: nil)
        try #require(run.status == 0, "\(run)")
        try #require(!log.calls.isEmpty, "\(operation.testDescription) changed no file")
        calls = log.calls
        after = try await StoreState(of: store)
    }

    /// A store in the state before, with a refresh token that is not redeemed yet.
    func fresh(_ name: String) async throws -> TortureStore {
        try await operation.renewSignIn(of: prepared)
        return try prepared.copy(name)
    }

    /// Runs the operation with a fault, then `acct list` and `acct token` without one.
    func aftermath(of fault: Fault) async throws -> Aftermath {
        let store = try await fresh("disturbed")
        let grants = operation.redeems ? try await StoreState(of: prepared).grants : before.grants
        try await sandbox.clearRequests()
        let (run, log) = try await store.disturbed(operation.arguments(sandbox), by: fault)
        let responses = try await sandbox.requests("refresh_token").filter { $0.status == 200 }.count
        let list = try await store.acct(["list", "--json"])
        let state = try await StoreState(of: store)
        let acting = state == before ? operation.before : operation.after
        let next = try await store.acct(["token", "-p", acting.profile, "--force-refresh", "--json"])
        return Aftermath(
            fault: fault, call: description(of: log), store: store, run: run, isDisturbed: log.disturbed != nil,
            list: list, state: state, acting: acting, next: next, isRedeemed: responses > 0,
            isCommitted: state.grants != grants)
    }

    /// Runs the operation again after a run that changed nothing.
    func repeated(on store: TortureStore) async throws -> (run: Run, state: StoreState) {
        let run = try await store.acct(operation.arguments(sandbox))
        return (run, try await StoreState(of: store))
    }

    private func description(of log: FaultLog) -> String {
        guard let number = log.disturbed, number <= log.calls.count else { return "not reached" }
        return log.calls[number - 1].text
    }
}

/// The result of a disturbed run, and of the commands after it.
struct Aftermath {
    let fault: Fault
    /// The function and the file of the disturbed call.
    let call: String
    let store: TortureStore
    let run: Run
    /// False when the run had fewer calls than the one that was counted.
    let isDisturbed: Bool
    let list: Run
    let state: StoreState
    let acting: StoreOperation.Acting
    /// `acct token --force-refresh` afterwards.
    let next: Run
    /// Whether the server has answered a refresh token with new tokens.
    let isRedeemed: Bool
    /// Whether the database holds another refresh token than before.
    let isCommitted: Bool

    /// Whether a sign-in that was there needs a person again.
    var isLost: Bool { acting.status == 0 && next.status == 4 }

    /// Whether the message promises that the store is as it was.
    var claimsNoChange: Bool { run.error.contains("Nothing was changed") || run.error.contains("Nothing was stored") }
}

extension DisturbedOperation {
    /// The expectations after every disturbance: a sound store in the state before or after, and nothing left over.
    func expectSoundStore(_ aftermath: Aftermath, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let context = context(aftermath)
        #expect(aftermath.list.status == 0, "\(context)\n\(aftermath.list)", sourceLocation: sourceLocation)
        #expect(
            aftermath.state == before || aftermath.state == after,
            "\(context): neither the state before nor the one after:\n\(aftermath.state)",
            sourceLocation: sourceLocation)
        if aftermath.isLost {
            #expect(
                aftermath.next.error.contains("acct sign-in \(aftermath.acting.profile)"),
                "\(context)\n\(aftermath.next)", sourceLocation: sourceLocation)
        } else {
            #expect(
                aftermath.next.status == aftermath.acting.status, "\(context)\n\(aftermath.next)",
                sourceLocation: sourceLocation)
            if aftermath.state == before {
                let (run, state) = try await repeated(on: aftermath.store)
                #expect(run.status == 0, "\(context), repeated\n\(run)", sourceLocation: sourceLocation)
                #expect(state == after, "\(context), repeated:\n\(state)", sourceLocation: sourceLocation)
            }
        }
        #expect(
            aftermath.store.keyFiles.count <= 1, "\(context): \(aftermath.store.keyFiles)",
            sourceLocation: sourceLocation)
    }

    func context(_ aftermath: Aftermath) -> String {
        "\(operation.testDescription), \(aftermath.fault) of \(calls.count) (\(aftermath.call)), "
            + "ACCT_TORTURE_SEED=\(TortureScale.current.seed)"
    }
}
