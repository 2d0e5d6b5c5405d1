import AuthCore
import MicrosoftGraph
import Testing

@testable import AccountProfiles
@testable import AcctCommands

/// Properties of the selection over all combinations of owner, place, method, current profile, earlier use and directory.
@Suite struct SituationTests {
    static let all = Situation.Owner.allCases.flatMap { owner in
        Situation.Place.allCases.flatMap { place in
            ["GET", "DELETE"].flatMap { method in
                Situation.everything.flatMap { current in
                    Situation.EarlierUse.allCases.flatMap { earlier in
                        Situation.Directory.allCases.map { directory in
                            Situation(
                                owner: owner, place: place, method: method, current: current, earlier: earlier,
                                directory: directory, flag: nil)
                        }
                    }
                }
            }
        }
    }
    private static let unbound = all.filter { $0.directory == .unbound }

    /// The outcome as the tests expect it, from the owner alone.
    private enum Outcome: Equatable {
        case chosen(String)
        /// Nothing is sent: several fit, or none.
        case refused
    }

    private static func outcome(_ situation: Situation) throws -> Outcome {
        let ladder = try situation.ladder()
        guard let selection = try? ladder.select() else { return .refused }
        return .chosen(selection.profile.name.text)
    }

    /// Whether the selection can know the owner of the addressed resource.
    private static func knowsOwner(_ situation: Situation) -> Bool {
        switch situation.place {
        case .knownItem: situation.earlier == .byOwner && !situation.owner.profiles.isEmpty
        case .organization: true
        case .userInPath, .domainInPath, .userFilter, .batchPart: situation.owner != .adventure
        case .host: ![.adventure, .northwind].contains(situation.owner)
        default: false
        }
    }

    @Test func thereAreThousandsOfSituations() {
        #expect(Self.all.count == 8 * 16 * 2 * 8 * 4 * 5)
    }

    @Test func requestForAKnownOwnerGoesToAProfileOfThatOwnerOrNowhere() throws {
        var count = 0
        for situation in Self.unbound where Self.knowsOwner(situation) {
            count += 1
            let fitting = situation.owner.profiles.intersection(situation.able)
            // The other request of a batch would go as the current profile.
            let isDivided = situation.place == .batchPart && situation.able.contains(situation.current)
            let expected: Outcome =
                fitting.contains(situation.current)
                ? .chosen(situation.current)
                : fitting.count == 1 && !isDivided ? .chosen(fitting.min() ?? "") : .refused
            #expect(try Self.outcome(situation) == expected, "\(situation)")
        }
        #expect(count > 1000)
    }

    @Test func requestThatOnlyMentionsAnOwnerGoesToTheCurrentProfile() throws {
        for situation in Self.unbound where !situation.place.addresses {
            let able = situation.able
            let expected: Outcome =
                able.contains(situation.current)
                ? .chosen(situation.current) : able.count == 1 ? .chosen(able.min() ?? "") : .refused
            #expect(try Self.outcome(situation) == expected, "\(situation)")
        }
    }

    @Test func earlierMentionChangesNoSelection() throws {
        for situation in Self.all where situation.earlier == .mentions {
            let before = Situation(
                owner: situation.owner, place: situation.place, method: situation.method, current: situation.current,
                earlier: .none, directory: situation.directory, flag: nil)
            #expect(try Self.outcome(situation) == Self.outcome(before), "\(situation)")
        }
    }

    @Test func itemThatTwoTenantsServedIsNoHint() throws {
        for situation in Self.unbound where situation.place == .knownItem && situation.earlier == .byTwoTenants {
            let expected: Outcome =
                situation.able.contains(situation.current) ? .chosen(situation.current) : .refused
            #expect(try Self.outcome(situation) == expected, "\(situation)")
        }
    }

    /// By the current profile, a binding or a name; a selection by inference alone is marked, so that it is asked about.
    @Test func writeIsNeverSentOnInferenceAlone() throws {
        for situation in Self.all where situation.isWrite {
            guard let selection = try? situation.ladder().select() else { continue }
            let isNamed = selection.step == .binding || selection.profile.name.text == situation.current
            #expect(selection.isInferred == !isNamed, "\(situation)")
        }
    }

    @Test func directoryDecidesBeforeTheRequest() throws {
        for situation in Self.all where situation.earlier == .none {
            guard let bound = situation.directory.profile else { continue }
            let expected: Outcome = situation.able.contains(bound) ? .chosen(bound) : .refused
            #expect(try Self.outcome(situation) == expected, "\(situation)")
        }
    }

    @Test func namedProfileDecidesOrIsRefusedByAPolicy() throws {
        for situation in Self.all where situation.current == "work" && situation.earlier == .byOwner {
            for flag in Situation.everything {
                let named = Situation(
                    owner: situation.owner, place: situation.place, method: situation.method, current: "work",
                    earlier: .byOwner, directory: situation.directory, flag: flag)
                let isPolicy = Exclusion(of: try Situation.profile(flag), from: named.action)?.isPolicy == true
                #expect(try Self.outcome(named) == (isPolicy ? .refused : .chosen(flag)), "\(named)")
            }
        }
    }

    /// Each reason is compared with what the tests know of the owner and the profile.
    @Test func everyReasonIsTrueOfItsProfile() throws {
        for situation in Self.unbound {
            let ladder = try situation.ladder()
            let selection = try? ladder.select()
            for candidate in ladder.candidates(beside: selection) {
                let name = candidate.profile.name.text
                #expect(
                    isTrue(candidate.reason, of: candidate.profile, in: situation),
                    "\(situation): \(name): \(candidate.reason)")
            }
        }
    }

    private func isTrue(_ reason: String, of profile: Profile, in situation: Situation) -> Bool {
        let isOwners = situation.owner.profiles.contains(profile.name.text)
        switch reason {
        case "it is the current profile": return profile.name.text == situation.current
        case "is not the current profile": return profile.name.text != situation.current
        case "it is read-only, and this is a write": return profile.mode == .readOnly && situation.isWrite
        case _ where reason.hasPrefix("the target is in another cloud"):
            return (profile.authority.cloud == .usgov) != reason.contains("usgov")
        case _ where reason.hasPrefix("Graph does not offer"):
            return reason.hasSuffix("to personal accounts") ? profile.kind == .personal : profile.kind == .app
        case "an app has no /me": return profile.kind == .app
        case _ where reason.hasSuffix("belongs to another tenant"): return !isOwners && situation.place.addresses
        case _ where reason.hasPrefix("it was inferred from"): return isOwners && situation.place.addresses
        case "it is the only profile that can do this", "also fits": return true
        default: return false
        }
    }

    @Test func errorOfATieNamesWhatNarrowedItAndWhyTheOthersAreOut() throws {
        var count = 0
        for situation in Self.unbound where Self.knowsOwner(situation) {
            do throws(SelectionError) {
                guard let ladder = try? situation.ladder() else { continue }
                _ = try ladder.select()
            } catch {
                guard case .ambiguous(let tie) = error else { continue }
                count += 1
                #expect(tie.place?.isEmpty == false, "\(situation)")
                #expect(
                    Set(tie.fitting.map(\.profile.name.text)).isSubset(of: situation.owner.profiles), "\(situation)")
                #expect(tie.fitting.count + tie.others.count == Situation.everything.count)
                #expect(Failure(error).command == "acct COMMAND --profile NAME")
                #expect(Failure(error).candidates?.count == tie.fitting.count)
            }
        }
        #expect(count > 20)
    }
}
