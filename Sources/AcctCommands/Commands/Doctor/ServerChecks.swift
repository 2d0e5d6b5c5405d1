import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import HTTPTransport

/// The sign-in servers of the profiles, and this machine's clock.
struct ServerChecks {
    private let services: Services

    init(_ services: Services) { self.services = services }

    /// All servers are asked at once, so that many silent ones take no longer than one.
    func findings(_ profiles: [Profile]) async -> [Finding] {
        let asking = profiles.filter { !signsInOnThisMachine($0) && !isAltered($0) }
        let servers = Dictionary(grouping: asking, by: \.authority.url).sorted { $0.key < $1.key }.map(\.value)
        return await withTaskGroup(of: (index: Int, findings: [Finding]).self) { group in
            for (index, profiles) in servers.enumerated() {
                group.addTask { (index, await server(of: profiles)) }
            }
            var found = [[Finding]](repeating: [], count: servers.count)
            for await (index, findings) in group { found[index] = findings }
            return found.flatMap(\.self)
        }
    }

    /// Whether another program has changed where a profile signs in. That server is not asked, and would be shown the
    /// profile's TLS certificate.
    private func isAltered(_ profile: Profile) -> Bool {
        // Without its key, a store would get a new one.
        guard (try? services.store.keyStatus().state) == .unlocked else { return false }
        do {
            try services.profiles.requireUnaltered(profile)
            return false
        } catch StoreError.alteredProfile {
            return true
        } catch {
            return false
        }
    }

    /// Whether the tokens of a profile come from the machine, which has no discovery document.
    private func signsInOnThisMachine(_ profile: Profile) -> Bool {
        (try? services.profiles.storedCredential(of: profile))??.kind == .managedIdentity
    }

    /// - Parameter profiles: those of one authority; at least one.
    private func server(of profiles: [Profile]) async -> [Finding] {
        guard let profile = profiles.first else { return [] }
        do {
            let client = try services.clients.publicClient(profile.clientID, at: profile.authority)
            let configuration = try await limited(profile.authority.url) { try await client.openIDConfiguration() }
            return [Finding(.server, .ok, "\(profile.authority.url) responds.")]
                + (await clock(configuration.tokenEndpoint))
        } catch {
            // A tenant that is gone takes its profiles along; every other cause is the network's or this machine's.
            if case AuthError.discovery(_, .refused) = error {
                return profiles.map { unusable([$0], error, command: "acct remove \($0.name)") }
            }
            return [unusable(profiles, error)]
        }
    }

    private func unusable(_ profiles: [Profile], _ error: any Error, command: SuggestedCommand? = nil) -> Finding {
        let failure = Failure(error)
        let names = profiles.map(\.name.text).joined(separator: ", ")
        return Finding(
            .server, .wrong, "The server of \(names) cannot be used. \(failure.text)",
            remedy: command.map { Remedy($0) } ?? failure.remedy)
    }

    private func limited<Value: Sendable>(
        _ url: String, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: .seconds(Self.limit))
                throw HTTPError.timedOut(host: url, seconds: Self.limit)
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    /// The limit in seconds for a server's response.
    private static let limit = 20.0

    /// Tokens are refused where the clock is off by more than about five minutes (RFC 7519 section 4.1.4).
    private func clock(_ url: String) async -> [Finding] {
        var request = HTTPRequest(url: url)
        request.method = "HEAD"
        request.timeouts.total = .seconds(Self.limit)
        let sent = services.clock.now()
        guard let response = try? await services.http.send(request),
            let date = response.headers["Date"].flatMap({ HTTPDate.parse($0, now: sent) })
        else { return [] }
        let received = services.clock.now()
        let offset = date.timeIntervalSince(date < sent ? sent : received)
        guard date < sent || date > received, abs(offset) > 60 else { return [] }
        return [
            Finding(
                .clock, .wrong,
                "This machine's clock is \(Int(abs(offset))) s \(offset > 0 ? "behind" : "ahead of") the server's: tokens "
                    + "may be taken for expired.", command: "sudo timedatectl set-ntp true")
        ]
    }
}
