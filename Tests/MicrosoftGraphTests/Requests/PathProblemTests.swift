import HostileInput
import MicrosoftGraph
import Testing

@Suite struct PathProblemTests {
    @Test(arguments: [
        ("/groups/1/members/2/", PathProblem.segment as PathProblem?), ("/groups//drive/root:/a:/content", .segment),
        ("/groups//members/2", .segment),
        ("https://graph.example/v1.0/users/1/", .segment), ("https://graph.example//users", .segment),
        ("/users/1", nil), ("/", nil), ("", nil), ("users", nil), ("https://graph.example/v1.0/me", nil),
        ("/me/drive/root:/a//b:/content", nil), ("/reports/x(a='//')", nil), ("/me?a=//", nil), ("/me?a=b/", nil),
    ])
    func writeNeedsEachPartOfItsPath(path: String, gap: PathProblem?) {
        #expect(PathProblem(in: path, isWrite: true) == gap)
        #expect(PathProblem(in: path, isWrite: false) == nil)
    }

    @Test(
        arguments: [true, false],
        [
            ("/me?=mail", true), ("/me?$top=1&=mail", true), ("/me?$expand=items(=id)", true),
            ("/me?$expand=items($select=id;=2)", true), ("/me?$select=mail", false), ("/me?$filter=a eq '=b'", false),
            ("/me?", false), ("/a=b", false),
        ])
    func queryOptionNeedsItsName(isWrite: Bool, example: (path: String, lacksName: Bool)) {
        #expect(PathProblem(in: example.path, isWrite: isWrite) == (example.lacksName ? .optionName : nil))
    }

    @Test(arguments: [
        ("/me/../users/1", true), ("/me/..", true), ("./me", true), ("/me/%2E%2e/users", true), ("/me/.%2e/x", true),
        ("https://graph.example/v1.0/../me", true), ("/me/drive/root:/a/../b:/content", true), ("/me/...", false),
        ("/me/.x", false), ("https://graph.example:80/v1.0/me/drive/root:/../b", true), ("/me?a=../b", false),
        ("/me/drive/root:/%2e%2E/users/1", true), ("/me/drive/root:/a..b/.c:/content", false),
        ("https://graph.example/me", false),
    ])
    func segmentOfDotsIsAGap(path: String, isGap: Bool) {
        for isWrite in [true, false] { #expect((PathProblem(in: path, isWrite: isWrite) == .dotSegment) == isGap) }
    }

    @Test(arguments: SeededGenerator.seeds) func anyTextIsReadWithoutATrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 { _ = PathProblem(in: random.text(upTo: 40), isWrite: true) }
    }
}
