import AccountProfiles
import HTTPTransport
import MicrosoftGraph

/// Sends a request in the way that its body and its response need: a large file in pieces, and an operation that the
/// server continues is waited for.
struct GraphTransfer {
    let client: GraphClient
    let profile: ProfileName
    let options: WaitOptions
    let output: Output
    /// Whether errors are JSON.
    let asJSON: Bool

    /// - Parameters:
    ///   - upload: the stored session, if the request is an upload in pieces.
    ///   - print: prints the response.
    /// - Throws: what `print` throws, and `Failure` of kind `api` for an operation that failed, after its document was
    ///   printed.
    func send<Printed>(
        _ request: GraphRequest, resuming upload: ResumableUpload? = nil,
        print: (HTTPStreamedResponse) async throws -> Printed
    ) async throws -> Printed {
        let response = try await response(to: request, resuming: upload)
        guard let operation = LongRunningOperation(response) else {
            if options.wait, response.status == 202 {
                output.note("The server accepted the request and names no monitor, so there is nothing to wait for.")
            }
            return try await print(response)
        }
        guard options.wait else {
            output.note("The server continues the operation. To wait for its end, add --wait.")
            return try await print(response)
        }
        let result: LongRunningOperation.Result
        do { result = try await end(of: operation) } catch {
            if case GraphError.monitorFailed(let response) = error {
                // The body of each response with an error status is printed. The failure below says more than that of `print`.
                let response = HTTPResponse(
                    status: response.status, headers: response.headers, body: response.body, url: request.path)
                _ = try? await print(response.streamed)
            }
            throw Failure(lostSightOf: request, error, as: profile) ?? error
        }
        let printed = try await print(result.response)
        guard let reason = result.failure else { return printed }
        throw Failure.operationFailed(request, reason: reason)
    }

    private func response(
        to request: GraphRequest, resuming stored: ResumableUpload?
    ) async throws -> HTTPStreamedResponse {
        guard let upload = stored?.upload ?? LargeUpload(request) else { return try await singleResponse(to: request) }
        let progress = UploadProgress(total: upload.size, canResume: stored != nil, output: output)
        defer { output.clearProgress() }
        return try await Interruptible.run {
            do {
                let response = try await client.upload(
                    upload, store: stored, maxWait: options.policy.maxWait, onEvent: progress.report)
                progress.end()
                // The response to the last part of an attachment has no body.
                if response.status == 201, let name = upload.attachmentName {
                    output.clearProgress()
                    output.note("Attached \(name).")
                }
                return response
            } catch {
                throw progress.failure(for: error)
            }
        } onInterrupt: {
            output.report(Failure($0), asJSON: asJSON)
        } onLateInterrupt: {
            output.report(Failure(interrupted: request, as: profile), asJSON: asJSON)
        }
    }

    /// An interrupted write says that it may have been carried out, as one does whose connection broke.
    private func singleResponse(to request: GraphRequest) async throws -> HTTPStreamedResponse {
        guard !request.isSafeToRepeat else { return try await client.stream(request) }
        return try await Interruptible.run { [client] in
            try await client.stream(request)
        } onInterrupt: { error in
            // Other errors came before the request was sent.
            guard case HTTPError.cancelled = error else { return }
            output.report(Failure(interrupted: request, as: profile), asJSON: asJSON)
        } onLateInterrupt: {
            output.report(Failure(interrupted: request, as: profile), asJSON: asJSON)
        }
    }

    private func end(of operation: LongRunningOperation) async throws -> LongRunningOperation.Result {
        defer { output.clearProgress() }
        return try await client.wait(for: operation, limit: options.policy.maxWait) { percent in
            output.progress("Waiting for the server" + (percent.map { ": \(Int($0)) %" } ?? ""))
        }
    }
}
