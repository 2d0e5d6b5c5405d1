import AccountProfiles
import Foundation
import HTTPTransport
import MicrosoftGraph

/// A read as several profiles at once, each with its own token; nobody is asked anything.
struct ManyProfiles: Sendable {
    /// Gives what one profile gets, as JSON documents: one for an answer, one for each item of a stream.
    typealias Reading = @Sendable (Profile, Services, _ emit: @Sendable (Data) -> Void) async throws -> Void

    private let profiles: [Profile]
    private let services: Services
    private let rows: ProfileAnswerRows

    /// How many profiles are read as at once: more would cost memory, fewer would make fifty wait for each other.
    private static let width = 64

    init(_ profiles: [Profile], in services: Services) {
        self.profiles = profiles
        self.services = services.nonInteractive
        rows = ProfileAnswerRows(output: services.output)
    }

    /// Prints a row for each result as it comes.
    ///
    /// - Parameter isNamed: whether the profiles were named, which lets them try what is only thought to be impossible.
    /// - Throws: `Failure` of kind `policy` for a write, with nothing sent, and of the kind of the failures when some profile
    ///   has no answer.
    func read(_ request: GraphRequest, isNamed: Bool, _ reading: @escaping Reading) async throws {
        guard !request.isWrite else { throw ManyProfiles.refusal(of: request) }
        let required = try services.permissions.required(by: request)
        let action = Action(request, required)
        await withTaskGroup(of: Void.self) { group in
            for (index, profile) in profiles.enumerated() {
                if index >= ManyProfiles.width { await group.next() }
                group.addTask { await row(of: profile, isNamed ? profile.name.text : nil, request, action, reading) }
            }
        }
        if let failure = rows.failure(among: profiles) { throw failure }
    }

    private func row(
        of profile: Profile, _ flag: String?, _ request: GraphRequest, _ action: Action, _ reading: Reading
    ) async {
        do {
            _ = try Ladder(profiles: [profile], context: SelectionContext(action: action, flag: flag)).select()
            try await reading(profile, services) { rows.print($0, of: profile.name) }
        } catch {
            let failure = Failure(error)
            let explained = try? await services.graph.explain(failure, of: request, as: profile)
            rows.print(explained ?? failure, of: profile.name)
        }
    }

    private static func refusal(of request: GraphRequest) -> Failure {
        Failure(
            .policy,
            "\(request.method) \(request.path) may change something, and as several profiles at once acct only reads. "
                + "Nothing was sent; send it as each one with --profile NAME.")
    }
}
