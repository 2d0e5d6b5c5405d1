import ArgumentParser
import HTTPTransport
import MicrosoftGraph

/// One Graph request: what is sent and as whom, and what becomes of the answer.
struct GraphInvocation: Request, Equatable {
    var path = ""
    var sent = RequestOptions()
    var answer = AnswerOptions()
    var sending = SendingOptions()
    var acting = ActingOptions()
    var asJSON = false
    /// Whether requests are logged, between which a pager could not be read.
    var isVerbose = false

    /// Refuses what contradicts itself, however it was typed. Of several contradictions the first in the order of the
    /// help is told.
    func check() throws(ValidationError) {
        try sent.query.check()
        try answer.check()
        try acting.check()
        try sending.check(sent, answer.pages)
        try acting.check(answer)
    }

    func run(_ services: Services) async throws {
        // With a kept answer nothing may be sent.
        if sending.kept.cache == nil { services.http.prepare() }
        let printer = try answer.output.printer(to: services.output)
        let request = try sent.request(for: path)
        if answer.output.isForReading, !isVerbose { services.usePager() }
        defer { services.output.end() }
        if acting.many.isGiven {
            try await read(request, asManyIn: services)
        } else {
            try await send(request, printer, services)
        }
    }

    /// Who acts, with which token, what they get, and what is learned from it.
    private func send(_ request: GraphRequest, _ printer: GraphPrinter, _ services: Services) async throws {
        let graph = try services.graph
        let (action, profile) = try services.selector.select(acting.profile, for: request)
        let call = try graph.call(request, as: profile, policy: sending.transfer.policy)
        let answers = try sending.kept.answers(in: services)
        if let fresh = try answers?.fresh(call) {
            // Nobody was asked, so nothing is learned.
            _ = try await printer.print(fresh, of: request)
            return
        }
        let recorder = try services.usageRecorder
        let learning = FirstPageRecording { recorder.record(action, as: profile, page: $0) }
        do {
            await learning.end(with: try await print(call, answers, with: printer, learning, services))
        } catch {
            // What the first page taught stays true.
            await learning.end()
            guard let failure = error as? Failure else { throw error }
            services.output.end()
            throw await graph.explain(failure, of: request, as: profile)
        }
    }

    /// From Graph, or from the store where the network is down, to the output.
    ///
    /// - Returns: the document, or the first page.
    private func print(
        _ call: GraphCall, _ answers: CachedResponses?, with printer: GraphPrinter, _ learning: FirstPageRecording,
        _ services: Services
    ) async throws -> GraphPage? {
        if answer.pages.isGiven {
            let pages = call.client.pages(
                call.request, from: answer.pages.resumeFrom, fetchingAhead: answer.pages.maxItems == nil)
            return try await PagePrinter.print(
                pages, with: printer, answer.pages, onFirst: learning.begin)
        }
        if let answers { return try await printer.print(answers.new(call), of: call.request) }
        let memory = try ResumableUpload(call, in: services)
        let download = try ResumableDownload(call, to: printer, in: services)
        return try await sending.transfer.sending(
            download?.first ?? call.request, with: call.client, printer.output, memory: memory
        ) { answer in
            guard let download else { return try await printer.print(answer, of: call.request) }
            return try await download.print(answer)
        }
    }

    private func read(_ request: GraphRequest, asManyIn services: Services) async throws {
        let profiles = ManyProfiles(try acting.many.chosen(from: services.profiles), in: services)
        try await profiles.read(request, isNamed: !acting.many.allProfiles) { profile, services, emit in
            let call = try services.graph.call(request, as: profile, policy: sending.transfer.policy)
            if answer.pages.isGiven {
                try await answer.pages.read(call, emit)
            } else {
                let response = try await call.answer(keeping: sending.kept.answers(in: services))
                emit(try await response.document(of: request))
            }
        }
    }
}
