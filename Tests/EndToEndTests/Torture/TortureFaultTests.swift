import Foundation
import Testing

/// Input and output errors, a full disk and interruptions at the calls with which a command changes the store.
@Suite(.needs(.cc, .sqlite3)) struct TortureFaultTests {
    @Test(arguments: StoreOperation.all) func failingCallIsReportedTruthfully(operation: StoreOperation) async throws {
        try await Sandboxed.run(operation.sandboxOption) { sandbox in
            let scale = TortureScale.current
            let disturbed = try await DisturbedOperation(operation, in: sandbox)
            let subject = "faults in \(operation.testDescription)"
            var (faults, failures, losses, unavoidable) = (0, 0, 0, 0)
            for fault in scale.sample(Self.faults(disturbed.calls), upTo: 5, for: subject) {
                let aftermath = try await disturbed.aftermath(of: fault)
                expectTruth(aftermath, disturbed)
                try await disturbed.expectSoundStore(aftermath)
                if aftermath.isDisturbed { faults += 1 }
                if aftermath.run.status != 0 { failures += 1 }
                if aftermath.isLost { if fault.leavesNoPlace { unavoidable += 1 } else { losses += 1 } }
            }
            scale.report(
                subject,
                [
                    "calls": disturbed.calls.count, "faults": faults, "failed commands": failures, "losses": losses,
                    "lost with a dead disk": unavoidable,
                ])
        }
    }

    private func expectTruth(_ aftermath: Aftermath, _ disturbed: DisturbedOperation) {
        let (run, context) = (aftermath.run, disturbed.context(aftermath))
        #expect(run.status < 128, "\(context)\n\(run)")
        #expect(!run.error.contains("Fatal error"), "\(context)\n\(run)")
        if run.status == 0 {
            #expect(aftermath.state == disturbed.after, "\(context): done, says the exit code\n\(aftermath.state)")
        } else {
            #expect(!run.error.isEmpty, "\(context): exit code \(run.status) without a word")
            // A disk that fails is never a reason to sign in.
            #expect(run.status != 4, "\(context)\n\(run)")
        }
        if aftermath.claimsNoChange {
            #expect(
                aftermath.state == disturbed.before && !aftermath.isLost,
                "\(context): something was changed\n\(run)\n\(aftermath.next)")
        }
        if aftermath.isLost {
            let isSaid = run.status != 0 || run.error.contains("could not be stored")
            #expect(
                aftermath.fault.leavesNoPlace && isSaid, "\(context): the sign-in is lost\n\(run)\n\(aftermath.next)")
        }
    }

    /// Each error at each call that can meet it, once and from there on.
    private static func faults(_ calls: [FaultLog.Call]) -> [Fault] {
        let kinds: [(Fault.Action, persists: Bool)] = [
            (.inputOutputError, false), (.diskFull, false), (.interrupted, false), (.tryAgain, false),
            (.inputOutputError, true), (.diskFull, true),
        ]
        return kinds.flatMap { action, persists in
            calls.filter { $0.canMeet(action) }.map { Fault(call: $0.number, action: action, persists: persists) }
        }
    }
}
