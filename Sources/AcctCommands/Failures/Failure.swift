import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport
import MicrosoftGraph

/// An error as it leaves the program: its kind, a sentence, and the next command to type.
struct Failure: Error, Equatable {
    var kind: Kind
    var message: String
    /// The command to type next; nil where none mends the error.
    var remedy: Remedy?
    /// Whether adding `--profile` would mend the typed line. The command is that line then.
    var lacksProfileOption = false
    /// Sentences that stand on lines of their own on stderr, and after the message in JSON: the cause, and where to look.
    var remarks: [Remark] = []
    var profile: String?
    /// The names of the profiles that fit equally; nil where the failure is not about a choice.
    var candidates: [String]?
    /// The response that caused the failure.
    var response: ResponseFacts?
    /// Whether the browser may have shown a refusal that acct did not receive, such as one of the client id.
    var mayHideRefusal = false
    /// The place at which a run over pages can be resumed, for `--resume-from`.
    var resumeFrom: String?

    init(
        _ kind: Kind, _ message: String, leadIn: String? = nil, command: SuggestedCommand? = nil, profile: String? = nil
    ) {
        self.kind = kind
        self.message = message
        remedy = Remedy(leadIn: leadIn, command)
        self.profile = profile
    }

    /// - Parameter advice: the way out, which follows the message.
    init(_ kind: Kind, _ message: String, advice: Advice) {
        let message = [message, advice.instruction].compactMap(\.self).joined(separator: " ")
        self.init(kind, message)
        remedy = advice.remedy
    }

    /// The way out of an error: a sentence of its own, a command with the words that lead to it, or both.
    struct Advice {
        let instruction: String?
        let remedy: Remedy?

        init(_ instruction: String? = nil, leadIn: String? = nil, command: SuggestedCommand? = nil) {
            self.instruction = instruction
            remedy = Remedy(leadIn: leadIn, command)
        }
    }

    /// The message and the remarks.
    var text: String { ([message] + remarks.map(\.line)).joined(separator: " ") }

    /// The text and the words that lead to the command, on one line.
    ///
    /// - Parameter withCommand: false where the command follows on a line of its own.
    func sentence(withCommand: Bool) -> String {
        (withCommand ? remark.line : [text, leadIn].compactMap(\.self).joined(separator: " ")).safeLine
    }

    /// The text, the words that lead to the command, and the command.
    var remark: Remark {
        command.map { Remark("\(text) \(leadIn ?? "Run:")", command: $0) } ?? Remark(text)
    }

    /// The kinds and exit codes are a contract with scripts.
    enum Kind: String, CaseIterable {
        case failed, cancelled, ambiguous, policy, api, network, usage
        case noProfile = "no_profile"
        case signInRequired = "sign_in_required"

        var exitCode: Int32 {
            switch self {
            case .failed: 1
            case .cancelled: 2
            case .noProfile, .ambiguous: 3
            case .signInRequired: 4
            case .policy: 5
            case .api: 6
            case .network: 7
            case .usage: 64
            }
        }
    }

    /// `{"error":{"kind":…,"message":…,"profile":…,"command":…,"candidates":[…],"status":…,"code":…,"requestId":…,`
    /// `"retryAfter":…,"resumeFrom":…}}` on one line, without the fields that are nil.
    var json: String {
        // Strings and numbers always encode.
        (try? JSONText.of(["error": Fields(self, profile: profile)], pretty: false)) ?? ""
    }

    /// The fields of an error in JSON.
    struct Fields: Encodable {
        let kind, message: String
        let profile: String?
        let command: SuggestedCommand?
        let candidates: [String]?
        let status: Int?
        let code, requestId: String?
        let retryAfter: Int?
        let resumeFrom: String?

        /// - Parameter profile: nil where the profile stands elsewhere.
        init(_ failure: Failure, profile: String?) {
            (kind, message, self.profile) = (failure.kind.rawValue, failure.text, profile)
            (command, candidates) = (failure.command, failure.candidates)
            let response = failure.response
            (status, code, requestId) = (response?.status, response?.code, response?.requestID)
            (retryAfter, resumeFrom) = (response?.retryAfter, failure.resumeFrom)
        }
    }
}

/// The command to type next, with the words that lead to it. They are one value, so that no command follows the words of
/// another.
struct Remedy: Equatable {
    /// The text before the command, ending with a colon; nil for `Run:`.
    let leadIn: String?
    let command: SuggestedCommand

    init(leadIn: String? = nil, _ command: SuggestedCommand) {
        (self.leadIn, self.command) = (leadIn, command)
    }

    /// Nil without a command: words that lead nowhere are none.
    init?(leadIn: String?, _ command: SuggestedCommand?) {
        guard let command else { return nil }
        self.init(leadIn: leadIn, command)
    }
}

/// The parts of the remedy.
extension Failure {
    var leadIn: String? { remedy?.leadIn }

    var command: SuggestedCommand? { remedy?.command }
}

/// An error that happened while acting as a profile, so that the sentence can name the profile.
struct ActingError: Error {
    let profile: ProfileName
    let cause: any Error

    /// Work as a profile, whose errors name it.
    static func naming<Result: Sendable>(
        _ profile: ProfileName, _ work: () async throws -> Result
    ) async throws -> Result {
        do { return try await work() } catch { throw ActingError(profile: profile, cause: error) }
    }
}

extension Failure {
    /// The one place where typed errors become sentences.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as ActingError: self.init(error)
        case let error as SelectionError: self.init(error)
        case let error as ProfileError: self.init(error)
        case let error as AuthError: self.init(error, retryCommand: "acct add")
        case let error as HTTPError: self.init(error)
        case let error as GraphError: self.init(error)
        case let error as BatchError: self.init(error)
        case let error as JQError: self.init(error)
        case let error as OutputFileError: self.init(error)
        case let error as StoreError: self.init(error, profile: nil)
        case let error as KeyStoreError: self.init(error)
        case let error as UnreadableFile: self.init(error)
        case let error as AcctFileError: self.init(error)
        case let error as RuleError: self.init(error)
        case let error as RulePatternError: self.init(error)
        case let error as ValidationError: self.init(.usage, error.message)
        case let error as CocoaError: self.init(error)
        case is CancellationError: self.init(.cancelled, "Cancelled.")
        default: self.init(unexpected: error)
        }
    }

    private init(_ error: ActingError) {
        if let cause = error.cause as? AuthError {
            self.init(cause, retryCommand: .signIn(to: error.profile), profile: error.profile)
        } else if let cause = error.cause as? StoreError {
            self.init(cause, profile: error.profile)
        } else {
            self.init(error.cause)
        }
        profile = error.profile.text
    }

    /// A failure of `FileManager`: the file, and the system's reason.
    private init(_ error: CocoaError) {
        guard let path = error.filePath, let reason = (error.underlying as? POSIXError)?.code.rawValue else {
            self.init(unexpected: error)
            return
        }
        self.init(.failed, "\(path) cannot be changed: \(Self.systemReason(reason)).")
    }

    /// An error that is not declared in this package, such as one of Foundation. Its description is written for
    /// programmers, so only its type is named, for a report.
    private init(unexpected error: any Error) {
        self.init(
            .failed,
            "An unexpected error occurred (\(type(of: error))). Add --verbose to see the requests before it, and "
                + "please report it.")
    }

    /// The system's description of an error number.
    static func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
