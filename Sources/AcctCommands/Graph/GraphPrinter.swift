import Foundation
import HTTPTransport
import MicrosoftGraph

/// Prints answers of Graph: the bytes that came to stdout, and what is to be said about them to stderr.
struct GraphPrinter {
    let output: Output
    let includesHead: Bool
    let isSilent: Bool

    /// Passes the body on as it arrives; a terminal gets it whole and indented.
    ///
    /// - Returns: the document, where it is one of reasonable size.
    /// - Throws: `Failure` of kind `api` for an error status, after its body was printed.
    func print(_ response: HTTPStreamedResponse, of request: GraphRequest) async throws -> GraphPage? {
        if includesHead { printHead(status: response.status, response.headers) }
        var seen = Data()
        var isWhole = true
        for try await chunk in response.body {
            if !isSilent, !output.terminal.outputIsTerminal { output.write(chunk) }
            isWhole = isWhole && (output.terminal.outputIsTerminal || seen.count < GraphPrinter.inspected)
            if isWhole { seen.append(chunk) }
        }
        if output.terminal.outputIsTerminal { printBody(seen) }
        let answer = GraphResponse(status: response.status, headers: response.headers, body: seen)
        guard answer.isSuccess else { throw Failure(answer, of: "\(request.method) \(request.path)") }
        guard isWhole, let page = GraphPage(seen) else { return nil }
        if page.nextLink != nil {
            output.note("There are more pages than this one; --paginate fetches them all.")
        }
        return page
    }

    /// A pipe gets exactly what came; a terminal gets lines, and a prompt that does not stand behind the last brace.
    func printBody(_ body: Data) {
        guard !isSilent, !body.isEmpty else { return }
        guard output.terminal.outputIsTerminal else { return output.write(body) }
        output.write(GraphPage(body) == nil ? body : IndentedJSON.of(body))
        if body.last != UInt8(ascii: "\n") { output.line("") }
    }

    private func printHead(status: Int, _ headers: HTTPHeaders) {
        output.line("HTTP \(status)")
        for field in headers {
            guard case .text(let value) = field.value else { continue }
            output.line("\(field.name): \(value)")
        }
        output.line("")
    }

    /// How much of a body is kept to look for an error or a next link.
    private static let inspected = 4 << 20
}
