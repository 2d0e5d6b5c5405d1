import Foundation
import Testing

@testable import AcctCommands

@Suite struct CalendarDayTests {
    @Test(arguments: [
        ("2027-01-31", 1_801_353_600), ("2028-02-29", 1_835_395_200), ("2027-01-31T23:59:59Z", 1_801_353_600),
        ("2027-01-31T10:00:00.1234567Z", 1_801_353_600), ("9999-12-31", 253_402_214_400),
    ])
    func dayIsParsed(text: String, seconds: Double) {
        let day = CalendarDay(text)
        #expect(day?.start == Date(timeIntervalSince1970: seconds))
        #expect(day?.text == String(text.prefix(10)))
    }

    @Test(arguments: [
        "", "2027", "2027-1-31", "27-01-31", "2027-02-29", "2027-02-30", "2027-13-01", "2027-00-10", "31.01.2027",
        "20270131", " 2027-01-31", "2027-01-31 ", "2027-01-31x", "+2027-01-31", "99999-01-01", "2027-01-3\u{301}1",
        "２０２７-01-31", "tomorrow",
    ])
    func otherTextIsRejected(text: String) {
        #expect(CalendarDay(text) == nil)
    }
}
