import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct AcctFileContentsTests {
    private static let id = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"

    @Test(
        arguments: [
            ("work", .profile("work")), ("work\n", .profile("work")), ("\r\nwork\r\n\r\n", .profile("work")),
            ("# who\n\n  alice@contoso.example\t# here\n#end", .profile("alice@contoso.example")),
            ("tenant=Contoso.com", .tenant("contoso.com")), ("tenant=\(id)\r\n", .tenant(id)),
            ("münchen", .profile("münchen")), ("tenant", .profile("tenant")),
            ("work\n" + String(repeating: "#", count: 4091), .profile("work")),
        ] as [(String, Binding.Target)])
    func fileNamesAProfileOrATenant(text: String, target: Binding.Target) throws {
        #expect(try AcctFileContents(Array(text.utf8)).target == target)
    }

    @Test(
        arguments: [
            ("", .empty), ("\n\r\n # x\n", .empty), ("a\nb", .second(line: 2)), ("#\na\n\na", .second(line: 4)),
            ("a b", .noName("a b", line: 1)), ("\n-x", .noName("-x", line: 2)), ("a=b", .noName("a=b", line: 1)),
            ("Tenant=a.b", .noName("Tenant=a.b", line: 1)), ("tenant=", .noTenant("", line: 1)),
            ("\n\ntenant=contoso", .noTenant("contoso", line: 3)), ("tenant= a.b", .noTenant(" a.b", line: 1)),
            ("a\rb", .noName("a\rb", line: 1)), ("a\u{0}", .noName("a\u{0}", line: 1)),
            ("\u{FEFF}work", .noName("\u{FEFF}work", line: 1)), ("a\n\u{1B}[2J", .second(line: 2)),
            (String(repeating: "#", count: 4097), .tooLong(limit: 4096)),
        ] as [(String, AcctFileSyntaxError)])
    func invalidFileIsAnErrorWithItsLine(text: String, error: AcctFileSyntaxError) {
        #expect(failure { () throws(AcctFileSyntaxError) in try AcctFileContents(Array(text.utf8)) } == error)
    }

    @Test(arguments: [[0xFF], [0x0A, 0x61, 0x0A, 0xC3, 0x28], [0x23, 0xE2, 0x82]] as [[UInt8]])
    func invalidUTF8IsRejected(bytes: [UInt8]) {
        let line = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
        #expect(failure { () throws(AcctFileSyntaxError) in try AcctFileContents(bytes) } == .notUTF8(line: line))
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomFileNamesOnlyValidProfiles(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let bytes = Bool.random(using: &generator) ? generator.bytes(upTo: 40) : Array(generator.text(upTo: 5).utf8)
            guard let file = try? AcctFileContents(bytes) else { continue }
            switch file.target {
            case .profile(let name): #expect((try? ProfileName(name)) != nil)
            case .tenant(let name): #expect(TenantName(name)?.text == name)
            }
        }
    }
}
