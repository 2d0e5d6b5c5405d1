import Foundation
import Testing

/// Tokens and codes appear on stdout when requested, and nowhere else.
@Suite struct SecretsTests {
    @Test(arguments: ["-v", "-vv"]) func secretsAreNotLoggedPassedOnOrStoredInTheClear(verbose: String) async throws {
        try await Sandboxed.run { sandbox in
            let arguments = "\(sandbox.workspace.folder)/arguments"
            let browser = try sandbox.workspace.shellCommand(
                "browser",
                "printf '%s\\n' \"$@\" >> \(arguments); env >> \(arguments)\n"
                    + "exec acct-sandbox browse --as alice@contoso.example \"$1\"")
            var errors = ""
            let signIn = [verbose, "--timeout", "30", "--browser", browser]
            let target = ["--authority", sandbox.server.authority, "--client-id", sandbox.server.clientId]
            for (line, options) in [
                ("add alice", target + signIn), ("token \(verbose)", []), ("token --force-refresh \(verbose)", []),
                ("graph /me \(verbose)", []), ("graph /nonsense \(verbose)", []), ("sign-in alice", signIn),
            ] {
                errors += try await sandbox.acct(line, options).error
            }
            let code = try sandbox.startDeviceCode("add bob \(verbose)")
            try await sandbox.approve(try await sandbox.userCode(shownBy: code), as: "bob@contoso.example")
            let device = try await code.run()
            #expect(device.status == 0, "\(device)")
            errors += device.error

            #expect(
                errors.contains("/oauth2/v2.0/token") && errors.contains("/v1.0/me"), "requests are logged: \(errors)")
            #expect(Secrets.found(in: errors) == [], "stderr")
            let passedOn = String(decoding: FileManager.default.contents(atPath: arguments) ?? Data(), as: UTF8.self)
            #expect(passedOn.contains("/start/") && !passedOn.contains("code_challenge="))
            #expect(Secrets.found(in: passedOn) == [], "arguments and environment of the browser")
            let stored = String(decoding: try sandbox.store.bytes(), as: Unicode.ASCII.self)
            #expect(stored.contains("alice@contoso.example"))
            #expect(Secrets.found(in: stored) == [], "the store")
            let token = try await sandbox.succeed("token").line
            #expect(Secrets.found(in: token) != [], "the pattern matches a token")
        }
    }

    @Test(arguments: ["000", "022", "277"])
    func storeIsPrivateUnderEveryUmask(mask: String) async throws {
        try await Sandboxed.run { sandbox in
            let add = try await sandbox.workspace.run(
                ["/bin/sh", "-c", "umask \(mask); exec \"$@\"", "sh", Products.acct, "add", "alice"]
                    + sandbox.signIn(as: "alice@contoso.example"))
            #expect(add.status == 0, "\(add)")
            for (name, mode) in try sandbox.store.modes() {
                let isFolder = ["", "locks", "spare"].contains(name)
                #expect(mode == (isFolder ? 0o700 : 0o600), "\(name): \(String(mode, radix: 8))")
            }
        }
    }
}

/// Recognises the secrets that the sandbox issues.
private enum Secrets {
    /// JSON Web Tokens, opaque tokens of personal accounts, refresh tokens of both kinds, authorization codes.
    static func found(in text: String) -> [String] {
        text.matches(of: /eyJ[\w-]{10,}\.[\w-]{10,}|EwB4[\w-]{40,}|M\.C5_SN1\.[\w-]{20,}|1\.[\w-]{60,}/).map {
            String($0.0)
        }
    }
}

extension Substring {
    var hexBytes: [UInt8] {
        var bytes: [UInt8] = []
        var rest = self[...]
        while rest.count >= 2 {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
