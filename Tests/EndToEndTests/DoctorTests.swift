import Foundation
import Testing

/// `acct doctor`: what is wrong is found and named, and the command that it names mends it.
@Suite(.needs(.sqlite3)) struct DoctorTests {
    private typealias Finding = DoctorFindingCase.Finding

    @Test(arguments: [signIns, store, files, directories, variables, program])
    func findingIsReportedUntilItIsMended(cases: DoctorFindingCases) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            #expect(try await sandbox.acct("doctor").status == 0)
            for finding in cases.all { try await finding.check(in: sandbox) }
        }
    }

    private static func browser(_ person: String) -> [String: String] {
        ["BROWSER": "acct-sandbox browse --as \(person)@contoso.example"]
    }

    static let signIns = DoctorFindingCases(
        "sign-ins",
        [
            DoctorFindingCase(
                words: "bob (bob@contoso.example) is signed out", command: "acct sign-in bob", level: "note",
                prepare: { try await $0.succeed("sign-out bob") }, mend: { _ in .pasted("", browser("bob")) }),
            DoctorFindingCase(
                words: "bob (bob@contoso.example) must sign in again", command: "acct sign-in bob",
                prepare: { sandbox in
                    try await sandbox.revoke("bob@contoso.example")
                    _ = try await sandbox.acct("token -p bob --force-refresh")
                    try await sandbox.store.expireAccessTokens()
                }, mend: { _ in .pasted("", browser("bob")) }),
            DoctorFindingCase(
                words: "bob (bob@contoso.example) must sign in again: only its access token is still valid.",
                command: "acct sign-in bob",
                prepare: { sandbox in
                    try await sandbox.revoke("bob@contoso.example")
                    _ = try await sandbox.acct("token -p bob --force-refresh")
                    let show = try await sandbox.succeed("show bob")
                    #expect(show.text.contains("Z, not renewable, run: acct"), "\(show)")
                    let shown = try await sandbox.shown("show bob")
                    #expect(shown.text.contains(" min, not renewable, run: acct sign-in bob"), "\(shown)")
                }, mend: { _ in .pasted("", browser("bob")) }),
            DoctorFindingCase(
                words: "bob@contoso.example) ends on", command: "acct token -p bob --force-refresh",
                prepare: { try await moveRefreshTokens($0, cached: -84, end: 6) }),
            DoctorFindingCase(
                words: "bob (bob@contoso.example) must sign in again", command: "acct sign-in bob",
                prepare: { sandbox in
                    try await moveRefreshTokens(sandbox, cached: -2, end: -1)
                    #expect(try await sandbox.acct("doctor").text.contains("only its access token is still valid"))
                    try await sandbox.store.expireAccessTokens()
                }, mend: { _ in .pasted("", browser("bob")) }),
            DoctorFindingCase(
                words: "A stored token cannot be decrypted (refresh_token(\(World.bob)", command: "acct sign-in bob",
                prepare: { sandbox in
                    try await sandbox.store.sqlite(
                        "UPDATE refresh_token SET secret = zeroblob(60) WHERE home_account_id = '\(World.bob)'")
                }, mend: { _ in .pasted("", browser("bob")) }),
            DoctorFindingCase(
                words: "The stored access token of alice cannot be decrypted", command: "acct doctor --repair",
                level: "note",
                prepare: { sandbox in
                    try await sandbox.store.sqlite(
                        "UPDATE access_token SET secret = zeroblob(60) WHERE home_account_id = '\(World.alice)'")
                }),
            DoctorFindingCase(
                words: "The browser of bob is not installed: no-such-browser",
                command: "acct edit bob --default-browser",
                prepare: { try await $0.succeed("edit bob --browser no-such-browser") }),
            DoctorFindingCase(
                words: "Another program has changed where profile bob", command: "acct remove bob",
                prepare: { sandbox in
                    try await sandbox.store.sqlite(
                        "UPDATE profile SET graph = 'https://evil.example' WHERE name = 'bob'")
                }),
        ])

    static let store = DoctorFindingCases(
        "store",
        [
            DoctorFindingCase(
                words: "acct.sqlite is damaged", command: "acct store repair",
                prepare: { try await $0.store.overwrite(at: 4096, count: 3 * 4096) }),
            DoctorFindingCase(
                words: "acct.sqlite is damaged", command: "acct store repair",
                prepare: { try await $0.store.overwrite(at: 0, count: 24, with: 0) }),
            DoctorFindingCase(
                words: "acct.sqlite is damaged", command: "acct store repair",
                prepare: { try await $0.store.sqlite("ALTER TABLE profile RENAME COLUMN seal TO sea1") }),
            DoctorFindingCase(
                words: "acct.sqlite is damaged", command: "acct store repair",
                prepare: { sandbox in
                    try await sandbox.succeed("add carol", sandbox.signIn(as: "dana@contoso.example"))
                    try await sandbox.succeed("rule add /groups/* carol")
                    try await sandbox.store.sqlite("UPDATE rule SET pattern = 'no pattern'")
                }),
            DoctorFindingCase(
                words: "/key is not a valid key", command: "acct store repair",
                prepare: { try $0.store.leave("key", Data([7])) }),
            DoctorFindingCase(
                words: "/key, the key of the stored tokens, is missing", command: "acct store repair",
                prepare: { sandbox in
                    try await sandbox.succeed("sign-in carol", sandbox.browser("dana@contoso.example"))
                    try FileManager.default.removeItem(atPath: sandbox.store.folder + "/key")
                }),
            DoctorFindingCase(
                words: "has the damaged files that an earlier repair has set aside", command: "rm -r /", level: "note",
                prepare: { sandbox in
                    for folder in try FileManager.default.contentsOfDirectory(atPath: sandbox.store.folder)
                    where folder.hasPrefix("damaged-") {
                        try FileManager.default.removeItem(atPath: "\(sandbox.store.folder)/\(folder)")
                    }
                    try sandbox.store.leave("damaged-1/acct.sqlite")
                }),
        ])

    static let files = DoctorFindingCases(
        "files",
        [
            DoctorFindingCase(
                words: "Other users of this machine may enter", command: "chmod -R go= /",
                prepare: { try $0.store.setMode(0o755) }),
            DoctorFindingCase(
                words: "The same holds for acct.sqlite, key:", command: "chmod -R go= /",
                prepare: { sandbox in
                    for (name, mode) in ["": 0o755, "acct.sqlite": 0o644, "key": 0o640] as [String: mode_t] {
                        try sandbox.store.setMode(mode, of: name)
                    }
                }),
            DoctorFindingCase(
                words: "the permissions of the folder alone keep other users from locks.", command: "chmod -R go= /",
                level: "note", prepare: { try $0.store.setMode(0o755, of: "locks") }),
            DoctorFindingCase(
                words: "Interrupted runs have left /", command: "acct doctor --repair", level: "note",
                prepare: { try $0.store.leave("key-0123.draft", Data(repeating: 7, count: 32)) }),
            DoctorFindingCase(
                words: "/spare/9. They are not used any more", command: "acct doctor --repair", level: "note",
                prepare: { try $0.store.leave("spare/9", Data(repeating: 0, count: 32 << 10)) }),
            DoctorFindingCase(
                words: "/shims/az.2000000000. They", command: "acct doctor --repair", level: "note",
                prepare: { sandbox in
                    try sandbox.store.leave("shims/other")
                    try FileManager.default.createSymbolicLink(
                        atPath: sandbox.store.folder + "/shims/az.2000000000", withDestinationPath: "/nowhere")
                }),
            DoctorFindingCase(
                words: "/damaged-2/repaired.sqlite. They", command: "acct doctor --repair", level: "note",
                prepare: { try $0.store.leave("damaged-2/repaired.sqlite") }),
            DoctorFindingCase(
                words: "An old key is left over in a file.", command: "acct doctor --repair", level: "note",
                prepare: { sandbox in
                    try sandbox.store.leave("key-89ab", Data(repeating: 7, count: 32))
                    try await sandbox.store.sqlite("INSERT INTO setting VALUES ('unused_keys', 'file:89ab')")
                }),
            DoctorFindingCase(
                words: "/key-4567 is a key that this store does not use", command: "acct doctor --repair",
                level: "note",
                prepare: { try $0.store.leave("key-4567", Data(repeating: 7, count: 32)) },
                mend: { _ in .pasted("--yes") }),
            DoctorFindingCase(
                words: "/tools/ghost has the settings of other programs", command: "acct doctor --repair",
                level: "note",
                prepare: { try $0.store.leave("tools/ghost/owner") }, mend: { _ in .pasted("--yes") }),
        ])

    private static func write(_ content: String, to name: String, in sandbox: Sandboxed) throws {
        try content.write(toFile: "\(sandbox.workspace.home)/\(name)", atomically: true, encoding: .utf8)
    }

    static let directories = DoctorFindingCases(
        "bindings and rules",
        [
            DoctorFindingCase(
                words: "is bound, and it does not exist", command: "acct unbind /",
                prepare: { sandbox in
                    let folder = try sandbox.workspace.folder("gone")
                    try await sandbox.succeed("bind bob \(folder)")
                    try FileManager.default.removeItem(atPath: folder)
                }),
            DoctorFindingCase(
                words: "is bound, and it is a file now", command: "acct unbind /",
                prepare: { sandbox in
                    let folder = try sandbox.workspace.folder("changed")
                    try await sandbox.succeed("bind bob \(folder)")
                    try FileManager.default.removeItem(atPath: folder)
                    try write("", to: "changed", in: sandbox)
                }),
            DoctorFindingCase(
                words: "its content is not allowed", command: "acct allow /", level: "note",
                prepare: { try write("bob\n", to: ".acct", in: $0) }),
            DoctorFindingCase(
                words: "Every user may write to", command: "chmod o-w /",
                prepare: { #expect(chmod("\($0.workspace.home)/.acct", 0o666) == 0) }),
            DoctorFindingCase(
                words: "An .acct file holds one profile name", command: "${EDITOR:-vi} /",
                prepare: { sandbox in
                    try write("alice\nbob\n", to: ".acct", in: sandbox)
                    try write("bob\n", to: "right", in: sandbox)
                }, mend: { .pasted("", ["EDITOR": "cp \($0.workspace.home)/right"]) }),
            DoctorFindingCase(
                words: "/.acct names the profile carol, which does not exist", command: "acct add carol",
                prepare: { sandbox in
                    try write("carol\n", to: ".acct", in: sandbox)
                    try await sandbox.succeed("allow")
                },
                mend: { sandbox in
                    .pasted(
                        "--authority \(sandbox.server.authority) --client-id \(sandbox.server.clientId)",
                        browser("dana"))
                }),
            DoctorFindingCase(
                words: "/.acct names the tenant unknown.example, and no profile is in it",
                command: "acct add --tenant unknown.example",
                prepare: { sandbox in
                    try write("tenant=unknown.example\n", to: ".acct", in: sandbox)
                    try await sandbox.succeed("allow")
                }, mend: { _ in .undone { try write("bob\n", to: ".acct", in: $0) } }),
            DoctorFindingCase(
                words: "the older one decides", command: "acct rule list", level: "note",
                prepare: { sandbox in
                    try await sandbox.succeed("rule add /users/a* alice")
                    try await sandbox.succeed("rule add /users/*b bob")
                }, mend: { _ in .undone { try await $0.succeed("rule remove /users/a*") } }),
            DoctorFindingCase(
                words: "(GET /me) is never used: rule", command: "acct rule remove", level: "note",
                prepare: { sandbox in
                    try await sandbox.succeed("rule add", ["GET,POST /me", "alice"])
                    try await sandbox.succeed("rule add", ["GET /me", "bob"])
                }),
        ])

    static let variables = DoctorFindingCases(
        "variables",
        [
            DoctorFindingCase(
                words: "ACCT_PROFILE names nobody", command: "unset ACCT_PROFILE",
                environment: ["ACCT_PROFILE": "nobody"]),
            DoctorFindingCase(
                words: "ACCT_KEY_STORE is \"safe\". Set it to auto", command: "unset ACCT_KEY_STORE",
                environment: ["ACCT_KEY_STORE": "safe"]),
            DoctorFindingCase(
                words: "ACCT_KEY_STORE is secret-service, but the key of this store is in a file",
                command: "acct store migrate --to secret-service", environment: ["ACCT_KEY_STORE": "secret-service"],
                mend: { _ in .undone() }),
            DoctorFindingCase(
                words: "SSL_CERT_FILE names /nowhere.pem, which cannot be read", command: "unset SSL_CERT_FILE",
                environment: ["SSL_CERT_FILE": "/nowhere.pem"]),
            DoctorFindingCase(
                words: "CURL_CA_BUNDLE names /etc/passwd, which has no certificate", command: "unset CURL_CA_BUNDLE",
                environment: ["CURL_CA_BUNDLE": "/etc/passwd", "SSL_CERT_FILE": "/nowhere.pem"]),
            DoctorFindingCase(
                words: "SSL_CERT_DIR names /etc/passwd, which is not a folder", command: "unset SSL_CERT_DIR",
                environment: ["SSL_CERT_DIR": "/etc/passwd"]),
            DoctorFindingCase(
                words: "HTTPS_PROXY is not the URL", command: "unset HTTPS_PROXY",
                environment: ["HTTPS_PROXY": "http://a b:secret@"]),
            DoctorFindingCase(
                words: "The proxy in https_proxy does not answer (Connection refused)", command: "unset https_proxy",
                options: "--online", environment: ["https_proxy": "http://person:secret@127.0.0.1:1"]),
            DoctorFindingCase(
                words: "$BROWSER names no program", command: "unset BROWSER",
                environment: ["BROWSER": "no-such-browser"]),
            DoctorFindingCase(
                words: "No browser can be opened here", command: nil, level: "note",
                environment: ["BROWSER": nil, "PATH": Products.folder], mend: { _ in .undone() }),
        ])

    static let program = DoctorFindingCases(
        "program",
        [
            DoctorFindingCase(
                words: "The shell does not find acct", command: "export PATH=", level: "note",
                environment: ["PATH": "/usr/bin:/bin"]),
            DoctorFindingCase(
                words: "The shell finds another acct first in PATH: other/acct", command: "export PATH=",
                level: "note",
                environment: ["PATH": "other:/usr/bin:/bin"],
                prepare: { sandbox in
                    try sandbox.workspace.folder("other")
                    try write("#!/bin/sh\n", to: "other/acct", in: sandbox)
                    #expect(chmod("\(sandbox.workspace.home)/other/acct", 0o755) == 0)
                }),
            DoctorFindingCase(
                words: "acct is the completion of another version", command: "acct completion bash > /", level: "note",
                environment: ["SHELL": "/bin/bash"],
                prepare: { sandbox in
                    try sandbox.workspace.folder(".local/share/bash-completion/completions")
                    try write(
                        "complete -F _old acct\n", to: ".local/share/bash-completion/completions/acct", in: sandbox)
                }),
            DoctorFindingCase(
                words: "acct.1 is the manual of acct 0.0.1", command: "acct help", level: "note",
                prepare: { sandbox in
                    try sandbox.workspace.folder(".local/share/man/man1")
                    try write(".Dt ACCT 1\n.Os acct 0.0.1\n", to: ".local/share/man/man1/acct.1", in: sandbox)
                },
                mend: { _ in
                    .undone { _ = try await $0.workspace.run(["/bin/gzip", ".local/share/man/man1/acct.1"]) }
                }),
            DoctorFindingCase(
                words: "acct.1.gz is the manual of acct 0.0.1", command: "acct help", level: "note",
                mend: { _ in
                    .undone {
                        try FileManager.default.removeItem(
                            atPath: "\($0.workspace.home)/.local/share/man/man1/acct.1.gz")
                    }
                }),
        ])

    @Test(.needs(.openssl)) func certificatesAreFoundBeforeTheyExpire() async throws {
        try await Sandboxed.run { sandbox in
            let workspace = sandbox.workspace
            let (old, new) = (
                try await AppCertificate("old", in: workspace), try await AppCertificate("new", in: workspace, days: 30)
            )
            try await sandbox.register(old)
            try await sandbox.register(new)
            let app = ["--authority", sandbox.server.authority, "--client-id", sandbox.server.daemon.clientId]
            try await sandbox.succeed("add ci --certificate \(old.path) --tenant contoso.example", app)
            try await sandbox.add("alice", as: "alice@contoso.example")
            let copy = "\(workspace.folder)/tls.pem"
            let cases = [
                DoctorFindingCase(
                    words: "The certificate of ci expires on", command: "acct sign-in ci --certificate /",
                    before: { _ in try Data(contentsOf: URL(filePath: new.path)).write(to: URL(filePath: old.path)) }),
                DoctorFindingCase(
                    words: "Cannot read \(old.path): No such file or directory.",
                    command: "acct sign-in ci --certificate /",
                    prepare: { _ in try FileManager.default.removeItem(atPath: old.path) },
                    before: { _ in try FileManager.default.copyItem(atPath: new.path, toPath: old.path) }),
                DoctorFindingCase(
                    words: "The TLS certificate of alice expires on", command: "acct edit alice --tls-certificate /",
                    prepare: { sandbox in
                        let older = try await AppCertificate("older", in: sandbox.workspace)
                        try FileManager.default.copyItem(atPath: older.path, toPath: copy)
                        try await sandbox.succeed("edit alice --tls-certificate \(copy)")
                    },
                    before: { _ in try Data(contentsOf: URL(filePath: new.path)).write(to: URL(filePath: copy)) }),
            ]
            for finding in cases { try await finding.check(in: sandbox) }
        }
    }

    @Test(.needs(.sqlite3), arguments: [(6.0, "expires on"), (-1, "expired on")])
    func endOfASecretIsAnnounced(days: Double, words: String) async throws {
        try await Sandboxed.run { sandbox in
            let later = ["--client-secret-expires", Self.day(8.5)]
            try await sandbox.addApplication("report", later)
            #expect(try await sandbox.acct("doctor").status == 0)
            let finding = DoctorFindingCase(
                words: "The client secret of report \(words)", command: "acct sign-in report --client-secret-stdin",
                prepare: {
                    try await $0.store.sqlite(
                        "UPDATE application_credential SET expires_on = unixepoch() + \(Int(days * 86_400))")
                }, before: { try await $0.changeSecret(to: "a-new-secret") },
                mend: { _ in .pasted("\(later.joined(separator: " ")) <<'END'\na-new-secret\nEND\n") })
            try await finding.check(in: sandbox)
        }
    }

    private static func day(_ days: Double) -> String {
        Date(timeIntervalSinceNow: days * 86_400).formatted(.iso8601.year().month().day())
    }

    /// - Parameters:
    ///   - cached: the day, from today, on which bob's refresh token was issued.
    ///   - end: the day on which it expires.
    private static func moveRefreshTokens(_ sandbox: Sandboxed, cached: Int, end: Int) async throws {
        try await sandbox.store.sqlite(
            "UPDATE refresh_token SET cached_at = unixepoch() + \(cached * 86_400), "
                + "expires_on = unixepoch() + \(end * 86_400) WHERE home_account_id = '\(World.bob)'")
    }

    /// They end every day, and a person signs in every day.
    @Test(.needs(.sqlite3)) func shortSignInsAreNotAnnounced() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await Self.moveRefreshTokens(sandbox, cached: 0, end: 7)
            #expect(try await sandbox.acct("doctor").status == 0)
        }
    }

    @Test func secretThatHasExpiredIsFoundOnceItIsRejected() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report")
            let finding = DoctorFindingCase(
                words: "must sign in again", command: "acct sign-in report --client-secret-stdin",
                prepare: { sandbox in
                    try await sandbox.expireSecret()
                    _ = try await sandbox.acct("token --force-refresh")
                    try await sandbox.store.expireAccessTokens()
                }, before: { try await $0.changeSecret(to: "a-new-secret") },
                mend: { _ in .pasted("<<'END'\na-new-secret\nEND\n") })
            try await finding.check(in: sandbox)
        }
    }

    @Test func serversAreAskedOnlyOnline() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct("doctor --online")
            #expect(run.status == 0, "\(run)")
            try await sandbox.addAliceAndBob()
            #expect(try await sandbox.succeed("doctor --online").text.contains("\(sandbox.server.authority) responds."))
            let gone = #"{"error": "invalid_tenant", "error_description": "AADSTS90002: Tenant 'x' not found."}"#
            let cases = [
                DoctorFindingCase(
                    words: "The server of alice cannot be used. The tenant cannot be used",
                    command: "acct remove alice",
                    options: "--online",
                    prepare: { try await $0.inject(Sandboxed.Fault(on: .discovery, status: 400, body: gone)) }),
                DoctorFindingCase(
                    words: "s behind the server's", command: "sudo timedatectl set-ntp true", options: "--online",
                    prepare: { try await $0.advanceTime(by: 3600) },
                    mend: { _ in .undone { try await $0.advanceTime(by: -3600) } }),
            ]
            for finding in cases { try await finding.check(in: sandbox) }
            await sandbox.stop()
            let stopped = try await sandbox.acct("doctor --online")
            #expect(stopped.status == 1 && stopped.text.hasPrefix("wrong"), "\(stopped)")
            #expect(stopped.text.contains("The server of bob cannot be used. Cannot connect to"), "\(stopped)")
            #expect(try await sandbox.acct("doctor").status == 0)
        }
    }

    @Test(.needs(.openssl, .socat)) func serverWithAnUnknownCertificateIsNamed() async throws {
        try await PublicHosts.run { hosts in
            try await hosts.sandbox.succeed(
                "add work", hosts.signIn(as: "dana@contoso.example"), environment: hosts.environment([:]))
            let run = try await hosts.sandbox.succeed("doctor --online", environment: hosts.environment([:]))
            #expect(run.text.contains("The proxy in HTTPS_PROXY accepts connections"), "\(run)")
            let unknown = hosts.environment(["CURL_CA_BUNDLE": nil])
            let untrusted = try await hosts.sandbox.acct("doctor --online", environment: unknown)
            #expect(untrusted.status == 1 && untrusted.text.contains("name its file in CURL_CA_BUNDLE"), "\(untrusted)")
        }
    }

    @Test func completionOfThisVersionIsFound() async throws {
        let workspace = try Workspace()
        let script = "\(try workspace.folder(".local/share/bash-completion/completions"))/acct"
        try await workspace.succeed("completion bash").text.write(toFile: script, atomically: true, encoding: .utf8)
        let run = try await workspace.succeed("doctor", environment: ["SHELL": "/bin/bash"])
        #expect(run.text.contains("Completion for bash is installed and current."), "\(run)")
    }

    @Test func missingLibraryIsNamedWithItsPackage() async throws {
        let workspace = try Workspace()
        let folder = try workspace.folder("libraries")
        try Data().write(to: URL(filePath: "\(folder)/libjq.so.1"))
        let run = try await workspace.succeed("doctor --json", environment: ["LD_LIBRARY_PATH": folder])
        let finding = try run.json([Finding].self).first {
            $0.message == "libjq.so.1 is not installed, which --jq needs."
        }
        #expect(finding?.level == "note" && finding?.command == "sudo apt-get install libjq1", "\(run)")
    }

    /// It may be the server of whoever changed the profile.
    @Test(.needs(.sqlite3)) func serverOfAnAlteredProfileIsNotAsked() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let other = try ScriptedServer { _ in .response(404) }
            try await sandbox.store.sqlite("UPDATE profile SET authority_url = '\(other.url)/common'")
            let run = try await sandbox.acct("doctor --online")
            #expect(run.status == 1 && run.text.contains("Another program has changed where profile alice"), "\(run)")
            #expect(other.requests.isEmpty)
        }
    }

    @Test func emptyHomeStaysEmpty() async throws {
        let workspace = try Workspace()
        for line in ["doctor", "doctor --online", "doctor --repair"] {
            let run = try await workspace.succeed(line)
            #expect(run.text.contains("There is no profile yet.") && run.text.contains("Run: acct add"), "\(run)")
            #expect(run.text.contains("libcurl.so.4 is installed (libcurl/"), "\(run)")
            #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
        }
    }

    /// The output can be pasted into a report.
    @Test func outputHasNoToken() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let token = try await sandbox.succeed("token").line
            let run = try await sandbox.acct("doctor --online --repair --json -v")
            #expect(!run.text.contains(token) && !run.error.contains(token))
        }
    }
}
