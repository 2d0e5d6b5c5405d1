import Foundation
import Testing

/// A library that is loaded before the program may change the environment, which moves it.
@Suite(.needs(.cc)) struct PreloadTests {
    @Test func argumentsSurviveALibraryThatSetsVariables() async throws {
        let workspace = try Workspace()
        let source = try workspace.file(
            "preload.c",
            """
            #include <stdio.h>
            #include <stdlib.h>
            __attribute__((constructor)) static void set(void) {
                for (int i = 0; i < 100; i++) {
                    char name[16];
                    snprintf(name, sizeof name, "PRELOADED_%d", i);
                    setenv(name, "value", 1);
                }
            }
            """)
        let library = "\(workspace.folder)/preload.so"
        let compiled = try await workspace.run([try Tool.cc.require(), "-shared", "-fPIC", "-o", library, source])
        try #require(compiled.status == 0, "\(compiled)")
        let preload = ["LD_PRELOAD": library]
        #expect(try await workspace.succeed("--version", environment: preload).line.hasPrefix("acct "))
        expect(
            try await workspace.acct("current", environment: preload),
            ExpectedError(3, "There is no profile yet", run: "acct add NAME"))
        expect(try await workspace.acct("token --no-such-option", environment: preload), ExpectedError(64, "--no-such"))
        let run = try await workspace.acct("graph --no-such-option --json", environment: preload)
        #expect(try run.status == 64 && run.lastErrorLine().kind == "usage", "\(run)")
    }
}
