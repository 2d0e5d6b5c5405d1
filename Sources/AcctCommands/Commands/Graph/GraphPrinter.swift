import Foundation
import HTTPTransport
import MicrosoftGraph

/// Prints answers of Graph: the bytes that came to stdout, and what is to be said about them to stderr.
struct GraphPrinter {
    let output: Output
    let includesHead: Bool
    let isSilent: Bool
    let program: JQProgram?
    let file: OutputFile?

    /// Passes the body on as it arrives, where it goes to a file or a program as it is.
    ///
    /// - Returns: the document, where it is one of reasonable size.
    /// - Throws: `Failure` of kind `api` for an error status, after its body was printed; of kind `failed` for bytes
    ///   that are nothing for a terminal, before anything was printed.
    func print(_ response: HTTPStreamedResponse, of request: GraphRequest) async throws -> GraphPage? {
        var arriving = ArrivingAnswer(response, for: self)
        do {
            defer { arriving.endProgress() }
            for try await chunk in response.body { try arriving.take(chunk) }
        } catch let error as HTTPError {
            try arriving.breakOff()
            throw error
        }
        let answer = try arriving.end()
        guard answer.isSuccess else { throw Failure(answer, of: "\(request.method) \(request.path)") }
        guard arriving.isWhole, let page = GraphPage(answer.body) else { return nil }
        if page.nextLink != nil {
            output.note("There are more pages than this one; --paginate fetches them all.")
        }
        return page
    }

    /// Prints one whole document.
    func print(document: Data, isSuccess: Bool) throws {
        let route = route(isSuccess: isSuccess)
        try pass(document, to: route)
        if route.needsAll { try deliver(document, to: route) }
        if case .file(let file) = route { try file.commit() }
    }

    func route(isSuccess: Bool) -> BodyRoute {
        if isSilent { return .nowhere }
        if let program { return isSuccess ? .filtered(program) : .error }
        if let file, isSuccess { return .file(file) }
        return output.terminal.outputIsTerminal || output.terminal.colorsOutput ? .shown : .passedOn
    }

    func pass(_ chunk: Data, to route: BodyRoute) throws {
        switch route {
        case .passedOn: output.write(chunk)
        case .file(let file): try file.write(chunk)
        case .nowhere, .shown, .filtered, .error: break
        }
    }

    func deliver(_ body: Data, to route: BodyRoute) throws {
        switch route {
        case .filtered(let program):
            try filter(body, with: program)
            try file?.commit()
        case .error: output.writeToError(body + (body.isEmpty || body.last == 0x0A ? [] : [0x0A]))
        case .shown: show(body)
        case .nowhere, .passedOn, .file: break
        }
    }

    /// A terminal gets lines, and a prompt that does not stand behind the last brace.
    private func show(_ body: Data) {
        guard !body.isEmpty else { return }
        if GraphPage(body) == nil { output.write(body) } else { output.show(body) }
        if body.last != UInt8(ascii: "\n") { output.line("") }
    }

    /// Prints each value as soon as it is there: a program may have no end of them.
    func filter(_ body: Data, with program: JQProgram) throws {
        try program.run(on: body) { value in
            if let file { return try file.write(value.bytes + [0x0A]) }
            if case .json(let json) = value, output.terminal.outputIsTerminal || output.terminal.colorsOutput {
                output.show(json)
                output.line("")
            } else {
                output.write(value.bytes + [0x0A])
            }
        }
    }

    func printHead(status: Int, _ headers: HTTPHeaders) {
        output.line("HTTP \(status)")
        for field in headers {
            guard case .text(let value) = field.value else { continue }
            output.line("\(field.name): \(value)")
        }
        output.line("")
    }
}
