import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

/// The key stores that have to keep the same promises.
enum KeyStoreUnderTest: String, Codable, CaseIterable, CustomTestStringConvertible {
    case file, passphrase, secretService

    var testDescription: String { rawValue }

    /// Those that this machine has.
    static var available: [Self] { allCases.filter { $0 != .secretService || PrivateKeyring.address != nil } }

    /// To be called in a process of its own: GLib reads the address of the bus from the environment of the process.
    ///
    /// - Parameter bus: ``PrivateKeyring/address`` of the process that runs the tests.
    func run(bus: String?, _ body: (any KeyStore) throws -> Void) throws {
        let temporary = try TemporaryStore()
        try PrivateDirectory(path: temporary.location.directory).create()
        switch self {
        case .file: try body(FileKeyStore(at: temporary.location))
        case .passphrase:
            try body(PassphraseKeyStore(at: temporary.location, newPassphrase: Secret("passphrase")))
        case .secretService:
            let address = try #require(bus)
            setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
            try body(
                SecretServiceKeyStore(at: temporary.location, environment: ["DBUS_SESSION_BUS_ADDRESS": address]))
        }
        withExtendedLifetime(temporary) {}
    }
}

@Suite struct KeyStoreContractTests {
    @Test(arguments: KeyStoreUnderTest.available)
    func savedKeyIsLoaded(_ kind: KeyStoreUnderTest) async {
        await #expect(processExitsWith: .success) { [kind, bus = PrivateKeyring.address as String?] in
            try kind.run(bus: bus) { store in
                let (id, key) = (KeyID.random(), MasterKey())
                #expect(try store.load(id) == nil)
                try store.save(key, as: id)
                #expect(try store.load(id) == key)
                try store.remove(id)
                #expect(try store.load(id) == nil)
            }
        }
    }

    @Test(arguments: KeyStoreUnderTest.available)
    func keysOfDifferentIDsAreApart(_ kind: KeyStoreUnderTest) async {
        await #expect(processExitsWith: .success) { [kind, bus = PrivateKeyring.address as String?] in
            try kind.run(bus: bus) { store in
                var keys = (0..<3).map { _ in (KeyID.random(), MasterKey()) }
                for (id, key) in keys { try store.save(key, as: id) }
                while let (removed, _) = keys.popLast() {
                    try store.remove(removed)
                    #expect(try store.load(removed) == nil)
                    for (id, key) in keys { #expect(try store.load(id) == key) }
                }
            }
        }
    }

    @Test(arguments: KeyStoreUnderTest.available)
    func keyThatDoesNotExistIsRemovedWithoutAnError(_ kind: KeyStoreUnderTest) async {
        await #expect(processExitsWith: .success) { [kind, bus = PrivateKeyring.address as String?] in
            try kind.run(bus: bus) { try $0.remove(.random()) }
        }
    }
}

/// A Secret Service of this process alone: gnome-keyring on a bus of its own, in a folder that goes with it.
enum PrivateKeyring {
    /// The address of its bus; nil where gnome-keyring is not installed.
    static let address: String? = {
        let tools = ["dbus-run-session", "gnome-keyring-daemon"].map { "/usr/bin/\($0)" }
        guard tools.allSatisfy(FileManager.default.isExecutableFile) else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // It ends when this process does: then its input ends.
        process.arguments = [
            "-c",
            """
            HOME=$(mktemp -d) XDG_RUNTIME_DIR=$HOME; export HOME XDG_RUNTIME_DIR; unset XDG_DATA_HOME
            dbus-run-session -- sh -c '
                printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null
                echo "$DBUS_SESSION_BUS_ADDRESS"
                exec cat'
            rm -rf "$HOME"
            """,
        ]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, nil as Any?)
        guard (try? process.run()) != nil else { return nil }
        lifeline = input
        var line = Data()
        while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        let address = String(decoding: line, as: UTF8.self)
        guard !address.isEmpty else { return nil }
        return address
    }()

    nonisolated(unsafe) private static var lifeline: Pipe?
}
