import Glibc
import Testing

@testable import AcctCommands

/// Each test has a process of its own, which the signal ends.
@Suite struct InterruptibleTests {
    /// Sends this process a signal, and waits until it has cancelled the task.
    @Sendable private static func interrupt() async {
        kill(getpid(), SIGINT)
        while !Task.isCancelled { await Task.yield() }
    }

    @Test func signalEndsTheProcessWhoseWorkFails() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            try await Interruptible.run {
                await InterruptibleTests.interrupt()
                try Task.checkCancellation()
            } onInterrupt: { _ in
            }
        }
    }

    /// Otherwise Ctrl-C at the wrong moment would do nothing.
    @Test func signalEndsTheProcessWhoseWorkSucceedsAllTheSame() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            try await Interruptible.run {
                await InterruptibleTests.interrupt()
            } onInterrupt: { _ in
                exit(9)
            }
        }
    }

    @Test func lateSignalIsReported() async {
        await #expect(processExitsWith: .exitCode(8)) {
            try await Interruptible.run {
                await InterruptibleTests.interrupt()
            } onInterrupt: { _ in
            } onLateInterrupt: {
                exit(8)
            }
        }
    }
}
