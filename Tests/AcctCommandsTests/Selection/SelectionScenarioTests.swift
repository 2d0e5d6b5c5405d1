import AuthCore
import MicrosoftGraph
import Testing

@testable import AccountProfiles
@testable import AcctCommands

/// Properties of the selection over all combinations of owner, place, method, current profile, earlier use and directory.
@Suite struct SelectionScenarioTests {
    static let all = SelectionScenario.Owner.allCases.flatMap { owner in
        SelectionScenario.Place.allCases.flatMap { place in
            ["GET", "DELETE"].flatMap { method in
                SelectionScenario.everything.flatMap { current in
                    SelectionScenario.EarlierUse.allCases.flatMap { earlier in
                        SelectionScenario.Directory.allCases.map { directory in
                            SelectionScenario(
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

    private static func outcome(_ scenario: SelectionScenario) throws -> Outcome {
        let ladder = try scenario.ladder()
        guard let selection = try? ladder.select() else { return .refused }
        return .chosen(selection.profile.name.text)
    }

    /// Whether the selection can know the owner of the addressed resource.
    private static func knowsOwner(_ scenario: SelectionScenario) -> Bool {
        switch scenario.place {
        case .knownItem: scenario.earlier == .byOwner && !scenario.owner.profiles.isEmpty
        case .organization: true
        case .userInPath, .domainInPath, .userFilter, .batchPart: scenario.owner != .adventure
        case .host: ![.adventure, .northwind].contains(scenario.owner)
        default: false
        }
    }

    @Test func requestForAKnownOwnerGoesToAProfileOfThatOwnerOrNowhere() throws {
        var count = 0
        for scenario in Self.unbound where Self.knowsOwner(scenario) {
            count += 1
            let fitting = scenario.owner.profiles.intersection(scenario.able)
            // The other request of a batch would go as the current profile.
            let isDivided = scenario.place == .batchPart && scenario.able.contains(scenario.current)
            let expected: Outcome =
                fitting.contains(scenario.current)
                ? .chosen(scenario.current)
                : fitting.count == 1 && !isDivided ? .chosen(fitting.min() ?? "") : .refused
            #expect(try Self.outcome(scenario) == expected, "\(scenario)")
        }
        #expect(count > 1000)
    }

    @Test func requestThatOnlyMentionsAnOwnerGoesToTheCurrentProfile() throws {
        for scenario in Self.unbound where !scenario.place.addresses {
            let able = scenario.able
            let expected: Outcome =
                able.contains(scenario.current)
                ? .chosen(scenario.current) : able.count == 1 ? .chosen(able.min() ?? "") : .refused
            #expect(try Self.outcome(scenario) == expected, "\(scenario)")
        }
    }

    @Test func earlierMentionChangesNoSelection() throws {
        for scenario in Self.all where scenario.earlier == .mentions {
            let before = SelectionScenario(
                owner: scenario.owner, place: scenario.place, method: scenario.method, current: scenario.current,
                earlier: .none, directory: scenario.directory, flag: nil)
            #expect(try Self.outcome(scenario) == Self.outcome(before), "\(scenario)")
        }
    }

    @Test func itemThatTwoTenantsServedIsNoHint() throws {
        for scenario in Self.unbound where scenario.place == .knownItem && scenario.earlier == .byTwoTenants {
            let expected: Outcome =
                scenario.able.contains(scenario.current) ? .chosen(scenario.current) : .refused
            #expect(try Self.outcome(scenario) == expected, "\(scenario)")
        }
    }

    /// By the current profile, a binding or a name; a selection by inference alone is marked, so that it is asked about.
    @Test func writeIsNeverSentOnInferenceAlone() throws {
        for scenario in Self.all where scenario.isWrite {
            guard let selection = try? scenario.ladder().select() else { continue }
            let isNamed = selection.step == .binding || selection.profile.name.text == scenario.current
            #expect(selection.isInferred == !isNamed, "\(scenario)")
        }
    }

    @Test func directoryDecidesBeforeTheRequest() throws {
        for scenario in Self.all where scenario.earlier == .none {
            guard let bound = scenario.directory.profile else { continue }
            let expected: Outcome = scenario.able.contains(bound) ? .chosen(bound) : .refused
            #expect(try Self.outcome(scenario) == expected, "\(scenario)")
        }
    }

    @Test func namedProfileDecidesOrIsRefusedByAPolicy() throws {
        for scenario in Self.all where scenario.current == "work" && scenario.earlier == .byOwner {
            for flag in SelectionScenario.everything {
                let named = SelectionScenario(
                    owner: scenario.owner, place: scenario.place, method: scenario.method, current: "work",
                    earlier: .byOwner, directory: scenario.directory, flag: flag)
                let isPolicy = Exclusion(of: try SelectionScenario.profile(flag), from: named.action)?.isPolicy == true
                #expect(try Self.outcome(named) == (isPolicy ? .refused : .chosen(flag)), "\(named)")
            }
        }
    }

    /// Each reason is compared with what the tests know of the owner and the profile.
    @Test func everyReasonIsTrueOfItsProfile() throws {
        for scenario in Self.unbound {
            let ladder = try scenario.ladder()
            let selection = try? ladder.select()
            for candidate in ladder.candidates(beside: selection) {
                let name = candidate.profile.name.text
                #expect(
                    isTrue(candidate.reason, of: candidate.profile, in: scenario),
                    "\(scenario): \(name): \(candidate.reason)")
            }
        }
    }

    private func isTrue(_ reason: String, of profile: Profile, in scenario: SelectionScenario) -> Bool {
        let isOwners = scenario.owner.profiles.contains(profile.name.text)
        switch reason {
        case "it is the current profile": return profile.name.text == scenario.current
        case "is not the current profile": return profile.name.text != scenario.current
        case "it is read-only, and this is a write": return profile.mode == .readOnly && scenario.isWrite
        case _ where reason.hasPrefix("the target is in another cloud"):
            return (profile.authority.cloud == .usgov) != reason.contains("usgov")
        case _ where reason.hasPrefix("Graph does not offer"):
            return reason.hasSuffix("to personal accounts") ? profile.kind == .personal : profile.kind == .app
        case "an app has no /me": return profile.kind == .app
        case _ where reason.hasSuffix("belongs to another tenant"): return !isOwners && scenario.place.addresses
        case _ where reason.hasPrefix("it was inferred from"): return isOwners && scenario.place.addresses
        case "it is the only profile that can do this": return scenario.able == [profile.name.text]
        case "also fits": return scenario.able.contains(profile.name.text)
        default: return false
        }
    }

    @Test func errorOfATieNamesWhatNarrowedItAndWhyTheOthersAreOut() throws {
        var count = 0
        for scenario in Self.unbound where Self.knowsOwner(scenario) {
            do throws(SelectionError) {
                guard let ladder = try? scenario.ladder() else { continue }
                _ = try ladder.select()
            } catch {
                guard case .ambiguous(let tie) = error else { continue }
                count += 1
                #expect(tie.place?.isEmpty == false, "\(scenario)")
                #expect(
                    Set(tie.fitting.map(\.profile.name.text)).isSubset(of: scenario.owner.profiles), "\(scenario)")
                #expect(tie.fitting.count + tie.others.count == SelectionScenario.everything.count)
                #expect(Failure(error).lacksProfileOption && Failure(error).command == nil)
                #expect(Failure(error).candidates?.count == tie.fitting.count)
            }
        }
        #expect(count > 20)
    }
}
