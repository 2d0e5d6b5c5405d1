import Foundation
import MicrosoftGraph

/// Prints the pages of a collection while they arrive, as one document or as one item a line.
///
/// A run that ends early leaves whole items: a document is closed and keeps the link to its rest, and stderr says where
/// to go on.
struct PagePrinter {
    let printer: GraphPrinter
    let options: PageOptions
    private var joined = JoinedPages()
    /// On a terminal, a document is shown when it is whole.
    private var held = Data()
    private var progress = PageProgress()
    private var itemCount = 0
    private var isOpen = false

    init(_ printer: GraphPrinter, _ options: PageOptions) {
        self.printer = printer
        self.options = options
    }

    /// Prints pages until they end, fail or are interrupted.
    ///
    /// - Returns: the first page.
    static func print(_ pages: GraphPages, with printer: GraphPrinter, _ options: PageOptions) async throws
        -> GraphPage?
    {
        try await Interruptible.run {
            var pagePrinter = PagePrinter(printer, options)
            return try await pagePrinter.print(pages)
        } interrupted: {
            printer.output.report(Failure($0), asJSON: false)
        }
    }

    private mutating func print(_ pages: GraphPages) async throws -> GraphPage? {
        var pages = pages.makeAsyncIterator()
        var first: GraphPage?
        do {
            while itemCount < limit, let page = try await pages.next() {
                if first == nil, !page.isCollection { return printSingle(page) }
                first = first ?? page
                try print(page)
                if itemCount >= limit { noteRest(of: page) }
                if let link = page.deltaLink, options.ndjson { output.note("Changes from now on are at \(link)") }
            }
        } catch {
            throw ended(by: error, at: pages.link)
        }
        close(isCut: pages.link != nil && !cutsPage)
        return first
    }

    private var limit: Int { options.maxItems ?? .max }
    private var output: Output { printer.output }
    /// Whether the last page had more items than were wanted: then no link leads to exactly the rest.
    private var cutsPage = false

    private mutating func print(_ page: GraphPage) throws {
        guard page.isCollection else { throw GraphError.notACollection }
        let wanted = limit - itemCount
        let text = try options.ndjson ? page.lines(first: wanted) : joined.text(of: page, first: wanted)
        itemCount += min(page.itemCount, wanted)
        cutsPage = page.itemCount > wanted
        isOpen = true
        write(text)
        let line = progress.line(addingTo: itemCount)
        // Lines on the same terminal show the progress themselves.
        if !options.ndjson || !output.terminal.outputIsTerminal { output.progress(line) }
    }

    private mutating func write(_ text: Data) {
        if !options.ndjson, output.terminal.outputIsTerminal {
            held.append(text)
        } else if !printer.isSilent {
            output.write(text)
        }
    }

    private func printSingle(_ page: GraphPage) -> GraphPage {
        options.ndjson ? printer.printBody(page.lines()) : printer.printBody(page.body)
        return page
    }

    /// - Parameter isCut: whether pages are missing.
    private mutating func close(isCut: Bool) {
        output.progress("")
        guard isOpen, !options.ndjson else { return }
        write(joined.end(isCut: isCut))
        if output.terminal.outputIsTerminal { printer.printBody(held) }
    }

    private func noteRest(of page: GraphPage) {
        guard cutsPage || page.nextLink != nil else { return }
        let way = cutsPage ? "" : page.nextLink.map { " \(Failure.goOn(at: $0))" } ?? ""
        output.progress("")
        output.note("There are more items than \(itemCount).\(way)")
    }

    /// What is said when the run cannot go on.
    private mutating func ended(by error: any Error, at link: String?) -> any Error {
        let hadItems = isOpen
        close(isCut: true)
        guard case GraphError.pageFailed(let answer, let target) = error else { return Failure(error, goingOnAt: link) }
        if hadItems {
            // stdout is a document of its own already.
            output.prompt(String(decoding: answer.body, as: UTF8.self) + "\n")
        } else {
            printer.printBody(answer.body)
        }
        return Failure(answer, ofPage: progress.pageCount + 1, at: target, goingOnAt: link)
    }
}
