import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct SuggestedNameTests {
    private func suggested(_ username: String, _ kind: Profile.Kind, taken: [String] = []) throws -> String {
        ProfileName(suggestedFor: username, kind: kind, taken: Set(try taken.map { name in try ProfileName(name) }))
            .text
    }

    @Test(arguments: [
        ("alice@contoso.example", Profile.Kind.work, [], "contoso"),
        ("Alice@CONTOSO.example", .work, [], "contoso"),
        ("alice@contoso.example", .work, ["Contoso"], "contoso-alice"),
        ("alice@contoso.example", .work, ["contoso", "contoso-alice"], "work"),
        ("alice@contoso.example", .work, ["contoso", "contoso-alice", "work"], "work-2"),
        ("alice@contoso.example", .work, ["contoso", "contoso-alice", "work", "work-2", "WORK-3"], "work-4"),
        ("sam@outlook.example", .personal, [], "personal"),
        ("sam@outlook.example", .personal, ["personal"], "personal-sam"),
        ("sam@outlook.example", .personal, ["personal", "personal-sam"], "personal-sam-2"),
        ("carol@idp.example", .oidc, [], "carol"), ("carol@idp.example", .oidc, ["carol"], "carol-idp"),
        ("carol@idp.example", .oidc, ["carol", "carol-idp"], "oidc"), ("b1946ac9", .oidc, [], "b1946ac9"),
        ("", .work, [], "work"), ("", .personal, [], "personal"), ("", .oidc, [], "oidc"), ("alice", .work, [], "work"),
        ("dana_contoso.example#EXT#@fabrikam.example", .work, [], "fabrikam"), ("@@@", .work, [], "work"),
        ("a@-rf", .work, [], "work"), ("a@.hidden", .work, [], "work"), ("-rf", .oidc, [], "oidc"),
        ("a@\u{1B}[31mred", .work, [], "31mred"), ("a@q\u{301}x.example", .work, [], "qx"),
        ("a@山田.example", .work, [], "work"),
        ("a@../../etc", .work, [], "work"),
    ])
    func isDerivedFromTheUsername(username: String, kind: Profile.Kind, taken: [String], name: String) throws {
        #expect(try suggested(username, kind, taken: taken) == name)
    }

    /// Lengths at which a number no longer fits after the name.
    @Test(.timeLimit(.minutes(1)), arguments: 50...60, Profile.Kind.allCases)
    func longUsernameLeavesRoomForANumber(length: Int, kind: Profile.Kind) throws {
        let username = "\(String(repeating: "u", count: length))@\(String(repeating: "o", count: length)).example"
        var taken: [String] = []
        for _ in 0..<15 {
            let name = try suggested(username, kind, taken: taken)
            #expect(!taken.contains(name))
            taken.append(name)
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: SeededGenerator.seeds, Profile.Kind.allCases)
    func isValidAndUnused(seed: UInt64, kind: Profile.Kind) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let username = "\(generator.text(upTo: 70))@\(generator.text(upTo: 20))"
            var taken: Set<ProfileName> = []
            for _ in 0..<6 {
                let name = ProfileName(suggestedFor: username, kind: kind, taken: taken)
                #expect(!taken.contains(name))
                #expect(throws: Never.self) { try ProfileName(name.text) }
                #expect(name.text.utf8.allSatisfy { $0 < 0x80 }, "\(username.debugDescription)")
                taken.insert(name)
            }
        }
    }
}
