import Foundation
import Testing

/// The landing pages of the three documented modules.
@Suite struct LandingPageTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources").standardizedFileURL

    /// A type without a topic is shown in a list of its own, without its subject.
    @Test(arguments: ["HTTPTransport", "AuthCore", "MicrosoftGraph"])
    func everyPublicTypeHasATopic(module: String) throws {
        let folder = Self.sources.appending(path: module)
        let page = try String(contentsOf: folder.appending(path: "\(module).docc/\(module).md"), encoding: .utf8)
        let topics = page.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.1) }
        #expect(Set(topics).count == topics.count, "a type has one topic")
        #expect(try publicTypes(in: folder) == Set(topics))
    }

    private func publicTypes(in folder: URL) throws -> Set<String> {
        var types: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let declaration =
                /(?m)^public (?:final |indirect )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/
            types.formUnion(text.matches(of: declaration).map { String($0.1) })
        }
        return types
    }
}
