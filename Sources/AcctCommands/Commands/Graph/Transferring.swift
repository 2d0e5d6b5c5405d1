import HTTPTransport
import MicrosoftGraph

extension TransferOptions {
    /// Sends a request in the way that its body and its answer need, and has the answer printed.
    ///
    /// - Parameter memory: of the upload that it may be.
    /// - Throws: what printing throws, and `Failure` of kind `api` for an operation that failed, after its document was
    ///   printed.
    func sending<Printed>(
        _ request: GraphRequest, with client: GraphClient, _ output: Output, memory: (any UploadSessionStore)? = nil,
        print: (HTTPStreamedResponse) async throws -> Printed
    ) async throws -> Printed {
        let answer = try await send(request, with: client, output, memory)
        guard let operation = LongRunningOperation(answer) else { return try await print(answer) }
        guard wait else {
            output.note("The work goes on at the server. With --wait, acct would wait for its end.")
            return try await print(answer)
        }
        let result = try await end(of: operation, with: client, output)
        let printed = try await print(result.response)
        guard let reason = result.failure else { return printed }
        throw Failure(.api, "\(request.method) \(request.path) was begun and did not succeed: \(reason).")
    }

    private func end(
        of operation: LongRunningOperation, with client: GraphClient, _ output: Output
    ) async throws -> LongRunningOperation.Result {
        defer { output.progress("") }
        return try await client.wait(for: operation, limit: policy.maxWait) { percent in
            output.progress("Waiting for the server" + (percent.map { ": \(Int(min(max($0, 0), 100))) %" } ?? ""))
        }
    }

    private func send(
        _ request: GraphRequest, with client: GraphClient, _ output: Output, _ memory: (any UploadSessionStore)?
    ) async throws -> HTTPStreamedResponse {
        guard let upload = LargeUpload(request) else { return try await client.stream(request) }
        let progress = UploadProgress(of: upload.size, output, canGoOn: memory != nil)
        defer { output.progress("") }
        return try await Interruptible.run {
            do {
                return try await client.upload(upload, store: memory, onEvent: progress.report)
            } catch {
                throw progress.ended(by: error)
            }
        } interrupted: {
            output.report(Failure($0), asJSON: false)
        }
    }
}
