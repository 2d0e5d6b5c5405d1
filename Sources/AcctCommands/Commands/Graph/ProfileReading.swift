import Foundation
import HTTPTransport
import MicrosoftGraph

/// What one of several profiles reads, as a JSON document.
extension HTTPStreamedResponse {
    /// The body: JSON as it came, text as a string, nothing as null.
    ///
    /// - Throws: `Failure` of kind `api` for an error status, of kind `failed` for a body that JSON cannot hold.
    func document(of request: GraphRequest) async throws -> Data {
        var body = Data()
        for try await chunk in self.body {
            body += chunk
            guard body.count <= documentLimit else { throw HTTPError.bodyTooLarge(limit: documentLimit) }
        }
        let answer = GraphResponse(status: status, headers: headers, body: body)
        guard answer.isSuccess else { throw Failure(answer, of: "\(request.method) \(request.path)") }
        if body.isEmpty { return Data("null".utf8) }
        if (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil { return body }
        guard let text = String(data: body, encoding: .utf8) else {
            throw Failure(.failed, "The answer is neither JSON nor text; fetch it as one profile with --profile NAME.")
        }
        return Data(try JSONText.of(text, pretty: false).utf8)
    }

    private var documentLimit: Int { 64 << 20 }
}

extension PageOptions {
    /// The pages of a collection, as one document or item by item.
    func read(_ call: GraphCall, _ emit: (Data) -> Void) async throws {
        let pages = call.client.pages(call.request)
        if ndjson {
            try await pages.forEachItem(upTo: maxItems ?? .max, emit)
        } else {
            emit(try await pages.document())
        }
    }
}

extension GraphPages {
    /// All pages as one document; what is no collection as it came.
    fileprivate func document() async throws -> Data {
        var joined = JoinedPages()
        var text = Data()
        for try await page in self {
            guard joined.pageCount > 0 || page.isCollection else { return page.body }
            text += try joined.text(of: page)
        }
        return text + joined.end()
    }

    /// Each item as it arrives; what is no collection is one.
    ///
    /// - Parameter limit: how many are wanted.
    fileprivate func forEachItem(upTo limit: Int, _ body: (Data) -> Void) async throws {
        var count = 0
        for try await page in self {
            for item in page.isCollection ? page.items : [page.body] {
                guard count < limit else { return }
                count += 1
                body(item)
            }
        }
    }
}
