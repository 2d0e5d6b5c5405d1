import AccountProfiles
import AuthCore
import HTTPTransport

/// The part of a sign-out that servers and the device's broker do.
extension SignOut {
    /// The sign-out page, the ended sessions and the failures.
    struct ServerOutcome {
        var page: SignOutPage?
        var revoked: RevokedSessions?
        var failures: [Failure] = []
    }

    /// Removes the account from the apps at the device's broker, for its profiles whose tokens come from there.
    ///
    /// - Returns: the failures. A broker that is not there any more has nothing to be removed.
    func removeFromBroker(_ target: Target, _ services: Services) async -> [Failure] {
        var failures: [Failure] = []
        var clientIDs: Set<String> = []
        for profile in target.profiles where profile.isBrokered && clientIDs.insert(profile.clientID).inserted {
            do {
                let client = try services.clients.publicClient(of: profile)
                try await services.output.notingBroker { _ = try await client.removeFromBroker(target.account) }
            } catch AuthError.broker(.unavailable(.notInstalled)) {
                continue
            } catch {
                var failure = Failure(error)
                failure.message =
                    "\(target.username) was not removed from this device's broker: \(failure.message)"
                failures.append(failure)
            }
        }
        return failures
    }

    /// Looks up the sign-out page and ends the sessions, as far as the options ask for it.
    func askServer(of target: Target, _ services: Services) async -> ServerOutcome {
        var outcome = ServerOutcome()
        let (account, profiles) = (target.account, target.profiles)
        if browser {
            do {
                outcome.page = try await SignOutPage(
                    of: account, username: target.username, usedBy: profiles, services.clients)
            } catch {
                outcome.failures.append(Failure(error))
            }
        }
        if revoke {
            do { outcome.revoked = try await SessionRevocation(of: account, usedBy: profiles, services).revoke() } catch
            {
                outcome.failures.append(Self.notRevoked(error, of: target))
            }
        }
        return outcome
    }

    private static func notRevoked(_ error: any Error, of target: Target) -> Failure {
        var failure = Failure(error)
        // The usual sentences say that nothing was lost, and to try again. Here the tokens are removed in any case.
        let cause = (error as? ActingError)?.cause ?? error
        switch cause as? AuthError {
        case .serverUnavailable(let url, let status, _):
            failure.message = Failure.serverUnavailable(url, status: status)
        case .unexpectedPage(let url, let status): failure.message = Failure.unexpectedPage(url, status: status)
        case .network(let error): failure.message = error.lossSentence ?? failure.message
        default: failure.message = (cause as? HTTPError)?.lossSentence ?? failure.message
        }
        failure.message = "The sessions of \(target.username) on the server were not ended: \(failure.message)"
        // The tokens are removed all the same, so that the command signs in before the sessions can be ended.
        if let profile = target.profiles.first, [.signInRequired, .network].contains(failure.kind) {
            let signIn = failure.kind == .signInRequired ? failure.command : nil
            failure.remedy = Remedy(
                .sequence([signIn ?? .signIn(to: profile.name), "acct sign-out \(profile.name) --revoke"]))
        }
        return failure
    }
}
