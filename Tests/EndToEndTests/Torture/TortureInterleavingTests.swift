import Foundation
import Testing

/// A command that is stopped in the middle, while another one renews the tokens of the same account.
@Suite(.needs(.cc, .sqlite3)) struct TortureInterleavingTests {
    @Test(arguments: StoreOperation.all.filter(\.concernsAlice))
    func renewalInTheMiddleOfACommandIsNotLost(operation: StoreOperation) async throws {
        var operation = operation
        // The server takes a refresh token that comes twice for stolen: whoever overwrites a newer one is found out.
        operation.redeems = true
        try await Sandboxed.run("--reuse-detection") { [operation] sandbox in
            let scale = TortureScale.current
            let disturbed = try await DisturbedOperation(operation, in: sandbox)
            let subject = "renewal in the middle of \(operation.testDescription)"
            var stops = 0
            for call in scale.sample(disturbed.calls, upTo: 2, for: subject) {
                let pair = try await disturbed.stopped(
                    at: call.number, for: ["token", "-p", "alice", "--force-refresh"])
                let context =
                    "\(subject), stopped at call \(call.number) (\(call.text)), ACCT_TORTURE_SEED=\(scale.seed)"
                for run in [pair.first, pair.second] {
                    #expect(!run.error.contains("locked by another process"), "\(context)\n\(run)")
                }
                // The command may have removed what the renewal is for, or given it another name.
                var ends: Set<Int32> = [0]
                if operation.after.status != 0 { ends.formUnion([operation.after.status, 4]) }
                if operation.after.profile != "alice" { ends.insert(3) }
                #expect(pair.first.status == 0, "\(context)\n\(pair.first)")
                #expect(ends.contains(pair.second.status), "\(context)\n\(pair.second)")
                let state = try await StoreState(of: pair.store)
                #expect(state == disturbed.after, "\(context)\n\(state)")
                let next = try await pair.store.acct(["token", "-p", operation.after.profile, "--force-refresh"])
                #expect(next.status == operation.after.status, "\(context)\n\(next)")
                stops += 1
            }
            scale.report(subject, ["stops": stops])
        }
    }
}

extension StoreOperation {
    /// Whether Alice is signed in before, and the command changes or uses her account.
    fileprivate var concernsAlice: Bool {
        before.profile == "alice" && before.status == 0
            && (after.profile != "alice" || person != nil || redeems || after.status != 0)
    }
}

extension DisturbedOperation {
    struct Pair {
        let store: TortureStore
        let first, second: Run
    }

    /// Stops the operation at a call, runs the other command as far as it gets without it, and lets both end.
    fileprivate func stopped(at call: Int, for other: [String]) async throws -> Pair {
        let store = try await fresh("stopped")
        let first = try await store.start(operation.arguments(sandbox), disturbedBy: Fault(call: call, action: .stop))
        try await eventually("\(operation.testDescription) stops or ends") {
            if first.exitCode != nil { return true }
            return (try? FaultLog(file: store.faultLog))?.disturbed != nil
        }
        let second = try sandbox.workspace.start([Products.acct] + other, environment: ["ACCT_HOME": store.folder])
        let start = ContinuousClock.now
        // Shorter than the time for which a command waits for a lock.
        _ = try? await eventually("the other ends, or waits behind a lock", within: .seconds(3)) {
            let waits = try ContinuousClock.now - start > .milliseconds(200) && first.holdsWriteLock
            return waits || second.exitCode != nil
        }
        first.signal(SIGCONT)
        return Pair(store: store, first: try await first.run(), second: try await second.run())
    }
}

extension Child {
    /// Whether the process holds a lock on a file that excludes all others.
    fileprivate var holdsWriteLock: Bool {
        get throws {
            // 1: POSIX  ADVISORY  WRITE 4711 fe:01:262146 128 128
            try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").contains { line in
                let fields = line.split(separator: " ")
                return fields.count > 4 && fields[3] == "WRITE" && fields[4] == String(id)
            }
        }
    }
}
