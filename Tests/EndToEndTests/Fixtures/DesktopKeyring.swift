import Foundation
import Testing

/// A session bus with gnome-keyring on it, which is unlocked. Nothing else is on that bus, and it starts no services.
final class DesktopKeyring: Sendable {
    /// The variables by which programs find the bus.
    let environment: [String: String?]
    private let workspace: Workspace
    private let bus, daemon: Child

    private static let password = Data("password".utf8)

    static func run(in workspace: Workspace, _ body: (DesktopKeyring) async throws -> Void) async throws {
        let keyring = try await DesktopKeyring(workspace)
        try await withCleanup(keyring.stop) {
            try await body(keyring)
        }
    }

    private init(_ workspace: Workspace) async throws {
        self.workspace = workspace
        let configuration = try workspace.file(
            "bus.conf",
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:dir=\(workspace.folder)</listen>
              <policy context="default">
                <allow send_destination="*"/> <allow receive_sender="*"/> <allow own="*"/>
              </policy>
            </busconfig>
            """)
        let bus = try workspace.start(
            [try Tool.dbusDaemon.require(), "--config-file=\(configuration)", "--nofork", "--print-address"])
        self.bus = bus
        let address = try await eventually("the bus prints its address") {
            bus.output.firstIndex(of: UInt8(ascii: "\n")).map { String(decoding: bus.output[..<$0], as: UTF8.self) }
        }
        environment = ["DBUS_SESSION_BUS_ADDRESS": address]
        daemon = try workspace.start(
            [try Tool.gnomeKeyring.require(), "--foreground", "--unlock", "--components=secrets"],
            input: .bytes(Self.password), environment: environment)
        try await eventually("the keyring is unlocked") {
            try await isLocked() == false
        }
    }

    private func stop() async {
        daemon.signal(SIGCONT)
        await daemon.stop()
        await bus.stop()
    }

    func acct(_ line: String, _ more: [String] = []) async throws -> Run {
        try await workspace.acct(line, more, environment: environment)
    }

    @discardableResult
    func succeed(_ line: String, _ more: [String] = [], sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> Run
    {
        try await workspace.succeed(line, more, environment: environment, sourceLocation: sourceLocation)
    }

    func lock() async throws {
        try await call("", "Service.Lock", "array:objpath:\(Self.login)")
    }

    func deleteCollection() async throws {
        try await call("/collection/login", "Collection.Delete")
    }

    /// Has new items go into this collection.
    func setDefault(_ path: String) async throws {
        try await call("", "Service.SetAlias", "string:default", "objpath:\(path)")
    }

    /// The number of keys of `acct` in the keyring.
    func keyCount() async throws -> Int {
        let run = try await send(
            "", "org.freedesktop.Secret.Service.SearchItems", "dict:string:string:application,acct")
        try #require(run.status == 0, "\(run)")
        return run.text.split(separator: "\n").filter { $0.contains("/org/freedesktop/secrets/collection/") }.count
    }

    /// The daemon takes no more calls until it is continued or killed.
    func freeze() { daemon.signal(SIGSTOP) }

    func thaw() { daemon.signal(SIGCONT) }

    func kill() { daemon.signal(SIGKILL) }

    /// Nil while the collection does not exist.
    private func isLocked() async throws -> Bool? {
        let run = try await send(
            "/collection/login", "org.freedesktop.DBus.Properties.Get", "string:org.freedesktop.Secret.Collection",
            "string:Locked")
        return run.text.contains("boolean false") ? false : run.text.contains("boolean true") ? true : nil
    }

    private func call(_ path: String, _ method: String, _ arguments: String...) async throws {
        let run = try await send(path, "org.freedesktop.Secret.\(method)", arguments)
        try #require(run.status == 0, "\(run)")
    }

    private func send(_ path: String, _ method: String, _ arguments: String...) async throws -> Run {
        try await send(path, method, arguments)
    }

    private func send(_ path: String, _ method: String, _ arguments: [String]) async throws -> Run {
        try await workspace.run(
            [
                try Tool.dbusSend.require(), "--session", "--print-reply", "--dest=org.freedesktop.secrets",
                "/org/freedesktop/secrets\(path)", method,
            ] + arguments, environment: environment)
    }

    private static let login = "/org/freedesktop/secrets/collection/login"
}
