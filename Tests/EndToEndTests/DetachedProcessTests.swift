import CProcess
import Foundation
import Testing

/// A program that is started without being a child of the process, as the token server is.
@Suite struct DetachedProcessTests {
    /// In a process of its own, whose every system call a signal may interrupt.
    @Test func programThatCannotStartIsAnErrorAmongSignalsToo() async {
        await #expect(processExitsWith: .success) {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in }
            #expect(sigaction(SIGUSR1, &action, nil) == 0)
            let starting = pthread_self()
            Thread.detachNewThread {
                while pthread_kill(starting, SIGUSR1) == 0 { usleep(50) }
            }
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("nothing"), nil]
            for _ in 0..<200 {
                let code = cprocess_start_detached("/nowhere", &arguments, cprocess_environment(), [0, 1, 2], 3)
                #expect(code == ENOENT)
            }
            exit(EXIT_SUCCESS)
        }
    }
}
