import CCurl

extension CurlEasy {
    /// Has libcurl call the transfer that `userdata` points to. The transfer owns this handle while it lasts, so it is
    /// there whenever libcurl calls.
    func set(userdata: UnsafeMutableRawPointer) throws(HTTPError) {
        try set(CURLOPT_HEADERDATA, userdata: userdata)
        try set(CURLOPT_WRITEDATA, userdata: userdata)
        try set(CURLOPT_READDATA, userdata: userdata)
        try set(CURLOPT_SEEKDATA, userdata: userdata)
    }

    func setCallbacks() throws(HTTPError) {
        try set(CURLOPT_HEADERFUNCTION, callback: onHeader)
        try set(CURLOPT_WRITEFUNCTION, callback: onBody)
        try set(CURLOPT_READFUNCTION, callback: onUpload)
        try set(seekCallback: onSeek)
    }
}

private let onHeader: ccurl_data_callback = { buffer, size, count, userdata in
    withBytes(buffer, size * count) { transfer(userdata).receiveHeader($0) }
}

private let onBody: ccurl_data_callback = { buffer, size, count, userdata in
    withBytes(buffer, size * count) { transfer(userdata).receiveBody($0) }
}

private let onUpload: ccurl_data_callback = { buffer, size, count, userdata in
    transfer(userdata).provideUpload(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

private let onSeek: ccurl_seek_callback = { userdata, offset, origin in
    // libcurl only ever seeks from the start, and says that it may not always.
    origin == SEEK_SET ? transfer(userdata).seekUpload(to: Int(offset)) : CURL_SEEKFUNC_CANTSEEK
}

private func transfer(_ userdata: UnsafeMutableRawPointer) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(userdata).takeUnretainedValue()
}

private func withBytes(_ start: UnsafeMutablePointer<CChar>, _ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Int)
    -> Int
{
    start.withMemoryRebound(to: UInt8.self, capacity: count) { body(UnsafeBufferPointer(start: $0, count: count)) }
}
