import FoundationEssentials
import Glibc

/// The libraries that are loaded when they are needed, and their versions.
enum LibraryChecks {
    private struct Library {
        let file, package: String
        /// The part of acct that does not work without it.
        let purpose: String
        /// The function that returns its version as text, where it has one.
        var version: String?
    }

    private static let libraries = [
        Library(file: "libcurl.so.4", package: "libcurl4", purpose: "requests", version: "curl_version"),
        Library(file: "libz.so.1", package: "zlib1g", purpose: "compressed responses", version: "zlibVersion"),
        Library(file: "libjq.so.1", package: "libjq1", purpose: "--jq"),
        Library(
            file: "libqrencode.so.4", package: "libqrencode4", purpose: "QR codes for --device-code",
            version: "QRcode_APIVersionString"),
        Library(file: "libsystemd.so.0", package: "libsystemd0", purpose: "--broker"),
        Library(file: "libsecret-1.so.0", package: "libsecret-1-0", purpose: "the desktop's keyring"),
    ]

    static func findings() -> [Finding] {
        libraries.map { library in
            if let version = version(of: library) {
                return Finding(.libraries, .ok, "\(library.file) is installed (\(version)).")
            }
            return Finding(
                .libraries, library.file.hasPrefix("libcurl") ? .wrong : .note,
                "\(library.file) is not installed, which \(library.purpose) needs.",
                command: "sudo apt-get install \(library.package)")
        }
    }

    /// The version that the library reports, or else the name of its file, which ends with the version; nil where it
    /// cannot be loaded.
    private static func version(of library: Library) -> String? {
        guard let handle = dlopen(library.file, RTLD_LAZY | RTLD_LOCAL) else { return nil }
        defer { dlclose(handle) }
        if let symbol = library.version.flatMap({ dlsym(handle, $0) }) {
            typealias Function = @convention(c) () -> UnsafePointer<CChar>?
            let function = unsafeBitCast(symbol, to: Function.self)
            if let text = function().map({ String(cString: $0) }) { return text }
        }
        return loadedFile(library.file) ?? "its version is not known"
    }

    /// The name of the file behind the links, from the list of what this process has loaded (proc_pid_maps(5)).
    private static func loadedFile(_ name: String) -> String? {
        guard let maps = try? RegularFile("/proc/self/maps", limit: 4 << 20) else { return nil }
        let files = String(decoding: maps.bytes, as: UTF8.self).split(separator: "\n")
            .compactMap { $0.split(separator: "/").last }
        return files.first { $0.hasPrefix(name) }.map(String.init)
    }
}
