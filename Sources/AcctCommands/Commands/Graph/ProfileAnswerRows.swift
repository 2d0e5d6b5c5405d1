import AccountProfiles
import Foundation
import Synchronization

/// Prints what several profiles got, a line of JSON each, and keeps count of those that got nothing.
final class ProfileAnswerRows: Sendable {
    private let output: Output
    private let failures = Mutex<[ProfileName: Failure.Kind]>([:])

    init(output: Output) {
        self.output = output
    }

    /// - Parameter value: a JSON document, printed as it is but for line breaks between its parts.
    func print(_ value: Data, of profile: ProfileName) {
        var row = Data("{\"profile\":\(ProfileAnswerRows.json(profile.text)),\"value\":".utf8)
        row += value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        row += Data("}\n".utf8)
        failures.withLock { _ in output.write(row) }
    }

    func print(_ failure: Failure, of profile: ProfileName) {
        let error = ProfileAnswerRows.json(ErrorFields(failure))
        failures.withLock { failures in
            failures[profile] = failure.kind
            output.line("{\"profile\":\(ProfileAnswerRows.json(profile.text)),\"error\":\(error)}")
        }
    }

    /// What to say when some have no answer: of their kind, if it is one.
    func failure(among profiles: [Profile]) -> Failure? {
        let failures = failures.withLock { $0 }
        let failed = profiles.map(\.name).filter { failures[$0] != nil }
        guard !failed.isEmpty else { return nil }
        let kinds = Set(failures.values)
        let names = failed.map(\.text).joined(separator: ", ")
        return Failure(
            kinds.count == 1 ? kinds.first ?? .failed : .failed,
            "\(failed.count) of \(profiles.count) profiles got no whole answer: \(names). Their rows say why.")
    }

    private static func json(_ value: some Encodable) -> String {
        // Strings and numbers always encode.
        (try? JSONText.of(value, pretty: false)) ?? ""
    }

    private struct ErrorFields: Encodable {
        let kind, message: String
        let status: Int?
        let command: String?

        init(_ failure: Failure) {
            (kind, message) = (failure.kind.rawValue, failure.message)
            (status, command) = (failure.status, failure.command)
        }
    }
}
