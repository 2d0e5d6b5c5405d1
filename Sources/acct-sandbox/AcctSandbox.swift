import ArgumentParser
import CBuild
import Glibc

@main
struct AcctSandbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acct-sandbox",
        abstract: "The Microsoft identity platform and Microsoft Graph, emulated on this machine.",
        discussion: """
            Without a subcommand, acct-sandbox runs serve with the given options.

              acct-sandbox --port 8080
              acct add alice --browser "acct-sandbox browse --as alice@contoso.example" …
            """,
        version: "acct-sandbox " + String(cString: cbuild_version()),
        subcommands: [Serve.self, Browse.self],
        defaultSubcommand: Serve.self)
}

/// Unbuffered output, so that the parent process can read the first line at once.
enum StandardStreams {
    static func out(_ text: String) {
        writeAll(text, to: STDOUT_FILENO)
    }

    static func err(_ text: String) {
        writeAll(text, to: STDERR_FILENO)
    }

    private static func writeAll(_ text: String, to descriptor: Int32) {
        var remainder = Array(text.utf8)[...]
        while !remainder.isEmpty {
            let count = remainder.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            remainder = remainder.dropFirst(count)
        }
    }
}
