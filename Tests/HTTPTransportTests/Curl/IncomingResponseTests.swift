import Foundation
import Testing

@testable import HTTPTransport

@Suite struct IncomingResponseTests {
    private func makeResponse(window: Int = .max, limit: Int = .max) -> IncomingResponse {
        IncomingResponse(id: 1, window: window, limit: limit, queue: TransferQueue())
    }

    private func receive(_ text: String, _ response: IncomingResponse) -> IncomingResponse.ReceiveResult {
        Array(text.utf8).withUnsafeBufferPointer { response.receive($0) }
    }

    @Test func aFullWindowHoldsTheNextBytesUntilItIsRead() async throws {
        let response = makeResponse(window: 4)
        #expect(receive("abc", response) == .accepted)
        #expect(receive("def", response) == .accepted)
        #expect(receive("ghi", response) == .windowFull)
        #expect(try await response.nextPiece() == Data("abcdef".utf8))
        #expect(receive("ghi", response) == .accepted)
    }

    @Test func bytesBeyondTheLimitAreRefused() {
        let response = makeResponse(limit: 4)
        #expect(receive("abcd", response) == .accepted)
        #expect(receive("e", response) == .refused)
    }

    @Test func bytesBeforeAFailureAreReadFirst() async throws {
        let response = makeResponse()
        let lost = HTTPError.connectionLost(host: "h", reason: "")
        response.receive(ResponseHead(version: "HTTP/1.1", status: 200))
        _ = receive("abc", response)
        response.finish(.failure(lost))
        #expect(try await response.head().status == 200)
        #expect(try await response.nextPiece() == Data("abc".utf8))
        await #expect(throws: lost) { try await response.nextPiece() }
        await #expect(throws: lost) { try await response.wholeBody() }
    }

    @Test func aCancellationIsThrownBeforeBufferedBytes() async {
        let response = makeResponse()
        response.receive(ResponseHead(version: "HTTP/1.1", status: 200))
        _ = receive("abc", response)
        response.cancel()
        await #expect(throws: HTTPError.cancelled) { try await response.head() }
        await #expect(throws: HTTPError.cancelled) { try await response.nextPiece() }
        #expect(receive("d", response) == .refused)
    }

    @Test func onlyTheFirstEndCounts() async throws {
        let response = makeResponse()
        #expect(response.finish(.success(())))
        #expect(!response.finish(.failure(.cancelled)))
        #expect(try await response.nextPiece() == nil)
        #expect(try await response.nextPiece() == nil)
    }

    @Test func everyWaiterIsResumed() async {
        let response = makeResponse()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try? await response.wholeBody() } }
            group.addTask { response.finish(.success(())) }
        }
    }
}
