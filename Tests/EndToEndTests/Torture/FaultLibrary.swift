import Foundation
import Testing

/// `Fixtures/faults.c`, compiled once for all tests.
struct FaultLibrary {
    let path: String
    private let workspace: Workspace

    static func compiled() async throws -> FaultLibrary { try await compilation.value }

    private static let compilation = Task {
        let workspace = try Workspace()
        let path = "\(workspace.folder)/faults.so"
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fixtures/faults.c").standardizedFileURL.path
        let run = try await workspace.run(
            [try Tool.cc.require(), "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o", path, source])
        try #require(run.status == 0, "\(run)")
        return FaultLibrary(path: path, workspace: workspace)
    }

    /// The variables that disturb `acct` in its use of a store.
    func variables(for store: TortureStore, _ fault: Fault?) -> [String: String?] {
        var variables: [String: String?] = [
            "LD_PRELOAD": path, "FAULTS_FOLDER": store.folder, "FAULTS_LOG": store.faultLog,
        ]
        if let fault {
            variables["FAULTS_AT"] = String(fault.call)
            variables["FAULTS_ACTION"] = fault.action.rawValue
            variables["FAULTS_PERSISTS"] = fault.persists ? "1" : nil
        }
        return variables
    }
}

/// A disturbance of one call that changes the files of the store, or of all calls from that one on.
struct Fault: CustomStringConvertible {
    enum Action: String {
        case kill, stop
        case killAfter = "kill-after"
        case inputOutputError = "EIO"
        case diskFull = "ENOSPC"
        case interrupted = "EINTR"
        case tryAgain = "EAGAIN"
    }

    /// The number of the call, from 1.
    let call: Int
    let action: Action
    var persists = false

    /// Whether the disk takes no byte any more, so that there is no place for a new refresh token.
    var leavesNoPlace: Bool { persists && action == .inputOutputError }

    var description: String { "\(action.rawValue) at call \(call)\(persists ? " and later" : "")" }
}

/// The calls of one run of `acct`, as `faults.c` recorded them.
struct FaultLog {
    struct Call {
        let number: Int
        /// The function and the file.
        let text: String
        fileprivate let possible: UInt32

        /// Whether the call can fail this way.
        func canMeet(_ action: Fault.Action) -> Bool {
            switch action {
            case .kill, .killAfter, .stop: true
            case .inputOutputError: possible & 1 != 0
            case .diskFull: possible & 2 != 0
            case .interrupted: possible & 4 != 0
            case .tryAgain: possible & 8 != 0
            }
        }
    }

    let calls: [Call]
    /// The first call that was disturbed; nil if none was.
    let disturbed: Int?

    /// - Throws: `SystemError` while the program has not set the log up.
    init(file: String) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        func integer<Value: FixedWidthInteger>(at offset: Int, as: Value.Type) -> Value {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
        }
        let (header, size) = (16, 96)
        guard bytes.count >= header else { throw SystemError("\(file) is not written yet", code: EAGAIN) }
        let count = Int(integer(at: 0, as: UInt64.self))
        guard header + count * size <= bytes.count else {
            throw SystemError("\(count) calls are more than \(file) holds", code: ENOSPC)
        }
        calls = (0..<count).map { index in
            let offset = header + index * size
            let text = bytes[(offset + 4)..<(offset + size)].prefix { $0 != 0 }
            return Call(
                number: index + 1, text: String(decoding: text, as: UTF8.self),
                possible: integer(at: offset, as: UInt32.self))
        }
        let disturbed = Int(integer(at: 8, as: UInt64.self))
        self.disturbed = disturbed == 0 ? nil : disturbed
    }
}
