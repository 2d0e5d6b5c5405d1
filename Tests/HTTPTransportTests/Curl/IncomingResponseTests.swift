import Foundation
import Testing

@testable import HTTPTransport

@Suite struct ExchangeTests {
    private func exchange(window: Int = .max, limit: Int = .max) -> Exchange {
        Exchange(number: 1, window: window, limit: limit, inbox: LoopInbox())
    }

    private func receive(_ text: String, _ exchange: Exchange) -> Exchange.Intake {
        Array(text.utf8).withUnsafeBufferPointer { exchange.receive($0) }
    }

    @Test func aFullWindowHoldsTheNextBytesUntilItIsRead() async throws {
        let exchange = exchange(window: 4)
        #expect(receive("abc", exchange) == .taken)
        #expect(receive("def", exchange) == .taken)
        #expect(receive("ghi", exchange) == .held)
        #expect(try await exchange.nextPiece() == Data("abcdef".utf8))
        #expect(receive("ghi", exchange) == .taken)
    }

    @Test func bytesBeyondTheLimitAreRefused() {
        let exchange = exchange(limit: 4)
        #expect(receive("abcd", exchange) == .taken)
        #expect(receive("e", exchange) == .refused)
    }

    @Test func whatArrivedBeforeAFailureIsReadFirst() async throws {
        let exchange = exchange()
        let lost = HTTPError.connectionLost(host: "h", reason: "")
        exchange.receive(ResponseHead(version: "HTTP/1.1", status: 200))
        _ = receive("abc", exchange)
        exchange.finish(.failure(lost))
        #expect(try await exchange.head().status == 200)
        #expect(try await exchange.nextPiece() == Data("abc".utf8))
        await #expect(throws: lost) { try await exchange.nextPiece() }
        await #expect(throws: lost) { try await exchange.wholeBody() }
    }

    @Test func aCancellationIsSeenBeforeWhatArrived() async {
        let exchange = exchange()
        exchange.receive(ResponseHead(version: "HTTP/1.1", status: 200))
        _ = receive("abc", exchange)
        exchange.cancel()
        await #expect(throws: HTTPError.cancelled) { try await exchange.head() }
        await #expect(throws: HTTPError.cancelled) { try await exchange.nextPiece() }
        #expect(receive("d", exchange) == .refused)
    }

    @Test func onlyTheFirstEndCounts() async throws {
        let exchange = exchange()
        #expect(exchange.finish(.success(())))
        #expect(!exchange.finish(.failure(.cancelled)))
        #expect(try await exchange.nextPiece() == nil)
        #expect(try await exchange.nextPiece() == nil)
    }

    @Test func everyWaiterIsResumed() async {
        let exchange = exchange()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try? await exchange.wholeBody() } }
            group.addTask { exchange.finish(.success(())) }
        }
    }
}
