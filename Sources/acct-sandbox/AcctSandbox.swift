import ArgumentParser
import CBuild
import Glibc

@main
struct AcctSandbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acct-sandbox",
        abstract: "The Microsoft identity platform and Microsoft Graph, emulated on this machine.",
        discussion: """
            Without a subcommand, acct-sandbox runs serve with the given options. Work tenants, personal accounts, guests, \
            AD FS, user flows, managed identities, a container registry and thousands of users are there from the start.
            The first line on stdout is a JSON object. It has all that a script needs:

              authority       the address for --authority; authorities has that of each tenant, by name
              graph           the address of Graph, and of everything else
              clientId        the client id to sign in with
              daemon          clientId and clientSecret of an app
              machine         the variables of a machine with a managed identity
              users           username, displayName, tenant, tenantId, kind and more of each account

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

              GET, DELETE /sandbox/requests   the requests so far, without tokens
              POST, DELETE /sandbox/faults    the next requests fail: on, status, headers, times, drop
              POST /sandbox/time              advances its clock: advance, in seconds
              POST /sandbox/approve           settles a device code: user_code, username
              POST /sandbox/revoke            ends the sessions of a user: username
              POST /sandbox/disable           disables an account: username
              POST /sandbox/redirects         takes the redirect URI of brokers from an app: clientId
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
