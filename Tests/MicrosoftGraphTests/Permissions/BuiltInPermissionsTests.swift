import Testing

@testable import MicrosoftGraph

/// Every row is checked, because an error in a row shows only for requests of that row.
@Suite struct BuiltInPermissionsTests {
    private static let rows = BuiltInPermissions.rows

    @Test func everyRowIsWellFormed() {
        for row in Self.rows {
            let requirements = PermissionText.requirements(row.permissions)
            #expect(requirements != nil, "\(row.path)")
            let names = PermissionScheme.allCases.flatMap { requirements?[$0].options ?? [] }
                .flatMap { [$0.name] + $0.alsoRequires }
            #expect(names.allSatisfy(PermissionText.canHold), "\(row.path): \(names)")
            #expect(row.remark?.hasSuffix(".") != false && row.remark?.contains("  ") != true)
            #expect(
                row.methods.split(separator: ",").allSatisfy { ["GET", "POST", "PUT", "PATCH", "DELETE"].contains($0) })
        }
    }

    /// No other row for the same request may hide it.
    @Test func everyRowIsFoundByItsPath() {
        var seen: Set<String> = []
        for row in Self.rows {
            for (method, path) in row.requests {
                #expect(seen.insert("\(method) \(path.lowercased())").inserted, "twice: \(method) \(path)")
                let asked = path.replacing("*", with: "names")
                let found = PermissionTable.builtIn.required(method: method, path: ResourcePath(asked))
                #expect(found?.template == path, "\(method) \(path)")
                let work = PermissionText.requirements(row.permissions)?[.delegatedWork]
                #expect(found?.work == work, "\(method) \(path)")
            }
        }
        #expect(seen.count > 600)
    }

    @Test func tableKeepsItsSize() {
        #expect((250...500).contains(Self.rows.count))
    }
}
