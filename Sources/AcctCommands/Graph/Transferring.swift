import HTTPTransport
import MicrosoftGraph

extension TransferOptions {
    /// Sends a request in the way that its body and its answer need, and has the answer printed.
    ///
    /// - Throws: what printing throws, and `Failure` of kind `api` for an operation that failed, after its document was
    ///   printed.
    func sending<Printed>(
        _ request: GraphRequest, with client: GraphClient, _ output: Output,
        print: (HTTPStreamedResponse) async throws -> Printed
    ) async throws -> Printed {
        let answer = try await send(request, with: client, output)
        guard let operation = LongRunningOperation(answer) else { return try await print(answer) }
        guard wait else {
            output.note("The work goes on at the server. With --wait, acct would wait for its end.")
            return try await print(answer)
        }
        let result = try await end(of: operation, with: client, output)
        let printed = try await print(result.answer)
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
        _ request: GraphRequest, with client: GraphClient, _ output: Output
    ) async throws -> HTTPStreamedResponse {
        guard let upload = LargeUpload(request) else { return try await client.stream(request) }
        defer { output.progress("") }
        let started = ContinuousClock.now
        return try await client.upload(upload) { event in
            switch event {
            case .sent(let sent):
                output.progress(UploadLine(sent: sent, total: upload.size, elapsed: started.duration(to: .now)).text)
            case .waiting(let wait, let status):
                output.note("The server answered \(status). Waiting \(wait.roundedUpSeconds) s before trying again.")
            }
        }
    }
}

/// How far an upload is: `Sent 20.0 of 100.0 MiB (20 %), 5.1 MiB/s`.
struct UploadLine {
    let sent, total: Int
    let elapsed: Duration

    var text: String {
        let percent = total > 0 ? sent * 100 / total : 100
        let rate = Double(sent) / max(elapsed / .seconds(1), 0.001)
        return "Sent \(mebibytes(Double(sent))) of \(mebibytes(Double(total))) MiB (\(percent) %), "
            + "\(mebibytes(rate)) MiB/s"
    }

    private func mebibytes(_ bytes: Double) -> String {
        let tenths = Int(bytes * 10 / 1_048_576)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
