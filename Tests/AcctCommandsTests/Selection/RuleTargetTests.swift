import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

/// The rules that requests, tokens and pages match, by every form in which they name their target.
@Suite struct RuleTargetTests {
    enum Outcome: Equatable {
        case chosen(String)
        /// The rule may be meant, and nothing says that it is not.
        case stops
    }

    private static let site = "https://fabrikam.sharepoint.com/sites/hr"
    private static let siteID = "fabrikam.sharepoint.com,3466b4d2-1530-863d-9d82-42bb164fd83f,c3dc7bb4-cff0-88e6-9e49"

    private static func link(_ url: String) -> String { "/shares/u!\(Data(url.utf8).base64URL)/driveItem" }

    private func outcome(_ rule: String, _ action: Action) throws -> Outcome {
        let context = SelectionContext(
            action: action, rules: [Rule(pattern: try RulePattern(rule), profile: try ProfileName("gov"))],
            current: try ProfileName("work"))
        // The profile of the rule is in the same cloud as the other one.
        var ruled = try SelectionScenario.profile("fabrikam")
        ruled.name = try ProfileName("gov")
        let profiles = [try SelectionScenario.profile("work"), ruled]
        let selection = try Ladder(profiles: profiles, context: context).select()
        do throws(Failure) { try selection.requireNoPossibleRule(for: action) } catch { return .stops }
        return .chosen(selection.profile.name.text)
    }

    @Test(arguments: [
        (link("\(site)/Shared Documents/a.docx"), "PATCH", Outcome.chosen("gov")),
        (link("https://fabrikam.sharepoint.com/:w:/r/sites/hr/Shared%20Documents/a.docx?d=1"), "PATCH", .chosen("gov")),
        (link("https://fabrikam.sharepoint.com/:w:/s/hr/EaBcDeF?e=x"), "PATCH", .chosen("gov")),
        (link("https://fabrikam.sharepoint.com/:w:/s/it/EaBcDeF?e=x"), "GET", .chosen("work")),
        (link("https://fabrikam.sharepoint.com/:w:/t/hr/EaBcDeF?e=x"), "GET", .chosen("work")),
        ("/sites/fabrikam.sharepoint.com:/sites/hr:/lists", "PATCH", .chosen("gov")),
        // Which site has this id is not known.
        ("/sites/\(siteID)/lists/x", "PATCH", .stops), ("/sites/\(siteID)/lists/x", "GET", .chosen("work")),
    ])
    func ruleForASiteIsOneForItsLinks(path: String, method: String, outcome: Outcome) throws {
        let request = GraphRequest(method: method, path: path)
        var action = Action(request, nil)
        // The host alone does not lead to the profile of the tenant.
        action.hints = []
        #expect(try self.outcome("\(Self.site)*", action) == outcome)
    }

    @Test(arguments: [
        ("https://management.azure.com", "https://management.azure.com/*", Outcome.chosen("gov")),
        ("https://management.azure.com", "https://management.azure.com/subscriptions/a*", .stops),
        ("https://management.azure.com", "WRITE https://management.azure.com/*", .stops),
        ("https://management.azure.com", "READ https://management.azure.com/*", .stops),
        ("https://management.azure.com", "WRITE https://vault.azure.net/*", .chosen("work")),
        ("https://management.azure.com", "WRITE", .chosen("work")),
        ("https://management.azure.com", "/*", .chosen("work")),
    ])
    func tokenServesEveryPathAndMethod(resource: String, rule: String, outcome: Outcome) throws {
        #expect(try self.outcome(rule, TokenInvocation(resource: resource).action) == outcome)
    }

    /// A permission without a resource is one of Graph.
    @Test(arguments: [[], ["Mail.Send"], ["openid"], ["https://graph.microsoft.com/Mail.Send"]])
    func ruleForGraphIsOneForItsTokens(scopes: [String]) throws {
        let action = TokenInvocation(scopes: scopes).action
        #expect(try outcome("https://graph.microsoft.com/*", action) == .chosen("gov"))
        #expect(try outcome("https://graph.microsoft.us/*", action) == .chosen("work"))
        #expect(try outcome("/me/*", action) == .chosen("work"))
    }

    @Test func tenantBeforeABatchIsThatOfEachRequest() throws {
        let part = Action(GraphRequest(method: "DELETE", path: "/users/1"), nil)
        for tenant in ["fabrikam.example", "00000000-0000-4000-8000-000000000001"] {
            let request = GraphRequest(method: "POST", path: "/\(tenant)/$batch")
            let action = Action(request, nil, parts: [part, part])
            #expect(action.parts.allSatisfy { $0.hints.map(\.place) == [tenant] })
            #expect(try outcome("tenant=\(tenant)", action) == .chosen("gov"))
        }
    }

    @Test(arguments: [
        "https://dev.azure.com/fab/x", "https://fab.visualstudio.com/x", "https://fab.pkgs.visualstudio.com/x",
        "https://pkgs.dev.azure.com/fab/x",
    ])
    func ruleForAnOrganizationIsOneForItsPages(page: String) throws {
        let action = OpenTarget.page(page).action(amongUsernames: [])
        #expect(try outcome("https://dev.azure.com/fab/*", action) == .chosen("gov"))
        #expect(try outcome("https://dev.azure.com/other/*", action) == .chosen("work"))
    }
}
