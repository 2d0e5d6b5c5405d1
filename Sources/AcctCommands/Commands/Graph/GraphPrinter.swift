import AccountProfiles
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// Prints responses of Graph: the bytes as received to stdout, and notes about them to stderr.
struct GraphPrinter {
    let output: Output
    let includesHead: Bool
    let isSilent: Bool
    let program: JQProgram?
    var file: OutputFile?
    var headFiles = HeadFiles()
    /// The profile that sends the requests, for the commands in errors.
    var profile: ProfileName?
    /// Whether errors are JSON.
    var errorsAreJSON = false
    /// Set when the response names the file.
    var serverName: ServerFileName?

    /// The destination of a response's body.
    enum Destination {
        case nowhere
        /// A program on stdout, to which the body is written as it arrives.
        case pipe
        /// A person at a terminal: the body is indented and coloured once it is complete.
        case terminal
        /// A jq program, which reads the complete body.
        case filter(JQProgram)
        case file(OutputFile)
        /// Stderr, because stdout is for the results of a filter.
        case standardError

        /// Whether the body has to be complete before it is printed.
        var needsWholeBody: Bool {
            switch self {
            case .nowhere, .pipe, .file: false
            case .terminal, .filter, .standardError: true
            }
        }
    }

    func destination(isSuccess: Bool) -> Destination {
        if isSilent { return .nowhere }
        if let program { return isSuccess ? .filter(program) : .standardError }
        if let file, isSuccess { return .file(file) }
        return isForPeople ? .terminal : .pipe
    }

    /// Reports the error of work that a signal has interrupted.
    func report(_ error: any Error) {
        output.report(Failure(error), asJSON: errorsAreJSON)
    }

    /// Prints a response while it arrives.
    ///
    /// - Returns: the document, if it is one of moderate size.
    /// - Throws: `Failure` of kind `api` for an error status, after its body was printed; of kind `failed` for binary data
    ///   on a terminal, before anything was printed.
    ///   A write has been carried out: where a file takes no more, its response goes to stdout, and the error says so.
    func print(_ response: HTTPStreamedResponse, of request: GraphRequest) async throws -> GraphPage? {
        var fileError: OutputFileError?
        do throws(OutputFileError) { try headFiles.write(status: response.status, response.headers) } catch {
            guard request.isWrite else { throw error }
            fileError = error
        }
        var printer = self
        let isUnchanged = (300..<400).contains(response.status)
        if let serverName, GraphResponse.isSuccess(response.status), !isUnchanged {
            printer.file = try serverName.file(for: response, to: request)
        }
        var incoming = ResponsePrinting(response, for: printer, ofWrite: request.isWrite)
        do {
            for try await chunk in response.body { try incoming.receive(chunk) }
            incoming.endProgress(isComplete: true)
        } catch {
            incoming.endProgress(isComplete: false)
            if error is HTTPError { try incoming.printIncomplete() }
            throw error
        }
        let complete = try incoming.end(of: request)
        if let error = fileError ?? incoming.fileError {
            throw Failure.notWritten(error, status: complete.status, of: request, as: profile)
        }
        guard complete.isSuccess else {
            let failure = Failure(complete, of: request, as: profile)
            throw response.previousAttemptMayHaveSucceeded && request.isWrite ? failure.afterUnclearAttempt : failure
        }
        if isUnchanged, file != nil || serverName != nil {
            output.note("No file was written: the server sent nothing new (status \(response.status)).")
            return nil
        }
        if serverName != nil, let file = printer.file { output.note("Written to \(file.path).") }
        guard incoming.hasWholeBody, let page = GraphPage(complete.body) else { return nil }
        output.noteMorePages(of: page.propertiesWithMorePages)
        if page.nextLink != nil {
            output.note(
                "There are more pages than this one; "
                    + (request.effectiveMethod == "GET"
                        ? "--paginate fetches them all." : "the next is at @odata.nextLink."))
        }
        return page
    }

    /// Prints a complete document.
    func print(document: Data, isSuccess: Bool) throws {
        let destination = destination(isSuccess: isSuccess)
        try writeChunk(document, to: destination)
        if destination.needsWholeBody { try printWhole(document, to: destination) }
        try commit(destination)
    }

    /// Puts the file in its place, if the destination fills one.
    func commit(_ destination: Destination) throws {
        switch destination {
        case .file, .filter: try file?.commit()
        case .nowhere, .pipe, .terminal, .standardError: break
        }
    }

    /// Prints a piece of a body that is printed as it arrives.
    func writeChunk(_ chunk: Data, to destination: Destination) throws {
        switch destination {
        case .pipe: output.write(chunk)
        case .file(let file): try file.write(chunk)
        case .nowhere, .terminal, .filter, .standardError: break
        }
    }

    /// Prints a body that had to be complete.
    func printWhole(_ body: Data, to destination: Destination) throws {
        switch destination {
        case .filter(let program): try filter(body, with: program)
        case .standardError: output.writeToError(body + (body.isEmpty || body.last == 0x0A ? [] : [0x0A]))
        case .terminal: show(body)
        case .nowhere, .pipe, .file: break
        }
    }

    /// Prints each result of the program at once: there may be no end of them.
    func filter(_ body: Data, with program: JQProgram) throws {
        try program.run(on: body) { result in
            if let file { return try file.write(result.bytes + [0x0A]) }
            if case .json(let json) = result, isForPeople {
                output.show(json)
                output.line("")
            } else {
                output.write(result.bytes + [0x0A])
            }
        }
    }

    func printHead(status: Int, _ headers: HTTPHeaders) {
        for line in headers.head(status: status) { output.line(line) }
        output.line("")
    }

    private var isForPeople: Bool { output.terminal.outputIsTerminal || output.terminal.colorsOutput }

    /// Ends with a line end, so that the shell's prompt does not stand behind the last brace.
    private func show(_ body: Data) {
        guard !body.isEmpty else { return }
        if GraphPage(body) == nil { output.write(body) } else { output.show(body) }
        if body.last != UInt8(ascii: "\n") { output.line("") }
    }
}

/// The files of `--dump-header` and `--write-status`.
struct HeadFiles {
    /// The file of the status line and the headers.
    var head: OutputFile?
    /// The file of the number of the status.
    var status: OutputFile?

    /// Fills both files, also where one of them cannot be written.
    func write(status number: Int, _ headers: HTTPHeaders) throws(OutputFileError) {
        let files = [(head, headers.head(status: number)), (status, ["\(number)"])]
        let errors = files.compactMap { file, lines -> OutputFileError? in
            do throws(OutputFileError) { try Self.write(lines, to: file) } catch { return error }
            return nil
        }
        if let error = errors.first { throw error }
    }

    /// Leaves no head of an earlier run in the files where no response came: the status is then 000, as curl has it. A file
    /// that could not take a response stays as it was.
    func writeMissing() {
        for (file, lines) in [(head, []), (status, ["000"])]
        where file?.isCommitted == false && file?.hasFailed == false {
            try? Self.write(lines, to: file)
        }
    }

    private static func write(_ lines: [String], to file: OutputFile?) throws(OutputFileError) {
        try file?.write(Data(lines.map { "\($0)\n" }.joined().utf8))
        try file?.commit()
    }
}

extension HTTPHeaders {
    /// The lines of a response's head.
    fileprivate func head(status: Int) -> [String] {
        ["HTTP \(status)"]
            + compactMap { field in
                guard case .text(let value) = field.value else { return nil }
                return "\(field.name): \(value)"
            }
    }
}

extension Output {
    /// - Parameter properties: collections within items, of which only the first page was received.
    func noteMorePages(of properties: Set<String>) {
        guard !properties.isEmpty else { return }
        let names = properties.sorted().prefix(5).joined(separator: ", ")
        note(
            "Only the first page of \(names) was fetched. An item that has more holds the link to them, under a name that ends in @odata.nextLink."
        )
    }
}
