import Foundation
import Testing

/// Microsoft's own library, in the Python that `.ci/deps --tests` sets up or that `$ACCT_TEST_PYTHON` names.
enum MSALPython {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static let path: String? = {
        let named = ProcessInfo.processInfo.environment["ACCT_TEST_PYTHON"]
        let own = fixtures.appending(path: "../../../.build/msal-python/bin/python3").path
        return [named, own].compactMap(\.self).first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    static func command(_ mode: String, _ sandbox: Sandboxed, _ file: String, _ scopes: String...) throws -> [String] {
        let authority = try #require(sandbox.server.authorities["contoso.example"])
        return [
            try #require(path), fixtures.appending(path: "msal-client.py").path, mode, authority,
            sandbox.server.clientId, file,
        ] + scopes
    }
}

extension Trait where Self == ConditionTrait {
    static var needsMSALPython: Self {
        .enabled(if: MSALPython.path != nil, "MSAL for Python is not installed; see .ci/deps.")
    }
}
