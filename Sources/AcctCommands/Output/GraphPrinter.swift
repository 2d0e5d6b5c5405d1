import Foundation
import HTTPTransport
import MicrosoftGraph

/// Prints answers of Graph: the bytes that came to stdout, and what is to be said about them to stderr.
struct GraphPrinter {
    let output: Output
    let includesHead: Bool
    let isSilent: Bool

    /// - Throws: `Failure` of kind `api` for an error status, after its body was printed.
    func print(_ response: HTTPStreamedResponse, of request: GraphRequest) async throws {
        if includesHead { printHead(status: response.status, response.headers) }
        var seen = Data()
        var lastByte: UInt8?
        for try await chunk in response.body {
            if !isSilent { output.write(chunk) }
            if seen.count < GraphPrinter.inspected { seen.append(chunk) }
            lastByte = chunk.last ?? lastByte
        }
        endLine(after: lastByte)
        let answer = GraphResponse(status: response.status, headers: response.headers, body: seen)
        guard answer.isSuccess else { throw Failure(answer, of: "\(request.method) \(request.path)") }
        if seen.count < GraphPrinter.inspected, GraphPage(seen)?.nextLink != nil {
            output.note("There are more pages than this one; --paginate fetches them all.")
        }
    }

    /// One document of all pages. When a page fails nothing is printed but the way to go on.
    func print(pages: GraphPages) async throws {
        var joined = JoinedPages()
        do {
            for try await page in pages {
                if joined.pageCount == 0, !page.isCollection { return printAlone(page) }
                try joined.append(page)
                output.progress("Fetched \(joined.itemCount) items on \(joined.pageCount) pages")
            }
            output.progress("")
        } catch GraphError.pageFailed(let answer, let link) {
            output.progress("")
            if !isSilent { output.write(answer.body) }
            endLine(after: answer.body.last)
            throw Failure(answer, of: "page \(joined.pageCount + 1), GET \(link)")
        }
        if !isSilent { output.write(joined.document) }
        endLine(after: nil)
    }

    private func printAlone(_ page: GraphPage) {
        if !isSilent { output.write(page.body) }
        endLine(after: page.body.last)
    }

    private func printHead(status: Int, _ headers: HTTPHeaders) {
        output.line("HTTP \(status)")
        for field in headers {
            guard case .text(let value) = field.value else { continue }
            output.line("\(field.name): \(value)")
        }
        output.line("")
    }

    /// A prompt should not stand behind the last brace; a pipe gets exactly what came.
    private func endLine(after last: UInt8?) {
        if output.terminal.outputIsTerminal, !isSilent, last != UInt8(ascii: "\n") { output.line("") }
    }

    /// How much of a body is kept to look for an error or a next link.
    private static let inspected = 4 << 20
}
