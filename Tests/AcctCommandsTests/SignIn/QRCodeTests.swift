import Foundation
import Testing

@testable import AcctCommands

/// Skipped without libqrencode: the code is optional, since the address is printed too.
@Suite(.enabled(if: QRCode("x") != nil, "libqrencode is not installed")) struct QRCodeTests {
    private let address = "https://microsoft.com/devicelogin?code=ABCD-EFGH"

    /// ISO/IEC 18004: three corners carry a dark ring of seven modules around a dark square of three.
    @Test func hasTheThreeFinderPatterns() throws {
        let modules = try #require(QRCode(address)).modules
        let size = modules.count
        #expect(modules.allSatisfy { $0.count == size } && (size - 21) % 4 == 0)
        for (top, left) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    #expect(modules[top + row][left + column] == (ring != 2), "at \(top + row), \(left + column)")
                }
            }
        }
    }

    @Test func isDrawnWithItsQuietZone() throws {
        let code = try #require(QRCode(address))
        let lines = code.text.split(separator: "\n")
        #expect(lines.count == (code.columns + 1) / 2)
        #expect(lines.allSatisfy { $0.count == code.columns })
        #expect(lines.prefix(2).allSatisfy { $0.allSatisfy { $0 == "█" } })
        #expect(lines.allSatisfy { $0.hasPrefix("████") && $0.hasSuffix("████") || $0 == lines.last })
    }

    @Test func longTextHasNoCode() {
        #expect(QRCode(String(repeating: "x", count: 5000)) == nil)
    }
}
