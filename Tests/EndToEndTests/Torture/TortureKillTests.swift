import Foundation
import Testing

/// `kill -9` at the calls with which a command changes the store.
@Suite(.needs(.cc, .sqlite3)) struct TortureKillTests {
    @Test(arguments: StoreOperation.all) func killedCommandLeavesTheStateBeforeOrAfter(operation: StoreOperation)
        async throws
    {
        try await Sandboxed.run(operation.sandboxOption) { sandbox in
            let scale = TortureScale.current
            let disturbed = try await DisturbedOperation(operation, in: sandbox)
            let subject = "kill -9 in \(operation.testDescription)"
            var faults = disturbed.calls.map { Fault(call: $0.number, action: .kill) }
            if scale.isFull { faults += disturbed.calls.map { Fault(call: $0.number, action: .killAfter) } }
            faults = scale.sample(faults, upTo: 11, for: subject)
            faults.append(Fault(call: disturbed.calls.count, action: .killAfter))

            var (kills, losses) = (0, 0)
            for fault in faults {
                let aftermath = try await disturbed.aftermath(of: fault)
                let context = disturbed.context(aftermath)
                #expect(
                    aftermath.run.status == (aftermath.isDisturbed ? 128 + SIGKILL : 0), "\(context)\n\(aftermath.run)")
                // Between the server's response and the disk lies the one moment in which a sign-in can be lost.
                if aftermath.isLost {
                    #expect(aftermath.isRedeemed, "\(context): the sign-in is lost before the response")
                    #expect(!aftermath.isCommitted, "\(context): the sign-in is lost after the commit")
                    losses += 1
                }
                try await disturbed.expectSoundStore(aftermath)
                if aftermath.isDisturbed { kills += 1 }
            }
            scale.report(subject, ["calls": disturbed.calls.count, "kills": kills, "lost in the gap": losses])
        }
    }
}

extension StoreOperation {
    /// Copies of a store redeem the same refresh token, which a server may take for theft. Where the rotation itself is
    /// tested, each copy has a token of its own, and the server detects reuse.
    var sandboxOption: String { redeems ? "--reuse-detection" : "--quiet" }
}
