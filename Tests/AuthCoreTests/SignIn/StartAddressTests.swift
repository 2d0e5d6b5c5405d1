import Testing

@testable import AuthCore

@Suite struct StartAddressTests {
    @Test func pathHas128RandomBits() {
        let (first, second) = (StartAddress(), StartAddress())
        #expect(first.path.hasPrefix("/start/"))
        #expect(first.path.utf8.count == "/start/".utf8.count + 22)
        #expect(first.path != second.path)
    }

    @Test(arguments: [LoopbackPeer.verified, .unverified, .refused])
    func addressIsSpentBeforeThePageIsKnown(peer: LoopbackPeer) {
        #expect(StartAddress().page(for: peer) == nil)
    }

    @Test(arguments: [
        ([LoopbackPeer.verified, .verified], [true, true]), ([.unverified, .unverified], [true, false]),
        ([.unverified, .verified], [true, true]), ([.verified, .unverified], [true, false]),
        ([.refused, .unverified], [false, true]), ([.refused, .refused], [false, false]),
    ])
    func onlyThisUserGetsThePageAgain(visits: [LoopbackPeer], served: [Bool]) {
        let start = StartAddress()
        start.setTarget("https://login.example/")
        #expect(visits.map { start.page(for: $0) == "https://login.example/" } == served)
    }
}
