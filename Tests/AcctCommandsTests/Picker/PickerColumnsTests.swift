import Testing

@testable import AcctCommands

@Suite struct PickerColumnsTests {
    private let guid = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"

    @Test func wideTerminalShowsAllColumns() {
        #expect(columns(["work", "home"]).fitting(100) == [4, 22, 36])
    }

    @Test(arguments: [
        (80, [4, 22, 36]), (79, [4, 22, 35]), (60, [4, 22, 16]), (53, [4, 22, 9]), (52, [4, 21, 9]), (40, [4, 20, 9]),
        (1, [4, 20, 9]),
    ])
    func narrowTerminalShortensTheLastColumnFirst(room: Int, widths: [Int]) {
        #expect(columns(["work", "home"], reason: "used 5 m ago").fitting(room) == widths)
    }

    @Test func singleLongNameDoesNotWidenItsColumn() {
        let names = (10..<29).map { "customer-\($0)" } + [String(repeating: "x", count: 64)]
        #expect(columns(names).fitting(48) == [11, 22, 9])
        #expect(columns(names).fitting(200)[0] == 64)
    }

    /// The tenants of four profiles say more than the difference of two.
    @Test func differenceOfAFewLeavesRoomForTheOthers() {
        let rows = ["Mail.Read Calendars.Read", "fewer scopes", "", "", ""].enumerated().map { number, difference in
            var item = PickerItem(
                name: "work\(number)", details: ["alice@contoso.examples", "contoso.example"], reason: "")
            item.difference = difference
            return PickerRow(item)
        }
        #expect(PickerColumns(rows).fitting(59) == [5, 22, 15, 9])
        #expect(PickerColumns(Array(rows.prefix(3))).fitting(58) == [5, 20, 9, 24])
    }

    /// The GUID of one app takes no room from the tenants of all others.
    @Test(arguments: [
        (80, [6, 36, 16, 4]), (79, [6, 36, 16, 0]), (64, [6, 36, 16, 0]), (60, [6, 32, 16, 0]), (49, [6, 21, 16, 0]),
        (48, [6, 21, 15, 0]),
    ])
    func kindAndGUIDGiveWayToTheTenant(room: Int, widths: [Int]) {
        let rows = [
            ("work", "alice@contoso.example", "contoso.example"), ("report", guid, "fabrikam.example"),
            ("home", "sam@contoso.example", "consumers"),
        ].map { PickerRow(PickerItem(name: $0, details: [$1, $2], kind: "work", reason: "never used")) }
        #expect(PickerColumns(rows).fitting(room) == widths)
    }

    /// One tenant of all says less than their usernames.
    @Test func columnThatTellsLeastIsNarrowedFirst() {
        let rows = ["alice@contoso.example", "bob@contoso.example", "carol@contoso.example"].map {
            PickerRow(PickerItem(name: "p", details: [$0, "contoso.example"], reason: "used 3 d ago"))
        }
        #expect(PickerColumns(rows).fitting(50) == [1, 21, 10])
    }

    @Test func noRowsHaveNoColumns() {
        #expect(PickerColumns([]).fitting(80) == [])
    }

    private func columns(_ names: [String], reason: String = "") -> PickerColumns {
        PickerColumns(
            names.map { PickerRow(PickerItem(name: $0, details: ["alice@contoso.examples", guid], reason: reason)) })
    }
}
