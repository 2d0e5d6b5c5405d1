import Foundation
import Testing

/// Libraries that are loaded before the program and change what it finds.
@Suite(.needs(.cc)) struct PreloadTests {
    private func preload(_ source: String, in workspace: Workspace) async throws -> [String: String?] {
        let file = try workspace.file("preload.c", source)
        let library = "\(workspace.folder)/preload.so"
        let compiled = try await workspace.run([try Tool.cc.require(), "-shared", "-fPIC", "-o", library, file])
        try #require(compiled.status == 0, "\(compiled)")
        return ["LD_PRELOAD": library]
    }

    /// The environment moves when it grows.
    @Test func argumentsSurviveALibraryThatSetsVariables() async throws {
        let workspace = try Workspace()
        let preload = try await preload(
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
            """, in: workspace)
        #expect(try await workspace.succeed("--version", environment: preload).line.hasPrefix("acct "))
        expect(
            try await workspace.acct("current", environment: preload),
            ExpectedError(3, "There is no profile yet", run: "acct add NAME"))
        expect(try await workspace.acct("token --no-such-option", environment: preload), ExpectedError(64, "--no-such"))
        let run = try await workspace.acct("graph --no-such-option --json", environment: preload)
        #expect(try run.status == 64 && run.lastErrorLine().kind == "usage", "\(run)")
    }

    /// Without libcurl no URL can be parsed, so a URL of Graph could be taken for a foreign one.
    @Test(arguments: ["graph /me", "graph /me --dry-run", "open https://contoso.example"])
    func missingLibcurlIsNamed(line: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let preload = try await preload(
                """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                #include <string.h>
                void *dlopen(const char *name, int flags) {
                    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
                    return next(name && strstr(name, "libcurl") ? "libcurl.so.absent" : name, flags);
                }
                """, in: sandbox.workspace)
            let environment = preload.merging(["BROWSER": "/bin/true"]) { $1 }
            expect(
                try await sandbox.acct(line, environment: environment),
                ExpectedError(1, "libcurl cannot be loaded", run: "sudo apt-get install libcurl4"))
        }
    }
}
