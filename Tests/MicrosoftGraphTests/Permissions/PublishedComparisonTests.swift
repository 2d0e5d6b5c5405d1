import Foundation
import Testing

@testable import MicrosoftGraph

/// The built-in table against Microsoft's list, where that is at hand. Where they differ there is a reason, or a mistake.
@Suite(.enabled(if: PublishedFile.path != nil, "there is no permissions.json; name one in ACCT_PERMISSIONS_LIST"))
struct PublishedComparisonTests {
    private typealias Requests = [String: RequiredPermissions.Requirements]

    private let listed: Requests

    init() throws {
        listed = try Self.published.get()
    }

    private static let published = Result<Requests, any Error> {
        let path = try #require(PublishedFile.path)
        let published = try PublishedPermissions(Data(contentsOf: URL(fileURLWithPath: path)))
        return published.entries.reduce(into: [:]) { listed, entry in
            let place = "\(entry.method) \(entry.path.lowercased())"
            listed[place] = PermissionText.requirements(entry.permissions[...])
        }
    }

    @Test func wholeListIsRead() {
        #expect(listed.count > 10_000)
    }

    /// One built-in request and the list's entry for it. Rows of `/me` stand for other people too.
    private struct Pair {
        let request: String
        let own: RequiredPermissions.Requirements
        let listed: RequiredPermissions.Requirements?
        let isCorrection: Bool
    }

    private var pairs: [Pair] {
        BuiltInPermissions.rows.flatMap { row in
            let own = PermissionText.requirements(row.permissions) ?? .init { _ in .unknown }
            return row.requests.map { method, path in
                let request = "\(method) \(path)"
                let bare = path.lowercased().replacing("/$value", with: "")
                let isAboutMe = bare == "/me" || bare.hasPrefix("/me/")
                let paths = [bare] + (isAboutMe ? ["/users/{id}" + bare.dropFirst(3)] : [])
                let entries = paths.compactMap { listed["\(method) \($0)"] }
                var entry = entries.first
                // The list has what apps may do for people under `/users`; about "me" they can do nothing.
                if isAboutMe, let user = entries.last {
                    entry?[.application] = own[.application] == .notServed ? .notServed : user[.application]
                }
                return Pair(request: request, own: own, listed: entry, isCorrection: row.isCorrection)
            }
        }
    }

    @Test func leastScopesAreThoseOfTheListOrExplained() {
        var different: Set<String> = []
        for pair in pairs {
            guard let listed = pair.listed else {
                different.insert(pair.request)
                continue
            }
            for scheme in PermissionScheme.allCases where pair.own[scheme].least?.name != listed[scheme].least?.name {
                different.insert("\(pair.request) \(scheme.rawValue)")
            }
        }
        let explained = Set(PublishedDifferences.ofLeast.flatMap(\.value))
        for request in different.subtracting(explained).sorted() {
            Issue.record("differs without a reason: \(request)")
        }
        for request in explained.subtracting(different).sorted() { Issue.record("no longer differs: \(request)") }
    }

    /// Everything that the names say is enough has to be in the list, for each request that both have.
    @Test func sufficientScopesAreInTheListOrExplained() {
        var claims: Set<String> = []
        for scheme in [PermissionScheme.delegatedWork, .delegatedPersonal] {
            let names = Set(listed.values.flatMap { $0[scheme].options.map(\.name) })
            var enough: [String: [String]] = [:]
            for pair in pairs {
                guard let listed = pair.listed?[scheme], listed != .notServed else { continue }
                let accepted = Set(listed.options.map { $0.name.lowercased() })
                for wanted in pair.own[scheme].options where wanted.alsoRequires.isEmpty {
                    let higher =
                        enough[wanted.name]
                        ?? names.filter { GraphScope($0).suffices(for: GraphScope(wanted.name)) }
                    enough[wanted.name] = higher
                    for name in higher where !accepted.contains(name.lowercased()) {
                        claims.insert("\(name) for \(wanted.name)")
                    }
                }
            }
        }
        let explained = Set(PublishedDifferences.ofSufficiency.flatMap(\.value))
        for claim in claims.subtracting(explained).sorted() { Issue.record("not in the list: \(claim)") }
        for claim in explained.subtracting(claims).sorted() { Issue.record("no longer differs: \(claim)") }
    }

    /// A token with scopes that the list accepts must not be reported as lacking a scope.
    @Test func scopesOfTheListAreEnoughOrExplained() {
        let purposes = PublishedDifferences.specialPurposes.keys
        var unused = Set(purposes)
        for pair in pairs where !pair.isCorrection {
            for scheme in [PermissionScheme.delegatedWork, .delegatedPersonal] {
                let own = pair.own[scheme]
                for option in pair.listed?[scheme].options ?? [] {
                    let held = ([option.name] + option.alsoRequires).map { GraphScope($0) }
                    guard !own.options.contains(where: { $0.isCovered(by: held) }) else { continue }
                    let purpose = purposes.first { option.name.hasPrefix($0) }
                    #expect(purpose != nil, "\(pair.request) is also opened by \(option.name)")
                    if let purpose { unused.remove(purpose) }
                }
            }
        }
        #expect(unused.isEmpty)
    }
}

/// Where Microsoft's list lies: it is not part of the project.
enum PublishedFile {
    static let path: String? = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["ACCT_PERMISSIONS_LIST"]
        let path = named ?? package.deletingLastPathComponent().appending(path: "shared/data/permissions.json").path
        return named != nil || FileManager.default.isReadableFile(atPath: path) ? path : nil
    }()
}
