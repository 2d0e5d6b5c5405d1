import Foundation
import HTTPTransport
import MicrosoftGraph

/// An answer on its way from Graph to where it goes, piece by piece.
struct ArrivingAnswer {
    private let printer: GraphPrinter
    private let route: BodyRoute
    private let status: Int
    private let headers: HTTPHeaders
    /// All of the body where the route needs it, else enough of it to look for an error or a next link.
    private var body = Data()
    /// Whether `body` is whole.
    private(set) var isWhole = true
    private var hasBegun = false
    /// Nil where what comes is not kept from sight.
    private var progress: DownloadProgress?

    init(_ response: HTTPStreamedResponse, for printer: GraphPrinter) {
        (status, headers) = (response.status, response.headers)
        self.printer = printer
        route = printer.route(isSuccess: GraphResponse(status: status, headers: headers, body: Data()).isSuccess)
        if case .file = route { progress = DownloadProgress(of: response, printer.output) }
    }

    /// - Throws: before anything was printed, for what a terminal cannot show.
    mutating func take(_ chunk: Data) throws {
        if !hasBegun { try begin(with: chunk) }
        try printer.pass(chunk, to: route)
        progress?.add(chunk.count)
        isWhole = isWhole && (route.needsAll || body.count < ArrivingAnswer.inspected)
        if isWhole { body.append(chunk) }
    }

    /// Takes away what was said of the way so far.
    func endProgress() { progress?.end() }

    /// Nothing more will come: a filter or a file wants all or nothing; a reader may want what came.
    func breakOff() throws {
        if case .shown = route { try printer.deliver(body, to: route) }
    }

    /// All has come.
    mutating func end() throws -> GraphResponse {
        if !hasBegun { try begin(with: Data()) }
        if route.needsAll { try printer.deliver(body, to: route) }
        if case .file(let file) = route { try file.commit() }
        return GraphResponse(status: status, headers: headers, body: body)
    }

    private mutating func begin(with start: Data) throws {
        hasBegun = true
        if case .shown = route, printer.output.terminal.outputIsTerminal, BodyRoute.isBinary(start, headers) {
            throw Failure(
                .failed,
                "The answer is no text (\(headers["Content-Type"] ?? "of no type")), which a terminal cannot "
                    + "show. Add --output FILE.")
        }
        if printer.includesHead { printer.printHead(status: status, headers) }
    }

    private static let inspected = 4 << 20
}
