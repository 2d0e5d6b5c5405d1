import Foundation
import Testing

@testable import HTTPTransport

@Suite(.timeLimit(.minutes(5))) struct IncomingResponseTests {
    private func makeResponse(window: Int = .max, limit: Int = .max) -> IncomingResponse {
        IncomingResponse(id: 1, window: window, limit: limit, queue: TransferQueue())
    }

    private func receive(_ text: String, _ response: IncomingResponse) -> IncomingResponse.ReceiveResult {
        Array(text.utf8).withUnsafeBufferPointer { response.receive($0) }
    }

    @Test func fullWindowHoldsTheNextBytesUntilItIsRead() async throws {
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

    @Test func cancellationIsThrownBeforeBufferedBytes() async {
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
        let (bodies, body) = AsyncStream.makeStream(of: Data?.self)
        // Each waits when `immediate` returns. Not of a task group, which a forgotten waiter would keep from ending.
        for _ in 0..<20 { Task.immediate { body.yield(try? await response.wholeBody()) } }
        #expect(receive("abc", response) == .accepted)
        response.finish(.success(()))
        let received = await bodies.prefix(20).reduce(into: []) { $0.append($1) }
        #expect(received == Array(repeating: Data("abc".utf8), count: 20))
    }
}
