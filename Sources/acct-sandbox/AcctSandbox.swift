import ArgumentParser
import CBuild
import Glibc
import SandboxServer

@main
struct AcctSandbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acct-sandbox",
        abstract: "The Microsoft identity platform and Microsoft Graph, emulated on this machine.",
        discussion: """
            Without a subcommand, acct-sandbox runs serve with the given options. Work tenants, personal accounts, guests, \
            AD FS, user flows, managed identities, a container registry and thousands of users are there from the start.
            On a terminal it shows its address and its accounts. Elsewhere the first line on stdout is a JSON object \
            that has all that a script needs:

              authority    the address for --authority
              authorities  that of each tenant, by name
              graph        the address of Graph, and of everything else
              clientId     the client id to sign in with
              daemon       clientId and clientSecret of an app
              machine      the variables of a machine with a managed identity
              users        username, tenant, kind and more of each account

            acct-sandbox broker is the authentication broker of a Linux device. petra@proseware.example can sign in \
            through a broker only, since that tenant requires a managed device.
            acct-sandbox browse is a browser that signs in by itself. A script starts the sandbox as a coprocess and adds a \
            profile:

              coproc SANDBOX { exec acct-sandbox --quiet --exit-with-stdin; }
              read -r -u "${SANDBOX[0]}" world
              export ACCT_HOME=$(mktemp -d) ACCT_CLIENT_ID=$(jq -r .clientId <<<"$world")
              acct add ci --authority "$(jq -r .authority <<<"$world")" \\
                  --browser 'acct-sandbox browse --as bob@contoso.example'

            Requests to /sandbox change its state. POST takes JSON; DELETE empties the list:

              GET, DELETE /sandbox/requests  the requests so far, without tokens
              POST, DELETE /sandbox/faults   makes the next requests fail
              POST /sandbox/time             moves its clock: advance, in seconds
              POST /sandbox/approve          approves a code: user_code, username
              POST /sandbox/revoke           ends the sessions of a user: username
              POST /sandbox/disable          disables an account: username
              POST /sandbox/redirects        removes an app's broker URI: clientId

            A fault has these fields, of which only the first is required:

              on                 \(Sandbox.faultTargets.dropLast().joined(separator: ", ")) or \(Sandbox.faultTargets.last ?? "")
              status             of the response; also body, contentType, headers
              delayMilliseconds  the time before the response
              drop               true to close the connection without a response
              hold               true to wait for POST /sandbox/release
              times, skip        how many requests it is for, and pass before it

            graph is every request below /v1.0 and /beta, batchItem a request in a batch, discovery the documents on \
            the authority and its keys.

              curl "$graph/sandbox/faults" -d '{"on": "token", "status": 503, "times": 2}'
            """,
        version: "acct-sandbox " + String(cString: cbuild_version()),
        subcommands: [Serve.self, Browse.self, Broker.self],
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
