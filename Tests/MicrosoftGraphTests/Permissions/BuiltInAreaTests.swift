import Testing

@testable import MicrosoftGraph

/// The rows themselves: a slip in one of them must not wait for somebody to ask for it.
@Suite struct BuiltInAreaTests {
    private static let rows = BuiltInArea.allCases.flatMap { area in area.rows.map { (area, $0) } }

    @Test func everyRowIsWellFormed() {
        for (area, row) in Self.rows {
            let requirements = PermissionText.requirements(row.permissions)
            #expect(requirements?.count == 3, "\(area): \(row.path)")
            let names = (requirements ?? []).flatMap(\.options).flatMap { [$0.name] + $0.alsoRequires }
            #expect(names.allSatisfy(PermissionText.canHold), "\(row.path): \(names)")
            #expect(row.remark?.hasSuffix(".") != false && row.remark?.contains("  ") != true)
            #expect(
                row.methods.split(separator: ",").allSatisfy { ["GET", "POST", "PUT", "PATCH", "DELETE"].contains($0) })
        }
    }

    /// In the area that its path selects, and hidden by no other row.
    @Test func everyRowIsFound() {
        var seen: Set<String> = []
        for (area, row) in Self.rows {
            for (method, path) in row.requests {
                #expect(seen.insert("\(method) \(path.lowercased())").inserted, "twice: \(method) \(path)")
                let asked = path.replacing("*", with: "names")
                let found = PermissionTable.builtIn.required(method: method, path: ResourcePath(asked))
                #expect(found?.template == path, "\(area): \(method) \(path)")
                let work = PermissionText.requirements(row.permissions)?.first
                #expect(found?.work == work, "\(area): \(method) \(path)")
            }
        }
        #expect(seen.count > 600)
    }

    @Test func theTableHasWhatPeopleUseAndNoMore() {
        #expect((250...500).contains(Self.rows.count))
    }
}
