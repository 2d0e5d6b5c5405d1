import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct TenantNameTests {
    @Test(arguments: [
        "7C6E2B14-3f0a-4d5c-9b8e-c0470500ac01", "contoso.com", "CONTOSO.onmicrosoft.com", "xn--bcher-kva.example",
        "a.b",
        "1.2", String(repeating: "a", count: 63) + ".b",
    ])
    func guidOrDomainIsATenant(text: String) {
        #expect(TenantName(text)?.text == text.lowercased())
    }

    @Test(arguments: [
        "", "contoso", ".", "a.", ".a", "a..b", "-a.b", "a-.b", "a b.c", "a/b.c", "*.b", "bücher.example", "a_b.c",
        "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac0", "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac0g", "{7c6e2b14}", "a.b\n",
        String(repeating: "a", count: 64) + ".b", String(repeating: "a.", count: 130) + "b",
        // The Kelvin sign lower-cases to the ASCII k.
        "\u{212A}.b\u{0}",
    ])
    func otherTextIsNotATenant(text: String) {
        #expect(TenantName(text) == nil)
    }
}
