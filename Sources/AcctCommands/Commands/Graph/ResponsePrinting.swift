import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// A response that arrives piece by piece, on its way to the destination of its body.
struct ResponsePrinting {
    private let printer: GraphPrinter
    private var destination: GraphPrinter.Destination
    private let isOfWrite: Bool
    /// The file that could not take the response of a write, which then went to stdout.
    private(set) var fileError: OutputFileError?
    private let status: Int
    private let headers: HTTPHeaders
    private let redirectedHost: String?
    /// The whole body if the destination needs it, else enough of it to look for an error or a next link.
    private var body = Data()
    private(set) var hasWholeBody = true
    private var hasBegun = false
    /// Nil when the body is printed where the person sees it.
    private var progress: DownloadProgress?

    /// A larger body is not held in memory, of which a compressed response could demand any amount.
    private static let wholeBodyLimit = 256 << 20
    /// A larger body is not inspected.
    private let inspectionLimit: Int

    init(_ response: HTTPStreamedResponse, for printer: GraphPrinter, ofWrite isOfWrite: Bool) {
        self.isOfWrite = isOfWrite
        (status, headers, redirectedHost) = (response.status, response.headers, response.redirectedHost)
        let isJSON = response.headers["Content-Type"]?.lowercased().contains("json") ?? false
        inspectionLimit = (isJSON ? 32 : 4) << 20
        self.printer = printer
        let isSuccess = GraphResponse(status: status, headers: headers, body: Data()).isSuccess
        let intended = printer.destination(isSuccess: isSuccess)
        // A file that is still current stays as it is.
        if case .file = intended, (300..<400).contains(status) {
            destination = .nowhere
        } else {
            destination = intended
        }
        if case .file = destination { progress = DownloadProgress(of: response, output: printer.output) }
    }

    mutating func receive(_ chunk: Data) throws {
        if !hasBegun { try begin(with: chunk) }
        do { try printer.writeChunk(chunk, to: destination) } catch {
            try divert(after: error)
            printer.output.write(chunk)
        }
        progress?.add(chunk.count)
        hasWholeBody = hasWholeBody && (destination.needsWholeBody || body.count < inspectionLimit)
        guard hasWholeBody else { return }
        guard body.count + chunk.count <= Self.wholeBodyLimit else {
            throw Failure.tooLargeToHold(limit: Self.wholeBodyLimit)
        }
        body.append(chunk)
    }

    /// - Parameter isComplete: whether all of the body has come.
    func endProgress(isComplete: Bool) { progress?.end(isComplete: isComplete) }

    /// Prints the incomplete body for a person. A filter and a file get all or nothing.
    func printIncomplete() throws {
        if case .terminal = destination { try printer.printWhole(body, to: destination) }
    }

    /// - Throws: `Failure.init(unusable:of:as:)`, after a person has seen the body. A filter and a file get none of it.
    mutating func end(of request: GraphRequest) throws -> GraphResponse {
        if !hasBegun { try begin(with: Data()) }
        let response = GraphResponse(status: status, headers: headers, body: body, redirectedHost: redirectedHost)
        if response.isSuccess, hasWholeBody,
            let failure = Failure(unusable: response, of: request, as: printer.profile)
        {
            try printIncomplete()
            throw failure
        }
        if destination.needsWholeBody { try printer.printWhole(body, to: destination) }
        do { try printer.commit(destination) } catch { try divert(after: error) }
        return response
    }

    /// Puts the response of a write on stdout in place of a file: it cannot be had a second time.
    ///
    /// - Throws: the error of the file, where the response is that of a read or is too large to be held.
    private mutating func divert(after error: any Error) throws {
        guard isOfWrite, hasWholeBody, case .file = destination, let fileError = error as? OutputFileError else {
            throw error
        }
        printer.file?.discardDraft()
        (self.fileError, destination) = (fileError, .pipe)
        printer.output.write(body)
    }

    private mutating func begin(with start: Data) throws {
        hasBegun = true
        if case .terminal = destination, printer.output.terminal.outputIsTerminal, isBinary(start) {
            throw Failure.binaryResponse(type: headers["Content-Type"])
        }
        if printer.includesHead { printer.printHead(status: status, headers) }
    }

    /// Whether a body that begins like this is no text, by its type and its bytes.
    private func isBinary(_ start: Data) -> Bool {
        let type = headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("text/") || type.contains("json") || type.contains("xml") { return false }
        let sample = start.prefix(4096)
        if sample.contains(0) { return true }
        // The sample may end within a character.
        return !(0...3).contains { String(validating: sample.dropLast($0), as: UTF8.self) != nil }
    }
}
