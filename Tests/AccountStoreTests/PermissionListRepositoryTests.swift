import Foundation
import Testing

@testable import AccountStore

@Suite struct PermissionListRepositoryTests {
    private let temporary: TemporaryStore
    private var list: PermissionListRepository { PermissionListRepository(temporary.store) }

    init() throws {
        temporary = try TemporaryStore()
    }

    private func row(_ path: String, _ method: String = "GET", _ permissions: String = "A | - | -")
        -> PermissionListRepository.Row
    {
        let segments = path.split(separator: "/")
        return .init(
            root: String(segments[0]), depth: segments.count, path: path, method: method, permissions: permissions)
    }

    @Test func rowsAreFoundByRootAndDepth() throws {
        let rows = [
            row("/me"), row("/me/messages"), row("/me/messages", "POST"), row("/me/messages/{id}"), row("/users/{id}"),
        ]
        try list.replace(with: rows, permissionCount: 3, at: Sample.now)
        let reader = PermissionListRepository(temporary.reopened())
        #expect(Set(try reader.entries(root: "me", depth: 2)) == Set(rows[1...2]))
        #expect(try reader.entries(root: "me", depth: 9).isEmpty)
        #expect(try reader.lastImport() == .init(date: Sample.now, permissionCount: 3))
    }

    @Test func newListReplacesTheWholeOldOne() throws {
        try list.replace(with: [row("/me"), row("/users")], permissionCount: 2, at: Sample.now)
        try list.replace(with: [row("/users", "GET", "B | - | -")], permissionCount: 1, at: Sample.now + 60)
        #expect(try list.entries(root: "me", depth: 1).isEmpty)
        #expect(try list.entries(root: "users", depth: 1).map(\.permissions) == ["B | - | -"])
        #expect(try list.lastImport()?.permissionCount == 1)
    }

    @Test func listThatCannotBeStoredLeavesTheOldOne() throws {
        try list.replace(with: [row("/me")], permissionCount: 1, at: Sample.now)
        try temporary.store.write { db in
            try db.run(
                """
                CREATE TRIGGER full BEFORE INSERT ON permission WHEN NEW.path = '/b'
                BEGIN SELECT RAISE(ABORT, 'full'); END
                """)
        }
        #expect(throws: StoreError.self) {
            try list.replace(with: [row("/a"), row("/b")], permissionCount: 2, at: Sample.now + 60)
        }
        #expect(try list.entries(root: "me", depth: 1).count == 1)
        #expect(try list.entries(root: "a", depth: 1).isEmpty)
        #expect(try list.lastImport()?.permissionCount == 1)
    }

    @Test func readingCreatesNoStore() throws {
        #expect(try list.lastImport() == nil)
        #expect(try list.entries(root: "me", depth: 1).isEmpty)
        #expect(temporary.fileNames() == nil)
    }

    @Test func lookupScansNoTable() throws {
        try list.replace(with: [row("/me")], permissionCount: 1, at: Sample.now)
        let plans = try temporary.store.read { db in
            try [
                "SELECT path, method, permissions FROM permission WHERE root = 'me' AND depth = 1",
                "SELECT imported_at, permission_count FROM permission_list WHERE id = 1",
            ].flatMap { try db.rows("EXPLAIN QUERY PLAN " + $0) { try $0.text(3) } }
        }
        #expect(plans?.count == 2)
        #expect(plans?.allSatisfy { $0.hasPrefix("SEARCH") } == true, "\(plans ?? [])")
    }
}
