import Foundation
import Testing

@testable import AuthCore

@Suite struct DeviceCodeTests {
    private func decode(_ json: String) -> DeviceCode? {
        try? JSONDecoder().decode(DeviceCode.self, from: Data(json.utf8))
    }

    @Test(arguments: [
        ("5", 5), (#""7""#, 7), ("0", 1), ("-3", 5), ("null", 5), ("1e300", 5), (#""often""#, 5),
    ])
    func intervalIsAtLeastOneSecond(interval: String, seconds: Int) throws {
        let code = try #require(
            decode(#"{"device_code":"d","user_code":"u","verification_uri":"v","interval":\#(interval)}"#))
        #expect(code.interval == .seconds(seconds))
        #expect(code.expiresIn == .seconds(1800))
    }

    @Test func readsTheOlderSpellingOfTheAddress() {
        #expect(decode(#"{"device_code":"d","user_code":"u","verification_url":"v"}"#)?.verificationURI == "v")
    }

    @Test(arguments: [
        "{}", "[]", "", #"{"device_code":"d","user_code":"u"}"#, #"{"user_code":"u","verification_uri":"v"}"#,
        #"{"device_code":"d","verification_uri":"v"}"#, #"{"device_code":1,"user_code":"u","verification_uri":"v"}"#,
    ])
    func rejectsAResponseWithoutACode(json: String) {
        #expect(decode(json) == nil)
    }
}
