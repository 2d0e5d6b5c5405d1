import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

/// Each number that an identity platform sends, in every form that a server could give it.
@Suite struct HostileNumbersTests {
    private static let literals = HostileNumbers.inJSON + HostileNumbers.texts.map { "\"\($0)\"" }
    private static let yearTenThousand = 253_402_300_800.0

    @Test(arguments: literals)
    func lifetimesOfTokensArePlausible(literal: String) throws {
        let json = #"{"access_token":"a","expires_in":\#(literal),"refresh_in":\#(literal)}"#
        let response = try JSONDecoder().decode(TokenResponse.self, from: Data(json.utf8))
        for seconds in [response.expiresIn, response.refreshIn].compactMap(\.self) {
            #expect((0...315_360_000).contains(seconds))
        }
    }

    @Test(arguments: literals)
    func deviceCodesHaveAnIntervalAndAnEnd(literal: String) throws {
        let json = """
            {"device_code":"d","user_code":"ABC","verification_uri":"https://h","expires_in":\(literal),
            "interval":\(literal)}
            """
        let code = try JSONDecoder().decode(DeviceCode.self, from: Data(json.utf8))
        #expect(code.interval >= .seconds(1) && code.interval <= .seconds(315_360_000))
        #expect(code.expiresIn >= .zero && code.expiresIn <= .seconds(315_360_000))
    }

    @Test(arguments: literals)
    func expiryTimesOfManagedIdentitiesArePlausible(literal: String) throws {
        let json = #"{"access_token":"a","expires_on":\#(literal),"expires_in":3600}"#
        let response = try JSONDecoder().decode(ManagedIdentityResponse.self, from: Data(json.utf8))
        let token = response.token(for: Scopes(["a"]), now: Date(timeIntervalSince1970: 1_800_000_000))
        let time = try #require(token?.expiresOn.timeIntervalSince1970)
        #expect(time >= 0 && time < Self.yearTenThousand)
    }

    @Test(arguments: HostileNumbers.texts)
    func datesOfManagedIdentitiesArePlausible(text: String) throws {
        for date in [
            "\(text)/05/2021 15:18:31 +00:00", "11/\(text)/2021 15:18:31 +00:00", "11/05/\(text) 15:18:31 +00:00",
            "11/05/2021 \(text):18:31 PM +00:00", "11/05/2021 15:\(text):31 +00:00", "11/05/2021 15:18:\(text) +00:00",
            "99/99/9999 99:99:99 PM +00:00", "00/00/0000 00:00:00 +00:00",
        ] {
            let body = try JSONEncoder().encode(["access_token": "a", "expires_on": date])
            let response = try JSONDecoder().decode(ManagedIdentityResponse.self, from: body)
            let token = response.token(for: Scopes(["a"]), now: Date(timeIntervalSince1970: 1_800_000_000))
            if let time = token?.expiresOn.timeIntervalSince1970 { #expect(abs(time) < 2 * Self.yearTenThousand) }
        }
    }

    @Test(arguments: HostileNumbers.texts)
    func documentsAreCachedForADayAtMost(text: String) {
        let response = HTTPResponse(status: 200, headers: ["Cache-Control": "max-age=\(text)"], url: "https://h/")
        #expect((0...86_400).contains(response.maxAgeInSeconds))
    }

    @Test(arguments: HostileNumbers.texts)
    func requestedWaitsAreWholeSeconds(text: String) {
        let response = HTTPResponse(status: 429, headers: ["Retry-After": text], url: "https://h/")
        if let seconds = response.retryAfterSeconds(now: Date()) { #expect((0...3600).contains(seconds)) }
    }
}
