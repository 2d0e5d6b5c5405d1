import AccountProfiles
import AccountStore
import MicrosoftGraph

/// A selection that never prompts and reads all inputs, so that each losing profile has a reason.
struct SelectionTrial {
    let action: Action
    /// The permissions that the action takes, where they are known.
    let required: RequiredPermissions?
    let context: SelectionContext
    let profiles: [Profile]
    let ladder: Ladder
    let result: Result<Selection, SelectionError>
    /// The number of profiles that were not compared, because a name decided.
    let uncomparedCount: Int

    private static let comparedLimit = 100

    /// - Parameters:
    ///   - flag: the value of `--profile`.
    ///   - comparesAll: whether every profile is compared, however many there are.
    /// - Throws: `Failure` where the action itself would be refused although a profile was chosen.
    init(
        of action: Action, _ required: RequiredPermissions?, as flag: String?, comparesAll: Bool, _ selector: Selector
    ) throws {
        var context = try selector.selectionContext(flag, action)
        let (profiles, others) = try Self.compared(in: context, all: comparesAll, selector)
        if others == 0 {
            context.usageHistory = try selector.usageHistory(of: action, required: required, among: profiles)
        }
        let ladder = Ladder(profiles: profiles, context: context)
        (self.action, self.required, self.context) = (action, required, context)
        (self.profiles, self.ladder, uncomparedCount) = (profiles, ladder, others)
        result = Result { () throws(SelectionError) in try ladder.select() }
        if case .success(let selection) = result { try selector.requireAccount(of: selection, for: action) }
    }

    /// The profiles that the explanation tells of, and the number of the others.
    ///
    /// Where a profile was named, all others are ruled out for that reason. A large number of them is counted, not read.
    private static func compared(
        in context: SelectionContext, all: Bool, _ selector: Selector
    ) throws -> ([Profile], others: Int) {
        let repository = selector.profiles
        let count = try repository.count()
        guard let name = context.givenName, count > comparedLimit, !all else {
            return (try repository.profiles().inNameOrder(), 0)
        }
        var profiles = try selector.profilesCompared(with: name, in: context)
        if let current = context.current, !profiles.contains(where: { $0.name == current }) {
            profiles.append(try repository.profile(named: current.text))
        }
        return (profiles, count - profiles.count)
    }
}

extension Selection {
    /// Whether the action is asked about before it is sent, and refused in a script.
    func asksFirst(before action: Action) -> Bool { action.isWrite && isInferred }
}

/// The sentences of `acct why` and of a dry run.
extension Selection {
    /// `work (alice@contoso.com), because … [current]`
    var explanation: String { "\(profile.nameAndUsername), because \(reason). [\(step)]" }

    var cautionSentence: String? { caution.map { "Caution: \($0)." } }

    static let confirmationSentence =
        "acct asks before it writes as an inferred profile; without a terminal it refuses."
}

/// The profile that a dry run would act as, as JSON: the first fields of its output.
struct DryRunSelection: Encodable {
    let profile, username, step, reason: String
    @Nullable var caution: String?
    let isWrite, asksFirst: Bool
    private let explanation: String

    init(_ selection: Selection, for action: Action) {
        (profile, username) = (selection.profile.name.text, selection.profile.username)
        (step, reason) = (selection.step.rawValue, selection.reason)
        isWrite = action.isWrite
        asksFirst = selection.asksFirst(before: action)
        caution = selection.caution
        explanation = selection.explanation
    }

    /// The sentences on the profile, for people.
    var sentences: [String] {
        ["As \(explanation)", caution.map { "Caution: \($0)." }, asksFirst ? Selection.confirmationSentence : nil]
            .compactMap(\.self)
    }

    private enum CodingKeys: CodingKey { case profile, username, step, reason, caution, isWrite, asksFirst }
}
