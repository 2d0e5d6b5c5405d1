import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// The files of the store, and the room for more.
struct StoreChecks {
    private let services: Services

    init(_ services: Services) { self.services = services }

    /// - Parameter profiles: all that the store has.
    func findings(_ profiles: [Profile]) throws -> [Finding] {
        let folder = try StoreLocation(environment: services.environment).directory
        let count = profiles.count == 1 ? "1 profile" : "\(profiles.count) profiles"
        var findings = [Finding("store", .ok, "The store in \(folder) has \(count).")]
        if profiles.isEmpty {
            findings.append(Finding("store", .note, "There is no profile yet.", command: "acct add"))
        }
        findings += try key()
        if let room = freeBytes(folder), room < Self.leastRoom {
            findings.append(
                Finding(
                    "space", .wrong,
                    "There are \(room >> 10) KiB free for \(folder): new tokens may not be kept. Make room.",
                    command: "df -h \(folder.asShellWord)"))
        }
        return findings
    }

    /// The key that encrypts the store.
    private func key() throws -> [Finding] {
        let status = try services.store.keyStatus()
        if let failure = status.failure { return [Finding("key", failure)] }
        guard let place = status.store, status.state == .unlocked else { return [] }
        return [Finding("key", .ok, "The key of the store can be used (\(place.rawValue)).")]
            + (status.leftovers.isEmpty
                ? []
                : [Finding("key", .note, "An old key is left over. The next command that can reach it removes it.")])
    }

    /// Enough for the database to be written anew with a few hundred accounts.
    private static let leastRoom: UInt64 = 16 << 20

    private func freeBytes(_ folder: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }
}

/// The sign-ins of the profiles, and what apps sign in with.
struct SignInChecks {
    private let services: Services
    private let now: Date

    init(_ services: Services) {
        self.services = services
        now = services.clock.now()
    }

    func findings(_ profiles: [Profile]) async throws -> [Finding] {
        let statuses = try services.profiles.statuses(at: now)
        return profiles.flatMap { profile in
            let command = "acct sign-in \(profile.name.text.asShellWord)"
            let state: [Finding] =
                switch statuses[profile.name]?.state {
                case .signedIn, nil: []
                case .signInRequired:
                    [Finding("sign-in", .wrong, "\(profile.nameAndUsername) must sign in again.", command: command)]
                case .signedOut:
                    [Finding("sign-in", .note, "\(profile.nameAndUsername) is signed out.", command: command)]
                }
            return state + credential(of: profile)
        }
    }

    /// A file that an app's profile signs in with, and the end of its certificate.
    private func credential(of profile: Profile) -> [Finding] {
        do {
            guard let credential = try services.profiles.credential(of: profile),
                let end = try credential.checkFile(at: now), end.timeIntervalSince(now) < Self.week
            else { return [] }
            return [
                Finding(
                    "sign-in", .wrong,
                    "The certificate of \(profile.name) expires on \(end.formatted(.iso8601)). Register a new one, and "
                        + "put it into its file.", command: "acct show \(profile.name.text.asShellWord)")
            ]
        } catch {
            return [Finding("sign-in", ActingError(profile: profile.name, cause: error))]
        }
    }

    private static let week = 604_800.0
}

/// Bindings, `.acct` files and rules.
struct DirectoryChecks {
    private let services: Services

    init(_ services: Services) { self.services = services }

    func findings() throws -> [Finding] { try bindings() + files() + rules() }

    private func bindings() throws -> [Finding] {
        try services.directories.bindings().filter { access($0.directory, F_OK) != 0 && errno == ENOENT }.map {
            Finding(
                "binding", .wrong, "The directory \($0.directory) is bound, and it does not exist.",
                command: "acct unbind \($0.directory.asShellWord)")
        }
    }

    private func files() throws -> [Finding] {
        guard let chain = DirectoryChain.current else { return [] }
        return try chain.directories.compactMap { directory in
            do {
                guard let file = try AcctFile(in: directory) else { return nil }
                _ = try file.binding()
                guard try services.directories.isAllowed(file.path, content: file.bytes) != true else { return nil }
                return Finding(
                    "binding", .note, "\(file.path) is ignored: its content is not allowed.",
                    command: "acct allow \(file.path.asShellWord)")
            } catch let error as AcctFileError {
                return Finding("binding", error)
            }
        }
    }

    /// Two rules that fit equally are decided by their age alone, which nobody sees.
    private func rules() throws -> [Finding] {
        let rules = try services.rules.rules()
        return rules.indices.flatMap { index in
            rules[(index + 1)...].filter { rules[index].conflicts(with: $0) }.map { other in
                Finding(
                    "rule", .note,
                    "Rules \(rules[index].number) and \(other.number) fit some requests equally; the older one decides.",
                    command: "acct rule list")
            }
        }
    }
}
