import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// The database of the store, its key, and the room for more.
struct StoreChecks {
    private let services: Services

    init(_ services: Services) { self.services = services }

    /// An error in opening or reading the store.
    func finding(_ error: any Error) -> Finding {
        switch error {
        case StoreError.corrupt: Finding(.store, error, repair: .rebuild(services))
        case StoreError.keyDamaged, StoreError.wrongKey, KeyStoreError.damaged:
            Finding(.key, error, repair: .rebuild(services, question: Self.losesSignIns))
        case StoreError.keyMissing:
            Finding(.key, error, repair: .rebuild(services, question: "Keep the profiles without their sign-ins?"))
        case StoreError.databaseMissing:
            Finding(.store, error, repair: .rebuild(services, question: "Begin with an empty store?"))
        default: Finding(.store, error)
        }
    }

    private static let losesSignIns = "Set it aside, and keep the profiles without their sign-ins?"

    /// - Parameter profiles: all that the store has.
    func findings(_ profiles: [Profile]) throws -> [Finding] {
        let location = try StoreLocation(environment: services.environment)
        let folder = location.directory
        let count = profiles.count == 1 ? "1 profile" : "\(profiles.count) profiles"
        var findings = [Finding(.store, .ok, "The store in \(folder) has \(count).")]
        if profiles.isEmpty {
            findings.append(Finding(.store, .note, "There is no profile yet.", command: "acct add"))
        }
        if try services.repair.hasDamagedDatabase() {
            findings.append(finding(StoreError.corrupt(path: location.database)))
        }
        if access(location.database, F_OK) == 0, access(location.database, W_OK) != 0 || access(folder, W_OK) != 0 {
            findings.append(Finding(.store, StoreError.readOnly(path: location.database)))
        }
        if let room = freeBytes(folder), room < Self.leastRoom {
            findings.append(
                Finding(
                    .space, .wrong,
                    "There are \(room >> 10) KiB free for \(folder): new tokens may not be stored. Free some space.",
                    command: "df -h \(folder)"))
        }
        return findings
            + (try services.store.unsavedTokenFiles().map { Finding(.store, StoreError.unsavedTokens(path: $0)) })
    }

    /// The key that encrypts the store.
    func key() throws -> [Finding] {
        let status: KeyStatus
        do {
            status = try services.store.keyStatus()
        } catch let error as KeyStoreError where error.isAboutVariable {
            return [Finding(.key, .wrong, Failure(error).text, command: "unset ACCT_KEY_STORE")]
        } catch {
            return [finding(error)]
        }
        var findings: [Finding] = []
        switch (status.state, status.failure, status.store) {
        case (.wrong, _, _): findings.append(finding(StoreError.wrongKey(path: status.file)))
        case (.missing, _, _): findings.append(finding(StoreError.keyMissing(path: status.file)))
        case (.unavailable(let error), _, _): findings.append(finding(error))
        case (_, let failure?, _): findings.append(Finding(.key, failure))
        case (.unlocked, nil, let place?):
            findings.append(Finding(.key, .ok, "The key of the store can be used (\(place.rawValue))."))
        default: break
        }
        let wanted = services.environment["ACCT_KEY_STORE"].flatMap(KeyStoreName.init)
        if let wanted, let inUse = status.store, wanted != inUse {
            findings.append(Finding(.key, KeyStoreError.otherStore(wanted: wanted, inUse: inUse)))
        }
        return findings + (status.leftovers.isEmpty ? [] : [oldKey(in: status.leftovers)])
    }

    private func oldKey(in places: [KeyStoreName]) -> Finding {
        let repair = FindingRepair { [services] in
            guard try services.store.removeOldKeys() else { throw Failure.oldKeyStays }
            return "The old key was removed."
        }
        return Finding(
            .key, .note,
            "An old key is left over in \(places.map(\.place).joined(separator: " and ")). The next command that can "
                + "reach it removes it.", command: .repair, repair: repair)
    }

    /// Secrets that the key of the store does not open, although it is the right one.
    func damagedSecrets(_ profiles: [Profile]) throws -> [Finding] {
        try services.store.damagedSecrets().map { row in
            let owner = profiles.first(where: row.belongs)
            // The refresh token brings new ones of the others; it and an app's secret come with a sign-in alone.
            if let owner, ![.accessToken, .idToken].contains(row.kind) {
                return Finding(.signIn, ActingError(profile: owner.name, cause: StoreError.cannotUnseal(row)))
            }
            let repair = FindingRepair { [services] in
                try services.store.removeDamagedSecrets([row])
                return "The damaged \(row.subject)\(owner.map { " of \($0.name)" } ?? "") was removed."
            }
            return Finding(
                .store, .note,
                "The stored \(row.subject)\(owner.map { " of \($0.name)" } ?? "") cannot be decrypted: it is damaged, or was "
                    + "altered. acct gets a new one when it is needed.", command: .repair, repair: repair)
        }
    }

    /// Enough for the database to be written anew with a few hundred accounts.
    private static let leastRoom: UInt64 = 16 << 20

    private func freeBytes(_ folder: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        // A file system without a limit may report the largest number of blocks.
        let (bytes, isTooLarge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooLarge ? .max : bytes
    }
}

extension SealedRow {
    /// The kind of secret, in a sentence.
    fileprivate var subject: String {
        switch kind {
        case .accessToken: "access token"
        case .idToken: "ID token"
        case .refreshToken: "refresh token"
        case .other: "secret"
        }
    }
}

extension KeyStoreError {
    /// Whether `ACCT_KEY_STORE` names no key store.
    fileprivate var isAboutVariable: Bool { if case .unknownName = self { true } else { false } }
}
