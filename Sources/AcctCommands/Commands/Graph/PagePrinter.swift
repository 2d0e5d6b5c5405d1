import FoundationEssentials
import Glibc
import HTTPTransport
import MicrosoftGraph

/// Prints the pages of a collection while they arrive, as one document or as one item a line.
///
/// A run that ends early leaves complete items: a document is closed and holds the link to the remaining pages, and stderr
/// names the link to resume from.
struct PagePrinter: Sendable {
    private let printer: GraphPrinter
    private let options: PageOptions
    private let destination: GraphPrinter.Destination
    private var joined = JoinedPages()
    /// The document so far, if the destination needs all of it.
    private var held = Data()
    private var progress = PageProgress()
    private var itemCount = 0
    private var isOpen = false
    /// Whether the last page had more items than were asked for. Then no link leads to exactly the remaining ones.
    private var cutsPage = false

    init(_ printer: GraphPrinter, _ options: PageOptions) {
        self.printer = printer
        self.options = options
        destination = printer.destination(isSuccess: true)
    }

    /// Prints pages until they end, fail or are interrupted.
    ///
    /// - Parameter onFirst: called with the first page of a collection, before it is printed.
    /// - Returns: the first page.
    func print(_ pages: GraphPages, onFirst: @Sendable (GraphPage) -> Void) async throws -> GraphPage? {
        var run = self
        var iterator = pages.makeAsyncIterator()
        // Before there is something to lose, a signal ends the process at once, and questions may be asked.
        guard let first = try await run.first(&iterator) else { return nil }
        guard first.isCollection else { return try printSingle(first) }
        onFirst(first)
        return try await Interruptible.run { [run, iterator] in
            // A pager gets no more text; until it ends it has the terminal.
            defer { output.end() }
            var (run, iterator) = (run, iterator)
            try await run.print(first, then: &iterator)
            return first
        } onInterrupt: {
            output.report(Failure($0), asJSON: false)
        } ignoresRepetition: {
            // Ctrl-C is a key of the pager's, which this process must outlive.
            $0 == SIGINT && output.isPaged
        }
    }

    private mutating func first(_ pages: inout GraphPages.Iterator) async throws -> GraphPage? {
        do {
            return try await pages.next()
        } catch {
            throw ended(by: error, at: pages.link)
        }
    }

    private mutating func print(_ first: GraphPage, then pages: inout GraphPages.Iterator) async throws {
        do {
            try print(first)
            while itemCount < limit, let page = try await pages.next() { try print(page) }
        } catch {
            throw ended(by: error, at: pages.link)
        }
        try close(isCut: pages.link != nil && !cutsPage)
        try printer.file?.commit()
    }

    private var limit: Int { options.maxItems ?? .max }
    private var output: Output { printer.output }

    private mutating func print(_ page: GraphPage) throws {
        guard page.isCollection else { throw GraphError.notACollection }
        let wanted = limit - itemCount
        itemCount += min(page.itemCount, wanted)
        cutsPage = page.itemCount > wanted
        isOpen = true
        if options.ndjson, case .filter(let program) = destination {
            for item in page.items.prefix(wanted) { try printer.filter(item, with: program) }
        } else {
            try write(options.ndjson ? page.lines(first: wanted) : joined.text(of: page, first: wanted))
        }
        showProgress()
        if itemCount >= limit { noteRemainder(of: page) }
        if let link = page.deltaLink, options.ndjson { output.note("Changes from now on are at \(link)") }
    }

    private mutating func write(_ text: Data) throws {
        switch destination {
        case .terminal where options.ndjson: output.write(text)
        case .terminal, .filter, .standardError: held.append(text)
        case .nowhere, .pipe, .file: try printer.pass(text, to: destination)
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
        try printer.deliver(held, to: destination)
    }

    private mutating func showProgress() {
        progress.addPage()
        // Lines on the same terminal show the progress themselves.
        let isShown = output.terminal.errorIsTerminal && !(options.ndjson && output.terminal.outputIsTerminal)
        if isShown { output.progress(progress.line(items: itemCount)) }
    }

    private func noteRemainder(of page: GraphPage) {
        guard cutsPage || page.nextLink != nil else { return }
        let hint = cutsPage ? "" : page.nextLink.map { " \(Failure.resumption(at: $0))" } ?? ""
        output.progress("")
        output.note("There are more items than \(itemCount).\(hint)")
    }

    /// Closes the document of a run that failed.
    ///
    /// - Returns: the failure, with the link to resume from.
    private mutating func ended(by error: any Error, at link: String?) -> any Error {
        let hadItems = isOpen
        // A filter gets all or nothing.
        if case .filter = destination { output.progress("") } else { try? close(isCut: true) }
        guard case GraphError.pageFailed(let response, let target) = error else {
            return Failure(error, resumingAt: link)
        }
        if hadItems || (options.ndjson && !printer.isSilent) {
            // stdout is a complete document already, or holds items alone.
            try? printer.deliver(response.body, to: .standardError)
        } else {
            try? printer.print(document: response.body, isSuccess: false)
        }
        return Failure(response, ofPage: progress.pageCount + 1, at: target, resumingAt: link)
    }
}

/// The line on stderr that counts pages and items.
struct PageProgress {
    private(set) var pageCount = 0
    private let start = ContinuousClock.now

    mutating func addPage() {
        pageCount += 1
    }

    func line(items itemCount: Int) -> String {
        Self.line(items: itemCount, pages: pageCount, in: .now - start)
    }

    static func line(items: Int, pages: Int, in time: Duration) -> String {
        let seconds = max(time / .seconds(1), 0.001)
        return
            "Fetched \(items) items on \(pages) \(pages == 1 ? "page" : "pages"), \(Int(Double(items) / seconds)) a second"
    }
}
