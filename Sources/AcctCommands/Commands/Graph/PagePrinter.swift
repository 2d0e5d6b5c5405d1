import FoundationEssentials
import Glibc
import HTTPTransport
import MicrosoftGraph

/// Prints the pages of a collection while they arrive.
///
/// A run that ends early leaves complete items: a document is closed and holds the link to the remaining items, a file
/// keeps the received part under another name, and stderr names the link to resume from.
struct PagePrinter: Sendable {
    private let printer: GraphPrinter
    private let options: PageOptions
    private let destination: GraphPrinter.Destination
    private var formatter: any CollectionFormatter
    /// The text so far, if the destination needs all of it.
    private var held = Data()
    private var progress: PageProgress
    private var itemCount = 0
    private var isOpen = false
    /// The place of the first item that was not printed.
    private var remainder: PagePosition?
    /// Collections within the items of which only the first page was received.
    private var nestedCollections: Set<String> = []
    /// The link to the changes after this run, once its last page has come.
    private var deltaLink: String?

    /// The end of a run.
    struct Outcome: Sendable {
        /// Nil for a collection that had no page.
        let first: GraphPage?
        /// The link to the changes since then, in the last page of a delta query.
        var deltaLink: String?
        /// Whether items were left out.
        var isCut = false
    }

    /// - Parameter columns: the properties that the request selects; empty for all.
    init(_ printer: GraphPrinter, _ options: PageOptions, columns: [String]) {
        self.printer = printer
        self.options = options
        formatter = options.formatter(columns: columns, terminal: printer.output.terminal)
        destination = printer.destination(isSuccess: true)
        progress = PageProgress(limit: options.maxItems)
    }

    /// Prints pages until they end, fail or are interrupted.
    ///
    /// - Parameter onFirst: called with the first page of a collection, before it is printed.
    func print(_ pages: GraphPages, onFirst: @Sendable (GraphPage) -> Void) async throws -> Outcome {
        var run = self
        var iterator = pages.makeAsyncIterator()
        // Before there is something to lose, a signal ends the process at once, and questions may be asked.
        guard let first = try await run.first(&iterator) else { return Outcome(first: nil) }
        guard first.isCollection else {
            try run.print(single: first)
            run.formatter.note.map(output.note)
            return Outcome(first: first)
        }
        onFirst(first)
        return try await Interruptible.run { [run, iterator] in
            // A pager gets no more text; until it ends it has the terminal.
            defer { output.end() }
            var (run, iterator) = (run, iterator)
            try await run.print(first, then: &iterator)
            return Outcome(first: first, deltaLink: run.deltaLink, isCut: run.remainder != nil)
        } onInterrupt: {
            printer.report($0)
        } ignoresRepetition: {
            // Ctrl-C is a key of the pager's, which this process must outlive.
            $0 == SIGINT && output.isPaged
        }
    }

    /// Prints a document that is no collection: with `--ndjson` as a line, also on a terminal.
    private mutating func print(single document: GraphPage) throws {
        let text = try formatter.text(ofSingle: document)
        if options.ndjson, case .terminal = destination { return output.write(text) }
        try printer.print(document: text, isSuccess: true)
    }

    private mutating func first(_ pages: inout GraphPages.Iterator) async throws -> GraphPage? {
        remainder = pages.link.map { PagePosition($0) }
        do {
            return try await pages.next()
        } catch {
            throw ended(by: error)
        }
    }

    private mutating func print(_ first: GraphPage, then pages: inout GraphPages.Iterator) async throws {
        do {
            try print(first)
            var isPageComplete = first.endsPage
            while itemCount < limit, !isPageComplete || options.fetchesAll, let page = try await pages.next() {
                try print(page)
                isPageComplete = page.endsPage
            }
            try close()
            output.end(progress.current)
            noteRemainder()
        } catch {
            throw ended(by: error)
        }
        try printer.commit(destination)
    }

    private var limit: Int { options.maxItems ?? .max }
    private var output: Output { printer.output }

    private mutating func print(_ page: GraphPage) throws {
        guard page.isCollection else { throw GraphError.notACollection }
        let wanted = min(limit - itemCount, page.itemCount)
        isOpen = true
        nestedCollections.formUnion(page.propertiesWithMorePages)
        if options.ndjson, case .filter(let program) = destination {
            try filter(page, first: wanted, with: program)
        } else {
            try write(formatter.text(of: page, first: wanted))
            itemCount += wanted
            remainder = page.position(after: wanted)
        }
        deltaLink = remainder == nil ? page.deltaLink : nil
        progress.add(page, items: itemCount)
        showProgress()
    }

    /// Prints the results for one item after the other.
    private mutating func filter(_ page: GraphPage, first wanted: Int, with program: JQProgram) throws {
        for (index, item) in page.items.prefix(wanted).enumerated() {
            do {
                try printer.filter(item, with: program)
            } catch let error as JQError {
                remainder = page.position(after: index)
                throw Failure(error, atItem: itemCount + 1)
            }
            itemCount += 1
            remainder = page.position(after: index + 1)
        }
    }

    private mutating func write(_ text: Data) throws {
        switch destination {
        case .terminal where !formatter.isDocument: output.write(text)
        case .terminal, .filter, .standardError: held.append(text)
        case .nowhere, .pipe, .file: try printer.writeChunk(text, to: destination)
        }
    }

    /// Prints the end of the collection. A document then holds the link to the items that are missing.
    private mutating func close() throws {
        output.clearProgress()
        guard isOpen else { return }
        isOpen = false
        try write(formatter.end(remainderAt: remainder?.text))
        if formatter.isDocument { try printer.printWhole(held, to: destination) }
        formatter.note.map(output.note)
    }

    private func showProgress() {
        // Lines on the same terminal show the progress themselves.
        if !options.ndjson || !output.terminal.outputIsTerminal { output.progress(progress.current) }
    }

    private func noteRemainder() {
        output.noteMorePages(of: nestedCollections)
        if let remainder {
            if options.fetchesAll {
                let way = Remark.resumption(at: remainder.text, as: printer.profile)
                output.note(Remark("There are more items than \(itemCount). \(way.text)", command: way.command))
            } else {
                output.note("There are more pages than this one; --paginate fetches them all.")
            }
            if let file = options.deltaFile {
                output.note("\(file) stays as it is: only a run to the last page has a link to what changes later.")
            }
        } else if let deltaLink, options.ndjson, options.deltaFile == nil {
            output.note("Changes from now on are at \(deltaLink)")
        }
    }

    /// Closes the output of a run that failed.
    ///
    /// - Returns: the failure, with the link to resume from and the place of the received part.
    private mutating func ended(by error: any Error) -> any Error {
        let hadItems = isOpen
        // The results of a program that failed on the whole document are not those for the first items.
        let isPartUseful = itemCount > 0 && !(formatter.isDocument && error is JQError)
        try? close()
        var failure: Failure
        if case GraphError.pageFailed(let response, let target) = error {
            if hadItems || (!formatter.isDocument && !printer.isSilent) {
                // stdout is a complete document already, or holds items alone.
                try? printer.printWhole(response.body, to: .standardError)
            } else {
                try? printer.print(document: response.body, isSuccess: false)
            }
            failure = Failure(
                response, ofPage: progress.pageCount + 1, at: target, resumingAt: remainder?.text, as: printer.profile)
        } else {
            failure = Failure(error, resumingAt: remainder?.text, as: printer.profile)
        }
        if isPartUseful, let kept = printer.file?.savePartial() {
            failure.message += " The first \(itemCount) items are in \(kept)."
        }
        return failure
    }
}

/// Counts the pages and items of a run.
struct PageProgress: Sendable {
    private(set) var pageCount = 0
    private var itemCount = 0
    /// The number of items of the whole run; nil when it is not known.
    private var total: Int?
    private let limit: Int?
    private let start = ContinuousClock.now

    /// - Parameter limit: the most items that the run fetches; nil for all.
    init(limit: Int?) {
        self.limit = limit
    }

    /// - Parameter items: the number of items so far, those of this page included.
    mutating func add(_ page: GraphPage, items: Int) {
        if page.endsPage { pageCount += 1 }
        itemCount = items
        total = total ?? page.totalCount.map { min($0, limit ?? .max) } ?? limit
    }

    var current: Progress {
        Progress("Fetched", .items(pages: pageCount), count: itemCount, total: total, elapsed: .now - start)
    }
}
