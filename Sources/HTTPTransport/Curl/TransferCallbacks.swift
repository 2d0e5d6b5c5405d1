import CCurl

// The functions that libcurl calls during a transfer. Each return value is one that libcurl defines: a count other than
// the one offered ends the transfer.
extension Transfer {
    fileprivate func receiveHeader(_ line: UnsafeBufferPointer<UInt8>) -> Int {
        switch headReader.read(line) {
        // A line is no progress: otherwise a header of endless lines would never time out.
        case .incomplete: break
        case .complete(let head):
            lastProgress = .now
            log?.responseStarts(prepared.id, head, to: prepared.request, after: prepared.started.duration(to: .now))
            if log?.detail == .bodies { recorded = RecordedBody(head) }
            if let size = head.headers.contentLength { prepared.response.reserve(size) }
            prepared.response.receive(head)
        case .malformed(let reason):
            failure = .malformedResponse(host: host, reason: reason)
            return 0
        }
        return line.count
    }

    fileprivate func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        lastProgress = .now
        switch prepared.response.receive(bytes) {
        case .accepted:
            bodySize += bytes.count
            recorded?.append(bytes)
            return bytes.count
        case .windowFull:
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        case .refused:
            failure = prepared.response.isEnded ? .cancelled : .bodyTooLarge(limit: prepared.request.bodyLimit)
            return 0
        }
    }

    fileprivate func provideUpload(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        lastProgress = .now
        do throws(HTTPError) {
            return try upload?.read(into: buffer) ?? 0
        } catch {
            failure = error
            return Int(CURL_READFUNC_ABORT)
        }
    }

    /// libcurl seeks in order to send the request again, when a connection that it reused closes without a response. The
    /// server may have carried the request out: whether it is repeated is for the retry policy to decide.
    fileprivate func seekUpload(to offset: Int) -> Int32 {
        guard let upload, upload.isAtStart || prepared.request.isIdempotent else {
            failure = .connectionLost(host: host, reason: "it was closed without a response")
            return CURL_SEEKFUNC_FAIL
        }
        return upload.seek(to: offset) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }
}

extension CurlEasy {
    func setCallbacks() throws(HTTPError) {
        try set(CURLOPT_HEADERFUNCTION, callback: onHeader)
        try set(CURLOPT_WRITEFUNCTION, callback: onBody)
        try set(CURLOPT_READFUNCTION, callback: onUpload)
        try set(seekCallback: onSeek)
    }

    /// Sets the transfer that the callbacks get. The transfer owns this handle while it lasts, so it exists whenever
    /// libcurl calls.
    func set(userdata: UnsafeMutableRawPointer) throws(HTTPError) {
        try set(CURLOPT_HEADERDATA, userdata: userdata)
        try set(CURLOPT_WRITEDATA, userdata: userdata)
        try set(CURLOPT_READDATA, userdata: userdata)
        try set(CURLOPT_SEEKDATA, userdata: userdata)
    }
}

private let onHeader: ccurl_data_callback = { buffer, size, count, userdata in
    withBytes(buffer, count: size * count) { transfer(userdata).receiveHeader($0) }
}

private let onBody: ccurl_data_callback = { buffer, size, count, userdata in
    withBytes(buffer, count: size * count) { transfer(userdata).receiveBody($0) }
}

private let onUpload: ccurl_data_callback = { buffer, size, count, userdata in
    transfer(userdata).provideUpload(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

private let onSeek: ccurl_seek_callback = { userdata, offset, origin in
    // libcurl seeks from the start only, but does not promise to.
    origin == SEEK_SET ? transfer(userdata).seekUpload(to: Int(offset)) : CURL_SEEKFUNC_CANTSEEK
}

private func transfer(_ userdata: UnsafeMutableRawPointer) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(userdata).takeUnretainedValue()
}

private func withBytes(
    _ start: UnsafeMutablePointer<CChar>, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Int
) -> Int {
    start.withMemoryRebound(to: UInt8.self, capacity: count) { body(UnsafeBufferPointer(start: $0, count: count)) }
}
