import Foundation
import HTTPTransport
import MicrosoftGraph

/// Prints the pages of a collection while they arrive, as one document or as one item a line.
///
/// A run that ends early leaves whole items: a document is closed and keeps the link to its rest, and stderr says where
/// to go on.
struct PagePrinter: Sendable {
    let printer: GraphPrinter
    let options: PageOptions
    private let route: BodyRoute
    private var joined = JoinedPages()
    /// A document that is shown or filtered has to be whole.
    private var held = Data()
    private var progress = PageProgress()
    private var itemCount = 0
    private var isOpen = false

    init(_ printer: GraphPrinter, _ options: PageOptions) {
        self.printer = printer
        self.options = options
        route = printer.route(isSuccess: true)
    }

    /// Prints pages until they end, fail or are interrupted.
    ///
    /// - Parameters:
    ///   - onFirst: told of the first page of a collection, before it is printed.
    /// - Returns: the first page.
    static func print(
        _ pages: GraphPages, with printer: GraphPrinter, _ options: PageOptions,
        onFirst: @escaping @Sendable (GraphPage) -> Void
    ) async throws -> GraphPage? {
        var pagePrinter = PagePrinter(printer, options)
        var pages = pages.makeAsyncIterator()
        // Until there is something to keep, a signal does what it always does, and questions may be asked.
        guard let first = try await pagePrinter.first(&pages) else { return nil }
        guard first.isCollection else { return try pagePrinter.printSingle(first) }
        onFirst(first)
        try await Interruptible.run { [pagePrinter, pages] in
            // A pager gets no more; until its end it has the terminal.
            defer { printer.output.end() }
            var (pagePrinter, pages) = (pagePrinter, pages)
            try await pagePrinter.print(first, &pages)
        } interrupted: {
            printer.output.report(Failure($0), asJSON: false)
        } maySendAgain: {
            // In a pager Ctrl-C has other uses, and whoever uses it must outlive it.
            $0 == SIGINT && printer.output.isPaged
        }
        return first
    }

    private mutating func first(_ pages: inout GraphPages.Iterator) async throws -> GraphPage? {
        do {
            return try await pages.next()
        } catch {
            throw ended(by: error, at: pages.link)
        }
    }

    private mutating func print(_ first: GraphPage, _ pages: inout GraphPages.Iterator) async throws {
        do {
            try take(first)
            while itemCount < limit, let page = try await pages.next() { try take(page) }
        } catch {
            throw ended(by: error, at: pages.link)
        }
        try close(isCut: pages.link != nil && !cutsPage)
        try printer.file?.commit()
    }

    private mutating func take(_ page: GraphPage) throws {
        try print(page)
        if itemCount >= limit { noteRest(of: page) }
        if let link = page.deltaLink, options.ndjson { output.note("Changes from now on are at \(link)") }
    }

    private var limit: Int { options.maxItems ?? .max }
    private var output: Output { printer.output }
    /// Whether the last page had more items than were wanted: then no link leads to exactly the rest.
    private var cutsPage = false

    private mutating func print(_ page: GraphPage) throws {
        guard page.isCollection else { throw GraphError.notACollection }
        let wanted = limit - itemCount
        itemCount += min(page.itemCount, wanted)
        cutsPage = page.itemCount > wanted
        isOpen = true
        if options.ndjson, case .filtered(let program) = route {
            for item in page.items.prefix(wanted) { try printer.filter(item, with: program) }
        } else {
            try write(options.ndjson ? page.lines(first: wanted) : joined.text(of: page, first: wanted))
        }
        progress.addPage()
        // Lines on the same terminal show the progress themselves.
        let isShown = output.terminal.errorIsTerminal && !(options.ndjson && output.terminal.outputIsTerminal)
        if isShown { output.progress(progress.line(items: itemCount)) }
    }

    private mutating func write(_ text: Data) throws {
        switch route {
        case .shown where options.ndjson: output.write(text)
        case .shown, .filtered, .error: held.append(text)
        case .nowhere, .passedOn, .file: try printer.pass(text, to: route)
        }
    }

    private func printSingle(_ page: GraphPage) throws -> GraphPage {
        try printer.print(document: options.ndjson ? page.lines() : page.body, isSuccess: true)
        return page
    }

    /// - Parameter isCut: whether pages are missing.
    private mutating func close(isCut: Bool) throws {
        output.progress("")
        guard isOpen, !options.ndjson else { return }
        try write(joined.end(isTruncated: isCut))
        try printer.deliver(held, to: route)
    }

    private func noteRest(of page: GraphPage) {
        guard cutsPage || page.nextLink != nil else { return }
        let way = cutsPage ? "" : page.nextLink.map { " \(Failure.resumption(at: $0))" } ?? ""
        output.progress("")
        output.note("There are more items than \(itemCount).\(way)")
    }

    /// What is said when the run cannot go on.
    private mutating func ended(by error: any Error, at link: String?) -> any Error {
        let hadItems = isOpen
        // A filter wants all or nothing.
        if case .filtered = route { output.progress("") } else { try? close(isCut: true) }
        guard case GraphError.pageFailed(let answer, let target) = error else {
            return Failure(error, resumingAt: link)
        }
        if hadItems {
            // stdout is a document of its own already.
            output.prompt(String(decoding: answer.body, as: UTF8.self) + "\n")
        } else {
            try? printer.print(document: answer.body, isSuccess: false)
        }
        return Failure(answer, ofPage: progress.pageCount + 1, at: target, resumingAt: link)
    }
}
