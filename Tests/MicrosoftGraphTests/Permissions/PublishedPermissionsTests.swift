import Foundation
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct PublishedPermissionsTests {
    /// A list of one permission for each line: name, methods, paths, what the paths hold.
    private static func list(_ permissions: [(String, String, String)], type: String = "oAuth2") -> String {
        let members = permissions.map { name, methods, paths in
            #""\#(name)":{"authorizationType":"\#(type)","schemes":{"DelegatedWork":{"requiresAdminConsent":true,"#
                + #""privilegeLevel":3},"DelegatedPersonal":{"privilegeLevel":3}},"pathSets":[{"schemeKeys":["DelegatedWork","#
                + #""DelegatedPersonal","Unheard"],"methods":[\#(methods)],"paths":{\#(paths)}}],"ownerInfo":{}}"#
        }
        return #"{"$schema":"x","permissions":{\#(members.joined(separator: ","))}}"#
    }

    private func work(_ list: String, _ path: String) throws -> String? {
        let published = try PublishedPermissions(Data(list.utf8))
        let entry = published.entries.first { $0.path == path && $0.method == "GET" }
        return entry.flatMap { $0.permissions.split(separator: "|").first }.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    @Test func entriesNameThePermissionsOfEachRequest() throws {
        let list = Self.list([
            ("Mail.Read", #""GET""#, #""/me/messages":"","/me/Messages/{message-id}":"least=DelegatedWork""#),
            ("Mail.ReadBasic", #""GET""#, #""/me/messages":"least=DelegatedWork,DelegatedPersonal""#),
        ])
        let published = try PublishedPermissions(Data(list.utf8))
        #expect(published.permissionCount == 2)
        #expect(
            Set(published.entries) == [
                PermissionEntry(
                    method: "GET", path: "/me/messages",
                    permissions: "Mail.ReadBasic!, Mail.Read! | Mail.ReadBasic, Mail.Read | -"),
                PermissionEntry(method: "GET", path: "/me/Messages/{id}", permissions: "Mail.Read! | Mail.Read | -"),
            ])
        #expect(published.entries.allSatisfy { $0.pathShape.root == "me" })
    }

    @Test func narrowestOfSeveralMarkedPermissionsIsTheLeast() throws {
        let mark = #""/a":"least=DelegatedWork""#
        #expect(
            try work(
                Self.list([
                    ("A.ReadWrite", #""GET","POST""#, mark), ("A.Read.All", #""GET""#, mark),
                    ("A.Read", #""GET""#, mark),
                ]),
                "/a") == "A.Read!, A.Read.All!, A.ReadWrite!")
        #expect(
            try work(Self.list([("B.Read", #""GET","PATCH""#, mark), ("C.Read", #""GET""#, mark)]), "/a")
                == "C.Read!, B.Read!")
        #expect(
            try work(Self.list([("B.Read", #""GET""#, #""/a":"""#), ("A.Read", #""GET""#, #""/a":"""#)]), "/a")
                == "A.Read!, B.Read!")
    }

    @Test func conditionHoldsUnlessThePermissionIsAlsoListedWithoutIt() throws {
        let both = #""/a":"least=DelegatedWork;AlsoRequires=C.Read,D.Read""#
        #expect(try work(Self.list([("B.Read", #""GET""#, both)]), "/a") == "B.Read!+C.Read/D.Read")
        #expect(try work(Self.list([("B.Read", #""GET""#, both + #","/A":"""#)]), "/a") == nil)
        #expect(try work(Self.list([("B.Read", #""GET""#, both + #","/A":"""#)]), "/A") == "B.Read!")
    }

    @Test func excelIsForWorkAccounts() throws {
        let list = Self.list([("Files.Read", #""GET""#, #""/me/drive/items/{id}/workbook/names":"""#)])
        #expect(try PublishedPermissions(Data(list.utf8)).entries.first?.permissions == "Files.Read! | - | -")
    }

    @Test(arguments: [
        ("", PublishedPermissionsError.empty), ("<html>", .notJSON), ("{", .notJSON), ("[]", .malformed(at: "")),
        ("{}", .malformed(at: "permissions")), (#"{"permissions":[]}"#, .malformed(at: "permissions")),
        (#"{"permissions":{}}"#, .noRequests), (#"{"permissions":{"A":7}}"#, .malformed(at: "permissions.A")),
        (#"{"permissions":{"A":{"schemes":{}}}}"#, .malformed(at: "permissions.A.pathSets")),
        (
            #"{"permissions":{"A":{"schemes":{"X":{"privilegeLevel":"3"}},"pathSets":[]}}}"#,
            .malformed(at: "permissions.A.schemes.X.privilegeLevel")
        ),
        (list([("A", #""GET""#, #""/a":"""#)], type: "RSC"), .noRequests),
        (list([("A", #""GET""#, #""/a":3"#)]), .malformed(at: "permissions.A.pathSets.0.paths./a")),
        (list([("A b", #""GET""#, #""/a":"""#)]), .malformed(at: "permissions.A b")),
        (list([("A", #""get it""#, #""/a":"""#)]), .malformed(at: "permissions.A.pathSets.methods")),
        (list([("A", #""GET""#, #""a":"""#)]), .malformed(at: "permissions.A.pathSets.paths")),
        (list([("A", #""GET""#, #""/a|b":"""#)]), .malformed(at: "permissions.A.pathSets.paths")),
        (list([("A", #""GET""#, #""/a\u001b[31m":"""#)]), .malformed(at: "permissions.A.pathSets.paths")),
        (list([("A", #""GET""#, #""/a":"AlsoRequires=x|y""#)]), .malformed(at: "permissions.A.pathSets.paths")),
        (String(repeating: "[", count: 100_000), .notJSON),
    ])
    func anotherDocumentIsRejectedWithItsReason(text: String, error: PublishedPermissionsError) {
        #expect(throws: error) { try PublishedPermissions(Data(text.utf8)) }
    }

    @Test func hugeNameIsRejected() {
        let name = String(repeating: "A", count: 100_000)
        let text = Self.list([(name, #""GET""#, #""/a":"""#)])
        #expect(throws: PublishedPermissionsError.malformed(at: "permissions." + name.prefix(100))) {
            try PublishedPermissions(Data(text.utf8))
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func damagedListIsReadOrRejected(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let whole = Array(
            Self.list([("Mail.Read", #""GET","POST""#, #""/me/messages":"least=DelegatedWork","/a/{id}":"""#)]).utf8)
        for _ in 0..<100 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            guard let published = try? PublishedPermissions(Data(bytes)) else { continue }
            for entry in published.entries { #expect(PermissionText.requirements(entry.permissions[...]) != nil) }
        }
    }
}
